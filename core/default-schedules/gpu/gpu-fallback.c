/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All other blocks: the outer data-parallel loops are fused and shared out among threads; a block without such loops runs in one thread.
 * The initialization of a reduction stands before its loops. Loops that are bound already stay as they are.
 */
#include "core/default-schedules/gpu/gpu-rules-private.h"
#include "core/space/bind-block.h"

#define MAX_THREADS 256

typedef struct
{
  TlGpuMachine machine;
  gint64       n_places;    /* 0: not known */
} FallbackSize;

static TlArg
number_of_threads (TlScheduleBuilder *builder, gint64 max_threads, gpointer user_data)
{
  const FallbackSize *size = user_data;

  (void) builder;
  return tl_arg_int (tl_gpu_threads (&size->machine, size->n_places, max_threads));
}

/* The outermost loop that is not bound and drives a reduction axis. */
static void
try_decompose (TlDefaultSchedule *p, guint block_rv)
{
  const TlStmt *block = tl_schedule_builder_stmt (p->builder, block_rv);
  guint         n, first;
  TlState      *mark;

  if (block == NULL || block->block.init == NULL)
    return;
  first = tl_step_get_loops (p->builder, block_rv, &n);
  for (guint rv = first; rv < first + n; rv++)
    {
      const TlStmt *loop = tl_schedule_builder_stmt (p->builder, rv);

      if (loop == NULL || tl_loop_is_data_parallel (loop) || loop->loop.kind != TL_LOOP_SERIAL)
        continue;
      mark = tl_schedule_builder_mark (p->builder);
      tl_step_at (p->builder, "decompose_reduction", block_rv, rv);
      tl_schedule_builder_accept (p->builder, mark);
      return;
    }
}

static gboolean
apply_fallback (TlDefaultSchedule *p, guint at, char **why)
{
  FallbackSize size = { .machine = tl_gpu_machine (p) };
  guint        rv = tl_default_rv (p, at);
  TlBlockNest  nest;

  (void) why;
  if (tl_block_nest_match_rv (p->builder, rv, &nest, NULL))
    size.n_places = tl_block_nest_n_iterations (&nest, nest.spatial);
  tl_default_claim (p, at);
  tl_schedule_builder_bind_block (p->builder, rv, G_MAXINT32, tl_gpu_power_below (MIN (MAX_THREADS, size.machine.max_threads)),
                                  number_of_threads, &size);
  if (p->builder->error == NULL)
    try_decompose (p, rv);
  return TRUE;
}

const TlDefaultRule tl_gpu_fallback_rule = {
  .info = { "fallback", TL_GPU_TARGETS, "Everything",
            "Fuses the outer data-parallel loops for blocks of up to 256 threads; a block without such loops runs in one thread" },
  .is_for_kernels = TRUE,
  .apply = apply_fallback,
};
