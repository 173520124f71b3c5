/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions of a program as values: what operators and T.functions make of them is what TVMScript makes of them (core/text/apply.h).
 * A script may grow one expression in a loop, and share it: the number of nodes, shared ones counted as often as they occur, is bounded,
 * so that whoever walks it may recurse and ends.
 */
#include <string.h>

#include "core/python/python.h"

#define MAX_NODES 1000

TlPyValue
tl_py_expr (const TlExpr *expr)
{
  return (TlPyValue) { .kind = TL_PY_EXPR, .n_nodes = 1, .expr = expr };
}

gboolean
tl_py_is_expr (const TlPyValue *value)
{
  return value->kind == TL_PY_EXPR || (value->kind == TL_PY_OBJECT && value->class->get_expr != NULL
                                         && (value->class->is_expr == NULL || value->class->is_expr (value)));
}

/* As an operand of @name (nullable: positional). FALSE with an error. */
static gboolean
to_script (TlPyInterp *interp, const TlAst *at, const char *name, const TlPyValue *value, TlScriptValue *script)
{
  gint64 integer;

  *script = (TlScriptValue) { .name = name };
  switch (value->kind)
    {
    case TL_PY_NONE:
      script->kind = TL_SCRIPT_NONE;
      return TRUE;
    case TL_PY_BOOL:
    case TL_PY_INT:
      script->kind = value->kind == TL_PY_BOOL ? TL_SCRIPT_BOOL : TL_SCRIPT_INT;
      script->integer = value->kind == TL_PY_BOOL ? value->boolean : value->integer;
      return TRUE;
    case TL_PY_FLOAT:
      script->kind = TL_SCRIPT_FLOAT;
      script->number = value->number;
      return TRUE;
    case TL_PY_STRING:
      script->kind = TL_SCRIPT_STRING;
      script->string = value->string;
      return TRUE;
    default:
      break;
    }
  if (!tl_py_is_expr (value))
    {
      if (!tl_py_get_int (value, &integer))
        return tl_py_fail (interp, at, "a %s is not an expression of the program", tl_py_type_name (value));
      *script = (TlScriptValue) { .name = name, .kind = TL_SCRIPT_INT, .integer = integer };
      return TRUE;
    }
  script->kind = TL_SCRIPT_EXPR;
  script->expr = value->kind == TL_PY_EXPR ? value->expr : value->class->get_expr (interp, at, value);
  return script->expr != NULL;
}

const TlExpr *
tl_py_to_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  TlScriptValue script;
  const TlExpr *expr;

  if (!to_script (interp, at, NULL, value, &script))
    return NULL;
  expr = tl_script_value_expr (interp->program_arena, &script);
  if (expr == NULL)
    tl_py_fail (interp, at, "a %s is not an expression of the program", tl_py_type_name (value));
  return expr;
}

/* @expr as a value. */
static gboolean
finish (TlPyInterp *interp, const TlAst *at, const TlExpr *expr, guint64 n_nodes, GError *error, TlPyValue *value)
{
  if (expr == NULL)
    return tl_py_take_error (interp, error);
  if (n_nodes > MAX_NODES)
    return tl_py_fail (interp, at, "this expression is too large: it has more than %d nodes", MAX_NODES);
  *value = tl_py_expr (expr);
  value->n_nodes = (guint) n_nodes;
  return TRUE;
}

/* An expression made elsewhere out of parts of @n_nodes nodes. */
gboolean
tl_py_wrap_expr (TlPyInterp *interp, const TlAst *at, const TlExpr *expr, guint64 n_nodes, TlPyValue *value)
{
  return finish (interp, at, expr, n_nodes, NULL, value);
}

static guint
size_of (const TlPyValue *value)
{
  return value->kind == TL_PY_EXPR ? value->n_nodes : 1;
}

gboolean
tl_py_expr_operator (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  TlScriptValue operands[2];
  GError       *error = NULL;
  const TlExpr *expr;
  gint64        divisor;

  if (!to_script (interp, at, NULL, a, &operands[0]) || (b != NULL && !to_script (interp, at, NULL, b, &operands[1])))
    return FALSE;
  if (b != NULL && (strcmp (op, "//") == 0 || strcmp (op, "%") == 0) && tl_py_get_int (b, &divisor) && divisor == 0)
    return tl_py_fail (interp, at, "division by zero");
  expr = tl_script_operator (interp->program_arena, interp->source, at, op, operands, b != NULL ? 2 : 1, &error);
  return finish (interp, at, expr, (guint64) size_of (a) + (b != NULL ? size_of (b) : 0) + 1, error, value);
}

gboolean
tl_py_expr_call (TlPyInterp *interp, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  guint          n = args->n_positional + args->n_named;
  guint64        n_nodes = 1;
  TlScriptValue *operands = tl_arena_new_array (interp->arena, TlScriptValue, MAX (n, 1));
  GError        *error = NULL;
  const TlExpr  *expr;

  for (guint i = 0; i < n; i++)
    {
      gboolean         is_named = i >= args->n_positional;
      const TlPyValue *arg = is_named ? &args->named[i - args->n_positional] : &args->positional[i];
      TlDType          dtype;

      if (arg->kind == TL_PY_NAMESPACE && tl_py_to_dtype (interp, args->call, arg, &dtype))
        operands[i] = (TlScriptValue) { .kind = TL_SCRIPT_STRING, .string = tl_dtype_name (dtype) };
      else if (!to_script (interp, args->call, NULL, arg, &operands[i]))
        return FALSE;
      operands[i].name = is_named ? args->names[i - args->n_positional] : NULL;
      n_nodes += size_of (arg);
    }
  expr = tl_script_call (interp->program_arena, interp->source, args->call, name, operands, n, &error);
  return finish (interp, args->call, expr, n_nodes, error, value);
}

gboolean
tl_py_expr_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlExpr *expr = self->expr;
  gint64        integer;

  if (strcmp (name, "dtype") == 0)
    *value = tl_py_string (interp, tl_dtype_name (expr->dtype));
  else if (strcmp (name, "name") == 0 && expr->kind == TL_EXPR_VAR)
    *value = tl_py_string (interp, expr->name);
  else if (strcmp (name, "value") == 0 && tl_expr_get_int (expr, &integer))
    *value = tl_py_int (integer);
  else if (strcmp (name, "value") == 0 && expr->kind == TL_EXPR_FLOAT)
    *value = tl_py_float (expr->float_value);
  else
    return tl_py_fail (interp, at, "an expression has no attribute '%s' here", name);
  return TRUE;
}

gboolean
tl_py_expr_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *type = tl_py_arg (args, 0, "dtype");
  TlPyValue        operands[2];
  TlPyArgs         call = { .positional = operands, .n_positional = 2, .call = args->call };

  if (strcmp (name, "equal") == 0 && args->n_positional == 1 && args->n_named == 0)
    return tl_py_expr_operator (interp, args->call, "==", self, &args->positional[0], value);
  if (strcmp (name, "astype") != 0)
    return tl_py_fail (interp, args->call, "an expression has no method '%s' here", name);
  if (type == NULL)
    return tl_py_fail (interp, args->call, "astype needs its argument 'dtype'");
  operands[0] = *self;
  operands[1] = *type;
  return tl_py_expr_call (interp, "cast", &call, value);
}

gboolean
tl_py_to_dtype (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlDType *dtype)
{
  const char *name = value->kind == TL_PY_STRING || value->kind == TL_PY_NAMESPACE ? value->string : NULL;
  const char *dot = value->kind == TL_PY_NAMESPACE ? strrchr (name, '.') : NULL;

  if (name == NULL)
    return tl_py_fail (interp, at, "a type such as \"float32\" is expected, not a %s", tl_py_type_name (value));
  return tl_dtype_parse (dot != NULL ? dot + 1 : name, dtype)
         || tl_py_fail (interp, at, "unknown type \"%s\"; write a type as \"float32\", \"int8\", \"float16x4\"", name);
}
