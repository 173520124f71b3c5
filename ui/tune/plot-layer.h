/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plot as painted: a row of strips, each a render node of its own. Strips that nothing changed in stay the same nodes, and the
 * renderer repaints the window only where one was replaced: new trials cost the strip at the right end, not the plot.
 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

typedef struct _TlPlotLayer TlPlotLayer;

TlPlotLayer       *tl_plot_layer_new (void);
void               tl_plot_layer_free (TlPlotLayer *layer);

/* Forgets what is painted: the trials are others, not merely more. */
void               tl_plot_layer_clear (TlPlotLayer *layer);

/* Paints what changed since the last call: more trials, another view, size, scale or palette. */
void               tl_plot_layer_update (TlPlotLayer *layer, const TlPlotModel *model, const TlPalette *palette, int width, int height,
                                         int scale);

void               tl_plot_layer_snapshot (TlPlotLayer *layer, GtkSnapshot *snapshot);

/* The plot area of the painted picture; NULL: nothing is painted. */
const TlPlotArea *tl_plot_layer_area (TlPlotLayer *layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPlotLayer, tl_plot_layer_free)

G_END_DECLS
