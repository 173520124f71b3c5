/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reindex_cache_read and reindex_cache_write: a copy in another storage scope and another layout. The layout is a map of the block's axes.
 *
 *   for i, j: B(A[i, j]), map i, j → (j, i)   →   for i, j: A_shared[j, i] = A[i, j];   for i, j: B(A_shared[j, i])
 *
 * Invariant: the copy's element for a point of the axes holds the buffer's element of that point. So the map must tell apart what the
 * buffer's index tells apart, which TVM leaves to the user. The copying block stands where that of cache_read or cache_write would; its
 * loops and axes are those of the block, less what the index does not use.
 */
#include "core/schedule/primitives/cache/access-pattern-private.h"
#include "core/schedule/primitives/cache-private.h"
#include "core/schedule/primitives/cache/index-determines-private.h"

typedef struct
{
  TlCache          base;
  TlIndexPattern  pattern;
  guint           *axes;           /* of the block, those that occur in the pattern */
  guint            n_axes;
  const TlExpr   **mapped;         /* indices of the copy, in the block's axes */
  guint            n_mapped;
  const TlBuffer  *copy;
  /* Results of the search for loops */
  GPtrArray       *loops;          /* const TlStmt*, those that the copying block needs */
  GHashTable      *dropped;        /* variables of the others below the site … */
  GHashTable      *units;          /* … but of loops that run once: variable → its value */
} ReindexCache;

static gboolean
check_point (ReindexCache *r, GError **error)
{
  const TlStmt         *block = r->base.block;
  g_autoptr (GPtrArray) inner = tl_stmt_child_blocks (block);

  if (inner->len > 0)
    return tl_refuse (error, &block->block.id, 1, NULL, "block %s is not a leaf block: it contains block %s", block->block.name,
                      ((const TlStmt *) inner->pdata[0])->block.name);
  return tl_access_pattern_check (&r->pattern, block, r->base.buffer, r->base.path, error);
}

static gboolean
uses (const TlExpr *const *exprs, guint n, const TlVar *var)
{
  for (guint i = 0; i < n; i++)
    if (tl_expr_uses_var (exprs[i], var))
      return TRUE;
  return FALSE;
}

/* Map and index use the same axes. */
static gboolean
check_same_axes (ReindexCache *r, GError **error)
{
  const TlBlock *block = &r->base.block->block;

  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlVar *var = block->axes[i].var;
      gboolean     in_index = uses (r->pattern.indices, r->pattern.n_indices, var), in_map = uses (r->mapped, r->n_mapped, var);

      if (in_index && !in_map)
        return tl_refuse (error, &block->id, 1, NULL, "the index of %s in block %s uses axis %s, the index map does not",
                          r->base.buffer->name,
                          block->name, var->name);
      if (in_map && !in_index)
        return tl_refuse (error, &block->id, 1, NULL, "the index map uses axis %s, the index of %s in block %s does not", var->name,
                          r->base.buffer->name, block->name);
    }
  return TRUE;
}

static const TlIter *
used_iters (ReindexCache *r)
{
  TlIter *iters = tl_arena_new_array (r->base.arena, TlIter, r->n_axes);

  for (guint i = 0; i < r->n_axes; i++)
    {
      const TlBlockAxis *axis = &r->base.block->block.axes[r->axes[i]];

      iters[i] = (TlIter) { axis->var, axis->dom.min, axis->dom.extent };
    }
  return iters;
}

static gboolean
check_meaning (ReindexCache *r, GError **error)
{
  const TlBlock  *block = &r->base.block->block;
  const TlBuffer *buffer = r->base.buffer;
  const TlIter   *iters = used_iters (r);

  if (!tl_indices_determine (r->base.arena, r->mapped, r->n_mapped, r->pattern.indices, r->pattern.n_indices, iters, r->n_axes))
    return tl_refuse (error, &block->id, 1, NULL, "the index map maps different elements of %s to one element of the copy", buffer->name);
  if (r->base.is_write && block->init != NULL
      && !tl_indices_determine (r->base.arena, r->pattern.indices, r->pattern.n_indices, r->mapped, r->n_mapped, iters, r->n_axes))
    return tl_refuse (error, &block->id, 1, NULL, "the index map maps one element of %s, which block %s reduces, to several of the copy",
                      buffer->name, block->name);
  if (!r->pattern.is_guarded)
    return TRUE;
  if (r->base.is_write)
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s writes %s only under a condition; the copy back would overwrite the other elements",
                      block->name, buffer->name);
  if (tl_access_pattern_is_in_bounds (r->base.arena, &r->pattern, block, buffer))
    return TRUE;
  return tl_refuse (error, &block->id, 1, NULL,
                    "block %s reads %s only under a condition; copying for every point of its axes may leave the buffer", block->name,
                    buffer->name);
}

/* The layout. */

static gboolean
apply_map (ReindexCache *r, const TlIndexMap *map, GError **error)
{
  TlArena               *arena = r->base.arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBlock         *block = &r->base.block->block;
  const TlExpr         **vars = tl_arena_new_array (arena, const TlExpr *, block->n_axes);

  if (map->n_initial != block->n_axes)
    return tl_refuse_argument (error, "the index map takes %u %s; block %s has %u axes", map->n_initial,
                               map->n_initial == 1 ? "index" : "indices", block->name, block->n_axes);
  for (guint i = 0; i < block->n_axes; i++)
    vars[i] = block->axes[i].var;
  r->mapped = tl_arena_new_array (arena, const TlExpr *, map->n_final);
  r->n_mapped = map->n_final;
  tl_index_map_indices (analyzer, map, vars, r->mapped);
  return TRUE;
}

static gboolean
make_copy_buffer (ReindexCache *r, const TlIndexMap *map, const char *storage_scope, GError **error)
{
  TlArena               *arena = r->base.arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBlock         *block = &r->base.block->block;
  TlRange               *ranges = tl_arena_new_array (arena, TlRange, map->n_initial);
  TlRange               *images = tl_arena_new_array (arena, TlRange, map->n_final);
  const TlExpr         **shape = tl_arena_new_array (arena, const TlExpr *, map->n_final);

  for (guint i = 0; i < block->n_axes; i++)
    ranges[i] = block->axes[i].dom;
  tl_index_map_ranges (analyzer, map, ranges, images);
  for (guint d = 0; d < map->n_final; d++)
    {
      if (!tl_analyzer_can_prove_equal (analyzer, images[d].min, tl_expr_int (arena, images[d].min->dtype, 0)))
        return tl_refuse (error, &block->id, 1, NULL, "index %u of the map does not start at 0 where the axes of block %s run", d,
                          block->name);
      shape[d] = images[d].extent;
    }
  r->copy = tl_buffer_new (arena, tl_cache_name (arena, r->base.buffer, storage_scope), r->base.buffer->dtype, shape, map->n_final,
                           tl_arena_strdup (arena, storage_scope));
  return TRUE;
}

/* The copying block. */

static gboolean
needs_loop (ReindexCache *r, const TlVar *var)
{
  const TlBlock *block = &r->base.block->block;

  for (guint i = 0; i < r->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[r->axes[i]], var))
      return TRUE;
  for (guint i = 0; i < r->loops->len; i++)
    {
      const TlLoop *inner = &((const TlStmt *) r->loops->pdata[i])->loop;

      if (tl_expr_uses_var (inner->min, var) || tl_expr_uses_var (inner->extent, var))
        return TRUE;
    }
  return FALSE;
}

/* Of the loops between the site and the block. From the inside, as what a loop's range depends on is needed too. */
static void
choose_loops (ReindexCache *r)
{
  g_autoptr (GPtrArray) loops = tl_path_loops (r->base.path);
  guint                 first = 0;

  for (guint i = 0; i < loops->len; i++)
    if (loops->pdata[i] == r->base.site)
      first = i + 1;
  for (guint i = loops->len; i > first; i--)
    {
      const TlStmt *loop = loops->pdata[i - 1];

      if (needs_loop (r, loop->loop.var))
        g_ptr_array_insert (r->loops, 0, (gpointer) loop);
      else if (tl_expr_is_int (loop->loop.extent, 1))
        g_hash_table_insert (r->units, (gpointer) loop->loop.var, (gpointer) loop->loop.min);
      else
        g_hash_table_add (r->dropped, (gpointer) loop->loop.var);
    }
}

/* The copy keeps the part of the guard that its own loops fill in; one that ties them to loops it does without cannot be kept. */
static gboolean
check_guard (ReindexCache *r, const TlExpr *guard, GError **error)
{
  const TlBlock *block = &r->base.block->block;

  if (guard == NULL || !tl_expr_uses_any (guard, r->dropped))
    return TRUE;
  if (guard->kind == TL_EXPR_AND)
    return check_guard (r, guard->a, error) && check_guard (r, guard->b, error);
  for (guint i = 0; i < r->loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) r->loops->pdata[i])->loop;

      if (!tl_expr_is_int (loop->extent, 1) && tl_expr_uses_var (guard, loop->var))
        return tl_refuse (error, (TlNodeId[]) { loop->id, block->id }, 2, "split the loop so that it divides evenly",
                          "the guard of block %s relates loop %s to loops that the copy does not have", block->name, loop->var->name);
    }
  return TRUE;
}

static void
make_axes (ReindexCache *r, TlBlock *copying, GHashTable *loop_values, GHashTable *axis_values)
{
  TlArena        *arena = r->base.arena;
  const TlBlock  *from = &r->base.block->block;
  TlBlockAxis    *axes = tl_arena_new_array (arena, TlBlockAxis, r->n_axes);
  const TlExpr  **bindings = tl_arena_new_array (arena, const TlExpr *, r->n_axes);

  for (guint i = 0; i < r->n_axes; i++)
    {
      const TlBlockAxis *axis = &from->axes[r->axes[i]];

      axes[i] = (TlBlockAxis) { .var = tl_expr_var (arena, axis->var->name, axis->var->dtype), .kind = TL_AXIS_SPATIAL, .dom = axis->dom };
      bindings[i] = tl_expr_substitute (arena, from->bindings[r->axes[i]], loop_values);
      g_hash_table_insert (axis_values, (gpointer) axis->var, (gpointer) axes[i].var);
    }
  copying->axes = axes;
  copying->n_axes = r->n_axes;
  copying->bindings = bindings;
  copying->predicate = tl_predicate_without (arena, from->predicate, r->dropped, loop_values);
}

static const TlExpr *const *
substitute_all (TlArena *arena, const TlExpr *const *exprs, guint n, GHashTable *values)
{
  const TlExpr **results = tl_arena_new_array (arena, const TlExpr *, n);

  for (guint i = 0; i < n; i++)
    results[i] = tl_expr_substitute (arena, exprs[i], values);
  return results;
}

static const TlStmt *
wrap_loops (ReindexCache *r, GHashTable *loop_values, const TlStmt *nest)
{
  for (guint i = r->loops->len; i > 0; i--)
    {
      const TlLoop *from = &((const TlStmt *) r->loops->pdata[i - 1])->loop;
      TlLoop        loop = { .id = tl_builder_take_id (r->base.builder), .var = g_hash_table_lookup (loop_values, from->var),
                             .annotations = tl_attrs_empty, .body = nest };

      loop.min = tl_expr_substitute (r->base.arena, from->min, loop_values);
      loop.extent = tl_expr_substitute (r->base.arena, from->extent, loop_values);
      nest = tl_stmt_loop (r->base.arena, &loop);
    }
  return nest;
}

static const TlStmt *
make_copy_nest (ReindexCache *r)
{
  TlArena               *arena = r->base.arena;
  g_autoptr (GHashTable) loop_values = g_hash_table_new (NULL, NULL), axis_values = g_hash_table_new (NULL, NULL);
  TlBlock                block = { .name = r->copy->name, .n_reads = 1, .n_writes = 1, .annotations = tl_attrs_empty };
  TlRegion              *regions = tl_arena_new_array (arena, TlRegion, 2);
  const TlExpr *const   *outside;
  const TlExpr *const   *inside;
  GHashTableIter         units;
  gpointer               var, value;

  for (guint i = 0; i < r->loops->len; i++)
    {
      const TlVar *old = ((const TlStmt *) r->loops->pdata[i])->loop.var;

      g_hash_table_insert (loop_values, (gpointer) old, (gpointer) tl_expr_var (arena, old->name, old->dtype));
    }
  g_hash_table_iter_init (&units, r->units);
  while (g_hash_table_iter_next (&units, &var, &value))
    g_hash_table_insert (loop_values, var, value);
  make_axes (r, &block, loop_values, axis_values);
  outside = substitute_all (arena, r->pattern.indices, r->pattern.n_indices, axis_values);
  inside = substitute_all (arena, r->mapped, r->n_mapped, axis_values);
  regions[0] = tl_region_point (arena, r->base.is_write ? r->copy : r->base.buffer, r->base.is_write ? inside : outside);
  regions[1] = tl_region_point (arena, r->base.is_write ? r->base.buffer : r->copy, r->base.is_write ? outside : inside);
  block.id = tl_builder_take_id (r->base.builder);
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.body = tl_stmt_store (arena, regions[1].buffer, r->base.is_write ? outside : inside, regions[1].buffer->n_dims,
                              tl_expr_load (arena, regions[0].buffer, r->base.is_write ? inside : outside, regions[0].buffer->n_dims));
  tl_call_output_node (r->base.call, TL_RV_BLOCK, block.id);
  return wrap_loops (r, loop_values, tl_stmt_block (arena, &block));
}

/* Applying. */

static gboolean
rewrite (ReindexCache *r, GError **error)
{
  guint         scope_index = (guint) tl_path_scope_index (r->base.path);
  TlPath        below = { .func = r->base.path->func, .n = r->base.path->n - scope_index, .stmts = r->base.path->stmts
                          + scope_index };
  const TlStmt *redirected = tl_block_redirect (r->base.arena, r->base.block, r->base.buffer, r->copy, r->mapped);
  g_autoptr (GPtrArray)  loops = g_ptr_array_new ();
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL), units = g_hash_table_new (NULL, NULL);

  r->loops = loops;
  r->dropped = dropped;
  r->units = units;
  choose_loops (r);
  if (!check_guard (r, r->base.block->block.predicate, error))
    return FALSE;
  tl_cache_finish (&r->base, tl_path_replace (r->base.builder, &below, redirected), r->copy, make_copy_nest (r));
  return TRUE;
}

static gboolean
reindex_cache_apply (TlPrimitiveCall *call, GError **error)
{
  gboolean          is_write = call->primitive->is_write;
  g_auto (TlCache)  base = { NULL };
  const char       *storage_scope = call->args[2].string;
  const TlIndexMap *map = call->args[3].map;
  TlArg             readers = tl_arg_list (call->builder.arena, &call->args[0], is_write ? 0 : 1);
  const TlStmt     *first = NULL;
  ReindexCache      r;

  if (!tl_cache_start (&base, call, is_write, "reindex", error) || !tl_cache_check_pipeline (&base, error)
      || !tl_cache_check_scope (storage_scope, error)
      || tl_cache_find_region (&base, call->args[1].integer, error) == NULL)
    return FALSE;
  r = (ReindexCache) { .base = base, .pattern = tl_access_pattern_of (base.block, base.buffer) };
  if (!check_point (&r, error) || !apply_map (&r, map, error) || !check_same_axes (&r, error)
      || !make_copy_buffer (&r, map, storage_scope, error) || !tl_cache_find_writer (&r.base, error)
      || !tl_cache_choose_readers (&r.base, &readers, &first, error) || !tl_cache_check_cover (&r.base, error))
    return FALSE;
  r.axes = tl_arena_new_array (base.arena, guint, base.block->block.n_axes);
  r.n_axes = tl_access_pattern_axes (&r.pattern, &base.block->block, r.axes);
  if (!check_meaning (&r, error))
    return FALSE;
  tl_cache_choose_site (&r.base, first);
  return rewrite (&r, error);
}

const TlPrimitive tl_primitive_reindex_cache_read = {
  .name = "reindex_cache_read",
  .kind = "ReindexCacheRead",
  .title = "Cache Read in Another Layout",
  .family = TL_FAMILY_CACHE,
  .summary = "Copy a buffer into another storage scope and layout for one reader.",
  .sketch = "for i, j: B(A[i, j])  →  for i, j: A_shared[j, i] = A[i, j]; for i, j: B(A_shared[j, i])",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads the buffer at a single index." },
      { .name = "read_buffer_index", .kind = TL_PARAM_BUFFER, .help = "Index of the buffer among the reads of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes },
      { .name = "index_map", .kind = TL_PARAM_INDEX_MAP, .flags = TL_PARAM_IS_INPUT,
        .help = "Map from the axes of the block to the indices of the copy." }),
  .n_outputs = 1,
  .apply = reindex_cache_apply,
  .index_map_wish = tl_axes_map_wish,
  .sentence = "Cache in another layout: read of {read_buffer_index} by {block} in {storage_scope}",
};

const TlPrimitive tl_primitive_reindex_cache_write = {
  .name = "reindex_cache_write",
  .kind = "ReindexCacheWrite",
  .title = "Cache Write in Another Layout",
  .family = TL_FAMILY_CACHE,
  .summary = "Write the result of a block to another storage scope and layout, then copy it back.",
  .sketch = "for i, j: C[i, j] = …  →  for i, j: C_local[j, i] = …; for i, j: C[i, j] = C_local[j, i]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block",
        .kind = TL_PARAM_BLOCK,
        .flags = TL_PARAM_IS_INPUT,
        .help = "The block that writes the buffer at a single index." },
      { .name = "write_buffer_index",
        .kind = TL_PARAM_BUFFER,
        .flags = TL_PARAM_OF_WRITES,
        .help = "Index of the buffer among the writes of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes },
      { .name = "index_map",
        .kind = TL_PARAM_INDEX_MAP,
        .flags = TL_PARAM_IS_INPUT,
        .help = "Map from the axes of the block to the indices of the copy." }),
  .n_outputs = 1,
  .is_write = TRUE,
  .apply = reindex_cache_apply,
  .index_map_wish = tl_axes_map_wish,
  .sentence = "Cache in another layout: write of {write_buffer_index} by {block} in {storage_scope}",
};
