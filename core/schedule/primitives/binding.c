/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/binding-private.h"

#include "core/analysis/block-info.h"
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

gboolean
tl_check_plain_loop (const TlLoop *loop, const char *verb, GError **error)
{
  g_autofree char *min = NULL;

  if (loop->annotations.n > 0)
    return tl_refuse (error, &loop->id, 1, "unannotate it first", "cannot %s loop %s: it has the annotation '%s'", verb, loop->var->name,
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
