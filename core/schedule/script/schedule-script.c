/* SPDX-License-Identifier: Apache-2.0 */
/* Which function of a script runs, and with which arguments. */
#include <string.h>

#include "core/schedule/script/script-private.h"
#include "core/schedule/trace.h"

#define DEFAULT_MAX_EVALUATED 2000000u
#define DEFAULT_MAX_STEPS     5000u

struct _TlScheduleScript
{
  gint         ref_count;     /* atomic */
  TlSource    *source;
  TlArena     *arena;
  const TlAst *module;
  GPtrArray   *functions;     /* const char*, NULL-terminated */
  gboolean     is_bare;       /* steps stand outside of any function */
  gboolean     calls_steps;   /* a function that takes a schedule or a module is called there, with a program of the script's own */
};

/* TRUE if a statement outside of functions works on a schedule: names sch, or makes one, or needs a name of @left_out (nullable). */
static gboolean
mentions_schedule (const TlAst *ast, GHashTable *left_out)
{
  if (ast == NULL || ast->kind == TL_AST_FUNCTION || ast->kind == TL_AST_CLASS || ast->kind == TL_AST_IMPORT)
    return FALSE;
  if (ast->kind == TL_AST_NAME && (strcmp (ast->name, "sch") == 0 || (left_out != NULL && g_hash_table_contains (left_out, ast->name))))
    return TRUE;
  if (ast->kind == TL_AST_ATTRIBUTE && strcmp (ast->name, "Schedule") == 0)
    return TRUE;
  if (mentions_schedule (ast->value, left_out) || mentions_schedule (ast->other, left_out))
    return TRUE;
  for (guint i = 0; i < ast->n_items; i++)
    if (mentions_schedule (ast->items[i], left_out))
      return TRUE;
  for (guint i = 0; i < ast->n_body; i++)
    if (mentions_schedule (ast->body[i], left_out))
      return TRUE;
  for (guint i = 0; i < ast->n_orelse; i++)
    if (mentions_schedule (ast->orelse[i], left_out))
      return TRUE;
  return FALSE;
}

typedef enum
{
  TAKES_OTHER,
  TAKES_SCHEDULE,
  TAKES_MODULE,
} Takes;

/* Judged by the annotation, else by the name of the first parameter. */
static Takes
first_parameter (const TlAst *function)
{
  const TlAst *annotation;
  const char  *name;

  if (function->n_params == 0 || function->params[0].is_star)
    return TAKES_OTHER;
  name = function->params[0].name;
  annotation = function->params[0].annotation;
  if (annotation != NULL && (annotation->kind == TL_AST_ATTRIBUTE || annotation->kind == TL_AST_NAME || annotation->kind == TL_AST_STRING))
    {
      if (g_str_has_suffix (annotation->name, "Schedule"))
        return TAKES_SCHEDULE;
      if (g_str_has_suffix (annotation->name, "IRModule") || g_str_has_suffix (annotation->name, "PrimFunc"))
        return TAKES_MODULE;
    }
  if (strcmp (name, "s") == 0 || strstr (name, "sch") != NULL)
    return TAKES_SCHEDULE;
  if (strstr (name, "mod") != NULL || strstr (name, "func") != NULL)
    return TAKES_MODULE;
  return TAKES_OTHER;
}

/* TRUE if a statement outside of functions calls one of the script's that takes a schedule or a module. */
static gboolean
calls_steps (const TlAst *ast, const TlAst *script)
{
  if (ast == NULL || ast->kind == TL_AST_FUNCTION || ast->kind == TL_AST_CLASS || ast->kind == TL_AST_IMPORT)
    return FALSE;
  if (ast->kind == TL_AST_CALL && ast->value->kind == TL_AST_NAME)
    for (guint i = 0; i < script->n_body; i++)
      if (script->body[i]->kind == TL_AST_FUNCTION && strcmp (script->body[i]->name, ast->value->name) == 0
          && first_parameter (script->body[i]) != TAKES_OTHER)
        return TRUE;
  if (calls_steps (ast->value, script) || calls_steps (ast->other, script))
    return TRUE;
  for (guint i = 0; i < ast->n_items; i++)
    if (calls_steps (ast->items[i], script))
      return TRUE;
  for (guint i = 0; i < ast->n_body; i++)
    if (calls_steps (ast->body[i], script))
      return TRUE;
  return FALSE;
}

/* The blanks that all lines with text begin with. */
static gsize
common_indent (char **lines)
{
  gsize common = G_MAXSIZE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize indent = strspn (lines[i], " ");

      if (lines[i][indent] != '\0' && lines[i][indent] != '\r')
        common = MIN (common, indent);
    }
  return common == G_MAXSIZE ? 0 : common;
}

/* A trace copied out of a function or a document stands indented as a whole. */
static TlSource *
without_indent (TlSource *source)
{
  g_auto (GStrv)      lines = NULL;
  g_autoptr (GString) text = NULL;
  gsize               indent;

  if (strlen (tl_source_text (source)) != tl_source_length (source))
    return tl_source_ref (source);
  lines = g_strsplit (tl_source_text (source), "\n", -1);
  indent = common_indent (lines);
  if (indent == 0)
    return tl_source_ref (source);
  text = g_string_new (NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", strlen (lines[i]) >= indent ? lines[i] + indent : "");
  return tl_source_new (tl_source_name (source), text->str, (gssize) text->len);
}

TlScheduleScript *
tl_schedule_script_parse (TlSource *source, GError **error)
{
  g_autoptr (TlScheduleScript) script = g_new0 (TlScheduleScript, 1);

  script->ref_count = 1;
  script->source = without_indent (source);
  script->arena = tl_arena_new (NULL);
  script->functions = g_ptr_array_new ();
  script->module = tl_ast_parse (script->arena, script->source, error);
  if (script->module == NULL)
    return NULL;
  for (guint i = 0; i < script->module->n_body; i++)
    {
      const TlAst *statement = script->module->body[i];

      if (statement->kind == TL_AST_FUNCTION && statement->n_items == 0)
        g_ptr_array_add (script->functions, (gpointer) statement->name);
      script->is_bare |= mentions_schedule (statement, NULL);
      script->calls_steps |= calls_steps (statement, script->module);
    }
  g_ptr_array_add (script->functions, NULL);
  return g_steal_pointer (&script);
}

TlScheduleScript *
tl_schedule_script_ref (TlScheduleScript *script)
{
  g_atomic_int_inc (&script->ref_count);
  return script;
}

void
tl_schedule_script_unref (TlScheduleScript *script)
{
  if (!g_atomic_int_dec_and_test (&script->ref_count))
    return;
  tl_source_unref (script->source);
  tl_arena_unref (script->arena);
  g_ptr_array_unref (script->functions);
  g_free (script);
}

gboolean
tl_schedule_script_is_bare (const TlScheduleScript *script)
{
  return script->is_bare;
}

const char *const *
tl_schedule_script_functions (const TlScheduleScript *script)
{
  return (const char *const *) script->functions->pdata;
}

/* The function named, or the last that takes a schedule or a module. NULL with an error. */
static const TlAst *
choose_function (const TlScheduleScript *script, const char *name, GError **error)
{
  const TlAst *chosen = NULL;

  for (guint i = 0; i < script->module->n_body; i++)
    {
      const TlAst *statement = script->module->body[i];

      if (statement->kind != TL_AST_FUNCTION || statement->n_items > 0)
        continue;
      if (name != NULL ? strcmp (statement->name, name) == 0 : first_parameter (statement) != TAKES_OTHER)
        chosen = statement;
    }
  if (chosen == NULL && name != NULL)
    g_set_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "%s has no function '%s'", tl_source_name (script->source), name);
  else if (chosen == NULL)
    g_set_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT,
                 "%s contains neither steps nor a function that takes a schedule", tl_source_name (script->source));
  return chosen;
}

/* @block_rv: the variable of the block that the function takes beside the schedule; -1: it takes the schedule alone. */
static gboolean
run_function (TlPyInterp *interp, const TlAst *ast, gint block_rv, const char *const *arguments, TlPyValue *result, GError **error)
{
  TlScriptRun     *run = interp->host;
  const TlPyValue *function = tl_py_scope_find (interp, interp->globals, ast->name);
  TlPyArgs         args = { .n_positional = block_rv >= 0 ? 2 : 1, .call = ast };
  TlPyValue        first[2];

  g_assert (function != NULL && function->kind == TL_PY_FUNCTION);
  if (first_parameter (ast) == TAKES_MODULE)
    first[0] = tl_script_module (interp, run->start);
  else
    first[0] = tl_script_new_schedule (interp, run->start);
  if (block_rv >= 0)
    first[1] = tl_script_rv (interp, run->latest, (guint) block_rv);
  if (ast->n_params == 0)
    args.n_positional = 0;
  args.positional = first;
  if (!tl_py_read_named (interp, arguments, &args, error))
    return FALSE;
  run->keeps_unknown = strcmp (ast->name, "apply_trace") == 0;
  return tl_py_call_function (interp, function->function, &args, result);
}

/* The state that the script ended in: what it returned, else the schedule it worked on last. */
static TlState *
end_state (TlPyInterp *interp, const TlPyValue *result)
{
  TlScriptRun *run = interp->host;

  if (tl_py_is (result, &tl_script_schedule_class))
    return ((TlScriptSchedule *) result->object)->state;
  if (tl_py_is (result, &tl_py_module_class) && ((TlPyModule *) result->object)->origin != NULL)
    return ((TlPyModule *) result->object)->origin;
  return run->latest != NULL ? run->latest->state : run->start;
}

/* A script may schedule programs of its own on the way; what it ends with is about the program it was run on. */
static gboolean
is_of_start (TlPyInterp *interp, const TlScheduleScript *script, TlState *end)
{
  TlScriptRun *run = interp->host;

  return tl_state_module (tl_state_root (end)) == tl_state_module (tl_state_root (run->start))
         || tl_py_fail (interp, script->module, "the script returns a schedule of another program");
}

static void
leave_out (GHashTable *left_out, const TlAst *target)
{
  if (target->kind == TL_AST_NAME)
    g_hash_table_add (left_out, (gpointer) target->name);
  else if (target->kind == TL_AST_STARRED)
    leave_out (left_out, target->value);
  for (guint i = 0; (target->kind == TL_AST_TUPLE || target->kind == TL_AST_LIST) && i < target->n_items; i++)
    leave_out (left_out, target->items[i]);
}

/* Statements outside of functions, run before a function is called: all but steps on a schedule and statements that depend on these. */
static gboolean
run_around_function (TlPyInterp *interp, const TlScheduleScript *script, TlPyValue *result)
{
  g_autoptr (GHashTable) left_out = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < script->module->n_body; i++)
    {
      const TlAst *statement = script->module->body[i];

      if (!mentions_schedule (statement, left_out))
        {
          if (tl_py_run (interp, interp->globals, &script->module->body[i], 1, result) == TL_PY_FLOW_ERROR)
            return FALSE;
        }
      else if (statement->kind == TL_AST_ASSIGN)
        for (guint j = 0; j + 1 < statement->n_items; j++)
          leave_out (left_out, statement->items[j]);
    }
  return TRUE;
}

static gboolean
run_bare (TlPyInterp *interp, const TlScheduleScript *script, TlPyValue *result)
{
  TlScriptRun *run = interp->host;
  TlPyValue    sch = tl_script_new_schedule (interp, run->start);

  run->keeps_unknown = script->functions->len == 1;
  return tl_py_scope_set (interp, script->module, interp->globals, "sch", sch)
         && tl_py_run (interp, interp->globals, script->module->body, script->module->n_body, result) != TL_PY_FLOW_ERROR;
}

static gboolean
run_script (TlPyInterp *interp, const TlScheduleScript *script, const char *function, gint block_rv, const char *const *arguments,
            TlPyValue *result, GError **error)
{
  const TlScriptRun *run = interp->host;
  gboolean           is_whole = function == NULL && script->calls_steps;
  const TlAst       *ast;

  if (function == NULL && script->is_bare)
    return run_bare (interp, script, result);
  if (is_whole && tl_py_run (interp, interp->globals, script->module->body, script->module->n_body, result) == TL_PY_FLOW_ERROR)
    return FALSE;
  if (is_whole && run->latest != NULL)
    return TRUE;
  ast = choose_function (script, function, error);
  return ast != NULL && (is_whole || run_around_function (interp, script, result))
         && run_function (interp, ast, block_rv, arguments, result, error);
}

/* Schedules that the script ends with: those of a list that it returns, or the one it ended in. */
static gboolean
collect_ends (TlPyInterp *interp, const TlScheduleScript *script, const TlPyValue *result, GPtrArray *ends)
{
  gboolean is_list = result->kind == TL_PY_LIST || result->kind == TL_PY_TUPLE;

  for (guint i = 0; is_list && i < result->list->n; i++)
    {
      const TlPyValue *item = &result->list->items[i];

      if (!tl_py_is (item, &tl_script_schedule_class))
        return tl_py_fail (interp, script->module, "the script returns a list that contains a %s instead of schedules",
                           tl_py_type_name (item));
      if (!is_of_start (interp, script, ((TlScriptSchedule *) item->object)->state))
        return FALSE;
      g_ptr_array_add (ends, tl_state_ref (((TlScriptSchedule *) item->object)->state));
    }
  if (is_list)
    return TRUE;
  if (!is_of_start (interp, script, end_state (interp, result)))
    return FALSE;
  g_ptr_array_add (ends, tl_state_ref (end_state (interp, result)));
  return TRUE;
}

typedef struct
{
  const char        *function;       /* nullable */
  const char *const *arguments;      /* nullable */
  gint               block_rv;       /* -1: none */
  guint              max_evaluated, max_steps;
  GPtrArray         *ends;           /* nullable: TlState, all that the script returns */
  gboolean           finds_order;    /* a refusal says which order of the steps works */
  TlRefusedFunc      on_refused;     /* nullable */
  gpointer           refused_data;
} RunRequest;

/* A person reads it: of handles that are gone others are to be fetched, whatever the order. */
static void
add_order (const TlScriptRun *run, GError *error)
{
  TlTraceOrder order;

  if (run->refused_on == NULL || !g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED)
      || (tl_refusal_hint (error) != NULL && g_str_has_prefix (tl_refusal_hint (error), "get_")))
    return;
  if (tl_trace_find_order (run->refused_on, &run->refused, FALSE, &order))
    {
      g_autofree char *text = tl_trace_order_text (&order);

      tl_refusal_add_hint (error, text);
      tl_trace_order_clear (&order);
    }
}

/* The state that the script ended in, or NULL. */
static TlState *
run (const TlScheduleScript *script, TlState *start, const RunRequest *request, GError **error)
{
  static const TlPyNative *const libraries[] = { tl_script_natives, tl_te_natives, NULL };
  g_autoptr (GPtrArray)          states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlScriptRun                    host = { .states = states, .start = start, .intrins = tl_state_intrins (start),
                                          .max_steps = request->max_steps != 0 ? request->max_steps : DEFAULT_MAX_STEPS,
                                          .on_refused = request->on_refused, .refused_data = request->refused_data };
  TlPyValue                      result = TL_PY_NONE_VALUE;
  GError                        *problem = NULL;
  TlState                       *end = NULL;
  TlPyInterp                     interp;

  tl_py_interp_init (&interp, script->source, script->module, libraries,
                     request->max_evaluated != 0 ? request->max_evaluated : DEFAULT_MAX_EVALUATED, TL_SCHEDULE_ERROR,
                     TL_SCHEDULE_ERROR_SCRIPT);
  interp.host = &host;
  if (run_script (&interp, script, request->function, request->block_rv, request->arguments, &result, &problem)
      && tl_py_look (&interp, script->module, 0)
      && (request->ends != NULL ? collect_ends (&interp, script, &result, request->ends)
                                : is_of_start (&interp, script, end_state (&interp, &result))))
    end = tl_state_ref (end_state (&interp, &result));
  else
    {
      if (problem == NULL)
        problem = g_steal_pointer (&interp.error);
      if (request->finds_order && error != NULL)
        add_order (&host, problem);
      g_propagate_error (error, problem);
    }
  tl_py_interp_clear (&interp);
  return end;
}

gboolean
tl_schedule_script_run_statements (const TlScheduleScript *script, const TlScriptHost *host, GError **error)
{
  const TlPyNative *const libraries[] = { host->functions, tl_script_natives, tl_te_natives, NULL };
  g_autoptr (GPtrArray)   states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlScriptRun             run = { .states = states, .seed = host->seed, .max_steps = DEFAULT_MAX_STEPS };
  TlPyValue               result = TL_PY_NONE_VALUE;
  TlPyInterp              interp;
  gboolean                is_done;

  tl_py_interp_init (&interp, script->source, script->module, libraries, host->max_evaluated, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT);
  interp.host = &run;
  interp.print = host->print;
  interp.context = host->context;
  interp.max_value_bytes = host->max_value_bytes;
  is_done = tl_py_run (&interp, interp.globals, script->module->body, script->module->n_body, &result) != TL_PY_FLOW_ERROR;
  if (!is_done)
    g_propagate_error (error, g_steal_pointer (&interp.error));
  tl_py_interp_clear (&interp);
  return is_done;
}

TlState *
tl_schedule_script_run_within (const TlScheduleScript *script, TlState *start, const char *function, const char *const *arguments,
                               guint max_evaluated, guint max_steps, GError **error)
{
  RunRequest request = { .function = function, .arguments = arguments, .block_rv = -1, .max_evaluated = max_evaluated,
                         .max_steps = max_steps };

  return run (script, start, &request, error);
}

TlState *
tl_schedule_script_run_with (const TlScheduleScript *script, TlState *start, const char *function, const char *const *arguments,
                             TlRefusedFunc on_refused, gpointer user_data, GError **error)
{
  RunRequest request = { .function = function, .arguments = arguments, .block_rv = -1, .finds_order = TRUE, .on_refused = on_refused,
                         .refused_data = user_data };

  g_return_val_if_fail (script != NULL && start != NULL, NULL);

  return run (script, start, &request, error);
}

TlState *
tl_schedule_script_run (const TlScheduleScript *script, TlState *start, const char *function, const char *const *arguments,
                        GError **error)
{
  return tl_schedule_script_run_with (script, start, function, arguments, NULL, NULL, error);
}

gboolean
tl_schedule_script_run_all (const TlScheduleScript *script, TlState *start, const char *function, gint block_rv,
                            const char *const *arguments,
                            GPtrArray *ends, GError **error)
{
  RunRequest         request = { .function = function, .arguments = arguments, .block_rv = block_rv, .ends = ends };
  g_autoptr (TlState) end = NULL;

  g_return_val_if_fail (script != NULL && start != NULL && ends != NULL, FALSE);

  end = run (script, start, &request, error);
  return end != NULL;
}
