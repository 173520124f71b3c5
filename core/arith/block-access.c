/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which boxes of which buffers a block touches. The walk keeps the loops it is inside of, values of let variables and axes of nested
 * blocks, and those conditions around that narrow one loop; every access is relaxed over the loops when it is met.
 */
#include "core/arith/block-access.h"
#include "core/arith/int-set-private.h"

#include "core/ir/walk.h"

#define DEEPEST_NEST 200

#define MAX_REGION_NODES 2000u

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GArray     *iters;      /* TlIter of the loops around */
  GHashTable *values;     /* let variables and nested axes: TlVar → TlExpr over the loops */
  GHashTable *inner;      /* buffers that live inside the block */
  GHashTable *views;      /* TlBuffer → TlMatchBuffer */
  GHashTable *whole;      /* ranges of regions that stay the whole buffer, and beginnings of dimensions that stay whole, whatever else is
                             accessed */
  GArray     *reads;      /* TlRegion */
  GArray     *writes;
  GArray     *given;      /* TlRegion: whole buffers whose address is given away */
  guint       depth;
} AccessCollector;

static void collect_stmt (AccessCollector *collector, const TlStmt *stmt);
static void collect_expr (AccessCollector *collector, const TlExpr *expr);

static const TlExpr *
with_values (AccessCollector *collector, const TlExpr *expr)
{
  return g_hash_table_size (collector->values) > 0 ? tl_expr_substitute (collector->arena, expr, collector->values) : expr;
}

static TlWalk
stop_at_opaque (const TlExpr *expr, gpointer user_data)
{
  gboolean is_plain = expr->kind == TL_EXPR_VAR || expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_LOAD
                      || tl_expr_kind_is_binary (expr->kind);

  return is_plain ? TL_WALK_INTO : TL_WALK_STOP;
}

/* A single place that no inner loop moves: arithmetic on variables and on what buffers hold. */
static gboolean
is_fixed (const AccessCollector *collector, const TlExpr *expr)
{
  for (guint i = 0; i < collector->iters->len; i++)
    if (tl_expr_uses_var (expr, g_array_index (collector->iters, TlIter, i).var))
      return FALSE;
  return tl_expr_walk (expr, stop_at_opaque, NULL);
}

static TlWalk
stop_at_call (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_CALL ? TL_WALK_STOP : expr->kind == TL_EXPR_LOAD ? TL_WALK_OVER : TL_WALK_INTO;
}

static TlRange
whole_dimension (const AccessCollector *collector, const TlBuffer *buffer, guint dim)
{
  return (TlRange) { tl_expr_int (collector->arena, buffer->shape[dim]->dtype, 0), buffer->shape[dim] };
}

/*
 * Where a place is what a call yields, the whole dimension is declared, as TVM declares it: regions are part of what makes two programs
 * one.
 */
static TlRange
relaxed (AccessCollector *collector, const TlBuffer *buffer, guint dim, TlRange range)
{
  TlArena      *arena = collector->arena;
  const TlIter *iters = (const TlIter *) (gpointer) collector->iters->data;
  const TlExpr *min = with_values (collector, range.min);
  TlInterval    whole;
  const TlExpr *extent;

  if (!tl_expr_walk (min, stop_at_call, NULL))
    {
      range = whole_dimension (collector, buffer, dim);
      g_hash_table_add (collector->whole, (gpointer) range.min);
      return range;
    }
  if (tl_expr_is_int (range.extent, 1) && is_fixed (collector, min))
    return (TlRange) { min, range.extent };
  whole = tl_interval_of (collector->analyzer, min, iters, collector->iters->len);
  if (!tl_expr_is_int (range.extent, 1))
    {
      const TlExpr *end = tl_add (arena, min, with_values (collector, range.extent));

      whole.high = tl_interval_of (collector->analyzer, tl_sub (arena, end, tl_expr_int (arena, end->dtype, 1)), iters,
                                   collector->iters->len).high;
    }
  if (whole.low == NULL || whole.high == NULL)
    return whole_dimension (collector, buffer, dim);
  extent = tl_add (arena, tl_sub (arena, whole.high, whole.low), tl_expr_int (arena, whole.low->dtype, 1));
  return (TlRange) { whole.low, tl_analyzer_simplify (collector->analyzer, extent) };
}

static TlWalk
count_node (const TlExpr *expr, gpointer user_data)
{
  guint *left = user_data;

  return --*left > 0 ? TL_WALK_INTO : TL_WALK_STOP;
}

/* Indices read from buffers by indices read from buffers … make unions that nobody can read, and that double with each access. */
static gboolean
is_vast (const TlRegion *region)
{
  guint left = MAX_REGION_NODES;

  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (!tl_expr_walk (region->ranges[d].min, count_node, &left) || !tl_expr_walk (region->ranges[d].extent, count_node, &left))
      return TRUE;
  return FALSE;
}

static TlRegion
simplified (AccessCollector *collector, TlRegion region)
{
  TlRange *ranges = tl_arena_new_array (collector->arena, TlRange, region.buffer->n_dims);

  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d] = (TlRange) { tl_analyzer_simplify (collector->analyzer, region.ranges[d].min), region.ranges[d].extent };
  return (TlRegion) { region.buffer, ranges };
}

/*
 * The access @box and those before; all of the buffer where that becomes too much to say. A place accessed once stands as it is written, as
 * TVM has it; what several accesses unite to is simplified.
 */
static void
unite (AccessCollector *collector, TlRegion *region, TlRegion box)
{
  TlRange *ranges = tl_arena_new_array (collector->arena, TlRange, region->buffer->n_dims);
  TlRegion sum = tl_region_union (collector->arena, simplified (collector, *region), simplified (collector, box));

  for (guint d = 0; d < region->buffer->n_dims; d++)
    ranges[d] = g_hash_table_contains (collector->whole, region->ranges[d].min) ? region->ranges[d]
                : g_hash_table_contains (collector->whole, box.ranges[d].min)   ? box.ranges[d]
                                                                                : sum.ranges[d];
  *region = (TlRegion) { region->buffer, ranges };
  if (!is_vast (region))
    return;
  *region = tl_region_full (collector->arena, region->buffer);
  g_hash_table_add (collector->whole, (gpointer) region->ranges);
}

static void
record (AccessCollector *collector, GArray *list, TlRegion region)
{
  TlMatchBuffer *view = g_hash_table_lookup (collector->views, region.buffer);
  TlRange       *ranges;
  TlRegion       box, *known = NULL;

  if (view != NULL)
    region = view->source;
  if (g_hash_table_contains (collector->inner, region.buffer))
    return;
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, TlRegion, i).buffer == region.buffer)
      known = &g_array_index (list, TlRegion, i);
  if (known != NULL && g_hash_table_contains (collector->whole, known->ranges))
    return;
  ranges = tl_arena_new_array (collector->arena, TlRange, region.buffer->n_dims);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d] = relaxed (collector, region.buffer, d, region.ranges[d]);
  box = (TlRegion) { region.buffer, ranges };
  if (known != NULL)
    unite (collector, known, box);
  else
    g_array_append_val (list, box);
}

/* The range that the lanes of an index access: all between the ends of a ramp, the whole dimension where these are not constant. */
static TlRange
index_range (TlArena *arena, const TlBuffer *buffer, guint dim, const TlExpr *index)
{
  TlDType scalar = tl_dtype_with_lanes (index->dtype, 1);
  gint64  stride, last;

  if (index->dtype.lanes == 1)
    return (TlRange) { index, tl_expr_int (arena, scalar, 1) };
  if (index->kind == TL_EXPR_BROADCAST)
    return (TlRange) { index->base, tl_expr_int (arena, scalar, 1) };
  if (index->kind != TL_EXPR_RAMP || !tl_expr_get_int (index->stride, &stride) || ABS (stride) > G_MAXINT16)
    return (TlRange) { tl_expr_int (arena, buffer->shape[dim]->dtype, 0), buffer->shape[dim] };
  last = stride * (index->dtype.lanes - 1);
  return (TlRange) { tl_add (arena, index->base, tl_expr_int (arena, scalar, MIN (last, 0))), tl_expr_int (arena, scalar, ABS (last) + 1) };
}

TlRegion
tl_region_accessed (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  TlRange *ranges;

  if (n_indices != buffer->n_dims)
    return tl_region_full (arena, buffer);
  ranges = tl_arena_new_array (arena, TlRange, n_indices);
  for (guint i = 0; i < n_indices; i++)
    ranges[i] = index_range (arena, buffer, i, indices[i]);
  return (TlRegion) { buffer, ranges };
}

/* How many different variables occur, and the last of them. */
typedef struct
{
  const TlVar *var;
  gboolean     several;
} OneVar;

static TlWalk
look_for_var (const TlExpr *expr, gpointer user_data)
{
  OneVar *one = user_data;

  if (expr->kind == TL_EXPR_VAR)
    {
      one->several = one->several || (one->var != NULL && one->var != expr);
      one->var = expr;
    }
  return one->several ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlExpr *
narrowing_part (AccessCollector *collector, const TlExpr *condition)
{
  OneVar one = { NULL, FALSE };

  if (condition->kind == TL_EXPR_AND)
    return tl_and (collector->arena, narrowing_part (collector, condition->a), narrowing_part (collector, condition->b));
  tl_expr_walk (condition, look_for_var, &one);
  for (guint i = 0; !one.several && one.var != NULL && i < collector->iters->len; i++)
    if (g_array_index (collector->iters, TlIter, i).var == one.var)
      return condition;
  return tl_expr_bool (collector->arena, TRUE);
}

/*
 * Conditions over one loop variable narrow its range, as TVM has it; relations between variables are left out there, so that a box
 * "i * 3 : i * 3 + 3" stays the plain one.
 */
static void
assume (AccessCollector *collector, const TlExpr *condition, gboolean holds)
{
  const TlExpr *known = with_values (collector, condition);

  if (!holds)
    known = tl_expr_not (collector->arena, known);
  known = tl_analyzer_simplify (collector->analyzer, known);
  if (known->kind == TL_EXPR_CALL && known->n_args == 1 && g_str_equal (known->callee->name, "likely"))
    known = known->args[0];
  tl_analyzer_push (collector->analyzer, narrowing_part (collector, known));
}

static void
collect_guarded (AccessCollector *collector, const TlExpr *const *args)
{
  collect_expr (collector, args[0]);
  assume (collector, args[0], TRUE);
  collect_expr (collector, args[1]);
  tl_analyzer_pop (collector->analyzer);
  assume (collector, args[0], FALSE);
  collect_expr (collector, args[2]);
  tl_analyzer_pop (collector->analyzer);
}

static gboolean
has_buffer (const GArray *list, const TlBuffer *buffer)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, TlRegion, i).buffer == buffer)
      return TRUE;
  return FALSE;
}

/* The callee may go anywhere, and read and write there. */
static void
give_away (AccessCollector *collector, const TlBuffer *buffer)
{
  TlMatchBuffer *view = g_hash_table_lookup (collector->views, buffer);
  TlRegion       region = view != NULL ? view->source : tl_region_full (collector->arena, buffer);

  if (!g_hash_table_contains (collector->inner, region.buffer) && !has_buffer (collector->given, region.buffer))
    g_array_append_val (collector->given, region);
}

/* A pointer into the buffer, @mask 1 to read, 2 to write. */
static void
collect_pointer (AccessCollector *collector, const TlExpr *data, gint64 mask)
{
  const TlBuffer *buffer;

  if (data->kind != TL_EXPR_CALL || data->n_args != 1 || data->args[0]->kind != TL_EXPR_LOAD)
    return;
  buffer = data->args[0]->buffer;
  if (mask == 1 || mask == 2)
    record (collector, mask == 1 ? collector->reads : collector->writes, tl_region_full (collector->arena, buffer));
  else
    give_away (collector, buffer);
}

/* tvm_access_ptr (type, data, offset, extent, mask) */
static void
collect_access_ptr (AccessCollector *collector, const TlExpr *call)
{
  gint64 mask = 3;

  tl_expr_get_int (call->args[4], &mask);
  collect_pointer (collector, call->args[1], mask);
  collect_expr (collector, call->args[2]);
  collect_expr (collector, call->args[3]);
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  AccessCollector *collector = user_data;

  switch (expr->kind)
    {
    case TL_EXPR_LOAD:
      record (collector, collector->reads, tl_region_accessed (collector->arena, expr->buffer, expr->indices, expr->n_indices));
      return TL_WALK_INTO;
    case TL_EXPR_CALL:
      if (expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
        collect_guarded (collector, expr->args);
      else if (g_str_equal (expr->callee->name, "tvm_access_ptr"))
        collect_access_ptr (collector, expr);
      else if (g_str_equal (expr->callee->name, "buffer_data"))
        collect_pointer (collector, expr, 3);
      else
        return TL_WALK_INTO;
      return TL_WALK_OVER;
    case TL_EXPR_LET:
      collect_expr (collector, expr->let_value);
      g_hash_table_insert (collector->values, (gpointer) expr->let_var, (gpointer) with_values (collector, expr->let_value));
      collect_expr (collector, expr->let_body);
      return TL_WALK_OVER;
    default:
      return TL_WALK_INTO;
    }
}

static void
collect_expr (AccessCollector *collector, const TlExpr *expr)
{
  if (expr == NULL || collector->depth > DEEPEST_NEST)
    return;
  collector->depth++;
  tl_expr_walk (expr, visit_expr, collector);
  collector->depth--;
}

static void
collect_loop (AccessCollector *collector, const TlLoop *loop)
{
  TlIter iter = { loop->var, with_values (collector, loop->min), with_values (collector, loop->extent) };

  collect_expr (collector, loop->min);
  collect_expr (collector, loop->extent);
  tl_analyzer_bind (collector->analyzer, iter.var, iter.min, iter.extent);
  g_array_append_val (collector->iters, iter);
  collect_stmt (collector, loop->body);
  g_array_set_size (collector->iters, collector->iters->len - 1);
}

/* A nested block touches what it says it touches; one that says nothing yet is looked into. */
static void
collect_block (AccessCollector *collector, const TlBlock *block)
{
  const TlRegion *reads = block->reads, *writes = block->writes;
  guint           n_reads = block->n_reads, n_writes = block->n_writes;

  if (n_reads == 0 && n_writes == 0)
    tl_infer_block_access (collector->arena, block, &reads, &n_reads, &writes, &n_writes);
  for (guint i = 0; i < block->n_axes; i++)
    {
      collect_expr (collector, block->bindings[i]);
      g_hash_table_insert (collector->values, (gpointer) block->axes[i].var, (gpointer) with_values (collector, block->bindings[i]));
    }
  collect_expr (collector, block->predicate);
  for (guint i = 0; i < n_reads; i++)
    record (collector, collector->reads, reads[i]);
  for (guint i = 0; i < n_writes; i++)
    record (collector, collector->writes, writes[i]);
}

static void
collect_branches (AccessCollector *collector, const TlStmt *stmt)
{
  collect_expr (collector, stmt->cond);
  assume (collector, stmt->cond, TRUE);
  collect_stmt (collector, stmt->then_body);
  tl_analyzer_pop (collector->analyzer);
  if (stmt->else_body == NULL)
    return;
  assume (collector, stmt->cond, FALSE);
  collect_stmt (collector, stmt->else_body);
  tl_analyzer_pop (collector->analyzer);
}

static void
collect_store (AccessCollector *collector, const TlStmt *stmt)
{
  record (collector, collector->writes, tl_region_accessed (collector->arena, stmt->buffer, stmt->indices, stmt->n_indices));
  collect_expr (collector, stmt->value);
  for (guint i = 0; i < stmt->n_indices; i++)
    collect_expr (collector, stmt->indices[i]);
}

static void
collect_stmt_inside (AccessCollector *collector, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      collect_loop (collector, &stmt->loop);
      break;
    case TL_STMT_BLOCK:
      collect_block (collector, &stmt->block);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        collect_stmt (collector, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      collect_store (collector, stmt);
      break;
    case TL_STMT_IF:
      collect_branches (collector, stmt);
      break;
    case TL_STMT_LET:
      collect_expr (collector, stmt->let_value);
      g_hash_table_insert (collector->values, (gpointer) stmt->var, (gpointer) with_values (collector, stmt->let_value));
      collect_stmt (collector, stmt->let_body);
      break;
    case TL_STMT_WHILE:
      collect_expr (collector, stmt->cond);
      collect_stmt (collector, stmt->then_body);
      break;
    case TL_STMT_EVALUATE:
      collect_expr (collector, stmt->expr);
      break;
    case TL_STMT_ATTR:
      collect_expr (collector, stmt->attr_value);
      collect_stmt (collector, stmt->attr_body);
      break;
    case TL_STMT_ASSERT:
      collect_expr (collector, stmt->assert_cond);
      break;
    case TL_STMT_ALLOC:
      g_hash_table_add (collector->inner, (gpointer) stmt->buffer);
      collect_stmt (collector, stmt->alloc_body);
      break;
    }
}

static void
collect_stmt (AccessCollector *collector, const TlStmt *stmt)
{
  if (stmt == NULL || collector->depth > DEEPEST_NEST)
    return;
  collector->depth++;
  collect_stmt_inside (collector, stmt);
  collector->depth--;
}

static void
drop (GArray *list, const GArray *others)
{
  for (guint i = list->len; i-- > 0;)
    if (has_buffer (others, g_array_index (list, TlRegion, i).buffer))
      g_array_remove_index (list, i);
}

static const TlRegion *
copy_regions (TlArena *arena, const GArray *list)
{
  return tl_arena_dup_array (arena, TlRegion, list->data, list->len);
}

void
tl_infer_block_access (TlArena *arena, const TlBlock *block, const TlRegion **reads, guint *n_reads, const TlRegion **writes,
                       guint *n_writes)
{
  AccessCollector collector = {
    .arena = arena,
    .analyzer = tl_analyzer_new (arena),
    .iters = g_array_new (FALSE, FALSE, sizeof (TlIter)),
    .values = g_hash_table_new (NULL, NULL),
    .inner = g_hash_table_new (NULL, NULL),
    .views = g_hash_table_new (NULL, NULL),
    .whole = g_hash_table_new (NULL, NULL),
    .reads = g_array_new (FALSE, FALSE, sizeof (TlRegion)),
    .writes = g_array_new (FALSE, FALSE, sizeof (TlRegion)),
    .given = g_array_new (FALSE, FALSE, sizeof (TlRegion)),
  };
  GArray   *lists[] = { collector.reads, collector.writes };

  for (guint i = 0; i < block->n_allocs; i++)
    g_hash_table_add (collector.inner, (gpointer) block->allocs[i]);
  for (guint i = 0; i < block->n_matches; i++)
    g_hash_table_insert (collector.views, (gpointer) block->matches[i].buffer, (gpointer) &block->matches[i]);
  collect_stmt (&collector, block->init);
  collect_stmt (&collector, block->body);
  if (block->init != NULL)
    drop (collector.reads, collector.writes);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      drop (lists[i], collector.given);
      g_array_append_vals (lists[i], collector.given->data, collector.given->len);
    }
  *n_reads = collector.reads->len;
  *reads = copy_regions (arena, collector.reads);
  *n_writes = collector.writes->len;
  *writes = copy_regions (arena, collector.writes);
  tl_analyzer_free (collector.analyzer);
  g_array_unref (collector.iters);
  g_hash_table_unref (collector.values);
  g_hash_table_unref (collector.inner);
  g_hash_table_unref (collector.whole);
  g_hash_table_unref (collector.views);
  g_array_unref (collector.reads);
  g_array_unref (collector.writes);
  g_array_unref (collector.given);
}
