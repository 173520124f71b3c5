/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that do the many small, equal parts of one job, called by one thread. */
#pragma once

#include "core/run/worker-pool.h"

G_BEGIN_DECLS

typedef struct _TlCrew TlCrew;

/*
 * As many threads as the calling thread has processors, itself counted; they run on the same processors. With a @pool (nullable) these are all
 * but the runner's, where one more thread works while nothing is timed; the calling thread stays off it from here on.
 */
TlCrew *tl_crew_new (TlWorkerPool *pool);
void    tl_crew_free (TlCrew *crew);

/* Calls @func for 0 … @n - 1, each once and in no order; returns when all are done. The calling thread does its part. */
typedef void (*TlCrewFunc) (guint index, gpointer user_data);
void    tl_crew_run (TlCrew *crew, guint n, TlCrewFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlCrew, tl_crew_free)

G_END_DECLS
