/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parallel coordinates: vertical axes, a trial is a curve through its values. Masses of curves are pixels (parallel-lines.h); here is where
 * they cross the axes, and what lies above them: axes with their labels, brushes, single curves.
 */
#pragma once

#include "core/draw/palette.h"
#include "core/draw/parallel-scale.h"

G_BEGIN_DECLS

typedef struct
{
  double          x;
  TlParallelScale scale;
  guint           salt;         /* lines of one discrete value are spread alike wherever the axis stands */
  double          best;         /* the value whose label is bold; NAN: none */
  gboolean        has_missing;  /* some trial has no value here */
  const char     *missing;      /* nullable: what stands below then */
} TlParallelAxis;

/* Where things are, in pixels. Borrowed. */
typedef struct
{
  const TlParallelAxis *axes;
  guint                 n_axes;
  double                top, bottom;   /* of the axes */
  double                missing_y;     /* the row of trials without a value */
  char               *(*text) (gpointer data, guint axis, double value);   /* of a label; free with g_free */
  gpointer              data;
} TlParallelPicture;

#define TL_BRUSH_WIDTH        14.0
#define TL_BRUSH_HANDLE_WIDTH 24.0
#define TL_BRUSH_HANDLE_HEIGHT 8.0

double   tl_parallel_y (const TlParallelPicture *picture, double unit);
double   tl_parallel_unit (const TlParallelPicture *picture, double y);
/* Where the curve of trial @number crosses an axis at @value. */
double   tl_parallel_crossing (const TlParallelPicture *picture, guint axis, double value, guint number);

void     tl_draw_parallel_axes (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette);
/* From @low to @high, in units. */
void     tl_draw_parallel_brush (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette, guint axis, double low,
                                 double high);
/* One curve; @ys: where it crosses each axis. */
void     tl_draw_parallel_curve (cairo_t *cr, const TlParallelPicture *picture, const double *ys, TlColor color, double width);

G_END_DECLS
