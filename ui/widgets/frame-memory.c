/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/frame-memory.h"

#ifdef GDK_WINDOWING_X11
#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#endif

/* Cairo takes memory for eight pictures of that size, rounded up to a power of two: for frames up to 2560x1440. */
#define KEPT_WIDTH  1280
#define KEPT_HEIGHT 1024
#define KEPT_KEY    "tl-frame-memory"

void
tl_keep_frame_memory (GtkNative *window)
{
#ifdef GDK_WINDOWING_X11
  GdkSurface      *surface = gtk_native_get_surface (window);
  GdkDisplay      *display = gdk_surface_get_display (surface);
  cairo_surface_t *on_screen, *kept;
  Display         *server;

  if (!GDK_IS_X11_SURFACE (surface) || !GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (window))
      || g_object_get_data (G_OBJECT (display), KEPT_KEY) != NULL)
    return;
  server = gdk_x11_display_get_xdisplay (display);
  on_screen = cairo_xlib_surface_create (server, gdk_x11_surface_get_xid (surface), DefaultVisual (server, DefaultScreen (server)), 1, 1);
  kept = cairo_surface_create_similar_image (on_screen, CAIRO_FORMAT_RGB24, KEPT_WIDTH, KEPT_HEIGHT);
  cairo_surface_destroy (on_screen);
  g_object_set_data_full (G_OBJECT (display), KEPT_KEY, kept, (GDestroyNotify) cairo_surface_destroy);
#endif
}
