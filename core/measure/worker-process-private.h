/* SPDX-License-Identifier: Apache-2.0 */
/* One worker process, seen from the pool: started on demand, asked one thing at a time, replaced when it is gone. */
#pragma once

#include "core/worker/message.h"
#include "core/measure/pool-cpus-private.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/**
 * TlWorkerProcess: used by one thread at a time; the pool sees to that.
 */
typedef struct _TlWorkerProcess TlWorkerProcess;

/* @cpus: where the worker itself stays, "0,1" or "" for anywhere. */
TlWorkerProcess  *tl_worker_process_new (const char *program, const char *cpus, TlPoolPriority priority);
void              tl_worker_process_free (TlWorkerProcess *worker);       /* ends the process and waits for it */

gboolean tl_worker_process_is_running (const TlWorkerProcess *worker);
/*
 * Does nothing if it runs. TL_RUN_ERROR_WORKER if the program does not start or speaks another version of the protocol; TL_RUN_ERROR_ENDED.
 */
gboolean tl_worker_process_start (TlWorkerProcess *worker, GError **error);

/* Answers that precede the last one. */
typedef void (*TlWorkerProgress) (JsonObject *header, gpointer user_data);

/*
 * Sends @header (which gains a number) and @payload and waits for the answer. The worker keeps the time itself; should it fall silent
 * beyond @limit_s it is killed. TL_RUN_ERROR_ENDED if it dies, TL_RUN_ERROR_WORKER if it falls silent, G_IO_ERROR_CANCELLED.
 */
gboolean tl_worker_process_call (TlWorkerProcess *worker, JsonObject *header, GBytes *payload, double limit_s, TlWorkerProgress progress,
                                 gpointer user_data,
                                 GCancellable *cancellable, TlMessage *reply, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlWorkerProcess, tl_worker_process_free)

G_END_DECLS
