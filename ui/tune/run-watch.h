/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning-pace.h"

G_BEGIN_DECLS

/**
 * TlRunWatch: a bar that appears when a tuning run has had no result for much longer than a trial takes. It says what the run waits for,
 * and ends the worker at fault: its candidate counts as timed out.
 */
#define TL_TYPE_RUN_WATCH (tl_run_watch_get_type ())
G_DECLARE_FINAL_TYPE (TlRunWatch, tl_run_watch, TL, RUN_WATCH, GtkWidget)

/* Call it a few times a second during a run, and when its state changes. @pool: its workers; nullable. */
void tl_run_watch_update (TlRunWatch *watch, TlTuning *tuning, TlWorkerPool *pool);

G_END_DECLS
