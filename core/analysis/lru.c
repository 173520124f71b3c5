/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/lru.h"

#define NONE G_MAXUINT32

typedef struct
{
  guint32  newer, older;
  guint32  n_bytes;      /* 0: not in the cache */
  gboolean is_dirty;
} Line;

struct _TlLru
{
  Line      *lines;
  guint32    newest, oldest;
  gint64     n_free;
  TlLruEvict evict;
  gpointer   user_data;
};

TlLru *
tl_lru_new (guint n_lines, gint64 capacity_bytes, TlLruEvict evict, gpointer user_data)
{
  TlLru *lru = g_new (TlLru, 1);

  *lru = (TlLru) { .lines = g_new0 (Line, n_lines), .newest = NONE, .oldest = NONE, .n_free = capacity_bytes, .evict = evict,
                   .user_data = user_data };
  return lru;
}

void
tl_lru_free (TlLru *lru)
{
  g_free (lru->lines);
  g_free (lru);
}

static void
unlink_line (TlLru *lru, guint32 at)
{
  Line *line = &lru->lines[at];

  if (line->newer != NONE)
    lru->lines[line->newer].older = line->older;
  else
    lru->newest = line->older;
  if (line->older != NONE)
    lru->lines[line->older].newer = line->newer;
  else
    lru->oldest = line->newer;
}

static void
push_newest (TlLru *lru, guint32 at)
{
  Line *line = &lru->lines[at];

  line->newer = NONE;
  line->older = lru->newest;
  if (lru->newest != NONE)
    lru->lines[lru->newest].newer = at;
  else
    lru->oldest = at;
  lru->newest = at;
}

static void
evict_oldest (TlLru *lru)
{
  guint32 at = lru->oldest;
  Line   *line = &lru->lines[at];

  unlink_line (lru, at);
  lru->n_free += line->n_bytes;
  line->n_bytes = 0;
  if (line->is_dirty)
    lru->evict (at, lru->user_data);
  line->is_dirty = FALSE;
}

TlLruResult
tl_lru_access (TlLru *lru, guint at, guint n_bytes, gboolean writes)
{
  Line       *line = &lru->lines[at];
  TlLruResult result = line->n_bytes > 0 ? TL_LRU_HIT : TL_LRU_MISS;

  if (result == TL_LRU_HIT)
    unlink_line (lru, at);
  else
    {
      while (lru->n_free < n_bytes && lru->oldest != NONE)
        evict_oldest (lru);
      line->n_bytes = n_bytes;
      lru->n_free -= n_bytes;
    }
  push_newest (lru, at);
  line->is_dirty |= writes;
  return result;
}

void
tl_lru_flush (TlLru *lru)
{
  while (lru->oldest != NONE)
    evict_oldest (lru);
}
