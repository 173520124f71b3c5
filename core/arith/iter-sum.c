/* SPDX-License-Identifier: Apache-2.0 */
/* Factors, marks, sums of splits, and how they read as expressions. Numbers take a short way, symbols go through the analyzer. */
#include "core/arith/iter-map-private.h"

const TlExpr *
tl_iter_int (TlIterMapper *mapper, gint64 value)
{
  return tl_int (mapper->arena, value);
}

gboolean
tl_iter_fail (TlIterMapper *mapper, const char *why)
{
  if (mapper->why == NULL)
    mapper->why = g_strdup (why);
  return FALSE;
}

const TlExpr *
tl_iter_mul (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  gint64 x, y, product;

  if (tl_expr_is_int (a, 1))
    return b;
  if (tl_expr_is_int (b, 1))
    return a;
  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    {
      if (__builtin_mul_overflow (x, y, &product) || product > G_MAXINT64 / 4 || product < G_MININT64 / 4)
        {
          mapper->overflows = TRUE;
          return a;
        }
      return tl_iter_int (mapper, product);
    }
  return tl_analyzer_simplify (mapper->analyzer, tl_mul (mapper->arena, a, b));
}

gboolean
tl_iter_divides (TlIterMapper *mapper, const TlExpr *a, const TlExpr *divisor, const TlExpr **quotient)
{
  gint64 x, y;

  if (tl_expr_is_int (divisor, 1))
    {
      *quotient = a;
      return TRUE;
    }
  if (tl_expr_get_int (a, &x) && tl_expr_get_int (divisor, &y))
    {
      if (y == 0 || x % y != 0)
        return FALSE;
      *quotient = tl_iter_int (mapper, x / y);
      return TRUE;
    }
  if (a == divisor || tl_expr_equal (a, divisor))
    {
      *quotient = tl_iter_int (mapper, 1);
      return TRUE;
    }
  if (!tl_expr_is_int (tl_analyzer_simplify (mapper->analyzer, tl_floormod (mapper->arena, a, divisor)), 0))
    return FALSE;
  *quotient = tl_analyzer_simplify (mapper->analyzer, tl_floordiv (mapper->arena, a, divisor));
  return TRUE;
}

gboolean
tl_iter_equal (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  gint64 x, y;

  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    return x == y;
  return tl_analyzer_can_prove_equal (mapper->analyzer, a, b);
}

gboolean
tl_iter_at_most (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  gint64 x, y;

  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    return x <= y;
  return tl_analyzer_can_prove (mapper->analyzer, tl_binary (mapper->arena, TL_EXPR_LE, a, b));
}

TlIterMark *
tl_iter_mark_new (TlIterMapper *mapper, const TlVar *var, const TlExpr *extent)
{
  TlIterMark *mark = tl_arena_new0 (mapper->scratch, TlIterMark);

  mark->index = mapper->marks->len;
  mark->var = var;
  mark->extent = extent;
  mark->sum.base = tl_iter_int (mapper, 0);
  g_ptr_array_add (mapper->marks, mark);
  return mark;
}

TlIterSum
tl_iter_sum_const (const TlExpr *base)
{
  return (TlIterSum) { .base = base };
}

void
tl_iter_sum_append (TlIterMapper *mapper, TlIterSum *sum, TlIterSplit split)
{
  if (sum->n == sum->capacity)
    {
      guint        capacity = MAX (4, sum->capacity * 2);
      TlIterSplit *splits = tl_arena_new_array (mapper->scratch, TlIterSplit, capacity);

      for (guint i = 0; i < sum->n; i++)
        splits[i] = sum->splits[i];
      sum->splits = splits;
      sum->capacity = capacity;
    }
  sum->splits[sum->n++] = split;
}

void
tl_iter_sum_remove (TlIterSum *sum, guint index)
{
  for (guint i = index + 1; i < sum->n; i++)
    sum->splits[i - 1] = sum->splits[i];
  sum->n--;
}

TlIterSum
tl_iter_sum_whole (TlIterMapper *mapper, TlIterMark *mark)
{
  TlIterSum     sum = tl_iter_sum_const (mark->first != NULL ? mark->first : tl_iter_int (mapper, 0));
  const TlExpr *one = tl_iter_int (mapper, 1);

  tl_iter_sum_append (mapper, &sum, (TlIterSplit) { mark, one, mark->extent, one, 0, TRUE });
  return sum;
}

gboolean
tl_iter_is_unit (const TlIterSplit *split)
{
  return tl_expr_is_int (split->extent, 1) && !split->mark->is_constrained;
}

gboolean
tl_iter_same_digit (TlIterMapper *mapper, const TlIterSplit *a, const TlIterSplit *b)
{
  return a->mark == b->mark && a->shift == b->shift && tl_iter_equal (mapper, a->lower, b->lower)
         && tl_iter_equal (mapper, a->extent, b->extent);
}

static const TlExpr *
added (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b)
{
  if (tl_expr_is_int (b, 0))
    return a;
  if (tl_expr_is_int (a, 0))
    return b;
  return tl_analyzer_simplify (mapper->analyzer, tl_add (mapper->arena, a, b));
}

gboolean
tl_iter_sum_add (TlIterMapper *mapper, TlIterSum *sum, const TlIterSum *other)
{
  sum->base = added (mapper, sum->base, other->base);
  for (guint k = 0; k < other->n; k++)
    {
      guint i = 0;

      while (i < sum->n && !tl_iter_same_digit (mapper, &sum->splits[i], &other->splits[k]))
        i++;
      if (i == sum->n)
        {
          tl_iter_sum_append (mapper, sum, other->splits[k]);
          continue;
        }
      sum->splits[i].scale = added (mapper, sum->splits[i].scale, other->splits[k].scale);
      if (tl_expr_is_int (sum->splits[i].scale, 0))
        tl_iter_sum_remove (sum, i);
    }
  return TRUE;
}

void
tl_iter_sum_scale (TlIterMapper *mapper, TlIterSum *sum, const TlExpr *factor)
{
  TlIterSum scaled = { .base = tl_iter_mul (mapper, sum->base, factor) };

  for (guint i = 0; i < sum->n && !tl_expr_is_int (factor, 0); i++)
    {
      TlIterSplit split = sum->splits[i];

      split.scale = tl_iter_mul (mapper, split.scale, factor);
      tl_iter_sum_append (mapper, &scaled, split);
    }
  *sum = scaled;
}

static const TlExpr *
times_scale (TlIterMapper *mapper, const TlExpr *value, const TlExpr *scale)
{
  return tl_expr_is_int (scale, 1) ? value : tl_mul (mapper->arena, value, scale);
}

static const TlExpr *
mark_to_expr (TlIterMapper *mapper, const TlIterMark *mark, gboolean with_first)
{
  const TlExpr *value = mark->var != NULL ? mark->var : tl_iter_sum_to_expr (mapper, &mark->sum);

  return with_first || mark->first == NULL ? value : tl_sub (mapper->arena, value, mark->first);
}

static gboolean
is_whole (TlIterMapper *mapper, const TlIterSplit *split)
{
  return split->shift == 0 && tl_expr_is_int (split->lower, 1) && tl_iter_at_most (mapper, split->mark->extent, split->extent);
}

const TlExpr *
tl_iter_split_to_expr (TlIterMapper *mapper, const TlIterSplit *split)
{
  TlArena      *arena = mapper->arena;
  const TlExpr *value = mark_to_expr (mapper, split->mark, FALSE);
  const TlExpr *reach;

  if (!is_whole (mapper, split))
    {
      reach = tl_iter_mul (mapper, split->lower, split->extent);
      if (split->shift > 0)
        value = tl_analyzer_simplify (mapper->analyzer, tl_add (arena, value, tl_iter_int (mapper, split->shift)));
      if (!tl_iter_is_top (mapper, split))
        value = tl_floormod (arena, value, reach);
      value = tl_floordiv (arena, value, split->lower);
    }
  return times_scale (mapper, value, split->scale);
}

/* Splits in order, then the base. A whole mark that the predicate starts late reads as its plain sum: its start goes to the base. */
const TlExpr *
tl_iter_sum_to_expr (TlIterMapper *mapper, const TlIterSum *sum)
{
  TlArena      *arena = mapper->arena;
  const TlExpr *result = NULL;
  const TlExpr *base = sum->base;

  for (guint i = 0; i < sum->n; i++)
    {
      const TlIterSplit *split = &sum->splits[i];
      const TlExpr      *value;

      if (split->mark->is_constrained && split->mark->first != NULL && is_whole (mapper, split))
        {
          value = times_scale (mapper, mark_to_expr (mapper, split->mark, TRUE), split->scale);
          base = tl_analyzer_simplify (mapper->analyzer,
                                       tl_sub (arena, base, times_scale (mapper, split->mark->first, split->scale)));
        }
      else
        value = tl_iter_split_to_expr (mapper, split);
      result = result == NULL ? value : tl_add (arena, result, value);
    }
  if (result == NULL)
    return base;
  return tl_expr_is_int (base, 0) ? result : tl_add (arena, result, base);
}
