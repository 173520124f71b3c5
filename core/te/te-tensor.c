/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/te/te-private.h"

/* An element whose last indices are still to come: A[i] of a matrix. */
typedef struct
{
  const TlTeTensor *tensor;
  const TlPyList   *indices;
} Slice;

static const TlPyClass slice_class;

TlPyValue
tl_te_tensor (TlPyInterp *interp, const TlTeOp *op, guint index)
{
  TlTeTensor *tensor = tl_arena_new0 (interp->arena, TlTeTensor);

  tensor->op = op;
  tensor->index = index;
  return tl_py_object (&tl_te_tensor_class, tensor);
}

gboolean
tl_te_get_tensor (const TlPyValue *value, TlDType *dtype)
{
  const TlTeTensor *tensor = value->object;

  if (!tl_py_is (value, &tl_te_tensor_class))
    return FALSE;
  *dtype = tensor->op->outputs[tensor->index]->dtype;
  return TRUE;
}

static gboolean
load (TlPyInterp *interp, const TlAst *at, const TlTeTensor *tensor, const TlPyList *indices, TlPyValue *value)
{
  const TlBuffer *buffer = tensor->op->outputs[tensor->index];
  const TlExpr  **exprs = tl_arena_new_array (interp->program_arena, const TlExpr *, MAX (indices->n, 1));
  guint64         n_nodes = 1;

  for (guint i = 0; i < indices->n; i++)
    {
      exprs[i] = tl_py_to_expr (interp, at, &indices->items[i]);
      if (exprs[i] == NULL)
        return FALSE;
      if (!tl_dtype_is_integer (exprs[i]->dtype) || exprs[i]->dtype.lanes != 1)
        return tl_py_fail (interp, at, "index %u of tensor %s must be an integer, not a value of type %s", i, tensor->op->name,
                           tl_dtype_name (exprs[i]->dtype));
      n_nodes += indices->items[i].kind == TL_PY_EXPR ? indices->items[i].n_nodes : 1;
    }
  return tl_py_wrap_expr (interp, at, tl_expr_load (interp->program_arena, buffer, exprs, indices->n), n_nodes, value);
}

static gboolean
element (TlPyInterp *interp, const TlAst *at, const TlTeTensor *tensor, const TlPyList *indices, gboolean may_be_slice, TlPyValue *value)
{
  Slice *slice;

  if (indices->n == tensor->op->n_dims)
    return load (interp, at, tensor, indices, value);
  if (!may_be_slice || indices->n > tensor->op->n_dims)
    return tl_py_fail (interp, at, "tensor %s has %u dimension%s, and is indexed by %u", tensor->op->name, tensor->op->n_dims,
                       tensor->op->n_dims == 1 ? "" : "s", indices->n);
  slice = tl_arena_new0 (interp->arena, Slice);
  slice->tensor = tensor;
  slice->indices = tl_arena_dup_array (interp->arena, TlPyList, indices, 1);
  *value = tl_py_object (&slice_class, slice);
  return TRUE;
}

static gboolean
tensor_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  return element (interp, at, self->object, indices, TRUE, value);
}

static gboolean
tensor_call (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList indices = { .items = args->positional, .n = args->n_positional };

  if (args->n_named > 0)
    return tl_py_fail (interp, args->call, "a tensor takes indices only");
  return element (interp, args->call, self->object, &indices, FALSE, value);
}

static gboolean
shape_of (TlPyInterp *interp, const TlAst *at, const TlTeOp *op, TlPyValue *value)
{
  gint64 extent;

  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, op->n_dims, value))
    return FALSE;
  for (guint i = 0; i < op->n_dims; i++)
    value->list->items[value->list->n++] = tl_expr_get_int (op->shape[i], &extent) && tl_dtype_equal (op->shape[i]->dtype, TL_INT32)
                                             ? tl_py_int (extent)
                                             : tl_py_expr (op->shape[i]);
  return TRUE;
}

static gboolean
tensor_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlTeTensor *tensor = self->object;

  if (strcmp (name, "shape") == 0)
    return shape_of (interp, at, tensor->op, value);
  if (strcmp (name, "dtype") == 0)
    *value = tl_py_string (interp, tl_dtype_name (tensor->op->outputs[tensor->index]->dtype));
  else if (strcmp (name, "name") == 0)
    *value = tl_py_string (interp, tensor->op->outputs[tensor->index]->name);
  else if (strcmp (name, "ndim") == 0)
    *value = tl_py_int (tensor->op->n_dims);
  else if (strcmp (name, "value_index") == 0)
    *value = tl_py_int (tensor->index);
  else if (strcmp (name, "op") == 0)
    *value = tl_py_object (&tl_te_op_class, tensor->op);
  else
    return tl_py_fail (interp, at, "a tensor has no attribute '%s' here; there are shape, dtype, name, ndim, op", name);
  return TRUE;
}

static gboolean
tensor_equal (const TlPyValue *a, const TlPyValue *b)
{
  const TlTeTensor *x = a->object, *y = b->object;

  return x->op == y->op && x->index == y->index;
}

static const TlExpr *
tensor_as_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  const TlTeTensor *tensor = self->object;

  tl_py_fail (interp, at, "expected an element, found tensor %s: index it, as in %s[…]; whole tensors are computed by te.compute",
              tensor->op->name, tensor->op->name);
  return NULL;
}

const TlPyClass tl_te_tensor_class = {
  .name = "tensor",
  .python_name = "Tensor",
  .get_expr = tensor_as_expr,
  .equal = tensor_equal,
  .attribute = tensor_attribute,
  .call = tensor_call,
  .subscript = tensor_subscript,
};

/* Slices. */

static gboolean
slice_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  const Slice *slice = self->object;
  TlPyValue    all;

  if (!tl_py_new_list (interp, at, TL_PY_LIST, (guint64) slice->indices->n + indices->n, &all))
    return FALSE;
  for (guint i = 0; i < slice->indices->n; i++)
    all.list->items[all.list->n++] = slice->indices->items[i];
  for (guint i = 0; i < indices->n; i++)
    all.list->items[all.list->n++] = indices->items[i];
  return element (interp, at, slice->tensor, all.list, TRUE, value);
}

static const TlExpr *
slice_as_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  const Slice *slice = self->object;

  tl_py_fail (interp, at, "tensor %s has %u dimensions, and is indexed by %u", slice->tensor->op->name, slice->tensor->op->n_dims,
              slice->indices->n);
  return NULL;
}

static const TlPyClass slice_class = {
  .name = "slice of a tensor",
  .python_name = "TensorSlice",
  .get_expr = slice_as_expr,
  .subscript = slice_subscript,
};

/* Operations: C.op.axis and the like. */

static gboolean
axes_of (TlPyInterp *interp, const TlAst *at, const TlTeAxis *axes, const TlTeAxis *const *pointers, guint n, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    value->list->items[value->list->n++] = tl_py_object (&tl_te_axis_class, axes != NULL ? &axes[i] : pointers[i]);
  return TRUE;
}

static gboolean
op_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlTeOp *op = self->object;

  if (strcmp (name, "axis") == 0)
    return axes_of (interp, at, op->axes, NULL, op->is_placeholder ? 0 : op->n_dims, value);
  if (strcmp (name, "reduce_axis") == 0)
    return axes_of (interp, at, NULL, op->reduction != NULL ? op->reduction->axes : NULL, op->reduction != NULL ? op->reduction->n_axes : 0,
                    value);
  if (strcmp (name, "name") != 0)
    return tl_py_fail (interp, at, "an operation has no attribute '%s' here; there are name, axis, reduce_axis", name);
  *value = tl_py_string (interp, op->name);
  return TRUE;
}

const TlPyClass tl_te_op_class = { .name = "operation", .python_name = "Operation", .attribute = op_attribute };

/* Axes. */

static const TlExpr *
axis_as_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  return ((const TlTeAxis *) self->object)->var;
}

static gboolean
axis_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlTeAxis *axis = self->object;

  if (strcmp (name, "var") != 0)
    return tl_py_fail (interp, at, "an axis has no attribute '%s' here", name);
  *value = tl_py_expr (axis->var);
  return TRUE;
}

const TlPyClass tl_te_axis_class = {
  .name = "axis",
  .python_name = "IterVar",
  .get_expr = axis_as_expr,
  .attribute = axis_attribute,
};
