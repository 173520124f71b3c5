/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators on arrays. Elements are computed in double and rounded to the type of the result, which for float32 is what its own arithmetic
 * gives; types and shapes follow numpy's rules: numbers of the script take the type of the array beside them.
 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/tutorial/tutorial-private.h"

typedef double (*BinaryFunc) (double a, double b);

static double add (double a, double b) { return a + b; }
static double subtract (double a, double b) { return a - b; }
static double multiply (double a, double b) { return a * b; }
static double divide (double a, double b) { return a / b; }
static double floor_divide (double a, double b) { return floor (a / b); }
static double modulo (double a, double b) { return a - b * floor (a / b); }
static double larger (double a, double b) { return isnan (a) || a > b ? a : b; }
static double smaller (double a, double b) { return isnan (a) || a < b ? a : b; }
static double is_less (double a, double b) { return a < b; }
static double is_at_most (double a, double b) { return a <= b; }
static double is_greater (double a, double b) { return a > b; }
static double is_at_least (double a, double b) { return a >= b; }
static double is_equal (double a, double b) { return a == b; }
static double is_different (double a, double b) { return a != b; }

static const struct
{
  const char *op;
  BinaryFunc  function;
  gboolean    gives_float, gives_bool;
} operators[] = {
  { "+", add }, { "-", subtract }, { "*", multiply }, { "/", divide, TRUE }, { "//", floor_divide }, { "%", modulo }, { "**", pow },
  { "maximum", larger }, { "minimum", smaller }, { "<", is_less, FALSE, TRUE }, { "<=", is_at_most, FALSE, TRUE },
  { ">", is_greater, FALSE, TRUE }, { ">=", is_at_least, FALSE, TRUE }, { "==", is_equal, FALSE, TRUE },
  { "!=", is_different, FALSE, TRUE },
};

/* --- types and shapes --- */

static gboolean
is_number (const TlPyValue *value)
{
  return tl_py_get_number (value, &(double) { 0 });
}

/* Of two types; a number beside an array counts only if it is a float and the array is not. */
static TlDType
common_type (TlDType a, gboolean is_a_number, TlDType b, gboolean is_b_number)
{
  if (is_a_number != is_b_number)
    {
      TlDType array = is_a_number ? b : a, number = is_a_number ? a : b;

      return tl_dtype_is_float (number) && !tl_dtype_is_float (array) ? TL_FLOAT64 : array;
    }
  if (tl_dtype_equal (a, b))
    return a;
  if (tl_dtype_is_float (a) && tl_dtype_is_float (b))
    return tl_dtype_bytes (a) > tl_dtype_bytes (b) ? a : b;
  if (tl_dtype_is_float (a) != tl_dtype_is_float (b))
    {
      TlDType real = tl_dtype_is_float (a) ? a : b, whole = tl_dtype_is_float (a) ? b : a;

      return tl_dtype_bytes (whole) < tl_dtype_bytes (real) || whole.code == TL_TYPE_BOOL ? real : TL_FLOAT64;
    }
  return tl_dtype_bytes (a) >= tl_dtype_bytes (b) ? a : b;
}

TlDType
tl_array_common_type (TlDType a, TlDType b)
{
  return common_type (a, FALSE, b, FALSE);
}

/* FALSE if the two do not fit. */
static gboolean
broadcast (const TlArray *a, const TlArray *b, gint64 *shape, guint *n_dims)
{
  *n_dims = MAX (a->n_dims, b->n_dims);
  for (guint i = 1; i <= *n_dims; i++)
    {
      gint64 x = i <= a->n_dims ? a->shape[a->n_dims - i] : 1, y = i <= b->n_dims ? b->shape[b->n_dims - i] : 1;

      if (x != y && x != 1 && y != 1)
        return FALSE;
      shape[*n_dims - i] = x == 1 ? y : x;
    }
  return TRUE;
}

/* @array seen with that shape: dimensions that it lacks, or has once, are stepped over. */
static TlArray
stretched (const TlArray *array, const gint64 *shape, guint n_dims)
{
  TlArray view = *array;

  view.n_dims = n_dims;
  for (guint i = 1; i <= n_dims; i++)
    {
      gboolean has = i <= array->n_dims;

      view.shape[n_dims - i] = shape[n_dims - i];
      view.strides[n_dims - i] = has && array->shape[array->n_dims - i] != 1 ? array->strides[array->n_dims - i] : 0;
    }
  return view;
}

static void
append_shape (GString *out, const TlArray *array)
{
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d > 0 ? "×" : "", array->shape[d]);
}

static gboolean
fail_shapes (TlPyInterp *interp, const TlAst *at, const char *op, const TlArray *a, const TlArray *b)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_shape (text, a);
  g_string_append (text, " and ");
  append_shape (text, b);
  return tl_py_fail (interp, at, "%s does not take arrays of %s", op, text->str);
}

/* --- elementwise --- */

static gboolean
compute (TlPyInterp *interp, const TlAst *at, guint which, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  TlArray *x = tl_array_of (interp, at, a), *y = x != NULL ? tl_array_of (interp, at, b) : NULL, *result;
  TlDType  dtype;
  gint64   shape[TL_ARRAY_MAX_DIMS], n;
  guint    n_dims;
  TlArray  left, right;
  TlArrayCursor at_left, at_right;

  if (y == NULL)
    return FALSE;
  if (!broadcast (x, y, shape, &n_dims))
    return fail_shapes (interp, at, operators[which].op, x, y);
  dtype = common_type (x->tensor->dtype, is_number (a), y->tensor->dtype, is_number (b));
  if (operators[which].gives_bool)
    dtype = TL_BOOL;
  else if (operators[which].gives_float && !tl_dtype_is_float (dtype))
    dtype = TL_FLOAT64;
  if ((result = tl_array_new (interp, at, dtype, shape, n_dims)) == NULL)
    return FALSE;
  left = stretched (x, shape, n_dims);
  right = stretched (y, shape, n_dims);
  n = tl_array_n_elements (result);
  at_left = tl_array_begin (&left);
  at_right = tl_array_begin (&right);
  for (gint64 i = 0; i < n; i++, tl_array_advance (&left, &at_left), tl_array_advance (&right, &at_right))
    tl_tensor_set (result->tensor, i, operators[which].function (tl_tensor_get (x->tensor, at_left.position),
                                                                 tl_tensor_get (y->tensor, at_right.position)));
  *value = n_dims == 0 ? tl_array_element (result, 0) : tl_array_value (result);
  return TRUE;
}

gboolean
tl_array_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  if (strcmp (op, "@") == 0)
    {
      TlArray *x = tl_array_of (interp, at, a), *y = x != NULL ? tl_array_of (interp, at, b) : NULL;
      TlArray *product = y != NULL ? tl_array_matmul (interp, at, x, y) : NULL;

      if (product == NULL)
        return FALSE;
      *value = product->n_dims == 0 ? tl_array_element (product, 0) : tl_array_value (product);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strcmp (operators[i].op, op) == 0)
      return compute (interp, at, i, a, b, value);
  return tl_py_fail (interp, at, "operator %s does not take arrays here", op);
}

/* --- products --- */

/* C[m,n] += A[m,k] B[k,n], rows of B and C in turn. */
static void
multiply_matrices (const double *a, const double *b, double *c, gint64 m, gint64 n, gint64 k)
{
  for (gint64 i = 0; i < m; i++)
    for (gint64 l = 0; l < k; l++)
      {
        double factor = a[i * k + l];

        for (gint64 j = 0; j < n; j++)
          c[i * n + j] += factor * b[l * n + j];
      }
}

/* A matrix of what a product takes: a vector is a row on the left, a column on the right. */
static void
matrix_sizes (const TlArray *array, gboolean is_left, gint64 *rows, gint64 *columns)
{
  guint d = array->n_dims;

  *rows = d >= 2 ? array->shape[d - 2] : is_left ? 1 : array->shape[0];
  *columns = d >= 2 ? array->shape[d - 1] : is_left ? array->shape[0] : 1;
}

/* The shape of the product: the batch, then the sizes that are left of the matrices. */
static guint
product_shape (const TlArray *a, const TlArray *b, gint64 m, gint64 n, gint64 *shape)
{
  const TlArray *longer = a->n_dims >= b->n_dims ? a : b;
  guint n_dims = 0;

  for (guint d = 0; d + 2 < longer->n_dims; d++)
    shape[n_dims++] = longer->shape[d];
  if (a->n_dims >= 2)
    shape[n_dims++] = m;
  if (b->n_dims >= 2)
    shape[n_dims++] = n;
  return n_dims;
}

TlArray *
tl_array_matmul (TlPyInterp *interp, const TlAst *at, const TlArray *a, const TlArray *b)
{
  gint64   m, n, k, inner, shape[TL_ARRAY_MAX_DIMS], batch_a, batch_b;
  TlArray *product;
  g_autofree double *x = NULL, *y = NULL, *z = NULL;

  if (a->n_dims == 0 || b->n_dims == 0)
    return fail_shapes (interp, at, "@", a, b), NULL;
  matrix_sizes (a, TRUE, &m, &k);
  matrix_sizes (b, FALSE, &inner, &n);
  batch_a = tl_array_n_elements (a) / tl_max (m * k, 1);
  batch_b = tl_array_n_elements (b) / tl_max (inner * n, 1);
  if (k != inner || (batch_a != batch_b && batch_a != 1 && batch_b != 1))
    return fail_shapes (interp, at, "@", a, b), NULL;
  product = tl_array_new (interp, at, common_type (a->tensor->dtype, FALSE, b->tensor->dtype, FALSE), shape,
                          product_shape (a, b, m, n, shape));
  if (product == NULL)
    return NULL;
  x = tl_array_read (a);
  y = tl_array_read (b);
  z = g_new0 (double, (gsize) tl_max (tl_array_n_elements (product), 1));
  for (gint64 i = 0; i < MAX (batch_a, batch_b); i++)
    multiply_matrices (x + (batch_a > 1 ? i * m * k : 0), y + (batch_b > 1 ? i * k * n : 0), z + i * m * n, m, n, k);
  tl_array_write (product, z);
  return product;
}

/* --- reductions --- */

typedef enum
{
  REDUCE_SUM, REDUCE_MEAN, REDUCE_PROD, REDUCE_MAX, REDUCE_MIN, REDUCE_ARGMAX, REDUCE_ARGMIN, REDUCE_ALL, REDUCE_ANY,
} ArrayReduction;

static const char *const reductions[] = { "sum", "mean", "prod", "max", "min", "argmax", "argmin", "all", "any" };

/* Of @n elements that lie @stride apart. */
static double
reduce_row (ArrayReduction reduction, const double *elements, gint64 n, gint64 stride)
{
  double result = reduction == REDUCE_PROD || reduction == REDUCE_ALL ? 1 : 0;
  gint64 best = 0;

  for (gint64 i = 0; i < n; i++)
    {
      double x = elements[i * stride];

      if ((reduction == REDUCE_MAX || reduction == REDUCE_ARGMAX) ? x > elements[best * stride] : x < elements[best * stride])
        best = i;
      if (reduction == REDUCE_SUM || reduction == REDUCE_MEAN)
        result += x;
      else if (reduction == REDUCE_PROD)
        result *= x;
      else if (reduction == REDUCE_ALL)
        result = result != 0 && x != 0;
      else if (reduction == REDUCE_ANY)
        result = result != 0 || x != 0;
    }
  if (reduction == REDUCE_MAX || reduction == REDUCE_MIN)
    return n > 0 ? elements[best * stride] : NAN;
  if (reduction == REDUCE_ARGMAX || reduction == REDUCE_ARGMIN)
    return (double) best;
  return reduction == REDUCE_MEAN ? result / (double) n : result;
}

static TlDType
reduced_type (ArrayReduction reduction, TlDType dtype)
{
  if (reduction == REDUCE_ARGMAX || reduction == REDUCE_ARGMIN)
    return TL_INT64;
  if (reduction == REDUCE_ALL || reduction == REDUCE_ANY)
    return TL_BOOL;
  if (reduction == REDUCE_MEAN && !tl_dtype_is_float (dtype))
    return TL_FLOAT64;
  return reduction <= REDUCE_PROD && !tl_dtype_is_float (dtype) ? TL_INT64 : dtype;
}

/* The dimension that is reduced; -1: all of them. */
static gboolean
read_axis (TlPyInterp *interp, const TlPyArgs *args, guint index, const TlArray *array, gint *axis)
{
  const TlPyValue *value = tl_py_arg (args, index, "axis");
  gint64 number;

  *axis = -1;
  if (value == NULL || value->kind == TL_PY_NONE)
    return TRUE;
  if (!tl_py_get_int (value, &number) || number < -(gint64) array->n_dims || number >= (gint64) array->n_dims)
    return tl_py_fail (interp, args->call, "axis is one of the %u dimensions of the array", array->n_dims);
  *axis = (gint) (number < 0 ? number + array->n_dims : number);
  return TRUE;
}

gboolean
tl_array_reduce (TlPyInterp *interp, const TlPyArgs *args, const char *name, const TlArray *array, guint first_arg, TlPyValue *value)
{
  const TlPyValue *keep = tl_py_arg (args, G_MAXUINT, "keepdims");
  gboolean  keeps = keep != NULL && keep->kind == TL_PY_BOOL && keep->boolean;
  gint64    shape[TL_ARRAY_MAX_DIMS], inner = 1, n, n_results;
  guint     n_dims = 0;
  ArrayReduction reduction = 0;
  TlArray  *result;
  gint      axis;
  g_autofree double *elements = NULL;

  while (strcmp (reductions[reduction], name) != 0)
    reduction++;
  if (!read_axis (interp, args, first_arg, array, &axis))
    return FALSE;
  for (guint d = 0; d < array->n_dims; d++)
    {
      gboolean is_reduced = axis < 0 || (guint) axis == d;

      if (!is_reduced || keeps)
        shape[n_dims++] = is_reduced ? 1 : array->shape[d];
      if (axis >= 0 && d > (guint) axis)
        inner *= array->shape[d];
    }
  result = tl_array_new (interp, args->call, reduced_type (reduction, array->tensor->dtype), shape, n_dims);
  if (result == NULL)
    return FALSE;
  elements = tl_array_read (array);
  n = axis < 0 ? tl_array_n_elements (array) : array->shape[axis];
  n_results = tl_array_n_elements (result);
  for (gint64 i = 0; i < n_results; i++)
    tl_tensor_set (result->tensor, i, reduce_row (reduction, elements + i / inner * inner * n + i % inner, n, inner));
  *value = n_dims == 0 ? tl_array_element (result, 0) : tl_array_value (result);
  return TRUE;
}
