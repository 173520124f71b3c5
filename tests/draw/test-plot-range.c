/* SPDX-License-Identifier: Apache-2.0 */
/* The trials of a rectangle: those whose dots lie in it, whatever the axes; below the field those of any outcome. */
#include <glib.h>

#include "core/draw/plot-range.h"

#define N      8
#define WIDTH  600
#define HEIGHT 300

static const guint  number[N] = { 2, 3, 5, 6, 7, 10, 11, 12 };
static const double latency_s[N] = { 8e-3, 4e-3, 0, 2e-3, 6e-3, 1e-3, 0, 3e-3 };
static const guint8 outcome[N] = { TL_OUTCOME_OK, TL_OUTCOME_OK, TL_OUTCOME_TIMEOUT, TL_OUTCOME_OK, TL_OUTCOME_OK, TL_OUTCOME_OK,
                                   TL_OUTCOME_CRASH, TL_OUTCOME_OK };
static const double elapsed_s[N] = { 0.5, 1, 1.5, 2, 4, 4.5, 8, 9 };

static TlPlotModel
model_of (guint axes)
{
  return (TlPlotModel) { .number = number, .latency_s = latency_s, .outcome = outcome, .elapsed_s = elapsed_s, .n = N, .best = 5,
                         .flops = 1e9, .by_time = axes & 1, .throughput = (axes & 2) != 0 };
}

/* A rectangle around the dots of some trials, found by any two of its corners, has these and those between them alone. */
static void
test_corners (void)
{
  for (guint axes = 0; axes < 4; axes++)
    {
      TlPlotModel model = model_of (axes);
      TlPlotTrials range;
      TlPlotArea  area;
      double      x[2], y[2];

      tl_plot_area (&model, WIDTH, HEIGHT, &area);
      g_assert_true (tl_plot_trial_pixel (&model, &area, 1, &x[0], &y[0]));   /* 4 ms */
      g_assert_true (tl_plot_trial_pixel (&model, &area, 5, &x[1], &y[1]));   /* 1 ms: 6 ms between them is outside */
      for (guint turn = 0; turn < 4; turn++)
        {
          guint a = turn & 1, b = turn >> 1;

          g_assert_true (tl_plot_trials_within (&model, &area, x[a], y[b], x[1 - a], y[1 - b], &range));
          g_assert_cmpuint (range.n, ==, 3);
          g_assert_cmpuint (range.first, ==, 3);
          g_assert_cmpuint (range.last, ==, 10);
          g_assert_cmpfloat (range.least_s, ==, 1e-3);
          g_assert_cmpfloat (range.most_s, ==, 4e-3);
        }
    }
}

static void
test_rows (void)
{
  TlPlotModel model = model_of (0);
  TlPlotTrials range;
  TlPlotArea  area;

  tl_plot_area (&model, WIDTH, HEIGHT, &area);
  g_assert_true (tl_plot_trials_within (&model, &area, tl_plot_x (&area, 4.5), area.bottom - 1, tl_plot_x (&area, 11.5), HEIGHT, &range));
  g_assert_cmpuint (range.n, ==, 5);
  g_assert_cmpuint (range.first, ==, 5);
  g_assert_cmpuint (range.last, ==, 11);
  g_assert_true (range.least_s == 0 && range.most_s == 0);
  g_assert_false (tl_plot_trials_within (&model, &area, tl_plot_x (&area, 8), area.top, tl_plot_x (&area, 9), HEIGHT, &range));
  g_assert_false (tl_plot_trials_within (&model, &area, -20, -20, -10, HEIGHT, &range));
}

static void
test_numbers (void)
{
  TlPlotModel model = model_of (0);
  double      x_min, x_max;

  g_assert_true (tl_plot_numbers_x (&model, 5, 11, &x_min, &x_max));
  g_assert_cmpfloat (x_min, ==, 4.5);
  g_assert_cmpfloat (x_max, ==, 10.5);
  model.by_time = TRUE;
  g_assert_true (tl_plot_numbers_x (&model, 5, 11, &x_min, &x_max));
  g_assert_cmpfloat (x_min, ==, 1);
  g_assert_cmpfloat (x_max, ==, 4.5);
  g_assert_false (tl_plot_numbers_x (&model, 20, 30, &x_min, &x_max));
  model.n = 0;
  g_assert_false (tl_plot_numbers_x (&model, 0, 10, &x_min, &x_max));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/plot-range/corners", test_corners);
  g_test_add_func ("/draw/plot-range/rows", test_rows);
  g_test_add_func ("/draw/plot-range/numbers", test_numbers);
  return g_test_run ();
}
