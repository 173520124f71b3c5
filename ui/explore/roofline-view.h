/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/roofline-model.h"

G_BEGIN_DECLS

/**
 * TlRooflineView: the picture of a roofline. Its accessible name is the summary with the numbers. Left and Right move between the points,
 * Enter or a click picks one, a rectangle that is dragged chooses those within it, Space adds one to them or takes it out.
 *
 * Signals: "picked" (guint point); "pointed" (gint point, -1 for none): the point under the pointer, or the one that keys moved to;
 * "toggled" (guint point); "chosen" (GArray of guint): the points of a rectangle.
 */
#define TL_TYPE_ROOFLINE_VIEW (tl_roofline_view_get_type ())
G_DECLARE_FINAL_TYPE (TlRooflineView, tl_roofline_view, TL, ROOFLINE_VIEW, GtkWidget)

GtkWidget *tl_roofline_view_new (void);
/* @roofline: borrowed until the next call; nullable. */
void       tl_roofline_view_show (TlRooflineView *view, const TlRoofline *roofline, gboolean with_path);

G_END_DECLS
