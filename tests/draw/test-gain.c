/* SPDX-License-Identifier: Apache-2.0 */
/* The bar of usual gains: losses at the left of the middle, gains at the right, nothing outside of its range. */
#include "core/draw/draw-gain.h"

#include "tests/draw/surface.h"

#define WIDTH  90
#define HEIGHT 10

/* The color at @x in a row of the bar that the line through the middle of the scale does not cross. */
static guint32
color_at (cairo_surface_t *surface, guint x)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + 3 * cairo_image_surface_get_stride (surface);
  guint32       pixel;

  memcpy (&pixel, row + 4 * x, 4);
  return pixel & 0xffffff;
}

static guint32
pack (TlColor color)
{
  return (guint32) (color.r * 255 + 0.5) << 16 | (guint32) (color.g * 255 + 0.5) << 8 | (guint32) (color.b * 255 + 0.5);
}

static void
check_bar (double low, double median, double high, guint n_losses, guint n_gains, const TlPalette *palette)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  guint32                     loss = pack (palette->error), gain = pack (palette->look[TL_LOOK_VECTORIZED]);
  gint                        n_found[2] = { 0 };
  gboolean                    has_mark = FALSE;

  tl_draw_gain (cr, low, median, high, palette, WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  for (guint x = 0; x < WIDTH; x++)
    {
      guint32 color = color_at (surface, x);

      g_assert_false (color == loss && x > WIDTH / 2);
      g_assert_false (color == gain && x < WIDTH / 2 - 1);
      n_found[0] += color == loss;
      n_found[1] += color == gain;
      has_mark |= color == pack (palette->text);
    }
  g_assert_true (has_mark);
  /* But for the mark, and pixels that are covered in part. */
  g_assert_cmpint (ABS (n_found[0] - (gint) n_losses), <=, 4);
  g_assert_cmpint (ABS (n_found[1] - (gint) n_gains), <=, 4);
}

static void
test_bar (void)
{
  static const struct { double low, median, high; guint n_losses, n_gains; } rows[] = {
    { 0.25, 3, 4, 29, 29 }, { 2, 2.1, 100, 0, 29 }, { 1e-6, 0.13, 0.5, 29, 0 }, { 1, 1, 1, 0, 0 }, { 0.125, 1, 8, 44, 44 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint dark = 0; dark < 2; dark++)
      check_bar (rows[i].low, rows[i].median, rows[i].high, rows[i].n_losses, rows[i].n_gains, tl_palette (dark == 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/gain", test_bar);
  return g_test_run ();
}
