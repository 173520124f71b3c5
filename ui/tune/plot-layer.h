/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The painted plot: a row of strips, each with its own render node. Unchanged strips keep their nodes, and the renderer repaints the
 * window only where a node was replaced: new trials repaint the strip at the right end, not the plot. Another view of many trials is
 * painted in a thread; the window goes on and shows it when it is there.
 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

typedef struct _TlPlotLayer TlPlotLayer;

/* Of @widget (borrowed), which is drawn again when a thread has painted. */
TlPlotLayer       *tl_plot_layer_new (GtkWidget *widget);
void               tl_plot_layer_free (TlPlotLayer *layer);

/* Discards the painted strips, for other trials. Additional trials do not need this. */
void               tl_plot_layer_clear (TlPlotLayer *layer);

/*
 * Paints the changes since the last call: additional trials, another view, size, scale or palette. @width and @height in units of the
 * view, @scale and @factor as in ui/widgets/pixels.h.
 */
void               tl_plot_layer_update (TlPlotLayer *layer, const TlPlotModel *model, const TlPalette *palette, int width, int height,
                                         double scale, int factor);

/* Between tl_pixels_begin and its end. */
void               tl_plot_layer_snapshot (TlPlotLayer *layer, GtkSnapshot *snapshot);

/* The plot area of the painted picture; NULL if nothing is painted. */
const TlPlotArea  *tl_plot_layer_area (TlPlotLayer *layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPlotLayer, tl_plot_layer_free)

G_END_DECLS
