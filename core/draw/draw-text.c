/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-text.h"


#define SANS_FAMILY "Cantarell, Sans"
#define MONO_FAMILY "DejaVu Sans Mono, Monospace"

static PangoLayout *
layout_new (cairo_t *cr, double size_px, guint style, double max_width, const char *text)
{
  PangoLayout          *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, style & TL_TEXT_MONO ? MONO_FAMILY : SANS_FAMILY);
  pango_font_description_set_absolute_size (font, size_px * PANGO_SCALE);
  if (style & TL_TEXT_BOLD)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  if (max_width > 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, (int) (max_width * PANGO_SCALE));
    }
  return layout;
}

double
tl_draw_text (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double max_width, const char *text)
{
  g_autoptr (PangoLayout) layout = layout_new (cr, size_px, style, max_width, text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  if (style & TL_TEXT_CENTER)
    x -= width / 2.0;
  else if (style & TL_TEXT_RIGHT)
    x -= width;
  tl_set_color (cr, color, 1);
  cairo_move_to (cr, x, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
  return width;
}

double
tl_text_width (cairo_t *cr, double size_px, guint style, const char *text)
{
  g_autoptr (PangoLayout) layout = layout_new (cr, size_px, style, 0, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static PangoLayout *
paragraph_new (cairo_t *cr, double size_px, guint style, double width, const char *text)
{
  PangoLayout *layout = layout_new (cr, size_px, style, 0, text);

  pango_layout_set_single_paragraph_mode (layout, FALSE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  return layout;
}

void
tl_draw_paragraph (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = paragraph_new (cr, size_px, style, width, text);

  tl_set_color (cr, color, 1);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

double
tl_paragraph_height (cairo_t *cr, double size_px, guint style, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = paragraph_new (cr, size_px, style, width, text);
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}
