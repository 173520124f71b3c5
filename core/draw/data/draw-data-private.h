/* SPDX-License-Identifier: Apache-2.0 */
/* Parts that the pictures of tiles and of counts have in common. */
#pragma once

#include "core/draw/data/draw-data.h"

G_BEGIN_DECLS

/* The area of a buffer in its color, faint. */
void tl_data_draw_ground (cairo_t *cr, const TlDataRect *rect, const TlPalette *palette);
/* Where it does not fit inside, @lower says that it stands a line further down. */
void tl_data_draw_name (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, gboolean lower, const TlPalette *palette);
void tl_data_draw_rulers (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette);

G_END_DECLS
