/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparisons of integers: decided by proof, or brought to the spelling that TVM uses (< and <=, constants on one side). Terms that both
 * sides share is cancelled where TVM does it, which is less often than one might: only whole summands at the top, never in an equality. A
 * proof (analyzer->proving) cancels all.
 */
#include "core/arith/analyzer-private.h"

/* factor * sum + offset >= 0 */
static gboolean
prove_shifted (TlAnalyzer *analyzer, const TlSum *sum, gint64 factor, gint64 offset)
{
  TlSum shifted = tl_sum_const (sum->dtype, offset);

  return tl_sum_add (analyzer, &shifted, sum, factor) && tl_prove_non_negative (analyzer, &shifted);
}

/* Of left KIND right, given difference = right - left. */
static int
comparison_truth (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *difference)
{
  gint64 coefficient, base;

  switch (kind)
    {
    case TL_EXPR_LT:
      return prove_shifted (analyzer, difference, 1, -1) ? 1 : (prove_shifted (analyzer, difference, -1, 0) ? -1 : 0);
    case TL_EXPR_LE:
      return prove_shifted (analyzer, difference, 1, 0) ? 1 : (prove_shifted (analyzer, difference, -1, -1) ? -1 : 0);
    case TL_EXPR_EQ:
      if (difference->n == 0)
        return difference->base == 0 ? 1 : -1;
      if (prove_shifted (analyzer, difference, 1, -1) || prove_shifted (analyzer, difference, -1, -1))
        return -1;
      tl_analyzer_sum_modular (analyzer, difference, &coefficient, &base);
      if (coefficient != 0 && base % coefficient != 0)
        return -1;
      return prove_shifted (analyzer, difference, 1, 0) && prove_shifted (analyzer, difference, -1, 0) ? 1 : 0;
    default:
      return -comparison_truth (analyzer, TL_EXPR_EQ, difference);
    }
}

static gint64
common_factor (const TlSum *sum)
{
  gint64 factor = 0;

  for (guint i = 0; i < sum->n; i++)
    factor = tl_gcd_int64 (factor, sum->terms[i].scale);
  return MAX (factor, 1);
}

static gboolean
has_one_scale (const TlSum *sum)
{
  for (guint i = 1; i < sum->n; i++)
    if (ABS (sum->terms[i].scale) != ABS (sum->terms[0].scale))
      return FALSE;
  return TRUE;
}

static void
divide_terms (TlSum *sum, gint64 divisor)
{
  for (guint i = 0; i < sum->n; i++)
    sum->terms[i].scale /= divisor;
}

static gboolean
all_negative (const TlSum *sum)
{
  for (guint i = 0; i < sum->n; i++)
    if (sum->terms[i].scale > 0)
      return FALSE;
  return sum->n > 0;
}

/* Terms on both sides that share an atom are cancelled: positive ones of the difference go right, negative ones left. */
static void
separate (TlAnalyzer *analyzer, const TlSum *difference, TlSum *left, TlSum *right)
{
  *left = tl_sum_zero (difference->dtype);
  *right = tl_sum_const (difference->dtype, difference->base);
  for (guint i = 0; i < difference->n; i++)
    {
      TlSum single = { .dtype = difference->dtype, .terms = &difference->terms[i], .n = 1, .capacity = 1 };
      TlSum *side = difference->terms[i].scale > 0 ? right : left;

      if (!tl_sum_add (analyzer, side, &single, side == right ? 1 : -1))
        g_assert_not_reached ();   /* a scale's negative always fits, and the terms are apart */
    }
}

/* x // l, or x % u // l, against a constant is x against a multiple of l: x // l < c as x < c * l, x // l <= c as x < (c + 1) * l,
 * c <= x // l as c * l <= x. */
static gboolean
undo_division (TlAnalyzer *analyzer, TlExprKind *kind, TlSum *terms, TlSum *constant, gboolean constant_is_right)
{
  gboolean is_last = (*kind == TL_EXPR_LT) != constant_is_right;   /* the bound is the last x of quotient c */
  TlTerm   term;
  gint64   bound;

  if (terms->n != 1 || terms->base != 0 || *kind == TL_EXPR_EQ || *kind == TL_EXPR_NE)
    return FALSE;
  term = terms->terms[0];
  if (term.scale != 1 || term.lower == 1
      || __builtin_mul_overflow (constant->base, term.lower, &bound)
      || __builtin_add_overflow (bound, is_last ? term.lower - !constant_is_right : 0, &bound)
      || !tl_sum_fits (terms->dtype, bound))
    return FALSE;
  if (term.upper == TL_NO_UPPER)
    {
      *terms = tl_sum_collect (analyzer, term.atom);
      *terms = tl_sum_copy (analyzer, terms);
    }
  else
    terms->terms[0].lower = 1;
  if (is_last && constant_is_right)
    *kind = TL_EXPR_LT;
  constant->base = bound;
  return TRUE;
}

/* One side is a constant: move the other side's constant over and divide by what its terms share. */
static void
settle_against_constant (TlAnalyzer *analyzer, TlExprKind *kind, TlSum *terms, TlSum *constant, gboolean constant_is_right)
{
  gint64 bound, factor;

  if (__builtin_sub_overflow (constant->base, terms->base, &bound) || !tl_sum_fits (terms->dtype, bound))
    return;
  terms->base = 0;
  constant->base = bound;
  factor = common_factor (terms);
  if (*kind == TL_EXPR_EQ || *kind == TL_EXPR_NE)
    {
      if (terms->n == 1 && bound == 0 && !analyzer->proving)
        divide_terms (terms, factor);
      return;
    }
  if (!analyzer->proving && !has_one_scale (terms))
    factor = tl_gcd_int64 (factor, bound);
  divide_terms (terms, factor);
  /* terms < c: ceil; terms <= c: floor; c < terms: floor; c <= terms: ceil */
  if ((*kind == TL_EXPR_LT) == constant_is_right)
    constant->base = -tl_floordiv_int64 (-bound, factor);
  else
    constant->base = tl_floordiv_int64 (bound, factor);
  if (undo_division (analyzer, kind, terms, constant, constant_is_right))
    settle_against_constant (analyzer, kind, terms, constant, constant_is_right);
}

static void
swap_negated (TlSum *left, TlSum *right)
{
  TlSum old = *left;

  *left = *right;
  *right = old;
  if (!tl_sum_scale (left, -1) || !tl_sum_scale (right, -1))
    g_assert_not_reached ();       /* coefficients are symmetric */
}

static void
settle_between_sums (TlExprKind *kind, TlSum *left, TlSum *right)
{
  gint64 shift, factor;

  if (*kind == TL_EXPR_EQ || *kind == TL_EXPR_NE || __builtin_sub_overflow (right->base, left->base, &shift)
      || !tl_sum_fits (left->dtype, shift))
    return;
  left->base = shift < 0 ? -shift : 0;
  right->base = MAX (shift, 0);
  if (*kind == TL_EXPR_LT && right->base == 1)
    {
      *kind = TL_EXPR_LE;
      right->base = 0;
    }
  else if (*kind == TL_EXPR_LE && left->base == 1)
    {
      *kind = TL_EXPR_LT;
      left->base = 0;
    }
  factor = tl_gcd_int64 (tl_gcd_int64 (tl_gcd_int64 (common_factor (left), common_factor (right)), left->base), right->base);
  if (factor > 1 && *kind == TL_EXPR_LE)
    {
      divide_terms (left, factor);
      divide_terms (right, factor);
      left->base /= factor;
      right->base /= factor;
    }
}

/* x <= its least value, or its largest <= x, is equality, and TVM says so. */
static void
settle_at_the_end (TlAnalyzer *analyzer, TlExprKind *kind, TlSum *left, TlSum *right)
{
  TlSum    old = *left;
  TlBounds bounds = tl_analyzer_sum_bounds (analyzer, left->n == 0 ? right : left);

  if (left->n == 0 ? bounds.max != left->base : bounds.min != right->base)
    return;
  *kind = TL_EXPR_EQ;
  if (left->n == 0)
    {
      *left = *right;
      *right = old;
    }
}

/* a < min(x, y) is a < x and a < y, min(x, y) < a is x < a or y < a; the other way round for a maximum. NULL: neither side is one. */
static const TlExpr *
split_at_extremum (TlAnalyzer *analyzer, TlExprKind kind, const TlExpr *left, const TlExpr *right)
{
  gboolean      is_left = left->kind == TL_EXPR_MIN || left->kind == TL_EXPR_MAX;
  const TlExpr *extremum = is_left ? left : right;
  TlExprKind    joint = (extremum->kind == TL_EXPR_MAX) == is_left ? TL_EXPR_AND : TL_EXPR_OR;
  const TlExpr *a, *b;

  if ((kind != TL_EXPR_LT && kind != TL_EXPR_LE) || (extremum->kind != TL_EXPR_MIN && extremum->kind != TL_EXPR_MAX))
    return NULL;
  a = tl_expr_binary (analyzer->out, kind, is_left ? extremum->a : left, is_left ? right : extremum->a);
  b = tl_expr_binary (analyzer->out, kind, is_left ? extremum->b : left, is_left ? right : extremum->b);
  return tl_simplify_once (analyzer, tl_expr_binary (analyzer->out, joint, a, b));
}

/* Different and never less means greater. */
static void
settle_difference (TlAnalyzer *analyzer, TlExprKind *kind, const TlSum *difference, TlSum *left, TlSum *right)
{
  TlBounds bounds = tl_analyzer_sum_bounds (analyzer, difference);
  TlSum    old = *left;

  if (bounds.min == 0)
    *kind = TL_EXPR_LT;
  else if (bounds.max == 0)
    {
      *kind = TL_EXPR_LT;
      *left = *right;
      *right = old;
    }
}

static gboolean
rest_of (TlAnalyzer *analyzer, const TlExpr *x, const TlExpr *y, TlSum *left, TlSum *right)
{
  *left = x != NULL ? tl_sum_collect (analyzer, x) : tl_sum_zero (left->dtype);
  *left = tl_sum_copy (analyzer, left);
  *right = y != NULL ? tl_sum_collect (analyzer, y) : tl_sum_zero (right->dtype);
  *right = tl_sum_copy (analyzer, right);
  return TRUE;
}

/* @left < @right without a summand that stands at the top of both. */
static gboolean
cancel_at_top (TlAnalyzer *analyzer, TlSum *left, TlSum *right)
{
  const TlExpr *x = tl_sum_to_expr (analyzer, left), *y = tl_sum_to_expr (analyzer, right);

  if (x->kind == TL_EXPR_ADD && y->kind == TL_EXPR_ADD)
    {
      if (tl_expr_equal (x->a, y->a))
        return rest_of (analyzer, x->b, y->b, left, right);
      if (tl_expr_equal (x->b, y->b))
        return rest_of (analyzer, x->a, y->a, left, right);
      if (tl_expr_equal (x->a, y->b))
        return rest_of (analyzer, x->b, y->a, left, right);
      if (tl_expr_equal (x->b, y->a))
        return rest_of (analyzer, x->a, y->b, left, right);
    }
  if (x->kind == TL_EXPR_SUB && y->kind == TL_EXPR_SUB)
    {
      if (tl_expr_equal (x->a, y->a))
        return rest_of (analyzer, y->b, x->b, left, right);
      if (tl_expr_equal (x->b, y->b))
        return rest_of (analyzer, x->a, y->a, left, right);
    }
  if (y->kind == TL_EXPR_ADD && tl_expr_equal (x, y->a))
    return rest_of (analyzer, NULL, y->b, left, right);
  if (y->kind == TL_EXPR_ADD && tl_expr_equal (x, y->b))
    return rest_of (analyzer, NULL, y->a, left, right);
  return y->kind == TL_EXPR_SUB && tl_expr_equal (x, y->a) && rest_of (analyzer, y->b, NULL, left, right);
}

/* c - x against a sum is c against that and x. */
static gboolean
move_subtrahend (TlAnalyzer *analyzer, TlSum *from, TlSum *to)
{
  TlSum bare = *from, moved;

  bare.base = 0;
  if (from->n != 1 || from->terms[0].scale > 0 || to->n == 0)
    return FALSE;
  moved = tl_sum_copy (analyzer, to);
  if (!tl_sum_add (analyzer, &moved, &bare, -1))
    return FALSE;
  *to = moved;
  from->n = 0;
  return TRUE;
}

/*
 * a < b as (a - b) / g < 0, where all is a multiple of g, but for what lies in [0, g) and can be left out. TVM does so where there is a
 * factor, else it leaves both sides alone. TRUE if the sides have changed.
 */
static gboolean
divide_difference (TlAnalyzer *analyzer, TlSum *left, TlSum *right)
{
  TlSum    difference = tl_sum_copy (analyzer, left), rest = tl_sum_zero (left->dtype), multiple;
  gint64   factor = 0;
  gboolean has_positive = FALSE;

  if (!tl_sum_add (analyzer, &difference, right, -1) || difference.n == 0)
    return FALSE;
  for (guint i = 0; i < difference.n; i++)
    if (ABS (difference.terms[i].scale) != 1)
      factor = tl_gcd_int64 (factor, difference.terms[i].scale);
  factor = tl_gcd_int64 (factor, difference.base);
  if (factor < 2)
    return FALSE;
  multiple = tl_sum_const (left->dtype, difference.base / factor);
  for (guint i = 0; i < difference.n; i++)
    {
      TlTerm term = difference.terms[i];
      TlSum *part = term.scale % factor == 0 ? &multiple : &rest;

      term.scale /= part == &multiple ? factor : 1;
      has_positive |= part == &multiple && term.scale > 0;
      if (!tl_sum_add_term (analyzer, part, term))
        return FALSE;
    }
  if (multiple.n == 0)
    return FALSE;
  if (rest.n > 0)
    {
      TlBounds bounds = tl_analyzer_sum_bounds (analyzer, &rest);

      if (bounds.min < 0 || bounds.max >= factor)
        return FALSE;
    }
  *left = multiple;
  *right = tl_sum_zero (left->dtype);
  if (has_positive && left->base != G_MININT64)
    {
      right->base = -left->base;
      left->base = 0;
    }
  return TRUE;
}

/* @left < @right, or @left <= @right which is not @right < @left, as TVM's simplifier has it. */
static void
settle_order (TlAnalyzer *analyzer, TlExprKind *kind, TlSum *left, TlSum *right)
{
  gboolean is_less = *kind == TL_EXPR_LT;

  is_less ? cancel_at_top (analyzer, left, right) : cancel_at_top (analyzer, right, left);
  if (!move_subtrahend (analyzer, left, right))
    move_subtrahend (analyzer, right, left);
  if (left->n > 0 && right->n > 0)
    {
      settle_between_sums (kind, left, right);
      is_less = *kind == TL_EXPR_LT;
      is_less ? cancel_at_top (analyzer, left, right) : cancel_at_top (analyzer, right, left);
    }
  if (is_less && (left->n > 1 || right->n > 1 || (left->n > 0 && right->n > 0)))
    divide_difference (analyzer, left, right);
  else if (!is_less && left->n == 0 && right->n > 1 && right->base != 0)
    divide_difference (analyzer, right, left);
}

static void
settle_constant_side (TlAnalyzer *analyzer, TlExprKind *kind, TlSum *left, TlSum *right)
{
  TlSum old = *left;

  if ((right->n == 0 && all_negative (left)) || (left->n == 0 && all_negative (right)))
    swap_negated (left, right);
  if (left->n == 0 && (*kind == TL_EXPR_EQ || *kind == TL_EXPR_NE))
    {
      old = *left;
      *left = *right;
      *right = old;
    }
  if (right->n == 0)
    settle_against_constant (analyzer, kind, left, right, TRUE);
  else if (left->n == 0)
    settle_against_constant (analyzer, kind, right, left, FALSE);
  else
    settle_between_sums (kind, left, right);
  if (*kind == TL_EXPR_LE && (left->n == 0) != (right->n == 0))
    settle_at_the_end (analyzer, kind, left, right);
}

const TlExpr *
tl_simplify_comparison (TlAnalyzer *analyzer, const TlExpr *expr)
{
  gboolean   is_reversed = expr->kind == TL_EXPR_GT || expr->kind == TL_EXPR_GE;
  TlExprKind kind = expr->kind == TL_EXPR_GT ? TL_EXPR_LT : (expr->kind == TL_EXPR_GE ? TL_EXPR_LE : expr->kind);
  TlSum      left = tl_sum_of (analyzer, is_reversed ? expr->b : expr->a);
  TlSum      right = tl_sum_of (analyzer, is_reversed ? expr->a : expr->b);
  TlSum      difference = tl_sum_copy (analyzer, &right);
  const TlExpr *a, *b, *parts;

  if (tl_sum_add (analyzer, &difference, &left, -1))
    {
      int truth = comparison_truth (analyzer, kind, &difference);

      if (truth != 0)
        return tl_expr_bool (analyzer->out, truth > 0);
      if (analyzer->proving && difference.n < left.n + right.n)
        separate (analyzer, &difference, &left, &right);
      else if (kind == TL_EXPR_NE && !analyzer->proving)
        settle_difference (analyzer, &kind, &difference, &left, &right);
      else if (kind == TL_EXPR_LE && !analyzer->proving && left.n > 0 && right.n > 0
               && tl_analyzer_sum_bounds (analyzer, &difference).max == 0)
        kind = TL_EXPR_EQ;
    }
  left = tl_sum_copy (analyzer, &left);
  right = tl_sum_copy (analyzer, &right);
  if (!analyzer->proving && (kind == TL_EXPR_LT || kind == TL_EXPR_LE))
    settle_order (analyzer, &kind, &left, &right);
  settle_constant_side (analyzer, &kind, &left, &right);
  a = tl_sum_to_expr (analyzer, &left);
  b = tl_sum_to_expr (analyzer, &right);
  parts = split_at_extremum (analyzer, kind, a, b);
  return parts != NULL ? parts : tl_expr_binary (analyzer->out, kind, a, b);
}

/* A comparison of an expression against a number, as the numbers for which it holds. */
typedef struct
{
  const TlExpr *subject;
  TlBounds      values;
  gboolean      is_outside;
} Against;

static gboolean
read_against (const TlExpr *expr, Against *against)
{
  gint64 number;

  *against = (Against) { .values = TL_BOUNDS_ALL };
  if (!tl_expr_kind_is_compare (expr->kind) || !tl_dtype_is_index (expr->a->dtype))
    return FALSE;
  if (tl_expr_get_int (expr->b, &number) && number != G_MAXINT64 && number != G_MININT64)
    {
      against->subject = expr->a;
      against->values.max = expr->kind == TL_EXPR_LT ? number - 1 : number;
      against->values.min = expr->kind == TL_EXPR_EQ || expr->kind == TL_EXPR_NE ? number : G_MININT64;
      against->is_outside = expr->kind == TL_EXPR_NE;
      return expr->kind != TL_EXPR_GT && expr->kind != TL_EXPR_GE;
    }
  if (!tl_expr_get_int (expr->a, &number) || number == G_MAXINT64 || number == G_MININT64)
    return FALSE;
  against->subject = expr->b;
  against->values.min = expr->kind == TL_EXPR_LT ? number + 1 : number;
  return expr->kind == TL_EXPR_LT || expr->kind == TL_EXPR_LE;
}

static gboolean
is_open (TlBounds values)
{
  return values.min == G_MININT64 || values.max == G_MAXINT64;
}

/* Contradictions and what leaves nothing out, for the pairs that TVM looks at: two ranges, two equalities. */
int
tl_pair_truth (TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  Against x, y;
  gint64  min, max;

  if (!read_against (a, &x) || !read_against (b, &y) || !tl_expr_equal (x.subject, y.subject) || x.is_outside != y.is_outside
      || is_open (x.values) != is_open (y.values))
    return 0;
  min = MAX (x.values.min, y.values.min);
  max = MIN (x.values.max, y.values.max);
  if (kind == TL_EXPR_AND)
    return min > max && !x.is_outside ? -1 : 0;
  if (x.is_outside)
    return min > max ? 1 : 0;
  if (!is_open (x.values) || (x.values.min == G_MININT64) == (y.values.min == G_MININT64))
    return 0;
  return min <= max + 1 ? 1 : 0;
}
