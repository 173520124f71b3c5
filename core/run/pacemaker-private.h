/* SPDX-License-Identifier: Apache-2.0 */
/* How a pacemaker travels to the runner. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/run/worker-pool.h"

G_BEGIN_DECLS

/*
 * Adds @options->pacemaker, where there is one, to the @header of a request that times @object, and what it found last, and gives the payload for
 * both; one that was timed a moment ago is told of alone. It is built by the first who asks; one that cannot be built is left out.
 */
GBytes *tl_pacemaker_join (TlWorkerPool *pool, guint func_index, const TlTarget *target, const TlMeasureOptions *options, JsonObject *header,
                           GBytes *object, GCancellable *cancellable);

/* What it found beside a candidate; 0, nothing, is ignored. */
void    tl_pacemaker_note (TlPacemaker *pacemaker, double slowdown);

/* What it found may not hold any more: it is timed beside the next candidate, however seldom it is otherwise. */
void    tl_pacemaker_doubt (TlPacemaker *pacemaker);

G_END_DECLS
