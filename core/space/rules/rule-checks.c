/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/rule-checks-private.h"


gboolean
tl_rule_site_init (TlRuleSite *site, TlState *state, guint block_rv)
{
  const TlModule *module = tl_state_module (state);
  TlPath *path = tl_path_find (module, tl_state_rv (state, block_rv)->node);
  const TlStmt *scope;

  if (!path)
    return FALSE;
  scope = tl_path_scope (path);
  *site = (TlRuleSite) { .module = module, .path = path, .block = &tl_path_target (path)->block, .loops = tl_path_loops (path) };
  site->arena = tl_arena_new (module->arena);
  site->info = scope ? tl_scope_info_new (site->arena, module, scope) : NULL;
  return TRUE;
}

void
tl_rule_site_clear (TlRuleSite *site)
{
  g_clear_pointer (&site->info, tl_scope_info_free);
  g_clear_pointer (&site->path, tl_path_free);
  g_clear_pointer (&site->loops, g_ptr_array_unref);
  g_clear_pointer (&site->arena, tl_arena_unref);
}

gboolean
tl_rule_site_is_root (const TlRuleSite *site)
{
  return site->info == NULL;
}

const TlValue *
tl_rule_site_annotation (const TlRuleSite *site, const char *key)
{
  return tl_attrs_find (&site->block->annotations, key);
}

static gint
write_position (const TlRegion *write, const TlExpr *axis)
{
  for (guint i = 0; i < write->buffer->n_dims; i++)
    if (write->ranges[i].min == axis)
      return (gint) i;
  return -1;
}

/* An index with the constant taken off: v for v + 1, v - 1. */
static const TlExpr *
without_shift (const TlExpr *index)
{
  gint64 value;

  if (index->kind != TL_EXPR_ADD && index->kind != TL_EXPR_SUB)
    return index;
  if (tl_expr_get_int (index->b, &value))
    return index->a;
  return index->kind == TL_EXPR_ADD && tl_expr_get_int (index->a, &value) ? index->b : index;
}

TlAccessPattern
tl_rule_access_pattern (const TlRegion *read, const TlRegion *write)
{
  TlAccessPattern pattern = { .exists = TRUE, .injective = TRUE, .ordered = TRUE };
  g_autofree guint *n_read = g_new0 (guint, write->buffer->n_dims + 1);
  gint last = -1;

  for (guint i = 0; i < write->buffer->n_dims; i++)
    if (write->ranges[i].min->kind != TL_EXPR_VAR || !tl_expr_is_int (write->ranges[i].extent, 1))
      return (TlAccessPattern) { .exists = FALSE };
  for (guint i = 0; i < read->buffer->n_dims; i++)
    {
      gint64 value;
      gint at;

      if (!tl_expr_is_int (read->ranges[i].extent, 1))
        return (TlAccessPattern) { .exists = FALSE };
      if (tl_expr_get_int (read->ranges[i].min, &value))
        continue;
      at = write_position (write, without_shift (read->ranges[i].min));
      if (at < 0)
        return (TlAccessPattern) { .exists = FALSE };
      pattern.injective &= n_read[at]++ == 0;
      pattern.ordered &= at > last;
      last = at;
    }
  return pattern;
}

gboolean
tl_rule_is_spatial_func (const TlRuleSite *site)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (site->path->func->body);

  for (guint i = 0; i < blocks->len; i++)
    if (!tl_block_is_data_parallel (&((const TlStmt *) blocks->pdata[i])->block))
      return FALSE;
  return TRUE;
}

/* Each axis is bound by a loop of its own, in their order. */
static gboolean
is_trivially_bound (const TlRuleSite *site)
{
  if (tl_rule_site_is_root (site) || site->loops->len != site->block->n_axes)
    return FALSE;
  for (guint i = 0; i < site->loops->len; i++)
    if (site->block->bindings[i] != ((const TlStmt *) site->loops->pdata[i])->loop.var)
      return FALSE;
  return TRUE;
}

static gboolean
region_uses (const TlRegion *region, const TlVar *var)
{
  for (guint i = 0; i < region->buffer->n_dims; i++)
    if (tl_expr_uses_var (region->ranges[i].min, var))
      return TRUE;
  return FALSE;
}

static gboolean
has_constant_extents (const TlRegion *region)
{
  gint64 extent;

  for (guint i = 0; i < region->buffer->n_dims; i++)
    if (!tl_expr_get_int (region->ranges[i].extent, &extent))
      return FALSE;
  return TRUE;
}

/* The buffer that a reduction updates is not an operand. */
static gboolean
is_operand (const TlBlock *block, guint read)
{
  return block->reads[read].buffer != block->writes[0].buffer;
}

/* Spatial axes, units aside, that do not lead to other elements of the operand. */
static guint
count_unused_axes (const TlBlock *block, const TlRegion *read)
{
  guint n = 0;

  for (guint a = 0; a < block->n_axes; a++)
    {
      const TlBlockAxis *axis = &block->axes[a];
      gboolean is_unit = tl_expr_is_int (axis->dom.min, 0) && tl_expr_is_int (axis->dom.extent, 1);

      n += axis->kind == TL_AXIS_SPATIAL && !is_unit && !region_uses (read, axis->var);
    }
  return n;
}

gboolean
tl_rule_wants_tiles (const TlRuleSite *site)
{
  const TlBlock *block = site->block;
  guint n_operands = 0, n_unused = 0;

  if (block->n_writes != 1 || tl_block_is_data_parallel (block) || !is_trivially_bound (site))
    return FALSE;
  for (guint i = 0; i < block->n_reads; i++)
    {
      if (!is_operand (block, i))
        continue;
      for (guint k = 0; k < i; k++)
        if (block->reads[k].buffer == block->reads[i].buffer)
          return FALSE;
      if (!has_constant_extents (&block->reads[i]))
        return FALSE;
      n_operands++;
      n_unused += count_unused_axes (block, &block->reads[i]);
    }
  return n_operands > 0 && n_unused > 0;
}

static gboolean
is_plain_nest (const TlRuleSite *site)
{
  for (guint i = 0; i < site->loops->len; i++)
    {
      const TlStmt *loop = site->loops->pdata[i];
      const TlStmt *below = i + 1 < site->loops->len ? site->loops->pdata[i + 1] : tl_path_target (site->path);

      if (loop->loop.body != below)
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_rule_wants_parallel_reduction (const TlRuleSite *site, gint64 max_parallel_extent)
{
  gint64 n_spatial = 1, n_reduced = 1, extent;
  gboolean reduces = FALSE;

  if (tl_rule_site_is_root (site) || tl_rule_site_annotation (site, TL_HINT_TILING)
      || !tl_block_is_reduction (site->info, tl_path_target (site->path), NULL) || !is_trivially_bound (site) || !is_plain_nest (site))
    return FALSE;
  for (guint i = 0; i < site->loops->len; i++)
    {
      const TlStmt *loop = site->loops->pdata[i];
      guint kinds = tl_loop_axis_kinds (loop);

      if ((kinds != 1u << TL_AXIS_SPATIAL && kinds != 1u << TL_AXIS_REDUCE && kinds != 0) || !tl_expr_get_int (loop->loop.extent, &extent))
        return FALSE;
      reduces |= kinds == 1u << TL_AXIS_REDUCE;
      if (!__builtin_mul_overflow (kinds == 1u << TL_AXIS_REDUCE ? n_reduced : n_spatial, extent,
                                   kinds == 1u << TL_AXIS_REDUCE ? &n_reduced : &n_spatial))
        continue;
      return FALSE;
    }
  if (!reduces)
    return FALSE;
  if (tl_rule_wants_tiles (site))
    return n_spatial < n_reduced && n_spatial <= max_parallel_extent;
  return n_reduced > 1;
}

gboolean
tl_rule_is_write_cache (const TlBlock *block)
{
  if (block->n_writes != 1)
    return FALSE;
  for (guint i = 0; i < block->n_reads; i++)
    {
      TlAccessPattern pattern = tl_rule_access_pattern (&block->reads[i], &block->writes[0]);

      if (!pattern.exists || !pattern.injective || !pattern.ordered)
        return FALSE;
    }
  return TRUE;
}

/* --- steps --- */

guint
tl_rule_fuse_reduction_loops (TlScheduleBuilder *builder, guint block_rv, guint *n_spatial)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint)), reduced = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n, first = tl_step_get_loops (builder, block_rv, &n);
  gboolean is_in_order = TRUE;

  for (guint rv = first; rv < first + n && !builder->error; rv++)
    {
      gboolean reduces = (tl_loop_axis_kinds (tl_schedule_builder_stmt (builder, rv)) & 1u << TL_AXIS_REDUCE) != 0;

      is_in_order &= reduces || reduced->len == 0;
      g_array_append_val (reduces ? reduced : order, rv);
    }
  *n_spatial = order->len;
  if (builder->error || reduced->len == 0)
    return first;
  g_array_append_vals (order, reduced->data, reduced->len);
  if (!is_in_order)
    tl_step_reorder_loops (builder, (const guint *) (gpointer) order->data, order->len);
  return tl_step_fuse_loops (builder, (const guint *) (gpointer) reduced->data, reduced->len);
}

gboolean
tl_rule_propose (TlScheduleBuilder *builder, GPtrArray *results, GError **error)
{
  TlState *state = tl_schedule_builder_finish (builder, error);

  if (state)
    g_ptr_array_add (results, state);
  return state != NULL;
}

gboolean
tl_rule_leave (const TlRuleCall *call, GPtrArray *results)
{
  g_ptr_array_add (results, tl_state_ref (call->state));
  return TRUE;
}
