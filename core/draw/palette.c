/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/palette.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"

#define RGB(hex) { ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) & 255) / 255.0 }

#define HATCH 5.0   /* pixels from line to line */

/*
 * Kinds: Okabe and Ito's set. Families: Tol's "muted" set; both darker, or lighter in the dark style, where contrast asks for it. Texts
 * have a contrast of at least 4.5 on background and card, of at least 7 in the styles of high contrast (tests/draw/test-contrast.c).
 */
static const TlPalette light = {
  .is_dark = FALSE,
  .background = RGB (0xfafafb), .card = RGB (0xffffff), .text = RGB (0x1e1e24), .dim_text = RGB (0x6b6b76), .line = RGB (0xd4d4da),
  .accent = RGB (0x3584e4), .error = RGB (0xc24a00), .warning_text = RGB (0x855800), .read = RGB (0x2f8fcf), .write = RGB (0xe69f00),
  .copies = RGB (0x8d8c92), .copies_text = RGB (0x5e5d63),
  .look = { RGB (0x8d8c92), RGB (0x0072b2), RGB (0x009e73), RGB (0xe69f00), RGB (0xcc79a7), RGB (0x56b4e9) },
  .family = { RGB (0x4b3fae), RGB (0x2f9d8e), RGB (0xc4566b), RGB (0x8a7a1f), RGB (0x6699cc), RGB (0x882255), RGB (0x117733),
              RGB (0xddaa33) },
  .family_text = { RGB (0x4b3fae), RGB (0x1d6d62), RGB (0xa53a52), RGB (0x6b5f12), RGB (0x35639a), RGB (0x882255), RGB (0x117733),
                   RGB (0x7d5d00) },
  .outcome = { RGB (0x3584e4), RGB (0x5f8a8b), RGB (0x8a8a94), RGB (0xcc79a7), RGB (0xe69f00), RGB (0xd55e00), RGB (0xb0003a),
               RGB (0x882255),
               RGB (0xa0a0a8), RGB (0x26a269) },
};

static const TlPalette dark = {
  .is_dark = TRUE,
  .background = RGB (0x1e1e20), .card = RGB (0x303034), .text = RGB (0xf2f2f4), .dim_text = RGB (0xa6a6b0), .line = RGB (0x4a4a52),
  .accent = RGB (0x78aeed), .error = RGB (0xff8a4c), .warning_text = RGB (0xf3c65a), .read = RGB (0x4fa9e4), .write = RGB (0xe6a817),
  .copies = RGB (0x9a9aa0), .copies_text = RGB (0xb7b7bc),
  .look = { RGB (0x8d8c92), RGB (0x2f93d0), RGB (0x1fb98d), RGB (0xe6a817), RGB (0xd48fb7), RGB (0x64bff2) },
  .family = { RGB (0x9c92f0), RGB (0x5fc9ba), RGB (0xea8798), RGB (0xcdbb55), RGB (0x8ab8e8), RGB (0xd070a0), RGB (0x55b878),
              RGB (0xe8c25e) },
  .family_text = { RGB (0xb0a8f6), RGB (0x6fd3c5), RGB (0xf09cab), RGB (0xd8c86f), RGB (0x8ab8e8), RGB (0xe79ac0), RGB (0x6fce92),
                   RGB (0xe8c25e) },
  .outcome = { RGB (0x78aeed), RGB (0x8fbcbb), RGB (0xa6a6b0), RGB (0xdf9cc0), RGB (0xf0b429), RGB (0xff8a4c), RGB (0xff6b8b),
               RGB (0xd070a0),
               RGB (0x86868e), RGB (0x57c78f) },
};

static const TlPalette light_high_contrast = {
  .is_dark = FALSE, .is_high_contrast = TRUE,
  .background = RGB (0xfafafb), .card = RGB (0xffffff), .text = RGB (0x000000), .dim_text = RGB (0x3d3d46), .line = RGB (0x5a5a62),
  .accent = RGB (0x0d4a9e), .error = RGB (0x8a3200), .warning_text = RGB (0x5e4500), .read = RGB (0x00568a), .write = RGB (0x855800),
  .copies = RGB (0x5e5d63), .copies_text = RGB (0x454449),
  .look = { RGB (0x5a595e), RGB (0x00568a), RGB (0x00664a), RGB (0x855800), RGB (0x8a3465), RGB (0x1c6a9c) },
  .family = { RGB (0x3a2f9c), RGB (0x0d5a50), RGB (0x8f2440), RGB (0x574c00), RGB (0x1f4f86), RGB (0x6e1644), RGB (0x0b5a26),
              RGB (0x5e4500) },
  .family_text = { RGB (0x3a2f9c), RGB (0x0d5a50), RGB (0x8f2440), RGB (0x574c00), RGB (0x1f4f86), RGB (0x6e1644), RGB (0x0b5a26),
                   RGB (0x5e4500) },
  .outcome = { RGB (0x0d4a9e), RGB (0x2f5a5b), RGB (0x55555e), RGB (0x8a3465), RGB (0x855800), RGB (0x963c00), RGB (0xb0003a),
               RGB (0x6e1644),
               RGB (0x6a6a72), RGB (0x12663c) },
};

static const TlPalette dark_high_contrast = {
  .is_dark = TRUE, .is_high_contrast = TRUE,
  .background = RGB (0x1e1e20), .card = RGB (0x303034), .text = RGB (0xffffff), .dim_text = RGB (0xd6d6dc), .line = RGB (0xa6a6b0),
  .accent = RGB (0xa6cdfa), .error = RGB (0xffab7a), .warning_text = RGB (0xf7da8a), .read = RGB (0x8dccf6), .write = RGB (0xf3c65a),
  .copies = RGB (0xb7b7bc), .copies_text = RGB (0xd3d3d8),
  .look = { RGB (0xb7b7bc), RGB (0x86c5f0), RGB (0x6adcb8), RGB (0xf3c65a), RGB (0xedb9d6), RGB (0x98d5f8) },
  .family = { RGB (0xc5bfff), RGB (0x8ae6d9), RGB (0xffb8c4), RGB (0xeadb85), RGB (0xb3d4f7), RGB (0xf5b8d6), RGB (0x92e0ae),
              RGB (0xf7da8a) },
  .family_text = { RGB (0xc5bfff), RGB (0x8ae6d9), RGB (0xffb8c4), RGB (0xeadb85), RGB (0xb3d4f7), RGB (0xf5b8d6), RGB (0x92e0ae),
                   RGB (0xf7da8a) },
  .outcome = { RGB (0xa6cdfa), RGB (0xa8d8d7), RGB (0xc8c8d0), RGB (0xf5b8d6), RGB (0xf7da8a), RGB (0xffab7a), RGB (0xff9cb0),
               RGB (0xf0a0c8),
               RGB (0xb0b0b8), RGB (0x9ce8c0) },
};

const TlPalette *
tl_palette (gboolean is_dark)
{
  return is_dark ? &dark : &light;
}

const TlPalette *
tl_palette_high_contrast (gboolean is_dark)
{
  return is_dark ? &dark_high_contrast : &light_high_contrast;
}

double
tl_palette_tint (const TlPalette *palette, double alpha)
{
  return palette->is_high_contrast ? 0 : alpha;
}

double
tl_palette_mark (const TlPalette *palette, double alpha)
{
  return palette->is_high_contrast ? 1 : alpha;
}

/* Lines of areas that touch go on in each other: they count from the origin. */
void
tl_hatch (cairo_t *cr, double step)
{
  double left, top, right, bottom;

  cairo_save (cr);
  cairo_clip (cr);
  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  for (double at = ceil ((left + top) / step) * step; at < right + bottom; at += step)
    {
      cairo_move_to (cr, at - bottom, bottom);
      cairo_line_to (cr, at - top, top);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
tl_fill_area (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha)
{
  tl_set_color (cr, color, tl_palette_mark (palette, alpha));
  if (!palette->is_high_contrast)
    {
      cairo_fill (cr);
      return;
    }
  cairo_set_line_width (cr, 1);
  cairo_stroke_preserve (cr);
  tl_hatch (cr, HATCH);
}

void
tl_set_border (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha)
{
  tl_set_color (cr, palette->is_high_contrast ? palette->text : color, palette->is_high_contrast ? 1 : alpha);
  cairo_set_line_width (cr, palette->is_high_contrast ? 2 : 1);
}

TlColor
tl_family_color (const TlPalette *palette, guint family)
{
  return family == TL_FAMILY_COPIES ? palette->copies : palette->family[family % TL_N_FAMILY_HUES];
}

TlColor
tl_family_text_color (const TlPalette *palette, guint family)
{
  return family == TL_FAMILY_COPIES ? palette->copies_text : palette->family_text[family % TL_N_FAMILY_HUES];
}

TlLoopLook
tl_loop_look (const TlLoop *loop)
{
  switch (loop->kind)
    {
    case TL_LOOP_PARALLEL:
      return TL_LOOK_PARALLEL;
    case TL_LOOP_VECTORIZED:
      return TL_LOOK_VECTORIZED;
    case TL_LOOP_UNROLLED:
      return TL_LOOK_UNROLLED;
    case TL_LOOP_THREAD_BINDING:
      return loop->thread != NULL && g_str_has_prefix (loop->thread, "blockIdx") ? TL_LOOK_BLOCK_INDEX : TL_LOOK_THREAD_INDEX;
    case TL_LOOP_SERIAL:
    default:
      return TL_LOOK_SERIAL;
    }
}

const char *
tl_loop_look_title (TlLoopLook look)
{
  static const char *const titles[TL_N_LOOKS] = { N_("serial"), N_("parallel"), N_("vectorized"), N_("unrolled"), N_("GPU block"),
                                                  N_("GPU thread") };

  return _(titles[look]);
}

const char *
tl_loop_look_css_class (TlLoopLook look)
{
  static const char *const classes[TL_N_LOOKS] = { "loop-serial",   "loop-parallel", "loop-vectorized",
                                                   "loop-unrolled", "loop-block",    "loop-thread" };

  return classes[look];
}

char *
tl_loop_glyph (const TlLoop *loop)
{
  gint64 extent = -1;
  const char *axis;

  tl_expr_get_int (loop->extent, &extent);
  switch (tl_loop_look (loop))
    {
    case TL_LOOK_PARALLEL:
      return g_strdup ("∥");
    case TL_LOOK_VECTORIZED:
      return extent > 0 ? g_strdup_printf ("⟦%" G_GINT64_FORMAT "⟧", extent) : g_strdup ("⟦n⟧");
    case TL_LOOK_UNROLLED:
      return extent > 0 ? g_strdup_printf ("↻%" G_GINT64_FORMAT, extent) : g_strdup ("↻");
    case TL_LOOK_BLOCK_INDEX:
    case TL_LOOK_THREAD_INDEX:
      axis = loop->thread != NULL ? strrchr (loop->thread, '.') : NULL;
      return g_strdup_printf ("%c%s", loop->thread != NULL ? g_ascii_toupper (*loop->thread) : 'T', axis != NULL ? axis : "");
    case TL_LOOK_SERIAL:
    case TL_N_LOOKS:
    default:
      return g_strdup ("");
    }
}

void
tl_set_color (cairo_t *cr, TlColor color, double alpha)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, alpha);
}

void
tl_path_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  double r = MAX (0, MIN (radius, MIN (width, height) / 2));

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}
