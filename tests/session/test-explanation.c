/* SPDX-License-Identifier: Apache-2.0 */
/* Which step brought what: the way between two states, and gains whose product is the whole. */
#include "core/session/explanation-private.h"

#include <math.h>

#include "core/ir/compare.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define SMALL_MATMUL "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("64", "64", "64")
#define HANDLES      "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"

static TlState *
run_steps (TlState *start, const char *steps)
{
  g_autofree char             *text = g_strconcat (HANDLES, steps, NULL);
  g_autoptr (TlSource)         source = tl_source_new ("steps.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

static TlState *
new_start (void)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (SMALL_MATMUL, &failure));

  return tl_state_new (module, 1);
}

static void
check_labels (TlState *a, TlState *b, const char *wanted)
{
  GPtrArray            *words = NULL;
  g_autoptr (GPtrArray) path = tl_explanation_path (a, b, &words), labels = words;
  g_autofree char      *joined = NULL;

  g_assert_cmpuint (path->len, ==, labels->len + 1);
  g_assert_true (tl_module_equal (tl_state_module (path->pdata[0]), tl_state_module (a), NULL));
  g_assert_true (tl_module_equal (tl_state_module (path->pdata[path->len - 1]), tl_state_module (b), NULL));
  g_ptr_array_add (labels, NULL);
  joined = g_strjoinv ("; ", (char **) labels->pdata);
  g_assert_cmpstr (joined, ==, wanted);
}

/* Look-ups are no programs of their own; steps that both have in common are not on the way. */
static void
test_path (void)
{
  g_autoptr (TlState) start = new_start ();
  g_autoptr (TlState) split = run_steps (start, "j0, j1 = sch.split(j, [None, 8])\n");
  g_autoptr (TlState) vector = run_steps (start, "j0, j1 = sch.split(j, [None, 8])\nsch.reorder(k, j1)\nsch.vectorize(j1)\n");
  g_autoptr (TlState) other = run_steps (start, "j0, j1 = sch.split(j, [None, 8])\nsch.parallel(i)\n");

  check_labels (start, split, "Split j (64) → … × 8");
  check_labels (split, vector, "Reorder to k, j_1; Vectorize j_1");
  check_labels (vector, start, "undo Vectorize j_1; undo Reorder to k, j_1; undo Split j (64) → … × 8");
  check_labels (other, vector, "undo Parallelize i; Reorder to k, j_1; Vectorize j_1");
  check_labels (vector, vector, "");
}

static void
count_progress (TlExplanation *explanation, gpointer n)
{
  g_assert_cmpuint (explanation->n_steps, >, 0);
  (*(guint *) n)++;
}

static double
product_of (const TlExplanation *explanation)
{
  double product = 1;

  for (guint i = 1; i < explanation->n_steps; i++)
    product *= explanation->steps[i].gain;
  return product;
}

static TlExplanation *
explain_with (TlState *a, TlState *b, double max_s, gboolean with_hybrids, guint *n_progress, GCancellable *cancellable)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlTarget                 target = tl_target_host ();

  return tl_explanation_measure (pool, a, b, "main", &target, max_s, with_hybrids, count_progress, n_progress, cancellable);
}

static TlExplanation *
explain (TlState *a, TlState *b, double max_s, guint *n_progress, GCancellable *cancellable)
{
  return explain_with (a, b, max_s, FALSE, n_progress, cancellable);
}

static void
test_words (void)
{
  static const struct { double gain; const char *text; } rows[] = { { 1.004, "equally fast" }, { 0.996, "equally fast" },
                                                                    { 1.25, "1.25 times faster" }, { 0.5, "2 times slower" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlExplanation    explanation = { .whole = rows[i].gain };
      g_autofree char *summary = tl_explanation_summary (&explanation);

      g_assert_cmpstr (summary, ==, rows[i].text);
    }
}

/* Each gain has its interval, times follow from the gains, and the sum is their product. */
static void
test_measure (void)
{
  g_autoptr (TlState)       start = new_start ();
  g_autoptr (TlState)       end = run_steps (start, "sch.reorder(k, j)\nsch.vectorize(j)\n");
  guint                     n_progress = 0;
  g_autoptr (TlExplanation) explanation = explain (start, end, 20, &n_progress, NULL);
  g_autofree char          *summary = tl_explanation_summary (explanation);

  g_assert_cmpstr (explanation->problem, ==, NULL);
  g_assert_cmpuint (explanation->n_steps, ==, 3);
  g_assert_cmpuint (n_progress, >, 3);
  g_assert_null (explanation->steps[0].label);
  g_assert_cmpstr (explanation->steps[2].label, ==, "Vectorize j");
  g_assert_cmpfloat_with_epsilon (tl_explanation_sum (explanation).gain, product_of (explanation), 1e-9);
  for (guint i = 1; i < 3; i++)
    {
      const TlExplainedStep *step = &explanation->steps[i];

      g_assert_true (step->low > 0 && step->low <= step->gain && step->gain <= step->high);
      g_assert_cmpfloat_with_epsilon (step->time_s * step->gain, explanation->steps[i - 1].time_s, 1e-12);
    }
  g_assert_cmpstr (summary, !=, "");
}

/* More programs than a comparison has room for: parts that share one. */
static void
test_long_way (void)
{
  g_autoptr (TlState)       start = new_start ();
  g_autoptr (GString)       steps = g_string_new (NULL);
  g_autoptr (TlState)       end = NULL;
  g_autoptr (TlExplanation) explanation = NULL;
  guint                     n_progress = 0;

  for (guint i = 0; i < TL_COMPARISON_MAX + 2; i++)
    g_string_append_printf (steps, "sch.reorder(%s)\n", i % 2 == 0 ? "k, j" : "j, k");
  end = run_steps (start, steps->str);
  explanation = explain (start, end, 20, &n_progress, NULL);
  g_assert_cmpstr (explanation->problem, ==, NULL);
  g_assert_cmpuint (explanation->n_steps, ==, TL_COMPARISON_MAX + 3);
  for (guint i = 1; i < explanation->n_steps; i++)
    g_assert_cmpfloat (explanation->steps[i].gain, >, 0);
  g_assert_cmpfloat (explanation->whole, >, 0);
}

/* A program that is not compiled is left out, and its step counts with the next. */
static void
test_left_out (void)
{
  g_autoptr (TlState)       start = new_start ();
  g_autoptr (TlState)       end = run_steps (start, "sch.annotate(k, \"software_pipeline_stage\", [0, 1, 2])\n"
                                             "sch.unannotate(k, \"software_pipeline_stage\")\nsch.reorder(k, j)\n");
  guint                     n_progress = 0;
  g_autoptr (TlExplanation) explanation = explain (start, end, 20, &n_progress, NULL);

  g_assert_cmpstr (explanation->problem, ==, NULL);
  g_assert_cmpuint (explanation->n_steps, ==, 3);
  g_assert_nonnull (strstr (explanation->steps[1].label, ", "));
  g_assert_cmpfloat (explanation->whole, >, 0);
}

/*
 * Both ends have steps of their own. Each is timed alone: "Vectorize j_1" needs the split, not the order of the loops. The steps alone and
 * their interaction are the sum.
 */
static void
test_hybrids (void)
{
  g_autoptr (TlState)       start = new_start ();
  g_autoptr (TlState)       from = run_steps (start, "k0, k1 = sch.split(k, [None, 4])\nsch.unroll(k1)\n");
  g_autoptr (TlState)       to = run_steps (start, "j0, j1 = sch.split(j, [None, 16])\nsch.reorder(j0, k, j1)\nsch.vectorize(j1)\n");
  guint                     n_progress = 0;
  g_autoptr (TlExplanation) explanation = explain_with (from, to, 20, TRUE, &n_progress, NULL);
  TlGainInterval            sum = tl_explanation_sum (explanation), own = tl_explanation_own_sum (explanation);
  TlGainInterval            interaction = tl_explanation_interaction (explanation);
  g_autofree char          *text = tl_explanation_interaction_text (explanation);

  g_assert_cmpstr (explanation->problem, ==, NULL);
  g_assert_cmpuint (explanation->n_steps, ==, 6);
  for (guint i = 1; i < 6; i++)
    g_assert_cmpfloat (explanation->steps[i].own_gain, >, 0);
  /* These two stand beside the program that both have come by. */
  g_assert_cmpfloat (explanation->steps[2].own_gain, ==, explanation->steps[2].gain);
  g_assert_cmpfloat (explanation->steps[3].own_gain, ==, explanation->steps[3].gain);
  /* Lanes in the middle of a nest are no gain. */
  g_assert_cmpfloat (explanation->steps[5].own_gain, !=, explanation->steps[5].gain);
  g_assert_cmpfloat_with_epsilon (own.gain * interaction.gain, sum.gain, 1e-9 * sum.gain);
  g_assert_cmpfloat_with_epsilon (product_of (explanation), sum.gain, 1e-9 * sum.gain);
  g_assert_true (sum.low <= sum.gain && sum.gain <= sum.high && interaction.low <= interaction.high);
  g_assert_nonnull (strstr (text, "Interaction: "));
  g_test_message ("sum %.3f (%.3f … %.3f), whole %.3f (%.3f … %.3f)", sum.gain, sum.low, sum.high, explanation->whole,
                  explanation->whole_low, explanation->whole_high);
}

/* Steps by their results, and by name: without the copy there is no block of its name. */
static void
test_needed (void)
{
  g_autoptr (TlState)  start = new_start ();
  g_autoptr (TlState)  end = run_steps (start, "j0, j1 = sch.split(j, [None, 8])\nsch.parallel(i)\nsch.vectorize(j1)\n");
  guint                n = tl_state_n_steps (end), n_kept = 0;
  g_autofree gboolean *keep = g_new0 (gboolean, n);
  g_autoptr (TlState)  alone = NULL;

  keep[n - 1] = TRUE;
  tl_trace_add_needed (end, keep);
  for (guint i = 0; i < n; i++)
    n_kept += keep[i];
  g_assert_cmpuint (n_kept, ==, n - 1);
  alone = must (tl_trace_replay_some (end, keep, &failure));
  g_assert_cmpuint (tl_state_n_steps (alone), ==, n - 1);
}

static void
test_cancelled (void)
{
  g_autoptr (TlState)       start = new_start ();
  g_autoptr (TlState)       end = run_steps (start, "sch.reorder(k, j)\n");
  g_autoptr (GCancellable)  cancellable = g_cancellable_new ();
  guint                     n_progress = 0;
  g_autoptr (TlExplanation) explanation = NULL;

  g_cancellable_cancel (cancellable);
  explanation = explain (start, end, 20, &n_progress, cancellable);
  g_assert_cmpuint (explanation->n_steps, ==, 2);
  g_assert_cmpfloat (explanation->whole, ==, 0);
}

/* Each pass has a gain of its own: the median of its rounds. Together they have their median, and reach as far as they do. */
static void
test_passes (void)
{
  static double            before[][3] = { { 2, 2.2, 80 }, { 3, 3, 3 }, { 1, 1, 1 } };
  static double            after[] = { 1, 1, 1 };
  const TlExplainingRounds none = { .n_states = 2, .n_passes = 1 };
  TlExplainingRounds       rounds = { .n_states = 2, .n_passes = G_N_ELEMENTS (before) };
  double                   gain, low, high;

  for (guint i = 0; i < rounds.n_passes; i++)
    {
      rounds.outcomes[i][0] = (TlOutcome) { .samples_s = before[i], .n_samples = 3 };
      rounds.outcomes[i][1] = (TlOutcome) { .samples_s = after, .n_samples = 3 };
    }
  g_assert_false (tl_explaining_find_gain (&none, 0, 1, &gain, &low, &high));
  g_assert_true (tl_explaining_find_gain (&rounds, 0, 1, &gain, &low, &high));
  g_assert_cmpfloat_with_epsilon (gain, 2.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (low, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (high, 3, 1e-9);
  rounds.n_passes = 1;
  g_assert_true (tl_explaining_find_gain (&rounds, 0, 1, &gain, &low, &high));
  g_assert_cmpfloat_with_epsilon (gain, 2.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (high, 80, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explanation/path", test_path);
  g_test_add_func ("/explanation/words", test_words);
  g_test_add_func ("/explanation/measure", test_measure);
  g_test_add_func ("/explanation/long-way", test_long_way);
  g_test_add_func ("/explanation/left-out", test_left_out);
  g_test_add_func ("/explanation/hybrids", test_hybrids);
  g_test_add_func ("/explanation/needed", test_needed);
  g_test_add_func ("/explanation/passes", test_passes);
  g_test_add_func ("/explanation/cancelled", test_cancelled);
  return g_test_run ();
}
