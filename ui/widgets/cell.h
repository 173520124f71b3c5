/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlCell: a line of text in a table whose columns have widths of their own. It is as high as its font and asks for no width, whatever it
 * shows: a column view measures all cells of its two hundred rows, visible or not, whenever a row is made, and a label or an inscription
 * asks Pango each time. Figures are all as wide. Text that does not fit ends in dots.
 */
#define TL_TYPE_CELL (tl_cell_get_type ())
G_DECLARE_FINAL_TYPE (TlCell, tl_cell, TL, CELL, GtkWidget)

/* @xalign: 0 left, 1 right. */
GtkWidget  *tl_cell_new (float xalign);
void        tl_cell_set_text (TlCell *cell, const char *text);

G_END_DECLS
