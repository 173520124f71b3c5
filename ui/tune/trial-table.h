/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/**
 * TlTrialTable: the trials of a task as a sortable table.
 *
 * Signals: "activate-trial" (guint index) on double click or Return; "trial-selected" (guint index).
 */
#define TL_TYPE_TRIAL_TABLE (tl_trial_table_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialTable, tl_trial_table, TL, TRIAL_TABLE, GtkWidget)

/* The trials to show and follow; nullable. */
void       tl_trial_table_set_trials (TlTrialTable *table, TlTrialStore *trials);
/* @flops: of one run of the program. Also call it after each change of the trials: speed-ups refer to the latest start trial. */
void       tl_trial_table_set_program (TlTrialTable *table, double flops);
/* Shows one run, or all (-1). */
void       tl_trial_table_set_run (TlTrialTable *table, gint run);
/* Selects a trial and scrolls to it; "trial-selected" is not emitted. */
void       tl_trial_table_select (TlTrialTable *table, guint index);

G_END_DECLS
