/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/pixels.h"

#include <math.h>

#include "ui/widgets/scale-bin.h"

double
tl_pixel_scale (GtkWidget *view)
{
  return gtk_widget_get_scale_factor (view) * tl_text_scale (view);
}

int
tl_pixels_in (double units, double scale)
{
  int n = (int) ceil (units * scale);

  return MAX (1, n);
}

cairo_surface_t *
tl_pixels_new (int width, int height, double scale)
{
  cairo_surface_t *pixels = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  cairo_surface_set_device_scale (pixels, scale, scale);
  return pixels;
}

void
tl_pixels_begin (GtkSnapshot *snapshot, GtkWidget *view)
{
  float scale = (float) tl_text_scale (view);

  gtk_snapshot_save (snapshot);
  if (scale != 1)
    gtk_snapshot_scale (snapshot, 1 / scale, 1 / scale);
}

/* --- the source --- */

static cairo_surface_t *
acquire (cairo_pattern_t *source, void *pixels, cairo_surface_t *target, const cairo_rectangle_int_t *extents)
{
  return cairo_surface_reference (pixels);
}

static void
release (cairo_pattern_t *source, void *pixels, cairo_surface_t *surface)
{
  cairo_surface_destroy (surface);
}

static cairo_status_t
copy (cairo_pattern_t *source, void *pixels, const cairo_pattern_t *other)
{
  cairo_surface_reference (pixels);
  return CAIRO_STATUS_SUCCESS;
}

static void
finish (cairo_pattern_t *source, void *pixels)
{
  cairo_surface_destroy (pixels);
}

/* A surface as the source would be copied when it is painted again or destroyed, as the node keeps a snapshot of it. */
void
tl_pixels_set_source (cairo_t *cr, cairo_surface_t *pixels, int factor, int x)
{
  cairo_pattern_t *source = cairo_pattern_create_raster_source (cairo_surface_reference (pixels), CAIRO_CONTENT_COLOR_ALPHA,
                                                                cairo_image_surface_get_width (pixels),
                                                                cairo_image_surface_get_height (pixels));
  cairo_matrix_t   to_pixels;

  cairo_raster_source_pattern_set_acquire (source, acquire, release);
  cairo_raster_source_pattern_set_copy (source, copy);
  cairo_raster_source_pattern_set_finish (source, finish);
  cairo_matrix_init (&to_pixels, factor, 0, 0, factor, -x, 0);
  cairo_pattern_set_matrix (source, &to_pixels);
  cairo_set_source (cr, source);
  cairo_pattern_destroy (source);
}
