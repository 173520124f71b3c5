/* SPDX-License-Identifier: Apache-2.0 */
/* The ruler of a split: where factors stand, and what is drawn there. */
#include <math.h>

#include "core/draw/canvas/tile-grid.h"
#include "core/draw/draw-split.h"
#include "tests/draw/surface.h"

#define WIDTH  500
#define HEIGHT 300

static const gint64 divisors[] = { 1, 2, 4, 8, 16, 32, 64 };

static TlSplitPicture
make_picture (void)
{
  return (TlSplitPicture) { .name = "i_1", .room = 64, .divisors = divisors, .n_divisors = G_N_ELEMENTS (divisors), .factor = 8 };
}

/* Factors of two are equally far from each other, the ends at the ends; a point stands for the factor that is drawn there. */
static void
test_places (void)
{
  const TlSplitPicture picture = make_picture ();
  TlSplitArea          area;

  tl_split_area (&picture, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat_with_epsilon (tl_split_x (&area, 1), area.left, 1e-9);
  g_assert_cmpfloat_with_epsilon (tl_split_x (&area, 64), area.right, 1e-9);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (divisors); i++)
    g_assert_cmpfloat_with_epsilon (tl_split_x (&area, (double) divisors[i + 1]) - tl_split_x (&area, (double) divisors[i]), area.octave,
                                    1e-9);
  for (double factor = 1; factor <= 64; factor += 3)
    g_assert_cmpfloat_with_epsilon (tl_split_factor_at (&area, tl_split_x (&area, factor)), factor, 1e-9);
  g_assert_cmpfloat (area.plot_bottom, <, area.ruler_top);
  g_assert_cmpfloat (area.ruler_bottom, <, HEIGHT);
}

/* Where there is little room the plot goes first, then the row of spills. */
static void
test_room (void)
{
  const TlSplitDot dot = { .factor = 8, .median_s = 1e-3, .low_s = 9e-4, .high_s = 2e-3, .n_spills = 3 };
  TlSplitPicture   picture = make_picture ();
  TlSplitArea      area;

  tl_split_area (&picture, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.spills_y, ==, 0);
  picture.dots = &dot;
  picture.n_dots = 1;
  tl_split_area (&picture, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.spills_y, >, area.plot_bottom);
  g_assert_cmpfloat (area.spills_y, <, area.ruler_top);
  tl_split_area (&picture, WIDTH, 90, &area);
  g_assert_cmpfloat (area.plot_top, ==, area.plot_bottom);
  g_assert_cmpfloat (area.spills_y, ==, 0);
}

static cairo_surface_t *
draw (const TlSplitPicture *picture)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_split (cr, picture, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  return surface;
}

/* A measured factor has a dot at its height in time: the slower one stands higher; the handle hides nothing of them. */
static void
test_dots (void)
{
  const TlSplitDot            dots[] = { { 2, 1e-3, 9e-4, 1.1e-3, 0 }, { 32, 4e-3, 3.9e-3, 4.1e-3, 12 } };
  TlSplitPicture              picture = make_picture (), moved;
  g_autoptr (cairo_surface_t) without = draw (&picture), with = NULL, elsewhere = NULL;
  TlSplitArea                 area;
  guint                       n_opaque[2] = { 0 }, top[2] = { HEIGHT, HEIGHT };

  picture.dots = dots;
  picture.n_dots = 2;
  with = draw (&picture);
  tl_split_area (&picture, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < 2; i++)
    for (guint y = (guint) area.plot_top; y < (guint) area.plot_bottom; y++)
      if (alpha_at (with, tl_split_x (&area, (double) dots[i].factor), y) > 200)
        {
          n_opaque[i]++;
          top[i] = MIN (top[i], y);
        }
  g_assert_cmpuint (n_opaque[0], >, 4);
  g_assert_cmpuint (n_opaque[1], >, 4);
  g_assert_cmpuint (top[1], <, top[0]);
  g_assert_cmpuint (alpha_at (without, tl_split_x (&area, 2), top[0] + 2), <, 200);
  moved = picture;
  moved.factor = 16;
  elsewhere = draw (&moved);
  g_assert_cmpuint (alpha_at (with, tl_split_x (&area, 8) + 5, area.ruler_top - 3), >, 200);      /* the handle */
  g_assert_cmpuint (alpha_at (elsewhere, tl_split_x (&area, 8) + 5, area.ruler_top - 3), <, 200);
}

/* Points of the grid of two loops and their factors answer each other; the chosen tile is painted. */
static void
test_tile_grid (void)
{
  const TlTileGrid grid = { { { "i_1", 0, 16, 4, divisors, 5 }, { "j_1", 1, 16, 8, divisors, 5 } }, FALSE, FALSE };
  const double     corner[] = { 4, 8 };
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 200);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  double           x, y, factors[2];

  tl_tile_grid_point (&grid, 200, 200, corner, &x, &y);
  tl_tile_grid_factors (&grid, 200, 200, x, y, factors);
  g_assert_cmpfloat_with_epsilon (factors[0], 4, 1e-6);
  g_assert_cmpfloat_with_epsilon (factors[1], 8, 1e-6);
  tl_draw_tile_grid (cr, &grid, tl_palette (FALSE), 200, 200);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpuint (alpha_at (surface, x - 12, y - 12), >, 0);
  g_assert_cmpuint (alpha_at (surface, x + 15, y + 15), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/split-picture/places", test_places);
  g_test_add_func ("/split-picture/room", test_room);
  g_test_add_func ("/split-picture/dots", test_dots);
  g_test_add_func ("/split-picture/tile-grid", test_tile_grid);
  return g_test_run ();
}
