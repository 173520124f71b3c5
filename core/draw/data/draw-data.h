/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/data/data-picture.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/*
 * The buffers of a block, aligned by the axes that they share, with the tiles of the loops around it: the outline of a tile has the hue of
 * its loop's family, the marked one is filled. Beside them the bytes of one iteration. Paints no background.
 */
void  tl_draw_data (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette);
/* On top of it: the tiles of one iteration of loop @loop, an index. */
void  tl_draw_data_loop (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, gint loop);

/* On top of it: the elements in the cache line of an element, framed. */
void  tl_draw_data_cache_line (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataSpot *spot);
/* On top of it: the tile whose edge is dragged, as long as @factor iterations of its loop, and the split in words. */
void  tl_draw_data_split (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataEdge *edge, gint64 factor);
/*
 * Each element in the color of the CPU thread that accesses it, as the loop of @picture that runs in parallel is shared out, and the
 * iterations of each thread. Paints no background.
 */
void  tl_draw_data_threads (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette);
/* The same in words: "Iterations of j_0: thread 0: 0–7, …". Free with g_free. */
char *tl_data_threads_summary (const TlDataPicture *picture);

/* The numbers of the picture as a sentence: "One iteration of j_1: A 6 × 1024, 24 KiB; … Total 282 KiB, fits in L2". Free with g_free. */
char *tl_data_picture_summary (const TlDataPicture *picture);
/* An element and the tile around it: "B_global[7, 400, 12], in B_global[7, 0:1024, 0:64] of j_1". Free with g_free. */
char *tl_data_spot_text (const TlDataPicture *picture, const TlDataSpot *spot);

G_END_DECLS
