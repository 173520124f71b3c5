/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/**
 * TlWorkerTimeline: the states of the search and of each worker in the last half minute, one row each, so that a stall is visible. It
 * samples them during a run.
 */
#define TL_TYPE_WORKER_TIMELINE (tl_worker_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TlWorkerTimeline, tl_worker_timeline, TL, WORKER_TIMELINE, GtkWidget)

/* Samples the run of @tuning, measured by @pool. @pool NULL: stops sampling and keeps the picture. */
void       tl_worker_timeline_set_run (TlWorkerTimeline *timeline, TlWorkerPool *pool, TlTuning *tuning);

G_END_DECLS
