/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning of modules with graph functions: tasks, the passes MetaScheduleTuneTIR, MetaScheduleTuneIRMod and MetaScheduleApplyDatabase, and
 * databases as contexts. Records of TVM's and ours are the same files.
 */
#include <gio/gio.h>
#include <string.h>

#include "core/graph/task.h"
#include "core/records/records.h"
#include "core/schedule/state.h"
#include "core/tutorial/graph/graph-private.h"

/* --- databases --- */

/* Of one folder, or of several: the best of all, or of the first that knows the workload. */
typedef struct
{
  const char *folder;      /* NULL: @parts */
  TlPyList    parts;
  gboolean    is_ordered;
} Database;

static gboolean
enter_database (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  return tl_py_list_append (interp, at, &tl_tutorial (interp)->databases, *self);
}

static gboolean
leave_database (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  tl_tutorial (interp)->databases.n--;
  return TRUE;
}

static const TlPyClass database_class = {
  .name = "database", .python_name = "Database", .enter = enter_database, .leave = leave_database,
};

/* JSONDatabase (work_dir="…") */
static gboolean
make_database (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *folder = tl_py_arg (args, G_MAXUINT, "work_dir");
  Database        *database = tl_arena_new0 (interp->arena, Database);

  if (folder == NULL || folder->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "%s takes work_dir, a folder", args->name);
  database->folder = folder->string;
  *value = tl_py_object (&database_class, database);
  return TRUE;
}

/* UnionDatabase (a, b), OrderedUnionDatabase (a, b) */
static gboolean
make_union (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  Database *database = tl_arena_new0 (interp->arena, Database);

  for (guint i = 0; i < args->n_positional; i++)
    if (!tl_py_is (&args->positional[i], &database_class))
      return tl_py_fail (interp, args->call, "%s takes databases, not a %s", args->name, tl_py_type_name (&args->positional[i]));
    else if (!tl_py_list_append (interp, args->call, &database->parts, args->positional[i]))
      return FALSE;
  if (args->n_positional == 0)
    return tl_py_fail (interp, args->call, "%s takes databases", args->name);
  database->is_ordered = args->name[0] == 'O';
  *value = tl_py_object (&database_class, database);
  return TRUE;
}

/* New reference; NULL with @error. */
static TlRecords *
open_database (const Database *database, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_records_unref);

  if (database->folder != NULL)
    return tl_records_open_work_dir (database->folder, TL_MODULE_EQUALITY_STRUCTURAL, error);
  for (guint i = 0; i < database->parts.n; i++)
    {
      TlRecords *part = open_database (database->parts.items[i].object, error);

      if (part == NULL)
        return NULL;
      g_ptr_array_add (parts, part);
    }
  return tl_records_new_union ((TlRecords *const *) parts->pdata, parts->len, database->is_ordered);
}

/* --- passes --- */

typedef struct
{
  TlScriptPass base;
  TlPyArgs     args;
  Database     database;    /* of "work_dir" */
} TunePass;

static const TlPyValue *
work_dir_of (const TunePass *pass)
{
  const TlPyValue *folder = tl_py_arg (&pass->args, G_MAXUINT, "work_dir");

  return folder != NULL && folder->kind == TL_PY_STRING ? folder : NULL;
}

/* Trials go into the folder; the module stays as it is. */
static gboolean
run_tuning (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const TunePass *pass = (const TunePass *) self;
  const TlModule *given = tl_py_module_get (interp, at, module);
  TlTarget        target;

  *value = *module;
  if (given == NULL || !tl_tutorial_to_target (interp, at, tl_tutorial_current_target (interp), &target))
    return FALSE;
  if (given->n_prims == 0)
    return tl_py_fail (interp, at, "%s: the module has no PrimFuncs; LegalizeOps makes them of operators", self->name);
  return tl_tutorial_tune (interp, at, &pass->args, given, &target);
}

/* PrimFuncs as their best records say; those without one stay. */
static gboolean
run_applying (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const TunePass       *pass = (const TunePass *) self;
  const TlTutorial     *run = tl_tutorial (interp);
  const TlModule       *given = tl_py_module_get (interp, at, module);
  const Database       *database = work_dir_of (pass) != NULL ? &pass->database
                                   : run->databases.n > 0 ? run->databases.items[run->databases.n - 1].object : NULL;
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlRecords) records = NULL;
  g_autoptr (TlState)   start = NULL, state = NULL;
  guint                 n_scheduled = 0;

  if (given == NULL)
    return FALSE;
  if (database == NULL)
    return tl_py_fail (interp, at, "%s needs a database: work_dir, or \"with database:\"", self->name);
  records = open_database (database, &error);
  if (records != NULL)
    {
      start = tl_state_new (given, run->options->seed);
      state = tl_records_best_schedule (records, start, &n_scheduled, &error);
    }
  if (error != NULL)
    return tl_py_fail (interp, at, "%s: %s", self->name, error->message);
  tl_tutorial_note (interp, at, "%u of %u functions have a record", n_scheduled, given->n_prims);
  return tl_tutorial_finish_pass (interp, at, self->name, tl_module_ref (state != NULL ? tl_state_module (state) : given), NULL, value);
}

/* relax.transform.MetaScheduleTuneTIR (work_dir="…", max_trials_global=…), …TuneIRMod (params, work_dir, …), …ApplyDatabase (work_dir) */
static gboolean
make_pass (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TunePass        *pass = tl_arena_new0 (interp->arena, TunePass);
  gboolean         is_tuning = strcmp (args->name, "MetaScheduleApplyDatabase") != 0;
  const TlPyValue *folder;

  if (args->n_positional > 0)
    return tl_py_fail (interp, args->call, "%s takes its arguments by name", args->name);
  pass->base = (TlScriptPass) { tl_arena_strdup (interp->arena, args->name), is_tuning ? run_tuning : run_applying };
  pass->args = *args;
  folder = work_dir_of (pass);
  pass->database.folder = folder != NULL ? folder->string : NULL;
  *value = tl_tutorial_pass (&pass->base);
  return !is_tuning || folder != NULL || tl_py_fail (interp, args->call, "%s takes work_dir, a folder", args->name);
}

/* --- tasks --- */

typedef struct
{
  const char *name;
  double      weight;
  TlPyValue   module;
} Task;

static gboolean
task_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const Task *task = self->object;

  if (strcmp (name, "task_name") == 0)
    *value = tl_py_string (interp, task->name);
  else if (strcmp (name, "weight") == 0)
    *value = tl_py_int ((gint64) task->weight);
  else if (strcmp (name, "mod") == 0)
    *value = task->module;
  else
    return tl_py_fail (interp, at, "a task has no attribute '%s' here; it has task_name, weight and mod", name);
  return TRUE;
}

static const TlPyClass task_class = { .name = "task", .python_name = "ExtractedTask", .attribute = task_attribute };

/* extract_tasks (mod, target): by name */
static gboolean
extract_tasks (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue      *module_value = tl_py_arg (args, 0, "mod");
  const TlModule       *module = module_value != NULL ? tl_py_module_get (interp, args->call, module_value) : NULL;
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) tasks = NULL;

  if (module == NULL)
    return module_value != NULL ? FALSE : tl_py_fail (interp, args->call, "extract_tasks takes a module and a target");
  tasks = tl_tasks_extract (module, NULL, NULL, 0, &error);
  if (tasks == NULL)
    return tl_py_fail (interp, args->call, "%s", error->message);
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, tasks->len, value))
    return FALSE;
  for (guint i = 0; i < tasks->len; i++)
    {
      const TlTask *found = tasks->pdata[i];
      Task         *task = tl_arena_new0 (interp->arena, Task);

      *task = (Task) { tl_arena_strdup (interp->arena, found->name), found->weight,
                       tl_py_module (interp, tl_module_ref (found->module), NULL, NULL) };
      value->list->items[value->list->n++] = tl_py_object (&task_class, task);
    }
  return TRUE;
}

/* ms.relax_integration.tune_relax (mod, params, target, work_dir="…", max_trials_global=…, space=…): the database of the folder */
static gboolean
tune_relax (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *module = tl_py_arg (args, 0, "mod");
  const TlModule  *given = module != NULL ? tl_py_module_get (interp, args->call, module) : NULL;
  TlTarget         target;

  if (given == NULL)
    return module != NULL ? FALSE : tl_py_fail (interp, args->call, "tune_relax takes a module, its params and a target");
  if (given->n_prims == 0)
    return tl_py_fail (interp, args->call, "tune_relax: the module has no PrimFuncs; LegalizeOps makes them of operators");
  return tl_tutorial_to_target (interp, args->call, tl_py_arg (args, 2, "target"), &target) && make_database (interp, args, value)
         && tl_tutorial_tune (interp, args->call, args, given, &target);
}

/* --- folders and settings of the system --- */

static void
delete_folder (GFile *folder)
{
  g_autoptr (GFileEnumerator) files = g_file_enumerate_children (folder, "standard::*", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFileInfo *info;
  GFile     *file;

  while (files != NULL && g_file_enumerator_iterate (files, &info, &file, NULL, NULL) && file != NULL)
    if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
      delete_folder (file);
    else
      g_file_delete (file, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
}

typedef struct
{
  const char *path;     /* while it is entered */
} TemporaryFolder;

static gboolean
enter_folder (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *path = g_dir_make_tmp ("tileloom-XXXXXX", &error);

  if (path == NULL)
    return tl_py_fail (interp, at, "%s", error->message);
  ((TemporaryFolder *) self->object)->path = tl_arena_strdup (interp->arena, path);
  *value = tl_py_string (interp, path);
  return TRUE;
}

static gboolean
leave_folder (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  g_autoptr (GFile) folder = g_file_new_for_path (((const TemporaryFolder *) self->object)->path);

  delete_folder (folder);
  return TRUE;
}

static const TlPyClass folder_class = {
  .name = "temporary folder", .python_name = "TemporaryDirectory", .enter = enter_folder, .leave = leave_folder,
};

static gboolean
make_folder (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&folder_class, tl_arena_new0 (interp->arena, TemporaryFolder));
  return TRUE;
}

/* os.getenv ("NAME", otherwise) */
static gboolean
get_environment (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "key"), *otherwise = tl_py_arg (args, 1, "default");
  const char      *found;

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "getenv takes a name");
  found = g_getenv (name->string);
  *value = found != NULL ? tl_py_string (interp, found) : otherwise != NULL ? *otherwise : TL_PY_NONE_VALUE;
  return TRUE;
}

const TlPyNative tl_graph_tuning_natives[] = {
  { "relax.transform", "MetaScheduleTuneTIR", make_pass }, { "relax.transform", "MetaScheduleTuneIRMod", make_pass },
  { "relax.transform", "MetaScheduleApplyDatabase", make_pass }, { "relax_integration", "extract_tasks", extract_tasks },
  { "relax_integration", "tune_relax", tune_relax },
  { "database", "JSONDatabase", make_database }, { "database", "UnionDatabase", make_union },
  { "database", "OrderedUnionDatabase", make_union }, { "tempfile", "TemporaryDirectory", make_folder },
  { "os", "getenv", get_environment },
  { NULL },
};
