/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/layout/renumber-private.h"

typedef struct
{
  TlArena      *arena;
  GHashTable   *values;
  GArray       *iters;        /* TlIter: the new axes, and the loops and axes of nested blocks around what is visited */
  const TlExpr *condition;    /* of the branches around that it is the first of; NULL: none */
} Renumber;

static gboolean
is_unit_var (const TlIter *iters, guint n_iters, const TlExpr *index)
{
  for (guint i = 0; i < n_iters; i++)
    if (iters[i].var == index)
      return tl_expr_is_int (iters[i].extent, 1);
  return FALSE;
}

const TlExpr *const *
tl_indices_normal_form (TlArena *arena, const TlExpr *const *indices, guint n, const TlIter *iters, guint n_iters, const TlExpr *condition)
{
  const TlExpr **simplified = tl_arena_new_array (arena, const TlExpr *, MAX (n, 1));

  tl_iter_map_simplify (arena, indices, n, iters, n_iters, condition, FALSE, simplified);
  for (guint i = 0; i < n; i++)
    if (is_unit_var (iters, n_iters, indices[i]))
      simplified[i] = indices[i];
  return simplified;
}

static const TlExpr *const *
renumber_indices (TlRewriter *rewriter, const TlExpr *const *indices, guint n)
{
  Renumber      *r = rewriter->user_data;
  const TlExpr **rewritten = tl_arena_new_array (rewriter->arena, const TlExpr *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rewritten[i] = tl_rewrite_expr (rewriter, indices[i]);
  return tl_indices_normal_form (r->arena, rewritten, n, (const TlIter *) (gconstpointer) r->iters->data, r->iters->len, r->condition);
}

static const TlExpr *
both (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return a == NULL ? b : tl_and (arena, a, b);
}

/* if_then_else (condition, value, other) */
static const TlExpr *
renumber_choice (TlRewriter *rewriter, const TlExpr *call)
{
  Renumber     *r = rewriter->user_data;
  const TlExpr *outer = r->condition;
  const TlExpr *args[3] = { tl_rewrite_expr (rewriter, call->args[0]) };

  r->condition = both (r->arena, outer, args[0]);
  args[1] = tl_rewrite_expr (rewriter, call->args[1]);
  r->condition = outer;
  args[2] = tl_rewrite_expr (rewriter, call->args[2]);
  return tl_expr_call (r->arena, call->dtype, call->callee, args, 3);
}

static const TlExpr *
renumber_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const Renumber *r = rewriter->user_data;

  if (expr->kind == TL_EXPR_LOAD)
    return tl_expr_load (r->arena, tl_rewrite_buffer (rewriter, expr->buffer), renumber_indices (rewriter, expr->indices, expr->n_indices),
                         expr->n_indices);
  if (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
    return renumber_choice (rewriter, expr);
  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (r->values, expr) : NULL;
}

static const TlRegion *
renumber_regions (TlRewriter *rewriter, const TlRegion *regions, guint n)
{
  TlArena  *arena = rewriter->arena;
  TlRegion *renumbered = tl_arena_new_array (arena, TlRegion, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      guint                n_dims = regions[i].buffer->n_dims;
      TlRange             *ranges = tl_arena_new_array (arena, TlRange, MAX (n_dims, 1));
      const TlExpr       **mins = tl_arena_new_array (arena, const TlExpr *, MAX (n_dims, 1));
      const TlExpr *const *moved;

      for (guint d = 0; d < n_dims; d++)
        mins[d] = regions[i].ranges[d].min;
      moved = renumber_indices (rewriter, mins, n_dims);
      for (guint d = 0; d < n_dims; d++)
        ranges[d] = (TlRange) { moved[d], tl_rewrite_expr (rewriter, regions[i].ranges[d].extent) };
      renumbered[i] = (TlRegion) { tl_rewrite_buffer (rewriter, regions[i].buffer), ranges };
    }
  return renumbered;
}

static const TlStmt *
renumber_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  Renumber *r = rewriter->user_data;
  guint     n_around = r->iters->len;
  TlBlock   bare = stmt->block, block;

  for (guint i = 0; i < bare.n_axes; i++)
    {
      TlRange dom = bare.axes[i].dom;   /* may be in terms of what is renumbered */
      TlIter  iter = { bare.axes[i].var, tl_rewrite_expr (rewriter, dom.min), tl_rewrite_expr (rewriter, dom.extent) };

      g_array_append_val (r->iters, iter);
    }
  bare.n_reads = bare.n_writes = 0;
  block = tl_rewrite_stmt_children (rewriter, tl_stmt_block (r->arena, &bare))->block;
  block.n_reads = stmt->block.n_reads;
  block.n_writes = stmt->block.n_writes;
  block.reads = renumber_regions (rewriter, stmt->block.reads, block.n_reads);
  block.writes = renumber_regions (rewriter, stmt->block.writes, block.n_writes);
  g_array_set_size (r->iters, n_around);
  return tl_stmt_block (r->arena, &block);
}

static const TlStmt *
renumber_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  Renumber     *r = rewriter->user_data;
  TlIter        iter = { stmt->loop.var, tl_rewrite_expr (rewriter, stmt->loop.min), tl_rewrite_expr (rewriter, stmt->loop.extent) };
  const TlStmt *result;

  g_array_append_val (r->iters, iter);
  result = tl_rewrite_stmt_children (rewriter, stmt);
  g_array_set_size (r->iters, r->iters->len - 1);
  return result;
}

static const TlStmt *
renumber_branches (TlRewriter *rewriter, const TlStmt *stmt)
{
  Renumber     *r = rewriter->user_data;
  const TlExpr *outer = r->condition, *condition = tl_rewrite_expr (rewriter, stmt->cond);
  const TlStmt *then_body, *else_body;

  r->condition = both (r->arena, outer, condition);
  then_body = tl_rewrite_stmt (rewriter, stmt->then_body);
  r->condition = outer;
  else_body = stmt->else_body != NULL ? tl_rewrite_stmt (rewriter, stmt->else_body) : NULL;
  return tl_stmt_if (r->arena, condition, then_body, else_body);
}

static const TlStmt *
renumber_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_BLOCK:
      return renumber_block (rewriter, stmt);
    case TL_STMT_FOR:
      return renumber_loop (rewriter, stmt);
    case TL_STMT_IF:
      return renumber_branches (rewriter, stmt);
    case TL_STMT_STORE:
      return tl_stmt_store (rewriter->arena, tl_rewrite_buffer (rewriter, stmt->buffer),
                            renumber_indices (rewriter, stmt->indices, stmt->n_indices), stmt->n_indices,
                            tl_rewrite_expr (rewriter, stmt->value));
    default:
      return NULL;
    }
}

const TlStmt *
tl_renumber (TlArena *arena, const TlStmt *stmt, GHashTable *values, const TlIter *iters, guint n_iters)
{
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (TlIter));
  Renumber           r = { .arena = arena, .values = values, .iters = around };
  TlRewriter         rewriter = { .arena = arena, .expr = renumber_expr, .stmt = renumber_stmt, .user_data = &r, .rewrites_shapes = TRUE };

  if (n_iters > 0)
    g_array_append_vals (around, iters, n_iters);
  return tl_rewrite_stmt (&rewriter, stmt);
}
