/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-notes.h"

G_BEGIN_DECLS

/**
 * TlTrialActions: what can be done with a trial, as actions "trial.…" of a widget and all inside it, each with the index of the trial in
 * the store that is shown: star, tag, note, tune-from, compare, compare-with-best, copy-script, copy-trace, open; and "trial.menu", which
 * shows them at a point of the window.
 *
 * Signals: "message" (const char *); "open" (guint index): as a variant; "tune-from" (const char *trace_json): a search is to go on from
 * that trial's schedule.
 */
#define TL_TYPE_TRIAL_ACTIONS (tl_trial_actions_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialActions, tl_trial_actions, TL, TRIAL_ACTIONS, GObject)

/* Borrows @widget, which must let go of it in its dispose (tl_trial_actions_close) and lay out its children by a layout manager. */
TlTrialActions *tl_trial_actions_new (GtkWidget *widget, TlSession *session, TlTrialNotes *notes);
void            tl_trial_actions_close (TlTrialActions *actions);

G_END_DECLS
