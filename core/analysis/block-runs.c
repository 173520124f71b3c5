/* SPDX-License-Identifier: Apache-2.0 */
/* How often loops run an instance of a block: once, if the block's bindings differ in all their iterations. */
#include "core/analysis/block-info.h"

#include "core/arith/analyzer.h"
#include "core/ir/walk.h"

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

/* With the values of the loops outside put in place: parts of a fused loop whose seams they are on come out then. */
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
 * The first @n_outer loops stand still, which is what an iterator with one value does; in a predicate their value is put in place, so that
 * it relates no others. So it is with loops of which the predicate lets one iteration run, as after a split of a unit loop.
 */
static gboolean
runs_once_inside (TlArena *arena, const TlBlock *block, const TlIter *around, guint n_iters, guint n_outer)
{
  g_autoptr (GHashTable) fixed = block->predicate != NULL ? g_hash_table_new (NULL, NULL) : NULL;
  const TlExpr         **bindings = tl_arena_dup_array (arena, const TlExpr *, block->bindings, block->n_axes);
  guint                  n_inner = 0;
  TlIter                *iters = tl_arena_dup_array (arena, TlIter, around, n_iters);

  for (guint i = 0; i < n_outer; i++)
    if (fixed != NULL)
      g_hash_table_insert (fixed, (gpointer) iters[i].var, (gpointer) iters[i].min);
    else
      iters[i].extent = tl_expr_int (arena, iters[i].var->dtype, 1);
  if (fixed == NULL)
    return tl_iter_map_detect (arena, bindings, block->n_axes, iters, n_iters, NULL, TL_ITER_MAP_BIJECTIVE, NULL)
           || runs_once_at_start (arena, block, around, n_iters, n_outer);
  for (guint i = n_outer; i < n_iters; i++)
    if (!tl_expr_is_int (around[i].extent, 1) && !drives_block (block, around[i].var)
        && lets_one_value_run (arena, block->predicate, around, n_iters, i))
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
tl_block_runs_once (TlArena *arena, const TlBlock *block, const TlIter *iters, guint n_iters, guint n_outer)
{
  return runs_once_inside (arena, block, iters, n_iters, n_outer)
         || tl_iter_map_detect (arena, block->bindings, block->n_axes, iters, n_iters, block->predicate, TL_ITER_MAP_BIJECTIVE, NULL);
}

gboolean
tl_block_runs_once_below (TlArena *arena, const TlPath *path, const TlLoop *outermost)
{
  guint         n_iters, n_outer = 0;
  const TlIter *iters = tl_path_iters (arena, path, &n_iters);

  while (n_outer < n_iters && iters[n_outer].var != outermost->var)
    n_outer++;
  return tl_block_runs_once (arena, &tl_path_target (path)->block, iters, n_iters, n_outer);
}
