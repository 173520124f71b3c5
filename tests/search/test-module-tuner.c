/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning of a module of four tasks: once with real workers, then from what that recorded, where everything is exactly repeated. */
#include <glib/gstdio.h>

#include "core/text/script.h"
#include "core/search/module-tuner.h"
#include "tests/must.h"

#define SUM(name, weight, n, op)                                                                                                          \
  "    @T.prim_func\n"                                                                                                                    \
  "    def " name "(A: T.Buffer((" n ", " n "), \"float32\"), C: T.Buffer((" n ",), \"float32\")):\n"                                     \
  "        T.func_attr({\"global_symbol\": \"" name "\", \"tir.noalias\": True, \"task_weight\": " weight "})\n"                          \
  "        for i, k in T.grid(" n ", " n "):\n"                                                                                           \
  "            with T.block(\"C\"):\n"                                                                                                    \
  "                vi, vk = T.axis.remap(\"SR\", [i, k])\n"                                                                               \
  "                with T.init():\n"                                                                                                      \
  "                    C[vi] = T.float32(0)\n"                                                                                            \
  "                C[vi] = C[vi] + A[vi, vk] " op " A[vk, vi]\n"

static const char module_text[] = "@I.ir_module\nclass Module:\n" SUM ("a", "1", "32",
                                                                       "*") SUM ("b", "4", "24", "*") SUM ("c", "1", "16", "*")
                                  SUM ("d", "2", "32", "+");
#define N_TASKS  4u
#define N_TRIALS 48u
#define N_ROUND  4u

typedef struct
{
  TlModule           *module;
  TlDatabase         *database;
  TlModuleTuneOptions options;
  GMutex              lock;
  GCond               changed;
  guint               n_trials;
  guint               n_starts, n_starts_first;   /* programs as they stand; before the first candidate */
  gboolean            is_done;
} ModuleRun;

static void
on_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  ModuleRun *run = user_data;

  g_mutex_lock (&run->lock);
  g_assert_false (run->is_done);
  run->n_starts += trial->comparison == 0 && trial->is_start;
  run->n_starts_first += trial->is_start && run->n_trials == 0;
  run->n_trials += trial->comparison == 0 && !trial->is_start;
  g_cond_broadcast (&run->changed);
  g_mutex_unlock (&run->lock);
}

static void
on_done (gpointer user_data)
{
  ModuleRun *run = user_data;

  g_mutex_lock (&run->lock);
  g_assert_false (run->is_done);
  run->is_done = TRUE;
  g_mutex_unlock (&run->lock);
}

static void
run_init (ModuleRun *run, const char *database, const TlRecordedOutcomes *recorded)
{
  TlTuneOptions *tune = &run->options.tune;

  *run = (ModuleRun) { .module = must (tl_script_read_text (module_text, &failure)), .database = tl_database_open (database, NULL) };
  run->options = (TlModuleTuneOptions) { .tasks = tl_tasks_extract (run->module, NULL, NULL, 0, NULL), .title = "test" };
  *tune = (TlTuneOptions) { .target = tl_target_host (), .config = tl_tune_config_default (), .database = run->database,
                            .recorded = recorded };
  tune->space = tl_space_default (&tune->target);
  tune->config.budget.max_trials_global = N_TRIALS;
  tune->config.budget.trials_per_iter = N_ROUND;
  tune->config.seed = 5;
  tune->config.strategy = "replay-func";
  tune->config.measure.run_timeout_s = tune->config.measure.build_timeout_s = 300;
  tune->config.measure.min_repeat_ms = 0.1;
  g_mutex_init (&run->lock);
  g_cond_init (&run->changed);
}

static void
run_clear (ModuleRun *run)
{
  g_ptr_array_unref (run->options.tasks);
  tl_space_unref (run->options.tune.space);
  tl_database_unref (run->database);
  tl_module_unref (run->module);
  g_mutex_clear (&run->lock);
  g_cond_clear (&run->changed);
}

static TlModuleTuner *
start (ModuleRun *run, TlWorkerPool *pool)
{
  TlModuleTuneCallbacks callbacks = { .on_trial = on_trial, .on_done = on_done, .user_data = run };
  TlModuleTuner *tuner;

  run->n_trials = run->n_starts = run->n_starts_first = 0;
  run->is_done = FALSE;
  tuner = must (tl_module_tuner_start (pool, &run->options, &callbacks, &failure));
  return tuner;
}

static GPtrArray *
trials_of (ModuleRun *run, TlModuleTuner *tuner, guint task)
{
  return must (tl_database_trials (run->database, tl_module_tuner_run_id (tuner, task), &failure));
}

/* The tasks that the formula chooses for the latencies of these trials: one round is under way while the next is decided. */
static void
check_allocation (ModuleRun *run, TlModuleTuner *tuner)
{
  static const double weights[N_TASKS] = { 1, 4, 1, 2 };
  const TlTuneConfig *config = &run->options.tune.config;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlTaskRounds) rounds = NULL;
  TlComponent scheduler;
  guint n_expected[N_TASKS] = { 0 }, first, n;

  g_assert_true (tl_task_scheduler_parse (arena, config->scheduler, &scheduler, NULL));
  rounds = tl_task_rounds_new (&scheduler, &config->budget, weights, N_TASKS, config->seed);
  for (;;)
    {
      gint task = tl_task_rounds_next (rounds, &n);
      double latencies[N_ROUND] = { 0 };
      g_autoptr (GPtrArray) rows = NULL;

      if (task >= 0)
        n_expected[task] += n;
      if (task >= 0 && tl_task_rounds_n_under_way (rounds) < 2)
        continue;
      task = tl_task_rounds_oldest (rounds, &first, &n);
      if (task < 0)
        break;
      rows = trials_of (run, tuner, (guint) task);
      for (guint i = 0; i < n; i++)
        {
          TlOutcome outcome;
          TlLatency latency;

          g_assert_cmpuint (1 + first + i, <, rows->len);   /* the program as it stands comes first */
          tl_trial_row_first_outcome (rows->pdata[1 + first + i], &outcome);
          if (outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&outcome, &latency))
            latencies[i] = latency.median_s;
          tl_outcome_clear (&outcome);
        }
      tl_task_rounds_join (rounds, latencies, n);
    }
  for (guint i = 0; i < N_TASKS; i++)
    g_assert_cmpuint (tl_module_tuner_status (tuner, i).n_trials, ==, n_expected[i]);
}

static void
assert_whole (ModuleRun *run, TlModuleTuner *tuner)
{
  guint n_trials = 0;

  tl_module_tuner_wait (tuner);
  g_assert_true (run->is_done);
  g_assert_cmpuint (tl_module_tuner_n_tasks (tuner), ==, N_TASKS);
  for (guint i = 0; i < N_TASKS; i++)
    {
      TlTaskStatus status = tl_module_tuner_status (tuner, i);
      g_autoptr (GPtrArray) rows = trials_of (run, tuner, i);
      g_autoptr (TlState) best = NULL;
      double latency_s;
      guint number;

      g_assert_no_error (tl_module_tuner_task_error (tuner, i));
      g_assert_true (status.is_done);
      g_assert_cmpuint (rows->len, ==, status.n_trials + 1);   /* the program as it stands */
      g_assert_cmpuint (status.n_trials, >=, N_ROUND);
      n_trials += status.n_trials;
      best = must (tl_module_tuner_best (tuner, i, &number, &latency_s, &failure));
      g_assert_nonnull (best);
      g_assert_cmpfloat (latency_s, ==, status.best_s);
      g_assert_cmpuint (number, <=, status.n_trials);
    }
  g_assert_cmpuint (n_trials, ==, N_TRIALS);
}

/* Trial for trial the same schedules. */
static void
assert_same_trials (ModuleRun *a, TlModuleTuner *of_a, ModuleRun *b, TlModuleTuner *of_b)
{
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autoptr (GPtrArray) left = trials_of (a, of_a, i), right = trials_of (b, of_b, i);

      g_assert_cmpuint (left->len, ==, right->len);
      for (guint k = 0; k < left->len; k++)
        g_assert_cmpstr (((TlTrialRow *) left->pdata[k])->trace_json, ==, ((TlTrialRow *) right->pdata[k])->trace_json);
    }
}

/* Stopped in the middle, whenever that is. */
static void
run_in_part (ModuleRun *run)
{
  TlModuleTuner *tuner = start (run, NULL);

  g_mutex_lock (&run->lock);
  while (run->n_trials < 10)
    g_cond_wait (&run->changed, &run->lock);
  g_mutex_unlock (&run->lock);
  tl_module_tuner_stop (tuner);
  tl_module_tuner_wait (tuner);
  g_assert_true (run->is_done);
  tl_module_tuner_free (tuner);
  run->options.resume = TRUE;
}

/* With more trials wanted than before, rounds stay as long as they were, and the budget is met. */
static void
check_other_budget (const TlRecordedOutcomes *recorded)
{
  guint n_trials = 0, n_odd = 0;
  ModuleRun run;
  TlModuleTuner *tuner;

  run_init (&run, ":memory:", recorded);
  run.options.tune.config.budget = (TlTaskBudget) { .max_trials_global = 300 };   /* rounds of 9; of 400 trials they would be of 12 */
  run_in_part (&run);
  run.options.tune.config.budget.max_trials_global = 400;
  tuner = start (&run, NULL);
  tl_module_tuner_wait (tuner);
  for (guint i = 0; i < N_TASKS; i++)
    {
      n_trials += tl_module_tuner_status (tuner, i).n_trials;
      n_odd += tl_module_tuner_status (tuner, i).n_trials % 9 != 0;
    }
  g_assert_cmpuint (n_trials, ==, 400);
  g_assert_cmpuint (n_odd, ==, 1);   /* the one with the last round, of 4 */
  tl_module_tuner_free (tuner);
  run_clear (&run);
}

/* Gone on with: the same trials in the end. */
static void
check_resume (ModuleRun *whole, TlModuleTuner *of_whole, const TlRecordedOutcomes *recorded)
{
  ModuleRun run;
  TlModuleTuner *tuner;

  run_init (&run, ":memory:", recorded);
  run_in_part (&run);
  tuner = start (&run, NULL);
  assert_whole (&run, tuner);
  assert_same_trials (whole, of_whole, &run, tuner);
  tl_module_tuner_free (tuner);
  run_clear (&run);
}

static void
check_replays (const char *path)
{
  g_autoptr (TlRecordedOutcomes) recorded = must (tl_recorded_outcomes_load (path, &failure));
  g_autoptr (TlModuleTuner) first = NULL, second = NULL;
  ModuleRun a, b;

  run_init (&a, ":memory:", recorded);
  run_init (&b, ":memory:", recorded);
  first = start (&a, NULL);
  second = start (&b, NULL);
  assert_whole (&a, first);
  assert_whole (&b, second);
  check_allocation (&a, first);
  assert_same_trials (&a, first, &b, second);
  check_resume (&a, first, recorded);
  check_other_budget (recorded);
  g_clear_pointer (&first, tl_module_tuner_free);
  g_clear_pointer (&second, tl_module_tuner_free);
  run_clear (&a);
  run_clear (&b);
}

/* Tasks that get no candidates have the time of their program all the same. */
static void
check_few_trials (const char *path)
{
  g_autoptr (TlRecordedOutcomes) recorded = must (tl_recorded_outcomes_load (path, &failure));
  TlModuleTuner *tuner;
  ModuleRun run;

  run_init (&run, ":memory:", recorded);
  run.options.tune.config.budget.max_trials_global = run.options.tune.config.budget.trials_per_iter = 1;
  tuner = start (&run, NULL);
  tl_module_tuner_wait (tuner);
  g_assert_cmpuint (run.n_trials, ==, 1);
  g_assert_cmpuint (run.n_starts, ==, N_TASKS);
  for (guint i = 0; i < N_TASKS; i++)
    g_assert_cmpfloat (tl_module_tuner_status (tuner, i).start_s, >, 0);
  tl_module_tuner_free (tuner);
  run_clear (&run);
}

static void
test_module (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL), *path = g_build_filename (folder, "recorded.tileloom", NULL);
  TlWorkerPool *pool = must (tl_worker_pool_new (1, &failure));
  TlModuleTuner *tuner;
  ModuleRun run;

  run_init (&run, path, NULL);
  tuner = start (&run, pool);
  assert_whole (&run, tuner);
  check_allocation (&run, tuner);
  g_assert_cmpuint (run.n_starts, ==, N_TASKS);
  g_assert_cmpuint (run.n_starts_first, <=, 2);   /* rounds under way: no candidate waits for programs of other tasks */
  tl_module_tuner_free (tuner);
  run_clear (&run);
  tl_worker_pool_unref (pool);
  check_replays (path);
  check_few_trials (path);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_rmdir (folder);
}

static void
test_nothing_to_resume (void)
{
  TlModuleTuneCallbacks callbacks = { 0 };
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, NULL);
  ModuleRun run;

  run_init (&run, ":memory:", NULL);
  run.options.resume = TRUE;
  must_fail (tl_module_tuner_start (pool, &run.options, &callbacks, &failure), TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
  run_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/module-tuner/module", test_module);
  g_test_add_func ("/search/module-tuner/nothing-to-resume", test_nothing_to_resume);
  return g_test_run ();
}
