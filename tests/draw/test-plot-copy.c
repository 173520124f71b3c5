/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of the trials of a plot paints the same picture, in a thread, while the trials themselves change. */
#include <math.h>

#include "core/draw/draw-plot.h"
#include "tests/draw/surface.h"

#define N       3000
#define WIDTH   700
#define HEIGHT  400

typedef struct
{
  guint  number[N];
  double latency_s[N], elapsed_s[N], calibration_s[N];
  float  log10_latency[N];
  guint8 outcome[N], marks[N];
  TlTrialSpread    spreads[3];
  TlPredictedRange ranges[4];
} Columns;

static Columns *
columns_new (void)
{
  Columns *columns = g_new0 (Columns, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint i = 0; i < N; i++)
    {
      columns->number[i] = 2 * i;
      columns->latency_s[i] = 1e-4 * exp (g_rand_double_range (random, 0, 4));
      columns->log10_latency[i] = (float) log10 (columns->latency_s[i]);
      columns->elapsed_s[i] = i * 0.05;
      columns->calibration_s[i] = 1e-4 * (1 + i % 50 / 50.0);
      columns->outcome[i] = i % 20 == 7 ? TL_OUTCOME_RESOURCE_LIMIT : TL_OUTCOME_OK;
      columns->marks[i] = i % 9 == 4 ? TL_TRIAL_UNRANKED : i % 5 == 0 ? TL_TRIAL_RANDOM : 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (columns->spreads); i++)
    columns->spreads[i] = (TlTrialSpread) { 40 * i, 1e-4, 1e-3 };
  for (guint i = 0; i < G_N_ELEMENTS (columns->ranges); i++)
    columns->ranges[i] = (TlPredictedRange) { 64 * i, 64 * (i + 1), 1e-4, 5e-3 };
  return columns;
}

static TlPlotModel
model_of (const Columns *columns, guint n)
{
  return (TlPlotModel) { .number = columns->number, .latency_s = columns->latency_s, .log10_latency = columns->log10_latency,
                         .outcome = columns->outcome, .marks = columns->marks, .elapsed_s = columns->elapsed_s,
                         .calibration_s = columns->calibration_s, .n = n, .best = 11, .spreads = columns->spreads,
                         .n_spreads = G_N_ELEMENTS (columns->spreads), .predicted = columns->ranges,
                         .n_predicted = G_N_ELEMENTS (columns->ranges), .flops = 1e6, .baseline_s = 9e-4 };
}

static gpointer
paint (gpointer user_data)
{
  cairo_surface_t   *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_plot (cr, user_data, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_copy (void)
{
  g_autofree Columns *columns = columns_new ();
  TlPlotModel         model = model_of (columns, N);
  TlPlotModel        *copy = tl_plot_model_copy (&model);
  g_autoptr (cairo_surface_t) before = paint (&model), painted = NULL;
  GThread *thread = g_thread_new ("paint", paint, copy);

  memset (columns, 0, sizeof *columns);
  painted = g_thread_join (thread);
  assert_same (painted, before);
  tl_plot_model_free (copy);
}

/* Another view of the same trials needs no other columns; what is small and may change is taken over. */
static void
test_follow (void)
{
  g_autofree Columns *columns = columns_new ();
  TlPlotModel         model = model_of (columns, N - 1), *copy = tl_plot_model_copy (&model);
  g_autoptr (cairo_surface_t) expected = NULL, painted = NULL;

  model.x_min = 100;
  model.x_max = 900;
  model.by_time = TRUE;
  model.n_spreads = 1;
  columns->ranges[0].high_s = 2e-4;
  expected = paint (&model);
  g_assert_true (tl_plot_model_follow (copy, &model));
  painted = paint (copy);
  assert_same (painted, expected);
  model.n = N;
  g_assert_false (tl_plot_model_follow (copy, &model));
  tl_plot_model_free (copy);
}

/* Columns that are not known are none of the copy's, either. */
static void
test_nothing (void)
{
  TlPlotModel  model = { .best = -1 }, *copy = tl_plot_model_copy (&model);
  g_autoptr (cairo_surface_t) expected = paint (&model), painted = paint (copy);

  assert_same (painted, expected);
  g_assert_true (tl_plot_model_follow (copy, &model));
  tl_plot_model_free (copy);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/plot-copy/thread", test_copy);
  g_test_add_func ("/draw/plot-copy/follow", test_follow);
  g_test_add_func ("/draw/plot-copy/nothing", test_nothing);
  return g_test_run ();
}
