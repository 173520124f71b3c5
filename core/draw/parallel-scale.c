/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/parallel-scale.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-plot.h"

#define SPREAD 0.34   /* of the distance between two values */

static double
raw (const TlParallelScale *scale, double value)
{
  guint place = 0;

  switch (scale->kind)
    {
    case TL_SCALE_LOG:
      return value > 0 ? log10 (value) : NAN;
    case TL_SCALE_LOG_FALLING:
      return value > 0 ? -log10 (value) : NAN;
    case TL_SCALE_INVERSE:
      return value > 0 ? scale->factor / value : NAN;
    case TL_SCALE_BANDS:
      while (place + 1 < scale->n_distinct && (double) scale->distinct[place] < value)
        place++;
      return place;
    case TL_SCALE_LINEAR:
    default:
      return value;
    }
}

double
tl_parallel_scale_unit (const TlParallelScale *scale, double value)
{
  return isnan (value) ? NAN : (raw (scale, value) - scale->low) / (scale->high - scale->low);
}

double
tl_parallel_scale_value (const TlParallelScale *scale, double unit)
{
  double at = scale->low + unit * (scale->high - scale->low);

  switch (scale->kind)
    {
    case TL_SCALE_LOG:
      return pow (10, at);
    case TL_SCALE_LOG_FALLING:
      return pow (10, -at);
    case TL_SCALE_INVERSE:
      return at > 0 ? scale->factor / at : HUGE_VAL;
    case TL_SCALE_BANDS:
      at = CLAMP (at, -0.5, scale->n_distinct - 0.5);
      if (at <= 0 || at >= scale->n_distinct - 1.0)
        return (double) scale->distinct[at <= 0 ? 0 : scale->n_distinct - 1] + (at <= 0 ? at : at - (scale->n_distinct - 1.0));
      return (double) scale->distinct[(guint) at]
             + (at - floor (at)) * ((double) scale->distinct[(guint) at + 1] - (double) scale->distinct[(guint) at]);
    case TL_SCALE_LINEAR:
    default:
      return at;
    }
}

TlParallelScale
tl_parallel_scale_discrete (const float *distinct, guint n, gboolean is_factor)
{
  TlParallelScale scale = { .kind = is_factor && n > 0 && distinct[0] >= 1 ? TL_SCALE_LOG : TL_SCALE_BANDS, .distinct = distinct,
                            .n_distinct = n };
  double          margin = 0.5;

  scale.low = n > 0 ? raw (&scale, (double) distinct[0]) : 0;
  scale.high = n > 0 ? raw (&scale, (double) distinct[n - 1]) : 1;
  if (scale.kind == TL_SCALE_LOG)
    margin = n > 1 ? (scale.high - scale.low) / (n - 1) / 2 : 0.5;
  scale.low -= margin;
  scale.high += margin;
  return scale;
}

gboolean
tl_parallel_scale_is_falling (const TlParallelScale *scale)
{
  return scale->kind == TL_SCALE_INVERSE || scale->kind == TL_SCALE_LOG_FALLING;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

TlParallelScale
tl_parallel_scale_continuous (TlScaleKind kind, double factor, const double *values, guint n)
{
  TlParallelScale    scale = { .kind = kind, .low = 0, .high = 1, .factor = factor };
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (double));
  double             middle_half;

  for (guint i = 0; i < n; i++)
    {
      double value = raw (&scale, values[i]);

      if (isfinite (value))
        g_array_append_val (sorted, value);
    }
  if (sorted->len == 0)
    return scale;
  g_array_sort (sorted, compare_doubles);
#define AT(part) g_array_index (sorted, double, (guint) ((part) * (sorted->len - 1)))
  middle_half = AT (0.75) - AT (0.25);
  scale.low = kind == TL_SCALE_INVERSE ? 0 : MAX (AT (0), MIN (AT (0.01), AT (0.5) - 2 * middle_half));
  scale.high = kind == TL_SCALE_INVERSE ? AT (1) : MIN (AT (1), MAX (AT (0.99), AT (0.5) + 2 * middle_half));
#undef AT
  if (!(scale.high > scale.low))
    {
      scale.low -= 0.5;
      scale.high += 0.5;
    }
  if (kind != TL_SCALE_INVERSE)
    scale.low -= (scale.high - scale.low) * 0.03;
  scale.high += (scale.high - scale.low) * 0.03;
  return scale;
}

static double
unit_of (const TlParallelScale *scale, guint place)
{
  return tl_parallel_scale_unit (scale, (double) scale->distinct[place]);
}

double
tl_parallel_scale_spread (const TlParallelScale *scale, double value)
{
  guint  place = 0;
  double gap = HUGE_VAL;

  if (scale->distinct == NULL)
    return 0;
  while (place + 1 < scale->n_distinct && (double) scale->distinct[place] < value)
    place++;
  if (place > 0)
    gap = unit_of (scale, place) - unit_of (scale, place - 1);
  if (place + 1 < scale->n_distinct)
    gap = tl_min (gap, unit_of (scale, place + 1) - unit_of (scale, place));
  return SPREAD * MIN (gap, 0.25);
}

/* Between place - 1 and place; at the ends, the ends of the axis. */
static double
boundary (const TlParallelScale *scale, guint place)
{
  return place == 0 ? 0 : place == scale->n_distinct ? 1 : (unit_of (scale, place - 1) + unit_of (scale, place)) / 2;
}

double
tl_parallel_scale_snap (const TlParallelScale *scale, double unit)
{
  double nearest = 0;

  unit = CLAMP (unit, 0, 1);
  if (scale->distinct == NULL)
    return unit;
  for (guint i = 0; i <= scale->n_distinct; i++)
    if (fabs (boundary (scale, i) - unit) < fabs (nearest - unit))
      nearest = boundary (scale, i);
  return nearest;
}

double
tl_parallel_scale_step (const TlParallelScale *scale, double unit, gint direction)
{
  double best = direction > 0 ? 1 : 0;

  if (scale->distinct == NULL)
    return CLAMP (unit + direction * 0.01, 0, 1);
  for (guint i = 0; i <= scale->n_distinct; i++)
    {
      double at = boundary (scale, i);

      if (direction > 0 ? at > unit + 1e-9 && at < best : at < unit - 1e-9 && at > best)
        best = at;
    }
  return best;
}

static void
add_tick (GArray *ticks, const TlParallelScale *scale, double value, double gap)
{
  double unit = tl_parallel_scale_unit (scale, value);

  if (!(unit >= 0 && unit <= 1))
    return;
  for (guint i = 0; i < ticks->len; i++)
    if (fabs (tl_parallel_scale_unit (scale, g_array_index (ticks, double, i)) - unit) < gap)
      return;
  g_array_append_val (ticks, value);
}

/* 1, then 2 and 5 of each decade where there is room. */
static void
add_log_ticks (GArray *ticks, const TlParallelScale *scale, double gap)
{
  const double steps[] = { 1, 3, 2, 5 };
  gboolean     is_falling = scale->kind == TL_SCALE_LOG_FALLING;
  double       low = is_falling ? -scale->high : scale->low, high = is_falling ? -scale->low : scale->high;

  for (guint k = 0; k < G_N_ELEMENTS (steps); k++)
    for (double decade = floor (low); decade <= high; decade++)
      add_tick (ticks, scale, steps[k] * pow (10, decade), gap);
}

GArray *
tl_parallel_scale_ticks (const TlParallelScale *scale, double gap)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (double));
  gboolean is_log = scale->kind == TL_SCALE_LOG || scale->kind == TL_SCALE_LOG_FALLING;
  double  step = is_log ? 0 : tl_nice_step (scale->high - scale->low, (guint) CLAMP (0.7 / gap, 2, 6));

  for (guint i = 0; i < scale->n_distinct; i++)
    add_tick (ticks, scale, (double) scale->distinct[i], gap);
  if (scale->distinct != NULL)
    return ticks;
  if (is_log)
    add_log_ticks (ticks, scale, gap);
  for (double at = step > 0 ? ceil (scale->low / step) * step : HUGE_VAL; at <= scale->high; at += step)
    if (scale->kind == TL_SCALE_LINEAR || at > 0)
      add_tick (ticks, scale, scale->kind == TL_SCALE_LINEAR ? at : scale->factor / at, gap);
  return ticks;
}
