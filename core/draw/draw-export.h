/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* A picture: fills (0, 0) … (width, height) of @cr. */
typedef void (*TlDrawFunc) (cairo_t *cr, double width, double height, gpointer user_data);

/* Writes the picture as SVG, PDF or PNG by the ending of @path; another ending fails and names these three. */
gboolean tl_draw_to_file (const char *path, double width, double height, TlDrawFunc draw, gpointer user_data, GError **error);

/* The picture as SVG. Free with g_free. */
char    *tl_draw_to_svg (double width, double height, TlDrawFunc draw, gpointer user_data, GError **error);
/* @draw makes pages of this size (cairo_show_page). */
GByteArray *tl_draw_to_pdf (double width, double height, const char *title, TlDrawFunc draw, gpointer user_data, GError **error);

G_END_DECLS
