/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/**
 * TlTuneThreads: the threads of a tuning run, shared by all its tasks. One searches, and with it the thread pool that does the small parts
 * of its work; several measure: they hand programs to builders and the runner and wait. Jobs of one kind are done in the order in which
 * they came.
 */
typedef struct _TlTuneThreads TlTuneThreads;

/* @pool: nullable; its builders are kept busy, and what is timed there is not disturbed. */
TlTuneThreads *tl_tune_threads_new (TlWorkerPool *pool);
TlTuneThreads *tl_tune_threads_ref (TlTuneThreads *threads);
/* The last one waits for jobs under way; not to be called from a job. */
void           tl_tune_threads_unref (TlTuneThreads *threads);

typedef void (*TlTuneJob) (gpointer data);
void           tl_tune_threads_search (TlTuneThreads *threads, TlTuneJob job, gpointer data);
void           tl_tune_threads_measure (TlTuneThreads *threads, TlTuneJob job, gpointer data);

/* Calls @func for 0 … @n - 1, each once and in no order; returns when all are done. In a search job only. */
typedef void (*TlTunePart) (guint index, gpointer user_data);
void           tl_tune_threads_parallel_for (TlTuneThreads *threads, guint n, TlTunePart func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTuneThreads, tl_tune_threads_unref)

G_END_DECLS
