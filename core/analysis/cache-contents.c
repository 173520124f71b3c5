/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each line keeps the number of its last access. Of all accesses that are last ones, those that belong to a cache of n lines are the n
 * latest.
 */
#include "core/analysis/cache-contents.h"

#include "core/analysis/access-walk.h"
#include "core/base/saturate.h"

#define CANCEL_CHECKS 4096    /* accesses between two looks at the cancellable */
#define OTHER_BLOCKS  4       /* times as many accesses as the block's own are gone through */

typedef struct
{
  const TlBuffer *buffer;
  guint32        *last;       /* of each line, from 1; 0: none */
  gsize           n_lines;
} AccessedBuffer;

typedef struct
{
  GArray       *buffers;      /* AccessedBuffer */
  GHashTable   *indices;      /* TlBuffer → its index and 1 */
  guint64       n_accesses;
  GCancellable *cancellable;
} ContentsWalk;

/* NULL: of unknown size, or too large. */
static AccessedBuffer *
find_buffer (ContentsWalk *walk, const TlBuffer *buffer)
{
  guint          index = GPOINTER_TO_UINT (g_hash_table_lookup (walk->indices, buffer));
  gint64         n = tl_buffer_n_elements (buffer);
  AccessedBuffer new_one = { .buffer = buffer };

  if (index == 0 && n >= 0)
    {
      new_one.n_lines = (gsize) tl_mul_saturated (n, tl_dtype_bytes (buffer->dtype)) / TL_CACHE_LINE_BYTES + 1;
      new_one.last = g_try_new0 (guint32, new_one.n_lines);
      if (new_one.last == NULL)
        return NULL;
      g_array_append_val (walk->buffers, new_one);
      index = walk->buffers->len;
      g_hash_table_insert (walk->indices, (gpointer) buffer, GUINT_TO_POINTER (index));
    }
  return index > 0 ? &g_array_index (walk->buffers, AccessedBuffer, index - 1) : NULL;
}

static gboolean
visit_access (const TlMemoryAccess *access, gpointer user_data)
{
  ContentsWalk   *walk = user_data;
  AccessedBuffer *buffer = find_buffer (walk, access->buffer);
  gint64          offset;
  gsize           line;

  walk->n_accesses++;
  if (buffer == NULL || !tl_memory_access_offset (access, &offset)
      || (walk->n_accesses % CANCEL_CHECKS == 0 && g_cancellable_is_cancelled (walk->cancellable)))
    return FALSE;
  line = (gsize) offset * tl_dtype_bytes (access->buffer->dtype) / TL_CACHE_LINE_BYTES;
  if (offset >= 0 && line < buffer->n_lines)
    buffer->last[line] = (guint32) walk->n_accesses;
  return TRUE;
}

/* The last instance of the block before the moment. Free with g_free. */
static gint64 *
last_position (const TlBlockTiles *tiles, guint n_fixed, const gint64 *position)
{
  gint64 *last = g_new0 (gint64, tiles->n_loops + 1);

  for (guint i = 0; i < tiles->n_loops; i++)
    last[i] = i < n_fixed ? position[i] : MAX (tiles->extents[i] - 1, 0);
  return last;
}

/* Goes back from @last, the loops from inside out. */
static void
choose_start (TlCacheContents *contents, const TlBlockTiles *tiles, const gint64 *last, guint64 max_accesses)
{
  gint64 left = (gint64) max_accesses;

  contents->n_outer = tiles->n_loops;
  while (contents->n_outer > 0 && contents->first == 0)
    {
      guint  loop = contents->n_outer - 1;
      gint64 of_one = (gint64) tl_element_counts_estimate (tiles, contents->n_outer), n_before = MIN (last[loop], left / of_one);

      if (n_before == 0 && last[loop] > 0)
        return;
      left -= n_before * of_one;
      contents->n_outer = loop;
      contents->first = last[loop] - n_before;
    }
}

/* The first access of those after which a cache's lines were used last. */
static void
find_earliest (const ContentsWalk *walk, const TlCacheContents *contents, guint32 *earliest)
{
  g_autofree guint8 *is_last = g_new0 (guint8, walk->n_accesses + 1);
  guint64            n = 0;

  for (guint b = 0; b < walk->buffers->len; b++)
    {
      const AccessedBuffer *buffer = &g_array_index (walk->buffers, AccessedBuffer, b);

      for (gsize l = 0; l < buffer->n_lines; l++)
        is_last[buffer->last[l]] = 1;
    }
  for (guint c = 0; c < TL_COUNTED_LEVELS; c++)
    earliest[c] = contents->n_lines[c] > 0 ? 1 : G_MAXUINT32;
  for (guint64 at = walk->n_accesses; at > 0; at--)
    for (guint c = 0; is_last[at] && c < TL_COUNTED_LEVELS; c++)
      {
        n += c == 0;
        if (n == contents->n_lines[c])
          earliest[c] = (guint32) at;
      }
}

static void
fill (TlCacheContents *contents, ContentsWalk *walk)
{
  guint32 earliest[TL_COUNTED_LEVELS];

  find_earliest (walk, contents, earliest);
  contents->n_buffers = walk->buffers->len;
  contents->buffers = g_new0 (TlBufferContents, contents->n_buffers + 1);
  for (guint b = 0; b < contents->n_buffers; b++)
    {
      const AccessedBuffer *accessed = &g_array_index (walk->buffers, AccessedBuffer, b);
      TlBufferContents     *buffer = &contents->buffers[b];

      *buffer = (TlBufferContents) { .buffer = accessed->buffer, .n_lines = accessed->n_lines };
      buffer->caches = g_new0 (guint8, accessed->n_lines);
      for (gsize l = 0; l < accessed->n_lines; l++)
        for (guint c = TL_COUNTED_LEVELS; c-- > 0;)
          if (accessed->last[l] >= earliest[c])
            {
              buffer->caches[l] = (guint8) (c + 1);
              buffer->n_held[c]++;
              contents->n_held[c]++;
            }
    }
}

TlCacheContents *
tl_cache_contents_new (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position, const TlCaches *caches,
                       guint64 max_accesses, GCancellable *cancellable, GError **error)
{
  TlCacheContents   *contents = g_new0 (TlCacheContents, 1);
  g_autofree gint64 *last = last_position (tiles, n_fixed, position);
  ContentsWalk       walk = { .cancellable = cancellable };
  gboolean           is_done;

  *contents = (TlCacheContents) { .n_fixed = n_fixed,
                                  .n_lines = { (guint64) caches->l1d_bytes / TL_CACHE_LINE_BYTES,
                                               (guint64) caches->l2_bytes / TL_CACHE_LINE_BYTES,
                                               (guint64) caches->l3_bytes / TL_CACHE_LINE_BYTES } };
  choose_start (contents, tiles, last, max_accesses);
  walk.buffers = g_array_new (FALSE, FALSE, sizeof (AccessedBuffer));
  walk.indices = g_hash_table_new (NULL, NULL);
  is_done = tl_access_walk_up_to (module, tiles->block->id, n_fixed, last, contents->n_outer, contents->first,
                                  OTHER_BLOCKS * max_accesses, visit_access, &walk);
  if (is_done)
    fill (contents, &walk);
  for (guint b = 0; b < walk.buffers->len; b++)
    g_free (g_array_index (walk.buffers, AccessedBuffer, b).last);
  g_array_unref (walk.buffers);
  g_hash_table_unref (walk.indices);
  if (is_done)
    return contents;
  tl_cache_contents_free (contents);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, walk.n_accesses >= OTHER_BLOCKS * max_accesses
                 ? "there are more than %" G_GUINT64_FORMAT " accesses before"
                 : "accesses after the first %" G_GUINT64_FORMAT " depend on data or on sizes that are not known", walk.n_accesses);
  return NULL;
}

void
tl_cache_contents_free (TlCacheContents *contents)
{
  for (guint b = 0; b < contents->n_buffers; b++)
    g_free (contents->buffers[b].caches);
  g_free (contents->buffers);
  g_free (contents);
}

gboolean
tl_cache_contents_miss_some (const TlCacheContents *contents, guint cache)
{
  return contents->n_held[cache] < contents->n_lines[cache] && (contents->n_outer > 0 || contents->first > 0);
}

const TlBufferContents *
tl_cache_contents_of (const TlCacheContents *contents, const TlBuffer *buffer)
{
  for (guint b = 0; b < contents->n_buffers; b++)
    if (contents->buffers[b].buffer == buffer)
      return &contents->buffers[b];
  return NULL;
}
