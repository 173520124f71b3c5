/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/worker/outcome.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/*
 * Two strips on one scale: each sample a tick, the interval a bar, the median a line. Names stand at the left. An outcome without samples
 * leaves its strip empty. Paints no background.
 */
void tl_draw_race (cairo_t *cr, const TlOutcome *const outcomes[2], const char *const names[2], const TlPalette *palette, double width,
                   double height);

/* "B is 1.21 times faster than A", "not distinguishable", or "" where a side has no samples. Free with g_free. */
char *tl_race_verdict (const TlOutcome *const outcomes[2], const char *const names[2]);

G_END_DECLS
