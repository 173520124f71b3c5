/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/base/error.h"
#include "core/te/te-private.h"

#define DEFAULT_MAX_EVALUATED 2000000u

const TlPyNative tl_te_natives[] = {
  { "te", "placeholder", tl_te_placeholder, FALSE },
  { "te", "compute", tl_te_compute, FALSE },
  { "te", "reduce_axis", tl_te_reduce_axis, FALSE },
  { "te", "var", tl_te_var, FALSE },
  { "te", "size_var", tl_te_var, FALSE },
  { "te", "const", tl_te_const, FALSE },
  { "tir", "const", tl_te_const, FALSE },
  { "tirx", "const", tl_te_const, FALSE },
  { "te", "sum", tl_te_reduce, FALSE },
  { "te", "max", tl_te_reduce, FALSE },
  { "te", "min", tl_te_reduce, FALSE },
  { "te", "prod", tl_te_reduce, FALSE },
  { "te", "comm_reducer", tl_te_comm_reducer, FALSE },
  { "te", "power", tl_te_power, FALSE },
  { "te", "abs", tl_te_abs, FALSE },
  { "te", "div", tl_te_div, FALSE },
  { "te", "create_prim_func", tl_te_create_prim_func, FALSE },
  { "te", "create_schedule", tl_te_create_schedule, FALSE },
  { "te", "thread_axis", tl_te_thread_axis, FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* Which program is meant. */

typedef struct
{
  TlModule *scheduled;   /* nullable, owned */
} ProgramRun;

/* A schedule begins where the program is complete: the run ends. */
static gboolean
take_scheduled (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  ProgramRun      *run = interp->host;
  const TlPyValue *program = tl_py_arg (args, 0, "mod");
  const TlModule  *module;

  if (program == NULL || program->kind == TL_PY_NONE)
    return tl_py_fail (interp, args->call, "expected the program to schedule");
  module = tl_py_module_get (interp, args->call, program);
  if (module != NULL)
    run->scheduled = tl_module_ref (module);
  return FALSE;
}

static const TlPyNative program_natives[] = {
  { NULL, "Schedule", take_scheduled, FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* The name stands somewhere in @ast, programs and imports left out. */
static gboolean
mentions (const TlAst *ast, const char *name)
{
  if (ast == NULL || ast->kind == TL_AST_IMPORT || tl_script_is_definition (ast))
    return FALSE;
  if ((ast->kind == TL_AST_NAME || ast->kind == TL_AST_ATTRIBUTE) && strcmp (ast->name, name) == 0)
    return TRUE;
  if (mentions (ast->value, name) || mentions (ast->other, name))
    return TRUE;
  for (guint i = 0; i < ast->n_items; i++)
    if (mentions (ast->items[i], name))
      return TRUE;
  for (guint i = 0; i < ast->n_body; i++)
    if (mentions (ast->body[i], name))
      return TRUE;
  for (guint i = 0; i < ast->n_orelse; i++)
    if (mentions (ast->orelse[i], name))
      return TRUE;
  return FALSE;
}

/* TRUE if tensor expressions come before any definition. */
static gboolean
is_te_script (const TlAst *script)
{
  for (guint i = 0; i < script->n_body; i++)
    {
      if (tl_script_is_definition (script->body[i]))
        return FALSE;
      if (mentions (script->body[i], "create_prim_func"))
        return TRUE;
    }
  return FALSE;
}

/* @needs_schedule: only a program that is scheduled counts, and whatever else goes wrong is no matter. */
static TlModule *
run_script (TlSource *source, const TlAst *script, guint max_evaluated, gboolean needs_schedule, GError **error)
{
  static const TlPyNative *const libraries[] = { program_natives, tl_te_natives, NULL };
  ProgramRun                     run = { NULL };
  TlPyValue                      result;
  const TlModule                *made = NULL;
  TlPyInterp                     interp;

  tl_py_interp_init (&interp, source, script, libraries, max_evaluated, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING);
  interp.host = &run;
  if (tl_py_run (&interp, interp.globals, script->body, script->n_body, &result) != TL_PY_FLOW_ERROR && !needs_schedule)
    {
      if (interp.latest_module.kind == TL_PY_NONE)
        tl_py_fail (&interp, script, "this script creates no program: it never calls te.create_prim_func");
      else
        made = tl_py_module_get (&interp, script, &interp.latest_module);
    }
  if (run.scheduled == NULL && made != NULL)
    run.scheduled = tl_module_ref (made);
  if (run.scheduled == NULL && !needs_schedule)
    g_propagate_error (error, g_steal_pointer (&interp.error));
  tl_py_interp_clear (&interp);
  return run.scheduled;
}

static gboolean
imports (const TlAst *script, const char *package)
{
  for (guint i = 0; i < script->n_body; i++)
    if (script->body[i]->kind == TL_AST_IMPORT)
      {
        g_auto (GStrv) words = g_strsplit_set (script->body[i]->name, " ,.", -1);

        if (g_strv_contains ((const char *const *) words, package))
          return TRUE;
      }
  return FALSE;
}

/* A hint for a file that defines no program; NULL: none is known. */
static const char *
explain_no_program (const TlAst *script)
{
  for (guint i = 0; i < script->n_body; i++)
    if ((script->body[i]->kind == TL_AST_FUNCTION || script->body[i]->kind == TL_AST_CLASS) && script->body[i]->n_items > 0)
      return NULL;
  if (script->n_body == 0)
    return "the file is empty: a program is a class with @I.ir_module, a function with @T.prim_func, or tensor expressions and "
           "te.create_prim_func";
  if (mentions (script, "create_schedule"))
    return "a schedule of te.create_schedule becomes a program where the script builds it, which \"tileloom-cli script\" does: here create "
           "one with te.create_prim_func ([A, B, C]) and schedule it with tvm.tir.Schedule";
  if (mentions (script, "compute") && imports (script, "te"))
    return "tensor expressions alone are not a program: call te.create_prim_func ([A, B, C]) to create one";
  if (imports (script, "torch"))
    return "this is PyTorch code, not a TensorIR program: write the computation as a function with @T.prim_func, or with te.compute";
  if (imports (script, "numpy"))
    return "this is NumPy code, not a TensorIR program: write the computation as a function with @T.prim_func, or with te.compute";
  return NULL;
}

TlModule *
tl_program_read_within (TlSource *source, guint max_evaluated, GError **error)
{
  g_autoptr (TlArena) tree = tl_arena_new (NULL);
  const TlAst        *script = tl_ast_parse (tree, source, error);
  TlModule           *module = NULL;
  const char         *explanation;

  if (script == NULL)
    return NULL;
  max_evaluated = max_evaluated != 0 ? max_evaluated : DEFAULT_MAX_EVALUATED;
  if (is_te_script (script))
    return run_script (source, script, max_evaluated, FALSE, error);
  if (mentions (script, "Schedule"))
    module = run_script (source, script, max_evaluated, TRUE, NULL);
  if (module == NULL && (mentions (script, "from_expr") || mentions (script, "IRModule")))
    module = run_script (source, script, max_evaluated, FALSE, NULL);
  if (module != NULL)
    return module;
  if ((explanation = explain_no_program (script)) == NULL)
    return tl_script_read (source, error);
  return tl_propagate_null (error, tl_source_error (source, script->span, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING, "%s", explanation));
}

TlModule *
tl_program_read (TlSource *source, GError **error)
{
  return tl_program_read_within (source, 0, error);
}

static const TlModule *
call_function (TlPyInterp *interp, const TlAst *script, const char *name, const char *const *arguments, GError **error)
{
  const TlPyValue *function = tl_py_scope_find (interp, interp->globals, name);
  TlPyArgs         args = { .call = script };
  TlPyValue        result;

  if (function == NULL || function->kind != TL_PY_FUNCTION)
    {
      tl_py_fail (interp, script, "this script has no function '%s'", name);
      return NULL;
    }
  if (!tl_py_read_named (interp, arguments, &args, error) || !tl_py_call_function (interp, function->function, &args, &result))
    return NULL;
  return tl_py_module_get (interp, script, result.kind != TL_PY_NONE ? &result : &interp->latest_module);
}

TlModule *
tl_program_call (TlSource *source, const char *function, const char *const *arguments, GError **error)
{
  static const TlPyNative *const libraries[] = { tl_te_natives, NULL };
  g_autoptr (TlArena) tree = tl_arena_new (NULL);
  const TlAst        *script = tl_ast_parse (tree, source, error);
  TlModule           *module = NULL;
  const TlModule     *made = NULL;
  GError             *problem = NULL;
  TlPyValue           result;
  TlPyInterp          interp;

  if (script == NULL)
    return NULL;
  tl_py_interp_init (&interp, source, script, libraries, DEFAULT_MAX_EVALUATED, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING);
  if (tl_py_run (&interp, interp.globals, script->body, script->n_body, &result) != TL_PY_FLOW_ERROR)
    made = call_function (&interp, script, function, arguments, &problem);
  if (made != NULL)
    module = tl_module_ref ((TlModule *) made);
  else
    g_propagate_error (error, problem != NULL ? problem : g_steal_pointer (&interp.error));
  tl_py_interp_clear (&interp);
  return module;
}
