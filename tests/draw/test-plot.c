/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about pictures, checked on image surfaces: where things land, not which pixels they have. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/draw-export.h"
#include "core/draw/draw-plot.h"
#include "core/draw/plot-private.h"
#include "core/base/format.h"
#include "tests/draw/surface.h"
#include "tests/must.h"

#define WIDTH  842
#define HEIGHT 542

typedef struct
{
  double *latency_s;
  guint8 *outcome;
  double *elapsed_s;
  guint  *number;
  guint8 *marks;
  double *calibration_s;
  TlPlotModel model;
} PlotRun;

static PlotRun
plot_run (guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  PlotRun run = { .latency_s = g_new0 (double, n), .outcome = g_new0 (guint8, n), .elapsed_s = g_new0 (double, n),
                  .number = g_new0 (guint, n), .marks = g_new0 (guint8, n), .calibration_s = g_new0 (double, n) };

  for (guint i = 0; i < n; i++)
    {
      run.latency_s[i] = 1e-4 * exp (g_rand_double_range (random, 0, 4)) / (1 + 3.0 * i / n);
      run.elapsed_s[i] = i * 0.05;
      run.number[i] = 2 * i + i / 10;   /* some are missing */
      run.marks[i] = i % 9 == 4 ? TL_TRIAL_UNRANKED : i < 3000 && i % 17 == 7 ? TL_TRIAL_IMPLAUSIBLE : 0;   /* few of many */
      run.calibration_s[i] = i % 7 == 5 ? 0 : 1e-4 * (1 + (i % 50) / 50.0);
      if (g_rand_int_range (random, 0, 20) == 0)
        run.outcome[i] = (guint8) g_rand_int_range (random, TL_OUTCOME_SCHEDULE_ERROR, TL_OUTCOME_RESOURCE_LIMIT);
    }
  run.model = (TlPlotModel) { .latency_s = run.latency_s, .outcome = run.outcome, .elapsed_s = run.elapsed_s, .n = n,
                               .best = (gint) n / 2,
                               .flops = 2 * 128.0 * 128 * 128, .baseline_s = 9e-4 };
  return run;
}

static void
plot_run_clear (PlotRun *run)
{
  g_free (run->latency_s);
  g_free (run->outcome);
  g_free (run->elapsed_s);
  g_free (run->number);
  g_free (run->marks);
  g_free (run->calibration_s);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlotRun, plot_run_clear)

static cairo_surface_t *
paint (const TlPlotModel *model)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_plot (cr, model, tl_palette (FALSE), WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_points_land_where_area_says (void)
{
  g_auto (PlotRun) run = plot_run (40);
  TlPlotArea       area;
  g_autoptr (cairo_surface_t) surface = NULL;

  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  surface = paint (&run.model);
  for (guint i = 0; i < run.model.n; i++)
    {
      double x, y;

      if (tl_plot_point (&run.model, i, &x, &y))
        g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, x), tl_plot_y (&area, y)), >, 120);
    }
}

/* On a display with @scale pixels for one of the plot. */
static cairo_surface_t *
paint_at (const TlPlotModel *model, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (WIDTH * scale), (int) ceil (HEIGHT * scale));
  g_autoptr (cairo_t) cr = NULL;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  tl_draw_plot (cr, model, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  return surface;
}

/* Dots stand on their pixels however many the display has, and no further away than they reach. */
static void
test_points_at_scales (void)
{
  static const double scales[] = { 0.8, 10 / 11.0, 1.25, 2, 2.5 };
  g_auto (PlotRun)    run = plot_run (40);
  TlPlotArea          area;

  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  for (guint k = 0; k < G_N_ELEMENTS (scales); k++)
    {
      g_autoptr (cairo_surface_t) surface = paint_at (&run.model, scales[k]);

      for (guint i = 0; i < run.model.n; i++)
        {
          double x, y;

          if (tl_plot_point (&run.model, i, &x, &y))
            g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, x) * scales[k], tl_plot_y (&area, y) * scales[k]), >, 120);
        }
    }
}

static gpointer
paint_small (gpointer model)
{
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  cairo_scale (cr, 0.6, 0.6);
  tl_draw_plot (cr, model, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  return surface;
}

/* Labels that were kept are laid out for the surface that they are drawn on, as those of a thread that has kept none. */
static void
test_labels_on_other_surfaces (void)
{
  g_auto (PlotRun)            run = plot_run (40);
  g_autoptr (cairo_surface_t) usual = paint (&run.model), small = paint_small (&run.model);
  g_autoptr (cairo_surface_t) fresh = g_thread_join (g_thread_new ("fresh", paint_small, &run.model));

  g_assert_nonnull (usual);
  assert_same (fresh, small);
}

/* All that a store can say, besides. */
static void
show_all (PlotRun *run)
{
  run->model.number = run->number;
  run->model.marks = run->marks;
  run->model.calibration_s = run->calibration_s;
  run->model.baseline_is_bound = TRUE;
  if (run->model.n > 0)
    run->marks[0] = TL_TRIAL_START;
}

/* In a low picture nothing fails; the strip of the machine's speed and then the rows of failures leave their place to the plot. */
static void
test_low (void)
{
  g_auto (PlotRun) run = plot_run (64);

  run.model.calibration_s = run.calibration_s;
  run.model.peak_s = 4e-5;
  for (int height = 20; height < 320; height += 7)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, height);
      cairo_t         *cr = cairo_create (surface);
      TlPlotArea       area;

      tl_plot_area (&run.model, WIDTH, height, &area);
      tl_draw_plot (cr, &run.model, tl_palette (FALSE), WIDTH, height);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      g_assert_true (area.strip_height == 0 || area.bottom - area.top >= TL_PLOT_LEAST_FIELD);
      g_assert_true (area.bottom - area.top >= TL_PLOT_LEAST_FIELD || height < 106);
      g_assert_true (area.strip_height > 0 || height < 240);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* The layer put together from strips is the layer painted at once: what a window keeps and what it repaints belong together. */
static void
test_parts_make_the_whole (void)
{
  for (guint n = 0; n <= 3000; n = n == 0 ? 1 : n < 100 ? n * 30 : n * 10)
    {
      g_auto (PlotRun) run = plot_run (n);
      TlPlotArea       area;
      g_autoptr (cairo_surface_t) whole = NULL, parts = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

      run.model.by_time = n % 2 == 1;
      if (n % 4 != 0)
        show_all (&run);
      tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
      whole = paint (&run.model);
      for (int x = 0; x < WIDTH; x += 96)
        {
          g_autoptr (cairo_t) cr = cairo_create (parts);

          cairo_rectangle (cr, x, 0, 96, HEIGHT);
          cairo_clip (cr);
          tl_draw_plot_part (cr, &run.model, &area, tl_palette (FALSE), x, x + 96);
        }
      cairo_surface_flush (parts);
      assert_same (whole, parts);
    }
}

/* Of all that have a plausible time; the line ends at the one that is marked. */
static double
fastest_s (const PlotRun *run)
{
  double fastest = HUGE_VAL;

  for (guint i = 0; i < run->model.n; i++)
    if (run->outcome[i] == TL_OUTCOME_OK && (run->marks[i] & TL_TRIAL_IMPLAUSIBLE) == 0)
      fastest = MIN (fastest, run->latency_s[i]);
  return run->model.best >= 0 ? tl_max (fastest, run->latency_s[run->model.best]) : fastest;
}

/* A summary that grew with the trials says what one of all of them says: the same axes, and the same picture to the pixel. */
static void
test_summary_grows (void)
{
  g_auto (PlotRun) run = plot_run (5000);
  g_autoptr (TlPlotSummary)   summary = tl_plot_summary_new ();
  g_autoptr (GRand)           random = g_rand_new_with_seed (3);
  g_autoptr (cairo_surface_t) at_once = NULL, grown = NULL;

  show_all (&run);
  run.latency_s[4000] = 1e3;
  for (guint round = 0; round < 2; round++)   /* and again, from the beginning */
    {
      run.model.n = 0;
      while (run.model.n < 5000)
        {
          TlPlotArea area, all;
          guint      n_more = (guint) g_rand_int_range (random, 0, 300);

          run.model.n = MIN (5000, run.model.n + n_more);
          run.model.best = run.model.n > 2500 ? 2500 : -1;
          tl_plot_summary_extend (summary, &run.model);
          run.model.summary = NULL;
          tl_plot_area (&run.model, WIDTH, HEIGHT, &all);
          run.model.summary = summary;
          tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
          g_assert_cmpmem (&area, sizeof area, &all, sizeof all);
          g_assert_true (tl_plot_best_so_far_s (&run.model, run.model.n) == fastest_s (&run));
        }
    }
  grown = paint (&run.model);
  run.model.summary = NULL;
  at_once = paint (&run.model);
  assert_same (grown, at_once);
}

/* Of very many trials, none that has a time and no failure lacks a mark in the picture. */
static void
test_all_are_seen (void)
{
  g_auto (PlotRun) run = plot_run (100000);
  TlPlotArea       area;
  g_autoptr (cairo_surface_t) surface = NULL;

  show_all (&run);
  memset (run.marks, 0, 100000);
  run.model.baseline_s = 0;
  run.latency_s[60000] = 1e-6;   /* far from all others */
  run.outcome[60000] = TL_OUTCOME_OK;
  run.model.best = 60000;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  surface = paint (&run.model);
  for (guint i = 0; i < run.model.n; i++)
    {
      gboolean is_failure = run.outcome[i] != TL_OUTCOME_OK;
      double   x, y;

      if (tl_plot_trial_pixel (&run.model, &area, i, &x, &y))
        g_assert_cmpuint (alpha_at (surface, x, y), >, is_failure ? 200 : 90);
    }
}

/* A trial stands at its number, wherever it stands in the arrays, and is found there. */
static void
test_number_is_x (void)
{
  g_auto (PlotRun) run = plot_run (50);
  TlPlotArea area;

  show_all (&run);
  run.model.n_expected = 200;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.x_max, >=, 199);
  for (guint i = 0; i < run.model.n; i++)
    {
      double x, y;

      g_assert_true (tl_plot_trial_pixel (&run.model, &area, i, &x, &y));
      g_assert_cmpfloat_with_epsilon (x, tl_plot_x (&area, run.number[i]), 1e-9);
      g_assert_cmpint (tl_plot_pick (&run.model, &area, x, y, 3), ==, (gint) i);
    }
  /* A second run begins where the first ended; looked at by itself it has the axis. */
  run.model.x_min = run.number[40] - 0.5;
  run.model.x_max = run.number[49] + 0.5;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (tl_plot_x (&area, run.number[39]), <, area.left);
  g_assert_cmpfloat (tl_plot_x (&area, run.number[40]), >, area.left);
  g_assert_cmpfloat (tl_plot_x (&area, run.number[49]), <, area.right);
}

/* The line of the best so far never rises, and ends at the one that is marked, however fast others seemed to be. */
static void
test_best_line (void)
{
  g_auto (PlotRun) run = plot_run (200);
  double  before = HUGE_VAL;

  show_all (&run);
  for (guint i = 0; i < 200; i++)
    run.outcome[i] = i < 3 ? TL_OUTCOME_PRUNED : TL_OUTCOME_OK;
  run.latency_s[20] = 1e-12;
  run.marks[20] = TL_TRIAL_IMPLAUSIBLE;
  run.latency_s[30] = 1e-9;
  run.marks[30] = TL_TRIAL_UNRANKED;
  run.marks[100] = 0;
  run.model.best = 100;
  for (guint n = 0; n <= 200; n++)
    {
      double now = tl_plot_best_so_far_s (&run.model, n);

      g_assert_cmpfloat (now, <=, before);
      g_assert_cmpfloat (now, >=, run.latency_s[100]);
      g_assert_true ((now == HUGE_VAL) == (n < 4));
      before = now;
    }
  g_assert_cmpfloat (before, ==, run.latency_s[100]);
}

/* An implausible time does not make the axis longer: it stands at the edge, hollow. */
static void
test_implausible (void)
{
  g_auto (PlotRun) run = plot_run (20);
  TlPlotArea       area, without;
  g_autoptr (cairo_surface_t) surface = NULL;
  double           x, y;

  memset (run.outcome, TL_OUTCOME_OK, 20);
  run.model.marks = run.marks;
  memset (run.marks, 0, 20);
  run.marks[5] = TL_TRIAL_IMPLAUSIBLE;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &without);
  run.latency_s[5] = 1e-12;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpmem (&area, sizeof area, &without, sizeof without);
  g_assert_false (tl_plot_point (&run.model, 5, &x, &y));
  g_assert_true (tl_plot_trial_pixel (&run.model, &area, 5, &x, &y));
  g_assert_cmpfloat (y, ==, area.bottom);
  surface = paint (&run.model);
  g_assert_cmpuint (alpha_at (surface, x + 3.2, y), >, 120);
  g_assert_cmpuint (alpha_at (surface, x, y - 1.6), <, 60);
}

/* The strip is there where the machine's speed varied by more than noise; a bar is as high as the machine was fast. */
static void
test_speed_strip (void)
{
  g_auto (PlotRun) run = plot_run (20);
  TlPlotArea       area;
  g_autoptr (cairo_surface_t) surface = NULL;
  guint            slow, fast;

  run.model.calibration_s = run.calibration_s;
  for (guint i = 0; i < 20; i++)
    run.calibration_s[i] = i == 3 ? 0 : 1e-4 * (i == 10 ? 1.1 : 1);
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.strip_height, ==, 0);
  run.calibration_s[10] = 4e-4;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.strip_height, >=, 10);
  g_assert_cmpfloat (area.strip_top, >, area.bottom);
  g_assert_cmpfloat (area.row_top, >=, area.strip_top + area.strip_height);
  surface = paint (&run.model);
  fast = alpha_at (surface, tl_plot_x (&area, 9), area.strip_top + 2);
  slow = alpha_at (surface, tl_plot_x (&area, 10), area.strip_top + 2);
  g_assert_cmpuint (fast, >, slow + 30);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 10), area.strip_top + area.strip_height - 1), ==, fast);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 3), area.strip_top + 2), ==, slow);
}

/* One far slower than all others does not squash them: it stands at the edge, and is found there. */
static void
test_slow_tail (void)
{
  g_auto (PlotRun) run = plot_run (200);
  TlPlotArea       area;
  double           x, y;

  memset (run.outcome, TL_OUTCOME_OK, 200);
  run.model.baseline_s = 0;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_false (area.is_cut);
  run.latency_s[120] = 1e5;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_true (area.is_cut);
  g_assert_cmpfloat (area.y_max, <, 0);
  g_assert_true (tl_plot_trial_pixel (&run.model, &area, 120, &x, &y));
  g_assert_cmpfloat (y, ==, area.top);
  g_assert_cmpint (tl_plot_pick (&run.model, &area, x, y, 3), ==, 120);
  for (guint i = 0; i < 200; i++)
    if (i != 120)
      g_assert_cmpfloat (log10 (run.latency_s[i]), <, area.y_max);
}

/* The peak is in view only where the best is near it. */
static void
test_peak (void)
{
  g_auto (PlotRun) run = plot_run (50);
  TlPlotArea       area;

  run.model.peak_s = 2e-5;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.y_min, <, log10 (2e-5));
  run.model.peak_s = 1e-9;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpfloat (area.y_min, >, -6);
}

/* Between the peak and the end of the field there is room for its label, in low pictures too; elsewhere a label goes to the other side. */
static void
test_rule_labels (void)
{
  g_auto (PlotRun) run = plot_run (50);
  TlPlotArea       area;

  run.model.peak_s = 2e-5;
  for (int height = 220; height < 500; height += 40)
    for (gboolean throughput = FALSE; throughput <= TRUE; throughput++)
      {
        double y;

        run.model.throughput = throughput;
        tl_plot_area (&run.model, WIDTH, height, &area);
        y = tl_plot_y (&area, tl_plot_log_unit (&run.model, run.model.peak_s));
        g_assert_cmpfloat (throughput ? y - area.top : area.bottom - y, >=, TL_PLOT_LABEL_ROOM - 0.01);
        g_assert_true ((tl_plot_rule_label_y (&area, y, !throughput) > y) == !throughput);
      }
  g_assert_cmpfloat (tl_plot_rule_label_y (&area, area.bottom - 5, TRUE), <, area.bottom - 5);
  g_assert_cmpfloat (tl_plot_rule_label_y (&area, area.top + 5, FALSE), >, area.top + 5);
}

/* In the bar of the times around 10 to the power of @log10_value: bars are 4 high, at every fifth pixel. */
static guint
density_at (cairo_surface_t *surface, const TlPlotArea *area, double x, double log10_value)
{
  return alpha_at (surface, x, area->top + 5 * floor ((tl_plot_y (area, log10_value) - area->top) / 5) + 1);
}

/* The legend names all marks that occur, and no others; the newest have bars right of the field, at their times. */
static void
test_beside_the_points (void)
{
  g_auto (PlotRun) run = plot_run (30);
  TlPlotArea       area;
  TlTrialSpread    spread = { .index = 7, .least_s = 1e-4, .most_s = 2e-4 };
  double           x, top, bottom;
  g_autoptr (cairo_surface_t) surface = NULL;

  run.model.marks = run.marks;
  memset (run.outcome, TL_OUTCOME_OK, 30);
  for (guint i = 0; i < 30; i++)
    {
      run.marks[i] = TL_TRIAL_RANDOM;
      run.latency_s[i] = i == 0 ? 1e-3 : 1e-4;
    }
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (area.marks, ==, TL_TRIAL_RANDOM);
  g_assert_false (area.has_plain);
  run.marks[9] = 0;
  run.marks[10] = TL_TRIAL_BY_HAND;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (area.marks, ==, TL_TRIAL_RANDOM | TL_TRIAL_BY_HAND);
  g_assert_true (area.has_plain);
  g_assert_true (tl_plot_whisker (&run.model, &area, &spread, &x, &top, &bottom));
  g_assert_cmpfloat (x, ==, tl_plot_x (&area, 7));
  g_assert_cmpfloat_with_epsilon (top, tl_plot_y (&area, log10 (2e-4)), 1e-9);
  g_assert_cmpfloat_with_epsilon (bottom, tl_plot_y (&area, -4), 1e-9);
  surface = paint (&run.model);
  g_assert_cmpuint (density_at (surface, &area, WIDTH - 14, -4), >, 100);   /* 29 of 30 */
  g_assert_cmpuint (density_at (surface, &area, area.right + 9, -3), >, 100);
  g_assert_cmpuint (density_at (surface, &area, area.right + 20, -3), <, 20);
  g_assert_cmpuint (density_at (surface, &area, area.right + 9, -3.5), <, 20);
}

/* While a run grows the axis stands still, but never ends before the newest trial. */
static void
test_axis_stands_still (void)
{
  g_auto (PlotRun) run = plot_run (2000);
  guint   n_moves = 0;

  for (guint n = 1000; n <= 2000; n++)
    {
      TlPlotArea before, after;

      run.model.n = n - 1;
      tl_plot_area (&run.model, WIDTH, HEIGHT, &before);
      run.model.n = n;
      tl_plot_area (&run.model, WIDTH, HEIGHT, &after);
      n_moves += after.x_max != before.x_max;
      g_assert_cmpfloat (after.x_max, >=, n - 1);
    }
  g_assert_cmpuint (n_moves, >, 0);
  g_assert_cmpuint (n_moves, <, 20);
}

static void
test_failures_have_rows (void)
{
  g_auto (PlotRun) run = plot_run (10);
  TlPlotArea       area;
  g_autoptr (cairo_surface_t) surface = NULL;

  memset (run.outcome, TL_OUTCOME_OK, 10);
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (area.n_rows, ==, 0);
  run.outcome[3] = TL_OUTCOME_CRASH;
  run.outcome[5] = TL_OUTCOME_TIMEOUT;
  run.outcome[9] = TL_OUTCOME_PRUNED;   /* no failure: a row of its own, above them */
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (area.n_rows, ==, 3);
  g_assert_cmpuint (area.row_kind[0], ==, TL_OUTCOME_PRUNED);
  g_assert_cmpuint (area.row_kind[1], ==, TL_OUTCOME_TIMEOUT);
  surface = paint (&run.model);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 9), area.row_top + 9), >, 150);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 5), area.row_top + 27), >, 150);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 7), area.row_top + 27), <, 60);
  g_assert_cmpint (tl_plot_pick (&run.model, &area, tl_plot_x (&area, 3), area.row_top + 45, 8), ==, 3);
}

/* The glyph of a row names its kind; chosen, the others are paler. */
static void
test_kind_alone (void)
{
  g_auto (PlotRun)            run = plot_run (10);
  g_autoptr (cairo_surface_t) surface = NULL;
  TlPlotArea                  area;

  memset (run.outcome, TL_OUTCOME_OK, 10);
  run.outcome[3] = TL_OUTCOME_CRASH;
  run.outcome[5] = TL_OUTCOME_TIMEOUT;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  g_assert_cmpuint (tl_plot_label_kind (&area, area.left - 20, area.row_top + 9), ==, TL_OUTCOME_TIMEOUT);
  g_assert_cmpuint (tl_plot_label_kind (&area, area.left - 20, area.row_top + 27), ==, TL_OUTCOME_CRASH);
  g_assert_cmpuint (tl_plot_label_kind (&area, area.left - 20, area.row_top + 40), ==, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_plot_label_kind (&area, area.left + 20, area.row_top + 9), ==, TL_OUTCOME_OK);
  run.model.group = TL_PLOT_NO_TIME;
  run.model.kind = TL_OUTCOME_CRASH;
  surface = paint (&run.model);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 5), area.row_top + 9), <, 120);
  g_assert_cmpuint (alpha_at (surface, tl_plot_x (&area, 3), area.row_top + 27), >, 150);
}

/* The dots of other groups than the chosen one are paler; the legend tells which group is where, and only those that there are. */
static void
test_groups (void)
{
  PlotRun                     run = plot_run (40);
  g_autoptr (cairo_surface_t) all = NULL, chosen = NULL;
  TlPlotArea                  area;
  TlPlotGroup                 group = TL_PLOT_ALL, seen[3];
  guint                       random_before, random_after, plain_before, plain_after;
  double                      px, py;

  for (guint i = 0; i < 40; i++)
    {
      run.marks[i] = i % 2 == 0 ? TL_TRIAL_RANDOM : 0;
      run.outcome[i] = TL_OUTCOME_OK;
    }
  run.model.marks = run.marks;
  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < 3; i++)
    seen[i] = group = tl_plot_next_group (&run.model, &area, group);
  g_assert_cmpuint (seen[0], ==, TL_PLOT_RANDOM);
  g_assert_cmpuint (seen[1], ==, TL_PLOT_MUTATED);
  g_assert_cmpuint (seen[2], ==, TL_PLOT_ALL);
  g_assert_cmpstr (tl_plot_group_name (&run.model, &area, TL_PLOT_RANDOM), ==, "random");
  g_assert_null (tl_plot_group_name (&run.model, &area, TL_PLOT_NO_TIME));
  g_assert_cmpuint (tl_plot_legend_group (&run.model, &area, area.left + 6, area.top - 18), ==, TL_PLOT_RANDOM);
  g_assert_cmpuint (tl_plot_legend_group (&run.model, &area, area.left + 6, area.top + 60), ==, TL_PLOT_ALL);

  all = paint (&run.model);
  tl_plot_trial_pixel (&run.model, &area, 2, &px, &py);
  random_before = alpha_at (all, px, py);
  tl_plot_trial_pixel (&run.model, &area, 3, &px, &py);
  plain_before = alpha_at (all, px, py);
  run.model.group = TL_PLOT_MUTATED;
  chosen = paint (&run.model);
  plain_after = alpha_at (chosen, px, py);
  tl_plot_trial_pixel (&run.model, &area, 2, &px, &py);
  random_after = alpha_at (chosen, px, py);
  g_assert_cmpuint (plain_after, ==, plain_before);
  g_assert_cmpuint (random_after * 2, <, random_before);
  plot_run_clear (&run);
}

/* The band of a batch lies between its latencies, from its first trial to its last, and the legend tells how often it held. */
static void
test_predicted (void)
{
  static const TlPredictedRange range = { 10, 20, 2e-4, 8e-4 };
  PlotRun                       run = plot_run (40);
  g_autoptr (cairo_surface_t)   without = paint (&run.model), with = NULL;
  TlPlotArea                    area;
  double                        x, far, y, above;

  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  x = tl_plot_x (&area, tl_plot_trial_x (&run.model, 14) + 0.3);
  far = tl_plot_x (&area, tl_plot_trial_x (&run.model, 30) + 0.3);
  y = tl_plot_y (&area, log10 (4e-4)) + 0.3;
  above = tl_plot_y (&area, log10 (1.2e-3)) + 0.3;
  run.model.predicted = &range;
  run.model.n_predicted = 1;
  run.model.predicted_held = 0.8;
  with = paint (&run.model);
  g_assert_cmpuint (alpha_at (with, x, y), >, alpha_at (without, x, y));
  g_assert_cmpuint (alpha_at (with, far, y), ==, alpha_at (without, far, y));
  g_assert_cmpuint (alpha_at (with, x, above), ==, alpha_at (without, x, above));
  plot_run_clear (&run);
}

static void
test_pick_takes_the_nearest (void)
{
  g_auto (PlotRun) run = plot_run (50);
  TlPlotArea area;

  tl_plot_area (&run.model, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < run.model.n; i++)
    {
      double x, y;

      if (tl_plot_point (&run.model, i, &x, &y))
        g_assert_cmpint (tl_plot_pick (&run.model, &area, tl_plot_x (&area, x) + 1, tl_plot_y (&area, y), 12), ==, (gint) i);
    }
  g_assert_cmpint (tl_plot_pick (&run.model, &area, 1, 1, 5), ==, -1);
}

/* Empty runs, one trial, nothing but failures, absurd values, every option: no warning, no error state. */
static void
test_odd_runs (void)
{
  g_auto (PlotRun) run = plot_run (30);

  for (guint options = 0; options < 8; options++)
    for (guint n = 0; n <= 30; n += n < 2 ? 1 : 14)
      {
        run.model.n = n;
        run.model.by_time = options & 1;
        run.model.throughput = (options & 2) != 0;
        if ((options & 4) != 0)
          show_all (&run);
        cairo_surface_destroy (paint (&run.model));
      }
  for (guint i = 0; i < 30; i++)
    run.outcome[i] = TL_OUTCOME_BUILD_ERROR;
  run.model.baseline_s = 0;
  cairo_surface_destroy (paint (&run.model));
  memset (run.outcome, 0, 30);
  run.latency_s[0] = NAN;
  run.latency_s[1] = INFINITY;
  run.latency_s[2] = -1;
  run.latency_s[3] = 1e-300;
  cairo_surface_destroy (paint (&run.model));
}

static void
test_many_trials (void)
{
  g_auto (PlotRun) run = plot_run (100000);
  double  best_ms = HUGE_VAL;

  show_all (&run);
  for (guint i = 0; i < 5; i++)
    {
      gint64 start = g_get_monotonic_time ();

      cairo_surface_destroy (paint (&run.model));
      best_ms = tl_min (best_ms, (double) (g_get_monotonic_time () - start) / 1000);
    }
  g_test_minimized_result (best_ms, "100 000 trials: %.1f ms", best_ms);
}

static void
draw_run (cairo_t *cr, double width, double height, gpointer user_data)
{
  tl_draw_plot (cr, user_data, tl_palette (FALSE), width, height);
}

static void
test_files (void)
{
  const struct { const char *name, *starts_with; } rows[] = { { "p.svg", "<?xml" }, { "p.pdf", "%PDF-" }, { "p.PNG", "\x89PNG" } };
  g_autofree char   *folder = g_dir_make_tmp ("tl-draw-XXXXXX", NULL);
  g_autofree char   *odd = g_build_filename (folder, "p.bmp", NULL);
  g_autoptr (GError) error = NULL;
  g_auto (PlotRun) run = plot_run (200);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_build_filename (folder, rows[i].name, NULL);
      g_autofree char *data = NULL;

      tl_draw_to_file (path, 600, 400, draw_run, &run.model, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &data, NULL, NULL));
      g_assert_true (g_str_has_prefix (data, rows[i].starts_with));
      g_unlink (path);
    }
  g_assert_false (tl_draw_to_file (odd, 600, 400, draw_run, &run.model, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  must_fail_saying (tl_draw_to_file ("/nonexistent/p.svg", 600, 400, draw_run, &run.model, &failure), "");
  g_rmdir (folder);
}

static void
test_numbers_as_text (void)
{
  const struct { double seconds; const char *text; } rows[] = {
    { 892e-6, "892 µs" }, { 16.4e-6, "16.4 µs" }, { 1.234e-3, "1.23 ms" }, { 0, "—" }, { NAN, "—" }, { 2, "2.00 s" }, { 3e-9, "3.00 ns" },
    { 0.99999e-3, "1.00 ms" },
  };
  const struct { gint64 bytes; const char *text; } sizes[] = { { 68, "68 B" }, { 8192, "8 KiB" }, { 1572864, "1.50 MiB" }, { -1, "—" } };
  const struct { double span; guint n; double step; } steps[] = { { 100, 10, 10 }, { 99, 5, 20 }, { 7, 7, 1 }, { 0.3, 6, 0.05 },
                                                                  { 0, 5, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = tl_format_seconds (rows[i].seconds);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = tl_format_bytes (sizes[i].bytes);

      g_assert_cmpstr (text, ==, sizes[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_cmpfloat_with_epsilon (tl_nice_step (steps[i].span, steps[i].n), steps[i].step, 1e-9);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/plot/points", test_points_land_where_area_says);
  g_test_add_func ("/draw/plot/scales", test_points_at_scales);
  g_test_add_func ("/draw/plot/labels", test_labels_on_other_surfaces);
  g_test_add_func ("/draw/plot/parts", test_parts_make_the_whole);
  g_test_add_func ("/draw/plot/summary", test_summary_grows);
  g_test_add_func ("/draw/plot/all-seen", test_all_are_seen);
  g_test_add_func ("/draw/plot/number", test_number_is_x);
  g_test_add_func ("/draw/plot/best-line", test_best_line);
  g_test_add_func ("/draw/plot/implausible", test_implausible);
  g_test_add_func ("/draw/plot/speed-strip", test_speed_strip);
  g_test_add_func ("/draw/plot/low", test_low);
  g_test_add_func ("/draw/plot/slow-tail", test_slow_tail);
  g_test_add_func ("/draw/plot/peak", test_peak);
  g_test_add_func ("/draw/plot/rule-labels", test_rule_labels);
  g_test_add_func ("/draw/plot/beside-the-points", test_beside_the_points);
  g_test_add_func ("/draw/plot/axis", test_axis_stands_still);
  g_test_add_func ("/draw/plot/rows", test_failures_have_rows);
  g_test_add_func ("/draw/plot/kind-alone", test_kind_alone);
  g_test_add_func ("/draw/plot/predicted", test_predicted);
  g_test_add_func ("/draw/plot/groups", test_groups);
  g_test_add_func ("/draw/plot/pick", test_pick_takes_the_nearest);
  g_test_add_func ("/draw/plot/odd", test_odd_runs);
  g_test_add_func ("/draw/plot/many", test_many_trials);
  g_test_add_func ("/draw/files", test_files);
  g_test_add_func ("/draw/numbers", test_numbers_as_text);
  return g_test_run ();
}
