/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fusing: a sum of digits whose scales fit each other like those of a number system is one iterator.
 *
 *   i * 8 + j        (j < 8)          scales 8, 1: fits
 *   i * 20 + j       (j < 8)          gaps
 *   i * 4 + j        (j < 8)          overlaps: onto an interval, but not one to one
 *
 * Unit iterators have any scale; the normal form lists them behind the digit of the same scale, and in front where there is none.
 */
#include "core/arith/iter-map-private.h"

/* Two digits of one mark that follow each other: i // 8 * 8 + i % 8 is i. */
static gboolean
join (TlIterMapper *mapper, const TlIterSplit *high, const TlIterSplit *low, TlIterSplit *joined)
{
  gint64 period;

  if (high->mark != low->mark || !tl_iter_equal (mapper, high->lower, tl_iter_mul (mapper, low->lower, low->extent))
      || !tl_iter_equal (mapper, high->scale, tl_iter_mul (mapper, low->scale, low->extent)))
    return FALSE;
  if (high->shift != low->shift && (!tl_expr_get_int (high->lower, &period) || high->shift % period != low->shift))
    return FALSE;
  *joined = *low;
  joined->shift = high->shift;
  joined->is_top = high->is_top;
  joined->extent = tl_iter_mul (mapper, low->extent, high->extent);
  /* The top digit of a mark may have been rounded up. */
  if (joined->shift == 0 && tl_expr_is_int (low->lower, 1) && tl_iter_at_most (mapper, low->mark->extent, joined->extent))
    joined->extent = low->mark->extent;
  return TRUE;
}

static gboolean
join_one_pair (TlIterMapper *mapper, TlIterSum *sum)
{
  for (guint i = 0; i < sum->n; i++)
    for (guint j = 0; j < sum->n; j++)
      {
        TlIterSplit joined;

        if (i == j || sum->splits[i].mark != sum->splits[j].mark || tl_iter_is_unit (&sum->splits[i]) || tl_iter_is_unit (&sum->splits[j])
            || !join (mapper, &sum->splits[i], &sum->splits[j], &joined))
          continue;
        sum->splits[MIN (i, j)] = joined;
        tl_iter_sum_remove (sum, MAX (i, j));
        return TRUE;
      }
  return FALSE;
}

static gboolean
join_digits (TlIterMapper *mapper, TlIterSum *sum)
{
  gboolean has_joined = FALSE;

  while (join_one_pair (mapper, sum))
    has_joined = TRUE;
  return has_joined;
}

/* Finds the digits of the constrained mark in @sum, all with one common ratio of scales; its unit iterators as far as they are there. */
static gboolean
find_constrained (TlIterMapper *mapper, const TlIterSum *sum, const TlIterMark *mark, gboolean *members, const TlExpr **ratio,
                  gboolean *lacks_units)
{
  *ratio = NULL;
  *lacks_units = FALSE;
  for (guint i = 0; i < sum->n; i++)
    members[i] = FALSE;
  for (guint k = 0; k < mark->sum.n; k++)
    {
      const TlIterSplit *wanted = &mark->sum.splits[k];
      const TlExpr      *quotient;
      gboolean           is_unit = tl_iter_is_unit (wanted);
      guint              i = 0;

      while (i < sum->n && (members[i] || !tl_iter_same_digit (mapper, &sum->splits[i], wanted)))
        i++;
      *lacks_units = *lacks_units || (is_unit && i == sum->n);
      if (is_unit && i == sum->n)
        continue;
      if (i == sum->n || (!is_unit && !tl_iter_divides (mapper, sum->splits[i].scale, wanted->scale, &quotient)))
        return FALSE;
      if (!is_unit && *ratio != NULL && !tl_iter_equal (mapper, *ratio, quotient))
        return FALSE;
      if (!is_unit)
        *ratio = quotient;
      members[i] = TRUE;
    }
  return *ratio != NULL;
}

static TlIterMark *
without_units (TlIterMapper *mapper, TlIterMark *mark)
{
  if (mark->bare != NULL)
    return mark->bare;
  mark->bare = tl_iter_mark_new (mapper, NULL, mark->extent);
  mark->bare->full = mark;
  mark->bare->first = mark->first;
  mark->bare->is_constrained = TRUE;
  for (guint i = 0; i < mark->sum.n; i++)
    if (!tl_iter_is_unit (&mark->sum.splits[i]))
      tl_iter_sum_append (mapper, &mark->bare->sum, mark->sum.splits[i]);
  return mark->bare;
}

/* The predicate's marks take the place of the digits they are made of. */
static void
place_constrained (TlIterMapper *mapper, TlIterSum *sum)
{
  for (guint m = 0; m < mapper->marks->len; m++)
    {
      TlIterMark         *mark = g_ptr_array_index (mapper->marks, m);
      g_autofree gboolean *members = NULL;
      TlIterSum            placed = { .base = sum->base };
      TlIterSum            whole;
      const TlExpr        *ratio;
      gboolean             lacks_units;

      if (!mark->is_constrained || mark->full != NULL)
        continue;
      members = g_new (gboolean, MAX (sum->n, 1));
      if (!find_constrained (mapper, sum, mark, members, &ratio, &lacks_units))
        continue;
      whole = tl_iter_sum_whole (mapper, lacks_units ? without_units (mapper, mark) : mark);
      tl_iter_sum_scale (mapper, &whole, ratio);
      for (guint i = 0; i < sum->n; i++)
        if (!members[i])
          tl_iter_sum_append (mapper, &placed, sum->splits[i]);
        else if (whole.n > 0)
          {
            tl_iter_sum_append (mapper, &placed, whole.splits[0]);
            whole.n = 0;
          }
      placed.base = tl_analyzer_simplify (mapper->analyzer, tl_add (mapper->arena, placed.base, whole.base));
      *sum = placed;
    }
}

typedef struct
{
  TlIterSplit  *picked;    /* by rising scale */
  guint         n_picked;
  const TlExpr *unit;      /* the smallest scale */
  const TlExpr *cover;     /* values so far, in units; the scale that fits next */
  gint64        excess;    /* how many more there are where digits overlap */
} Tiling;

/* The scale that divides all others; numbers from small to large before symbols. */
static const TlExpr *
find_unit (TlIterMapper *mapper, const TlIterSum *digits)
{
  const TlExpr *best = NULL, *quotient;
  gint64        scale, best_scale = G_MAXINT64;

  for (guint i = 0; i < digits->n; i++)
    if (tl_expr_get_int (digits->splits[i].scale, &scale))
      {
        if (scale <= 0)
          return NULL;
        if (scale < best_scale)
          {
            best_scale = scale;
            best = digits->splits[i].scale;
          }
      }
  for (guint i = 0; best == NULL && i < digits->n; i++)
    {
      guint k = 0;

      while (k < digits->n && tl_iter_divides (mapper, digits->splits[k].scale, digits->splits[i].scale, &quotient))
        k++;
      best = k == digits->n ? digits->splits[i].scale : NULL;
    }
  return best;
}

static gboolean
pick_exact (TlIterMapper *mapper, TlIterSum *digits, Tiling *tiling)
{
  const TlExpr *expected = tl_iter_mul (mapper, tiling->unit, tiling->cover);

  /* From the right: the smaller scales usually stand there. Digits of one value first, which leave the next scale as it is. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = digits->n; i-- > 0;)
      if ((pass == 1 || tl_expr_is_int (digits->splits[i].extent, 1)) && tl_iter_equal (mapper, digits->splits[i].scale, expected))
        {
          tiling->picked[tiling->n_picked++] = digits->splits[i];
          tiling->cover = tl_iter_mul (mapper, tiling->cover, digits->splits[i].extent);
          tl_iter_sum_remove (digits, i);
          return TRUE;
        }
  return FALSE;
}

/*
 * A digit that steps by less than what is covered: still every value, some of them several times. TVM takes the largest step that fits, and
 * then steps of what the digit, or those before it, covers alone: w + r + h * 4 where w < 4 and r < 3, although h * 6 would do.
 */
static gboolean
pick_overlapping (TlIterMapper *mapper, TlIterSum *digits, Tiling *tiling)
{
  gint64 best_scale = 0, scale, unit, cover, extent, reach, next;
  guint  best = 0;

  if (!tl_expr_get_int (tiling->unit, &unit) || !tl_expr_get_int (tiling->cover, &cover))
    return FALSE;
  for (guint i = digits->n; i-- > 0;)
    if (tl_expr_get_int (digits->splits[i].scale, &scale) && scale > best_scale && scale % unit == 0 && scale / unit <= cover)
      {
        best_scale = scale;
        best = i;
      }
  if (best_scale == 0 || !tl_expr_get_int (digits->splits[best].extent, &extent))
    return FALSE;
  if (__builtin_mul_overflow (extent, best_scale / unit, &next)
      || __builtin_add_overflow (next - best_scale / unit, cover + tiling->excess, &reach))
    return FALSE;
  next = MAX (next, cover);
  tiling->picked[tiling->n_picked++] = digits->splits[best];
  tiling->cover = tl_iter_int (mapper, next);
  tiling->excess = reach - next;
  tl_iter_sum_remove (digits, best);
  return TRUE;
}

static gboolean
tile (TlIterMapper *mapper, TlIterSum *digits, Tiling *tiling)
{
  tiling->picked = tl_arena_new_array (mapper->scratch, TlIterSplit, MAX (digits->n, 1));
  tiling->cover = tl_iter_int (mapper, 1);
  tiling->unit = find_unit (mapper, digits);
  if (tiling->unit == NULL)
    return FALSE;
  while (digits->n > 0)
    if (!pick_exact (mapper, digits, tiling)
        && (tl_iter_is_one_to_one (mapper) || !pick_overlapping (mapper, digits, tiling)))
      return FALSE;
  if (tiling->excess > 0)
    tiling->cover = tl_analyzer_simplify (mapper->analyzer, tl_add (mapper->arena, tiling->cover, tl_iter_int (mapper, tiling->excess)));
  return TRUE;
}

/* The structure by falling scale with unit iterators in their places; those whose scale is no multiple stay in @outside. */
static TlIterSum
arrange (TlIterMapper *mapper, const Tiling *tiling, const TlIterSum *units, TlIterSum *outside)
{
  TlIterSum      sum = { .base = tl_iter_int (mapper, 0) };
  g_autofree gboolean *placed = g_new0 (gboolean, MAX (units->n, 1));
  const TlExpr  *quotient;

  for (guint u = 0; u < units->n; u++)
    {
      gboolean has_place = FALSE;

      for (guint k = 0; k < tiling->n_picked; k++)
        has_place = has_place || tl_iter_equal (mapper, units->splits[u].scale, tiling->picked[k].scale);
      if (has_place)
        continue;
      placed[u] = TRUE;
      if (tl_iter_divides (mapper, units->splits[u].scale, tiling->unit, &quotient))
        {
          TlIterSplit split = units->splits[u];

          split.scale = quotient;
          tl_iter_sum_append (mapper, &sum, split);
        }
      else
        tl_iter_sum_append (mapper, outside, units->splits[u]);
    }
  for (guint k = tiling->n_picked; k-- > 0;)
    {
      TlIterSplit split = tiling->picked[k];

      if (!tl_iter_divides (mapper, split.scale, tiling->unit, &split.scale))
        g_assert_not_reached ();
      tl_iter_sum_append (mapper, &sum, split);
      if (k > 0 && tl_iter_equal (mapper, tiling->picked[k].scale, tiling->picked[k - 1].scale))
        continue;
      for (guint u = 0; u < units->n; u++)
        if (!placed[u] && tl_iter_equal (mapper, units->splits[u].scale, tiling->picked[k].scale))
          {
            TlIterSplit unit = units->splits[u];

            unit.scale = split.scale;
            placed[u] = TRUE;
            tl_iter_sum_append (mapper, &sum, unit);
          }
    }
  return sum;
}

static gboolean
same_sum (TlIterMapper *mapper, const TlIterSum *a, const TlIterSum *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!tl_iter_same_digit (mapper, &a->splits[i], &b->splits[i]) || !tl_iter_equal (mapper, a->splits[i].scale, b->splits[i].scale))
      return FALSE;
  return TRUE;
}

/* One mark for one structure, so that its quotient and its remainder are digits of the same thing. */
TlIterMark *
tl_iter_mark_of (TlIterMapper *mapper, const TlIterSum *sum, const TlExpr *extent)
{
  TlIterMark *mark;

  for (guint m = 0; m < mapper->marks->len; m++)
    {
      mark = g_ptr_array_index (mapper->marks, m);
      if (mark->var == NULL && !mark->is_constrained && same_sum (mapper, &mark->sum, sum))
        return mark;
    }
  mark = tl_iter_mark_new (mapper, NULL, extent);
  mark->sum = *sum;
  return mark;
}

static void
replace_by (TlIterMapper *mapper, TlIterSum *sum, TlIterSplit fused, const TlIterSum *outside)
{
  TlIterSum result = { .base = sum->base };

  tl_iter_sum_append (mapper, &result, fused);
  for (guint i = 0; i < outside->n; i++)
    tl_iter_sum_append (mapper, &result, outside->splits[i]);
  *sum = result;
}

gboolean
tl_iter_fuse (TlIterMapper *mapper, TlIterSum *sum)
{
  TlIterSum     digits = { .base = sum->base }, units = { .base = sum->base }, outside = { .base = sum->base };
  const TlExpr *one = tl_iter_int (mapper, 1);
  Tiling        tiling = { .n_picked = 0 };
  TlIterSum     structure;

  /* A mark of the predicate may be made of pieces, or of what pieces join to. */
  place_constrained (mapper, sum);
  if (join_digits (mapper, sum))
    place_constrained (mapper, sum);
  if (mapper->overflows)
    return tl_iter_fail (mapper, "its factors are too large");
  if (sum->n <= 1)
    return TRUE;
  for (guint i = 0; i < sum->n; i++)
    tl_iter_sum_append (mapper, tl_iter_is_unit (&sum->splits[i]) ? &units : &digits, sum->splits[i]);
  if (digits.n == 0)
    {
      structure = units;
      structure.base = tl_iter_int (mapper, 0);
      replace_by (mapper, sum, (TlIterSplit) { tl_iter_mark_of (mapper, &structure, one), one, one, one, 0, TRUE }, &outside);
      return TRUE;
    }
  if (digits.n == 1 && units.n == 0)
    return TRUE;
  if (!tile (mapper, &digits, &tiling) || mapper->overflows)
    return tl_iter_fail (mapper, "the scales of its iterators leave gaps or are out of step");
  structure = arrange (mapper, &tiling, &units, &outside);
  if (structure.n == 1)
    {
      structure.splits[0].scale = tiling.unit;
      replace_by (mapper, sum, structure.splits[0], &outside);
    }
  else
    replace_by (mapper, sum, (TlIterSplit) { tl_iter_mark_of (mapper, &structure, tiling.cover), one, tiling.cover, tiling.unit, 0, TRUE },
                &outside);
  return TRUE;
}
