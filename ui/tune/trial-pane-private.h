/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/nest.h"
#include "core/session/tuning/common-decisions.h"
#include "core/session/tuning/trial-columns.h"
#include "core/session/tuning/trial-detail.h"
#include "ui/tune/trial-pane.h"
#include "ui/widgets/after-frame.h"

G_BEGIN_DECLS

struct _TlTrialPane
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession        *session;
  TlTrialSelection *selection;
  TlTrialNotes     *notes;
  GCancellable     *reading;     /* of the detail; NULL: none is read */
  GCancellable     *measuring;   /* a race or another run; NULL: none */
  TlTrialDetail    *detail;      /* of the trial that is shown; NULL: not read yet */
  TlNest           *nest;        /* of it; nullable */
  TlOutcome         raced[2];    /* this trial and the best in the last race */
  gboolean          has_raced;
  TlAfterFrame     *refresh;
  GtkWidget        *box;

  guint    task;
  double   flops;
  gint     shown;                /* index; -1: none */
  guint    number;               /* of it */
  gboolean is_filling;           /* entries are filled by the pane itself */

  /* Borrowed */
  GtkLabel        *title;
  GtkWidget       *pill;
  GtkToggleButton *star;
  GtkWidget       *content;      /* made again for each trial */
  GtkWidget       *open_button;
  GtkWidget       *compare_button;
  GtkWidget       *again_button;
  GtkWidget       *copy_button;
  GtkEditable     *tags;
  GtkEditable     *note;
  GtkWidget       *strips;       /* in the content; NULL: not there */
  GtkLabel        *verdict;
  GtkButton       *race_button;
};

TlTrialStore  *tl_trial_pane_store (TlTrialPane *pane);
TlTrialColumns tl_trial_pane_columns (TlTrialPane *pane);

/* --- parts of the content --- */
GtkWidget *tl_trial_pane_heading (const char *text);
GtkWidget *tl_trial_pane_text (const char *text, const char *css_class);
/* A line "name   value" of small text. */
GtkWidget *tl_trial_pane_fact (const char *name, const char *value);

void       tl_trial_pane_say (TlTrialPane *pane, const char *sentence);

/* --- trial-pane-race.c --- */

/* Samples, verdict and the button; appends to @content. */
void       tl_trial_pane_add_strips (TlTrialPane *pane, GtkBox *content);

/* --- trial-pane-genealogy.c --- */

/* The ancestors and the children of the trial, where they are known; appends to @content. */
void       tl_trial_pane_add_genealogy (TlTrialPane *pane, GtkBox *content);

/* --- trial-pane-failure.c --- */

/* How a trial without a time came about; appends to @content. */
void       tl_trial_pane_add_failure (TlTrialPane *pane, GtkBox *content);

G_END_DECLS
