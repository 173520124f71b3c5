/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Latency over trials. The plot is a static layer, drawn anew only when data, view or size change, and an overlay (hover, selection) painted
 * on top each frame. 100 000 trials cost a few milliseconds: points are stamped into one mask, at most one per two pixels.
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
  const double *elapsed_s;      /* since the run began; nullable unless by_time */
  guint         n;
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

/* The static layer. Paints no background. */
void   tl_draw_plot (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height);

/* Hover cross and ring round a trial (-1: none), ring round the selected one (-1: none). */
void   tl_draw_plot_overlay (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height, gint hovered,
                             gint selected);

/* A step of 1, 2 or 5 times a power of ten that divides @span into at most @max_steps. */
double tl_nice_step (double span, guint max_steps);

G_END_DECLS
