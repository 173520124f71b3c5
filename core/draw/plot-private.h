/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

#define TL_PLOT_ROW_HEIGHT 18.0
#define TL_PLOT_FONT_PX     11.5
#define TL_DOT_REACH        4.0     /* whole pixels that a dot can touch beside its middle */

/* A latency in the unit of the y axis: seconds or GFLOP/s. */
double   tl_plot_unit (const TlPlotModel *model, double latency_s);
double   tl_plot_log_unit (const TlPlotModel *model, double latency_s);
/* Whether the trial has a plausible latency, which goes to @latency. */
gboolean tl_plot_measured (const TlPlotModel *model, guint index, double *latency);
/* The trials [@first, @end) that stand between pixel columns @x0 and @x1; they are in order of x. */
void     tl_plot_range (const TlPlotModel *model, const TlPlotArea *area, double x0, double x1, guint *first, guint *end);
/* The lower limit of the best-so-far line: the latency of the marked trial; 0: none is marked. */
double   tl_plot_floor_s (const TlPlotModel *model);
gboolean tl_plot_has_mark (const TlPlotModel *model, guint index, TlTrialMark mark);
/* Where the x axis runs: below everything. */
double   tl_plot_axis_y (const TlPlotArea *area);
double   tl_plot_row_middle (const TlPlotArea *area, gint row);

/* Free with g_free. */
char    *tl_plot_y_label (gboolean throughput, double value);
/* Lines across the field, and their labels at its left. */
void     tl_plot_draw_y_axis (cairo_t *cr, const TlPlotArea *area, const TlPalette *palette, gboolean throughput, gboolean with_labels);

/* One paint: the layer between two pixel columns, with the trials that can show there. */
typedef struct
{
  cairo_t           *cr;
  const TlPlotModel *model;
  const TlPlotArea  *area;
  const TlPalette   *palette;
  double             x0, x1;
  guint              first, end;
} TlPlotPart;

/* Whether something from @from to @to is seen: texts are dear. */
static inline gboolean
tl_plot_reaches (const TlPlotPart *part, double from, double to)
{
  return to >= part->x0 && from <= part->x1;
}

/* In plot-notes.c */
void tl_plot_draw_legend (const TlPlotPart *part);
void tl_plot_draw_rules (const TlPlotPart *part);
void tl_plot_draw_density (const TlPlotPart *part);
void tl_plot_draw_improvements (const TlPlotPart *part);
void tl_plot_draw_whiskers (const TlPlotPart *part);

/* Dots whose middles lie in a rectangle of pixels. */
typedef struct _TlDots TlDots;
TlDots  *tl_dots_new (double left, double top, double right, double bottom);
void     tl_dots_free (TlDots *dots);
void     tl_dots_add (TlDots *dots, double x, double y);
#define TL_DOT_ALPHA      0.7
#define TL_DOT_PALE_ALPHA 0.42
void     tl_dots_paint (TlDots *dots, cairo_t *cr, TlColor color, double alpha);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDots, tl_dots_free)

G_END_DECLS
