/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/thread-cells.h"

G_BEGIN_DECLS

/**
 * TlCellGrid: numbered cells in rows, of which one is chosen: by a click, arrows, Home and End. To stand in a TlScaleBin.
 *
 * Signal: "picked" (gint64): another one is to be chosen.
 */
#define TL_TYPE_CELL_GRID (tl_cell_grid_get_type ())
G_DECLARE_FINAL_TYPE (TlCellGrid, tl_cell_grid, TL, CELL_GRID, GtkWidget)

/* @shade is called with @user_data, in the color of loops that look so. Takes as much room as it needs, but no more. */
GtkWidget *tl_cell_grid_new (TlLoopLook look, TlCellShade shade, gpointer user_data, int width, int most_height);
/* @n cells, @in_row in a row. @name: the chosen one in words. */
void       tl_cell_grid_set (TlCellGrid *grid, gint64 n, gint64 in_row, gint64 chosen, const char *name);

G_END_DECLS
