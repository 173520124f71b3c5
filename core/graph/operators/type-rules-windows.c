/* SPDX-License-Identifier: Apache-2.0 */
/* Types of convolutions, pooling and batch normalization: sizes by layout, "NCHW". */
#include <string.h>

#include "core/graph/operators/type-rules-private.h"

/* The dimension of @letter in @layout, or an error. */
static gboolean
find_letter (const TlInfer *infer, const char *layout, char letter, guint *position)
{
  const char *at = layout != NULL ? strchr (layout, letter) : NULL;

  if (at == NULL)
    {
      tl_infer_fail (infer, "layout \"%s\" has no %c", layout != NULL ? layout : "", letter);
      return FALSE;
    }
  *position = (guint) (at - layout);
  return TRUE;
}

/* The dimension of spatial axis @index of @n: the last letters of "DHW", "HW", "W". */
static gboolean
find_spatial (const TlInfer *infer, const char *layout, guint index, guint n, guint *position)
{
  return find_letter (infer, layout, "DHW"[3 - n + index], position);
}

/* Dimensions that slide, by the layout; 0 with an error. */
static guint
n_spatial (const TlInfer *infer, const char *layout)
{
  gsize n = layout != NULL ? strlen (layout) : 0;

  if (n < 3 || n > 5)
    {
      tl_infer_fail (infer, "layout \"%s\" is not done here: a letter for each dimension is", layout != NULL ? layout : "");
      return 0;
    }
  return (guint) n - 2;
}

/* @n numbers of an attribute, above 0 unless @may_be_0; NULL with an error. */
static const gint64 *
numbers (const TlInfer *infer, const char *name, guint n, gboolean may_be_0)
{
  const gint64 *ints;
  guint         n_ints;

  if (!tl_infer_ints (infer, name, (int) n, &ints, &n_ints))
    return NULL;
  if (ints == NULL)
    return tl_infer_fail (infer, "attribute %s is missing", name);
  for (guint i = 0; i < n; i++)
    if (ints[i] < !may_be_0)
      return tl_infer_fail (infer, "attribute %s has the number %" G_GINT64_FORMAT, name, ints[i]);
  return ints;
}

/* Windows of @kernel (in elements, gaps included) that fit: (size + pads - kernel) / stride + 1; @pads includes what is to round up. */
static const TlExpr *
n_windows (const TlInfer *infer, const TlExpr *size, const TlExpr *kernel, gint64 pads, gint64 stride)
{
  TlArena      *arena = infer->arena;
  const TlExpr *room = tl_sub (arena, tl_add (arena, size, tl_infer_size (infer, pads)), kernel);
  const TlExpr *n = tl_add (arena, tl_floordiv (arena, room, tl_infer_size (infer, stride)), tl_infer_size (infer, 1));
  gint64        value;

  n = tl_infer_simplify (infer, n);
  if (tl_expr_get_int (n, &value) && value < 1)
    return tl_infer_fail (infer, "its window is larger than argument %s, with its padding", tl_infer_describe (infer, 0));
  return n;
}

/* The elements that a window of @size spans. */
static const TlExpr *
span_of (const TlInfer *infer, const TlExpr *size, gint64 dilation)
{
  TlArena *arena = infer->arena;

  return tl_add (arena, tl_mul (arena, tl_sub (arena, size, tl_infer_size (infer, 1)), tl_infer_size (infer, dilation)),
                 tl_infer_size (infer, 1));
}

/* Convolutions. */

typedef struct
{
  const TlRelaxType *data, *weight;
  const char        *layout, *kernel_layout, *out_layout;
  guint              n;            /* sliding dimensions */
  TlDType            dtype;
  gint64             groups;
  guint              channels, in, out;   /* dimensions: of the data, of the weight */
  const gint64      *strides, *padding, *dilation;
} Convolution;

static gboolean
read_conv (const TlInfer *infer, Convolution *conv)
{
  conv->layout = tl_infer_string (infer, "data_layout");
  conv->kernel_layout = tl_infer_string (infer, "kernel_layout");
  conv->out_layout = tl_infer_string (infer, "out_layout");
  conv->groups = tl_infer_int (infer, "groups", 1);
  if ((conv->n = n_spatial (infer, conv->layout)) == 0 || (conv->data = tl_infer_tensor_of (infer, 0, (int) conv->n + 2)) == NULL
      || (conv->weight = tl_infer_tensor_of (infer, 1, (int) conv->n + 2)) == NULL
      || !tl_infer_dtype (infer, "out_dtype", conv->data->dtype, &conv->dtype))
    return FALSE;
  return (conv->strides = numbers (infer, "strides", conv->n, FALSE)) != NULL
         && (conv->padding = numbers (infer, "padding", 2 * conv->n, TRUE)) != NULL
         && (conv->dilation = numbers (infer, "dilation", conv->n, FALSE)) != NULL
         && find_letter (infer, conv->layout, 'C', &conv->channels) && find_letter (infer, conv->kernel_layout, 'I', &conv->in)
         && find_letter (infer, conv->kernel_layout, 'O', &conv->out)
         && (conv->groups >= 1 || tl_infer_fail (infer, "groups=%" G_GINT64_FORMAT " is less than 1", conv->groups) != NULL);
}

/* Into the place of @letter in the output. */
static gboolean
put (const TlInfer *infer, const Convolution *conv, const TlExpr **dims, char letter, const TlExpr *size)
{
  guint position;

  if (size == NULL || !find_letter (infer, conv->out_layout, letter, &position) || position >= conv->n + 2)
    return FALSE;
  dims[position] = size;
  return TRUE;
}

static gboolean
check_channels (const TlInfer *infer, const Convolution *conv, const TlExpr *channels, const TlExpr *inputs, const TlExpr *outputs)
{
  gint64 c, i, o;

  if (tl_expr_get_int (channels, &c) && tl_expr_get_int (inputs, &i) && c != i * conv->groups)
    return tl_infer_fail (infer, "arguments %s, and %s, do not fit: %" G_GINT64_FORMAT " channels are not %" G_GINT64_FORMAT " in each of %"
                          G_GINT64_FORMAT " group%s", tl_infer_describe (infer, 0), tl_infer_describe (infer, 1), c, i, conv->groups,
                          conv->groups == 1 ? "" : "s") != NULL;
  if (tl_expr_get_int (outputs, &o) && o % conv->groups != 0)
    return tl_infer_fail (infer, "%" G_GINT64_FORMAT " outputs of argument %s, cannot be shared by %" G_GINT64_FORMAT " groups", o,
                          tl_infer_describe (infer, 1), conv->groups) != NULL;
  return TRUE;
}

const TlRelaxType *
tl_infer_conv (const TlInfer *infer)
{
  Convolution    conv;
  const TlExpr **dims;
  guint          batch;

  if (!read_conv (infer, &conv))
    return NULL;
  if (conv.data->dims == NULL || conv.weight->dims == NULL)
    return tl_infer_result (infer, conv.dtype, NULL, (int) conv.n + 2);
  dims = tl_arena_new_array (infer->arena, const TlExpr *, conv.n + 2);
  if (!check_channels (infer, &conv, conv.data->dims[conv.channels], conv.weight->dims[conv.in], conv.weight->dims[conv.out])
      || !find_letter (infer, conv.layout, 'N', &batch) || !put (infer, &conv, dims, 'N', conv.data->dims[batch])
      || !put (infer, &conv, dims, 'C', conv.weight->dims[conv.out]))
    return NULL;
  for (guint i = 0; i < conv.n; i++)
    {
      guint at, kernel_at;

      if (!find_spatial (infer, conv.layout, i, conv.n, &at) || !find_spatial (infer, conv.kernel_layout, i, conv.n, &kernel_at)
          || !put (infer, &conv, dims, "DHW"[3 - conv.n + i],
                   n_windows (infer, conv.data->dims[at], span_of (infer, conv.weight->dims[kernel_at], conv.dilation[i]),
                              conv.padding[i] + conv.padding[i + conv.n], conv.strides[i])))
        return NULL;
    }
  return tl_infer_result (infer, conv.dtype, dims, (int) conv.n + 2);
}

/* (size - 1) * stride - pads + span + what is added behind. */
static const TlExpr *
spread_size (const TlInfer *infer, const Convolution *conv, guint i, const TlExpr *size, const TlExpr *kernel, gint64 added)
{
  TlArena      *arena = infer->arena;
  const TlExpr *spread = tl_mul (arena, tl_sub (arena, size, tl_infer_size (infer, 1)), tl_infer_size (infer, conv->strides[i]));
  const TlExpr *pads = tl_infer_size (infer, conv->padding[i] + conv->padding[i + conv->n]);

  spread = tl_add (arena, tl_sub (arena, spread, pads), span_of (infer, kernel, conv->dilation[i]));
  return tl_infer_simplify (infer, tl_add (arena, spread, tl_infer_size (infer, added)));
}

const TlRelaxType *
tl_infer_conv_transpose (const TlInfer *infer)
{
  Convolution    conv;
  const TlExpr **dims;
  const gint64  *added;
  guint          batch;

  if (!read_conv (infer, &conv) || (added = numbers (infer, "output_padding", conv.n, TRUE)) == NULL)
    return NULL;
  if (conv.data->dims == NULL || conv.weight->dims == NULL)
    return tl_infer_result (infer, conv.dtype, NULL, (int) conv.n + 2);
  if (tl_infer_differs (conv.data->dims[conv.channels], conv.weight->dims[conv.in]))
    return tl_infer_fail (infer, "arguments %s, and %s, do not fit: their channels differ", tl_infer_describe (infer, 0),
                          tl_infer_describe (infer, 1));
  dims = tl_arena_new_array (infer->arena, const TlExpr *, conv.n + 2);
  if (!find_letter (infer, conv.layout, 'N', &batch) || !put (infer, &conv, dims, 'N', conv.data->dims[batch])
      || !put (infer, &conv, dims, 'C',
               tl_infer_simplify (infer, tl_mul (infer->arena, conv.weight->dims[conv.out], tl_infer_size (infer, conv.groups)))))
    return NULL;
  for (guint i = 0; i < conv.n; i++)
    {
      guint at, kernel_at;

      if (added[i] >= conv.strides[i])
        return tl_infer_fail (infer, "output_padding %" G_GINT64_FORMAT " is not less than the stride %" G_GINT64_FORMAT, added[i],
                              conv.strides[i]);
      if (!find_spatial (infer, conv.layout, i, conv.n, &at) || !find_spatial (infer, conv.kernel_layout, i, conv.n, &kernel_at)
          || !put (infer, &conv, dims, "DHW"[3 - conv.n + i],
                   spread_size (infer, &conv, i, conv.data->dims[at], conv.weight->dims[kernel_at], added[i])))
        return NULL;
    }
  return tl_infer_result (infer, conv.dtype, dims, (int) conv.n + 2);
}

/* Pooling. */

/* Where numbers of windows are rounded up, none begins behind the elements and what is in front of them. */
static const TlExpr *
without_empty_window (const TlInfer *infer, const TlExpr *n, const TlExpr *size, gint64 pad, gint64 stride)
{
  gint64 count, n_elements;

  if (n != NULL && tl_expr_get_int (n, &count) && tl_expr_get_int (size, &n_elements) && (count - 1) * stride >= n_elements + pad)
    return tl_infer_size (infer, count - 1);
  return n;
}

const TlRelaxType *
tl_infer_pool (const TlInfer *infer)
{
  const char        *layout = tl_infer_string (infer, "layout");
  guint              n = n_spatial (infer, layout);
  const TlRelaxType *data = n > 0 ? tl_infer_tensor_of (infer, 0, (int) n + 2) : NULL;
  gboolean           rounds_up = tl_infer_bool (infer, "ceil_mode");
  const gint64      *pools, *strides, *padding, *dilation;
  const TlExpr     **dims;

  if (data == NULL || (pools = numbers (infer, "pool_size", n, FALSE)) == NULL || (strides = numbers (infer, "strides", n, FALSE)) == NULL
      || (padding = numbers (infer, "padding", 2 * n, TRUE)) == NULL || (dilation = numbers (infer, "dilation", n, FALSE)) == NULL)
    return NULL;
  if (data->dims == NULL)
    return tl_infer_result (infer, data->dtype, NULL, data->n_dims);
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, data->dims, n + 2);
  for (guint i = 0; i < n; i++)
    {
      const TlExpr *size;
      guint         at;

      if (!find_spatial (infer, layout, i, n, &at))
        return NULL;
      size = dims[at];
      dims[at] = n_windows (infer, size, span_of (infer, tl_infer_size (infer, pools[i]), dilation[i]),
                            padding[i] + padding[i + n] + (rounds_up ? strides[i] - 1 : 0), strides[i]);
      dims[at] = rounds_up ? without_empty_window (infer, dims[at], size, padding[i], strides[i]) : dims[at];
      if (dims[at] == NULL)
        return NULL;
    }
  return tl_infer_result (infer, data->dtype, dims, data->n_dims);
}

const TlRelaxType *
tl_infer_adaptive_pool (const TlInfer *infer)
{
  const char        *layout = tl_infer_string (infer, "layout");
  guint              n = n_spatial (infer, layout), n_sizes;
  const TlRelaxType *data = n > 0 ? tl_infer_tensor_of (infer, 0, (int) n + 2) : NULL;
  const gint64      *sizes;
  const TlExpr     **dims;

  if (data == NULL || !tl_infer_ints (infer, "output_size", -1, &sizes, &n_sizes))
    return NULL;
  if (sizes == NULL || data->dims == NULL)
    return data;
  if (n_sizes != 1 && n_sizes != n)
    return tl_infer_fail (infer, "attribute output_size has %u numbers where %u are needed", n_sizes, n);
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, data->dims, n + 2);
  for (guint i = 0; i < n; i++)
    {
      guint at;

      if (!find_spatial (infer, layout, i, n, &at))
        return NULL;
      dims[at] = tl_infer_size (infer, sizes[n_sizes == 1 ? 0 : i]);
    }
  return tl_infer_result (infer, data->dtype, dims, data->n_dims);
}

const TlRelaxType *
tl_infer_resize2d (const TlInfer *infer)
{
  const char        *layout = tl_infer_string (infer, "layout");
  const TlRelaxType *data = tl_infer_tensor_of (infer, 0, 4), *size = tl_infer_shape (infer, 1);
  const TlExpr     **dims;
  TlDType            dtype;
  guint              at[2];

  if (data == NULL || size == NULL || !find_letter (infer, layout, 'H', &at[0]) || !find_letter (infer, layout, 'W', &at[1])
      || !tl_infer_dtype (infer, "out_dtype", data->dtype, &dtype))
    return NULL;
  if (size->n_dims >= 0 && size->n_dims != 2)
    return tl_infer_fail (infer, "argument size has %d numbers where 2 are needed", size->n_dims);
  if (data->dims == NULL || size->dims == NULL || at[0] > 3 || at[1] > 3)
    return tl_infer_result (infer, dtype, NULL, 4);
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, data->dims, 4);
  dims[at[0]] = size->dims[0];
  dims[at[1]] = size->dims[1];
  return tl_infer_result (infer, dtype, dims, 4);
}

/* Pixels by place: the grid has x, then y, as its second dimension. */
const TlRelaxType *
tl_infer_grid_sample (const TlInfer *infer)
{
  const TlRelaxType *data = tl_infer_tensor_of (infer, 0, 4), *grid = data != NULL ? tl_infer_tensor_of (infer, 1, 4) : NULL;
  const TlExpr     **dims;

  if (grid == NULL)
    return NULL;
  if (g_strcmp0 (tl_infer_string (infer, "layout"), "NCHW") != 0)
    return tl_infer_fail (infer, "attribute layout is not NCHW");
  if (data->dims == NULL || grid->dims == NULL)
    return tl_infer_result (infer, data->dtype, NULL, 4);
  if (tl_infer_differs (data->dims[0], grid->dims[0]) || tl_infer_differs (grid->dims[1], tl_expr_int (infer->arena, TL_INT64, 2)))
    return tl_infer_fail (infer, "arguments %s, and %s, do not fit", tl_infer_describe (infer, 0), tl_infer_describe (infer, 1));
  dims = tl_arena_dup_array (infer->arena, const TlExpr *, data->dims, 4);
  dims[2] = grid->dims[2];
  dims[3] = grid->dims[3];
  return tl_infer_result (infer, data->dtype, dims, 4);
}

/* Each channel has its own mean. */
const TlRelaxType *
tl_infer_batch_norm (const TlInfer *infer)
{
  const TlRelaxType *fields[3] = { tl_infer_tensor (infer, 0) };
  guint              axis;

  if (fields[0] == NULL)
    return NULL;
  for (guint i = 1; i < 5; i++)
    if (tl_infer_tensor_of (infer, i, 1) == NULL)
      return NULL;
  if (fields[0]->n_dims >= 0 && !tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", 1), (guint) fields[0]->n_dims, &axis))
    return NULL;
  for (guint i = 1; i < 5 && fields[0]->dims != NULL; i++)
    if (infer->args[i]->type->dims != NULL && tl_infer_differs (fields[0]->dims[axis], infer->args[i]->type->dims[0]))
      return tl_infer_fail (infer, "arguments %s, and %s, do not fit: axis %u has another size", tl_infer_describe (infer, 0),
                            tl_infer_describe (infer, i), axis);
  fields[1] = infer->args[3]->type;
  fields[2] = infer->args[4]->type;
  return tl_relax_tuple_type (infer->arena, fields, 3);
}
