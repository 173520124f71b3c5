/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of pieces of atoms, and how pieces meet. The identities used, for l2 | l1 and (no upper or l1 | u):
 *
 *   (a % u // l1) * (l1 / l2)  +  a % l1 // l2  ==  a % u // l2
 *
 * read from left to right (merge) and with one summand moved over (cancel).
 */
#include "core/arith/analyzer-private.h"

#define DEEPEST_COLLECT 400
#define DEEPEST_PLAIN 64

TlSum
tl_sum_zero (TlDType dtype)
{
  return (TlSum) { .dtype = dtype };
}

TlSum
tl_sum_const (TlDType dtype, gint64 value)
{
  return (TlSum) { .dtype = dtype, .base = value };
}

TlSum
tl_sum_copy (TlAnalyzer *analyzer, const TlSum *sum)
{
  TlSum copy = *sum;

  copy.capacity = sum->n;
  copy.terms = sum->n > 0 ? tl_arena_dup_array (analyzer->scratch, TlTerm, sum->terms, sum->n) : NULL;
  return copy;
}

static void
append_term (TlAnalyzer *analyzer, TlSum *sum, TlTerm term)
{
  sum->terms = tl_arena_grow (analyzer->scratch, sum->terms, sum->n, &sum->capacity, sizeof term);
  sum->terms[sum->n++] = term;
}

static void
remove_term (TlSum *sum, guint index)
{
  for (guint i = index + 1; i < sum->n; i++)
    sum->terms[i - 1] = sum->terms[i];
  sum->n--;
}

TlSum
tl_sum_atom (TlAnalyzer *analyzer, const TlExpr *atom)
{
  TlSum sum = tl_sum_zero (atom->dtype);

  append_term (analyzer, &sum, (TlTerm) { atom, 1, TL_NO_UPPER, 1 });
  return sum;
}

/* Products commute; everything else is compared as it stands. */
gboolean
tl_atom_equal (const TlExpr *a, const TlExpr *b)
{
  if (a == b)
    return TRUE;
  if (a->kind != b->kind || a->kind == TL_EXPR_VAR)
    return FALSE;
  if (tl_expr_equal (a, b))
    return TRUE;
  return (a->kind == TL_EXPR_MUL || a->kind == TL_EXPR_MIN || a->kind == TL_EXPR_MAX) && tl_expr_equal (a->a, b->b)
         && tl_expr_equal (a->b, b->a);
}

/* Symmetric, so that a coefficient can always be negated. */
gboolean
tl_sum_fits (TlDType dtype, gint64 value)
{
  return dtype.bits >= 64 ? value != G_MININT64 : value > G_MININT32 && value <= G_MAXINT32;
}

static gboolean
add_base (TlSum *sum, gint64 value)
{
  gint64 base;

  if (__builtin_add_overflow (sum->base, value, &base) || !tl_sum_fits (sum->dtype, base))
    return FALSE;
  sum->base = base;
  return TRUE;
}

/* The one piece that @a + @b amount to, if there is one. */
static gboolean
merge (const TlTerm *a, const TlTerm *b, TlTerm *merged)
{
  const TlTerm *high = a->lower >= b->lower ? a : b;
  const TlTerm *low = high == a ? b : a;
  gint64        ratio, scaled;

  if (high->lower == low->lower || high->lower % low->lower != 0)
    return FALSE;
  if (high->upper != TL_NO_UPPER && high->upper % high->lower != 0)
    return FALSE;
  ratio = high->lower / low->lower;
  if (__builtin_mul_overflow (low->scale, ratio, &scaled) || low->scale == G_MININT64)
    return FALSE;
  if (low->upper == high->lower && high->scale == scaled)
    {
      *merged = (TlTerm) { low->atom, low->lower, high->upper, low->scale };
      return TRUE;
    }
  if (low->upper == high->upper && high->scale == -scaled)
    {
      *merged = (TlTerm) { low->atom, low->lower, high->lower, low->scale };
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_compound (const TlExpr *atom)
{
  return atom->kind == TL_EXPR_ADD || atom->kind == TL_EXPR_SUB || atom->kind == TL_EXPR_FLOORDIV || atom->kind == TL_EXPR_FLOORMOD
         || (atom->kind == TL_EXPR_MUL && (atom->a->kind == TL_EXPR_INT || atom->b->kind == TL_EXPR_INT));
}

/* Merging can restore an atom that was a whole sum under a division: it is a sum again. */
static gboolean
expand_restored (TlAnalyzer *analyzer, TlSum *sum, guint index)
{
  TlTerm term = sum->terms[index];
  TlSum  inner;

  if (term.lower != 1 || term.upper != TL_NO_UPPER || !is_compound (term.atom))
    return TRUE;
  inner = tl_sum_collect (analyzer, term.atom);
  if (inner.n == 1 && tl_atom_equal (inner.terms[0].atom, term.atom))
    return TRUE;
  remove_term (sum, index);
  return tl_sum_add (analyzer, sum, &inner, term.scale);
}

/* Merges the term at @index with other pieces of its atom until none fits. */
static gboolean
merge_pieces (TlAnalyzer *analyzer, TlSum *sum, guint index)
{
  for (guint i = 0; i < sum->n; i++)
    {
      TlTerm merged;

      if (i == index || !tl_atom_equal (sum->terms[i].atom, sum->terms[index].atom)
          || !merge (&sum->terms[i], &sum->terms[index], &merged))
        continue;
      sum->terms[MIN (i, index)] = merged;
      remove_term (sum, MAX (i, index));
      index = MIN (i, index);
      for (guint k = 0; k < sum->n; k++)
        if (k != index && sum->terms[k].lower == merged.lower && sum->terms[k].upper == merged.upper
            && tl_atom_equal (sum->terms[k].atom, merged.atom))
          {
            remove_term (sum, index);
            return tl_sum_add_term (analyzer, sum, merged);
          }
      if (merged.lower == 1 && merged.upper == TL_NO_UPPER && is_compound (merged.atom))
        return expand_restored (analyzer, sum, index);
      return merge_pieces (analyzer, sum, index);
    }
  return TRUE;
}

/* The last term goes behind others of its atom, as TVM lists them; its new index. */
static guint
move_behind_pieces (TlSum *sum)
{
  guint  at = sum->n - 1;
  TlTerm term = sum->terms[at];

  for (guint i = at; i-- > 0;)
    if (tl_atom_equal (sum->terms[i].atom, term.atom))
      {
        for (; at > i + 1; at--)
          sum->terms[at] = sum->terms[at - 1];
        sum->terms[at] = term;
        return at;
      }
  return at;
}

gboolean
tl_sum_add_term (TlAnalyzer *analyzer, TlSum *sum, TlTerm term)
{
  for (guint i = 0; i < sum->n; i++)
    {
      TlTerm *other = &sum->terms[i];
      gint64  scale;

      if (other->lower != term.lower || other->upper != term.upper || !tl_atom_equal (other->atom, term.atom))
        continue;
      if (__builtin_add_overflow (other->scale, term.scale, &scale) || !tl_sum_fits (sum->dtype, scale))
        return FALSE;
      if (scale == 0)
        {
          remove_term (sum, i);
          return TRUE;
        }
      other->scale = scale;
      return merge_pieces (analyzer, sum, i);
    }
  append_term (analyzer, sum, term);
  return merge_pieces (analyzer, sum, move_behind_pieces (sum));
}

gboolean
tl_sum_add (TlAnalyzer *analyzer, TlSum *sum, const TlSum *other, gint64 factor)
{
  TlSum  result;
  gint64 scaled;

  if (factor == 0)
    return TRUE;
  result = tl_sum_copy (analyzer, sum);
  if (__builtin_mul_overflow (other->base, factor, &scaled) || !add_base (&result, scaled))
    return FALSE;
  for (guint i = 0; i < other->n; i++)
    {
      TlTerm term = other->terms[i];

      if (__builtin_mul_overflow (term.scale, factor, &term.scale) || !tl_sum_fits (sum->dtype, term.scale)
          || !tl_sum_add_term (analyzer, &result, term))
        return FALSE;
    }
  *sum = result;
  return TRUE;
}

gboolean
tl_sum_scale (TlSum *sum, gint64 factor)
{
  gint64 scaled;

  if (factor == 0)
    {
      sum->n = 0;
      sum->base = 0;
      return TRUE;
    }
  if (__builtin_mul_overflow (sum->base, factor, &scaled) || !tl_sum_fits (sum->dtype, scaled))
    return FALSE;
  for (guint i = 0; i < sum->n; i++)
    if (__builtin_mul_overflow (sum->terms[i].scale, factor, &scaled) || !tl_sum_fits (sum->dtype, scaled))
      return FALSE;
  sum->base *= factor;
  for (guint i = 0; i < sum->n; i++)
    sum->terms[i].scale *= factor;
  return TRUE;
}

static gboolean
collect (TlAnalyzer *analyzer, const TlExpr *expr, guint depth, TlSum *sum)
{
  TlSum  other;
  gint64 c, u;

  switch (depth > DEEPEST_COLLECT ? TL_EXPR_LOAD : expr->kind)
    {
    case TL_EXPR_INT:
      if (!tl_sum_fits (expr->dtype, expr->int_value))
        break;
      *sum = tl_sum_const (expr->dtype, expr->int_value);
      return TRUE;
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return collect (analyzer, expr->a, depth + 1, sum) && collect (analyzer, expr->b, depth + 1, &other)
             && tl_sum_add (analyzer, sum, &other, expr->kind == TL_EXPR_ADD ? 1 : -1);
    case TL_EXPR_MUL:
      if (tl_expr_get_int (expr->b, &c))
        return collect (analyzer, expr->a, depth + 1, sum) && tl_sum_scale (sum, c);
      if (tl_expr_get_int (expr->a, &c))
        return collect (analyzer, expr->b, depth + 1, sum) && tl_sum_scale (sum, c);
      break;
    case TL_EXPR_FLOORDIV:
      *sum = tl_sum_zero (expr->dtype);
      if (!tl_expr_get_int (expr->b, &c) || c < 1)
        break;
      if (expr->a->kind == TL_EXPR_FLOORMOD && tl_expr_get_int (expr->a->b, &u) && u > 1)
        append_term (analyzer, sum, (TlTerm) { expr->a->a, c, u, 1 });
      else
        append_term (analyzer, sum, (TlTerm) { expr->a, c, TL_NO_UPPER, 1 });
      return TRUE;
    case TL_EXPR_FLOORMOD:
      *sum = tl_sum_zero (expr->dtype);
      if (!tl_expr_get_int (expr->b, &c) || c < 2)
        break;
      append_term (analyzer, sum, (TlTerm) { expr->a, 1, c, 1 });
      return TRUE;
    default:
      break;
    }
  *sum = tl_sum_atom (analyzer, expr);
  return TRUE;
}

TlSum
tl_sum_collect (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlSum sum;

  if (!tl_dtype_is_index (expr->dtype) || !collect (analyzer, expr, 0, &sum))
    return tl_sum_atom (analyzer, expr);
  return sum;
}

/* Appends without looking for partners: the terms are already apart from each other. */
static void
add_apart (TlAnalyzer *analyzer, TlSum *sum, TlTerm term, gint64 divisor)
{
  term.scale /= divisor;
  append_term (analyzer, sum, term);
}

static gboolean
lies_within (TlBounds bounds, gint64 extent)
{
  return bounds.min >= 0 && bounds.max < extent;
}

/* In [k * divisor, (k + 1) * divisor) for one k; k other than 0 counts in proofs only, TVM leaves it. */
static gboolean
has_one_quotient (const TlAnalyzer *analyzer, TlBounds bounds, gint64 divisor, gint64 *quotient)
{
  if (bounds.min == G_MININT64 || bounds.max == G_MAXINT64)
    return FALSE;
  *quotient = tl_floordiv_int64 (bounds.min, divisor);
  return *quotient == tl_floordiv_int64 (bounds.max, divisor) && (*quotient == 0 || analyzer->proving);
}

/*
 * (x * (q * d + r) + y + c) // d is x * q + c // d where x * r + y + c % d is in [0, d): of one term, as TVM has it, and nothing negative.
 */
static gboolean
take_whole_parts (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, TlSum *result)
{
  TlSum whole = tl_sum_const (sum->dtype, sum->base / divisor), rest = tl_sum_const (sum->dtype, sum->base % divisor);

  if (sum->base < 0)
    return FALSE;
  for (guint i = 0; i < sum->n; i++)
    {
      TlTerm term = sum->terms[i];

      if (term.scale < 0 || (term.scale > divisor && whole.n > 0))
        return FALSE;
      term.scale = sum->terms[i].scale / divisor;
      if (term.scale > 0)
        add_apart (analyzer, &whole, term, 1);
      term.scale = sum->terms[i].scale % divisor;
      if (term.scale > 0)
        add_apart (analyzer, &rest, term, 1);
    }
  return lies_within (tl_analyzer_sum_bounds (analyzer, &rest), divisor) && tl_sum_add (analyzer, result, &whole, 1);
}

/*
 * sum == factor * high + low with 0 <= low < factor, for the largest factor > 1 that divides @divisor: then
 * sum // divisor == high // (divisor / factor) and sum % divisor == high % (divisor / factor) * factor + low.
 */
static gboolean
split_high_low (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, gint64 *factor, TlSum *high, TlSum *low)
{
  gint64 below = G_MAXINT64;

  for (;;)
    {
      gint64 best = 1;

      for (guint i = 0; i < sum->n; i++)
        {
          gint64 scale = sum->terms[i].scale == G_MININT64 ? 1 : ABS (sum->terms[i].scale);

          if (scale > best && scale < below && divisor % scale == 0)
            best = scale;
        }
      if (best == 1)
        return FALSE;
      *high = tl_sum_const (sum->dtype, tl_floordiv_int64 (sum->base, best));
      *low = tl_sum_const (sum->dtype, tl_floormod_int64 (sum->base, best));
      for (guint i = 0; i < sum->n; i++)
        if (sum->terms[i].scale % best == 0)
          add_apart (analyzer, high, sum->terms[i], best);
        else
          add_apart (analyzer, low, sum->terms[i], 1);
      *factor = best;
      if (low->n == 0 || lies_within (tl_analyzer_sum_bounds (analyzer, low), best))
        return TRUE;
      below = best;
    }
}

/* Whether @sum is just one unscaled piece. */
static gboolean
is_piece (const TlSum *sum)
{
  return sum->n == 1 && sum->base == 0 && sum->terms[0].scale == 1;
}

static gboolean
add_quotient_term (TlAnalyzer *analyzer, TlSum *result, const TlSum *rest, gint64 divisor)
{
  TlTerm term = { NULL, divisor, TL_NO_UPPER, 1 };

  if (is_piece (rest))
    {
      term = rest->terms[0];
      if (__builtin_mul_overflow (term.lower, divisor, &term.lower) || !tl_sum_fits (rest->dtype, term.lower))
        return FALSE;
      if (term.upper != TL_NO_UPPER && term.lower >= term.upper)
        return TRUE;
    }
  else
    term.atom = tl_sum_to_expr (analyzer, rest);
  return tl_sum_add_term (analyzer, result, term);
}

/* (a // l + b) // d is (a + b * l) // (l * d). */
static gboolean
join_quotients (TlAnalyzer *analyzer, const TlSum *rest, gint64 divisor, TlSum *joined, gint64 *joined_divisor)
{
  const TlTerm *term = &rest->terms[0];
  gint64        base;

  if (rest->n != 1 || rest->base == 0 || term->scale != 1 || term->lower == 1 || term->upper != TL_NO_UPPER)
    return FALSE;
  if (__builtin_mul_overflow (rest->base, term->lower, &base) || __builtin_mul_overflow (divisor, term->lower, joined_divisor)
      || !tl_sum_fits (rest->dtype, base) || !tl_sum_fits (rest->dtype, *joined_divisor))
    return FALSE;
  *joined = tl_sum_of (analyzer, term->atom);
  return add_base (joined, base);
}

static gboolean
has_one_scale (const TlSum *sum)
{
  for (guint i = 1; i < sum->n; i++)
    if (sum->terms[i].scale != sum->terms[0].scale)
      return FALSE;
  return TRUE;
}

/*
 * Whether TVM takes the factor out of (factor * high + low) // (factor * divisor): where all terms have that factor and what is left over
 * is one digit. (n * 128 + 127) // 256 is n // 2, but (n * 128 + 255) // 256 and (n * 128 + m * 64) // 256 stay.
 */
static gboolean
takes_factor_out (const TlSum *high, const TlSum *low, gint64 divisor)
{
  gboolean is_whole = low->n == 0 && low->base == 0, has_positive = FALSE, has_negative = FALSE;

  for (guint i = 0; i < high->n; i++)
    {
      if (ABS (high->terms[i].scale) != 1)
        return FALSE;
      has_positive |= high->terms[i].scale == 1;
      has_negative |= high->terms[i].scale == -1;
    }
  if (is_whole)
    return ABS (high->base) <= 1 && (has_positive || high->base >= 0);
  return high->base % divisor == 0 && has_positive && (low->n == 0 || !has_negative);
}

/* split_high_low where TVM takes the factor out too. Sums for which TVM has another form stay as they are. */
static gboolean
split_quotient (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, gint64 *factor, TlSum *high, TlSum *low)
{
  return split_high_low (analyzer, sum, divisor, factor, high, low)
         && (analyzer->proving || takes_factor_out (high, low, divisor / *factor));
}

gboolean
tl_sum_floordiv (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, TlSum *result)
{
  TlSum  quotient = tl_sum_zero (sum->dtype);
  TlSum  rest = tl_sum_zero (sum->dtype);
  TlSum  high, low, inner;
  gint64 factor, k;

  g_assert (divisor >= 1);
  for (guint i = 0; i < sum->n; i++)
    if (sum->terms[i].scale % divisor == 0)
      add_apart (analyzer, &quotient, sum->terms[i], divisor);
    else
      add_apart (analyzer, &rest, sum->terms[i], 1);
  *result = quotient;
  if (rest.n == 0 || analyzer->proving || sum->base % divisor == 0)
    {
      result->base = tl_floordiv_int64 (sum->base, divisor);
      rest.base = tl_floormod_int64 (sum->base, divisor);
    }
  else
    rest.base = sum->base;
  if (rest.n == 0)
    return TRUE;
  if (has_one_quotient (analyzer, tl_analyzer_sum_bounds (analyzer, &rest), divisor, &k))
    return add_base (result, k);
  if (take_whole_parts (analyzer, &rest, divisor, result))
    return TRUE;
  if (split_quotient (analyzer, &rest, divisor, &factor, &high, &low))
    return tl_sum_floordiv (analyzer, &high, divisor / factor, &inner) && tl_sum_add (analyzer, result, &inner, 1);
  if (join_quotients (analyzer, &rest, divisor, &high, &factor))
    return tl_sum_floordiv (analyzer, &high, factor, &inner) && tl_sum_add (analyzer, result, &inner, 1);
  return add_quotient_term (analyzer, result, &rest, divisor);
}

static gboolean
remainder_term (TlAnalyzer *analyzer, const TlSum *rest, gint64 divisor, TlSum *result)
{
  TlTerm term = { NULL, 1, divisor, 1 };
  gint64 reach;

  if (is_piece (rest) && !__builtin_mul_overflow (rest->terms[0].lower, divisor, &reach) && tl_sum_fits (rest->dtype, reach)
      && (rest->terms[0].upper == TL_NO_UPPER || rest->terms[0].upper % reach == 0))
    {
      term = rest->terms[0];
      term.upper = reach;
    }
  else
    term.atom = tl_sum_to_expr (analyzer, rest);
  return tl_sum_add_term (analyzer, result, term);
}

gboolean
tl_sum_floormod (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, TlSum *result)
{
  TlSum  rest = tl_sum_const (sum->dtype, tl_floormod_int64 (sum->base, divisor));
  TlSum  high, low, inner;
  gint64 factor, k;

  g_assert (divisor >= 1);
  for (guint i = 0; i < sum->n; i++)
    if (sum->terms[i].scale % divisor != 0)
      add_apart (analyzer, &rest, sum->terms[i], 1);
  for (guint i = 0; i < rest.n; i++)
    if ((rest.n == 1 && rest.base == 0) || analyzer->proving)
      rest.terms[i].scale = tl_floormod_int64 (rest.terms[i].scale, divisor);
  *result = tl_sum_zero (sum->dtype);
  if (rest.n == 0)
    return add_base (result, rest.base);
  if (has_one_quotient (analyzer, tl_analyzer_sum_bounds (analyzer, &rest), divisor, &k))
    {
      *result = rest;
      return k > G_MININT64 / divisor && k < G_MAXINT64 / divisor && add_base (result, -k * divisor);
    }
  if (split_high_low (analyzer, &rest, divisor, &factor, &high, &low)
      && (analyzer->proving || (rest.n == 1 && rest.base == 0)
          || (high.base == 0 && has_one_scale (&high) && low.n + (low.base != 0) == 1)))
    {
      if (!tl_sum_floormod (analyzer, &high, divisor / factor, &inner) || !tl_sum_scale (&inner, factor)
          || !tl_sum_add (analyzer, result, &inner, 1))
        return FALSE;
      return tl_sum_add (analyzer, result, &low, 1);
    }
  return remainder_term (analyzer, &rest, divisor, result);
}

static gboolean
is_extremum (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_MIN || expr->kind == TL_EXPR_MAX;
}

static gboolean
prints_before (const TlTerm *a, const TlTerm *b)
{
  if ((a->scale > 0) != (b->scale > 0))
    return a->scale > 0;
  if (a->scale != b->scale)
    return a->scale > b->scale;
  if (a->lower != b->lower)
    return a->lower > b->lower;
  if (a->upper != b->upper)
    return a->upper > b->upper;
  return a->scale > 0 && is_extremum (a->atom) && !is_extremum (b->atom);
}

static const TlExpr *
magnitude_to_expr (TlAnalyzer *analyzer, TlDType dtype, const TlTerm *term)
{
  TlArena      *out = analyzer->out;
  const TlExpr *expr = term->atom;
  gint64        magnitude = term->scale < 0 ? -term->scale : term->scale;

  if (term->upper != TL_NO_UPPER)
    expr = tl_expr_binary (out, TL_EXPR_FLOORMOD, expr, tl_expr_int (out, dtype, term->upper));
  if (term->lower != 1)
    expr = tl_expr_binary (out, TL_EXPR_FLOORDIV, expr, tl_expr_int (out, dtype, term->lower));
  if (magnitude != 1)
    expr = tl_expr_binary (out, TL_EXPR_MUL, expr, tl_expr_int (out, dtype, magnitude));
  return expr;
}

/*
 * Positive terms by falling scale, a positive constant, negative terms, a negative constant: TVM's order. One negative
 * term alone is a product, x * -3.
 */
const TlExpr *
tl_sum_to_expr (TlAnalyzer *analyzer, const TlSum *sum)
{
  TlArena      *out = analyzer->out;
  TlSum         sorted = tl_sum_copy (analyzer, sum);
  const TlExpr *expr = NULL;
  gint64        base = sum->base;

  if (sum->n == 1 && base == 0 && sum->terms[0].scale < -1)
    {
      sorted.terms[0].scale = 1;
      return tl_expr_binary (out, TL_EXPR_MUL, magnitude_to_expr (analyzer, sum->dtype, &sorted.terms[0]),
                             tl_expr_int (out, sum->dtype, sum->terms[0].scale));
    }
  for (guint i = 1; i < sorted.n; i++)
    {
      TlTerm term = sorted.terms[i];
      guint  j = i;

      for (; j > 0 && prints_before (&term, &sorted.terms[j - 1]); j--)
        sorted.terms[j] = sorted.terms[j - 1];
      sorted.terms[j] = term;
    }
  for (guint i = 0; i < sorted.n; i++)
    {
      const TlExpr *value;

      if (sorted.terms[i].scale < 0 && (base > 0 || expr == NULL))
        {
          const TlExpr *constant = tl_expr_int (out, sum->dtype, MAX (base, 0));

          expr = expr == NULL ? constant : tl_expr_binary (out, TL_EXPR_ADD, expr, constant);
          base = MIN (base, 0);
        }
      value = magnitude_to_expr (analyzer, sum->dtype, &sorted.terms[i]);
      if (expr == NULL)
        expr = value;
      else
        expr = tl_expr_binary (out, sorted.terms[i].scale < 0 ? TL_EXPR_SUB : TL_EXPR_ADD, expr, value);
    }
  if (expr == NULL)
    return tl_expr_int (out, sum->dtype, base);
  if (base > 0)
    return tl_expr_binary (out, TL_EXPR_ADD, expr, tl_expr_int (out, sum->dtype, base));
  if (base < 0)
    return tl_expr_binary (out, TL_EXPR_SUB, expr, tl_expr_int (out, sum->dtype, -base));
  return expr;
}

static gboolean
add_plain_term (TlPlainSum *sum, const TlVar *var, gint64 factor)
{
  guint i = 0;

  while (i < sum->n && sum->terms[i].atom != var)
    i++;
  if (i == TL_PLAIN_TERMS)
    return FALSE;
  if (i == sum->n)
    sum->terms[sum->n++] = (TlTerm) { var, 1, TL_NO_UPPER, 0 };
  sum->terms[i].scale += factor;
  if (sum->terms[i].scale == 0)
    {
      sum->n--;
      for (; i < sum->n; i++)
        sum->terms[i] = sum->terms[i + 1];
      return TRUE;
    }
  return ABS (sum->terms[i].scale) < TL_PLAIN_LIMIT;
}

static gboolean
read_plain (const TlExpr *expr, TlDType dtype, gint64 factor, guint depth, TlPlainSum *sum)
{
  gint64 number;

  if (depth > DEEPEST_PLAIN || !tl_dtype_equal (expr->dtype, dtype))
    return FALSE;
  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      return add_plain_term (sum, expr, factor);
    case TL_EXPR_INT:
      if (expr->int_value <= -TL_PLAIN_LIMIT || expr->int_value >= TL_PLAIN_LIMIT)
        return FALSE;
      sum->base += expr->int_value * factor;
      return sum->base > -TL_PLAIN_LIMIT && sum->base < TL_PLAIN_LIMIT;
    case TL_EXPR_ADD:
      return read_plain (expr->a, dtype, factor, depth + 1, sum) && read_plain (expr->b, dtype, factor, depth + 1, sum);
    case TL_EXPR_SUB:
      return read_plain (expr->a, dtype, factor, depth + 1, sum) && read_plain (expr->b, dtype, -factor, depth + 1, sum);
    case TL_EXPR_MUL:
      if (!tl_expr_get_int (expr->b, &number) || number < 1 || number >= TL_PLAIN_LIMIT || ABS (factor * number) >= TL_PLAIN_LIMIT)
        return FALSE;
      return read_plain (expr->a, dtype, factor * number, depth + 1, sum);
    default:
      return FALSE;
    }
}

gboolean
tl_plain_sum_read (const TlExpr *expr, TlPlainSum *sum)
{
  sum->n = 0;
  sum->base = 0;
  return read_plain (expr, expr->dtype, 1, 0, sum);
}
