/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/*
 * The glyph of an outcome in a square of @size around (@x, @y): measured a dot, pruned », timed out a clock, wrong ≠, build failed a
 * cross, crashed a bolt, out of memory a square, refused a no-entry sign. In the current source of @cr.
 */
void tl_draw_outcome_glyph (cairo_t *cr, TlOutcomeKind kind, double x, double y, double size);

G_END_DECLS
