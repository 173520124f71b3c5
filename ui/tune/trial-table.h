/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-view.h"

G_BEGIN_DECLS

/**
 * TlTrialTable: the trials of a task as a table to filter and sort: a click on a head sorts by it, with Shift it becomes the next key. A
 * double click or Return activates a trial. Ctrl+G goes to a trial by its number.
 *
 * Signal "message" (const char *): something to tell.
 */
#define TL_TYPE_TRIAL_TABLE (tl_trial_table_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialTable, tl_trial_table, TL, TRIAL_TABLE, GtkWidget)

/* Shows the trials of @selection, which it follows and changes, and what @notes says of them. Once. */
void       tl_trial_table_set_selection (TlTrialTable *table, TlTrialSelection *selection, TlTrialNotes *notes);
/* @flops: of one run of the program. Also call it after each change of the trials: speed-ups refer to the latest start trial. */
void       tl_trial_table_set_program (TlTrialTable *table, double flops);
/* Shows one run, or all (-1). */
void       tl_trial_table_set_run (TlTrialTable *table, gint run);

G_END_DECLS
