/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/draw-split.h"

G_BEGIN_DECLS

/**
 * TlSplitPlot: the ruler with the latencies above it. Dragging or clicking chooses a factor, which snaps to divisors unless Ctrl is held;
 * so do ←, →, Home and End.
 *
 * Signals: "chosen" (gint64 factor); "released": a drag has ended; "other-picked" (guint index): a handle of another factor was pressed.
 */
#define TL_TYPE_SPLIT_PLOT (tl_split_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlSplitPlot, tl_split_plot, TL, SPLIT_PLOT, GtkWidget)

GtkWidget *tl_split_plot_new (void);
/* Shows @picture, which is borrowed with all that it borrows until the next call; NULL: nothing. @summary: what it says, in words. */
void       tl_split_plot_show (TlSplitPlot *plot, const TlSplitPicture *picture, const char *summary);
/* A drag from outside, which began at the present factor: the factor @dx pixels further. @is_free: not snapped. */
void       tl_split_plot_drag (TlSplitPlot *plot, double dx, gboolean is_free);
void       tl_split_plot_drop (TlSplitPlot *plot);

G_END_DECLS
