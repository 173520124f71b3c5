/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All other blocks: outer data-parallel loops are fused and run in parallel, the innermost loop is vectorized where it is data-parallel,
 * and blocks inside of a block are parts of their own. Refused steps are left out: a program that is scheduled already, or whose blocks do
 * not declare what they access, stays as it is.
 */
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define MAX_LANES 64

static gboolean
is_free (const TlDefaultSchedule *p, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (p->builder, loop_rv);

  return loop != NULL && loop->kind == TL_STMT_FOR && loop->loop.kind == TL_LOOP_SERIAL && loop->loop.annotations.n == 0;
}

static gboolean
is_parallel_in_block (const TlDefaultSchedule *p, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (p->builder, loop_rv);

  return is_free (p, loop_rv) && tl_loop_is_data_parallel (loop);
}

static gboolean
is_only_child (const TlDefaultSchedule *p, guint loop_rv)
{
  const TlStmt *loop = tl_schedule_builder_stmt (p->builder, loop_rv);

  return loop != NULL && loop->loop.body->kind == TL_STMT_FOR;
}

/* The outer data-parallel loops, but for the innermost one where that became vectors. */
static void
try_outer (TlDefaultSchedule *p, guint block_rv)
{
  guint    n, first = tl_step_get_loops (p->builder, block_rv, &n);
  guint    loops[TL_NEST_MAX_LOOPS], n_fused = 0;
  gint64   n_iterations = 1;
  TlState *mark;

  while (n_fused < n && n_fused < TL_NEST_MAX_LOOPS && is_parallel_in_block (p, first + n_fused)
         && (n_fused == 0 || is_only_child (p, first + n_fused - 1)))
    {
      loops[n_fused] = first + n_fused;
      n_iterations = tl_mul_saturated (n_iterations, tl_schedule_builder_extent (p->builder, first + n_fused));
      n_fused++;
    }
  if (n_fused == 0 || !tl_default_parallel_pays (p, loops[0], n_iterations, 1))
    return;
  mark = tl_schedule_builder_mark (p->builder);
  tl_step (p->builder, "parallel", tl_step_fuse_loops (p->builder, loops, n_fused));
  if (!tl_schedule_builder_accept (p->builder, mark))
    tl_step_try (p->builder, "parallel", loops[0]);
}

static void
try_vectors (TlDefaultSchedule *p, guint block_rv, guint loop)
{
  const TlStmt *block = tl_schedule_builder_stmt (p->builder, block_rv);
  gint64        lanes = block->block.n_writes > 0 ? tl_target_lanes (p->target, block->block.writes[0].buffer->dtype) : 1,
                extent = tl_schedule_builder_extent (p->builder, loop);
  TlState      *mark;

  if (!is_parallel_in_block (p, loop) || lanes < 2 || extent == 1)
    return;
  if (extent > 0 && (extent <= lanes || (extent <= MAX_LANES && extent % lanes == 0)))
    {
      tl_step_try (p->builder, "vectorize", loop);
      return;
    }
  mark = tl_schedule_builder_mark (p->builder);
  tl_step (p->builder, "vectorize", tl_step_split (p->builder, loop, 0, lanes) + 1);
  tl_schedule_builder_accept (p->builder, mark);
}

static gboolean
apply_fallback (TlDefaultSchedule *p, guint at, char **why)
{
  guint rv = tl_default_rv (p, at), n, first = tl_step_get_loops (p->builder, rv, &n);

  (void) why;
  tl_default_claim (p, at);
  if (n > 0)
    try_vectors (p, rv, first + n - 1);
  if (n > 0)
    try_outer (p, rv);
  tl_default_append_inner_blocks (p, rv);
  return TRUE;
}

const TlDefaultRule tl_default_fallback_rule = {
  .info = { "fallback", "llvm", "Everything",
            "Fuses and parallelizes the outer data-parallel loops and vectorizes the innermost, where possible" },
  .apply = apply_fallback,
};
