/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/run/worker-pool.h"

G_BEGIN_DECLS

/**
 * TlWorkerLanes: what each worker did in the last half minute, one strip a worker, so that a stall is seen. Samples the pool while it is
 * shown and running.
 */
#define TL_TYPE_WORKER_LANES (tl_worker_lanes_get_type ())
G_DECLARE_FINAL_TYPE (TlWorkerLanes, tl_worker_lanes, TL, WORKER_LANES, GtkWidget)

/* NULL stops the sampling and keeps the picture. */
void       tl_worker_lanes_set_pool (TlWorkerLanes *lanes, TlWorkerPool *pool);

G_END_DECLS
