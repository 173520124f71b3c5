/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions to sums of splits, and the predicate to constrained marks. */
#include "core/arith/iter-map-private.h"

#include "core/ir/walk.h"

#define DEEPEST_REWRITE 200

static gboolean rewrite (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum);

static gboolean
rewrite_var (TlIterMapper *mapper, const TlExpr *var, TlIterSum *sum)
{
  TlIterMark *mark = g_hash_table_lookup (mapper->vars, var);

  if (mark == NULL)
    *sum = tl_iter_sum_const (g_hash_table_lookup (mapper->minima, var));
  else
    *sum = tl_iter_sum_whole (mapper, mark);
  return TRUE;
}

static gboolean
rewrite_add (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum)
{
  TlIterSum other;

  if (!rewrite (mapper, expr->a, depth, sum) || !rewrite (mapper, expr->b, depth, &other))
    return FALSE;
  if (expr->kind == TL_EXPR_SUB)
    tl_iter_sum_scale (mapper, &other, tl_iter_int (mapper, -1));
  return tl_iter_sum_add (mapper, sum, &other);
}

static gboolean
rewrite_mul (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum)
{
  TlIterSum other;

  if (!rewrite (mapper, expr->a, depth, sum) || !rewrite (mapper, expr->b, depth, &other))
    return FALSE;
  if (other.n > 0)
    {
      TlIterSum swapped = *sum;

      *sum = other;
      other = swapped;
    }
  if (other.n > 0)
    return tl_iter_fail (mapper, "it multiplies iterators");
  tl_iter_sum_scale (mapper, sum, other.base);
  return TRUE;
}

static gboolean
is_positive (TlIterMapper *mapper, const TlExpr *expr)
{
  return tl_iter_at_most (mapper, tl_iter_int (mapper, 1), expr);
}

static const TlExpr *
simple_binary (TlIterMapper *mapper, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  return tl_analyzer_simplify (mapper->analyzer, tl_binary (mapper->arena, kind, a, b));
}

/* (scale * x + base) // divisor and % divisor, x the one digit of @sum, in the two cases where the digit divides. */
typedef struct
{
  const TlExpr *digit_divisor;  /* scale * digit_divisor == divisor; NULL where divisor divides scale */
  const TlExpr *scale;          /* scale / divisor in that case */
  const TlExpr *offset;         /* of the base to the digit, in units of the scale */
  const TlExpr *quotient;       /* of the base */
  const TlExpr *remainder;
  gboolean      fits;           /* digit_divisor divides offset */
} DigitDivision;

static gboolean
plan_division (TlIterMapper *mapper, const TlIterSum *sum, const TlExpr *divisor, DigitDivision *plan)
{
  const TlIterSplit *split = &sum->splits[0];

  *plan = (DigitDivision) { .fits = TRUE };
  if (tl_iter_divides (mapper, split->scale, divisor, &plan->scale))
    {
      plan->quotient = simple_binary (mapper, TL_EXPR_FLOORDIV, sum->base, divisor);
      plan->remainder = simple_binary (mapper, TL_EXPR_FLOORMOD, sum->base, divisor);
      return TRUE;
    }
  if (!tl_iter_divides (mapper, divisor, split->scale, &plan->digit_divisor) || !is_positive (mapper, split->scale))
    return tl_iter_fail (mapper, "a divisor does not fit the scale of what it divides");
  plan->offset = simple_binary (mapper, TL_EXPR_FLOORDIV, sum->base, split->scale);
  plan->remainder = simple_binary (mapper, TL_EXPR_FLOORMOD, sum->base, split->scale);
  plan->fits = tl_iter_divides (mapper, plan->offset, plan->digit_divisor, &plan->quotient);
  return TRUE;
}

/* The numbers of a division of a digit by @divisor. */
typedef struct
{
  gint64 lower, extent, divisor, offset;
  gint64 reach;                 /* lower * divisor */
  gint64 shift;                 /* of the result, less than reach */
  gint64 carry;                 /* what the quotient gains in turn */
} Cut;

static gboolean
plan_cut (const TlIterSplit *split, const DigitDivision *plan, Cut *cut)
{
  gint64 total;

  if (!tl_expr_get_int (split->lower, &cut->lower) || !tl_expr_get_int (split->extent, &cut->extent)
      || !tl_expr_get_int (plan->digit_divisor, &cut->divisor) || !tl_expr_get_int (plan->offset, &cut->offset)
      || __builtin_mul_overflow (cut->lower, cut->divisor, &cut->reach) || __builtin_mul_overflow (cut->offset, cut->lower, &total)
      || __builtin_add_overflow (total, split->shift, &total))
    return FALSE;
  cut->shift = tl_floormod_int64 (total, cut->reach);
  cut->carry = tl_floordiv_int64 (total, cut->reach);
  return TRUE;
}

static gboolean
does_not_fit (TlIterMapper *mapper)
{
  return tl_iter_fail (mapper, "a divisor does not fit the extent of what it divides, or an offset under it");
}

/* The quotient of a topmost digit whose extent is a number: all that is above the cut, with the shift that the offset asks for. */
static gboolean
quotient_of_top (TlIterMapper *mapper, const Cut *cut, TlIterSplit split, gint64 whole, TlIterSum *result)
{
  gint64 last;

  if (__builtin_add_overflow (whole - 1, cut->shift, &last))
    return does_not_fit (mapper);
  *result = tl_iter_sum_const (tl_iter_int (mapper, cut->carry));
  if (last < cut->reach)
    return TRUE;
  split.lower = tl_iter_int (mapper, cut->reach);
  split.extent = tl_iter_int (mapper, last / cut->reach + 1);
  split.scale = tl_iter_int (mapper, 1);
  split.shift = cut->shift;
  tl_iter_sum_append (mapper, result, split);
  return TRUE;
}

/* Without numbers: offsets have to fit, and rounding up is for the topmost digit. */
static gboolean
quotient_of_symbols (TlIterMapper *mapper, const DigitDivision *plan, TlIterSplit split, TlIterSum *result)
{
  const TlExpr *divisor = plan->digit_divisor, *extent, *last;

  if (!plan->fits || split.shift != 0)
    return does_not_fit (mapper);
  *result = tl_iter_sum_const (plan->quotient);
  if (tl_iter_at_most (mapper, split.extent, divisor))
    return TRUE;
  if (!tl_iter_divides (mapper, split.extent, divisor, &extent))
    {
      if (!tl_iter_is_top (mapper, &split))
        return does_not_fit (mapper);
      last = simple_binary (mapper, TL_EXPR_ADD, split.extent, simple_binary (mapper, TL_EXPR_SUB, divisor, tl_iter_int (mapper, 1)));
      extent = simple_binary (mapper, TL_EXPR_FLOORDIV, last, divisor);
      split.is_top = TRUE;
    }
  split.lower = tl_iter_mul (mapper, split.lower, divisor);
  split.extent = extent;
  split.scale = tl_iter_int (mapper, 1);
  tl_iter_sum_append (mapper, result, split);
  return TRUE;
}

static gboolean
quotient_of (TlIterMapper *mapper, const TlIterSum *sum, const DigitDivision *plan, TlIterSum *result)
{
  TlIterSplit split = sum->splits[0];
  Cut         cut;
  gint64      whole;

  *result = tl_iter_sum_const (plan->quotient);
  if (plan->digit_divisor == NULL)
    {
      split.scale = plan->scale;
      tl_iter_sum_append (mapper, result, split);
      return TRUE;
    }
  if (!plan_cut (&split, plan, &cut) || !tl_expr_get_int (split.mark->extent, &whole))
    return quotient_of_symbols (mapper, plan, split, result);
  if (tl_iter_is_top (mapper, &split))
    return quotient_of_top (mapper, &cut, split, whole, result);
  if (!plan->fits || cut.extent % cut.divisor != 0)
    return does_not_fit (mapper);
  split.lower = tl_iter_int (mapper, cut.reach);
  split.extent = tl_iter_int (mapper, cut.extent / cut.divisor);
  split.scale = tl_iter_int (mapper, 1);
  if (cut.extent > cut.divisor)
    tl_iter_sum_append (mapper, result, split);
  return TRUE;
}

/* A digit that is neither the topmost nor a multiple of the divisor becomes a mark of its own, which may be padded. */
static TlIterSplit
digit_as_mark (TlIterMapper *mapper, TlIterSplit split)
{
  const TlExpr *one = tl_iter_int (mapper, 1), *scale = split.scale;
  TlIterSum     structure = { .base = tl_iter_int (mapper, 0) };

  split.scale = one;
  tl_iter_sum_append (mapper, &structure, split);
  return (TlIterSplit) { tl_iter_mark_of (mapper, &structure, split.extent), one, split.extent, scale, 0, TRUE };
}

static gboolean
remainder_of_symbols (TlIterMapper *mapper, const DigitDivision *plan, TlIterSplit split, TlIterSum *result)
{
  const TlExpr *quotient;

  if (!plan->fits || split.shift != 0)
    return does_not_fit (mapper);
  if (!tl_iter_at_most (mapper, split.extent, plan->digit_divisor))
    {
      if (!tl_iter_divides (mapper, split.extent, plan->digit_divisor, &quotient) && !tl_iter_is_top (mapper, &split))
        return does_not_fit (mapper);
      split.extent = plan->digit_divisor;
      split.is_top = FALSE;
    }
  tl_iter_sum_append (mapper, result, split);
  return TRUE;
}

static gboolean
remainder_of (TlIterMapper *mapper, const TlIterSum *sum, const DigitDivision *plan, TlIterSum *result)
{
  TlIterSplit split = sum->splits[0];
  Cut         cut;
  gint64      whole;

  *result = tl_iter_sum_const (plan->remainder);
  if (plan->digit_divisor == NULL || tl_expr_is_int (plan->digit_divisor, 1))
    return TRUE;
  if (!plan_cut (&split, plan, &cut) || !tl_expr_get_int (split.mark->extent, &whole))
    return remainder_of_symbols (mapper, plan, split, result);
  if (!tl_iter_is_top (mapper, &split) && cut.extent % cut.divisor != 0)
    {
      split = digit_as_mark (mapper, split);
      if (!plan_cut (&split, plan, &cut))
        return does_not_fit (mapper);
    }
  split.extent = plan->digit_divisor;
  split.shift = cut.shift;
  split.is_top = FALSE;
  tl_iter_sum_append (mapper, result, split);
  return TRUE;
}

static gboolean
rewrite_division (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum)
{
  TlIterSum inner, divisor;
  DigitDivision plan;

  if (!rewrite (mapper, expr->a, depth, &inner) || !rewrite (mapper, expr->b, depth, &divisor))
    return FALSE;
  if (divisor.n > 0 || !is_positive (mapper, divisor.base))
    return tl_iter_fail (mapper, "it divides by an iterator or by what may not be positive");
  if (!tl_iter_fuse (mapper, &inner))
    return FALSE;
  if (inner.n == 0)
    {
      *sum = tl_iter_sum_const (mapper->keeps_divided_units ? expr : simple_binary (mapper, expr->kind, inner.base, divisor.base));
      return TRUE;
    }
  if (inner.n > 1)
    return tl_iter_fail (mapper, "the scales of its iterators leave gaps or are out of step");
  if (!plan_division (mapper, &inner, divisor.base, &plan))
    return FALSE;
  return expr->kind == TL_EXPR_FLOORDIV ? quotient_of (mapper, &inner, &plan, sum) : remainder_of (mapper, &inner, &plan, sum);
}

/* Something else over iterators: perhaps it goes away when simplified, as a minimum that its bounds decide. */
static gboolean
rewrite_other (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum)
{
  const TlExpr *simple = tl_analyzer_simplify (mapper->analyzer, expr);

  if (simple->kind == expr->kind)
    return tl_iter_fail (mapper, "it is not made of sums, products with constants, // and % of iterators");
  return rewrite (mapper, simple, depth + 1, sum);
}

static gboolean
rewrite (TlIterMapper *mapper, const TlExpr *expr, guint depth, TlIterSum *sum)
{
  if (depth > DEEPEST_REWRITE)
    return tl_iter_fail (mapper, "it is nested too deeply");
  if (mapper->overflows)
    return tl_iter_fail (mapper, "its factors are too large");
  if (!tl_expr_uses_any (expr, mapper->vars))
    {
      *sum = tl_iter_sum_const (tl_analyzer_simplify (mapper->analyzer, expr));
      return TRUE;
    }
  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      return rewrite_var (mapper, expr, sum);
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return rewrite_add (mapper, expr, depth + 1, sum);
    case TL_EXPR_MUL:
      return rewrite_mul (mapper, expr, depth + 1, sum);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return rewrite_division (mapper, expr, depth + 1, sum);
    default:
      return rewrite_other (mapper, expr, depth, sum);
    }
}

gboolean
tl_iter_rewrite (TlIterMapper *mapper, const TlExpr *expr, TlIterSum *sum)
{
  return rewrite (mapper, expr, 0, sum) && !mapper->overflows;
}

/* lower <= sum < upper, either end open (NULL); sum has base 0 and positive scales */
typedef struct
{
  TlIterSum     sum;
  const TlExpr *lower, *upper;
} Limit;

static gboolean
all_negative (const TlIterSum *sum)
{
  gint64 scale;

  for (guint i = 0; i < sum->n; i++)
    if (!tl_expr_get_int (sum->splits[i].scale, &scale) || scale > 0)
      return FALSE;
  return TRUE;
}

static gboolean
same_splits (TlIterMapper *mapper, const TlIterSum *a, const TlIterSum *b)
{
  TlIterSum difference = { .base = a->base }, negated = { .base = a->base };

  tl_iter_sum_add (mapper, &difference, a);
  tl_iter_sum_add (mapper, &negated, b);
  tl_iter_sum_scale (mapper, &negated, tl_iter_int (mapper, -1));
  tl_iter_sum_add (mapper, &difference, &negated);
  return difference.n == 0;
}

static const TlExpr *
tighter (TlIterMapper *mapper, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;
  return simple_binary (mapper, kind, a, b);
}

static void
add_limit (TlIterMapper *mapper, GArray *limits, Limit limit)
{
  for (guint i = 0; i < limits->len; i++)
    {
      Limit *known = &g_array_index (limits, Limit, i);

      if (!same_splits (mapper, &known->sum, &limit.sum))
        continue;
      known->lower = tighter (mapper, TL_EXPR_MAX, known->lower, limit.lower);
      known->upper = tighter (mapper, TL_EXPR_MIN, known->upper, limit.upper);
      return;
    }
  g_array_append_val (limits, limit);
}

/* One comparison: left - right < 0 (or <= 0) over splits and base. */
static gboolean
take_comparison (TlIterMapper *mapper, const TlExpr *left, const TlExpr *right, gboolean is_strict, GArray *limits)
{
  Limit         limit = { .lower = NULL, .upper = NULL };
  TlIterSum     other;
  const TlExpr *bound;

  if (!tl_iter_rewrite (mapper, left, &limit.sum) || !tl_iter_rewrite (mapper, right, &other))
    return FALSE;
  tl_iter_sum_scale (mapper, &other, tl_iter_int (mapper, -1));
  tl_iter_sum_add (mapper, &limit.sum, &other);
  if (limit.sum.n == 0)
    return TRUE;
  bound = limit.sum.base;
  limit.sum.base = tl_iter_int (mapper, 0);
  if (all_negative (&limit.sum))
    {
      tl_iter_sum_scale (mapper, &limit.sum, tl_iter_int (mapper, -1));
      limit.lower = simple_binary (mapper, TL_EXPR_ADD, bound, tl_iter_int (mapper, is_strict));
    }
  else
    limit.upper = simple_binary (mapper, TL_EXPR_SUB, tl_iter_int (mapper, !is_strict), bound);
  add_limit (mapper, limits, limit);
  return TRUE;
}

static void
narrow (TlIterMapper *mapper, const TlExpr *var, const TlExpr *first, const TlExpr *end)
{
  TlIterMark   *mark = g_hash_table_lookup (mapper->vars, var);
  const TlExpr *zero = tl_iter_int (mapper, 0);
  const TlExpr *old_first, *old_end;

  if (mark == NULL)
    return;
  old_first = mark->first != NULL ? mark->first : zero;
  old_end = simple_binary (mapper, TL_EXPR_ADD, old_first, mark->extent);
  first = first != NULL ? simple_binary (mapper, TL_EXPR_MAX, old_first, first) : old_first;
  end = end != NULL ? simple_binary (mapper, TL_EXPR_MIN, old_end, end) : old_end;
  mark->extent = simple_binary (mapper, TL_EXPR_SUB, end, first);
  mark->first = tl_expr_is_int (first, 0) ? NULL : first;
  if (tl_expr_is_int (mark->extent, 1) && !mapper->keep_units)
    {
      g_hash_table_insert (mapper->vars, (gpointer) var, NULL);
      g_hash_table_insert (mapper->minima, (gpointer) var, (gpointer) first);
    }
}

/* A limit of one iterator by itself narrows its range, before anything is made of it. */
static void
narrow_iters (TlIterMapper *mapper, const TlExpr *condition, guint depth)
{
  const TlExpr *a = condition->a, *b = condition->b, *one = tl_iter_int (mapper, 1);
  gboolean      is_reversed = condition->kind == TL_EXPR_GT || condition->kind == TL_EXPR_GE;
  gboolean      is_strict = condition->kind == TL_EXPR_LT || condition->kind == TL_EXPR_GT;

  if (condition->kind == TL_EXPR_AND && depth < DEEPEST_REWRITE)
    {
      narrow_iters (mapper, condition->a, depth + 1);
      narrow_iters (mapper, condition->b, depth + 1);
      return;
    }
  if (!tl_expr_kind_is_compare (condition->kind) || condition->kind == TL_EXPR_EQ || condition->kind == TL_EXPR_NE
      || tl_analyzer_can_prove (mapper->analyzer, condition))
    return;
  if (is_reversed)
    {
      a = condition->b;
      b = condition->a;
    }
  if (a->kind == TL_EXPR_VAR && tl_expr_uses_any (a, mapper->vars) && !tl_expr_uses_any (b, mapper->vars))
    narrow (mapper, a, NULL, is_strict ? b : simple_binary (mapper, TL_EXPR_ADD, b, one));
  else if (b->kind == TL_EXPR_VAR && tl_expr_uses_any (b, mapper->vars) && !tl_expr_uses_any (a, mapper->vars))
    narrow (mapper, b, is_strict ? simple_binary (mapper, TL_EXPR_ADD, a, one) : a, NULL);
}

static gboolean
limits_one_iter (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  return (a->kind == TL_EXPR_VAR && !tl_expr_uses_any (b, mapper->vars)) || (b->kind == TL_EXPR_VAR && !tl_expr_uses_any (a, mapper->vars));
}

static gboolean
take_condition (TlIterMapper *mapper, const TlExpr *condition, GArray *limits, guint depth)
{
  if (condition->kind == TL_EXPR_CALL && condition->n_args == 1 && g_str_equal (condition->callee->name, "likely"))
    condition = condition->args[0];
  if (condition->kind == TL_EXPR_AND && depth < DEEPEST_REWRITE)
    return take_condition (mapper, condition->a, limits, depth + 1) && take_condition (mapper, condition->b, limits, depth + 1);
  if (!tl_expr_uses_any (condition, mapper->vars) || tl_analyzer_can_prove (mapper->analyzer, condition))
    return TRUE;
  if (tl_expr_kind_is_compare (condition->kind) && condition->kind != TL_EXPR_EQ && condition->kind != TL_EXPR_NE
      && limits_one_iter (mapper, condition->a, condition->b))
    return TRUE;
  switch (condition->kind)
    {
    case TL_EXPR_LT:
    case TL_EXPR_LE:
      if (tl_dtype_is_integer (condition->a->dtype))
        return take_comparison (mapper, condition->a, condition->b, condition->kind == TL_EXPR_LT, limits);
      break;
    case TL_EXPR_GT:
    case TL_EXPR_GE:
      if (tl_dtype_is_integer (condition->a->dtype))
        return take_comparison (mapper, condition->b, condition->a, condition->kind == TL_EXPR_GT, limits);
      break;
    default:
      break;
    }
  return tl_iter_fail (mapper, "the predicate is more than upper and lower limits of sums of iterators");
}

static gint
compare_limits (gconstpointer a, gconstpointer b)
{
  return (gint) ((const Limit *) a)->sum.n - (gint) ((const Limit *) b)->sum.n;
}

static const TlExpr *
ceil_div (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  if (tl_expr_is_int (b, 1))
    return a;
  return simple_binary (mapper, TL_EXPR_FLOORDIV,
                        tl_add (mapper->arena, a, tl_sub (mapper->arena, b, tl_iter_int (mapper, 1))), b);
}

/*
 * The mark that runs over what a limit leaves of its sum. Smaller limits come first, so a larger one finds their marks in place; one that
 * cuts through a smaller one does not fuse.
 */
static gboolean
constrain (TlIterMapper *mapper, const Limit *limit)
{
  TlIterSum     sum = limit->sum;
  TlIterSplit   split;
  TlIterMark   *mark;
  const TlExpr *first, *end;
  TlIterSum     structure = { .base = tl_iter_int (mapper, 0) };

  if (!tl_iter_fuse (mapper, &sum) || sum.n != 1 || !is_positive (mapper, sum.splits[0].scale))
    return tl_iter_fail (mapper, "the predicate limits sums that are no fused iterators");
  split = sum.splits[0];
  first = end = NULL;
  if (limit->lower != NULL)
    first = ceil_div (mapper, simple_binary (mapper, TL_EXPR_SUB, limit->lower, sum.base), split.scale);
  if (limit->upper != NULL)
    end = ceil_div (mapper, simple_binary (mapper, TL_EXPR_SUB, limit->upper, sum.base), split.scale);
  if (first != NULL)
    first = simple_binary (mapper, TL_EXPR_MAX, first, tl_iter_int (mapper, 0));
  end = end == NULL ? split.extent : simple_binary (mapper, TL_EXPR_MIN, end, split.extent);
  if ((first == NULL || tl_expr_is_int (first, 0)) && tl_iter_equal (mapper, end, split.extent))
    return TRUE;
  split.scale = tl_iter_int (mapper, 1);
  if (split.mark->var == NULL && !split.mark->is_constrained && tl_expr_is_int (split.lower, 1)
      && tl_iter_equal (mapper, split.extent, split.mark->extent))
    structure = split.mark->sum;
  else
    tl_iter_sum_append (mapper, &structure, split);
  mark = tl_iter_mark_new (mapper, NULL, first != NULL ? simple_binary (mapper, TL_EXPR_SUB, end, first) : end);
  mark->first = first == NULL || tl_expr_is_int (first, 0) ? NULL : first;
  mark->sum = structure;
  mark->is_constrained = TRUE;
  return !mapper->overflows;
}

gboolean
tl_iter_take_predicate (TlIterMapper *mapper, const TlExpr *predicate)
{
  g_autoptr (GArray) limits = g_array_new (FALSE, FALSE, sizeof (Limit));
  gboolean           taken = TRUE;

  if (predicate == NULL || tl_expr_is_true (predicate))
    return TRUE;
  narrow_iters (mapper, predicate, 0);
  if (!take_condition (mapper, predicate, limits, 0))
    return FALSE;
  g_array_sort (limits, compare_limits);
  for (guint i = 0; taken && i < limits->len; i++)
    taken = constrain (mapper, &g_array_index (limits, Limit, i));
  return taken;
}
