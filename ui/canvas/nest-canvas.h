/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlNestCanvas: the editable loop nest, as nested boxes or as a line for each loop. Click, Ctrl+click and Shift+click select; shortcuts of
 * primitives act on the selection; dragging a loop header reorders, dropping it on a neighbour fuses; ←/→ fold; Ctrl and the wheel zoom.
 * The scrolled window around it pans. Boxes that are higher than the window become lines, unless a person has chosen.
 *
 * Signals: "view-changed": lines or boxes, or what is folded.
 */
#define TL_TYPE_NEST_CANVAS (tl_nest_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TlNestCanvas, tl_nest_canvas, TL, NEST_CANVAS, GtkWidget)

GtkWidget *tl_nest_canvas_new (TlEditor *editor);
/* 1 is the natural size; clamped to 0.25 … 3. */
void       tl_nest_canvas_set_zoom (TlNestCanvas *canvas, double zoom);
double     tl_nest_canvas_zoom (TlNestCanvas *canvas);
/* Sets the largest zoom up to 1 at which everything is visible. */
void       tl_nest_canvas_fit (TlNestCanvas *canvas);
/* By hand: stays so until another program is opened. */
void       tl_nest_canvas_choose_lines (TlNestCanvas *canvas, gboolean in_lines);
gboolean   tl_nest_canvas_is_in_lines (TlNestCanvas *canvas);
/* "12 loops, 2 blocks; 4 folded". Free with g_free. */
char      *tl_nest_canvas_summary (TlNestCanvas *canvas);
/* Marks the loops and blocks of a refusal until the next edit. */
void       tl_nest_canvas_mark_culprits (TlNestCanvas *canvas, const TlNodeId *nodes, guint n_nodes);
/* The header of a loop or the card of a block; NULL: it is not shown. */
GtkWidget *tl_nest_canvas_find_row (TlNestCanvas *canvas, TlNodeId id);
/* The widget that forms point at: the row of the selection, or the canvas itself. */
GtkWidget *tl_nest_canvas_anchor (TlNestCanvas *canvas);

G_END_DECLS
