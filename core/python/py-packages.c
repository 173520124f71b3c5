/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packages are names with dots; nothing is loaded. A function is found by the last word of its package and its own name, so that
 * tvm.te.compute, te.compute and a compute imported from tvm.te are the same.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/python/python.h"

#define MAX_NAMES_BYTES 400u   /* of functions that an error lists */

static gboolean
bind_package (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const char *name, const char *path)
{
  return tl_py_scope_set (interp, ast, scope, tl_arena_strdup (interp->arena, name), tl_py_package_member (interp, ast, path));
}

/* One of "tvm.te as te, numpy": the name given, else the outermost package. */
static gboolean
import_package (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const char *item)
{
  g_auto (GStrv)   words = g_strsplit_set (g_strstrip ((char *) item), " \t\\\n\r", -1);
  g_autofree char *first = g_strndup (words[0] != NULL ? words[0] : "", strcspn (words[0] != NULL ? words[0] : "", "."));
  guint            n = g_strv_length (words);

  if (first[0] == '\0')
    return TRUE;
  return n >= 3 && strcmp (words[n - 2], "as") == 0 ? bind_package (interp, scope, ast, words[n - 1], words[0])
                                                    : bind_package (interp, scope, ast, first, first);
}

/* One of "from tvm.script import tir as T, ir". */
static gboolean
import_member (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const char *package, const char *item)
{
  g_auto (GStrv)   words = g_strsplit_set (g_strstrip ((char *) item), " \t\\\n\r", -1);
  guint            n = g_strv_length (words);
  g_autofree char *path = n > 0 && words[0][0] != '\0' && words[0][0] != '*' ? g_strdup_printf ("%s.%s", package, words[0]) : NULL;

  return path == NULL || bind_package (interp, scope, ast, n >= 3 ? words[n - 1] : words[0], path);
}

gboolean
tl_py_import (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  const char      *line = ast->name != NULL ? ast->name : "";
  gboolean         is_from = g_str_has_prefix (line, "from");
  const char      *list = is_from ? strstr (line, " import") : line + MIN (strlen (line), strlen ("import"));
  g_autofree char *package = NULL, *names = NULL;
  g_auto (GStrv)   items = NULL;

  if (list == NULL)
    return TRUE;
  if (is_from)
    {
      package = g_strstrip (g_strndup (line + strlen ("from"), (gsize) (list - line) - strlen ("from")));
      list += strlen (" import");
    }
  names = g_strdelimit (g_strdup (list), "()", ' ');
  items = g_strsplit (names, ",", -1);
  for (guint i = 0; items[i] != NULL; i++)
    if (is_from ? !import_member (interp, scope, ast, package, items[i]) : !import_package (interp, scope, ast, items[i]))
      return FALSE;
  return TRUE;
}

/* The package and the function's name. */
static const char *
split_dotted (const char *dotted, char **package)
{
  const char *dot = strrchr (dotted, '.');

  *package = dot != NULL ? g_strndup (dotted, (gsize) (dot - dotted)) : NULL;
  return dot != NULL ? dot + 1 : dotted;
}

/* Whether @package ends with these words. */
static gboolean
ends_with_words (const char *package, const char *words)
{
  gsize n = package != NULL ? strlen (package) : 0, n_words = strlen (words);

  return n >= n_words && strcmp (package + n - n_words, words) == 0 && (n == n_words || package[n - n_words - 1] == '.');
}

/* tvm.ir.assert_structural_equal (a, b) */
static gboolean
call_assert_equal (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  g_autofree char *difference = NULL;
  const TlModule  *a, *b;

  if (args->n_positional < 2)
    return tl_py_fail (interp, args->call, "assert_structural_equal takes two programs");
  if ((a = tl_py_module_get (interp, args->call, &args->positional[0])) == NULL
      || (b = tl_py_module_get (interp, args->call, &args->positional[1])) == NULL)
    return FALSE;
  return tl_module_equal (a, b, &difference) || tl_py_fail (interp, args->call, "the programs differ: %s", difference);
}

static const TlPyNative own_natives[] = {
  { "ir", "assert_structural_equal", call_assert_equal, FALSE },
  { NULL, "IRModule", tl_py_make_module, FALSE },
  { "IRModule", "from_expr", tl_py_make_module, FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* How exactly a row fits: by the package's words first, then by the function's name. */
static gsize
exactness (const TlPyNative *native)
{
  return 2 * (native->package != NULL ? strlen (native->package) : 0) + (strcmp (native->name, "*") != 0);
}

/* The row that fits best; of several the first. */
static const TlPyNative *
find_in (const TlPyNative *table, const char *package, const char *name)
{
  const TlPyNative *found = NULL;

  for (const TlPyNative *native = table; native->name != NULL; native++)
    if ((strcmp (native->name, name) == 0 || strcmp (native->name, "*") == 0)
        && (native->package == NULL || ends_with_words (package, native->package))
        && (found == NULL || exactness (native) > exactness (found)))
      found = native;
  return found;
}

const TlPyNative *
tl_py_find_native (const TlPyInterp *interp, const char *dotted)
{
  g_autofree char *package = NULL;
  const char      *name = split_dotted (dotted, &package);

  const TlPyNative *found = find_in (own_natives, package, name);

  found = found != NULL ? found : find_in (tl_py_library, package, name);
  found = found != NULL ? found : find_in (tl_py_machine, package, name);

  for (guint i = 0; found == NULL && interp->libraries[i] != NULL; i++)
    found = find_in (interp->libraries[i], package, name);
  return found;
}

/* Packages whose functions build expressions. */
static gboolean
has_expressions (const char *package)
{
  static const char *const names[] = { "te", "tir", "tirx", "T" };

  for (guint i = 0; package != NULL && i < G_N_ELEMENTS (names); i++)
    if (ends_with_words (package, names[i]))
      return TRUE;
  return FALSE;
}

/* With the functions that the package has here. */
static gboolean
fail_absent (TlPyInterp *interp, const TlAst *at, const char *dotted)
{
  g_autofree char    *package = NULL;
  g_autoptr (GString) there = g_string_new (NULL);

  split_dotted (dotted, &package);
  for (guint i = 0; interp->libraries[i] != NULL; i++)
    for (const TlPyNative *native = interp->libraries[i]; native->name != NULL; native++)
      if (native->package != NULL && ends_with_words (package, native->package) && there->len < MAX_NAMES_BYTES)
        g_string_append_printf (there, "%s%s", there->len > 0 ? ", " : "", native->name);
  if (there->len == 0)
    return tl_py_fail (interp, at, "%s is not available here", dotted);
  return tl_py_fail (interp, at, "%s is not available here; %s has %s", dotted, package, there->str);
}

TlPyValue
tl_py_package_member (TlPyInterp *interp, const TlAst *at, const char *dotted)
{
  TlPyValue         member = tl_py_string (interp, dotted), class;
  g_autofree char  *package = NULL;
  const char       *name = split_dotted (dotted, &package);
  g_autofree char  *finder = g_strconcat (package != NULL ? package : "", ".__class__", NULL);
  const TlPyNative *native = tl_py_find_native (interp, finder);
  TlPyValue         argument = tl_py_string (interp, name);
  const TlPyArgs    args = { .positional = &argument, .n_positional = 1, .call = at };

  member.kind = TL_PY_NAMESPACE;
  if (native == NULL || strcmp (native->name, "__class__") != 0 || !native->call (interp, &args, &class)
      || !tl_py_is (&class, &tl_py_type_class))
    return member;
  return class;
}

gboolean
tl_py_call_package (TlPyInterp *interp, const char *dotted, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyNative *native = tl_py_find_native (interp, dotted);
  g_autofree char  *package = NULL;
  const char       *name = split_dotted (dotted, &package);
  TlPyArgs          named = *args;

  *value = TL_PY_NONE_VALUE;
  if (native != NULL)
    {
      named.name = name;
      return native->call (interp, &named, value);
    }
  if (has_expressions (package) && tl_script_has_function (name))
    return tl_py_expr_call (interp, name, args, value);
  if (tl_py_is_foreign_name (dotted) && interp->print == NULL)
    {
      g_autofree char *what = g_strdup_printf ("result of %s", dotted);

      *value = tl_py_foreign (interp, what);
      return TRUE;
    }
  if (interp->print != NULL)
    return fail_absent (interp, args->call, dotted);
  return tl_py_fail (interp, args->call, "%s is not available here: a script only makes and transforms programs", dotted);
}
