/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that make values rather than change them. */
#include <math.h>
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_RANGE (1 << 20)    /* elements of a constant that a range becomes */

static const TlRelaxExpr *
constant (OnnxNode *node, TlDType dtype, gconstpointer data, size_t n, guint n_dims)
{
  gint64    shape = (gint64) n;
  TlTensor *tensor = node->error ? NULL : tl_tensor_new (dtype, &shape, n_dims, FALSE, &node->error);

  if (tensor && n > 0)
    memcpy (tensor->data, data, tensor->n_bytes);
  return tensor ? tl_relax_const (node->arena, tensor) : NULL;
}

void
onnx_convert_constant (OnnxNode *node)
{
  for (size_t i = 0; i < node->proto->n_attribute; i++)
    {
      const Onnx__AttributeProto *attr = node->proto->attribute[i];
      const char *name = onnx_text (attr->name);
      TlTensor   *tensor;

      if (node->error)
        return;
      node->has_read[i] = TRUE;
      if (strcmp (name, "value") == 0 && attr->t)
        {
          tensor = onnx_tensor (&node->import->store, attr->t, &node->error);
          onnx_give (node, 0, tensor ? tl_relax_const (node->arena, tensor) : NULL);
        }
      else if (strcmp (name, "value_float") == 0)
        onnx_give (node, 0, constant (node, TL_FLOAT32, &attr->f, 1, 0));
      else if (strcmp (name, "value_int") == 0)
        onnx_give (node, 0, constant (node, TL_INT64, &attr->i, 1, 0));
      else if (strcmp (name, "value_floats") == 0)
        onnx_give (node, 0, constant (node, TL_FLOAT32, attr->floats, attr->n_floats, 1));
      else if (strcmp (name, "value_ints") == 0)
        onnx_give (node, 0, constant (node, TL_INT64, attr->ints, attr->n_ints, 1));
    }
  if (node->n_outputs > 0 && node->outputs[0] == NULL)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its value is no tensor and no number");
}

void
onnx_convert_identity (OnnxNode *node)
{
  if (onnx_has_input (node, 0) && node->n_outputs > 0)
    node->outputs[0] = node->inputs[0];
  else
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no input");
}

/* In training it drops what the numbers of the exporter's machine chose. */
void
onnx_convert_dropout (OnnxNode *node)
{
  double in_training = 0;

  if (onnx_has_input (node, 2) && !onnx_input_number (node, 2, &in_training))
    in_training = 1;
  if (in_training != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "it drops elements at random, as in training");
  else
    onnx_convert_identity (node);
}

void
onnx_convert_known_only (OnnxNode *node)
{
  onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its inputs are computed from data, or of unknown sizes; they must be known");
}

/* The value of ConstantOfShape, of no dimension; 0 if none is given. */
static const TlRelaxExpr *
value_of_shape (OnnxNode *node)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, "value");
  TlTensor *tensor = NULL;

  if (node->error || attr == NULL || attr->t == NULL)
    return onnx_number (node, TL_FLOAT32, 0);
  tensor = onnx_tensor (&node->import->store, attr->t, &node->error);
  if (tensor && tensor->n_elements != 1)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its value has %" G_GINT64_FORMAT " elements", tensor->n_elements);
  if (tensor == NULL)
    return NULL;
  tensor->n_dims = 0;
  return tl_relax_const (node->arena, tensor);
}

void
onnx_convert_constant_of_shape (OnnxNode *node)
{
  const OnnxKnown   *shape = onnx_known (node, 0);
  const TlRelaxExpr *value = value_of_shape (node);

  if (shape == NULL || shape->n_items > TL_TENSOR_MAX_DIMS)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its shape is computed from data, or has too many dimensions");
  if (node->error == NULL)
    onnx_give (node, 0, onnx_call (node, "broadcast_to", value, tl_relax_shape (node->arena, shape->items, shape->n_items)));
}

gboolean
onnx_fold_constant_of_shape (OnnxNode *node)
{
  OnnxInts           shape;
  const OnnxKnown   *element;
  const TlRelaxExpr *value;
  OnnxKnown         *result;

  if (!onnx_known_ints (node, 0, &shape) || !onnx_has_input (node, 0))
    return FALSE;
  value = value_of_shape (node);
  element = value ? onnx_known_of_tensor (node->arena, value->tensor) : NULL;
  result = element && shape.n <= TL_TENSOR_MAX_DIMS ? onnx_known_new (node, element->dtype, shape.items, shape.n) : NULL;
  for (guint i = 0; result && i < result->n_items; i++)
    result->items[i] = element->items[0];
  return result && onnx_give_known (node, 0, result);
}

/* 1 on a diagonal, else 0, of the sizes of the input. */
void
onnx_convert_eye_like (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0);
  const TlExpr *const *dims = onnx_dims (node, data);
  gint64               to = onnx_attr_int (node, "dtype", 0);
  TlDType              dtype = data ? data->type->dtype : TL_FLOAT32;
  TlAttrs              attrs;

  if (onnx_attr (node, "dtype") && (to > G_MAXINT32 || to < 0 || !onnx_dtype ((gint32) to, &dtype)))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "elements of type %" G_GINT64_FORMAT " are not supported", to);
  else if (dims && data->type->n_dims != 2)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its input has %d dimensions, not 2", data->type->n_dims);
  if (node->error)
    return;
  attrs = onnx_attrs (node, { "dtype", tl_value_string (node->arena, tl_dtype_name (dtype)) });
  onnx_give (node, 0, onnx_call_with (node, "eye", &attrs, tl_relax_prim (node->arena, dims[0]), tl_relax_prim (node->arena, dims[1]),
                                      tl_relax_int (node->arena, onnx_attr_int (node, "k", 0))));
}

/* --- ranges --- */

/* Elements from @start to before @limit; -1 if there are too many for a constant. */
static gint64
count_range (double start, double limit, double step)
{
  double n = ceil ((limit - start) / step);

  return n > MAX_RANGE || isnan (n) ? -1 : (gint64) MAX (n, 0.0);
}

gboolean
onnx_fold_range (OnnxNode *node)
{
  double           values[3] = { 0 };
  const OnnxKnown *start = onnx_known (node, 0);
  gint64           n;
  TlTensor        *tensor;

  for (guint i = 0; i < 3; i++)
    if (!onnx_input_number (node, i, &values[i]))
      return FALSE;
  n = values[2] == 0 ? -1 : count_range (values[0], values[1], values[2]);
  tensor = n < 0 || node->n_outputs == 0 ? NULL : tl_tensor_new (start->dtype, &n, 1, FALSE, &node->error);
  for (gint64 i = 0; tensor && i < n; i++)
    tl_tensor_set (tensor, i, values[0] + (double) i * values[2]);
  if (tensor)
    onnx_give (node, 0, tl_relax_const (node->arena, tensor));
  return tensor != NULL;
}

void
onnx_convert_range (OnnxNode *node)
{
  const TlRelaxExpr *bounds[3] = { NULL };
  TlAttrs attrs;

  for (guint i = 0; i < 3; i++)
    {
      const OnnxKnown *known = onnx_known (node, i);

      if (known == NULL || known->n_items != 1 || known->items[0]->kind == TL_EXPR_FLOAT)
        {
          onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its bounds are computed from data; they must be known");
          return;
        }
      bounds[i] = tl_relax_prim (node->arena, known->items[0]);
    }
  attrs = onnx_attrs (node, { "dtype", tl_value_string (node->arena, tl_dtype_name (onnx_known (node, 0)->dtype)) });
  onnx_give (node, 0, onnx_call_with (node, "arange", &attrs, bounds[0], bounds[1], bounds[2]));
}
