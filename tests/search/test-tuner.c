/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning runs with real workers. Nothing here depends on how fast anything is. */
#include <math.h>
#include <string.h>

#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/default-schedules/default-schedule.h"
#include "core/graph/task.h"
#include "core/search/tuner-private.h"
#include "tests/must.h"
#include "tests/temporary.h"
#include "tests/program-text.h"

static const char matmul_text[] = "@T.prim_func\n" MATMUL ("32", "32", "32");
static const char crash_text[] = "@T.prim_func\n"
                                 "def main(A: T.Buffer((32,), \"float32\")):\n"
                                 "    T.evaluate(T.call_extern(\"int32\", \"tl_test_bad_pointer\"))\n";
static const char split_space[] = "def split(sch):\n"
                                  "    b = sch.get_block(\"C\", \"main\")\n"
                                  "    i, j, k = sch.get_loops(block=b)\n"
                                  "    sch.split(loop=j, factors=sch.sample_perfect_tile(loop=j, n=2))\n";
static const char empty_space[] = "def empty(sch):\n"
                                  "    sch.enter_postproc()\n";
static const char refused_space[] = "def refused(sch):\n"
                                    "    b = sch.get_block(\"D\", \"main\")\n";

/* One run and what is heard of it; callbacks come from tuner threads. */
typedef struct
{
  TlWorkerPool *pool;
  TlDatabase   *database;
  TlTuneOptions options;
  GMutex        lock;
  GCond         changed;
  guint         n_trials;
  guint         n_done;
  guint         n_compared;
  guint         n_starts;
  guint         last_number;
  guint         n_scored;
  guint         n_by_kind[TL_N_OUTCOMES];
  TlTuner      *tuner;
} TunerRun;

static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  TunerRun *run = user_data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&run->lock);
  g_autoptr (GPtrArray) rows = tl_database_trials (run->database, tl_tuner_run_id (run->tuner), NULL);
  gboolean is_stored = FALSE;

  for (guint i = 0; i < rows->len; i++)
    is_stored |= trial->is_earlier || ((TlTrialRow *) rows->pdata[i])->number == trial->number;
  g_assert_true (is_stored);   /* committed before anybody hears of it */
  if (trial->outcome->kind != TL_OUTCOME_OK)
    g_test_message ("trial %u: %s: %s", trial->number, tl_outcome_name (trial->outcome->kind), trial->outcome->message);
  if (trial->comparison > 0)
    {
      run->n_compared++;
      return;
    }
  g_assert_cmpuint (trial->is_start, ==, run->n_starts == 0);   /* the program as it stands comes first … */
  if (run->n_starts + run->n_trials > 0)
    g_assert_cmpuint (trial->number, >, run->last_number);      /* … and all others in order */
  run->last_number = trial->number;
  run->n_starts = 1;
  if (trial->is_start)
    return;
  run->n_trials++;
  run->n_scored += !isnan (trial->score);
  run->n_by_kind[trial->outcome->kind]++;
  g_cond_broadcast (&run->changed);
}

static void
on_done (gpointer user_data)
{
  TunerRun *run = user_data;

  g_mutex_lock (&run->lock);
  run->n_done++;
  g_mutex_unlock (&run->lock);
}

static void
run_init (TunerRun *run, const char *program, const char *space_text, guint n_trials)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  TlTarget target = tl_target_host ();

  *run = (TunerRun) { .pool = must (tl_worker_pool_new (1, &failure)), .database = tl_database_open (":memory:", NULL) };
  run->options = (TlTuneOptions) { .start = tl_state_new (module, 0), .func_name = module->prims[0]->name, .target = target,
                                   .config = tl_tune_config_default (), .n_trials = n_trials, .database = run->database };
  run->options.config.seed = 42;
  run->options.config.strategy = "replay-func";
  run->options.config.measure.repeat = 2;
  run->options.config.measure.min_repeat_ms = 0.1;
  run->options.config.measure.run_timeout_s = 300;
  run->options.config.measure.build_timeout_s = 300;
  if (space_text)
    {
      g_autoptr (TlSource) source = tl_source_new ("space.py", space_text, -1);
      g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

      run->options.space = tl_space_from_script (script, NULL, NULL);
      run->options.space_text = space_text;
    }
  else
    run->options.space = tl_space_default (&target);
  g_assert_true (must (tl_database_add_workload (run->database, module, "test", NULL, &run->options.workload_id, &failure)));
  g_mutex_init (&run->lock);
  g_cond_init (&run->changed);
}

static void
run_clear (TunerRun *run)
{
  g_clear_pointer (&run->tuner, tl_tuner_free);
  tl_worker_pool_unref (run->pool);
  tl_database_unref (run->database);
  tl_state_unref (run->options.start);
  tl_space_unref (run->options.space);
  g_mutex_clear (&run->lock);
  g_cond_clear (&run->changed);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TunerRun, run_clear)

/* The lock keeps callbacks waiting until they can know the tuner. */
static void
start (TunerRun *run)
{
  g_clear_pointer (&run->tuner, tl_tuner_free);
  run->n_trials = run->n_done = run->n_scored = run->n_compared = run->last_number = 0;
  run->n_starts = run->options.resume_run_id != 0;   /* was measured then */
  memset (run->n_by_kind, 0, sizeof run->n_by_kind);
  g_mutex_lock (&run->lock);
  run->tuner = must (tl_tuner_start (run->pool, &run->options, on_trial, on_done, run, &failure));
  g_mutex_unlock (&run->lock);
}

static void
wait_for_trials (TunerRun *run, guint n)
{
  g_mutex_lock (&run->lock);
  while (run->n_trials < n)
    g_cond_wait (&run->changed, &run->lock);
  g_mutex_unlock (&run->lock);
}

static GPtrArray *
stored_trials (TunerRun *run)
{
  return must (tl_database_trials (run->database, tl_tuner_run_id (run->tuner), &failure));
}

/* All trials are there, numbered without gap: the program as it stands, which is taken off here, and the candidates. */
static GPtrArray *
finish (TunerRun *run)
{
  g_autoptr (TlRunRow) row = NULL;
  GPtrArray *rows;

  tl_tuner_wait (run->tuner);
  g_assert_no_error (tl_tuner_error (run->tuner));
  g_assert_cmpuint (run->n_done, ==, 1);
  rows = stored_trials (run);
  row = tl_database_run (run->database, tl_tuner_run_id (run->tuner), NULL);
  g_assert_true (row->is_finished);
  g_assert_cmpuint (rows->len, ==, run->options.n_trials + 1);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpuint (((TlTrialRow *) rows->pdata[i])->number, ==, row->first_number + i);
  g_ptr_array_remove_index (rows, 0);
  return rows;
}

static void
assert_same_traces (GPtrArray *a, GPtrArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    g_assert_cmpstr (((TlTrialRow *) a->pdata[i])->trace_json, ==, ((TlTrialRow *) b->pdata[i])->trace_json);
}

static void
test_default_space (gconstpointer strategy)
{
  g_autoptr (GPtrArray) first = NULL, second = NULL;
  g_autoptr (TlTrialRow) best = NULL;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 12);
  run.options.config.strategy = strategy;
  start (&run);
  first = finish (&run);
  g_assert_cmpuint (run.n_trials, ==, 12);
  g_assert_cmpuint (run.n_by_kind[TL_OUTCOME_OK], ==, 12);
  best = tl_database_best (run.database, run.options.workload_id, NULL);
  g_assert_nonnull (best);
  for (guint i = 0; i < first->len; i++)
    g_assert_true (((TlTrialRow *) first->pdata[i])->outcome.is_checked);
  start (&run);
  second = finish (&run);
  assert_same_traces (first, second);   /* the same seed draws the same candidates */
}

/* The schedule by rules takes the first place; who follows is who would have followed anyway, and resuming finds it there. */
static void
test_default_schedule_first (void)
{
  g_autoptr (GPtrArray) plain = NULL, rows = NULL, resumed = NULL;
  g_autoptr (TlState) default_schedule = NULL;
  g_autofree char *wanted = NULL;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 4);
  start (&run);
  plain = finish (&run);
  run.options.begins_with_default_schedule = TRUE;
  start (&run);
  rows = finish (&run);
  default_schedule = must (tl_default_schedule (run.options.start, run.options.func_name, &run.options.target, &failure));
  wanted = tl_trace_to_json (default_schedule, TL_DIALECT_CLASSIC);
  g_assert_cmpstr (((TlTrialRow *) rows->pdata[0])->trace_json, ==, wanted);
  g_assert_cmpint (((TlTrialRow *) rows->pdata[0])->outcome.kind, ==, TL_OUTCOME_OK);
  for (guint i = 1; i < rows->len; i++)
    g_assert_cmpstr (((TlTrialRow *) rows->pdata[i])->trace_json, ==, ((TlTrialRow *) plain->pdata[i])->trace_json);
  run.options.resume_run_id = tl_tuner_run_id (run.tuner);
  run.options.n_trials = 6;
  start (&run);
  resumed = finish (&run);
  g_assert_cmpuint (run.n_trials, ==, 2);
  g_assert_cmpstr (((TlTrialRow *) resumed->pdata[0])->trace_json, ==, wanted);
}

/* A schedule made by hand is the first candidate, and is kept as such; nothing can be added to a run that is over. */
static void
test_added (void)
{
  g_autoptr (GPtrArray) found = NULL, rows = NULL;
  g_auto (TunerRun) before = { 0 }, run = { 0 };
  g_autoptr (GError) error = NULL;
  const char *added[2] = { NULL };
  guint n_added = 0;

  run_init (&before, matmul_text, split_space, 8);
  start (&before);
  found = finish (&before);
  added[0] = ((const TlTrialRow *) found->pdata[found->len - 1])->trace_json;
  run_init (&run, matmul_text, split_space, 8);
  run.options.config.seed = 43;
  run.options.added = added;
  start (&run);
  rows = finish (&run);
  for (guint i = 0; i < rows->len; i++)
    {
      const TlTrialRow *row = rows->pdata[i];

      if (row->origin.kind != TL_ORIGIN_ADDED)
        continue;
      n_added++;
      g_assert_cmpuint (row->number, ==, 1);
      g_assert_cmpstr (row->trace_json, ==, added[0]);
      g_assert_cmpint (row->outcome.kind, ==, TL_OUTCOME_OK);
    }
  g_assert_cmpuint (n_added, ==, 1);
  g_assert_cmpuint (run.n_trials, ==, 8);   /* it is one of the budget */
  g_assert_false (tl_tuner_add (run.tuner, added[0], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_false (tl_tuner_add (run.tuner, "[[[\"GetBlock\", [], [\"none\", \"main\"], [\"b0\"]]], []]", &error));
  g_assert_nonnull (error);
}

/* A space of few programs: each is measured once, every draw is a trial. */
static void
test_equal_programs (void)
{
  g_autoptr (GHashTable) by_hash = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GPtrArray) rows = NULL, all = NULL;
  guint n_compared = 0;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, split_space, 40);
  start (&run);
  rows = finish (&run);
  for (guint i = 0; i < rows->len; i++)
    {
      TlTrialRow *row = rows->pdata[i], *twin = g_hash_table_lookup (by_hash, &row->program_hash);

      g_assert_cmpint (row->outcome.kind, ==, TL_OUTCOME_OK);
      if (twin)
        g_assert_cmpmem (row->outcome.samples_s, sizeof (double) * row->outcome.n_samples, twin->outcome.samples_s,
                         sizeof (double) * twin->outcome.n_samples);
      else
        g_hash_table_insert (by_hash, &row->program_hash, row);
    }
  /* Those that were compared at the end were so with all their trials, which share the new samples. */
  all = stored_trials (&run);
  for (guint i = 0; i < all->len; i++)
    n_compared += ((TlTrialRow *) all->pdata[i])->comparison > 0;
  g_assert_cmpuint (run.n_compared, ==, n_compared);
  g_assert_cmpuint (g_hash_table_size (by_hash), >, 1);
  g_assert_cmpuint (g_hash_table_size (by_hash), <=, 6);
}

static void
test_stop_and_resume (void)
{
  g_autoptr (GPtrArray) stopped = NULL, resumed = NULL, whole = NULL;
  g_autoptr (TlRunRow) row = NULL;
  gint64 run_id;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 10000);
  start (&run);
  wait_for_trials (&run, 4);
  tl_tuner_stop (run.tuner);
  tl_tuner_wait (run.tuner);
  g_assert_no_error (tl_tuner_error (run.tuner));
  g_assert_cmpuint (run.n_done, ==, 1);
  stopped = stored_trials (&run);
  g_ptr_array_remove_index (stopped, 0);   /* the program as it stands */
  g_assert_cmpuint (stopped->len, ==, run.n_trials);
  for (guint i = 0; i < stopped->len; i++)
    g_assert_cmpint (((TlTrialRow *) stopped->pdata[i])->outcome.kind, !=, TL_OUTCOME_CANCELLED);
  run_id = tl_tuner_run_id (run.tuner);
  row = tl_database_run (run.database, run_id, NULL);
  g_assert_false (row->is_finished);

  run.options.resume_run_id = run_id;
  run.options.config.seed = 7;   /* the run's own holds */
  run.options.n_trials = stopped->len + 6;
  start (&run);
  resumed = finish (&run);
  g_assert_cmpint (tl_tuner_run_id (run.tuner), ==, run_id);
  g_assert_cmpuint (run.n_trials, ==, resumed->len - stopped->len);
  for (guint i = 0; i < stopped->len; i++)
    {
      const TlTrialRow *before = stopped->pdata[i], *after = resumed->pdata[before->number - 1];

      g_assert_cmpint (before->id, ==, after->id);
    }
  run.options.resume_run_id = 0;
  run.options.config.seed = 42;
  start (&run);
  whole = finish (&run);
  assert_same_traces (resumed, whole);   /* as if it had never been interrupted */
}

/* The batches of a run are only text in a file: impossible ones are rejected. */
static void
test_resume_with_damaged_batches (void)
{
  static const char *const texts[] = { "0,0,0", "8,3", "0,4294967295", "0+4294967295,1+4294967295", "0+,1+-1", "+8", "nonsense", "" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) rows = NULL;
      g_autofree char *key = NULL, *kept = NULL;
      g_auto (TunerRun) run = { 0 };

      run_init (&run, matmul_text, NULL, 3);
      start (&run);
      g_ptr_array_unref (finish (&run));
      run.options.resume_run_id = tl_tuner_run_id (run.tuner);
      key = g_strdup_printf ("batches of run %" G_GINT64_FORMAT, run.options.resume_run_id);
      kept = tl_database_get (run.database, key);
      g_assert_cmpstr (kept, ==, "0+3");
      g_assert_true (tl_database_set (run.database, key, texts[i], NULL));
      run.options.n_trials = 12;
      start (&run);
      rows = finish (&run);
      g_assert_cmpuint (rows->len, ==, 12);
    }
}

/* Numbers go on where an earlier run of the workload ended, and its best takes part in the comparison. */
static void
test_second_run (void)
{
  g_autoptr (GPtrArray) first = NULL, second = NULL, all = NULL;
  g_autoptr (TlTrialRow) best = NULL;
  guint n_numbers, n_comparisons;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 5);
  start (&run);
  first = finish (&run);
  run.options.config.seed = 43;
  start (&run);
  second = finish (&run);
  g_assert_cmpuint (((TlTrialRow *) second->pdata[0])->number, ==, 7);
  g_assert_true (tl_database_count_trials (run.database, run.options.workload_id, &n_numbers, &n_comparisons, NULL));
  g_assert_cmpuint (n_numbers, ==, 12);
  g_assert_cmpuint (n_comparisons, <=, 2);
  best = tl_database_best (run.database, run.options.workload_id, NULL);
  all = tl_database_fastest (run.database, run.options.workload_id, 12, NULL);
  g_assert_cmpint (((TlTrialRow *) all->pdata[0])->id, ==, best->id);
  for (guint i = 1; i < all->len; i++)
    {
      const TlTrialRank before = tl_trial_row_rank (all->pdata[i - 1]), after = tl_trial_row_rank (all->pdata[i]);

      g_assert_cmpint (tl_trial_rank_counts (&before, n_comparisons), >=, tl_trial_rank_counts (&after, n_comparisons));
      g_assert_false (tl_trial_rank_is_better (&after, &before, n_comparisons));
    }
}

/* A program so slow that its time is only bounded, and all candidates are measured against nothing. */
static void
test_slow_start (void)
{
  static const char slow_text[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((32,), \"float32\")):\n"
                                  BLOCK_S ("A", "32", "A[vi] = T.float32(0)")
                                  "    T.evaluate(T.call_extern(\"int32\", \"tl_test_spin\"))\n";
  g_autoptr (GPtrArray) rows = NULL;
  const TlTrialRow *row;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, slow_text, empty_space, 1);
  start (&run);
  tl_tuner_wait (run.tuner);
  rows = stored_trials (&run);
  g_assert_cmpuint (rows->len, >=, 1);
  row = rows->pdata[0];
  g_assert_cmpint (row->outcome.kind, ==, TL_OUTCOME_PRUNED);
  g_assert_cmpfloat (row->outcome.lower_bound_s, ==, 0.5);
  g_assert_cmpstr (row->outcome.message, ==, "Pruned: a run takes more than 500 ms");
}

/* Times of one target are none of another. */
static void
test_resume_for_another_target (void)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  gint64 run_id;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 2);
  start (&run);
  rows = finish (&run);
  run_id = tl_tuner_run_id (run.tuner);
  run.options.resume_run_id = run_id;
  run.options.target.num_cores = 2;
  g_assert_null (tl_tuner_start (run.pool, &run.options, NULL, NULL, NULL, &error));
  g_assert_error (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "the run to resume is for the target \"llvm -num-cores=1\", not for \"llvm -num-cores=2\"");
}

static void
test_pause (void)
{
  enum { MANY = 120 };   /* more than come while this thread is kept waiting */
  g_autoptr (GPtrArray) rows = NULL;
  gint64 begin_us = g_get_real_time (), pause_us, resume_us;
  guint n_before;
  TunerRun run;

  run_init (&run, matmul_text, NULL, MANY);
  start (&run);
  wait_for_trials (&run, 2);
  tl_tuner_pause (run.tuner);
  while (tl_tuner_status (run.tuner).n_measuring > 0)   /* what is under way comes to its end */
    g_usleep (1000);
  n_before = run.n_trials;
  pause_us = g_get_real_time ();
  g_usleep (100000);
  g_assert_cmpuint (run.n_trials, ==, n_before);
  g_assert_cmpuint (n_before, <, MANY);
  resume_us = g_get_real_time ();
  tl_tuner_resume (run.tuner);
  rows = finish (&run);
  /* The clock of the run stands still meanwhile. */
  for (guint i = 0; i < rows->len; i++)
    {
      const TlTrialRow *row = rows->pdata[i];

      if (row->finished_us > resume_us)
        g_assert_cmpfloat (row->elapsed_s, <=, (double) (row->finished_us - begin_us - (resume_us - pause_us)) * 1e-6);
    }
  run_clear (&run);
  /* Freeing a paused run ends it. */
  run_init (&run, matmul_text, NULL, 30);
  start (&run);
  tl_tuner_pause (run.tuner);
  run_clear (&run);
}

static void
test_crashing_program (void)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, crash_text, empty_space, 5);
  start (&run);
  rows = finish (&run);
  g_assert_cmpuint (run.n_by_kind[TL_OUTCOME_CRASH], ==, 5);
}

/* Refused schedules are no trials; they are counted and told. */
static void
test_refused_space (void)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *refusal = NULL;
  TlTunerStatus status;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, refused_space, 1000);
  start (&run);
  tl_tuner_wait (run.tuner);
  g_assert_error (tl_tuner_error (run.tuner), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_test_message ("%s", tl_tuner_error (run.tuner)->message);
  rows = stored_trials (&run);
  g_assert_cmpuint (rows->len, ==, 0);
  status = tl_tuner_status (run.tuner);
  refusal = tl_tuner_refusal (run.tuner);
  g_assert_cmpuint (status.search.n_refused, ==, 64);
  g_assert_cmpuint (status.search.n_evaluated, ==, 64);
  g_assert_nonnull (strstr (tl_tuner_error (run.tuner)->message, refusal));
}

/* A run with a trial budget measures what the budget allows, round by round, and ends when it is asked to. */
static void
test_rounds (void)
{
  g_autoptr (GPtrArray) first = NULL, second = NULL, whole = NULL;
  g_auto (TunerRun) run = { 0 };

  run_init (&run, matmul_text, NULL, 30);
  run.options.has_trial_budget = TRUE;
  start (&run);
  tl_tuner_add_trials (run.tuner, 3);
  wait_for_trials (&run, 3);
  first = stored_trials (&run);
  g_assert_cmpuint (first->len, ==, 1 + 3);
  tl_tuner_add_trials (run.tuner, 9);
  tl_tuner_finish (run.tuner);
  tl_tuner_wait (run.tuner);
  g_assert_no_error (tl_tuner_error (run.tuner));
  second = stored_trials (&run);
  g_assert_cmpuint (second->len, ==, 1 + 12);
  g_ptr_array_remove_index (second, 0);
  g_assert_cmpuint (tl_tuner_status (run.tuner).n_done, ==, 12);
  run.options.has_trial_budget = FALSE;
  run.options.n_trials = 12;
  start (&run);
  whole = finish (&run);
  assert_same_traces (second, whole);   /* replay draws by number, whatever the rounds */
}

/* Outcomes that were recorded take the place of measuring: the same search, trial by trial, models and all. */
static void
test_replayed_outcomes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-timings-XXXXXX", NULL), *path = g_build_filename (folder, "run.tileloom", NULL);
  g_autoptr (GPtrArray) measured = NULL, replayed = NULL, different = NULL;
  g_autoptr (TlRecordedOutcomes) recorded = NULL;
  TunerRun run;

  run_init (&run, matmul_text, NULL, 48);
  tl_database_unref (run.database);
  run.options.database = run.database = must (tl_database_open (path, &failure));
  g_assert_true (must (
      tl_database_add_workload (run.database, tl_state_module (run.options.start), "test", NULL, &run.options.workload_id, &failure)));
  run.options.config.strategy = "evolutionary(population_size=48, init_min_unmeasured=16)";
  run.options.config.cost_model = "xgb(num_warmup_samples=12)";
  start (&run);
  measured = finish (&run);
  g_assert_cmpuint (run.n_scored, >, 0);
  recorded = must (tl_recorded_outcomes_load (path, &failure));
  run.options.recorded = recorded;
  start (&run);
  replayed = finish (&run);
  assert_same_traces (measured, replayed);
  for (guint i = 0; i < measured->len; i++)
    {
      const TlTrialRow *a = measured->pdata[i], *b = replayed->pdata[i];

      g_assert_cmpint (a->outcome.kind, ==, b->outcome.kind);
      g_assert_cmpint (a->comparison > 0, ==, b->comparison > 0);   /* the comparison is repeated as well */
    }
  run.options.config.seed = 43;   /* another search, as the recorded programs may not be among its own */
  start (&run);
  tl_tuner_wait (run.tuner);
  different = stored_trials (&run);
  g_assert_cmpstr (((TlTrialRow *) different->pdata[0])->trace_json, !=, ((TlTrialRow *) measured->pdata[0])->trace_json);
  g_clear_pointer (&run.tuner, tl_tuner_free);
  run_clear (&run);
  remove_folder (folder);
}

static void
test_missing_worker (void)
{
  g_autofree char *before = g_strdup (g_getenv ("TILELOOM_WORKER"));
  g_auto (TunerRun) run = { 0 };

  g_setenv ("TILELOOM_WORKER", "/bin/true", TRUE);
  run_init (&run, matmul_text, NULL, 1000);
  if (before)
    g_setenv ("TILELOOM_WORKER", before, TRUE);
  else
    g_unsetenv ("TILELOOM_WORKER");
  start (&run);
  tl_tuner_wait (run.tuner);
  g_assert_error (tl_tuner_error (run.tuner), TL_RUN_ERROR, TL_RUN_ERROR_WORKER);
  g_assert_cmpuint (run.n_trials, ==, 0);
}

static void
test_strategies (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent strategy;
  guint n = 0;

  for (; tl_strategy_table.nth (n); n++)
    {
      g_assert_true (tl_strategy_parse (arena, tl_strategy_table.nth (n)->name, &strategy, NULL));
      g_assert_true (strategy.info == tl_strategy_table.nth (n));
      g_assert_cmpstr (strategy.info->summary, !=, NULL);
    }
  g_assert_cmpuint (n, >=, 2);
  must_fail (tl_strategy_parse (arena, "clairvoyance", &strategy, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
  must_fail (tl_strategy_parse (arena, "replay-func, replay-trace", &strategy, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/tuner/strategies", test_strategies);
  g_test_add_data_func ("/search/tuner/replay-func", "replay-func", test_default_space);
  g_test_add_data_func ("/search/tuner/replay-trace", "replay-trace", test_default_space);
  g_test_add_func ("/search/tuner/default-schedule-first", test_default_schedule_first);
  g_test_add_func ("/search/tuner/added", test_added);
  g_test_add_func ("/search/tuner/equal-programs", test_equal_programs);
  g_test_add_func ("/search/tuner/stop-and-resume", test_stop_and_resume);
  g_test_add_func ("/search/tuner/resume-with-damaged-batches", test_resume_with_damaged_batches);
  g_test_add_func ("/search/tuner/second-run", test_second_run);
  g_test_add_func ("/search/tuner/slow-start", test_slow_start);
  g_test_add_func ("/search/tuner/resume-for-another-target", test_resume_for_another_target);
  g_test_add_func ("/search/tuner/pause", test_pause);
  g_test_add_func ("/search/tuner/crashing-program", test_crashing_program);
  g_test_add_func ("/search/tuner/refused-space", test_refused_space);
  g_test_add_func ("/search/tuner/rounds", test_rounds);
  g_test_add_func ("/search/tuner/replayed-timings", test_replayed_outcomes);
  g_test_add_func ("/search/tuner/missing-worker", test_missing_worker);
  return g_test_run ();
}
