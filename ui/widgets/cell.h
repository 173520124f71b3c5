/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlCell: a line of text in a table with fixed column widths. It is as high as its font and requests no width, whatever its text:
 * a column view measures all cells of its two hundred rows, visible or not, whenever it creates a row, and a label or an inscription
 * asks Pango each time. Digits have equal widths. Text that does not fit is ellipsized.
 */
#define TL_TYPE_CELL (tl_cell_get_type ())
G_DECLARE_FINAL_TYPE (TlCell, tl_cell, TL, CELL, GtkWidget)

/* @xalign: 0 left, 1 right. */
GtkWidget  *tl_cell_new (float xalign);
void        tl_cell_set_text (TlCell *cell, const char *text);
/* Draws the glyph of an outcome before the text; -1: none. */
void        tl_cell_set_outcome (TlCell *cell, gint kind);

G_END_DECLS
