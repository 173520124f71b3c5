/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TVM's cost_model.xgb, a tar compressed by gzip:
 *
 *     model.bin         the trees as libxgboost writes them; not there before the model is trained
 *     data.npy          the samples: none, for what was measured stands in the tuning records
 *     tileloom.model    tl_cost_model_to_bytes: what is read back here
 *
 * TVM reads the first two. Only the last is read here: it has a checksum, and another program's trees are of other features.
 */
#include <gio/gio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/cost-model/models/model-private.h"

#define OWN_MEMBER  "tileloom.model"
#define TAR_BLOCK   512u
#define MAX_BYTES  (256u << 20)   /* unpacked: a model has a few megabytes at most */
#define READ_BYTES  65536u

/* --- gzip --- */

static GByteArray *
convert (GConverter *converter, gconstpointer data, gsize size, GError **error)
{
  g_autoptr (GInputStream) raw = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (raw, converter);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (READ_BYTES);
  gssize n;

  while ((n = g_input_stream_read (stream, buffer, READ_BYTES, NULL, error)) > 0 && out->len < MAX_BYTES)
    g_byte_array_append (out, buffer, (guint) n);
  return n == 0 ? g_steal_pointer (&out) : NULL;
}

/* --- tar --- */

typedef struct
{
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], kind, link[100], magic[6], version[2], rest[247];
} TarHeader;

G_STATIC_ASSERT (sizeof (TarHeader) == TAR_BLOCK);

static guint
checksum_of (const TarHeader *header)
{
  TarHeader copy = *header;
  guint sum = 0;

  memset (copy.checksum, ' ', sizeof copy.checksum);
  for (gsize i = 0; i < sizeof copy; i++)
    sum += ((const guint8 *) &copy)[i];
  return sum;
}

static void
tar_append (GByteArray *tar, const char *name, gconstpointer data, gsize size)
{
  static const guint8 zeros[TAR_BLOCK];
  TarHeader header = { .mode = "0000644", .uid = "0000000", .gid = "0000000", .mtime = "00000000000", .kind = '0', .magic = "ustar",
                       .version = "00" };

  g_strlcpy (header.name, name, sizeof header.name);
  g_snprintf (header.size, sizeof header.size, "%011" G_GINT64_MODIFIER "o", (guint64) size);
  g_snprintf (header.checksum, sizeof header.checksum, "%06o", checksum_of (&header));
  g_byte_array_append (tar, (const guint8 *) &header, sizeof header);
  g_byte_array_append (tar, data, (guint) size);
  g_byte_array_append (tar, zeros, (guint) ((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK));
}

static void
tar_end (GByteArray *tar)
{
  static const guint8 zeros[2 * TAR_BLOCK];

  g_byte_array_append (tar, zeros, sizeof zeros);
}

/* The member @name; NULL if there is none. *@is_tar: whether these bytes are a tar at all. */
static GBytes *
tar_find (const GByteArray *tar, const char *name, gboolean *is_tar)
{
  gsize at = 0;

  *is_tar = FALSE;
  while (tar->len - at >= TAR_BLOCK)
    {
      const TarHeader *header = (const TarHeader *) (gconstpointer) (tar->data + at);
      g_autofree char *its_name = g_strndup (header->name, sizeof header->name), *digits = g_strndup (header->size, sizeof header->size);
      g_autofree char *sum = g_strndup (header->checksum, sizeof header->checksum);
      guint64 size = g_ascii_strtoull (digits, NULL, 8);

      if (*its_name == '\0' || g_ascii_strtoull (sum, NULL, 8) != checksum_of (header))
        return NULL;
      *is_tar = TRUE;
      at += TAR_BLOCK;
      if (size > tar->len - at)
        return NULL;
      if (g_str_equal (its_name, name))
        return g_bytes_new (tar->data + at, size);
      size += (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
      at += MIN (size, tar->len - at);
    }
  return NULL;
}

/* --- the file --- */

/* An array of no numbers, which numpy of any version reads. */
static void
append_no_samples (GByteArray *tar)
{
  static const char head[] = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }";
  char npy[128];

  memset (npy, ' ', sizeof npy);
  memcpy (npy, head, sizeof head - 1);
  npy[sizeof npy - 1] = '\n';
  tar_append (tar, "data.npy", npy, sizeof npy);
}

gboolean
tl_cost_model_save_file (TlCostModel *model, const char *path, const char *machine, GError **error)
{
  g_autoptr (GConverter) packer = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GByteArray) tar = g_byte_array_new (), packed = NULL;
  g_autoptr (GBytes) trees = NULL, all = NULL;

  g_return_val_if_fail (g_str_equal (tl_cost_model_name (model), "xgb"), FALSE);
  if (tl_cost_model_is_trained (model)
      && (!(trees = tl_cost_model_fitted_bytes (model, error)) || !(all = tl_cost_model_to_bytes (model, machine, error))))
    return FALSE;
  if (trees)
    tar_append (tar, "model.bin", g_bytes_get_data (trees, NULL), g_bytes_get_size (trees));
  append_no_samples (tar);
  if (all)
    tar_append (tar, OWN_MEMBER, g_bytes_get_data (all, NULL), g_bytes_get_size (all));
  tar_end (tar);
  packed = convert (packer, tar->data, tar->len, error);
  return packed && tl_file_write_bytes (path, packed->data, packed->len, error);
}

static gboolean
fail (GError **error, const char *path, const char *what)
{
  return tl_fail (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FORMAT, "%s %s", path, what);
}

/* NULL with @error, or where the model was not trained. */
static GBytes *
read_member (const char *path, GError **error)
{
  g_autoptr (GConverter) unpacker = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GByteArray) tar = NULL;
  g_autoptr (GBytes) own = NULL, trees = NULL;
  g_autofree char *packed = NULL;
  gboolean is_tar;
  gsize size;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      fail (error, path, "is not a regular file");
      return NULL;
    }
  if (!g_file_get_contents (path, &packed, &size, error))
    return NULL;
  tar = convert (unpacker, packed, size, NULL);
  own = tar ? tar_find (tar, OWN_MEMBER, &is_tar) : NULL;
  trees = tar ? tar_find (tar, "model.bin", &is_tar) : NULL;
  if (!tar || !is_tar)
    fail (error, path, "is damaged or not a cost model");
  else if (trees && !own)
    fail (error, path, "is a model of another program, with other features");
  return g_steal_pointer (&own);
}

TlCostModel *
tl_cost_model_load_file (const char *path, const char *machine, guint n_columns, GError **error)
{
  g_autoptr (GBytes) bytes = g_file_test (path, G_FILE_TEST_EXISTS) ? read_member (path, error) : NULL;
  g_autoptr (TlCostModel) model = NULL;

  if (!bytes)
    return NULL;
  model = tl_cost_model_from_bytes (bytes, machine, error);
  if (!model)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  if (tl_cost_model_n_columns (model) == n_columns)
    return g_steal_pointer (&model);
  fail (error, path, "is a model with other features");
  return NULL;
}
