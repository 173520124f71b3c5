/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/memory-scale-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"

#define REGISTERS_WIDTH 76.0
#define CACHE_WIDTH     62.0
#define MEMORY_WIDTH    34.0
#define TOTAL_WIDTH     66.0
#define LEAST_BYTES     4.0     /* at the left edge */
#define MEMORY_FACTOR   64.0    /* times the largest cache at the right edge */
#define EDGE            4.0     /* pixels that marks keep from the left edge */

static double
natural_width (TlLevel level)
{
  return level == TL_LEVEL_REGISTERS ? REGISTERS_WIDTH : level == TL_LEVEL_MEMORY ? MEMORY_WIDTH : CACHE_WIDTH;
}

double
tl_memory_columns_width (const TlTraffic *traffic, gboolean is_folded)
{
  double width = TOTAL_WIDTH;

  for (TlLevel level = TL_LEVEL_REGISTERS; level <= TL_LEVEL_MEMORY && !is_folded; level++)
    if (level == TL_LEVEL_MEMORY || traffic->capacities.bytes[level] > 0)
      width += natural_width (level);
  return width;
}

guint
tl_memory_columns (const TlTraffic *traffic, double width, TlMemoryColumn columns[TL_N_LEVELS + 1])
{
  double at = 0, factor = (width - TOTAL_WIDTH) / (tl_memory_columns_width (traffic, FALSE) - TOTAL_WIDTH);
  guint  n = 0;

  for (TlLevel level = TL_LEVEL_REGISTERS; level <= TL_LEVEL_MEMORY; level++)
    if (level == TL_LEVEL_MEMORY || traffic->capacities.bytes[level] > 0)
      {
        columns[n] = (TlMemoryColumn) { level, at, at + natural_width (level) * factor };
        at = columns[n++].right;
      }
  return n;
}

const char *
tl_memory_column_title (const TlTraffic *traffic, TlLevel level)
{
  if (level == TL_LEVEL_L1 && traffic->capacities.is_gpu)
    return _("Shared");
  return level == TL_LEVEL_REGISTERS ? _("Registers") : level == TL_LEVEL_MEMORY ? _("Mem") : tl_level_name (level);
}

double
tl_memory_x (const TlTraffic *traffic, double width, double bytes)
{
  TlMemoryColumn columns[TL_N_LEVELS + 1];
  guint          n = tl_memory_columns (traffic, width, columns), i = 0;
  double         low = LEAST_BYTES, high, share;

  while (i < n - 1 && bytes > (double) traffic->capacities.bytes[columns[i].level])
    low = (double) traffic->capacities.bytes[columns[i++].level];
  high = i < n - 1 ? (double) traffic->capacities.bytes[columns[i].level] : MEMORY_FACTOR * low;
  share = tl_clamp (log2 (tl_max (bytes, 1) / low) / log2 (tl_max (high / low, 2)), 0, 1);
  return tl_max (EDGE, columns[i].left + share * (columns[i].right - columns[i].left));
}

/* --- series --- */

#define RGB(hex) { ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) & 255) / 255.0 }

#define N_COLORS 5

TlColor
tl_memory_series_color (const TlPalette *palette, guint buffer)
{
  static const TlColor colors[2][2][N_COLORS] = {
    { { RGB (0x2f8fcf), RGB (0x0b4f80), RGB (0xd98e00), RGB (0x2f9d8e), RGB (0xc4566b) },
      { RGB (0x4fa9e4), RGB (0xb5e0ff), RGB (0xe6a817), RGB (0x5fc9ba), RGB (0xea8798) } },
    { { RGB (0x1f7ab8), RGB (0x08395e), RGB (0xa86a00), RGB (0x1d7d70), RGB (0xa53a52) },
      { RGB (0x6cbdf0), RGB (0xc8e8ff), RGB (0xf3c65a), RGB (0x8ae6d9), RGB (0xffb8c4) } },
  };

  return colors[palette->is_high_contrast != 0][palette->is_dark != 0][buffer % N_COLORS];
}

TlColor
tl_memory_series_text_color (const TlPalette *palette, guint buffer)
{
  static const TlColor colors[2][2][N_COLORS] = {
    { { RGB (0x0f5f94), RGB (0x0b4f80), RGB (0x855800), RGB (0x1d6d62), RGB (0xa53a52) },
      { RGB (0x8dccf6), RGB (0xb5e0ff), RGB (0xf3c65a), RGB (0x6fd3c5), RGB (0xf09cab) } },
    { { RGB (0x00497a), RGB (0x08395e), RGB (0x5e4500), RGB (0x0d5a50), RGB (0x8f2440) },
      { RGB (0xa8dcff), RGB (0xc8e8ff), RGB (0xf7da8a), RGB (0x8ae6d9), RGB (0xffb8c4) } },
  };

  return colors[palette->is_high_contrast != 0][palette->is_dark != 0][buffer % N_COLORS];
}

static void
path_polygon (cairo_t *cr, double x, double y, double radius, guint n_corners, double turn)
{
  cairo_new_sub_path (cr);
  for (guint i = 0; i < n_corners; i++)
    cairo_line_to (cr, x + radius * sin (turn + 2 * G_PI * i / n_corners), y - radius * cos (turn + 2 * G_PI * i / n_corners));
  cairo_close_path (cr);
}

/* A circle, a square, a diamond, triangles up and down; the next five are hollow. */
void
tl_draw_memory_mark (cairo_t *cr, const TlPalette *palette, guint buffer, double x, double y, double radius)
{
  TlColor  color = tl_memory_series_color (palette, buffer);
  gboolean is_hollow = buffer / 5 % 2 == 1;

  cairo_new_path (cr);
  switch (buffer % 5)
    {
    case 0:
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      break;
    case 1:
      path_polygon (cr, x, y, radius * 1.25, 4, G_PI / 4);
      break;
    case 2:
      path_polygon (cr, x, y, radius * 1.35, 4, 0);
      break;
    case 3:
      path_polygon (cr, x, y, radius * 1.3, 3, 0);
      break;
    default:
      path_polygon (cr, x, y, radius * 1.3, 3, G_PI);
    }
  tl_set_color (cr, is_hollow ? palette->card : color, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, is_hollow ? color : palette->card, 1);
  cairo_set_line_width (cr, is_hollow ? 1.5 : 0.8);
  cairo_stroke (cr);
}
