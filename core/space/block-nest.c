/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/block-nest.h"

#include <stdarg.h>

#include "core/analysis/block-info.h"
#include "core/base/saturate.h"
#include "core/space/schedule-steps.h"

gboolean
tl_set_reason (char **why, const char *format, ...)
{
  va_list args;

  if (why == NULL || *why != NULL)
    return FALSE;
  va_start (args, format);
  *why = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}

static gint
axis_bound_to (const TlBlock *block, const TlVar *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->bindings[i] == var)
      return (gint) i;
  return -1;
}

static gboolean
read_loop (TlBlockNest *nest, guint at, const TlLoop *loop, char **why)
{
  const TlBlock *block = nest->block;
  gint           axis = axis_bound_to (block, loop->var);
  gint64         extent;

  if (axis < 0)
    return tl_set_reason (why, "loop %s does not bind an axis of block %s alone", loop->var->name, block->name);
  if (loop->kind != TL_LOOP_SERIAL || loop->annotations.n > 0)
    return tl_set_reason (why, "loop %s is already scheduled (%s)", loop->var->name, tl_loop_kind_name (loop->kind));
  if (loop->body->kind == TL_STMT_SEQ)
    return tl_set_reason (why, "loop %s contains more than block %s", loop->var->name, block->name);
  if (!tl_expr_is_int (loop->min, 0) || loop->step != NULL)
    return tl_set_reason (why, "loop %s does not start at 0", loop->var->name);
  nest->vars[at] = block->axes[axis].var;
  nest->extents[at] = tl_expr_get_int (loop->extent, &extent) ? extent : 0;
  nest->is_direct &= loop->body->kind == TL_STMT_FOR || loop->body->kind == TL_STMT_BLOCK;
  if (nest->extents[at] == 1)
    nest->units |= 1u << at;
  if (block->axes[axis].kind == TL_AXIS_SPATIAL)
    nest->spatial |= 1u << at;
  else if (block->axes[axis].kind == TL_AXIS_REDUCE)
    nest->reduced |= 1u << at;
  else
    return tl_set_reason (why, "axis %s of block %s is neither data-parallel nor a reduction axis", block->axes[axis].var->name,
                          block->name);
  return TRUE;
}

static gboolean
read_loops (TlBlockNest *nest, const GPtrArray *loops, char **why)
{
  const TlBlock *block = nest->block;

  nest->n = loops->len;
  if (nest->n > TL_NEST_MAX_LOOPS)
    return tl_set_reason (why, "block %s has %u loops, more than %u", block->name, nest->n, TL_NEST_MAX_LOOPS);
  if (nest->n != block->n_axes || nest->n == 0)
    return tl_set_reason (why, "block %s has %u axes in %u loops", block->name, block->n_axes, nest->n);
  if (block->predicate != NULL && !tl_expr_is_true (block->predicate))
    return tl_set_reason (why, "block %s runs under a condition", block->name);
  for (guint i = 0; i < nest->n; i++)
    if (!read_loop (nest, i, &((const TlStmt *) loops->pdata[i])->loop, why))
      return FALSE;
  return TRUE;
}

gboolean
tl_block_nest_match (const TlModule *module, TlNodeId block, TlBlockNest *nest, char **why)
{
  g_autoptr (TlPath)    path = tl_path_find (module, block);
  g_autoptr (GPtrArray) loops = NULL;

  *nest = (TlBlockNest) { .is_direct = TRUE };
  if (path == NULL || tl_path_target (path)->kind != TL_STMT_BLOCK)
    return tl_set_reason (why, "the block no longer exists");
  nest->block = &tl_path_target (path)->block;
  loops = tl_path_loops (path);
  return read_loops (nest, loops, why);
}

void
tl_block_nest_get_loops (TlScheduleBuilder *builder, guint block_rv, TlBlockNest *nest)
{
  guint first = tl_step (builder, "get_loops", block_rv);

  nest->rv = block_rv;
  for (guint i = 0; i < nest->n; i++)
    nest->loops[i] = first + i;
}

gboolean
tl_block_nest_match_rv (TlScheduleBuilder *builder, guint block_rv, TlBlockNest *nest, char **why)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);

  if (block == NULL)
    return tl_set_reason (why, "the block no longer exists");
  if (!tl_block_nest_match (tl_state_module (builder->state), block->block.id, nest, why))
    return FALSE;
  tl_block_nest_get_loops (builder, block_rv, nest);
  return TRUE;
}

guint
tl_block_nest_list (const TlBlockNest *nest, guint set, guint *loops)
{
  guint n = 0;

  for (guint i = 0; i < nest->n; i++)
    if ((set & 1u << i) != 0)
      loops[n++] = nest->loops[i];
  return n;
}

gint64
tl_block_nest_n_iterations (const TlBlockNest *nest, guint set)
{
  gint64 product = 1;

  for (guint i = 0; i < nest->n; i++)
    if ((set & 1u << i) != 0)
      product = tl_mul_saturated (product, nest->extents[i]);
  return product;
}

guint
tl_block_nest_loops_used (const TlBlockNest *nest, const TlExpr *expr)
{
  guint set = 0;

  for (guint i = 0; i < nest->n; i++)
    if (tl_expr_uses_var (expr, nest->vars[i]))
      set |= 1u << i;
  return set;
}

guint
tl_block_nest_uses_any (const TlBlockNest *nest, const TlExpr *const *indices, guint n)
{
  guint set = 0;

  for (guint i = 0; i < n; i++)
    set |= tl_block_nest_loops_used (nest, indices[i]);
  return set;
}

gint
tl_block_nest_axis (const TlBlockNest *nest, const TlExpr *expr)
{
  for (guint i = 0; i < nest->n; i++)
    if (expr == nest->vars[i])
      return (gint) i;
  return -1;
}

gint
tl_block_nest_last_axis (const TlBlockNest *nest, const TlExpr *const *indices, guint n)
{
  return n > 0 ? tl_block_nest_axis (nest, indices[n - 1]) : -1;
}

gboolean
tl_block_nest_are_distinct_axes (const TlBlockNest *nest, const TlExpr *const *indices, guint n, guint *set)
{
  *set = 0;
  for (guint i = 0; i < n; i++)
    {
      gint   axis = tl_block_nest_axis (nest, indices[i]);
      gint64 value;

      if (axis < 0 ? !tl_expr_get_int (indices[i], &value) : (*set & (1u << axis)) != 0)
        return FALSE;
      if (axis >= 0)
        *set |= 1u << axis;
    }
  return TRUE;
}

gboolean
tl_block_reads_same_element (const TlBlock *block, const TlBuffer *buffer)
{
  const TlStmt *store = block->body;

  if (block->init != NULL || store->kind != TL_STMT_STORE || block->n_writes != 1 || store->n_indices != buffer->n_dims
      || !tl_block_is_data_parallel (block))
    return FALSE;
  for (guint r = 0; r < block->n_reads; r++)
    for (guint d = 0; block->reads[r].buffer == buffer && d < buffer->n_dims; d++)
      if (!tl_expr_is_int (block->reads[r].ranges[d].extent, 1) || !tl_expr_equal (block->reads[r].ranges[d].min, store->indices[d]))
        return FALSE;
  return TRUE;
}
