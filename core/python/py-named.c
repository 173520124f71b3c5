/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that a person gives to a script's function from outside, as text. */
#include <string.h>

#include "core/base/error.h"
#include "core/python/python.h"

/* "jfactor=8": the value is an expression of its own, in which the script's constants are known. */
static gboolean
read_one (TlPyInterp *interp, const char *text, const char **name, TlPyValue *value, GError **error)
{
  const char          *equals = strchr (text, '=');
  g_autoptr (TlSource) source = NULL;
  TlSource            *outer = interp->source;
  const TlAst         *ast;
  gboolean             ok;

  if (equals == NULL || equals == text)
    return tl_fail (error, interp->error_domain, interp->error_code, "'%s' is no argument of the form name=value", text);
  *name = tl_arena_strndup (interp->arena, text, (gsize) (equals - text));
  source = tl_source_new (*name, equals + 1, -1);
  ast = tl_ast_parse (interp->arena, source, error);
  if (ast == NULL)
    return FALSE;
  if (ast->n_body != 1 || ast->body[0]->kind != TL_AST_EXPR_STMT)
    return tl_fail (error, interp->error_domain, interp->error_code, "the value of '%s' must be one expression", *name);
  interp->source = source;
  ok = tl_py_eval (interp, interp->globals, ast->body[0]->value, value);
  interp->source = outer;
  return ok;
}

gboolean
tl_py_read_named (TlPyInterp *interp, const char *const *arguments, TlPyArgs *args, GError **error)
{
  guint n = arguments != NULL ? g_strv_length ((char **) arguments) : 0;
  const char **names = tl_arena_new_array (interp->arena, const char *, MAX (n, 1));
  TlPyValue   *named = tl_arena_new_array (interp->arena, TlPyValue, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    if (!read_one (interp, arguments[i], &names[i], &named[i], error))
      return FALSE;
  args->names = names;
  args->named = named;
  args->n_named = n;
  return TRUE;
}
