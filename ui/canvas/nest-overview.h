/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/canvas/nest-canvas.h"

G_BEGIN_DECLS

/**
 * TlNestOverview: all of the canvas, scaled down, with a frame around the part in view. Clicking and dragging scroll; so do the arrow keys
 * and Page Up and Down. Visible while there is more than is in view.
 */
#define TL_TYPE_NEST_OVERVIEW (tl_nest_overview_get_type ())
G_DECLARE_FINAL_TYPE (TlNestOverview, tl_nest_overview, TL, NEST_OVERVIEW, GtkWidget)

/* @scroller: around the canvas. */
GtkWidget *tl_nest_overview_new (TlNestCanvas *canvas, GtkScrolledWindow *scroller);
/* Not in narrow panes. */
void       tl_nest_overview_set_has_room (TlNestOverview *overview, gboolean has_room);

G_END_DECLS
