/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contents of the caches at one moment of a program: in each, the lines used last, as many as it holds (fully associative, LRU). A
 * smaller cache holds a part of the lines of a larger one (Mattson et al., 1970).
 */
#pragma once

#include "core/analysis/element-counts.h"

G_BEGIN_DECLS

/* Lines of a buffer, which begins at the first. */
typedef struct
{
  const TlBuffer *buffer;
  guint8         *caches;                      /* of each line the smallest that holds it: 1 L1, 2 L2, 3 L3; 0: none does */
  gsize           n_lines;
  guint64         n_held[TL_COUNTED_LEVELS];   /* lines in each cache */
} TlBufferContents;

typedef struct
{
  TlBufferContents *buffers;                   /* that were accessed, the one accessed first at the start */
  guint             n_buffers;
  guint             n_fixed;                   /* the moment: this many loops have run one iteration at the position */
  guint             n_outer;                   /* accesses are known from iteration … */
  gint64            first;                     /* … @first of loop @n_outer on, an index */
  guint64           n_lines[TL_COUNTED_LEVELS];      /* that a cache holds */
  guint64           n_held[TL_COUNTED_LEVELS];
} TlCacheContents;

/*
 * After one iteration of the outermost @n_fixed loops of @tiles at @position. The block's accesses before are followed back as far as
 * @max_accesses reach; caches are empty there. NULL with an error if cancelled, if blocks beside this one make many times as many accesses,
 * or if accesses depend on data.
 */
TlCacheContents *tl_cache_contents_new (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position,
                                        const TlCaches *caches, guint64 max_accesses, GCancellable *cancellable, GError **error);
void             tl_cache_contents_free (TlCacheContents *contents);
/* Whether the cache may hold what was accessed before all that is known. */
gboolean         tl_cache_contents_miss_some (const TlCacheContents *contents, guint cache);
/* NULL: no access to it is known. */
const TlBufferContents *tl_cache_contents_of (const TlCacheContents *contents, const TlBuffer *buffer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlCacheContents, tl_cache_contents_free)

G_END_DECLS
