/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Minimum and maximum in the forms that TVM uses. Found by asking it:
 *
 *   min(x + a, x + b)   is  min(a, b) + x      only whole summands at the top count as shared
 *   min(x - a, x - b)   is  x - max(a, b)
 *   min(5 - x, 3)       is  5 - max(x, 2)      but not where the constant is 0, or stands on the left
 *   min(x * 4, 8)       is  min(x, 2) * 4      max for a negative factor
 *   min(x // 4, y // 4) is  min(x, y) // 4
 *   min(min(x, 7), y)   is  min(min(x, y), 7)
 *
 * Which operand is smaller is decided by bounds; only proofs look into operands that are extrema themselves, and at what is assumed.
 */
#include "core/arith/analyzer-private.h"

static TlExprKind
opposite_of (TlExprKind kind)
{
  return kind == TL_EXPR_MIN ? TL_EXPR_MAX : TL_EXPR_MIN;
}

/* x // d * d, which is at most x; with x + d - 1 in place of x it is at least x. */
static gboolean
is_rounded (const TlSum *sum)
{
  return sum->n == 1 && sum->base == 0 && sum->terms[0].lower > 1 && sum->terms[0].lower == sum->terms[0].scale
         && sum->terms[0].upper == TL_NO_UPPER;
}

/* @a is never more than @b, as far as TVM looks: ranges apart, a constant between them, or one of them rounded. */
static gboolean
is_at_most (TlAnalyzer *analyzer, const TlSum *a, const TlSum *b)
{
  TlSum    difference = tl_sum_copy (analyzer, b);
  TlBounds of_a, of_b;

  if (!tl_sum_add (analyzer, &difference, a, -1))
    return FALSE;
  if (analyzer->proving)
    return tl_prove_non_negative (analyzer, &difference);
  if (difference.n == 0)
    return difference.base >= 0;
  of_a = tl_analyzer_sum_bounds (analyzer, a);
  of_b = tl_analyzer_sum_bounds (analyzer, b);
  if (of_a.max != G_MAXINT64 && of_b.min != G_MININT64 && of_a.max <= of_b.min)
    return TRUE;
  return (is_rounded (a) || is_rounded (b)) && a->base == 0 && b->base == 0 && a->n == 1 && b->n == 1
         && tl_prove_non_negative (analyzer, &difference);
}

/* 1: @a is what the extremum of both is, -1: @b, 0: unknown. */
static int
decide (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  if (is_at_most (analyzer, a, b))
    return kind == TL_EXPR_MIN ? 1 : -1;
  if (is_at_most (analyzer, b, a))
    return kind == TL_EXPR_MIN ? -1 : 1;
  return 0;
}

static gboolean
is_extremum (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_MIN || expr->kind == TL_EXPR_MAX;
}

/* The extremum that @sum is, without factor and offset; NULL if it is none. */
static const TlExpr *
as_extremum (const TlSum *sum)
{
  const TlTerm *term = sum->terms;

  if (sum->n != 1 || sum->base != 0 || term->scale != 1 || term->lower != 1 || term->upper != TL_NO_UPPER || !is_extremum (term->atom))
    return NULL;
  return term->atom;
}

/* @extremum against @other, which is an operand of it or of what stands on its left: 1 it is @extremum, -1 @other, 0 unknown. */
static int
absorb (TlExprKind kind, const TlExpr *extremum, const TlExpr *other)
{
  if (tl_expr_equal (extremum->a, other) || tl_expr_equal (extremum->b, other))
    return extremum->kind == kind ? 1 : -1;
  for (const TlExpr *left = extremum->a; extremum->kind == kind && left->kind == kind; left = left->a)
    if (tl_expr_equal (left->b, other))
      return 1;
  return 0;
}

static gboolean
is_number (const TlSum *sum)
{
  return sum->n == 0;
}

/* The greatest number that divides all terms of @sum. */
static gint64
factor_of (const TlSum *sum)
{
  gint64 factor = ABS (sum->base);

  for (guint i = 0; i < sum->n; i++)
    {
      gint64 a = ABS (sum->terms[i].scale);

      while (factor != 0)
        {
          gint64 rest = a % factor;

          a = factor;
          factor = rest;
        }
      factor = a;
    }
  return factor;
}

static TlSum
divided (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor)
{
  TlSum result = tl_sum_copy (analyzer, sum);

  for (guint i = 0; i < result.n; i++)
    result.terms[i].scale /= divisor;
  result.base /= divisor;
  return result;
}

static gboolean
is_scaled_piece (const TlSum *sum)
{
  return sum->n == 1 && sum->base == 0 && sum->terms[0].scale != 1 && sum->terms[0].scale != -1;
}

static gboolean
take_factor (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  gint64 factor = is_number (a) ? 1 : factor_of (a);
  TlSum  left, right;

  if (is_scaled_piece (a) && a->terms[0].scale < 0)
    factor = -factor;
  if (factor == 1 || factor == -1 || factor == G_MININT64)
    return FALSE;
  if (is_number (b) ? b->base % factor != 0 || (b->base == 0 && factor < 0)
                    : !is_scaled_piece (a) || !is_scaled_piece (b) || b->terms[0].scale != a->terms[0].scale)
    return FALSE;
  left = divided (analyzer, a, factor);
  right = divided (analyzer, b, factor);
  left = tl_sum_of_extremum (analyzer, factor < 0 ? opposite_of (kind) : kind, &left, &right);
  *result = tl_sum_copy (analyzer, &left);
  return tl_sum_scale (result, factor);
}

static gboolean
is_quotient (const TlSum *sum)
{
  return sum->n == 1 && sum->base == 0 && sum->terms[0].scale == 1 && sum->terms[0].lower > 1 && sum->terms[0].upper == TL_NO_UPPER;
}

static gboolean
take_division (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  TlSum left, right;

  if (!is_quotient (a) || !is_quotient (b) || a->terms[0].lower != b->terms[0].lower)
    return FALSE;
  left = tl_sum_of (analyzer, a->terms[0].atom);
  right = tl_sum_of (analyzer, b->terms[0].atom);
  left = tl_sum_of_extremum (analyzer, kind, &left, &right);
  return tl_sum_floordiv (analyzer, &left, a->terms[0].lower, result);
}

/* min(c - x, d) as c - max(x, c - d) */
static gboolean
take_minuend (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  TlSum inner, bound;

  if (!is_number (b) || b->base == 0 || a->n != 1 || a->terms[0].scale > 0 || (a->base == 0 && a->terms[0].scale != -1))
    return FALSE;
  inner = tl_sum_copy (analyzer, a);
  inner.base = 0;
  bound = tl_sum_const (a->dtype, 0);
  if (!tl_sum_scale (&inner, -1) || __builtin_sub_overflow (a->base, b->base, &bound.base) || !tl_sum_fits (a->dtype, bound.base))
    return FALSE;
  inner = tl_sum_of_extremum (analyzer, opposite_of (kind), &inner, &bound);
  *result = tl_sum_const (a->dtype, a->base);
  return tl_sum_add (analyzer, result, &inner, -1);
}

/* @shared and what both have beside it: + or - as @kind says. */
static gboolean
with_shared (TlAnalyzer *analyzer, TlExprKind kind, const TlExpr *shared, gint64 sign, const TlExpr *x, const TlExpr *y, gint64 rest_sign,
             TlSum *result)
{
  TlSum left = tl_sum_of (analyzer, x), right = tl_sum_of (analyzer, y), common = tl_sum_of (analyzer, shared);
  TlSum extremum = tl_sum_of_extremum (analyzer, rest_sign < 0 ? opposite_of (kind) : kind, &left, &right);

  *result = tl_sum_zero (left.dtype);
  return tl_sum_add (analyzer, result, rest_sign < 0 ? &common : &extremum, 1)
         && tl_sum_add (analyzer, result, rest_sign < 0 ? &extremum : &common, rest_sign < 0 ? rest_sign : sign);
}

/* @sum at its top: x - 3 is x + -3. */
static const TlExpr *
top_of (TlAnalyzer *analyzer, const TlSum *sum)
{
  const TlExpr *expr = tl_sum_to_expr (analyzer, sum);
  gint64        number;

  if (expr->kind != TL_EXPR_SUB || !tl_expr_get_int (expr->b, &number) || number == G_MININT64)
    return expr;
  return tl_expr_binary (analyzer->out, TL_EXPR_ADD, expr->a, tl_expr_int (analyzer->out, sum->dtype, -number));
}

/* Terms at the top of both sides move out of the extremum. */
static gboolean
take_common (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  const TlExpr *x = top_of (analyzer, a), *y = top_of (analyzer, b);

  if (x->kind != y->kind || (x->kind != TL_EXPR_ADD && x->kind != TL_EXPR_SUB))
    return FALSE;
  if (x->kind == TL_EXPR_SUB)
    {
      if (tl_expr_equal (x->a, y->a))
        return with_shared (analyzer, kind, x->a, 1, x->b, y->b, -1, result);
      return tl_expr_equal (x->b, y->b) && with_shared (analyzer, kind, x->b, -1, x->a, y->a, 1, result);
    }
  if (tl_expr_equal (x->a, y->a))
    return with_shared (analyzer, kind, x->a, 1, x->b, y->b, 1, result);
  if (tl_expr_equal (x->b, y->b))
    return with_shared (analyzer, kind, x->b, 1, x->a, y->a, 1, result);
  if (tl_expr_equal (x->a, y->b))
    return with_shared (analyzer, kind, x->a, 1, x->b, y->a, 1, result);
  return tl_expr_equal (x->b, y->a) && with_shared (analyzer, kind, x->b, 1, x->a, y->b, 1, result);
}

/* min(x, 7) of another: the constant, which min(7, x) does not show, stays outermost. */
static gboolean
keep_constant_last (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  const TlExpr *extremum = as_extremum (a);
  TlSum         left, right;

  if (extremum == NULL || extremum->kind != kind || extremum->b->kind != TL_EXPR_INT)
    return FALSE;
  left = tl_sum_collect (analyzer, extremum->a);
  right = tl_sum_collect (analyzer, extremum->b);
  if (!is_number (b))
    left = tl_sum_of_extremum (analyzer, kind, &left, b);
  else
    right.base = kind == TL_EXPR_MIN ? MIN (right.base, b->base) : MAX (right.base, b->base);
  *result = tl_sum_of_node (analyzer, kind, &left, &right);
  return TRUE;
}

/* An operand that is an extremum of the other. */
static int
decide_by_operands (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  const TlExpr *left = as_extremum (a), *right = as_extremum (b);
  int           decision = left != NULL ? absorb (kind, left, tl_sum_to_expr (analyzer, b)) : 0;

  if (decision == 0 && right != NULL)
    decision = -absorb (kind, right, tl_sum_to_expr (analyzer, a));
  return decision;
}

TlSum
tl_sum_of_extremum (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  int   decision = decide (analyzer, kind, a, b);
  TlSum left, right, result;

  if (decision == 0)
    decision = decide_by_operands (analyzer, kind, a, b);
  if (decision != 0)
    return decision > 0 ? *a : *b;
  if (keep_constant_last (analyzer, kind, a, b, &result))
    return result;
  if (!is_number (a) && !is_number (b) && a->base != 0 && a->base == b->base && (a->n > 1 || a->terms[0].scale > 0)
      && (b->n > 1 || b->terms[0].scale > 0))
    {
      left = *a;
      right = *b;
      left.base = right.base = 0;
      left = tl_sum_of_extremum (analyzer, kind, &left, &right);
      result = tl_sum_copy (analyzer, &left);
      if (!__builtin_add_overflow (result.base, a->base, &result.base) && tl_sum_fits (a->dtype, result.base))
        return result;
    }
  if (take_common (analyzer, kind, a, b, &result) || take_minuend (analyzer, kind, a, b, &result)
      || take_division (analyzer, kind, a, b, &result) || take_factor (analyzer, kind, a, b, &result))
    return result;
  return tl_sum_of_node (analyzer, kind, a, b);
}

/* 5 - max(x, 5) is min(5 - x, 0). */
static gboolean
move_minuend_inside (TlAnalyzer *analyzer, TlSum *sum)
{
  const TlTerm *term = sum->terms;
  TlSum         rest = tl_sum_const (sum->dtype, sum->base), inner;

  if (sum->n != 1 || sum->base == 0 || term->scale != -1 || term->lower != 1 || term->upper != TL_NO_UPPER || !is_extremum (term->atom)
      || !tl_expr_is_int (term->atom->b, sum->base))
    return FALSE;
  inner = tl_sum_collect (analyzer, term->atom->a);
  if (!tl_sum_add (analyzer, &rest, &inner, -1))
    return FALSE;
  inner = tl_sum_zero (sum->dtype);
  *sum = tl_sum_of_extremum (analyzer, opposite_of (term->atom->kind), &rest, &inner);
  return TRUE;
}

/* max(x - 1, y) + 1 is max(x, y + 1): an offset goes inside where it meets its opposite. */
void
tl_sum_move_offset_inside (TlAnalyzer *analyzer, TlSum *sum)
{
  TlSum         bare = *sum, left, right, offset = tl_sum_const (sum->dtype, sum->base);
  const TlExpr *extremum;

  bare.base = 0;
  if (move_minuend_inside (analyzer, sum) || sum->base == 0 || sum->base == G_MININT64 || (extremum = as_extremum (&bare)) == NULL)
    return;
  left = tl_sum_collect (analyzer, extremum->a);
  left = tl_sum_copy (analyzer, &left);
  right = tl_sum_collect (analyzer, extremum->b);
  right = tl_sum_copy (analyzer, &right);
  if (is_number (&left) || is_number (&right) || (left.base != -sum->base && right.base != -sum->base)
      || !tl_sum_add (analyzer, &left, &offset, 1) || !tl_sum_add (analyzer, &right, &offset, 1))
    return;
  *sum = tl_sum_of_extremum (analyzer, extremum->kind, &left, &right);
}
