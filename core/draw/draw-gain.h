/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/*
 * A range of gains on a log scale with 1, no change, in the middle: a bar from @low to @high, in one color where the program slows and in
 * another where it gains, and a mark at the median. Gains below 1/8 and above 8 are drawn at the ends. Paints no background.
 */
void tl_draw_gain (cairo_t *cr, double low, double median, double high, const TlPalette *palette, double width, double height);

/* How far a gain can be trusted, 0 … 1: a disc that is filled from the top, clockwise. Paints no background. */
void tl_draw_confidence (cairo_t *cr, double confidence, const TlPalette *palette, double width, double height);

G_END_DECLS
