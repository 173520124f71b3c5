/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses to each element of a block's buffers during one iteration of a loop: how many and when, how much else is accessed between two
 * accesses to its cache line (its reuse distance: Mattson et al., 1970), and which caches miss it.
 */
#pragma once

#include <gio/gio.h>

#include "core/analysis/block-tiles.h"
#include "core/analysis/traffic.h"

G_BEGIN_DECLS

#define TL_COUNTED_LEVELS 3      /* L1, L2, L3 */
#define TL_DISTANCE_BINS  40

/* Of one element. Numbers of accesses count from 1 in the order of the program; 0: none. */
typedef struct
{
  guint32 n_reads;
  guint32 n_writes;
  guint32 n_overwritten;                    /* writes of what was written before and not read since */
  guint32 first, last;
  guint32 n_reuses;                         /* accesses to its line after the first one in this iteration */
  guint32 least_lines, most_lines;          /* other lines accessed between two accesses */
  gfloat  sum_lines;
  guint32 n_misses[TL_COUNTED_LEVELS];      /* of a fully associative cache that replaces the line not used for longest, empty at first */
} TlElementCount;

/* The elements of an access's tile, row by row. */
typedef struct
{
  const TlBuffer *buffer;
  TlTileSpan     *box;          /* one for each dimension */
  TlElementCount *elements;
  gsize           n_elements;
} TlCountedTile;

typedef struct
{
  TlCountedTile *tiles;                     /* as the accesses of the block; others' buffers count for distances alone */
  guint          n_tiles;
  guint          n_fixed;                   /* loops that stand still */
  guint64        n_accesses;
  guint64        n_misses[TL_COUNTED_LEVELS];
  guint64        n_first;                   /* accesses to lines not accessed before */
  guint64        histogram[TL_DISTANCE_BINS];   /* [b]: reuses at a distance of 2^(b-1) to 2^b - 1 lines; [0]: at none */
  const TlBuffer *watched;                      /* nullable: of one of its elements there is … */
  gint64        *watched_index;
  guint64        watched_histogram[TL_DISTANCE_BINS];   /* … the same of the accesses to it alone */
} TlElementCounts;

/* About how many accesses an iteration makes with @n_fixed loops standing still: of the block alone. */
guint64          tl_element_counts_estimate (const TlBlockTiles *tiles, guint n_fixed);

/*
 * Counts over all that runs while the outermost @n_fixed loops of @tiles stand at @position. Buffers begin at cache lines. Takes about a
 * microsecond for each access. NULL with an error if cancelled, if there are more than @max_accesses, or if accesses depend on data.
 */
TlElementCounts *tl_element_counts_new (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position,
                                        const TlCaches *caches, guint64 max_accesses, GCancellable *cancellable, GError **error);
/* The same, with the reuse distances of element @index of @watched (nullable) for themselves. */
TlElementCounts *tl_element_counts_new_watching (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position,
                                                 const TlBuffer *watched, const gint64 *index, const TlCaches *caches,
                                                 guint64 max_accesses, GCancellable *cancellable, GError **error);
void             tl_element_counts_free (TlElementCounts *counts);
/* The counts of an element; NULL outside of the tile. */
const TlElementCount *tl_counted_tile_find (const TlCountedTile *tile, const gint64 *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlElementCounts, tl_element_counts_free)

G_END_DECLS
