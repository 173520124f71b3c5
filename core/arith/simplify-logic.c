/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions: comparisons decided by proof or brought to one spelling (< and <=, constants on one side), boolean folding; and the
 * prover for "sum >= 0" that they, minimum and maximum rest on.
 */
#include "core/arith/analyzer-private.h"

/* A proof may subtract this many facts in a row, and try this many sums in all. */
#define MOST_FACTS_IN_A_ROW 3
#define MOST_SUMS_TRIED 120

int
tl_condition_truth (const TlExpr *simplified)
{
  if (simplified->kind != TL_EXPR_INT || simplified->dtype.lanes != 1)
    return 0;
  return simplified->int_value != 0 ? 1 : -1;
}

static gboolean prove (TlAnalyzer *analyzer, const TlSum *sum, guint depth, guint *budget);

static gboolean
prove_with_value (TlAnalyzer *analyzer, const TlSum *sum, guint index, const TlExpr *value, guint depth, guint *budget)
{
  TlSum inner = tl_sum_collect (analyzer, value);
  TlSum with = tl_sum_copy (analyzer, sum);

  with.n--;
  for (guint i = index; i < with.n; i++)
    with.terms[i] = with.terms[i + 1];
  return tl_sum_add (analyzer, &with, &inner, sum->terms[index].scale) && prove (analyzer, &with, depth, budget);
}

/* A minimum that counts negatively (or a maximum positively) is at least either operand; otherwise both must do. */
static gboolean
prove_by_cases (TlAnalyzer *analyzer, const TlSum *sum, guint depth, guint *budget)
{
  for (guint i = 0; i < sum->n; i++)
    {
      const TlTerm *term = &sum->terms[i];
      const TlExpr *atom = term->atom;
      gboolean      either;

      if ((atom->kind != TL_EXPR_MIN && atom->kind != TL_EXPR_MAX) || term->lower != 1 || term->upper != TL_NO_UPPER)
        continue;
      either = (atom->kind == TL_EXPR_MAX) == (term->scale > 0);
      if (prove_with_value (analyzer, sum, i, atom->a, depth - 1, budget))
        return either || prove_with_value (analyzer, sum, i, atom->b, depth - 1, budget);
      return either && prove_with_value (analyzer, sum, i, atom->b, depth - 1, budget);
    }
  return FALSE;
}

/* sum - k * fact >= 0 and fact >= 0 give sum >= 0; k is chosen so that a term goes away or shrinks. */
static gboolean
prove_with_fact (TlAnalyzer *analyzer, const TlSum *sum, const TlSum *fact, guint depth, guint *budget)
{
  for (guint i = 0; i < sum->n; i++)
    for (guint j = 0; j < fact->n; j++)
      {
        const TlTerm *a = &sum->terms[i], *b = &fact->terms[j];
        gint64        times;
        TlSum         rest;

        if ((a->scale > 0) != (b->scale > 0) || a->lower != b->lower || a->upper != b->upper || !tl_atom_equal (a->atom, b->atom))
          continue;
        times = a->scale / b->scale;
        rest = tl_sum_copy (analyzer, sum);
        if (times < 1 || times == G_MAXINT64 || !tl_sum_add (analyzer, &rest, fact, -times))
          continue;
        if (prove (analyzer, &rest, depth - 1, budget))
          return TRUE;
      }
  return FALSE;
}

/* a // l * l lies in (a - l, a]: the division gives way to what is divided. */
static gboolean
prove_without_division (TlAnalyzer *analyzer, const TlSum *sum, guint depth, guint *budget)
{
  for (guint i = 0; i < sum->n; i++)
    {
      TlTerm term = sum->terms[i];
      TlSum  with = tl_sum_copy (analyzer, sum);
      TlSum  inner;
      gint64 times = term.scale / term.lower, loss = 0;

      if (term.lower == 1 || term.upper != TL_NO_UPPER || term.scale % term.lower != 0)
        continue;
      inner = tl_sum_collect (analyzer, term.atom);
      with.n--;
      for (guint k = i; k < with.n; k++)
        with.terms[k] = with.terms[k + 1];
      if (times > 0 && __builtin_mul_overflow (times, 1 - term.lower, &loss))
        continue;
      if (!tl_sum_add (analyzer, &with, &inner, times) || __builtin_add_overflow (with.base, loss, &with.base))
        continue;
      return prove (analyzer, &with, depth - 1, budget);
    }
  return FALSE;
}

/* a // l - b // l >= 0 where a - b >= 0; both give way. */
static gboolean
prove_by_monotony (TlAnalyzer *analyzer, const TlSum *sum, guint depth, guint *budget)
{
  for (guint i = 0; i < sum->n; i++)
    for (guint j = 0; j < sum->n; j++)
      {
        TlTerm a = sum->terms[i], b = sum->terms[j];
        TlSum  larger, smaller, rest = tl_sum_const (sum->dtype, sum->base);

        if (a.scale <= 0 || b.scale != -a.scale || a.lower == 1 || a.lower != b.lower || a.upper != TL_NO_UPPER || b.upper != TL_NO_UPPER)
          continue;
        larger = tl_sum_collect (analyzer, a.atom);
        larger = tl_sum_copy (analyzer, &larger);
        smaller = tl_sum_collect (analyzer, b.atom);
        if (!tl_sum_add (analyzer, &larger, &smaller, -1))
          continue;
        for (guint k = 0; k < sum->n; k++)
          {
            TlSum single = { .dtype = sum->dtype, .terms = &sum->terms[k], .n = 1, .capacity = 1 };

            if (k != i && k != j && !tl_sum_add (analyzer, &rest, &single, 1))
              return FALSE;
          }
        if (prove (analyzer, &larger, depth - 1, budget) && prove (analyzer, &rest, depth - 1, budget))
          return TRUE;
      }
  return FALSE;
}

static gboolean
prove (TlAnalyzer *analyzer, const TlSum *sum, guint depth, guint *budget)
{
  if (*budget == 0)
    return FALSE;
  --*budget;
  if (tl_analyzer_sum_bounds (analyzer, sum).min >= 0)
    return TRUE;
  if (sum->n == 0 || depth == 0)
    return FALSE;
  if (prove_by_cases (analyzer, sum, depth, budget) || prove_by_monotony (analyzer, sum, depth, budget)
      || prove_without_division (analyzer, sum, depth, budget))
    return TRUE;
  for (guint i = 0; i < analyzer->n_constraints; i++)
    {
      TlSum fact = analyzer->constraints[i].sum;

      if (prove_with_fact (analyzer, sum, &fact, depth, budget))
        return TRUE;
    }
  return FALSE;
}

gboolean
tl_prove_non_negative (TlAnalyzer *analyzer, const TlSum *sum)
{
  guint budget = MOST_SUMS_TRIED;

  return prove (analyzer, sum, MOST_FACTS_IN_A_ROW, &budget);
}

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
greatest_divisor (gint64 a, gint64 b)
{
  a = ABS (a);
  b = ABS (b);
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static gint64
common_factor (const TlSum *sum)
{
  gint64 factor = 0;

  for (guint i = 0; i < sum->n; i++)
    factor = greatest_divisor (sum->terms[i].scale, factor);
  return MAX (factor, 1);
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

/*
 * f * x + rest < f * c is x < c where rest is one of 0 to f - 1. What f divides goes left, the constant right, as TVM has it. @difference
 * is right - left; FALSE: there is no such rest.
 */
static gboolean
drop_rest (TlAnalyzer *analyzer, const TlSum *difference, TlSum *left, TlSum *right)
{
  TlSum    kept = tl_sum_zero (difference->dtype), rest = kept;
  gint64   factor = ABS (difference->base);
  TlBounds bounds;

  for (guint i = 0; i < difference->n; i++)
    if (ABS (difference->terms[i].scale) != 1)
      factor = greatest_divisor (difference->terms[i].scale, factor);
  if (factor < 2)
    return FALSE;
  for (guint i = 0; i < difference->n; i++)
    {
      TlSum single = { .dtype = difference->dtype, .terms = &difference->terms[i], .n = 1, .capacity = 1 };

      if (!tl_sum_add (analyzer, difference->terms[i].scale % factor == 0 ? &kept : &rest, &single, -1))
        return FALSE;
    }
  if (rest.n == 0 || kept.n == 0)
    return FALSE;
  bounds = tl_analyzer_sum_bounds (analyzer, &rest);
  if (bounds.min < 0 || bounds.max >= factor)
    return FALSE;
  divide_terms (&kept, factor);
  *left = kept;
  *right = tl_sum_const (difference->dtype, difference->base / factor);
  return TRUE;
}

/* x // l against a constant is x against a multiple of l: x // l < c as x < c * l, c <= x // l as c * l <= x. */
static gboolean
undo_division (TlAnalyzer *analyzer, TlExprKind kind, TlSum *terms, TlSum *constant, gboolean constant_is_right)
{
  gboolean is_last = (kind == TL_EXPR_LT) != constant_is_right;   /* the bound is the last x of quotient c */
  TlTerm   term;
  gint64   bound;

  if (terms->n != 1 || terms->base != 0 || kind == TL_EXPR_EQ || kind == TL_EXPR_NE)
    return FALSE;
  term = terms->terms[0];
  if (term.scale != 1 || term.lower == 1 || term.upper != TL_NO_UPPER
      || __builtin_mul_overflow (constant->base, term.lower, &bound) || __builtin_add_overflow (bound, is_last ? term.lower - 1 : 0, &bound)
      || !tl_sum_fits (terms->dtype, bound))
    return FALSE;
  *terms = tl_sum_collect (analyzer, term.atom);
  *terms = tl_sum_copy (analyzer, terms);
  constant->base = bound;
  return TRUE;
}

/* One side is a constant: move the other side's constant over and divide by what its terms share. */
static void
settle_against_constant (TlAnalyzer *analyzer, TlExprKind kind, TlSum *terms, TlSum *constant, gboolean constant_is_right)
{
  gint64 bound, factor;

  if (__builtin_sub_overflow (constant->base, terms->base, &bound) || !tl_sum_fits (terms->dtype, bound))
    return;
  terms->base = 0;
  constant->base = bound;
  factor = common_factor (terms);
  if (kind == TL_EXPR_EQ || kind == TL_EXPR_NE)
    return;
  divide_terms (terms, factor);
  /* terms < c: ceil; terms <= c: floor; c < terms: floor; c <= terms: ceil */
  if ((kind == TL_EXPR_LT) == constant_is_right)
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
  factor = common_factor (left);
  if (factor > 1 && factor == common_factor (right) && left->base == 0 && right->base == 0)
    {
      divide_terms (left, factor);
      divide_terms (right, factor);
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

static const TlExpr *
simplify_comparison (TlAnalyzer *analyzer, const TlExpr *expr)
{
  gboolean   turned = expr->kind == TL_EXPR_GT || expr->kind == TL_EXPR_GE;
  TlExprKind kind = expr->kind == TL_EXPR_GT ? TL_EXPR_LT : (expr->kind == TL_EXPR_GE ? TL_EXPR_LE : expr->kind);
  TlSum      left = tl_sum_of (analyzer, turned ? expr->b : expr->a);
  TlSum      right = tl_sum_of (analyzer, turned ? expr->a : expr->b);
  TlSum      difference = tl_sum_copy (analyzer, &right);
  const TlExpr *a, *b, *parts;

  if (tl_sum_add (analyzer, &difference, &left, -1))
    {
      int truth = comparison_truth (analyzer, kind, &difference);

      if (truth != 0)
        return tl_expr_bool (analyzer->out, truth > 0);
      if ((kind != TL_EXPR_LT || !drop_rest (analyzer, &difference, &left, &right)) && difference.n < left.n + right.n)
        separate (analyzer, &difference, &left, &right);
    }
  left = tl_sum_copy (analyzer, &left);
  right = tl_sum_copy (analyzer, &right);
  if ((right.n == 0 && all_negative (&left)) || (left.n == 0 && all_negative (&right)))
    swap_negated (&left, &right);
  if (left.n == 0 && (kind == TL_EXPR_EQ || kind == TL_EXPR_NE))
    {
      TlSum constant = left;

      left = right;
      right = constant;
    }
  if (right.n == 0)
    settle_against_constant (analyzer, kind, &left, &right, TRUE);
  else if (left.n == 0)
    settle_against_constant (analyzer, kind, &right, &left, FALSE);
  else
    settle_between_sums (&kind, &left, &right);
  if (kind == TL_EXPR_LE && (left.n == 0) != (right.n == 0))
    settle_at_the_end (analyzer, &kind, &left, &right);
  a = tl_sum_to_expr (analyzer, &left);
  b = tl_sum_to_expr (analyzer, &right);
  parts = split_at_extremum (analyzer, kind, a, b);
  return parts != NULL ? parts : tl_expr_binary (analyzer->out, kind, a, b);
}

static gboolean
compares_integers (const TlExpr *expr)
{
  return tl_expr_kind_is_compare (expr->kind) && tl_dtype_is_index (expr->a->dtype);
}

/* The opposite condition with the negation pushed inside; float comparisons keep it outside (NaN). */
static const TlExpr *
negation (TlAnalyzer *analyzer, const TlExpr *expr)
{
  static const struct { TlExprKind kind, opposite; gboolean turn; } opposites[] = {
    { TL_EXPR_LT, TL_EXPR_LE, TRUE }, { TL_EXPR_LE, TL_EXPR_LT, TRUE }, { TL_EXPR_GT, TL_EXPR_LE, FALSE },
    { TL_EXPR_GE, TL_EXPR_LT, FALSE }, { TL_EXPR_EQ, TL_EXPR_NE, FALSE }, { TL_EXPR_NE, TL_EXPR_EQ, FALSE },
  };

  if (expr->kind == TL_EXPR_INT)
    return tl_expr_bool (analyzer->out, expr->int_value == 0);
  if (expr->kind == TL_EXPR_NOT)
    return expr->a;
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    return tl_expr_binary (analyzer->out, expr->kind == TL_EXPR_AND ? TL_EXPR_OR : TL_EXPR_AND, negation (analyzer, expr->a),
                           negation (analyzer, expr->b));
  for (guint i = 0; compares_integers (expr) && i < G_N_ELEMENTS (opposites); i++)
    if (opposites[i].kind == expr->kind)
      return tl_expr_binary (analyzer->out, opposites[i].opposite, opposites[i].turn ? expr->b : expr->a,
                             opposites[i].turn ? expr->a : expr->b);
  return tl_expr_not (analyzer->out, expr);
}

static const TlExpr *
simplify_connective (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *a = tl_simplify_once (analyzer, expr->a);
  const TlExpr *b = tl_simplify_once (analyzer, expr->b);
  int           neutral = expr->kind == TL_EXPR_AND ? 1 : -1;
  int           truth_a = tl_condition_truth (a), truth_b = tl_condition_truth (b);

  if (truth_a == neutral || truth_b == -neutral)
    return b;
  if (truth_b == neutral || truth_a == -neutral)
    return a;
  if (tl_expr_equal (a, b))
    return a;
  if (compares_integers (a) && tl_expr_equal (b, negation (analyzer, a)))
    return tl_expr_bool (analyzer->out, neutral < 0);
  return a == expr->a && b == expr->b ? expr : tl_expr_binary (analyzer->out, expr->kind, a, b);
}

static const TlExpr *
with_known_truths (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *opposite;

  if (analyzer->n_truths == 0 || expr->kind == TL_EXPR_INT)
    return expr;
  opposite = negation (analyzer, expr);
  for (guint i = 0; i < analyzer->n_truths; i++)
    {
      const TlExpr *truth = analyzer->truths[i];

      if (tl_expr_equal (truth, expr))
        return tl_expr_bool (analyzer->out, TRUE);
      if (tl_expr_equal (truth, opposite))
        return tl_expr_bool (analyzer->out, FALSE);
    }
  return expr;
}

const TlExpr *
tl_simplify_condition (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *a, *b;

  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    return with_known_truths (analyzer, simplify_connective (analyzer, expr));
  if (expr->kind == TL_EXPR_NOT)
    {
      a = tl_simplify_once (analyzer, expr->a);
      b = negation (analyzer, a);
      return with_known_truths (analyzer, a == expr->a && b->kind == TL_EXPR_NOT ? expr : b);
    }
  if (compares_integers (expr))
    return with_known_truths (analyzer, simplify_comparison (analyzer, expr));
  if (tl_expr_kind_is_compare (expr->kind))
    {
      TlExprKind kind = expr->kind == TL_EXPR_GT ? TL_EXPR_LT : expr->kind == TL_EXPR_GE ? TL_EXPR_LE : expr->kind;

      a = tl_simplify_once (analyzer, kind == expr->kind ? expr->a : expr->b);
      b = tl_simplify_once (analyzer, kind == expr->kind ? expr->b : expr->a);
      return a == expr->a && b == expr->b ? expr : tl_expr_binary (analyzer->out, kind, a, b);
    }
  return with_known_truths (analyzer, expr);
}
