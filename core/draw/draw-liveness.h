/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of core/draw/liveness.h: a row for each buffer, a column for each block, and the bytes that live at once below. */
#pragma once

#include "core/draw/liveness.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* The least size, in pixels, at which it can be read. */
void tl_liveness_size (const TlLiveness *liveness, double *width, double *height);

/* "R" and "W" mark the blocks that read and write; the bar reaches from the first to the last use. Paints no background. */
void tl_draw_liveness (cairo_t *cr, const TlLiveness *liveness, const TlPalette *palette, double width, double height);
/* On top of it: the column of a block. */
void tl_draw_liveness_block (cairo_t *cr, const TlLiveness *liveness, const TlPalette *palette, double width, double height, guint block);

/* The column and the row at a pixel; -1 where there is none. */
void tl_liveness_find (const TlLiveness *liveness, double width, double height, double x, double y, gint *block, gint *life);

G_END_DECLS
