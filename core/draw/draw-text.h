/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pango/pangocairo.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

typedef enum
{
  TL_TEXT_NORMAL = 0,
  TL_TEXT_BOLD   = 1 << 0,
  TL_TEXT_MONO   = 1 << 1,
  TL_TEXT_CENTER = 1 << 2,   /* x is the middle of the text, else its left edge */
  TL_TEXT_RIGHT  = 1 << 3,   /* x is its right edge */
} TlTextStyle;

/*
 * One line of text whose vertical middle is @y; @size_px is the font's size. Longer than @max_width (> 0) is cut with "…". Gives the
 * width.
 */
double tl_draw_text (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double max_width, const char *text);
/* Text in as many lines as it takes, between words or, where one is too long, within it. @y is the top. */
void   tl_draw_paragraph (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double width, const char *text);
double tl_paragraph_height (cairo_t *cr, double size_px, guint style, double width, const char *text);
/* The width that would be drawn. */
double tl_text_width (cairo_t *cr, double size_px, guint style, const char *text);

G_END_DECLS
