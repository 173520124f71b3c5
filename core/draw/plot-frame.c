/* SPDX-License-Identifier: Apache-2.0 */
/* Where things stand in a plot of trials: its ranges, the pixel of a trial, the trial at a pixel. */
#include "core/base/extremum.h"
#include "core/draw/plot-private.h"

#include <math.h>
#include <string.h>

#define LEFT_MARGIN  76.0
#define RIGHT_MARGIN 20.0
#define TOP_MARGIN   22.0
#define AXIS_HEIGHT  38.0
#define AXIS_PARTS   20      /* the axis ends at a multiple of about this part of it */
#define STRIP_HEIGHT 12.0
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
fit_x (const TlPlotModel *model, TlPlotArea *frame)
{
  double last = 1, step;

  if (model->x_max > model->x_min)
    {
      frame->x_min = model->x_min;
      frame->x_max = model->x_max;
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
  frame->x_min = model->by_time ? 0 : -0.5;
  frame->x_max = last * 1.01 - (model->by_time ? 0 : 0.5);
}

static void
fit_y (const TlPlotModel *model, TlPlotArea *frame)
{
  double shortest = HUGE_VAL, longest = 0, latency, low, high;

  if (model->y_max > model->y_min)
    {
      frame->y_min = model->y_min;
      frame->y_max = model->y_max;
      return;
    }
  for (guint i = 0; i < model->n; i++)
    if (tl_plot_measured (model, i, &latency))
      {
        shortest = MIN (shortest, latency);
        longest = MAX (longest, latency);
      }
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
  frame->y_min = low - MAX (0.08, (high - low) * 0.06);
  frame->y_max = high + MAX (0.08, (high - low) * 0.06);
}

/* The strip is there where the machine's speed varied. */
static void
fit_strip (const TlPlotModel *model, TlPlotArea *frame)
{
  double shortest = HUGE_VAL, longest = 0;

  for (guint i = 0; model->calibration_s != NULL && i < model->n; i++)
    if (model->calibration_s[i] > 0)
      {
        shortest = MIN (shortest, model->calibration_s[i]);
        longest = MAX (longest, model->calibration_s[i]);
      }
  if (longest <= TL_LEAST_DRIFT * shortest)
    return;
  frame->strip_height = STRIP_HEIGHT;
  frame->shortest_calibration_s = shortest;
}

static double
height_with_gap (double height)
{
  return height > 0 ? height + ROW_GAP : 0;
}

void
tl_plot_area (const TlPlotModel *model, double width, double height, TlPlotArea *frame)
{
  gboolean present[TL_N_OUTCOMES] = { FALSE };

  memset (frame, 0, sizeof *frame);
  frame->width = width;
  frame->height = height;
  for (guint i = 0; i < model->n; i++)
    if (model->outcome[i] < TL_N_OUTCOMES)
      present[model->outcome[i]] = TRUE;
  for (guint kind = TL_OUTCOME_OK + 1; kind < TL_N_OUTCOMES; kind++)
    if (present[kind])
      frame->lane_kind[frame->n_lanes++] = (guint8) kind;
  frame->lane_height = frame->n_lanes * TL_PLOT_LANE_HEIGHT;
  frame->left = LEFT_MARGIN;
  frame->top = TOP_MARGIN;
  frame->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  fit_strip (model, frame);
  frame->bottom = tl_max (TOP_MARGIN + 1, height - AXIS_HEIGHT - height_with_gap (frame->lane_height) - height_with_gap (frame->strip_height));
  frame->strip_top = frame->bottom + ROW_GAP;
  frame->lane_top = frame->bottom + height_with_gap (frame->strip_height) + ROW_GAP;
  fit_x (model, frame);
  fit_y (model, frame);
}

double
tl_plot_x (const TlPlotArea *frame, double value)
{
  return frame->left + (value - frame->x_min) / (frame->x_max - frame->x_min) * (frame->right - frame->left);
}

double
tl_plot_y (const TlPlotArea *frame, double log10_value)
{
  return frame->bottom - (log10_value - frame->y_min) / (frame->y_max - frame->y_min) * (frame->bottom - frame->top);
}

static gint
lane_of (const TlPlotArea *frame, guint kind)
{
  for (guint i = 0; i < frame->n_lanes; i++)
    if (frame->lane_kind[i] == kind)
      return (gint) i;
  return -1;
}

double
tl_plot_axis_y (const TlPlotArea *frame)
{
  if (frame->n_lanes > 0)
    return frame->lane_top + frame->lane_height;
  return frame->strip_height > 0 ? frame->strip_top + frame->strip_height : frame->bottom;
}

double
tl_plot_lane_middle (const TlPlotArea *frame, gint lane)
{
  return frame->lane_top + (lane + 0.5) * TL_PLOT_LANE_HEIGHT;
}

/* Pixel of any trial; FALSE for one that is shown nowhere. */
gboolean
tl_plot_trial_pixel (const TlPlotModel *model, const TlPlotArea *frame, guint index, double *px, double *py)
{
  double x, y;
  gint   lane;

  if (tl_plot_point (model, index, &x, &y))
    {
      *px = tl_plot_x (frame, x);
      *py = tl_plot_y (frame, y);
      return TRUE;
    }
  if (tl_plot_has_mark (model, index, TL_TRIAL_IMPLAUSIBLE))
    {
      /* It stands at its time, or at the edge where that is far away: it does not make the axis longer. */
      *px = tl_plot_x (frame, x);
      *py = tl_clamp (tl_plot_y (frame, tl_plot_log_unit (model, model->latency_s[index])), frame->top, frame->bottom);
      return TRUE;
    }
  lane = lane_of (frame, model->outcome[index]);
  *px = tl_plot_x (frame, x);
  *py = tl_plot_lane_middle (frame, MAX (0, lane));
  return lane >= 0;
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
tl_plot_range (const TlPlotModel *model, const TlPlotArea *frame, double x0, double x1, guint *first, guint *end)
{
  double per_pixel = (frame->x_max - frame->x_min) / (frame->right - frame->left);

  *first = first_from (model, frame->x_min + (x0 - frame->left) * per_pixel);
  *end = first_from (model, nextafter (frame->x_min + (x1 - frame->left) * per_pixel, HUGE_VAL));
}

gint
tl_plot_pick (const TlPlotModel *model, const TlPlotArea *frame, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius * radius, px, py;
  guint  first, end;

  tl_plot_range (model, frame, x - radius, x + radius, &first, &end);
  for (guint i = first; i < end; i++)
    if (tl_plot_trial_pixel (model, frame, i, &px, &py))
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
