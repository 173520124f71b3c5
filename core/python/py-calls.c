/* SPDX-License-Identifier: Apache-2.0 */
/* Calls: arguments first, then whoever is called. */
#include <string.h>

#include "core/python/python.h"

static gboolean
add_named (TlPyInterp *interp, const TlAst *at, TlPyArgs *args, TlPyDict *named, const char *name, TlPyValue value)
{
  TlPyValue key = tl_py_string (interp, name);

  if (tl_py_dict_find (interp, named, &key) != NULL)
    return tl_py_fail (interp, at, "argument '%s' is given twice", name);
  return tl_py_dict_set (interp, at, named, key, value);
}

/* "name=value", and all pairs of "**dictionary". */
static gboolean
eval_named (TlPyInterp *interp, TlPyScope *scope, const TlAst *item, TlPyArgs *args, TlPyDict *named)
{
  TlPyValue value;

  if (!tl_py_eval (interp, scope, item->value, &value))
    return FALSE;
  if (item->name != NULL)
    return add_named (interp, item, args, named, item->name, value);
  if (value.kind != TL_PY_DICT)
    return tl_py_fail (interp, item, "\"**\" takes a dictionary, not a %s", tl_py_type_name (&value));
  for (guint i = 0; i < value.dict->keys.n; i++)
    {
      if (value.dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, item, "names of arguments are strings");
      if (!add_named (interp, item, args, named, value.dict->keys.items[i].string, value.dict->values.items[i]))
        return FALSE;
    }
  return TRUE;
}

/* @takes_unknown: a name that was never set is None. */
static gboolean
eval_args (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, gboolean takes_unknown, TlPyArgs *args)
{
  TlPyList positional = { 0 };
  TlPyDict named = { 0 };

  *args = (TlPyArgs) { .call = ast, .scope = scope };
  for (guint i = 0; i < ast->n_items; i++)
    {
      const TlAst *item = ast->items[i], *value = item->kind == TL_AST_KEYWORD ? item->value : item;
      gboolean     is_unknown = takes_unknown && value->kind == TL_AST_NAME && tl_py_scope_find (interp, scope, value->name) == NULL
                            && tl_py_find_builtin (value->name) < 0;

      if (is_unknown ? !tl_py_list_append (interp, item, &positional, TL_PY_NONE_VALUE)
          : item->kind == TL_AST_KEYWORD ? !eval_named (interp, scope, item, args, &named)
                                         : !tl_py_append_item (interp, scope, item, &positional))
        return FALSE;
    }
  args->positional = positional.items;
  args->n_positional = positional.n;
  args->n_named = named.keys.n;
  args->named = named.values.items;
  args->names = tl_arena_new_array (interp->arena, const char *, MAX (named.keys.n, 1));
  for (guint i = 0; i < named.keys.n; i++)
    args->names[i] = named.keys.items[i].string;
  return TRUE;
}

gboolean
tl_py_call (TlPyInterp *interp, const TlPyValue *callee, const TlPyArgs *args, TlPyValue *value)
{
  if (!tl_py_tick (interp, args->call))
    return FALSE;
  switch (callee->kind)
    {
    case TL_PY_FUNCTION:
      return tl_py_call_function (interp, callee->function, args, value);
    case TL_PY_BUILTIN:
      return tl_py_call_builtin (interp, callee->builtin, args, value);
    case TL_PY_NAMESPACE:
      return tl_py_call_package (interp, callee->string, args, value);
    case TL_PY_OBJECT:
      if (callee->class->call != NULL)
        return callee->class->call (interp, callee, args, value);
      break;
    default:
      break;
    }
  return tl_py_fail (interp, args->call, "a %s cannot be called", tl_py_type_name (callee));
}

/* An object that counts as an expression does what one does: k.astype ("float32") of an axis. */
static gboolean
call_expr_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlExpr *expr = tl_py_to_expr (interp, args->call, self);
  TlPyValue     counted = tl_py_expr (expr);

  return expr != NULL && tl_py_expr_method (interp, &counted, name, args, value);
}

static gboolean
call_method (TlPyInterp *interp, TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  if (!tl_py_tick (interp, args->call))
    return FALSE;
  if (self->kind != TL_PY_OBJECT)
    return tl_py_call_value_method (interp, self, name, args, value);
  if (self->class->method != NULL)
    return self->class->method (interp, self, name, args, value);
  if (tl_py_is_expr (self))
    return call_expr_method (interp, self, name, args, value);
  return tl_py_fail (interp, args->call, "a %s has no method '%s'", tl_py_type_name (self), name);
}

typedef struct
{
  TlPyValue   self;
  const char *name;
} BoundMethod;

static gboolean
call_bound (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  BoundMethod *method = self->object;

  return call_method (interp, &method->self, method->name, args, value);
}

static const TlPyClass bound_method_class = { .name = "method", .python_name = "method", .call = call_bound };

TlPyValue
tl_py_bound_method (TlPyInterp *interp, const TlPyValue *self, const char *name)
{
  BoundMethod *method = tl_arena_new0 (interp->arena, BoundMethod);

  method->self = *self;
  method->name = name;
  return tl_py_object (&bound_method_class, method);
}

gboolean
tl_py_eval_call (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  gboolean          is_method = ast->value->kind == TL_AST_ATTRIBUTE;
  const TlAst      *target = interp->pending_target;
  const TlPyNative *native;
  TlPyValue         callee;
  TlPyArgs          args;

  interp->pending_target = NULL;
  if (ast->value->kind == TL_AST_NAME && strcmp (ast->value->name, "super") == 0 && tl_py_scope_find (interp, scope, "super") == NULL)
    return tl_py_super (interp, scope, ast, value);   /* its arguments say what it knows */
  if (!tl_py_eval (interp, scope, is_method ? ast->value->value : ast->value, &callee))
    return FALSE;
  if (is_method && callee.kind == TL_PY_NAMESPACE)
    {
      callee.string = tl_arena_printf (interp->arena, "%s.%s", callee.string, ast->value->name);
      is_method = FALSE;
    }
  native = callee.kind == TL_PY_NAMESPACE ? tl_py_find_native (interp, callee.string) : NULL;
  if (!eval_args (interp, scope, ast, native != NULL && native->takes_unknown, &args))
    return FALSE;
  interp->pending_target = target;
  return is_method ? call_method (interp, &callee, ast->value->name, &args, value) : tl_py_call (interp, &callee, &args, value);
}
