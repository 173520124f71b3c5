/* SPDX-License-Identifier: Apache-2.0 */
/* One expression on its own, as a person types it into a form. */
#include "core/base/error.h"
#include "core/schedule/script/script-private.h"

#define MAX_EVALUATED 100000u

gboolean
tl_schedule_script_value (TlArena *arena, TlSource *source, const TlAst *script, const TlAst *expression, TlArg *arg, GError **error)
{
  static const TlPyNative *const libraries[] = { tl_script_natives, NULL };
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlScriptRun           run = { .states = states };
  TlPyInterp            interp;
  TlPyValue             value;
  TlArg                 result;
  gboolean              ok;

  tl_py_interp_init (&interp, source, script, libraries, MAX_EVALUATED, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT);
  interp.host = &run;
  ok = tl_py_eval (&interp, interp.globals, expression, &value) && tl_script_to_arg (&interp, expression, NULL, &value, &result);
  if (ok)
    *arg = tl_arg_dup (arena, &result);
  else
    g_propagate_error (error, g_steal_pointer (&interp.error));
  tl_py_interp_clear (&interp);
  return ok;
}

gboolean
tl_schedule_script_literal (TlArena *arena, const char *text, TlArg *arg, GError **error)
{
  g_autoptr (TlSource) source = tl_source_new ("value", text, -1);
  g_autoptr (TlArena)  own = tl_arena_new (NULL);
  const TlAst         *script = tl_ast_parse (own, source, error);

  if (script == NULL)
    return FALSE;
  if (script->n_body != 1 || script->body[0]->kind != TL_AST_EXPR_STMT)
    return tl_propagate (
        error, tl_source_error (source, script->span, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT, "a single expression is expected"));
  return tl_schedule_script_value (arena, source, script, script->body[0]->value, arg, error);
}
