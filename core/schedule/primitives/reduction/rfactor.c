/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rfactor: a loop of a reduction becomes a data-parallel one, with a partial result for each of its iterations, which a second block
 * reduces.
 *
 *   for i, k_0, k_1: C[i] += A[…]    at k_1   →    for i, k_0, k_1:  C_rf[k_1, i] += A[…]
 *                                                  for i, k_1:       C[i] += C_rf[k_1, i]
 *
 * Invariant: the same values are reduced, in another order; so the reducer has to be associative and commutative and its identity the
 * initial value, and no value may be taken twice. The final block, which keeps the name, the handle and the loops that stay, runs where
 * some partial result exists: the guard that remains of the old one when the loops that it loses stand at their first iteration. (TVM drops
 * all of the guard, which is the same where nothing remains of it, and reads and writes out of bounds where something does.)
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/binding-private.h"
#include "core/analysis/reducer.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlBuilder       *builder;
  TlPath          *path;           /* to the reduction block */
  const TlBlock   *block;
  const TlLoop    *loop;           /* that is factored */
  guint            outer;          /* index on the path of the outermost loop */
  guint            first;          /* and of the first one that holds nothing but the block; all from there on are loops */
  const TlLoop   **loops;          /* from the outermost one on */
  guint            n_loops;
  guint            position;       /* of the new dimension */
  TlReduction      reduction;
  const TlBuffer  *partial[TL_REDUCER_MAX_RESULTS];
} Rfactor;

static gboolean
drives (const TlBlock *block, const TlVar *var, gboolean of_reduction)
{
  for (guint i = 0; i < block->n_axes; i++)
    if ((block->axes[i].kind == TL_AXIS_REDUCE) == of_reduction && tl_expr_uses_var (block->bindings[i], var))
      return TRUE;
  return FALSE;
}

/* A loop that the final block loses. */
static gboolean
is_dropped (const Rfactor *r, const TlLoop *loop)
{
  return loop != r->loop && drives (r->block, loop->var, TRUE);
}

/* Checks. */

static gboolean
find_block (TlPrimitiveCall *call, Rfactor *r, GError **error)
{
  g_autoptr (TlPath) loop_path = NULL;
  const TlStmt      *below;

  if (!tl_call_find_loop (call, &call->args[0], &loop_path, error))
    return FALSE;
  r->loop = &tl_path_target (loop_path)->loop;
  if (r->loop->kind != TL_LOOP_SERIAL)
    return tl_refuse (error, &r->loop->id, 1, NULL,
                      "loop %s is %s: only a serial loop can be factored", r->loop->var->name, tl_loop_kind_name (r->loop->kind));
  for (below = r->loop->body; below->kind == TL_STMT_FOR; below = below->loop.body)
    ;
  if (below->kind != TL_STMT_BLOCK)
    return tl_refuse (error, &r->loop->id, 1, NULL, "loop %s holds more than one block", r->loop->var->name);
  r->block = &below->block;
  r->path = tl_path_find (call->module, below->block.id);
  return TRUE;
}

static gboolean
check_block (Rfactor *r, GError **error)
{
  g_autoptr (TlScopeInfo) scope = tl_path_scope_info (r->arena, r->call->module, r->path);
  const TlStmt           *block = tl_path_target (r->path);
  g_autofree char        *why = NULL;

  if (!tl_scope_info_is_stage_pipeline (scope, &why))
    return tl_refuse (error, &r->block->id, 1, NULL, "the scope of block %s is not a stage pipeline: %s", r->block->name, why);
  if (!tl_block_is_reduction (scope, block, &why))
    return tl_refuse (error, &r->block->id, 1, NULL, "block %s is not a reduction block: %s", r->block->name, why);
  return TRUE;
}

/* A loop around other statements too: the block is the first of them, and each iteration of the loop is of another result. */
static gboolean
check_shared_loop (const Rfactor *r, const TlLoop *loop, GError **error)
{
  TlNodeId culprits[] = { loop->id, r->block->id };

  if (drives (r->block, loop->var, TRUE))
    return tl_refuse (error, culprits, 2, "move the other blocks out of that loop",
                      "block %s is not the only block below loop %s, which drives its reduction", r->block->name, loop->var->name);
  if (!drives (r->block, loop->var, FALSE) && !tl_expr_is_int (loop->extent, 1))
    return tl_refuse (error, culprits, 2, NULL, "loop %s drives no axis of block %s", loop->var->name, r->block->name);
  return TRUE;
}

/* The partial results come before all loops; so what stands beside the block in them comes after it. */
static gboolean
check_chain (Rfactor *r, GError **error)
{
  guint scope = (guint) tl_path_scope_index (r->path);

  r->loops = tl_arena_new_array (r->arena, const TlLoop *, r->path->n);
  r->outer = r->first = r->path->n - 1;
  while (r->first > scope + 1 && r->path->stmts[r->first - 1]->kind == TL_STMT_FOR)
    r->first--;
  for (guint i = scope + 1; i + 1 < r->path->n; i++)
    {
      const TlStmt *stmt = r->path->stmts[i];

      if (stmt->kind == TL_STMT_FOR)
        {
          r->outer = MIN (r->outer, i);
          r->loops[r->n_loops++] = &stmt->loop;
          if (i < r->first && !check_shared_loop (r, &stmt->loop, error))
            return FALSE;
        }
      else if (i > r->outer && (stmt->kind != TL_STMT_SEQ || tl_body_nth_child (stmt, 0) != r->path->stmts[i + 1]))
        return tl_refuse (error, (TlNodeId[]) { r->loops[0]->id, r->block->id }, 2, "move the other blocks out of that loop",
                          "block %s is not the first block below loop %s: its partial results would come before the others", r->block->name,
                          r->loops[0]->var->name);
    }
  return TRUE;
}

static gboolean
check_reducer (Rfactor *r, GError **error)
{
  g_autofree char *why = NULL;
  gint64           axis = r->call->args[1].integer, n_dims;

  if (!tl_reduction_match (r->arena, r->block, &r->reduction, &why))
    return tl_refuse (error, &r->block->id, 1, NULL, "block %s cannot be factored: %s", r->block->name, why);
  n_dims = r->reduction.buffers[0]->n_dims;
  if (axis < -n_dims - 1 || axis > n_dims)
    return tl_refuse (error, &r->block->id, 1, NULL,
                      "factor_axis is %" G_GINT64_FORMAT ": buffer %s has %d dimensions, so it goes from %d to %d", axis,
                      r->reduction.buffers[0]->name, (gint) n_dims, (gint) -n_dims - 1, (gint) n_dims);
  r->position = (guint) (axis < 0 ? axis + n_dims + 1 : axis);
  return TRUE;
}

static gboolean
uses_loop_variable (const Rfactor *r, const TlExpr *expr)
{
  for (guint i = 0; i < r->n_loops; i++)
    if (tl_expr_uses_var (expr, r->loops[i]->var))
      return TRUE;
  return FALSE;
}

/* Even where the block's guard lets one of its iterations run: the new loops come from the axes, and this one has none. */
static gboolean
check_no_idle_loop (const Rfactor *r, const TlLoop *outermost, GError **error)
{
  gboolean is_below = FALSE;

  for (guint i = 0; i < r->n_loops; i++)
    {
      const TlLoop *loop = r->loops[i];

      is_below |= loop == outermost;
      if (is_below && !tl_expr_is_int (loop->extent, 1) && !drives (r->block, loop->var, FALSE) && !drives (r->block, loop->var, TRUE))
        return tl_refuse (error, (TlNodeId[]) { loop->id, r->block->id }, 2, NULL,
                          "loop %s is a reduction loop but drives no axis of block %s", loop->var->name, r->block->name);
    }
  return TRUE;
}

static gboolean
check_loops (const Rfactor *r, GError **error)
{
  const TlLoop *outermost = r->loop;

  for (guint i = r->n_loops; i-- > 0;)
    {
      const TlLoop *loop = r->loops[i];

      if (drives (r->block, loop->var, FALSE) && drives (r->block, loop->var, TRUE))
        return tl_refuse (error, (TlNodeId[]) { loop->id, r->block->id }, 2, NULL,
                          "loop %s drives both data-parallel and reduction axes of block %s", loop->var->name, r->block->name);
      if (uses_loop_variable (r, loop->extent) || uses_loop_variable (r, loop->min))
        return tl_refuse (error, &loop->id, 1, NULL, "the range of loop %s depends on a loop around it", loop->var->name);
      if (loop == r->loop || is_dropped (r, loop))
        outermost = loop;
    }
  if (drives (r->block, r->loop->var, FALSE))
    return tl_refuse (error, (TlNodeId[]) { r->loop->id, r->block->id }, 2, "choose a loop of the reduction",
                      "loop %s drives a data-parallel axis of block %s", r->loop->var->name, r->block->name);
  if (!tl_block_runs_once_below (r->arena, r->path, outermost))
    return tl_refuse (error, (TlNodeId[]) { outermost->id, r->block->id }, 2, NULL,
                      "loops from %s on do not run each instance of block %s exactly once: values would be reduced a different number of "
                      "times",
                      outermost->var->name, r->block->name);
  return check_no_idle_loop (r, outermost, error);
}

/* Shared by the two blocks. */

static const TlVar *
axis_var (const Rfactor *r, const TlLoop *loop)
{
  return tl_expr_var (r->arena, tl_arena_printf (r->arena, "v%s", loop->var->name), loop->var->dtype);
}

static void
make_partial_buffers (Rfactor *r)
{
  for (guint i = 0; i < r->reduction.n; i++)
    {
      const TlBuffer *whole = r->reduction.buffers[i];
      const TlExpr  **shape = tl_arena_new_array (r->arena, const TlExpr *, whole->n_dims + 1);

      for (guint d = 0; d <= whole->n_dims; d++)
        shape[d] = d == r->position ? r->loop->extent : whole->shape[d < r->position ? d : d - 1];
      r->partial[i] = tl_buffer_new (r->arena, tl_arena_printf (r->arena, "%s.rf", whole->name), whole->dtype, shape, whole->n_dims + 1,
                                     whole->scope);
    }
}

/* @indices of the result, its axes replaced by @values, with @factor where the new dimension is. */
static const TlExpr *const *
partial_indices (const Rfactor *r, const TlVar *factor, GHashTable *values)
{
  guint          n = r->reduction.n_indices;
  const TlExpr **indices = tl_arena_new_array (r->arena, const TlExpr *, n + 1);

  for (guint d = 0; d <= n; d++)
    indices[d] = d == r->position ? tl_sub (r->arena, factor, r->loop->min)
                                  : tl_expr_substitute (r->arena, r->reduction.indices[d < r->position ? d : d - 1], values);
  return indices;
}

static void
add_axis (TlBlock *block, const TlVar *var, TlAxisKind kind, TlRange dom, const TlExpr *binding)
{
  TlBlockAxis   *axes = (TlBlockAxis *) block->axes;
  const TlExpr **bindings = (const TlExpr **) block->bindings;

  axes[block->n_axes] = (TlBlockAxis) { .var = var, .kind = kind, .dom = dom };
  bindings[block->n_axes++] = binding;
}

/* Room for every axis of the old block and one for each loop. */
static void
clear_axes (const Rfactor *r, TlBlock *block)
{
  guint n_most = r->block->n_axes + r->path->n;

  block->axes = tl_arena_new_array (r->arena, TlBlockAxis, n_most);
  block->bindings = tl_arena_new_array (r->arena, const TlExpr *, n_most);
  block->n_axes = 0;
}

static TlRange
range_of (const TlLoop *loop)
{
  return (TlRange) { loop->min, loop->extent };
}

/* The block of partial results. */

typedef struct
{
  const Rfactor *r;
  TlBlock        block;
  GHashTable    *loops;       /* old loop variables → new ones */
  GHashTable    *axes;        /* old axes → what they are in the new ones */
  GHashTable    *of_loops;    /* loop variables of reduction axes that are taken apart → their own new axes */
} PartialResult;

static TlWalk
add_loop_axis (const TlExpr *expr, gpointer user_data)
{
  PartialResult *p = user_data;
  const TlLoop  *loop = NULL;
  const TlVar   *var;

  if (expr->kind != TL_EXPR_VAR || g_hash_table_contains (p->of_loops, expr))
    return TL_WALK_INTO;
  for (guint i = 0; i < p->r->n_loops; i++)
    if (p->r->loops[i]->var == expr)
      loop = p->r->loops[i];
  if (loop == NULL)
    return TL_WALK_INTO;
  var = axis_var (p->r, loop);
  add_axis (&p->block, var, loop == p->r->loop ? TL_AXIS_SPATIAL : TL_AXIS_REDUCE, range_of (loop),
            g_hash_table_lookup (p->loops, loop->var));
  g_hash_table_insert (p->of_loops, (gpointer) loop->var, (gpointer) var);
  return TL_WALK_INTO;
}

/* Reduction axes that the loop drives are taken apart into their loops; all others stay. */
static void
make_partial_axes (PartialResult *p)
{
  const Rfactor *r = p->r;

  clear_axes (r, &p->block);
  add_loop_axis (r->loop->var, p);
  for (guint i = 0; i < r->block->n_axes; i++)
    {
      const TlBlockAxis *axis = &r->block->axes[i];
      const TlExpr      *binding = r->block->bindings[i];
      const TlVar       *var;

      if (tl_expr_uses_var (binding, r->loop->var))
        {
          tl_expr_walk (binding, add_loop_axis, p);
          g_hash_table_insert (p->axes, (gpointer) axis->var, (gpointer) tl_expr_substitute (r->arena, binding, p->of_loops));
          continue;
        }
      var = tl_expr_var (r->arena, axis->var->name, axis->var->dtype);
      add_axis (&p->block, var, axis->kind, axis->dom, tl_expr_substitute (r->arena, binding, p->loops));
      g_hash_table_insert (p->axes, (gpointer) axis->var, (gpointer) var);
    }
}

static gint
find_result (const Rfactor *r, const TlBuffer *buffer)
{
  for (guint i = 0; i < r->reduction.n; i++)
    if (r->reduction.buffers[i] == buffer)
      return (gint) i;
  return -1;
}

static TlRange
substitute_range (const PartialResult *p, TlRange range)
{
  return (TlRange) { tl_expr_substitute (p->r->arena, range.min, p->axes), tl_expr_substitute (p->r->arena, range.extent, p->axes) };
}

/* A region of a result becomes one of its partial results. */
static TlRegion
substitute_region (const PartialResult *p, TlRegion region)
{
  const Rfactor *r = p->r;
  gint           result = find_result (r, region.buffer);
  guint          n = region.buffer->n_dims, n_new = result >= 0 ? 1 : 0;
  TlRange       *ranges = tl_arena_new_array (r->arena, TlRange, n + n_new);
  const TlVar   *factor = g_hash_table_lookup (p->of_loops, r->loop->var);

  for (guint d = 0; d < n; d++)
    ranges[n_new == 1 && d >= r->position ? d + 1 : d] = substitute_range (p, region.ranges[d]);
  if (n_new == 1)
    ranges[r->position] = (TlRange) { tl_sub (r->arena, factor, r->loop->min), tl_expr_int (r->arena, factor->dtype, 1) };
  return (TlRegion) { .buffer = n_new == 1 ? r->partial[result] : region.buffer, .ranges = ranges };
}

static const TlRegion *
substitute_regions (const PartialResult *p, const TlRegion *regions, guint n)
{
  TlRegion *copy = tl_arena_new_array (p->r->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    copy[i] = substitute_region (p, regions[i]);
  return copy;
}

/* Where no reduction is left, each partial result is one value. */
static void
make_partial_body (PartialResult *p)
{
  const Rfactor       *r = p->r;
  const TlReduction   *reduction = &r->reduction;
  const TlExpr        *values[TL_REDUCER_MAX_RESULTS];
  guint                n = reduction->n_indices + 1;
  const TlExpr *const *indices = partial_indices (r, g_hash_table_lookup (p->of_loops, r->loop->var), p->axes);

  for (guint i = 0; i < reduction->n; i++)
    values[i] = tl_expr_substitute (r->arena, reduction->values[i], p->axes);
  if (tl_block_accumulates (&p->block))
    {
      p->block.init = tl_reduction_store (r->arena, reduction, r->partial, indices, n, reduction->identities);
      p->block.body = tl_reduction_update (r->arena, reduction, r->partial, indices, n, values);
      return;
    }
  p->block.init = NULL;
  p->block.body = tl_reduction_store (r->arena, reduction, r->partial, indices, n, values);
}

static const TlStmt *
wrap_in_new_loops (const PartialResult *p, const TlStmt *body)
{
  for (guint i = p->r->n_loops; i-- > 0;)
    {
      TlLoop loop = *p->r->loops[i];

      loop.id = tl_builder_take_id (p->r->builder);
      loop.var = g_hash_table_lookup (p->loops, loop.var);
      loop.body = body;
      body = tl_stmt_loop (p->r->arena, &loop);
    }
  return body;
}

static const TlStmt *
make_partial_nest (const Rfactor *r)
{
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) axes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) of_loops = g_hash_table_new (NULL, NULL);
  PartialResult          p = { .r = r, .block = *r->block, .loops = loops, .axes = axes, .of_loops = of_loops };
  TlMatchBuffer         *matches = tl_arena_dup_array (r->arena, TlMatchBuffer, r->block->matches, r->block->n_matches);

  for (guint i = 0; i < r->n_loops; i++)
    g_hash_table_insert (loops, (gpointer) r->loops[i]->var,
                         (gpointer) tl_expr_var (r->arena, r->loops[i]->var->name, r->loops[i]->var->dtype));
  p.block.id = tl_builder_take_id (r->builder);
  p.block.name = tl_arena_printf (r->arena, "%s_rf", r->block->name);
  p.block.predicate = r->block->predicate != NULL ? tl_expr_substitute (r->arena, r->block->predicate, loops) : NULL;
  make_partial_axes (&p);
  p.block.reads = substitute_regions (&p, r->block->reads, r->block->n_reads);
  p.block.writes = substitute_regions (&p, r->block->writes, r->block->n_writes);
  for (guint i = 0; i < r->block->n_matches; i++)
    matches[i].source = substitute_region (&p, matches[i].source);
  p.block.matches = matches;
  make_partial_body (&p);
  tl_call_output_node (r->call, TL_RV_BLOCK, p.block.id);
  return wrap_in_new_loops (&p, tl_stmt_block (r->arena, &p.block));
}

/* The block of the final result. */

/* @conjunct without what is certain. NULL: nothing is left. */
static const TlExpr *
drop_certain (TlArena *arena, TlAnalyzer *analyzer, const TlExpr *predicate)
{
  const TlExpr *left, *right;

  if (predicate->kind != TL_EXPR_AND)
    return tl_analyzer_can_prove (analyzer, predicate) ? NULL : predicate;
  left = drop_certain (arena, analyzer, predicate->a);
  right = drop_certain (arena, analyzer, predicate->b);
  if (left == NULL || right == NULL)
    return left != NULL ? left : right;
  return tl_expr_binary (arena, TL_EXPR_AND, left, right);
}

/*
 * Where the block runs for some iteration of the dropped loops, it has to run for their first one too: otherwise what remains of the guard
 * there says nothing about the others.
 */
static gboolean
make_final_guard (const Rfactor *r, const TlExpr **guard, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (r->arena);
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  const TlExpr          *predicate = r->block->predicate, *at_first;
  gboolean               is_implied;

  *guard = NULL;
  if (predicate == NULL)
    return TRUE;
  tl_path_bind_vars (analyzer, r->path, r->path->n - 2);
  for (guint i = 0; i < r->n_loops; i++)
    if (is_dropped (r, r->loops[i]))
      g_hash_table_insert (first, (gpointer) r->loops[i]->var, (gpointer) r->loops[i]->min);
  at_first = tl_expr_substitute (r->arena, predicate, first);
  tl_analyzer_push (analyzer, predicate);
  is_implied = tl_analyzer_can_prove (analyzer, at_first);
  tl_analyzer_pop (analyzer);
  if (!is_implied)
    return tl_refuse (error, &r->block->id, 1, NULL,
                      "the guard of block %s may hold for later iterations but not for the first of the loops that the final block no "
                      "longer has",
                      r->block->name);
  *guard = drop_certain (r->arena, analyzer, at_first);
  return TRUE;
}

static void
set_final_access (const Rfactor *r, TlBlock *block, const TlExpr *const *indices)
{
  TlRegion *regions = tl_arena_new_array (r->arena, TlRegion, 2 * r->reduction.n);

  for (guint i = 0; i < r->reduction.n; i++)
    {
      regions[i] = tl_region_point (r->arena, r->partial[i], indices);
      regions[r->reduction.n + i] = tl_region_point (r->arena, r->reduction.buffers[i], r->reduction.indices);
    }
  block->reads = regions;
  block->writes = regions + r->reduction.n;
  block->n_reads = block->n_writes = r->reduction.n;
}

static const TlStmt *
make_final_block (const Rfactor *r, const TlExpr *guard)
{
  g_autoptr (GHashTable) same = g_hash_table_new (NULL, NULL);
  const TlReduction     *reduction = &r->reduction;
  TlBlock                block = *r->block;
  const TlVar           *factor = axis_var (r, r->loop);
  const TlExpr          *values[TL_REDUCER_MAX_RESULTS];
  const TlExpr *const   *indices = partial_indices (r, factor, same);

  clear_axes (r, &block);
  add_axis (&block, factor, TL_AXIS_REDUCE, range_of (r->loop), r->loop->var);
  for (guint i = 0; i < r->block->n_axes; i++)
    if (r->block->axes[i].kind != TL_AXIS_REDUCE)
      add_axis (&block, r->block->axes[i].var, r->block->axes[i].kind, r->block->axes[i].dom, r->block->bindings[i]);
  for (guint i = 0; i < reduction->n; i++)
    values[i] = tl_expr_load (r->arena, r->partial[i], indices, reduction->n_indices + 1);
  block.predicate = guard;
  block.init = tl_reduction_store (r->arena, reduction, reduction->buffers, reduction->indices, reduction->n_indices,
                                   reduction->identities);
  set_final_access (r, &block, indices);
  block.allocs = NULL;
  block.n_allocs = 0;
  block.matches = NULL;
  block.n_matches = 0;
  block.body = tl_reduction_update (r->arena, reduction, reduction->buffers, reduction->indices, reduction->n_indices, values);
  return tl_stmt_block (r->arena, &block);
}

static const TlStmt *
make_final_nest (const Rfactor *r, const TlExpr *guard)
{
  const TlStmt *nest = make_final_block (r, guard);

  for (guint i = r->path->n - 1; i-- > r->first;)
    {
      TlLoop loop = r->path->stmts[i]->loop;

      if (is_dropped (r, &r->path->stmts[i]->loop))
        continue;
      loop.body = nest;
      nest = tl_stmt_loop (r->arena, &loop);
    }
  return nest;
}

static gboolean
replace_nest (Rfactor *r, GError **error)
{
  TlPath        to_nest = tl_path_prefix (r->path, r->outer), to_final = tl_path_prefix (r->path, r->first), to_scope;
  guint         scope_index = (guint) tl_path_scope_index (r->path);
  TlBlock       scope;
  const TlStmt *both[2];
  const TlExpr *guard;

  if (!make_final_guard (r, &guard, error))
    return FALSE;
  make_partial_buffers (r);
  both[0] = make_partial_nest (r);
  both[1] = make_final_nest (r, guard);
  if (r->first > r->outer)
    both[1] = tl_path_rebuild_from (r->builder, &to_final, r->outer, both[1]);
  scope = tl_path_rebuild_from (r->builder, &to_nest, scope_index, tl_stmt_seq (r->arena, both, 2))->block;
  for (guint i = 0; i < r->reduction.n; i++)
    tl_block_add_alloc (r->arena, &scope, r->partial[i]);
  to_scope = tl_path_prefix (r->path, scope_index);
  tl_call_replace (r->call, &to_scope, tl_stmt_block (r->arena, &scope));
  return TRUE;
}

static gboolean
rfactor_apply (TlPrimitiveCall *call, GError **error)
{
  Rfactor  r = { .call = call, .arena = call->builder.arena, .builder = &call->builder };
  gboolean is_done;

  is_done = find_block (call, &r, error) && check_block (&r, error) && check_chain (&r, error) && check_reducer (&r, error)
            && check_loops (&r, error) && replace_nest (&r, error);
  g_clear_pointer (&r.path, tl_path_free);
  return is_done;
}

const TlPrimitive tl_primitive_rfactor = {
  .name = "rfactor",
  .kind = "RFactor",
  .title = "Factor Reduction",
  .family = TL_FAMILY_REDUCTION,
  .summary = "Make a loop of a reduction data-parallel; a second block reduces the partial results.",
  .sketch = "for i, k: C[i] += A[i, k]  →  for i, k: C_rf[k, i] = A[i, k]; for i, k: C[i] += C_rf[k, i]",
  TL_PRIMITIVE_PARAMS (
      { .name = "loop", .kind = TL_PARAM_LOOP, .flags = TL_PARAM_IS_INPUT,
        .help = "Serial loop of the reduction; its iterations become independent." },
      { .name = "factor_axis", .kind = TL_PARAM_INT,
        .help = "Position of the new dimension in the buffer of partial results; a negative number counts from the end." }),
  .n_outputs = 1,
  .apply = rfactor_apply,
  .sentence = "Factor the reduction at {loop}",
};
