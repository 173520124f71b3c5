/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file is the length of its header in 8 bytes, the header, and data. The header is a JSON object: for each name the type, the shape, and
 * from where to where its bytes go in the data.
 */
#include "core/graph/import/safetensors.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-depth.h"
#include "core/base/json-members.h"
#include "core/ir/relax-op.h"

#define LENGTH_BYTES     8u
#define MAX_HEADER_BYTES ((guint64) 100 << 20)
#define MAX_DEPTH        4
#define DATA_ALIGNMENT   64u
#define METADATA         "__metadata__"

G_STATIC_ASSERT (G_BYTE_ORDER == G_LITTLE_ENDIAN);

#define invalid(error, ...)      tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, __VA_ARGS__)
#define invalid_null(error, ...) tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, __VA_ARGS__)

static gboolean
find_dtype (const char *name, TlDType *dtype)
{
  static const struct { const char *name; TlDType dtype; } dtypes[] = {
    { "F64", { TL_TYPE_FLOAT, 64, 1 } }, { "F32", { TL_TYPE_FLOAT, 32, 1 } }, { "F16", { TL_TYPE_FLOAT, 16, 1 } },
    { "BF16", { TL_TYPE_BFLOAT, 16, 1 } }, { "I64", { TL_TYPE_INT, 64, 1 } }, { "I32", { TL_TYPE_INT, 32, 1 } },
    { "I16", { TL_TYPE_INT, 16, 1 } }, { "I8", { TL_TYPE_INT, 8, 1 } }, { "U64", { TL_TYPE_UINT, 64, 1 } },
    { "U32", { TL_TYPE_UINT, 32, 1 } }, { "U16", { TL_TYPE_UINT, 16, 1 } }, { "U8", { TL_TYPE_UINT, 8, 1 } },
    { "BOOL", { TL_TYPE_BOOL, 8, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (dtypes[i].name, name) == 0)
      return *dtype = dtypes[i].dtype, TRUE;
  return FALSE;
}

/* The whole numbers of a list; NULL if @node is none, or has more than @most. */
static gint64 *
read_numbers (JsonNode *node, guint most, guint *n)
{
  g_autofree gint64 *numbers = g_new0 (gint64, most);
  JsonArray         *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL || json_array_get_length (array) > most)
    return NULL;
  *n = json_array_get_length (array);
  for (guint i = 0; i < *n; i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (item) || json_node_get_value_type (item) != G_TYPE_INT64 || json_node_get_int (item) < 0)
        return NULL;
      numbers[i] = json_node_get_int (item);
    }
  return g_steal_pointer (&numbers);
}

/* Type and sizes, without elements. */
static gboolean
read_header (const char *name, JsonObject *entry, TlTensor *tensor, GError **error)
{
  const char        *dtype = tl_json_string (entry, "dtype");
  guint              n_dims = 0;
  g_autofree gint64 *shape = read_numbers (json_object_get_member (entry, "shape"), TL_TENSOR_MAX_DIMS, &n_dims);

  *tensor = (TlTensor) { .n_elements = 1, .n_dims = n_dims };
  if (dtype == NULL)
    return invalid (error, "tensor \"%s\" has no \"dtype\"", name);
  if (!find_dtype (dtype, &tensor->dtype))
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "tensor \"%s\" has elements of type \"%s\", which is not supported",
                    name, dtype);
  if (shape == NULL)
    return invalid (error, "tensor \"%s\" has no shape of at most %d sizes", name, TL_TENSOR_MAX_DIMS);
  for (guint i = 0; i < n_dims; i++)
    {
      tensor->shape[i] = shape[i];
      if (__builtin_mul_overflow (tensor->n_elements, shape[i], &tensor->n_elements))
        return invalid (error, "tensor \"%s\" has more elements than memory can hold", name);
    }
  if (__builtin_mul_overflow ((gsize) tensor->n_elements, tl_dtype_bytes (tensor->dtype), &tensor->n_bytes))
    return invalid (error, "tensor \"%s\" has more elements than memory can hold", name);
  return TRUE;
}

static TlTensor *
read_tensor (const char *name, JsonNode *node, const guint8 *data, gsize n_data, GError **error)
{
  guint              n = 0;
  JsonObject        *entry = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode          *place = entry ? json_object_get_member (entry, "data_offsets") : NULL;
  g_autofree gint64 *offsets = read_numbers (place, 2, &n);
  TlTensor           header, *tensor;

  if (entry == NULL || offsets == NULL || n != 2)
    return invalid_null (error, "tensor \"%s\" has no data_offsets", name);
  if (!read_header (name, entry, &header, error))
    return NULL;
  if (offsets[1] < offsets[0] || (gsize) offsets[1] > n_data)
    return invalid_null (error, "tensor \"%s\" is at bytes %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " of %" G_GSIZE_FORMAT, name,
                         offsets[0], offsets[1], n_data);
  if ((gsize) (offsets[1] - offsets[0]) != header.n_bytes)
    return invalid_null (error, "tensor \"%s\" has %" G_GINT64_FORMAT " elements, so %" G_GSIZE_FORMAT " bytes, but %" G_GINT64_FORMAT
                         " are there", name, header.n_elements, header.n_bytes, offsets[1] - offsets[0]);
  data += offsets[0];
  if (header.n_bytes > 0 && (guintptr) data % DATA_ALIGNMENT == 0)
    return tl_tensor_new_on (&header, (gpointer) data);
  tensor = tl_tensor_new (header.dtype, header.shape, header.n_dims, FALSE, error);
  if (tensor && header.n_bytes > 0)
    memcpy (tensor->data, data, header.n_bytes);
  return tensor;
}

static GHashTable *
read_tensors (JsonObject *header, const guint8 *data, gsize n_data, GError **error)
{
  g_autoptr (GHashTable) tensors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tl_tensor_unref);
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, header);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      TlTensor *tensor = strcmp (name, METADATA) == 0 ? NULL : read_tensor (name, node, data, n_data, error);

      if (tensor)
        g_hash_table_insert (tensors, g_strdup (name), tensor);
      else if (strcmp (name, METADATA) != 0)
        return NULL;
    }
  return g_steal_pointer (&tensors);
}

GHashTable *
tl_safetensors_parse (TlArena *arena, GBytes *bytes, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  gsize            n;
  const guint8    *data = g_bytes_get_data (bytes, &n);
  guint64          length = 0;
  g_autofree char *header = NULL;
  JsonNode        *root;

  if (n >= LENGTH_BYTES)
    memcpy (&length, data, LENGTH_BYTES);
  if (length == 0 || length > MAX_HEADER_BYTES || length > n - LENGTH_BYTES)
    return invalid_null (error, "the header of the safetensors file is missing or cut off");
  header = g_strndup ((const char *) data + LENGTH_BYTES, length);
  if (!g_utf8_validate_len (header, length, NULL) || tl_json_is_too_deep (header, MAX_DEPTH) ||
      !json_parser_load_from_data (parser, header, (gssize) length, NULL))
    return invalid_null (error, "the header of the safetensors file is not as it should be");
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return invalid_null (error, "the header of the safetensors file is no object");
  tl_arena_own (arena, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
  return read_tensors (json_node_get_object (root), data + LENGTH_BYTES + length, n - LENGTH_BYTES - length, error);
}

GHashTable *
tl_safetensors_read (TlArena *arena, const char *path, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);
  g_autoptr (GBytes)      bytes = file ? g_mapped_file_get_bytes (file) : NULL;

  return bytes ? tl_safetensors_parse (arena, bytes, error) : NULL;
}
