/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of blocks that rules check: the factors of products, contiguous accesses, consumers. */
#include <string.h>

#include "core/arith/stride.h"
#include "core/default-schedules/default-schedule-private.h"

const TlPrimFunc *
tl_default_func (const TlDefaultSchedule *p)
{
  return tl_module_prim (tl_state_module (p->builder->state), p->func_name);
}

guint
tl_default_rv (const TlDefaultSchedule *p, guint at)
{
  return g_array_index (p->blocks, TlDefaultBlock, at).rv;
}

const TlStmt *
tl_default_block (const TlDefaultSchedule *p, guint at)
{
  return tl_schedule_builder_stmt (p->builder, tl_default_rv (p, at));
}

void
tl_default_append_blocks (TlDefaultSchedule *p, guint parent_rv)
{
  guint rv = tl_step (p->builder, "get_child_blocks", parent_rv);

  for (; p->builder->error == NULL && rv < tl_schedule_builder_n_rvs (p->builder); rv++)
    {
      TlDefaultBlock block = { rv, tl_schedule_builder_stmt (p->builder, rv)->block.name };

      g_array_append_val (p->blocks, block);
    }
}

void
tl_default_claim (TlDefaultSchedule *p, guint at)
{
  g_string_append_printf (p->part, "%s%s", p->part->len > 0 ? ", " : "", g_array_index (p->blocks, TlDefaultBlock, at).name);
  g_array_remove_index (p->blocks, at);
}

void
tl_default_claim_with (TlDefaultSchedule *p, guint at, gint other)
{
  tl_default_claim (p, at);
  if (other >= 0)
    tl_default_claim (p, (guint) other - ((guint) other > at ? 1 : 0));
}

GPtrArray *
tl_default_consumers (const TlDefaultSchedule *p, const TlStmt *block)
{
  const TlModule          *module = tl_state_module (p->builder->state);
  g_autoptr (TlPath)       path = tl_path_find (module, block->block.id);
  g_autoptr (TlArena)      arena = tl_arena_new (NULL);
  g_autoptr (TlScopeInfo)  info = tl_scope_info_new (arena, module, tl_path_scope (path));

  return tl_scope_info_consumers (info, block);
}

static gint
place_of (const TlDefaultSchedule *p, const TlStmt *block)
{
  for (guint at = 0; at < p->blocks->len; at++)
    {
      const TlStmt *other = tl_default_block (p, at);

      if (other != NULL && other->block.id == block->block.id)
        return (gint) at;
    }
  return -1;
}

gint
tl_default_only_consumer (const TlDefaultSchedule *p, guint block_rv)
{
  const TlStmt         *block = tl_schedule_builder_stmt (p->builder, block_rv);
  g_autoptr (GPtrArray) consumers = block != NULL ? tl_default_consumers (p, block) : NULL;

  return consumers != NULL && consumers->len == 1 ? place_of (p, consumers->pdata[0]) : -1;
}

gboolean
tl_default_feeds_others (const TlDefaultSchedule *p, guint block_rv)
{
  const TlStmt         *block = tl_schedule_builder_stmt (p->builder, block_rv);
  g_autoptr (GPtrArray) consumers = block != NULL ? tl_default_consumers (p, block) : g_ptr_array_new ();

  for (guint i = 0; i < consumers->len; i++)
    if (place_of (p, consumers->pdata[i]) >= 0)
      return TRUE;
  return FALSE;
}

gboolean
tl_default_is_param (const TlDefaultSchedule *p, const TlBuffer *buffer)
{
  const TlPrimFunc *func = tl_default_func (p);

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
name_is_unique (const TlPrimFunc *func, const char *name)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);
  guint                 n_found = 0;

  for (guint i = 0; i < blocks->len; i++)
    n_found += strcmp (((const TlStmt *) blocks->pdata[i])->block.name, name) == 0;
  return n_found == 1;
}

void
tl_default_append_inner_blocks (TlDefaultSchedule *p, guint parent_rv)
{
  const TlPrimFunc     *func = tl_default_func (p);
  const TlStmt         *parent = tl_schedule_builder_stmt (p->builder, parent_rv);
  g_autoptr (GPtrArray) blocks = parent != NULL ? tl_stmt_child_blocks (parent->block.body) : g_ptr_array_new ();

  for (guint i = 0; i < blocks->len; i++)
    {
      TlDefaultBlock block = { .name = ((const TlStmt *) blocks->pdata[i])->block.name };

      if (!name_is_unique (func, block.name))
        continue;
      block.rv = tl_step_get_block (p->builder, block.name, func->name);
      g_array_append_val (p->blocks, block);
    }
}

/* --- along a loop --- */

guint
tl_default_last_dim (const TlBuffer *buffer)
{
  guint  d = buffer->n_dims > 0 ? buffer->n_dims - 1 : 0;
  gint64 extent;

  while (d > 0 && tl_buffer_get_extent (buffer, d, &extent) && extent == 1)
    d--;
  return d;
}

gint
tl_default_last_axis (const TlBlockNest *nest, const TlBuffer *buffer, const TlExpr *const *indices)
{
  return buffer->n_dims > 0 ? tl_block_nest_axis (nest, indices[tl_default_last_dim (buffer)]) : -1;
}

/* Knows the ranges of the axes. */
static TlAnalyzer *
analyzer_of (const TlDefaultSchedule *p, const TlBlockNest *nest)
{
  TlAnalyzer *analyzer = tl_analyzer_new (p->builder->arena);

  for (guint a = 0; a < nest->block->n_axes; a++)
    tl_analyzer_bind (analyzer, nest->block->axes[a].var, nest->block->axes[a].dom.min, nest->block->axes[a].dom.extent);
  return analyzer;
}

gint
tl_default_stride (const TlDefaultSchedule *p, const TlBlockNest *nest, const TlBuffer *buffer, const TlExpr *const *indices, guint loop)
{
  g_autoptr (TlAnalyzer) analyzer = analyzer_of (p, nest);
  const TlVar  *var = nest->vars[loop];
  guint         last = tl_default_last_dim (buffer);
  const TlExpr *index;
  gint64        stride;

  for (guint i = 0; i < last; i++)
    if (tl_expr_uses_var (indices[i], var) && tl_expr_uses_var (tl_analyzer_simplify (analyzer, indices[i]), var))
      return -1;
  if (buffer->n_dims == 0 || !tl_expr_uses_var (indices[last], var))
    return 0;
  index = tl_analyzer_simplify (analyzer, indices[last]);
  if (!tl_expr_uses_var (index, var))
    return 0;
  return tl_expr_stride (analyzer, index, var, &stride) && stride > 0 && stride <= G_MAXINT ? (gint) stride : -1;
}

typedef struct
{
  const TlDefaultSchedule *p;
  const TlBlockNest     *nest;
  guint                    loop;
  gint                     most;
  const TlExpr            *far;
} Along;

static TlWalk
stop_at_far_load (const TlExpr *expr, gpointer user_data)
{
  Along *along = user_data;
  gint   stride;

  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  stride = tl_default_stride (along->p, along->nest, expr->buffer, expr->indices, along->loop);
  if (stride >= 0 && stride <= along->most)
    return TL_WALK_INTO;
  along->far = expr;
  return TL_WALK_STOP;
}

gboolean
tl_default_is_contiguous_along (const TlDefaultSchedule *p, const TlBlockNest *nest, guint loop, gint most, char **why)
{
  const TlStmt *store = nest->block->body;
  Along         along = { .p = p, .nest = nest, .loop = loop, .most = most };

  if (store->kind != TL_STMT_STORE)
    return tl_set_reason (why, "block %s does more than store one value", nest->block->name);
  if (tl_default_stride (p, nest, store->buffer, store->indices, loop) != 1)
    return tl_set_reason (why, "writes to %s are not contiguous along %s", store->buffer->name, nest->vars[loop]->name);
  if (!tl_expr_walk (store->value, stop_at_far_load, &along))
    return tl_set_reason (why, "reads of %s are not contiguous along %s", along.far->buffer->name, nest->vars[loop]->name);
  return TRUE;
}

/* --- groups of channels --- */

typedef struct
{
  const TlVar *var;
  gint64       n;        /* 0: none yet */
  gboolean     differs;
} ChannelGroups;

static TlWalk
look_at_groups (const TlExpr *expr, gpointer user_data)
{
  ChannelGroups *groups = user_data;

  if (expr == groups->var)
    groups->differs = TRUE;
  else if (expr->kind == TL_EXPR_FLOORDIV && expr->a == groups->var && expr->b->kind == TL_EXPR_INT)
    {
      groups->differs |= groups->n != 0 && groups->n != expr->b->int_value;
      groups->n = expr->b->int_value;
      return TL_WALK_OVER;
    }
  return groups->differs ? TL_WALK_STOP : TL_WALK_INTO;
}

gint64
tl_default_group_size (const TlBlockNest *nest, const TlExpr *const *indices, guint n, guint loop)
{
  ChannelGroups groups = { .var = nest->vars[loop] };

  for (guint i = 0; i < n; i++)
    tl_expr_walk (indices[i], look_at_groups, &groups);
  return groups.differs ? 0 : groups.n;
}

/* i0 … → i0 … i // @size, i % @size … */
static const TlIndexMap *
group_map (TlDefaultSchedule *p, const TlBlockNest *nest, guint loop, gint64 size)
{
  TlArena      *arena = p->builder->arena;
  const TlVar **vars = tl_step_map_vars (p->builder, nest->n);
  const TlExpr *final[TL_NEST_MAX_LOOPS + 1];
  guint         n = 0;

  for (guint l = 0; l < nest->n; l++)
    if (l == loop)
      {
        final[n++] = tl_floordiv (arena, vars[l], tl_int (arena, size));
        final[n++] = tl_floormod (arena, vars[l], tl_int (arena, size));
      }
    else
      final[n++] = vars[l];
  return tl_index_map_new (arena, vars, nest->n, final, n);
}

/* The loops that still move an operand: (group * n + place) // n has no place. */
static void
find_axes (TlDefaultSchedule *p, const TlBlockNest *nest, TlBlockOperand *operand)
{
  g_autoptr (TlAnalyzer) analyzer = analyzer_of (p, nest);

  operand->axes = 0;
  for (guint d = 0; d < operand->load->n_indices; d++)
    operand->axes |= tl_block_nest_loops_used (nest, tl_analyzer_simplify (analyzer, operand->load->indices[d]));
}

gboolean
tl_default_separate_groups (TlDefaultSchedule *p, TlBlockNest *nest, TlBlockProduct *product, char **why)
{
  for (guint l = 0; l < nest->n && nest->n < TL_NEST_MAX_LOOPS; l++)
    for (guint i = 0; i < TL_BLOCK_MAX_OPERANDS; i++)
      {
        const TlExpr *load = product->operands[i].load;
        gint64        size = tl_default_group_size (nest, load->indices, load->n_indices, l);

        if (size < 2 || nest->extents[l] <= size || nest->extents[l] % size != 0)
          continue;
        tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (nest->rv),
                                tl_arg_index_map (group_map (p, nest, l, size)));
        if (p->builder->error != NULL)
          return tl_set_reason (why, "%s", tl_refusal_reason (p->builder->error));
        if (!tl_block_nest_match_rv (p->builder, nest->rv, nest, why) || !tl_block_product_match (nest, product, why))
          return FALSE;
        for (guint k = 0; k < TL_BLOCK_MAX_OPERANDS; k++)
          find_axes (p, nest, &product->operands[k]);
        return TRUE;
      }
  return TRUE;
}

/* --- axes of extent 1 --- */

static gboolean
adds_units (const TlBlockNest *nest, const TlExpr *index)
{
  return tl_block_nest_axis (nest, index) < 0 && (tl_block_nest_loops_used (nest, index) & nest->units) != 0;
}

gboolean
tl_default_drop_units (TlDefaultSchedule *p, TlBlockNest *nest, TlBlockProduct *product, char **why)
{
  const TlVar **vars = tl_step_map_vars (p->builder, nest->n);
  const TlExpr *final[TL_NEST_MAX_LOOPS];
  gboolean      any = FALSE;
  guint         n = 0;

  for (guint i = 0; i < TL_BLOCK_MAX_OPERANDS; i++)
    for (guint d = 0; d < product->operands[i].load->n_indices; d++)
      any |= adds_units (nest, product->operands[i].load->indices[d]);
  for (guint l = 0; l < nest->n; l++)
    if ((nest->units & (1u << l)) == 0)
      final[n++] = vars[l];
  if (!any || (nest->reduced & ~nest->units) == 0)
    return TRUE;
  tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (nest->rv),
                          tl_arg_index_map (tl_index_map_new (p->builder->arena, vars, nest->n, final, n)));
  if (p->builder->error != NULL)
    return tl_set_reason (why, "%s", tl_refusal_reason (p->builder->error));
  return tl_block_nest_match_rv (p->builder, nest->rv, nest, why) && tl_block_product_match (nest, product, why);
}

/* --- padding --- */

/* Pads with zeros, or by nothing: then it is a copy. */
static gboolean
is_padding (const TlBlock *block, const TlBuffer *buffer)
{
  const TlStmt *store = block->body;

  if (block->init != NULL || store->kind != TL_STMT_STORE || store->buffer != buffer)
    return FALSE;
  return store->value->kind == TL_EXPR_LOAD
             ? tl_block_reads_same_element (block, store->value->buffer) && tl_buffer_same_shape (store->value->buffer, buffer)
             : store->value->kind == TL_EXPR_CALL && strcmp (store->value->callee->name, "if_then_else") == 0;
}

static gint
find_padding (const TlDefaultSchedule *p, const TlBlock *block)
{
  for (guint at = 0; at < p->blocks->len; at++)
    {
      const TlStmt *other = tl_default_block (p, at);

      for (guint r = 0; other != NULL && r < block->n_reads; r++)
        if (is_padding (&other->block, block->reads[r].buffer) && !tl_default_is_param (p, block->reads[r].buffer))
          return (gint) at;
    }
  return -1;
}

gboolean
tl_default_inline_padding (TlDefaultSchedule *p, TlBlockNest *nest, guint *at, char **why)
{
  gint     padding;
  gboolean any = FALSE;

  while (p->builder->error == NULL && (padding = find_padding (p, &tl_schedule_builder_stmt (p->builder, nest->rv)->block)) >= 0)
    {
      tl_step (p->builder, "compute_inline", tl_default_rv (p, (guint) padding));
      g_array_remove_index (p->blocks, (guint) padding);
      *at -= (guint) padding < *at;
      any = TRUE;
    }
  if (p->builder->error != NULL)
    return tl_set_reason (why, "%s", tl_refusal_reason (p->builder->error));
  return !any || tl_block_nest_match_rv (p->builder, nest->rv, nest, why);
}

void
tl_default_fill_up (TlDefaultSchedule *p, TlBlockNest *nest, guint loop, gint64 lanes)
{
  gint64           multiples[TL_NEST_MAX_LOOPS];
  guint            n, first;
  g_autofree char *why = NULL;

  for (guint a = 0; a < nest->block->n_axes; a++)
    multiples[a] = nest->block->axes[a].var == nest->vars[loop] ? lanes : 1;
  tl_schedule_builder_do (p->builder, "pad_einsum", tl_arg_rv (nest->rv),
                          tl_schedule_builder_ints (p->builder, multiples, nest->block->n_axes));
  first = tl_step_get (p->builder, "get_producers", nest->rv, &n);
  for (guint i = 0; i < n; i++)
    tl_step (p->builder, "compute_inline", first + i);
  if (p->builder->error == NULL && !tl_block_nest_match_rv (p->builder, nest->rv, nest, &why))
    tl_refuse (&p->builder->error, NULL, 0, NULL, "%s", why);
}

/* --- consumers --- */

gint
tl_default_epilogue (TlDefaultSchedule *p, const TlBlockNest *nest)
{
  const TlBuffer *buffer = nest->block->writes[0].buffer;
  gint            at = tl_default_is_param (p, buffer) ? -1 : tl_default_only_consumer (p, nest->rv);
  const TlStmt   *consumer = at >= 0 ? tl_default_block (p, (guint) at) : NULL;

  return consumer != NULL && tl_block_reads_same_element (&consumer->block, buffer)
         && tl_buffer_same_shape (buffer, consumer->block.writes[0].buffer)
             ? at
             : -1;
}
