/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder of TVM's tuning as a program with trials: its workloads are the functions, its records the trials of a run that is over. The
 * folder itself is only read. Changes go to a project of its own, made as soon as there is something to keep.
 */
#include "core/base/error.h"
#include "core/session/opened-private.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/text/script.h"
#include "core/records/records.h"
#include "core/graph/task.h"

#define WORKLOAD_FILE "database_workload.json"
#define RECORD_FILE   "database_tuning_record.json"
#define CLASS_LINE    "\nclass Module:\n"

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

char *
tl_work_dir_of (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_strdup (path);
  return g_str_equal (name, WORKLOAD_FILE) || g_str_equal (name, RECORD_FILE) ? g_path_get_dirname (path) : NULL;
}

/* The workloads that records are of, in order; each record's module is one of them, or NULL where it cannot be read. */
static GPtrArray *
workloads_of (GPtrArray *records, GPtrArray *problems)
{
  GPtrArray *workloads = g_ptr_array_new ();
  guint      n_lost = 0;

  for (guint i = 0; i < records->len; i++)
    {
      const TlRecord *record = records->pdata[i];

      n_lost += record->module == NULL;
      if (record->module != NULL && !g_ptr_array_find (workloads, record->module, NULL))
        g_ptr_array_add (workloads, record->module);
    }
  if (n_lost > 0)
    g_ptr_array_add (problems, g_strdup_printf (_("%u of %u records belong to programs that cannot be read"), n_lost, records->len));
  return workloads;
}

/* The block that says what the program does, by name: its reduction, else the last block's. */
static const char *
find_block_name (const TlModule *module)
{
  const TlStmt *anchor = tl_module_anchor_block (module);

  return anchor != NULL ? anchor->block.name : module->prims[0]->name;
}

static char *
free_func_name (GHashTable *taken, const char *stem)
{
  for (guint number = 0;; number++)
    {
      char *name = number == 0 ? g_strdup (stem) : g_strdup_printf ("%s_%u", stem, number);

      if (g_hash_table_add (taken, name))   /* the table's */
        return name;
    }
}

/* The lines of @module's only function as a method of a class, under another name. */
static char *
func_lines (const TlModule *module, const char *name)
{
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  TlPrimFunc          *func = tl_arena_dup_array (arena, TlPrimFunc, module->prims[0], 1);
  g_autoptr (TlModule) renamed = NULL;
  g_autofree char     *text = NULL;
  const char          *lines;

  func->name = tl_arena_strdup (arena, name);
  renamed = tl_module_new_prims (arena, "Module", tl_arena_dup_array (arena, const TlPrimFunc *, &func, 1), 1, module->next_id);
  text = tl_script_print (renamed, TL_DIALECT_CLASSIC, NULL);
  lines = strstr (text, CLASS_LINE);
  g_assert (lines != NULL);
  return g_strdup (lines + strlen (CLASS_LINE));
}

/*
 * One module of all: modules have ids and arenas of their own, so they are put together as text. With one workload it is that, whatever
 * functions it has.
 */
static TlModule *
join (GPtrArray *workloads, GError **error)
{
  g_autoptr (GString)    text = g_string_new ("@I.ir_module" CLASS_LINE);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (workloads->len == 1)
    return tl_module_ref (workloads->pdata[0]);
  for (guint i = 0; i < workloads->len; i++)
    {
      g_autofree char *lines = func_lines (workloads->pdata[i], free_func_name (taken, find_block_name (workloads->pdata[i])));

      g_string_append (text, lines);
    }
  return tl_script_read_text (text->str, error);
}

/* A workload of several functions is no task of TVM's tuner; beside others there is no place for it. */
static void
leave_out_modules (GPtrArray *workloads, GPtrArray *problems)
{
  for (guint i = workloads->len; workloads->len > 1 && i-- > 0;)
    {
      const TlModule *module = workloads->pdata[i];

      if (module->n_prims == 1)
        continue;
      g_ptr_array_add (problems,
                       g_strdup_printf (_("A workload of %u functions (%s, …) was skipped: open it separately"), module->n_prims,
                                        module->prims[0]->name));
      g_ptr_array_remove_index (workloads, i);
    }
}

/* The records of @workloads, whose functions are @module's in the same order. */
static gboolean
copy_records (TlDatabase *database, GPtrArray *records, GPtrArray *workloads, const TlModule *module, GError **error)
{
  g_autoptr (TlRecords) to = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (GPtrArray) tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_module_unref);

  for (guint i = 0; i < workloads->len; i++)
    g_ptr_array_add (tasks, workloads->len == 1 ? tl_module_ref (module) : tl_task_module (module, module->prims[i]->name));
  for (guint i = 0; i < records->len; i++)
    {
      TlRecord record = *(const TlRecord *) records->pdata[i];
      guint    index;

      if (record.module == NULL || !g_ptr_array_find (workloads, record.module, &index))
        continue;
      record.module = tasks->pdata[index];
      if (!tl_records_commit (to, &record, error))
        return FALSE;
    }
  return TRUE;
}

/* NULL with an error that says why there is nothing to show. */
static GPtrArray *
readable_workloads (const char *folder, GPtrArray *records, GPtrArray *problems, GError **error)
{
  g_autoptr (GPtrArray) workloads = workloads_of (records, problems);

  leave_out_modules (workloads, problems);
  if (workloads->len > 0)
    return g_steal_pointer (&workloads);
  return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, _ ("%s has no records of readable programs%s%s"), folder,
                       problems->len > 0 ? ":\n" : "", problems->len > 0 ? (const char *) problems->pdata[0] : "");
}

static GPtrArray *
problems_of (TlRecords *source)
{
  GPtrArray         *problems = g_ptr_array_new_with_free_func (g_free);
  const char *const *reported = tl_records_problems (source);

  for (guint i = 0; reported != NULL && reported[i] != NULL; i++)
    g_ptr_array_add (problems, g_strdup (reported[i]));
  return problems;
}

TlOpened *
tl_work_dir_read (const char *folder, GError **error)
{
  g_autoptr (TlOpened)  opened = g_new0 (TlOpened, 1);
  g_autoptr (TlRecords) source = NULL;
  g_autoptr (GPtrArray) records = NULL, workloads = NULL, problems = NULL;

  if (!has_file (folder, WORKLOAD_FILE))
    return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, _ ("%s is not a MetaSchedule work folder: it has no %s"), folder,
                         WORKLOAD_FILE);
  source = tl_records_open_work_dir (folder, TL_MODULE_EQUALITY_STRUCTURAL, error);
  records = source != NULL ? tl_records_all (source, NULL, error) : NULL;
  if (records == NULL)
    return NULL;
  problems = problems_of (source);
  workloads = readable_workloads (folder, records, problems, error);
  opened->module = workloads != NULL ? join (workloads, error) : NULL;
  if (opened->module == NULL)
    return NULL;
  opened->title = g_path_get_basename (folder);
  opened->origin = g_strdup (folder);
  opened->root = tl_state_new (opened->module, 0);
  opened->database = tl_storage_error_open_database (":memory:", &opened->storage_error, error);
  if (opened->database == NULL
      || !tl_database_add_program (opened->database, opened->module, opened->title, folder, &opened->workload_id, error)
      || !copy_records (opened->database, records, workloads, opened->module, error))
    return NULL;
  g_ptr_array_add (problems, NULL);
  opened->problems = (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
  return g_steal_pointer (&opened);
}
