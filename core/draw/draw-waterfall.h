/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

typedef enum
{
  TL_WATERFALL_START,     /* a program: a line at its time */
  TL_WATERFALL_STEP,      /* from the time of the row before to its own */
  TL_WATERFALL_INTERACTION,   /* what the steps bring together beyond each alone: ends at its own time */
  TL_WATERFALL_WHOLE,     /* from the time of the first row to its own */
} TlWaterfallKind;

typedef struct
{
  TlWaterfallKind kind;
  const char     *label;       /* borrowed */
  const char     *text;        /* at the right end: "1.38 times faster"; borrowed */
  double          time_s;      /* 0: not known yet, nothing is drawn */
  double          low, high;   /* interval of the time before by this one; 0: not known */
  gboolean        is_distinct;
  double          gain;        /* INTERACTION: the time before by the time after */
} TlWaterfallRow;

/*
 * Times on a log scale, a row for each: bars reach from the time before a step to the time after it and end in an arrow, hatched where the
 * two are not distinguishable, with a whisker for the interval. Where the last steps change little of it, a panel beside their bars shows
 * them again, enlarged on a linear scale. Paints no background.
 */
void   tl_draw_waterfall (cairo_t *cr, const TlWaterfallRow *rows, guint n_rows, const TlPalette *palette, double width, double height);
/* The height that the rows and the axis take. */
double tl_waterfall_height (guint n_rows);
/* Where a time is on the scale that the rows span. */
double tl_waterfall_x (const TlWaterfallRow *rows, guint n_rows, double width, double time_s);
/* The rows that are enlarged, from @first to before @end. FALSE: none are. */
gboolean tl_waterfall_enlarged (const TlWaterfallRow *rows, guint n_rows, double width, guint *first, guint *end);
/* Where a time is in their panel. */
double tl_waterfall_enlarged_x (const TlWaterfallRow *rows, guint n_rows, double width, double time_s);

G_END_DECLS
