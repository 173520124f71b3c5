/* SPDX-License-Identifier: Apache-2.0 */
/* A run that is changed while it is under way: its budget, its constraints. With real workers; nothing depends on how fast they are. */
#include <string.h>

#include "core/search/decision-reader.h"
#include "core/search/module-tuner.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char one_text[] = "@T.prim_func\n" MATMUL ("32", "32", "32");
#define SUM(name, op)                                                                                                                  \
  "    @T.prim_func\n"                                                                                                                  \
  "    def " name "(A: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32,), \"float32\")):\n"                                            \
  "        T.func_attr({\"global_symbol\": \"" name "\", \"tir.noalias\": True})\n"                                                     \
  "        for i, k in T.grid(32, 32):\n"                                                                                               \
  "            with T.block(\"C\"):\n"                                                                                                  \
  "                vi, vk = T.axis.remap(\"SR\", [i, k])\n"                                                                             \
  "                with T.init():\n"                                                                                                    \
  "                    C[vi] = T.float32(0)\n"                                                                                          \
  "                C[vi] = C[vi] " op " A[vi, vk]\n"
static const char two_text[] = "@I.ir_module\nclass Module:\n" SUM ("a", "+") SUM ("b", "-");

typedef struct
{
  TlModule           *module;
  TlWorkerPool       *pool;
  TlModuleTuneOptions options;
  TlModuleTuner      *tuner;
  GMutex              lock;
  GCond               changed;
  guint               n_trials;   /* reported, without those of programs as they stand and of comparisons */
} SteeringFixture;

static void
on_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  SteeringFixture *fixture = user_data;

  g_mutex_lock (&fixture->lock);
  fixture->n_trials += trial->comparison == 0 && !trial->is_start;
  g_cond_broadcast (&fixture->changed);
  g_mutex_unlock (&fixture->lock);
}

static void
set_up (SteeringFixture *fixture, gconstpointer text)
{
  TlTuneOptions *tune = &fixture->options.tune;

  fixture->module = must (tl_script_read_text (text, &failure));
  fixture->pool = must (tl_worker_pool_new (1, &failure));
  fixture->options = (TlModuleTuneOptions) { .tasks = tl_tasks_extract (fixture->module, NULL, NULL, 0, NULL), .title = "test" };
  *tune = (TlTuneOptions) { .target = tl_target_host (), .config = tl_tune_config_default (),
                            .database = tl_database_open (":memory:", NULL) };
  tune->space = tl_space_default (&tune->target);
  tune->config.seed = 5;
  tune->config.strategy = "replay-func";
  tune->config.measure.repeat = 1;
  tune->config.measure.min_repeat_ms = 0.1;
  g_mutex_init (&fixture->lock);
  g_cond_init (&fixture->changed);
}

static void
tear_down (SteeringFixture *fixture, gconstpointer data)
{
  g_clear_pointer (&fixture->tuner, tl_module_tuner_free);
  g_ptr_array_unref (fixture->options.tasks);
  tl_space_unref (fixture->options.tune.space);
  tl_database_unref (fixture->options.tune.database);
  tl_worker_pool_unref (fixture->pool);
  tl_module_unref (fixture->module);
  g_mutex_clear (&fixture->lock);
  g_cond_clear (&fixture->changed);
}

/* Until @n trials have been reported; then it is paused. */
static void
start (SteeringFixture *fixture, guint n_wanted, guint n)
{
  TlModuleTuneCallbacks callbacks = { .on_trial = on_trial, .user_data = fixture };

  g_clear_pointer (&fixture->tuner, tl_module_tuner_free);
  fixture->n_trials = 0;
  fixture->options.tune.config.budget.max_trials_global = n_wanted;
  fixture->tuner = must (tl_module_tuner_start (fixture->pool, &fixture->options, &callbacks, &failure));
  g_mutex_lock (&fixture->lock);
  while (fixture->n_trials < n)
    g_cond_wait (&fixture->changed, &fixture->lock);
  g_mutex_unlock (&fixture->lock);
  tl_module_tuner_pause (fixture->tuner);
}

/* The candidates of a task once the run is over; the file agrees. @n_wanted: 0: it may have ended before the budget was raised. */
static GPtrArray *
finish (SteeringFixture *fixture, guint task, guint n_wanted)
{
  gint64 run_id = tl_module_tuner_run_id (fixture->tuner, task);
  g_autoptr (TlRunRow) run = NULL;
  GPtrArray *rows;

  tl_module_tuner_resume (fixture->tuner);
  tl_module_tuner_wait (fixture->tuner);
  g_assert_no_error (tl_module_tuner_task_error (fixture->tuner, task));
  run = tl_database_run (fixture->options.tune.database, run_id, NULL);
  g_assert_true (run->is_finished);
  if (n_wanted > 0)
    g_assert_cmpuint (run->n_trials_wanted, ==, n_wanted);
  rows = tl_database_trials (fixture->options.tune.database, run_id, NULL);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpuint (((TlTrialRow *) rows->pdata[i])->number, ==, run->first_number + i);
  g_ptr_array_remove_index (rows, 0);
  return rows;
}

/* A run whose budget was raised has the trials of one that had it from the start. */
static void
test_raise (SteeringFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) raised = NULL, whole = NULL;

  start (fixture, 8, 2);
  g_assert_cmpuint (tl_module_tuner_set_budget (fixture->tuner, 20), ==, 20);
  raised = finish (fixture, 0, 20);
  g_assert_cmpuint (raised->len, ==, 20);
  start (fixture, 20, 0);
  whole = finish (fixture, 0, 20);
  for (guint i = 0; i < 20; i++)
    g_assert_cmpstr (((TlTrialRow *) raised->pdata[i])->trace_json, ==, ((TlTrialRow *) whole->pdata[i])->trace_json);
}

/* Trials that wait are not measured, those that have begun are. */
static void
test_lower (SteeringFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) rows = NULL;
  guint n;

  start (fixture, 60, 3);
  n = tl_module_tuner_set_budget (fixture->tuner, 1);
  g_assert_cmpuint (n, >=, 3);
  g_assert_cmpuint (n, <=, 16);   /* begun: one by each thread that measures */
  rows = finish (fixture, 0, n);
  g_assert_cmpuint (rows->len, ==, n);
  g_assert_cmpuint (tl_module_tuner_set_budget (fixture->tuner, 100), ==, 0);
}

/* Trials that were withdrawn are measured where the budget is raised again, while it is not too late. */
static void
test_to_and_fro (SteeringFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) rows = NULL;
  guint n = 40, n_next;

  start (fixture, n, 1);
  tl_module_tuner_resume (fixture->tuner);
  for (guint i = 0; i < 40; i++)
    {
      n_next = tl_module_tuner_set_budget (fixture->tuner, i % 2 == 0 ? 1 : 40);
      if (n_next == 0)
        break;
      n = n_next;
      if (i % 2 == 0)
        g_usleep (500);
    }
  rows = finish (fixture, 0, n);
  g_assert_cmpuint (rows->len, ==, n);
}

/* Of several tasks: rounds that were handed out are finished. */
static void
test_tasks (SteeringFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) a = NULL, b = NULL;
  guint n;

  fixture->options.tune.config.budget.trials_per_iter = 4;
  start (fixture, 400, 3);
  n = tl_module_tuner_set_budget (fixture->tuner, 4);
  g_assert_cmpuint (n, >=, 8);
  g_assert_cmpuint (n, <=, 16);
  n = tl_module_tuner_set_budget (fixture->tuner, n + 8);
  a = finish (fixture, 0, 0);
  b = finish (fixture, 1, 0);
  g_assert_cmpuint (a->len + b->len, ==, n);
}

/* Whether the trial's decision @key is 4, read from the file; FALSE also where it has none. */
static gboolean
is_four (SteeringFixture *fixture, const TlTrialRow *row, const char *key)
{
  g_autoptr (TlState) start = tl_state_new (fixture->module, 0);
  g_autoptr (TlDecisionReader) reader = tl_decision_reader_new (start);
  TlDecisionRow *decisions = tl_decision_reader_read (reader, row->trace_json, NULL);
  gboolean is_four = FALSE;

  for (guint i = 0; decisions && i < decisions->layout->n_slots; i++)
    is_four |= strcmp (decisions->layout->slots[i].key, key) == 0 && decisions->values[i] == 4;
  g_clear_pointer (&decisions, tl_decision_row_free);
  return is_four;
}

static guint
count_fours (SteeringFixture *fixture, GPtrArray *rows, guint first, guint end)
{
  guint n = 0;

  for (guint i = first; i < end; i++)
    n += is_four (fixture, rows->pdata[i], "C/k/2/1");
  return n;
}

/* Set during the run, it holds from the next batch on; a run that is resumed keeps it, unless others are given. */
static void
test_constraints (SteeringFixture *fixture, gconstpointer data)
{
  g_autoptr (TlConstraints) four = must (tl_constraints_new ("C/k/2/1=4", NULL, &failure));
  g_autoptr (GPtrArray) rows = NULL, resumed = NULL;
  guint from;

  start (fixture, 60, 2);
  tl_module_tuner_set_constraints (fixture->tuner, four);
  g_assert_cmpuint (tl_module_tuner_search_status (fixture->tuner, 0).constrained_from, ==, G_MAXUINT);
  rows = finish (fixture, 0, 60);
  from = tl_module_tuner_search_status (fixture->tuner, 0).constrained_from;   /* a number: candidates are one less */
  g_assert_cmpuint (from, >, 2);
  g_assert_cmpuint (from, <=, 32);
  g_assert_cmpuint (count_fours (fixture, rows, 0, from - 1), <, from - 1);
  g_assert_cmpuint (count_fours (fixture, rows, from - 1, rows->len), ==, rows->len - from + 1);
  fixture->options.resume = fixture->options.tune.keeps_constraints = TRUE;
  start (fixture, 72, 0);
  resumed = finish (fixture, 0, 72);
  g_assert_cmpuint (resumed->len, ==, 72);
  g_assert_cmpuint (count_fours (fixture, resumed, 60, 72), ==, 12);
  for (guint i = 0; i < 60; i++)
    g_assert_cmpstr (((TlTrialRow *) rows->pdata[i])->trace_json, ==, ((TlTrialRow *) resumed->pdata[i])->trace_json);
  g_ptr_array_unref (g_steal_pointer (&resumed));
  fixture->options.tune.keeps_constraints = FALSE;
  start (fixture, 96, 0);
  resumed = finish (fixture, 0, 96);
  g_assert_cmpuint (count_fours (fixture, resumed, 60, 72), ==, 12);
  g_assert_cmpuint (count_fours (fixture, resumed, 72, 96), <, 24);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/search/steering/raise", SteeringFixture, one_text, set_up, test_raise, tear_down);
  g_test_add ("/search/steering/lower", SteeringFixture, one_text, set_up, test_lower, tear_down);
  g_test_add ("/search/steering/to-and-fro", SteeringFixture, one_text, set_up, test_to_and_fro, tear_down);
  g_test_add ("/search/steering/tasks", SteeringFixture, two_text, set_up, test_tasks, tear_down);
  g_test_add ("/search/steering/constraints", SteeringFixture, one_text, set_up, test_constraints, tear_down);
  return g_test_run ();
}
