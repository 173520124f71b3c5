/* SPDX-License-Identifier: Apache-2.0 */
/* One slice of a buffer of more than two dimensions, small: which of the tiles reach into it. */
#pragma once

#include "core/draw/data/data-picture.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* The dimension of the written buffer of which one slice is shown at a time: the innermost of those; -1: all are shown. */
gint     tl_data_layout_slice_dim (const TlDataLayout *layout);
/* Whether one iteration of the marked loop touches slice @at of dimension @dim of the written buffer. */
gboolean tl_data_slice_is_touched (const TlDataPicture *picture, guint dim, gint64 at);
/* The slice that the picture shows. */
gint64   tl_data_slice_shown (const TlDataPicture *picture, guint dim);
/* Fills the size with the slice of the written buffer. */
void     tl_draw_data_slice (cairo_t *cr, const TlDataPicture *picture, guint dim, gint64 at, const TlPalette *palette, double width,
                             double height);

G_END_DECLS
