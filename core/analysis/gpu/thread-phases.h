/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of a thread block of a GPU kernel between barriers. A barrier stands where a shared buffer that threads have written is read by
 * other threads, or written again after they have read it; also from one iteration of a loop to the next: there lowering has to put one
 * (ThreadStorageSync in TVM). T.tvm_storage_sync of a script counts as well.
 */
#pragma once

#include "core/analysis/thread-mapping.h"

G_BEGIN_DECLS

typedef struct
{
  const TlBlock *block;
  gint64         n_threads;      /* that run it, of the thread block */
} TlPhaseBlock;

/* Statements that run one after the other without a barrier between them. */
typedef struct
{
  gboolean   waits;              /* a barrier comes before */
  GPtrArray *loops;              /* const TlStmt *: serial loops that run the phase over and over, with barriers in them; outermost first */
  gint64     n_runs;             /* by one thread block; -1: not known */
  GArray    *blocks;             /* TlPhaseBlock, in order */
  GPtrArray *written, *read;     /* const TlBuffer *: shared ones, each once */
  gint64     n_threads;          /* of the block that most threads run */
} TlThreadPhase;

/*
 * Phases of the kernel that @tiles are in, in order; NULL: no loop around is bound to threads. @position: of the loops of @tiles; others
 * stand at their first iteration, which decides which threads a predicate lets run. Container that owns TlThreadPhase, which point into
 * @module.
 */
GPtrArray *tl_thread_phases_new (const TlModule *module, const TlBlockTiles *tiles, const gint64 *position);

/* TlNodeId of each loop or block of all kernels before which a barrier stands, in their order. Free with g_array_unref. */
GArray    *tl_func_barriers (const TlModule *module, const TlPrimFunc *func);

G_END_DECLS
