/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks without reduction. Memory bounds them: neighbouring threads access neighbouring elements, and a thread as many at a time as 16
 * bytes hold where rows are whole vectors.
 */
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define MAX_THREADS 256
#define ELEMENTS    4     /* of a thread, where they are no vector and there are more than the GPU has threads for */

/* Elements of a thread lie a block of threads apart: its loads are on their way together, and neighbouring threads access neighbours. */
static void
bind_several (TlScheduleBuilder *builder, guint loop, gint64 n_threads)
{
  guint blocks = tl_step_split (builder, loop, 0, ELEMENTS, n_threads);

  tl_step_bind (builder, blocks, "blockIdx.x");
  tl_step_bind (builder, blocks + 2, "threadIdx.x");
  tl_step (builder, "unroll", blocks + 1);
}

static gboolean
apply_elementwise (TlDefaultSchedule *p, guint at, char **why)
{
  TlGpuMachine machine = tl_gpu_machine (p);
  TlBlockNest  nest;
  gint64       n, lanes;
  guint        last, loop;

  if (!tl_block_nest_match_rv (p->builder, tl_default_rv (p, at), &nest, why))
    return FALSE;
  if (nest.n == 0 || nest.reduced != 0 || nest.block->init != NULL || tl_loop_set_count (nest.spatial) != nest.n)
    return tl_set_reason (why, "block %s is not elementwise", nest.block->name);
  last = nest.n - 1;
  n = tl_block_nest_n_iterations (&nest, nest.spatial);
  lanes = tl_gpu_vector_lanes (p, &nest, last);
  /* Fewer elements than the GPU has threads to work on are better off in more threads. */
  while (lanes > 1 && n / lanes < machine.n_multiprocessors * MAX_THREADS)
    lanes /= 2;
  if (lanes > 1)
    {
      nest.loops[last] = tl_step_split (p->builder, nest.loops[last], 0, lanes);
      tl_step (p->builder, "vectorize", nest.loops[last] + 1);
    }
  loop = tl_step_fuse_loops (p->builder, nest.loops, nest.n);
  if (lanes == 1 && n >= ELEMENTS * tl_gpu_places (&machine))
    bind_several (p->builder, loop, MIN (MAX_THREADS, machine.max_threads));
  else
    tl_gpu_bind_loop (p->builder, loop, tl_gpu_threads (&machine, n / lanes, MAX_THREADS));
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_elementwise_rule = {
  .info = { "elementwise", TL_GPU_TARGETS, "A block without reduction in loops of its own",
            "One fused loop for blocks of up to 256 threads; vectors of up to 16 bytes where rows are whole vectors, else several elements "
            "of many for a thread" },
  .is_for_kernels = TRUE,
  .apply = apply_elementwise,
};
