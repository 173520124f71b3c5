/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transform_block_layout: the block's instances are numbered anew, and a new nest runs them in the order of the new numbers.
 *
 *   for i, j: B: vi = i, vj = j   →   for ax0: B: v0 = ax0, with v0 // 16 for vi and v0 % 16 for vj
 *
 * Invariant: the map is one to one, so the same instances run. Only their order changes, which a block with independent instances and
 * commutative reductions bears.
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/layout/renumber-private.h"

#include "core/text/script.h"

typedef struct
{
  TlPrimitiveCall  *call;
  TlArena          *arena;
  TlAnalyzer       *analyzer;
  const TlPath     *path;
  const TlBlock    *block;
  const TlIndexMap *map;
  guint             first;      /* on the path: the outermost loop of the nest */
  const TlRange    *domain;     /* of the axes */
  TlRange          *images;
} Relayout;

/* The axes are bound to the loops of a nest that runs nothing else, in order. */
static gboolean
check_nest (Relayout *r, GError **error)
{
  gint        scope = tl_path_scope_index (r->path);
  const char *hint = "each loop of the block must drive one axis, in order; use reorder_block_iter_var to change the order of the axes";

  r->first = r->path->n - 1;
  while ((gint) r->first - 1 > scope && r->path->stmts[r->first - 1]->kind == TL_STMT_FOR)
    r->first--;
  for (guint i = (guint) scope + 1; i < r->first; i++)
    if (r->path->stmts[i]->kind == TL_STMT_FOR)
      return tl_refuse (error, (TlNodeId[]) { r->path->stmts[i]->loop.id, r->block->id }, 2, NULL,
                        "loop %s contains more than block %s", r->path->stmts[i]->loop.var->name, r->block->name);
  if (r->path->n - 1 - r->first != r->block->n_axes)
    return tl_refuse (error, &r->block->id, 1, hint, "block %s has %u axes and %u loops", r->block->name, r->block->n_axes,
                      r->path->n - 1 - r->first);
  for (guint a = 0; a < r->block->n_axes; a++)
    {
      const TlVar *loop = r->path->stmts[r->first + a]->loop.var;

      if (r->block->bindings[a] != loop)
        return tl_refuse (error, &r->block->id, 1, hint, "axis %s of block %s is not bound to the loop %s of the same place in the nest",
                          r->block->axes[a].var->name, r->block->name, loop->name);
    }
  return TRUE;
}

/* A new axis is of the kind of the old ones that it is made of; one of a single value is data-parallel, whatever it comes from. */
static gboolean
find_kind (Relayout *r, guint index, TlAxisKind *kind, GError **error)
{
  const TlExpr *value = r->map->final[index];
  gboolean      is_set = FALSE;

  *kind = TL_AXIS_SPATIAL;
  for (guint a = 0; a < r->block->n_axes; a++)
    {
      if (!tl_expr_uses_var (value, r->map->initial[a]))
        continue;
      if (is_set && *kind != r->block->axes[a].kind)
        return tl_refuse (error, &r->block->id, 1, NULL,
                          "an index of the map mixes axes of different kinds; axis %s of block %s is one of them",
                          r->block->axes[a].var->name, r->block->name);
      *kind = r->block->axes[a].kind;
      is_set = TRUE;
    }
  if (tl_expr_is_int (r->images[index].extent, 1))
    *kind = TL_AXIS_SPATIAL;
  return TRUE;
}

/* The old axes and loops in terms of new variables. Free with g_hash_table_unref. */
static GHashTable *
values_over (Relayout *r, const TlIndexMap *inverse, const TlVar *const *vars)
{
  GHashTable    *values = g_hash_table_new (NULL, NULL);
  const TlExpr **old = tl_arena_new_array (r->arena, const TlExpr *, MAX (inverse->n_final, 1));

  tl_index_map_indices (r->analyzer, inverse, vars, old);
  for (guint a = 0; a < r->block->n_axes; a++)
    {
      g_hash_table_insert (values, (gpointer) r->block->axes[a].var, (gpointer) old[a]);
      g_hash_table_insert (values, (gpointer) r->block->bindings[a], (gpointer) old[a]);
    }
  return values;
}

static gboolean
rebuild (Relayout *r, const TlIndexMap *inverse, GError **error)
{
  guint          n = r->map->n_final;
  TlBlock        block = *r->block;
  TlBlockAxis   *axes = tl_arena_new_array (r->arena, TlBlockAxis, MAX (n, 1));
  TlIter        *iters = tl_arena_new_array (r->arena, TlIter, MAX (n, 1));
  const TlVar  **loops = tl_arena_new_array (r->arena, const TlVar *, MAX (n, 1)),
                 **vars = tl_arena_new_array (r->arena, const TlVar *, MAX (n, 1));
  const TlStmt  *stmt;
  TlPath         nest;

  for (guint i = 0; i < n; i++)
    {
      TlDType dtype = r->images[i].extent->dtype;

      loops[i] = tl_expr_var (r->arena, tl_arena_printf (r->arena, "ax%u", i), dtype);
      vars[i] = axes[i].var = tl_expr_var (r->arena, tl_arena_printf (r->arena, "v%u", i), dtype);
      axes[i].dom = (TlRange) { tl_expr_int (r->arena, dtype, 0), r->images[i].extent };
      iters[i] = (TlIter) { vars[i], axes[i].dom.min, axes[i].dom.extent };
      if (!find_kind (r, i, &axes[i].kind, error))
        return FALSE;
      if (tl_expr_is_int (axes[i].dom.extent, 1))
        continue;   /* indices keep naming an axis of one value, as TVM's do */
      tl_analyzer_bind (r->analyzer, vars[i], axes[i].dom.min, axes[i].dom.extent);
      tl_analyzer_bind (r->analyzer, loops[i], axes[i].dom.min, axes[i].dom.extent);
    }
  {
    g_autoptr (GHashTable) inside = values_over (r, inverse, vars);
    g_autoptr (GHashTable) outside = values_over (r, inverse, loops);

    block.axes = NULL;
    block.bindings = NULL;
    block.n_axes = 0;
    block.predicate = NULL;
    block = tl_renumber (r->arena, tl_stmt_block (r->arena, &block), inside, iters, n)->block;
    if (r->block->predicate != NULL)
      block.predicate = tl_analyzer_simplify (r->analyzer, tl_expr_substitute (r->arena, r->block->predicate, outside));
  }
  block.axes = axes;
  block.bindings = loops;
  block.n_axes = n;
  stmt = tl_stmt_block (r->arena, &block);
  for (guint i = n; i > 0; i--)
    stmt = tl_stmt_for (&r->call->builder, loops[i - 1], r->images[i - 1].extent, stmt);
  nest = tl_path_prefix (r->path, r->first);
  tl_call_replace (r->call, &nest, stmt);
  return TRUE;
}

/* The box of the new numbers starts at 0 and holds as many as there are instances: over an axis of one value, i % 4 has a box of four. */
static gboolean
has_as_many (Relayout *r, const TlRange *domain)
{
  const TlExpr *n_old = tl_int (r->arena, 1), *n_new = n_old;

  for (guint a = 0; a < r->block->n_axes; a++)
    n_old = tl_mul (r->arena, n_old, domain[a].extent);
  for (guint i = 0; i < r->map->n_final; i++)
    {
      if (!tl_expr_is_int (r->images[i].min, 0))
        return FALSE;
      n_new = tl_mul (r->arena, n_new, r->images[i].extent);
    }
  return tl_analyzer_can_prove_equal (r->analyzer, n_old, n_new);
}

static gboolean
transform_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  g_autofree char       *why = NULL, *text = NULL;
  Relayout               r = { .call = call, .arena = call->builder.arena, .analyzer = analyzer, .map = call->args[1].map };
  const TlIndexMap      *inverse;
  TlRange               *domain;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  r.path = path;
  r.block = &tl_path_target (path)->block;
  if (path->n == 1)
    return tl_refuse (error, &r.block->id, 1, NULL, "the root block has no axes to transform");
  if (r.map->n_initial != r.block->n_axes)
    return tl_refuse (error, &r.block->id, 1, NULL, "the map takes %u indices, block %s has %u axes", r.map->n_initial, r.block->name,
                      r.block->n_axes);
  if (!check_nest (&r, error))
    return FALSE;
  domain = tl_arena_new_array (r.arena, TlRange, MAX (r.block->n_axes, 1));
  for (guint a = 0; a < r.block->n_axes; a++)
    for (guint i = r.first; i + 1 < path->n; i++)
      if (path->stmts[i]->loop.var == r.block->bindings[a])
        domain[a] = (TlRange) { path->stmts[i]->loop.min, path->stmts[i]->loop.extent };
  r.images = tl_arena_new_array (r.arena, TlRange, MAX (r.map->n_final, 1));
  tl_index_map_ranges (analyzer, r.map, domain, r.images);
  inverse = tl_index_map_invert (analyzer, r.map, domain, &why);
  if (inverse != NULL && !has_as_many (&r, domain))
    inverse = NULL;
  if (inverse == NULL)
    {
      text = tl_index_map_to_text (r.map, TL_DIALECT_CLASSIC);
      return tl_refuse (error, &r.block->id, 1, NULL,
                        "%s does not map the instances of block %s one to one to indices from 0 without gaps%s%s", text,
                        r.block->name, why != NULL ? ": " : "", why != NULL ? why : "");
    }
  return rebuild (&r, inverse, error);
}

const TlPrimitive tl_primitive_transform_block_layout = {
  .name = "transform_block_layout",
  .kind = "TransformBlockLayout",
  .title = "Transform Block Layout",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Transform the axes of a block by an index map and create a new loop nest.",
  .sketch = "for i, j: B(i, j)  →  for ax0: B(ax0 // n, ax0 % n)",
  TL_PRIMITIVE_PARAMS (
      { .name = "block",
        .kind = TL_PARAM_BLOCK,
        .flags = TL_PARAM_IS_INPUT,
        .help = "Block alone in its nest, each axis bound to a loop." },
      { .name = "index_map", .kind = TL_PARAM_INDEX_MAP, .help = "One-to-one map from the axes of the block to the new axes." }),
  .apply = transform_apply,
  .index_map_wish = tl_axes_map_wish,
  .sentence = "Transform block layout of {block}",
};
