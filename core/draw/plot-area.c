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
#define N_BINS       128     /* of latencies, where the slow ones are looked for */
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

/* The slow end of the axis, given the logarithms of the fastest and the slowest: nearer where few are far slower than all others. */
static double
robust_slow_end (const TlPlotModel *model, double fast, double slow)
{
  guint  counts[N_BINS] = { 0 }, n = 0, n_slow = 0, bin = N_BINS - 1;
  double scale = N_BINS / (slow - fast), latency;

  for (guint i = 0; i < model->n; i++)
    if (tl_plot_measured (model, i, &latency))
      {
        double at = model->log10_latency != NULL ? (double) model->log10_latency[i] : log10 (latency);

        counts[(guint) tl_clamp ((at - fast) * scale, 0, N_BINS - 1)]++;
        n++;
      }
  while (bin > 0 && n_slow + counts[bin] <= FEW * n)
    n_slow += counts[bin--];
  /* … if it is as long as all the rest. */
  return n_slow > 0 && N_BINS - 1 - bin > bin + 1 ? fast + (bin + 1) / scale * 1.15 : slow;
}

static void
fit_y (const TlPlotModel *model, TlPlotArea *area)
{
  double shortest = HUGE_VAL, longest = 0, latency, low, high;

  if (model->y_max > model->y_min)
    {
      area->y_min = model->y_min;
      area->y_max = model->y_max;
      return;
    }
  for (guint i = 0; i < model->n; i++)
    if (tl_plot_measured (model, i, &latency))
      {
        shortest = MIN (shortest, latency);
        longest = MAX (longest, latency);
      }
  if (longest > shortest * 30)
    {
      double slow = pow (10, robust_slow_end (model, log10 (shortest), log10 (longest)));

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
  area->y_min = low - MAX (0.08, (high - low) * 0.06);
  area->y_max = high + MAX (0.08, (high - low) * 0.06);
}

/* The strip is there where the machine's speed varied. */
static void
fit_strip (const TlPlotModel *model, TlPlotArea *area)
{
  double shortest = HUGE_VAL, longest = 0;

  for (guint i = 0; model->calibration_s != NULL && i < model->n; i++)
    if (model->calibration_s[i] > 0)
      {
        shortest = MIN (shortest, model->calibration_s[i]);
        longest = MAX (longest, model->calibration_s[i]);
      }
  if (longest <= TL_MIN_DRIFT * shortest)
    return;
  area->strip_height = STRIP_HEIGHT;
  area->shortest_calibration_s = shortest;
}

static double
height_with_gap (double height)
{
  return height > 0 ? height + ROW_GAP : 0;
}

void
tl_plot_area (const TlPlotModel *model, double width, double height, TlPlotArea *area)
{
  gboolean present[TL_N_OUTCOMES] = { FALSE };

  memset (area, 0, sizeof *area);
  area->width = width;
  area->height = height;
  for (guint i = 0; i < model->n; i++)
    {
      guint8 marks = model->marks != NULL ? model->marks[i] : 0;

      if (model->outcome[i] < TL_N_OUTCOMES)
        present[model->outcome[i]] = TRUE;
      area->marks |= marks;
      area->has_plain |= (marks & (TL_TRIAL_RANDOM | TL_TRIAL_BY_HAND)) == 0;
    }
  for (guint kind = TL_OUTCOME_OK + 1; kind < TL_N_OUTCOMES; kind++)
    if (present[kind])
      area->row_kind[area->n_rows++] = (guint8) kind;
  area->row_height = area->n_rows * TL_PLOT_ROW_HEIGHT;
  area->left = LEFT_MARGIN;
  area->top = TOP_MARGIN;
  area->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  fit_strip (model, area);
  area->bottom = tl_max (TOP_MARGIN + 1, height - AXIS_HEIGHT - height_with_gap (area->row_height) - height_with_gap (area->strip_height));
  area->strip_top = area->bottom + ROW_GAP;
  area->row_top = area->bottom + height_with_gap (area->strip_height) + ROW_GAP;
  fit_x (model, area);
  fit_y (model, area);
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
