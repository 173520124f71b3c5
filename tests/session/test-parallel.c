/* SPDX-License-Identifier: Apache-2.0 */
/* Axes of parallel coordinates, their brushes, and how much decisions explain, on trials whose latencies follow a known law. */
#include <math.h>
#include <string.h>

#include "core/base/random.h"
#include "core/schedule/trace.h"
#include "core/search/decision-importance.h"
#include "core/session/tuning/brush-constraints.h"
#include "core/session/tuning/trial-brushes.h"
#include "tests/read-module.h"

static const char program[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((64, 64, 64), \"float32\"), B: T.Buffer((64, 64, 64), \"float32\")):\n"
  "    for i, j, k in T.grid(64, 64, 64):\n"
  "        with T.block(\"B\"):\n"
  "            vi, vj, vk = T.axis.remap(\"SSS\", [i, j, k])\n"
  "            B[vi, vj, vk] = A[vi, vj, vk]\n";

#define INSTRUCTIONS \
  "[[[\"GetBlock\",[],[\"B\",\"main\"],[\"b0\"]],[\"GetLoops\",[\"b0\"],[],[\"l1\",\"l2\",\"l3\"]]," \
  "[\"SampleCategorical\",[],[[1,2,4,8],[0.25,0.25,0.25,0.25]],[\"v4\"]],[\"Split\",[\"l1\",\"None\",\"v4\"],[1,0],[\"l5\",\"l6\"]]," \
  "[\"SampleCategorical\",[],[[1,2],[0.5,0.5]],[\"v7\"]],[\"Split\",[\"l2\",\"None\",\"v7\"],[1,0],[\"l8\",\"l9\"]]," \
  "[\"SamplePerfectTile\",[\"l3\"],[2,64],[\"v10\",\"v11\"]],[\"Split\",[\"l3\",\"v10\",\"v11\"],[1,0],[\"l12\",\"l13\"]]],"

/* A run that grows. */
typedef struct
{
  TlDecisionReader *reader;
  TlTrialStore     *store;
  TlRandom          random;
  guint             n;
} Run;

static void
run_init (Run *run)
{
  g_autoptr (TlModule) module = read_module (program);
  g_autoptr (TlState)  start = tl_state_new (module, 0);

  *run = (Run) { .reader = tl_decision_reader_new (start), .store = tl_trial_store_new (), .random = tl_random_seeded (7) };
}

static void
run_clear (Run *run)
{
  tl_decision_reader_free (run->reader);
  g_object_unref (run->store);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* From -1 to 1, of variance 1/3. */
static double
noise (Run *run)
{
  return (double) tl_random_below (&run->random, 2000001) / 1e6 - 1;
}

/*
 * log10 latency = -4 + 0.1 · a + 0.2 · b + 0.05 · noise for the indices a (0 … 3) of i_1 and b (0, 1) of j_1, each as often as the others;
 * the tile of k is drawn and does nothing. Variances: 0.01 · 1.25, 0.04 · 0.25, 0.0025 / 3.
 */
static void
run_add (Run *run, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint            at = run->n++, a = at % 4, b = at / 4 % 2, tile = 1u << tl_random_below (&run->random, 7);
      g_autofree char *trace = g_strdup_printf (INSTRUCTIONS "[[2,%u],[4,%u],[6,[%u,%u]]]]", a, b, 64 / tile, tile);
      TlTrialRecord    record = { .number = at, .outcome = at % 10 == 9 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK, .build_s = 0.01, .score = NAN,
                                  .decisions = tl_decision_reader_read (run->reader, trace, NULL) };

      if (record.outcome == TL_OUTCOME_OK)
        record.latency_s = record.rank.latency_s = pow (10, -4 + 0.1 * a + 0.2 * b + 0.05 * noise (run));
      tl_trial_store_append (run->store, &record, 1);
    }
}

static double
share_of (TlTrialAxes *axes, const char *name)
{
  for (guint i = 0; i < tl_trial_axes_n (axes); i++)
    if (g_strcmp0 (tl_trial_axes_name (axes, tl_trial_axes_nth (axes, i)), name) == 0)
      return tl_trial_axes_share (axes, tl_trial_axes_nth (axes, i));
  g_error ("no axis %s", name);
}

static TlTrialAxis
axis_named (TlTrialAxes *axes, const char *name)
{
  for (guint i = 0; i < tl_trial_axes_n (axes); i++)
    if (g_strcmp0 (tl_trial_axes_name (axes, tl_trial_axes_nth (axes, i)), name) == 0)
      return tl_trial_axes_nth (axes, i);
  g_error ("no axis %s", name);
}

/* The shares are those of the law; a decision that does nothing explains nothing, however many values it has. */
static void
test_importance (void)
{
  g_auto (Run)            run = { 0 };
  g_autoptr (TlTrialAxes) axes = tl_trial_axes_new ();
  const double            total = 0.0125 + 0.01 + 0.0025 / 3;

  run_init (&run);
  run_add (&run, 4000);
  tl_trial_axes_set_trials (axes, run.store);
  g_assert_cmpfloat_with_epsilon (share_of (axes, "i_1"), 0.0125 / total, 0.02);
  g_assert_cmpfloat_with_epsilon (share_of (axes, "j_1"), 0.01 / total, 0.02);
  g_assert_cmpfloat (share_of (axes, "k_1"), <, 0.005);
  g_assert_cmpstr (tl_trial_axes_name (axes, tl_trial_axes_nth_shown (axes, 0)), ==, "i_1");
  g_assert_cmpstr (tl_trial_axes_name (axes, tl_trial_axes_nth_shown (axes, 1)), ==, "j_1");
}

/* As many values as half the trials: chance alone would seem to explain half of the variance. */
static void
test_many_values (void)
{
  g_autoptr (TlDecisionImportance) importance = tl_decision_importance_new ();
  g_auto (Run)                     run = { 0 };
  TlDecisionSlot                  *slot = g_new0 (TlDecisionSlot, 1);
  TlDecisionLayout                *layout = g_new0 (TlDecisionLayout, 1);

  run_init (&run);
  *slot = (TlDecisionSlot) { .key = g_strdup ("x"), .name = g_strdup ("x"), .title = g_strdup ("x"), .kind = TL_DECISION_NUMBER };
  *layout = (TlDecisionLayout) { .ref_count = 1, .n_slots = 1, .slots = slot };
  for (guint i = 0; i < 400; i++)
    {
      TlTrialRecord record = { .number = i, .outcome = TL_OUTCOME_OK, .latency_s = pow (10, -3 + noise (&run)) };

      record.decisions = tl_decision_row_new (layout);
      record.decisions->values[0] = (float) (i % 200);
      tl_trial_store_append (run.store, &record, 1);
    }
  tl_decision_layout_unref (layout);
  tl_decision_importance_update (importance, run.store);
  g_assert_cmpuint (tl_decision_importance_n_measured (importance), ==, 400);
  g_assert_cmpfloat (tl_decision_importance_share (importance, 0), <, 0.15);
}

/* Trials that come are filtered as those that were there; the sums extended are the sums of all. */
static void
test_streaming (void)
{
  g_auto (Run)               run = { 0 };
  g_autoptr (TlTrialAxes)    axes = tl_trial_axes_new (), whole = tl_trial_axes_new ();
  g_autoptr (TlTrialBrushes) brushes = tl_trial_brushes_new (axes);
  g_autofree char           *text = NULL, *constraints = NULL;
  guint                      n_measured;

  run_init (&run);
  tl_trial_axes_set_trials (axes, run.store);
  run_add (&run, 80);
  tl_trial_brushes_add (brushes, (TlTrialBrush) { axis_named (axes, "i_1"), 1.5, 5 });
  tl_trial_brushes_add (brushes, (TlTrialBrush) { axis_named (axes, "j_1"), 0, 1.5 });
  for (guint i = 0; i < 20; i++)
    run_add (&run, 16);
  tl_trial_axes_set_trials (whole, run.store);
  g_assert_cmpfloat_with_epsilon (share_of (axes, "i_1"), share_of (whole, "i_1"), 1e-9);
  g_assert_cmpuint (tl_trial_brushes_n_passing (brushes, &n_measured), ==, 90);   /* 400 · 1/4, a tenth of each failed */
  g_assert_cmpuint (n_measured, ==, 360);
  text = tl_trial_brushes_summary (brushes);
  g_assert_cmpstr (text, ==, "90 of 360 measured trials pass 2 brushes");
  constraints = tl_brush_constraints (brushes, axes);
  g_test_message ("%s", constraints);
  g_assert_nonnull (strstr (constraints, "=2..4"));
  g_assert_true (g_str_has_suffix (constraints, "=1") || strstr (constraints, "=1\n") != NULL);
  for (guint i = 0; i < tl_trial_store_n (run.store); i++)
    g_assert_cmpint (tl_trial_brushes_passing (brushes)[i], ==, (i % 4 == 1 || i % 4 == 2) && i / 4 % 2 == 0);
}

/* Brushes on one axis are alternatives, on several they all hold; a trial without a value is in no brush. */
static void
test_brushes (void)
{
  g_auto (Run)               run = { 0 };
  g_autoptr (TlTrialAxes)    axes = tl_trial_axes_new ();
  g_autoptr (TlTrialBrushes) brushes = tl_trial_brushes_new (axes);
  g_autofree char           *chip = NULL, *between = NULL, *common = NULL;
  TlTrialAxis                rows;
  guint                      n_measured;

  run_init (&run);
  run_add (&run, 400);
  tl_trial_axes_set_trials (axes, run.store);
  rows = axis_named (axes, "i_1");
  tl_trial_brushes_add (brushes, (TlTrialBrush) { rows, -HUGE_VAL, 1.5 });
  tl_trial_brushes_add (brushes, (TlTrialBrush) { rows, 6, HUGE_VAL });
  g_assert_cmpuint (tl_trial_brushes_n_passing (brushes, &n_measured), ==, 180);
  g_assert_cmpint (tl_trial_brushes_find (brushes, rows), ==, 1);
  chip = tl_trial_brushes_text (brushes, 0);
  g_assert_cmpstr (chip, ==, "i_1 1");
  tl_trial_brushes_set (brushes, 1, 1.5, 6);
  between = tl_trial_brushes_text (brushes, 1);
  g_assert_cmpstr (between, ==, "i_1 2 … 4");
  tl_trial_brushes_remove (brushes, 1);
  common = tl_trial_brushes_common (brushes);
  g_assert_nonnull (strstr (common, "i_1 = 1"));
  tl_trial_brushes_clear_axis (brushes, rows);
  g_assert_cmpuint (tl_trial_brushes_n_passing (brushes, &n_measured), ==, n_measured);
  tl_trial_brushes_add (brushes, (TlTrialBrush) { TL_AXIS_PREDICTED, -HUGE_VAL, HUGE_VAL });
  g_assert_cmpuint (tl_trial_brushes_n_passing (brushes, &n_measured), ==, 0);   /* nothing was predicted */
  tl_trial_axes_set_trials (axes, NULL);
  g_assert_cmpuint (tl_trial_brushes_n (brushes), ==, 0);
}

/* A resumed run's trial moves rows and may move columns; brushes stay on their decision. */
static void
test_late (void)
{
  g_auto (Run)               run = { 0 };
  g_autoptr (TlTrialAxes)    axes = tl_trial_axes_new ();
  g_autoptr (TlTrialBrushes) brushes = tl_trial_brushes_new (axes);
  TlTrialRecord              late = { .number = 5, .outcome = TL_OUTCOME_CRASH };
  guint                      n_measured, n_passing;

  run_init (&run);
  run_add (&run, 100);
  tl_trial_axes_set_trials (axes, run.store);
  tl_trial_brushes_add (brushes, (TlTrialBrush) { axis_named (axes, "j_1"), 1.5, HUGE_VAL });
  n_passing = tl_trial_brushes_n_passing (brushes, &n_measured);
  tl_trial_store_append (run.store, &late, 1);
  g_assert_cmpuint (tl_trial_brushes_n_passing (brushes, &n_measured), ==, n_passing);
  g_assert_cmpint (tl_trial_brushes_passing (brushes)[6], ==, 0);   /* the crash, beside trial 5 … */
  g_assert_cmpint (tl_trial_brushes_passing (brushes)[5], ==, 1);
}

/* Axes move and hide as asked, and then stay as they are however the shares change. */
static void
test_arrange (void)
{
  g_auto (Run)            run = { 0 };
  g_autoptr (TlTrialAxes) axes = tl_trial_axes_new ();
  TlTrialAxis             first;

  run_init (&run);
  run_add (&run, 40);
  tl_trial_axes_set_trials (axes, run.store);
  first = tl_trial_axes_nth_shown (axes, 0);
  tl_trial_axes_move (axes, first, 2);
  g_assert_cmpint (tl_trial_axes_place (axes, first), ==, 2);
  tl_trial_axes_hide (axes, TL_AXIS_BUILD);
  run_add (&run, 400);
  g_assert_cmpint (tl_trial_axes_place (axes, first), ==, 2);
  g_assert_cmpint (tl_trial_axes_place (axes, TL_AXIS_BUILD), <, 0);
  tl_trial_axes_show (axes, TL_AXIS_BUILD);
  g_assert_cmpint (tl_trial_axes_place (axes, TL_AXIS_BUILD), >=, 0);
  tl_trial_axes_arrange_again (axes);
  g_assert_cmpstr (tl_trial_axes_name (axes, tl_trial_axes_nth_shown (axes, 0)), ==, "i_1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/importance", test_importance);
  g_test_add_func ("/parallel/many-values", test_many_values);
  g_test_add_func ("/parallel/streaming", test_streaming);
  g_test_add_func ("/parallel/brushes", test_brushes);
  g_test_add_func ("/parallel/late", test_late);
  g_test_add_func ("/parallel/arrange", test_arrange);
  return g_test_run ();
}
