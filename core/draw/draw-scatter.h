/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Predicted against measured: each trial at what the cost model expected when it was picked, and what was measured then. A model that knows
 * the order makes a cloud that falls from left to right; one that guesses makes a shapeless one. Pruned and failed trials stand in rows
 * below: what the model took for fast and for possible.
 */
#pragma once

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

/* The data of the plot; arrays are borrowed, one entry per trial. */
typedef struct
{
  const double *score;             /* higher is better; NAN: nothing was expected, the trial is not shown */
  const double *latency_s;         /* as in TlPlotModel, and so on */
  const float  *log10_latency;
  const guint8 *outcome;
  const guint8 *marks;
  guint         n;
  gint          best;              /* the one that is marked; -1: none */
  double        rank_correlation;  /* Spearman's, of score and speed; NAN: unknown */
  guint         n_ranked;          /* of so many trials */
} TlScatterModel;

/* The x axis of @area counts scores, the y axis is that of latencies. Rounded outwards, so that it stands still while a run grows. */
void     tl_scatter_area (const TlScatterModel *model, double width, double height, TlPlotArea *area);
/* Pixel of a trial; FALSE for one that is not shown. */
gboolean tl_scatter_pixel (const TlScatterModel *model, const TlPlotArea *area, guint index, double *px, double *py);
/* The trial nearest to a pixel and within @radius; -1: none. */
gint     tl_scatter_pick (const TlScatterModel *model, const TlPlotArea *area, double x, double y, double radius);

/* The whole picture. Paints no background. */
void     tl_draw_scatter (cairo_t *cr, const TlScatterModel *model, const TlPalette *palette, double width, double height);

/* The same for a window, which keeps what was painted: trials that come cost what they add. */
typedef struct _TlScatter TlScatter;
TlScatter         *tl_scatter_new (void);
void               tl_scatter_free (TlScatter *scatter);
/* Forgets what is painted: the trials are others, not merely more. */
void               tl_scatter_clear (TlScatter *scatter);
void               tl_scatter_update (TlScatter *scatter, const TlScatterModel *model, const TlPalette *palette, int width, int height,
                                      double scale);
/* The picture of the last update, in pixels of @scale; borrowed until the next. NULL before the first. */
cairo_surface_t  *tl_scatter_picture (TlScatter *scatter);
const TlPlotArea *tl_scatter_shown_area (TlScatter *scatter);   /* NULL before the first update */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlScatter, tl_scatter_free)

G_END_DECLS
