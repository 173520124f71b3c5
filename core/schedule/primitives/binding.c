/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/binding-private.h"

#include "core/analysis/block-info.h"
#include "core/arith/analyzer.h"
#include "core/ir/walk.h"
#include "core/text/script.h"

typedef struct
{
  TlIter  *iters;            /* the loops around the statement being visited */
  guint    n_iters, capacity;
  gboolean keep_unit_iters;
} Simplification;

static const TlStmt *
simplify_block (TlArena *arena, const Simplification *job, const TlStmt *stmt)
{
  TlBlock        block = stmt->block;
  const TlExpr **bindings;
  gboolean       is_changed = FALSE;

  if (block.n_axes == 0)
    return stmt;
  bindings = tl_arena_new_array (arena, const TlExpr *, block.n_axes);
  tl_iter_map_simplify (arena, block.bindings, block.n_axes, job->iters, job->n_iters, block.predicate, job->keep_unit_iters, bindings);
  for (guint i = 0; i < block.n_axes; i++)
    is_changed |= !tl_expr_equal (bindings[i], block.bindings[i]);
  if (!is_changed)
    return stmt;
  block.bindings = bindings;
  return tl_stmt_block (arena, &block);
}

static const TlStmt *
simplify_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Simplification *job = rewriter->user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    return simplify_block (rewriter->arena, job, stmt);
  if (stmt->kind == TL_STMT_FOR)
    {
      const TlStmt *result;

      job->iters = tl_arena_grow (rewriter->arena, job->iters, job->n_iters, &job->capacity, sizeof *job->iters);
      job->iters[job->n_iters++] = (TlIter) { .var = stmt->loop.var, .min = stmt->loop.min, .extent = stmt->loop.extent };
      result = tl_rewrite_stmt_children (rewriter, stmt);
      job->n_iters--;
      return result;
    }
  return NULL;
}

const TlStmt *
tl_simplify_bindings (TlArena *arena, const TlPath *path, const TlStmt *stmt, gboolean keep_unit_iters)
{
  Simplification job = { .keep_unit_iters = keep_unit_iters };
  TlRewriter     rewriter = { .arena = arena, .stmt = simplify_stmt, .user_data = &job };

  job.iters = (TlIter *) tl_path_iters (arena, path, &job.n_iters);
  job.capacity = job.n_iters;
  return tl_rewrite_stmt (&rewriter, stmt);
}

static const TlStmt *
guard_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlExpr *condition = rewriter->user_data;
  TlBlock       block;

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  block = stmt->block;
  block.predicate = block.predicate == NULL ? condition : tl_and (rewriter->arena, block.predicate, condition);
  return tl_stmt_block (rewriter->arena, &block);
}

const TlStmt *
tl_guard_blocks (TlArena *arena, const TlStmt *stmt, const TlExpr *condition)
{
  TlRewriter rewriter = { .arena = arena, .stmt = guard_stmt, .user_data = (gpointer) condition };

  return tl_rewrite_stmt (&rewriter, stmt);
}

gboolean
tl_block_accumulates (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      return TRUE;
  return FALSE;
}

static gboolean
excludes (TlAnalyzer *analyzer, const TlExpr *cond)
{
  if (cond->kind == TL_EXPR_AND)
    return excludes (analyzer, cond->a) || excludes (analyzer, cond->b);
  return tl_analyzer_can_prove (analyzer, tl_expr_not (tl_analyzer_arena (analyzer), cond));
}

/* Whether @guard lets the @nth of the loops have its first value only, whatever those of the others. */
static gboolean
lets_one_value_run (TlArena *arena, const TlExpr *guard, const TlIter *iters, guint n, guint nth)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);

  for (guint i = 0; i < n; i++)
    {
      const TlExpr *one = tl_expr_int (arena, iters[i].var->dtype, 1);

      if (i == nth)
        tl_analyzer_bind (analyzer, iters[i].var, tl_add (arena, iters[i].min, one), tl_sub (arena, iters[i].extent, one));
      else
        tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
    }
  return excludes (analyzer, guard);
}

static gboolean
drives_block (const TlBlock *block, const TlVar *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[i], var))
      return TRUE;
  return FALSE;
}

/* The same with the values of the loops outside put in place: parts of a fused loop whose seams they are on come out then. */
static gboolean
runs_once_at_start (TlArena *arena, const TlBlock *block, const TlIter *iters, guint n_iters, guint n_outer)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) outer = g_hash_table_new (NULL, NULL);
  const TlExpr         **bindings = tl_arena_new_array (arena, const TlExpr *, MAX (block->n_axes, 1));

  for (guint i = 0; i < n_iters; i++)
    if (i < n_outer)
      g_hash_table_insert (outer, (gpointer) iters[i].var, (gpointer) iters[i].min);
    else
      tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
  for (guint i = 0; i < block->n_axes; i++)
    bindings[i] = tl_analyzer_simplify (analyzer, tl_expr_substitute (arena, block->bindings[i], outer));
  return tl_iter_map_detect (arena, bindings, block->n_axes, iters + n_outer, n_iters - n_outer, NULL, TL_ITER_MAP_BIJECTIVE, NULL);
}

/*
 * Loops outside @outermost stand still, which is what an iterator with one value does; in a predicate their value is put in place, so that
 * it relates no others. So it is with loops of which the predicate lets one iteration run, as after a split of a unit loop.
 */
static gboolean
runs_once_inside (TlArena *arena, const TlPath *path, const TlLoop *outermost)
{
  const TlBlock         *block = &tl_path_target (path)->block;
  g_autoptr (GHashTable) fixed = block->predicate != NULL ? g_hash_table_new (NULL, NULL) : NULL;
  const TlExpr         **bindings = tl_arena_dup_array (arena, const TlExpr *, block->bindings, block->n_axes);
  guint                  n_iters, n_outer = 0, n_inner = 0;
  const TlIter          *around = tl_path_iters (arena, path, &n_iters);
  TlIter                *iters = tl_arena_dup_array (arena, TlIter, around, n_iters);

  for (; n_outer < n_iters && iters[n_outer].var != outermost->var; n_outer++)
    if (fixed != NULL)
      g_hash_table_insert (fixed, (gpointer) iters[n_outer].var, (gpointer) iters[n_outer].min);
    else
      iters[n_outer].extent = tl_expr_int (arena, iters[n_outer].var->dtype, 1);
  if (fixed == NULL)
    return tl_iter_map_detect (arena, bindings, block->n_axes, iters, n_iters, NULL, TL_ITER_MAP_BIJECTIVE, NULL)
           || runs_once_at_start (arena, block, around, n_iters, n_outer);
  for (guint i = n_outer; i < n_iters; i++)
    if (!tl_expr_is_int (around[i].extent, 1) && !drives_block (block, around[i].var) && lets_one_value_run (arena, block->predicate, around, n_iters, i))
      g_hash_table_insert (fixed, (gpointer) around[i].var, (gpointer) around[i].min);
    else
      iters[n_inner++] = around[i];
  for (guint i = 0; i < block->n_axes; i++)
    bindings[i] = tl_expr_substitute (arena, bindings[i], fixed);
  return tl_iter_map_detect (arena, bindings, block->n_axes, iters, n_inner, tl_expr_substitute (arena, block->predicate, fixed),
                             TL_ITER_MAP_BIJECTIVE, NULL);
}

/* An instance that runs once in all loops runs once in some: parts of a fused loop whose seams no single loop is on differ by that. */
gboolean
tl_block_runs_once_below (TlArena *arena, const TlPath *path, const TlLoop *outermost)
{
  const TlBlock *block = &tl_path_target (path)->block;
  guint          n_iters;
  const TlIter  *iters;

  if (runs_once_inside (arena, path, outermost))
    return TRUE;
  iters = tl_path_iters (arena, path, &n_iters);
  return tl_iter_map_detect (arena, block->bindings, block->n_axes, iters, n_iters, block->predicate, TL_ITER_MAP_BIJECTIVE, NULL);
}

gboolean
tl_check_plain_loop (const TlLoop *loop, const char *verb, GError **error)
{
  g_autofree char *min = NULL;

  if (loop->annotations.n > 0)
    return tl_refuse (error, &loop->id, 1, "unannotate it first", "cannot %s loop %s: it carries the annotation '%s'", verb, loop->var->name,
                      loop->annotations.keys[0]);
  if (loop->kind == TL_LOOP_THREAD_BINDING)
    return tl_refuse (error, &loop->id, 1, NULL, "cannot %s loop %s: it is bound to %s", verb, loop->var->name, loop->thread);
  if (tl_expr_is_int (loop->min, 0))
    return TRUE;
  min = tl_expr_to_text (loop->min);
  return tl_refuse (error, &loop->id, 1, NULL, "cannot %s loop %s: it starts at %s, not at 0", verb, loop->var->name, min);
}

char *
tl_loop_extent_text (const TlLoop *loop)
{
  return tl_expr_to_text (loop->extent);
}
