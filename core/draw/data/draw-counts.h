/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of elements as colors. */
#pragma once

#include "core/analysis/element-counts.h"
#include "core/draw/data/data-picture.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

typedef enum
{
  TL_COUNTS_ACCESSES,    /* reads and writes */
  TL_COUNTS_ORDER,       /* the first access */
  TL_COUNTS_REUSE,       /* the mean reuse distance, in bytes */
  TL_COUNTS_MISSES,      /* of one cache */
  TL_COUNTS_REWRITES,    /* writes of what was written before and not read since */
  TL_N_COUNTS,
} TlCountsKind;

const char *tl_counts_title (TlCountsKind kind);    /* "Accesses" */

/*
 * Each element of the tiles of @counts in the color of its value, one scale for all buffers, with the scale and the totals beside them.
 * @picture shows the tiles of the counts' level. @cache: for MISSES, 0 to 2. Paints no background.
 */
void        tl_draw_counts (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, TlCountsKind kind, guint cache,
                            const TlPalette *palette);
/* The counts of the element at @spot, a line for each kind; NULL if it has no counts. Free with g_free. */
char       *tl_counts_spot_text (const TlDataPicture *picture, const TlElementCounts *counts, const TlDataSpot *spot);
/* The totals as a sentence. Free with g_free. */
char       *tl_counts_summary (const TlDataPicture *picture, const TlElementCounts *counts, TlCountsKind kind, guint cache);

G_END_DECLS
