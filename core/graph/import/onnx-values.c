/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

static gboolean
is_whole (TlDType dtype)
{
  return tl_dtype_is_integer (dtype) || dtype.code == TL_TYPE_BOOL;
}

static OnnxKnown *
new_known (TlArena *arena, TlDType dtype, const gint64 *shape, guint n_dims)
{
  OnnxKnown *known;
  gint64     n = 1, most = is_whole (dtype) ? ONNX_MAX_KNOWN : ONNX_MAX_FLOATS;

  for (guint i = 0; i < n_dims; i++)
    if (shape[i] < 0 || __builtin_mul_overflow (n, shape[i], &n))
      return NULL;
  if (n > most || n_dims > TL_TENSOR_MAX_DIMS)
    return NULL;
  known = tl_arena_new0 (arena, OnnxKnown);
  known->dtype = dtype;
  known->n_dims = n_dims;
  if (n_dims > 0)
    memcpy (known->shape, shape, n_dims * sizeof *shape);
  known->n_items = (guint) n;
  known->items = tl_arena_new_array (arena, const TlExpr *, MAX (n, 1));
  return known;
}

OnnxKnown *
onnx_known_new (OnnxNode *node, TlDType dtype, const gint64 *shape, guint n_dims)
{
  return new_known (node->arena, dtype, shape, n_dims);
}

const OnnxKnown *
onnx_known_of_tensor (TlArena *arena, const TlTensor *tensor)
{
  OnnxKnown *known = new_known (arena, tensor->dtype, tensor->shape, tensor->n_dims);

  for (guint i = 0; known && i < known->n_items; i++)
    known->items[i] = is_whole (tensor->dtype) ? tl_expr_int (arena, TL_INT64, tl_tensor_get_int (tensor, i))
                                               : tl_expr_float (arena, TL_FLOAT64, tl_tensor_get (tensor, i));
  return known;
}

const OnnxKnown *
onnx_known_value (OnnxNode *node, OnnxValue *value)
{
  if (value->known == NULL && value->expr->kind == TL_RELAX_CONST)
    value->known = onnx_known_of_tensor (node->arena, value->expr->tensor);
  return value->known;
}

const OnnxKnown *
onnx_known (OnnxNode *node, guint index)
{
  OnnxValue *value = index < node->n_inputs ? node->inputs[index] : NULL;

  return value ? onnx_known_value (node, value) : NULL;
}

static gboolean
is_static (const OnnxKnown *known)
{
  for (guint i = 0; i < known->n_items; i++)
    if (known->items[i]->kind != TL_EXPR_INT && known->items[i]->kind != TL_EXPR_FLOAT)
      return FALSE;
  return TRUE;
}

static void
store_item (TlTensor *tensor, guint index, const TlExpr *item)
{
  guint n_bytes = tl_dtype_bytes (tensor->dtype);

  if (item->kind == TL_EXPR_FLOAT)
    tl_tensor_set (tensor, index, item->float_value);
  else
    memcpy ((guint8 *) tensor->data + (gsize) index * n_bytes, &item->int_value, n_bytes);
}

/* Elements that are computed from sizes, as a tensor. */
static const TlRelaxExpr *
expr_of_sizes (OnnxNode *node, const OnnxKnown *known)
{
  const TlRelaxExpr *value = onnx_call (node, "shape_to_tensor", tl_relax_shape (node->arena, known->items, known->n_items));

  if (known->n_dims != 1)
    {
      const TlExpr *dims[TL_TENSOR_MAX_DIMS];

      for (guint i = 0; i < known->n_dims; i++)
        dims[i] = onnx_size (node, known->shape[i]);
      value = onnx_reshape (node, value, dims, known->n_dims);
    }
  if (!tl_dtype_equal (known->dtype, TL_INT64))
    {
      TlAttrs attrs = onnx_attrs (node, { "dtype", tl_value_string (node->arena, tl_dtype_name (known->dtype)) });

      value = onnx_call_with (node, "astype", &attrs, value);
    }
  return value;
}

const TlRelaxExpr *
onnx_known_expr (OnnxNode *node, const OnnxKnown *known)
{
  TlTensor *tensor;

  if (node->error)
    return NULL;
  if (!is_static (known))
    return expr_of_sizes (node, known);
  tensor = tl_tensor_new (known->dtype, known->shape, known->n_dims, FALSE, &node->error);
  for (guint i = 0; tensor && i < known->n_items; i++)
    store_item (tensor, i, known->items[i]);
  return tensor ? tl_relax_const (node->arena, tensor) : NULL;
}
