/* SPDX-License-Identifier: Apache-2.0 */
/* numpy's functions, and the methods of its arrays. */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/tutorial/tutorial-private.h"

static gboolean
give (const TlArray *array, TlPyValue *value)
{
  if (array != NULL)
    *value = array->n_dims == 0 && array->device == NULL ? tl_array_element (array, array->offset) : tl_array_value (array);
  return array != NULL;
}

/* The argument "dtype", or @usual. */
static gboolean
read_dtype (TlPyInterp *interp, const TlPyArgs *args, guint index, TlDType usual, TlDType *dtype)
{
  const TlPyValue *value = tl_py_arg (args, index, "dtype");

  *dtype = usual;
  if (value == NULL || value->kind == TL_PY_NONE)
    return TRUE;
  if (value->kind == TL_PY_BUILTIN)
    {
      const char *name = tl_py_builtin_name (value->builtin);

      *dtype = strcmp (name, "int") == 0 ? TL_INT64 : strcmp (name, "bool") == 0 ? TL_BOOL : TL_FLOAT64;
      return TRUE;
    }
  return tl_py_to_dtype (interp, args->call, value, dtype);
}

/* --- new arrays --- */

static TlArray *
filled (TlPyInterp *interp, const TlPyArgs *args, TlDType dtype, const gint64 *shape, guint n_dims, double number)
{
  TlArray *array = tl_array_new (interp, args->call, dtype, shape, n_dims);

  for (gint64 i = 0; array != NULL && number != 0 && i < array->tensor->n_elements; i++)
    tl_tensor_set (array->tensor, i, number);
  return array;
}

/* zeros (shape, dtype), ones, empty; full (shape, number, dtype) */
static gboolean
make_filled (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *shape_value = tl_py_arg (args, 0, "shape"), *fill = tl_py_arg (args, 1, "fill_value");
  gboolean is_full = strcmp (args->name, "full") == 0;
  double   number = strcmp (args->name, "ones") == 0;
  gint64   shape[TL_ARRAY_MAX_DIMS];
  guint    n_dims;
  TlDType  dtype;

  if (shape_value == NULL || (is_full && (fill == NULL || !tl_py_get_number (fill, &number))))
    return tl_py_fail (interp, args->call, "%s takes a shape%s", args->name, is_full ? " and a number" : "");
  return tl_array_to_shape (interp, args->call, shape_value, shape, &n_dims)
         && read_dtype (interp, args, is_full ? 2 : 1, is_full && fill->kind == TL_PY_INT ? TL_INT64 : TL_FLOAT64, &dtype)
         && give (filled (interp, args, dtype, shape, n_dims, number), value);
}

/* zeros_like (array, dtype) */
static gboolean
make_like (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray *like = tl_array_arg (interp, args, 0, "prototype");
  TlDType        dtype;

  return like != NULL && read_dtype (interp, args, 1, like->tensor->dtype, &dtype)
         && give (filled (interp, args, dtype, like->shape, like->n_dims, g_str_has_prefix (args->name, "ones")), value);
}

static gboolean
make_array (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray *from = tl_array_arg (interp, args, 0, "object");
  TlDType        dtype;

  return from != NULL && read_dtype (interp, args, 1, from->tensor->dtype, &dtype)
         && give (tl_array_copy (interp, args->call, from, dtype), value);
}

/* asarray (array, dtype), from_dlpack (array): the array itself where nothing has to change */
static gboolean
as_array (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray *from = tl_array_arg (interp, args, 0, "a");
  TlDType        dtype;

  if (from == NULL || !read_dtype (interp, args, 1, from->tensor->dtype, &dtype))
    return FALSE;
  return tl_dtype_equal (dtype, from->tensor->dtype) ? give (from, value) : give (tl_array_copy (interp, args->call, from, dtype), value);
}

/* arange (end), arange (start, end), arange (start, end, step) */
static gboolean
make_range (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  double   bounds[3] = { 0, 0, 1 };
  gboolean is_whole = TRUE;
  gint64   n;
  TlDType  dtype;
  TlArray *array;

  if (args->n_positional < 1 || args->n_positional > 3)
    return tl_py_fail (interp, args->call, "arange takes one to three numbers");
  for (guint i = 0; i < args->n_positional; i++)
    {
      is_whole &= args->positional[i].kind != TL_PY_FLOAT;
      if (!tl_py_get_number (&args->positional[i], &bounds[args->n_positional == 1 ? 1 : i]))
        return tl_py_fail (interp, args->call, "arange takes one to three numbers");
    }
  if (bounds[2] == 0)
    return tl_py_fail (interp, args->call, "the step of arange must not be 0");
  n = (gint64) tl_max (ceil ((bounds[1] - bounds[0]) / bounds[2]), 0);
  if (!read_dtype (interp, args, G_MAXUINT, is_whole ? TL_INT64 : TL_FLOAT64, &dtype)
      || (array = tl_array_new (interp, args->call, dtype, &n, 1)) == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    tl_tensor_set (array->tensor, i, bounds[0] + (double) i * bounds[2]);
  return give (array, value);
}

static gboolean
make_identity (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64   n, shape[2];
  TlDType  dtype;
  TlArray *array;

  if (args->n_positional < 1 || !tl_py_get_int (&args->positional[0], &n) || n < 0)
    return tl_py_fail (interp, args->call, "eye takes a number of rows");
  shape[0] = shape[1] = n;
  if (!read_dtype (interp, args, G_MAXUINT, TL_FLOAT64, &dtype) || (array = tl_array_new (interp, args->call, dtype, shape, 2)) == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    tl_tensor_set (array->tensor, i * n + i, 1);
  return give (array, value);
}

/* --- random numbers --- */

static double
normal (TlRandom *random)
{
  double radius = sqrt (-2 * log (1 - tl_random_unit (random)));

  return radius * cos (2 * G_PI * tl_random_unit (random));
}

typedef enum { DRAW_UNIFORM, DRAW_NORMAL, DRAW_WHOLE } Drawing;

/* Numbers @a … @b, or with mean @a and deviation @b; a single one without a size. */
static gboolean
draw (TlPyInterp *interp, const TlPyArgs *args, Drawing drawing, double a, double b, const gint64 *shape, guint n_dims, TlDType dtype,
      TlPyValue *value)
{
  TlRandom *random = &tl_tutorial (interp)->random;
  TlArray  *array = tl_array_new (interp, args->call, dtype, shape, n_dims);

  for (gint64 i = 0; array != NULL && i < array->tensor->n_elements; i++)
    tl_tensor_set (array->tensor, i, drawing == DRAW_NORMAL ? a + b * normal (random)
                                     : drawing == DRAW_WHOLE ? a + (double) tl_random_below (random, (guint64) MAX (b - a, 1))
                                                             : a + (b - a) * tl_random_unit (random));
  return give (array, value);
}

/* rand (2, 3), randn (2, 3) */
static gboolean
draw_of_sizes (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList  sizes = { .items = args->positional, .n = args->n_positional };
  TlPyValue tuple = { .kind = TL_PY_TUPLE, .list = &sizes };
  gint64    shape[TL_ARRAY_MAX_DIMS];
  guint     n_dims;
  gboolean  is_normal = strcmp (args->name, "randn") == 0;

  return tl_array_to_shape (interp, args->call, &tuple, shape, &n_dims)
         && draw (interp, args, is_normal ? DRAW_NORMAL : DRAW_UNIFORM, 0, 1, shape, n_dims, TL_FLOAT64, value);
}

/* uniform (low, high, size), normal (loc, scale, size), randint (low, high, size), integers, random (size), standard_normal (size) */
static gboolean
draw_between (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const struct { const char *name; Drawing drawing; const char *first, *second; guint size; } rows[] = {
    { "uniform", DRAW_UNIFORM, "low", "high", 2 }, { "normal", DRAW_NORMAL, "loc", "scale", 2 },
    { "randint", DRAW_WHOLE, "low", "high", 2 }, { "integers", DRAW_WHOLE, "low", "high", 2 },
    { "random", DRAW_UNIFORM, "", "", 0 }, { "random_sample", DRAW_UNIFORM, "", "", 0 }, { "standard_normal", DRAW_NORMAL, "", "", 0 },
  };
  guint   i = 0, n_dims = 0;
  double  a = 0, b = 1;
  gint64  shape[TL_ARRAY_MAX_DIMS];
  TlDType dtype;

  while (strcmp (rows[i].name, args->name) != 0)
    i++;
  const TlPyValue *first = rows[i].size > 0 ? tl_py_arg (args, 0, rows[i].first) : NULL, *size = tl_py_arg (args, rows[i].size, "size");
  const TlPyValue *second = rows[i].size > 0 ? tl_py_arg (args, 1, rows[i].second) : NULL;

  if ((first != NULL && !tl_py_get_number (first, &a)) || (second != NULL && second->kind != TL_PY_NONE && !tl_py_get_number (second, &b)))
    return tl_py_fail (interp, args->call, "%s takes numbers and a size", args->name);
  if (rows[i].drawing == DRAW_WHOLE && (second == NULL || second->kind == TL_PY_NONE))
    {
      b = a;   /* randint (high) */
      a = 0;
    }
  if (size != NULL && size->kind != TL_PY_NONE && !tl_array_to_shape (interp, args->call, size, shape, &n_dims))
    return FALSE;
  return read_dtype (interp, args, G_MAXUINT, rows[i].drawing == DRAW_WHOLE ? TL_INT64 : TL_FLOAT64, &dtype)
         && draw (interp, args, rows[i].drawing, a, b, shape, n_dims, dtype, value);
}

static gboolean
set_seed (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64 seed;

  if (args->n_positional != 1 || !tl_py_get_int (&args->positional[0], &seed) || seed < 0)
    return tl_py_fail (interp, args->call, "seed takes an integer that is not negative");
  tl_tutorial (interp)->random = tl_random_seeded ((guint64) seed);
  return TRUE;
}

/* np.random.default_rng (seed): its methods are the functions of np.random. */
static gboolean
generator_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  g_autofree char *dotted = g_strconcat ("numpy.random.", name, NULL);

  return tl_py_call_package (interp, dotted, args, value);
}

static const TlPyClass generator_class = { .name = "generator of random numbers", .python_name = "Generator", .method = generator_method };

static gboolean
make_generator (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&generator_class, NULL);
  return args->n_positional == 0 || set_seed (interp, args, value);
}

/* --- functions of elements --- */

/* @result, or where "out" names an array that one, which takes its elements. */
static gboolean
give_out (TlPyInterp *interp, const TlPyArgs *args, TlPyValue result, TlPyValue *value)
{
  const TlPyValue *out = tl_py_arg (args, G_MAXUINT, "out");
  TlPyItem         all = { .is_slice = TRUE, .step = 1 };

  *value = out != NULL ? *out : result;
  if (out == NULL)
    return TRUE;
  if (!tl_py_is (out, &tl_array_class))
    return tl_py_fail (interp, args->call, "out is an array, not a %s", tl_py_type_name (out));
  return tl_array_class.put (interp, args->call, out, &all, 1, &result);
}

static double square (double x) { return x * x; }
static double negative (double x) { return -x; }

static gboolean
call_unary (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const struct { const char *name; double (*function) (double x); gboolean keeps_whole; } rows[] = {
    { "exp", exp }, { "log", log }, { "sqrt", sqrt }, { "tanh", tanh }, { "sin", sin }, { "cos", cos },
    { "abs", fabs, TRUE }, { "absolute", fabs, TRUE }, { "square", square, TRUE }, { "negative", negative, TRUE },
    { "floor", floor, TRUE }, { "ceil", ceil, TRUE },
  };
  const TlArray *array = tl_array_arg (interp, args, 0, "x");
  TlArray       *result;
  guint          i = 0;

  while (strcmp (rows[i].name, args->name) != 0)
    i++;
  if (array == NULL)
    return FALSE;
  result = tl_array_copy (interp, args->call, array, rows[i].keeps_whole || tl_dtype_is_float (array->tensor->dtype) ? array->tensor->dtype
                          : TL_FLOAT64);
  for (gint64 k = 0; result != NULL && k < result->tensor->n_elements; k++)
    tl_tensor_set (result->tensor, k, rows[i].function (tl_tensor_get (result->tensor, k)));
  return give (result, value) && give_out (interp, args, *value, value);
}

static gboolean
call_binary (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const struct { const char *name, *op; } rows[] = {
    { "add", "+" }, { "subtract", "-" }, { "multiply", "*" }, { "divide", "/" }, { "power", "**" }, { "maximum", "maximum" },
    { "minimum", "minimum" }, { "matmul", "@" }, { "dot", "@" }, { "mm", "@" },
  };
  guint i = 0;

  while (strcmp (rows[i].name, args->name) != 0)
    i++;
  if (args->n_positional < 2)
    return tl_py_fail (interp, args->call, "%s takes two arrays", args->name);
  return tl_array_binary (interp, args->call, rows[i].op, &args->positional[0], &args->positional[1], value)
         && give_out (interp, args, *value, value);
}

static gboolean
call_reduction (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray *array = tl_array_arg (interp, args, 0, "a");

  return array != NULL && tl_array_reduce (interp, args, args->name, array, 1, value);
}

/* --- comparisons --- */

typedef struct
{
  gint64 n, n_different, first;
  double largest;          /* difference */
  double ours, theirs;     /* of the first that differs */
} Difference;

/* FALSE with an error for arrays of different shapes. */
static gboolean
compare_arrays (TlPyInterp *interp, const TlPyArgs *args, double rtol, double atol, Difference *difference)
{
  const TlArray *a = tl_array_arg (interp, args, 0, "actual"), *b = a != NULL ? tl_array_arg (interp, args, 1, "desired") : NULL;
  g_autofree double *x = NULL, *y = NULL;
  gint64 n_b;

  if (b == NULL)
    return FALSE;
  *difference = (Difference) { .n = tl_array_n_elements (a), .first = -1 };
  n_b = tl_array_n_elements (b);
  if (n_b != 1 && (a->n_dims != b->n_dims || memcmp (a->shape, b->shape, a->n_dims * sizeof a->shape[0]) != 0))
    return tl_py_fail (interp, args->call, "the two arrays differ in shape: %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " elements",
                       difference->n, n_b);
  x = tl_array_read (a);
  y = tl_array_read (b);
  for (gint64 i = 0; i < difference->n; i++)
    {
      double desired = y[n_b == 1 ? 0 : i], distance = fabs (x[i] - desired);

      if (x[i] == desired || (isnan (x[i]) && isnan (desired)))
        continue;
      difference->largest = MAX (difference->largest, distance);
      if (distance <= atol + rtol * fabs (desired))
        continue;
      if (difference->n_different++ == 0)
        {
          difference->first = i;
          difference->ours = x[i];
          difference->theirs = desired;
        }
    }
  return TRUE;
}

static double
number_arg (const TlPyArgs *args, guint index, const char *name, double usual)
{
  const TlPyValue *value = tl_py_arg (args, index, name);
  double number;

  return value != NULL && tl_py_get_number (value, &number) ? number : usual;
}

/* assert_allclose (actual, desired, rtol=1e-7, atol=0), assert_equal, assert_array_equal */
static gboolean
assert_close (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean is_close = strcmp (args->name, "assert_allclose") == 0;
  Difference difference;

  *value = TL_PY_NONE_VALUE;
  if (!compare_arrays (interp, args, is_close ? number_arg (args, 2, "rtol", 1e-7) : 0, is_close ? number_arg (args, 3, "atol", 0) : 0,
                       &difference))
    return FALSE;
  if (difference.n_different == 0)
    return TRUE;
  return tl_py_fail (interp, args->call, "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " elements differ; the first, number %"
                     G_GINT64_FORMAT ", is %.9g instead of %.9g, and the largest difference is %.3g", difference.n_different,
                     difference.n, difference.first, difference.ours, difference.theirs, difference.largest);
}

/* allclose (a, b, rtol=1e-5, atol=1e-8), array_equal (a, b) */
static gboolean
are_close (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean is_close = strcmp (args->name, "allclose") == 0;
  Difference difference;

  if (!compare_arrays (interp, args, is_close ? number_arg (args, 2, "rtol", 1e-5) : 0, is_close ? number_arg (args, 3, "atol", 1e-8) : 0,
                       &difference))
    return FALSE;
  *value = tl_py_bool (difference.n_different == 0);
  return TRUE;
}

/* --- shapes --- */

/* Of @array's elements; -1 stands for as many as are left. */
static gboolean
reshape (TlPyInterp *interp, const TlPyArgs *args, guint first, const TlArray *array, TlPyValue *value)
{
  TlPyList  sizes = { .items = &args->positional[first], .n = args->n_positional > first ? args->n_positional - first : 0 };
  TlPyList *list = sizes.n == 1 && tl_py_is_sequence (sizes.items) ? sizes.items->list : &sizes;
  gint64    shape[TL_ARRAY_MAX_DIMS], n = tl_array_n_elements (array), known = 1;
  gint      open = -1;
  TlArray  *copy;

  if (list->n > TL_ARRAY_MAX_DIMS)
    return tl_py_fail (interp, args->call, "an array has at most %u dimensions", TL_ARRAY_MAX_DIMS);
  for (guint d = 0; d < list->n; d++)
    {
      if (!tl_py_get_int (&list->items[d], &shape[d]) || shape[d] < -1 || (shape[d] == -1 && open >= 0))
        return tl_py_fail (interp, args->call, "reshape takes the sizes of the dimensions, one of which may be -1");
      if (shape[d] == -1)
        open = (gint) d;
      else
        known *= shape[d];
    }
  if (open >= 0)
    shape[open] = known > 0 ? n / known : 0;
  if (known * (open >= 0 ? shape[open] : 1) != n)
    return tl_py_fail (interp, args->call, "%" G_GINT64_FORMAT " elements do not fill this shape", n);
  if ((copy = tl_array_copy (interp, args->call, array, array->tensor->dtype)) == NULL)
    return FALSE;
  copy->n_dims = list->n;
  for (guint d = list->n; d-- > 0;)
    {
      copy->shape[d] = shape[d];
      copy->strides[d] = d + 1 < list->n ? copy->strides[d + 1] * shape[d + 1] : 1;
    }
  return give (copy, value);
}

/* transpose (), transpose (1, 0), transpose ((1, 0)); by name: axes */
static gboolean
transpose (TlPyInterp *interp, const TlPyArgs *args, guint first, const TlArray *array, TlPyValue *value)
{
  TlPyList         rest = { .items = &args->positional[first], .n = args->n_positional > first ? args->n_positional - first : 0 };
  const TlPyValue *axes = rest.n == 1 ? rest.items : tl_py_arg (args, G_MAXUINT, "axes");
  const TlPyList  *list = axes != NULL && tl_py_is_sequence (axes) ? axes->list : rest.n > 1 ? &rest : NULL;
  TlArray         *view;

  if (axes != NULL && axes->kind != TL_PY_NONE && list == NULL)
    return tl_py_fail (interp, args->call, "transpose takes the order of the dimensions");
  view = tl_array_permuted (interp, args->call, array, list);
  return view != NULL && (*value = tl_array_value (view), TRUE);
}

static gboolean
call_shape (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray *array = tl_array_arg (interp, args, 0, "a");

  if (array == NULL)
    return FALSE;
  if (strcmp (args->name, "reshape") == 0)
    return reshape (interp, args, 1, array, value);
  return transpose (interp, args, 1, array, value);
}

static gboolean
fail_concatenate (TlPyInterp *interp, const TlPyArgs *args)
{
  return tl_py_fail (interp, args->call, "concatenate takes a list of arrays with the same sizes but for one axis, and this axis");
}

/* concatenate ([a, b, …], axis=0) */
static gboolean
concatenate (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *list = tl_py_arg (args, 0, "arrays"), *axis_value = tl_py_arg (args, 1, "axis");
  gint64           shape[TL_ARRAY_MAX_DIMS], axis = 0, start = 0;
  TlArray         *first, *result;
  TlDType          dtype;

  if (list == NULL || !tl_py_is_sequence (list) || list->list->n == 0 || (axis_value != NULL && !tl_py_get_int (axis_value, &axis)))
    return fail_concatenate (interp, args);
  if ((first = tl_array_of (interp, args->call, &list->list->items[0])) == NULL)
    return FALSE;
  axis += axis < 0 ? first->n_dims : 0;
  if (axis < 0 || axis >= (gint64) first->n_dims)
    return fail_concatenate (interp, args);
  memcpy (shape, first->shape, sizeof shape);
  dtype = first->tensor->dtype;
  for (guint i = 1; i < list->list->n; i++)
    {
      const TlArray *array = tl_array_of (interp, args->call, &list->list->items[i]);

      if (array == NULL)
        return FALSE;
      for (guint d = 0; d < first->n_dims; d++)
        if (array->n_dims != first->n_dims || (d != axis && array->shape[d] != first->shape[d]))
          return fail_concatenate (interp, args);
      shape[axis] += array->shape[axis];
      dtype = tl_array_common_type (dtype, array->tensor->dtype);
    }
  if ((result = tl_array_new (interp, args->call, dtype, shape, first->n_dims)) == NULL)
    return FALSE;
  for (guint i = 0; i < list->list->n; i++)
    {
      TlArray    *array = tl_array_of (interp, args->call, &list->list->items[i]), part = *result;
      g_autofree double *elements = array != NULL ? tl_array_read (array) : NULL;

      if (array == NULL)
        return FALSE;
      part.offset += start * part.strides[axis];
      part.shape[axis] = array->shape[axis];
      start += array->shape[axis];
      tl_array_write (&part, elements);
    }
  return give (result, value);
}

/* array2string (array, separator=" ", prefix=""): @prefix stands before it, and later rows are indented by it */
static gboolean
text_of_array (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *separator = tl_py_arg (args, G_MAXUINT, "separator"), *prefix = tl_py_arg (args, G_MAXUINT, "prefix");
  const TlArray      *array = tl_array_arg (interp, args, 0, "a");
  g_autoptr (GString) out = g_string_new (NULL);

  if (array == NULL)
    return FALSE;
  tl_array_append_text (out, array, separator != NULL && separator->kind == TL_PY_STRING ? separator->string : " ",
                        prefix != NULL && prefix->kind == TL_PY_STRING ? (guint) strlen (prefix->string) : 0);
  return tl_py_new_text (interp, args->call, out->str, out->len, value);
}

/* --- methods --- */

static gboolean
copy_into (TlPyInterp *interp, const TlPyArgs *args, TlArray *to, const TlArray *from)
{
  g_autofree double *elements = NULL;

  if (tl_array_n_elements (from) != tl_array_n_elements (to))
    return tl_py_fail (interp, args->call, "the two arrays differ in size");
  elements = tl_array_read (from);
  tl_array_write (to, elements);
  return TRUE;
}

static gboolean
call_astype (TlPyInterp *interp, const TlPyArgs *args, const TlArray *array, TlPyValue *value)
{
  TlDType dtype;

  return read_dtype (interp, args, 0, array->tensor->dtype, &dtype) && give (tl_array_copy (interp, args->call, array, dtype), value);
}

gboolean
tl_array_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  static const char *const of_numbers[] = { "sum", "mean", "prod", "max", "min", "argmax", "argmin", "all", "any", NULL };
  static const char *const copies[] = { "copy", "numpy", "asnumpy", NULL };
  TlArray *array = self->object, *other;

  if (g_strv_contains (of_numbers, name))
    return tl_array_reduce (interp, args, name, array, 0, value);
  if (g_strv_contains (copies, name))
    return (other = tl_array_copy (interp, args->call, array, array->tensor->dtype)) != NULL && (*value = tl_array_value (other), TRUE);
  if (strcmp (name, "astype") == 0)
    return call_astype (interp, args, array, value);
  if (strcmp (name, "reshape") == 0)
    return reshape (interp, args, 0, array, value);
  if (strcmp (name, "flatten") == 0 || strcmp (name, "ravel") == 0)
    {
      TlPyValue whole = tl_py_int (-1);
      TlPyArgs  flat = { .positional = &whole, .n_positional = 1, .call = args->call };

      return reshape (interp, &flat, 0, array, value);
    }
  if (strcmp (name, "transpose") == 0)
    return transpose (interp, args, 0, array, value);
  if (strcmp (name, "item") == 0 && tl_array_n_elements (array) == 1)
    {
      *value = tl_array_element (array, array->offset);
      return TRUE;
    }
  if (strcmp (name, "copyfrom") == 0)
    return (other = tl_array_arg (interp, args, 0, "source")) != NULL && copy_into (interp, args, array, other);
  if (strcmp (name, "copyto") == 0)
    return (other = tl_array_arg (interp, args, 0, "target")) != NULL && copy_into (interp, args, other, array);
  return tl_py_fail (interp, args->call, "an array has no method '%s' here; it has astype, reshape, flatten, transpose, copy, numpy, item, "
                     "copyfrom, copyto, sum, mean, prod, max, min, argmax, argmin, all and any", name);
}

const TlPyNative tl_array_natives[] = {
  { "numpy", "zeros", make_filled }, { "numpy", "ones", make_filled }, { "numpy", "empty", make_filled }, { "numpy", "full", make_filled },
  { "numpy", "zeros_like", make_like }, { "numpy", "ones_like", make_like }, { "numpy", "empty_like", make_like },
  { "numpy", "array", make_array }, { "numpy", "asarray", as_array }, { "numpy", "from_dlpack", as_array },
  { "numpy", "arange", make_range },
  { "numpy", "eye", make_identity },
  { "numpy", "exp", call_unary }, { "numpy", "log", call_unary }, { "numpy", "sqrt", call_unary }, { "numpy", "tanh", call_unary },
  { "numpy", "sin", call_unary }, { "numpy", "cos", call_unary }, { "numpy", "abs", call_unary }, { "numpy", "absolute", call_unary },
  { "numpy", "square", call_unary }, { "numpy", "negative", call_unary }, { "numpy", "floor", call_unary }, { "numpy", "ceil", call_unary },
  { "numpy", "add", call_binary }, { "numpy", "subtract", call_binary }, { "numpy", "multiply", call_binary },
  { "numpy", "divide", call_binary }, { "numpy", "power", call_binary }, { "numpy", "maximum", call_binary },
  { "numpy", "minimum", call_binary }, { "numpy", "matmul", call_binary }, { "numpy", "dot", call_binary },
  { "numpy", "sum", call_reduction }, { "numpy", "mean", call_reduction }, { "numpy", "prod", call_reduction },
  { "numpy", "max", call_reduction }, { "numpy", "min", call_reduction }, { "numpy", "argmax", call_reduction },
  { "numpy", "argmin", call_reduction }, { "numpy", "all", call_reduction }, { "numpy", "any", call_reduction },
  { "numpy", "allclose", are_close }, { "numpy", "array_equal", are_close }, { "numpy", "reshape", call_shape },
  { "numpy", "transpose", call_shape }, { "numpy", "concatenate", concatenate }, { "numpy", "array2string", text_of_array },
  { "random", "rand", draw_of_sizes }, { "random", "randn", draw_of_sizes }, { "random", "uniform", draw_between },
  { "random", "normal", draw_between }, { "random", "randint", draw_between }, { "random", "integers", draw_between },
  { "random", "random", draw_between }, { "random", "random_sample", draw_between }, { "random", "standard_normal", draw_between },
  { "random", "seed", set_seed }, { "random", "default_rng", make_generator },
  { "testing", "assert_allclose", assert_close }, { "testing", "assert_equal", assert_close },
  { "testing", "assert_array_equal", assert_close },
  { NULL },
};
