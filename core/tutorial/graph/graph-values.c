/* SPDX-License-Identifier: Apache-2.0 */
/* Values of graphs that a script makes: variables, types, constants, and calls of operators by name. */
#include <string.h>

#include "core/graph/operators/operators.h"
#include "core/tutorial/graph/graph-private.h"

/* --- from Python's values --- */

static gboolean
is_size (const TlPyValue *value)
{
  return value->kind == TL_PY_INT || value->kind == TL_PY_EXPR;
}

static const TlExpr *
to_size (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  gint64 number;

  return tl_py_get_int (value, &number) ? tl_expr_int (interp->program_arena, TL_INT64, number) : tl_py_to_expr (interp, at, value);
}

static gboolean
to_sizes (TlPyInterp *interp, const TlAst *at, const TlPyList *list, const TlExpr ***sizes)
{
  *sizes = tl_arena_new_array (interp->program_arena, const TlExpr *, list->n + 1);
  for (guint i = 0; i < list->n; i++)
    if (((*sizes)[i] = to_size (interp, at, &list->items[i])) == NULL)
      return FALSE;
  return TRUE;
}

/* A list of sizes is a shape, of other values a tuple. */
static gboolean
list_to_relax (TlPyInterp *interp, const TlAst *at, const TlPyList *list, const TlRelaxExpr **expr)
{
  TlArena            *arena = interp->program_arena;
  const TlRelaxExpr **items = tl_arena_new_array (arena, const TlRelaxExpr *, list->n + 1);
  const TlExpr      **sizes;
  guint               n_sizes = 0;

  for (guint i = 0; i < list->n; i++)
    n_sizes += is_size (&list->items[i]);
  if (n_sizes == list->n && list->n > 0)
    {
      if (!to_sizes (interp, at, list, &sizes))
        return FALSE;
      *expr = tl_relax_shape (arena, sizes, list->n);
      return TRUE;
    }
  for (guint i = 0; i < list->n; i++)
    if (!tl_tutorial_to_relax (interp, at, &list->items[i], &items[i]) || items[i] == NULL)
      return tl_py_fail (interp, at, "a tuple of a graph holds values of the graph");
  *expr = tl_relax_tuple (arena, items, list->n);
  return TRUE;
}

gboolean
tl_tutorial_to_relax (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, const TlRelaxExpr **expr)
{
  TlArena *arena = interp->program_arena;

  *expr = tl_py_get_relax (value);
  if (*expr != NULL || value->kind == TL_PY_NONE)
    return TRUE;
  if (tl_py_is_sequence (value))
    return list_to_relax (interp, at, value->list, expr);
  if (value->kind == TL_PY_INT)
    *expr = tl_relax_int (arena, value->integer);
  else if (value->kind == TL_PY_FLOAT)
    *expr = tl_relax_prim (arena, tl_expr_float (arena, TL_FLOAT64, value->number));
  else if (value->kind == TL_PY_EXPR)
    *expr = tl_relax_prim (arena, value->expr);
  else if (value->kind == TL_PY_STRING)
    *expr = tl_relax_string (arena, value->string);
  else
    return tl_py_fail (interp, at, "a %s is no value of a graph", tl_py_type_name (value));
  return TRUE;
}

/* --- types --- */

/* relax.TensorStructInfo (shape=None, dtype="float32", ndim=-1), R.Tensor */
static gboolean
make_tensor_type (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *shape = tl_py_arg (args, 0, "shape"), *type = tl_py_arg (args, 1, "dtype");
  const TlPyValue *n_dims = tl_py_arg (args, G_MAXUINT, "ndim");
  TlDType          dtype = TL_FLOAT32;
  const TlExpr   **sizes;
  gint64           number = -1;

  if (type != NULL && type->kind != TL_PY_NONE && !tl_py_to_dtype (interp, args->call, type, &dtype))
    return FALSE;
  if (shape == NULL || shape->kind == TL_PY_NONE)
    {
      if (n_dims != NULL && !tl_py_get_int (n_dims, &number))
        return tl_py_fail (interp, args->call, "ndim is an integer");
      *value = tl_py_relax_type (tl_relax_unknown_tensor_type (interp->program_arena, dtype, (int) CLAMP (number, -1, TL_ARRAY_MAX_DIMS)));
      return TRUE;
    }
  if (!tl_py_is_sequence (shape))
    return tl_py_fail (interp, args->call, "a shape is a list of sizes, not a %s", tl_py_type_name (shape));
  if (!to_sizes (interp, args->call, shape->list, &sizes))
    return FALSE;
  *value = tl_py_relax_type (tl_relax_tensor_type (interp->program_arena, dtype, sizes, shape->list->n));
  return TRUE;
}

/* relax.TupleStructInfo ([…]) */
static gboolean
make_tuple_type (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *fields = tl_py_arg (args, 0, "fields");
  const TlRelaxType **types;

  if (fields == NULL || !tl_py_is_sequence (fields))
    return tl_py_fail (interp, args->call, "%s takes a list of types", args->name);
  types = tl_arena_new_array (interp->program_arena, const TlRelaxType *, fields->list->n + 1);
  for (guint i = 0; i < fields->list->n; i++)
    if ((types[i] = tl_py_get_relax_type (&fields->list->items[i])) == NULL)
      return tl_py_fail (interp, args->call, "a %s is no type of a graph", tl_py_type_name (&fields->list->items[i]));
  *value = tl_py_relax_type (tl_relax_tuple_type (interp->program_arena, types, fields->list->n));
  return TRUE;
}

/* --- variables, constants, tuples --- */

/* relax.Var ("x", type); with a shape and a DynTensorType, as older versions have it */
static gboolean
make_var (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue   *name = tl_py_arg (args, 0, "name_hint"), *last = args->n_positional > 2 ? &args->positional[2] : NULL;
  const TlPyValue   *type_value = tl_py_arg (args, 1, "struct_info");
  const TlRelaxType *type = type_value != NULL ? tl_py_get_relax_type (type_value) : NULL;
  const TlRelaxType *of_old = last != NULL ? tl_py_get_relax_type (last) : NULL;
  const TlExpr     **sizes;

  if (of_old != NULL && of_old->kind == TL_RELAX_TYPE_TENSOR && tl_py_is_sequence (type_value))
    {
      if (!to_sizes (interp, args->call, type_value->list, &sizes))
        return FALSE;
      type = tl_relax_tensor_type (interp->program_arena, of_old->dtype, sizes, type_value->list->n);
    }
  if (name == NULL || name->kind != TL_PY_STRING || !tl_ast_is_name (name->string) || type == NULL)
    return tl_py_fail (interp, args->call, "%s takes a name and a type such as relax.TensorStructInfo ((2, 3), \"float32\")", args->name);
  *value = tl_py_relax (tl_relax_var (interp->program_arena, tl_arena_strdup (interp->program_arena, name->string), type,
                                      strcmp (args->name, "DataflowVar") == 0));
  return TRUE;
}

/* relax.DynTensorType (ndim=2, dtype="float32"): the type of old versions */
static gboolean
make_old_type (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *n_dims = tl_py_arg (args, 0, "ndim"), *type = tl_py_arg (args, 1, "dtype");
  TlDType          dtype = TL_FLOAT32;
  gint64           number = -1;

  if ((n_dims != NULL && !tl_py_get_int (n_dims, &number)) || (type != NULL && !tl_py_to_dtype (interp, args->call, type, &dtype)))
    return tl_py_fail (interp, args->call, "DynTensorType takes a number of dimensions and a type");
  *value = tl_py_relax_type (tl_relax_unknown_tensor_type (interp->program_arena, dtype, (int) CLAMP (number, -1, TL_ARRAY_MAX_DIMS)));
  return TRUE;
}

/* relax.const (array or number, dtype=None): numbers are int32 and float32; a type in place of the dtype says the same */
static gboolean
make_const (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue   *given = tl_py_arg (args, 0, "value"), *type = tl_py_arg (args, 1, "dtype");
  const TlRelaxType *whole = type != NULL ? tl_py_get_relax_type (type) : NULL;
  const TlArray     *array = given != NULL ? tl_array_of (interp, args->call, given) : NULL;
  gboolean           is_array = given != NULL && !tl_py_get_number (given, &(double) { 0 }) && !tl_py_is_sequence (given);
  TlDType            dtype;

  if (array == NULL)
    return given != NULL ? FALSE : tl_py_fail (interp, args->call, "const takes an array or a number");
  dtype = is_array ? array->tensor->dtype : tl_dtype_is_float (array->tensor->dtype) ? TL_FLOAT32
          : array->tensor->dtype.code == TL_TYPE_BOOL ? array->tensor->dtype : TL_INT32;
  if (whole != NULL)
    dtype = whole->dtype;
  else if (type != NULL && type->kind != TL_PY_NONE && !tl_py_to_dtype (interp, args->call, type, &dtype))
    return FALSE;
  array = tl_array_copy (interp, args->call, array, dtype);
  if (array == NULL)
    return FALSE;
  *value = tl_py_relax (tl_relax_const (interp->program_arena, tl_tensor_ref (array->tensor)));
  return TRUE;
}

/* relax.Tuple ([…]), relax.ShapeExpr ([…]) */
static gboolean
make_list (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlRelaxExpr *expr;

  if (args->n_positional != 1 || !tl_py_is_sequence (&args->positional[0]))
    return tl_py_fail (interp, args->call, "%s takes a list", args->name);
  if (!list_to_relax (interp, args->call, args->positional[0].list, &expr))
    return FALSE;
  *value = tl_py_relax (expr);
  return TRUE;
}

/* relax.TupleGetItem (tuple, 1) */
static gboolean
make_item (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlRelaxExpr *tuple = args->n_positional == 2 ? tl_py_get_relax (&args->positional[0]) : NULL;
  TlPyList           index = { .items = &args->positional[1], .n = 1 };

  if (tuple == NULL)
    return tl_py_fail (interp, args->call, "TupleGetItem takes a tuple of the graph and a number");
  return args->positional[0].class->subscript (interp, args->call, &args->positional[0], &index, value);
}

/* --- calls --- */

static gboolean
fail_with (TlPyInterp *interp, const TlAst *at, GError *error)
{
  tl_py_fail (interp, at, "%s", error->message);
  g_error_free (error);
  return FALSE;
}

/* An argument of the signature and the rest of them, or an attribute; positional arguments come in the order of the signature. */
typedef struct
{
  const TlRelaxExpr **args;
  guint               n_args;
  TlAttrs             attrs;
} Arguments;

static gboolean
take_parameter (TlPyInterp *interp, const TlPyArgs *args, const TlRelaxParameter *parameter, const TlPyValue *given, Arguments *taken)
{
  TlValue attr;

  if (!parameter->is_attr)
    {
      taken->args[taken->n_args] = NULL;
      return given == NULL ? taken->n_args++, TRUE : tl_tutorial_to_relax (interp, args->call, given, &taken->args[taken->n_args++]);
    }
  if (given == NULL || given->kind == TL_PY_NONE)
    return TRUE;
  if (!tl_py_to_attr (interp, args->call, given, &attr))
    return FALSE;
  taken->attrs = tl_attrs_with (interp->program_arena, &taken->attrs, parameter->name, attr);
  return TRUE;
}

static gboolean
take_arguments (TlPyInterp *interp, const TlPyArgs *args, const TlRelaxOp *op, Arguments *taken)
{
  const GArray *parameters = tl_relax_op_parameters (op);
  guint         position = 0, n_known = 0;

  *taken = (Arguments) { tl_arena_new_array (interp->program_arena, const TlRelaxExpr *, parameters->len + args->n_positional + 1), 0,
                         tl_attrs_empty };
  for (guint i = 0; i < parameters->len; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);
      const TlPyValue        *given = position < args->n_positional ? &args->positional[position]
                                                                    : tl_py_arg (args, G_MAXUINT, parameter->name);

      n_known += position >= args->n_positional && given != NULL;
      if (parameter->is_rest && !parameter->is_attr)
        {
          for (; position < args->n_positional; position++)
            if (!tl_tutorial_to_relax (interp, args->call, &args->positional[position], &taken->args[taken->n_args++]))
              return FALSE;
          continue;
        }
      position += position < args->n_positional;
      if (given == NULL && !parameter->is_attr && parameter->default_text == NULL)
        return tl_py_fail (interp, args->call, "relax.op.%s needs its argument '%s'", op->name, parameter->name);
      if (!take_parameter (interp, args, parameter, given, taken))
        return FALSE;
    }
  if (position < args->n_positional || n_known < args->n_named)
    return tl_py_fail (interp, args->call, "relax.op.%s takes (%s)", op->name, op->signature);
  return TRUE;
}

static const TlRelaxExpr *
make_op_call (TlPyInterp *interp, const TlAst *at, const TlRelaxOp *op, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *given)
{
  TlArena           *arena = interp->program_arena;
  GError            *error = NULL;
  const TlRelaxType *type = &tl_relax_any;
  TlAttrs            attrs;

  if (!tl_relax_op_complete (arena, op, given, &attrs, &error)
      || (tl_relax_op_is_inferred (op) && (type = tl_relax_infer (arena, op, args, n_args, &attrs, &error)) == NULL))
    return fail_with (interp, at, error), NULL;
  return tl_relax_call (arena, type, op, args, n_args, &attrs);
}

static gboolean
call_op (TlPyInterp *interp, const TlPyArgs *args, const char *package, TlPyValue *value)
{
  g_autofree char   *name = g_strconcat (package, args->name, NULL);
  const TlRelaxOp   *op = tl_relax_op_find (name);
  Arguments          taken;
  const TlRelaxExpr *call;

  if (op == NULL)
    return tl_py_fail (interp, args->call, "there is no operator relax.op.%s here", name);
  if (!take_arguments (interp, args, op, &taken))
    return FALSE;
  call = make_op_call (interp, args->call, op, taken.args, taken.n_args, &taken.attrs);
  *value = tl_py_relax (call);
  return call != NULL;
}

static gboolean
call_plain_op (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_op (interp, args, "", value);
}

static gboolean
call_nn_op (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_op (interp, args, "nn.", value);
}

static gboolean
call_image_op (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_op (interp, args, "image.", value);
}

/* relax.op.linear (data, weight, bias=None): as TVM writes it, x × wᵀ + b */
static gboolean
call_linear (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue   *given[] = { tl_py_arg (args, 0, "data"), tl_py_arg (args, 1, "weight"), tl_py_arg (args, 2, "bias") };
  const TlRelaxExpr *parts[3] = { NULL }, *pair[2];

  for (guint i = 0; i < 3; i++)
    if (given[i] != NULL && !tl_tutorial_to_relax (interp, args->call, given[i], &parts[i]))
      return FALSE;
  if (parts[0] == NULL || parts[1] == NULL)
    return tl_py_fail (interp, args->call, "linear takes data, weight and bias");
  pair[0] = parts[0];
  pair[1] = make_op_call (interp, args->call, tl_relax_op_find ("permute_dims"), &parts[1], 1, &tl_attrs_empty);
  if (pair[1] == NULL)
    return FALSE;
  pair[0] = make_op_call (interp, args->call, tl_relax_op_find ("matmul"), tl_arena_dup_array (interp->program_arena, const TlRelaxExpr *,
                                                                                               pair, 2), 2, &tl_attrs_empty);
  pair[1] = parts[2];
  if (pair[0] != NULL && parts[2] != NULL)
    pair[0] = make_op_call (interp, args->call, tl_relax_op_find ("add"), tl_arena_dup_array (interp->program_arena, const TlRelaxExpr *,
                                                                                              pair, 2), 2, &tl_attrs_empty);
  *value = tl_py_relax (pair[0]);
  return pair[0] != NULL;
}

/* tvm.ir.Op.get ("relax.add") */
static gboolean
get_op (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "op_name");
  const TlRelaxOp *op = name != NULL && name->kind == TL_PY_STRING ? tl_relax_op_find (name->string) : NULL;

  if (op == NULL)
    return tl_py_fail (interp, args->call, "there is no operator %s here", name != NULL && name->kind == TL_PY_STRING ? name->string : "");
  *value = tl_py_relax_op (op);
  return TRUE;
}

/* relax.Call (op, args, attrs=None, sinfo_args=None): of an operator, or a function of the module */
static gboolean
make_call (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *callee = tl_py_arg (args, 0, "op"), *list = tl_py_arg (args, 1, "args"), *attrs = tl_py_arg (args, 2, "attrs");
  const TlRelaxOp    *op = callee != NULL ? tl_py_get_relax_op (callee) : NULL;
  const TlRelaxExpr  *function = callee != NULL ? tl_py_get_relax (callee) : NULL;
  TlValue             given = { .kind = TL_VALUE_DICT, .dict = tl_attrs_empty };
  const TlRelaxExpr **items;
  TlRelaxExpr        *call;

  if ((op == NULL && function == NULL) || list == NULL || !tl_py_is_sequence (list))
    return tl_py_fail (interp, args->call, "Call takes an operator or a function, and a list of arguments");
  if (attrs != NULL && attrs->kind == TL_PY_DICT && !tl_py_to_attr (interp, args->call, attrs, &given))
    return FALSE;
  items = tl_arena_new_array (interp->program_arena, const TlRelaxExpr *, list->list->n + 1);
  for (guint i = 0; i < list->list->n; i++)
    if (!tl_tutorial_to_relax (interp, args->call, &list->list->items[i], &items[i]))
      return FALSE;
  if (op != NULL)
    {
      *value = tl_py_relax (make_op_call (interp, args->call, op, items, list->list->n, &given.dict));
      return value->kind != TL_PY_NONE;
    }
  call = tl_arena_dup_array (interp->program_arena, TlRelaxExpr,
                             tl_relax_call (interp->program_arena, &tl_relax_any, NULL, items, list->list->n, &tl_attrs_empty), 1);
  call->callee = function;
  *value = tl_py_relax (call);
  return TRUE;
}

const TlPyNative tl_graph_natives[] = {
  { "relax", "Var", make_var }, { "relax", "DataflowVar", make_var }, { "relax", "const", make_const }, { "relax", "Tuple", make_list },
  { "relax", "ShapeExpr", make_list }, { "relax", "TupleGetItem", make_item }, { "relax", "Call", make_call },
  { "relax", "TensorStructInfo", make_tensor_type }, { "relax", "TensorType", make_tensor_type },
  { "relax", "DynTensorType", make_old_type },
  { "relax", "TupleStructInfo", make_tuple_type }, { "relax", "TupleType", make_tuple_type },
  { "script.relax", "Tensor", make_tensor_type }, { "script.relax", "const", make_const },
  { "Op", "get", get_op }, { "relax.op", "linear", call_linear }, { "relax.op", "*", call_plain_op }, { "op.nn", "*", call_nn_op },
  { "op.image", "*", call_image_op }, { "script.relax", "*", call_plain_op }, { "relax.nn", "*", call_nn_op },
  { NULL },
};
