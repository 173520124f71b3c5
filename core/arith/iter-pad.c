/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Padded marks. A mark of E values whose digits do not fit is read as one that starts @shift earlier and ends where its largest digit is
 * full: [0, P), of which [shift, shift + E) are there.
 *
 *   i // 4           over 17 values     all of 0 … 4
 *   i // 4 and i % 4 over 17 values     not all pairs: 16, but not 17 … 19
 *   i // 4 % 2 and i % 4                all pairs, since 17 values are two rounds of 8
 *
 * So a digit at the top has to be alone (and not the whole mark), and digits below need at least one whole round, the period of the
 * highest. A shift by itself only turns the round: (i + 2) % 8 over 8 values is still one to one.
 */
#include "core/arith/iter-map-private.h"

typedef struct
{
  gint64 lower, period, shift;
} ShiftedDigit;

static gboolean
numbers_of (const TlIterSplit *split, gint64 *whole, ShiftedDigit *digit)
{
  gint64 extent;

  digit->shift = split->shift;
  return tl_expr_get_int (split->mark->extent, whole) && tl_expr_get_int (split->lower, &digit->lower)
         && tl_expr_get_int (split->extent, &extent) && !__builtin_mul_overflow (digit->lower, extent, &digit->period)
         && *whole <= G_MAXINT64 / 4 && digit->period <= G_MAXINT64 / 4 && *whole > 0 && digit->lower > 0 && extent > 0;
}

static gboolean
reaches_top (const ShiftedDigit *digit, gint64 whole)
{
  return digit->period >= whole + digit->shift;
}

gboolean
tl_iter_is_top (TlIterMapper *mapper, const TlIterSplit *split)
{
  ShiftedDigit digit;
  gint64 whole;

  if (numbers_of (split, &whole, &digit))
    return reaches_top (&digit, whole);
  return split->is_top || tl_iter_at_most (mapper, split->mark->extent, tl_iter_mul (mapper, split->lower, split->extent));
}

gboolean
tl_iter_is_one_to_one (const TlIterMapper *mapper)
{
  return mapper->check == TL_ITER_MAP_BIJECTIVE || mapper->check == TL_ITER_MAP_PADDED;
}

static gboolean
needs_padding (const ShiftedDigit *digit, gint64 whole)
{
  return digit->shift != 0 || whole % digit->lower != 0 || whole % digit->period != 0;
}

gboolean
tl_iter_is_padding (const TlIterSplit *split)
{
  ShiftedDigit digit;
  gint64 whole;

  return numbers_of (split, &whole, &digit) && needs_padding (&digit, whole);
}

static gint
compare_digits (gconstpointer a, gconstpointer b)
{
  const ShiftedDigit *x = a, *y = b;

  if (x->lower != y->lower)
    return x->lower < y->lower ? -1 : 1;
  return (x->period > y->period) - (x->period < y->period);
}

/* Pieces of one padded value, none twice. */
static gboolean
go_together (const ShiftedDigit *digits, guint n)
{
  for (guint i = 1; i < n; i++)
    if (digits[i].lower % digits[i - 1].period != 0 || digits[i].shift % digits[i - 1].period != digits[i - 1].shift)
      return FALSE;
  return TRUE;
}

static gboolean
follow_each_other (const ShiftedDigit *digits, guint n)
{
  for (guint i = 0; i < n; i++)
    if (digits[i].lower != (i > 0 ? digits[i - 1].period : 1))
      return FALSE;
  return TRUE;
}

/* One padding in another: nothing is known of it. */
static gboolean
is_made_of_padding (const TlIterMark *mark)
{
  for (guint i = 0; i < mark->sum.n; i++)
    if (tl_iter_is_padding (&mark->sum.splits[i]))
      return TRUE;
  return FALSE;
}

static TlIterPadding
verdict (gboolean passes)
{
  return passes ? TL_ITER_PADDED : TL_ITER_CLASHES;
}

TlIterPadding
tl_iter_check_padding (TlIterMapper *mapper, const TlIterMark *mark, const GArray *digits)
{
  ShiftedDigit *numbers = tl_arena_new_array (mapper->scratch, ShiftedDigit, digits->len);
  gint64   whole = 0;
  gboolean is_padded = FALSE;
  ShiftedDigit *highest;

  for (guint i = 0; i < digits->len; i++)
    {
      if (!numbers_of (&g_array_index (digits, TlIterSplit, i), &whole, &numbers[i]))
        return TL_ITER_EXACT;
      is_padded = is_padded || needs_padding (&numbers[i], whole);
    }
  if (!is_padded)
    return TL_ITER_EXACT;
  qsort (numbers, digits->len, sizeof *numbers, compare_digits);
  highest = &numbers[digits->len - 1];
  if (!go_together (numbers, digits->len) || is_made_of_padding (mark))
    return TL_ITER_CLASHES;
  switch ((int) mapper->check)
    {
    case TL_ITER_MAP_BIJECTIVE:
      return verdict (highest->period == whole && follow_each_other (numbers, digits->len));
    case TL_ITER_MAP_SURJECTIVE:
      if (reaches_top (highest, whole))
        return verdict (digits->len == 1 && highest->lower > 1);
      return verdict (whole >= highest->period);
    case TL_ITER_MAP_NO_CHECK:
      return TL_ITER_PADDED;
    }
  return verdict (reaches_top (highest, whole) && follow_each_other (numbers, digits->len));
}
