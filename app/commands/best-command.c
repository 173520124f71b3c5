/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queries databases: prints the fastest schedule of a program as a program, a trace or JSON, schedules whole modules, and copies records.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/base/error.h"
#include "core/schedule/trace.h"
#include "core/records/record-copy.h"
#include "core/records/records.h"
#include "core/graph/task.h"

typedef struct
{
  char   **projects;
  char   **work_dirs;
  char    *schedule_fn;
  char    *equality;
  char    *form;
  char    *apply;
  char    *copy_to;
  char    *func;
  char   **shapes;
  gboolean is_ordered;
  gint     n_top;
  gint     workload;      /* -1: MODULE.py is looked up */
} BestFlags;

static void
best_flags_clear (BestFlags *flags)
{
  g_strfreev (flags->projects);
  g_strfreev (flags->work_dirs);
  g_free (flags->schedule_fn);
  g_free (flags->equality);
  g_free (flags->form);
  g_free (flags->apply);
  g_free (flags->copy_to);
  g_free (flags->func);
  g_strfreev (flags->shapes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BestFlags, best_flags_clear)

/* --- opening --- */

/* Opens an existing folder or file; creates it only if @may_be_new. */
static TlRecords *
open_part (const char *path, gboolean is_work_dir, gboolean may_be_new, TlModuleEquality equality, GError **error)
{
  g_autoptr (TlDatabase) database = NULL;

  if (!may_be_new && is_work_dir && !g_file_test (path, G_FILE_TEST_IS_DIR))
    return tl_fail_null (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "there is no folder %s", path);
  if (is_work_dir)
    return tl_records_open_work_dir (path, equality, error);
  database = may_be_new ? tl_database_open (path, error) : tl_command_read_database (path, error);
  return database != NULL ? tl_records_new_project (database, equality) : NULL;
}

static TlRecords *
open_schedule_fn (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_source_load (path, error);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;

  return script != NULL ? tl_records_new_schedule_fn (script, NULL, NULL) : NULL;
}

static void
print_problems (TlRecords *records)
{
  const char *const *problems = tl_records_problems (records);

  for (guint i = 0; problems != NULL && problems[i] != NULL; i++)
    fprintf (stderr, "tileloom-cli: %s\n", problems[i]);
}

/* All databases of the command line, in this order: projects, work_dirs, the schedule function. NULL after printing why. */
static TlRecords *
open_all (const BestFlags *flags, TlModuleEquality equality, TlModule *module)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_records_unref);
  g_autoptr (GError) error = NULL;

  for (guint kind = 0; kind < 2; kind++)
    for (char **path = kind == 0 ? flags->projects : flags->work_dirs; path != NULL && *path != NULL && error == NULL; path++)
      {
        TlRecords *part = open_part (*path, kind == 1, FALSE, equality, &error);

        if (part == NULL)
          break;
        g_ptr_array_add (parts, part);
        if (kind == 1 && flags->workload >= 0)
          tl_records_set_workload (part, (guint) flags->workload, module, &error);
        else
          print_problems (part);
      }
  if (flags->schedule_fn != NULL && error == NULL)
    {
      TlRecords *part = open_schedule_fn (flags->schedule_fn, &error);

      if (part != NULL)
        g_ptr_array_add (parts, part);
    }
  if (error != NULL)
    {
      tl_command_error (error);
      return NULL;
    }
  return parts->len == 1 ? tl_records_ref (parts->pdata[0])
                         : tl_records_new_union ((TlRecords *const *) parts->pdata, parts->len, flags->is_ordered);
}

/* --- results --- */

static char *
describe_time (const TlRecord *record)
{
  g_autofree char *seconds = record->is_predicted ? tl_format_seconds (tl_record_mean_s (record)) : NULL;

  if (seconds != NULL)
    return g_strdup_printf ("predicted %s", seconds);
  return tl_record_is_valid (record) ? tl_format_seconds (tl_record_mean_s (record))
                                     : g_strdup (record->n_run_s > 0 ? "failed" : "not measured");
}

/* Prints the number of records of the program of record @first in @all, and the best of them. */
static void
print_program (const GPtrArray *all, guint first)
{
  const TlRecord *best = all->pdata[first];
  g_autofree char *time = NULL;
  guint n = 0;

  for (guint i = first; i < all->len; i++)
    {
      const TlRecord *record = all->pdata[i];

      if (record->module != best->module)
        continue;
      n++;
      if (tl_record_is_valid (record) && (!tl_record_is_valid (best) || tl_record_mean_s (record) < tl_record_mean_s (best)))
        best = record;
    }
  time = describe_time (best);
  printf ("%s %s: %u records, best %s\n", best->module != NULL ? best->module->prims[0]->name : "(unreadable program)",
          best->args_info != NULL ? best->args_info : "", n, time);
}

static TlExit
print_all (TlRecords *records)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = tl_records_all (records, NULL, &error);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (all == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  for (guint i = 0; i < all->len; i++)
    if (g_hash_table_add (seen, ((TlRecord *) all->pdata[i])->module))
      print_program (all, i);
  return TL_EXIT_DONE;
}

static void
print_record (const TlRecord *record, guint place)
{
  g_autofree char *time = describe_time (record);

  printf ("%u\t%s\t%s\t%s\n", place, time, record->target != NULL ? record->target : "", record->trace_json);
}

/* With @name (nullable) before it. FALSE after printing why. */
static gboolean
print_top_of (TlRecords *records, const TlModule *workload, const char *name, guint n, guint *n_printed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) top = tl_records_top (records, workload, n, &error);

  if (top == NULL)
    {
      tl_command_error (error);
      return FALSE;
    }
  if (name != NULL && top->len > 0)
    printf ("# %s\n", name);
  for (guint i = 0; i < top->len; i++)
    print_record (top->pdata[i], i + 1);
  *n_printed += top->len;
  return TRUE;
}

static gboolean
is_any_known (TlRecords *records, const TlModule *module)
{
  gboolean is_known = tl_records_has_workload (records, module);

  for (guint i = 0; i < module->n_prims && !is_known; i++)
    {
      g_autoptr (TlModule) workload = tl_task_module (module, module->prims[i]->name);

      is_known = tl_records_has_workload (records, workload);
    }
  return is_known;
}

static void
report_not_found (TlRecords *records, const TlModule *module)
{
  fprintf (stderr, "tileloom-cli: %s\n", is_any_known (records, module) ? "this program has no successful measurement"
                                                                        : "this program has no records");
}

static TlExit
print_top (TlRecords *records, const TlModule *module, guint n)
{
  guint n_printed = 0;
  gboolean is_whole;

  if (!print_top_of (records, module, NULL, n, &n_printed))
    return TL_EXIT_USAGE;
  is_whole = n_printed > 0;
  for (guint i = 0; i < module->n_prims && !is_whole; i++)
    {
      g_autoptr (TlModule) workload = tl_task_module (module, module->prims[i]->name);

      if (!print_top_of (records, workload, module->prims[i]->name, n, &n_printed))
        return TL_EXIT_USAGE;
    }
  if (n_printed == 0)
    {
      g_autoptr (TlRecord) predicted = tl_records_best_predicted (records, module, NULL);

      n_printed = predicted != NULL;
      if (predicted != NULL)
        print_record (predicted, 1);
    }
  if (n_printed == 0)
    report_not_found (records, module);
  return n_printed > 0 ? TL_EXIT_DONE : TL_EXIT_NO;
}

/* Where nothing is measured. Says so; NULL without @error if nothing is predicted either. */
static TlState *
find_predicted (TlRecords *records, TlState *start, guint *n, GError **error)
{
  TlState *state = tl_records_predicted_schedule (records, start, n, error);
  g_autoptr (TlRecord) record = state != NULL ? tl_records_best_predicted (records, tl_state_module (start), NULL) : NULL;
  g_autofree char *time = record != NULL ? describe_time (record) : g_strdup ("predicted");

  if (state != NULL)
    fprintf (stderr, "tileloom-cli: %s, not measured\n", time);
  return state;
}

/* NULL after printing why, with *@exit set. */
static TlState *
find_best (TlRecords *records, const TlModule *module, gboolean is_counted, TlExit *exit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlState) start = tl_state_new (module, 0);
  guint n;
  g_autoptr (TlWatch) watch = tl_watch_new ("looking for the best schedule");
  TlState *state = tl_records_best_schedule (records, start, &n, &error);

  if (state == NULL && error == NULL)
    state = find_predicted (records, start, &n, &error);
  g_clear_pointer (&watch, tl_watch_free);

  if (state != NULL)
    {
      if (is_counted || module->n_prims > 1)
        fprintf (stderr, "%u of %u functions scheduled\n", n, module->n_prims);
      return state;
    }
  if (error != NULL)
    {
      tl_command_error (error);
      *exit = tl_command_exit_of (error, TL_EXIT_REFUSED);
    }
  else
    {
      report_not_found (records, module);
      *exit = TL_EXIT_NO;
    }
  return NULL;
}

static TlExit
print_best (TlRecords *records, const TlModule *module, const BestFlags *flags)
{
  TlExit exit = TL_EXIT_DONE;
  g_autoptr (TlState) state = find_best (records, module, flags->apply != NULL, &exit);
  g_autofree char *text = NULL;

  if (state == NULL)
    return exit;
  if (flags->apply != NULL || flags->form == NULL || strcmp (flags->form, "script") == 0)
    text = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);
  else if (strcmp (flags->form, "trace") == 0)
    text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, TRUE);
  else
    {
      g_autofree char *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);

      text = g_strconcat (json, "\n", NULL);
      tl_command_warn_of_tvm (tl_state_module (state));
    }
  if (flags->apply != NULL)
    return tl_command_write (flags->apply, text) ? TL_EXIT_DONE : TL_EXIT_FAILED;
  fputs (text, stdout);
  return TL_EXIT_DONE;
}

/* FALSE after printing that @path is also a source. */
static gboolean
is_no_source (const BestFlags *flags, const char *path)
{
  GStatBuf target, source;

  for (guint kind = 0; kind < 2 && g_stat (path, &target) == 0; kind++)
    for (char **from = kind == 0 ? flags->projects : flags->work_dirs; from != NULL && *from != NULL; from++)
      if (g_stat (*from, &source) == 0 && source.st_dev == target.st_dev && source.st_ino == target.st_ino)
        {
          fprintf (stderr, "tileloom-cli: --copy-to: %s is one of the sources\n", path);
          return FALSE;
        }
  return TRUE;
}

/* All records, of one program if one is given, to a project (by the ending of its name) or a work_dir. */
static TlExit
copy_records (TlRecords *records, const TlModule *module, const BestFlags *flags, TlModuleEquality equality)
{
  const char *path = flags->copy_to;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlRecords) target = NULL;
  g_autoptr (TlWatch) watch = NULL;
  TlRecordCopy copy;

  if (!is_no_source (flags, path))
    return TL_EXIT_USAGE;
  watch = tl_watch_new ("copying to %s", path);
  target = open_part (path, !g_str_has_suffix (path, ".tileloom"), TRUE, equality, &error);
  if (target == NULL || !tl_records_copy (records, module, target, &copy, &error))
    {
      g_clear_pointer (&watch, tl_watch_free);
      tl_command_error (error);
      fprintf (stderr, "tileloom-cli: no records copied to %s\n", path);
      return target == NULL ? TL_EXIT_USAGE : TL_EXIT_FAILED;
    }
  g_clear_pointer (&watch, tl_watch_free);
  fprintf (stderr, "%u records copied to %s", copy.n_copied, path);
  if (copy.n_known > 0)
    fprintf (stderr, ", %u already there", copy.n_known);
  if (copy.n_unread > 0)
    fprintf (stderr, ", %u skipped because their programs cannot be read", copy.n_unread);
  fprintf (stderr, "\n");
  return copy.n_copied + copy.n_known > 0 ? TL_EXIT_DONE : TL_EXIT_NO;
}

static gboolean
check_flags (const BestFlags *flags, gboolean has_module, TlModuleEquality *equality)
{
  const char *wrong = NULL;

  *equality = TL_MODULE_EQUALITY_STRUCTURAL;
  if (flags->projects == NULL && flags->work_dirs == NULL && flags->schedule_fn == NULL)
    wrong = "best requires --db FILE.tileloom, --work-dir DIR or --schedule-fn S.py";
  else if (flags->form != NULL && strcmp (flags->form, "script") != 0 && strcmp (flags->form, "trace") != 0
           && strcmp (flags->form, "json") != 0)
    wrong = "--as must be script, trace or json";
  else if (flags->equality != NULL && !tl_module_equality_parse (flags->equality, equality))
    wrong = "--equality must be structural, ignore-tensor (ignore-ndarray) or anchor-block";
  else if (!has_module && (flags->apply != NULL || flags->n_top != 0 || flags->workload >= 0))
    wrong = "--apply, --top and --workload require MODULE.py";
  else if (flags->workload >= 0 && (flags->work_dirs == NULL || flags->work_dirs[1] != NULL))
    wrong = "--workload requires exactly one --work-dir";
  if (wrong != NULL)
    fprintf (stderr, "tileloom-cli: %s\n", wrong);
  return wrong == NULL;
}

/* If @func is not NULL, the module contains only that function. NULL after printing why. */
static TlModule *
load_module (const char *path, const char *func, char **shapes, TlExit *exit)
{
  TlModule *module = tl_command_load_scheduled (path, shapes, exit), *part;
  const TlPrimFunc *chosen = module != NULL && func != NULL ? tl_command_choose_function (module, path, func) : NULL;
  g_autoptr (TlArena) arena = NULL;

  if (module == NULL || func == NULL)
    return module;
  arena = tl_arena_new (module->arena);
  part = chosen != NULL ? tl_module_new_prims (arena, module->name, &chosen, 1, module->next_id) : NULL;
  tl_module_unref (module);
  return part;
}

static TlExit
run_best (int argc, char **argv)
{
  g_auto (BestFlags) flags = { .workload = -1 };
  const GOptionEntry options[] = {
    { "db", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &flags.projects, "Project file (repeatable)", "FILE.tileloom" },
    { "work-dir", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &flags.work_dirs, "MetaSchedule work folder (repeatable)", "DIR" },
    { "schedule-fn", 0, 0, G_OPTION_ARG_FILENAME, &flags.schedule_fn, "Schedule script for programs without records", "S.py" },
    { "ordered", 0, 0, G_OPTION_ARG_NONE, &flags.is_ordered, "Use the first database with a record, instead of the fastest record", NULL },
    { "equality", 0, 0, G_OPTION_ARG_STRING, &flags.equality,
      "How to compare programs: structural (default), ignore-tensor or anchor-block", "E" },
    { "func", 0, 0, G_OPTION_ARG_STRING, &flags.func, "Use only this function of the module", "NAME" },
    TL_SHAPE_OPTION (flags.shapes),
    { "as", 0, 0, G_OPTION_ARG_STRING, &flags.form, "Output form: script (default), trace or json", "FORM" },
    { "apply", 0, 0, G_OPTION_ARG_FILENAME, &flags.apply, "Write the module with the best schedule of each of its functions", "OUT.py" },
    { "copy-to", 0, 0, G_OPTION_ARG_FILENAME, &flags.copy_to,
      "Copy the records to a project (*.tileloom) or to a MetaSchedule work folder", "PATH" },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "top", 0, TL_NUMBER_INT, &flags.n_top, 1, HUGE_VAL, "List the K fastest records instead", "K" },
    { "workload", 0, TL_NUMBER_INT, &flags.workload, 0, HUGE_VAL,
      "Use the records of workload N of --work-dir for MODULE.py, if that workload cannot be read", "N" },
    { NULL },
  };
  g_autoptr (TlRecords) records = NULL;
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlWatch) watch = NULL;
  TlModuleEquality equality;
  TlExit exit;

  if (!tl_command_parse (&tl_command_best_row, &argc, &argv, options, numbers, 0, 1) || !check_flags (&flags, argc > 0, &equality))
    return TL_EXIT_USAGE;
  module = argc > 0 ? load_module (argv[0], flags.func, flags.shapes, &exit) : NULL;
  if (argc > 0 && module == NULL)
    return exit != TL_EXIT_DONE ? exit : TL_EXIT_USAGE;
  watch = tl_watch_new ("reading the databases");
  records = open_all (&flags, equality, module);
  g_clear_pointer (&watch, tl_watch_free);
  if (records == NULL)
    return TL_EXIT_USAGE;
  if (flags.copy_to != NULL)
    return copy_records (records, module, &flags, equality);
  if (module == NULL)
    return print_all (records);
  return flags.n_top > 0 && flags.apply == NULL ? print_top (records, module, (guint) flags.n_top) : print_best (records, module, &flags);
}

const TlCommand tl_command_best_row = {
  "best", "(--db FILE.tileloom | --work-dir DIR)… [MODULE.py] [--top K] [--apply OUT.py] [--copy-to PATH]",
  "Look up the fastest recorded schedules in databases", run_best,
};
