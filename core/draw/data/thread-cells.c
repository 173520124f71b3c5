/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/thread-cells.h"

#include <math.h>

#include "core/base/extremum.h"

#define MAX_CELL 16.0
#define MIN_CELL 4.0

TlThreadCells
tl_thread_cells_place (double x, double y, double width, double height, gint64 n, gint64 in_row, gint64 chosen)
{
  TlThreadCells cells = { .x = x, .y = y, .n = n };
  gint64        columns, rows, most_rows;

  cells.cell = tl_clamp (floor (width / (double) in_row), MIN_CELL, MAX_CELL);
  columns = MIN (in_row, MAX ((gint64) (width / cells.cell), 1));
  rows = (n + columns - 1) / columns;
  cells.cell = tl_clamp (tl_min (cells.cell, floor (height / (double) rows)), tl_min (cells.cell, 8), MAX_CELL);
  most_rows = MAX ((gint64) (height / cells.cell), 1);
  cells.gap = cells.cell >= 7 ? 2 : 1;
  cells.columns = (guint) columns;
  cells.rows = (guint) MIN (rows, most_rows);
  cells.first = CLAMP (chosen / columns - cells.rows / 2, 0, rows - cells.rows) * columns;
  return cells;
}

gint64
tl_thread_cells_at (const TlThreadCells *cells, double x, double y)
{
  double column = (x - cells->x) / cells->cell, row = (y - cells->y) / cells->cell;
  gint64 number;

  if (column < 0 || row < 0 || column >= cells->columns || row >= cells->rows)
    return -1;
  number = cells->first + (gint64) row * cells->columns + (gint64) column;
  return number < cells->n ? number : -1;
}

gboolean
tl_thread_cells_shows (const TlThreadCells *cells, gint64 number)
{
  return number >= cells->first && number < MIN (cells->n, cells->first + (gint64) cells->columns * cells->rows);
}

void
tl_thread_cells_path (cairo_t *cr, const TlThreadCells *cells, gint64 number, double wider)
{
  gint64 at = number - cells->first;
  double side = cells->cell - cells->gap + 2 * wider;

  tl_path_rounded (cr, cells->x + (double) (at % cells->columns) * cells->cell - wider,
                   cells->y + (double) (at / cells->columns) * cells->cell - wider, side, side, cells->cell >= 12 ? 2 : 0);
}

void
tl_draw_thread_cells (cairo_t *cr, const TlThreadCells *cells, gint64 chosen, TlColor color, TlCellShade shade, gpointer user_data,
                      const TlPalette *palette)
{
  for (gint64 n = cells->first; tl_thread_cells_shows (cells, n); n++)
    {
      double full = shade (n, user_data);

      tl_thread_cells_path (cr, cells, n, 0);
      tl_set_color (cr, full > 0 ? color : palette->line, full > 0 ? full : 0.85);
      cairo_fill (cr);
    }
  if (!tl_thread_cells_shows (cells, chosen))
    return;
  tl_thread_cells_path (cr, cells, chosen, 1);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}
