/* SPDX-License-Identifier: Apache-2.0 */
/* Tunes all kernels of a model: the task scheduler hands out trials by what they bring for the whole; then the whole is timed. */
#include <stdio.h>
#include <unistd.h>

#include "app/commands/model.h"
#include "app/commands/tune.h"

typedef struct
{
  TlModelFlags       *flags;        /* borrowed */
  TlModuleTuneOptions options;      /* owns the tasks, the space, the database */
  TlModule           *lowered;      /* owned, as all that follows */
  TlExecutable       *executable;
  TlWorkerPool       *pool;
  TlRecords          *records;      /* of the database */
  TlModelComparison   comparison;
  TlTuneLoop          loop;
  double              most_s;       /* 0: no limit */
  int                 run_lock;     /* tl_tune_lock_runs */
} ModelTune;

static void
model_tune_clear (ModelTune *run)
{
  tl_tune_loop_clear (&run->loop);
  tl_model_comparison_clear (&run->comparison);
  g_clear_pointer (&run->options.tasks, g_ptr_array_unref);
  g_clear_pointer (&run->options.tune.space, tl_space_unref);
  g_clear_pointer (&run->records, tl_records_unref);
  g_clear_pointer (&run->options.tune.database, tl_database_unref);
  g_clear_pointer (&run->pool, tl_worker_pool_unref);
  g_clear_pointer (&run->executable, tl_executable_free);
  g_clear_pointer (&run->lowered, tl_module_unref);
  if (run->run_lock > 0)
    close (run->run_lock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ModelTune, model_tune_clear)

static gboolean
check (gboolean ok, GError *const *error)
{
  if (!ok && *error != NULL)
    tl_command_error (*error);
  return ok;
}

static gboolean
prepare (ModelTune *run)
{
  TlTuneOptions     *tune = &run->options.tune;
  g_autoptr (GError) error = NULL;

  run->executable = tl_model_plan (run->flags, &run->lowered);
  if (run->executable == NULL)
    return FALSE;
  run->options.tasks = tl_tune_config_tasks (&tune->config, run->lowered, &error);
  if (!check (run->options.tasks != NULL, &error))
    return FALSE;
  tune->space = tl_tune_config_space (&tune->config, &tune->target, &error);
  if (!check (tune->space != NULL, &error))
    return FALSE;
  tune->begins_with_default_schedule = tl_tune_config_begins_with_default_schedule (&tune->config);
  tune->config.warm_start = TRUE;
  tune->database = tl_command_open_database (run->flags->database, &error);
  if (!check (tune->database != NULL, &error) || !tl_tune_lock_runs (run->flags->database, FALSE, &run->run_lock)
      || !check (tl_database_record_machine (tune->database, &error), &error))
    return FALSE;
  run->records = tl_records_new_project (tune->database, TL_MODULE_EQUALITY_STRUCTURAL);
  return TRUE;
}

static TlModelTiming
timing_of (ModelTune *run)
{
  return tl_model_timing (run->flags, run->lowered, run->records, run->pool, NULL);
}

/* The schedules that the model has before the search, and how many of its kernels have records already. */
static gboolean
look_up (ModelTune *run)
{
  const TlModelTiming timing = timing_of (run);
  g_autoptr (GArray)  times = tl_kernel_times_load (run->records, run->executable, timing.target);
  g_autoptr (GError)  error = NULL;
  guint               n_records, n_used, n_kernels;

  if (!check (tl_model_comparison_add (&run->comparison, TL_MODEL_BEFORE, &timing, run->records, times, &error), &error))
    return FALSE;
  tl_model_comparison_count (&run->comparison, TL_MODEL_BEFORE, &n_records, &n_used, &n_kernels);
  fprintf (stderr, "%u tasks; records: %u of %u kernels have one\n", run->options.tasks->len, n_records, n_kernels);
  return TRUE;
}

/* A search that measured nothing has failed, however many trials it counts. */
static gboolean
check_measured (ModelTune *run)
{
  g_autofree char *reason = NULL;

  if (tl_tune_report_n_measured (run->loop.report, &reason) > 0 || run->loop.stopped_us != 0)
    return TRUE;
  if (reason == NULL && run->loop.at_time_over != NULL)
    reason = g_strdup_printf ("the time was over after %g s, before the first measurement; under way: %s", run->most_s,
                              *run->loop.at_time_over != '\0' ? run->loop.at_time_over : "nothing");
  for (guint i = 0; i < tl_module_tuner_n_tasks (run->loop.tuner) && reason == NULL; i++)
    {
      const GError *error = tl_module_tuner_task_error (run->loop.tuner, i);

      reason = error != NULL ? g_strdup (error->message) : tl_module_tuner_refusal (run->loop.tuner, i);
    }
  tl_command_message ("no candidate was measured: %s", reason != NULL ? reason : "the design spaces have no candidates without records");
  return FALSE;
}

static TlExit
compare (ModelTune *run)
{
  const TlModelTiming        timing = timing_of (run);
  g_autoptr (GError)         error = NULL;
  g_autoptr (GArray)         times = NULL;
  g_auto (TlModelComparison) chosen = { { NULL } };

  fprintf (stderr, "timing the records beside rules in the model …\n");
  times = tl_model_time_records (&timing, &chosen, &error);
  if (times == NULL || !tl_model_comparison_add (&run->comparison, TL_MODEL_AFTER, &timing, run->records, times, &error)
      || !tl_model_comparison_run (&run->comparison, &timing, &error))
    return tl_command_fail (tl_command_exit_of (error, TL_EXIT_FAILED), error);
  if (run->flags->json)
    tl_model_comparison_print_json (&run->comparison, run->records);
  else
    tl_model_comparison_print (&run->comparison, run->records, "before", "after");
  return TL_EXIT_DONE;
}

static TlExit
tune (ModelTune *run)
{
  g_autoptr (GError) error = NULL;
  gboolean           is_kept;
  TlExit             exit = TL_EXIT_DONE;

  run->pool = tl_worker_pool_new (run->options.tune.config.max_workers, &error);
  if (run->pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (!tl_tune_loop_run (&run->loop, run->pool, &run->options, run->flags->json, run->most_s, &error))
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (!run->flags->json)
    tl_tune_report_table (run->loop.report, run->loop.tuner);
  is_kept = tl_command_keep_database (run->options.tune.database);
  if (!check_measured (run))
    return TL_EXIT_FAILED;
  if (run->loop.stopped_us == 0)
    exit = compare (run);
  fprintf (run->flags->json ? stderr : stdout, "%sproject: %s\n", run->loop.stopped_us != 0 ? "stopped; what was measured is kept; " : "",
           run->flags->database);
  if (!is_kept)
    return TL_EXIT_FAILED;
  return run->loop.stopped_us != 0 ? TL_EXIT_INTERRUPTED : exit;
}

static TlExit
run_tune (int argc, char **argv)
{
  const char *const settings[] = { "trials", "trials-per-task", "trials-per-iter", "stop-after", "task-scheduler", "ops", "strategy",
                                   "cost-model", "seed", "no-default-schedule", "rules", "postprocs", "mutators", "target", "float",
                                   "max-workers", "number", "repeat", "min-repeat-ms", "timeout", "cooldown", NULL };
  g_auto (TlModelFlags) flags = { NULL };
  g_auto (ModelTune)    run = { .flags = &flags, .options.tune.config = tl_tune_config_default () };
  const GOptionEntry    options[] = {
    TL_MODEL_FILE_OPTIONS (flags),
    { "database", 0, 0, G_OPTION_ARG_FILENAME, &flags.database, "Project file that gets all trials; its records are used",
      "FILE.tileloom" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, "Print one line of JSON per trial, then one for the model", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_MODEL_NUMBERS (flags),
    { "seconds", 0, TL_NUMBER_DOUBLE, &run.most_s, 0.1, 1000000, "Stop the search after this time; no limit by default", "S" },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char   *title = NULL;

  if (!tl_command_parse_config (&tl_model_tune_row, &argc, &argv, &run.options.tune.config, settings, options, numbers, 1, 1))
    return TL_EXIT_USAGE;
  if (flags.database == NULL)
    return tl_command_usage ("model tune requires --database FILE.tileloom");
  if (!tl_tune_config_target (&run.options.tune.config, &flags.target, &error))
    return tl_command_fail (TL_EXIT_USAGE, error);
  if (flags.threads > 0)
    flags.target.num_cores = flags.threads;
  run.options.tune.target = flags.target;
  flags.path = argv[0];
  run.options.title = title = g_path_get_basename (argv[0]);
  run.options.origin = argv[0];
  return prepare (&run) && look_up (&run) ? tune (&run) : TL_EXIT_USAGE;
}

const TlCommand tl_model_tune_row = {
  "model tune", "MODEL.onnx|MODEL.py --database FILE.tileloom [--trials N] [--seconds S] [--threads N]",
  "Search for the fastest schedules of a model's kernels", run_tune,
};
