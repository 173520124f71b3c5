/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning.h"

G_BEGIN_DECLS

/**
 * TlWorkerLanes: what the search and each worker did in the last half minute, one strip for each, so that a stall is seen, and whose it is. Samples them
 * while a run is under way.
 */
#define TL_TYPE_WORKER_LANES (tl_worker_lanes_get_type ())
G_DECLARE_FINAL_TYPE (TlWorkerLanes, tl_worker_lanes, TL, WORKER_LANES, GtkWidget)

/* The run of @tuning, measured by @pool; @pool NULL stops the sampling and keeps the picture. */
void       tl_worker_lanes_set_run (TlWorkerLanes *lanes, TlWorkerPool *pool, TlTuning *tuning);

G_END_DECLS
