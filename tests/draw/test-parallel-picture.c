/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/draw-parallel.h"
#include "core/draw/parallel-lines.h"

static const float factors[] = { 1, 2, 4, 16 };

/* Factors stand at their logarithms, other values in bands; a value comes back from its place. */
static void
test_scales (void)
{
  TlParallelScale log = tl_parallel_scale_discrete (factors, 4, TRUE), bands = tl_parallel_scale_discrete (factors, 4, FALSE);
  const double    seconds[] = { 1e-3, 2e-3, NAN, 1e-2, 5e-1 };
  TlParallelScale speed = tl_parallel_scale_continuous (TL_SCALE_INVERSE, 1, seconds, 5);

  g_assert_cmpfloat_with_epsilon (tl_parallel_scale_unit (&log, 4) - tl_parallel_scale_unit (&log, 2),
                                  tl_parallel_scale_unit (&log, 2) - tl_parallel_scale_unit (&log, 1), 1e-9);
  g_assert_cmpfloat_with_epsilon (tl_parallel_scale_unit (&bands, 16) - tl_parallel_scale_unit (&bands, 4), 0.25, 1e-9);
  for (guint i = 0; i < 4; i++)
    {
      double value = (double) factors[i];

      g_assert_cmpfloat_with_epsilon (tl_parallel_scale_value (&log, tl_parallel_scale_unit (&log, value)), value, 1e-6);
      g_assert_cmpfloat_with_epsilon (tl_parallel_scale_value (&bands, tl_parallel_scale_unit (&bands, value)), value, 1e-6);
    }
  g_assert_true (isnan (tl_parallel_scale_unit (&log, NAN)));
  g_assert_cmpfloat (tl_parallel_scale_unit (&speed, 1e-3), >, tl_parallel_scale_unit (&speed, 2e-3));
  g_assert_cmpfloat (tl_parallel_scale_unit (&speed, 1e-3), <=, 1);
}

/* A brush ends between two values, and steps from one gap to the next. */
static void
test_snap (void)
{
  TlParallelScale log = tl_parallel_scale_discrete (factors, 4, TRUE);
  double          at = tl_parallel_scale_snap (&log, tl_parallel_scale_unit (&log, 2.2));
  guint           n = 0;

  g_assert_cmpfloat (tl_parallel_scale_value (&log, at), >, 2);
  g_assert_cmpfloat (tl_parallel_scale_value (&log, at), <, 4);
  for (at = 0; at < 1; at = tl_parallel_scale_step (&log, at, 1))
    n++;
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpfloat (tl_parallel_scale_step (&log, 0, -1), ==, 0);
}

/* One outlier in two hundred does not squash the rest; with one value alone the scale still has a height. */
static void
test_outliers (void)
{
  double          values[200];
  TlParallelScale scale;

  for (guint i = 0; i < 200; i++)
    values[i] = i == 57 ? -1e6 : 0.5 + 0.5 * i / 200;
  scale = tl_parallel_scale_continuous (TL_SCALE_LINEAR, 1, values, 200);
  g_assert_cmpfloat (scale.low, >, -1);
  g_assert_cmpfloat (tl_parallel_scale_unit (&scale, 1) - tl_parallel_scale_unit (&scale, 0.5), >, 0.4);
  scale = tl_parallel_scale_continuous (TL_SCALE_LOG, 1, (const double[]) { 0.01 }, 1);
  g_assert_cmpfloat (scale.high, >, scale.low);
}

static guint
alpha_at (cairo_surface_t *surface, int x, int y)
{
  const guint8 *pixels = cairo_image_surface_get_data (surface);

  return *(const guint32 *) (gconstpointer) (pixels + y * cairo_image_surface_get_stride (surface) + 4 * x) >> 24;
}

/* Lines stand where they cross, those that are not drawn leave no trace, and many cover more than one. */
static void
expect_lines (guint n)
{
  g_autofree guint16 *left = g_new (guint16, n), *right = g_new (guint16, n);
  g_autofree guint8  *shade = g_malloc0 (n);
  const int           x[] = { 10, 110 };
  const guint16      *y[] = { left, right };
  TlParallelLines     lines = { .n_axes = 2, .x = x, .y = y, .n = n };
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 120, 100);

  for (guint i = 0; i < n; i++)
    {
      left[i] = right[i] = (guint16) ((i % 2 == 0 ? 22 : 78) * TL_PARALLEL_SUBPIXELS);
      shade[i] = i % 2 == 0 ? 200 : 0;
    }
  tl_parallel_lines_draw (surface, &lines, shade, &(TlParallelInk) { .alpha = 0.2 });
  cairo_surface_flush (surface);
  g_assert_cmpuint (alpha_at (surface, 60, 22) + alpha_at (surface, 60, 21), >, 20);
  g_assert_cmpuint (alpha_at (surface, 60, 50), ==, 0);
  g_assert_cmpuint (alpha_at (surface, 60, 78), ==, 0);
  g_assert_cmpuint (alpha_at (surface, 5, 22), ==, 0);
  if (n > 100)
    g_assert_cmpuint (alpha_at (surface, 60, 22), >, 200);
  cairo_surface_destroy (surface);
}

static void
test_lines (void)
{
  expect_lines (1);
  expect_lines (200);
  expect_lines (20000);
}

static char *
number_text (gpointer data, guint axis, double value)
{
  return g_strdup_printf ("%g", value);
}

/* A missing value has a row of its own below the axis; a trial always crosses at the same place, near its value and in its band. */
/* The pixel at @x, @y of a gap of 100 px from x = 10 and few lines, plainly: each line adds its share of the pixel. */
static guint32
plain_alpha (const guint16 *left, const guint16 *right, guint n, double alpha, int x, int y)
{
  double weight = 0;

  for (guint i = 0; i < n; i++)
    {
      double from = (double) left[i] / TL_PARALLEL_SUBPIXELS, to = (double) right[i] / TL_PARALLEL_SUBPIXELS;
      double a = tl_parallel_curve (from, to, (x - 10) / 100.0), b = tl_parallel_curve (from, to, (x - 9) / 100.0);

      weight += tl_max (0, tl_min (tl_max (a, b) + 0.5, y + 1) - tl_max (tl_min (a, b) - 0.5, y));
    }
  return (guint32) lround (255 * (1 - pow (1 - alpha, weight)));
}

/* Each pixel of random lines is as the plain way has it, but for the steps of weights and alphas. */
static void
test_random_lines (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 5; round++)
    {
      guint16          left[12], right[12];
      guint8           shade[12];
      const int        x[] = { 10, 110 };
      const guint16   *ends[] = { left, right };
      TlParallelLines  lines = { .n_axes = 2, .x = x, .y = ends, .n = G_N_ELEMENTS (left) };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 120, 100);

      for (guint i = 0; i < lines.n; i++)
        {
          left[i] = (guint16) g_rand_int_range (random, TL_PARALLEL_SUBPIXELS, 99 * TL_PARALLEL_SUBPIXELS);
          right[i] = (guint16) g_rand_int_range (random, TL_PARALLEL_SUBPIXELS, 99 * TL_PARALLEL_SUBPIXELS);
          shade[i] = (guint8) g_rand_int_range (random, 1, 256);
        }
      tl_parallel_lines_draw (surface, &lines, shade, &(TlParallelInk) { .alpha = 0.2 });
      cairo_surface_flush (surface);
      for (int px = 10; px < 110; px++)
        for (int py = 0; py < 100; py++)
          g_assert_cmpfloat_with_epsilon (alpha_at (surface, px, py), plain_alpha (left, right, lines.n, 0.2, px, py), 10);
      cairo_surface_destroy (surface);
    }
}

/* All of very many lines through one pixel count, strong ones as strong; their ends are one bundle of 24 to 32 px. */
static void
test_very_many_lines (void)
{
  const guint         n = 250000;
  g_autofree guint16 *ends = g_new (guint16, n);
  g_autofree guint8  *shade = g_malloc (n);
  const int           x[] = { 0, 50 };
  const guint16      *y[] = { ends, ends };
  TlParallelLines     lines = { .n_axes = 2, .x = x, .y = y, .n = n };
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 50, 50);
  const guint32      *pixels;

  for (guint i = 0; i < n; i++)
    ends[i] = 24 * TL_PARALLEL_SUBPIXELS;
  memset (shade, 255, n);
  tl_parallel_lines_draw (surface, &lines, shade, &(TlParallelInk) { .strong = { 1, 0, 0 }, .weak = { 0, 0, 1 }, .alpha = 1 });
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  g_assert_cmphex (pixels[27 * cairo_image_surface_get_stride (surface) / 4 + 20], ==, 0xffff0000);
  cairo_surface_destroy (surface);
}

static void
test_crossings (void)
{
  TlParallelAxis    axis = { .x = 50, .scale = tl_parallel_scale_discrete (factors, 4, TRUE), .best = 4 };
  TlParallelPicture picture = { .axes = &axis, .n_axes = 1, .top = 20, .bottom = 220, .missing_y = 240, .text = number_text };

  g_assert_cmpfloat (tl_parallel_crossing (&picture, 0, NAN, 3), ==, 240);
  for (guint number = 0; number < 100; number++)
    {
      double y = tl_parallel_crossing (&picture, 0, 4, number);

      g_assert_cmpfloat (y, ==, tl_parallel_crossing (&picture, 0, 4, number));
      g_assert_cmpfloat (y, <, tl_parallel_crossing (&picture, 0, 2, number + 1));
      g_assert_cmpfloat (y, >, tl_parallel_crossing (&picture, 0, 16, number + 1));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel-picture/scales", test_scales);
  g_test_add_func ("/parallel-picture/snap", test_snap);
  g_test_add_func ("/parallel-picture/outliers", test_outliers);
  g_test_add_func ("/parallel-picture/lines", test_lines);
  g_test_add_func ("/parallel-picture/random-lines", test_random_lines);
  g_test_add_func ("/parallel-picture/very-many-lines", test_very_many_lines);
  g_test_add_func ("/parallel-picture/crossings", test_crossings);
  return g_test_run ();
}
