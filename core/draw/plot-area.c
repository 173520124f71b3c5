/* SPDX-License-Identifier: Apache-2.0 */
/* Where things stand in a plot of trials: its ranges, the pixel of a trial, the trial at a pixel. */
#include "core/base/extremum.h"
#include "core/draw/plot-private.h"

#include <math.h>
#include <string.h>

#define LEFT_MARGIN  76.0
#define RIGHT_MARGIN 84.0    /* the density stands there */
#define TOP_MARGIN   36.0
#define AXIS_HEIGHT  38.0
#define AXIS_PARTS   20      /* the axis ends at a multiple of about this part of it */
#define STRIP_HEIGHT 12.0
#define PEAK_DECADES 0.6     /* the peak is in view if the best is so near to it */
#define FEW          0.05    /* a tail of so many trials may be cut off … */
#define ROW_GAP      8.0     /* between the field and what stands below it */

double
tl_nice_step (double span, guint max_steps)
{
  double raw = span / MAX (1, max_steps);
  double power = pow (10, floor (log10 (raw)));
  double m = raw / power;

  if (!(span > 0) || !isfinite (span))
    return 1;
  return power * (m <= 1.0000001 ? 1 : m <= 2.0000001 ? 2 : m <= 5.0000001 ? 5 : 10);
}

/* The number after the newest trial. */
static guint
n_reached (const TlPlotModel *model)
{
  return model->n == 0 ? 0 : model->number != NULL ? model->number[model->n - 1] + 1 : model->n;
}

/*
 * An axis that fits all trials ends at a round number beyond the newest: while a run grows the view stands still for some time, which is
 * calmer to watch, and only what is new has to be painted.
 */
static void
fit_x (const TlPlotModel *model, TlPlotArea *area)
{
  double last = 1, step;

  if (model->x_max > model->x_min)
    {
      area->x_min = model->x_min;
      area->x_max = model->x_max;
      return;
    }
  if (model->n > 0)
    last = tl_max (1, tl_plot_trial_x (model, model->n - 1) + (model->by_time ? 0 : 1));
  step = tl_nice_step (last, AXIS_PARTS);
  if (!model->by_time)
    step = MAX (1, step);
  last = ceil (last / step) * step;
  if (!model->by_time)
    last = n_reached (model) <= model->n_expected ? model->n_expected : last;
  /* Trials count from 0: half a place is left free of the axis. */
  area->x_min = model->by_time ? 0 : -0.5;
  area->x_max = last * 1.01 - (model->by_time ? 0 : 0.5);
}

/* The slow end of the axis, as a logarithm of seconds: nearer where few are far slower than all others. */
static double
robust_slow_end (const TlPlotSummary *summary)
{
  guint first = tl_plot_bin (log10 (summary->shortest_s)), last = tl_plot_bin (log10 (summary->longest_s)), bin = last, n_slow = 0;

  while (bin > first && n_slow + summary->bins[bin] <= FEW * summary->n_measured)
    n_slow += summary->bins[bin--];
  /* … if it is as long as all the rest. */
  if (n_slow == 0 || last - bin <= bin - first + 1)
    return log10 (summary->longest_s);
  return TL_PLOT_FIRST_DECADE + (first + (bin + 1 - first) * 1.15) / TL_PLOT_BINS_PER_DECADE;
}

/* Some room beyond what is between @low and @high; at the fast end so much that a label fits there if @has_label. */
static void
fit_margins (const TlPlotModel *model, TlPlotArea *area, double low, double high, gboolean has_label)
{
  double span = high - low, margin = MAX (0.08, span * 0.06), field = area->bottom - area->top;
  double at_peak = has_label && field > 3 * TL_PLOT_LABEL_ROOM ? (span + margin) * TL_PLOT_LABEL_ROOM / (field - TL_PLOT_LABEL_ROOM) : 0;

  at_peak = MAX (margin, at_peak);
  area->y_min = low - (model->throughput ? margin : at_peak);
  area->y_max = high + (model->throughput ? at_peak : margin);
}

static void
fit_y (const TlPlotModel *model, const TlPlotSummary *summary, TlPlotArea *area)
{
  double shortest = summary->shortest_s, longest = summary->longest_s, low, high;

  if (model->y_max > model->y_min)
    {
      area->y_min = model->y_min;
      area->y_max = model->y_max;
      return;
    }
  if (longest > shortest * 30)
    {
      double slow = pow (10, robust_slow_end (summary));

      area->is_cut = slow < longest * 0.999;
      longest = MIN (longest, slow);
    }
  if (model->peak_s > 0 && longest > 0 && log10 (shortest / model->peak_s) < PEAK_DECADES)
    shortest = MIN (shortest, model->peak_s);
  if (model->baseline_s > 0)
    {
      shortest = MIN (shortest, model->baseline_s);
      longest = MAX (longest, model->baseline_s);
    }
  if (longest > 0)
    {
      low = tl_min (tl_plot_log_unit (model, shortest), tl_plot_log_unit (model, longest));
      high = tl_max (tl_plot_log_unit (model, shortest), tl_plot_log_unit (model, longest));
    }
  else
    {
      low = model->throughput ? 0 : -6;
      high = model->throughput ? 2 : -3;
    }
  fit_margins (model, area, low, high, model->peak_s > 0 && shortest == model->peak_s);
}

/* The strip is there where the machine's speed varied. */
static void
fit_strip (const TlPlotSummary *summary, TlPlotArea *area)
{
  if (summary->longest_calibration_s <= TL_MIN_DRIFT * summary->shortest_calibration_s)
    return;
  area->strip_height = STRIP_HEIGHT;
  area->shortest_calibration_s = summary->shortest_calibration_s;
}

static double
height_with_gap (double height)
{
  return height > 0 ? height + ROW_GAP : 0;
}

void
tl_plot_area (const TlPlotModel *model, double width, double height, TlPlotArea *area)
{
  g_autoptr (TlPlotSummary) own = NULL;
  const TlPlotSummary *summary = tl_plot_summary_of (model, &own);
  double room;

  memset (area, 0, sizeof *area);
  area->width = width;
  area->height = height;
  area->marks = summary->marks;
  area->has_plain = summary->has_plain;
  for (guint kind = TL_OUTCOME_OK + 1; kind < TL_N_OUTCOMES; kind++)
    if (summary->counts[kind] > 0)
      area->row_kind[area->n_rows++] = (guint8) kind;
  area->row_height = area->n_rows * TL_PLOT_ROW_HEIGHT;
  area->left = LEFT_MARGIN;
  area->top = TOP_MARGIN;
  area->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  fit_strip (summary, area);
  room = height - TOP_MARGIN - AXIS_HEIGHT - height_with_gap (area->row_height);
  if (room < TL_PLOT_LEAST_FIELD)
    {
      room += height_with_gap (area->row_height);
      area->row_height = 0;
      area->n_rows = 0;
    }
  if (room - height_with_gap (area->strip_height) < TL_PLOT_LEAST_FIELD)
    area->strip_height = 0;
  area->bottom = TOP_MARGIN + tl_max (1, room - height_with_gap (area->strip_height));
  area->strip_top = area->bottom + ROW_GAP;
  area->row_top = area->bottom + height_with_gap (area->strip_height) + ROW_GAP;
  fit_x (model, area);
  fit_y (model, summary, area);
}

double
tl_plot_x (const TlPlotArea *area, double value)
{
  return area->left + (value - area->x_min) / (area->x_max - area->x_min) * (area->right - area->left);
}

double
tl_plot_y (const TlPlotArea *area, double log10_value)
{
  return area->bottom - (log10_value - area->y_min) / (area->y_max - area->y_min) * (area->bottom - area->top);
}

static gint
row_of (const TlPlotArea *area, guint kind)
{
  for (guint i = 0; i < area->n_rows; i++)
    if (area->row_kind[i] == kind)
      return (gint) i;
  return -1;
}

double
tl_plot_axis_y (const TlPlotArea *area)
{
  if (area->n_rows > 0)
    return area->row_top + area->row_height;
  return area->strip_height > 0 ? area->strip_top + area->strip_height : area->bottom;
}

guint8
tl_plot_label_kind (const TlPlotArea *area, double x, double y)
{
  double row = (y - area->row_top) / TL_PLOT_ROW_HEIGHT;

  return x < area->left && row >= 0 && row < area->n_rows ? area->row_kind[(guint) row] : TL_OUTCOME_OK;
}

double
tl_plot_row_middle (const TlPlotArea *area, gint row)
{
  return area->row_top + (row + 0.5) * TL_PLOT_ROW_HEIGHT;
}

/* Pixel of any trial; FALSE for one that is shown nowhere. */
gboolean
tl_plot_trial_pixel (const TlPlotModel *model, const TlPlotArea *area, guint index, double *px, double *py)
{
  double x, y;
  gint   row;

  if (tl_plot_point (model, index, &x, &y))
    {
      *px = tl_plot_x (area, x);
      *py = area->is_cut ? tl_clamp (tl_plot_y (area, y), area->top, area->bottom) : tl_plot_y (area, y);
      return TRUE;
    }
  if (tl_plot_has_mark (model, index, TL_TRIAL_IMPLAUSIBLE))
    {
      /* It stands at its time, or at the edge where that is far away: it does not make the axis longer. */
      *px = tl_plot_x (area, x);
      *py = tl_clamp (tl_plot_y (area, tl_plot_log_unit (model, model->latency_s[index])), area->top, area->bottom);
      return TRUE;
    }
  row = row_of (area, model->outcome[index]);
  *px = tl_plot_x (area, x);
  *py = tl_plot_row_middle (area, MAX (0, row));
  return row >= 0;
}

gboolean
tl_plot_whisker (const TlPlotModel *model, const TlPlotArea *area, const TlTrialSpread *spread, double *x, double *top, double *bottom)
{
  double least, most;

  if (spread->index >= model->n || !(spread->least_s > 0) || !(spread->most_s >= spread->least_s))
    return FALSE;
  *x = tl_plot_x (area, tl_plot_trial_x (model, spread->index));
  least = tl_plot_y (area, tl_plot_log_unit (model, spread->least_s));
  most = tl_plot_y (area, tl_plot_log_unit (model, spread->most_s));
  *top = tl_clamp (tl_min (least, most), area->top, area->bottom);
  *bottom = tl_clamp (tl_max (least, most), area->top, area->bottom);
  return *x >= area->left && *x <= area->right && *bottom > *top;
}

/* The first trial at or behind @value of the x axis. */
static guint
first_from (const TlPlotModel *model, double value)
{
  guint low = 0, high = model->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (tl_plot_trial_x (model, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
tl_plot_range (const TlPlotModel *model, const TlPlotArea *area, double x0, double x1, guint *first, guint *end)
{
  double per_pixel = (area->x_max - area->x_min) / (area->right - area->left);

  *first = first_from (model, area->x_min + (x0 - area->left) * per_pixel);
  *end = first_from (model, nextafter (area->x_min + (x1 - area->left) * per_pixel, HUGE_VAL));
}

gint
tl_plot_pick (const TlPlotModel *model, const TlPlotArea *area, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius * radius, px, py;
  guint  first, end;

  tl_plot_range (model, area, x - radius, x + radius, &first, &end);
  for (guint i = first; i < end; i++)
    if (tl_plot_trial_pixel (model, area, i, &px, &py))
      {
        double distance = (px - x) * (px - x) + (py - y) * (py - y);

        if (distance <= best_distance)
          {
            best_distance = distance;
            best = (gint) i;
          }
      }
  return best;
}
