/* SPDX-License-Identifier: Apache-2.0 */
/* A fully associative cache that replaces what was used last longest ago. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TlLru: lines are numbers below @n_lines, so that a hit is an index and two links; what is in the cache is a list from the line used last
 * to the one used first. One thread.
 */
typedef struct _TlLru TlLru;

typedef enum
{
  TL_LRU_HIT,
  TL_LRU_MISS,
} TlLruResult;

/* A written line leaves the cache. */
typedef void (*TlLruEvict) (guint line, gpointer user_data);

TlLru      *tl_lru_new (guint n_lines, gint64 capacity_bytes, TlLruEvict evict, gpointer user_data);
void        tl_lru_free (TlLru *lru);
/* Uses a line, which takes @n_bytes; others are evicted until it fits. */
TlLruResult tl_lru_access (TlLru *lru, guint line, guint n_bytes, gboolean writes);
/* Evicts all. */
void        tl_lru_flush (TlLru *lru);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLru, tl_lru_free)

G_END_DECLS
