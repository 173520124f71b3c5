/* SPDX-License-Identifier: Apache-2.0 */
/* One expression on its own, as a person types it into a form. */
#include "core/schedule/script/script-private.h"

#define MAX_EVALUATED 100000u

static gboolean
evaluate (TlPyInterp *interp, const TlAst *script, TlArg *arg)
{
  const TlAst *expression;
  TlPyValue    value;

  if (script->n_body != 1 || script->body[0]->kind != TL_AST_EXPR_STMT)
    return tl_py_fail (interp, script, "one expression is wanted");
  expression = script->body[0]->value;
  return tl_py_eval (interp, interp->globals, expression, &value) && tl_script_to_arg (interp, expression, NULL, &value, arg);
}

gboolean
tl_schedule_script_literal (TlArena *arena, const char *text, TlArg *arg, GError **error)
{
  static const TlPyNative *const libraries[] = { tl_script_natives, NULL };
  g_autoptr (TlSource)           source = tl_source_new ("value", text, -1);
  g_autoptr (TlArena)            own = tl_arena_new (NULL);
  g_autoptr (GPtrArray)          states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlScriptRun                    run = { .states = states };
  const TlAst                   *script = tl_ast_parse (own, source, error);
  TlPyInterp                     interp;
  TlArg                          result;
  gboolean                       ok;

  if (script == NULL)
    return FALSE;
  tl_py_interp_init (&interp, source, script, libraries, MAX_EVALUATED, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT);
  interp.host = &run;
  ok = evaluate (&interp, script, &result);
  if (ok)
    *arg = tl_arg_dup (arena, &result);
  else
    g_propagate_error (error, g_steal_pointer (&interp.error));
  tl_py_interp_clear (&interp);
  return ok;
}
