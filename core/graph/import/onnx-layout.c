/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that move elements, and none that change them. */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

/* --- shapes --- */

/*
 * The size that stands for -1: sizes of the input over the other ones of the target. Equal ones cancel each other first, for a free size
 * over itself is not simplified: it might be 0.
 */
static const TlExpr *
size_of_rest (OnnxNode *node, const TlExpr *const *sizes, guint n_sizes, const TlExpr *const *dims, guint n_dims)
{
  const TlExpr *above[TL_TENSOR_MAX_DIMS], *below[TL_TENSOR_MAX_DIMS];
  guint         n_above = n_sizes, n_below = 0;

  memcpy (above, sizes, n_sizes * sizeof *above);
  for (guint i = 0; i < n_dims; i++)
    {
      guint at = 0;

      while (at < n_above && (dims[i]->kind == TL_EXPR_INT || !tl_expr_equal (above[at], dims[i])))
        at++;
      if (at < n_above)
        above[at] = above[--n_above];
      else
        below[n_below++] = dims[i];
    }
  if (tl_expr_is_int (onnx_product (node, below, 0, n_below), 0))
    return NULL;
  return onnx_simplify (node, tl_floordiv (node->arena, onnx_product (node, above, 0, n_above), onnx_product (node, below, 0, n_below)));
}

/* The target of a reshape: 0 copies the size, -1 is the rest. FALSE if it has no such place. */
static gboolean
fill_target (OnnxNode *node, const TlRelaxExpr *data, const OnnxKnown *target, const TlExpr **dims)
{
  const TlExpr *const *sizes = onnx_dims (node, data);
  gboolean keeps_zero = onnx_attr_int (node, "allowzero", 0) != 0;
  int      rest = -1;

  for (guint i = 0; sizes && i < target->n_items; i++)
    {
      dims[i] = target->items[i];
      if (tl_expr_is_int (dims[i], 0) && !keeps_zero && i < (guint) data->type->n_dims)
        dims[i] = sizes[i];
      if (!tl_expr_is_int (dims[i], -1))
        continue;
      if (rest >= 0)
        return FALSE;
      rest = (int) i;
      dims[i] = onnx_size (node, 1);
    }
  if (sizes && rest >= 0)
    dims[rest] = size_of_rest (node, sizes, (guint) data->type->n_dims, dims, target->n_items);
  return sizes && (rest < 0 || dims[rest] != NULL);
}

void
onnx_convert_reshape (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  const OnnxKnown   *target = onnx_known (node, 1);
  const TlExpr      *dims[TL_TENSOR_MAX_DIMS];

  if (target == NULL)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its shape is computed from data; it must be known");
  else if (target->n_dims != 1 || target->n_items > TL_TENSOR_MAX_DIMS || !fill_target (node, data, target, dims))
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its shape is none");
  else
    onnx_give (node, 0, onnx_reshape (node, data, dims, target->n_items));
}

void
onnx_convert_flatten (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0);
  const TlExpr *const *sizes = onnx_dims (node, data);
  gint64 axis = onnx_attr_int (node, "axis", 1);
  guint  rank, first;

  if (sizes == NULL)
    return;
  rank = (guint) data->type->n_dims;
  first = axis == rank ? rank : onnx_axis (node, axis, (int) rank);
  onnx_give (node, 0, onnx_reshape (node, data, (const TlExpr *const[]) { onnx_product (node, sizes, 0, first),
                                                                          onnx_product (node, sizes, first, rank) }, 2));
}

void
onnx_convert_transpose (OnnxNode *node)
{
  OnnxInts axes = onnx_attr_ints (node, "perm");
  TlAttrs  attrs = axes.items ? onnx_attrs (node, { "axes", onnx_list (node, axes.items, axes.n) }) : tl_attrs_empty;

  onnx_give (node, 0, onnx_call_with (node, "permute_dims", &attrs, onnx_input (node, 0)));
}

void
onnx_convert_squeeze (OnnxNode *node)
{
  OnnxInts axes = onnx_ints (node, "axes", 12, 1);
  TlAttrs  attrs = axes.items ? onnx_attrs (node, { "axis", onnx_list (node, axes.items, axes.n) }) : tl_attrs_empty;

  onnx_give (node, 0, onnx_call_with (node, "squeeze", &attrs, onnx_input (node, 0)));
}

void
onnx_convert_unsqueeze (OnnxNode *node)
{
  OnnxInts axes = onnx_ints (node, "axes", 12, 1);
  TlAttrs  attrs = onnx_attrs (node, { "axis", onnx_list (node, axes.items, axes.n) });

  onnx_give (node, 0, onnx_call_with (node, "expand_dims", &attrs, onnx_input (node, 0)));
}

/* Sizes of one dimension that are broadcast to each other: the larger; NULL with an error if they do not fit. */
static const TlExpr *
broadcast_size (OnnxNode *node, const TlExpr *a, const TlExpr *b)
{
  if (tl_expr_is_int (a, 1) || tl_expr_equal (a, b))
    return b;
  if (tl_expr_is_int (b, 1) || tl_analyzer_can_prove_equal (node->import->analyzer, a, b))
    return a;
  onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its shape does not fit the input's");
  return NULL;
}

void
onnx_convert_expand (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0);
  const OnnxKnown     *target = onnx_known (node, 1);
  const TlExpr *const *sizes = onnx_dims (node, data);
  const TlExpr        *dims[TL_TENSOR_MAX_DIMS];
  guint                rank, n;

  if (target == NULL || target->n_items > TL_TENSOR_MAX_DIMS)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its shape is computed from data, or has too many dimensions");
  if (node->error)
    return;
  rank = (guint) data->type->n_dims;
  n = MAX (rank, target->n_items);
  for (guint i = 0; i < n && node->error == NULL; i++)
    {
      const TlExpr *size = i + rank < n ? onnx_size (node, 1) : sizes[i + rank - n];

      dims[i] = i + target->n_items < n ? size : broadcast_size (node, size, target->items[i + target->n_items - n]);
    }
  onnx_give (node, 0, onnx_call (node, "broadcast_to", data, tl_relax_shape (node->arena, dims, node->error ? 0 : n)));
}

void
onnx_convert_tile (OnnxNode *node)
{
  OnnxInts repeats = onnx_input_ints (node, 1);
  TlAttrs  attrs = onnx_attrs (node, { "repeats", onnx_list (node, repeats.items, repeats.n) });

  onnx_give (node, 0, onnx_call_with (node, "tile", &attrs, onnx_input (node, 0)));
}

/* --- parts --- */

void
onnx_convert_concat (OnnxNode *node)
{
  const TlRelaxExpr **parts = tl_arena_new_array (node->arena, const TlRelaxExpr *, MAX (node->n_inputs, 1));
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (onnx_attr_int (node, "axis", 0)) });

  for (guint i = 0; i < node->n_inputs; i++)
    parts[i] = onnx_input (node, i);
  if (onnx_attr (node, "axis") == NULL)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no axis");
  if (node->error == NULL)
    onnx_give (node, 0, onnx_call_with (node, "concat", &attrs, tl_relax_tuple (node->arena, parts, node->n_inputs)));
}

/* Where parts of these sizes begin, but the first; as many as there are outputs. */
static TlValue
split_points (OnnxNode *node, OnnxInts sizes)
{
  gint64 *points = tl_arena_new_array (node->arena, gint64, MAX (sizes.n, 1)), sum = 0;

  for (guint i = 0; i < sizes.n; i++)
    {
      if (sizes.items[i] < 0 || __builtin_add_overflow (sum, sizes.items[i], &sum))
        onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it splits off %" G_GINT64_FORMAT " elements", sizes.items[i]);
      points[i] = sum;
    }
  return onnx_list (node, points, sizes.n - 1);
}

static const TlRelaxExpr *
numbers (OnnxNode *node, const TlExpr *const *items, guint n)
{
  const TlRelaxExpr **prims = tl_arena_new_array (node->arena, const TlRelaxExpr *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    prims[i] = tl_relax_prim (node->arena, items[i]);
  return tl_relax_tuple (node->arena, prims, n);
}

static gboolean
has_zero (OnnxInts sizes)
{
  for (guint i = 0; i < sizes.n; i++)
    if (sizes.items[i] == 0)
      return TRUE;
  return FALSE;
}

/* Parts of which some have no elements. */
static void
give_slices (OnnxNode *node, const TlRelaxExpr *data, gint64 axis, OnnxInts sizes)
{
  const TlExpr *at = onnx_size (node, onnx_axis (node, axis, onnx_rank (node, data))), *begin = onnx_size (node, 0);
  TlAttrs       attrs = onnx_attrs (node, { "assume_inbound", onnx_bool (FALSE) });

  for (guint i = 0; i < sizes.n && node->error == NULL; i++)
    {
      const TlExpr *end = tl_add (node->arena, begin, onnx_size (node, sizes.items[i])), *step = onnx_size (node, 1);

      onnx_give (node, i, onnx_call_with (node, "strided_slice", &attrs, data, numbers (node, &at, 1), numbers (node, &begin, 1),
                                          numbers (node, &end, 1), numbers (node, &step, 1)));
      begin = end;
    }
}

void
onnx_convert_split (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *parts;
  OnnxInts sizes = onnx_ints (node, "split", 12, 1);
  gint64   axis = onnx_attr_int (node, "axis", 0);
  TlAttrs  attrs;

  if (sizes.n > 0 && sizes.n != node->n_outputs)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has %u sizes and %u outputs", sizes.n, node->n_outputs);
  if (node->error || node->n_outputs == 0)
    return;
  if (node->n_outputs == 1)
    {
      onnx_give (node, 0, data);
      return;
    }
  if (has_zero (sizes))
    {
      split_points (node, sizes);
      give_slices (node, data, axis, sizes);
      return;
    }
  attrs = onnx_attrs (node, { "axis", tl_value_int (axis) },
                      { "indices_or_sections", sizes.n > 0 ? split_points (node, sizes) : tl_value_int (node->n_outputs) });
  parts = onnx_call_with (node, "split", &attrs, data);
  for (guint i = 0; i < node->n_outputs; i++)
    onnx_give (node, i, onnx_item (node, parts, i));
}

/* One list of a slice: an attribute up to opset 9, an input since; NULL with an error if it has not @n numbers. */
static const TlExpr **
slice_list (OnnxNode *node, const char *name, guint index, guint n, gint64 first, gint64 step)
{
  const TlExpr **items = tl_arena_new_array (node->arena, const TlExpr *, MAX (n, 1));
  OnnxInts         ints = node->opset <= 9 ? onnx_attr_ints (node, name) : (OnnxInts) { 0 };
  const OnnxKnown *known = node->opset > 9 ? onnx_known (node, index) : NULL;
  gboolean         is_given = ints.items || (node->opset > 9 && onnx_has_input (node, index));

  if (is_given && known == NULL && ints.items == NULL)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its %s are computed from data; they must be known", name);
  else if (is_given && (known ? known->n_items : ints.n) != n)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its %s are not %u numbers", name, n);
  if (node->error)
    return NULL;
  for (guint i = 0; i < n; i++)
    items[i] = known ? known->items[i] : onnx_size (node, ints.items ? ints.items[i] : first + i * step);
  return items;
}

/* Bounds far beyond the ends become the ends: -1 in front of the first element, when walking back, is -size - 1. */
static void
clamp_bounds (OnnxNode *node, const TlExpr *size, const TlExpr *step, const TlExpr **begin, const TlExpr **end)
{
  gint64 n, by, from, to;

  if (!tl_expr_get_int (size, &n) || !tl_expr_get_int (step, &by) || !tl_expr_get_int (*begin, &from) || !tl_expr_get_int (*end, &to))
    return;
  from = CLAMP (from < 0 ? from + n : from, 0, by > 0 ? n : n - 1);
  to = CLAMP (to < 0 ? to + n : to, by > 0 ? 0 : -1, n);
  *begin = onnx_size (node, MAX (from, 0));
  *end = onnx_size (node, to < 0 ? -n - 1 : to);
}

void
onnx_convert_slice (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0);
  const TlExpr *const *sizes = onnx_dims (node, data);
  const OnnxKnown     *known = node->opset > 9 ? onnx_known (node, 1) : NULL;
  guint                n = known ? known->n_items : onnx_attr_ints (node, "starts").n;
  const TlExpr       **begin = slice_list (node, "starts", 1, n, 0, 0), **end = slice_list (node, "ends", 2, n, 0, 0);
  const TlExpr       **axes = slice_list (node, "axes", 3, n, 0, 1), **steps = slice_list (node, "steps", 4, n, 1, 0);
  TlAttrs              attrs = onnx_attrs (node, { "assume_inbound", onnx_bool (FALSE) });

  for (guint i = 0; node->error == NULL && i < n; i++)
    {
      gint64 axis = 0;

      if (!tl_expr_get_int (axes[i], &axis) || tl_expr_is_int (steps[i], 0))
        onnx_fail (node, TL_GRAPH_ERROR_INVALID, "an axis is unknown, or a step 0");
      axis = onnx_axis (node, axis, data->type->n_dims);
      axes[i] = onnx_size (node, axis);
      if (node->error == NULL)
        clamp_bounds (node, sizes[axis], steps[i], &begin[i], &end[i]);
    }
  if (node->error == NULL)
    onnx_give (node, 0, onnx_call_with (node, "strided_slice", &attrs, data, numbers (node, axes, n), numbers (node, begin, n),
                                        numbers (node, end, n), numbers (node, steps, n)));
}

/* --- others --- */

static const char *
pad_mode (OnnxNode *node)
{
  static const char *const modes[][2] = {
    { "constant", "constant" }, { "reflect", "reflect" }, { "edge", "replicate" }, { "wrap", "circular" },
  };
  const char *mode = onnx_attr_text (node, "mode", "constant");

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (mode, modes[i][0]) == 0)
      return modes[i][1];
  onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "mode %s is not supported", mode);
  return "";
}

/* Widths in front of and behind each dimension of @rank; FALSE with an error. */
static gboolean
pad_widths (OnnxNode *node, guint rank, gint64 *widths)
{
  OnnxInts pads = onnx_ints (node, "pads", 10, 1), axes = onnx_input_ints (node, 3);
  guint    n = axes.items ? axes.n : rank;

  if (node->error == NULL && pads.n != 2 * n)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has %u pads for %u dimensions", pads.n, n);
  memset (widths, 0, sizeof (gint64) * 2 * rank);
  for (guint i = 0; node->error == NULL && i < n; i++)
    {
      guint axis = axes.items ? onnx_axis (node, axes.items[i], (int) rank) : i;

      widths[2 * axis] = pads.items[i];
      widths[2 * axis + 1] = pads.items[n + i];
      if (MIN (pads.items[i], pads.items[n + i]) < 0)
        onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "negative pads are not supported");
    }
  return node->error == NULL;
}

void
onnx_convert_pad (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  int         rank = onnx_rank (node, data);
  const char *mode = pad_mode (node);
  gint64      widths[2 * TL_TENSOR_MAX_DIMS];
  double      value = onnx_attr_float (node, "value", 0);
  TlAttrs     attrs;

  if (node->error || !pad_widths (node, (guint) rank, widths))
    return;
  if (node->opset > 10 && onnx_has_input (node, 2) && !onnx_input_number (node, 2, &value))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its value is computed from data");
  attrs = onnx_attrs (node, { "pad_width", onnx_list (node, widths, 2 * (guint) rank) }, { "pad_value", onnx_float (value) },
                      { "pad_mode", tl_value_string (node->arena, mode) });
  onnx_give (node, 0, onnx_call_with (node, "nn.pad", &attrs, data));
}

void
onnx_convert_trilu (OnnxNode *node)
{
  OnnxInts k = onnx_input_ints (node, 1);
  const TlRelaxExpr *diagonal = tl_relax_int (node->arena, k.n > 0 ? k.items[0] : 0);

  onnx_give (node, 0, onnx_call (node, onnx_attr_int (node, "upper", 1) ? "triu" : "tril", onnx_input (node, 0), diagonal));
}

/* Reshaped to six dimensions, which are reordered, and back to four. */
static void
convert_depth (OnnxNode *node, gboolean is_to_space)
{
  const TlRelaxExpr   *data = onnx_input (node, 0);
  const TlExpr *const *sizes = onnx_dims (node, data);
  gint64         side = onnx_attr_int (node, "blocksize", 0);
  const TlExpr  *b = onnx_size (node, side), *dims[6], *last[4];
  gboolean       is_column = strcmp (onnx_attr_text (node, "mode", "DCR"), "CRD") == 0;
  static const gint64 orders[2][2][6] = { { { 0, 3, 5, 1, 2, 4 }, { 0, 1, 3, 5, 2, 4 } }, { { 0, 3, 4, 1, 5, 2 }, { 0, 1, 4, 2, 5, 3 } } };
  TlAttrs        attrs;

  if (sizes && (data->type->n_dims != 4 || side < 1 || side > G_MAXINT16))
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no blocksize, or its input not 4 dimensions");
  if (node->error)
    return;
#define times(a, n) onnx_simplify (node, tl_mul (node->arena, (a), (n)))
#define over(a, n)  onnx_simplify (node, tl_floordiv (node->arena, (a), (n)))
  if (is_to_space)
    {
      const TlExpr *depth = over (sizes[1], onnx_size (node, side * side));

      memcpy (dims, (const TlExpr *[]) { sizes[0], is_column ? depth : b, b, is_column ? b : depth, sizes[2], sizes[3] }, sizeof dims);
      memcpy (last, (const TlExpr *[]) { sizes[0], depth, times (sizes[2], b), times (sizes[3], b) }, sizeof last);
    }
  else
    {
      memcpy (dims, (const TlExpr *[]) { sizes[0], sizes[1], over (sizes[2], b), b, over (sizes[3], b), b }, sizeof dims);
      memcpy (last, (const TlExpr *[]) { sizes[0], times (sizes[1], onnx_size (node, side * side)), dims[2], dims[4] }, sizeof last);
    }
#undef times
#undef over
  attrs = onnx_attrs (node, { "axes", onnx_list (node, orders[is_to_space][is_column], 6) });
  onnx_give (node, 0, onnx_reshape (node, onnx_call_with (node, "permute_dims", &attrs, onnx_reshape (node, data, dims, 6)), last, 4));
}

void
onnx_convert_depth_to_space (OnnxNode *node)
{
  convert_depth (node, TRUE);
}

void
onnx_convert_space_to_depth (OnnxNode *node)
{
  convert_depth (node, FALSE);
}
