/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache_read and cache_write: a copy of a buffer in another storage scope, and a block that moves the data.
 *
 *   cache_read   …: B reads A         →  …: A_shared = A;  …: B reads A_shared
 *   cache_write  …: B writes C        →  …: B writes C_local;  …: C = C_local
 *
 * Invariant: between the copy block and every redirected access the copy holds what the buffer holds. The copy block stands where writer
 * and first remaining reader meet, or at the border of the scope for what comes from outside or leaves it. Directly in a block the copy is
 * as large as the region moved; under a loop it keeps the buffer's shape and each iteration moves its part, as in TVM.
 */
#include <string.h>

#include "core/schedule/primitives/block-edit-private.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlBuilder       *builder;
  gboolean         is_write;
  const char      *storage_scope;
  /* Borrowed */
  const TlPath    *path;
  const TlStmt    *block;
  const TlStmt    *scope;
  TlScopeInfo     *info;
  const TlBuffer  *buffer;
  const TlStmt    *writer;        /* NULL: the buffer comes from outside the scope */
  /* Results of the checks */
  GHashTable      *redirected;    /* ids of the blocks that turn to the copy */
  const TlStmt    *site;          /* loop or scope block whose child the copy block becomes */
  guint            position;
  TlRegion         region;        /* what is copied, in terms of @site */
  gboolean         is_compact;
  const TlBuffer  *copy;
} Cache;

/* Checks. */

static gboolean
check_storage_scope (const char *scope, GError **error)
{
  static const char *const prefixes[] = { "global", "shared", "warp", "local", "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator",
                                          "m16n8k8.matrixA", "m16n8k8.matrixB", "m16n8k8.matrixC", "texture", "trn." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (scope, prefixes[i]))
      return TRUE;
  return tl_refuse (error, NULL, 0, "scopes are global, shared, shared.dyn, local, warp, wmma.matrix_a, wmma.matrix_b, wmma.accumulator",
                    "storage scope \"%s\" is unknown", scope);
}

static gboolean
find_buffer (Cache *c, gint64 index, GError **error)
{
  const TlBlock *block = &c->block->block;
  guint          n = c->is_write ? block->n_writes : block->n_reads;
  const char    *verb = c->is_write ? "writes" : "reads";

  if (index >= 0 && index < n)
    {
      c->buffer = c->is_write ? block->writes[index].buffer : block->reads[index].buffer;
      return TRUE;
    }
  if (n == 0)
    return tl_refuse (error, &block->id, 1, NULL, "block %s %s no buffer", block->name, verb);
  if (n == 1)
    return tl_refuse (error, &block->id, 1, NULL, "block %s %s one buffer, so its index is 0, not %" G_GINT64_FORMAT, block->name, verb,
                      index);
  return tl_refuse (error, &block->id, 1, NULL, "block %s %s %u buffers: index %" G_GINT64_FORMAT " is not in 0 … %u", block->name, verb,
                    n, index, n - 1);
}

static gboolean
reads_buffer (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
find_writer (Cache *c, GError **error)
{
  g_autoptr (GPtrArray) writers = tl_scope_info_writers (c->info, c->buffer);

  if (writers->len > 1)
    {
      const TlStmt *first = writers->pdata[0], *second = writers->pdata[1];
      TlNodeId      culprits[] = { first->block.id, second->block.id };

      return tl_refuse (error, culprits, 2, c->is_write ? "cache_write before decompose_reduction" : NULL,
                        "buffer %s is written by %u blocks (%s, %s%s); only a buffer with a single writer can be cached", c->buffer->name,
                        writers->len, first->block.name, second->block.name, writers->len > 2 ? ", …" : "");
    }
  c->writer = writers->len == 1 ? writers->pdata[0] : NULL;
  if (c->is_write && c->block->block.init == NULL && reads_buffer (&c->block->block, c->buffer))
    return tl_refuse (error, &c->block->block.id, 1, NULL,
                      "block %s adds to what buffer %s already holds and does not initialize it; its copy would start empty", c->block->block.name,
                      c->buffer->name);
  if (!c->is_write && c->writer == c->block)
    return tl_refuse (error, &c->block->block.id, 1, NULL, "block %s reads and writes buffer %s in place; a copy would miss its own writes",
                      c->block->block.name, c->buffer->name);
  return TRUE;
}

static gboolean
is_listed (const TlArg *list, const TlStmt *block)
{
  for (guint i = 0; i < list->n_items; i++)
    if (list->items[i].node == block->block.id)
      return TRUE;
  return FALSE;
}

static gboolean
contains (GPtrArray *blocks, TlNodeId id)
{
  for (guint i = 0; i < blocks->len; i++)
    if (((const TlStmt *) blocks->pdata[i])->block.id == id)
      return TRUE;
  return FALSE;
}

/*
 * Those that turn to the copy, and the first block that has to find the copy done: for cache_read a redirected reader, for cache_write a
 * reader that stays with the buffer. NULL: no such reader.
 */
static gboolean
choose_readers (Cache *c, const TlArg *list, const TlStmt **first, GError **error)
{
  g_autoptr (GPtrArray) readers = tl_scope_info_readers (c->info, c->buffer);
  gboolean              is_after_writer = c->writer == NULL;

  *first = NULL;
  for (guint i = 0; !c->is_write && i < list->n_items; i++)
    if (!contains (readers, list->items[i].node))
      return tl_refuse (error, &list->items[i].node, 1, NULL, "block %s, listed as a consumer, does not read buffer %s in this scope",
                        tl_arg_node_name (c->call->module, &list->items[i]), c->buffer->name);
  for (guint i = 0; tl_scope_info_nth (c->info, i) != NULL; i++)
    {
      const TlStmt *block = tl_scope_info_nth (c->info, i);
      gboolean      takes_part;

      if (block == c->writer)
        {
          is_after_writer = TRUE;
          continue;
        }
      if (!contains (readers, block->block.id))
        continue;
      takes_part = is_listed (list, block) || (!c->is_write && list->n_items == 0);
      if (takes_part)
        g_hash_table_add (c->redirected, GUINT_TO_POINTER (block->block.id));
      if (*first == NULL && is_after_writer && takes_part != c->is_write)
        *first = block;
    }
  if (c->is_write)
    g_hash_table_add (c->redirected, GUINT_TO_POINTER (c->block->block.id));
  return TRUE;
}

/* A reader of the copy finds only what the writer wrote. */
static gboolean
check_cover (Cache *c, GError **error)
{
  for (guint i = 0; c->writer != NULL && tl_scope_info_nth (c->info, i) != NULL; i++)
    {
      const TlStmt    *block = tl_scope_info_nth (c->info, i);
      g_autofree char *why = NULL;

      if (block != c->writer && g_hash_table_contains (c->redirected, GUINT_TO_POINTER (block->block.id))
          && !tl_block_reads_are_covered (c->info, block, c->buffer, &why))
        return tl_refuse (error, &block->block.id, 1, NULL, "%s", why);
    }
  return TRUE;
}

/* Place and extent of the copy. */

/* The innermost loop around both blocks, else the scope. */
static const TlStmt *
meeting_point (Cache *c, const TlStmt *a, const TlStmt *b)
{
  g_autoptr (TlPath)    path = tl_path_find (c->call->module, a->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  const TlStmt         *meeting = c->scope;

  for (guint i = 0; i < loops->len && tl_stmt_find (loops->pdata[i], b->block.id) != NULL; i++)
    meeting = loops->pdata[i];
  return meeting;
}

static guint
child_with (const TlStmt *site, const TlStmt *block)
{
  const TlStmt *body = tl_stmt_body (site);

  for (guint i = 0; i < tl_body_n_children (body); i++)
    if (tl_stmt_find (tl_body_nth_child (body, i), block->block.id) != NULL)
      return i;
  g_assert_not_reached ();
}

/* What comes from outside is what the scope says it reads; the root says nothing, so all of it. */
static TlRegion
region_from_outside (Cache *c)
{
  for (guint i = 0; i < c->scope->block.n_reads; i++)
    if (c->scope->block.reads[i].buffer == c->buffer)
      return c->scope->block.reads[i];
  return tl_region_full (c->arena, c->buffer);
}

static GArray *
iters_below_site (Cache *c)
{
  g_autoptr (TlPath)    path = tl_path_find (c->call->module, c->writer->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  GArray               *iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gboolean              is_below = c->site == c->scope;

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;
      TlIter        iter = { .var = loop->var, .min = loop->min, .extent = loop->extent };

      if (is_below)
        g_array_append_val (iters, iter);
      is_below = is_below || loops->pdata[i] == c->site;
    }
  return iters;
}

/* [min, min + extent) ∩ [0, shape), written so that it keeps its form where it fits. */
static TlRange
clip (Cache *c, TlAnalyzer *analyzer, TlRange range, const TlExpr *shape)
{
  const TlExpr *zero = tl_expr_int (c->arena, range.min->dtype, 0);
  const TlExpr *end = tl_add (c->arena, range.min, range.extent), *start;

  if (!tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_GE, range.min, zero)))
    {
      range.min = tl_binary (c->arena, TL_EXPR_MAX, range.min, zero);
      range.extent = tl_sub (c->arena, end, range.min);
    }
  if (!tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_LE, end, shape)))
    {
      start = tl_binary (c->arena, TL_EXPR_MAX, range.min, tl_analyzer_simplify (analyzer, tl_sub (c->arena, shape, range.extent)));
      range.extent = tl_sub (c->arena, shape, start);
    }
  return (TlRange) { tl_analyzer_simplify (analyzer, range.min), tl_analyzer_simplify (analyzer, range.extent) };
}

static TlRegion
region_of_writer (Cache *c)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);
  const TlBlock         *block = &c->writer->block;
  g_autoptr (GArray)     iters = iters_below_site (c);
  TlRegion               region = { .buffer = NULL };
  TlRange               *ranges = tl_arena_new_array (c->arena, TlRange, c->buffer->n_dims);
  g_autoptr (TlPath)     path = tl_path_find (c->call->module, block->id);

  tl_path_bind_vars (analyzer, path, path->n - 2);
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == c->buffer)
      {
        TlRegion box = tl_region_relax (c->arena, tl_block_region_outside (c->arena, block, block->writes[i]),
                                        (const TlIter *) iters->data, iters->len, block->predicate);

        region = region.buffer == NULL ? box : tl_region_union (c->arena, region, box);
      }
  for (guint d = 0; d < c->buffer->n_dims; d++)
    ranges[d] = clip (c, analyzer, region.ranges[d], c->buffer->shape[d]);
  return (TlRegion) { .buffer = c->buffer, .ranges = ranges };
}

static void
choose_site (Cache *c, const TlStmt *first)
{
  c->site = c->scope;
  c->position = c->is_write ? G_MAXUINT : 0;
  if (c->writer != NULL && first != NULL)
    {
      c->site = meeting_point (c, c->writer, first);
      c->position = child_with (c->site, first);
    }
  c->is_compact = c->site == c->scope;
  c->region = c->writer != NULL ? region_of_writer (c) : region_from_outside (c);
}

static void
make_copy_buffer (Cache *c)
{
  guint          n_dims = c->buffer->n_dims;
  const TlExpr **shape = tl_arena_new_array (c->arena, const TlExpr *, n_dims);
  const char    *name = tl_arena_printf (c->arena, "%s_%s", c->buffer->name, c->storage_scope);

  for (guint d = 0; d < n_dims; d++)
    shape[d] = c->is_compact ? c->region.ranges[d].extent : c->buffer->shape[d];
  c->copy = tl_buffer_new (c->arena, name, c->buffer->dtype, shape, n_dims, tl_arena_strdup (c->arena, c->storage_scope));
}

/* The copy block. */

static const TlStmt *
make_copy_nest (Cache *c)
{
  guint           n = c->buffer->n_dims;
  TlBlock         block = { .name = c->copy->name, .n_axes = n, .n_reads = 1, .n_writes = 1 };
  TlBlockAxis    *axes = tl_arena_new_array (c->arena, TlBlockAxis, n);
  const TlVar   **loop_vars = tl_arena_new_array (c->arena, const TlVar *, n);
  const TlExpr  **bindings = tl_arena_new_array (c->arena, const TlExpr *, n);
  const TlExpr  **outside = tl_arena_new_array (c->arena, const TlExpr *, n);   /* index of the buffer */
  const TlExpr  **inside = tl_arena_new_array (c->arena, const TlExpr *, n);    /* index of the copy */
  TlRegion       *regions = tl_arena_new_array (c->arena, TlRegion, 2);
  const TlStmt   *nest;

  for (guint d = 0; d < n; d++)
    {
      TlRange range = c->region.ranges[d];
      TlDType dtype = range.extent->dtype;

      loop_vars[d] = tl_expr_var (c->arena, tl_arena_printf (c->arena, "ax%u", d), dtype);
      axes[d].var = tl_expr_var (c->arena, tl_arena_printf (c->arena, "v%u", d), dtype);
      axes[d].kind = TL_AXIS_SPATIAL;
      axes[d].dom = (TlRange) { tl_expr_int (c->arena, dtype, 0), c->copy->shape[d] };
      bindings[d] = c->is_compact ? loop_vars[d] : tl_add (c->arena, range.min, loop_vars[d]);
      inside[d] = axes[d].var;
      outside[d] = c->is_compact ? tl_add (c->arena, range.min, axes[d].var) : axes[d].var;
    }
  regions[0] = tl_region_point (c->arena, c->is_write ? c->copy : c->buffer, c->is_write ? inside : outside);
  regions[1] = tl_region_point (c->arena, c->is_write ? c->buffer : c->copy, c->is_write ? outside : inside);
  block.id = tl_builder_take_id (c->builder);
  block.axes = axes;
  block.bindings = bindings;
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.annotations = tl_attrs_empty;
  block.body = tl_stmt_store (c->arena, regions[1].buffer, c->is_write ? outside : inside, n,
                              tl_expr_load (c->arena, regions[0].buffer, c->is_write ? inside : outside, n));
  tl_call_output_node (c->call, TL_RV_BLOCK, block.id);
  nest = tl_stmt_block (c->arena, &block);
  for (guint d = n; d > 0; d--)
    nest = tl_stmt_for (c->builder, loop_vars[d - 1], c->region.ranges[d - 1].extent, nest);
  return nest;
}

/* Redirecting accesses. */

typedef struct
{
  Cache      *cache;
  TlAnalyzer *analyzer;
} Redirect;

static const TlExpr *
move_index (Redirect *r, const TlExpr *index, guint d)
{
  const TlExpr *min = r->cache->region.ranges[d].min;

  if (!r->cache->is_compact || tl_expr_is_int (min, 0))
    return index;
  return tl_analyzer_simplify (r->analyzer, tl_sub (r->cache->arena, index, min));
}

static const TlExpr *const *
move_indices (TlRewriter *rewriter, Redirect *r, const TlExpr *const *indices, guint n)
{
  const TlExpr **moved = tl_arena_new_array (rewriter->arena, const TlExpr *, n);

  for (guint d = 0; d < n; d++)
    moved[d] = move_index (r, tl_rewrite_expr (rewriter, indices[d]), d);
  return moved;
}

static TlRegion
move_region (Redirect *r, TlRegion region)
{
  TlRange *ranges;

  if (region.buffer != r->cache->buffer)
    return region;
  ranges = tl_arena_dup_array (r->cache->arena, TlRange, region.ranges, region.buffer->n_dims);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d].min = move_index (r, ranges[d].min, d);
  return (TlRegion) { .buffer = r->cache->copy, .ranges = ranges };
}

static const TlRegion *
move_regions (Redirect *r, const TlRegion *regions, guint n)
{
  TlRegion *moved = tl_arena_new_array (r->cache->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    moved[i] = move_region (r, regions[i]);
  return moved;
}

static const TlExpr *
redirect_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Redirect *r = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != r->cache->buffer)
    return NULL;
  return tl_expr_load (rewriter->arena, r->cache->copy, move_indices (rewriter, r, expr->indices, expr->n_indices), expr->n_indices);
}

static const TlStmt *
redirect_block (TlRewriter *rewriter, Redirect *r, const TlStmt *stmt)
{
  TlBlock        block = tl_rewrite_stmt_children (rewriter, stmt)->block;
  TlMatchBuffer *matches = tl_arena_dup_array (rewriter->arena, TlMatchBuffer, block.matches, block.n_matches);

  block.reads = move_regions (r, block.reads, block.n_reads);
  block.writes = move_regions (r, block.writes, block.n_writes);
  for (guint i = 0; i < block.n_matches; i++)
    matches[i].source = move_region (r, matches[i].source);
  block.matches = matches;
  return tl_stmt_block (rewriter->arena, &block);
}

static const TlStmt *
redirect_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Redirect *r = rewriter->user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    return redirect_block (rewriter, r, stmt);
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != r->cache->buffer)
    return NULL;
  return tl_stmt_store (rewriter->arena, r->cache->copy, move_indices (rewriter, r, stmt->indices, stmt->n_indices), stmt->n_indices,
                        tl_rewrite_expr (rewriter, stmt->value));
}

/* Only whole child blocks of the scope are entered: the rest stays with the buffer. */
static const TlStmt *
redirect_chosen (TlRewriter *rewriter, const TlStmt *stmt)
{
  Redirect  *r = rewriter->user_data;
  TlRewriter inside = { .arena = rewriter->arena, .expr = redirect_expr, .stmt = redirect_stmt, .user_data = r };

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  return g_hash_table_contains (r->cache->redirected, GUINT_TO_POINTER (stmt->block.id)) ? tl_rewrite_stmt (&inside, stmt) : stmt;
}

static const TlExpr *
keep_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  return expr;
}

static const TlStmt *
rewrite_scope (Cache *c)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);
  Redirect               redirect = { .cache = c, .analyzer = analyzer };
  TlRewriter             rewriter = { .arena = c->arena, .expr = keep_expr, .stmt = redirect_chosen, .user_data = &redirect };
  TlBlock                scope = c->scope->block;

  scope.body = tl_rewrite_stmt (&rewriter, scope.body);
  tl_block_add_alloc (c->arena, &scope, c->copy);
  return tl_insert_child (c->arena, tl_stmt_block (c->arena, &scope), c->site->kind == TL_STMT_FOR ? c->site->loop.id : scope.id,
                          c->position, make_copy_nest (c));
}

static gboolean
cache (Cache *c, GError **error)
{
  const TlStmt *first = NULL;
  TlPath        to_scope;

  if (!check_storage_scope (c->storage_scope, error) || !find_buffer (c, c->call->args[1].integer, error) || !find_writer (c, error)
      || !choose_readers (c, &c->call->args[3], &first, error) || !check_cover (c, error))
    return FALSE;
  choose_site (c, first);
  make_copy_buffer (c);
  to_scope = tl_path_prefix (c->path, (guint) tl_path_scope_index (c->path));
  tl_call_replace (c->call, &to_scope, rewrite_scope (c));
  return TRUE;
}

static gboolean
cache_apply (TlPrimitiveCall *call, gboolean is_write, GError **error)
{
  g_autoptr (TlPath)      path = NULL;
  g_autoptr (TlScopeInfo) info = NULL;
  g_autoptr (GHashTable)  redirected = g_hash_table_new (NULL, NULL);
  Cache c = { .call = call, .arena = call->builder.arena, .builder = &call->builder, .is_write = is_write, .redirected = redirected };

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  c.block = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &c.block->block.id, 1, NULL, "the root block has no buffers of its own to cache");
  info = tl_path_scope_info (c.arena, call->module, path);
  c.path = path;
  c.scope = tl_path_scope (path);
  c.info = info;
  c.storage_scope = call->args[2].string;
  return cache (&c, error);
}

static gboolean
cache_read_apply (TlPrimitiveCall *call, GError **error)
{
  return cache_apply (call, FALSE, error);
}

static gboolean
cache_write_apply (TlPrimitiveCall *call, GError **error)
{
  return cache_apply (call, TRUE, error);
}

static char *
describe (const TlModule *before, const TlArg *args, gboolean is_write)
{
  const TlStmt   *stmt = tl_module_find (before, args[0].node);
  guint           n = stmt == NULL ? 0 : is_write ? stmt->block.n_writes : stmt->block.n_reads;
  const TlRegion *regions = stmt == NULL ? NULL : is_write ? stmt->block.writes : stmt->block.reads;
  const char     *name = args[1].integer >= 0 && args[1].integer < n ? regions[args[1].integer].buffer->name : "?";

  return g_strdup_printf (is_write ? "Cache what %s writes to %s in %s" : "Cache what %s reads of %s in %s",
                          tl_arg_node_name (before, &args[0]), name, args[2].string);
}

static char *
cache_read_describe (const TlModule *before, const TlArg *args)
{
  return describe (before, args, FALSE);
}

static char *
cache_write_describe (const TlModule *before, const TlArg *args)
{
  return describe (before, args, TRUE);
}

static const char *const storage_scopes[] = { "global", "shared", "shared.dyn", "local", "warp", "wmma.matrix_a", "wmma.matrix_b",
                                              "wmma.accumulator", NULL };

static const TlPrimitiveParam cache_read_params[] = {
  { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads the buffer." },
  { .name = "read_buffer_index", .kind = TL_PARAM_BUFFER, .help = "Which of the buffers the block reads, from 0." },
  { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Where the copy lives.", .choices = storage_scopes },
  { .name = "consumer_blocks", .kind = TL_PARAM_BLOCKS, .flags = TL_PARAM_IS_INPUT | TL_PARAM_IS_OPTIONAL | TL_PARAM_HIDE_EMPTY,
    .default_text = "[]", .help = "The readers that turn to the copy; none named: all in the scope." },
};

const TlPrimitive tl_primitive_cache_read = {
  .name = "cache_read",
  .kind = "CacheRead",
  .title = "Cache Read",
  .family = TL_FAMILY_CACHE,
  .summary = "Copies a buffer into another storage scope and lets its readers read the copy.",
  .sketch = "for i: B(A[i])  →  for ax0: A_shared[ax0] = A[ax0]; for i: B(A_shared[i])",
  .params = cache_read_params,
  .n_params = G_N_ELEMENTS (cache_read_params),
  .n_outputs = 1,
  .apply = cache_read_apply,
  .describe = cache_read_describe,
};

static const TlPrimitiveParam cache_write_params[] = {
  { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "The block that writes the buffer." },
  { .name = "write_buffer_index", .kind = TL_PARAM_BUFFER, .flags = TL_PARAM_OF_WRITES,
    .help = "Which of the buffers the block writes, from 0." },
  { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Where the copy lives.", .choices = storage_scopes },
  { .name = "consumer_blocks", .kind = TL_PARAM_BLOCKS, .flags = TL_PARAM_IS_INPUT | TL_PARAM_IS_OPTIONAL | TL_PARAM_HIDE_EMPTY,
    .default_text = "[]", .help = "Readers that turn to the copy as well." },
};

const TlPrimitive tl_primitive_cache_write = {
  .name = "cache_write",
  .kind = "CacheWrite",
  .title = "Cache Write",
  .family = TL_FAMILY_CACHE,
  .summary = "Lets a block write into another storage scope and copies the result back.",
  .sketch = "for i: C[i] = …  →  for i: C_local[i] = …; for ax0: C[ax0] = C_local[ax0]",
  .params = cache_write_params,
  .n_params = G_N_ELEMENTS (cache_write_params),
  .n_outputs = 1,
  .apply = cache_write_apply,
  .describe = cache_write_describe,
};
