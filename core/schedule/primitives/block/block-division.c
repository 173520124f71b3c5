/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   for i, j, k, l:                            for i, j:
 *     B: vi = i * 4 + k, vj = j * 4 + l   →      B_o: vi_o = i, vj_o = j
 *                                                  for k, l:
 *                                                    B: vi_i = k, vj_i = l      with vi_o * 4 + vi_i for vi
 *
 * Values stay what they were: an axis that starts elsewhere than at 0 keeps its start in the inner part, or in the outer one where that is
 * all there is, and a guard goes where the loops are that it speaks of. (TVM 0.27 forgets both.)
 *
 * A reduction is initialized by the outer block when its reduction axes are at the start of their domains. That has to be when those of the
 * old block were, also where loops start later, or where something outside of the scope drives an axis, as a loop around partitioned ones.
 */
#include "core/schedule/primitives/block/block-division-private.h"

#include "core/text/script.h"

typedef struct
{
  TlArena         *arena;
  TlAnalyzer      *analyzer;
  const TlPath    *path;
  const TlBlock   *block;
  TlBlockDivision *division;
  gboolean         keep_unit_iters;
  GHashTable      *outside;     /* variables of the loops that stay outside */
  GHashTable      *inside;
  GHashTable      *starts;      /* variables of the loops that move → where they start */
  guint           *inner_axes;  /* of the old block, one for each of the inner block's */
} BlockDivide;

/* One axis: value = outer * inner_extent + inner. */
typedef struct
{
  const TlExpr *outer, *inner;
  const TlExpr *inner_start;
  const TlExpr *outer_extent, *inner_extent;
} Parts;

static const TlExpr *
simplify (BlockDivide *d, const TlExpr *expr)
{
  return tl_analyzer_simplify (d->analyzer, expr);
}

static TlBlockAxis
part_axis (BlockDivide *d, const TlBlockAxis *axis, const char *suffix, const TlExpr *start, const TlExpr *extent)
{
  TlDType dtype = axis->var->dtype;
  TlRange dom = { tl_cast (d->arena, dtype, start), tl_cast (d->arena, dtype, extent) };

  return (TlBlockAxis) { tl_expr_var (d->arena, tl_arena_printf (d->arena, "%s_%s", axis->var->name, suffix), dtype), axis->kind, dom };
}

static void
set_outer (BlockDivide *d, guint i, const TlExpr *start, const TlExpr *extent, const TlExpr *binding)
{
  d->division->outer[i] = part_axis (d, &d->block->axes[i], "o", start, extent);
  d->division->outer_bindings[i] = tl_cast (d->arena, d->block->axes[i].var->dtype, binding);
  d->division->is_unit[i] = tl_expr_is_int (extent, 1);
}

static const TlVar *
add_inner (BlockDivide *d, guint i, const TlExpr *start, const TlExpr *extent, const TlExpr *binding)
{
  TlBlockDivision *division = d->division;

  division->inner[division->n_inner] = part_axis (d, &d->block->axes[i], "i", start, extent);
  d->inner_axes[division->n_inner] = i;
  division->inner_bindings[division->n_inner] = tl_cast (d->arena, d->block->axes[i].var->dtype, binding);
  return division->inner[division->n_inner++].var;
}

/* Whether the axis is one whose first value starts the reduction, and its parts may start elsewhere, or not always there. */
static gboolean
starts_elsewhere (BlockDivide *d, guint i, const TlExpr *start)
{
  const TlBlockAxis *axis = &d->block->axes[i];

  return d->block->init != NULL && axis->kind == TL_AXIS_REDUCE && !tl_analyzer_can_prove_equal (d->analyzer, start, axis->dom.min);
}

/* The outer axis is there in any case, so that nested divisions can count on it. */
static void
set_axis (BlockDivide *d, guint i, const Parts *parts)
{
  TlBlockDivision *division = d->division;
  const TlRange   *whole = &d->block->axes[i].dom;
  const TlExpr    *zero = tl_expr_int (d->arena, d->block->axes[i].var->dtype, 0);
  const TlExpr    *start = parts->inner_start, *binding = parts->outer;
  gboolean         is_outer_unit = tl_expr_is_int (parts->outer_extent, 1), is_inner_unit = tl_expr_is_int (parts->inner_extent, 1);

  if (is_inner_unit && starts_elsewhere (d, i, start))
    set_outer (d, i, whole->min, whole->extent, simplify (d, tl_add (d->arena, binding, start)));
  else if (!is_inner_unit || tl_expr_is_int (start, 0))
    set_outer (d, i, is_inner_unit ? start : zero, parts->outer_extent, binding);
  else
    set_outer (d, i, start, parts->outer_extent, simplify (d, tl_add (d->arena, binding, start)));
  if (is_inner_unit)
    division->values[i] = is_outer_unit && !d->keep_unit_iters ? start : division->outer[i].var;
  else
    division->values[i] = add_inner (d, i, start, parts->inner_extent, parts->inner);
  if (!is_inner_unit && !is_outer_unit)
    division->values[i] = tl_add (d->arena, tl_mul (d->arena, division->outer[i].var, parts->inner_extent), division->values[i]);
}

/*
 * The values that the guard leaves an inner part. Its extent counts them, from what start on the map does not say. FALSE where that is not
 * certain.
 */
static gboolean
find_guarded_start (BlockDivide *d, Parts *parts)
{
  gint64   min, max, start, extent;
  gboolean is_number = tl_expr_get_int (parts->inner_start, &start) && tl_expr_get_int (parts->inner_extent, &extent);

  if (d->block->predicate == NULL)
    return TRUE;
  tl_analyzer_push (d->analyzer, d->block->predicate);
  tl_analyzer_const_bounds (d->analyzer, parts->inner, &min, &max);
  tl_analyzer_pop (d->analyzer);
  if (!is_number || min == G_MININT64 || max == G_MAXINT64 || (min >= start && max < start + extent))
    return TRUE;
  if (max - min >= extent)
    return FALSE;
  parts->inner_start = tl_expr_int (d->arena, parts->inner->dtype, min);
  return TRUE;
}

/* Loops that start at 0 leave bindings in normal form; others leave differences that have to be folded. */
static gboolean
divide_affine (BlockDivide *d)
{
  guint          n = d->block->n_axes, n_iters;
  const TlIter  *iters = tl_path_iters (d->arena, d->path, &n_iters);
  const TlExpr **outer = tl_arena_new_array (d->arena, const TlExpr *, MAX (n, 1));
  const TlExpr **inner = tl_arena_new_array (d->arena, const TlExpr *, MAX (n, 1));
  TlRange       *outer_range = tl_arena_new_array (d->arena, TlRange, MAX (n, 1));
  TlRange       *inner_range = tl_arena_new_array (d->arena, TlRange, MAX (n, 1));
  gboolean       from_zero = TRUE;

  if (!tl_iter_map_subspace_divide (d->arena, d->block->bindings, n, iters, n_iters, d->inside, d->block->predicate, d->keep_unit_iters,
                                    outer, outer_range, inner, inner_range))
    return FALSE;
  for (guint i = 0; i < n_iters; i++)
    from_zero = from_zero && tl_expr_is_int (iters[i].min, 0);
  for (guint i = 0; i < n; i++)
    {
      Parts parts = { .outer = from_zero ? outer[i] : simplify (d, outer[i]),
                      .inner = from_zero ? inner[i] : simplify (d, inner[i]),
                      .inner_start = simplify (d, tl_expr_substitute (d->arena, inner[i], d->starts)),
                      .outer_extent = outer_range[i].extent, .inner_extent = inner_range[i].extent };

      if (!find_guarded_start (d, &parts))
        {
          d->division->n_inner = 0;
          return FALSE;
        }
      set_axis (d, i, &parts);
    }
  return TRUE;
}

/* An outer block whose parts do not begin where the axis does would initialize each time it runs. */
static gboolean
check_starts (BlockDivide *d, GError **error)
{
  const TlStmt *first = d->path->stmts[d->division->first];

  for (guint k = 0; k < d->division->n_inner; k++)
    {
      guint         i = d->inner_axes[k];
      const TlExpr *start = tl_expr_substitute (d->arena, d->division->inner_bindings[k], d->starts);

      if (starts_elsewhere (d, i, start))
        return tl_refuse (error, (TlNodeId[]) { d->block->id, first->loop.id }, 2, NULL,
                          "the loops from %s on do not always start axis %s of block %s at its first value; the new block would "
                          "initialize each time",
                          first->loop.var->name, d->block->axes[i].var->name, d->block->name);
    }
  return TRUE;
}

/* Where there is no normal form it is still clear what to do with an axis that only one side feeds. */
static gboolean
divide_trivially (BlockDivide *d, GError **error)
{
  for (guint i = 0; i < d->block->n_axes; i++)
    {
      const TlBlockAxis *axis = &d->block->axes[i];
      const TlExpr      *binding = d->block->bindings[i], *one = tl_expr_int (d->arena, axis->var->dtype, 1);
      const TlExpr      *zero = tl_expr_int (d->arena, axis->var->dtype, 0);
      gboolean           from_outside = tl_expr_uses_any (binding, d->outside), from_inside = tl_expr_uses_any (binding, d->inside);
      g_autofree char   *text = NULL;

      if (from_outside && from_inside)
        {
          const TlStmt *loop = d->path->stmts[d->division->first];

          text = tl_expr_to_text (binding);
          return tl_refuse (error, (TlNodeId[]) { d->block->id, loop->loop.id }, 2,
                            "split the loops so that the inner parts divide the axes evenly",
                            "axis %s of block %s is %s: it does not divide into a part outside of loop %s and a part from there on",
                            axis->var->name, d->block->name, text, loop->loop.var->name);
        }
      if (from_inside)
        {
          set_outer (d, i, zero, one, zero);
          d->division->values[i] = add_inner (d, i, axis->dom.min, axis->dom.extent, binding);
        }
      else
        {
          set_outer (d, i, axis->dom.min, axis->dom.extent, binding);
          d->division->values[i] = d->division->outer[i].var;
        }
    }
  return TRUE;
}

static const TlExpr *
joined (BlockDivide *d, const TlExpr *predicate, const TlExpr *condition)
{
  return predicate == NULL ? condition : tl_and (d->arena, predicate, condition);
}

static gboolean
divide_predicate (BlockDivide *d, const TlExpr *predicate, GError **error)
{
  TlBlockDivision *division = d->division;
  g_autofree char *text = NULL;

  if (predicate == NULL)
    return TRUE;
  if (predicate->kind == TL_EXPR_AND)
    return divide_predicate (d, predicate->a, error) && divide_predicate (d, predicate->b, error);
  if (!tl_expr_uses_any (predicate, d->inside))
    division->outer_predicate = joined (d, division->outer_predicate, predicate);
  else if (!tl_expr_uses_any (predicate, d->outside))
    division->inner_predicate = joined (d, division->inner_predicate, predicate);
  else if (!tl_analyzer_can_prove (d->analyzer, predicate))
    {
      text = tl_expr_to_text (predicate);
      return tl_refuse (error, &d->block->id, 1, "split the loops so that no guard is needed",
                        "the guard %s of block %s relates outer loops to inner loops", text, d->block->name);
    }
  return TRUE;
}

static gboolean
init_uses (const TlBlockDivision *division, const TlVar *var)
{
  for (guint i = 0; i < division->n_inner; i++)
    if (division->inner[i].kind != TL_AXIS_REDUCE && tl_expr_uses_var (division->inner_bindings[i], var))
      return TRUE;
  return FALSE;
}

/* The init keeps the part of a guard that its own loops fill in; one that ties them to loops it does without cannot be kept. */
static gboolean
check_init_guard (BlockDivide *d, const TlExpr *guard, GError **error)
{
  const TlLoop *kept = NULL, *dropped = NULL;

  if (d->block->init == NULL || guard == NULL)
    return TRUE;
  if (guard->kind == TL_EXPR_AND)
    return check_init_guard (d, guard->a, error) && check_init_guard (d, guard->b, error);
  for (guint i = d->division->first; i + 1 < d->path->n; i++)
    {
      const TlLoop *loop = &d->path->stmts[i]->loop;

      if (!tl_expr_uses_var (guard, loop->var) || tl_expr_is_int (loop->extent, 1))
        continue;
      if (init_uses (d->division, loop->var))
        kept = loop;
      else
        dropped = loop;
    }
  if (kept == NULL || dropped == NULL)
    return TRUE;
  return tl_refuse (error, (TlNodeId[]) { kept->id, d->block->id }, 2, "split the loop so that it divides evenly",
                    "the guard of block %s relates loop %s to loop %s, which the initialization does not have", d->block->name,
                    kept->var->name,
                    dropped->var->name);
}

static void
sort_loops (BlockDivide *d)
{
  gint scope = tl_path_scope_index (d->path);

  for (guint i = 0; i + 1 < d->path->n; i++)
    {
      const TlLoop *loop = &d->path->stmts[i]->loop;

      if (d->path->stmts[i]->kind != TL_STMT_FOR || (gint) i < scope)
        continue;
      if (!d->keep_unit_iters || !tl_expr_is_int (loop->extent, 1))
        tl_analyzer_bind (d->analyzer, loop->var, loop->min, loop->extent);
      g_hash_table_add (i < d->division->first ? d->outside : d->inside, (gpointer) loop->var);
      if (i >= d->division->first)
        g_hash_table_insert (d->starts, (gpointer) loop->var, (gpointer) loop->min);
    }
}

gboolean
tl_divide_block (TlArena *arena, const TlPath *path, guint first, gboolean keep_unit_iters, TlBlockDivision *division, GError **error)
{
  const TlBlock         *block = &tl_path_target (path)->block;
  guint                  n = MAX (block->n_axes, 1);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) outside = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) starts = g_hash_table_new (NULL, NULL);
  BlockDivide d = { .arena = arena, .analyzer = analyzer, .path = path, .block = block, .division = division,
               .keep_unit_iters = keep_unit_iters, .outside = outside, .inside = inside, .starts = starts,
               .inner_axes = tl_arena_new_array (arena, guint, n) };

  *division = (TlBlockDivision) { .path = path, .first = first };
  division->outer = tl_arena_new_array (arena, TlBlockAxis, n);
  division->outer_bindings = tl_arena_new_array (arena, const TlExpr *, n);
  division->is_unit = tl_arena_new_array (arena, gboolean, n);
  division->inner = tl_arena_new_array (arena, TlBlockAxis, n);
  division->inner_bindings = tl_arena_new_array (arena, const TlExpr *, n);
  division->values = tl_arena_new_array (arena, const TlExpr *, n);
  sort_loops (&d);
  return (divide_affine (&d) || divide_trivially (&d, error)) && check_starts (&d, error) && divide_predicate (&d, block->predicate, error)
         && check_init_guard (&d, division->inner_predicate, error);
}

/* The old block's variables → what stands for them inside. Free with g_hash_table_unref. */
static GHashTable *
values_of (const TlBlockDivision *division)
{
  const TlBlock *block = &tl_path_target (division->path)->block;
  GHashTable    *values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (values, (gpointer) block->axes[i].var, (gpointer) division->values[i]);
  return values;
}

/*
 * The body in terms of the new axes, simplified with the ranges of inner axes and loops, as TVM does; TVM leaves out the outer axes.
 */
typedef struct
{
  TlAnalyzer *analyzer;
  GHashTable *values;
} Adapt;

static const TlExpr *
value_of_axis (TlRewriter *rewriter, const TlExpr *expr)
{
  const Adapt *adapt = ((const TlRewriter *) rewriter->user_data)->user_data;

  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (adapt->values, expr) : NULL;
}

static const TlBuffer *
adapted_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  return tl_rewrite_buffer (rewriter->user_data, buffer);
}

/* Simplified as a whole, so that what stands inside is replaced before. */
static const TlExpr *
adapt_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const Adapt *adapt = rewriter->user_data;
  TlRewriter   inside = { .arena = rewriter->arena, .expr = value_of_axis, .buffer = adapted_buffer, .user_data = rewriter };

  return tl_analyzer_simplify (adapt->analyzer, tl_rewrite_expr (&inside, expr));
}

static const TlStmt *
adapt_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Adapt *adapt = rewriter->user_data;

  if (stmt->kind == TL_STMT_FOR)
    tl_analyzer_bind (adapt->analyzer, stmt->loop.var, adapt_expr (rewriter, stmt->loop.min), adapt_expr (rewriter, stmt->loop.extent));
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_axes; i++)
    tl_analyzer_bind (adapt->analyzer, stmt->block.axes[i].var, adapt_expr (rewriter, stmt->block.axes[i].dom.min),
                      adapt_expr (rewriter, stmt->block.axes[i].dom.extent));
  return NULL;
}

static const TlStmt *
adapt_inside (TlArena *arena, const TlBlockDivision *division, const TlStmt *stmt)
{
  g_autoptr (GHashTable) values = values_of (division);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  Adapt                  adapt = { analyzer, values };
  TlRewriter             rewriter = { .arena = arena, .expr = adapt_expr, .stmt = adapt_stmt, .user_data = &adapt,
                                      .rewrites_shapes = TRUE };

  for (guint i = 0; i < division->n_inner; i++)
    tl_analyzer_bind (analyzer, division->inner[i].var, division->inner[i].dom.min, division->inner[i].dom.extent);
  return tl_rewrite_stmt (&rewriter, stmt);
}

static const TlStmt *
make_inner_block (TlBuilder *builder, const TlBlockDivision *division)
{
  TlBlock block = tl_path_target (division->path)->block;

  block.n_axes = 0;
  block.axes = NULL;
  block.bindings = NULL;
  block.predicate = NULL;
  if (block.init != NULL)
    tl_block_read_own_writes (builder->arena, &block);
  block.init = NULL;
  block = adapt_inside (builder->arena, division, tl_stmt_block (builder->arena, &block))->block;
  block.axes = division->inner;
  block.bindings = division->inner_bindings;
  block.n_axes = division->n_inner;
  block.predicate = division->inner_predicate;
  return tl_stmt_block (builder->arena, &block);
}

const TlStmt *
tl_division_body (TlBuilder *builder, const TlBlockDivision *division)
{
  return tl_path_rebuild_from (builder, division->path, division->first, make_inner_block (builder, division));
}

TlRegion
tl_division_region (TlArena *arena, const TlBlockDivision *division, TlRegion region)
{
  g_autoptr (GHashTable) values = values_of (division);
  TlIter                *iters = tl_arena_new_array (arena, TlIter, MAX (division->n_inner, 1));
  TlRange               *ranges = tl_arena_new_array (arena, TlRange, region.buffer->n_dims);

  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      ranges[d].min = tl_expr_substitute (arena, region.ranges[d].min, values);
      ranges[d].extent = tl_expr_substitute (arena, region.ranges[d].extent, values);
    }
  for (guint i = 0; i < division->n_inner; i++)
    iters[i] = (TlIter) { division->inner[i].var, division->inner[i].dom.min, division->inner[i].dom.extent };
  region.ranges = ranges;
  return tl_region_relax (arena, region, iters, division->n_inner, NULL);
}

/* The init runs over the loops that its axes need, on variables of its own. Of the others, those with one value are that value. */
typedef struct
{
  TlBuilder             *builder;
  const TlBlockDivision *division;
  GHashTable            *values;     /* everything that has another name in the init */
  GHashTable            *dropped;    /* variables of loops that it does without */
} DividedInit;

static void
name_loops (DividedInit *init)
{
  const TlBlockDivision *division = init->division;

  for (guint i = division->first; i + 1 < division->path->n; i++)
    {
      const TlVar *var = division->path->stmts[i]->loop.var;

      if (init_uses (division, var))
        g_hash_table_insert (init->values, (gpointer) var, (gpointer) tl_expr_var (init->builder->arena, var->name, var->dtype));
      else if (tl_expr_is_int (division->path->stmts[i]->loop.extent, 1))
        g_hash_table_insert (init->values, (gpointer) var, (gpointer) division->path->stmts[i]->loop.min);
      else
        g_hash_table_add (init->dropped, (gpointer) var);
    }
}

static void
set_init_axes (DividedInit *init, TlBlock *block)
{
  TlArena               *arena = init->builder->arena;
  const TlBlockDivision *division = init->division;
  TlBlockAxis           *axes = tl_arena_new_array (arena, TlBlockAxis, MAX (division->n_inner, 1));
  const TlExpr         **bindings = tl_arena_new_array (arena, const TlExpr *, MAX (division->n_inner, 1));
  guint                  n = 0;

  for (guint i = 0; i < division->n_inner; i++)
    {
      const TlBlockAxis *axis = &division->inner[i];

      if (axis->kind == TL_AXIS_REDUCE)
        continue;
      axes[n] = *axis;
      axes[n].var = tl_expr_var (arena, tl_arena_printf (arena, "%s_init", axis->var->name), axis->var->dtype);
      bindings[n] = tl_expr_substitute (arena, division->inner_bindings[i], init->values);
      g_hash_table_insert (init->values, (gpointer) axis->var, (gpointer) axes[n++].var);
    }
  block->axes = axes;
  block->bindings = bindings;
  block->n_axes = n;
}

static const TlStmt *
make_init_block (DividedInit *init)
{
  TlArena               *arena = init->builder->arena;
  const TlBlock         *old = &tl_path_target (init->division->path)->block;
  g_autoptr (GHashTable) values = values_of (init->division);
  TlBlock                block = { .name = tl_arena_printf (arena, "%s_init", old->name), .annotations = tl_attrs_empty };

  set_init_axes (init, &block);
  for (guint i = 0; i < old->n_axes; i++)
    g_hash_table_insert (init->values, (gpointer) old->axes[i].var,
                         (gpointer) tl_expr_substitute (arena, g_hash_table_lookup (values, old->axes[i].var), init->values));
  block.id = tl_builder_take_id (init->builder);
  block.predicate = tl_predicate_without (arena, init->division->inner_predicate, init->dropped, init->values);
  block.matches = old->matches;
  block.n_matches = old->n_matches;
  block.body = tl_block_copy_views (arena, &block, tl_stmt_substitute (arena, old->init, init->values), init->values);
  block.body = tl_stmt_clone (init->builder, block.body);
  tl_block_infer_access (arena, &block);
  return tl_stmt_block (arena, &block);
}

const TlStmt *
tl_division_init (TlBuilder *builder, const TlBlockDivision *division)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  DividedInit            init = { builder, division, values, dropped };
  const TlStmt          *stmt;

  if (tl_path_target (division->path)->block.init == NULL)
    return NULL;
  name_loops (&init);
  stmt = make_init_block (&init);
  for (guint i = division->path->n - 1; i > division->first; i--)
    {
      TlLoop loop = division->path->stmts[i - 1]->loop;

      if (!init_uses (division, loop.var))
        continue;
      loop.id = tl_builder_take_id (builder);
      loop.var = g_hash_table_lookup (values, loop.var);
      loop.min = tl_expr_substitute (builder->arena, loop.min, values);
      loop.extent = tl_expr_substitute (builder->arena, loop.extent, values);
      loop.body = stmt;
      stmt = tl_stmt_loop (builder->arena, &loop);
    }
  return stmt;
}
