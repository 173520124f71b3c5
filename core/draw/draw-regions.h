/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/footprint.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/*
 * The buffers that one iteration of a loop (or one instance of a block) touches, each as a rectangle of its last two dimensions with the
 * region of the first iteration in it: read, written or both (striped). Under each: shape, region and bytes. Paints no background.
 */
void tl_draw_regions (cairo_t *cr, const TlFootprint *footprint, const TlPalette *palette, double width, double height);

/* The size that suits @footprint, for a given width. */
double tl_regions_picture_height (const TlFootprint *footprint, double width);

/*
 * Bytes of one iteration against the caches: a bar on a log scale with marks at L1, L2 and L3 (0: unknown, no mark).
 */
void tl_draw_cache_bar (cairo_t *cr, gint64 bytes, gint64 l1_bytes, gint64 l2_bytes, gint64 l3_bytes, const TlPalette *palette,
                        double width,
                        double height);

/* Texts for labels. Free with g_free. */
char *tl_touched_shape_text (const TlTouched *touched);     /* "A 128×128" */
char *tl_touched_region_text (const TlTouched *touched);    /* "1×8 of 128×128, 8 elements, 32 B" */

G_END_DECLS
