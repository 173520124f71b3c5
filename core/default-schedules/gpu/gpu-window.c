/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions of windows: depthwise convolutions, pooling, moving sums. Neighbouring threads have neighbouring results, whose windows
 * overlap in the first cache; a thread's sum stays in a register until its elementwise consumer takes it. Padding is computed on the way.
 */
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define MAX_TERMS   128
#define MAX_THREADS 1024
#define UNROLLED    32     /* terms that are written out */

/* An index of a read that results and terms move alike. */
static gboolean
has_window (const TlBlockNest *nest)
{
  for (guint r = 0; r < nest->block->n_reads; r++)
    for (guint d = 0; d < nest->block->reads[r].buffer->n_dims; d++)
      {
        guint used = tl_block_nest_loops_used (nest, nest->block->reads[r].ranges[d].min);

        if ((used & nest->reduced) != 0 && (used & nest->spatial) != 0)
          return TRUE;
      }
  return FALSE;
}

static gboolean
read_window (TlDefaultSchedule *p, guint *at, TlBlockNest *nest, gint64 *n_terms, char **why)
{
  if (!tl_block_nest_match_rv (p->builder, tl_default_rv (p, *at), nest, why))
    return FALSE;
  *n_terms = tl_block_nest_n_iterations (nest, nest->reduced);
  if (nest->reduced == 0 || nest->spatial == 0 || nest->block->init == NULL)
    return tl_set_reason (why, "block %s is not an initialized reduction of several results", nest->block->name);
  if (*n_terms == 0 || *n_terms > MAX_TERMS)
    return tl_set_reason (why, "block %s reduces %" G_GINT64_FORMAT " terms, more than %d", nest->block->name, *n_terms, MAX_TERMS);
  if (!has_window (nest))
    return tl_set_reason (why, "block %s reads no windows", nest->block->name);
  return tl_default_inline_padding (p, nest, at, why);
}

/* Larger blocks load fewer elements twice; blocks fill a multiprocessor. */
static gint64
block_threads (const TlGpuMachine *machine, gint64 n_results)
{
  gint64 most = MAX_THREADS;

  while (machine->limits->n_warps * TL_GPU_WARP % most != 0)
    most /= 2;
  return tl_gpu_threads (machine, n_results, most);
}

/* The loops of the results as one, those of the block or of its consumer, which are bound; gives the loop of threads. */
static guint
bind_results (TlDefaultSchedule *p, TlBlockNest *nest, gint epilogue)
{
  TlGpuMachine machine = tl_gpu_machine (p);
  gint64       n_threads = block_threads (&machine, tl_block_nest_n_iterations (nest, nest->spatial));
  guint        loops[TL_NEST_MAX_LOOPS], reduced[TL_NEST_MAX_LOOPS], n, n_reduced, first;

  if (epilogue >= 0)
    {
      first = tl_step_get_loops (p->builder, tl_default_rv (p, (guint) epilogue), &n);
      return tl_gpu_bind_loop (p->builder, tl_step_fuse_from (p->builder, first, n), n_threads) + 1;
    }
  n = tl_block_nest_list (nest, nest->spatial, loops);
  n_reduced = tl_block_nest_list (nest, nest->reduced, reduced);
  tl_step_reorder_behind (p->builder, loops, n, reduced, n_reduced);
  return tl_gpu_bind_loop (p->builder, tl_step_fuse_loops (p->builder, loops, n), n_threads) + 1;
}

static gboolean
apply_window (TlDefaultSchedule *p, guint at, char **why)
{
  TlBlockNest nest;
  gint64      n_terms;
  gint        epilogue;
  guint       threads, first, n;

  if (!read_window (p, &at, &nest, &n_terms, why))
    return FALSE;
  epilogue = nest.block->n_writes == 1 ? tl_default_epilogue (p, &nest) : -1;
  threads = bind_results (p, &nest, epilogue);
  if (epilogue >= 0)
    {
      tl_step_at (p->builder, "compute_at", nest.rv, threads);
      tl_step_set_scope (p->builder, nest.rv, 0, "local");
    }
  first = tl_step_get_loops_below (p->builder, nest.rv, threads, &n);
  if (n > 0)
    tl_step_at (p->builder, "decompose_reduction", nest.rv, first);
  for (guint rv = first; rv < first + n && n_terms <= UNROLLED; rv++)
    tl_step (p->builder, "unroll", rv);
  tl_default_claim_with (p, at, epilogue);
  return TRUE;
}

const TlDefaultRule tl_gpu_window_rule = {
  .info = { "window", TL_GPU_TARGETS,
            "A reduction of up to 128 terms in a window of what it reads: depthwise convolution, pooling, with or without padding",
            "A thread for each result, the sum in a register, short windows unrolled; padding and an elementwise consumer in the same "
            "kernel" },
  .is_for_kernels = TRUE,
  .apply = apply_window,
};
