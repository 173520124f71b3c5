/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/**
 * TlRunProgress: how far a tuning run has come: trials done of the budget, their rate, and the range of the time left. Not shown without a
 * run under way.
 */
#define TL_TYPE_RUN_PROGRESS (tl_run_progress_get_type ())
G_DECLARE_FINAL_TYPE (TlRunProgress, tl_run_progress, TL, RUN_PROGRESS, GtkWidget)

/* Call it a few times a second during a run, and when its state changes. */
void tl_run_progress_update (TlRunProgress *progress, TlTuning *tuning);

G_END_DECLS
