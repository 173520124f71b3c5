/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/rule-steps-private.h"

#include "core/space/block-nest.h"

static void
write_loops (TlScheduleBuilder *builder, guint first, guint n, guint lanes)
{
  guint vector = first + n - 1;

  if (n == 0 || builder->error != NULL)
    return;
  if (tl_schedule_builder_extent (builder, vector) > lanes)
    {
      vector = tl_step_split (builder, vector, 0, lanes) + 1;
      if (n > 1)
        tl_step (builder, "unroll", vector - 1);
    }
  tl_step (builder, "vectorize", vector);
  for (guint i = 0; i + 1 < n; i++)
    tl_step (builder, "unroll", first + i);
}

void
tl_rule_write_last (TlScheduleBuilder *builder, guint block_rv, guint n_last, guint lanes)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  n_last = MIN (n, n_last);
  write_loops (builder, first + n - n_last, n_last, lanes);
}

void
tl_rule_write_vectors (TlScheduleBuilder *builder, guint block_rv, guint n_outer, guint lanes)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  if (n > n_outer)
    write_loops (builder, first + n_outer, n - n_outer, lanes);
}

guint
tl_rule_vectorize_sampled (TlScheduleBuilder *builder, guint loop_rv, const gint64 *counts, guint n_counts, guint lanes)
{
  g_autofree gint64 *fitting = g_new (gint64, n_counts);
  gint64             extent = tl_schedule_builder_extent (builder, loop_rv);
  guint              n = 0;

  for (guint i = 0; i < n_counts; i++)
    if (extent % (counts[i] * lanes) == 0 || counts[i] == 1)
      fitting[n++] = counts[i];
  return tl_step_vectorize_by (builder, loop_rv, tl_arg_rv (tl_step_sample_one_of (builder, fitting, n)), lanes);
}

void
tl_rule_transpose (TlScheduleBuilder *builder, guint tile_rv, guint at, guint row, guint lane, guint lanes)
{
  tl_step_at (builder, "compute_at", tile_rv, at);
  tl_rule_write_last (builder, tile_rv, 2, lanes);
  tl_step (builder, "unroll", row);
  tl_step (builder, "vectorize", lane);
}

static gboolean
is_output (const TlModule *module, TlNodeId block)
{
  g_autoptr (TlPath) path = tl_path_find (module, block);

  return path == NULL || tl_block_is_output (module, path);
}

static gboolean
is_axis (const TlBlock *block, const TlExpr *expr)
{
  for (guint a = 0; a < block->n_axes; a++)
    if (block->axes[a].var == expr)
      return TRUE;
  return FALSE;
}

/* It passes on elements of @buffer: each index is an axis, or 0. */
static gboolean
passes_on (const TlBlock *block, const TlBuffer *buffer)
{
  if (!tl_block_reads_same_element (block, buffer))
    return FALSE;
  for (guint d = 0; d < buffer->n_dims; d++)
    if (!is_axis (block, block->body->indices[d]) && !tl_expr_is_int (block->body->indices[d], 0))
      return FALSE;
  return TRUE;
}

gint
tl_rule_find_epilogue (TlScheduleBuilder *builder, guint block_rv)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv), *consumer;
  TlState      *mark;
  guint         first, n;

  if (block == NULL || is_output (tl_state_module (builder->state), block->block.id))
    return -1;
  mark = tl_schedule_builder_mark (builder);
  first = tl_step_get (builder, "get_consumers", block_rv, &n);
  consumer = n == 1 ? tl_schedule_builder_stmt (builder, first) : NULL;
  if (consumer != NULL && passes_on (&consumer->block, block->block.writes[0].buffer))
    {
      tl_state_unref (mark);
      return (gint) first;
    }
  tl_schedule_builder_rewind (builder, mark);
  return -1;
}

void
tl_rule_parallel (TlScheduleBuilder *builder, const TlTarget *target, const guint *loops, guint n_loops)
{
  for (guint i = 0; target->num_cores > 1 && i < n_loops && builder->error == NULL; i++)
    if (tl_schedule_builder_extent (builder, loops[i]) > 1)
      {
        tl_step_try (builder, "parallel", loops[i]);
        return;
      }
}

void
tl_rule_store_nontemporal (TlScheduleBuilder *builder, const TlTarget *target, guint loop_rv, gint64 n_bytes)
{
  static const gint64 no_or_yes[] = { 0, 1 };

  if (n_bytes > tl_target_caches (target).l2_bytes)
    tl_step_annotate (builder, loop_rv, "nontemporal_store", tl_arg_rv (tl_step_sample_one_of (builder, no_or_yes, 2)));
}
