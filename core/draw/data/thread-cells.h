/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of a grid, or threads of a block, as cells. */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Cells of one size in rows; a part of them where there are too many. */
typedef struct
{
  double x, y, cell, gap;
  gint64 first;        /* number of the first cell shown, a multiple of @columns */
  guint  columns, rows;
  gint64 n;            /* of all cells */
} TlThreadCells;

/* How full a cell is, up to 1; 0: it is free. */
typedef double (*TlCellShade) (gint64 number, gpointer user_data);

/* As large as fit, @in_row in a row where these have room; around @chosen where not all cells do. */
TlThreadCells tl_thread_cells_place (double x, double y, double width, double height, gint64 n, gint64 in_row, gint64 chosen);
/* The number of the cell at a point; -1: none. */
gint64        tl_thread_cells_at (const TlThreadCells *cells, double x, double y);
gboolean      tl_thread_cells_shows (const TlThreadCells *cells, gint64 number);
/* The outline of a cell that is shown, @wider on each side, as the current path. */
void          tl_thread_cells_path (cairo_t *cr, const TlThreadCells *cells, gint64 number, double wider);
/* With a frame around @chosen. */
void          tl_draw_thread_cells (cairo_t *cr, const TlThreadCells *cells, gint64 chosen, TlColor color, TlCellShade shade,
                                    gpointer user_data, const TlPalette *palette);

G_END_DECLS
