/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of banks, sectors, lanes, blocks: those that are free are grey, or in high contrast a dot. */
#pragma once

#include "core/draw/palette.h"

static inline void
tl_draw_free_cell (cairo_t *cr, const TlPalette *palette, double x, double y, double width, double height)
{
  if (palette->is_high_contrast)
    cairo_rectangle (cr, x + width / 2 - 0.75, y + height / 2 - 0.75, 1.5, 1.5);
  else
    cairo_rectangle (cr, x, y, width, height);
  tl_set_color (cr, palette->line, palette->is_high_contrast ? 1 : 0.85);
  cairo_fill (cr);
}

static inline void
tl_draw_used_cell (cairo_t *cr, TlColor color, double x, double y, double width, double height)
{
  cairo_rectangle (cr, x, y, width, height);
  tl_set_color (cr, color, 1);
  cairo_fill (cr);
}
