/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces in two parts. The instructions before enter_postproc are the same in all trials of one sketch, for the decisions stand apart from
 * them: they are kept once, as a skeleton found by its digest. The rest, postprocessing and decisions, is a few hundred bytes. Both
 * deflated.
 *
 *     [[["GetBlock", …], …, ["Split", …], ["EnterPostproc", [], [], []], …], [[3, [4, 16]], …]]
 *     └────────── skeleton ─────────────┘└─────────────────── rest ──────────────────────────┘
 */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <string.h>

#define POSTPROC_STEP "[\"EnterPostproc\""
#define MAX_ROOM_BYTES (256u << 10)   /* inflated at a time */
#define MAX_TEXT_BYTES (8u << 20)     /* a trace that inflates to more was not written by us */

/* Where the skeleton ends: before the step, else before the end of the instructions. 0: this is no trace as we write them. */
static gsize
skeleton_length (const char *json)
{
  guint depth = 0;
  gboolean in_string = FALSE;

  for (const char *p = json; *p != '\0'; p++)
    if (in_string)
      {
        if (*p == '\\' && p[1] != '\0')
          p++;
        else if (*p == '"')
          in_string = FALSE;
      }
    else if (*p == '"')
      in_string = TRUE;
    else if (*p == '[' && ++depth == 3 && g_str_has_prefix (p, POSTPROC_STEP))
      return (gsize) (p - json);
    else if (*p == ']' && --depth <= 1)
      return depth == 1 ? (gsize) (p - json) : 0;
  return 0;
}

static GBytes *
convert (GConverter *converter, gconstpointer data, gsize n_bytes)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  GConverterResult result = G_CONVERTER_CONVERTED;
  gsize n_read = 0;

  while (result != G_CONVERTER_FINISHED && out->len < MAX_TEXT_BYTES)
    {
      gsize used = 0, written = 0, room = CLAMP (4 * n_bytes, 4096, MAX_ROOM_BYTES);
      guint length = out->len;

      g_byte_array_set_size (out, length + (guint) room);
      result = g_converter_convert (converter, (const guint8 *) data + n_read, n_bytes - n_read, out->data + length, room,
                                    G_CONVERTER_INPUT_AT_END, &used, &written, NULL);
      g_byte_array_set_size (out, length + (guint) written);
      n_read += used;
      if (result == G_CONVERTER_ERROR)
        return NULL;
    }
  return result == G_CONVERTER_FINISHED ? g_byte_array_free_to_bytes (g_steal_pointer (&out)) : NULL;
}

static GBytes *
deflate_text (const char *text, gsize n_bytes)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, -1);

  return convert (G_CONVERTER (compressor), text, n_bytes);
}

static GBytes *
inflate_text (gconstpointer data, gsize n_bytes)
{
  g_autoptr (GZlibDecompressor) decompressor = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);

  return n_bytes > 0 ? convert (G_CONVERTER (decompressor), data, n_bytes) : NULL;
}

static gboolean
find_skeleton (TlDatabase *database, const char *digest, gint64 *id, GError **error)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, "SELECT id FROM skeleton WHERE digest = ?", "s", digest);
  g_autoptr (GError) failure = NULL;

  *id = 0;
  if (query && tl_database_step (database, query, &failure))
    *id = sqlite3_column_int64 (query, 0);
  return tl_database_end_query (query, &failure, error);
}

static gboolean
add_skeleton (TlDatabase *database, const char *text, gsize n_bytes, gint64 *id, GError **error)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, (gssize) n_bytes);
  g_autoptr (GBytes) packed = NULL;

  if (!find_skeleton (database, digest, id, error))
    return FALSE;
  if (*id != 0)
    return TRUE;
  packed = deflate_text (text, n_bytes);
  if (!tl_database_execute (database, error, "INSERT INTO skeleton (digest, text) VALUES (?, ?)", "sb", digest,
                            g_bytes_get_data (packed, NULL),
                            g_bytes_get_size (packed)))
    return FALSE;
  *id = sqlite3_last_insert_rowid (database->db);
  return TRUE;
}

gboolean
tl_database_pack_trace (TlDatabase *database, const char *json, gint64 *skeleton_id, GBytes **rest, GError **error)
{
  gsize length = skeleton_length (json);

  *skeleton_id = 0;
  if (length > 0 && !add_skeleton (database, json, length, skeleton_id, error))
    return FALSE;
  *rest = deflate_text (json + length, strlen (json + length));
  return TRUE;
}

GHashTable *
tl_database_skeletons_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_bytes_unref);
}

/* Borrowed from @skeletons. */
static GBytes *
load_skeleton (TlDatabase *database, GHashTable *skeletons, gint64 id, GError **error)
{
  GBytes *text = g_hash_table_lookup (skeletons, &id);
  g_autoptr (sqlite3_stmt) query = NULL;

  if (text)
    return text;
  query = tl_database_query (database, NULL, "SELECT text FROM skeleton WHERE id = ?", "i", id);
  if (query && tl_database_step (database, query, NULL))
    text = inflate_text (sqlite3_column_blob (query, 0), (gsize) sqlite3_column_bytes (query, 0));
  if (text)
    g_hash_table_insert (skeletons, g_memdup2 (&id, sizeof id), text);
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: part %" G_GINT64_FORMAT " of a trace is missing",
                 database->path, id);
  return text;
}

char *
tl_database_unpack_trace (TlDatabase *database, GHashTable *skeletons, gint64 skeleton_id, gconstpointer rest, gsize n_bytes,
                          GError **error)
{
  g_autoptr (GBytes) tail = inflate_text (rest, n_bytes);
  GBytes *head = skeleton_id != 0 ? load_skeleton (database, skeletons, skeleton_id, error) : NULL;
  gsize head_bytes = head ? g_bytes_get_size (head) : 0, tail_bytes;
  char *text;

  if (skeleton_id != 0 && !head)
    return NULL;
  if (!tail)
    return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: a trace cannot be read", database->path);
  tail_bytes = g_bytes_get_size (tail);
  text = g_malloc (head_bytes + tail_bytes + 1);
  if (head)
    memcpy (text, g_bytes_get_data (head, NULL), head_bytes);
  memcpy (text + head_bytes, g_bytes_get_data (tail, NULL), tail_bytes);
  text[head_bytes + tail_bytes] = '\0';
  if (g_utf8_validate (text, -1, NULL))
    return text;
  g_free (text);
  return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: a trace is not text", database->path);
}
