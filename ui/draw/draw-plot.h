/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Latency over trials. The plot is a layer that can be painted whole or between two pixel columns, so that a window repaints only where
 * trials came; hover and selection go on top. 100 000 trials cost a few milliseconds: points are stamped into one mask, at most one per
 * two pixels.
 */
#pragma once

#include "ui/draw/palette.h"

G_BEGIN_DECLS

/* What is plotted; arrays are borrowed, one entry per trial in order of finishing. */
typedef struct
{
  const double *latency_s;      /* median of a measured trial; anything for a failed one */
  const float  *log10_latency;  /* of the same, nullable: saves taking the logarithms */
  const guint8 *outcome;        /* TlOutcomeKind */
  const double *elapsed_s;      /* since the run began, never falling; nullable unless by_time */
  guint         n;
  gint          best;           /* the one that is marked; -1: none */
  guint         n_expected;     /* the axis reaches at least so far; 0: the data */
  double        baseline_s;     /* the unscheduled program; 0: unknown */
  double        flops;          /* of one run; needed for throughput */
  gboolean      by_time;        /* x: seconds, else trial number */
  gboolean      throughput;     /* y: GFLOP/s, else latency */
  double        x_min, x_max;   /* the view; equal: everything */
  double        y_min, y_max;   /* log10 of the y unit; equal: everything */
} TlPlotModel;

/* Where things stand, in pixels and data units. */
typedef struct
{
  double left, top, right, bottom;   /* of the field */
  double lane_top, lane_height;      /* of the failure rows; height 0: none */
  guint  n_lanes;
  guint8 lane_kind[TL_N_OUTCOMES];   /* which outcome each row holds */
  double x_min, x_max;
  double y_min, y_max;               /* log10 */
  double width, height;
} TlPlotFrame;

void   tl_plot_frame (const TlPlotModel *model, double width, double height, TlPlotFrame *frame);
double tl_plot_x (const TlPlotFrame *frame, double value);
double tl_plot_y (const TlPlotFrame *frame, double log10_value);

/* x and log10 y of a trial in data units; FALSE for a failed one (x is set all the same). */
gboolean tl_plot_point (const TlPlotModel *model, guint index, double *x, double *y);

/* The trial nearest to a pixel and within @radius, failures in their lanes included; -1: none. */
gint   tl_plot_pick (const TlPlotModel *model, const TlPlotFrame *frame, double x, double y, double radius);

/* Pixel of any trial; FALSE for one that is shown nowhere. */
gboolean tl_plot_trial_pixel (const TlPlotModel *model, const TlPlotFrame *frame, guint index, double *px, double *py);

/* The whole layer. Paints no background. */
void   tl_draw_plot (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height);

/* The same between the pixel columns @x0 and @x1; what it paints beyond them is for the caller to clip. */
void   tl_draw_plot_part (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette, double x0, double x1);

/* A step of 1, 2 or 5 times a power of ten that divides @span into at most @max_steps. */
double tl_nice_step (double span, guint max_steps);

G_END_DECLS
