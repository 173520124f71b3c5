/* SPDX-License-Identifier: Apache-2.0 */
/* Types of operators that compute element by element, and of new tensors. */
#include "core/graph/operators/type-rules-private.h"

static gboolean
match_dtypes (const TlInfer *infer, guint i, guint j, TlDType *dtype)
{
  TlDType a = infer->args[i]->type->dtype, b = infer->args[j]->type->dtype;

  *dtype = a.code == TL_TYPE_VOID || b.code == TL_TYPE_VOID ? TL_VOID : a;
  if (dtype->code == TL_TYPE_VOID || tl_dtype_equal (a, b))
    return TRUE;
  return tl_infer_fail (infer, "arguments %s, and %s, are of different types", tl_infer_describe (infer, i),
                        tl_infer_describe (infer, j)) != NULL;
}

/* The arguments broadcast to each other, in words. */
static gboolean
broadcast_args (const TlInfer *infer, guint i, guint j, const TlExpr *const **dims, int *n_dims)
{
  const TlRelaxType *a = infer->args[i]->type, *b = infer->args[j]->type;
  GError            *error = NULL;
  TlInfer            quiet = *infer;

  quiet.error = &error;
  if (tl_infer_broadcast_dims (&quiet, a->dims, a->n_dims, b->dims, b->n_dims, dims, n_dims))
    return TRUE;
  tl_infer_fail (infer, "arguments %s, and %s, do not fit: sizes are equal, or 1", tl_infer_describe (infer, i),
                 tl_infer_describe (infer, j));
  g_error_free (error);
  return FALSE;
}

/* A tensor, or a number beside one. */
static gboolean
is_operand (const TlInfer *infer, guint index)
{
  return infer->args[index]->type->kind == TL_RELAX_TYPE_PRIM || tl_infer_tensor (infer, index) != NULL;
}

static const TlRelaxType *
broadcast_to_dtype (const TlInfer *infer, gboolean to_bool)
{
  const TlExpr *const *dims;
  TlDType              dtype;
  int                  n_dims;

  if (!is_operand (infer, 0) || !is_operand (infer, 1) || !match_dtypes (infer, 0, 1, &dtype))
    return NULL;
  if (infer->args[0]->type->kind == TL_RELAX_TYPE_PRIM || infer->args[1]->type->kind == TL_RELAX_TYPE_PRIM)
    {
      const TlRelaxType *tensor = tl_infer_tensor (infer, infer->args[0]->type->kind == TL_RELAX_TYPE_PRIM ? 1 : 0);

      return tensor != NULL ? tl_infer_result (infer, to_bool ? TL_BOOL : dtype, tensor->dims, tensor->n_dims) : NULL;
    }
  if (!broadcast_args (infer, 0, 1, &dims, &n_dims))
    return NULL;
  return tl_infer_result (infer, to_bool ? TL_BOOL : dtype, dims, n_dims);
}

const TlRelaxType *
tl_infer_broadcast (const TlInfer *infer)
{
  return broadcast_to_dtype (infer, FALSE);
}

const TlRelaxType *
tl_infer_compare (const TlInfer *infer)
{
  return broadcast_to_dtype (infer, TRUE);
}

const TlRelaxType *
tl_infer_same (const TlInfer *infer)
{
  return tl_infer_tensor (infer, 0);
}

/* The tensor's type with another element type. */
static const TlRelaxType *
with_dtype (const TlInfer *infer, const TlRelaxType *tensor, TlDType dtype)
{
  return tensor != NULL ? tl_infer_result (infer, dtype, tensor->dims, tensor->n_dims) : NULL;
}

const TlRelaxType *
tl_infer_test (const TlInfer *infer)
{
  return with_dtype (infer, tl_infer_tensor (infer, 0), TL_BOOL);
}

/* The element type is that of attribute dtype or out_dtype. */
const TlRelaxType *
tl_infer_cast (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  gboolean           has_dtype = tl_attrs_find (infer->attrs, "dtype") != NULL;
  TlDType            dtype;

  if (tensor == NULL || !tl_infer_dtype (infer, has_dtype ? "dtype" : "out_dtype", tensor->dtype, &dtype))
    return NULL;
  return with_dtype (infer, tensor, dtype);
}

const TlRelaxType *
tl_infer_dropout (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  const TlRelaxType *both[] = { tensor, tensor };

  return tensor != NULL ? tl_relax_tuple_type (infer->arena, both, 2) : NULL;
}

const TlRelaxType *
tl_infer_where (const TlInfer *infer)
{
  const TlRelaxType   *condition = tl_infer_tensor (infer, 0);
  const TlExpr *const *dims;
  TlDType              dtype;
  int                  n_dims;

  if (condition == NULL || tl_infer_tensor (infer, 1) == NULL || tl_infer_tensor (infer, 2) == NULL
      || !match_dtypes (infer, 1, 2, &dtype))
    return NULL;
  if (condition->dtype.code != TL_TYPE_VOID && condition->dtype.code != TL_TYPE_BOOL)
    return tl_infer_fail (infer, "argument %s, is not of type bool", tl_infer_describe (infer, 0));
  if (!broadcast_args (infer, 1, 2, &dims, &n_dims)
      || !tl_infer_broadcast_dims (infer, condition->dims, condition->n_dims, dims, n_dims, &dims, &n_dims))
    return NULL;
  return tl_infer_result (infer, dtype, dims, n_dims);
}

/* New tensors. */

/* full, zeros, ones: of that shape; of the type of the value that fills them unless another is said. */
const TlRelaxType *
tl_infer_full (const TlInfer *infer)
{
  const TlRelaxType *shape = tl_infer_shape (infer, 0);
  TlDType            dtype = TL_VOID;

  if (shape == NULL || (infer->n_args > 1 && tl_infer_tensor_of (infer, 1, 0) == NULL)
      || !tl_infer_dtype (infer, "dtype", infer->n_args > 1 ? infer->args[1]->type->dtype : TL_VOID, &dtype))
    return NULL;
  return tl_infer_result (infer, dtype, shape->dims, shape->n_dims);
}

const TlRelaxType *
tl_infer_full_like (const TlInfer *infer)
{
  const TlRelaxType *tensor = tl_infer_tensor (infer, 0);
  TlDType            dtype;

  if (tensor == NULL || (infer->n_args > 1 && tl_infer_tensor_of (infer, 1, 0) == NULL)
      || !tl_infer_dtype (infer, "dtype", tensor->dtype, &dtype))
    return NULL;
  return tl_dtype_equal (dtype, tensor->dtype) ? tensor : with_dtype (infer, tensor, dtype);
}

/* The whole numbers of steps between start and end, rounded up. */
const TlRelaxType *
tl_infer_arange (const TlInfer *infer)
{
  const TlExpr *start, *end, *step, *size;
  TlArena      *arena = infer->arena;
  TlDType       dtype;
  TlValue       numbers[3];

  if (!tl_infer_number (infer, 0, &start) || !tl_infer_number (infer, 1, &end) || !tl_infer_number (infer, 2, &step)
      || !tl_infer_dtype (infer, "dtype", start->dtype, &dtype))
    return NULL;
  for (guint i = 0; i < 3; i++)
    if (!tl_value_get_number (&(TlValue) { .kind = TL_VALUE_EXPR, .expr = infer->args[i]->prim }, &numbers[i]))
      numbers[i].kind = TL_VALUE_NONE;
  if (tl_expr_is_int (step, 0))
    return tl_infer_fail (infer, "argument step is 0");
  if (tl_dtype_is_integer (start->dtype) && tl_dtype_is_integer (end->dtype) && tl_dtype_is_integer (step->dtype))
    {
      size = tl_floordiv (arena, tl_sub (arena, tl_add (arena, tl_sub (arena, end, start), step), tl_int (arena, 1)), step);
      size = tl_cast (arena, TL_INT64, tl_infer_simplify (infer, size));
      return tl_infer_result (infer, dtype, &size, 1);
    }
  if (numbers[0].kind == TL_VALUE_NONE || numbers[1].kind == TL_VALUE_NONE || numbers[2].kind == TL_VALUE_NONE)
    return tl_infer_result (infer, dtype, NULL, 1);
  {
    double real[3];

    for (guint i = 0; i < 3; i++)
      real[i] = numbers[i].kind == TL_VALUE_INT ? (double) numbers[i].integer : numbers[i].number;
    real[0] = (real[1] - real[0]) / real[2];
    if (!(real[0] > -1e15 && real[0] < 1e15))
      return tl_infer_fail (infer, "its arguments give no number of elements");
    size = tl_infer_size (infer, (gint64) real[0] + ((double) (gint64) real[0] < real[0]));
  }
  return tl_infer_result (infer, dtype, &size, 1);
}

const TlRelaxType *
tl_infer_eye (const TlInfer *infer)
{
  const TlExpr *dims[2];
  TlDType       dtype;

  if (!tl_infer_number (infer, 0, &dims[0]) || !tl_infer_number (infer, 1, &dims[1])
      || !tl_infer_dtype (infer, "dtype", TL_FLOAT32, &dtype))
    return NULL;
  return tl_infer_result (infer, dtype, dims, 2);
}

const TlRelaxType *
tl_infer_one_hot (const TlInfer *infer)
{
  const TlRelaxType *indices = tl_infer_tensor (infer, 0);
  const TlExpr      *on, *off, **dims;
  guint              position;

  if (indices == NULL || !tl_infer_number (infer, 1, &on) || !tl_infer_number (infer, 2, &off))
    return NULL;
  if (indices->n_dims < 0)
    return tl_infer_result (infer, on->dtype, NULL, -1);
  if (!tl_infer_axis (infer, "axis", tl_infer_int (infer, "axis", -1), (guint) indices->n_dims + 1, &position))
    return NULL;
  if (indices->dims == NULL)
    return tl_infer_result (infer, on->dtype, NULL, indices->n_dims + 1);
  dims = tl_arena_new_array (infer->arena, const TlExpr *, indices->n_dims + 1);
  for (guint i = 0; i <= (guint) indices->n_dims; i++)
    dims[i] = i == position ? tl_infer_size (infer, tl_infer_int (infer, "depth", 1)) : indices->dims[i < position ? i : i - 1];
  return tl_infer_result (infer, on->dtype, dims, indices->n_dims + 1);
}
