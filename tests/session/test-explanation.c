/* SPDX-License-Identifier: Apache-2.0 */
/* Which step brought what: the way between two states, and gains whose product is the whole. */
#include "core/session/explanation.h"

#include <math.h>

#include "core/ir/compare.h"
#include "core/schedule/schedule-script.h"
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
explain (TlState *a, TlState *b, double max_s, guint *n_progress, GCancellable *cancellable)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlTarget                 target = tl_target_host ();

  return tl_explanation_measure (pool, a, b, "main", &target, max_s, count_progress, n_progress, cancellable);
}

/* Vectorizing the innermost loop is a gain that a few rounds tell; the product is the whole. */
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
  g_assert_cmpfloat_with_epsilon (product_of (explanation), explanation->whole, 1e-6 * explanation->whole);
  for (guint i = 1; i < 3; i++)
    {
      const TlExplainedStep *step = &explanation->steps[i];

      g_assert_true (step->low > 0 && step->low <= step->gain && step->gain <= step->high);
      g_assert_cmpfloat_with_epsilon (step->time_s * step->gain, explanation->steps[i - 1].time_s, 1e-12);
    }
  g_assert_nonnull (strstr (summary, " times "));
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explanation/path", test_path);
  g_test_add_func ("/explanation/measure", test_measure);
  g_test_add_func ("/explanation/long-way", test_long_way);
  g_test_add_func ("/explanation/left-out", test_left_out);
  g_test_add_func ("/explanation/cancelled", test_cancelled);
  return g_test_run ();
}
