/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decompose_padding: a block that copies inside of some bounds and writes a constant outside becomes one that writes the constant
 * everywhere, right before a chosen loop, and one that then copies inside of the bounds only.
 *
 *   for i in 12: y[i] = x[i - 1] if 1 <= i < 11 else 0   →   for i in 12: y[i] = 0
 *                                                            for i in 10: y[i + 1] = x[i]
 *
 * Invariant: each element is written with the constant before its value, and with the same value. So the bounds have to be one interval of
 * each axis; an axis whose loop lies inside of the chosen one runs over that interval alone, for others a guard keeps within.
 *
 * The chosen loop may hold other blocks, as tiles do that compute their padding and use it. The constant is then there before the first of
 * them runs, and stays: the buffer has no other writer, and each of its elements is written by one instance of the block.
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/text/script.h"

#include <string.h>

/* Limits beyond which numbers are not computed with. */
#define MAX_NUMBER ((gint64) 1 << 61)

/* The range of one axis while the condition holds: [start, end). */
typedef struct
{
  const TlExpr *start, *end;
  const TlLoop *loop;          /* its binding is just this one, which lies at or below the chosen loop; else NULL */
} AxisInterval;

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlAnalyzer      *analyzer;       /* knows all loops around the block */
  const TlPath    *path;
  const TlBlock   *block;
  guint            loop_index;     /* of the chosen loop on the path */
  guint            own_index;      /* on the path: from there on all is the block's alone */
  const TlExpr    *condition, *inside, *outside;
  AxisInterval    *intervals;      /* one for each axis */
} Padding;

/* Checks. */

static gboolean
find_loop (Padding *p, GError **error)
{
  g_autoptr (TlPath) loop_path = NULL;
  TlNodeId           culprits[] = { p->call->args[1].node, p->block->id };
  gint               index;

  if (!tl_call_find_loop (p->call, &p->call->args[1], &loop_path, error))
    return FALSE;
  index = tl_path_find_inside_scope (p->path, p->call->args[1].node);
  if (index < 0)
    return tl_refuse (error, culprits, 2, NULL, "loop %s is not around block %s", tl_path_target (loop_path)->loop.var->name,
                      p->block->name);
  p->loop_index = p->own_index = (guint) index;
  for (guint i = p->loop_index; i + 1 < p->path->n; i++)
    if (p->path->stmts[i]->kind == TL_STMT_SEQ)
      p->own_index = i + 1;
    else if (p->path->stmts[i]->kind != TL_STMT_FOR)
      return tl_refuse (error, culprits, 2, NULL, "loop %s and block %s are separated by something other than loops",
                        tl_path_target (loop_path)->loop.var->name, p->block->name);
  return TRUE;
}

/* Every axis of more than one value is an index of its own. */
static gboolean
tells_instances_apart (const TlBlock *block)
{
  for (guint a = 0; a < block->n_axes; a++)
    {
      guint d = 0;

      while (d < block->body->n_indices && block->body->indices[d] != block->axes[a].var)
        d++;
      if (d == block->body->n_indices && !tl_expr_is_int (block->axes[a].dom.extent, 1))
        return FALSE;
    }
  return TRUE;
}

/* Where the chosen loop holds other blocks. */
static gboolean
check_shared_loop (Padding *p, TlScopeInfo *info, GError **error)
{
  const TlBuffer       *buffer = p->block->body->buffer;
  const TlBlock        *scope = &tl_path_scope (p->path)->block;
  g_autoptr (GPtrArray) writers = tl_scope_info_writers (info, buffer);
  const char           *loop = p->path->stmts[p->loop_index]->loop.var->name, *hint = "choose a loop that holds this block only";
  TlNodeId              culprits[] = { p->call->args[1].node, p->block->id };
  gboolean              is_own = FALSE;

  if (p->own_index == p->loop_index)
    return TRUE;
  for (guint i = 0; i < scope->n_allocs; i++)
    is_own |= scope->allocs[i] == buffer;
  if (!is_own)
    return tl_call_refuse_order (p->call, error, culprits, 2, hint,
                                 "loop %s contains other blocks than %s, which might read the constants too early: buffer %s is allocated "
                                 "outside of block %s", loop, p->block->name, buffer->name, scope->name);
  if (writers->len != 1)
    return tl_call_refuse_order (p->call, error, culprits, 2, hint,
                                 "loop %s contains other blocks than %s, which is not the only writer of buffer %s", loop,
                                 p->block->name, buffer->name);
  return tells_instances_apart (p->block)
         || tl_call_refuse_order (p->call, error, culprits, 2, hint,
                                  "loop %s contains other blocks than %s, which may write an element of %s several times", loop,
                                  p->block->name, buffer->name);
}

static gboolean
read_pattern (Padding *p, GError **error)
{
  const TlStmt *body = p->block->body;
  const TlExpr *value;

  if (p->block->n_matches > 0)
    return tl_refuse (error, &p->block->id, 1, NULL, "block %s accesses views of its buffers", p->block->name);
  if (body->kind != TL_STMT_STORE)
    return tl_refuse (error, &p->block->id, 1, NULL, "the body of block %s is not a single store", p->block->name);
  value = body->value;
  if (value->kind != TL_EXPR_CALL || strcmp (value->callee->name, "if_then_else") != 0)
    return tl_refuse (error, &p->block->id, 1, NULL, "block %s does not store T.if_then_else (inside, value, constant)", p->block->name);
  p->condition = value->args[0];
  p->inside = value->args[1];
  p->outside = value->args[2];
  if (p->outside->kind == TL_EXPR_INT || p->outside->kind == TL_EXPR_FLOAT)
    return TRUE;
  return tl_refuse (error, &p->block->id, 1, NULL, "the value that block %s stores outside of the bounds is not a constant",
                    p->block->name);
}

/* Intervals. */

static const TlExpr *
simplify (const Padding *p, const TlExpr *expr)
{
  return tl_analyzer_simplify (p->analyzer, expr);
}

static const TlExpr *
join (const Padding *p, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  gint64 x, y;

  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    return (kind == TL_EXPR_MAX) == (x >= y) ? a : b;
  return simplify (p, tl_binary (p->arena, kind, a, b));
}

/* The loop that is the whole binding, if it is among those that may shrink. */
static const TlLoop *
loop_of_binding (const Padding *p, const TlExpr *binding)
{
  for (guint i = p->own_index; i + 1 < p->path->n; i++)
    if (p->path->stmts[i]->loop.var == binding)
      return &p->path->stmts[i]->loop;
  return NULL;
}

static void
start_interval (Padding *p, guint axis)
{
  const TlRange *dom = &p->block->axes[axis].dom;
  AxisInterval  *interval = &p->intervals[axis];
  TlDType        dtype = p->block->axes[axis].var->dtype;
  gint64         low, high;

  interval->start = dom->min;
  interval->end = simplify (p, tl_add (p->arena, dom->min, dom->extent));
  interval->loop = loop_of_binding (p, p->block->bindings[axis]);
  tl_analyzer_const_bounds (p->analyzer, p->block->bindings[axis], &low, &high);
  if (low > -MAX_NUMBER)
    interval->start = join (p, TL_EXPR_MAX, interval->start, tl_expr_int (p->arena, dtype, low));
  if (high < MAX_NUMBER)
    interval->end = join (p, TL_EXPR_MIN, interval->end, tl_expr_int (p->arena, dtype, high + 1));
}

static const TlExpr *
substitute_one (const Padding *p, const TlExpr *expr, const TlVar *var, const TlExpr *value)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  g_hash_table_insert (values, (gpointer) var, (gpointer) value);
  return simplify (p, tl_expr_substitute (p->arena, expr, values));
}

/* "a <= b" and its kin as slope * var + rest <= 0. */
static gboolean
read_comparison (const Padding *p, const TlExpr *comparison, const TlVar *var, gint64 *slope, const TlExpr **rest)
{
  gboolean      is_mirrored = comparison->kind == TL_EXPR_GT || comparison->kind == TL_EXPR_GE;
  gboolean      is_strict = comparison->kind == TL_EXPR_GT || comparison->kind == TL_EXPR_LT;
  TlDType       dtype = var->dtype;
  const TlExpr *difference, *line;

  if (!is_mirrored && comparison->kind != TL_EXPR_LT && comparison->kind != TL_EXPR_LE)
    return FALSE;
  if (!tl_dtype_is_integer (comparison->a->dtype))
    return FALSE;
  difference = tl_sub (p->arena, is_mirrored ? comparison->b : comparison->a, is_mirrored ? comparison->a : comparison->b);
  if (is_strict)
    difference = tl_add (p->arena, difference, tl_expr_int (p->arena, difference->dtype, 1));
  *rest = substitute_one (p, difference, var, tl_expr_int (p->arena, dtype, 0));
  line = tl_sub (p->arena, substitute_one (p, difference, var, tl_expr_int (p->arena, dtype, 1)), *rest);
  if (!tl_expr_get_int (simplify (p, line), slope) || *slope == 0)
    return FALSE;
  line = tl_add (p->arena, tl_mul (p->arena, var, tl_expr_int (p->arena, dtype, *slope)), *rest);
  return tl_analyzer_can_prove_equal (p->analyzer, difference, line);
}

/* Narrows the interval of @axis by a condition on @var alone, its axis or its loop. FALSE if it is none that an interval can say. */
static gboolean
narrow (Padding *p, guint axis, const TlVar *var, const TlExpr *comparison)
{
  AxisInterval *interval = &p->intervals[axis];
  const TlExpr *rest, *limit;
  gint64        slope, number;

  if (!read_comparison (p, comparison, var, &slope, &rest))
    return FALSE;
  if (tl_expr_get_int (rest, &number) && number > -MAX_NUMBER && number < MAX_NUMBER)
    limit = tl_expr_int (p->arena, var->dtype, slope > 0 ? tl_floordiv_int64 (-number, slope) + 1 : -tl_floordiv_int64 (-number, -slope));
  else if (slope == 1)
    limit = simplify (p, tl_sub (p->arena, tl_expr_int (p->arena, var->dtype, 1), rest));
  else if (slope == -1)
    limit = rest;
  else
    return FALSE;
  if (slope > 0)
    interval->end = join (p, TL_EXPR_MIN, interval->end, limit);
  else
    interval->start = join (p, TL_EXPR_MAX, interval->start, limit);
  return TRUE;
}

/* Splits "a and b" and looks into T.likely (a). Conjuncts of the condition; owned by the caller. */
static void
add_conjuncts (const Padding *p, const TlExpr *condition, GPtrArray *conjuncts)
{
  if (condition->kind == TL_EXPR_CALL && strcmp (condition->callee->name, "likely") == 0)
    condition = condition->args[0];
  if (condition->kind != TL_EXPR_AND)
    {
      g_ptr_array_add (conjuncts, (gpointer) condition);
      return;
    }
  add_conjuncts (p, condition->a, conjuncts);
  add_conjuncts (p, condition->b, conjuncts);
}

/* The one axis that @expr uses; -1 if it uses none or several. */
static gint
only_axis (const Padding *p, const TlExpr *expr)
{
  gint only = -1;

  for (guint i = 0; i < p->block->n_axes; i++)
    {
      if (!tl_expr_uses_var (expr, p->block->axes[i].var))
        continue;
      if (only >= 0)
        return -1;
      only = (gint) i;
    }
  return only;
}

static gboolean
narrow_by_condition (Padding *p, GError **error)
{
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new ();

  add_conjuncts (p, p->condition, conjuncts);
  for (guint i = 0; i < conjuncts->len; i++)
    {
      const TlExpr    *conjunct = simplify (p, conjuncts->pdata[i]);
      g_autofree char *text = NULL;
      gint             axis;

      if (conjunct->kind == TL_EXPR_AND)
        {
          add_conjuncts (p, conjunct, conjuncts);
          continue;
        }
      axis = only_axis (p, conjunct);
      if (tl_expr_is_true (conjunct)
          || (axis >= 0 && !tl_expr_contains (conjunct, TL_EXPR_LOAD) && narrow (p, (guint) axis, p->block->axes[axis].var, conjunct)))
        continue;
      text = tl_expr_to_text (conjuncts->pdata[i]);
      return tl_refuse (error, &p->block->id, 1, NULL, "the condition %s of block %s does not bound a single axis from one side", text,
                        p->block->name);
    }
  return TRUE;
}

/* The guard of the block bounds what a loop runs over, too. */
static void
narrow_by_guard (Padding *p)
{
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new ();

  if (p->block->predicate != NULL)
    add_conjuncts (p, p->block->predicate, conjuncts);
  for (guint i = 0; i < conjuncts->len; i++)
    for (guint axis = 0; axis < p->block->n_axes; axis++)
      {
        const TlLoop *loop = p->intervals[axis].loop;
        gboolean      is_alone = loop != NULL && tl_expr_uses_var (conjuncts->pdata[i], loop->var);

        for (guint j = 0; j < p->path->n && is_alone; j++)
          is_alone = p->path->stmts[j]->kind != TL_STMT_FOR || p->path->stmts[j]->loop.var == loop->var
                     || !tl_expr_uses_var (conjuncts->pdata[i], p->path->stmts[j]->loop.var);
        if (is_alone)
          narrow (p, axis, loop->var, conjuncts->pdata[i]);
      }
}

static gboolean
check_bindings (const Padding *p, GError **error)
{
  g_autofree char *why = NULL;
  guint            n_iters;
  const TlIter    *iters = tl_path_iters (p->arena, p->path, &n_iters);

  return tl_iter_map_detect (p->arena, p->block->bindings, p->block->n_axes, iters, n_iters, p->block->predicate, TL_ITER_MAP_NO_CHECK,
                             &why)
         || tl_refuse (error, &p->block->id, 1, NULL, "the axes of block %s are not independent: %s", p->block->name, why);
}

static gboolean
find_intervals (Padding *p, GError **error)
{
  g_autofree AxisInterval *whole = NULL;
  gboolean             is_narrower = FALSE;

  if (!check_bindings (p, error))
    return FALSE;
  p->intervals = tl_arena_new_array (p->arena, AxisInterval, p->block->n_axes);
  for (guint i = 0; i < p->block->n_axes; i++)
    start_interval (p, i);
  narrow_by_guard (p);
  whole = g_memdup2 (p->intervals, p->block->n_axes * sizeof *whole);
  if (!narrow_by_condition (p, error))
    return FALSE;
  for (guint i = 0; i < p->block->n_axes; i++)
    {
      const AxisInterval *interval = &p->intervals[i];
      gint64          start, end;

      if (tl_expr_get_int (interval->start, &start) && tl_expr_get_int (interval->end, &end) && end <= start)
        return tl_refuse (error, &p->block->id, 1, NULL, "the condition of block %s never holds", p->block->name);
      is_narrower |= !tl_expr_equal (interval->start, whole[i].start) || !tl_expr_equal (interval->end, whole[i].end);
    }
  return is_narrower || tl_refuse (error, &p->block->id, 1, NULL, "the condition of block %s always holds: there is no padding",
                                   p->block->name);
}

/* The block that writes the constant. */

static const TlStmt *
make_constant_nest (Padding *p)
{
  g_autoptr (TlAnalyzer) outer = tl_analyzer_new (p->arena);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  TlBlock                block = *p->block;
  TlBlockAxis           *axes = tl_arena_dup_array (p->arena, TlBlockAxis, block.axes, block.n_axes);
  const TlExpr         **bindings = tl_arena_new_array (p->arena, const TlExpr *, block.n_axes);
  TlRegion              *writes = tl_arena_new_array (p->arena, TlRegion, block.n_writes);
  const TlStmt          *nest;

  tl_path_bind_vars (outer, p->path, p->loop_index - 1);
  for (guint i = p->loop_index; i + 1 < p->path->n; i++)
    {
      const TlVar *var = p->path->stmts[i]->loop.var;

      if (p->path->stmts[i]->kind == TL_STMT_SEQ)
        continue;
      g_hash_table_insert (values, (gpointer) var, (gpointer) tl_expr_var (p->arena, var->name, var->dtype));
    }
  for (guint i = 0; i < block.n_axes; i++)
    {
      axes[i].var = tl_expr_var (p->arena, axes[i].var->name, axes[i].var->dtype);
      bindings[i] = tl_analyzer_simplify (outer, tl_expr_substitute (p->arena, block.bindings[i], values));
      g_hash_table_insert (values, (gpointer) block.axes[i].var, (gpointer) axes[i].var);
    }
  block.id = tl_builder_take_id (&p->call->builder);
  block.name = tl_arena_printf (p->arena, "%s_pad_const", block.name);
  block.axes = axes;
  block.bindings = bindings;
  if (block.predicate != NULL)
    block.predicate = tl_analyzer_simplify (outer, tl_expr_substitute (p->arena, block.predicate, values));
  block.n_reads = 0;
  block.annotations = tl_attrs_empty;
  nest = tl_stmt_store (p->arena, block.body->buffer, block.body->indices, block.body->n_indices, p->outside);
  block.body = tl_stmt_substitute (p->arena, nest, values);
  for (guint i = 0; i < block.n_writes; i++)
    writes[i] = tl_region_substitute (p->arena, block.writes[i], values);
  block.writes = writes;
  tl_call_output_node (p->call, TL_RV_BLOCK, block.id);
  nest = tl_stmt_block (p->arena, &block);
  for (guint i = p->path->n - 1; i-- > p->loop_index;)
    {
      const TlLoop *old = &p->path->stmts[i]->loop;
      TlLoop        loop;

      if (p->path->stmts[i]->kind == TL_STMT_SEQ)
        continue;
      loop = (TlLoop) { .id = tl_builder_take_id (&p->call->builder), .kind = TL_LOOP_SERIAL, .annotations = tl_attrs_empty };

      loop.var = g_hash_table_lookup (values, old->var);
      loop.min = tl_expr_substitute (p->arena, old->min, values);
      loop.extent = tl_expr_substitute (p->arena, old->extent, values);
      loop.body = nest;
      nest = tl_stmt_loop (p->arena, &loop);
    }
  return nest;
}

/* The block that copies. */

typedef struct
{
  const Padding *padding;
  TlAnalyzer    *analyzer;   /* knows the loops as they will be */
  GHashTable    *axes;       /* axis → axis + start */
  GHashTable    *loops;      /* loop variable of a shrunk loop → variable + start */
  GPtrArray     *guard;      /* conjuncts */
} Inside;

static const TlExpr *
extent_of (const Padding *p, const AxisInterval *interval)
{
  return simplify (p, tl_sub (p->arena, interval->end, interval->start));
}

static void
shift_axes (Inside *inside)
{
  const Padding *p = inside->padding;

  tl_path_bind_vars (inside->analyzer, p->path, p->path->n - 2);
  for (guint i = 0; i < p->block->n_axes; i++)
    {
      const AxisInterval *interval = &p->intervals[i];
      const TlVar    *var = p->block->axes[i].var;
      const TlVar    *loop_var = interval->loop != NULL ? interval->loop->var : NULL;

      g_hash_table_insert (inside->axes, (gpointer) var, (gpointer) tl_add (p->arena, var, interval->start));
      if (loop_var == NULL)
        continue;
      g_hash_table_insert (inside->loops, (gpointer) loop_var, (gpointer) tl_add (p->arena, loop_var, interval->start));
      tl_analyzer_bind (inside->analyzer, loop_var, tl_expr_int (p->arena, loop_var->dtype, 0), extent_of (p, interval));
    }
}

static void
add_guard (Inside *inside, const TlExpr *condition)
{
  const TlExpr *simple = tl_analyzer_simplify (inside->analyzer, condition);

  if (tl_analyzer_can_prove (inside->analyzer, simple))
    return;
  for (guint i = 0; i < inside->guard->len; i++)
    if (tl_expr_equal (inside->guard->pdata[i], simple))
      return;
  g_ptr_array_add (inside->guard, (gpointer) simple);
}

/* Axes whose loops do not shrink stay within their intervals by a guard; then follows what the old one still says. */
static const TlExpr *
make_guard (Inside *inside)
{
  const Padding        *p = inside->padding;
  const TlExpr         *guard = NULL;
  g_autoptr (GPtrArray) old = g_ptr_array_new ();

  for (guint i = 0; i < p->block->n_axes; i++)
    if (p->intervals[i].loop == NULL)
      {
        add_guard (inside, tl_binary (p->arena, TL_EXPR_LE, p->intervals[i].start, p->block->bindings[i]));
        add_guard (inside, tl_binary (p->arena, TL_EXPR_LT, p->block->bindings[i], p->intervals[i].end));
      }
  if (p->block->predicate != NULL)
    add_conjuncts (p, p->block->predicate, old);
  for (guint i = 0; i < old->len; i++)
    add_guard (inside, tl_expr_substitute (p->arena, old->pdata[i], inside->loops));
  for (guint i = 0; i < inside->guard->len; i++)
    guard = guard == NULL ? inside->guard->pdata[i] : tl_and (p->arena, guard, inside->guard->pdata[i]);
  return guard;
}

static const TlExpr *
shift (const Inside *inside, const TlExpr *expr)
{
  return simplify (inside->padding, tl_expr_substitute (inside->padding->arena, expr, inside->axes));
}

static const TlRegion *
shift_regions (const Inside *inside, const TlRegion *regions, guint n)
{
  TlRegion *shifted = tl_arena_new_array (inside->padding->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    {
      TlRange *ranges = tl_arena_new_array (inside->padding->arena, TlRange, regions[i].buffer->n_dims);

      for (guint d = 0; d < regions[i].buffer->n_dims; d++)
        ranges[d] = (TlRange) { shift (inside, regions[i].ranges[d].min), shift (inside, regions[i].ranges[d].extent) };
      shifted[i] = (TlRegion) { .buffer = regions[i].buffer, .ranges = ranges };
    }
  return shifted;
}

static const TlStmt *
shift_store (const Inside *inside, const TlStmt *store)
{
  const TlExpr **indices = tl_arena_new_array (inside->padding->arena, const TlExpr *, store->n_indices);

  for (guint i = 0; i < store->n_indices; i++)
    indices[i] = shift (inside, store->indices[i]);
  return tl_stmt_store (inside->padding->arena, store->buffer, indices, store->n_indices, shift (inside, inside->padding->inside));
}

static const TlStmt *
make_inside_block (Inside *inside)
{
  const Padding *p = inside->padding;
  TlBlock        block = *p->block;
  TlBlockAxis   *axes = tl_arena_dup_array (p->arena, TlBlockAxis, block.axes, block.n_axes);
  const TlExpr **bindings = tl_arena_new_array (p->arena, const TlExpr *, block.n_axes);

  for (guint i = 0; i < block.n_axes; i++)
    {
      const AxisInterval *interval = &p->intervals[i];

      axes[i].dom = (TlRange) { tl_expr_int (p->arena, axes[i].var->dtype, 0), extent_of (p, interval) };
      bindings[i] = interval->loop != NULL ? block.bindings[i]
                                           : tl_analyzer_simplify (inside->analyzer, tl_sub (p->arena, block.bindings[i], interval->start));
    }
  block.axes = axes;
  block.bindings = bindings;
  block.predicate = make_guard (inside);
  block.reads = shift_regions (inside, block.reads, block.n_reads);
  block.writes = shift_regions (inside, block.writes, block.n_writes);
  block.annotations = tl_attrs_empty;
  block.body = shift_store (inside, block.body);
  return tl_stmt_block (p->arena, &block);
}

static const TlStmt *
make_inside_nest (const Padding *p)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (p->arena);
  g_autoptr (GHashTable) axes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  guard = g_ptr_array_new ();
  Inside                 inside = { .padding = p, .analyzer = analyzer, .axes = axes, .loops = loops, .guard = guard };
  const TlStmt          *nest;

  shift_axes (&inside);
  nest = make_inside_block (&inside);
  for (guint i = p->path->n - 1; i-- > p->own_index;)
    {
      TlLoop loop = p->path->stmts[i]->loop;

      loop.min = tl_expr_substitute (p->arena, loop.min, loops);
      loop.extent = tl_expr_substitute (p->arena, loop.extent, loops);
      for (guint j = 0; j < p->block->n_axes; j++)
        if (p->intervals[j].loop != NULL && p->intervals[j].loop->var == loop.var)
          {
            loop.min = tl_expr_int (p->arena, loop.var->dtype, 0);
            loop.extent = extent_of (p, &p->intervals[j]);
          }
      loop.body = nest;
      nest = tl_stmt_loop (p->arena, &loop);
    }
  return nest;
}

static gboolean
decompose (Padding *p, GError **error)
{
  g_autoptr (TlScopeInfo) scope = tl_path_scope_info (p->arena, p->call->module, p->path);
  g_autofree char        *why = NULL;
  const TlStmt           *both[2];
  TlPath                  prefix;

  if (!tl_block_is_complete (scope, tl_path_target (p->path), &why))
    return tl_refuse (error, &p->block->id, 1, NULL, "block %s is not a complete block: %s", p->block->name, why);
  if (!find_loop (p, error) || !read_pattern (p, error) || !check_shared_loop (p, scope, error))
    return FALSE;
  tl_path_bind_vars (p->analyzer, p->path, p->path->n - 2);
  if (!find_intervals (p, error))
    return FALSE;
  both[0] = make_constant_nest (p);
  prefix = tl_path_prefix (p->path, p->own_index);
  both[1] = tl_stmt_find (tl_path_replace (&p->call->builder, &prefix, make_inside_nest (p)), p->path->stmts[p->loop_index]->loop.id);
  prefix = tl_path_prefix (p->path, p->loop_index);
  tl_call_replace (p->call, &prefix, tl_stmt_seq (p->arena, both, 2));
  return TRUE;
}

static gboolean
decompose_padding_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena               *arena = call->builder.arena;
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  Padding                p = { .call = call, .arena = arena, .analyzer = analyzer };

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  p.path = path;
  p.block = &tl_path_target (path)->block;
  if (path->n == 1)
    return tl_refuse (error, &p.block->id, 1, NULL, "the root block is not a padding block");
  return decompose (&p, error);
}

const TlPrimitive tl_primitive_decompose_padding = {
  .name = "decompose_padding",
  .kind = "DecomposePadding",
  .title = "Decompose Padding",
  .family = TL_FAMILY_BLOCK,
  .summary = "Split a padding block into a block that writes the constant and a block that copies inside of the bounds.",
  .sketch = "for i: y[i] = x[i - 1] if 1 <= i < 11 else 0  →  for i: y[i] = 0; for i: y[i + 1] = x[i]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT,
        .help = "A block that stores a value inside of bounds and a constant outside." },
      { .name = "loop", .kind = TL_PARAM_LOOP, .flags = TL_PARAM_IS_INPUT, .help = "Loop before which the constant is written." }),
  .n_outputs = 1,
  .apply = decompose_padding_apply,
  .sentence = "Decompose padding {block} at {loop}",
};
