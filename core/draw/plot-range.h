/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

/* Trials within a rectangle of the plot. */
typedef struct
{
  guint  n;
  guint  first, last;       /* the least and the greatest trial number */
  double least_s, most_s;   /* of their latencies; both 0: any, and those without a time */
} TlPlotTrials;

/*
 * The trials whose dots lie between two corners, in pixels. A rectangle that reaches the rows below the field is about trial numbers alone.
 * FALSE: there are none.
 */
gboolean tl_plot_trials_within (const TlPlotModel *model, const TlPlotArea *area, double x0, double y0, double x1, double y1,
                                TlPlotTrials *trials);

/* The x axis, in data units, from the trial number @first to before @end. FALSE: no trial has come. */
gboolean tl_plot_numbers_x (const TlPlotModel *model, guint first, guint end, double *x_min, double *x_max);

G_END_DECLS
