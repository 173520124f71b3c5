/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/nest.h"

G_BEGIN_DECLS

/*
 * An arc from one row to another that a refused step would break, in the colour of errors with an arrow head and @label (nullable) behind a
 * no-entry sign; a loop where both are the same row. @right: where the room for the label ends. Paints no background.
 */
void tl_draw_dependence (cairo_t *cr, const TlNestBox *from, const TlNestBox *to, const char *label, double right,
                         const TlPalette *palette);

/* Where the arc of that call is widest, in the middle of its label's left edge. */
void tl_dependence_label_place (const TlNestBox *from, const TlNestBox *to, double *x, double *y);

G_END_DECLS
