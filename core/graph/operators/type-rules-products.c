/* SPDX-License-Identifier: Apache-2.0 */
/* Types of products: matmul, einsum, attention. */
#include <string.h>

#include "core/base/extremum.h"
#include "core/graph/operators/type-rules-private.h"

/* The shape without its last dimensions: 2, or 1 of a vector. */
static int
n_batch_dims (const TlRelaxType *type)
{
  return MAX (type->n_dims - 2, 0);
}

static const TlRelaxType *
product_of_known (const TlInfer *infer, TlDType dtype, const TlRelaxType *a, const TlRelaxType *b)
{
  const TlExpr        *inner_a = a->dims[a->n_dims - 1], *inner_b = b->dims[MAX (b->n_dims - 2, 0)];
  const TlExpr *const *batch;
  const TlExpr       **dims;
  int                  n_batch;
  guint                n;

  if (tl_infer_differs (inner_a, inner_b))
    return tl_infer_fail (infer, "arguments %s, and %s, do not fit: the last size of one is to be the last but one of the other",
                          tl_infer_describe (infer, 0), tl_infer_describe (infer, 1));
  if (!tl_infer_broadcast_dims (infer, a->dims, n_batch_dims (a), b->dims, n_batch_dims (b), &batch, &n_batch))
    return NULL;
  n = (guint) (n_batch + (a->n_dims > 1) + (b->n_dims > 1));
  if (batch == NULL)
    return tl_infer_result (infer, dtype, NULL, (int) n);
  dims = tl_arena_new_array (infer->arena, const TlExpr *, MAX (n, 1));
  for (int i = 0; i < n_batch; i++)
    dims[i] = batch[i];
  if (a->n_dims > 1)
    dims[n_batch++] = a->dims[a->n_dims - 2];
  if (b->n_dims > 1)
    dims[n_batch] = b->dims[b->n_dims - 1];
  return tl_infer_result (infer, dtype, dims, (int) n);
}

const TlRelaxType *
tl_infer_matmul (const TlInfer *infer)
{
  const TlRelaxType *a = tl_infer_tensor (infer, 0), *b = tl_infer_tensor (infer, 1);
  TlDType            dtype;

  if (a == NULL || b == NULL
      || !tl_infer_dtype (infer, "out_dtype", a->dtype.code == TL_TYPE_VOID || b->dtype.code == TL_TYPE_VOID ? TL_VOID : a->dtype, &dtype))
    return NULL;
  if (tl_infer_string (infer, "out_dtype") == NULL && dtype.code != TL_TYPE_VOID && !tl_dtype_equal (a->dtype, b->dtype))
    return tl_infer_fail (infer, "arguments %s, and %s, are of different types", tl_infer_describe (infer, 0),
                          tl_infer_describe (infer, 1));
  if (a->n_dims == 0 || b->n_dims == 0)
    return tl_infer_fail (infer, "argument %s, has no dimensions", tl_infer_describe (infer, a->n_dims == 0 ? 0 : 1));
  if (a->dims != NULL && b->dims != NULL)
    return product_of_known (infer, dtype, a, b);
  if (a->n_dims < 0 || b->n_dims < 0)
    return tl_infer_result (infer, dtype, NULL, -1);
  return tl_infer_result (infer, dtype, NULL, tl_max (n_batch_dims (a), n_batch_dims (b)) + (a->n_dims > 1) + (b->n_dims > 1));
}

/* The letters of operand @index in "ij,jk->ik". */
static gboolean
letters_of (const TlInfer *infer, const char *text, guint index, const TlRelaxType *type, const TlExpr **sizes)
{
  g_auto (GStrv)   parts = g_strsplit (text, ",", -1);
  const char      *letters = index < g_strv_length (parts) ? g_strstrip (parts[index]) : "";

  if (type->n_dims >= 0 && strlen (letters) != (gsize) type->n_dims)
    return tl_infer_fail (infer, "subscripts \"%s\" have %u letters for operand %u of %d dimensions", text, (guint) strlen (letters), index,
                          type->n_dims) != NULL;
  for (int i = 0; type->dims != NULL && i < type->n_dims; i++)
    {
      const TlExpr **size = &sizes[(guchar) letters[i]];

      if (*size != NULL && tl_infer_differs (*size, type->dims[i]))
        return tl_infer_fail (infer, "subscript '%c' is of size %" G_GINT64_FORMAT " in one operand and %" G_GINT64_FORMAT " in operand %u",
                              letters[i], (*size)->int_value, type->dims[i]->int_value, index) != NULL;
      if (*size == NULL)
        *size = type->dims[i];
    }
  return TRUE;
}

const TlRelaxType *
tl_infer_einsum (const TlInfer *infer)
{
  const char               *subscripts = tl_infer_string (infer, "subscripts");
  const char               *arrow = subscripts != NULL ? strstr (subscripts, "->") : NULL;
  const TlExpr             *sizes[256] = { NULL }, *dims[16];
  const TlRelaxType *const *tensors;
  g_autofree char          *left = NULL, *right = NULL;
  guint                     n, n_out;

  if ((tensors = tl_infer_tensors (infer, 0, &n)) == NULL)
    return NULL;
  if (arrow == NULL || strchr (subscripts, '.') != NULL)
    return tl_infer_fail (infer, "subscripts must name the result, as in \"ij,jk->ik\", without an ellipsis");
  left = g_strndup (subscripts, (gsize) (arrow - subscripts));
  right = g_strstrip (g_strdup (arrow + 2));
  n_out = (guint) strlen (right);
  for (guint i = 0; i < n; i++)
    if (!letters_of (infer, left, i, tensors[i], sizes))
      return NULL;
  for (guint i = 0; i < n_out && i < G_N_ELEMENTS (dims); i++)
    if ((dims[i] = sizes[(guchar) right[i]]) == NULL)
      return tl_infer_result (infer, tensors[0]->dtype, NULL, (int) n_out);
  if (n_out > G_N_ELEMENTS (dims))
    return tl_infer_fail (infer, "the result has more than %u dimensions", (guint) G_N_ELEMENTS (dims));
  return tl_infer_result (infer, tensors[0]->dtype, dims, (int) n_out);
}

/* Batch, sequence, heads, size of a head. */
const TlRelaxType *
tl_infer_attention (const TlInfer *infer)
{
  const TlRelaxType *q = tl_infer_tensor_of (infer, 0, 4), *k = tl_infer_tensor_of (infer, 1, 4), *v = tl_infer_tensor_of (infer, 2, 4);
  const TlExpr      *dims[4];

  if (q == NULL || k == NULL || v == NULL)
    return NULL;
  if (q->dims == NULL || k->dims == NULL || v->dims == NULL)
    return tl_infer_result (infer, q->dtype, NULL, 4);
  for (guint i = 0; i < 4; i++)
    if ((i != 1 && tl_infer_differs (q->dims[i], k->dims[i])) || (i < 3 && tl_infer_differs (k->dims[i], v->dims[i])))
      return tl_infer_fail (infer, "arguments %s, %s, and %s, do not fit", tl_infer_describe (infer, 0), tl_infer_describe (infer, 1),
                            tl_infer_describe (infer, 2));
  for (guint i = 0; i < 3; i++)
    dims[i] = q->dims[i];
  dims[3] = v->dims[3];
  return tl_infer_result (infer, q->dtype, dims, 4);
}
