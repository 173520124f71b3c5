/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that a pickle of numpy's arrays calls, by all protocols and versions of numpy. */
#include <string.h>

#include "core/tutorial/arrays.h"
#include "core/tutorial/pickles-private.h"

const TlPyClass tl_pickle_bytes_class = { .name = "bytes", .python_name = "bytes" };
const TlPyClass tl_pickle_text_class = { .name = "text of a pickle", .python_name = "str" };
const TlPyClass tl_pickle_function_class = { .name = "function of a pickle", .python_name = "function" };

/* A type of numpy: made by its name, its byte order comes later. */
typedef struct
{
  TlDType  dtype;
  gboolean is_swapped;
} PickleType;

static const TlPyClass type_class = { .name = "type of numpy", .python_name = "dtype" };

static gboolean
get_bytes (const TlPyValue *value, PickleBytes *bytes)
{
  if (!tl_py_is (value, &tl_pickle_bytes_class))
    return FALSE;
  *bytes = *(const PickleBytes *) value->object;
  return TRUE;
}

/* dtype ("f4", …) */
static gboolean
call_dtype (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  static const struct { const char *name; TlDType dtype; } types[] = {
    { "f2", TL_DTYPE (TL_TYPE_FLOAT, 16) }, { "f4", TL_FLOAT32 }, { "f8", TL_FLOAT64 }, { "b1", TL_BOOL },
    { "i1", TL_DTYPE (TL_TYPE_INT, 8) }, { "i2", TL_DTYPE (TL_TYPE_INT, 16) }, { "i4", TL_INT32 }, { "i8", TL_INT64 },
    { "u1", TL_DTYPE (TL_TYPE_UINT, 8) }, { "u2", TL_DTYPE (TL_TYPE_UINT, 16) }, { "u4", TL_DTYPE (TL_TYPE_UINT, 32) },
    { "u8", TL_DTYPE (TL_TYPE_UINT, 64) },
  };
  const char *name = args->n > 0 && args->items[0].kind == TL_PY_STRING ? args->items[0].string : "?";
  PickleType *type = tl_arena_new0 (state->interp->arena, PickleType);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].name, name + strspn (name, "<=|")) == 0)
      {
        type->dtype = types[i].dtype;
        *value = tl_py_object (&type_class, type);
        return TRUE;
      }
  return tl_unpickler_fail (state, "elements of numpy's type '%s' are not read; those that are: floats, integers and truth values", name);
}

/* _reconstruct (ndarray, (0,), b"b"): an array that gets its elements later */
static gboolean
call_reconstruct (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  const gint64 none = 0;
  TlArray     *array = tl_array_new (state->interp, state->at, TL_FLOAT32, &none, 1);

  if (array != NULL)
    *value = tl_array_value (array);
  return array != NULL;
}

static void
copy_elements (TlTensor *tensor, const guint8 *data, gboolean is_swapped)
{
  gsize   width = (gsize) tl_dtype_bytes (tensor->dtype), n = tensor->n_bytes;
  guint8 *to = tensor->data;

  for (gsize i = 0; i < n; i++)
    to[i] = data[is_swapped ? i - i % width + width - 1 - i % width : i];
  for (gsize i = 0; tensor->dtype.code == TL_TYPE_BOOL && i < n; i++)
    to[i] = to[i] != 0;
}

static gboolean
to_shape (Unpickler *state, const TlPyValue *value, gint64 *shape, guint *n_dims)
{
  *n_dims = value->kind == TL_PY_TUPLE ? value->list->n : TL_ARRAY_MAX_DIMS + 1;
  if (*n_dims > TL_ARRAY_MAX_DIMS)
    return tl_unpickler_fail (state, "an array has no shape of at most %u sizes", TL_ARRAY_MAX_DIMS);
  for (guint d = 0; d < *n_dims; d++)
    if (!tl_py_get_int (&value->list->items[d], &shape[d]) || shape[d] < 0)
      return tl_unpickler_fail (state, "a size of an array is none");
  return TRUE;
}

/* NULL with an error. */
static TlArray *
make_array (Unpickler *state, const TlPyValue *type_value, const TlPyValue *shape_value, gboolean is_fortran, const TlPyValue *raw)
{
  const PickleType *type = tl_py_is (type_value, &type_class) ? type_value->object : NULL;
  gint64            shape[TL_ARRAY_MAX_DIMS];
  guint64           n_bytes;
  guint             n_dims;
  PickleBytes       bytes;
  TlArray          *array;

  if (type == NULL || !get_bytes (raw, &bytes))
    return tl_unpickler_fail (state, "an array has no type, or no elements"), NULL;
  if (!to_shape (state, shape_value, shape, &n_dims))
    return NULL;
  n_bytes = (guint64) tl_dtype_bytes (type->dtype);
  for (guint d = 0; d < n_dims; d++)
    if (__builtin_mul_overflow (n_bytes, (guint64) shape[d], &n_bytes))
      return tl_unpickler_fail (state, "an array is too large"), NULL;
  if (n_bytes != bytes.n)
    return tl_unpickler_fail (state, "an array has %" G_GSIZE_FORMAT " bytes, and its shape %" G_GUINT64_FORMAT, bytes.n, n_bytes), NULL;
  for (guint d = 0; is_fortran && d < n_dims / 2; d++)
    {
      gint64 size = shape[d];

      shape[d] = shape[n_dims - 1 - d];
      shape[n_dims - 1 - d] = size;
    }
  array = tl_array_new (state->interp, state->at, type->dtype, shape, n_dims);
  if (array == NULL)
    return NULL;
  copy_elements (array->tensor, bytes.data, type->is_swapped);
  return is_fortran ? tl_array_permuted (state->interp, state->at, array, NULL) : array;
}

/* _frombuffer (bytes, dtype, shape, "C") */
static gboolean
call_frombuffer (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  gboolean is_fortran = args->n == 4 && args->items[3].kind == TL_PY_STRING && strcmp (args->items[3].string, "F") == 0;
  TlArray *array = args->n == 4 ? make_array (state, &args->items[1], &args->items[2], is_fortran, &args->items[0]) : NULL;

  if (array == NULL)
    return tl_unpickler_fail (state, "an array has no type, shape or elements");
  *value = tl_array_value (array);
  return TRUE;
}

/* scalar (dtype, bytes) */
static gboolean
call_scalar (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  TlPyList  none = { 0 };
  TlPyValue shape = { .kind = TL_PY_TUPLE, .list = &none };
  TlArray  *array = args->n == 2 ? make_array (state, &args->items[0], &shape, FALSE, &args->items[1]) : NULL;

  if (array == NULL)
    return tl_unpickler_fail (state, "a number of numpy has no type or bytes");
  *value = tl_array_element (array, 0);
  return TRUE;
}

/* encode (text, "latin1"): bytes as protocols before 3 write them */
static gboolean
call_encode (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  const TlPyValue *text = args->n == 2 && args->items[1].kind == TL_PY_STRING && strcmp (args->items[1].string, "latin1") == 0
                          ? &args->items[0] : NULL;
  PickleBytes from = { NULL, 0 }, *bytes = tl_arena_new0 (state->interp->arena, PickleBytes);
  guint8     *to;

  if (text != NULL && text->kind == TL_PY_STRING)
    from = (PickleBytes) { (const guint8 *) text->string, strlen (text->string) };
  else if (text != NULL && tl_py_is (text, &tl_pickle_text_class))
    from = *(const PickleBytes *) text->object;
  if (from.data == NULL || (to = tl_py_alloc (state->interp, state->at, from.n, 1)) == NULL)
    return tl_unpickler_fail (state, "bytes are written in another way than latin1");
  bytes->data = to;
  for (gsize i = 0; i < from.n; i++)
    if (from.data[i] < 0x80)
      to[bytes->n++] = from.data[i];
    else if ((from.data[i] == 0xc2 || from.data[i] == 0xc3) && i + 1 < from.n && (from.data[i + 1] & 0xc0) == 0x80)
      {
        to[bytes->n++] = (guint8) (from.data[i] << 6 | (from.data[i + 1] & 0x3f));
        i++;
      }
    else
      return tl_unpickler_fail (state, "bytes are written in another way than latin1");
  *value = tl_py_object (&tl_pickle_bytes_class, bytes);
  return TRUE;
}

/* OrderedDict (), bytes () */
static gboolean
call_dict (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  *value = tl_py_new_dict (state->interp);
  return args->n == 0 || tl_unpickler_fail (state, "a dictionary is made of something");
}

static gboolean
call_bytes (Unpickler *state, const TlPyList *args, TlPyValue *value)
{
  *value = tl_py_object (&tl_pickle_bytes_class, tl_arena_new0 (state->interp->arena, PickleBytes));
  return args->n == 0 || tl_unpickler_fail (state, "bytes are made of something");
}

static const TlPickleFunction functions[] = {
  { "numpy", "dtype", call_dtype }, { "numpy", "ndarray", NULL },
  { "numpy.core.multiarray", "_reconstruct", call_reconstruct }, { "numpy._core.multiarray", "_reconstruct", call_reconstruct },
  { "numpy.core.multiarray", "scalar", call_scalar }, { "numpy._core.multiarray", "scalar", call_scalar },
  { "numpy.core.numeric", "_frombuffer", call_frombuffer }, { "numpy._core.numeric", "_frombuffer", call_frombuffer },
  { "_codecs", "encode", call_encode }, { "collections", "OrderedDict", call_dict },
  { "__builtin__", "bytes", call_bytes }, { "builtins", "bytes", call_bytes }, { "builtins", "bytearray", call_bytes },
};

const TlPickleFunction *
tl_pickle_find_function (const char *module, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].module, module) == 0 && strcmp (functions[i].name, name) == 0)
      return &functions[i];
  return NULL;
}

/* Of an array: (1, shape, dtype, is_fortran, bytes); of a type: (3, byte order, …). */
gboolean
tl_pickle_set_state (Unpickler *state, const TlPyValue *self, const TlPyList *items)
{
  gint64   is_fortran;
  TlArray *made;

  if (tl_py_is (self, &type_class) && items->n > 4 && items->items[1].kind == TL_PY_STRING)
    {
      if (items->items[3].kind != TL_PY_NONE || items->items[4].kind != TL_PY_NONE)
        return tl_unpickler_fail (state, "elements with fields are not read");
      ((PickleType *) self->object)->is_swapped = strcmp (items->items[1].string, ">") == 0;
      return TRUE;
    }
  if (!tl_py_is (self, &tl_array_class) || items->n != 5 || !tl_py_get_int (&items->items[3], &is_fortran))
    return tl_unpickler_fail (state, "a %s gets a state that is none of an array", tl_py_type_name (self));
  made = make_array (state, &items->items[2], &items->items[1], is_fortran != 0, &items->items[4]);
  if (made != NULL)
    *(TlArray *) self->object = *made;
  return made != NULL;
}
