/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions: boolean folding; and the prover for "sum >= 0" that comparisons, minimum and maximum rest on.
 */
#include "core/arith/analyzer-private.h"

/* A proof may subtract this many facts in a row, and try this many sums in all. */
#define MAX_FACTS_IN_A_ROW 3
#define MAX_SUMS 120
#define DEEPEST_JOINED 200

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
  guint budget = MAX_SUMS;

  return prove (analyzer, sum, MAX_FACTS_IN_A_ROW, &budget);
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

/* a and (b and c) is (a and b) and c. */
static const TlExpr *
joined (TlAnalyzer *analyzer, TlExprKind kind, const TlExpr *a, const TlExpr *b, guint depth)
{
  if (b->kind == kind && depth < DEEPEST_JOINED)
    return joined (analyzer, kind, joined (analyzer, kind, a, b->a, depth + 1), b->b, depth + 1);
  return tl_expr_binary (analyzer->out, kind, a, b);
}

/*
 * x < n and x % m < c as TVM has it, where m divides n: x % m < c alone keeps x below n - (m - c) in the last m. Only in this order. NULL:
 * something else.
 */
static const TlExpr *
limit_by_remainder (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b)
{
  gint64 end, divisor, limit;

  if (a->kind != TL_EXPR_LT || b->kind != TL_EXPR_LT || b->a->kind != TL_EXPR_FLOORMOD || !tl_expr_get_int (a->b, &end)
      || !tl_expr_get_int (b->a->b, &divisor) || !tl_expr_get_int (b->b, &limit) || !tl_expr_equal (a->a, b->a->a) || divisor < 1
      || limit < 1 || limit >= divisor || end % divisor != 0 || end < G_MININT64 + divisor)
    return NULL;
  return tl_expr_binary (analyzer->out, TL_EXPR_LT, a->a, tl_expr_int (analyzer->out, a->a->dtype, end - (divisor - limit)));
}

static const TlExpr *
simplify_connective (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *a = tl_simplify_once (analyzer, expr->a);
  const TlExpr *b = tl_simplify_once (analyzer, expr->b);
  int           neutral = expr->kind == TL_EXPR_AND ? 1 : -1;
  int           truth_a = tl_condition_truth (a), truth_b = tl_condition_truth (b), truth;
  const TlExpr *limited;

  if (truth_a == neutral || truth_b == -neutral)
    return b;
  if (truth_b == neutral || truth_a == -neutral)
    return a;
  if (analyzer->proving && tl_expr_equal (a, b))
    return a;
  if (compares_integers (a) && tl_expr_equal (b, negation (analyzer, a)))
    return tl_expr_bool (analyzer->out, neutral < 0);
  truth = tl_pair_truth (expr->kind, a, b);
  if (truth != 0)
    return tl_expr_bool (analyzer->out, truth > 0);
  limited = expr->kind == TL_EXPR_AND ? limit_by_remainder (analyzer, a, b) : NULL;
  if (limited != NULL)
    return joined (analyzer, expr->kind, limited, b, 0);
  return a == expr->a && b == expr->b && b->kind != expr->kind ? expr : joined (analyzer, expr->kind, a, b, 0);
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
    return with_known_truths (analyzer, tl_simplify_comparison (analyzer, expr));
  if (tl_expr_kind_is_compare (expr->kind))
    {
      TlExprKind kind = expr->kind == TL_EXPR_GT ? TL_EXPR_LT : expr->kind == TL_EXPR_GE ? TL_EXPR_LE : expr->kind;

      a = tl_simplify_once (analyzer, kind == expr->kind ? expr->a : expr->b);
      b = tl_simplify_once (analyzer, kind == expr->kind ? expr->b : expr->a);
      return a == expr->a && b == expr->b ? expr : tl_expr_binary (analyzer->out, kind, a, b);
    }
  return with_known_truths (analyzer, expr);
}
