/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning in the terminal: converts the command line to the options of a module tuner; tune-report.c prints the progress. */
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/commands/command.h"
#include "app/commands/tune.h"
#include "core/base/format.h"
#include "core/schedule/trace.h"
#include "core/space/mutator.h"
#include "core/space/postproc.h"
#include "core/search/record-writer.h"
#include "core/space/rule.h"

#define PROGRESS_MS          2000
#define PROGRESS_TERMINAL_MS 200
#define TRIALS               64

typedef struct
{
  TlScheduleOptions space;
  char   *database;
  char   *work_dir;
  char   *lists[TL_N_SPACE_LISTS];
  char   *target;
  char   *floats;
  char   *strategy;
  char   *cost_model;
  char   *scheduler;
  char   *ops;
  char  **weights;
  char   *recorded;
  gint    n_trials;
  gint    max_workers;
  gint    n_per_task;
  gint    n_per_iter;
  gint    stop_after;
  gint    number;
  gint    repeat;
  double  min_repeat_ms;
  double  timeout_s;
  double  cooldown_s;
  gboolean resume;
  gboolean warm_start;
  gboolean no_default_schedule;
  gboolean as_json;
} TuneFlags;

static void
tune_flags_clear (TuneFlags *flags)
{
  tl_schedule_options_clear (&flags->space);
  g_free (flags->database);
  g_free (flags->work_dir);
  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    g_free (flags->lists[list]);
  g_free (flags->target);
  g_free (flags->floats);
  g_free (flags->strategy);
  g_free (flags->cost_model);
  g_free (flags->scheduler);
  g_free (flags->ops);
  g_strfreev (flags->weights);
  g_free (flags->recorded);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TuneFlags, tune_flags_clear)

/* The state of a run; owns its members. */
typedef struct
{
  TlArena            *arena;         /* of components */
  TlModule           *module;
  TlSpace            *space;
  TlRecordedOutcomes *recorded;
  TlRecords          *work_dir;      /* nullable */
  TlRecordWriter     *writer;        /* nullable; receives a record of each trial */
  TlCostModel        *model;         /* nullable; stored in the folder, one for all tasks as in TVM */
  TlWorkerPool       *pool;
  TlModuleTuneOptions options;
  TlTuneReport       *report;
  TlModuleTuner      *tuner;
  GMainLoop          *loop;
  int                 run_lock;      /* file lock of the project: shared by new runs, exclusive for a resumed run; 0: none */
  gint64              stopped_us;    /* time of the first Ctrl+C; 0: none */
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->tuner, tl_module_tuner_free);
  g_clear_pointer (&run->report, tl_tune_report_free);
  g_clear_pointer (&run->loop, g_main_loop_unref);
  g_clear_pointer (&run->options.tasks, g_ptr_array_unref);
  g_clear_pointer (&run->options.tune.database, tl_database_unref);
  if (run->run_lock > 0)
    close (run->run_lock);   /* after the database: closing a file ends all locks that SQLite holds on it */
  g_clear_pointer (&run->options.tune.records, tl_records_unref);
  g_clear_pointer (&run->writer, tl_record_writer_free);
  g_clear_pointer (&run->work_dir, tl_records_unref);
  g_clear_pointer (&run->model, tl_cost_model_unref);
  g_clear_pointer (&run->pool, tl_worker_pool_unref);
  g_clear_pointer (&run->recorded, tl_recorded_outcomes_free);
  g_clear_pointer (&run->space, tl_space_unref);
  g_clear_pointer (&run->module, tl_module_unref);
  g_clear_pointer (&run->arena, tl_arena_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* --- from flags to options --- */

static gboolean
complain (const char *message)
{
  fprintf (stderr, "tileloom-cli: %s\n", message);
  return FALSE;
}

/* FALSE after printing @error. */
static gboolean
check (gboolean ok, GError **error)
{
  if (!ok)
    tl_command_error (*error);
  return ok;
}

static TlSpace *
load_script (const TlScheduleOptions *schedule, GError **error)
{
  g_autoptr (TlSource) source = tl_source_load (schedule->file, error);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;

  return script != NULL ? tl_space_from_script (script, schedule->function, (const char *const *) schedule->arguments) : NULL;
}

static TlSpace *
load_space (const TuneFlags *flags, const TlTarget *target, GError **error)
{
  TlSpaceOptions options = { { NULL } };
  gboolean       is_own = FALSE;

  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    {
      options.lists[list] = flags->lists[list];
      is_own |= flags->lists[list] != NULL;
    }
  if (flags->space.file == NULL)
    return is_own ? tl_space_from_rules (target, &options, error) : tl_space_default (target);
  if (!is_own)
    return load_script (&flags->space, error);
  g_set_error_literal (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX,
                       "--space cannot be combined with --rules, --postprocs or --mutators");
  return NULL;
}

static gboolean
read_tasks (const TuneFlags *flags, Run *run)
{
  run->options.tasks = tl_command_read_tasks (run->module, flags->ops, flags->weights);
  return run->options.tasks != NULL;
}

static void
read_budget (const TuneFlags *flags, TlTaskBudget *budget)
{
  *budget = (TlTaskBudget) { .max_trials_global = (guint) flags->n_trials, .max_trials_per_task = (guint) flags->n_per_task,
                             .trials_per_iter = (guint) flags->n_per_iter, .stop_after = (guint) flags->stop_after };
}

static void
read_measuring (const TuneFlags *flags, TlMeasureOptions *measure)
{
  *measure = tl_measure_options_quick ();
  /* Explicit settings disable the time budget; without them the measurement is kept short. */
  if (flags->number > 0 || flags->repeat > 0 || flags->min_repeat_ms >= 0)
    measure->budget_s = 0;
  measure->cooldown_s = flags->cooldown_s;
  if (flags->number > 0)
    measure->number = (guint) flags->number;
  if (flags->repeat > 0)
    measure->repeat = (guint) flags->repeat;
  if (flags->min_repeat_ms >= 0)
    measure->min_repeat_ms = flags->min_repeat_ms;
  if (flags->timeout_s > 0)
    measure->run_timeout_s = measure->build_timeout_s = flags->timeout_s;
}

static gboolean
read_cost_model (const TuneFlags *flags, Run *run)
{
  g_autoptr (GError) error = NULL;
  const TlComponent *list;
  guint              n;

  if (flags->cost_model == NULL)
    return TRUE;
  list = tl_component_list_parse (run->arena, &tl_cost_model_table, flags->cost_model, &n, &error);
  if (!check (list != NULL, &error))
    return FALSE;
  if (n != 1)
    return complain ("--cost-model takes one model");
  run->options.tune.cost_model = list[0];
  return TRUE;
}

static gboolean
read_search (const TuneFlags *flags, Run *run)
{
  TlTuneOptions     *tune = &run->options.tune;
  g_autoptr (GError) error = NULL;

  if (!check (tl_strategy_parse (run->arena, flags->strategy != NULL ? flags->strategy : "evolutionary", &tune->strategy, &error), &error))
    return FALSE;
  if (!read_cost_model (flags, run))
    return FALSE;
  run->space = load_space (flags, &tune->target, &error);
  tune->space = run->space;
  if (flags->space.file == NULL && flags->lists[TL_SPACE_RULES] == NULL)
    tl_command_warn_unknown_rules (run->module);
  tune->seed = (guint64) flags->space.seed;
  tune->begins_with_default_schedule = !flags->no_default_schedule && flags->space.file == NULL && flags->lists[TL_SPACE_RULES] == NULL;
  return check (run->space != NULL
                  && tl_task_scheduler_parse (run->arena, flags->scheduler != NULL ? flags->scheduler : "gradient", &run->options.scheduler,
                                              &error),
                &error);
}

#define KEPT_MODEL "xgb"   /* the kind of model in TVM's file */

/* A new run in the folder starts with the stored model. A resumed run trains again on its own trials. */
static void
open_model (const TuneFlags *flags, Run *run)
{
  g_autofree char        *path = g_build_filename (flags->work_dir, TL_COST_MODEL_FILE, NULL), *machine = tl_command_machine_name ();
  g_autoptr (GError)      error = NULL;
  g_autoptr (TlCostModel) trained = NULL;

  run->model = run->options.tune.model = tl_tuner_new_model (&run->options.tune);
  if (flags->resume || strcmp (tl_cost_model_name (run->model), KEPT_MODEL) != 0)
    return;
  trained = tl_cost_model_load_file (path, machine, TL_ALL_COLUMNS, &error);
  if (trained != NULL)
    tl_cost_model_begin_with (run->model, trained);
  if (error != NULL)
    fprintf (stderr, "tileloom-cli: %s; training a new model\n", error->message);
}

/* Records of earlier runs warm-start the search: always with a work_dir, as in TVM. */
static gboolean
open_records (const TuneFlags *flags, Run *run, GError **error)
{
  TlTuneOptions *tune = &run->options.tune;

  if (flags->warm_start && tune->database == NULL && flags->work_dir == NULL)
    return complain ("--warm-start requires --db FILE.tileloom or --work-dir DIR");
  if (flags->work_dir != NULL && g_mkdir_with_parents (flags->work_dir, 0777) != 0)
    {
      fprintf (stderr, "tileloom-cli: --work-dir: cannot create the folder %s: %s\n", flags->work_dir, g_strerror (errno));
      return FALSE;
    }
  if (flags->work_dir != NULL && (run->work_dir = tl_records_open_work_dir (flags->work_dir, TL_MODULE_EQUALITY_STRUCTURAL, error)) == NULL)
    return check (FALSE, error);
  if (run->work_dir != NULL)
    {
      run->writer = tl_record_writer_new (run->work_dir, &tune->target);
      open_model (flags, run);
    }
  if (flags->warm_start && tune->database != NULL)
    {
      g_autoptr (TlRecords) project = tl_records_new_project (tune->database, TL_MODULE_EQUALITY_STRUCTURAL);
      TlRecords *parts[] = { project, run->work_dir };

      tune->records = tl_records_new_union (parts, run->work_dir != NULL ? 2 : 1, FALSE);
    }
  else if (run->work_dir != NULL)
    tune->records = tl_records_ref (run->work_dir);
  return TRUE;
}

/* A resumed run appends to existing runs and needs them alone. FALSE after printing that another program uses them. */
static gboolean
lock_runs (const TuneFlags *flags, Run *run)
{
  if (flags->database == NULL)
    return TRUE;
  run->run_lock = g_open (flags->database, O_RDONLY | O_CLOEXEC, 0);
  if (run->run_lock <= 0 || flock (run->run_lock, (flags->resume ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 || !flags->resume
      || errno != EWOULDBLOCK)
    return TRUE;
  fprintf (stderr, "tileloom-cli: another program is tuning in %s: try again when it has finished, or omit --resume\n", flags->database);
  return FALSE;
}

static gboolean
open_files (const TuneFlags *flags, const char *path, Run *run)
{
  TlTuneOptions     *tune = &run->options.tune;
  g_autoptr (GError) error = NULL;
  gint64             program_id;

  run->options.title = run->options.origin = path;
  run->options.resume = flags->resume;
  if (flags->recorded != NULL && (run->recorded = tl_recorded_outcomes_load (flags->recorded, &error)) == NULL)
    return check (FALSE, &error);
  tune->recorded = run->recorded;
  if (flags->database != NULL && (tune->database = tl_command_open_database (flags->database, &error)) == NULL)
    return check (FALSE, &error);
  if (!lock_runs (flags, run))
    return FALSE;
  if (tune->database != NULL
      && (!tl_database_record_machine (tune->database, &error)
          || !tl_database_add_program (tune->database, run->module, path, path, &program_id, &error)))
    return check (FALSE, &error);
  if (!open_records (flags, run, &error))
    return FALSE;
  if (run->recorded == NULL)
    run->pool = tl_worker_pool_new ((guint) flags->max_workers, &error);
  return check (run->recorded != NULL || run->pool != NULL, &error);
}

/* Checks the functions of all tasks. FALSE after printing which of them have symbolic extents. */
static gboolean
check_sizes (const Run *run, const char *path)
{
  for (guint i = 0; i < run->options.tasks->len; i++)
    {
      const TlTask *task = run->options.tasks->pdata[i];

      if (!tl_command_has_sizes (task->module->prims[0], path, FALSE))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_flags (const TuneFlags *flags, const char *path, Run *run, TlExit *exit)
{
  run->arena = tl_arena_new (NULL);
  run->module = tl_command_load_scheduled (path, flags->space.shapes, exit);
  read_budget (flags, &run->options.budget);
  read_measuring (flags, &run->options.tune.measure);
  return run->module != NULL && tl_command_has_functions (run->module, path)
         && tl_command_load_target (flags->target, flags->floats, &run->options.tune.target) && read_tasks (flags, run)
         && check_sizes (run, path) && read_search (flags, run)
         && open_files (flags, path, run);
}

/* --- running --- */

static gboolean
quit_loop (gpointer user_data)
{
  g_main_loop_quit (((Run *) user_data)->loop);
  return G_SOURCE_REMOVE;
}

/* Reports a write error once; the run continues. */
static void
keep_record (Run *run, guint task, const TlTrial *trial)
{
  g_autoptr (GError) error = NULL;

  if (!tl_record_writer_add (run->writer, ((const TlTask *) run->options.tasks->pdata[task])->module, trial, &error))
    fprintf (stderr, "\ntileloom-cli: %s; no further records are written\n", error->message);
}

static void
on_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  Run *run = user_data;

  if (run->writer != NULL)
    keep_record (run, task, trial);
  tl_tune_report_trial (task, trial, run->report);
}

static void
on_done (gpointer user_data)
{
  g_idle_add (quit_loop, user_data);
}

/* The first signal stops the search. A second one, at least a second later, kills the program. */
static gboolean
on_interrupt (gpointer user_data)
{
  Run   *run = user_data;
  gint64 now_us = g_get_monotonic_time ();

  if (run->stopped_us != 0 && now_us - run->stopped_us > G_USEC_PER_SEC)
    {
      signal (SIGINT, SIG_DFL);
      raise (SIGINT);
    }
  if (run->stopped_us != 0)
    return G_SOURCE_CONTINUE;
  run->stopped_us = now_us;
  fprintf (stderr, "\nstopping …\n");
  tl_module_tuner_stop (run->tuner);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_progress (gpointer user_data)
{
  Run *run = user_data;

  tl_tune_report_progress (run->report, run->tuner);
  return G_SOURCE_CONTINUE;
}

static gboolean
tune (Run *run, gboolean as_json)
{
  TlModuleTuneCallbacks callbacks = { .on_trial = on_trial, .on_done = on_done, .user_data = run };
  g_autoptr (GError)    error = NULL;
  guint                 timer, interrupt;

  run->report = tl_tune_report_new (as_json, &run->options);
  run->loop = g_main_loop_new (NULL, FALSE);
  run->tuner = tl_module_tuner_start (run->pool, &run->options, &callbacks, &error);
  if (!check (run->tuner != NULL, &error))
    return FALSE;
  timer = g_timeout_add (isatty (STDERR_FILENO) ? PROGRESS_TERMINAL_MS : PROGRESS_MS, on_progress, run);
  interrupt = g_unix_signal_add (SIGINT, on_interrupt, run);
  g_main_loop_run (run->loop);
  g_source_remove (timer);
  g_source_remove (interrupt);
  tl_module_tuner_wait (run->tuner);
  tl_tune_report_progress (run->report, run->tuner);
  fprintf (stderr, "\n");
  if (run->writer != NULL && !tl_record_writer_end (run->writer, &error))
    tl_command_error (error);
  return TRUE;
}

static void
print_word (FILE *to, const char *word)
{
  g_autofree char *quoted = tl_format_shell_word (word);

  fprintf (to, " %s", quoted);
}

static void
print_project (const Run *run, FILE *to)
{
  fprintf (to, "\nproject: %s\n", tl_database_path (run->options.tune.database));
  if (run->module->n_prims == 1)
    return;
  fprintf (to, "to write the module with the best schedule of each function: tileloom-cli best --db");
  print_word (to, tl_database_path (run->options.tune.database));
  print_word (to, run->options.origin);
  fprintf (to, " --apply OUT.py\n");
}

/* FALSE after printing why the model could not be saved. */
static gboolean
keep_model (const Run *run, const TuneFlags *flags, FILE *to)
{
  g_autofree char   *path = g_build_filename (flags->work_dir, TL_COST_MODEL_FILE, NULL), *machine = tl_command_machine_name ();
  g_autoptr (GError) error = NULL;

  if (strcmp (tl_cost_model_name (run->model), KEPT_MODEL) != 0)
    {
      fprintf (to, "the cost model is not saved: " TL_COST_MODEL_FILE " only stores models of kind " KEPT_MODEL ", this one is %s\n",
               tl_cost_model_name (run->model));
      return TRUE;
    }
  if (!check (tl_cost_model_save_file (run->model, path, machine, &error), &error))
    return FALSE;
  fprintf (to, "cost model: %s%s\n", path, tl_cost_model_is_trained (run->model) ? "" : ", not trained yet");
  return TRUE;
}

/* Prints where the results are and how to resume. FALSE after printing which of them could not be saved. */
static gboolean
print_locations (const Run *run, const TuneFlags *flags, char **command_line)
{
  TlDatabase *database = run->options.tune.database;
  FILE       *to = flags->as_json ? stderr : stdout;
  gboolean    is_kept = database == NULL || tl_command_keep_database (database);

  if (!flags->resume)   /* a resumed run keeps its first seed */
    fprintf (to, "\nsearched with seed %" G_GINT64_FORMAT "\n", flags->space.seed);
  if (database != NULL && is_kept)
    print_project (run, to);
  if (run->writer != NULL && !tl_record_writer_has_failed (run->writer))
    {
      fprintf (to, "\nwork_dir: %s\n", flags->work_dir);
      is_kept = keep_model (run, flags, to) && is_kept;
    }
  if (database == NULL && run->work_dir == NULL)
    fprintf (to, "\nthe trials are not saved; use --db FILE.tileloom to save them\n");
  if (run->stopped_us != 0 && database == NULL)
    fprintf (to, "stopped; resuming requires --db\n");
  else if (run->stopped_us != 0)
    {
      fprintf (to, "stopped; to resume: tileloom-cli");
      for (guint i = 0; command_line[i] != NULL; i++)
        print_word (to, command_line[i]);
      fprintf (to, "%s\n", flags->resume ? "" : " --resume");
    }
  return is_kept && (run->writer == NULL || !tl_record_writer_has_failed (run->writer));
}

static TlExit
run_tune (int argc, char **argv)
{
  g_auto (TuneFlags) flags = { .n_trials = TRIALS, .min_repeat_ms = -1, .space.seed = tl_command_fresh_seed () };
  const GOptionEntry entries[] = {
    { "task-scheduler", 0, 0, G_OPTION_ARG_STRING, &flags.scheduler, "Task scheduler; gradient by default", "NAME" },
    { "ops", 0, 0, G_OPTION_ARG_STRING, &flags.ops, "Only functions whose names contain one of these words; all by default", "A,B" },
    { "weight", 0, 0, G_OPTION_ARG_STRING_ARRAY, &flags.weights,
      "Weight of a task; overrides the attribute task_weight of the function (repeatable)", "NAME=X" },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &flags.strategy, "Search strategy; evolutionary by default", "NAME" },
    { "cost-model", 0, 0, G_OPTION_ARG_STRING, &flags.cost_model, "Cost model; xgb by default", "NAME" },
    { "space", 0, 0, G_OPTION_ARG_FILENAME, &flags.space.file,
      "Stochastic schedule script that defines the design space; the built-in space by default", "FILE" },
    TL_SCHEDULE_OPTIONS (flags.space),
    { "rules", 0, 0, G_OPTION_ARG_STRING, &flags.lists[TL_SPACE_RULES],
      "Schedule rules, or the name of a set; those of the target by default", "LIST" },
    { "postprocs", 0, 0, G_OPTION_ARG_STRING, &flags.lists[TL_SPACE_POSTPROCS], "Postprocessors, or the name of a set", "LIST" },
    { "mutators", 0, 0, G_OPTION_ARG_STRING, &flags.lists[TL_SPACE_MUTATORS], "Mutators, or the name of a set", "LIST" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &flags.target, "Target, \"llvm\" by default", "TARGET" },
    TL_FLOAT_OPTION (flags.floats),
    { "replay-timings", 0, 0, G_OPTION_ARG_FILENAME, &flags.recorded,
      "Replay the recorded measurements of this project instead of measuring", "FILE.tileloom" },
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &flags.database, "Project file to save all trials in", "FILE.tileloom" },
    { "work-dir", 0, 0, G_OPTION_ARG_FILENAME, &flags.work_dir,
      "Folder to save all trials in, in the format of TVM; its existing records warm-start the search", "DIR" },
    { "warm-start", 0, 0, G_OPTION_ARG_NONE, &flags.warm_start, "Start with the fastest trials of earlier runs in the project", NULL },
    { "no-default-schedule", 0, 0, G_OPTION_ARG_NONE, &flags.no_default_schedule,
      "Do not measure the default schedule (schedule --rules) as the first candidate; implied by --space and --rules", NULL },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &flags.resume, "Continue the latest run of each task in the project", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.as_json, "Print one line of JSON per trial, then one per task", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "trials", 'n', TL_NUMBER_INT, &flags.n_trials, 1, 100000000, "Total number of trials of all tasks; 64 by default", "N" },
    { "trials-per-task", 0, TL_NUMBER_INT, &flags.n_per_task, 1, 100000000,
      "Maximum number of trials per task; equal to --trials by default", "N" },
    { "trials-per-iter", 0, TL_NUMBER_INT, &flags.n_per_iter, 1, 100000000,
      "Trials per round; 64 by default, fewer for small budgets", "N" },
    { "stop-after", 0, TL_NUMBER_INT, &flags.stop_after, 0, 100000000,
      "Stop a task after N trials without improvement; 0, the default: never", "N" },
    { "max-workers", 0, TL_NUMBER_INT, &flags.max_workers, 1, 1024,
      "Worker processes that build candidates; by default one per core, except the core that measures", "N" },
    { "number", 0, TL_NUMBER_INT, &flags.number, 1, 1000000000, "Minimum runs per sample", "N" },
    { "repeat", 0, TL_NUMBER_INT, &flags.repeat, 1, 1000000, "Samples per trial", "N" },
    { "min-repeat-ms", 0, TL_NUMBER_DOUBLE, &flags.min_repeat_ms, 0, 1000000, "Minimum duration of a sample", "MS" },
    { "timeout", 0, TL_NUMBER_DOUBLE, &flags.timeout_s, 0.001, 1000000,
      "Time limit for building a candidate, and for running it", "SECONDS" },
    { "cooldown", 0, TL_NUMBER_DOUBLE, &flags.cooldown_s, 0, 3600, "Idle seconds between measurements", "SECONDS" },
    TL_SCHEDULE_NUMBERS (flags.space),
    { NULL },
  };
  g_auto (GStrv) command_line = g_strdupv (argv);
  g_auto (Run)   run = { 0 };
  TlExit         exit = TL_EXIT_USAGE;
  gboolean       ok;

  if (!tl_command_parse (&tl_command_tune_row, &argc, &argv, entries, numbers, 1, 1) || !read_flags (&flags, argv[0], &run, &exit))
    return exit != TL_EXIT_DONE ? exit : TL_EXIT_USAGE;
  if (!tune (&run, flags.as_json))
    return TL_EXIT_FAILED;
  ok = tl_tune_report_result (run.report, run.tuner, run.stopped_us != 0);
  if (!print_locations (&run, &flags, command_line))
    return TL_EXIT_FAILED;
  return run.stopped_us != 0 ? TL_EXIT_INTERRUPTED : ok ? TL_EXIT_DONE : TL_EXIT_FAILED;
}

static void
append_sets (GString *out)
{
  const TlComponentSet *set;

  g_string_append (out, "Sets, for --rules, --postprocs and --mutators:\n");
  for (guint i = 0; (set = tl_component_set_nth (i)) != NULL; i++)
    g_string_append_printf (out, "  %s\n      %s\n", set->name, set->summary);
}

/* Prints each table of components, so that the help is complete. */
static char *
describe_tune (void)
{
  GString *out = g_string_new ("Components take arguments in parentheses: --task-scheduler \"gradient(alpha=0.3)\".\n\n");

  tl_command_append_components (out, "Strategies:", &tl_strategy_table);
  tl_command_append_components (out, "Cost models:", &tl_cost_model_table);
  tl_command_append_components (out, "Task schedulers:", &tl_task_scheduler_table);
  tl_command_append_components (out, "Schedule rules:", &tl_schedule_rule_table);
  tl_command_append_components (out, "Postprocessors:", &tl_postproc_table);
  tl_command_append_components (out, "Mutators:", &tl_mutator_table);
  append_sets (out);
  return g_string_free (out, FALSE);
}

const TlCommand tl_command_tune_row = {
  .name = "tune", .arguments = "MODULE.py [--trials N] [--db FILE.tileloom | --work-dir DIR]",
  .summary = "Search a design space for the fastest schedule of each function",
  .run = run_tune, .describe = describe_tune,
};
