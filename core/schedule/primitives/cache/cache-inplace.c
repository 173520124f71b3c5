/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache_inplace: a block that updates a buffer works on a copy; one block before it fetches, one after it writes back.
 *
 *   for i: C[i] = C[i] + 1   →   for i: { C_local[i] = C[i];  C_local[i] = C_local[i] + 1;  C[i] = C_local[i] }
 *
 * Invariant: around each instance of the block the copy holds what the instance reads, and all that it writes goes back. The regions move
 * outside of the block with its bindings; TVM leaves the block's axes standing there, free, unless the block has none in its regions.
 */
#include "core/schedule/primitives/cache-private.h"

static const TlRegion *
find (const TlRegion *regions, guint n, const TlBuffer *buffer)
{
  for (guint i = 0; i < n; i++)
    if (regions[i].buffer == buffer)
      return &regions[i];
  return NULL;
}

/* A block that writes more than it reads must write all of that: the copy has nothing else to give back. */
static gboolean
check_cover (TlCache *cache, TlRegion read, TlRegion written, GError **error)
{
  const TlBlock         *block = &cache->block->block;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (cache->arena);

  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
  if (tl_region_covers (analyzer, read, written) || block->body->kind == TL_STMT_STORE)
    return TRUE;
  return tl_refuse (error, &block->id, 1, NULL, "block %s may write parts of buffer %s that it does not read; the copy would lack them",
                    block->name, cache->buffer->name);
}

/*
 * Which elements of the region are copied: where it leaves the buffer, those of the block's instances that run, and of these those within
 * it.
 */
static const TlExpr *
copy_predicate (TlCache *cache, TlRegion region, const TlVar *const *offsets, const TlExpr *const *indices)
{
  TlArena               *arena = cache->arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr          *predicate = cache->block->block.predicate, *zero, *inside;

  tl_path_bind_vars (analyzer, cache->path, cache->path->n - 2);
  if (tl_region_covers (analyzer, tl_region_full (arena, cache->buffer), region))
    return NULL;
  if (!tl_expr_is_true (predicate))
    tl_analyzer_push (analyzer, predicate);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      zero = tl_expr_int (arena, indices[d]->dtype, 0);
      inside = tl_and (arena, tl_binary (arena, TL_EXPR_LE, zero, indices[d]),
                       tl_binary (arena, TL_EXPR_LT, indices[d], region.buffer->shape[d]));
      tl_analyzer_bind (analyzer, offsets[d], tl_expr_int (arena, offsets[d]->dtype, 0), region.ranges[d].extent);
      if (!tl_analyzer_can_prove (analyzer, inside))
        predicate = tl_expr_is_true (predicate) ? inside : tl_and (arena, predicate, inside);
    }
  return predicate;
}

static const TlStmt *
make_copy_nest (TlCache *cache, TlRegion region, const TlBuffer *from, const TlBuffer *to, const char *name)
{
  TlArena       *arena = cache->arena;
  guint          n = region.buffer->n_dims;
  TlBlock        block = { .id = tl_builder_take_id (cache->builder), .name = name, .n_axes = n, .n_reads = 1, .n_writes = 1,
                           .annotations = tl_attrs_empty };
  TlBlockAxis   *axes = tl_arena_new_array (arena, TlBlockAxis, n);
  const TlVar  **loop_vars = tl_arena_new_array (arena, const TlVar *, n);
  const TlExpr **bindings = tl_arena_new_array (arena, const TlExpr *, n);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, n);
  TlRegion      *regions = tl_arena_new_array (arena, TlRegion, 2);
  const TlStmt  *nest;

  for (guint d = 0; d < n; d++)
    {
      TlDType dtype = region.buffer->shape[d]->dtype;

      loop_vars[d] = tl_expr_var (arena, tl_arena_printf (arena, "ax%u", d), region.ranges[d].extent->dtype);
      indices[d] = tl_expr_var (arena, tl_arena_printf (arena, "v%u", d), dtype);
      axes[d] = (TlBlockAxis) { .var = indices[d], .kind = TL_AXIS_SPATIAL,
                                .dom = { tl_expr_int (arena, dtype, 0), region.buffer->shape[d] } };
      bindings[d] = tl_add (arena, region.ranges[d].min, loop_vars[d]);
    }
  regions[0] = tl_region_point (arena, from, indices);
  regions[1] = tl_region_point (arena, to, indices);
  block.axes = axes;
  block.bindings = bindings;
  block.predicate = copy_predicate (cache, region, loop_vars, bindings);
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.body = tl_stmt_store (arena, to, indices, n, tl_expr_load (arena, from, indices, n));
  tl_call_output_node (cache->call, TL_RV_BLOCK, block.id);
  nest = tl_stmt_block (arena, &block);
  for (guint d = n; d > 0; d--)
    nest = tl_stmt_for (cache->builder, loop_vars[d - 1], region.ranges[d - 1].extent, nest);
  return nest;
}

typedef struct
{
  const TlBuffer *from, *to;
} InplaceExchange;

static const TlBuffer *
exchange_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const InplaceExchange *exchange = rewriter->user_data;

  return buffer == exchange->from ? exchange->to : buffer;
}

static void
rewrite (TlCache *cache, TlRegion read, TlRegion written, const char *storage_scope)
{
  TlArena        *arena = cache->arena;
  const char     *name = tl_cache_name (arena, cache->buffer, storage_scope);
  const TlBuffer *copy = tl_buffer_copy (arena, cache->buffer, name, tl_arena_strdup (arena, storage_scope));
  InplaceExchange exchange = { cache->buffer, copy };
  TlRewriter      rewriter = { .arena = arena, .buffer = exchange_buffer, .user_data = &exchange };
  guint           scope_index = (guint) tl_path_scope_index (cache->path);
  TlPath          to_scope = tl_path_prefix (cache->path, scope_index);
  const TlStmt   *steps[3];
  TlBlock         scope;

  steps[0] = make_copy_nest (cache, tl_block_region_outside (arena, &cache->block->block, read), cache->buffer, copy, name);
  steps[1] = tl_rewrite_stmt (&rewriter, cache->block);
  steps[2] = make_copy_nest (cache, tl_block_region_outside (arena, &cache->block->block, written), copy, cache->buffer, name);
  scope = tl_path_rebuild_from (cache->builder, cache->path, scope_index, tl_stmt_seq (arena, steps, 3))->block;
  tl_block_add_alloc (arena, &scope, copy);
  tl_call_replace (cache->call, &to_scope, tl_stmt_block (arena, &scope));
}

static gboolean
cache_inplace_apply (TlPrimitiveCall *call, GError **error)
{
  g_auto (TlCache) cache = { NULL };
  const char      *storage_scope = call->args[2].string;
  const TlBlock   *block;
  const TlRegion  *read, *written;

  if (!tl_cache_start (&cache, call, FALSE, "cache", error) || !tl_cache_check_scope (storage_scope, error))
    return FALSE;
  read = tl_cache_find_region (&cache, call->args[1].integer, error);
  if (read == NULL)
    return FALSE;
  block = &cache.block->block;
  written = find (block->writes, block->n_writes, cache.buffer);
  if (written == NULL)
    return tl_refuse (error, &block->id, 1, "use cache_read for a buffer that the block only reads",
                      "block %s reads buffer %s but does not write it",
                      block->name, cache.buffer->name);
  if (!check_cover (&cache, *read, *written, error) || !tl_cache_check_views (cache.buffer, cache.block, storage_scope, error))
    return FALSE;
  rewrite (&cache, *read, *written, storage_scope);
  return TRUE;
}

const TlPrimitive tl_primitive_cache_inplace = {
  .name = "cache_inplace",
  .kind = "CacheInplace",
  .title = "Cache in Place",
  .family = TL_FAMILY_CACHE,
  .summary = "Update a buffer through a copy in another storage scope.",
  .sketch = "for i: C[i] += 1  →  for i: C_local[i] = C[i]; C_local[i] += 1; C[i] = C_local[i]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads and writes the buffer." },
      { .name = "read_buffer_index", .kind = TL_PARAM_BUFFER, .help = "Index of the buffer among the reads of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes }),
  .n_outputs = -1,
  .apply = cache_inplace_apply,
  .sentence = "Cache in place: read of {read_buffer_index} by {block} in {storage_scope}",
};
