/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Bytes of one iteration against the caches: a bar on a log scale with marks at L1, L2 and L3 (0: unknown, no mark). */
void tl_draw_cache_bar (cairo_t *cr, gint64 bytes, gint64 l1_bytes, gint64 l2_bytes, gint64 l3_bytes, const TlPalette *palette,
                        double width,
                        double height);

G_END_DECLS
