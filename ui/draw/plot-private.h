/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/draw/draw-plot.h"

G_BEGIN_DECLS

#define TL_PLOT_LANE_HEIGHT 18.0

/* What the y axis counts: seconds or GFLOP/s. */
double   tl_plot_unit (const TlPlotModel *model, double latency_s);
double   tl_plot_log_unit (const TlPlotModel *model, double latency_s);
double   tl_plot_trial_x (const TlPlotModel *model, guint index);
/* Whether the trial has a latency, which goes to @latency. */
gboolean tl_plot_measured (const TlPlotModel *model, guint index, double *latency);
/* The trials [@first, @end) that stand between pixel columns @x0 and @x1; they are in order of x. */
void     tl_plot_range (const TlPlotModel *model, const TlPlotFrame *frame, double x0, double x1, guint *first, guint *end);
double   tl_plot_lane_middle (const TlPlotFrame *frame, gint lane);

G_END_DECLS
