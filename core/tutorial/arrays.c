/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tutorial/arrays.h"

#include <string.h>

#include "core/tutorial/tutorial-private.h"

/* Takes the reference. */
static TlArray *
look_at (TlPyInterp *interp, TlTensor *tensor)
{
  TlArray *array = tl_arena_new0 (interp->arena, TlArray);

  g_ptr_array_add (tl_tutorial (interp)->tensors, tensor);
  array->tensor = tensor;
  array->n_dims = tensor->n_dims;
  for (guint d = array->n_dims; d-- > 0;)
    {
      array->shape[d] = tensor->shape[d];
      array->strides[d] = d + 1 < array->n_dims ? array->strides[d + 1] * tensor->shape[d + 1] : 1;
    }
  return array;
}

TlArray *
tl_array_new (TlPyInterp *interp, const TlAst *at, TlDType dtype, const gint64 *shape, guint n_dims)
{
  g_autoptr (GError) error = NULL;
  TlTensor *tensor = tl_tensor_new (dtype, shape, n_dims, FALSE, &error);

  if (tensor == NULL)
    {
      tl_py_fail (interp, at, "%s", error->message);
      return NULL;
    }
  return look_at (interp, tensor);
}

TlArray *
tl_array_over (TlPyInterp *interp, const TlTensor *tensor, const char *device)
{
  TlArray *array = look_at (interp, tl_tensor_ref ((TlTensor *) tensor));

  array->device = device;
  return array;
}

TlPyValue
tl_array_value (const TlArray *array)
{
  return tl_py_object (&tl_array_class, array);
}

gint64
tl_array_n_elements (const TlArray *array)
{
  gint64 n = 1;

  for (guint d = 0; d < array->n_dims; d++)
    n *= array->shape[d];
  return n;
}

TlArrayCursor
tl_array_begin (const TlArray *array)
{
  return (TlArrayCursor) { .position = array->offset };
}

double *
tl_array_read (const TlArray *array)
{
  gint64  n = tl_array_n_elements (array);
  double *elements = g_new (double, MAX (n, 1));
  TlArrayCursor at = tl_array_begin (array);

  for (gint64 i = 0; i < n; i++, tl_array_advance (array, &at))
    elements[i] = tl_tensor_get (array->tensor, at.position);
  return elements;
}

void
tl_array_write (TlArray *array, const double *elements)
{
  gint64 n = tl_array_n_elements (array);
  TlArrayCursor at = tl_array_begin (array);

  for (gint64 i = 0; i < n; i++, tl_array_advance (array, &at))
    tl_tensor_set (array->tensor, at.position, elements[i]);
}

TlArray *
tl_array_copy (TlPyInterp *interp, const TlAst *at, const TlArray *array, TlDType dtype)
{
  TlArray *copy = tl_array_new (interp, at, dtype, array->shape, array->n_dims);
  g_autofree double *elements = NULL;

  if (copy == NULL)
    return NULL;
  elements = tl_array_read (array);
  tl_array_write (copy, elements);
  return copy;
}

TlPyValue
tl_array_element (const TlArray *array, gint64 position)
{
  TlDType dtype = array->tensor->dtype;

  if (dtype.code == TL_TYPE_BOOL)
    return tl_py_bool (tl_tensor_get_int (array->tensor, position) != 0);
  if (tl_dtype_is_float (dtype))
    return tl_py_float (tl_tensor_get (array->tensor, position));
  return tl_py_int (tl_tensor_get_int (array->tensor, position));
}

/* --- from values --- */

static gboolean
add_dim (gint64 extent, gint64 *shape, guint *n_dims)
{
  if (*n_dims == TL_ARRAY_MAX_DIMS || extent < 0)
    return FALSE;
  shape[(*n_dims)++] = extent;
  return TRUE;
}

gboolean
tl_array_to_shape (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint64 *shape, guint *n_dims)
{
  gint64   extent;
  gboolean is_list = tl_py_is_sequence (value), is_good = TRUE;

  *n_dims = 0;
  if (!is_list && tl_py_get_int (value, &extent) && add_dim (extent, shape, n_dims))
    return TRUE;
  for (guint i = 0; is_list && is_good && i < value->list->n; i++)
    is_good = tl_py_get_int (&value->list->items[i], &extent) && add_dim (extent, shape, n_dims);
  return (is_list && is_good)
         || tl_py_fail (interp, at, "a shape is at most %u integers that are not negative: (2, 3)", TL_ARRAY_MAX_DIMS);
}

/* The shape of lists in lists, and a bit for each kind of element; FALSE if it is uneven. */
static gboolean
shape_of_list (const TlPyValue *value, guint depth, gint64 *shape, guint *n_dims, guint *kinds)
{
  if (!tl_py_is_sequence (value))
    {
      *kinds |= 1u << value->kind;
      return depth == *n_dims;
    }
  if (depth == *n_dims && !add_dim (value->list->n, shape, n_dims))
    return FALSE;
  if (depth >= *n_dims || shape[depth] != value->list->n)
    return FALSE;
  for (guint i = 0; i < value->list->n; i++)
    {
      const TlPyValue *item = &value->list->items[i];

      if ((i > 0 && tl_py_is_sequence (item) != (depth + 1 < *n_dims)) || !shape_of_list (item, depth + 1, shape, n_dims, kinds))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_from_list (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTensor *tensor, gint64 *next)
{
  double number;

  for (guint i = 0; tl_py_is_sequence (value) && i < value->list->n; i++)
    if (!fill_from_list (interp, at, &value->list->items[i], tensor, next))
      return FALSE;
  if (tl_py_is_sequence (value))
    return TRUE;
  if (!tl_py_get_number (value, &number))
    return tl_py_fail (interp, at, "an array is made of numbers, not of a %s", tl_py_type_name (value));
  tl_tensor_set (tensor, (*next)++, number);
  return TRUE;
}

/* Of a class with numpy's method for it. */
static TlArray *
array_of_instance (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  TlPyValue function, given;

  if (!tl_py_find_method (interp, value, "__array__", &function))
    return tl_py_fail (interp, at, "an array, a list of numbers or a number is expected, not a %s", tl_py_type_name (value)), NULL;
  if (!tl_py_apply (interp, at, &function, value, 1, &given))
    return NULL;
  if (!tl_py_is (&given, &tl_py_instance_class))
    return tl_array_of (interp, at, &given);
  return tl_py_fail (interp, at, "__array__ of a %s gives no array", tl_py_type_name (value)), NULL;
}

TlArray *
tl_array_of (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  gint64   shape[TL_ARRAY_MAX_DIMS], next = 0;
  guint    n_dims = 0, kinds = 0;
  TlDType  dtype;
  TlArray *array;

  if (tl_py_is (value, &tl_array_class))
    return value->object;
  if (tl_py_is (value, &tl_py_instance_class))
    return array_of_instance (interp, at, value);
  if (!tl_py_is_sequence (value) && !tl_py_get_number (value, &(double) { 0 }))
    {
      tl_py_fail (interp, at, "an array, a list of numbers or a number is expected, not a %s", tl_py_type_name (value));
      return NULL;
    }
  if (!shape_of_list (value, 0, shape, &n_dims, &kinds))
    {
      tl_py_fail (interp, at, "the rows of this list differ in length");
      return NULL;
    }
  dtype = kinds == 1u << TL_PY_BOOL ? TL_BOOL : kinds & 1u << TL_PY_FLOAT || kinds == 0 ? TL_FLOAT64 : TL_INT64;
  array = tl_array_new (interp, at, dtype, shape, n_dims);
  return array != NULL && fill_from_list (interp, at, value, array->tensor, &next) ? array : NULL;
}

TlArray *
tl_array_arg (TlPyInterp *interp, const TlPyArgs *args, guint index, const char *name)
{
  const TlPyValue *value = tl_py_arg (args, index, name);

  if (value != NULL)
    return tl_array_of (interp, args->call, value);
  tl_py_fail (interp, args->call, "this function needs an array as argument %u", index + 1);
  return NULL;
}

/* --- elements and slices --- */

static gboolean
cut (TlPyInterp *interp, const TlAst *at, const TlPyItem *item, TlArray *view, guint d)
{
  gint64 n = view->shape[d], lower = item->has_lower ? item->lower : 0, upper = item->has_upper ? item->upper : n;

  if (item->step < 1)
    return tl_py_fail (interp, at, "arrays are cut with steps from 1 on");
  lower = CLAMP (lower < 0 ? lower + n : lower, 0, n);
  upper = CLAMP (upper < 0 ? upper + n : upper, lower, n);
  view->offset += lower * view->strides[d];
  view->shape[d] = (upper - lower + item->step - 1) / item->step;
  view->strides[d] *= item->step;
  return TRUE;
}

static void
drop_dim (TlArray *view, guint d)
{
  for (guint i = d; i + 1 < view->n_dims; i++)
    {
      view->shape[i] = view->shape[i + 1];
      view->strides[i] = view->strides[i + 1];
    }
  view->n_dims--;
}

/* A dimension of 1 in front of dimension @d. */
static void
insert_dim (TlArray *view, guint d)
{
  for (guint i = view->n_dims++; i > d; i--)
    {
      view->shape[i] = view->shape[i - 1];
      view->strides[i] = view->strides[i - 1];
    }
  view->shape[d] = 1;
  view->strides[d] = 0;
}

/* The part of @array that the indices name; None adds a dimension. */
static gboolean
view_items (TlPyInterp *interp, const TlAst *at, const TlArray *array, const TlPyItem *items, guint n_items, TlArray *view)
{
  TlPyItem tuple[TL_ARRAY_MAX_DIMS];
  guint    d = 0, position, n_new = 0;

  *view = *array;
  if (n_items == 1 && !items->is_slice && items->value.kind == TL_PY_TUPLE && items->value.list->n <= TL_ARRAY_MAX_DIMS)
    {
      n_items = items->value.list->n;
      for (guint i = 0; i < n_items; i++)
        tuple[i] = tl_py_to_item (&items->value.list->items[i]);
      items = n_items > 0 ? tuple : items;
    }
  for (guint i = 0; i < n_items; i++)
    n_new += !items[i].is_slice && items[i].value.kind == TL_PY_NONE;
  if (n_items - n_new > array->n_dims)
    return tl_py_fail (interp, at, "%u indices for an array of %u dimensions", n_items - n_new, array->n_dims);
  if (array->n_dims + n_new > TL_ARRAY_MAX_DIMS)
    return tl_py_fail (interp, at, "arrays have %d dimensions at most", TL_ARRAY_MAX_DIMS);
  for (guint i = 0; i < n_items; i++)
    if (!items[i].is_slice && items[i].value.kind == TL_PY_NONE)
      insert_dim (view, d++);
    else if (items[i].is_slice)
      {
        if (!cut (interp, at, &items[i], view, d++))
          return FALSE;
      }
    else
      {
        if (!tl_py_index (interp, at, &items[i].value, (guint) view->shape[d], &position))
          return FALSE;
        view->offset += position * view->strides[d];
        drop_dim (view, d);
      }
  return TRUE;
}

static gboolean
take_items (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items, TlPyValue *value)
{
  TlArray view;

  if (!view_items (interp, at, self->object, items, n_items, &view))
    return FALSE;
  *value = view.n_dims == 0 ? tl_array_element (&view, view.offset)
                            : tl_array_value (tl_arena_dup_array (interp->arena, TlArray, &view, 1));
  return TRUE;
}

static gboolean
put_items (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items, const TlPyValue *value)
{
  TlArray  view;
  TlArray *from;
  double   number;
  gint64   n, n_from;
  TlArrayCursor to;
  g_autofree double *elements = NULL;

  if (!view_items (interp, at, self->object, items, n_items, &view))
    return FALSE;
  n = tl_array_n_elements (&view);
  to = tl_array_begin (&view);
  if (tl_py_get_number (value, &number))
    {
      for (gint64 i = 0; i < n; i++, tl_array_advance (&view, &to))
        tl_tensor_set (view.tensor, to.position, number);
      return TRUE;
    }
  if ((from = tl_array_of (interp, at, value)) == NULL)
    return FALSE;
  n_from = tl_array_n_elements (from);
  if (n_from == 0 || n % n_from != 0)
    return tl_py_fail (interp, at, "%" G_GINT64_FORMAT " elements do not fill %" G_GINT64_FORMAT, n_from, n);
  elements = tl_array_read (from);
  for (gint64 i = 0, k = 0; i < n; i++, k = k + 1 < n_from ? k + 1 : 0, tl_array_advance (&view, &to))
    tl_tensor_set (view.tensor, to.position, elements[k]);
  return TRUE;
}

/* --- the class --- */

static gboolean
shape_value (TlPyInterp *interp, const TlAst *at, const TlArray *array, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, array->n_dims, value))
    return FALSE;
  for (guint d = 0; d < array->n_dims; d++)
    tl_py_list_append (interp, at, value->list, tl_py_int (array->shape[d]));
  return TRUE;
}

TlArray *
tl_array_permuted (TlPyInterp *interp, const TlAst *at, const TlArray *array, const TlPyList *axes)
{
  TlArray *view = tl_arena_dup_array (interp->arena, TlArray, array, 1);
  guint    seen = 0;

  if (axes != NULL && axes->n != array->n_dims)
    return tl_py_fail (interp, at, "%u axes for an array of %u dimensions", axes->n, array->n_dims), NULL;
  for (guint d = 0; d < array->n_dims; d++)
    {
      guint from = array->n_dims - 1 - d;

      if (axes != NULL && !tl_py_index (interp, at, &axes->items[d], array->n_dims, &from))
        return NULL;
      seen |= 1u << from;
      view->shape[d] = array->shape[from];
      view->strides[d] = array->strides[from];
    }
  return seen == (1u << array->n_dims) - 1 ? view : (tl_py_fail (interp, at, "an axis stands twice in this order"), NULL);
}

static gboolean
array_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlArray *array = self->object;

  if (strcmp (name, "shape") == 0)
    return shape_value (interp, at, array, value);
  if (strcmp (name, "dtype") == 0)
    *value = tl_py_string (interp, tl_dtype_name (array->tensor->dtype));
  else if (strcmp (name, "ndim") == 0)
    *value = tl_py_int (array->n_dims);
  else if (strcmp (name, "size") == 0)
    *value = tl_py_int (tl_array_n_elements (array));
  else if (strcmp (name, "nbytes") == 0)
    *value = tl_py_int (tl_array_n_elements (array) * tl_dtype_bytes (array->tensor->dtype));
  else if (strcmp (name, "device") == 0)
    *value = tl_py_string (interp, array->device != NULL ? array->device : "cpu");
  else if (strcmp (name, "T") == 0)
    *value = tl_array_value (tl_array_permuted (interp, at, array, NULL));
  else
    return tl_py_fail (interp, at, "an array has no attribute '%s' here; it has shape, dtype, ndim, size, nbytes, device and T", name);
  return TRUE;
}

static gboolean
append_array (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlArray *array = self->object;

  if (array->device == NULL)
    {
      tl_array_append_text (out, array, " ", 0);
      return TRUE;
    }
  g_string_append (out, "<tvm.nd.NDArray shape=(");
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT "%s", d > 0 ? " " : "", array->shape[d], d + 1 < array->n_dims || d == 0 ? "," : "");
  g_string_append_printf (out, "), %s>\narray(", array->device);
  tl_array_append_text (out, array, ", ", (guint) strlen ("array("));
  if (tl_dtype_equal (array->tensor->dtype, TL_FLOAT64) || tl_dtype_equal (array->tensor->dtype, TL_INT64))
    g_string_append_c (out, ')');
  else
    g_string_append_printf (out, ", dtype=%s)", tl_dtype_name (array->tensor->dtype));
  return TRUE;
}

static const char *
describe_array (const TlPyValue *self)
{
  return ((const TlArray *) self->object)->device != NULL ? "NDArray" : "array";
}

static gint64
array_length (const TlPyValue *self)
{
  const TlArray *array = self->object;

  return array->n_dims > 0 ? array->shape[0] : 0;
}

const TlPyClass tl_array_class = {
  .name = "array", .python_name = "ndarray", .describe = describe_array, .attribute = array_attribute, .method = tl_array_method,
  .take = take_items, .put = put_items, .binary = tl_array_binary, .append_text = append_array, .length = array_length,
};
