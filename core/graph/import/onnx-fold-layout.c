/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that move known elements: most are views, with an offset and a stride for each dimension. */
#include <string.h>

#include "core/graph/import/onnx-fold-private.h"
#include "core/graph/import/onnx.pb-c.h"

typedef struct
{
  guint  n_dims;
  gint64 shape[TL_TENSOR_MAX_DIMS];
  gint64 strides[TL_TENSOR_MAX_DIMS];
  gint64 offset;
} OnnxView;

static OnnxView
view_of (const OnnxKnown *known)
{
  OnnxView view = { .n_dims = known->n_dims };
  gint64   stride = 1;

  memcpy (view.shape, known->shape, sizeof view.shape);
  for (guint i = known->n_dims; i > 0; i--)
    {
      view.strides[i - 1] = stride;
      stride *= MAX (known->shape[i - 1], 1);
    }
  return view;
}

/* The elements of a view; NULL if they are too many. */
static const OnnxKnown *
take_view (OnnxNode *node, const OnnxKnown *known, const OnnxView *view)
{
  OnnxKnown *result = onnx_known_new (node, known->dtype, view->shape, view->n_dims);

  for (guint i = 0; result && i < result->n_items; i++)
    {
      gint64 rest = i, at = view->offset;

      for (guint d = view->n_dims; d > 0; d--)
        {
          at += rest % view->shape[d - 1] * view->strides[d - 1];
          rest /= view->shape[d - 1];
        }
      result->items[i] = known->items[at];
    }
  return result;
}

static gboolean
give_view (OnnxNode *node, guint output, const OnnxKnown *known, const OnnxView *view)
{
  const OnnxKnown *result = take_view (node, known, view);

  return result && onnx_give_known (node, output, result);
}

/* The same elements in another shape. */
static gboolean
give_shape (OnnxNode *node, const OnnxKnown *known, const gint64 *shape, guint n_dims)
{
  OnnxKnown *result = onnx_known_new (node, known->dtype, shape, n_dims);

  if (result == NULL || result->n_items != known->n_items)
    return FALSE;
  result->items = known->items;
  return onnx_give_known (node, 0, result);
}

/* --- broadcasting --- */

gboolean
onnx_broadcast_shape (const gint64 *a, guint n_a, const gint64 *b, guint n_b, gint64 *shape)
{
  gint64 result[TL_TENSOR_MAX_DIMS];
  guint  n = MAX (n_a, n_b);

  for (guint i = 1; i <= n; i++)
    {
      gint64 x = i <= n_a ? a[n_a - i] : 1, y = i <= n_b ? b[n_b - i] : 1;

      if (x != y && x != 1 && y != 1)
        return FALSE;
      result[n - i] = x == 1 ? y : x;
    }
  memcpy (shape, result, n * sizeof *shape);
  return TRUE;
}

const OnnxKnown *
onnx_broadcast (OnnxNode *node, const OnnxKnown *known, const gint64 *shape, guint n_dims)
{
  OnnxView own = view_of (known), view = { .n_dims = n_dims };

  memcpy (view.shape, shape, n_dims * sizeof *shape);
  for (guint i = 1; i <= known->n_dims; i++)
    view.strides[n_dims - i] = known->shape[known->n_dims - i] == 1 ? 0 : own.strides[known->n_dims - i];
  return take_view (node, known, &view);
}

gboolean
onnx_fold_expand (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0), *result;
  gint64           shape[TL_TENSOR_MAX_DIMS];
  OnnxInts         target;

  if (known == NULL || !onnx_known_ints (node, 1, &target) || target.n > TL_TENSOR_MAX_DIMS ||
      !onnx_broadcast_shape (known->shape, known->n_dims, target.items, target.n, shape))
    return FALSE;
  result = onnx_broadcast (node, known, shape, MAX (known->n_dims, target.n));
  return result && onnx_give_known (node, 0, result);
}

/* --- sizes --- */

static const TlExpr *const no_sizes[1];

/* The sizes of input 0; NULL if they are not known. */
static const TlExpr *const *
input_sizes (OnnxNode *node, guint *n)
{
  const OnnxValue   *value = onnx_has_input (node, 0) ? node->inputs[0] : NULL;
  const TlRelaxType *type = value && value->expr ? value->expr->type : NULL;
  const TlExpr     **sizes;

  if (type)
    {
      if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims < 0 || (type->dims == NULL && type->n_dims > 0))
        return NULL;
      *n = (guint) type->n_dims;
      return *n > 0 ? type->dims : no_sizes;
    }
  if (value == NULL)
    return NULL;
  *n = value->known->n_dims;
  sizes = tl_arena_new_array (node->arena, const TlExpr *, MAX (*n, 1));
  for (guint i = 0; i < *n; i++)
    sizes[i] = onnx_size (node, value->known->shape[i]);
  return sizes;
}

gboolean
onnx_fold_shape (OnnxNode *node)
{
  guint                n = 0;
  const TlExpr *const *sizes = input_sizes (node, &n);
  gint64     start = onnx_attr_int (node, "start", 0), end = onnx_attr_int (node, "end", n), length;
  OnnxKnown *result;

  if (sizes == NULL)
    return FALSE;
  start = CLAMP (start < 0 ? start + n : start, 0, (gint64) n);
  end = CLAMP (end < 0 ? end + n : end, start, (gint64) n);
  length = end - start;
  result = onnx_known_new (node, TL_INT64, &length, 1);
  memcpy (result->items, sizes + start, (gsize) length * sizeof *sizes);
  return onnx_give_known (node, 0, result);
}

gboolean
onnx_fold_size (OnnxNode *node)
{
  guint                n = 0;
  const TlExpr *const *sizes = input_sizes (node, &n);
  OnnxKnown           *result = onnx_known_new (node, TL_INT64, NULL, 0);

  if (sizes == NULL)
    return FALSE;
  result->items[0] = onnx_product (node, sizes, 0, n);
  return onnx_give_known (node, 0, result);
}

/* --- shapes --- */

gboolean
onnx_fold_reshape (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  gint64           shape[TL_TENSOR_MAX_DIMS], product = 1;
  OnnxInts         target;
  int              rest = -1;

  if (known == NULL || !onnx_known_ints (node, 1, &target) || target.items == NULL || target.n > TL_TENSOR_MAX_DIMS)
    return FALSE;
  for (guint i = 0; i < target.n; i++)
    {
      shape[i] = target.items[i];
      if (shape[i] == 0 && i < known->n_dims && onnx_attr_int (node, "allowzero", 0) == 0)
        shape[i] = known->shape[i];
      if (shape[i] == -1)
        rest = (int) i;
      else if (__builtin_mul_overflow (product, shape[i], &product))
        return FALSE;
    }
  if (rest >= 0)
    shape[rest] = product == 0 ? 0 : (gint64) known->n_items / product;
  return give_shape (node, known, shape, target.n);
}

gboolean
onnx_fold_flatten (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  gint64           axis = onnx_attr_int (node, "axis", 1), shape[2] = { 1, 1 };

  if (known == NULL)
    return FALSE;
  axis = axis < 0 ? axis + known->n_dims : axis;
  for (guint i = 0; i < known->n_dims; i++)
    shape[i < axis ? 0 : 1] *= known->shape[i];
  return give_shape (node, known, shape, 2);
}

/* The axes of Squeeze and Unsqueeze, whether attribute or input; FALSE if they are not known. */
static gboolean
fold_axes (OnnxNode *node, OnnxInts *axes)
{
  if (node->opset > 12)
    return onnx_known_ints (node, 1, axes);
  *axes = onnx_attr_ints (node, "axes");
  return TRUE;
}

/* Which of @rank dimensions @axes has; FALSE if one is none. */
static gboolean
mark_axes (OnnxInts axes, guint rank, gboolean *is_marked)
{
  for (guint i = 0; i < axes.n; i++)
    {
      gint64 axis = axes.items[i] < 0 ? axes.items[i] + rank : axes.items[i];

      if (axis < 0 || axis >= rank)
        return FALSE;
      is_marked[axis] = TRUE;
    }
  return TRUE;
}

gboolean
onnx_fold_squeeze (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  gboolean         is_dropped[TL_TENSOR_MAX_DIMS] = { FALSE };
  gint64           shape[TL_TENSOR_MAX_DIMS];
  OnnxInts         axes;
  guint            n = 0;

  if (known == NULL || !fold_axes (node, &axes) || !mark_axes (axes, known->n_dims, is_dropped))
    return FALSE;
  for (guint i = 0; i < known->n_dims; i++)
    if (axes.items ? !is_dropped[i] : known->shape[i] != 1)
      shape[n++] = known->shape[i];
  return give_shape (node, known, shape, n);
}

gboolean
onnx_fold_unsqueeze (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  gboolean         is_new[TL_TENSOR_MAX_DIMS] = { FALSE };
  gint64           shape[TL_TENSOR_MAX_DIMS];
  OnnxInts         axes;
  guint            n, from = 0;

  if (known == NULL || !fold_axes (node, &axes) || known->n_dims + (guint64) axes.n > TL_TENSOR_MAX_DIMS)
    return FALSE;
  n = known->n_dims + axes.n;
  if (!mark_axes (axes, n, is_new))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!is_new[i] && from == known->n_dims)
        return FALSE;
      shape[i] = is_new[i] ? 1 : known->shape[from++];
    }
  return give_shape (node, known, shape, n);
}

gboolean
onnx_fold_transpose (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxInts         perm = onnx_attr_ints (node, "perm");
  OnnxView         own, view;

  if (known == NULL || (perm.items && perm.n != known->n_dims))
    return FALSE;
  own = view = view_of (known);
  for (guint i = 0; i < known->n_dims; i++)
    {
      gint64 from = perm.items ? perm.items[i] : (gint64) known->n_dims - 1 - i;

      if (from < 0 || from >= known->n_dims)
        return FALSE;
      view.shape[i] = own.shape[from];
      view.strides[i] = own.strides[from];
    }
  return give_view (node, 0, known, &view);
}

/* --- parts --- */

static gboolean
find_axis (const OnnxKnown *known, gint64 axis, guint *found)
{
  axis = axis < 0 ? axis + known->n_dims : axis;
  *found = (guint) axis;
  return axis >= 0 && axis < known->n_dims;
}

/* Elements before and behind dimension @axis. */
static void
count_around (const OnnxKnown *known, guint axis, gsize *before, gsize *behind)
{
  *before = *behind = 1;
  for (guint i = 0; i < known->n_dims; i++)
    if (i != axis)
      *(i < axis ? before : behind) *= (gsize) known->shape[i];
}

/* Whether the parts differ in dimension @axis alone; *@length is the sum there. */
static gboolean
can_concat (OnnxNode *node, guint axis, gint64 *length)
{
  const OnnxKnown *first = onnx_known (node, 0);

  *length = 0;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      const OnnxKnown *part = onnx_known (node, i);

      if (part == NULL || part->n_dims != first->n_dims)
        return FALSE;
      for (guint d = 0; d < part->n_dims; d++)
        if (d != axis && part->shape[d] != first->shape[d])
          return FALSE;
      *length += part->shape[axis];
    }
  return TRUE;
}

gboolean
onnx_fold_concat (OnnxNode *node)
{
  const OnnxKnown *first = onnx_known (node, 0);
  gint64           shape[TL_TENSOR_MAX_DIMS];
  gsize            before, behind, n = 0;
  OnnxKnown       *result;
  guint            axis;

  if (first == NULL || !find_axis (first, onnx_attr_int (node, "axis", 0), &axis))
    return FALSE;
  memcpy (shape, first->shape, sizeof shape);
  if (!can_concat (node, axis, &shape[axis]))
    return FALSE;
  result = onnx_known_new (node, first->dtype, shape, first->n_dims);
  count_around (first, axis, &before, &behind);
  for (gsize row = 0; result && result->n_items > 0 && row < before; row++)
    for (guint i = 0; i < node->n_inputs; i++)
      {
        const OnnxKnown *part = onnx_known (node, i);
        gsize            length = (gsize) part->shape[axis] * behind;

        memcpy (result->items + n, part->items + row * length, length * sizeof *result->items);
        n += length;
      }
  return result && onnx_give_known (node, 0, result);
}

gboolean
onnx_fold_gather (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0), *indices = onnx_known (node, 1);
  gint64           shape[2 * TL_TENSOR_MAX_DIMS];
  gsize            before, behind, n = 0;
  OnnxKnown       *result;
  guint            axis, n_dims;

  if (known == NULL || indices == NULL || !find_axis (known, onnx_attr_int (node, "axis", 0), &axis))
    return FALSE;
  n_dims = known->n_dims - 1 + indices->n_dims;
  memcpy (shape, known->shape, axis * sizeof *shape);
  memcpy (shape + axis, indices->shape, indices->n_dims * sizeof *shape);
  memcpy (shape + axis + indices->n_dims, known->shape + axis + 1, (known->n_dims - axis - 1) * sizeof *shape);
  result = onnx_known_new (node, known->dtype, shape, n_dims);
  count_around (known, axis, &before, &behind);
  for (gsize row = 0; result && result->n_items > 0 && row < before; row++)
    for (guint i = 0; i < indices->n_items; i++)
      {
        gint64 index, size = known->shape[axis];

        if (!tl_expr_get_int (indices->items[i], &index) || index < -size || index >= size)
          return FALSE;
        index = index < 0 ? index + size : index;
        memcpy (result->items + n, known->items + (row * (gsize) size + (gsize) index) * behind, behind * sizeof *result->items);
        n += behind;
      }
  return result && onnx_give_known (node, 0, result);
}

/* Cuts dimension @axis of @view as Slice says. */
static void
cut (OnnxView *view, guint axis, gint64 start, gint64 end, gint64 step)
{
  gint64 n = view->shape[axis];

  start = CLAMP (start < 0 ? start + n : start, step > 0 ? 0 : -1, step > 0 ? n : n - 1);
  end = CLAMP (end < 0 ? end + n : end, step > 0 ? 0 : -1, step > 0 ? n : n - 1);
  step = CLAMP (step, -(n + 1), n + 1);
  view->offset += MAX (start, 0) * view->strides[axis];
  view->shape[axis] = step > 0 ? MAX (end - start + step - 1, 0) / step : MAX (start - end - step - 1, 0) / -step;
  view->strides[axis] *= step;
}

static gboolean
read_slice (OnnxNode *node, OnnxInts lists[4])
{
  static const char *const names[] = { "starts", "ends", "axes" };

  for (guint i = 0; i < 4; i++)
    {
      if (node->opset > 9 && !onnx_known_ints (node, 1 + i, &lists[i]))
        return FALSE;
      if (node->opset <= 9)
        lists[i] = i < 3 ? onnx_attr_ints (node, names[i]) : (OnnxInts) { 0 };
      if (lists[i].items ? lists[i].n != lists[0].n : i < 2)
        return FALSE;
    }
  return TRUE;
}

gboolean
onnx_fold_slice (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxInts         lists[4];
  OnnxView         view;

  if (known == NULL || !read_slice (node, lists))
    return FALSE;
  view = view_of (known);
  for (guint i = 0; i < lists[0].n; i++)
    {
      gint64 step = lists[3].items ? lists[3].items[i] : 1;
      guint  axis;

      if (!find_axis (known, lists[2].items ? lists[2].items[i] : i, &axis) || step == 0)
        return FALSE;
      cut (&view, axis, lists[0].items[i], lists[1].items[i], step);
    }
  return give_view (node, 0, known, &view);
}

gboolean
onnx_fold_split (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxInts         sizes = { 0 };
  gint64           start = 0;
  guint            axis;

  if (known == NULL || !find_axis (known, onnx_attr_int (node, "axis", 0), &axis))
    return FALSE;
  if (node->opset <= 12)
    sizes = onnx_attr_ints (node, "split");
  else if (!onnx_known_ints (node, 1, &sizes))
    return FALSE;
  if (node->n_outputs == 0 || (sizes.items && sizes.n != node->n_outputs))
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    {
      OnnxView view = view_of (known);
      gint64   size = sizes.items ? sizes.items[i] : (known->shape[axis] + node->n_outputs - 1) / node->n_outputs;

      size = CLAMP (size, 0, known->shape[axis] - start);
      cut (&view, axis, start, start + size, 1);
      start += size;
      if (!give_view (node, i, known, &view))
        return FALSE;
    }
  return TRUE;
}

gboolean
onnx_fold_tile (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxInts         repeats;
  gint64           n;
  OnnxKnown       *result;

  if (known == NULL || known->n_dims != 1 || !onnx_known_ints (node, 1, &repeats) || repeats.n != 1 ||
      __builtin_mul_overflow (known->shape[0], repeats.items[0], &n))
    return FALSE;
  result = onnx_known_new (node, known->dtype, &n, 1);
  for (guint i = 0; result && i < result->n_items; i++)
    result->items[i] = known->items[i % known->n_items];
  return result && onnx_give_known (node, 0, result);
}

/* Places of elements that are not zero: a column for each. */
gboolean
onnx_fold_non_zero (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxView         own;
  OnnxInts         ints;
  OnnxKnown       *result;
  guint            n = 0, column = 0;

  if (known == NULL || !onnx_known_ints (node, 0, &ints))
    return FALSE;
  for (guint i = 0; i < ints.n; i++)
    n += ints.items[i] != 0;
  result = onnx_known_new (node, TL_INT64, (const gint64[]) { MAX (known->n_dims, 1), n }, 2);
  own = view_of (known);
  for (guint i = 0; result && i < ints.n; i++)
    if (ints.items[i] != 0)
      {
        result->items[column] = onnx_size (node, 0);
        for (guint d = 0; d < known->n_dims; d++)
          result->items[d * n + column] = onnx_size (node, i / own.strides[d] % known->shape[d]);
        column++;
      }
  return result && onnx_give_known (node, 0, result);
}
