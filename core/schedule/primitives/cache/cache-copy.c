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
#include "core/schedule/primitives/cache-private.h"

#include "core/text/script.h"

typedef struct
{
  TlCache          base;
  TlArena         *arena;
  TlRegion         region;        /* what is copied, in terms of the site */
  gboolean         is_compact;
  gboolean        *may_leave;     /* for each dimension: the region may leave the buffer, the copy block has to look */
  const TlExpr    *writer_guard;  /* nullable: where it does not hold, the region was not written, or not all of it */
  const TlBuffer  *copy;
} Cache;

/* Extent of the copy. */

static GArray *
iters_below_site (Cache *c)
{
  g_autoptr (TlPath)    path = tl_path_find (c->base.call->module, c->base.writer->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  GArray               *iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gboolean              is_below = c->base.site == c->base.scope;

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;
      TlIter        iter = { .var = loop->var, .min = loop->min, .extent = loop->extent };

      if (is_below)
        g_array_append_val (iters, iter);
      is_below = is_below || loops->pdata[i] == c->base.site;
    }
  return iters;
}

static guint
index_of_site (Cache *c, const TlPath *path)
{
  guint i = 0;

  while (i + 1 < path->n && path->stmts[i] != c->base.site)
    i++;
  return i;
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

/*
 * The range of a dimension that a compact copy holds. Where a guard keeps some runs of the scope from writing, the range within the buffer
 * may be empty; the copy then has room for all of it, as in TVM.
 */
static TlRange
clip_to_copy (Cache *c, TlAnalyzer *analyzer, TlRange range, guint d)
{
  TlRange       inside = clip (c, analyzer, range, c->base.buffer->shape[d]);
  const TlExpr *one = tl_expr_int (c->arena, inside.extent->dtype, 1);

  c->may_leave[d] = c->is_compact && !tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_GE, inside.extent, one))
                    && tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_GE, range.extent, one));
  return c->may_leave[d] ? range : inside;
}

/* A scope reads from outside the regions that it declares; the root declares none, so all of it. */
static TlRegion
region_from_outside (Cache *c)
{
  const TlBlock         *scope = &c->base.scope->block;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);

  for (guint i = 0; i < scope->n_reads; i++)
    if (scope->reads[i].buffer == c->base.buffer)
      {
        TlRange *ranges = tl_arena_dup_array (c->arena, TlRange, scope->reads[i].ranges, c->base.buffer->n_dims);

        for (guint d = 0; d < c->base.buffer->n_dims; d++)
          {
            ranges[d].extent = tl_analyzer_simplify (analyzer, ranges[d].extent);
            c->may_leave[d] = TRUE;
          }
        return (TlRegion) { .buffer = c->base.buffer, .ranges = ranges };
      }
  return tl_region_full (c->arena, c->base.buffer);
}

/* Steps may have widened what blocks declare, and left what the scope around them does. */
static gboolean
check_inside (Cache *c, GError **error)
{
  const TlBlock *scope = &c->base.scope->block;
  const TlStmt  *reader;

  for (guint i = 0; (reader = tl_scope_info_nth (c->base.info, i)) != NULL; i++)
    if (g_hash_table_contains (c->base.redirected, GUINT_TO_POINTER (reader->block.id))
        && !tl_block_reads_inside (c->base.info, reader, c->region))
      {
        g_autofree char *text = tl_region_to_text (&c->region);

        return tl_refuse (error, (TlNodeId[]) { reader->block.id, scope->id }, 2, NULL,
                          "block %s reads more than %s, the region that the outer block %s "
                          "declares", reader->block.name, text, scope->name);
      }
  return TRUE;
}

/*
 * Where writes leave gaps in the box around them, a copy of the box carries over what was never written. That does no harm to a buffer of
 * the scope itself, of which the block is the only writer.
 */
static gboolean
check_filled (Cache *c, const TlRegion *access, const TlRegion *box, const TlIter *iters, guint n_iters, GError **error)
{
  const TlBlock   *block = &c->base.writer->block;
  g_autofree char *text = NULL;

  for (guint i = 0; i < c->base.scope->block.n_allocs; i++)
    if (c->base.scope->block.allocs[i] == c->base.buffer)
      return TRUE;
  if (tl_region_fills_box (c->arena, *access, iters, n_iters, block->predicate, NULL))
    return TRUE;
  text = tl_region_to_text (box);
  return tl_refuse (error, &block->id, 1, NULL, "block %s writes only parts of %s; the copy back would overwrite the rest", block->name,
                    text);
}

/* Whether the region may have elements within the buffer. */
static gboolean
has_part_with (Cache *c, TlAnalyzer *analyzer, const TlExpr *condition)
{
  gboolean is_empty = FALSE;

  tl_analyzer_push (analyzer, condition);
  for (guint d = 0; d < c->base.buffer->n_dims && !is_empty; d++)
    {
      TlRange       range = c->region.ranges[d];
      const TlExpr *zero = tl_expr_int (c->arena, range.min->dtype, 0);

      is_empty = tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_LE, range.extent, zero))
                 || tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_GE, range.min, c->base.buffer->shape[d]));
    }
  tl_analyzer_pop (analyzer);
  return !is_empty;
}

/*
 * Of the writer's guard, what the loops around the site decide; mostly the end of the buffer says the same, and the region is empty there.
 */
static void
keep_guard_of_writer (Cache *c, TlAnalyzer *analyzer, GHashTable *below_site, const TlExpr *guard)
{
  if (guard == NULL)
    return;
  if (guard->kind == TL_EXPR_AND)
    {
      keep_guard_of_writer (c, analyzer, below_site, guard->a);
      keep_guard_of_writer (c, analyzer, below_site, guard->b);
    }
  else if (!tl_expr_uses_any (guard, below_site) && has_part_with (c, analyzer, tl_expr_not (c->arena, guard)))
    c->writer_guard = c->writer_guard != NULL ? tl_and (c->arena, c->writer_guard, guard) : guard;
}

static gboolean
is_positive (Cache *c, TlAnalyzer *analyzer, const TlExpr *extent)
{
  return tl_analyzer_can_prove (analyzer, tl_binary (c->arena, TL_EXPR_GE, extent, tl_expr_int (c->arena, extent->dtype, 1)));
}

/* A compact copy has room for all where the guard may leave nothing: no buffer has a negative size. */
static TlRegion
box_of_write (Cache *c, TlAnalyzer *analyzer, TlRegion access, const TlIter *iters, guint n_iters)
{
  const TlExpr *predicate = c->base.writer->block.predicate;
  TlRegion      box = tl_region_estimate (c->arena, access, iters, n_iters, predicate);
  TlRegion      all = tl_region_relax (c->arena, access, iters, n_iters, predicate);

  for (guint d = 0; c->is_compact && d < access.buffer->n_dims; d++)
    if (!is_positive (c, analyzer, box.ranges[d].extent) && is_positive (c, analyzer, all.ranges[d].extent))
      return all;
  return box;
}

static gboolean
find_region_of_writer (Cache *c, GError **error)
{
  g_autoptr (GHashTable) below_site = g_hash_table_new (NULL, NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);
  const TlBlock         *block = &c->base.writer->block;
  g_autoptr (GArray)     iters = iters_below_site (c);
  TlRegion               region = { .buffer = NULL };
  TlRange               *ranges = tl_arena_new_array (c->arena, TlRange, c->base.buffer->n_dims);
  g_autoptr (TlPath)     path = tl_path_find (c->base.call->module, block->id);

  /* Not the loops below the site: where they do not run, what follows from their having run is not so. */
  tl_path_bind_vars (analyzer, path, index_of_site (c, path));
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == c->base.buffer)
      {
        TlRegion outside = tl_block_region_outside (c->arena, block, block->writes[i]);
        TlRegion box = box_of_write (c, analyzer, outside, (const TlIter *) iters->data, iters->len);

        if (!check_filled (c, &outside, &box, (const TlIter *) iters->data, iters->len, error))
          return FALSE;
        region = region.buffer == NULL ? box : tl_region_union (c->arena, region, box);
      }
  for (guint d = 0; d < c->base.buffer->n_dims; d++)
    ranges[d] = clip_to_copy (c, analyzer, region.ranges[d], d);
  c->region = (TlRegion) { .buffer = c->base.buffer, .ranges = ranges };
  for (guint i = 0; i < iters->len; i++)
    g_hash_table_add (below_site, (gpointer) g_array_index (iters, TlIter, i).var);
  keep_guard_of_writer (c, analyzer, below_site, block->predicate);
  return TRUE;
}

static void
make_copy_buffer (Cache *c, const char *storage_scope)
{
  guint          n_dims = c->base.buffer->n_dims;
  const TlExpr **shape = tl_arena_new_array (c->arena, const TlExpr *, n_dims);
  const char    *name = tl_cache_name (c->arena, c->base.buffer, storage_scope);

  for (guint d = 0; d < n_dims; d++)
    shape[d] = c->is_compact ? c->region.ranges[d].extent : c->base.buffer->shape[d];
  c->copy = tl_buffer_new (c->arena, name, c->base.buffer->dtype, shape, n_dims, tl_arena_strdup (c->arena, storage_scope));
}

/* The copy block. */

/*
 * The box that a scope accesses may stick out of the buffer, as guarded accesses at a border make it. The copy has room for all of it (TVM
 * copies all of it too); what lies outside stays as it is.
 */
static const TlExpr *
guard_of_copy (Cache *c, const TlExpr *const *loop_vars)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);
  g_autoptr (TlPath)     path = tl_path_find (c->base.call->module, c->base.scope->block.id);
  const TlExpr          *guard = c->writer_guard;

  tl_path_bind_vars (analyzer, path, path->n - 1);
  for (guint d = 0; d < c->base.buffer->n_dims; d++)
    {
      TlRange       range = c->region.ranges[d];
      const TlExpr *index = tl_add (c->arena, range.min, loop_vars[d]);
      const TlExpr *starts = tl_binary (c->arena, TL_EXPR_GE, range.min, tl_int (c->arena, 0));
      const TlExpr *ends = tl_binary (c->arena, TL_EXPR_LE, tl_add (c->arena, range.min, range.extent), c->base.buffer->shape[d]);

      if (c->may_leave[d] && !tl_analyzer_can_prove (analyzer, starts))
        guard = tl_and (c->arena, guard, tl_binary (c->arena, TL_EXPR_GE, index, tl_int (c->arena, 0)));
      if (c->may_leave[d] && !tl_analyzer_can_prove (analyzer, ends))
        guard = tl_and (c->arena, guard, tl_binary (c->arena, TL_EXPR_LT, index, c->base.buffer->shape[d]));
    }
  return guard;
}

static const TlStmt *
make_copy_nest (Cache *c)
{
  guint           n = c->base.buffer->n_dims;
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
  regions[0] = tl_region_point (c->arena, c->base.is_write ? c->copy : c->base.buffer, c->base.is_write ? inside : outside);
  regions[1] = tl_region_point (c->arena, c->base.is_write ? c->base.buffer : c->copy, c->base.is_write ? outside : inside);
  block.id = tl_builder_take_id (c->base.builder);
  block.axes = axes;
  block.bindings = bindings;
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.annotations = tl_attrs_empty;
  block.predicate = guard_of_copy (c, loop_vars);
  block.body = tl_stmt_store (c->arena, regions[1].buffer, c->base.is_write ? outside : inside, n,
                              tl_expr_load (c->arena, regions[0].buffer, c->base.is_write ? inside : outside, n));
  tl_call_output_node (c->base.call, TL_RV_BLOCK, block.id);
  nest = tl_stmt_block (c->arena, &block);
  for (guint d = n; d > 0; d--)
    nest = tl_stmt_for (c->base.builder, loop_vars[d - 1], c->region.ranges[d - 1].extent, nest);
  return nest;
}

/* Redirecting accesses. */

typedef struct
{
  Cache      *cache;
  TlAnalyzer *analyzer;
} CopyRedirect;

static const TlExpr *
move_index (CopyRedirect *r, const TlExpr *index, guint d)
{
  if (r->cache->is_compact)
    index = tl_sub (r->cache->arena, index, r->cache->region.ranges[d].min);
  return tl_analyzer_simplify (r->analyzer, index);
}

static const TlExpr *const *
move_indices (TlRewriter *rewriter, CopyRedirect *r, const TlExpr *const *indices, guint n)
{
  const TlExpr **moved = tl_arena_new_array (rewriter->arena, const TlExpr *, n);

  for (guint d = 0; d < n; d++)
    moved[d] = move_index (r, tl_rewrite_expr (rewriter, indices[d]), d);
  return moved;
}

static TlRegion
move_region (CopyRedirect *r, TlRegion region)
{
  TlRange *ranges;

  if (region.buffer != r->cache->base.buffer)
    return region;
  ranges = tl_arena_dup_array (r->cache->arena, TlRange, region.ranges, region.buffer->n_dims);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d].min = move_index (r, ranges[d].min, d);
  return (TlRegion) { .buffer = r->cache->copy, .ranges = ranges };
}

static const TlRegion *
move_regions (CopyRedirect *r, const TlRegion *regions, guint n)
{
  TlRegion *moved = tl_arena_new_array (r->cache->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    moved[i] = move_region (r, regions[i]);
  return moved;
}

static const TlExpr *
redirect_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  CopyRedirect *r = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != r->cache->base.buffer)
    return NULL;
  return tl_expr_load (rewriter->arena, r->cache->copy, move_indices (rewriter, r, expr->indices, expr->n_indices), expr->n_indices);
}

static const TlStmt *
redirect_block (TlRewriter *rewriter, CopyRedirect *r, const TlStmt *stmt)
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
  CopyRedirect *r = rewriter->user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    return redirect_block (rewriter, r, stmt);
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != r->cache->base.buffer)
    return NULL;
  return tl_stmt_store (rewriter->arena, r->cache->copy, move_indices (rewriter, r, stmt->indices, stmt->n_indices), stmt->n_indices,
                        tl_rewrite_expr (rewriter, stmt->value));
}

/* Only whole child blocks of the scope are entered: the rest stays with the buffer. */
static const TlStmt *
redirect_chosen (TlRewriter *rewriter, const TlStmt *stmt)
{
  CopyRedirect *r = rewriter->user_data;
  TlRewriter inside = { .arena = rewriter->arena, .expr = redirect_expr, .stmt = redirect_stmt, .user_data = r };

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  return g_hash_table_contains (r->cache->base.redirected, GUINT_TO_POINTER (stmt->block.id)) ? tl_rewrite_stmt (&inside, stmt) : stmt;
}

static const TlStmt *
rewrite_scope (Cache *c)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (c->arena);
  CopyRedirect           redirect = { .cache = c, .analyzer = analyzer };
  TlRewriter             rewriter = { .arena = c->arena, .expr = tl_rewrite_no_expr, .stmt = redirect_chosen, .user_data = &redirect };
  TlBlock                scope = c->base.scope->block;

  scope.body = tl_rewrite_stmt (&rewriter, scope.body);
  return tl_stmt_block (c->arena, &scope);
}

static gboolean
check_views (TlCache *cache, const char *storage_scope, GError **error)
{
  for (guint i = 0; tl_scope_info_nth (cache->info, i) != NULL; i++)
    {
      const TlStmt *block = tl_scope_info_nth (cache->info, i);

      if (g_hash_table_contains (cache->redirected, GUINT_TO_POINTER (block->block.id))
          && !tl_cache_check_views (cache->buffer, block, storage_scope, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
cache_apply (TlPrimitiveCall *call, GError **error)
{
  gboolean         is_write = call->primitive->is_write;
  g_auto (TlCache) base = { NULL };
  const char      *storage_scope = call->args[2].string;
  const TlStmt    *first = NULL;
  Cache            c;

  if (!tl_cache_start (&base, call, is_write, "cache", error) || !tl_cache_check_scope (storage_scope, error)
      || tl_cache_find_region (&base, call->args[1].integer, error) == NULL || !tl_cache_find_writer (&base, error)
      || !tl_cache_choose_readers (&base, &call->args[3], &first, error) || !tl_cache_check_cover (&base, error)
      || !check_views (&base, storage_scope, error))
    return FALSE;
  tl_cache_choose_site (&base, first);
  if (is_write && !tl_cache_check_whole_write (&base, error))
    return FALSE;
  for (guint i = 0; is_write && tl_scope_info_nth (base.info, i) != base.writer; i++)
    if (!tl_cache_check_carried (&base, tl_scope_info_nth (base.info, i), error))
      return FALSE;
  c = (Cache) { .base = base, .arena = base.arena, .is_compact = base.site == base.scope,
                .may_leave = tl_arena_new_array (base.arena, gboolean, MAX (base.buffer->n_dims, 1)) };
  if (base.writer == NULL)
    c.region = region_from_outside (&c);
  if (base.writer == NULL ? !check_inside (&c, error) : !find_region_of_writer (&c, error))
    return FALSE;
  make_copy_buffer (&c, storage_scope);
  tl_cache_finish (&base, rewrite_scope (&c), c.copy, make_copy_nest (&c));
  return TRUE;
}

const TlPrimitive tl_primitive_cache_read = {
  .name = "cache_read",
  .kind = "CacheRead",
  .title = "Cache Read",
  .family = TL_FAMILY_CACHE,
  .summary = "Copy a buffer into another storage scope; its readers use the copy.",
  .sketch = "for i: B(A[i])  →  for ax0: A_shared[ax0] = A[ax0]; for i: B(A_shared[i])",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads the buffer." },
      { .name = "read_buffer_index", .kind = TL_PARAM_BUFFER, .help = "Index of the buffer among the reads of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes },
      { .name = "consumer_blocks", .kind = TL_PARAM_BLOCKS, .flags = TL_PARAM_IS_INPUT | TL_PARAM_IS_OPTIONAL | TL_PARAM_HIDE_EMPTY,
        .default_text = "[]", .help = "Readers of the copy; if empty, all readers in the scope." }),
  .n_outputs = 1,
  .apply = cache_apply,
  .sentence = "Cache read of {read_buffer_index} by {block} in {storage_scope}",
};

const TlPrimitive tl_primitive_cache_write = {
  .name = "cache_write",
  .kind = "CacheWrite",
  .title = "Cache Write",
  .family = TL_FAMILY_CACHE,
  .summary = "Write the result of a block to another storage scope, then copy it back.",
  .sketch = "for i: C[i] = …  →  for i: C_local[i] = …; for ax0: C[ax0] = C_local[ax0]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "The block that writes the buffer." },
      { .name = "write_buffer_index", .kind = TL_PARAM_BUFFER, .flags = TL_PARAM_OF_WRITES,
        .help = "Index of the buffer among the writes of the block." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the copy.", .choices = tl_cache_scopes },
      { .name = "consumer_blocks", .kind = TL_PARAM_BLOCKS, .flags = TL_PARAM_IS_INPUT | TL_PARAM_IS_OPTIONAL | TL_PARAM_HIDE_EMPTY,
        .default_text = "[]", .help = "Further readers of the copy." }),
  .n_outputs = 1,
  .is_write = TRUE,
  .apply = cache_apply,
  .sentence = "Cache write of {write_buffer_index} by {block} in {storage_scope}",
};
