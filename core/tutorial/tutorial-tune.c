/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ms.tune_tir, and ms.tir_integration.compile_tir of its result. The space is the target's own, or a function of the tutorial; without the
 * target's device nothing is measured, and the result is the default schedule.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/default-schedules/default-schedule.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/state.h"
#include "core/search/module-tuner.h"
#include "core/tutorial/tutorial-private.h"

/* The result of a search: a program, and the best schedule of it. */
typedef struct
{
  const TlModule *module;
  TlState        *best;     /* owned by the run */
} Tuned;

static const TlPyClass tuned_class = { .name = "tuning database", .python_name = "Database" };

/* ms.space_generator.ScheduleFn (f) */
static const TlPyClass space_class = { .name = "design space", .python_name = "ScheduleFn" };

static gboolean
make_space (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *function = tl_py_arg (args, 0, "sch_fn");

  if (function == NULL || function->kind != TL_PY_FUNCTION || function->function->ast->name == NULL)
    return tl_py_fail (interp, args->call, "ScheduleFn takes a function of the script");
  *value = tl_py_object (&space_class, function->function->ast->name);
  return TRUE;
}

/* ms.TuneConfig (max_trials_global=64, …) */
static gboolean
make_config (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i < args->n_named; i++)
    if (!tl_py_dict_set (interp, args->call, value->dict, tl_py_string (interp, args->names[i]), args->named[i]))
      return FALSE;
  return TRUE;
}

/* --- arguments --- */

/* The argument, or a member of "config". */
static const TlPyValue *
find_setting (TlPyInterp *interp, const TlPyArgs *args, const char *name)
{
  const TlPyValue *value = tl_py_arg (args, G_MAXUINT, name), *config = tl_py_arg (args, G_MAXUINT, "config");
  TlPyValue        key = tl_py_string (interp, name);

  return value == NULL && config != NULL && config->kind == TL_PY_DICT ? tl_py_dict_find (interp, config->dict, &key) : value;
}

static void
read_number (TlPyInterp *interp, const TlPyArgs *args, const char *name, guint *number)
{
  const TlPyValue *value = find_setting (interp, args, name);
  gint64 given;

  if (value != NULL && tl_py_get_int (value, &given) && given > 0)
    *number = (guint) MIN (given, 1000000);
}

/* Where the line begins that a statement, or the first of its decorators, stands in. */
static gsize
start_of (const TlPyInterp *interp, const TlAst *statement)
{
  const char *text = tl_source_text (interp->source);
  gsize       start = statement->span.start;

  if ((statement->kind == TL_AST_FUNCTION || statement->kind == TL_AST_CLASS) && statement->n_items > 0)
    start = MIN (start, statement->items[0]->span.start);
  while (start > 0 && text[start - 1] != '\n')
    start--;
  return start;
}

/* The definitions of the tutorial alone: its other statements are not run again for each candidate. */
static TlScheduleScript *
read_definitions (TlPyInterp *interp, GError **error)
{
  g_autoptr (GString)  text = g_string_new (NULL);
  g_autoptr (TlSource) source = NULL;
  const TlAst         *script = interp->script;

  for (guint i = 0; i < script->n_body; i++)
    {
      TlAstKind kind = script->body[i]->kind;
      gsize     start = start_of (interp, script->body[i]);
      gsize     end = i + 1 < script->n_body ? start_of (interp, script->body[i + 1]) : tl_source_length (interp->source);

      if (kind == TL_AST_IMPORT || kind == TL_AST_FUNCTION || kind == TL_AST_CLASS)
        g_string_append_len (text, tl_source_text (interp->source) + start, (gssize) (end - start));
    }
  source = tl_source_new (tl_source_name (interp->source), text->str, (gssize) text->len);
  return tl_schedule_script_parse (source, error);
}

/* "post-order-apply", PostOrderApply (…), ScheduleFn (f). FALSE with an error. */
static gboolean
read_lists (TlPyInterp *interp, const TlPyArgs *args, TlTuneConfig *config, GError **error)
{
  const TlPyValue   *space = find_setting (interp, args, "space");
  const char *const *lists = space != NULL ? tl_tutorial_space_lists (space) : NULL;

  for (TlSpaceList list = 0; lists != NULL && list < TL_N_SPACE_LISTS; list++)
    config->lists[list] = lists[list];
  return space == NULL || lists != NULL || space->kind == TL_PY_NONE || tl_py_is (space, &space_class)
         || (space->kind == TL_PY_STRING && strcmp (space->string, "post-order-apply") == 0)
         || tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_VALUE,
                     "space is PostOrderApply (…) or ScheduleFn (f) of space_generator, not a %s", tl_py_type_name (space));
}

static TlSpace *
read_space (TlPyInterp *interp, const TlPyArgs *args, const TlTuneConfig *config, const TlTarget *target, GError **error)
{
  const TlPyValue *space = find_setting (interp, args, "space");
  g_autoptr (TlScheduleScript) script = NULL;

  if (space == NULL || !tl_py_is (space, &space_class))
    return tl_tune_config_space (config, target, error);
  script = read_definitions (interp, error);
  return script != NULL ? tl_space_from_script (script, space->object, NULL) : NULL;
}

/* --- the search --- */

/* The names of functions that the list "op_names" chooses, as one text; NULL: all. */
static const char *
read_ops (TlPyInterp *interp, const TlPyArgs *args)
{
  const TlPyValue    *list = find_setting (interp, args, "op_names");
  g_autoptr (GString) ops = g_string_new (NULL);

  for (guint i = 0; list != NULL && tl_py_is_sequence (list) && i < list->list->n; i++)
    if (list->list->items[i].kind == TL_PY_STRING)
      g_string_append_printf (ops, "%s%s", i > 0 ? "," : "", list->list->items[i].string);
  return ops->len > 0 ? g_intern_string (ops->str) : NULL;
}

/* @best (nullable): of the first task, a new reference, or NULL. FALSE with an error. */
static gboolean
tune (TlPyInterp *interp, const TlPyArgs *args, TlModule *module, const TlTarget *target, TlState **best, GError **error)
{
  TlTutorial      *run = tl_tutorial (interp);
  const TlPyValue *folder_name = find_setting (interp, args, "work_dir");
  TlModuleTuneOptions options = { .tune = { .config = tl_tune_config_default (), .target = *target } };
  TlTuneConfig        *config = &options.tune.config;
  g_autoptr (TlTuneFolder)  folder = NULL;
  g_autoptr (GPtrArray)     tasks = NULL;
  g_autoptr (TlSpace)       space = NULL;
  g_autoptr (TlModuleTuner) tuner = NULL;
  double latency_s;
  guint  number;

  config->seed = run->options->seed;
  config->budget.max_trials_global = 64;
  config->ops = read_ops (interp, args);
  if (!read_lists (interp, args, config, error))
    return FALSE;
  read_number (interp, args, "max_trials_global", &config->budget.max_trials_global);
  read_number (interp, args, "num_trials_per_iter", &config->budget.trials_per_iter);
  if (folder_name != NULL && folder_name->kind == TL_PY_STRING)
    {
      config->work_dir = g_intern_string (folder_name->string);
      folder = options.folder = tl_tune_folder_open (config, target, FALSE, error);
      if (folder == NULL)
        return FALSE;
    }
  tasks = options.tasks = tl_tune_config_tasks (config, module, error);
  space = options.tune.space = tasks != NULL ? read_space (interp, args, config, target, error) : NULL;
  if (space == NULL)
    return FALSE;
  options.title = tl_source_name (interp->source);
  options.tune.begins_with_default_schedule = find_setting (interp, args, "space") == NULL;
  tuner = tl_module_tuner_start (run->options->pool, &options, &(TlModuleTuneCallbacks) { NULL }, error);
  if (tuner == NULL)
    return FALSE;
  tl_module_tuner_wait (tuner);
  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    if (tl_module_tuner_task_error (tuner, i) != NULL)
      {
        g_propagate_error (error, g_error_copy (tl_module_tuner_task_error (tuner, i)));
        return FALSE;
      }
  if (best != NULL)
    *best = tl_module_tuner_best (tuner, 0, &number, &latency_s, error);
  return best == NULL || *best != NULL;
}

/* The best schedule of @module; NULL with an error. New reference. */
static TlState *
search (TlPyInterp *interp, const TlPyArgs *args, TlModule *module, const TlTarget *target, GError **error)
{
  TlState *best = NULL;

  return tune (interp, args, module, target, &best, error) ? best : NULL;
}

gboolean
tl_tutorial_tune (TlPyInterp *interp, const TlAst *at, const TlPyArgs *args, const TlModule *module, const TlTarget *target)
{
  const char        *absence = tl_tutorial_find_device (interp, target);
  g_autoptr (GError) error = NULL;

  if (absence != NULL)
    {
      tl_tutorial_note (interp, at, "%s; nothing is tuned", absence);
      return TRUE;
    }
  return tune (interp, args, (TlModule *) module, target, NULL, &error) || tl_py_fail (interp, at, "nothing is tuned: %s", error->message);
}

static TlState *
schedule_by_rules (TlModule *module, const TlTarget *target, guint64 seed, GError **error)
{
  g_autoptr (TlState)   start = tl_state_new (module, seed);
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();

  return tl_default_schedule_with (start, module->prims[0]->name, target, TL_DEFAULT_ALL, notes, error);
}

static gboolean
fail_search (TlPyInterp *interp, const TlAst *at, GError *error)
{
  tl_py_fail (interp, at, "the search found nothing: %s", error != NULL ? error->message : "no candidate could be measured");
  g_clear_error (&error);
  return FALSE;
}

/* A schedule that goes on from the best state. */
static gboolean
make_schedule (TlPyInterp *interp, const TlPyArgs *args, const Tuned *tuned, TlPyValue *value)
{
  TlPyValue module = tl_py_module (interp, tl_module_ref (tl_state_module (tuned->best)), NULL, tuned->best);
  TlPyArgs  of_module = { .positional = &module, .n_positional = 1, .call = args->call };

  return tl_py_call_package (interp, "tvm.tir.Schedule", &of_module, value);
}

/* ms.tune_tir (mod, target, max_trials_global=64, work_dir="…"): with "config", as older versions have it, its value is the schedule. */
static gboolean
tune_tir (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlTutorial      *run = tl_tutorial (interp);
  const TlPyValue *module_value = tl_py_arg (args, 0, "mod"), *target_value = tl_py_arg (args, 1, "target");
  Tuned           *tuned = tl_arena_new0 (interp->arena, Tuned);
  GError          *error = NULL;
  const char      *absence;
  TlTarget         target;

  if (module_value == NULL || (tuned->module = tl_py_module_get (interp, args->call, module_value)) == NULL)
    return module_value != NULL ? FALSE : tl_py_fail (interp, args->call, "tune_tir takes a module and a target");
  if (tuned->module->n_prims != 1)
    return tl_py_fail (interp, args->call, "tune_tir takes a module of one function here, not of %u", tuned->module->n_prims);
  if (!tl_tutorial_to_target (interp, args->call, target_value, &target))
    return FALSE;
  absence = tl_tutorial_find_device (interp, &target);
  if (absence != NULL)
    tl_tutorial_note (interp, args->call, "%s; nothing is tuned, and the schedule is that of the default rules", absence);
  tuned->best = absence != NULL ? schedule_by_rules ((TlModule *) tuned->module, &target, run->options->seed, &error)
                                : search (interp, args, (TlModule *) tuned->module, &target, &error);
  if (tuned->best == NULL)
    return fail_search (interp, args->call, error);
  g_ptr_array_add (run->states, tuned->best);
  if (tl_py_arg (args, G_MAXUINT, "config") != NULL)
    return make_schedule (interp, args, tuned, value);
  *value = tl_py_object (&tuned_class, tuned);
  return TRUE;
}

/* ms.tir_integration.compile_tir (database, mod, target) */
static gboolean
compile_tir (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *database = tl_py_arg (args, 0, "database"), *module = tl_py_arg (args, 1, "mod");
  const TlModule  *program = module != NULL ? tl_py_module_get (interp, args->call, module) : NULL;
  const Tuned     *tuned;

  if (database == NULL || !tl_py_is (database, &tuned_class) || module == NULL)
    return tl_py_fail (interp, args->call, "compile_tir takes what tune_tir returned, a module and a target");
  tuned = database->object;
  if (program == NULL)
    return FALSE;
  if (program != tuned->module)
    return tl_py_fail (interp, args->call, "the database has no schedule of this module");
  return make_schedule (interp, args, tuned, value);
}

const TlPyNative tl_tune_natives[] = {
  { "meta_schedule", "tune_tir", tune_tir }, { "tir_integration", "tune_tir", tune_tir },
  { "meta_schedule", "TuneConfig", make_config }, { "space_generator", "ScheduleFn", make_space },
  { "tir_integration", "compile_tir", compile_tir },
  { NULL },
};
