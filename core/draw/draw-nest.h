/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/nest.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Measures of the boxes, at the usual size of text. */
#define TL_NEST_HEADER_HEIGHT 23.0
#define TL_NEST_CARD_HEIGHT   41.0
#define TL_NEST_OTHER_HEIGHT  20.0

extern const TlNestSpacing tl_nest_box_spacing;

/* The size at which the whole nest is drawn with readable text, margins included. */
void tl_nest_picture_size (const TlNest *nest, double *width, double *height);

/* The middle of the row of each item in the picture of that size: n_items. */
void tl_nest_picture_middles (const TlNest *nest, double *middles);

/*
 * The nest as nested headers and block cards, scaled down to fit (never up) and centred. @selected: a loop or block to mark, or 0. Paints
 * no background.
 */
void tl_draw_nest (cairo_t *cr, const TlNest *nest, const TlPalette *palette, TlNodeId selected, double width, double height);

/* A picture without text for cards and lists: bars for loops, tiles for blocks. Paints no background. */
void tl_draw_nest_miniature (cairo_t *cr, const TlNest *nest, const TlPalette *palette, double width, double height);

/* The frame, fill and stripe of one loop header and of the body under it: the canvas draws behind its widgets with it. */
void tl_draw_loop_level (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette);

/* The dashed line of a barrier with its name, above the item whose threads wait. */
void tl_draw_nest_barrier (cairo_t *cr, double left, double right, double y, const TlPalette *palette);

/* A loop, block or other row without text: a bar, or a tile with its axes. */
void tl_draw_nest_tile (cairo_t *cr, const TlNest *nest, guint index, const TlNestBox *box, const TlPalette *palette);

/*
 * Two thin strips in a loop's header: at its top from the right the logarithm of its extent, of @largest (tl_nest_largest_extent) a third
 * of its width; under it from the left its part of the time, of all of the width (NAN: none).
 */
void tl_draw_loop_strips (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, gint64 largest, double time_share,
                          const TlPalette *palette);
gint64 tl_nest_largest_extent (const TlNest *nest);

G_END_DECLS
