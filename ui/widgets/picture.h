/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Fills (0, 0) … (width, height), in pixels at the usual size of text; called whenever data, size or style have changed. */
typedef void (*TlPictureDraw) (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data);

/**
 * TlPicture: a widget that shows a picture of core/draw and follows the dark style. It keeps the drawing until data, size, scale or
 * style change.
 */
#define TL_TYPE_PICTURE (tl_picture_get_type ())
G_DECLARE_FINAL_TYPE (TlPicture, tl_picture, TL, PICTURE, GtkWidget)

GtkWidget       *tl_picture_new (TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy);
/* Replaces the drawing function; NULL: draws nothing. */
void             tl_picture_set (TlPicture *picture, TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy);
/* At the usual size of text. */
void             tl_picture_set_size (TlPicture *picture, int width, int height);
/* Call when the data have changed. */
void             tl_picture_redraw (TlPicture *picture);

/* The palette of the current style. */
const TlPalette *tl_style_palette (void);
/* Calls @changed with @object, a GObject, whenever that palette is another. */
void             tl_style_follow (gpointer object, GCallback changed);

G_END_DECLS
