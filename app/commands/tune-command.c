/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning in the terminal: reads the settings from the command line and runs a module tuner; tune-report.c prints the progress. */
#include <stdio.h>
#include <unistd.h>

#include "app/commands/command.h"
#include "app/commands/tune.h"
#include "core/base/format.h"
#include "core/measure/device-description.h"
#include "core/session/program-view.h"
#include "core/space/mutator.h"
#include "core/space/postproc.h"
#include "core/space/rule.h"
#include "core/target/gpu-models.h"

/* Options besides the settings of the run. */
typedef struct
{
  char   **shapes;
  char    *database;
  char   **added;
  gboolean resume;
  gboolean as_json;
  gboolean lists_decisions;
} TuneFlags;

static void
tune_flags_clear (TuneFlags *flags)
{
  g_strfreev (flags->shapes);
  g_free (flags->database);
  g_strfreev (flags->added);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TuneFlags, tune_flags_clear)

/* The state of a run; owns its members. */
typedef struct
{
  TlModule           *module;
  TlSpace            *space;
  TlRecordedOutcomes *recorded;
  TlTuneFolder       *folder;        /* nullable */
  TlWorkerPool       *pool;
  char               *title;         /* of the program, as the window names it */
  char              **added;         /* texts of traces; nullable */
  TlModuleTuneOptions options;
  TlTuneLoop          loop;
  int                 run_lock;      /* tl_tune_lock_runs */
  gboolean            has_folder_error;   /* it has been printed */
} Run;

static void
run_clear (Run *run)
{
  tl_tune_loop_clear (&run->loop);
  g_clear_pointer (&run->options.tasks, g_ptr_array_unref);
  g_clear_pointer (&run->options.tune.database, tl_database_unref);
  if (run->run_lock > 0)
    close (run->run_lock);   /* after the database: closing a file ends all locks that SQLite holds on it */
  g_clear_pointer (&run->folder, tl_tune_folder_free);
  g_clear_pointer (&run->pool, tl_worker_pool_unref);
  g_clear_pointer (&run->recorded, tl_recorded_outcomes_free);
  g_clear_pointer (&run->title, g_free);
  g_clear_pointer (&run->added, g_strfreev);
  g_clear_pointer (&run->space, tl_space_unref);
  g_clear_pointer (&run->module, tl_module_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* --- from settings to options --- */

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

static gboolean
read_tasks (Run *run)
{
  g_autoptr (GError) error = NULL;

  run->options.tasks = tl_tune_config_tasks (&run->options.tune.config, run->module, &error);
  return check (run->options.tasks != NULL, &error);
}

static gboolean
read_search (Run *run)
{
  TlTuneOptions      *tune = &run->options.tune;
  const TlTuneConfig *config = &tune->config;
  g_autoptr (GError)  error = NULL;

  run->space = tune->space = tl_tune_config_space (config, &tune->target, &error);
  if (config->space == NULL && config->lists[TL_SPACE_RULES] == NULL)
    tl_command_warn_unknown_rules (run->module);
  tune->begins_with_default_schedule = tl_tune_config_begins_with_default_schedule (config);
  return check (run->space != NULL, &error);
}

static gboolean
read_target (Run *run)
{
  g_autoptr (GError) error = NULL;

  return check (tl_tune_config_target (&run->options.tune.config, &run->options.tune.target, &error), &error);
}

/* FALSE after printing what is missing, a device for example. */
static gboolean
start_workers (Run *run)
{
  const TlTuneOptions *tune = &run->options.tune;
  g_autoptr (GError)   error = NULL;

  if (tune->config.replay_timings != NULL)
    return TRUE;
  run->pool = tl_worker_pool_new (tune->config.max_workers, &error);
  if (run->pool == NULL || tune->config.is_dry || !tl_target_has_kernels (&tune->target))
    return check (run->pool != NULL, &error);
  if (tl_worker_pool_describe_device (run->pool, &tune->target, NULL, NULL, &error))
    return TRUE;
  if (tl_gpu_model_of_target (&tune->target) != NULL)
    fprintf (stderr, "tileloom-cli: %s; --dry predicts times without a device\n", error->message);
  else
    tl_command_error (error);
  return FALSE;
}

/* Records of earlier runs warm-start the search: always with a work_dir, as in TVM. */
static gboolean
open_folder (Run *run, GError **error)
{
  const TlTuneOptions *tune = &run->options.tune;

  if (tune->config.warm_start && tune->database == NULL && tune->config.work_dir == NULL)
    return complain ("--warm-start requires --db FILE.tileloom or --work-dir DIR");
  if (tune->config.work_dir == NULL)
    return TRUE;
  run->folder = run->options.folder = tl_tune_folder_open (&tune->config, &tune->target, run->options.resume, error);
  if (run->folder == NULL)
    return check (FALSE, error);
  if (tl_tune_folder_model_problem (run->folder) != NULL)
    fprintf (stderr, "tileloom-cli: %s; training a new model\n", tl_tune_folder_model_problem (run->folder));
  return TRUE;
}

/* "# title: …" of the file, or its name. */
static char *
program_title (const char *path)
{
  g_autoptr (TlSource) source = tl_source_load (path, NULL);
  char                *title = source != NULL ? tl_example_comment (source, "title") : NULL;

  return title != NULL ? title : g_path_get_basename (path);
}

static gboolean
open_files (const TuneFlags *flags, const char *path, Run *run)
{
  TlTuneOptions     *tune = &run->options.tune;
  g_autoptr (GError) error = NULL;
  gint64             program_id;

  run->title = program_title (path);
  run->options.title = run->title;
  run->options.origin = path;
  run->options.resume = flags->resume;
  tune->keeps_constraints = flags->resume;
  if (tune->config.replay_timings != NULL && (run->recorded = tl_recorded_outcomes_load (tune->config.replay_timings, &error)) == NULL)
    return check (FALSE, &error);
  tune->recorded = run->recorded;
  if (flags->database != NULL && (tune->database = tl_command_open_database (flags->database, &error)) == NULL)
    return check (FALSE, &error);
  if (flags->database != NULL && !tl_tune_lock_runs (flags->database, flags->resume, &run->run_lock))
    return FALSE;
  if (tune->database != NULL
      && (!tl_database_record_machine (tune->database, &error)
          || !tl_database_add_program (tune->database, run->module, run->title, path, &program_id, &error)))
    return check (FALSE, &error);
  return open_folder (run, &error);
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

/* Reads all that the run needs. */
static gboolean
prepare (const TuneFlags *flags, const char *path, Run *run, TlExit *exit)
{
  run->module = tl_command_load_scheduled (path, flags->shapes, exit);
  return run->module != NULL && tl_command_has_functions (run->module, path) && read_target (run) && read_tasks (run)
         && check_sizes (run, path) && read_search (run);
}

/* --- running --- */

/* Reports a write error once; the run continues. */
static void
report_folder_error (Run *run)
{
  g_autoptr (GError) error = run->folder != NULL && !run->has_folder_error ? tl_tune_folder_error (run->folder) : NULL;

  if (error == NULL)
    return;
  run->has_folder_error = TRUE;
  fprintf (stderr, "\ntileloom-cli: %s; no further records are written\n", error->message);
}

static void
on_progress (gpointer user_data)
{
  report_folder_error (user_data);
}

static gboolean
tune (Run *run, gboolean as_json)
{
  g_autoptr (GError) error = NULL;

  run->loop.on_progress = on_progress;
  run->loop.user_data = run;
  return check (tl_tune_loop_run (&run->loop, run->pool, &run->options, as_json, 0, &error), &error);
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

static void
print_folder (const Run *run, FILE *to)
{
  const char *model_path = tl_tune_folder_model_path (run->folder);
  TlCostModel *model = tl_tune_folder_model (run->folder);

  fprintf (to, "\nwork_dir: %s\n", run->options.tune.config.work_dir);
  if (model_path == NULL)
    fprintf (to, "the cost model is not saved: " TL_COST_MODEL_FILE " only stores models of kind xgb, this one is %s\n",
             tl_cost_model_name (model));
  else
    fprintf (to, "cost model: %s%s\n", model_path, tl_cost_model_is_trained (model) ? "" : ", not trained yet");
}

/* Prints where the results are and how to resume. FALSE after printing which of them could not be saved. */
static gboolean
print_locations (const Run *run, const TuneFlags *flags, char **command_line)
{
  TlDatabase *database = run->options.tune.database;
  FILE       *to = flags->as_json ? stderr : stdout;
  gboolean    is_kept = database == NULL || tl_command_keep_database (database);

  if (!flags->resume)   /* a resumed run keeps its first seed */
    fprintf (to, "\nsearched with seed %" G_GUINT64_FORMAT "\n", run->options.tune.config.seed);
  if (database != NULL && is_kept)
    print_project (run, to);
  if (run->folder != NULL && !run->has_folder_error)
    print_folder (run, to);
  if (database == NULL && run->folder == NULL)
    fprintf (to, "\nthe trials are not saved; use --db FILE.tileloom to save them\n");
  if (run->loop.stopped_us != 0 && database == NULL)
    fprintf (to, "stopped; resuming requires --db\n");
  else if (run->loop.stopped_us != 0)
    {
      fprintf (to, "stopped; to resume: tileloom-cli");
      for (guint i = 0; command_line[i] != NULL; i++)
        print_word (to, command_line[i]);
      fprintf (to, "%s\n", flags->resume ? "" : " --resume");
    }
  return is_kept && !run->has_folder_error;
}

/* The traces of --add. */
static gboolean
read_added (const TuneFlags *flags, Run *run)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (flags->added != NULL && run->options.tasks->len > 1)
    return complain ("--add requires a single task: choose one with --ops");
  for (guint i = 0; flags->added != NULL && flags->added[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      char              *text;

      if (!check (g_file_get_contents (flags->added[i], &text, NULL, &error), &error))
        return FALSE;
      g_ptr_array_add (texts, text);
    }
  g_ptr_array_add (texts, NULL);
  run->added = (char **) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
  run->options.tune.added = (const char *const *) run->added;
  return TRUE;
}

static TlExit
run_tune (int argc, char **argv)
{
  g_auto (TuneFlags) flags = { 0 };
  const GOptionEntry entries[] = {
    TL_SHAPE_OPTION (flags.shapes),
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &flags.database, "Project file to save all trials in", "FILE.tileloom" },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &flags.resume, "Continue the latest run of each task in the project", NULL },
    { "add", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &flags.added,
      "Schedule made by hand, a trace as JSON: a first candidate, from which the search goes on (repeatable)", "TRACE.json" },
    { "decisions", 0, 0, G_OPTION_ARG_NONE, &flags.lists_decisions, "List the decisions of the design space for --pin and --forbid", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.as_json, "Print one line of JSON per trial, then one per task", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) command_line = g_strdupv (argv);
  g_auto (Run)   run = { .options.tune.config = tl_tune_config_default () };
  TlExit         exit = TL_EXIT_USAGE;
  gboolean       ok;

  if (!tl_command_parse_config (&tl_command_tune_row, &argc, &argv, &run.options.tune.config, NULL, entries, NULL, 1, 1)
      || !prepare (&flags, argv[0], &run, &exit))
    return exit != TL_EXIT_DONE ? exit : TL_EXIT_USAGE;
  if (flags.lists_decisions)
    return tl_tune_print_decisions (&run.options) ? TL_EXIT_DONE : TL_EXIT_FAILED;
  if (!read_added (&flags, &run) || !tl_tune_check_constraints (&run.options))
    return TL_EXIT_USAGE;
  if (!start_workers (&run))
    return TL_EXIT_FAILED;
  if (!open_files (&flags, argv[0], &run))
    return TL_EXIT_USAGE;
  if (!tune (&run, flags.as_json))
    return TL_EXIT_FAILED;
  ok = tl_tune_report_result (run.loop.report, run.loop.tuner, run.loop.stopped_us != 0);
  if (!print_locations (&run, &flags, command_line))
    return TL_EXIT_FAILED;
  return run.loop.stopped_us != 0 ? TL_EXIT_INTERRUPTED : ok ? TL_EXIT_DONE : TL_EXIT_FAILED;
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
