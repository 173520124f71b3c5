/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlNestCanvas: the editable loop nest, as nested boxes or as a line for each loop. Click, Ctrl+click and Shift+click select; shortcuts of
 * primitives act on the selection; dragging a loop header reorders, dropping it on a neighbour fuses; ←/→ fold; Ctrl and the wheel zoom,
 * Alt and the wheel move the iteration of the loop whose header is under the pointer.
 * The scrolled window around it pans. Boxes that are higher than the window become lines, unless a person has chosen.
 *
 * Signals: "view-changed": lines or boxes, or what is folded; "laid-out": other places or sizes;
 * "loop-stepped" (guint id, gint by): the wheel asks for a later or an earlier iteration of this loop.
 */
#define TL_TYPE_NEST_CANVAS (tl_nest_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TlNestCanvas, tl_nest_canvas, TL, NEST_CANVAS, GtkWidget)

GtkWidget *tl_nest_canvas_new (TlEditor *editor);
/* 1 is the natural size; clamped to 0.02 … 3. Boxes below 0.45 are drawn without texts. */
void       tl_nest_canvas_set_zoom (TlNestCanvas *canvas, double zoom);
double     tl_nest_canvas_zoom (TlNestCanvas *canvas);
/* A step nearer (1) or farther (-1): boxes larger or smaller; of lines the dearest folded loop opens, or the cheapest is folded. */
void       tl_nest_canvas_zoom_by (TlNestCanvas *canvas, int steps);
/* Sets the largest zoom up to 1 at which all boxes are visible; folds the cheapest loops of lines until they are, not the selected one. */
void       tl_nest_canvas_fit (TlNestCanvas *canvas);
/* Whether the nests stand one below the other, as something beside them needs that. */
void       tl_nest_canvas_set_one_column (TlNestCanvas *canvas, gboolean is_one_column);
/* Draws all of it scaled down; the scale. */
double     tl_nest_canvas_draw_overview (TlNestCanvas *canvas, cairo_t *cr, double width, double height);
/* The part in view, in an overview of that scale and width. */
graphene_rect_t tl_nest_canvas_overview_view (TlNestCanvas *canvas, double scale, double width);
/* Scrolls so that a point of the overview is in the middle. */
void       tl_nest_canvas_scroll_to_overview (TlNestCanvas *canvas, double scale, double x, double y);
/* Whether there is more than is in view. */
gboolean   tl_nest_canvas_is_cut (TlNestCanvas *canvas);
/* By hand: stays so until another program is opened. */
void       tl_nest_canvas_choose_lines (TlNestCanvas *canvas, gboolean in_lines);
gboolean   tl_nest_canvas_is_in_lines (TlNestCanvas *canvas);
/* "12 loops, 2 blocks; 4 folded". Free with g_free. */
char      *tl_nest_canvas_summary (TlNestCanvas *canvas);
/* Marks the loops and blocks of a refusal until the next edit. */
void       tl_nest_canvas_mark_culprits (TlNestCanvas *canvas, const TlNodeId *nodes, guint n_nodes);
/* An arc from the block of its first access to that of the second; NULL: none. @others (nullable, TlViolation): the same without labels. */
void       tl_nest_canvas_mark_violation (TlNestCanvas *canvas, const TlViolation *violation, const GPtrArray *others);
/* The header of a loop or the card of a block; NULL: it is not shown. */
GtkWidget *tl_nest_canvas_find_row (TlNestCanvas *canvas, TlNodeId id);
/* The middle of that row in pixels from the top of the canvas; FALSE: it is hidden. */
gboolean   tl_nest_canvas_find_middle (TlNestCanvas *canvas, TlNodeId id, double *y);
/* The widget that forms point at: the row of the selection, or the canvas itself. */
GtkWidget *tl_nest_canvas_anchor (TlNestCanvas *canvas);

G_END_DECLS
