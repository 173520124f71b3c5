/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions that others imply: an imperfect split of an imperfect split asks for both 7 * b + c < 384 and b < 55, which follows. Without
 * it the conditions of a store and of a copy that reads what was stored are the same.
 */
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
} Conditions;

static TlWalk
find_var (const TlExpr *expr, gpointer user_data)
{
  const TlVar **var = user_data;
  if (expr->kind == TL_EXPR_VAR)
    *var = expr;
  return *var != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * Whether a < m implies b < n: where a is k * b + rest and rest at least min, b is at most (m - 1 - min) / k. So an outer loop of an
 * imperfect split of an imperfect split stays in its range: 7 * b + c < 384 implies b < 55.
 */
static gboolean
implies (Conditions *c, const TlExpr *cond, const TlExpr *other)
{
  const TlVar *var = NULL;
  gint64 m, n, step, other_step, min, max, bound, other_bound;
  if (cond->kind != TL_EXPR_LT || other->kind != TL_EXPR_LT || !tl_expr_get_int (cond->b, &m) || !tl_expr_get_int (other->b, &n)
      || cond->a->dtype.code != TL_TYPE_INT || other->a->dtype.code != TL_TYPE_INT)   /* unsigned sums may wrap */
    return FALSE;
  tl_expr_walk (other->a, find_var, &var);
  if (var == NULL || !tl_expr_stride (c->analyzer, cond->a, var, &step) || !tl_expr_stride (c->analyzer, other->a, var, &other_step)
      || other_step == 0 || step % other_step != 0 || step / other_step < 1)
    return FALSE;
  gint64 k = step / other_step;
  const TlExpr *rest = tl_sub (c->arena, cond->a, tl_mul (c->arena, other->a, tl_expr_int (c->arena, other->a->dtype, k)));
  tl_analyzer_const_bounds (c->analyzer, tl_analyzer_simplify (c->analyzer, rest), &min, &max);
  return min != G_MININT64 && !__builtin_sub_overflow (m - 1, min, &bound) && !__builtin_mul_overflow (k, n, &other_bound)
         && bound < other_bound;
}

/* A conjunction without operands that another one implies. */
static const TlExpr *
drop_implied (Conditions *c, const TlExpr *cond)
{
  if (cond->kind != TL_EXPR_AND || cond->dtype.lanes > 1 || tl_expr_reads_memory (cond))
    return cond;
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  tl_split_conjuncts (cond, operands);
  guint n = operands->len;
  for (guint i = 0; i < operands->len;)
    {
      guint by = 0;
      while (by < operands->len && (by == i || !implies (c, operands->pdata[by], operands->pdata[i])))
        by++;
      if (by < operands->len)
        g_ptr_array_remove_index (operands, i);
      else
        i++;
    }
  if (operands->len == n)
    return cond;
  const TlExpr *result = operands->pdata[0];
  for (guint i = 1; i < operands->len; i++)
    result = tl_binary (c->arena, TL_EXPR_AND, result, operands->pdata[i]);
  return result;
}

static const TlStmt *
drop_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Conditions *c = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, c->analyzer, stmt);
  if (stmt->kind != TL_STMT_IF)
    return NULL;
  const TlExpr *cond = drop_implied (c, stmt->cond);
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  return cond == stmt->cond ? result : tl_stmt_if (c->arena, cond, result->then_body, result->else_body);
}

const TlStmt *
tl_stmt_drop_implied (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt)
{
  Conditions c = { arena, analyzer };
  TlRewriter rewriter = { .arena = arena, .stmt = drop_hook, .user_data = &c };
  return tl_rewrite_stmt (&rewriter, stmt);
}
