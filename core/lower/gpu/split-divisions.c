/* SPDX-License-Identifier: Apache-2.0 */
/*
 * split-divisions: quotients and remainders of sums lose the terms that cannot matter to them, so that lanes and threads of a copy show as
 * the simple sums that they are:
 *
 *   (a * 112 + t * 2 + c) % 1568 // 28, c in [0, 2)   →   (a * 56 + t) % 784 // 14
 *   (a * 112 + t * 2 + c) % 28                        →   (a * 56 + t) % 14 * 2 + c
 */
#include "core/lower/lower-private.h"

#define MAX_TERMS 16

typedef struct
{
  const TlExpr *expr;
  gint64        factor;
} DividedTerm;

typedef struct
{
  TlArena     *arena;
  DividedTerm  terms[MAX_TERMS];
  guint        n;
} DividedSum;

/* FALSE: too many terms. */
static gboolean
add_terms (DividedSum *sum, const TlExpr *expr, gint64 factor)
{
  gint64 number;

  if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
    return add_terms (sum, expr->a, factor) && add_terms (sum, expr->b, expr->kind == TL_EXPR_ADD ? factor : -factor);
  if (expr->kind == TL_EXPR_MUL && tl_expr_get_int (expr->b, &number) && !__builtin_mul_overflow (factor, number, &number))
    return add_terms (sum, expr->a, number);
  if (sum->n == MAX_TERMS)
    return FALSE;
  gboolean is_number = tl_expr_get_int (expr, &number) && !__builtin_mul_overflow (factor, number, &number);
  DividedTerm term = is_number ? (DividedTerm) { tl_expr_int (sum->arena, expr->dtype, 1), number } : (DividedTerm) { expr, factor };
  guint at = sum->n++;
  for (; at > 0 && ABS (sum->terms[at - 1].factor) < ABS (term.factor); at--)
    sum->terms[at] = sum->terms[at - 1];
  sum->terms[at] = term;
  return TRUE;
}

static const TlExpr *
sum_of (const DividedSum *sum, guint first, guint end, gint64 divisor, TlDType dtype)
{
  const TlExpr *result = tl_expr_int (sum->arena, dtype, 0);

  for (guint i = first; i < end; i++)
    result = tl_add (sum->arena, result, tl_mul (sum->arena, sum->terms[i].expr,
                                                 tl_expr_int (sum->arena, dtype, sum->terms[i].factor / divisor)));
  return result;
}

/*
 * @expr as *@step * *@whole + *@rest, where the step divides @divisor and the rest lies in [0, step): with as few terms in the rest as
 * possible. FALSE: it has no such form.
 */
static gboolean
split_sum (TlArena *arena, TlAnalyzer *analyzer, const TlExpr *expr, gint64 divisor, gint64 *step, const TlExpr **whole,
           const TlExpr **rest)
{
  DividedSum sum = { .arena = arena };

  if (!add_terms (&sum, expr, 1))
    return FALSE;
  for (guint n_whole = sum.n; n_whole > 0; n_whole--)
    {
      gint64 low, high;

      *step = divisor;
      for (guint i = 0; i < n_whole; i++)
        *step = tl_gcd_int64 (*step, sum.terms[i].factor);
      if (*step < 2)
        continue;
      *rest = tl_analyzer_simplify (analyzer, sum_of (&sum, n_whole, sum.n, 1, expr->dtype));
      tl_analyzer_const_bounds (analyzer, *rest, &low, &high);
      if (low < 0 || high >= *step)
        continue;
      *whole = tl_analyzer_simplify (analyzer, sum_of (&sum, 0, n_whole, *step, expr->dtype));
      return TRUE;
    }
  return FALSE;
}

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
} DivisionSplit;

static const TlExpr *
split_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  DivisionSplit *s = rewriter->user_data;
  const TlExpr *whole, *rest;
  gint64 divisor, step;

  if ((expr->kind != TL_EXPR_FLOORDIV && expr->kind != TL_EXPR_FLOORMOD) || expr->dtype.lanes != 1 || !tl_expr_get_int (expr->b, &divisor)
      || divisor < 2)
    return NULL;
  const TlExpr *dividend = tl_rewrite_expr (rewriter, expr->a);
  if (!split_sum (s->arena, s->analyzer, dividend, divisor, &step, &whole, &rest))
    return tl_binary (s->arena, expr->kind, dividend, expr->b);
  const TlExpr *less = tl_expr_int (s->arena, expr->dtype, divisor / step);
  if (expr->kind == TL_EXPR_FLOORDIV)
    return tl_analyzer_simplify (s->analyzer, tl_floordiv (s->arena, whole, less));
  return tl_add (s->arena, tl_mul (s->arena, tl_analyzer_simplify (s->analyzer, tl_floormod (s->arena, whole, less)),
                                   tl_expr_int (s->arena, expr->dtype, step)), rest);
}

static const TlStmt *
split_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  DivisionSplit *s = rewriter->user_data;

  return stmt->kind == TL_STMT_FOR ? tl_rewrite_loop_bound (rewriter, s->analyzer, stmt) : NULL;
}

const TlPrimFunc *
tl_lower_split_divisions (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  DivisionSplit split = { builder->arena, analyzer };
  TlRewriter rewriter = { .arena = builder->arena, .expr = split_expr, .stmt = split_stmt, .user_data = &split };

  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
