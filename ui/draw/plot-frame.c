/* SPDX-License-Identifier: Apache-2.0 */
/* Where things stand in a plot of trials: its ranges, the pixel of a trial, the trial at a pixel. */
#include "core/base/extremum.h"
#include "ui/draw/plot-private.h"

#include <math.h>
#include <string.h>

#define LEFT_MARGIN  76.0
#define RIGHT_MARGIN 20.0
#define TOP_MARGIN   22.0
#define AXIS_HEIGHT  38.0
#define AXIS_PARTS   20      /* the axis ends at a multiple of about this part of it */

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

double
tl_plot_unit (const TlPlotModel *model, double latency_s)
{
  return model->throughput ? model->flops / latency_s / 1e9 : latency_s;
}

double
tl_plot_trial_x (const TlPlotModel *model, guint index)
{
  return model->by_time ? model->elapsed_s[index] : (double) index;
}

/*
 * An axis that fits all trials ends at a round number beyond the newest: while a run grows the view stands still for some time, which is
 * calmer to watch, and only what is new has to be painted.
 */
static void
fit_x (const TlPlotModel *model, TlPlotFrame *frame)
{
  double last = model->by_time ? 1 : MAX (1, model->n), step;

  if (model->x_max > model->x_min)
    {
      frame->x_min = model->x_min;
      frame->x_max = model->x_max;
      return;
    }
  if (model->by_time)
    for (guint i = 0; i < model->n; i++)
      last = MAX (last, model->elapsed_s[i]);
  step = tl_nice_step (last, AXIS_PARTS);
  if (!model->by_time)
    step = MAX (1, step);
  last = ceil (last / step) * step;
  if (!model->by_time)
    last = model->n <= model->n_expected ? model->n_expected : last;
  /* Trials count from 0: half a place is left free of the axis. */
  frame->x_min = model->by_time ? 0 : -0.5;
  frame->x_max = last * 1.01 - (model->by_time ? 0 : 0.5);
}

/* Latency of a measured trial. Bounds and improvements are found on latencies; logarithms are taken only of what is placed. */
gboolean
tl_plot_measured (const TlPlotModel *model, guint index, double *latency)
{
  *latency = model->latency_s[index];
  return model->outcome[index] == TL_OUTCOME_OK && *latency > 0 && isfinite (*latency);
}

double
tl_plot_log_unit (const TlPlotModel *model, double latency_s)
{
  return log10 (tl_plot_unit (model, latency_s));
}

gboolean
tl_plot_point (const TlPlotModel *model, guint index, double *x, double *y)
{
  double latency;

  *x = tl_plot_trial_x (model, index);
  if (!tl_plot_measured (model, index, &latency))
    return FALSE;
  if (model->log10_latency != NULL && !model->throughput)
    *y = (double) model->log10_latency[index];
  else
    *y = tl_plot_log_unit (model, latency);
  return TRUE;
}

static void
fit_y (const TlPlotModel *model, TlPlotFrame *frame)
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

void
tl_plot_frame (const TlPlotModel *model, double width, double height, TlPlotFrame *frame)
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
  frame->bottom = MAX (TOP_MARGIN + 1, height - AXIS_HEIGHT - (frame->n_lanes > 0 ? frame->lane_height + 8 : 0));
  frame->lane_top = frame->bottom + 8;
  fit_x (model, frame);
  fit_y (model, frame);
}

double
tl_plot_x (const TlPlotFrame *frame, double value)
{
  return frame->left + (value - frame->x_min) / (frame->x_max - frame->x_min) * (frame->right - frame->left);
}

double
tl_plot_y (const TlPlotFrame *frame, double log10_value)
{
  return frame->bottom - (log10_value - frame->y_min) / (frame->y_max - frame->y_min) * (frame->bottom - frame->top);
}

static gint
lane_of (const TlPlotFrame *frame, guint kind)
{
  for (guint i = 0; i < frame->n_lanes; i++)
    if (frame->lane_kind[i] == kind)
      return (gint) i;
  return -1;
}

double
tl_plot_lane_middle (const TlPlotFrame *frame, gint lane)
{
  return frame->lane_top + (lane + 0.5) * TL_PLOT_LANE_HEIGHT;
}

/* Pixel of any trial; FALSE for one that is shown nowhere. */
gboolean
tl_plot_trial_pixel (const TlPlotModel *model, const TlPlotFrame *frame, guint index, double *px, double *py)
{
  double x, y;
  gint   lane;

  if (tl_plot_point (model, index, &x, &y))
    {
      *px = tl_plot_x (frame, x);
      *py = tl_plot_y (frame, y);
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
tl_plot_range (const TlPlotModel *model, const TlPlotFrame *frame, double x0, double x1, guint *first, guint *end)
{
  double per_pixel = (frame->x_max - frame->x_min) / (frame->right - frame->left);

  *first = first_from (model, frame->x_min + (x0 - frame->left) * per_pixel);
  *end = first_from (model, nextafter (frame->x_min + (x1 - frame->left) * per_pixel, HUGE_VAL));
}

gint
tl_plot_pick (const TlPlotModel *model, const TlPlotFrame *frame, double x, double y, double radius)
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
