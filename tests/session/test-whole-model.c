/* SPDX-License-Identifier: Apache-2.0 */
/* Whole models beside a session: reading, sizes, times of kernels, and a kernel as a program of its own. */
#include <string.h>

#include "core/base/extremum.h"
#include "core/session/model/model-passes.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define MODELS SOURCE_DIR "/tests/graph/models/"
#define FAULTY SOURCE_DIR "/tests/graph/faulty/"

#define SIZED_MODEL                                                                                                                       \
  "from tvm.script import ir as I, relax as R, tir as T\n"                                                                               \
  "@I.ir_module\nclass Module:\n    @R.function\n"                                                                                       \
  "    def main(x: R.Tensor((\"n\", 16), dtype=\"float32\"), w: R.Tensor((16, 16), dtype=\"float32\")):\n"                               \
  "        with R.dataflow():\n"                                                                                                         \
  "            a = R.nn.relu(R.matmul(x, w))\n            b = R.nn.relu(R.matmul(a, w))\n"                                               \
  "            R.output(b)\n        return b\n"

static gboolean
open_model (TlWholeModel *model, const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_whole_model_open_async (model, path, NULL, take_result, &result);
  return tl_whole_model_open_finish (model, wait_for (&result), error);
}

static gboolean
open_module (TlWholeModel *model, const TlModule *module, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_whole_model_open_module_async (model, module, "calls", NULL, take_result, &result);
  return tl_whole_model_open_finish (model, wait_for (&result), error);
}

static gboolean
use_sizes (TlWholeModel *model, const gint64 *values, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_whole_model_open_sized_async (model, values, NULL, take_result, &result);
  return tl_whole_model_open_finish (model, wait_for (&result), error);
}

static void
wait_until_measured (TlWholeModel *model)
{
  while (tl_whole_model_is_measuring (model))
    g_main_context_iteration (NULL, TRUE);
}

/* The thread of a task holds the model until it ends. */
static void
wait_until_alone (TlWholeModel *model)
{
  while (g_atomic_int_get ((int *) &G_OBJECT (model)->ref_count) > 1)
    g_main_context_iteration (NULL, FALSE);
}

static void
count (TlWholeModel *model, guint *n)
{
  ++*n;
}

/* Times of the kernels add up to the whole; each call of the graph has one. */
static void
test_times (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  const TlModelFacts      *facts;
  guint                    n_progress = 0, n_calls = 0;
  double                   share = 0;
  g_autofree char         *latency = NULL, *status = NULL;

  g_signal_connect (model, "progress", G_CALLBACK (count), &n_progress);
  must (open_model (model, MODELS "cnn-fashion.py", &failure));
  g_assert_cmpstr (tl_whole_model_title (model), ==, "cnn-fashion");
  g_assert_true (tl_whole_model_is_measuring (model));
  facts = must (tl_whole_model_facts (model));
  g_assert_null (tl_model_facts_latency_text (facts));
  wait_until_measured (model);
  status = tl_whole_model_status (model);
  g_assert_cmpstr (status, ==, NULL);
  latency = tl_model_facts_latency_text (facts);
  g_assert_true (g_str_has_suffix (latency, "s end to end"));
  g_assert_cmpuint (n_progress, >=, 3);
  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];

      g_assert_cmpfloat (kernel->seconds, >, 0);
      g_assert_nonnull (kernel->state);
      share += kernel->share;
      n_calls += kernel->n_calls;
    }
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-6);
  g_assert_cmpuint (n_calls, ==, facts->n_calls);
  for (guint i = 0; i < facts->graph->n_nodes; i++)
    if (facts->graph->nodes[i].kind == TL_MODEL_CALL)
      g_assert_nonnull (tl_model_facts_kernel_of (facts, (gint) i));
  wait_until_alone (model);
}

/* A size that is no number is asked for by its name, and the model has no facts before. */
static void
test_sizes (void)
{
  g_autofree char         *folder = g_dir_make_tmp ("tl-model-XXXXXX", NULL), *path = g_build_filename (folder, "sized.py", NULL);
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  const TlModelFacts      *facts;
  gint64                   value = 5;

  g_assert_true (g_file_set_contents (path, SIZED_MODEL, -1, NULL));
  must (open_model (model, path, &failure));
  g_assert_null (tl_whole_model_facts (model));
  g_assert_true (tl_whole_model_is_open (model));
  g_assert_cmpuint (tl_whole_model_n_sizes (model), ==, 1);
  g_assert_cmpstr (tl_whole_model_size_name (model, 0), ==, "n");
  g_assert_cmpstr (tl_whole_model_size_title (model, 0), ==, "Dimension 0 of input x");
  g_assert_cmpint (tl_whole_model_size_value (model, 0), ==, 1);
  must (use_sizes (model, &value, &failure));
  facts = must (tl_whole_model_facts (model));
  g_assert_cmpstr (facts->graph->nodes[0].type, ==, "float32[5, 16]");
  g_assert_cmpuint (facts->kernels->len, ==, 1);   /* both calls are of one kernel */
  g_assert_cmpuint (facts->n_calls, ==, 2);
  g_assert_cmpint (tl_whole_model_size_value (model, 0), ==, 5);
  tl_whole_model_stop (model);
  g_assert_false (tl_whole_model_is_measuring (model));
  tl_whole_model_close (model);
  g_assert_false (tl_whole_model_is_open (model));
  wait_until_alone (model);
  remove_folder (folder);
}

/* Every model that leaves sizes open opens with those that are proposed, under the names by which they are asked for. */
static void
test_open_sizes (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  g_autoptr (GDir)         folder = must (g_dir_open (MODELS, 0, &failure));
  guint                    n_open = 0;

  for (const char *name = g_dir_read_name (folder); name != NULL; name = g_dir_read_name (folder))
    {
      g_autofree char *path = g_build_filename (MODELS, name, NULL);
      gint64           values[8];

      if (!g_str_has_suffix (name, ".onnx") || !open_model (model, path, NULL) || tl_whole_model_facts (model) != NULL)
        continue;
      g_assert_cmpuint (tl_whole_model_n_sizes (model), <=, G_N_ELEMENTS (values));
      for (guint i = 0; i < tl_whole_model_n_sizes (model); i++)
        values[i] = 2;
      must (use_sizes (model, values, &failure));
      g_assert_nonnull (tl_whole_model_facts (model));
      n_open++;
    }
  g_assert_cmpuint (n_open, >=, 4);
  tl_whole_model_close (model);
  wait_until_alone (model);
}

/* The selected kernel goes on as a program, with the schedule that it was timed with. */
static void
test_kernel (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  const TlModelKernel     *kernel;

  must (open_model (model, MODELS "conv.onnx", &failure));
  wait_until_measured (model);
  g_assert_false (tl_session_is_open (session));
  kernel = tl_whole_model_facts (model)->kernels->pdata[0];
  tl_whole_model_open_kernel (model, 0);
  g_assert_true (tl_session_is_open (session));
  g_assert_true (g_str_has_prefix (tl_session_title (session), kernel->name));
  g_assert_cmpuint (tl_state_n_steps (tl_session_state (session)), >, 0);
  g_assert_true (tl_session_state (session) == kernel->state);
  g_assert_true (tl_whole_model_is_open (model));
  wait_until_alone (model);
}

static GListModel *
list_passes (TlWholeModel *model)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_model_passes_async (model, NULL, take_result, &result);
  return must (tl_model_passes_finish (model, wait_for (&result), &failure));
}

/* The graph after each pass: as it was read, then with fused functions; constants are not written out. */
static void
test_passes (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  g_autoptr (GListModel)   passes = NULL;
  guint                    n_changed = 0;

  must (open_model (model, MODELS "cnn-fashion.py", &failure));
  passes = list_passes (model);
  g_assert_cmpuint (g_list_model_get_n_items (passes), >, 5);
  for (guint i = 0; i < g_list_model_get_n_items (passes); i++)
    {
      g_autoptr (TlPass) pass = g_list_model_get_item (passes, i);

      n_changed += tl_pass_is_changed (pass);
      g_assert_cmpuint (strlen (tl_pass_text (pass)), <, 20000);
      if (i == 0)
        {
          g_assert_cmpstr (tl_pass_name (pass), ==, "import");
          g_assert_nonnull (strstr (tl_pass_text (pass), "R.nn.conv2d("));
        }
      if (i + 1 == g_list_model_get_n_items (passes))
        {
          g_assert_null (strstr (tl_pass_text (pass), "R.nn.conv2d("));
          g_assert_nonnull (strstr (tl_pass_text (pass), "fused_conv2d_add_relu"));
        }
    }
  g_assert_cmpuint (n_changed, >=, 3);
  tl_whole_model_stop (model);
  wait_until_alone (model);
}

static gboolean
use_variant (TlWholeModel *model, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_whole_model_use_variant_async (model, take_result, &result);
  return tl_whole_model_use_variant_finish (model, wait_for (&result), error);
}

/* The current variant as if it had been timed, in seconds. */
static void
set_time (TlSession *session, double seconds)
{
  double    times[] = { seconds, seconds, seconds };
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = times, .n_samples = G_N_ELEMENTS (times) };

  tl_variant_set_outcome (tl_session_current (session), tl_session_state (session), tl_session_func_name (session), &outcome);
}

/* A variant of a kernel goes back into the model, which is timed with it; unless it cannot, or a faster one is known. */
static void
test_variant (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);

  must (open_model (model, MODELS "cnn-fashion.py", &failure));
  wait_until_measured (model);
  g_assert_false (tl_whole_model_shows_kernel (model));
  must_fail_saying (use_variant (model, &failure), "Open a kernel of the model on Explore first");
  tl_whole_model_open_kernel (model, 0);
  g_assert_true (tl_whole_model_shows_kernel (model));
  must_fail_saying (use_variant (model, &failure), "Measure the variant first");
  g_assert_null (tl_whole_model_project (model));
  set_time (session, 2e-6);
  g_assert_true (must (use_variant (model, &failure)));
  g_assert_true (tl_whole_model_is_measuring (model));
  g_assert_true (g_file_test (tl_whole_model_project (model), G_FILE_TEST_EXISTS));
  wait_until_measured (model);
  g_assert_cmpfloat (tl_whole_model_facts (model)->median_s, >, 0);
  g_assert_cmpfloat (tl_whole_model_facts (model)->rules_s, >, 0);    /* both were timed */
  g_assert_true (tl_whole_model_shows_kernel (model));
  tl_session_add_variant (session, "slower", tl_session_state (session), NULL);
  set_time (session, 3e-6);
  must_fail_saying (use_variant (model, &failure), "A faster schedule of this kernel is known already, which takes 2.00");

  g_assert_true (must (open_path (session, SOURCE_DIR "/data/workloads/conv2d-nchw.py", &failure)));
  g_assert_false (tl_whole_model_shows_kernel (model));
  g_assert_false (tl_whole_model_can_use_variant (model, NULL));
  wait_until_alone (model);
}

/* A model that is closed while its variant is kept is not timed any more; the variant is kept. */
static void
test_closed_variant (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  must (open_model (model, MODELS "cnn-fashion.py", &failure));
  wait_until_measured (model);
  tl_whole_model_open_kernel (model, 0);
  set_time (session, 1e-6);
  tl_whole_model_use_variant_async (model, take_result, &result);
  must_fail_saying (use_variant (model, &failure), "Another variant is being kept");
  tl_whole_model_close (model);
  g_assert_false (tl_whole_model_use_variant_finish (model, wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  g_assert_false (tl_whole_model_is_measuring (model));
  must (open_model (model, MODELS "cnn-fashion.py", &failure));
  g_assert_nonnull (tl_whole_model_project (model));
  tl_whole_model_stop (model);
  wait_until_alone (model);
}

/* Files that do not open leave the model as it was; errors name the node. */
static void
test_faults (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  g_autoptr (GError)       missing = NULL, unsupported = NULL;

  g_assert_false (open_model (model, MODELS "nowhere.onnx", &missing));
  g_assert_nonnull (strstr (missing->message, "nowhere.onnx"));
  g_assert_false (tl_whole_model_is_open (model));
  if (open_model (model, FAULTY "unknown.onnx", &unsupported))
    g_assert_nonnull (strstr (tl_whole_model_facts (model)->problems[0], "Node here (Unique): the operator is not supported"));
  else
    g_assert_nonnull (strstr (unsupported->message, "Node here ("));
  tl_whole_model_close (model);
  wait_until_alone (model);
}

/* A program with a graph beside its kernels has a model, too; one without has none. */
static void
test_program (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  g_autoptr (GError)       error = NULL;

  g_assert_false (open_path (session, MODELS "cnn-fashion.py", &error));
  g_assert_error (error, TL_SESSION_ERROR, TL_SESSION_ERROR_GRAPH);
  must (open_path (session, MODELS "mlp-calls.py", &failure));
  g_assert_true (tl_module_has_graph (tl_state_module (tl_session_root (session))));
  must (open_module (model, tl_state_module (tl_session_root (session)), &failure));
  g_assert_cmpuint (tl_whole_model_facts (model)->n_calls, >, 0);
  tl_whole_model_close (model);
  wait_until_alone (model);
  tl_session_flush (session);
}

/* --- tuning --- */

static void
wait_until_tuned (TlWholeModel *model)
{
  while (tl_whole_model_is_tuning (model) || tl_whole_model_is_measuring (model))
    g_main_context_iteration (NULL, TRUE);
}

static guint
n_trials (TlWholeModel *model)
{
  const TlModelFacts *facts = tl_whole_model_facts (model);
  guint               n = 0;

  for (guint i = 0; i < facts->kernels->len; i++)
    n += ((const TlModelKernel *) facts->kernels->pdata[i])->n_trials;
  return n;
}

static TlTuneConfig
few_trials (guint n)
{
  TlTuneConfig config = tl_tune_config_default ();

  config.budget.max_trials_global = n;
  config.cost_model = g_intern_static_string ("random");
  config.seed = 3;
  return config;
}

/* Only records that make the model faster are used; the times are those of the schedules that are used. */
static void
check_tuned (const TlModelFacts *facts)
{
  g_autofree char *gain = tl_model_facts_gain_text (facts);
  gboolean         uses_records = FALSE;
  double           sum_s = 0;

  g_assert_true (strstr (gain, "by rules") != NULL);
  g_assert_cmpfloat (facts->median_s, <=, facts->rules_s);
  g_assert_true (tl_model_facts_are_tuned (facts));
  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];

      g_assert_true (kernel->is_tuned);
      g_assert_cmpfloat (kernel->best_s, >, 0);
      g_assert_cmpuint (kernel->n_trials, >, 0);
      g_assert_nonnull (kernel->state);
      uses_records |= kernel->by_record;
      g_assert_true (!kernel->by_record || kernel->rules_s > 0);
      sum_s += kernel->seconds;
    }
  g_assert_true (tl_model_facts_are_compared (facts) == uses_records);
  g_assert_cmpfloat_with_epsilon (sum_s, facts->graph->seconds, 1e-9);
}

/* The line falls from the time by rules to the sum of what the search found, or of the rules where that is slower. */
static void
check_steps (TlWholeModel *model, guint n)
{
  g_autoptr (TlLatencySteps) steps = tl_whole_model_latency_steps (model);
  const TlModelFacts        *facts = tl_whole_model_facts (model);
  double                     rules_s = 0, found_s = 0;

  g_assert_cmpuint (must (steps)->n_trials, ==, n);
  g_assert_cmpuint (steps->n_expected, ==, n);
  g_assert_cmpfloat (steps->before_s, ==, facts->rules_s);
  g_assert_cmpfloat (steps->after_s, ==, facts->median_s);
  g_assert_cmpuint (steps->steps[0].n_trials, ==, 0);
  g_assert_cmpfloat (steps->steps[0].seconds, ==, facts->rules_s);
  for (guint i = 1; i < steps->n_steps; i++)
    {
      g_assert_cmpfloat (steps->steps[i].seconds, <, steps->steps[i - 1].seconds);
      g_assert_cmpuint (steps->steps[i].n_trials, >=, steps->steps[i - 1].n_trials);
      g_assert_cmpuint (steps->steps[i].n_trials, <=, n);
    }
  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];
      double               by_rules_s = kernel->rules_s > 0 ? kernel->rules_s : kernel->seconds;

      rules_s += by_rules_s;
      found_s += tl_min (by_rules_s, kernel->n_calls * kernel->best_s);
    }
  g_assert_cmpfloat_with_epsilon (steps->steps[steps->n_steps - 1].seconds / facts->rules_s, found_s / rules_s, 1e-9);
}

/* A run waits for the measurement, reports its trials, and the model is timed again; opened again it has its trials. */
static void
test_tuning (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session), again = tl_whole_model_new (session);
  TlTuneConfig             config = few_trials (4);
  g_autofree char         *status = NULL, *project = NULL;

  must (open_model (model, MODELS "mlp-calls.py", &failure));
  g_assert_null (tl_whole_model_project (model));
  g_assert_null (tl_whole_model_latency_steps (model));
  g_assert_cmpuint (tl_whole_model_usual_n_trials (model), ==, 128);
  tl_whole_model_tune (model, &config);
  g_assert_true (tl_whole_model_is_tuning (model));
  status = tl_whole_model_status (model);
  g_assert_true (g_str_has_prefix (status, "Tuning begins when the model is timed: "));
  wait_until_measured (model);
  g_assert_true (tl_whole_model_is_tuning (model));
  g_assert_cmpfloat (tl_whole_model_facts (model)->rules_s, <, 0);
  g_assert_false (tl_whole_model_can_measure (model, NULL));
  wait_until_tuned (model);
  g_assert_null (tl_whole_model_status (model));
  g_assert_cmpuint (n_trials (model), ==, 4);
  check_tuned (tl_whole_model_facts (model));
  check_steps (model, 4);
  project = g_strdup (tl_whole_model_project (model));
  g_assert_true (g_file_test (project, G_FILE_TEST_EXISTS));
  tl_whole_model_close (model);

  must (open_model (again, MODELS "mlp-calls.py", &failure));
  g_assert_cmpstr (tl_whole_model_project (again), ==, project);
  g_assert_true (tl_whole_model_is_measuring (again));
  g_assert_true (tl_model_facts_are_tuned (tl_whole_model_facts (again)));
  g_assert_cmpuint (n_trials (again), ==, 4);
  tl_whole_model_stop (again);
  wait_until_alone (model);
  wait_until_alone (again);
}

/* A run that is stopped keeps its trials; one that waits does not begin; one under way ends with its model. */
static void
test_stopped_tuning (void)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (TlWholeModel) model = tl_whole_model_new (session);
  TlTuneConfig             config = few_trials (100000);
  g_autoptr (TlLatencySteps) steps = NULL, second = NULL;
  guint                    n_earlier;

  must (open_model (model, MODELS "conv.onnx", &failure));
  tl_whole_model_tune (model, &config);
  tl_whole_model_stop_tuning (model);
  wait_until_measured (model);
  g_assert_false (tl_whole_model_is_tuning (model));
  g_assert_cmpuint (n_trials (model), ==, 0);
  tl_whole_model_tune (model, &config);
  while (tl_whole_model_is_tuning (model) && n_trials (model) < 2)
    g_main_context_iteration (NULL, TRUE);
  steps = must (tl_whole_model_latency_steps (model));
  g_assert_cmpuint (steps->n_trials, >=, 2);
  g_assert_cmpuint (steps->n_expected, ==, 100000);
  g_assert_cmpfloat (steps->after_s, <, 0);
  tl_whole_model_stop_tuning (model);
  wait_until_tuned (model);
  g_assert_cmpuint (n_trials (model), <, 1000);
  g_assert_cmpfloat (tl_whole_model_facts (model)->median_s, >, 0);
  n_earlier = n_trials (model);
  tl_whole_model_tune (model, &config);
  g_assert_true (tl_whole_model_is_tuning (model));
  second = must (tl_whole_model_latency_steps (model));   /* the trials of the first run count, too */
  g_assert_cmpuint (second->n_trials, >=, n_earlier);
  g_assert_cmpuint (second->n_expected, ==, n_earlier + 100000);
  tl_whole_model_close (model);
  g_assert_false (tl_whole_model_is_tuning (model));
  wait_until_alone (model);
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  int              status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);   /* recent files */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/whole-model/times", test_times);
  g_test_add_func ("/whole-model/sizes", test_sizes);
  g_test_add_func ("/whole-model/open-sizes", test_open_sizes);
  g_test_add_func ("/whole-model/kernel", test_kernel);
  g_test_add_func ("/whole-model/passes", test_passes);
  g_test_add_func ("/whole-model/variant", test_variant);
  g_test_add_func ("/whole-model/closed-variant", test_closed_variant);
  g_test_add_func ("/whole-model/faults", test_faults);
  g_test_add_func ("/whole-model/program", test_program);
  g_test_add_func ("/whole-model/tuning", test_tuning);
  g_test_add_func ("/whole-model/stopped-tuning", test_stopped_tuning);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
