/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way for the bindings that tiled loops have: no predicate, ranges that are numbers, sums of scaled digits of iterators,
 *
 *   scale * (iterator % (lower * extent) // lower)
 *
 * whose scales fit each other and which together use up each iterator that occurs. Whether such bindings are an iteration map and how they
 * read is then a matter of a few integers; the answer is that of the general way, which takes all that is not as plain.
 */
#include "core/arith/iter-map-private.h"

#define MAX_ITERS 64
#define MAX_DIGITS 96
#define DEEPEST_BINDING 48
#define LARGEST_FACTOR (G_GINT64_CONSTANT (1) << 31)

typedef struct
{
  guint  iter;
  gint64 lower, extent, scale;
} PlainDigit;

typedef struct
{
  const TlIter *iters;
  guint         n_iters;
  gint64        extents[MAX_ITERS];
  gint64        mins[MAX_ITERS];       /* 0 but for unit iterators that are dropped */
  gboolean      keep_units;
  PlainDigit    digits[MAX_DIGITS];   /* of all bindings so far, in the order written */
  guint         n_digits;
} Plain;

/* A number less than LARGEST_FACTOR, or -1. */
static gint64
times (gint64 a, gint64 b)
{
  return a >= 0 && b >= 0 && a < LARGEST_FACTOR && b < LARGEST_FACTOR && a * b < LARGEST_FACTOR ? a * b : -1;
}

static gboolean
read_iters (Plain *plain, const TlIter *iters, guint n_iters)
{
  if (n_iters > MAX_ITERS)
    return FALSE;
  plain->iters = iters;
  plain->n_iters = n_iters;
  for (guint i = 0; i < n_iters; i++)
    {
      gboolean is_dropped;

      if (!tl_expr_get_int (iters[i].extent, &plain->extents[i]) || plain->extents[i] < 1 || plain->extents[i] >= LARGEST_FACTOR
          || !tl_dtype_equal (iters[i].var->dtype, iters[0].var->dtype))
        return FALSE;
      is_dropped = plain->extents[i] == 1 && !plain->keep_units;
      if (!tl_expr_get_int (iters[i].min, &plain->mins[i]) || plain->mins[i] < 0 || plain->mins[i] >= (is_dropped ? LARGEST_FACTOR : 1))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_var (Plain *plain, const TlExpr *var, gint64 *base)
{
  for (guint i = 0; i < plain->n_iters; i++)
    if (plain->iters[i].var == var)
      {
        *base = plain->mins[i];
        if (plain->extents[i] == 1 && !plain->keep_units)
          return TRUE;
        if (plain->n_digits == MAX_DIGITS)
          return FALSE;
        plain->digits[plain->n_digits++] = (PlainDigit) { i, 1, plain->extents[i], 1 };
        return TRUE;
      }
  return FALSE;
}

static gboolean read_expr (Plain *plain, const TlExpr *expr, guint depth, gint64 *base);

static gboolean
read_product (Plain *plain, const TlExpr *expr, guint depth, gint64 *base)
{
  guint  first = plain->n_digits;
  gint64 factor;

  if (!tl_expr_get_int (expr->b, &factor) || factor < 1 || !read_expr (plain, expr->a, depth, base))
    return FALSE;
  *base = times (*base, factor);
  for (guint i = first; i < plain->n_digits; i++)
    {
      plain->digits[i].scale = times (plain->digits[i].scale, factor);
      if (plain->digits[i].scale < 0)
        return FALSE;
    }
  return *base >= 0;
}

/* Of a number, of one whole digit by a divisor of its extent, or of one by a divisor that leaves nothing to do. */
static gboolean
read_division (Plain *plain, const TlExpr *expr, guint depth, gint64 *base)
{
  guint  first = plain->n_digits;
  PlainDigit *digit = &plain->digits[first];
  gint64 divisor;

  if (!tl_expr_get_int (expr->b, &divisor) || divisor < 2 || !read_expr (plain, expr->a, depth, base))
    return FALSE;
  if (plain->n_digits == first)
    {
      *base = expr->kind == TL_EXPR_FLOORDIV ? *base / divisor : *base % divisor;
      return expr->a->kind == TL_EXPR_INT;   /* of a unit iterator that is dropped: how that reads is for the general way */
    }
  if (*base != 0 || plain->n_digits != first + 1 || digit->scale != 1)
    return FALSE;
  if (expr->kind == TL_EXPR_FLOORMOD && digit->extent == divisor)
    return TRUE;
  if (digit->extent == divisor)
    {
      plain->n_digits = first;
      return TRUE;
    }
  if (digit->extent % divisor != 0)
    return FALSE;
  if (expr->kind == TL_EXPR_FLOORMOD)
    digit->extent = divisor;
  else
    {
      digit->lower *= divisor;
      digit->extent /= divisor;
    }
  return TRUE;
}

/* Adds the digits of @expr and sets @base, which is not negative. FALSE: not plain. */
static gboolean
read_expr (Plain *plain, const TlExpr *expr, guint depth, gint64 *base)
{
  gint64 other;

  if (depth > DEEPEST_BINDING)
    return FALSE;
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      *base = expr->int_value;
      return *base >= 0 && *base < LARGEST_FACTOR;
    case TL_EXPR_VAR:
      return read_var (plain, expr, base);
    case TL_EXPR_ADD:
      if (!read_expr (plain, expr->a, depth + 1, base) || !read_expr (plain, expr->b, depth + 1, &other))
        return FALSE;
      *base += other;
      return *base < LARGEST_FACTOR;
    case TL_EXPR_MUL:
      return read_product (plain, expr, depth + 1, base);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return read_division (plain, expr, depth + 1, base);
    default:
      return FALSE;
    }
}

static gboolean
is_unit (const Plain *plain, const PlainDigit *digit)
{
  return plain->extents[digit->iter] == 1;
}

/* By falling scale, what is no unit. Returns their number. */
static guint
sort_digits (const Plain *plain, guint first, PlainDigit *sorted)
{
  guint n = 0;

  for (guint i = first; i < plain->n_digits; i++)
    if (!is_unit (plain, &plain->digits[i]))
      {
        guint at = n++;

        for (; at > 0 && sorted[at - 1].scale < plain->digits[i].scale; at--)
          sorted[at] = sorted[at - 1];
        sorted[at] = plain->digits[i];
      }
  return n;
}

/* The scales are those of a number system from 1 upwards, and no two neighbours would join to one digit. */
static gboolean
tiles (const PlainDigit *sorted, guint n)
{
  gint64 expected = 1;

  for (guint i = n; i-- > 0; expected = times (expected, sorted[i].extent))
    if (sorted[i].scale != expected
        || (i + 1 < n && sorted[i].iter == sorted[i + 1].iter && sorted[i].lower == sorted[i + 1].lower * sorted[i + 1].extent))
      return FALSE;
  return TRUE;
}

static gboolean
has_scale (const PlainDigit *digits, guint n, gint64 scale)
{
  for (guint i = 0; i < n; i++)
    if (digits[i].scale == scale)
      return TRUE;
  return FALSE;
}

/*
 * Brings the digits from @first on, those of one binding, into the order of the normal form: by falling scale, unit iterators behind the
 * digit of their scale and in front where there is none. FALSE if the scales do not fit.
 */
static gboolean
arrange (Plain *plain, guint first)
{
  PlainDigit sorted[MAX_DIGITS], units[MAX_DIGITS];
  PlainDigit *to = plain->digits + first;
  guint  n_sorted = sort_digits (plain, first, sorted), n_units = 0;

  if (n_sorted == 0)
    return TRUE;
  if (!tiles (sorted, n_sorted))
    return FALSE;
  for (guint i = first; i < plain->n_digits; i++)
    if (is_unit (plain, &plain->digits[i]))
      units[n_units++] = plain->digits[i];
  for (guint u = 0; u < n_units; u++)
    if (!has_scale (sorted, n_sorted, units[u].scale))
      *to++ = units[u];
  for (guint k = 0; k < n_sorted; k++)
    {
      *to++ = sorted[k];
      for (guint u = 0; u < n_units; u++)
        if (units[u].scale == sorted[k].scale)
          *to++ = units[u];
    }
  return TRUE;
}

/* The digits of iterator @iter follow each other from 1 up to its extent. */
static gboolean
follow_each_other (const Plain *plain, guint iter, guint n)
{
  gint64 reached = 1;
  guint  k = 0;

  for (guint n_taken = 0; n_taken < n; n_taken++)
    {
      for (k = 0; k < plain->n_digits; k++)
        if (plain->digits[k].iter == iter && plain->digits[k].lower == reached)
          break;
      if (k == plain->n_digits)
        return FALSE;
      reached *= plain->digits[k].extent;
    }
  return reached == plain->extents[iter];
}

/* Each iterator is used up by its digits, once; under BIJECTIVE none may be missing. Most have one digit, all of the iterator. */
static gboolean
uses_up_iters (const Plain *plain, TlIterMapCheck check)
{
  guint counts[MAX_ITERS], wholes[MAX_ITERS];

  for (guint i = 0; i < plain->n_iters; i++)
    counts[i] = wholes[i] = 0;
  for (guint k = 0; k < plain->n_digits; k++)
    {
      counts[plain->digits[k].iter]++;
      wholes[plain->digits[k].iter] += plain->digits[k].extent == plain->extents[plain->digits[k].iter];
    }
  for (guint i = 0; i < plain->n_iters; i++)
    if (plain->extents[i] > 1 && (counts[i] > 0 || check == TL_ITER_MAP_BIJECTIVE) && !(counts[i] == 1 && wholes[i] == 1)
        && !follow_each_other (plain, i, counts[i]))
      return FALSE;
  return TRUE;
}

/* A unit iterator that occurs twice must be left to the general way. */
static gboolean
repeats_unit (const Plain *plain)
{
  for (guint i = 0; i < plain->n_digits; i++)
    for (guint j = 0; j < i && is_unit (plain, &plain->digits[i]); j++)
      if (plain->digits[i].iter == plain->digits[j].iter)
        return TRUE;
  return FALSE;
}

static const TlExpr *
to_expr (const Plain *plain, TlArena *arena, const PlainDigit *digits, guint n, gint64 base)
{
  const TlExpr *result = NULL;

  for (guint i = 0; i < n; i++)
    {
      const PlainDigit *digit = &digits[i];
      gint64        whole = plain->extents[digit->iter], reach = digit->lower * digit->extent;
      const TlExpr *value = plain->iters[digit->iter].var;

      if (reach < whole)
        value = tl_floormod (arena, value, tl_int (arena, reach));
      if (digit->lower > 1)
        value = tl_floordiv (arena, value, tl_int (arena, digit->lower));
      if (digit->scale != 1)
        value = tl_mul (arena, value, tl_int (arena, digit->scale));
      result = result == NULL ? value : tl_add (arena, result, value);
    }
  if (result == NULL)
    return tl_int (arena, base);
  return base == 0 ? result : tl_add (arena, result, tl_int (arena, base));
}

/* Whether **@expr is "… op number"; goes on to what stands before it. */
static gboolean
take_operand (const TlExpr **expr, TlExprKind op, gint64 number)
{
  if ((*expr)->kind != op || !tl_expr_is_int ((*expr)->b, number))
    return FALSE;
  *expr = (*expr)->a;
  return TRUE;
}

static gboolean
is_digit (const Plain *plain, const TlExpr *expr, const PlainDigit *digit)
{
  gint64 whole = plain->extents[digit->iter], reach = digit->lower * digit->extent;

  return (digit->scale == 1 || take_operand (&expr, TL_EXPR_MUL, digit->scale))
         && (digit->lower == 1 || take_operand (&expr, TL_EXPR_FLOORDIV, digit->lower))
         && (reach == whole || take_operand (&expr, TL_EXPR_FLOORMOD, reach)) && expr == plain->iters[digit->iter].var;
}

/* Whether @expr is what to_expr makes of its digits: most bindings stay as they are. */
static gboolean
is_normal (const Plain *plain, const TlExpr *expr, const PlainDigit *digits, guint n, gint64 base)
{
  if (n == 0)
    return tl_expr_is_int (expr, base);
  if (base != 0 && !take_operand (&expr, TL_EXPR_ADD, base))
    return FALSE;
  for (; n > 1; n--, expr = expr->a)
    if (expr->kind != TL_EXPR_ADD || !is_digit (plain, expr->b, &digits[n - 1]))
      return FALSE;
  return is_digit (plain, expr, digits);
}

gboolean
tl_iter_map_is_plain (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                      const TlExpr *predicate, TlIterMapCheck check, gboolean keep_units, const TlExpr **simplified)
{
  Plain  plain;
  guint  firsts[MAX_DIGITS + 1];
  gint64 bases[MAX_DIGITS];

  plain.keep_units = keep_units;
  plain.n_digits = 0;
  if (n_bindings > MAX_DIGITS || !tl_expr_is_true (predicate) || !read_iters (&plain, iters, n_iters))
    return FALSE;
  for (guint i = 0; i < n_bindings; i++)
    {
      firsts[i] = plain.n_digits;
      if (!read_expr (&plain, bindings[i], 0, &bases[i]) || !arrange (&plain, firsts[i])
          || (plain.n_digits == firsts[i] && !tl_dtype_equal (bindings[i]->dtype, TL_INT32)))
        return FALSE;
    }
  firsts[n_bindings] = plain.n_digits;
  if (!uses_up_iters (&plain, check) || repeats_unit (&plain))
    return FALSE;
  for (guint i = 0; simplified != NULL && i < n_bindings; i++)
    {
      const PlainDigit *digits = plain.digits + firsts[i];
      guint        n = firsts[i + 1] - firsts[i];

      simplified[i] = is_normal (&plain, bindings[i], digits, n, bases[i]) ? bindings[i] : to_expr (&plain, arena, digits, n, bases[i]);
    }
  return TRUE;
}
