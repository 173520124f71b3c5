/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A zip file ends with a directory; each of its entries says where a member begins. A member is an array: a line of Python about type,
 * order and shape, and the elements. Invariant of reading: nothing is looked at beyond the bytes there are, and nothing larger is allocated
 * than what was unpacked or, for elements, what is there to fill it.
 */
#include "core/interp/npz.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file.h"

#define MAX_MEMBER_BYTES  ((gsize) G_MAXINT32)
#define END_BYTES         22u
#define ENTRY_BYTES       46u
#define LOCAL_BYTES       30u
#define MAX_COMMENT_BYTES 65535u
#define END_MAGIC         0x06054b50u
#define ENTRY_MAGIC       0x02014b50u
#define LOCAL_MAGIC       0x04034b50u
#define ENCRYPTED         1u
#define STORED            0u
#define DEFLATED          8u
#define ZIP_VERSION       20u
#define ZIP_DATE          0x21u          /* 1980-01-01, the first there is */
#define NPY_MAGIC         "\x93NUMPY"
#define NPY_MAGIC_BYTES   6u
#define NPY_ALIGNMENT     64u
#define ENDING            ".npy"

G_DEFINE_QUARK (tl-npz-error-quark, tl_npz_error)

/* A file, or a member of one. */
typedef struct
{
  const guint8 *data;
  gsize         n;
} ByteSpan;

typedef struct
{
  char   *name;        /* owned */
  guint   flags;
  guint   method;
  guint32 crc;
  gsize   packed_bytes;
  gsize   n_bytes;
  gsize   offset;      /* of its local header */
} ZipEntry;

static void
entry_clear (ZipEntry *entry)
{
  g_free (entry->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ZipEntry, entry_clear)

#define fail(error, code, ...)      tl_fail (error, TL_NPZ_ERROR, code, __VA_ARGS__)
#define fail_null(error, code, ...) tl_fail_null (error, TL_NPZ_ERROR, code, __VA_ARGS__)

/* --- numbers, lowest byte first --- */

static guint64
get (const guint8 *data, guint n_bytes)
{
  guint64 value = 0;

  for (guint i = n_bytes; i > 0; i--)
    value = value << 8 | data[i - 1];
  return value;
}

static void
put (GByteArray *out, guint64 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> (8 * i));

      g_byte_array_append (out, &byte, 1);
    }
}

/* The checksum of zip files, four bits at a time. */
static guint32
crc_of (const guint8 *data, gsize n)
{
  static const guint32 table[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                     0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
  guint32 crc = G_MAXUINT32;

  for (gsize i = 0; i < n; i++)
    {
      crc ^= data[i];
      crc = crc >> 4 ^ table[crc & 15];
      crc = crc >> 4 ^ table[crc & 15];
    }
  return ~crc;
}

/* --- the zip file --- */

/* Where the directory's end stands, or NULL. */
static const guint8 *
find_end (ByteSpan file)
{
  gsize most = MIN (file.n, END_BYTES + MAX_COMMENT_BYTES);

  for (gsize back = END_BYTES; back <= most; back++)
    if (get (file.data + file.n - back, 4) == END_MAGIC)
      return file.data + file.n - back;
  return NULL;
}

/* The entry at @at, which is advanced. */
static gboolean
read_entry (ByteSpan file, gsize *at, ZipEntry *entry, GError **error)
{
  const guint8 *data = file.data + *at;
  gsize n_name, n_extra, n_comment;

  if (*at > file.n || file.n - *at < ENTRY_BYTES || get (data, 4) != ENTRY_MAGIC)
    return fail (error, TL_NPZ_ERROR_FORMAT, "the directory of the zip file is cut off or damaged");
  n_name = get (data + 28, 2);
  n_extra = get (data + 30, 2);
  n_comment = get (data + 32, 2);
  if (file.n - *at - ENTRY_BYTES < n_name + n_extra + n_comment)
    return fail (error, TL_NPZ_ERROR_FORMAT, "the directory of the zip file is cut off");
  *entry = (ZipEntry) { .flags = (guint) get (data + 8, 2), .method = (guint) get (data + 10, 2), .crc = (guint32) get (data + 16, 4),
                     .packed_bytes = get (data + 20, 4), .n_bytes = get (data + 24, 4), .offset = get (data + 42, 4),
                     .name = g_utf8_make_valid ((const char *) data + ENTRY_BYTES, (gssize) n_name) };
  *at += ENTRY_BYTES + n_name + n_extra + n_comment;
  return TRUE;
}

/* The bytes of a member as they stand in the file. */
static gboolean
find_packed (ByteSpan file, const ZipEntry *entry, ByteSpan *packed, GError **error)
{
  const guint8 *local = file.data + entry->offset;
  gsize start;

  if ((entry->flags & ENCRYPTED) != 0)
    return fail (error, TL_NPZ_ERROR_UNSUPPORTED, "%s is encrypted", entry->name);
  if (MAX (entry->packed_bytes, entry->n_bytes) > MAX_MEMBER_BYTES)
    return fail (error, TL_NPZ_ERROR_UNSUPPORTED, "%s exceeds the limit of 2 GiB", entry->name);
  if (entry->offset > file.n || file.n - entry->offset < LOCAL_BYTES || get (local, 4) != LOCAL_MAGIC)
    return fail (error, TL_NPZ_ERROR_FORMAT, "%s is not where the zip file's directory says", entry->name);
  start = LOCAL_BYTES + get (local + 26, 2) + get (local + 28, 2);
  if (file.n - entry->offset < start || file.n - entry->offset - start < entry->packed_bytes)
    return fail (error, TL_NPZ_ERROR_FORMAT, "%s is cut off", entry->name);
  *packed = (ByteSpan) { local + start, entry->packed_bytes };
  return TRUE;
}

static GBytes *
inflate (ByteSpan packed, const ZipEntry *entry, GError **error)
{
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW));
  g_autoptr (GByteArray) out = g_byte_array_new ();
  GConverterResult result = G_CONVERTER_CONVERTED;
  guint8 chunk[16384];

  while (result != G_CONVERTER_FINISHED)
    {
      g_autoptr (GError) problem = NULL;
      gsize n_read = 0, n_written = 0;

      result = g_converter_convert (converter, packed.data, packed.n, chunk, sizeof chunk, G_CONVERTER_INPUT_AT_END, &n_read, &n_written,
                                    &problem);
      if (result == G_CONVERTER_ERROR)
        return fail_null (error, TL_NPZ_ERROR_FORMAT, "%s does not unpack: %s", entry->name, problem->message);
      g_byte_array_append (out, chunk, (guint) n_written);
      packed = (ByteSpan) { packed.data + n_read, packed.n - n_read };
      if (out->len > entry->n_bytes)
        break;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

/* The member's bytes, those of the file where they are stored as they are. */
static GBytes *
unpack (GBytes *file, const ZipEntry *entry, GError **error)
{
  ByteSpan span = { g_bytes_get_data (file, NULL), g_bytes_get_size (file) }, packed;
  g_autoptr (GBytes) bytes = NULL;

  if (!find_packed (span, entry, &packed, error))
    return NULL;
  if (entry->method == STORED)
    bytes = g_bytes_new_from_bytes (file, (gsize) (packed.data - span.data), packed.n);
  else if (entry->method == DEFLATED)
    bytes = inflate (packed, entry, error);
  else
    bytes = fail_null (error, TL_NPZ_ERROR_UNSUPPORTED, "%s is compressed by method %u; NumPy stores or deflates", entry->name,
                       entry->method);
  if (!bytes)
    return NULL;
  if (g_bytes_get_size (bytes) == entry->n_bytes && crc_of (g_bytes_get_data (bytes, NULL), entry->n_bytes) == entry->crc)
    return g_steal_pointer (&bytes);
  return fail_null (error, TL_NPZ_ERROR_FORMAT, "%s is damaged: its size or checksum is not that of the directory", entry->name);
}

/* --- an array --- */

/* NumPy's names of the types that tensors have; "V2" stands for bfloat16. */
static const struct
{
  const char *name;
  TlDType     dtype;
} types[] = {
  { "f2", { TL_TYPE_FLOAT, 16, 1 } }, { "f4", { TL_TYPE_FLOAT, 32, 1 } }, { "f8",
                                                                            { TL_TYPE_FLOAT, 64, 1 } }, { "V2", { TL_TYPE_BFLOAT, 16, 1 } },
  { "i1", { TL_TYPE_INT, 8, 1 } },    { "i2", { TL_TYPE_INT, 16, 1 } },   { "i4",
                                                                            { TL_TYPE_INT, 32, 1 } },   { "i8", { TL_TYPE_INT, 64, 1 } },
  { "u1", { TL_TYPE_UINT, 8, 1 } },   { "u2", { TL_TYPE_UINT, 16, 1 } },  { "u4",
                                                                            { TL_TYPE_UINT, 32, 1 } },  { "u8", { TL_TYPE_UINT, 64, 1 } },
  { "b1", { TL_TYPE_BOOL, 8, 1 } },
};

typedef struct
{
  TlDType  dtype;
  gboolean is_swapped;    /* elements begin with their highest byte */
  gboolean is_fortran;    /* the first index runs fastest */
  guint    n_dims;
  gint64   shape[TL_TENSOR_MAX_DIMS];
} Header;

/* The text after the key, blanks skipped; NULL if the key is missing. */
static const char *
value_of (const char *text, const char *key)
{
  g_autofree char *quoted = g_strdup_printf ("'%s':", key);
  const char *at = strstr (text, quoted);

  return at ? at + strlen (quoted) + strspn (at + strlen (quoted), " ") : NULL;
}

static gboolean
read_type (const char *name, const char *text, Header *header, GError **error)
{
  const char *at = value_of (text, "descr"), *end = at && *at == '\'' ? strchr (at + 1, '\'') : NULL;
  g_autofree char *type = end ? g_strndup (at + 1, (gsize) (end - at - 1)) : NULL;

  for (guint i = 0; type && *type && i < G_N_ELEMENTS (types); i++)
    if (strchr ("<>|=", *type) && strcmp (type + 1, types[i].name) == 0)
      {
        header->dtype = types[i].dtype;
        header->is_swapped = *type == '>';
        return TRUE;
      }
  return fail (error, TL_NPZ_ERROR_UNSUPPORTED, "%s has elements of type %s, which no buffer has", name, type ? type
               : "\"descr\" does not say");
}

/* "(3, 4)", "(3,)" or "()". */
static gboolean
read_shape (const char *name, const char *text, Header *header, GError **error)
{
  const char *at = value_of (text, "shape");

  for (at = at && *at == '(' ? at + 1 : NULL; at && *at != ')';)
    {
      char   *end;
      guint64 extent = g_ascii_strtoull (at, &end, 10);

      if (end == at || extent > G_MAXINT32 || strchr ("+-", *at))
        break;
      if (header->n_dims == TL_TENSOR_MAX_DIMS)
        return fail (error, TL_NPZ_ERROR_UNSUPPORTED, "%s has more than %d dimensions", name, TL_TENSOR_MAX_DIMS);
      header->shape[header->n_dims++] = (gint64) extent;
      at = end + strspn (end, " ,");
    }
  return (at && *at == ')') || fail (error, TL_NPZ_ERROR_FORMAT, "the shape of %s cannot be read", name);
}

static gboolean
read_header (const char *name, const char *text, Header *header, GError **error)
{
  const char *order = value_of (text, "fortran_order");

  *header = (Header) { .is_fortran = order && g_str_has_prefix (order, "True") };
  if (!order)
    return fail (error, TL_NPZ_ERROR_FORMAT, "%s does not give the order of its elements", name);
  return read_type (name, text, header, error) && read_shape (name, text, header, error);
}

/* -1: more than can be. */
static gint64
count_bytes (const Header *header)
{
  gint64 n = tl_dtype_bytes (header->dtype);

  for (guint i = 0; i < header->n_dims; i++)
    {
      if (header->shape[i] > 0 && n > (gint64) MAX_MEMBER_BYTES / header->shape[i])
        return -1;
      n *= header->shape[i];
    }
  return n;
}

static void
swap_bytes (TlTensor *tensor, gsize n_bytes)
{
  guint8 *data = tensor->data;

  for (gint64 i = 0; i < tensor->n_elements; i++, data += n_bytes)
    for (gsize k = 0; k < n_bytes / 2; k++)
      {
        guint8 byte = data[k];

        data[k] = data[n_bytes - 1 - k];
        data[n_bytes - 1 - k] = byte;
      }
}

/* @from has the first index run fastest. */
static void
copy_turned (TlTensor *tensor, const guint8 *from, gsize n_bytes)
{
  gint64 strides[TL_TENSOR_MAX_DIMS], index[TL_TENSOR_MAX_DIMS] = { 0 }, at = 0;

  for (guint d = 0; d < tensor->n_dims; d++)
    strides[d] = d == 0 ? 1 : strides[d - 1] * tensor->shape[d - 1];
  for (gint64 i = 0; i < tensor->n_elements; i++)
    {
      memcpy ((guint8 *) tensor->data + (gsize) i * n_bytes, from + (gsize) at * n_bytes, n_bytes);
      for (guint d = tensor->n_dims; d > 0; d--)
        {
          at += strides[d - 1];
          if (++index[d - 1] < tensor->shape[d - 1])
            break;
          at -= strides[d - 1] * tensor->shape[d - 1];
          index[d - 1] = 0;
        }
    }
}

static TlTensor *
make_tensor (const char *name, const Header *header, ByteSpan data, GError **error)
{
  gint64 expected = count_bytes (header);
  gsize n_bytes = tl_dtype_bytes (header->dtype);
  TlTensor *tensor;

  if (expected < 0 || (gsize) expected != data.n)
    return fail_null (error, TL_NPZ_ERROR_FORMAT, "%s has %" G_GSIZE_FORMAT " bytes of elements, which is not what its shape takes", name,
                      data.n);
  tensor = tl_tensor_new (header->dtype, header->shape, header->n_dims, FALSE, error);
  if (!tensor)
    return NULL;
  if (header->is_fortran && header->n_dims > 1)
    copy_turned (tensor, data.data, n_bytes);
  else if (data.n > 0)
    memcpy (tensor->data, data.data, data.n);
  if (header->is_swapped && G_BYTE_ORDER == G_LITTLE_ENDIAN)
    swap_bytes (tensor, n_bytes);
  return tensor;
}

TlTensor *
tl_npy_parse (const char *name, GBytes *bytes, GError **error)
{
  ByteSpan span = { g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) };
  guint n_length = span.n > NPY_MAGIC_BYTES && span.data[NPY_MAGIC_BYTES] > 1 ? 4 : 2;
  gsize start = NPY_MAGIC_BYTES + 2 + n_length, length;
  g_autofree char *text = NULL;
  Header header;

  if (span.n < start || memcmp (span.data, NPY_MAGIC, NPY_MAGIC_BYTES) != 0)
    return fail_null (error, TL_NPZ_ERROR_FORMAT, "%s is not a NumPy array", name);
  length = get (span.data + NPY_MAGIC_BYTES + 2, n_length);
  if (span.n - start < length)
    return fail_null (error, TL_NPZ_ERROR_FORMAT, "%s is cut off", name);
  text = g_strndup ((const char *) span.data + start, length);
  if (!read_header (name, text, &header, error))
    return NULL;
  return make_tensor (name, &header, (ByteSpan) { span.data + start + length, span.n - start - length }, error);
}

/* --- reading --- */

static gboolean
add_member (GHashTable *arrays, GBytes *file, const ZipEntry *entry, GError **error)
{
  g_autoptr (GBytes) bytes = unpack (file, entry, error);
  char *name = g_str_has_suffix (entry->name, ENDING) ? g_strndup (entry->name, strlen (entry->name) - strlen (ENDING))
                                                      : g_strdup (entry->name);
  TlTensor *tensor = bytes ? tl_npy_parse (name, bytes, error) : NULL;

  if (!tensor)
    {
      g_free (name);
      return FALSE;
    }
  g_hash_table_insert (arrays, name, tensor);
  return TRUE;
}

GHashTable *
tl_npz_parse (GBytes *bytes, GError **error)
{
  g_autoptr (GHashTable) arrays = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tl_tensor_unref);
  ByteSpan file = { g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) };
  const guint8 *end = find_end (file);
  gsize at;

  if (!end)
    return fail_null (error, TL_NPZ_ERROR_FORMAT, "this is not a zip file, or its end is missing");
  at = get (end + 16, 4);
  for (guint n = (guint) get (end + 10, 2); n > 0; n--)
    {
      g_auto (ZipEntry) entry = { NULL };

      if (!read_entry (file, &at, &entry, error) || !add_member (arrays, bytes, &entry, error))
        return NULL;
    }
  return g_steal_pointer (&arrays);
}

GHashTable *
tl_npz_read (const char *path, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);
  g_autoptr (GBytes) bytes = file ? g_mapped_file_get_bytes (file) : NULL;
  GHashTable *arrays = bytes ? tl_npz_parse (bytes, error) : NULL;

  if (bytes && !arrays)
    g_prefix_error (error, "%s: ", path);
  return arrays;
}

/* --- writing --- */

static GByteArray *
format_array (const TlTensor *tensor, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GByteArray *out;
  guint type = 0;

  while (type < G_N_ELEMENTS (types) && !tl_dtype_equal (types[type].dtype, tl_dtype_with_lanes (tensor->dtype, 1)))
    type++;
  if (type == G_N_ELEMENTS (types) || tensor->dtype.lanes != 1)
    return fail_null (error, TL_NPZ_ERROR_UNSUPPORTED, "NumPy has no elements of type %s", tl_dtype_name (tensor->dtype));
  g_string_append_printf (text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", tensor->dtype.bits > 8
                          && types[type].name[0] != 'V' ? '<' : '|',
                          types[type].name);
  for (guint i = 0; i < tensor->n_dims; i++)
    g_string_append_printf (text, i == 0 || tensor->n_dims == 1 ? "%" G_GINT64_FORMAT "," : " %" G_GINT64_FORMAT ",", tensor->shape[i]);
  if (tensor->n_dims > 1)
    g_string_truncate (text, text->len - 1);
  g_string_append (text, "), }");
  while ((NPY_MAGIC_BYTES + 4 + text->len + 1) % NPY_ALIGNMENT != 0)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');
  out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) NPY_MAGIC "\1\0", NPY_MAGIC_BYTES + 2);
  put (out, text->len, 2);
  g_byte_array_append (out, (const guint8 *) text->str, (guint) text->len);
  g_byte_array_append (out, tensor->data, (guint) tensor->n_bytes);
  return out;
}

/* The fields that local headers and the directory have in common, from the version on. */
static void
put_member (GByteArray *out, const char *file_name, const GByteArray *array)
{
  put (out, ZIP_VERSION, 2);
  put (out, 0, 2);
  put (out, STORED, 2);
  put (out, 0, 2);
  put (out, ZIP_DATE, 2);
  put (out, crc_of (array->data, array->len), 4);
  put (out, array->len, 4);
  put (out, array->len, 4);
  put (out, strlen (file_name), 2);
  put (out, 0, 2);
}

static void
append_member (GByteArray *out, GByteArray *directory, const char *name, const GByteArray *array)
{
  g_autofree char *file_name = g_strconcat (name, ENDING, NULL);
  guint offset = out->len;

  put (out, LOCAL_MAGIC, 4);
  put_member (out, file_name, array);
  g_byte_array_append (out, (const guint8 *) file_name, (guint) strlen (file_name));
  g_byte_array_append (out, array->data, array->len);
  put (directory, ENTRY_MAGIC, 4);
  put (directory, ZIP_VERSION, 2);
  put_member (directory, file_name, array);
  put (directory, 0, 8);   /* no comment, the first disk, no attributes */
  put (directory, 0, 2);
  put (directory, offset, 4);
  g_byte_array_append (directory, (const guint8 *) file_name, (guint) strlen (file_name));
}

GBytes *
tl_npz_format (const char *const *names, TlTensor *const *tensors, guint n, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new (), directory = g_byte_array_new ();
  gsize n_bytes = 0;
  guint start;

  for (guint i = 0; i < n; i++)
    n_bytes += tensors[i]->n_bytes;
  if (n_bytes > MAX_MEMBER_BYTES || n > G_MAXUINT16)
    return fail_null (error, TL_NPZ_ERROR_UNSUPPORTED, "more than 2 GiB of arrays are not written to one file");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GByteArray) array = format_array (tensors[i], error);

      if (!array)
        return NULL;
      append_member (out, directory, names[i], array);
    }
  start = out->len;
  g_byte_array_append (out, directory->data, directory->len);
  put (out, END_MAGIC, 4);
  put (out, 0, 4);         /* one disk */
  put (out, n, 2);
  put (out, n, 2);
  put (out, directory->len, 4);
  put (out, start, 4);
  put (out, 0, 2);
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

gboolean
tl_npz_write (const char *path, const char *const *names, TlTensor *const *tensors, guint n, GError **error)
{
  g_autoptr (GBytes) bytes = tl_npz_format (names, tensors, n, error);

  return bytes && tl_file_write_bytes (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
