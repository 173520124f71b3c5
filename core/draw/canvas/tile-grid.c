/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/canvas/tile-grid.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

#define LEFT     34.0    /* numbers of the rows */
#define TOP      24.0    /* … and of the columns */
#define RIGHT    12.0
#define BOTTOM   10.0
#define TEXT_PX  11.5
#define CORNER   6.0

static double
span_of (const TlTileGrid *grid, double width, double height, guint side)
{
  return tl_max (1, side == 0 ? height - TOP - BOTTOM : width - LEFT - RIGHT);
}

double
tl_tile_grid_octave (const TlTileGrid *grid, double width, double height, guint side)
{
  return span_of (grid, width, height, side) / tl_max (1, log2 ((double) grid->sides[side].room));
}

void
tl_tile_grid_point (const TlTileGrid *grid, double width, double height, const double factors[2], double *x, double *y)
{
  *x = LEFT + log2 (tl_max (factors[1], 0.5)) * tl_tile_grid_octave (grid, width, height, 1);
  *y = TOP + log2 (tl_max (factors[0], 0.5)) * tl_tile_grid_octave (grid, width, height, 0);
}

void
tl_tile_grid_factors (const TlTileGrid *grid, double width, double height, double x, double y, double factors[2])
{
  factors[0] = exp2 ((y - TOP) / tl_tile_grid_octave (grid, width, height, 0));
  factors[1] = exp2 ((x - LEFT) / tl_tile_grid_octave (grid, width, height, 1));
}

static gboolean
is_power_of_two (gint64 value)
{
  return (value & (value - 1)) == 0;
}

/* A line for each divisor, darker for powers of two, with its number where there is room. */
static void
draw_divisors (cairo_t *cr, const TlTileGrid *grid, guint side, const TlPalette *palette, double width, double height)
{
  const TlTileSide *of = &grid->sides[side];
  double            last = -100;

  for (guint i = 0; i < of->n_divisors; i++)
    {
      const double     at[2] = { side == 0 ? (double) of->divisors[i] : 1, side == 1 ? (double) of->divisors[i] : 1 };
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, of->divisors[i]);
      gboolean         is_chosen = of->divisors[i] == of->factor;
      double           x, y, place;

      tl_tile_grid_point (grid, width, height, at, &x, &y);
      place = side == 0 ? y : x;
      if (side == 0)
        cairo_rectangle (cr, LEFT, floor (y), width - LEFT - RIGHT, 1);
      else
        cairo_rectangle (cr, floor (x), TOP, 1, height - TOP - BOTTOM);
      tl_set_color (cr, palette->text, is_power_of_two (of->divisors[i]) ? 0.22 : 0.09);
      cairo_fill (cr);
      if (place - last < (side == 0 ? 14 : 24) && !is_chosen)
        continue;
      last = place;
      tl_draw_text (cr, side == 0 ? LEFT - 6 : x, side == 0 ? y : TOP - 8, TEXT_PX,
                    (side == 0 ? TL_TEXT_RIGHT : TL_TEXT_CENTER) | (is_chosen ? TL_TEXT_BOLD : TL_TEXT_NORMAL),
                    is_chosen ? palette->text : palette->dim_text, 0, text);
    }
}

static void
draw_tile (cairo_t *cr, const TlTileGrid *grid, const TlPalette *palette, double width, double height)
{
  const double factors[2] = { (double) grid->sides[0].factor, (double) grid->sides[1].factor };
  TlColor      color = grid->is_refused ? palette->error : palette->accent;
  double       x, y;

  tl_tile_grid_point (grid, width, height, factors, &x, &y);
  cairo_rectangle (cr, LEFT, TOP, tl_max (2, x - LEFT), tl_max (2, y - TOP));
  tl_set_color (cr, color, 0.22);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  tl_path_rounded (cr, x - CORNER, y - CORNER, 2 * CORNER, 2 * CORNER, 3);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, grid->has_focus ? 3 : 2);
  cairo_stroke (cr);
}

void
tl_draw_tile_grid (cairo_t *cr, const TlTileGrid *grid, const TlPalette *palette, double width, double height)
{
  draw_divisors (cr, grid, 0, palette, width, height);
  draw_divisors (cr, grid, 1, palette, width, height);
  for (guint side = 0; side < 2; side++)   /* the loops' hues along the edges of the tile */
    {
      cairo_rectangle (cr, LEFT - (side == 0 ? 2 : 0), TOP - (side == 1 ? 2 : 0), side == 0 ? 2 : width - LEFT - RIGHT,
                       side == 1 ? 2 : height - TOP - BOTTOM);
      tl_set_color (cr, tl_family_color (palette, grid->sides[side].family), 1);
      cairo_fill (cr);
    }
  draw_tile (cr, grid, palette, width, height);
}
