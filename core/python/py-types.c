/* SPDX-License-Identifier: Apache-2.0 */
/* Types as values: a builtin such as int, else a name with or without its package, such as te.Tensor. */
#include <string.h>

#include "core/python/python.h"

static const char *
object_type (const TlPyValue *value)
{
  return value->class->type_name != NULL ? value->class->type_name (value) : value->class->python_name;
}

static gboolean
is_among (const char *words, const char *name)
{
  g_auto (GStrv) list = g_strsplit (words != NULL ? words : "", " ", -1);

  return g_strv_contains ((const char *const *) list, name);
}

/* Whether @value is of the type that @type names: int, list …, or a class such as te.Tensor. */
static gboolean
is_instance (const TlPyValue *value, const TlPyValue *type)
{
  static const struct { const char *name; TlPyKind kind; } kinds[] = {
    { "bool", TL_PY_BOOL },   { "int", TL_PY_INT },     { "int", TL_PY_BOOL },   { "float", TL_PY_FLOAT }, { "str", TL_PY_STRING },
    { "list", TL_PY_LIST },   { "tuple", TL_PY_TUPLE }, { "dict", TL_PY_DICT },  { "PrimExpr", TL_PY_EXPR },
  };
  const char *name, *dot;

  if (tl_py_is (type, &tl_py_type_class))
    return tl_py_is_instance_of (value, type);
  name = type->kind == TL_PY_BUILTIN ? tl_py_builtin_name (type->builtin) : type->string;
  dot = strrchr (name, '.');
  name = dot != NULL ? dot + 1 : name;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == value->kind && strcmp (kinds[i].name, name) == 0)
      return TRUE;
  if (value->kind == TL_PY_EXPR)
    return strcmp (name, "Var") == 0 ? value->expr->kind == TL_EXPR_VAR : strcmp (name, "IntImm") == 0 && value->expr->kind == TL_EXPR_INT;
  return value->kind == TL_PY_OBJECT && (g_strcmp0 (object_type (value), name) == 0 || is_among (value->class->bases, name));
}

gboolean
tl_py_isinstance (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList  types = { .items = args->n_positional == 2 ? &args->positional[1] : NULL, .n = 1 };
  gboolean  is_one = FALSE;

  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "isinstance takes a value and a type");
  if (args->positional[1].kind == TL_PY_TUPLE)
    types = *args->positional[1].list;
  for (guint i = 0; i < types.n; i++)
    {
      if (types.items[i].kind != TL_PY_BUILTIN && types.items[i].kind != TL_PY_NAMESPACE && !tl_py_is (&types.items[i], &tl_py_type_class))
        return tl_py_fail (interp, args->call, "a %s is not a type", tl_py_type_name (&types.items[i]));
      is_one |= is_instance (&args->positional[0], &types.items[i]);
    }
  *value = tl_py_bool (is_one);
  return TRUE;
}

gboolean
tl_py_type_of (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const char *const names[] = {
    [TL_PY_NONE] = "NoneType", [TL_PY_BOOL] = "bool", [TL_PY_INT] = "int", [TL_PY_FLOAT] = "float", [TL_PY_STRING] = "str",
    [TL_PY_LIST] = "list", [TL_PY_TUPLE] = "tuple", [TL_PY_DICT] = "dict", [TL_PY_FUNCTION] = "function",
    [TL_PY_BUILTIN] = "type", [TL_PY_NAMESPACE] = "type", [TL_PY_EXPR] = "PrimExpr",
  };
  const TlPyValue *self = args->positional;
  const char      *name;
  gint             builtin;

  if (args->n_positional != 1)
    return tl_py_fail (interp, args->call, "type takes one value");
  if (tl_py_is (self, &tl_py_foreign_class))
    {
      *value = *self;
      return TRUE;
    }
  if (tl_py_is (self, &tl_py_instance_class))
    {
      *value = tl_py_instance_type (self);
      return TRUE;
    }
  name = self->kind != TL_PY_OBJECT ? names[self->kind] : object_type (self) != NULL ? object_type (self) : self->class->name;
  builtin = tl_py_find_builtin (name);
  *value = tl_py_string (interp, self->kind == TL_PY_EXPR && self->expr->kind == TL_EXPR_VAR ? "Var" : name);
  value->kind = TL_PY_NAMESPACE;
  if (builtin >= 0)
    *value = (TlPyValue) { .kind = TL_PY_BUILTIN, .builtin = (guint) builtin };
  return TRUE;
}
