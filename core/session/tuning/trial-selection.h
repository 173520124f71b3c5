/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/failure-groups.h"

G_BEGIN_DECLS

/**
 * TlTrialSelection: the trial that is picked on the page Tune and the one under the pointer: one object for plots, table and detail pane.
 * Both are indices in the store that is shown; the picked trial stays the same one where rows move. Trials without a time that are chosen
 * are shown alone. Main thread.
 *
 * Signals: "trials-changed": another store is shown, nothing is picked; "changed": another trial is picked, or none; "hover-changed";
 * "failures-changed": others are shown alone, or all; "filter-chosen" (const char *): the table is to show what this expression matches;
 * "activated" (guint index): the trial is to be opened.
 */
#define TL_TYPE_TRIAL_SELECTION (tl_trial_selection_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialSelection, tl_trial_selection, TL, TRIAL_SELECTION, GObject)

typedef enum
{
  TL_TRIAL_ANY,
  TL_TRIAL_IMPROVEMENT,   /* faster than all before it */
  TL_TRIAL_FAILURE,       /* neither measured nor pruned; of those that are shown alone */
} TlTrialWanted;

TlTrialSelection *tl_trial_selection_new (void);

/* Nullable. Clears the selection if it is another store. */
void              tl_trial_selection_set_trials (TlTrialSelection *selection, TlTrialStore *trials);
TlTrialStore     *tl_trial_selection_trials (TlTrialSelection *selection);   /* borrowed */

/* Index of the picked trial, or -1. */
gint              tl_trial_selection_picked (TlTrialSelection *selection);
void              tl_trial_selection_pick (TlTrialSelection *selection, gint index);
/* Index of the trial under the pointer, or -1. */
gint              tl_trial_selection_hovered (TlTrialSelection *selection);
void              tl_trial_selection_hover (TlTrialSelection *selection, gint index);
/* Asks for a filter of the table (trial-filter.h). */
void              tl_trial_selection_filter (TlTrialSelection *selection, const char *expression);
/* Picks the trial and asks for it to be opened. */
void              tl_trial_selection_activate (TlTrialSelection *selection, gint index);
/* Picks the next such trial in @direction (1 or -1), around at the end. FALSE: there is none. */
gboolean          tl_trial_selection_step (TlTrialSelection *selection, TlTrialWanted wanted, gint direction);
/* The trials without a time that are shown alone; NULL: all are shown. Borrowed until the next change. */
const TlFailureGroup *tl_trial_selection_failures (TlTrialSelection *selection);
/* @group: copied, nullable. */
void              tl_trial_selection_choose_failures (TlTrialSelection *selection, const TlFailureGroup *group);
/* Those of one outcome alone, and the first of them is picked; all again where it is chosen already. */
void              tl_trial_selection_toggle_kind (TlTrialSelection *selection, TlOutcomeKind kind);
/* The next outcome that there is alone, after the last one all again. FALSE: all trials have a time. */
gboolean          tl_trial_selection_next_kind (TlTrialSelection *selection);
/* Index of the trial with this number, or -1. */
gint              tl_trial_selection_find_number (TlTrialSelection *selection, guint number);

G_END_DECLS
