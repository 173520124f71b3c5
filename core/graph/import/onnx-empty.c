/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/operators/operators.h"

static gboolean
is_empty_type (const TlRelaxType *type)
{
  for (int i = 0; type->dims && i < type->n_dims; i++)
    if (tl_expr_is_int (type->dims[i], 0))
      return type->kind == TL_RELAX_TYPE_TENSOR;
  for (guint i = 0; i < type->n_fields; i++)
    if (is_empty_type (type->fields[i]))
      return TRUE;
  return FALSE;
}

gboolean
onnx_is_empty (const TlRelaxExpr *tensor)
{
  return is_empty_type (tensor->type);
}

gboolean
onnx_touches_empty (const TlRelaxExpr *call)
{
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i] && onnx_is_empty (call->args[i]))
      return TRUE;
  return onnx_is_empty (call);
}

static const TlRelaxExpr *
empty_constant (OnnxNode *node, const TlRelaxType *type)
{
  gint64    shape[TL_TENSOR_MAX_DIMS];
  TlTensor *tensor = NULL;

  if (tl_relax_type_get_shape (type, shape))
    tensor = tl_tensor_new (type->dtype, shape, (guint) type->n_dims, FALSE, &node->error);
  else
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its result has no elements, and sizes that are not known");
  return tensor ? tl_relax_const (node->arena, tensor) : NULL;
}

/* The others of the tensors that are joined. */
static const TlRelaxExpr *
join_others (OnnxNode *node, const TlRelaxExpr *call)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; i < call->args[0]->n_items; i++)
    if (!onnx_is_empty (call->args[0]->items[i]))
      g_ptr_array_add (others, (gpointer) call->args[0]->items[i]);
  if (others->len == 1)
    return others->pdata[0];
  return onnx_call_with (node, "concat", &call->attrs,
                         tl_relax_tuple (node->arena, (const TlRelaxExpr *const *) others->pdata, others->len));
}

static double
least (TlDType dtype)
{
  if (tl_dtype_is_float (dtype))
    return -INFINITY;
  return dtype.code == TL_TYPE_INT ? -ldexp (1, dtype.bits - 1) : 0;
}

static double
greatest (TlDType dtype)
{
  if (tl_dtype_is_float (dtype))
    return INFINITY;
  return dtype.code == TL_TYPE_BOOL ? 1 : (double) tl_dtype_max_int (dtype);
}

/* Of no elements. FALSE: the operator does not say, as a mean. */
static gboolean
reduce_nothing (const TlRelaxExpr *call, double *value)
{
  TlDType dtype = call->type->dtype;

  if (tl_relax_op_is (call, "sum") || tl_relax_op_is (call, "matmul"))
    *value = 0;
  else if (tl_relax_op_is (call, "prod"))
    *value = 1;
  else if (tl_relax_op_is (call, "max"))
    *value = least (dtype);
  else if (tl_relax_op_is (call, "min"))
    *value = greatest (dtype);
  else
    return FALSE;
  return TRUE;
}

const TlRelaxExpr *
onnx_call_of_empty (OnnxNode *node, const TlRelaxExpr *call)
{
  double value;

  if (call->type->kind == TL_RELAX_TYPE_TENSOR && onnx_is_empty (call))
    return empty_constant (node, call->type);
  if (tl_relax_op_is (call, "concat") && call->args[0]->kind == TL_RELAX_TUPLE)
    return join_others (node, call);
  if (call->type->kind == TL_RELAX_TYPE_TENSOR && call->type->dims && reduce_nothing (call, &value))
    return onnx_call (node, "broadcast_to", onnx_number (node, call->type->dtype, value),
                      tl_relax_shape (node->arena, call->type->dims, (guint) call->type->n_dims));
  onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "an input of it has no elements, which is not supported here");
  return NULL;
}
