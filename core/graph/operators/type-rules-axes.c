/* SPDX-License-Identifier: Apache-2.0 */
/* Types of reductions, scans, and of operators that look elements up by indices. */
#include <string.h>

#include "core/graph/operators/type-rules-private.h"

/* Without the axes, or with 1 in their place; NULL: all of them. */
static const TlRelaxType *
without_axes (const TlInfer *infer, const TlRelaxType *tensor, TlDType dtype, const gint64 *axes, guint n_axes)
{
  gboolean      keeps = tl_infer_bool (infer, "keepdims");
  guint         n = tensor->n_dims >= 0 ? (guint) tensor->n_dims : 0, n_left = 0;
  g_autofree gboolean *goes = g_new0 (gboolean, MAX (n, 1));
  const TlExpr **dims;

  if (tensor->n_dims < 0)
    return tl_infer_result (infer, dtype, NULL, axes == NULL && !keeps ? 0 : -1);
  for (guint i = 0; i < n_axes; i++)
    {
      guint at;

      if (!tl_infer_axis (infer, "axis", axes[i], n, &at))
        return NULL;
      if (goes[at])
        return tl_infer_fail (infer, "axis %u stands twice in axis", at);
      goes[at] = TRUE;
    }
  dims = tl_arena_new_array (infer->arena, const TlExpr *, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    if ((axes != NULL && !goes[i]) || keeps)
      dims[n_left++] = axes != NULL && !goes[i] ? (tensor->dims != NULL ? tensor->dims[i] : NULL) : tl_infer_size (infer, 1);
  return tl_infer_result (infer, dtype, tensor->dims != NULL || n_left == 0 ? dims : NULL, (int) n_left);
}

const TlRelaxType *
tl_infer_reduce (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const gint64      *axes;
  guint              n;

  if (tensor == NULL || !tl_infer_ints (infer, "axis", -1, &axes, &n))
    return NULL;
  return without_axes (infer, tensor, tensor->dtype, axes, n);
}

const TlRelaxType *
tl_infer_arg_reduce (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlValue     *axis = tl_attrs_find (infer->attrs, "axis");
  gboolean           has_axis = axis != NULL && axis->kind == TL_VALUE_INT;

  return tensor != NULL ? without_axes (infer, tensor, TL_INT64, has_axis ? &axis->integer : NULL, has_axis) : NULL;
}

const TlRelaxType *
tl_infer_scan (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlValue     *axis = tl_attrs_find (infer->attrs, "axis");
  const TlExpr      *size;
  TlDType            dtype;
  guint              at;

  if (tensor == NULL || !tl_infer_dtype (infer, "dtype", tensor->dtype, &dtype))
    return NULL;
  if (axis != NULL && axis->kind == TL_VALUE_INT)
    return tensor->n_dims >= 0 && !tl_infer_axis (infer, "axis", axis->integer, (guint) tensor->n_dims, &at)
             ? NULL : tl_infer_result (infer, dtype, tensor->dims, tensor->n_dims);
  if (tensor->dims == NULL)
    return tl_infer_result (infer, dtype, NULL, 1);
  size = tl_infer_size (infer, 1);
  for (int i = 0; i < tensor->n_dims; i++)
    size = tl_mul (infer->arena, size, tensor->dims[i]);
  return tl_infer_result (infer, dtype, &size, 1);
}

const TlRelaxType *
tl_infer_topk (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0), *both[2];
  const char        *wanted = tl_infer_string (infer, "ret_type");
  const TlExpr     **dims = NULL;
  TlDType            dtype;
  guint              at;

  if (tensor == NULL || !tl_infer_dtype (infer, "dtype", TL_INT32, &dtype))
    return NULL;
  if (tensor->n_dims >= 0 && !tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", -1), (guint) tensor->n_dims, &at))
    return NULL;
  if (tensor->dims != NULL)
    {
      gint64 k = tl_infer_int (infer, "k", 1);

      dims = tl_arena_dup_array (infer->arena, const TlExpr *, tensor->dims, tensor->n_dims);
      dims[at] = k > 0 ? tl_infer_size (infer, k) : dims[at];
    }
  both[0] = tl_infer_result (infer, tensor->dtype, dims, tensor->n_dims);
  both[1] = tl_infer_result (infer, dtype, dims, tensor->n_dims);
  if (g_strcmp0 (wanted, "values") == 0)
    return both[0];
  return g_strcmp0 (wanted, "indices") == 0 ? both[1] : tl_relax_tuple_type (infer->arena, both, 2);
}

/* How many there are is known when it runs. */
const TlRelaxType *
tl_infer_nonzero (const TlInfer *infer)
{
  return tl_infer_tensor (infer, 0) != NULL ? tl_relax_unknown_tensor_type (infer->arena, TL_INT64, 2) : NULL;
}

/* Lookups. */

static const TlRelaxType *
integer_tensor (const TlInfer *infer, guint index)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, index);

  if (tensor != NULL && tensor->dtype.code != TL_TYPE_VOID && !tl_dtype_is_integer (tensor->dtype))
    return tl_infer_fail (infer, "argument %s, is not of an integer type", tl_infer_describe (infer, index));
  return tensor;
}

/* The indices' shape in place of the axis. */
const TlRelaxType *
tl_infer_take (const TlInfer *infer)
{
  const TlRelaxType *data = tl_infer_tensor (infer, 0), *indices = integer_tensor (infer, 1);
  const TlValue     *axis = tl_attrs_find (infer->attrs, "axis");
  const TlExpr     **dims;
  guint              at = 0, n = 0;

  if (data == NULL || indices == NULL)
    return NULL;
  if ((axis == NULL || axis->kind != TL_VALUE_INT) && data->n_dims >= 0 && data->n_dims != 1)
    return tl_infer_fail (infer, "axis is needed: argument %s, has %d dimensions", tl_infer_describe (infer, 0), data->n_dims);
  if (data->n_dims < 0 || indices->n_dims < 0)
    return tl_infer_result (infer, data->dtype, NULL, -1);
  if (axis != NULL && axis->kind == TL_VALUE_INT && !tl_infer_axis (infer, "axis", axis->integer, (guint) data->n_dims, &at))
    return NULL;
  if (data->dims == NULL || indices->dims == NULL)
    return tl_infer_result (infer, data->dtype, NULL, data->n_dims + indices->n_dims - 1);
  dims = tl_arena_new_array (infer->arena, const TlExpr *, data->n_dims + indices->n_dims);
  for (guint i = 0; i < (guint) data->n_dims; i++)
    if (i != at)
      dims[n++] = data->dims[i];
    else
      for (int j = 0; j < indices->n_dims; j++)
        dims[n++] = indices->dims[j];
  return tl_infer_result (infer, data->dtype, dims, (int) n);
}

const TlRelaxType *
tl_infer_gather_elements (const TlInfer *infer)
{
  const TlRelaxType *data = tl_infer_tensor (infer, 0), *indices = integer_tensor (infer, 1);
  guint              at = 0;

  if (data == NULL || indices == NULL)
    return NULL;
  if (data->n_dims >= 0 && !tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", 0), (guint) data->n_dims, &at))
    return NULL;
  if (data->n_dims >= 0 && indices->n_dims >= 0 && data->n_dims != indices->n_dims)
    return tl_infer_fail (infer, "arguments %s, and %s, have not as many dimensions", tl_infer_describe (infer, 0),
                          tl_infer_describe (infer, 1));
  return tl_infer_result (infer, data->dtype, indices->dims, indices->n_dims);
}

/* The last dimension of the indices counts axes of the data behind the batch. */
const TlRelaxType *
tl_infer_gather_nd (const TlInfer *infer)
{
  const TlRelaxType *data = tl_infer_tensor (infer, 0), *indices = integer_tensor (infer, 1);
  gint64             batch = tl_infer_int (infer, "batch_dims", 0), n_axes;
  const TlExpr     **dims;
  guint              n = 0;

  if (data == NULL || indices == NULL)
    return NULL;
  if (indices->n_dims == 0)
    return tl_infer_fail (infer, "argument %s, has no dimensions", tl_infer_describe (infer, 1));
  if (data->dims == NULL || indices->dims == NULL || !tl_expr_get_int (indices->dims[indices->n_dims - 1], &n_axes))
    return tl_infer_result (infer, data->dtype, NULL, -1);
  if (batch < 0 || batch >= indices->n_dims || n_axes < 0 || batch + n_axes > data->n_dims)
    return tl_infer_fail (infer, "arguments %s, and %s, do not fit: %" G_GINT64_FORMAT " axes behind %" G_GINT64_FORMAT " of a batch",
                          tl_infer_describe (infer, 0), tl_infer_describe (infer, 1), n_axes, batch);
  dims = tl_arena_new_array (infer->arena, const TlExpr *, data->n_dims + indices->n_dims);
  for (int i = 0; i < indices->n_dims - 1; i++)
    dims[n++] = indices->dims[i];
  for (int i = (int) (batch + n_axes); i < data->n_dims; i++)
    dims[n++] = data->dims[i];
  return tl_infer_result (infer, data->dtype, dims, (int) n);
}
