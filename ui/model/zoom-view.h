/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

/**
 * TlZoomView: a part of a picture that may be much larger than the window, in a GtkScrolledWindow: only what is seen is drawn. It is moved
 * by dragging, and enlarged with Ctrl and the wheel, or by pinching, around the pointer.
 *
 * Signals:
 *   "picked" (int n_press, double x, double y)   a click, at a point of the picture
 *   "zoomed"                                     the zoom is another
 *   "resized"                                    the view is larger or smaller; its layout is under way
 */
#define TL_TYPE_ZOOM_VIEW (tl_zoom_view_get_type ())
G_DECLARE_FINAL_TYPE (TlZoomView, tl_zoom_view, TL, ZOOM_VIEW, GtkWidget)

/* Draws a picture of that size, at zoom 1; what is outside the clip need not be drawn. */
typedef void (*TlZoomDraw) (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data);

/* Call it once. @fills: the picture is drawn as large as the view at least, and has no zoom. */
void   tl_zoom_view_set_draw (TlZoomView *view, TlZoomDraw draw, gpointer user_data, gboolean fills);
/* The size of the picture, at zoom 1. */
void   tl_zoom_view_set_content (TlZoomView *view, double width, double height);
/* That it is drawn with. */
void   tl_zoom_view_get_content (TlZoomView *view, double *width, double *height);

double tl_zoom_view_zoom (TlZoomView *view);
/* Whether a person chose it. */
gboolean tl_zoom_view_is_zoomed (TlZoomView *view);
/* Unless a person chose another. */
void   tl_zoom_view_suggest_zoom (TlZoomView *view, double zoom);
/* As a person chooses it: around the middle of what is seen. */
void   tl_zoom_view_set_zoom (TlZoomView *view, double zoom);
/* So that the whole picture is seen, not above zoom 1. */
void   tl_zoom_view_fit (TlZoomView *view);
/* Moves it so that this part of the picture is seen. */
void   tl_zoom_view_show_box (TlZoomView *view, double x, double y, double width, double height);

G_END_DECLS
