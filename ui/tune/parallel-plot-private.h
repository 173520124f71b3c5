/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-parallel.h"
#include "core/draw/parallel-lines.h"
#include "ui/tune/parallel-head.h"
#include "ui/tune/parallel-plot.h"

G_BEGIN_DECLS

typedef enum { TL_PARALLEL_IDLE, TL_PARALLEL_NEW_BRUSH, TL_PARALLEL_EDGE, TL_PARALLEL_WHOLE, TL_PARALLEL_CLICK } TlParallelDrag;

struct _TlParallelPlot
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection *selection;
  TlTrialAxes      *axes;
  TlTrialBrushes   *brushes;
  GPtrArray        *heads;         /* TlParallelHead, children */
  GArray           *columns;       /* TlParallelAxis, one per shown axis */
  GPtrArray        *crossings;     /* GArray of guint16: of each axis, one per trial */
  GArray           *shades;        /* guint8, one per trial: of the lines that pass */
  GArray           *latencies;     /* double: those measured, sorted; empty: out of date */
  cairo_surface_t  *back, *front;  /* all lines; those that pass. NULL: out of date */
  cairo_surface_t  *over;          /* axes with their labels: texts are dear */

  double            flops;
  double            top_percent;
  double            fastest_s, slowest_s;   /* of the lines that pass; slowest 0: none; negative: out of date */
  guint             n_when_scaled; /* trials when the scales were made; 0: out of date */
  int               width, height;
  double            scale;         /* of the surfaces and crossings */
  const TlPalette  *palette;       /* of the surfaces */
  gint64            back_us;       /* when the back was painted … */
  guint             back_timer;    /* … and until it may be painted again */
  /* Drag of a brush */
  TlParallelDrag    drag;
  guint             drag_place;    /* of the axis */
  gint              drag_brush;    /* -1: none yet */
  double            drag_fixed;    /* the unit of the other edge, or of the pointer in a whole brush */
  double            drag_low, drag_high;
  /* Drag of a head */
  gint              moved;         /* its place; -1: none */
  double            moved_dx, moved_dy;
};

/* --- parallel-plot.c --- */

void              tl_parallel_plot_make_up (TlParallelPlot *plot);   /* scales and places, where they are out of date */
TlParallelPicture tl_parallel_plot_picture (TlParallelPlot *plot);
/* The units of a brush on the axis at @place; the lower one first. */
void              tl_parallel_plot_brush_units (TlParallelPlot *plot, guint place, TlTrialBrush brush, double *low, double *high);
gint              tl_parallel_plot_trial_at (TlParallelPlot *plot, double x, double y);
/* The middle of the line's first curve. FALSE: it is not drawn. */
gboolean          tl_parallel_plot_trial_point (TlParallelPlot *plot, guint index, double *x, double *y);

/* --- parallel-plot-input.c --- */

void              tl_parallel_plot_add_controllers (TlParallelPlot *plot);
void              tl_parallel_plot_add_head_controllers (TlParallelPlot *plot, GtkWidget *head);

G_END_DECLS
