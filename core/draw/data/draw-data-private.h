/* SPDX-License-Identifier: Apache-2.0 */
/* Parts that the pictures of tiles and of counts have in common. */
#pragma once

#include "core/draw/data/draw-counts.h"
#include "core/draw/data/draw-data.h"

G_BEGIN_DECLS

/* The look of a tile. */
typedef struct
{
  TlColor fill, line;
  double  fill_alpha, line_alpha, line_width;
  double  hatch;     /* distance of lines of the fill's colour; 0: none */
} TlTileLook;

/* In draw-data.c */
TlColor  tl_data_buffer_color (const TlDataBuffer *buffer, const TlPalette *palette);
void     tl_data_fill_and_stroke (cairo_t *cr, const TlTileLook *look, double x, double y, double width, double height);
/* A tile with one span for each dimension of the rect's buffer. */
void     tl_data_draw_tile (cairo_t *cr, const TlDataRect *rect, const TlTileSpan *tile, const TlTileLook *look);
/* The pixels around the marked tile; FALSE: none of it is in the window. */
gboolean tl_data_marked_box (const TlDataPicture *picture, const TlDataRect *rect, double *x, double *y, double *width, double *height);

/* In draw-copies.c: the original of a copy, and the ribbon from its part to the marked tile of the copy. */
void tl_data_draw_strip (cairo_t *cr, const TlDataPicture *picture, const TlDataStrip *strip, const TlPalette *palette);

/* In draw-slice.c: the first element of the instance; the slice that is shown of dimensions without a side holds it. */
void     tl_data_slice_element (const TlDataPicture *picture, const TlDataBuffer *buffer, gint64 *element);
/* Whether @tile reaches into the slice with @element. */
gboolean tl_data_slice_reaches (const TlDataBuffer *buffer, const TlTileSpan *tile, const gint64 *element);

/* In draw-counts.c: the elements of the rect that were counted, of the slice with @element. */
void     tl_data_draw_counted (cairo_t *cr, const TlDataRect *rect, const gint64 *element, const TlElementCounts *counts,
                               const TlCountsLook *look);

/* In draw-shares.c */
/* The part of each CPU thread of the slice with @element. */
void tl_data_draw_thread_parts (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const gint64 *element,
                                const TlPalette *palette);
/* The tiles of all iterations of the outermost parallel loop, in a tint for each thread. */
void tl_data_draw_shares (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette);
/* The marked tiles of the positions before, the older the fainter. */
void tl_data_draw_trail (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette);
/* The name of each cache at the outline of the outermost tile with which all that an iteration touches fits it. */
void tl_data_draw_cache_tabs (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette);

/* The area of a buffer in its color, faint. */
void tl_data_draw_ground (cairo_t *cr, const TlDataRect *rect, const TlPalette *palette);
/* Where it does not fit inside, @lower says that it stands a line further down. */
void tl_data_draw_name (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, gboolean lower, const TlPalette *palette);
void tl_data_draw_rulers (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette);

G_END_DECLS
