/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache_index: what a block computes from its axes alone is computed once, before the block's nest, into buffers.
 *
 *   for i: B[i] = A[f (i)]   →   for ax0: index_var_0[ax0] = f (ax0);   for i: B[i] = A[index_var_0[i]]
 *
 * Candidates are the largest parts of stored values that load nothing; parts that occur fewer than cse_thresh times in a store break up
 * into their own parts. They are ordered by size, equals by occurrence. Each gets a buffer over the axes in it, by first occurrence.
 *
 * Invariant: where the block runs, index_var_k holds the value of its expression. Unlike in TVM the block says that it reads these buffers,
 * so that later steps keep them, and the filling blocks run over all that the bindings reach.
 */
#include <string.h>

#include "core/schedule/primitives/cache-private.h"

typedef struct
{
  const TlExpr *expr;
  guint         count;      /* in its store */
  guint         size;       /* nodes */
} CommonExpr;

typedef struct
{
  const TlExpr   *expr;
  const TlBuffer *buffer;
  const TlExpr  **indices;  /* of the block's axes, one per dimension */
  guint          *axes;     /* their places among the block's axes */
  guint           n_axes;
} KeptIndex;

typedef struct
{
  TlCache  base;
  GArray  *kept_exprs;      /* Candidate, of all stores */
  KeptIndex *kept;
  guint    n_kept;
  gint64   threshold;
} Index;

/* Candidates. */

static TlWalk
count_node (const TlExpr *expr, gpointer user_data)
{
  *(guint *) user_data += 1;
  return TL_WALK_INTO;
}

static TlWalk
stop_at_effect (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_LET || expr->kind == TL_EXPR_STRING || expr->dtype.lanes != 1)
    return TL_WALK_STOP;
  return expr->kind == TL_EXPR_CALL && !expr->callee->is_pure ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_candidate (const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_VAR || expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT)
    return FALSE;
  return tl_expr_walk (expr, stop_at_effect, NULL);
}

/* Keeps the list in the order of falling size. */
static void
add_candidate (GArray *list, const TlExpr *expr, guint count)
{
  CommonExpr candidate = { .expr = expr, .count = count };
  guint     at = list->len;

  for (guint i = 0; i < list->len; i++)
    if (tl_expr_equal (g_array_index (list, CommonExpr, i).expr, expr))
      {
        g_array_index (list, CommonExpr, i).count += count;
        return;
      }
  tl_expr_walk (expr, count_node, &candidate.size);
  while (at > 0 && g_array_index (list, CommonExpr, at - 1).size < candidate.size)
    at--;
  g_array_insert_val (list, at, candidate);
}

typedef struct
{
  GArray       *list;
  const TlExpr *whole;      /* not a candidate itself */
  guint         count;
} IndexParts;

static TlWalk
collect_parts (const TlExpr *expr, gpointer user_data)
{
  IndexParts *parts = user_data;

  if (expr == parts->whole || !is_candidate (expr))
    return TL_WALK_INTO;
  add_candidate (parts->list, expr, parts->count);
  return TL_WALK_OVER;
}

/* One store: breaks up what occurs too rarely, keeps the rest. */
static TlWalk
collect_store (const TlStmt *stmt, gpointer user_data)
{
  Index             *index = user_data;
  g_autoptr (GArray) list = NULL;
  IndexParts         parts;

  if (stmt->kind != TL_STMT_STORE)
    return TL_WALK_INTO;
  list = g_array_new (FALSE, FALSE, sizeof (CommonExpr));
  parts = (IndexParts) { .list = list, .count = 1 };
  tl_expr_walk (stmt->value, collect_parts, &parts);
  for (guint i = 0; i < list->len; i++)
    {
      CommonExpr candidate = g_array_index (list, CommonExpr, i);
      guint     at = index->kept_exprs->len;

      if (candidate.count < index->threshold)
        {
          parts = (IndexParts) { .list = list, .whole = candidate.expr, .count = candidate.count };
          tl_expr_walk (candidate.expr, collect_parts, &parts);
          continue;
        }
      while (at > 0 && g_array_index (index->kept_exprs, CommonExpr, at - 1).size < candidate.size)
        at--;
      g_array_insert_val (index->kept_exprs, at, candidate);
    }
  return TL_WALK_INTO;
}

/* Axes and buffers. */

typedef struct
{
  const TlBlock *block;
  KeptIndex     *kept;
  const TlVar   *foreign;
} AxisSearch;

static TlWalk
collect_axis (const TlExpr *expr, gpointer user_data)
{
  AxisSearch *search = user_data;
  KeptIndex  *kept = search->kept;

  if (expr->kind != TL_EXPR_VAR)
    return TL_WALK_INTO;
  for (guint i = 0; i < kept->n_axes; i++)
    if (search->block->axes[kept->axes[i]].var == expr)
      return TL_WALK_INTO;
  for (guint i = 0; i < search->block->n_axes; i++)
    if (search->block->axes[i].var == expr)
      {
        kept->indices[kept->n_axes] = expr;
        kept->axes[kept->n_axes++] = i;
        return TL_WALK_INTO;
      }
  search->foreign = expr;
  return TL_WALK_STOP;
}

/* One past the largest value of the axis: of its binding where that is known, else of its range. */
static const TlExpr *
axis_end (Index *index, guint axis)
{
  TlArena               *arena = index->base.arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBlock         *block = &index->base.block->block;
  gint64                 min, max;
  TlDType                dtype = block->axes[axis].var->dtype;

  tl_path_bind_vars (analyzer, index->base.path, index->base.path->n - 2);
  tl_analyzer_const_bounds (analyzer, block->bindings[axis], &min, &max);
  if (min >= 0 && max < G_MAXINT32)
    return tl_expr_int (arena, dtype, max + 1);
  return tl_add (arena, block->axes[axis].dom.min, block->axes[axis].dom.extent);
}

static gboolean
make_kept (Index *index, guint number, const TlExpr *expr, const char *storage_scope, GError **error)
{
  TlArena       *arena = index->base.arena;
  const TlBlock *block = &index->base.block->block;
  KeptIndex     *kept = &index->kept[number];
  AxisSearch     search = { block, kept, NULL };
  const TlExpr **shape;
  TlBuffer      *buffer;

  kept->expr = expr;
  kept->indices = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  kept->axes = tl_arena_new_array (arena, guint, block->n_axes);
  if (!tl_expr_walk (expr, collect_axis, &search))
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s computes with %s, which is not one of its axes: the result cannot be indexed by axes",
                      block->name, search.foreign->name);
  shape = tl_arena_new_array (arena, const TlExpr *, kept->n_axes);
  for (guint i = 0; i < kept->n_axes; i++)
    shape[i] = axis_end (index, kept->axes[i]);
  buffer = tl_arena_new0 (arena, TlBuffer);
  *buffer = *tl_buffer_new (arena, tl_arena_printf (arena, "index_var_%u", number), expr->dtype, shape, kept->n_axes,
                            tl_arena_strdup (arena, storage_scope));
  if (kept->n_axes == 1)
    {
      const TlExpr *one = tl_expr_int (arena, shape[0]->dtype, 1);

      buffer->strides = tl_arena_dup_array (arena, const TlExpr *, &one, 1);
    }
  kept->buffer = buffer;
  return TRUE;
}

/* The filling blocks. */

typedef struct
{
  Index      *index;
  GPtrArray  *loops;      /* const TlStmt*, by first occurrence */
} CachedLoopSearch;

static TlWalk
collect_loop (const TlExpr *expr, gpointer user_data)
{
  CachedLoopSearch *search = user_data;
  const TlPath *path = search->index->base.path;

  for (guint i = (guint) tl_path_scope_index (path) + 1; expr->kind == TL_EXPR_VAR && i + 1 < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.var == expr && !g_ptr_array_find (search->loops, path->stmts[i], NULL))
      {
        g_ptr_array_add (search->loops, (gpointer) path->stmts[i]);
        tl_expr_walk (path->stmts[i]->loop.min, collect_loop, search);
        tl_expr_walk (path->stmts[i]->loop.extent, collect_loop, search);
      }
  return TL_WALK_INTO;
}

/* Loops that depend on others stand inside of those. */
static gint
compare_depth (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlStmt *outer = *(const TlStmt *const *) a, *inner = *(const TlStmt *const *) b;

  if (tl_expr_uses_var (inner->loop.extent, outer->loop.var) || tl_expr_uses_var (inner->loop.min, outer->loop.var))
    return -1;
  return tl_expr_uses_var (outer->loop.extent, inner->loop.var) || tl_expr_uses_var (outer->loop.min, inner->loop.var);
}

static const TlStmt *
wrap_loops (Index *index, GPtrArray *loops, GHashTable *values, const TlStmt *nest)
{
  for (guint i = loops->len; i > 0; i--)
    {
      const TlLoop *from = &((const TlStmt *) loops->pdata[i - 1])->loop;
      TlLoop        loop = { .id = tl_builder_take_id (index->base.builder), .var = g_hash_table_lookup (values, from->var),
                             .annotations = tl_attrs_empty, .body = nest };

      loop.min = tl_expr_substitute (index->base.arena, from->min, values);
      loop.extent = tl_expr_substitute (index->base.arena, from->extent, values);
      nest = tl_stmt_loop (index->base.arena, &loop);
    }
  return nest;
}

/* The loops may reach beyond the axes where the block has a guard; the room is for what the axes may be. */
static const TlExpr *
guard_of_filling (Index *index, GPtrArray *loops, GHashTable *loop_values, const TlBlock *block, const TlBlockAxis *axes,
                  const TlExpr *const *bindings)
{
  TlArena               *arena = index->base.arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr          *guard = NULL;

  tl_path_bind_vars (analyzer, index->base.path, (guint) tl_path_scope_index (index->base.path));
  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      tl_analyzer_bind (analyzer, g_hash_table_lookup (loop_values, loop->var), tl_expr_substitute (arena, loop->min, loop_values),
                        tl_expr_substitute (arena, loop->extent, loop_values));
    }
  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlExpr *starts = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_GE, bindings[i], axes[i].dom.min));
      const TlExpr *ends = tl_analyzer_simplify (analyzer, tl_binary (arena, TL_EXPR_LT, bindings[i], axes[i].dom.extent));

      guard = tl_expr_is_true (starts) ? guard : tl_and (arena, guard, starts);
      guard = tl_expr_is_true (ends) ? guard : tl_and (arena, guard, ends);
    }
  return guard;
}

static const TlStmt *
make_filling_nest (Index *index, guint number)
{
  TlArena               *arena = index->base.arena;
  const KeptIndex       *kept = &index->kept[number];
  const TlBlock         *from = &index->base.block->block;
  TlBlock                block = { .id = tl_builder_take_id (index->base.builder), .n_axes = kept->n_axes, .n_writes = 1,
                                   .annotations = tl_attrs_empty };
  TlBlockAxis           *axes = tl_arena_new_array (arena, TlBlockAxis, kept->n_axes);
  const TlExpr         **bindings = tl_arena_new_array (arena, const TlExpr *, kept->n_axes);
  const TlExpr         **vars = tl_arena_new_array (arena, const TlExpr *, kept->n_axes);
  TlRegion              *region = tl_arena_new_array (arena, TlRegion, 1);
  g_autoptr (GPtrArray)  loops = g_ptr_array_new ();
  g_autoptr (GHashTable) loop_values = g_hash_table_new (NULL, NULL), axis_values = g_hash_table_new (NULL, NULL);
  CachedLoopSearch       search = { index, loops };

  for (guint i = 0; i < kept->n_axes; i++)
    tl_expr_walk (from->bindings[kept->axes[i]], collect_loop, &search);
  g_ptr_array_sort_with_data (loops, compare_depth, NULL);
  for (guint i = 0; i < loops->len; i++)
    {
      const TlVar *var = ((const TlStmt *) loops->pdata[i])->loop.var;

      g_hash_table_insert (loop_values, (gpointer) var, (gpointer) tl_expr_var (arena, tl_arena_printf (arena, "ax%u", i), var->dtype));
    }
  for (guint i = 0; i < kept->n_axes; i++)
    {
      const TlVar *var = kept->indices[i];

      vars[i] = tl_expr_var (arena, tl_arena_printf (arena, "v%u", i), var->dtype);
      axes[i] = (TlBlockAxis) { .var = vars[i], .kind = TL_AXIS_SPATIAL,
                                .dom = { tl_expr_int (arena, var->dtype, 0), tl_cast (arena, var->dtype, kept->buffer->shape[i]) } };
      bindings[i] = tl_expr_substitute (arena, from->bindings[kept->axes[i]], loop_values);
      g_hash_table_insert (axis_values, (gpointer) var, (gpointer) vars[i]);
    }
  block.predicate = guard_of_filling (index, loops, loop_values, &block, axes, bindings);
  *region = tl_region_point (arena, kept->buffer, vars);
  block.name = tl_arena_printf (arena, "index_%u", number);
  block.axes = axes;
  block.bindings = bindings;
  block.writes = region;
  block.body = tl_stmt_store (arena, kept->buffer, vars, kept->n_axes, tl_expr_substitute (arena, kept->expr, axis_values));
  tl_call_output_node (index->base.call, TL_RV_BLOCK, block.id);
  return wrap_loops (index, loops, loop_values, tl_stmt_block (arena, &block));
}

/* The block. */

static const TlExpr *
replace_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Index *index = rewriter->user_data;

  for (guint i = 0; i < index->n_kept; i++)
    if (expr == index->kept[i].expr || tl_expr_equal (expr, index->kept[i].expr))
      return tl_expr_load (rewriter->arena, index->kept[i].buffer, index->kept[i].indices, index->kept[i].n_axes);
  return NULL;
}

/* Only stores are changed, as only they were searched. */
static const TlStmt *
replace_in_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlRewriter inside = { .arena = rewriter->arena, .expr = replace_expr, .user_data = rewriter->user_data };

  return stmt->kind == TL_STMT_STORE ? tl_rewrite_stmt_children (&inside, stmt) : NULL;
}

static const TlStmt *
rewrite_block (Index *index)
{
  TlArena   *arena = index->base.arena;
  TlRewriter rewriter = { .arena = arena, .expr = tl_rewrite_no_expr, .stmt = replace_in_store, .user_data = index };
  TlBlock    block = index->base.block->block;
  TlRegion  *reads = tl_arena_new_array (arena, TlRegion, block.n_reads + index->n_kept);

  for (guint i = 0; i < block.n_reads; i++)
    reads[i] = block.reads[i];
  block.body = tl_rewrite_stmt (&rewriter, block.body);
  if (block.init != NULL)
    block.init = tl_rewrite_stmt (&rewriter, block.init);
  for (guint i = 0; i < index->n_kept; i++)
    if (tl_stmt_uses_buffer (block.body, index->kept[i].buffer)
        || (block.init != NULL && tl_stmt_uses_buffer (block.init, index->kept[i].buffer)))
      reads[block.n_reads++] = tl_region_point (arena, index->kept[i].buffer, index->kept[i].indices);
  block.reads = reads;
  return tl_stmt_block (arena, &block);
}

/* Applying. */

static guint
child_of_scope (TlCache *cache)
{
  const TlStmt *body = cache->scope->block.body;

  for (guint i = 0; i < tl_body_n_children (body); i++)
    if (tl_stmt_find (tl_body_nth_child (body, i), cache->block->block.id) != NULL)
      return i;
  g_assert_not_reached ();
}

static void
rewrite (Index *index)
{
  TlCache       *cache = &index->base;
  guint          scope_index = (guint) tl_path_scope_index (cache->path), position = child_of_scope (cache);
  TlPath         to_scope = tl_path_prefix (cache->path, scope_index);
  TlBlock        scope = tl_path_rebuild_from (cache->builder, cache->path, scope_index, rewrite_block (index))->block;
  const TlStmt **nests = tl_arena_new_array (cache->arena, const TlStmt *, index->n_kept);

  for (guint i = 0; i < index->n_kept; i++)
    {
      nests[i] = make_filling_nest (index, i);
      tl_block_add_alloc (cache->arena, &scope, index->kept[i].buffer);
    }
  tl_call_replace (cache->call, &to_scope,
                   tl_insert_child (cache->arena, tl_stmt_block (cache->arena, &scope), scope.id, position,
                                    tl_stmt_seq (cache->arena, nests, index->n_kept)));
}

static gboolean
cache_index_apply (TlPrimitiveCall *call, GError **error)
{
  g_auto (TlCache)   base = { NULL };
  g_autoptr (GArray) exprs = g_array_new (FALSE, FALSE, sizeof (CommonExpr));
  const char        *storage_scope = call->args[1].string;
  Index              index;

  if (call->args[2].integer < 0)
    return tl_refuse_argument (error, "cse_thresh is %" G_GINT64_FORMAT "; a number of occurrences, at least 0, is expected",
                               call->args[2].integer);
  if (!tl_cache_start (&base, call, FALSE, "cache", error) || !tl_cache_check_scope (storage_scope, error))
    return FALSE;
  index = (Index) { .base = base, .kept_exprs = exprs, .threshold = call->args[2].integer };
  if (base.block->block.init != NULL)
    tl_stmt_walk (base.block->block.init, collect_store, NULL, &index);
  tl_stmt_walk (base.block->block.body, collect_store, NULL, &index);
  if (exprs->len == 0)
    return tl_refuse (error, &base.block->block.id, 1, NULL, "block %s has no expression of its axes alone%s", base.block->block.name,
                      index.threshold > 1 ? " that occurs cse_thresh times" : "");
  index.kept = tl_arena_new_array (base.arena, KeptIndex, exprs->len);
  for (guint i = 0; i < exprs->len; i++)
    if (!make_kept (&index, i, g_array_index (exprs, CommonExpr, i).expr, storage_scope, error))
      return FALSE;
  index.n_kept = exprs->len;
  rewrite (&index);
  return TRUE;
}

const TlPrimitive tl_primitive_cache_index = {
  .name = "cache_index",
  .kind = "CacheIndex",
  .title = "Cache Index",
  .family = TL_FAMILY_CACHE,
  .summary = "Compute expressions of the axes of a block once and store them in buffers.",
  .sketch = "for i: B[i] = A[f(i)]  →  for ax0: index_var_0[ax0] = f(ax0); for i: B[i] = A[index_var_0[i]]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block with expressions of its axes." },
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "Storage scope of the values.", .choices = tl_cache_scopes },
      { .name = "cse_thresh", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "0",
        .help = "Minimum number of occurrences of an expression; 0: the largest expressions." }),
  .n_outputs = -1,
  .apply = cache_index_apply,
  .sentence = "Cache the indices of {block} in {storage_scope}",
};
