/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures on image surfaces, and facts about them. */
#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_t, cairo_destroy)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_surface_t, cairo_surface_destroy)

static inline guint
alpha_at (cairo_surface_t *surface, double x, double y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (int) y * cairo_image_surface_get_stride (surface);
  guint32       pixel;

  memcpy (&pixel, row + 4 * (int) x, 4);
  return pixel >> 24;
}

/* The same picture to the pixel. */
static inline void
assert_same (cairo_surface_t *a, cairo_surface_t *b)
{
  int stride = cairo_image_surface_get_stride (a), height = cairo_image_surface_get_height (a);

  g_assert_cmpint (cairo_image_surface_get_height (b), ==, height);
  for (int y = 0; y < height; y++)
    g_assert_cmpmem (cairo_image_surface_get_data (a) + y * stride, (gsize) stride, cairo_image_surface_get_data (b) + y * stride,
                     (gsize) stride);
}

/* The same picture but for a few pixels. */
static inline void
assert_alike (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n_differing = 0;

  for (int y = 0; y < cairo_image_surface_get_height (a); y++)
    for (int x = 0; x < cairo_image_surface_get_width (a); x++)
      n_differing += abs ((int) alpha_at (a, x, y) - (int) alpha_at (b, x, y)) > 24;
  g_assert_cmpuint (n_differing, <=, 20);
}
