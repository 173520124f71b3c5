/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/tune/trial-filter-bar.h"
#include "ui/tune/trial-table.h"

G_BEGIN_DECLS

struct _TlTrialTable
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection   *selection;
  TlTrialNotes       *notes;
  TlTrialView        *view;         /* NULL: no run */
  TlTrialStore       *trials;       /* of the selection */
  GtkWidget          *box;
  GtkSingleSelection *rows;
  GArray             *keys;         /* TlTrialSortKey */
  GHashTable         *cells;        /* GtkWidget *, borrowed: those that have a trial */
  GHashTable         *hidden;       /* char *: names of columns that a person has hidden or (with "+") shown */

  /* Borrowed */
  GtkColumnView    *column_view;
  TlTrialFilterBar *filter;
  GtkStack         *stack;         /* rows, or why there are none */
  GtkMenuButton    *failures;      /* the groups of trials without a time; hidden where there are none */
  GtkWidget        *jump;          /* popover */
  GtkWidget        *columns_box;   /* of the menu of columns */

  double   flops;
  gint     best;              /* the trial, when cells were last filled … */
  double   baseline_s;        /* … their baseline … */
  gboolean is_bound;          /* … too */
  gint     run;               /* -1: all */
  guint    n_columns;         /* that there are GtkColumnViewColumns for */
  gboolean is_updating;       /* rows are selected by the table itself */
  gint     leading;           /* result of the probe */
};

TlTrialColumns tl_trial_table_columns (TlTrialTable *table);
void           tl_trial_table_say (TlTrialTable *table, const char *sentence);

/* --- trial-table-columns.c --- */

/* Makes columns for all that there are, with heads and widths for the font. */
void           tl_trial_table_update_columns (TlTrialTable *table);
/* Fills the cells of all rows again, where they stand: @of_best: those that tell something about the best trial, alone. */
void           tl_trial_table_fill_cells (TlTrialTable *table, gboolean of_best);
void           tl_trial_table_sort (TlTrialTable *table);
/* Fills the menu of columns. */
void           tl_trial_table_fill_menu (TlTrialTable *table);

/* --- trial-table-menu.c --- */

/* The row above the table: heading, filter, legend and menus. */
GtkWidget     *tl_trial_table_head_new (TlTrialTable *table);
void           tl_trial_table_ask_number (TlTrialTable *table);
/* Those that are chosen alone. */
void           tl_trial_table_show_failures (TlTrialTable *table);
/* How many trials have no time. */
void           tl_trial_table_update_failures (TlTrialTable *table);

G_END_DECLS
