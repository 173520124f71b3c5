/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about the picture of predictions against measurements, checked on image surfaces. */
#include <math.h>

#include "core/base/clock.h"
#include "core/draw/draw-scatter.h"
#include "tests/draw/surface.h"

#define WIDTH  842
#define HEIGHT 442

typedef struct
{
  double *score, *latency_s;
  guint8 *outcome;
  TlScatterModel model;
} ScatterRun;

/* One in ten was not picked by a model, one in twenty failed. */
static ScatterRun
scatter_run (guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  ScatterRun run = { .score = g_new0 (double, n + 1), .latency_s = g_new0 (double, n + 1), .outcome = g_new0 (guint8, n + 1) };

  for (guint i = 0; i < n; i++)
    {
      run.latency_s[i] = 1e-5 * exp (g_rand_double_range (random, 0, 4));
      run.score[i] = i % 10 == 3 ? NAN : sqrt (1e-5 / run.latency_s[i]) + g_rand_double_range (random, -0.1, 0.1);
      run.outcome[i] = i % 20 == 5 ? TL_OUTCOME_RESOURCE_LIMIT : TL_OUTCOME_OK;
    }
  run.model = (TlScatterModel) { .score = run.score, .latency_s = run.latency_s, .outcome = run.outcome, .n = n, .best = (gint) n / 2,
                                  .rank_correlation = NAN };
  return run;
}

static void
scatter_run_clear (ScatterRun *run)
{
  g_free (run->score);
  g_free (run->latency_s);
  g_free (run->outcome);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScatterRun, scatter_run_clear)

static cairo_surface_t *
paint (const TlScatterModel *model, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_scatter (cr, model, tl_palette (FALSE), width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  return surface;
}

/* Each trial that something was expected of is where the area says, failures below the field; the others are nowhere. */
static void
test_points (void)
{
  g_auto (ScatterRun) run = scatter_run (100);
  TlPlotArea       area;
  g_autoptr (cairo_surface_t) surface = NULL;
  double           x, y;

  tl_scatter_area (&run.model, WIDTH, HEIGHT, &area);
  surface = paint (&run.model, WIDTH, HEIGHT);
  for (guint i = 0; i < run.model.n; i++)
    {
      g_assert_true (tl_scatter_pixel (&run.model, &area, i, &x, &y) == !isnan (run.score[i]));
      if (isnan (run.score[i]))
        continue;
      g_assert_cmpuint (alpha_at (surface, x, y), >, 120);
      g_assert_cmpfloat (x, >=, area.left);
      g_assert_cmpfloat (x, <=, area.right);
      if (run.outcome[i] == TL_OUTCOME_OK)
        g_assert_true (y >= area.top && y <= area.bottom);
      else
        g_assert_cmpfloat (y, >, area.bottom);
      g_assert_cmpint (tl_scatter_pick (&run.model, &area, x, y, 0.01), ==, (gint) i);
    }
  g_assert_cmpint (tl_scatter_pick (&run.model, &area, 2, 2, 5), ==, -1);
}

/* Better expected stands to the right, faster below: what a good model predicts falls. */
static void
test_directions (void)
{
  double         score[] = { 0.2, 0.9 }, latency_s[] = { 1e-3, 1e-5 };
  guint8         outcome[] = { TL_OUTCOME_OK, TL_OUTCOME_OK };
  TlScatterModel model = { .score = score, .latency_s = latency_s, .outcome = outcome, .n = 2, .rank_correlation = 1, .n_ranked = 2 };
  TlPlotArea     area;
  double         x[2], y[2];

  tl_scatter_area (&model, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < 2; i++)
    g_assert_true (tl_scatter_pixel (&model, &area, i, &x[i], &y[i]));
  g_assert_cmpfloat (x[0], <, x[1]);
  g_assert_cmpfloat (y[0], <, y[1]);
}

/* A plot that grew batch by batch looks like one painted at once. */
static void
test_growing (void)
{
  g_autoptr (TlScatter) scatter = tl_scatter_new ();
  g_auto (ScatterRun) run = scatter_run (3000);
  g_autoptr (cairo_surface_t) whole = NULL;

  g_assert_null (tl_scatter_shown_area (scatter));
  for (guint n = 0; n <= 3000; n += 100)
    {
      run.model.n = n;
      tl_scatter_update (scatter, &run.model, tl_palette (FALSE), WIDTH, HEIGHT, 1);
    }
  whole = paint (&run.model, WIDTH, HEIGHT);
  assert_alike (whole, tl_scatter_picture (scatter));

  /* Fewer trials than before: others. */
  run.model.n = 50;
  tl_scatter_update (scatter, &run.model, tl_palette (FALSE), WIDTH, HEIGHT, 1);
  g_clear_pointer (&whole, cairo_surface_destroy);
  whole = paint (&run.model, WIDTH, HEIGHT);
  assert_alike (whole, tl_scatter_picture (scatter));
}

/* Nothing, one, all alike, infinities, and no room: something sensible or nothing is drawn. */
static void
test_odd (void)
{
  double score[] = { 0.5, 0.5, NAN, HUGE_VAL, -3e8, 0.5 }, latency_s[] = { 1e-4, 1e-4, 1e-4, 1e-4, 1e-9, 0 };
  guint8 outcome[6] = { TL_OUTCOME_OK };

  for (guint n = 0; n <= 6; n++)
    {
      TlScatterModel model = { .score = score, .latency_s = latency_s, .outcome = outcome, .n = n, .rank_correlation = NAN };
      TlPlotArea     area;

      for (int size = 1; size <= 1000; size *= 10)
        cairo_surface_destroy (paint (&model, size, size));
      tl_scatter_area (&model, WIDTH, HEIGHT, &area);
      g_assert_cmpfloat (area.x_max, >, area.x_min);
      g_assert_cmpfloat (area.y_max, >, area.y_min);
    }
}

/* The time is told, not judged. */
static void
test_many (void)
{
  g_autoptr (TlScatter) scatter = tl_scatter_new ();
  g_auto (ScatterRun) run = scatter_run (100000);
  gint64                began;

  run.model.n = 99000;
  tl_scatter_update (scatter, &run.model, tl_palette (FALSE), WIDTH, HEIGHT, 1);
  tl_scatter_clear (scatter);
  began = tl_time_ns ();
  tl_scatter_update (scatter, &run.model, tl_palette (FALSE), WIDTH, HEIGHT, 1);
  g_test_message ("99 000 trials anew: %.2f ms", (double) (tl_time_ns () - began) * 1e-6);
  began = tl_time_ns ();
  for (guint i = 0; i < 100; i++)
    {
      run.model.n += 10;
      tl_scatter_update (scatter, &run.model, tl_palette (FALSE), WIDTH, HEIGHT, 1);
    }
  g_test_message ("10 more: %.2f ms", (double) (tl_time_ns () - began) * 1e-8);
}

/* Pruned trials have a row of their own above the failed ones; an implausible one is not shown. */
static void
test_pruned_are_no_failures (void)
{
  g_auto (ScatterRun) run = scatter_run (30);
  TlPlotArea area;
  double     x, failed_y = 0, pruned_y = 0;
  guint8     marks[30] = { [8] = TL_TRIAL_IMPLAUSIBLE };

  run.outcome[6] = run.outcome[7] = TL_OUTCOME_PRUNED;
  run.model.marks = marks;
  tl_scatter_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (area.n_rows, ==, 2);
  g_assert_true (tl_scatter_pixel (&run.model, &area, 5, &x, &failed_y));
  g_assert_true (tl_scatter_pixel (&run.model, &area, 6, &x, &pruned_y));
  g_assert_false (tl_scatter_pixel (&run.model, &area, 8, &x, &x));
  g_assert_cmpfloat (pruned_y, <, failed_y);
  cairo_surface_destroy (paint (&run.model, WIDTH, HEIGHT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/scatter/points", test_points);
  g_test_add_func ("/draw/scatter/directions", test_directions);
  g_test_add_func ("/draw/scatter/growing", test_growing);
  g_test_add_func ("/draw/scatter/odd", test_odd);
  g_test_add_func ("/draw/scatter/many", test_many);
  g_test_add_func ("/draw/scatter/pruned", test_pruned_are_no_failures);
  return g_test_run ();
}
