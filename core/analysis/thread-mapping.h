/* SPDX-License-Identifier: Apache-2.0 */
/* Which thread runs which iteration of the loops around a block: shares of a parallel loop, or the grid and block of a GPU. */
#pragma once

#include "core/analysis/block-tiles.h"
#include "core/interp/gpu/warp-requests.h"

G_BEGIN_DECLS

#define TL_THREAD_DIMS 3    /* x, y, z */

typedef enum
{
  TL_THREADS_NONE,    /* all iterations in one thread */
  TL_THREADS_CPU,
  TL_THREADS_GPU,
} TlThreadsKind;

typedef struct
{
  TlThreadsKind kind;
  /* CPU: the loop of the path that is shared out */
  guint         parallel;                   /* its index */
  guint         n_shares;                   /* threads that have iterations */
  /* GPU: by dimension, x first */
  gint64        grid[TL_THREAD_DIMS];       /* blocks; 1 where nothing is bound */
  gint64        block[TL_THREAD_DIMS];      /* threads of a block: of the kernel, which this block may not use all */
  gint          grid_loops[TL_THREAD_DIMS]; /* index of the bound loop in the path; -1: none */
  gint          block_loops[TL_THREAD_DIMS];
} TlThreadMapping;

/* @n_cores: threads that parallel loops of the target may use. */
TlThreadMapping tl_thread_mapping_of (const TlModule *module, const TlBlockTiles *tiles, guint n_cores);

/* CPU: the thread of an iteration of the parallel loop, from 0, and the iterations of a thread (core/codegen/externs.c). */
guint           tl_thread_mapping_share (const TlThreadMapping *mapping, gint64 extent, gint64 iteration);
TlTileSpan      tl_thread_mapping_iterations (const TlThreadMapping *mapping, gint64 extent, guint share);

/* GPU. Threads are numbered with x fastest; a warp is 32 of them in a row. */
gint64          tl_thread_mapping_n_threads (const TlThreadMapping *mapping);
gint64          tl_thread_mapping_n_blocks (const TlThreadMapping *mapping);
gint64          tl_thread_mapping_thread_at (const TlThreadMapping *mapping, const gint64 *position);
gint64          tl_thread_mapping_block_at (const TlThreadMapping *mapping, const gint64 *position);
/* Sets the bound loops of @position; FALSE: this block runs no such thread, as in a copy that takes fewer than the kernel has. */
gboolean        tl_thread_mapping_set_thread (const TlThreadMapping *mapping, const TlBlockTiles *tiles, gint64 thread, gint64 *position);
gboolean        tl_thread_mapping_set_block (const TlThreadMapping *mapping, const TlBlockTiles *tiles, gint64 block, gint64 *position);

G_END_DECLS
