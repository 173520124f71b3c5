/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pass gives the reuse distances of all accesses and with them the misses of caches of any size: the distance is the number of lines
 * whose last access lies behind the last one to this line. A Fenwick tree over the accesses holds a mark at the last access of each line.
 */
#include "core/analysis/element-counts.h"

#include <string.h>

#include "core/analysis/access-walk.h"
#include "core/base/saturate.h"

#define CANCEL_CHECKS  4096   /* accesses between two looks at the cancellable */

typedef struct
{
  TlElementCounts *counts;
  GHashTable      *bases;         /* TlBuffer → its first line */
  GHashTable      *last;          /* line → number of its last access */
  guint32         *marks;         /* Fenwick tree, from 1 */
  guint64          n_marks;
  guint64          next_line;
  gint64           cache_lines[TL_COUNTED_LEVELS];
  GCancellable    *cancellable;
} ElementCounting;

static void
mark (ElementCounting *counting, guint64 at, gint by)
{
  for (; at <= counting->n_marks; at += at & -at)
    counting->marks[at] += (guint32) by;
}

static guint64
marks_up_to (const ElementCounting *counting, guint64 at)
{
  guint64 sum = 0;

  for (; at > 0; at -= at & -at)
    sum += counting->marks[at];
  return sum;
}

/* The line of an element; buffers follow each other. */
static gboolean
line_of (ElementCounting *counting, const TlMemoryAccess *access, guint64 *line)
{
  const TlBuffer *buffer = access->buffer;
  gpointer        base = g_hash_table_lookup (counting->bases, buffer);
  gint64          offset, n = tl_buffer_n_elements (buffer);

  if (n < 0 || !tl_memory_access_offset (access, &offset))
    return FALSE;
  if (base == NULL)
    {
      base = GSIZE_TO_POINTER (counting->next_line);
      counting->next_line += (guint64) tl_mul_saturated (n, tl_dtype_bytes (buffer->dtype)) / TL_CACHE_LINE_BYTES + 1;
      g_hash_table_insert (counting->bases, (gpointer) buffer, base);
    }
  *line = GPOINTER_TO_SIZE (base) + (guint64) (offset * tl_dtype_bytes (buffer->dtype)) / TL_CACHE_LINE_BYTES;
  return TRUE;
}

static guint
bin_of (guint64 distance)
{
  guint bits = distance == 0 ? 0 : g_bit_storage (distance);

  return MIN (bits, TL_DISTANCE_BINS - 1);
}

/* Lines accessed since the last access to @line; -1: this is the first. */
static gint64
distance_of (ElementCounting *counting, guint64 line, guint64 now)
{
  gpointer key = GSIZE_TO_POINTER (line + 1);
  guint64  before = GPOINTER_TO_SIZE (g_hash_table_lookup (counting->last, key));
  gint64   distance = -1;

  if (before != 0)
    {
      distance = (gint64) (marks_up_to (counting, now - 1) - marks_up_to (counting, before));
      mark (counting, before, -1);
    }
  mark (counting, now, 1);
  g_hash_table_insert (counting->last, key, GSIZE_TO_POINTER (now));
  return distance;
}

static TlElementCount *
find_element (const TlCountedTile *tile, const gint64 *index)
{
  gint64 at = 0;

  for (guint d = 0; d < tile->buffer->n_dims; d++)
    {
      gint64 inside = index[d] - tile->box[d].start;

      if (inside < 0 || inside >= tile->box[d].length)
        return NULL;
      at = at * tile->box[d].length + inside;
    }
  return tile->elements != NULL ? &tile->elements[at] : NULL;
}

static void
count_element (TlElementCount *element, const TlMemoryAccess *access, guint64 now, gint64 distance, const gint64 *cache_lines)
{
  gboolean was_written_last = element->n_writes > 0 && (element->last & 1) != 0;

  if (access->writes)
    {
      element->n_overwritten += was_written_last;
      element->n_writes++;
    }
  else
    element->n_reads++;
  if (element->first == 0)
    element->first = (guint32) now;
  /* The lowest bit tells whether the last access was a write; finish() takes it out. */
  element->last = (guint32) now << 1 | (access->writes ? 1 : 0);
  if (distance >= 0)
    {
      element->least_lines = element->n_reuses == 0 ? (guint32) distance : MIN (element->least_lines, (guint32) distance);
      element->most_lines = MAX (element->most_lines, (guint32) distance);
      element->sum_lines += (gfloat) distance;
      element->n_reuses++;
    }
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    element->n_misses[level] += distance < 0 || distance >= cache_lines[level];
}

static gboolean
is_watched (const TlElementCounts *counts, const TlMemoryAccess *access)
{
  return access->buffer == counts->watched
         && (access->buffer->n_dims == 0
             || memcmp (access->indices, counts->watched_index, sizeof (gint64) * access->buffer->n_dims) == 0);
}

static gboolean
visit_access (const TlMemoryAccess *access, gpointer user_data)
{
  ElementCounting *counting = user_data;
  TlElementCounts *counts = counting->counts;
  guint64          now = ++counts->n_accesses, line;
  gint64           distance;

  if (now > counting->n_marks || (now % CANCEL_CHECKS == 0 && g_cancellable_is_cancelled (counting->cancellable))
      || !line_of (counting, access, &line))
    return FALSE;
  distance = distance_of (counting, line, now);
  if (distance < 0)
    counts->n_first++;
  else
    {
      counts->histogram[bin_of ((guint64) distance)]++;
      if (is_watched (counts, access))
        counts->watched_histogram[bin_of ((guint64) distance)]++;
    }
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    counts->n_misses[level] += distance < 0 || distance >= counting->cache_lines[level];
  for (guint i = 0; i < counts->n_tiles; i++)
    if (counts->tiles[i].buffer == access->buffer)
      {
        TlElementCount *element = find_element (&counts->tiles[i], access->indices);

        if (element != NULL)
          count_element (element, access, now, distance, counting->cache_lines);
      }
  return TRUE;
}

static void
make_tiles (TlElementCounts *counts, const TlBlockTiles *tiles, const gint64 *position)
{
  g_autofree TlTileSpan *spans = g_new0 (TlTileSpan, tl_block_tiles_n_spans (tiles) + 1);

  tl_block_tiles_at (tiles, position, spans);
  counts->n_tiles = tiles->n_accesses;
  counts->tiles = g_new0 (TlCountedTile, tiles->n_accesses);
  for (guint i = 0; i < tiles->n_accesses; i++)
    {
      TlCountedTile *tile = &counts->tiles[i];

      tile->buffer = tiles->accesses[i].buffer;
      tile->box = g_memdup2 (spans + tl_block_tiles_index (tiles, i, counts->n_fixed), sizeof (TlTileSpan) * tile->buffer->n_dims);
      tile->n_elements = 1;
      for (guint d = 0; d < tile->buffer->n_dims; d++)
        tile->n_elements *= (gsize) tile->box[d].length;
      tile->elements = g_try_new0 (TlElementCount, tile->n_elements);
    }
}

static void
finish (TlElementCounts *counts)
{
  for (guint i = 0; i < counts->n_tiles; i++)
    for (gsize e = 0; counts->tiles[i].elements != NULL && e < counts->tiles[i].n_elements; e++)
      counts->tiles[i].elements[e].last >>= 1;
}

guint64
tl_element_counts_estimate (const TlBlockTiles *tiles, guint n_fixed)
{
  gint64 n = 1 + tiles->n_accesses;

  for (guint i = n_fixed; i < tiles->n_loops; i++)
    n = tl_mul_saturated (n, MAX (tiles->extents[i], 1));
  return (guint64) n;
}

TlElementCounts *
tl_element_counts_new (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position, const TlCaches *caches,
                       guint64 max_accesses, GCancellable *cancellable, GError **error)
{
  return tl_element_counts_new_watching (module, tiles, n_fixed, position, NULL, NULL, caches, max_accesses, cancellable, error);
}

TlElementCounts *
tl_element_counts_new_watching (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position,
                                const TlBuffer *watched, const gint64 *index, const TlCaches *caches, guint64 max_accesses,
                                GCancellable *cancellable, GError **error)
{
  TlElementCounts *counts = g_new0 (TlElementCounts, 1);
  ElementCounting  counting = { .counts = counts, .n_marks = max_accesses, .next_line = 1, .cancellable = cancellable,
                                .cache_lines = { caches->l1d_bytes / TL_CACHE_LINE_BYTES, caches->l2_bytes / TL_CACHE_LINE_BYTES,
                                                 caches->l3_bytes / TL_CACHE_LINE_BYTES } };
  gboolean         is_done;

  counts->n_fixed = n_fixed;
  counts->watched = watched;
  counts->watched_index = watched != NULL ? g_memdup2 (index, sizeof *index * watched->n_dims) : NULL;
  make_tiles (counts, tiles, position);
  counting.bases = g_hash_table_new (NULL, NULL);
  counting.last = g_hash_table_new (NULL, NULL);
  counting.marks = g_new0 (guint32, max_accesses + 1);
  is_done = tl_access_walk_iteration (module, tiles->block->id, n_fixed, position, max_accesses, visit_access, &counting);
  finish (counts);
  g_hash_table_unref (counting.bases);
  g_hash_table_unref (counting.last);
  g_free (counting.marks);
  if (is_done)
    return counts;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, counts->n_accesses >= max_accesses
                 ? "one iteration makes more than %" G_GUINT64_FORMAT " accesses"
                 : "accesses after the first %" G_GUINT64_FORMAT " depend on data or on sizes that are not known",
                 counts->n_accesses >= max_accesses ? max_accesses : counts->n_accesses);
  tl_element_counts_free (counts);
  return NULL;
}

void
tl_element_counts_free (TlElementCounts *counts)
{
  for (guint i = 0; i < counts->n_tiles; i++)
    {
      g_free (counts->tiles[i].box);
      g_free (counts->tiles[i].elements);
    }
  g_free (counts->tiles);
  g_free (counts->watched_index);
  g_free (counts);
}

const TlElementCount *
tl_counted_tile_find (const TlCountedTile *tile, const gint64 *index)
{
  return find_element (tile, index);
}
