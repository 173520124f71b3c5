/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of elements as colors. */
#pragma once

#include "core/draw/data/count-scale.h"
#include "core/draw/data/data-picture.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Each element of the tiles of @counts in the color of its value. @picture shows the tiles of the counts' level. Paints no background. */
void     tl_draw_counts (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, const TlCountsLook *look,
                         const TlPalette *palette);
/* Elements by value over the colors of the scale, with the range that is looked at. */
void     tl_draw_value_histogram (cairo_t *cr, const TlValueHistogram *histogram, const TlCountsLook *look, const TlPalette *palette,
                                  double width, double height);
/* @distances: TL_DISTANCE_BINS of them, as in TlElementCounts, with marks at the sizes of the caches. */
void     tl_draw_reuse_distances (cairo_t *cr, const guint64 *distances, const TlCaches *caches, const TlPalette *palette, double width,
                                  double height);
/* Accesses, cache lines and misses of all that was counted, and the reuse distances where the value has to do with them. */
void     tl_draw_counts_totals (cairo_t *cr, const TlElementCounts *counts, const TlCountsLook *look, const TlCaches *caches,
                                const TlPalette *palette, double width);
/* "Reuses of A[3, 5] by distance: 8 KiB: 127", or of all elements. Free with g_free. */
char    *tl_counts_distances_text (const TlElementCounts *counts);
double   tl_counts_totals_height (TlCountsKind kind);
gboolean tl_counts_have_distances (TlCountsKind kind);

/* "Simulated: one iteration of i, LRU, 64 B lines". Free with g_free. */
char    *tl_counts_scope_text (const TlDataLayout *layout, const TlElementCounts *counts);
/* The counts of the element at @spot, a line for each kind; NULL if it has no counts. Free with g_free. */
char    *tl_counts_spot_text (const TlDataPicture *picture, const TlElementCounts *counts, const TlDataSpot *spot);
/* Range and totals as a sentence. Free with g_free. */
char    *tl_counts_summary (const TlDataLayout *layout, const TlElementCounts *counts, const TlCountsLook *look);

G_END_DECLS
