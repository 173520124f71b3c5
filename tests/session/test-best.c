/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One definition of the best (core/records/trial-rank.h): status line, plot, table, "Open Best", the tuner, the project file, its records
 * and TVM's folder name the same trial while a run is under way, after it, and after a second one. Times are made up, as noisy as a busy
 * machine's: short samples that are off by up to three times, the comparison's of a moment when the machine is eight times slower, programs
 * that are pruned, crash, or take less than the machine can.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/ir/compare.h"
#include "core/session/tuning/tuning-private.h"
#include "core/session/tuning/trial-view.h"
#include "core/session/tuning/tuning-summary.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/draw/draw-plot.h"
#include "tests/must.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"
#include "tests/program-text.h"

#define N_TRIALS 60u
#define MIN_S  1e-6

static const char text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((48, 48), \"float32\"), B: T.Buffer((48, 48), \"float32\"), C: T.Buffer((48, 48), \"float32\")):\n"
  "    T.func_attr({\"global_symbol\": \"main\", \"tir.noalias\": True})\n"
  BLOCK_SSR ("C", "48, 48, 48", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]");

typedef struct
{
  char               *folder, *script, *project, *noisy;
  TlSession          *session;
  TlRecordedOutcomes *recorded;
  TlDatabase         *database;    /* of the session */
  guint               n_checks;    /* while a run is under way */
} BestFixture;

/* --- made-up times --- */

static void
run_to_its_end (BestFixture *fixture, TlDatabase *database, const TlRecordedOutcomes *recorded, guint64 seed)
{
  TlTuning        *tuning = tl_session_tuning (fixture->session);
  TlTuningRequest  request = { .start = tl_session_root (fixture->session), .config = tl_tune_config_default (), .database = database,
                               .recorded = recorded, .least_s = MIN_S };

  request.config.strategy = "replay-func";
  request.config.seed = seed;
  request.config.budget.max_trials_global = N_TRIALS;
  g_assert_true (must (tl_tuning_start (tuning, &request, &failure)));
  while (tl_tuning_state (tuning) != TL_TUNING_DONE)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (tl_tuning_error (tuning), ==, NULL);
}

static void
make_up (GRand *random, double true_s, double noise, TlOutcome *outcome)
{
  outcome->n_samples = 5;
  outcome->samples_s = g_new (double, outcome->n_samples);
  for (guint i = 0; i < outcome->n_samples; i++)
    outcome->samples_s[i] = true_s * g_rand_double_range (random, 1, 1 + noise);
}

/* The first in 16 are what nobody would write down by hand; the others are measured. */
static void
make_up_first (GRand *random, double true_s, TlOutcome *outcome)
{
  gint kind = g_rand_int_range (random, 0, 16);

  *outcome = (TlOutcome) { .kind = kind < 2 ? TL_OUTCOME_PRUNED : kind == 2 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK,
                           .calibration_s = 1e-4 * g_rand_double_range (random, 1, 2.7) };
  if (outcome->kind == TL_OUTCOME_OK)
    make_up (random, kind == 3 ? MIN_S / 100 : true_s, 2, outcome);
  else
    outcome->message = g_strdup ("made up");
  outcome->lower_bound_s = outcome->kind == TL_OUTCOME_PRUNED ? true_s : 0;
}

static void
write_row (TlDatabase *database, gint64 run_id, const TlTrialRow *from, guint number, GRand *random)
{
  double     true_s = from->number == 0 ? 3e-3 : 1e-4 * exp (g_rand_double_range (random, 0, 2));
  TlTrialRow row = { .run_id = run_id, .number = number, .trace_json = from->trace_json, .program_hash = from->program_hash, .score = NAN };
  g_autoptr (GError) error = NULL;

  make_up_first (random, true_s, &row.outcome);
  g_assert_true (must (tl_database_add_trial (database, &row, &failure)));
  if (row.outcome.kind == TL_OUTCOME_OK)
    {
      TlOutcome again = { .kind = TL_OUTCOME_OK };

      make_up (random, 8 * true_s, 0.02, &again);
      g_assert_true (tl_database_save_comparison (database, run_id, number, 1, &again, &error));
      tl_outcome_clear (&again);
    }
  tl_outcome_clear (&row.outcome);
}

/* A run without recorded outcomes says which programs there are: each gets some. */
static void
add_times (BestFixture *fixture, TlDatabase *blank, TlDatabase *noisy, gint64 run_id, guint64 seed)
{
  g_autofree char *empty_path = g_build_filename (fixture->folder, "empty.tileloom", NULL);
  g_autoptr (TlRecordedOutcomes) empty = NULL;
  g_autoptr (GPtrArray) runs = NULL, rows = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);

  tl_database_unref (must (tl_database_open (empty_path, &failure)));
  empty = must (tl_recorded_outcomes_load (empty_path, &failure));
  run_to_its_end (fixture, blank, empty, seed);
  runs = must (tl_database_runs (blank, tl_database_find_workload (blank, tl_state_module (tl_session_root (fixture->session))), &failure));
  rows = must (tl_database_trials (blank, ((TlRunRow *) runs->pdata[runs->len - 1])->id, &failure));
  g_assert_cmpuint (rows->len, ==, N_TRIALS + 1);
  for (guint i = 0; i < rows->len; i++)
    write_row (noisy, run_id, rows->pdata[i], (guint) seed * 1000 + i, random);
  g_unlink (empty_path);
}

static void
set_up (BestFixture *fixture, gconstpointer data)
{
  g_autofree char *blank_path = NULL;
  g_autoptr (TlDatabase) blank = NULL, noisy = NULL;
  TlRunRow run = { .space = (char *) "", .strategy = (char *) "", .target = (char *) "" };

  fixture->folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  fixture->script = g_build_filename (fixture->folder, "m.py", NULL);
  fixture->project = g_build_filename (fixture->folder, "m.tileloom", NULL);
  fixture->noisy = g_build_filename (fixture->folder, "noisy.tileloom", NULL);
  blank_path = g_build_filename (fixture->folder, "blank.tileloom", NULL);
  fixture->session = tl_session_new ();
  g_assert_true (g_file_set_contents (fixture->script, text, -1, NULL));
  must (open_path (fixture->session, fixture->script, &failure));
  blank = must (tl_database_open (blank_path, &failure));
  noisy = must (tl_database_open (fixture->noisy, &failure));
  g_assert_true (must (
      tl_database_add_workload (noisy, tl_state_module (tl_session_root (fixture->session)), "noisy", NULL, &run.workload_id, &failure)));
  g_assert_true (must (tl_database_save_run (noisy, &run, &failure)));
  for (guint64 seed = 1; seed <= 2; seed++)
    add_times (fixture, blank, noisy, run.id, seed);
  tl_tuning_clear (tl_session_tuning (fixture->session));
  fixture->recorded = must (tl_recorded_outcomes_load (fixture->noisy, &failure));
  g_assert_true (must (tl_session_save_as (fixture->session, fixture->project, &failure)));
  fixture->database = must (tl_session_database (fixture->session, &failure));
}

static void
tear_down (BestFixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->session);
  tl_recorded_outcomes_free (fixture->recorded);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->script);
  g_free (fixture->project);
  g_free (fixture->noisy);
}

/* --- who names which --- */

/* The number in "best 1.21 ms, 3 GFLOP/s (#37)". */
static gint
number_in_words (TlSession *session)
{
  g_autofree char *summary = tl_tuning_summary (session, 0);
  const char      *best = strstr (summary, "best "), *mark = best != NULL ? strstr (best, "(#") : NULL;

  return mark != NULL ? (gint) g_ascii_strtoull (mark + 2, NULL, 10) : -1;
}

/* The best trial of @store that all parts of the window show: its number, or -1. */
static gint
shown_best (TlSession *session, TlTrialStore *store)
{
  TlPlotModel             model = tl_plot_model (store);
  gint                    best = tl_trial_store_best (store);
  g_autoptr (TlTrialView) view = tl_trial_view_new (store);
  g_autoptr (TlTrialItem) first = NULL;

  g_assert_cmpint (model.best, ==, best);
  if (best < 0)
    {
      g_assert_cmpint (number_in_words (session), ==, -1);
      return -1;
    }
  g_assert_true (tl_trial_store_ranks (store, (guint) best));
  g_assert_cmpfloat (tl_plot_best_so_far_s (&model, model.n), ==, model.latency_s[best]);
  g_assert_cmpint (number_in_words (session), ==, (gint) model.number[best]);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  first = g_list_model_get_item (G_LIST_MODEL (view), 0);
  g_assert_cmpuint (tl_trial_item_index (first), ==, (guint) best);
  return (gint) model.number[best];
}

static void
on_changed (TlTuning *tuning, BestFixture *fixture)
{
  fixture->n_checks += shown_best (fixture->session, tl_tuning_trials (tuning)) >= 0;
}

/* The project file's best is the one on the screen, and the one that is opened. */
static void
check_file (BestFixture *fixture, gint number)
{
  TlState *root = tl_session_root (fixture->session);
  g_autoptr (TlTrialRow) row =
      must (tl_database_best (fixture->database, tl_database_find_workload (fixture->database, tl_state_module (root)), &failure));
  g_autoptr (TlState) expected = NULL;
  g_autofree char *wanted = g_strdup_printf ("tuned #%d", number);
  TlVariant *opened;
  const TlOutcome *outcome;
  TlLatency  in_file, of_variant;

  g_assert_nonnull (row);
  g_assert_cmpuint (row->number, ==, (guint) number);
  opened = must (tl_session_adopt_best (fixture->session, 0, &failure));
  g_assert_true (g_str_has_prefix (tl_variant_name (opened), wanted));
  expected = must (tl_tuning_apply (tl_session_tuning (fixture->session), 0, NULL, row->trace_json, &failure));
  g_assert_true (tl_func_equal (tl_session_func (fixture->session), tl_state_module (expected)->prims[0], NULL));
  outcome = tl_variant_outcome (opened, tl_session_func_name (fixture->session));
  g_assert_true (tl_outcome_latency (&row->outcome, &in_file) && tl_outcome_latency (outcome, &of_variant));
  g_assert_cmpfloat (in_file.median_s, ==, of_variant.median_s);
}

static void
check_reopened (BestFixture *fixture, gint number)
{
  g_autoptr (TlSession) session = tl_session_new ();

  tl_session_flush (fixture->session);
  must (open_path (session, fixture->project, &failure));
  g_assert_cmpint (shown_best (session, tl_tuning_trials (tl_session_tuning (session))), ==, number);
}

/* Trials that a wrong definition would take for the best exist. */
static void
check_variety (TlTrialStore *store)
{
  guint  n_implausible = 0, n_unranked = 0;
  double best_s = tl_trial_store_latency_s (store)[tl_trial_store_best (store)];

  for (guint i = 0; i < tl_trial_store_n (store); i++)
    {
      n_implausible += (tl_trial_store_marks (store)[i] & TL_TRIAL_IMPLAUSIBLE) != 0;
      n_unranked += (tl_trial_store_marks (store)[i] & TL_TRIAL_UNRANKED) != 0 && tl_trial_store_latency_s (store)[i] < best_s;
    }
  g_assert_cmpuint (n_implausible, >, 0);
  g_assert_cmpuint (n_unranked, >, 0);
  g_assert_cmpuint (tl_trial_store_count (store, TL_OUTCOME_PRUNED), >, 0);
  g_assert_cmpuint (tl_trial_store_count (store, TL_OUTCOME_CRASH), >, 0);
}

static void
test_window (BestFixture *fixture, gconstpointer data)
{
  TlTuning     *tuning = tl_session_tuning (fixture->session);
  TlTrialStore *store = tl_tuning_trials (tuning);
  gint          number = -1;

  g_signal_connect (tuning, "changed", G_CALLBACK (on_changed), fixture);
  for (guint64 seed = 1; seed <= 2; seed++)
    {
      g_autoptr (TlTuningTask) task = NULL;

      run_to_its_end (fixture, fixture->database, fixture->recorded, seed);
      number = shown_best (fixture->session, store);
      task = g_list_model_get_item (tl_tuning_tasks (tuning), 0);
      g_assert_cmpfloat (tl_tuning_task_status (task).best_s, ==, tl_trial_store_latency_s (store)[tl_trial_store_best (store)]);
      check_file (fixture, number);
    }
  g_assert_cmpuint (tl_trial_store_n (store), ==, 2 * (N_TRIALS + 1));
  g_assert_cmpuint (fixture->n_checks, >, 2);
  check_variety (store);
  check_reopened (fixture, number);
  g_signal_handlers_disconnect_by_data (tuning, fixture);
}

/* --- the tuner --- */

typedef struct
{
  BestFixture   *fixture;
  TlTrialStore  *store;
  TlModule      *workload;
  TlModuleTuner *tuner;      /* guarded by lock: it is there after the first trials may have come */
  GMutex         lock;
  guint          n_checks;
} Follow;

static gint
best_of_tuner (TlModuleTuner *tuner)
{
  guint  number = 0;
  double latency_s = 0;
  g_autoptr (TlState) state = must (tl_module_tuner_best (tuner, 0, &number, &latency_s, &failure));

  return state != NULL ? (gint) number : -1;
}

static void
on_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  Follow       *follow = user_data;
  TlTrialRecord record = { .number = trial->number, .is_start = trial->is_start, .run_id = trial->run_id };
  gint          best;

  if (trial->number == TL_TRIAL_OF_RECORDS)
    return;
  tl_trial_record_set_outcome (&record, trial->outcome, trial->comparison, trial->after_comparison);
  if (trial->comparison == 0)
    tl_trial_store_append (follow->store, &record, 1);
  else
    tl_trial_store_compare (follow->store, &record, 1);
  if (trial->comparison > 0)
    g_free (record.message);
  best = tl_trial_store_best (follow->store);
  g_mutex_lock (&follow->lock);
  if (follow->tuner != NULL)
    {
      TlTaskStatus status = tl_module_tuner_status (follow->tuner, 0);
      gboolean     is_bound = FALSE;

      g_assert_cmpint (best_of_tuner (follow->tuner), ==, best < 0 ? -1 : (gint) tl_trial_store_number (follow->store)[best]);
      g_assert_cmpfloat (status.start_s, ==, tl_trial_store_baseline_s (follow->store, &is_bound));
      g_assert_cmpint (status.is_start_slower, ==, is_bound);
      follow->n_checks++;
    }
  g_mutex_unlock (&follow->lock);
}

/* The best by the mean of its times, which is all that TVM looks at, is the trial of @row. */
static void
check_records (TlRecords *records, TlModule *workload, const TlTrialRow *row)
{
  g_autoptr (GPtrArray) all = tl_records_all (records, workload, NULL);
  const TlRecord       *best = NULL;
  g_autoptr (TlState)   start = tl_state_new (workload, 0), of_row = NULL, of_record = NULL;
  TlLatency             latency;

  for (guint i = 0; i < all->len; i++)
    if (tl_record_is_valid (all->pdata[i]) && (best == NULL || tl_record_mean_s (all->pdata[i]) < tl_record_mean_s (best)))
      best = all->pdata[i];
  g_assert_nonnull (best);
  g_assert_true (tl_outcome_latency (&row->outcome, &latency));
  g_assert_cmpfloat (tl_record_mean_s (best), ==, latency.median_s);
  of_row = tl_trace_replay_json (start, row->trace_json, TRUE, FALSE, NULL);
  of_record = tl_trace_replay_json (start, best->trace_json, TRUE, FALSE, NULL);
  g_assert_true (tl_module_equal (tl_state_module (of_row), tl_state_module (of_record), NULL));
}

/* In the folder, read again, as well as in the project. */
static void
check_all_records (BestFixture *fixture, const char *folder, TlModule *workload, const TlTrialRow *row)
{
  g_autoptr (TlRecords) work_dir = must (tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, &failure));
  g_autoptr (TlRecords) project = tl_records_new_project (fixture->database, TL_MODULE_EQUALITY_STRUCTURAL);

  check_records (work_dir, workload, row);
  check_records (project, workload, row);
}

static void
test_tuner (BestFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TlState *root = tl_session_root (fixture->session);
  g_autofree char *folder = g_build_filename (fixture->folder, "work_dir", NULL);
  TlModuleTuneOptions options = { .tasks = tl_tasks_extract (tl_state_module (root), NULL, NULL, 0, NULL), .title = "m" };

  options.tune = (TlTuneOptions) { .start = root, .target = tl_session_target (fixture->session), .config = tl_tune_config_default (),
                                   .database = fixture->database, .recorded = fixture->recorded, .least_s = MIN_S,
                                   .begins_with_default_schedule = TRUE };
  options.tune.space = tl_space_default (&options.tune.target);
  options.tune.config.strategy = "replay-func";
  options.tune.config.work_dir = folder;
  options.tune.config.budget.max_trials_global = N_TRIALS;
  for (options.tune.config.seed = 1; options.tune.config.seed <= 2; options.tune.config.seed++)
    {
      Follow follow = { .fixture = fixture, .store = tl_trial_store_new () };
      TlModuleTuneCallbacks callbacks = { .on_trial = on_trial, .user_data = &follow };
      gint64 workload = tl_database_find_workload (fixture->database, tl_state_module (root));
      g_autoptr (TlTrialRow) row = NULL;
      guint n_dry = 0;

      if (workload > 0)
        g_assert_true (tl_trial_store_load (follow.store, fixture->database, workload, &n_dry, &error));
      g_assert_no_error (error);
      options.folder = tl_tune_folder_open (&options.tune.config, &options.tune.target, FALSE, &error);
      follow.workload = ((const TlTask *) options.tasks->pdata[0])->module;
      g_mutex_init (&follow.lock);
      g_mutex_lock (&follow.lock);
      follow.tuner = tl_module_tuner_start (NULL, &options, &callbacks, &error);
      g_mutex_unlock (&follow.lock);
      g_assert_no_error (error);
      tl_module_tuner_wait (follow.tuner);
      row = tl_database_best (fixture->database, tl_database_find_workload (fixture->database, tl_state_module (root)), &error);
      g_assert_no_error (error);
      g_assert_cmpint (best_of_tuner (follow.tuner), ==, (gint) row->number);
      g_assert_cmpint (best_of_tuner (follow.tuner), ==, (gint) tl_trial_store_number (follow.store)[tl_trial_store_best (follow.store)]);
      g_assert_cmpuint (follow.n_checks, >=, N_TRIALS);
      check_all_records (fixture, folder, follow.workload, row);
      g_clear_pointer (&follow.tuner, tl_module_tuner_free);
      tl_tune_folder_free (options.folder);
      g_object_unref (follow.store);
      g_mutex_clear (&follow.lock);
    }
  g_ptr_array_unref (options.tasks);
  tl_space_unref (options.tune.space);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/best/window", BestFixture, NULL, set_up, test_window, tear_down);
  g_test_add ("/session/best/tuner", BestFixture, NULL, set_up, test_tuner, tear_down);
  return g_test_run ();
}
