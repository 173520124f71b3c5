/* SPDX-License-Identifier: Apache-2.0 */
/* Types of operators that give elements another place: reshape, concat, split … */
#include <string.h>

#include "core/graph/operators/type-rules-private.h"

static const TlExpr **
new_dims (const TlInfer *infer, guint n)
{
  return tl_arena_new_array (infer->arena, const TlExpr *, MAX (n, 1));
}

/* The product of @n sizes, as it is written. */
static const TlExpr *
product (const TlInfer *infer, const TlExpr *const *dims, guint n)
{
  const TlExpr *all = tl_infer_size (infer, 1);

  for (guint i = 0; i < n; i++)
    all = tl_mul (infer->arena, all, dims[i]);
  return all;
}

const TlRelaxType *
tl_infer_permute_dims (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const gint64      *axes;
  const TlExpr     **dims;
  gboolean           seen[TL_TENSOR_MAX_DIMS * 4] = { FALSE };
  guint              n;

  if (tensor == NULL || !tl_infer_ints (infer, "axes", -1, &axes, &n))
    return NULL;
  if (axes != NULL && tensor->n_dims >= 0 && n != (guint) tensor->n_dims)
    return tl_infer_fail (infer, "axes has %u numbers, and argument %s, has %d dimensions", n, tl_infer_describe (infer, 0),
                          tensor->n_dims);
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, axes != NULL ? (int) n : tensor->n_dims);
  n = (guint) tensor->n_dims;
  dims = new_dims (infer, n);
  for (guint i = 0; i < n; i++)
    {
      guint at = n - 1 - i;

      if (axes != NULL && !tl_infer_axis (infer, "axes", axes[i], n, &at))
        return NULL;
      if (at < G_N_ELEMENTS (seen) && seen[at])
        return tl_infer_fail (infer, "axis %u stands twice in axes", at);
      if (at < G_N_ELEMENTS (seen))
        seen[at] = TRUE;
      dims[i] = tensor->dims[at];
    }
  return tl_infer_result (infer, tensor->dtype, dims, (int) n);
}

/* Sizes of a shape that was written with 0, of the same dimension, and -1, of the rest, are known by then. */
const TlRelaxType *
tl_infer_reshape (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0), *shape = tl_infer_shape (infer, 1);
  const TlExpr      *before, *after;

  if (tensor == NULL || shape == NULL)
    return NULL;
  if (shape->dims == NULL || tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, shape->dims, shape->n_dims);
  before = product (infer, tensor->dims, (guint) tensor->n_dims);
  after = product (infer, shape->dims, (guint) shape->n_dims);
  if (tl_infer_differs (before, after))
    return tl_infer_fail (infer, "argument %s, has %" G_GINT64_FORMAT " elements, and the shape %" G_GINT64_FORMAT,
                          tl_infer_describe (infer, 0), before->int_value, after->int_value);
  return tl_infer_result (infer, tensor->dtype, shape->dims, shape->n_dims);
}

const TlRelaxType *
tl_infer_flatten (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlExpr      *size;

  if (tensor == NULL || tensor->n_dims == 1)
    return tensor;
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, 1);
  size = product (infer, tensor->dims, (guint) tensor->n_dims);
  return tl_infer_result (infer, tensor->dtype, &size, 1);
}

const TlRelaxType *
tl_infer_batch_flatten (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlExpr      *dims[2];

  if (tensor == NULL || tensor->n_dims == 2)
    return tensor;
  if (tensor->dims == NULL || tensor->n_dims < 1)
    return tensor->n_dims == 0 ? tl_infer_fail (infer, "argument %s, has no dimensions", tl_infer_describe (infer, 0))
                               : tl_infer_result (infer, tensor->dtype, NULL, 2);
  dims[0] = tensor->dims[0];
  dims[1] = product (infer, tensor->dims + 1, (guint) tensor->n_dims - 1);
  return tl_infer_result (infer, tensor->dtype, dims, 2);
}

const TlRelaxType *
tl_infer_expand_dims (const TlInfer *infer)
{
  const TlRelaxType   *tensor = tl_infer_tensor (infer, 0);
  const gint64        *axes;
  g_autofree gboolean *is_new = NULL;
  const TlExpr       **dims;
  guint                n_axes, n, next = 0;

  if (tensor == NULL || !tl_infer_ints (infer, "axis", -1, &axes, &n_axes))
    return NULL;
  if (tensor->n_dims < 0)
    return tl_infer_result (infer, tensor->dtype, NULL, -1);
  n = (guint) tensor->n_dims + n_axes;
  is_new = g_new0 (gboolean, MAX (n, 1));
  for (guint i = 0; i < n_axes; i++)
    {
      guint at;

      if (!tl_infer_axis (infer, "axis", axes[i], n, &at))
        return NULL;
      if (is_new[at])
        return tl_infer_fail (infer, "axis %u stands twice in axis", at);
      is_new[at] = TRUE;
    }
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, (int) n);
  dims = new_dims (infer, n);
  for (guint i = 0; i < n; i++)
    dims[i] = is_new[i] ? tl_infer_size (infer, 1) : tensor->dims[next++];
  return tl_infer_result (infer, tensor->dtype, dims, (int) n);
}

static gboolean
is_static (const TlRelaxType *tensor)
{
  gint64 size;

  for (int i = 0; tensor->dims != NULL && i < tensor->n_dims; i++)
    if (!tl_expr_get_int (tensor->dims[i], &size))
      return FALSE;
  return tensor->dims != NULL;
}

/* Without axes those of size 1 go: which these are is known of numbers only. */
const TlRelaxType *
tl_infer_squeeze (const TlInfer *infer)
{
  const TlRelaxType   *tensor = tl_infer_tensor (infer, 0);
  const gint64        *axes;
  g_autofree gboolean *goes = NULL;
  const TlExpr       **dims;
  guint                n_axes, n, n_left = 0;
  gint64               size;

  if (tensor == NULL || !tl_infer_ints (infer, "axis", -1, &axes, &n_axes))
    return NULL;
  if (tensor->n_dims < 0 || (axes == NULL && !is_static (tensor)))
    return tl_infer_result (infer, tensor->dtype, NULL, -1);
  n = (guint) tensor->n_dims;
  goes = g_new0 (gboolean, MAX (n, 1));
  for (guint i = 0; i < n_axes; i++)
    {
      guint at;

      if (!tl_infer_axis (infer, "axis", axes[i], n, &at))
        return NULL;
      if (tensor->dims != NULL && tl_expr_get_int (tensor->dims[at], &size) && size != 1)
        return tl_infer_fail (infer, "axis %u of argument %s, is of size %" G_GINT64_FORMAT ", not 1", at, tl_infer_describe (infer, 0),
                              size);
      goes[at] = TRUE;
    }
  dims = new_dims (infer, n);
  for (guint i = 0; i < n; i++)
    if (axes != NULL ? !goes[i] : !tl_expr_is_int (tensor->dims[i], 1))
      dims[n_left++] = tensor->dims != NULL ? tensor->dims[i] : NULL;
  return tl_infer_result (infer, tensor->dtype, tensor->dims != NULL ? dims : NULL, (int) n_left);
}

const TlRelaxType *
tl_infer_broadcast_to (const TlInfer *infer)
{
  const TlRelaxType   *tensor = tl_infer_tensor (infer, 0), *shape = tl_infer_shape (infer, 1);
  const TlExpr *const *dims;
  int                  n_dims;

  if (tensor == NULL || shape == NULL || !tl_infer_broadcast_dims (infer, tensor->dims, tensor->n_dims, shape->dims, shape->n_dims, &dims,
                                                                   &n_dims))
    return NULL;
  if (shape->n_dims >= 0 && tensor->n_dims > shape->n_dims)
    return tl_infer_fail (infer, "argument %s, has more than %d dimensions", tl_infer_describe (infer, 0), shape->n_dims);
  return tl_infer_result (infer, tensor->dtype, shape->dims, shape->n_dims);
}

/* Dimensions of a tensor among @n whose shape is known; -1: of none their number. FALSE with an error if they differ. */
static gboolean
common_dims (const TlInfer *infer, const TlRelaxType *const *tensors, guint n, int *n_dims)
{
  *n_dims = -1;
  for (guint i = 0; i < n; i++)
    {
      if (tensors[i]->n_dims >= 0 && *n_dims >= 0 && tensors[i]->n_dims != *n_dims)
        return tl_infer_fail (infer, "tensor %u has %d dimensions, another one %d", i, tensors[i]->n_dims, *n_dims) != NULL;
      if (!tl_dtype_equal (tensors[i]->dtype, tensors[0]->dtype))
        return tl_infer_fail (infer, "tensor %u is of type %s, the first one of type %s", i, tl_dtype_name (tensors[i]->dtype),
                              tl_dtype_name (tensors[0]->dtype)) != NULL;
      *n_dims = tensors[i]->n_dims >= 0 ? tensors[i]->n_dims : *n_dims;
    }
  return TRUE;
}

const TlRelaxType *
tl_infer_concat (const TlInfer *infer)
{
  guint                     n, axis = 0;
  const TlRelaxType *const *tensors = tl_infer_tensors (infer, 0, &n);
  const TlExpr            **dims;
  int                       n_dims;

  if (tensors == NULL || !common_dims (infer, tensors, n, &n_dims))
    return NULL;
  if (n_dims < 0)
    return tl_infer_result (infer, tensors[0]->dtype, NULL, -1);
  if (!tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", 0), (guint) n_dims, &axis))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (tensors[i]->dims == NULL)
      return tl_infer_result (infer, tensors[0]->dtype, NULL, n_dims);
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, tensors[0]->dims, n_dims);
  for (guint i = 1; i < n; i++)
    for (guint j = 0; j < (guint) n_dims; j++)
      if (j == axis)
        dims[j] = tl_add (infer->arena, dims[j], tensors[i]->dims[j]);
      else if (tl_infer_differs (dims[j], tensors[i]->dims[j]))
        return tl_infer_fail (infer, "size %" G_GINT64_FORMAT " of dimension %u of tensor %u is %" G_GINT64_FORMAT " in the first one",
                              tensors[i]->dims[j]->int_value, j, i, dims[j]->int_value);
  dims[axis] = tl_infer_simplify (infer, dims[axis]);
  return tl_infer_result (infer, tensors[0]->dtype, dims, n_dims);
}

const TlRelaxType *
tl_infer_stack (const TlInfer *infer)
{
  guint                     n, axis = 0;
  const TlRelaxType *const *tensors = tl_infer_tensors (infer, 0, &n);
  const TlExpr            **dims;
  int                       n_dims;

  if (tensors == NULL || !common_dims (infer, tensors, n, &n_dims))
    return NULL;
  if (n_dims < 0)
    return tl_infer_result (infer, tensors[0]->dtype, NULL, -1);
  if (!tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", 0), (guint) n_dims + 1, &axis))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (tensors[i]->dims == NULL)
      return tl_infer_result (infer, tensors[0]->dtype, NULL, n_dims + 1);
  dims = new_dims (infer, (guint) n_dims + 1);
  for (guint j = 0; j <= (guint) n_dims; j++)
    {
      guint from = j < axis ? j : j - 1;

      dims[j] = j == axis ? tl_infer_size (infer, n) : tensors[0]->dims[from];
      for (guint i = 1; i < n && j != axis; i++)
        if (tl_infer_differs (dims[j], tensors[i]->dims[from]))
          return tl_infer_fail (infer, "size %" G_GINT64_FORMAT " of dimension %u of tensor %u is %" G_GINT64_FORMAT " in the first one",
                                tensors[i]->dims[from]->int_value, from, i, dims[j]->int_value);
    }
  return tl_infer_result (infer, tensors[0]->dtype, dims, n_dims + 1);
}

/* Parts from one index to the next. */
static const TlRelaxType *
split_at (const TlInfer *infer, const TlRelaxType *tensor, guint axis, const gint64 *indices, guint n)
{
  const TlRelaxType **fields = tl_arena_new_array (infer->arena, const TlRelaxType *, n + 1);
  const TlExpr       *begin = tl_infer_size (infer, 0), *zero = begin;

  for (guint i = 0; i <= n; i++)
    {
      const TlExpr  *end = i < n ? tl_infer_size (infer, indices[i]) : tensor->dims[axis];
      const TlExpr **dims = tl_arena_dup_array (infer->arena, const TlExpr *, tensor->dims, tensor->n_dims);

      dims[axis] = tl_infer_simplify (infer, tl_binary (infer->arena, TL_EXPR_MAX, tl_sub (infer->arena, end, begin), zero));
      fields[i] = tl_infer_result (infer, tensor->dtype, dims, tensor->n_dims);
      begin = end;
    }
  return tl_relax_tuple_type (infer->arena, fields, n + 1);
}

/* Equal parts; the last one is smaller where the size is no multiple. */
static const TlRelaxType *
split_equally (const TlInfer *infer, const TlRelaxType *tensor, guint axis, gint64 n)
{
  const TlRelaxType **fields = tl_arena_new_array (infer->arena, const TlRelaxType *, n);
  TlArena            *arena = infer->arena;
  const TlExpr       *count = tl_infer_size (infer, n), *size = tensor->dims[axis];
  const TlExpr       *part = tl_floordiv (arena, tl_sub (arena, tl_add (arena, size, count), tl_infer_size (infer, 1)), count);
  const TlExpr       *last;

  part = tl_infer_simplify (infer, part);
  last = tl_infer_simplify (infer, tl_sub (arena, size, tl_mul (arena, part, tl_infer_size (infer, n - 1))));
  for (gint64 i = 0; i < n; i++)
    {
      const TlExpr **dims = tl_arena_dup_array (arena, const TlExpr *, tensor->dims, tensor->n_dims);

      dims[axis] = i < n - 1 ? part : last;
      fields[i] = tl_infer_result (infer, tensor->dtype, dims, tensor->n_dims);
    }
  return n == 1 ? fields[0] : tl_relax_tuple_type (arena, fields, (guint) n);
}

static const TlRelaxType *
split_unknown (const TlInfer *infer, const TlRelaxType *tensor, guint n)
{
  const TlRelaxType **fields = tl_arena_new_array (infer->arena, const TlRelaxType *, n);

  for (guint i = 0; i < n; i++)
    fields[i] = tl_infer_result (infer, tensor->dtype, NULL, tensor->n_dims);
  return tl_relax_tuple_type (infer->arena, fields, n);
}

const TlRelaxType *
tl_infer_split (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlValue     *sections = tl_attrs_find (infer->attrs, "indices_or_sections");
  const gint64      *indices = NULL;
  guint              n = 0, axis = 0;

  if (tensor == NULL)
    return NULL;
  if (sections == NULL || (sections->kind != TL_VALUE_INT && sections->kind != TL_VALUE_LIST))
    return tl_infer_fail (infer, "indices_or_sections is neither a number nor a list of them");
  if (sections->kind == TL_VALUE_INT && (sections->integer < 1 || sections->integer > 65536))
    return tl_infer_fail (infer, "it cannot split into %" G_GINT64_FORMAT " parts", sections->integer);
  if (sections->kind == TL_VALUE_LIST && !tl_infer_ints (infer, "indices_or_sections", -1, &indices, &n))
    return NULL;
  if (tensor->n_dims >= 0 && !tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", 0), (guint) tensor->n_dims, &axis))
    return NULL;
  if (tensor->dims == NULL)
    return split_unknown (infer, tensor, indices != NULL ? n + 1 : (guint) sections->integer);
  return indices != NULL ? split_at (infer, tensor, axis, indices, n) : split_equally (infer, tensor, axis, sections->integer);
}

/* An end of a slice, between 0 and @size: from the end if it is negative. */
static const TlExpr *
clamp_end (const TlInfer *infer, const TlExpr *end, const TlExpr *size, gint64 stride)
{
  TlArena      *arena = infer->arena;
  const TlExpr *low = tl_infer_size (infer, stride < 0 ? -1 : 0);
  const TlExpr *high = stride < 0 ? tl_sub (arena, size, tl_infer_size (infer, 1)) : size;
  gint64        value;

  end = tl_cast (arena, TL_INT64, end);
  if (tl_expr_get_int (end, &value) && value < 0)
    end = tl_add (arena, end, size);
  if (!tl_expr_get_int (end, &value) || value < 0)
    end = tl_binary (arena, TL_EXPR_MAX, end, low);
  return tl_binary (arena, TL_EXPR_MIN, end, high);
}

static const TlExpr *
slice_size (const TlInfer *infer, const TlExpr *begin, const TlExpr *end, const TlExpr *size, gint64 stride)
{
  TlArena      *arena = infer->arena;
  const TlExpr *length;
  gint64        step = ABS (stride), value;

  if (!tl_infer_bool (infer, "assume_inbound"))
    {
      begin = clamp_end (infer, begin, size, stride);
      end = clamp_end (infer, end, size, stride);
    }
  length = stride < 0 ? tl_sub (arena, begin, end) : tl_sub (arena, end, begin);
  if (step > 1)
    length = tl_floordiv (arena, tl_sub (arena, tl_add (arena, length, tl_infer_size (infer, step)), tl_infer_size (infer, 1)),
                          tl_infer_size (infer, step));
  length = tl_infer_simplify (infer, length);
  return tl_expr_get_int (length, &value) && value < 0 ? tl_infer_size (infer, 0) : length;
}

const TlRelaxType *
tl_infer_strided_slice (const TlInfer *infer)
{
  const TlRelaxType   *tensor = tl_infer_tensor (infer, 0);
  const TlExpr *const *axes, *const *begin, *const *end, *const *strides = NULL;
  const TlExpr       **dims;
  guint                n, n_begin, n_end, n_strides = 0;

  if (tensor == NULL || (axes = tl_infer_numbers (infer, 1, &n)) == NULL || (begin = tl_infer_numbers (infer, 2, &n_begin)) == NULL
      || (end = tl_infer_numbers (infer, 3, &n_end)) == NULL)
    return NULL;
  if (infer->n_args > 4 && infer->args[4] != NULL && (strides = tl_infer_numbers (infer, 4, &n_strides)) == NULL)
    return NULL;
  if (n_begin != n || n_end != n || (strides != NULL && n_strides != n))
    return tl_infer_fail (infer, "it slices %u axes, but %u begin, %u end%s", n, n_begin, n_end,
                          strides != NULL && n_strides != n ? ", and the strides are not as many" : "");
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, tensor->n_dims);
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, tensor->dims, tensor->n_dims);
  for (guint i = 0; i < n; i++)
    {
      gint64 axis = 0, stride = 1;
      guint  at;

      if (!tl_expr_get_int (axes[i], &axis) || (strides != NULL && !tl_expr_get_int (strides[i], &stride)))
        return tl_infer_fail (infer, "axes and strides are to be numbers");
      if (!tl_infer_axis (infer, "axes", axis, (guint) tensor->n_dims, &at))
        return NULL;
      if (stride == 0)
        return tl_infer_fail (infer, "the stride of axis %u is 0", at);
      dims[at] = slice_size (infer, begin[i], end[i], tensor->dims[at], stride);
    }
  return tl_infer_result (infer, tensor->dtype, dims, tensor->n_dims);
}

const TlRelaxType *
tl_infer_tile (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const gint64      *repeats;
  const TlExpr     **dims;
  guint              n_repeats, n, n_dims;

  if (tensor == NULL || !tl_infer_ints (infer, "repeats", -1, &repeats, &n_repeats))
    return NULL;
  if (tensor->n_dims < 0)
    return tl_infer_result (infer, tensor->dtype, NULL, -1);
  n_dims = (guint) tensor->n_dims;
  n = MAX (n_repeats, n_dims);
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, (int) n);
  dims = new_dims (infer, n);
  for (guint i = 1; i <= n; i++)
    {
      const TlExpr *size = i <= n_dims ? tensor->dims[n_dims - i] : tl_infer_size (infer, 1);
      gint64        times = i <= n_repeats ? repeats[n_repeats - i] : 1;

      dims[n - i] = tl_infer_simplify (infer, tl_mul (infer->arena, size, tl_infer_size (infer, times)));
    }
  return tl_infer_result (infer, tensor->dtype, dims, (int) n);
}

const TlRelaxType *
tl_infer_repeat (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlValue     *axis = tl_attrs_find (infer->attrs, "axis");
  const TlExpr      *times = tl_infer_size (infer, tl_infer_int (infer, "repeats", 1)), **dims;
  const TlExpr      *size;
  guint              at;

  if (tensor == NULL)
    return NULL;
  if (axis == NULL || axis->kind != TL_VALUE_INT)
    {
      if (tensor->dims == NULL)
        return tl_infer_result (infer, tensor->dtype, NULL, 1);
      size = tl_infer_simplify (infer, tl_mul (infer->arena, product (infer, tensor->dims, (guint) tensor->n_dims), times));
      return tl_infer_result (infer, tensor->dtype, &size, 1);
    }
  if (tensor->n_dims >= 0 && !tl_infer_axis (infer, "axis", axis->integer, (guint) tensor->n_dims, &at))
    return NULL;
  if (tensor->dims == NULL)
    return tensor;
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, tensor->dims, tensor->n_dims);
  dims[at] = tl_infer_simplify (infer, tl_mul (infer->arena, dims[at], times));
  return tl_infer_result (infer, tensor->dtype, dims, tensor->n_dims);
}

/* Pairs of elements in front and behind. */
const TlRelaxType *
tl_infer_pad (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const gint64      *width;
  const TlExpr     **dims;
  guint              n;

  if (tensor == NULL || !tl_infer_ints (infer, "pad_width", tensor->n_dims >= 0 ? 2 * tensor->n_dims : -1, &width, &n))
    return NULL;
  if (width == NULL)
    return tl_infer_fail (infer, "pad_width is a list of numbers");
  if (tensor->dims == NULL)
    return tl_infer_result (infer, tensor->dtype, NULL, (int) n / 2);
  dims = new_dims (infer, n / 2);
  for (guint i = 0; i < n / 2; i++)
    dims[i] = tl_infer_simplify (infer, tl_add (infer->arena, tensor->dims[i], tl_infer_size (infer, width[2 * i] + width[2 * i + 1])));
  return tl_infer_result (infer, tensor->dtype, dims, (int) n / 2);
}

const TlRelaxType *
tl_infer_shape_of (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);

  return tensor != NULL ? tl_relax_shape_type (infer->arena, tensor->dims, tensor->n_dims) : NULL;
}

const TlRelaxType *
tl_infer_view (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0), *shape = tensor;
  TlDType            dtype;

  if (tensor == NULL)
    return NULL;
  dtype = tensor->dtype;
  if (infer->n_args > 1 && infer->args[1] != NULL && infer->args[1]->type->kind == TL_RELAX_TYPE_SHAPE)
    shape = infer->args[1]->type;
  if (infer->n_args > 2 && infer->args[2] != NULL && infer->args[2]->kind == TL_RELAX_DTYPE)
    dtype = infer->args[2]->dtype;
  return tl_infer_result (infer, dtype, shape->dims, shape->n_dims);
}
