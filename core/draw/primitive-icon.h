/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"
#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/* Whether there is a picture of what @primitive does: for all that change a program, and those that sample. */
gboolean tl_primitive_has_icon (const TlPrimitive *primitive);
/* That picture, in a square of @size in the color @color. Paints no background. */
void     tl_draw_primitive_icon (cairo_t *cr, const TlPrimitive *primitive, TlColor color, double size);

G_END_DECLS
