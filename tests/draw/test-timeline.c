/* SPDX-License-Identifier: Apache-2.0 */
/* Bars stand in the row and at the time of their state, an axis below them, and the legend has the look of each. */
#include "core/draw/draw-timeline.h"

#include "tests/draw/surface.h"

#define WIDTH     700
#define N_SAMPLES 100

static cairo_surface_t *
draw (const TlTimelineModel *model)
{
  cairo_surface_t  *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, (int) tl_timeline_height (model->n_rows));
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_timeline (cr, model, tl_palette (FALSE), WIDTH);
  cairo_surface_flush (surface);
  return surface;
}

static guint
n_painted (cairo_surface_t *surface, double x, int top, int bottom)
{
  guint n = 0;

  for (int y = top; y < bottom; y++)
    n += alpha_at (surface, x, y) > 128;
  return n;
}

static void
test_bars (void)
{
  const char  *names[] = { "search", "runner" };
  guint8       search[N_SAMPLES] = { 0 }, runner[N_SAMPLES] = { 0 };
  const guint8 *rows[] = { search, runner };
  TlTimelineModel model = { .names = names, .rows = rows, .n_rows = 2, .n_samples = N_SAMPLES, .oldest = 25, .sample_s = 0.1 };
  g_autoptr (cairo_surface_t) surface = NULL;

  /* The ring begins at 25: samples 25 … 74 are the older half. */
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      search[i] = TL_TIMELINE_WAIT;
      runner[i] = i >= 25 && i < 75 ? TL_TIMELINE_IDLE : TL_TIMELINE_RUN;
    }
  surface = draw (&model);
  g_assert_cmpuint (n_painted (surface, 200, 20, 40), <, 5);
  g_assert_cmpuint (n_painted (surface, 600, 20, 40), >, 10);
  g_assert_cmpuint (n_painted (surface, 600, 0, 20), <, 5);
  g_assert_cmpint (tl_timeline_row_at (&model, 5), ==, 0);
  g_assert_cmpint (tl_timeline_row_at (&model, 25), ==, 1);
  g_assert_cmpint (tl_timeline_row_at (&model, 45), ==, -1);
}

/* Below the rows: words of the axis, then swatches of at least three heights. */
static void
test_legend (void)
{
  const char  *name = "search";
  guint8       waiting[N_SAMPLES] = { 0 };
  const guint8 *row = waiting;
  TlTimelineModel model = { .names = &name, .rows = &row, .n_rows = 1, .n_samples = N_SAMPLES, .sample_s = 0.1 };
  g_autoptr (cairo_surface_t) surface = draw (&model);
  int    height = cairo_image_surface_get_height (surface);
  guint  axis = 0, heights[32] = { 0 }, n_heights = 0;

  for (int x = 0; x < WIDTH; x++)
    {
      axis += n_painted (surface, x, 20, 38);
      heights[n_painted (surface, x, height - 20, height)]++;
    }
  g_assert_cmpuint (axis, >, 20);
  for (guint i = 2; i < 32; i++)
    n_heights += heights[i] >= 15;
  g_assert_cmpuint (n_heights, >=, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/timeline/bars", test_bars);
  g_test_add_func ("/draw/timeline/legend", test_legend);
  return g_test_run ();
}
