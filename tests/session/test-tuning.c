/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The session's tuning run over a module of two functions: what arrives on the main loop, what a file gives back, what becomes of a trial.
 */
#include <glib/gstdio.h>

#include "core/ir/compare.h"
#include "core/session/session.h"
#include "core/session/tuning/tuning-private.h"
#include "core/session/tuning/trial-text.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define FUNC(name, weight, n, op)                                                                                                         \
  "    @T.prim_func\n"                                                                                                                    \
  "    def " name "(A: T.Buffer((" n ", " n "), \"float32\"), C: T.Buffer((" n ", " n "), \"float32\")):\n"                               \
  "        T.func_attr({\"global_symbol\": \"" name "\", \"tir.noalias\": True, \"task_weight\": " weight "})\n"                          \
  "        for i, j in T.grid(" n ", " n "):\n"                                                                                           \
  "            with T.block(\"C\"):\n"                                                                                                    \
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"                                                                               \
  "                C[vi, vj] = A[vi, vj] " op " T.float32(2)\n"

static const char module_text[] = "@I.ir_module\nclass Module:\n" FUNC ("scale", "3", "16", "*") FUNC ("shift", "1", "24", "+");

/* Products of rows with rows: every schedule that the rules make of them is faster than none. */
#define DENSE(name, n)                                                                                                                  \
  "    @T.prim_func\n"                                                                                                                   \
  "    def " name "(A: T.Buffer((" n ", " n "), \"float32\"), B: T.Buffer((" n ", " n "), \"float32\"), "                              \
  "C: T.Buffer((" n ", " n "), \"float32\")):\n"                                                                                        \
  "        for i, j, k in T.grid(" n ", " n ", " n "):\n"                                                                                \
  "            with T.block(\"C\"):\n"                                                                                                   \
  "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"                                                                      \
  "                with T.init():\n"                                                                                                     \
  "                    C[vi, vj] = T.float32(0)\n"                                                                                       \
  "                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]\n"
static const char dense_text[] = "@I.ir_module\nclass Module:\n" DENSE ("scale", "64") DENSE ("shift", "96");

#define N_TRIALS 8u

typedef struct
{
  char         *folder;
  char         *path;
  TlWorkerPool *pool;
  TlDatabase   *database;
  TlState      *root;
  TlTuning     *tuning;
  guint         n_changes;   /* of tasks */
} TuningFixture;

static void
on_task_changed (TlTuningTask *task, gpointer user_data)
{
  ((TuningFixture *) user_data)->n_changes++;
}

static void
set_up (TuningFixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (module_text, &failure));

  fixture->folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "tuning.tileloom", NULL);
  fixture->pool = must (tl_worker_pool_new (1, &failure));
  fixture->database = must (tl_database_open (fixture->path, &failure));
  fixture->root = tl_state_new (module, 0);
  fixture->tuning = tl_tuning_new ();
}

static void
tear_down (TuningFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->tuning);
  tl_state_unref (fixture->root);
  tl_database_unref (fixture->database);
  tl_worker_pool_unref (fixture->pool);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static TlTuningTask *
nth_task (TlTuning *tuning, guint index)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (tuning), index);

  g_assert_nonnull (task);
  return task;
}

static void
start (TuningFixture *fixture, TlState *from, guint n_trials, gboolean resume)
{
  TlTuningRequest request = { .start = from, .config = tl_tune_config_default (), .pool = fixture->pool, .resume = resume,
                              .database = fixture->database, .title = "two" };

  request.config.strategy = "replay-func";
  request.config.seed = 4;
  request.config.budget.max_trials_global = n_trials;
  request.config.budget.trials_per_iter = 2;
  request.config.measure.min_repeat_ms = 0.1;
  request.config.measure.run_timeout_s = request.config.measure.build_timeout_s = 300;
  g_assert_true (must (tl_tuning_start (fixture->tuning, &request, &failure)));
  g_assert_cmpint (tl_tuning_state (fixture->tuning), ==, TL_TUNING_RUNNING);
  for (guint i = 0; i < g_list_model_get_n_items (tl_tuning_tasks (fixture->tuning)); i++)
    g_signal_connect (nth_task (fixture->tuning, i), "changed", G_CALLBACK (on_task_changed), fixture);
}

static void
finish (TuningFixture *fixture)
{
  while (tl_tuning_state (fixture->tuning) != TL_TUNING_DONE)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (tl_tuning_error (fixture->tuning), ==, NULL);
}

static void
wait_for_trials (TuningFixture *fixture, guint n)
{
  while (tl_tuning_n_done (fixture->tuning) < n)
    g_main_context_iteration (NULL, TRUE);
}

static TlTrialRun
newest_run (TlTuningTask *task)
{
  TlTrialStore *store = tl_tuning_task_trials (task);

  return tl_trial_store_run (store, tl_trial_store_n_runs (store) - 1);
}

static gint64
run_id_of (TlTuningTask *task)
{
  return newest_run (task).id;
}

static void
assert_tasks (TlTuning *tuning, guint n_trials)
{
  double total_s = 0;

  g_assert_cmpuint (g_list_model_get_n_items (tl_tuning_tasks (tuning)), ==, 2);
  g_assert_cmpstr (tl_tuning_task_name (nth_task (tuning, 0)), ==, "scale");
  g_assert_true (tl_tuning_task_trials (nth_task (tuning, 0)) == tl_tuning_trials (tuning));
  for (guint i = 0; i < 2; i++)
    {
      TlTuningTask *task = nth_task (tuning, i);
      TlTaskStatus  status = tl_tuning_task_status (task);
      TlTrialRun    run = newest_run (task);
      const guint8 *marks = tl_trial_store_marks (tl_tuning_task_trials (task));

      g_assert_cmpfloat (status.weight, ==, i == 0 ? 3 : 1);
      g_assert_cmpuint (status.n_trials + 1, ==, run.n);
      g_assert_true ((marks[run.first] & TL_TRIAL_START) != 0);
      g_assert_true ((marks[tl_trial_store_start (tl_tuning_task_trials (task))] & TL_TRIAL_START) != 0);
      g_assert_cmpfloat (status.start_s, >, 0);
      g_assert_cmpuint (status.n_trials, >=, 2);
      g_assert_cmpfloat (status.best_s, >, 0);
      g_assert_cmpint (run_id_of (task), >, 0);
      total_s += status.weight * status.best_s;
    }
  g_assert_cmpuint (tl_tuning_n_done (tuning), ==, n_trials);
  g_assert_cmpfloat_with_epsilon (tl_tuning_total_s (tuning), total_s, 1e-12);
}

static void
test_whole (TuningFixture *fixture, gconstpointer data)
{
  g_autoptr (TlTuning) reopened = tl_tuning_new ();

  start (fixture, fixture->root, N_TRIALS, FALSE);
  finish (fixture);
  assert_tasks (fixture->tuning, N_TRIALS);
  g_assert_cmpuint (fixture->n_changes, >, 0);
  g_assert_false (tl_tuning_is_resumable (fixture->tuning));
  g_assert_true (tl_tuning_task_status (nth_task (fixture->tuning, 0)).is_done);

  /* Read back from the file */
  g_assert_true (must (tl_tuning_load (reopened, fixture->database, fixture->root, &failure)));
  assert_tasks (reopened, N_TRIALS);
  g_assert_cmpuint (tl_tuning_n_wanted (reopened), ==, N_TRIALS);
  g_assert_false (tl_tuning_is_resumable (reopened));
  g_assert_cmpfloat_with_epsilon (tl_tuning_total_s (reopened), tl_tuning_total_s (fixture->tuning), 1e-12);
}

/* Another run of the same tasks keeps the points of the first, on the screen and in the file; its numbers go on. */
static void
test_two_runs (TuningFixture *fixture, gconstpointer data)
{
  TlTrialStore     *store = tl_tuning_trials (fixture->tuning);
  g_autoptr (TlTuning) reopened = tl_tuning_new ();
  guint             n_before, n;

  start (fixture, fixture->root, N_TRIALS, FALSE);
  finish (fixture);
  n_before = tl_trial_store_n (store);
  start (fixture, fixture->root, N_TRIALS, FALSE);
  g_assert_cmpuint (tl_trial_store_n (store), >=, n_before);
  g_assert_cmpuint (tl_trial_store_n_runs (store), >=, 1);
  finish (fixture);
  n = tl_trial_store_n (store);
  g_assert_cmpuint (n, >, n_before);
  g_assert_cmpuint (tl_trial_store_n_runs (store), ==, 2);
  g_assert_cmpuint (tl_trial_store_run (store, 0).n, ==, n_before);
  g_assert_cmpuint (tl_trial_store_number (store)[n_before], ==, n_before);
  g_assert_true ((tl_trial_store_marks (store)[n_before] & TL_TRIAL_START) != 0);
  g_assert_cmpuint (tl_trial_store_get (store, 1).number, ==, 1);
  g_assert_true (must (tl_tuning_load (reopened, fixture->database, fixture->root, &failure)));
  g_assert_cmpuint (tl_trial_store_n (tl_tuning_trials (reopened)), ==, n);
  g_assert_cmpint (tl_trial_store_best (tl_tuning_trials (reopened)), ==, tl_trial_store_best (store));
  g_assert_cmpint (tl_trial_store_start (tl_tuning_trials (reopened)), ==, tl_trial_store_start (store));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *live = tl_trial_describe (store, i, 0), *kept = tl_trial_describe (tl_tuning_trials (reopened), i, 0);

      g_assert_cmpstr (live, ==, kept);
    }
}

/* A run that is stopped waits for nothing. */
static void
assert_over (TuningFixture *fixture)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (fixture->tuning), 0);
  TlTaskStatus  status = tl_tuning_task_status (task);
  TlTunerStatus search = tl_tuning_task_search (task);

  g_assert_cmpuint (status.n_trials, >, 0);
  g_assert_true (search.is_over && !status.is_done);
}

/* Stopped, reopened and gone on with. */
static void
test_resume (TuningFixture *fixture, gconstpointer data)
{
  guint n_before;

  start (fixture, fixture->root, 1000, FALSE);
  wait_for_trials (fixture, 4);
  tl_tuning_pause (fixture->tuning);
  g_assert_cmpint (tl_tuning_state (fixture->tuning), ==, TL_TUNING_PAUSED);
  tl_tuning_resume (fixture->tuning);
  tl_tuning_stop (fixture->tuning);
  finish (fixture);
  g_assert_true (tl_tuning_is_resumable (fixture->tuning));
  assert_over (fixture);
  n_before = tl_tuning_n_done (fixture->tuning);
  g_assert_true (tl_tuning_load (fixture->tuning, fixture->database, fixture->root, NULL));
  g_assert_true (tl_tuning_is_resumable (fixture->tuning));
  g_assert_cmpuint (tl_tuning_n_done (fixture->tuning), ==, n_before);
  g_assert_cmpuint (tl_tuning_n_wanted (fixture->tuning), ==, 1000);
  assert_over (fixture);
  start (fixture, fixture->root, 1000, TRUE);
  g_assert_cmpuint (tl_tuning_n_done (fixture->tuning), ==, n_before);
  wait_for_trials (fixture, n_before + 2);
  tl_tuning_stop (fixture->tuning);
  finish (fixture);
}

static const TlPrimFunc *
func_of (TlState *state, const char *name)
{
  const TlModule *module = tl_state_module (state);

  return tl_module_prim (module, name);
}

/* Schedules of both functions, one after the other, in one state. */
static void
check_together (TuningFixture *fixture, TlState *onto)
{
  g_autoptr (GPtrArray) rows = must (tl_database_trials (fixture->database, run_id_of (nth_task (fixture->tuning, 0)), &failure));
  g_autoptr (TlState) both = must (tl_tuning_apply (fixture->tuning, 0, onto, ((TlTrialRow *) rows->pdata[1])->trace_json, &failure));

  g_assert_false (tl_func_equal (func_of (both, "scale"), func_of (fixture->root, "scale"), NULL));
  g_assert_true (tl_func_equal (func_of (both, "shift"), func_of (onto, "shift"), NULL));
}

/* A trial of one function is a schedule of the whole: that function changes, the other does not. */
static void
test_apply (TuningFixture *fixture, gconstpointer data)
{
  g_autoptr (TlTuning) reopened = tl_tuning_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (TlState) state = NULL, further = NULL;
  guint n_before;

  start (fixture, fixture->root, N_TRIALS, FALSE);
  finish (fixture);
  rows = must (tl_database_trials (fixture->database, run_id_of (nth_task (fixture->tuning, 1)), &failure));
  state = must (tl_tuning_apply (fixture->tuning, 1, NULL, ((TlTrialRow *) rows->pdata[1])->trace_json, &failure));
  g_assert_true (tl_func_equal (func_of (state, "scale"), func_of (fixture->root, "scale"), NULL));
  g_assert_false (tl_func_equal (func_of (state, "shift"), func_of (fixture->root, "shift"), NULL));
  check_together (fixture, state);

  /* A search that begins at that variant goes on from its steps, also after reopening. */
  start (fixture, state, N_TRIALS, FALSE);
  finish (fixture);
  g_assert_true (must (tl_tuning_load (reopened, fixture->database, fixture->root, &failure)));
  assert_tasks (reopened, N_TRIALS);
  n_before = tl_state_n_steps (state);
  g_assert_cmpuint (tl_state_n_steps (tl_tuning_start_state (reopened)), ==, n_before);
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = must (tl_database_trials (fixture->database, run_id_of (nth_task (reopened, 0)), &failure));
  further = must (tl_tuning_apply (reopened, 0, NULL, ((TlTrialRow *) rows->pdata[1])->trace_json, &failure));
  g_assert_cmpuint (tl_state_n_steps (further), >, n_before);
  g_assert_false (tl_func_equal (func_of (further, "scale"), func_of (fixture->root, "scale"), NULL));
  g_assert_true (tl_func_equal (func_of (further, "shift"), func_of (state, "shift"), NULL));
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer is_done)
{
  g_assert_true (must (tl_tuning_add_finish (TL_TUNING (source), result, &failure)));
  *(gboolean *) is_done = TRUE;
}

static guint
n_by_hand (TlTuningTask *task, TlTrialRun run)
{
  guint n = 0;

  for (guint i = run.first; i < run.first + run.n; i++)
    n += tl_trial_store_get (tl_tuning_task_trials (task), i).origin.kind == TL_ORIGIN_ADDED;
  return n;
}

/* A schedule that joins a search which stops before it is measured waits, and is among the first of the next run. */
static void
test_added (TuningFixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule)  module = must (tl_script_read_text ("@I.ir_module\nclass Module:\n" FUNC ("scale", "3", "16", "*"), &failure));
  g_autoptr (TlState)   root = tl_state_new (module, 0);
  TlTuningTask         *task;
  g_autoptr (GPtrArray) rows = NULL;
  gboolean              is_done = FALSE;

  start (fixture, root, N_TRIALS, FALSE);
  finish (fixture);
  task = nth_task (fixture->tuning, 0);
  rows = must (tl_database_trials (fixture->database, run_id_of (task), &failure));
  start (fixture, root, 1000, FALSE);
  tl_tuning_pause (fixture->tuning);
  tl_tuning_add_async (fixture->tuning, ((TlTrialRow *) rows->pdata[1])->trace_json, on_added, &is_done);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (tl_tuning_n_added (fixture->tuning), ==, 1);
  tl_tuning_stop (fixture->tuning);
  finish (fixture);
  g_assert_cmpuint (tl_tuning_n_added (fixture->tuning), ==, 1);
  task = nth_task (fixture->tuning, 0);
  g_assert_cmpuint (n_by_hand (task, newest_run (task)), ==, 0);

  start (fixture, root, N_TRIALS, FALSE);
  finish (fixture);
  g_assert_cmpuint (tl_tuning_n_added (fixture->tuning), ==, 0);
  g_assert_cmpuint (n_by_hand (nth_task (fixture->tuning, 0), newest_run (nth_task (fixture->tuning, 0))), ==, 1);
}

/* The best of both functions is one variant; the project is that of the module, not of the functions that were tuned apart. */
static void
test_session (TuningFixture *fixture, gconstpointer data)
{
  g_autofree char *script = g_build_filename (fixture->folder, "two.py", NULL),
                   *project = g_build_filename (fixture->folder, "two.tileloom", NULL);
  g_autoptr (TlSession) session = tl_session_new (), reopened = tl_session_new ();
  TlTuneConfig config = tl_tune_config_default ();
  TlVariant *best;

  g_assert_true (g_file_set_contents (script, dense_text, -1, NULL));
  must (open_path (session, script, &failure));
  g_assert_true (must (tl_session_save_as (session, project, &failure)));
  config.strategy = "replay-func";
  config.budget.max_trials_global = N_TRIALS;
  config.measure.run_timeout_s = config.measure.build_timeout_s = 300;
  g_assert_true (must (tl_session_tune (session, &config, NULL, &failure)));
  while (tl_tuning_state (tl_session_tuning (session)) != TL_TUNING_DONE)
    g_main_context_iteration (NULL, TRUE);
  best = must (tl_session_adopt_best (session, 1, &failure));
  g_assert_true (tl_session_current (session) == best);
  g_assert_cmpstr (tl_session_func_name (session), ==, tl_tuning_task_name (nth_task (tl_session_tuning (session), 1)));
  g_assert_false (tl_func_equal (func_of (tl_variant_state (best), "scale"), func_of (tl_session_root (session), "scale"), NULL));
  g_assert_false (tl_func_equal (func_of (tl_variant_state (best), "shift"), func_of (tl_session_root (session), "shift"), NULL));
  g_assert_nonnull (tl_variant_outcome (best, "scale"));   /* as the trials were measured */
  g_assert_nonnull (tl_variant_outcome (best, "shift"));
  g_assert_nonnull (must (tl_session_adopt_trial (
      session, 1, (guint) tl_trial_store_best (tl_tuning_task_trials (nth_task (tl_session_tuning (session), 1))), &failure)));
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (session)), ==, 3);
  must_fail (tl_session_tune_from_trial (session, &config, "[]", &failure), G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  tl_session_flush (session);

  must (open_path (reopened, project, &failure));
  g_assert_cmpuint (tl_state_module (tl_session_root (reopened))->n_prims, ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (tl_session_variants (reopened)), ==, 3);
  g_assert_cmpuint (tl_tuning_n_done (tl_session_tuning (reopened)), ==, N_TRIALS);
  g_unlink (script);
}

static void
test_errors (TuningFixture *fixture, gconstpointer data)
{
  TlTuningRequest request = { .start = fixture->root, .config = tl_tune_config_default (), .pool = fixture->pool };

  request.config.strategy = "clairvoyance";
  must_fail (tl_tuning_start (fixture->tuning, &request, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
  request.config.strategy = "replay-func";
  request.config.scheduler = "gradient(alpha=9)";
  must_fail (tl_tuning_start (fixture->tuning, &request, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
  request.config.scheduler = "gradient";
  request.config.ops = "nothing";
  must_fail (tl_tuning_start (fixture->tuning, &request, &failure), TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
  g_assert_cmpint (tl_tuning_state (fixture->tuning), ==, TL_TUNING_IDLE);
}

/* When trials came, at the soonest: dozens a second, told of by a few deliveries. */
typedef struct
{
  gint64 last_us, least_us;
  guint  n_deliveries, n_trials;
} Deliveries;

static void
on_appended (TlTrialStore *store, guint first, guint n, Deliveries *deliveries)
{
  gint64 now_us = g_get_monotonic_time ();

  if (deliveries->n_deliveries > 0)
    deliveries->least_us = MIN (deliveries->least_us, now_us - deliveries->last_us);
  deliveries->last_us = now_us;
  deliveries->n_deliveries++;
  deliveries->n_trials += n;
}

static void
test_deliveries (TuningFixture *fixture, gconstpointer data)
{
  Deliveries deliveries = { .least_us = G_MAXINT64 };

  start (fixture, fixture->root, 40, FALSE);
  g_signal_connect (tl_tuning_task_trials (nth_task (fixture->tuning, 0)), "appended", G_CALLBACK (on_appended), &deliveries);
  finish (fixture);
  g_test_message ("%u trials in %u deliveries, %" G_GINT64_FORMAT " us apart at least", deliveries.n_trials, deliveries.n_deliveries,
                  deliveries.least_us);
  g_assert_cmpuint (deliveries.n_trials, >, 0);
  g_assert_cmpint (deliveries.least_us, >=, 40000);
  g_signal_handlers_disconnect_by_data (tl_tuning_task_trials (nth_task (fixture->tuning, 0)), &deliveries);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/tuning/whole", TuningFixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/session/tuning/two-runs", TuningFixture, NULL, set_up, test_two_runs, tear_down);
  g_test_add ("/session/tuning/resume", TuningFixture, NULL, set_up, test_resume, tear_down);
  g_test_add ("/session/tuning/apply", TuningFixture, NULL, set_up, test_apply, tear_down);
  g_test_add ("/session/tuning/added", TuningFixture, NULL, set_up, test_added, tear_down);
  g_test_add ("/session/tuning/session", TuningFixture, NULL, set_up, test_session, tear_down);
  g_test_add ("/session/tuning/deliveries", TuningFixture, NULL, set_up, test_deliveries, tear_down);
  g_test_add ("/session/tuning/errors", TuningFixture, NULL, set_up, test_errors, tear_down);
  return g_test_run ();
}
