/* SPDX-License-Identifier: Apache-2.0 */
/* The waterfall: bars from time to time, hatched where a step made no difference, nothing for what is not known. */
#include "core/draw/draw-waterfall.h"

#include <math.h>

#include "tests/draw/surface.h"

#define WIDTH      800
#define ROW_HEIGHT ((tl_waterfall_height (2) - tl_waterfall_height (1)))

static const TlWaterfallRow rows[] = {
  { TL_WATERFALL_START, "start", "8 ms", 8e-3, 0, 0, TRUE },
  { TL_WATERFALL_STEP, "Split j", "not distinguishable", 7.9e-3, 0.95, 1.05, FALSE },
  { TL_WATERFALL_STEP, "Vectorize j", "4 times faster", 2e-3, 3.9, 4.1, TRUE },
  { TL_WATERFALL_STEP, "Unroll k", "2 times slower", 4e-3, 0.49, 0.51, TRUE },
  { TL_WATERFALL_STEP, "Fuse i", "—", 0, 0, 0, FALSE },
  { TL_WATERFALL_WHOLE, "tuned", "2 times faster", 4e-3, 1.9, 2.1, TRUE },
};

static cairo_surface_t *
draw (guint n_rows, const TlPalette *palette)
{
  int                height = (int) tl_waterfall_height (n_rows);
  cairo_surface_t   *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, height);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_waterfall (cr, rows, n_rows, palette, WIDTH, height);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_color_at (cairo_surface_t *surface, double x, double y, TlColor color)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (int) y * cairo_image_surface_get_stride (surface);
  guint32       wanted = (guint32) (color.r * 255 + 0.5) << 16 | (guint32) (color.g * 255 + 0.5) << 8 | (guint32) (color.b * 255 + 0.5);
  guint32       pixel;

  memcpy (&pixel, row + 4 * (int) x, 4);
  return (pixel & 0xffffff) == wanted;
}

/* Above the whisker, in the bar of a row. */
static double
y_of (guint row)
{
  return (row + 0.5) * ROW_HEIGHT - 4;
}

static double
middle_x (double a_s, double b_s)
{
  return tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, sqrt (a_s * b_s));
}

static void
check_bars (const TlPalette *palette)
{
  g_autoptr (cairo_surface_t) surface = draw (G_N_ELEMENTS (rows), palette);
  guint                       n_hatched = 0;
  double                      left = tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, 7.9e-3);

  g_assert_true (is_color_at (surface, middle_x (7.9e-3, 2e-3), y_of (2), palette->look[TL_LOOK_VECTORIZED]));
  g_assert_true (is_color_at (surface, middle_x (2e-3, 4e-3), y_of (3), palette->error));
  g_assert_true (is_color_at (surface, middle_x (8e-3, 4e-3), y_of (5), palette->accent));
  /* The faster bar ends where the slower one begins, and neither goes on. */
  g_assert_false (is_color_at (surface, middle_x (4e-3, 8e-3), y_of (3), palette->error));
  g_assert_false (is_color_at (surface, middle_x (4e-3, 2e-3), y_of (5), palette->accent));
  for (double x = left - 2; x < tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, 8e-3) + 2; x++)
    {
      g_assert_false (is_color_at (surface, x, y_of (1), palette->look[TL_LOOK_VECTORIZED]));
      n_hatched += alpha_at (surface, x, y_of (1)) > 0;
    }
  g_assert_cmpuint (n_hatched, >, 0);
}

static void
test_bars (void)
{
  check_bars (tl_palette (FALSE));
  check_bars (tl_palette (TRUE));
}

static void
test_scale (void)
{
  double one = tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, 2e-3), two = tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, 4e-3);
  double four = tl_waterfall_x (rows, G_N_ELEMENTS (rows), WIDTH, 8e-3);

  g_assert_cmpfloat (one, <, two);
  g_assert_cmpfloat_with_epsilon (four - two, two - one, 1e-6);
}

/* The bar of an interaction ends where the way ends and begins by its gain before it, which the scale has room for. */
static void
test_interaction (void)
{
  static const TlWaterfallRow way[] = { { TL_WATERFALL_START, "start", "4 ms", 4e-3, 0, 0, TRUE },
                                        { TL_WATERFALL_STEP, "Split j", "2 times faster", 2e-3, 1.9, 2.1, TRUE },
                                        { TL_WATERFALL_INTERACTION, "interaction", "4 times faster", 2e-3, 0, 0, TRUE, 4 } };
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, (int) tl_waterfall_height (3));
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  double                      begin = tl_waterfall_x (way, 3, WIDTH, 8e-3), four = tl_waterfall_x (way, 3, WIDTH, 4e-3);

  g_assert_cmpfloat (begin, >, four);
  tl_draw_waterfall (cr, way, 3, tl_palette (FALSE), WIDTH, tl_waterfall_height (3));
  cairo_surface_flush (surface);
  g_assert_true (is_color_at (surface, (begin + four) / 2, y_of (2), tl_palette (FALSE)->look[TL_LOOK_VECTORIZED]));
}

/* The last steps change little: they are enlarged, the others make room, and both scales agree in order. Too narrow: they are not. */
static void
test_enlarged (void)
{
  static const TlWaterfallRow way[] = { { TL_WATERFALL_START, "start", "4 s", 4, 0, 0, TRUE },
                                        { TL_WATERFALL_STEP, "Vectorize j", "160 times faster", 0.025, 158, 162, TRUE },
                                        { TL_WATERFALL_STEP, "Unroll k", "not distinguishable", 0.026, 0.94, 1.02, FALSE },
                                        { TL_WATERFALL_STEP, "Pack B", "1.2 times faster", 0.0217, 1.15, 1.25, TRUE },
                                        { TL_WATERFALL_WHOLE, "packed", "184 times faster", 0.0217, 180, 190, TRUE } };
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, (int) tl_waterfall_height (5));
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  guint                       first, end;
  double                      slow, fast, middle;

  g_assert_true (tl_waterfall_enlarged (way, 5, WIDTH, &first, &end));
  g_assert_cmpuint (first, ==, 2);
  g_assert_cmpuint (end, ==, 4);
  slow = tl_waterfall_enlarged_x (way, 5, WIDTH, 0.026);
  fast = tl_waterfall_enlarged_x (way, 5, WIDTH, 0.0217);
  middle = tl_waterfall_enlarged_x (way, 5, WIDTH, (0.026 + 0.0217) / 2);
  g_assert_cmpfloat_with_epsilon (middle, (slow + fast) / 2, 1e-6);
  g_assert_cmpfloat (slow - fast, >, 8 * (tl_waterfall_x (way, 5, WIDTH, 0.026) - tl_waterfall_x (way, 5, WIDTH, 0.0217)));
  g_assert_cmpfloat (tl_waterfall_x (way, 5, WIDTH, 4), <, fast);
  tl_draw_waterfall (cr, way, 5, tl_palette (FALSE), WIDTH, tl_waterfall_height (5));
  cairo_surface_flush (surface);
  g_assert_true (is_color_at (surface, middle, y_of (3), tl_palette (FALSE)->look[TL_LOOK_VECTORIZED]));
  g_assert_false (is_color_at (surface, middle, y_of (4), tl_palette (FALSE)->accent));

  g_assert_false (tl_waterfall_enlarged (way, 5, 480, &first, &end));
  g_assert_false (tl_waterfall_enlarged (rows, G_N_ELEMENTS (rows), WIDTH, &first, &end));
}

/* Without times there is no scale; equal times have one. */
static void
test_nothing_known (void)
{
  static const TlWaterfallRow unknown[] = { { TL_WATERFALL_START, "start", "—", 0, 0, 0, FALSE } };
  static const TlWaterfallRow equal[] = { { TL_WATERFALL_START, "start", "1 s", 1, 0, 0, TRUE },
                                          { TL_WATERFALL_STEP, "Split j", "=", 1, 1, 1, FALSE } };
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, 100);
  g_autoptr (cairo_t)         cr = cairo_create (surface);

  tl_draw_waterfall (cr, unknown, 1, tl_palette (FALSE), WIDTH, 100);
  tl_draw_waterfall (cr, equal, 2, tl_palette (FALSE), WIDTH, 100);
  tl_draw_waterfall (cr, NULL, 0, tl_palette (FALSE), WIDTH, 100);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  g_assert_true (isfinite (tl_waterfall_x (equal, 2, WIDTH, 1)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waterfall/bars", test_bars);
  g_test_add_func ("/waterfall/scale", test_scale);
  g_test_add_func ("/waterfall/nothing-known", test_nothing_known);
  g_test_add_func ("/waterfall/interaction", test_interaction);
  g_test_add_func ("/waterfall/enlarged", test_enlarged);
  return g_test_run ();
}
