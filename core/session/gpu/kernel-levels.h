/* SPDX-License-Identifier: Apache-2.0 */
/* From the grid to a thread of a kernel, in words: of the thread that its facts are at. All texts are freed with g_free. */
#pragma once

#include "core/session/gpu/kernel-facts.h"

G_BEGIN_DECLS

typedef enum { TL_LEVEL_GRID, TL_LEVEL_BLOCK, TL_LEVEL_THREAD, TL_N_LEVELS } TlKernelLevel;

/* "Grid of 16 × 16", "Block (5, 3): 8 × 8 threads in 2 warps", "Thread (5, 2)" */
char    *tl_kernel_level_title (const TlKernelFacts *facts, TlKernelLevel level);
/* "Wave 1 of 3; the last one has 40 blocks, 216 run at once", "Warp 1: threads 32 to 63, …", "Lane 5 of warp 1, 65 536 iterations, …" */
char    *tl_kernel_level_text (const TlKernelFacts *facts, TlKernelLevel level);
/* The loops that are this level, indices of the block's loops: those bound to blockIdx or threadIdx, x first, or left in the thread. */
GArray  *tl_kernel_level_loops (const TlKernelFacts *facts, TlKernelLevel level);
/* Whether a thread runs the block that is shown. */
gboolean tl_kernel_facts_thread_runs (const TlKernelFacts *facts, gint64 thread);
/* Blocks that run at once on the GPU; 0: not known. */
gint64   tl_kernel_facts_n_at_once (const TlKernelFacts *facts);

G_END_DECLS
