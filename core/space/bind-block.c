/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/bind-block.h"

#include "core/analysis/block-info.h"
#include "core/space/schedule-steps.h"

#define TILING_STRUCTURE "meta_schedule.tiling_structure"

/* The loops around a block, as numbers counted from the outermost. */
typedef struct
{
  guint    n;
  guint    n_spatial;       /* data-parallel ones without a gap */
  guint    n_fusible;       /* serial ones, up to and including the first that holds more than one statement */
  guint    first_thread;    /* place of the first loop bound to threadIdx; n if none is */
  gboolean has_block_idx;
} Surroundings;

static gboolean
is_single_child (const TlStmt *body)
{
  return body->kind != TL_STMT_SEQ;
}

static Surroundings
look_around (const TlStmt *const *loops, guint n)
{
  Surroundings around = { .n = n, .n_fusible = n, .first_thread = n };

  for (guint i = n; i-- > 0;)
    {
      const TlLoop *loop = &loops[i]->loop;
      gboolean is_thread = loop->kind == TL_LOOP_THREAD_BINDING;

      if (is_thread && g_str_has_prefix (loop->thread, "threadIdx."))
        around.first_thread = i;
      around.has_block_idx |= is_thread && g_str_has_prefix (loop->thread, "blockIdx.");
      if (!is_single_child (loop->body))
        around.n_fusible = i + 1;
      if (loop->kind != TL_LOOP_SERIAL)
        around.n_fusible = i;
    }
  while (around.n_spatial < n && tl_loop_is_data_parallel (loops[around.n_spatial]))
    around.n_spatial++;
  return around;
}

static guint
add_outer (TlScheduleBuilder *builder, guint block_rv, guint first)
{
  return tl_step (builder, "add_unit_loop", tl_schedule_builder_n_rvs (builder) > first ? first : block_rv);
}

/*
 * blockIdx.x outside, threadIdx.x inside; iterations beyond the allowed blocks go innermost, so that adjacent threads access adjacent
 * elements.
 */
static void
bind_both (TlScheduleBuilder *builder, guint loop_rv, gint64 max_threadblocks, gint64 max_threads, TlThreadFactor factor,
           gpointer user_data)
{
  const TlStmt *loop = tl_schedule_builder_stmt (builder, loop_rv);
  gint64 extent = G_MAXINT64;
  TlArg factors[3] = { { .kind = TL_ARG_NONE } };
  guint first;

  if (!loop)
    return;
  tl_expr_get_int (loop->loop.extent, &extent);
  if (extent <= max_threadblocks * max_threads)
    {
      factors[1] = factor (builder, MIN (extent, max_threads), user_data);
      first = tl_step_split_list (builder, loop_rv, factors, 2);
    }
  else
    {
      factors[1] = tl_arg_int (max_threadblocks);
      factors[2] = tl_arg_int (max_threads);
      first = 1 + tl_step_split_list (builder, loop_rv, factors, 3);
      tl_step_reorder (builder, first, first + 1, first - 1);
    }
  tl_step_bind (builder, first, "blockIdx.x");
  tl_step_bind (builder, first + 1, "threadIdx.x");
}

void
tl_schedule_builder_bind_block (TlScheduleBuilder *builder, guint block_rv, gint64 max_threadblocks, gint64 max_threads_per_block,
                                TlThreadFactor factor, gpointer user_data)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);
  g_autoptr (TlPath) path = block ? tl_path_find (tl_state_module (builder->state), block->block.id) : NULL;
  g_autoptr (GPtrArray) loops = NULL;
  Surroundings around;
  guint first, n_fused;

  if (!path || !tl_path_scope (path) || tl_attrs_find (&block->block.annotations, TILING_STRUCTURE))
    return;
  loops = tl_path_loops (path);
  around = look_around ((const TlStmt *const *) loops->pdata, loops->len);
  if (around.has_block_idx && around.first_thread < around.n)
    return;
  if (around.has_block_idx)
    {
      tl_refuse (&builder->error, &block->block.id, 1, "bind a loop to threadIdx too",
                 "block %s has a loop bound to blockIdx and none to threadIdx",
                 block->block.name);
      return;
    }
  first = tl_step (builder, "get_loops", block_rv);
  n_fused = MIN (MIN (around.n_fusible, around.n_spatial), around.first_thread);
  /* Without such a loop, a new loop of one iteration is bound. */
  if (n_fused == 0)
    first = add_outer (builder, block_rv, first);
  if (around.first_thread < around.n)
    tl_step_bind (builder, tl_step_fuse_from (builder, tl_step (builder, "get_loops", block_rv), MAX (n_fused, 1)), "blockIdx.x");
  else
    bind_both (builder, tl_step_fuse_from (builder, first, MAX (n_fused, 1)), max_threadblocks, max_threads_per_block, factor, user_data);
}
