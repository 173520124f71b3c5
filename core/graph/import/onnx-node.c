/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_SIZE ((gint64) 1 << 40)    /* of a dimension that is computed with */

void
onnx_fail (OnnxNode *node, gint code, const char *format, ...)
{
  va_list arguments;

  if (node->error)
    return;
  va_start (arguments, format);
  node->error = g_error_new_valist (TL_GRAPH_ERROR, code, format, arguments);
  va_end (arguments);
}

#define invalid(node, ...)     onnx_fail ((node), TL_GRAPH_ERROR_INVALID, __VA_ARGS__)
#define unsupported(node, ...) onnx_fail ((node), TL_GRAPH_ERROR_UNSUPPORTED, __VA_ARGS__)

/* --- inputs --- */

gboolean
onnx_has_input (const OnnxNode *node, guint index)
{
  return index < node->n_inputs && node->inputs[index] != NULL;
}

const TlRelaxExpr *
onnx_value_expr (OnnxNode *node, OnnxValue *value)
{
  if (value->expr == NULL && node->error == NULL)
    value->expr = onnx_known_expr (node, value->known);
  return value->expr;
}

const TlRelaxExpr *
onnx_input (OnnxNode *node, guint index)
{
  if (onnx_has_input (node, index))
    return onnx_value_expr (node, node->inputs[index]);
  invalid (node, "input %u is missing", index);
  return NULL;
}

static const char *
name_of (const TlRelaxExpr *tensor)
{
  return tensor->kind == TL_RELAX_VAR ? tensor->name : "a constant";
}

int
onnx_rank (OnnxNode *node, const TlRelaxExpr *tensor)
{
  if (tensor == NULL || node->error)
    return -1;
  if (tensor->type->kind == TL_RELAX_TYPE_TENSOR && tensor->type->n_dims >= 0)
    return tensor->type->n_dims;
  unsupported (node, "how many dimensions %s has is not known", name_of (tensor));
  return -1;
}

static const TlExpr *const no_dims[1];

const TlExpr *const *
onnx_dims (OnnxNode *node, const TlRelaxExpr *tensor)
{
  if (onnx_rank (node, tensor) < 0)
    return NULL;
  if (tensor->type->dims == NULL && tensor->type->n_dims > 0)
    {
      unsupported (node, "the sizes of %s are not known", name_of (tensor));
      return NULL;
    }
  return tensor->type->dims ? tensor->type->dims : no_dims;
}

gboolean
onnx_static_dims (OnnxNode *node, const TlRelaxExpr *tensor, guint first, gint64 *sizes)
{
  const TlExpr *const *dims = onnx_dims (node, tensor);

  for (guint i = first; dims && i < (guint) tensor->type->n_dims; i++)
    if (!tl_expr_get_int (dims[i], &sizes[i - first]) || sizes[i - first] > MAX_SIZE)
      {
        unsupported (node, "dimension %u of %s is not a known number, or too large", i, name_of (tensor));
        return FALSE;
      }
  return dims != NULL;
}

guint
onnx_axis (OnnxNode *node, gint64 axis, int rank)
{
  gint64 from_front = axis < 0 ? axis + rank : axis;

  if (rank >= 0 && (from_front < 0 || from_front >= rank))
    invalid (node, "axis %" G_GINT64_FORMAT " of a tensor of %d dimensions", axis, rank);
  return node->error || rank < 0 ? 0 : (guint) from_front;
}

gboolean
onnx_known_ints (OnnxNode *node, guint index, OnnxInts *ints)
{
  const OnnxKnown *known = onnx_known (node, index);
  gint64          *items;

  *ints = (OnnxInts) { 0 };
  if (!onnx_has_input (node, index))
    return TRUE;
  if (known == NULL)
    return FALSE;
  items = tl_arena_new_array (node->arena, gint64, MAX (known->n_items, 1));
  for (guint i = 0; i < known->n_items; i++)
    if (!tl_expr_get_int (known->items[i], &items[i]))
      return FALSE;
  *ints = (OnnxInts) { items, known->n_items };
  return TRUE;
}

OnnxInts
onnx_input_ints (OnnxNode *node, guint index)
{
  OnnxInts ints;

  if (!onnx_known_ints (node, index, &ints))
    unsupported (node, "input %u (%s) is computed from data or free sizes; it must be known", index, node->proto->input[index]);
  return ints;
}

gboolean
onnx_input_number (OnnxNode *node, guint index, double *value)
{
  const OnnxKnown *known = onnx_has_input (node, index) ? onnx_known (node, index) : NULL;

  if (known == NULL || known->n_items != 1)
    return FALSE;
  if (known->items[0]->kind == TL_EXPR_FLOAT)
    *value = known->items[0]->float_value;
  else if (known->items[0]->kind == TL_EXPR_INT)
    *value = (double) known->items[0]->int_value;
  else
    return FALSE;
  return TRUE;
}

/* --- attributes --- */

const Onnx__AttributeProto *
onnx_attr (const OnnxNode *node, const char *name)
{
  for (size_t i = 0; i < node->proto->n_attribute; i++)
    if (strcmp (onnx_text (node->proto->attribute[i]->name), name) == 0)
      {
        node->has_read[i] = TRUE;
        return node->proto->attribute[i];
      }
  return NULL;
}

gint64
onnx_attr_int (const OnnxNode *node, const char *name, gint64 otherwise)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, name);

  return attr && attr->has_i ? attr->i : otherwise;
}

double
onnx_attr_float (const OnnxNode *node, const char *name, double otherwise)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, name);

  return attr && attr->has_f ? (double) attr->f : otherwise;
}

const char *
onnx_attr_text (const OnnxNode *node, const char *name, const char *otherwise)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, name);
  g_autofree char *text = NULL;

  if (attr == NULL || !attr->has_s)
    return otherwise;
  text = g_utf8_make_valid (attr->s.len > 0 ? (const char *) attr->s.data : "", (gssize) attr->s.len);
  return tl_arena_strdup (node->arena, text);
}

OnnxInts
onnx_attr_ints (const OnnxNode *node, const char *name)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, name);

  if (attr == NULL)
    return (OnnxInts) { 0 };
  return (OnnxInts) { tl_arena_memdup (node->arena, attr->ints, sizeof (gint64) * attr->n_ints), (guint) attr->n_ints };
}

OnnxInts
onnx_ints (OnnxNode *node, const char *name, gint64 last, guint index)
{
  return node->opset <= last ? onnx_attr_ints (node, name) : onnx_input_ints (node, index);
}

/* --- calls --- */

TlValue
onnx_bool (gboolean value)
{
  return (TlValue) { .kind = TL_VALUE_BOOL, .boolean = value };
}

TlValue
onnx_float (double value)
{
  return (TlValue) { .kind = TL_VALUE_FLOAT, .number = value };
}

TlValue
onnx_list (OnnxNode *node, const gint64 *items, guint n)
{
  TlValue *values = tl_arena_new_array (node->arena, TlValue, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    values[i] = tl_value_int (items[i]);
  return (TlValue) { .kind = TL_VALUE_LIST, .items = values, .n_items = n };
}

TlAttrs
onnx_attrs_of (OnnxNode *node, const OnnxAttr *attrs, gsize n)
{
  TlAttrs all = tl_attrs_empty;

  for (gsize i = 0; i < n; i++)
    all = tl_attrs_with (node->arena, &all, attrs[i].key, attrs[i].value);
  return all;
}

const TlRelaxExpr *
onnx_call_of (OnnxNode *node, const char *op, const TlAttrs *attrs, const TlRelaxExpr *const *args, gsize n)
{
  TlGraphBuilder    *builder = node->import->builder;
  const TlRelaxExpr *call = node->error ? NULL : tl_graph_builder_make_call (builder, op, args, (guint) n, attrs, &node->error);

  if (call == NULL)
    return NULL;
  return onnx_touches_empty (call) ? onnx_call_of_empty (node, call) : tl_graph_builder_emit (builder, NULL, call);
}

const TlRelaxExpr *
onnx_item (OnnxNode *node, const TlRelaxExpr *tuple, guint index)
{
  if (node->error)
    return NULL;
  if (tuple->type->kind != TL_RELAX_TYPE_TUPLE || index >= tuple->type->n_fields)
    {
      invalid (node, "there is no result %u", index);
      return NULL;
    }
  return tl_graph_builder_emit (node->import->builder, NULL, tl_relax_item (node->arena, tuple, index));
}

const TlRelaxExpr *
onnx_reshape (OnnxNode *node, const TlRelaxExpr *data, const TlExpr *const *dims, guint n)
{
  return onnx_call (node, "reshape", data, tl_relax_shape (node->arena, dims, n));
}

const TlRelaxExpr *
onnx_number (OnnxNode *node, TlDType dtype, double value)
{
  TlTensor *tensor = node->error ? NULL : tl_tensor_new (dtype, NULL, 0, FALSE, &node->error);

  if (tensor == NULL)
    return NULL;
  tl_tensor_set (tensor, 0, value);
  return tl_relax_const (node->arena, tensor);
}

const TlExpr *
onnx_size (OnnxNode *node, gint64 value)
{
  return tl_expr_int (node->arena, TL_INT64, value);
}

const TlExpr *
onnx_simplify (OnnxNode *node, const TlExpr *expr)
{
  return expr->kind == TL_EXPR_INT ? expr : tl_analyzer_simplify (node->import->analyzer, expr);
}

const TlExpr *
onnx_product (OnnxNode *node, const TlExpr *const *dims, guint from, guint to)
{
  const TlExpr *value = onnx_size (node, 1);

  for (guint i = from; i < to; i++)
    value = tl_mul (node->arena, value, dims[i]);
  return onnx_simplify (node, value);
}

static OnnxValue *
new_value (OnnxNode *node, const TlRelaxExpr *expr, const OnnxKnown *known)
{
  OnnxValue *value = tl_arena_new0 (node->arena, OnnxValue);

  value->expr = expr;
  value->known = known;
  return value;
}

void
onnx_give (OnnxNode *node, guint index, const TlRelaxExpr *expr)
{
  if (node->error == NULL && index < node->n_outputs)
    node->outputs[index] = new_value (node, expr, NULL);
}

gboolean
onnx_give_known (OnnxNode *node, guint index, const OnnxKnown *known)
{
  if (index < node->n_outputs)
    node->outputs[index] = new_value (node, NULL, known);
  return TRUE;
}
