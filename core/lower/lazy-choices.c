/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lazy-choices: a Select computes both sides, and of T.if_then_else only one is. A Select of which a side could fail where it is not chosen
 * becomes a T.if_then_else; all others stay, since they need no branch.
 *
 *   for j in range(8): Y[j] = T.Select(j < 4, X[j + 4], X[j - 4])     →  Y[j] = T.if_then_else(j < 4, X[j + 4], X[j - 4])
 *
 * Here the index ranges are those of the program's own buffers and scalar loops, so an access that stays inside needs no mask when it is
 * vectorized.
 */
#include "core/lower/lower-private.h"

/* @expr where @cond is known to be true (NULL: nothing is). */
static const TlExpr *
rewrite_under (TlRewriter *rewriter, const TlExpr *cond, const TlExpr *expr)
{
  TlAnalyzer *analyzer = rewriter->user_data;
  if (cond != NULL)
    tl_analyzer_push (analyzer, cond);
  const TlExpr *result = tl_rewrite_expr (rewriter, expr);
  if (cond != NULL)
    tl_analyzer_pop (analyzer);
  return result;
}

/* A condition that says something about variables alone. */
static gboolean
is_fact (const TlExpr *cond)
{
  return cond->dtype.lanes == 1 && !tl_expr_reads_memory (cond);
}

static const TlExpr *
rewrite_choice (TlRewriter *rewriter, const TlExpr *expr)
{
  TlAnalyzer *analyzer = rewriter->user_data;
  TlArena *arena = rewriter->arena;
  gboolean is_select = expr->kind == TL_EXPR_SELECT;
  if (!is_select && !(expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else")))
    return NULL;

  const TlExpr *cond = tl_rewrite_expr (rewriter, is_select ? expr->cond : expr->args[0]);
  const TlExpr *fact = is_fact (cond) ? cond : NULL;
  const TlExpr *if_true = rewrite_under (rewriter, fact, is_select ? expr->if_true : expr->args[1]);
  const TlExpr *if_false = rewrite_under (rewriter, fact != NULL ? tl_expr_not (arena, fact) : NULL, is_select ? expr->if_false
                                          : expr->args[2]);
  if (is_select && !tl_expr_may_fault (analyzer, if_true) && !tl_expr_may_fault (analyzer, if_false))
    return tl_expr_select (arena, cond, if_true, if_false);
  const TlExpr *args[3] = { cond, if_true, if_false };
  return tl_expr_call (arena, expr->dtype, tl_intrinsic_find ("if_then_else"), args, 3);
}

static const TlStmt *
rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlAnalyzer *analyzer = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, analyzer, stmt);
  if (stmt->kind != TL_STMT_IF || !is_fact (stmt->cond))
    return NULL;

  const TlExpr *cond = tl_rewrite_expr (rewriter, stmt->cond);
  tl_analyzer_push (analyzer, cond);
  const TlStmt *then_body = tl_rewrite_stmt (rewriter, stmt->then_body);
  tl_analyzer_pop (analyzer);
  return tl_stmt_if (rewriter->arena, cond, then_body, stmt->else_body != NULL ? tl_rewrite_stmt (rewriter, stmt->else_body) : NULL);
}

static TlWalk
find_select (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_SELECT ? TL_WALK_STOP : TL_WALK_INTO;
}

const TlPrimFunc *
tl_lower_lazy_choices (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  if (tl_stmt_walk (func->body, NULL, find_select, NULL))
    return func;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  TlRewriter rewriter = { .arena = builder->arena, .expr = rewrite_choice, .stmt = rewrite_stmt, .user_data = analyzer };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
