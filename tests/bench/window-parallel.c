/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/window-parallel.h"

#include <math.h>
#include <stdio.h>

#include "core/base/format.h"

#define N_TRIALS    50000
#define N_DECISIONS 12
#define N_BATCH     8
#define PAUSE_MS    100

/* Twelve factors of up to seven values. */
static TlDecisionLayout *
layout_new (void)
{
  TlDecisionLayout *layout = g_new0 (TlDecisionLayout, 1);

  layout->ref_count = 1;
  layout->n_slots = N_DECISIONS;
  layout->slots = g_new0 (TlDecisionSlot, N_DECISIONS);
  for (guint i = 0; i < N_DECISIONS; i++)
    layout->slots[i] = (TlDecisionSlot) { .key = g_strdup_printf ("%u", i), .name = g_strdup_printf ("d_%u", i),
                                          .title = g_strdup_printf ("decision %u", i), .kind = TL_DECISION_FACTOR, .item = i };
  return layout;
}

/* The latency depends on the first decisions most; one trial in thirty fails. */
static void
add_trials (TlTrialStore *store, TlDecisionLayout *layout, GRand *random, guint n)
{
  g_autofree TlTrialRecord *records = g_new0 (TlTrialRecord, n);
  guint                     first = tl_trial_store_n (store);

  for (guint i = 0; i < n; i++)
    {
      TlDecisionRow *row = tl_decision_row_new (layout);
      double         latency = 1e-4 * exp (0.3 * g_rand_double (random));

      for (guint k = 0; k < N_DECISIONS; k++)
        {
          gint32 power = g_rand_int_range (random, 0, 7);

          row->values[k] = (float) (1 << power);
          latency *= pow (2, 0.4 * power / (k + 1));
        }
      records[i] = (TlTrialRecord) { .number = first + i, .elapsed_s = first + i, .build_s = 0.01 * exp (3 * g_rand_double (random)),
                                     .score = 1e-4 / latency + 0.1 * g_rand_double (random), .decisions = row };
      records[i].outcome = g_rand_int_range (random, 0, 30) == 0 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK;
      records[i].latency_s = records[i].rank.latency_s = records[i].outcome == TL_OUTCOME_OK ? latency : 0;
    }
  tl_trial_store_append (store, records, n);
}

/* Borrowed, but for the layout. */
typedef struct
{
  TlParallelView   *view;
  TlTrialStore     *store;
  TlBenchFrames    *frames;
  TlDecisionLayout *layout;
  GRand            *random;
} ParallelBench;

typedef void (*BenchAct) (ParallelBench *bench, guint round);

/* The lower end of a brush on the most important axis moves, as while it is dragged. */
static void
drag_brush (ParallelBench *bench, guint round)
{
  TlTrialBrushes *brushes = tl_parallel_view_brushes (bench->view);

  if (tl_trial_brushes_n (brushes) == 0)
    tl_trial_brushes_add (brushes, (TlTrialBrush) { tl_trial_axes_nth_shown (tl_parallel_view_axes (bench->view), 0), -HUGE_VAL, 6 });
  tl_trial_brushes_set (brushes, 0, round % 2 == 0 ? 1.5 : -HUGE_VAL, 6 + round * 0.01);
}

static void
hover_trial (ParallelBench *bench, guint round)
{
  TlTrialSelection *selection = tl_parallel_view_selection (bench->view);

  tl_trial_selection_hover (selection, (gint) (round * 131));
}

static void
add_batch (ParallelBench *bench, guint round)
{
  add_trials (bench->store, bench->layout, bench->random, N_BATCH);
}

/* Acts, and adds the frame that shows it. */
static gboolean
measure (ParallelBench *bench, BenchAct act, TlBenchSpan *acting, TlBenchSpan *whole, GError **error)
{
  g_autoptr (GArray) acts = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan)), wholes = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));

  for (guint i = 0; i < bench->frames->n_rounds; i++)
    {
      TlBenchInstant began = tl_bench_now ();
      TlBenchSpan    taken, frame;

      act (bench, i);
      taken = tl_bench_span (began, tl_bench_now ());
      g_array_append_val (acts, taken);
      if (!tl_bench_frames_wait (bench->frames, error))
        return FALSE;
      frame = tl_bench_span (bench->frames->began, bench->frames->ended);
      taken.elapsed_ms += frame.elapsed_ms;
      taken.cpu_ms += frame.cpu_ms;
      g_array_append_val (wholes, taken);
      tl_bench_run_until (NULL, NULL, PAUSE_MS);
    }
  *acting = tl_bench_median (acts, NULL);
  *whole = tl_bench_median (wholes, NULL);
  return TRUE;
}

gboolean
tl_bench_parallel (TlParallelView *view, TlTuning *tuning, TlBenchFrames *frames, GError **error)
{
  TlTrialStore     *store = tl_tuning_trials (tuning);
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  GtkWidget        *stack = gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_STACK);
  GtkWidget        *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (view)));
  guint             n_trials = tl_bench_part (frames, N_TRIALS);
  g_autofree char  *count = tl_format_count (n_trials);
  ParallelBench     bench = { view, store, frames, layout_new (), random };
  TlBenchSpan       filter, brush, hovering, hover, adding, batch;
  gboolean          is_done;

  tl_trial_brushes_clear (tl_parallel_view_brushes (view));
  tl_trial_selection_hover (tl_parallel_view_selection (view), -1);
  tl_trial_store_clear (store);
  add_trials (store, bench.layout, random, n_trials);
  g_signal_emit_by_name (tuning, "changed");
  gtk_stack_set_visible_child_name (GTK_STACK (stack), "parallel");
  tl_bench_run_until (NULL, NULL, 1000);
  is_done = measure (&bench, drag_brush, &filter, &brush, error) && measure (&bench, hover_trial, &hovering, &hover, error)
            && measure (&bench, add_batch, &adding, &batch, error);
  if (is_done)
    printf ("parallel   %s trials at %dx%d: brush %.1f ms (filter %.1f), hover %.1f ms, %u more trials %.1f ms "
            "(%.1f, %.1f, %.1f, %.1f ms)\n",
            count, gtk_widget_get_width (window), gtk_widget_get_height (window), brush.elapsed_ms, filter.elapsed_ms, hover.elapsed_ms,
            N_BATCH, batch.elapsed_ms, brush.cpu_ms, filter.cpu_ms, hover.cpu_ms, batch.cpu_ms);
  fflush (stdout);
  tl_decision_layout_unref (bench.layout);
  return is_done;
}
