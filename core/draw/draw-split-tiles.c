/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles to scale: of one loop as two strips, of two loops as a rectangle. */
#include "core/draw/draw-split.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

#define LEFT         58.0
#define FONT_PX      11.0
#define LEAST_TILE   5.0      /* narrower tiles are drawn as one run */
#define TEXT_SHARE   0.36     /* of the width, at most, for the text behind a strip */
#define MARGIN       18.0
#define STRONG_ALPHA 0.95

static void
hatch (cairo_t *cr, TlColor color, double x, double y, double width, double height)
{
  if (width <= 0 || height <= 0)
    return;
  cairo_rectangle (cr, x, y, width, height);
  tl_set_color (cr, color, 0.18);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, 0.9);
  cairo_set_line_width (cr, 1.2);
  tl_hatch (cr, 4);
}

/* --- strips --- */

/* The strip of the present program is paler; in high contrast it is hatched. */
static void
fill_run (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha)
{
  if (alpha < STRONG_ALPHA)
    {
      tl_fill_area (cr, palette, color, alpha);
      return;
    }
  tl_set_color (cr, color, tl_palette_mark (palette, alpha));
  cairo_fill (cr);
}

/* Cells of the iterations where they are wide enough to be told apart; the part of a tile that does not run is hatched. */
static void
draw_tile (cairo_t *cr, const TlPalette *palette, double x, double y, double width, double height, gint64 tile, gint64 n_run,
           TlColor color, double alpha)
{
  TlColor warning = palette->look[TL_LOOK_UNROLLED];
  double  run = width * (double) n_run / (double) tile, cell = width / (double) tile;

  if (cell >= 4)
    for (gint64 i = 0; i < n_run; i++)
      cairo_rectangle (cr, x + cell * (double) i + 0.5, y, cell - 1, height);
  else
    cairo_rectangle (cr, x, y, tl_max (run, 1), height);
  fill_run (cr, palette, n_run < tile ? warning : color, alpha);
  hatch (cr, warning, x + run, y, width - run, height);
}

static void
draw_tiles (cairo_t *cr, const TlPalette *palette, const TlSplitStrip *strip, double iteration, double y, double height, TlColor color)
{
  double alpha = strip->is_strong ? STRONG_ALPHA : 0.5, width = iteration * (double) strip->tile;
  double gap = width > 3 * LEAST_TILE ? 3 : 1.5;
  gint64 n_whole = strip->extent / strip->tile, rest = strip->extent % strip->tile;

  if (width < LEAST_TILE)
    {
      cairo_rectangle (cr, LEFT, y, iteration * (double) strip->extent, height);
      fill_run (cr, palette, color, alpha);
      return;
    }
  for (gint64 i = 0; i < n_whole; i++)
    draw_tile (cr, palette, LEFT + width * (double) i, y, width - gap, height, strip->tile, strip->tile, color, alpha);
  if (rest > 0)
    draw_tile (cr, palette, LEFT + width * (double) n_whole, y, width - gap, height, strip->tile, rest, color, alpha);
}

static gint64
drawn_iterations (const TlSplitStrip *strip)
{
  return (strip->extent - 1) / strip->tile * strip->tile + strip->tile;
}

void
tl_draw_split_strips (cairo_t *cr, const TlSplitStrip strips[2], guint family, const TlPalette *palette, double width, double height)
{
  double text = 0, iteration, row = height / 2;

  for (guint i = 0; i < 2; i++)
    text = tl_max (text, tl_text_width (cr, FONT_PX, 0, strips[i].text));
  text = tl_min (text + 14, width * TEXT_SHARE);
  iteration = tl_max (width - LEFT - text, 20)
              / (double) tl_max (drawn_iterations (&strips[0]), drawn_iterations (&strips[1]));
  for (guint i = 0; i < 2; i++)
    {
      double y = row * i + row / 2, tall = tl_min (row - 6, 18);

      tl_draw_text (cr, LEFT - 9, y, FONT_PX, TL_TEXT_RIGHT | (strips[i].is_strong ? TL_TEXT_BOLD : 0),
                    strips[i].is_strong ? palette->text : palette->dim_text, LEFT - 10, strips[i].title);
      draw_tiles (cr, palette, &strips[i], iteration, y - tall / 2, tall, tl_family_color (palette, family));
      tl_draw_text (cr, width - text + 10, y, FONT_PX, 0, palette->dim_text, text - 10, strips[i].text);
    }
}

/* --- the grid --- */

static void
draw_lines (cairo_t *cr, double at, double step, gint64 n, gboolean is_vertical, double from, double to)
{
  for (gint64 i = 1; step >= 3 && i <= n; i++)
    {
      double position = round (at + step * (double) i) + 0.5;

      cairo_move_to (cr, is_vertical ? position : from, is_vertical ? from : position);
      cairo_line_to (cr, is_vertical ? position : to, is_vertical ? to : position);
    }
  cairo_stroke (cr);
}

void
tl_draw_split_grid (cairo_t *cr, const TlSplitGrid *grid, const TlPalette *palette, double width, double height)
{
  double           rows = (double) grid->extents[0], columns = (double) grid->extents[1];
  double           wide = tl_max (width - LEFT - 2, 10), tall = tl_max (height - MARGIN - 2, 10);
  double           cell_x = wide / columns, cell_y = tall / rows, tile_x = cell_x * (double) grid->tiles[1], tile_y;
  gint64           whole_x = grid->extents[1] / grid->tiles[1], whole_y = grid->extents[0] / grid->tiles[0];
  g_autofree char *text = NULL;

  tile_y = cell_y * (double) grid->tiles[0];
  tl_set_color (cr, palette->family[0], tl_palette_tint (palette, 0.12));
  cairo_rectangle (cr, LEFT, MARGIN, wide, tall);
  cairo_fill (cr);
  hatch (cr, palette->look[TL_LOOK_UNROLLED], LEFT + tile_x * (double) whole_x, MARGIN, wide - tile_x * (double) whole_x, tall);
  hatch (cr, palette->look[TL_LOOK_UNROLLED], LEFT, MARGIN + tile_y * (double) whole_y, wide, tall - tile_y * (double) whole_y);
  tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.5));
  cairo_set_line_width (cr, 1);
  draw_lines (cr, LEFT, tile_x, whole_x, TRUE, MARGIN, MARGIN + tall);
  draw_lines (cr, MARGIN, tile_y, whole_y, FALSE, LEFT, LEFT + wide);
  cairo_rectangle (cr, LEFT + 1, MARGIN + 1, tl_max (tl_min (tile_x, wide) - 1, 2), tl_max (tl_min (tile_y, tall) - 1, 2));
  tl_set_color (cr, palette->accent, tl_palette_tint (palette, 0.4));
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  text = g_strdup_printf ("%s ×%" G_GINT64_FORMAT, grid->names[1], grid->extents[1]);
  tl_draw_text (cr, LEFT, MARGIN / 2, FONT_PX, TL_TEXT_MONO, palette->dim_text, wide, text);
  tl_draw_text (cr, LEFT - 9, MARGIN + 8, FONT_PX, TL_TEXT_MONO | TL_TEXT_RIGHT, palette->dim_text, LEFT - 10, grid->names[0]);
}
