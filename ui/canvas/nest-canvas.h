/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlNestCanvas: the loop nest one can take hold of. Click, Ctrl and Shift click select; the table's keys act on the selection; dragging a
 * loop header reorders, dropping it on a neighbour fuses; Ctrl and the wheel zoom. It lies in a scrolled window, which pans.
 */
#define TL_TYPE_NEST_CANVAS (tl_nest_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TlNestCanvas, tl_nest_canvas, TL, NEST_CANVAS, GtkWidget)

GtkWidget *tl_nest_canvas_new (TlEditor *editor);
/* 1 is natural size; kept between 0.25 and 3. */
void       tl_nest_canvas_set_zoom (TlNestCanvas *canvas, double zoom);
double     tl_nest_canvas_zoom (TlNestCanvas *canvas);
/* The largest zoom up to 1 at which everything is visible. */
void       tl_nest_canvas_fit (TlNestCanvas *canvas);
/* Marks what a refusal names until the next edit. */
void       tl_nest_canvas_mark_culprits (TlNestCanvas *canvas, const TlNodeId *nodes, guint n_nodes);
/* The row of the selection, or the canvas itself: where a form points. */
GtkWidget *tl_nest_canvas_anchor (TlNestCanvas *canvas);

G_END_DECLS
