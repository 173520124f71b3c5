/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of a tensor stand in one of four places: raw_data, a list of numbers by type, a file beside the model, or, of an empty tensor,
 * nowhere. Invariant: no tensor is made whose elements are not all there.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/graph/import/onnx-file-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/ir/relax-op.h"

#define DATA_ALIGNMENT 64u   /* that compiled programs count on */

G_STATIC_ASSERT (G_BYTE_ORDER == G_LITTLE_ENDIAN);

#define fail(error, code, format, ...) \
  tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_##code, "tensor \"%s\" " format, onnx_text (proto->name), ##__VA_ARGS__)
#define fail_null(error, code, format, ...) \
  tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_##code, "tensor \"%s\" " format, onnx_text (proto->name), ##__VA_ARGS__)

gboolean
onnx_dtype (gint32 number, TlDType *dtype)
{
  static const TlDType dtypes[] = {
    [ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT] = { TL_TYPE_FLOAT, 32, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__UINT8] = { TL_TYPE_UINT, 8, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__INT8] = { TL_TYPE_INT, 8, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__UINT16] = { TL_TYPE_UINT, 16, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__INT16] = { TL_TYPE_INT, 16, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__INT32] = { TL_TYPE_INT, 32, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__INT64] = { TL_TYPE_INT, 64, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__BOOL] = { TL_TYPE_BOOL, 8, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT16] = { TL_TYPE_FLOAT, 16, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE] = { TL_TYPE_FLOAT, 64, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__UINT32] = { TL_TYPE_UINT, 32, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__UINT64] = { TL_TYPE_UINT, 64, 1 },
    [ONNX__TENSOR_PROTO__DATA_TYPE__BFLOAT16] = { TL_TYPE_BFLOAT, 16, 1 },
  };

  if (number < 0 || number >= (gint32) G_N_ELEMENTS (dtypes) || dtypes[number].lanes == 0)
    return FALSE;
  *dtype = dtypes[number];
  return TRUE;
}

/* Type and sizes, without elements. */
static gboolean
read_header (const Onnx__TensorProto *proto, TlTensor *tensor, GError **error)
{
  *tensor = (TlTensor) { .n_elements = 1, .n_dims = (guint) proto->n_dims };
  if (!onnx_dtype (proto->data_type, &tensor->dtype))
    return fail (error, UNSUPPORTED, "has elements of type %d, which is not supported", proto->data_type);
  if (proto->n_dims > TL_TENSOR_MAX_DIMS)
    return fail (error, UNSUPPORTED, "has %zu dimensions; %d is the most", proto->n_dims, TL_TENSOR_MAX_DIMS);
  if (proto->segment)
    return fail (error, UNSUPPORTED, "is a part of another, which is not supported");
  for (guint i = 0; i < proto->n_dims; i++)
    {
      tensor->shape[i] = proto->dims[i];
      if (proto->dims[i] < 0)
        return fail (error, INVALID, "has size %" G_GINT64_FORMAT " in dimension %u", proto->dims[i], i);
      if (__builtin_mul_overflow (tensor->n_elements, proto->dims[i], &tensor->n_elements))
        return fail (error, INVALID, "has more elements than memory can hold");
    }
  if (__builtin_mul_overflow ((gsize) tensor->n_elements, tl_dtype_bytes (tensor->dtype), &tensor->n_bytes))
    return fail (error, INVALID, "has more elements than memory can hold");
  return TRUE;
}

/* In place if the elements are aligned. */
static TlTensor *
tensor_on (const Onnx__TensorProto *proto, const TlTensor *header, gconstpointer data, gsize n_bytes, const char *where, GError **error)
{
  TlTensor *tensor;

  if (n_bytes != header->n_bytes)
    return fail_null (error, INVALID, "has %" G_GINT64_FORMAT " elements, so %" G_GSIZE_FORMAT " bytes, but %s has %" G_GSIZE_FORMAT,
                      header->n_elements, header->n_bytes, where, n_bytes);
  if (n_bytes > 0 && (guintptr) data % DATA_ALIGNMENT == 0)
    return tl_tensor_new_on (header, (gpointer) data);
  tensor = tl_tensor_new (header->dtype, header->shape, header->n_dims, FALSE, error);
  if (tensor && n_bytes > 0)
    memcpy (tensor->data, data, n_bytes);
  return tensor;
}

/* --- lists of numbers --- */

typedef struct
{
  gconstpointer data;
  gsize         n;
  guint         n_bytes;   /* of one; its low bytes are the element */
} NumberList;

static NumberList
find_list (const Onnx__TensorProto *proto, TlDType dtype)
{
  if (tl_dtype_equal (dtype, TL_FLOAT32))
    return (NumberList) { proto->float_data, proto->n_float_data, 4 };
  if (tl_dtype_equal (dtype, TL_FLOAT64))
    return (NumberList) { proto->double_data, proto->n_double_data, 8 };
  if (tl_dtype_equal (dtype, TL_INT64))
    return (NumberList) { proto->int64_data, proto->n_int64_data, 8 };
  if (dtype.code == TL_TYPE_UINT && dtype.bits >= 32)
    return (NumberList) { proto->uint64_data, proto->n_uint64_data, 8 };
  return (NumberList) { proto->int32_data, proto->n_int32_data, 4 };
}

static TlTensor *
tensor_of_list (const Onnx__TensorProto *proto, const TlTensor *header, GError **error)
{
  NumberList list = find_list (proto, header->dtype);
  guint      n_bytes = tl_dtype_bytes (header->dtype);
  TlTensor  *tensor;

  if (list.n != (gsize) header->n_elements)
    return fail_null (error, INVALID, "has %" G_GINT64_FORMAT " elements, but %zu numbers are there", header->n_elements, list.n);
  tensor = tl_tensor_new (header->dtype, header->shape, header->n_dims, FALSE, error);
  for (gsize i = 0; tensor && i < list.n; i++)
    memcpy ((guint8 *) tensor->data + i * n_bytes, (const guint8 *) list.data + i * list.n_bytes, n_bytes);
  return tensor;
}

/* --- other files --- */

typedef struct
{
  const char *location;
  guint64     offset;
  guint64     length;
  gboolean    has_length;
} ExternalPlace;

static gboolean
read_place (const Onnx__TensorProto *proto, ExternalPlace *place, GError **error)
{
  *place = (ExternalPlace) { 0 };
  for (size_t i = 0; i < proto->n_external_data; i++)
    {
      const char *key = onnx_text (proto->external_data[i]->key), *value = onnx_text (proto->external_data[i]->value);
      gboolean    is_length = strcmp (key, "length") == 0;

      if (strcmp (key, "location") == 0)
        place->location = value;
      else if (is_length || strcmp (key, "offset") == 0)
        {
          if (!g_ascii_string_to_unsigned (value, 10, 0, G_MAXINT64, is_length ? &place->length : &place->offset, NULL))
            return fail (error, INVALID, "is in a file at %s \"%s\", which is no number of bytes", key, value);
          place->has_length |= is_length;
        }
    }
  if (place->location == NULL || *place->location == '\0')
    return fail (error, INVALID, "is in another file, but in which is not said");
  return TRUE;
}

/* The path of a file that is in the folder, also when links are followed. */
static char *
find_file (const OnnxStore *store, const Onnx__TensorProto *proto, const char *location, GError **error)
{
  g_autofree char *joined = g_build_filename (store->folder, location, NULL);
  g_autofree char *folder = realpath (store->folder, NULL);
  g_autofree char *path = realpath (joined, NULL);
  gsize            n = folder ? strlen (folder) : 0;

  if (path == NULL)
    return fail_null (error, INVALID, "is in file %s beside the model: %s", location, g_strerror (errno));
  if (g_path_is_absolute (location) || strncmp (path, folder ? folder : "", n) != 0 || (n > 1 && path[n] != '/'))
    return fail_null (error, INVALID, "is in file %s, outside of the model's folder", location);
  return g_steal_pointer (&path);
}

static GMappedFile *
map_file (OnnxStore *store, const Onnx__TensorProto *proto, const char *location, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GMappedFile       *file = g_hash_table_lookup (store->files, location);
  g_autofree char   *path = NULL;

  if (file)
    return file;
  path = find_file (store, proto, location, error);
  if (path == NULL)
    return NULL;
  file = g_mapped_file_new (path, FALSE, &failure);
  if (file == NULL)
    return fail_null (error, INVALID, "is in file %s: %s", location, failure->message);
  tl_arena_own (store->arena, file, (GDestroyNotify) g_mapped_file_unref);
  g_hash_table_insert (store->files, g_strdup (location), file);
  return file;
}

static TlTensor *
tensor_of_file (OnnxStore *store, const Onnx__TensorProto *proto, const TlTensor *header, GError **error)
{
  ExternalPlace place;
  GMappedFile  *file;
  gsize         n;

  if (!read_place (proto, &place, error))
    return NULL;
  if (store->folder == NULL)
    return fail_null (error, INVALID, "is in file %s, but the model is in no folder", place.location);
  file = map_file (store, proto, place.location, error);
  if (file == NULL)
    return NULL;
  n = g_mapped_file_get_length (file);
  if (!place.has_length)
    place.length = header->n_bytes;
  if (place.offset > n || place.length > n - place.offset)
    return fail_null (error, INVALID, "is at bytes %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " of file %s, which has %" G_GSIZE_FORMAT,
                      place.offset, place.offset + place.length, place.location, n);
  return tensor_on (proto, header, g_mapped_file_get_contents (file) + place.offset, place.length, place.location, error);
}

TlTensor *
onnx_tensor (OnnxStore *store, const Onnx__TensorProto *proto, GError **error)
{
  TlTensor header;

  if (!read_header (proto, &header, error))
    return NULL;
  if (proto->has_data_location && proto->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL)
    return tensor_of_file (store, proto, &header, error);
  if (proto->has_raw_data)
    return tensor_on (proto, &header, proto->raw_data.data, proto->raw_data.len, "its data", error);
  return tensor_of_list (proto, &header, error);
}
