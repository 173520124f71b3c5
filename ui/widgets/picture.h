/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Fills (0, 0) … (width, height); called again whenever data, size or style changed. */
typedef void (*TlPictureDraw) (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data);

/**
 * TlPicture: a widget that shows one of the pictures of core/draw and follows the dark style. What was drawn is kept until data, size,
 * scale or style change.
 */
#define TL_TYPE_PICTURE (tl_picture_get_type ())
G_DECLARE_FINAL_TYPE (TlPicture, tl_picture, TL, PICTURE, GtkWidget)

GtkWidget       *tl_picture_new (TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy);
/* Replaces what is drawn; @draw NULL: nothing. */
void             tl_picture_set (TlPicture *picture, TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy);
void             tl_picture_set_size (TlPicture *picture, int width, int height);
/* The data behind it changed. */
void             tl_picture_redraw (TlPicture *picture);

/* The palette of the present style. */
const TlPalette *tl_style_palette (void);

G_END_DECLS
