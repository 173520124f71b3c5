/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-cache-bar.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

/* A color for each of L1, L2 and L3. */
static TlLoopLook
look_of_level (gint64 bytes, gint64 l1_bytes, gint64 l2_bytes)
{
  return bytes <= l1_bytes ? TL_LOOK_VECTORIZED : bytes <= l2_bytes ? TL_LOOK_UNROLLED : TL_LOOK_BLOCK_INDEX;
}

void
tl_draw_cache_bar (cairo_t *cr, gint64 bytes, gint64 l1_bytes, gint64 l2_bytes, gint64 l3_bytes, const TlPalette *palette, double width,
                   double height)
{
  const struct { gint64 bytes; const char *name; } levels[] = { { l1_bytes, "L1" }, { l2_bytes, "L2" }, { l3_bytes, "L3" } };
  double   low = log2 (16), high = log2 (MAX (64.0 * 1024 * 1024, 4.0 * (double) MAX (l3_bytes, 1)));
  double   bar = MIN (10, height / 2), share;
  gboolean overflows;

  cairo_new_path (cr);
  tl_path_rounded (cr, 0, 0, width, bar, bar / 2);
  tl_set_color (cr, palette->line, 0.6);
  cairo_fill (cr);
  if (bytes > 0)
    {
      overflows = l3_bytes > 0 && bytes > l3_bytes;
      share = tl_clamp ((log2 ((double) bytes) - low) / (high - low), 0.02, 1);
      tl_path_rounded (cr, 0, 0, MAX (bar, width * share), bar, bar / 2);
      tl_set_color (cr, overflows ? palette->error : palette->look[look_of_level (bytes, l1_bytes, l2_bytes)], 1);
      cairo_fill (cr);
    }
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (levels[i].bytes > 0)
      {
        double x = round ((log2 ((double) levels[i].bytes) - low) / (high - low) * width);

        cairo_rectangle (cr, x, 0, 1.5, bar + 3);
        tl_set_color (cr, palette->text, 0.8);
        cairo_fill (cr);
        if (height >= 20)
          tl_draw_text (cr, MIN (x, width - 8), bar + 9, 9.5, TL_TEXT_CENTER, palette->dim_text, 0, levels[i].name);
      }
}
