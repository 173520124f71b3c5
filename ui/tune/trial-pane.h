/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-notes.h"

G_BEGIN_DECLS

/**
 * TlTrialPane: all about the picked trial: its latency beside the best trial's, its decisions, its nest; or how it failed, what such
 * failures have in common, and how to repeat it.
 *
 * It stands inside a widget that has the actions of ui/tune/trial-actions.h. Signals: "message" (const char *); "close".
 */
#define TL_TYPE_TRIAL_PANE (tl_trial_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialPane, tl_trial_pane, TL, TRIAL_PANE, GtkWidget)

#define TL_TRIAL_PANE_WIDTH 356

/* Shows the picked trial of the session's selection. Once. */
void tl_trial_pane_set_session (TlTrialPane *pane, TlSession *session, TlTrialNotes *notes);
/* The task whose trials are shown, and FLOP of one run. */
void tl_trial_pane_set_task (TlTrialPane *pane, guint task, double flops);

G_END_DECLS
