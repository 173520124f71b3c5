/* SPDX-License-Identifier: Apache-2.0 */
/* One slice of a buffer of more than two dimensions, small: the tiles that reach into it, its counts, or its threads. */
#pragma once

#include "core/draw/data/draw-counts.h"

G_BEGIN_DECLS

/* The dimension of the written buffer of which one slice is shown at a time: the innermost of those; -1: all are shown. */
gint     tl_data_layout_slice_dim (const TlDataLayout *layout);
/* Whether one iteration of the marked loop touches slice @at of dimension @dim of the written buffer. */
gboolean tl_data_slice_is_touched (const TlDataPicture *picture, guint dim, gint64 at);
/* The slice that the picture shows. */
gint64   tl_data_slice_shown (const TlDataPicture *picture, guint dim);
/* As the picture beside it shows the elements. */
typedef struct
{
  const TlElementCounts *counts;          /* borrowed, nullable: tiles, or the parts of threads */
  TlCountsLook           look;            /* of the counts */
  gboolean               shows_threads;   /* those of a CPU */
} TlSliceLook;

/* Fills the size with the slice of the written buffer, or of its tile that the picture shows: where there are counts, theirs. */
void     tl_draw_data_slice (cairo_t *cr, const TlDataPicture *picture, const TlSliceLook *look, guint dim, gint64 at,
                             const TlPalette *palette, double width, double height);
/* "Slice 3 of b 16, shown, in the marked iteration, accesses to an element: 1 to 257". Free with g_free. */
char    *tl_data_slice_text (const TlDataPicture *picture, const TlSliceLook *look, guint dim, gint64 at);

G_END_DECLS
