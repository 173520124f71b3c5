/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs of terms that say less together than apart, as extents of united regions have them:
 *
 *   (x + c) // d - x // d   ==   (x % d + c) // d          x % 2 for d = 2, c = 1
 *   x - min(x, y)           ==   max(0, x - y)
 *   max(x, y) - x           ==   max(0, y - x)
 */
#include "core/arith/analyzer-private.h"

static TlSum
whole_of (TlAnalyzer *analyzer, const TlExpr *atom)
{
  TlSum sum = tl_sum_collect (analyzer, atom);

  return tl_sum_copy (analyzer, &sum);
}

/* @sum without the terms at @i and @j, and @factor times @replacement in their place. */
static gboolean
replace_pair (TlAnalyzer *analyzer, TlSum *sum, guint i, guint j, const TlSum *replacement, gint64 factor)
{
  TlSum result = tl_sum_copy (analyzer, sum);
  guint n = 0;

  for (guint k = 0; k < sum->n; k++)
    if (k != i && k != j)
      result.terms[n++] = sum->terms[k];
  result.n = n;
  if (!tl_sum_add (analyzer, &result, replacement, factor))
    return FALSE;
  *sum = result;
  return TRUE;
}

/* scale * (atom // d), nothing else. */
static gboolean
is_quotient (const TlTerm *term)
{
  return term->lower > 1 && term->upper == TL_NO_UPPER && term->scale != G_MININT64;
}

/* (base % d + c) // d for 0 < c */
static gboolean
carry_of (TlAnalyzer *analyzer, const TlExpr *base, gint64 divisor, gint64 c, TlDType dtype, TlSum *carry)
{
  TlSum rest, inner = tl_sum_collect (analyzer, base);

  if (!tl_sum_floormod (analyzer, &inner, divisor, &rest))
    return FALSE;
  if (divisor == 2)
    {
      *carry = tl_sum_const (dtype, c / 2);
      return c % 2 == 0 || tl_sum_add (analyzer, carry, &rest, 1);
    }
  rest = tl_sum_copy (analyzer, &rest);
  return tl_sum_fits (dtype, rest.base + c) && (rest.base += c, tl_sum_floordiv (analyzer, &rest, divisor, carry));
}

static gboolean
join_quotients (TlAnalyzer *analyzer, TlSum *sum, guint i, guint j)
{
  TlTerm high = sum->terms[i], low = sum->terms[j];
  TlSum  difference, other, carry;

  if (!is_quotient (&high) || !is_quotient (&low) || high.lower != low.lower || high.scale < 0 || high.scale != -low.scale)
    return FALSE;
  difference = whole_of (analyzer, high.atom);
  other = tl_sum_collect (analyzer, low.atom);
  if (!tl_sum_add (analyzer, &difference, &other, -1) || difference.n > 0 || difference.base <= 0)
    return FALSE;
  return carry_of (analyzer, low.atom, low.lower, difference.base, sum->dtype, &carry)
         && replace_pair (analyzer, sum, i, j, &carry, high.scale);
}

static gboolean
is_plain (const TlTerm *term)
{
  return term->lower == 1 && term->upper == TL_NO_UPPER && (term->scale == 1 || term->scale == -1);
}

/* @a - @b as an expression; NULL if that overflows. */
static const TlExpr *
difference_of (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b)
{
  TlSum difference = whole_of (analyzer, a), other = tl_sum_collect (analyzer, b);

  return tl_sum_add (analyzer, &difference, &other, -1) ? tl_sum_to_expr (analyzer, &difference) : NULL;
}

/* x at @i against an extremum of x and another at @j: both operands less x where the extremum counts, x less both where it is taken off. */
static gboolean
join_extremum (TlAnalyzer *analyzer, TlSum *sum, guint i, guint j)
{
  TlTerm        plain = sum->terms[i], other = sum->terms[j];
  const TlExpr *extremum = other.atom, *a, *b;
  gboolean      is_taken_off = other.scale < 0;
  TlExprKind    opposite = extremum->kind == TL_EXPR_MIN ? TL_EXPR_MAX : TL_EXPR_MIN;
  TlSum         result;

  if (!is_plain (&plain) || !is_plain (&other) || plain.scale != -other.scale
      || (extremum->kind != TL_EXPR_MIN && extremum->kind != TL_EXPR_MAX)
      || !(tl_atom_equal (extremum->a, plain.atom) || tl_atom_equal (extremum->b, plain.atom)))
    return FALSE;
  a = difference_of (analyzer, is_taken_off ? plain.atom : extremum->a, is_taken_off ? extremum->a : plain.atom);
  b = difference_of (analyzer, is_taken_off ? plain.atom : extremum->b, is_taken_off ? extremum->b : plain.atom);
  if (a == NULL || b == NULL)
    return FALSE;
  result = tl_sum_atom (analyzer, tl_expr_binary (analyzer->out, is_taken_off ? opposite : extremum->kind, a, b));
  return replace_pair (analyzer, sum, i, j, &result, 1);
}

static gboolean
may_pair (const TlSum *sum)
{
  for (guint i = 0; i < sum->n; i++)
    if (sum->terms[i].scale < 0)
      for (guint j = 0; j < sum->n; j++)
        if (sum->terms[j].scale == -sum->terms[i].scale)
          return TRUE;
  return FALSE;
}

void
tl_sum_join_pairs (TlAnalyzer *analyzer, TlSum *sum)
{
  gboolean has_joined = sum->n > 1 && may_pair (sum);

  while (has_joined)
    {
      has_joined = FALSE;
      for (guint i = 0; i < sum->n && !has_joined; i++)
        for (guint j = 0; j < sum->n && !has_joined; j++)
          has_joined = i != j && (join_quotients (analyzer, sum, i, j) || join_extremum (analyzer, sum, i, j));
    }
}
