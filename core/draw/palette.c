/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/palette.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"

#define RGB(hex) { ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) & 255) / 255.0 }

/* Kinds: Okabe and Ito's set. Families: Tol's "muted" set; both darker, or lighter in the dark style, where contrast asks for it. */
static const TlPalette light = {
  .is_dark = FALSE,
  .background = RGB (0xfafafb), .card = RGB (0xffffff), .text = RGB (0x1e1e24), .dim_text = RGB (0x6b6b76), .line = RGB (0xd4d4da),
  .accent = RGB (0x3584e4), .error = RGB (0xc24a00), .read = RGB (0x2f8fcf), .write = RGB (0xe69f00),
  .copies = RGB (0x8d8c92),
  .look = { RGB (0x8d8c92), RGB (0x0072b2), RGB (0x009e73), RGB (0xe69f00), RGB (0xcc79a7), RGB (0x56b4e9) },
  .family = { RGB (0x4b3fae), RGB (0x2f9d8e), RGB (0xc4566b), RGB (0x8a7a1f), RGB (0x6699cc), RGB (0x882255), RGB (0x117733),
              RGB (0xddaa33) },
  .outcome = { RGB (0x3584e4), RGB (0x5f8a8b), RGB (0x8a8a94), RGB (0xcc79a7), RGB (0xe69f00), RGB (0xd55e00), RGB (0xb0003a),
               RGB (0x882255),
               RGB (0xa0a0a8) },
};

static const TlPalette dark = {
  .is_dark = TRUE,
  .background = RGB (0x1e1e20), .card = RGB (0x303034), .text = RGB (0xf2f2f4), .dim_text = RGB (0xa6a6b0), .line = RGB (0x4a4a52),
  .accent = RGB (0x78aeed), .error = RGB (0xff8a4c), .read = RGB (0x4fa9e4), .write = RGB (0xe6a817),
  .copies = RGB (0x9a9aa0),
  .look = { RGB (0x8d8c92), RGB (0x2f93d0), RGB (0x1fb98d), RGB (0xe6a817), RGB (0xd48fb7), RGB (0x64bff2) },
  .family = { RGB (0x9c92f0), RGB (0x5fc9ba), RGB (0xea8798), RGB (0xcdbb55), RGB (0x8ab8e8), RGB (0xd070a0), RGB (0x55b878),
              RGB (0xe8c25e) },
  .outcome = { RGB (0x78aeed), RGB (0x8fbcbb), RGB (0xa6a6b0), RGB (0xdf9cc0), RGB (0xf0b429), RGB (0xff8a4c), RGB (0xff6b8b),
               RGB (0xd070a0),
               RGB (0x86868e) },
};

const TlPalette *
tl_palette (gboolean is_dark)
{
  return is_dark ? &dark : &light;
}

TlColor
tl_family_color (const TlPalette *palette, guint family)
{
  return family == TL_FAMILY_COPIES ? palette->copies : palette->family[family % TL_N_FAMILY_HUES];
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
      return g_strdup_printf ("%c%s", tl_loop_look (loop) == TL_LOOK_BLOCK_INDEX ? 'B' : 'T', axis != NULL ? axis : "");
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
