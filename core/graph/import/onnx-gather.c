/* SPDX-License-Identifier: Apache-2.0 */
/* Elements by index. Indices may count from the end: known ones become those from the front, others are computed when the model runs. */
#include <string.h>

#include "core/base/extremum.h"
#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

/* A constant of @known's elements, negative ones counted from @size; NULL with an error if one is out of range. */
static const TlRelaxExpr *
known_indices (OnnxNode *node, const OnnxKnown *known, gint64 size)
{
  OnnxKnown *indices = onnx_known_new (node, known->dtype, known->shape, known->n_dims);

  for (guint i = 0; i < known->n_items; i++)
    {
      gint64 index;

      if (!tl_expr_get_int (known->items[i], &index))
        return onnx_known_expr (node, known);
      if (index >= size || index < -size)
        {
          onnx_fail (node, TL_GRAPH_ERROR_INVALID, "index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " elements", index, size);
          return NULL;
        }
      indices->items[i] = onnx_size (node, index < 0 ? index + size : index);
    }
  return onnx_known_expr (node, indices);
}

/* @indices from the front on; @bound has what is added to negative ones. */
static const TlRelaxExpr *
from_front (OnnxNode *node, const TlRelaxExpr *indices, const OnnxKnown *bound)
{
  const TlRelaxExpr *is_negative, *moved;
  OnnxKnown         *typed;

  if (indices == NULL || bound == NULL)
    return NULL;
  typed = onnx_known_new (node, indices->type->dtype, bound->shape, bound->n_dims);
  memcpy (typed->items, bound->items, bound->n_items * sizeof *bound->items);
  is_negative = onnx_call (node, "less", indices, onnx_number (node, indices->type->dtype, 0));
  moved = onnx_call (node, "add", indices, onnx_known_expr (node, typed));
  return onnx_call (node, "where", is_negative, moved, indices);
}

/* @data's sizes @from to @to as a known value: of no dimension if @is_one. */
static const OnnxKnown *
sizes_of (OnnxNode *node, const TlRelaxExpr *data, guint from, guint n, gboolean is_one)
{
  const TlExpr *const *dims = onnx_dims (node, data);
  gint64     length = n;
  OnnxKnown *known = dims ? onnx_known_new (node, TL_INT64, &length, is_one ? 0 : 1) : NULL;

  for (guint i = 0; known && i < n; i++)
    known->items[i] = dims[from + i];
  return known;
}

static const TlRelaxExpr *
indices_on (OnnxNode *node, const TlRelaxExpr *data, guint axis)
{
  const OnnxKnown *known = onnx_known (node, 1), *size = sizes_of (node, data, axis, 1, TRUE);
  gint64           n;

  if (size == NULL)
    return NULL;
  if (known && tl_expr_get_int (size->items[0], &n))
    return known_indices (node, known, n);
  return from_front (node, onnx_input (node, 1), size);
}

void
onnx_convert_gather (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *indices;
  guint   axis = onnx_axis (node, onnx_attr_int (node, "axis", 0), onnx_rank (node, data));
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) }, { "mode", tl_value_string (node->arena, "fast") });

  if (node->error)
    return;
  indices = indices_on (node, data, axis);
  onnx_give (node, 0, onnx_call_with (node, "take", &attrs, data, indices));
}

void
onnx_convert_gather_elements (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *indices;
  guint   axis = onnx_axis (node, onnx_attr_int (node, "axis", 0), onnx_rank (node, data));
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) });

  if (node->error)
    return;
  indices = indices_on (node, data, axis);
  onnx_give (node, 0, onnx_call_with (node, "gather_elements", &attrs, data, indices));
}

/* Rows of indices into dimensions of @data from @first on. */
static const TlRelaxExpr *
index_rows (OnnxNode *node, const TlRelaxExpr *data, guint first)
{
  const TlRelaxExpr   *rows = onnx_input (node, 1);
  const TlExpr *const *dims = onnx_dims (node, rows);
  int    rank = onnx_rank (node, data);
  gint64 n = 0;

  if (dims == NULL || rank < 0)
    return NULL;
  if (rows->type->n_dims > 0)
    tl_expr_get_int (dims[rows->type->n_dims - 1], &n);
  if (n < 1 || n > rank - (gint64) first)
    {
      onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its indices are not rows for %d dimensions", rank);
      return NULL;
    }
  return from_front (node, rows, sizes_of (node, data, first, (guint) n, FALSE));
}

void
onnx_convert_gather_nd (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *rows;
  gint64  batch_dims = onnx_attr_int (node, "batch_dims", 0);
  TlAttrs attrs = onnx_attrs (node, { "batch_dims", tl_value_int (batch_dims) });

  if (node->error == NULL && (batch_dims < 0 || batch_dims >= TL_TENSOR_MAX_DIMS))
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "batch_dims is %" G_GINT64_FORMAT, batch_dims);
  rows = node->error ? NULL : index_rows (node, data, (guint) batch_dims);
  if (rows)
    onnx_give (node, 0, onnx_call_with (node, "gather_nd", &attrs, data, rows));
}

/* "none" is "update" in Relax. */
static TlValue
reduction_value (OnnxNode *node)
{
  const char *reduction = onnx_attr_text (node, "reduction", "none");

  return tl_value_string (node->arena, strcmp (reduction, "none") == 0 ? "update" : reduction);
}

void
onnx_convert_scatter_nd (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *rows = index_rows (node, data, 0);
  TlAttrs attrs = onnx_attrs (node, { "reduction", reduction_value (node) });

  if (rows)
    onnx_give (node, 0, onnx_call_with (node, "scatter_nd", &attrs, data, rows, onnx_input (node, 2)));
}

void
onnx_convert_scatter_elements (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *indices;
  guint   axis = onnx_axis (node, onnx_attr_int (node, "axis", 0), onnx_rank (node, data));
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) }, { "reduction", reduction_value (node) });

  if (node->error)
    return;
  indices = indices_on (node, data, axis);
  onnx_give (node, 0, onnx_call_with (node, "scatter_elements", &attrs, data, indices, onnx_input (node, 2)));
}

void
onnx_convert_one_hot (OnnxNode *node)
{
  const TlRelaxExpr *values = onnx_input (node, 2), *on, *off, *indices;
  const OnnxKnown   *known = onnx_known (node, 2);
  double    depth = 0;
  OnnxKnown size = { .dtype = TL_INT64, .n_items = 1, .items = (const TlExpr *[1]) { NULL } };
  TlAttrs   attrs;

  if (known == NULL || known->n_items != 2 || !onnx_input_number (node, 1, &depth) || depth < 1 || depth > G_MAXINT32)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its depth and its two values must be known");
  if (node->error)
    return;
  size.items[0] = onnx_size (node, (gint64) depth);
  off = tl_relax_prim (node->arena, tl_cast (node->arena, values->type->dtype, known->items[0]));
  on = tl_relax_prim (node->arena, tl_cast (node->arena, values->type->dtype, known->items[1]));
  indices = from_front (node, onnx_input (node, 0), &size);
  attrs = onnx_attrs (node, { "depth", tl_value_int ((gint64) depth) }, { "axis", tl_value_int (onnx_attr_int (node, "axis", -1)) });
  onnx_give (node, 0, onnx_call_with (node, "one_hot", &attrs, indices, on, off));
}

/* Letters that stand for the dimensions of "..." in a term of @rank dimensions: the last of @spare. */
static void
append_term (GString *out, const char *term, int rank, const char *spare)
{
  const char *dots = strstr (term, "...");
  gsize       n_letters = strlen (term) - 3, n_spare = strlen (spare);
  gsize       n = (gsize) MAX (rank, 0) > n_letters ? (gsize) rank - n_letters : 0;

  if (dots == NULL)
    {
      g_string_append (out, term);
      return;
    }
  g_string_append_len (out, term, dots - term);
  g_string_append (out, spare + n_spare - MIN (n, n_spare));
  g_string_append (out, dots + 3);
}

/* Without "->" the result has the dimensions of "...", then the letters that occur once, in alphabetical order. */
static void
append_result (GString *out, const char *left, const char *spare)
{
  g_string_append_printf (out, "->%s", spare);
  for (char letter = 'A'; letter <= 'z'; letter++)
    {
      const char *found = g_ascii_isalpha (letter) ? strchr (left, letter) : NULL;

      if (found && strchr (spare, letter) == NULL && strchr (found + 1, letter) == NULL)
        g_string_append_c (out, letter);
    }
}

/* The equation as R.einsum has it: all dimensions by letters, and those of the result. */
static const char *
einsum_subscripts (OnnxNode *node, const char *equation, const TlRelaxExpr *const *operands)
{
  g_auto (GStrv)     words = g_strsplit (equation, " ", -1), sides = NULL, terms = NULL;
  g_autofree char   *text = g_strjoinv ("", words), *spare = g_malloc0 (TL_TENSOR_MAX_DIMS + 1);
  g_autoptr (GString) out = g_string_new (NULL);
  int                most = 0, n_spare = 0;

  sides = g_strsplit (text, "->", 2);
  terms = g_strsplit (sides[0] ? sides[0] : "", ",", -1);
  if (g_strv_length (terms) != node->n_inputs)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "equation \"%s\" has %u terms, not %u", equation, g_strv_length (terms), node->n_inputs);
  for (guint i = 0; node->error == NULL && i < node->n_inputs; i++)
    if (strstr (terms[i], "..."))
      most = tl_max (most, onnx_rank (node, operands[i]) - (int) strlen (terms[i]) + 3);
  for (char letter = 'A'; letter <= 'Z' && n_spare < MIN (most, TL_TENSOR_MAX_DIMS); letter++)
    if (strchr (text, letter) == NULL)
      spare[n_spare++] = letter;
  for (guint i = 0; node->error == NULL && i < node->n_inputs; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      append_term (out, terms[i], onnx_rank (node, operands[i]), spare);
    }
  if (sides[0] && sides[1])
    {
      g_string_append (out, "->");
      append_term (out, sides[1], n_spare + (int) strlen (sides[1]) - 3, spare);
    }
  else
    {
      g_autofree char *left = g_strdup (out->str);

      append_result (out, left, spare);
    }
  return tl_arena_strdup (node->arena, out->str);
}

void
onnx_convert_einsum (OnnxNode *node)
{
  const TlRelaxExpr **operands = tl_arena_new_array (node->arena, const TlRelaxExpr *, MAX (node->n_inputs, 1));
  const char         *subscripts;
  TlAttrs             attrs;

  for (guint i = 0; i < node->n_inputs; i++)
    operands[i] = onnx_input (node, i);
  if (node->error)
    return;
  subscripts = einsum_subscripts (node, onnx_attr_text (node, "equation", ""), operands);
  attrs = onnx_attrs (node, { "subscripts", tl_value_string (node->arena, subscripts) });
  if (node->error == NULL)
    onnx_give (node, 0, onnx_call_with (node, "einsum", &attrs, tl_relax_tuple (node->arena, operands, node->n_inputs)));
}
