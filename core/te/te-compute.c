/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/te/te-private.h"

/* Arguments. */

static gboolean
name_arg (TlPyInterp *interp, const TlPyArgs *args, guint index, const char *fallback, const char **name)
{
  const TlPyValue *value = tl_py_arg (args, index, "name");

  *name = fallback;
  if (value == NULL)
    return TRUE;
  if (value->kind != TL_PY_STRING || value->string[0] == '\0')
    return tl_py_fail (interp, args->call, "a name is a string, not a %s", tl_py_type_name (value));
  *name = tl_arena_strdup (interp->program_arena, value->string);
  return TRUE;
}

static gboolean
dtype_arg (TlPyInterp *interp, const TlPyArgs *args, guint index, TlDType fallback, TlDType *dtype)
{
  const TlPyValue *value = tl_py_arg (args, index, "dtype");

  *dtype = fallback;
  if (value == NULL || value->kind == TL_PY_NONE)
    return TRUE;
  if (!tl_py_to_dtype (interp, args->call, value, dtype))
    return FALSE;
  return (dtype->code != TL_TYPE_VOID && dtype->code != TL_TYPE_HANDLE)
         || tl_py_fail (interp, args->call, "no value of type %s can be computed", tl_dtype_name (*dtype));
}

/* A dimension: an integer of the program. */
static const TlExpr *
dimension (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  const TlExpr *expr = tl_py_to_expr (interp, at, value);
  gint64        extent;

  if (expr == NULL)
    return NULL;
  if (!tl_dtype_is_integer (expr->dtype) || expr->dtype.lanes != 1)
    tl_py_fail (interp, at, "a dimension is an integer, not a value of type %s", tl_dtype_name (expr->dtype));
  else if (tl_expr_get_int (expr, &extent) && extent < 1)
    tl_py_fail (interp, at, "a dimension of %" G_GINT64_FORMAT " holds nothing", extent);
  else
    return expr;
  return NULL;
}

static gboolean
shape_arg (TlPyInterp *interp, const TlPyArgs *args, TlTeOp *op)
{
  const TlPyValue *value = tl_py_arg (args, 0, "shape");
  TlPyList         list = { .items = (TlPyValue *) value, .n = 1 };
  const TlExpr   **shape;

  if (value == NULL)
    return tl_py_fail (interp, args->call, "a shape is needed: a tuple of integers");
  if (tl_py_is_sequence (value))
    list = *value->list;
  if (list.n > TL_TE_MAX_DIMS)
    return tl_py_fail (interp, args->call, "a tensor has at most %d dimensions", TL_TE_MAX_DIMS);
  shape = tl_arena_new_array (interp->program_arena, const TlExpr *, MAX (list.n, 1));
  for (guint i = 0; i < list.n; i++)
    if ((shape[i] = dimension (interp, args->call, &list.items[i])) == NULL)
      return FALSE;
  op->shape = shape;
  op->n_dims = list.n;
  return TRUE;
}

/* A buffer that stands for a tensor knows what computes it. */
typedef struct
{
  TlBuffer      buffer;
  const TlTeOp *op;
} StandIn;

const TlTeOp *
tl_te_producer (const TlBuffer *stand_in)
{
  return ((const StandIn *) stand_in)->op;
}

/* Buffers that stand for the tensors of @op: of a single one under its name, else name_v0, name_v1 … */
static void
make_outputs (TlPyInterp *interp, TlTeOp *op, const TlDType *dtypes, guint n)
{
  const TlBuffer **outputs = tl_arena_new_array (interp->program_arena, const TlBuffer *, n);

  for (guint i = 0; i < n; i++)
    {
      const char *name = n == 1 ? op->name : tl_arena_printf (interp->program_arena, "%s_v%u", op->name, i);
      StandIn    *stand_in = tl_arena_new0 (interp->program_arena, StandIn);

      stand_in->buffer = *tl_buffer_new (interp->program_arena, name, dtypes[i], op->shape, op->n_dims, NULL);
      stand_in->op = op;
      outputs[i] = &stand_in->buffer;
    }
  op->outputs = outputs;
  op->n_outputs = n;
}

/* te.placeholder (shape, dtype=None, name="placeholder") */
gboolean
tl_te_placeholder (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlTeOp *op = tl_arena_new0 (interp->program_arena, TlTeOp);
  TlDType dtype;

  if (!tl_py_check_args (interp, args, "te.placeholder", 3, "shape dtype name") || !shape_arg (interp, args, op)
      || !dtype_arg (interp, args, 1, TL_FLOAT32, &dtype) || !name_arg (interp, args, 2, "placeholder", &op->name))
    return FALSE;
  op->is_placeholder = TRUE;
  op->at = args->call;
  make_outputs (interp, op, &dtype, 1);
  *value = tl_te_tensor (interp, op, 0);
  return TRUE;
}

TlPyValue
tl_te_input (TlPyInterp *interp, const TlAst *at, const char *name, TlDType dtype, const TlExpr *const *shape, guint n_dims)
{
  TlTeOp *op = tl_arena_new0 (interp->program_arena, TlTeOp);

  op->name = tl_arena_strdup (interp->program_arena, name);
  op->shape = tl_arena_dup_array (interp->program_arena, const TlExpr *, shape, n_dims);
  op->n_dims = n_dims;
  op->is_placeholder = TRUE;
  op->at = at;
  make_outputs (interp, op, &dtype, 1);
  return tl_te_tensor (interp, op, 0);
}

/* te.var (name="tindex", dtype="int32"): a number that the function is given, or that a shape brings. */
gboolean
tl_te_var (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const char *name;
  TlDType     dtype;

  if (!tl_py_check_args (interp, args, "te.var", 2, "name dtype") || !name_arg (interp, args, 0, "tindex", &name)
      || !dtype_arg (interp, args, 1, TL_INT32, &dtype))
    return FALSE;
  *value = tl_py_expr (tl_expr_var (interp->program_arena, name, dtype));
  return TRUE;
}

/* te.const (value, dtype=None) */
gboolean
tl_te_const (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *number = tl_py_arg (args, 0, "value");
  TlPyArgs         one = { .positional = (TlPyValue *) number, .n_positional = 1, .call = args->call };
  double           unused;
  TlDType          dtype;

  if (!tl_py_check_args (interp, args, "const", 2, "value dtype"))
    return FALSE;
  if (number == NULL || !tl_py_get_number (number, &unused))
    return tl_py_fail (interp, args->call, "const takes a number");
  if (!dtype_arg (interp, args, 1, number->kind == TL_PY_FLOAT ? TL_FLOAT32 : number->kind == TL_PY_BOOL ? TL_BOOL : TL_INT32, &dtype))
    return FALSE;
  return tl_py_expr_call (interp, tl_dtype_name (dtype), &one, value);
}

gboolean
tl_te_power (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_expr_call (interp, "pow", args, value);
}

/* Of integers a choice, of floats a function. */
gboolean
tl_te_abs (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue zero = tl_py_int (0);
  TlPyValue       choice[3];
  TlPyArgs        select = { .positional = choice, .n_positional = 3, .call = args->call };

  if (args->n_positional != 1 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "abs takes one value");
  choice[1] = args->positional[0];
  if (choice[1].kind != TL_PY_EXPR || !tl_dtype_is_integer (choice[1].expr->dtype))
    return tl_py_expr_call (interp, "fabs", args, value);
  return tl_py_expr_operator (interp, args->call, ">=", &choice[1], &zero, &choice[0])
         && tl_py_expr_operator (interp, args->call, "-", &zero, &choice[1],
                                 &choice[2]) && tl_py_expr_call (interp, "Select", &select, value);
}

/* Of integers what C's division gives, of floats a quotient. */
gboolean
tl_te_div (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *a = tl_py_arg (args, 0, "a"), *b = tl_py_arg (args, 1, "b");
  const TlExpr    *x, *y;

  if (!tl_py_check_args (interp, args, "te.div", 2, "a b"))
    return FALSE;
  if (a == NULL || b == NULL)
    return tl_py_fail (interp, args->call, "te.div takes two values");
  if ((x = tl_py_to_expr (interp, args->call, a)) == NULL || (y = tl_py_to_expr (interp, args->call, b)) == NULL)
    return FALSE;
  if (!tl_dtype_is_integer (x->dtype) || !tl_dtype_is_integer (y->dtype))
    return tl_py_expr_operator (interp, args->call, "/", a, b, value);
  return tl_py_expr_call (interp, "truncdiv", args, value);
}

/* te.reduce_axis ((min, end), name="rv") */
gboolean
tl_te_reduce_axis (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *dom = tl_py_arg (args, 0, "dom");
  TlTeAxis        *axis = tl_arena_new0 (interp->program_arena, TlTeAxis);
  const TlExpr    *end;
  const char      *name;
  gint64           extent;

  if (!tl_py_check_args (interp, args, "te.reduce_axis", 2, "dom name") || !name_arg (interp, args, 1, "rv", &name))
    return FALSE;
  if (dom == NULL || !tl_py_is_sequence (dom) || dom->list->n != 2)
    return tl_py_fail (interp, args->call, "te.reduce_axis takes a pair (begin, end), as in (0, n)");
  if ((axis->min = tl_py_to_expr (interp, args->call, &dom->list->items[0])) == NULL
      || (end = tl_py_to_expr (interp, args->call, &dom->list->items[1])) == NULL)
    return FALSE;
  if (!tl_dtype_is_integer (axis->min->dtype) || !tl_dtype_is_integer (end->dtype))
    return tl_py_fail (interp, args->call, "the ends of an axis are integers");
  tl_match_types (interp->program_arena, &axis->min, &end);
  axis->extent = tl_sub (interp->program_arena, end, axis->min);
  if (tl_expr_get_int (axis->extent, &extent) && extent < 1)
    return tl_py_fail (interp, args->call, "this axis is empty: there is nothing between its ends");
  axis->var = tl_expr_var (interp->program_arena, name, end->dtype);
  *value = tl_py_object (&tl_te_axis_class, axis);
  return TRUE;
}

/* Computations. */

/* The name of index @index of those that a star takes: of the list varargs_names, else i0, i1 … NULL with an error. */
static const char *
star_name (TlPyInterp *interp, const TlPyArgs *args, guint index)
{
  const TlPyValue *names = tl_py_arg (args, 5, "varargs_names");

  if (names == NULL || names->kind == TL_PY_NONE)
    return tl_arena_printf (interp->program_arena, "i%u", index);
  if (tl_py_is_sequence (names) && index < names->list->n && names->list->items[index].kind == TL_PY_STRING)
    return tl_arena_strdup (interp->program_arena, names->list->items[index].string);
  tl_py_fail (interp, args->call, "varargs_names is a list of a name for each index that \"*\" takes");
  return NULL;
}

/* One axis per dimension, named like the parameters of the function. */
static gboolean
make_axes (TlPyInterp *interp, const TlPyArgs *args, const TlPyValue *function, TlTeOp *op)
{
  const TlAst *ast = function->function->ast;
  TlTeAxis    *axes = tl_arena_new_array (interp->program_arena, TlTeAxis, MAX (op->n_dims, 1));
  guint        n_params, n_named = 0;
  gboolean     is_open;

  tl_py_arity (function, &n_params, &is_open);
  if (is_open ? n_params > op->n_dims : n_params != op->n_dims)
    return tl_py_fail (interp, args->call, "the function takes %u ind%s, and the shape has %u dimension%s", n_params,
                       n_params == 1 ? "ex" : "ices", op->n_dims, op->n_dims == 1 ? "" : "s");
  for (guint i = 0; i < op->n_dims; i++)
    {
      gboolean    is_named = i < n_params && !ast->params[i].is_star;
      const char *name = is_named ? ast->params[i].name : star_name (interp, args, i - n_named);

      if (name == NULL)
        return FALSE;
      n_named += is_named;
      axes[i].min = tl_expr_int (interp->program_arena, op->shape[i]->dtype, 0);
      axes[i].extent = op->shape[i];
      axes[i].var = tl_expr_var (interp->program_arena, name, op->shape[i]->dtype);
    }
  op->axes = axes;
  return TRUE;
}

static gboolean
take_reduction (TlPyInterp *interp, TlTeOp *op, const TlTeReduction *reduction)
{
  TlDType *dtypes = tl_arena_new_array (interp->arena, TlDType, reduction->n_sources);

  for (guint i = 0; i < reduction->n_sources; i++)
    dtypes[i] = reduction->sources[i]->dtype;
  op->reduction = reduction;
  make_outputs (interp, op, dtypes, reduction->n_sources);
  return TRUE;
}

static gboolean
take_values (TlPyInterp *interp, const TlAst *at, TlTeOp *op, const TlPyList *items)
{
  const TlExpr **values = tl_arena_new_array (interp->program_arena, const TlExpr *, MAX (items->n, 1));
  TlDType       *dtypes = tl_arena_new_array (interp->arena, TlDType, MAX (items->n, 1));

  if (items->n == 0)
    return tl_py_fail (interp, at, "the function computes nothing");
  for (guint i = 0; i < items->n; i++)
    {
      if ((values[i] = tl_py_to_expr (interp, at, &items->items[i])) == NULL)
        return FALSE;
      if (values[i]->dtype.code == TL_TYPE_HANDLE || values[i]->dtype.code == TL_TYPE_VOID)
        return tl_py_fail (interp, at, "an element cannot be of type %s", tl_dtype_name (values[i]->dtype));
      dtypes[i] = values[i]->dtype;
    }
  op->values = values;
  make_outputs (interp, op, dtypes, items->n);
  return TRUE;
}

static gboolean
take_body (TlPyInterp *interp, const TlAst *at, TlTeOp *op, const TlPyValue *body)
{
  TlPyList items = { .items = (TlPyValue *) body, .n = 1 };

  if (tl_py_is (body, &tl_te_reduction_class))
    return take_reduction (interp, op, body->object);
  if (tl_py_is_sequence (body))
    items = *body->list;
  if (items.n == 1 && tl_py_is (&items.items[0], &tl_te_reduction_class))
    return take_reduction (interp, op, items.items[0].object);
  return take_values (interp, at, op, &items);
}

/* Tensors whose elements may lie in another order: an attribute of the function that has them for arguments. */
static gboolean
take_layout_free (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTeOp *op)
{
  const TlBuffer **buffers;

  if (!tl_py_is_sequence (value))
    return tl_py_fail (interp, at, "layout_free_placeholders is a list of tensors, not a %s", tl_py_type_name (value));
  buffers = tl_arena_new_array (interp->program_arena, const TlBuffer *, MAX (value->list->n, 1));
  for (guint i = 0; i < value->list->n; i++)
    {
      const TlTeTensor *tensor = value->list->items[i].object;

      if (!tl_py_is (&value->list->items[i], &tl_te_tensor_class))
        return tl_py_fail (interp, at, "layout_free_placeholders is a list of tensors, this is a %s",
                           tl_py_type_name (&value->list->items[i]));
      buffers[i] = tensor->op->outputs[tensor->index];
    }
  op->layout_free = buffers;
  op->n_layout_free = value->list->n;
  return TRUE;
}

static gboolean
take_attrs (TlPyInterp *interp, const TlPyArgs *args, TlTeOp *op)
{
  const TlPyValue *attrs = tl_py_arg (args, 4, "attrs");

  op->attrs = tl_attrs_empty;
  if (attrs == NULL || attrs->kind == TL_PY_NONE)
    return TRUE;
  if (attrs->kind != TL_PY_DICT)
    return tl_py_fail (interp, args->call, "attrs is a dictionary, not a %s", tl_py_type_name (attrs));
  for (guint i = 0; i < attrs->dict->keys.n; i++)
    {
      TlValue attr;

      if (attrs->dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, args->call, "the key of an attribute is a string");
      if (strcmp (attrs->dict->keys.items[i].string, "layout_free_placeholders") == 0)
        {
          if (!take_layout_free (interp, args->call, &attrs->dict->values.items[i], op))
            return FALSE;
          continue;
        }
      if (!tl_py_to_attr (interp, args->call, &attrs->dict->values.items[i], &attr))
        return FALSE;
      op->attrs = tl_attrs_with (interp->program_arena, &op->attrs, attrs->dict->keys.items[i].string, attr);
    }
  return TRUE;
}

/*
 * te.compute (shape, fcompute, name="compute", tag="", attrs=None, varargs_names=None): a tensor, or a list of them if the function gives
 * several values.
 */
gboolean
tl_te_compute (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *function = tl_py_arg (args, 1, "fcompute");
  TlTeOp          *op = tl_arena_new0 (interp->program_arena, TlTeOp);
  TlPyValue       *indices, body;

  if (!tl_py_check_args (interp, args, "te.compute", 6, "shape fcompute name tag attrs varargs_names") || !shape_arg (interp, args, op)
      || !name_arg (interp, args, 2, "compute", &op->name) || !take_attrs (interp, args, op))
    return FALSE;
  if (function == NULL || function->kind != TL_PY_FUNCTION)
    return tl_py_fail (interp, args->call, "te.compute takes a function of indices");
  if (!make_axes (interp, args, function, op))
    return FALSE;
  indices = tl_arena_new_array (interp->arena, TlPyValue, MAX (op->n_dims, 1));
  for (guint i = 0; i < op->n_dims; i++)
    indices[i] = tl_py_expr (op->axes[i].var);
  op->at = args->call;
  if (!tl_py_apply (interp, args->call, function, indices, op->n_dims, &body) || !take_body (interp, args->call, op, &body))
    return FALSE;
  *value = tl_te_tensor (interp, op, 0);
  if (op->n_outputs == 1)
    return TRUE;
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, op->n_outputs, value))
    return FALSE;
  for (guint i = 0; i < op->n_outputs; i++)
    value->list->items[value->list->n++] = tl_te_tensor (interp, op, i);
  return TRUE;
}
