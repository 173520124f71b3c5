/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A cloud of dots: at most one per square of two pixels, stamped into one mask. However many trials there are, it costs what its picture
 * can hold; and a cloud that grows is stamped only where it grew.
 */
#include "core/draw/plot-private.h"

#include <math.h>

#define DOT_RADIUS      2.6
#define MAX_VECTOR_DOTS 20000    /* more than this go into SVG and PDF as one picture */

TlDots *
tl_dots_new (double left, double top, double right, double bottom)
{
  TlDots *dots = g_new0 (TlDots, 1);

  *dots = (TlDots) { .left = left, .top = top, .right = right, .bottom = bottom };
  dots->grid_left = floor (left / 2) * 2;   /* the same squares wherever a part begins */
  dots->columns = (guint) (MAX (0, right - dots->grid_left) / 2) + 2;
  dots->rows = (guint) ((bottom - top) / 2) + 2;
  return dots;
}

void
tl_dots_free (TlDots *dots)
{
  g_free (dots->bits);
  g_free (dots->middles);
  g_clear_pointer (&dots->mask, cairo_surface_destroy);
  g_free (dots);
}

void
tl_dots_grow (TlDots *dots)
{
  if (dots->bits == NULL)
    dots->bits = g_malloc0 ((gsize) dots->columns * dots->rows);
  dots->n_allocated = MAX (1024, 2 * dots->n_allocated);
  dots->middles = g_renew (TlDot, dots->middles, dots->n_allocated);
}

/* --- the mask --- */

/* Dots at four by four positions within a pixel, so that placing one is a copy. Rows are padded to whole vectors of bytes. */
#define STAMP_STEP 16
typedef struct
{
  int     size, pitch;
  guint8 *pixels;   /* 16 squares of size rows */
} Stamps;

static guint8
dot_cover (double dx, double dy, double radius)
{
  double cover = radius + 0.5 - sqrt (dx * dx + dy * dy);

  return cover >= 1 ? 255 : cover <= 0 ? 0 : (guint8) (cover * 255);
}

static Stamps
stamps_new (double radius)
{
  Stamps stamps = { .size = (int) ceil (2 * radius) + 2 };
  double middle = stamps.size / 2;

  stamps.pitch = (stamps.size + STAMP_STEP - 1) / STAMP_STEP * STAMP_STEP;
  stamps.pixels = g_malloc0 (16 * (gsize) stamps.size * (gsize) stamps.pitch);
  for (int phase = 0; phase < 16; phase++)
    for (int y = 0; y < stamps.size; y++)
      for (int x = 0; x < stamps.size; x++)
        stamps.pixels[(phase * stamps.size + y) * stamps.pitch + x]
          = dot_cover (x + 0.5 - middle - (phase % 4) / 4.0, y + 0.5 - middle - (phase / 4) / 4.0, radius);
  return stamps;
}

/* One vector instruction. */
static inline void
cover_more (guint8 *restrict covers, const guint8 *restrict others)
{
  for (int i = 0; i < STAMP_STEP; i++)
    covers[i] = MAX (covers[i], others[i]);
}

/* The mask reaches as far as any stamp (make_mask). */
static void
stamp_dot (const Stamps *stamps, guint8 *pixels, int stride, double cx, double cy)
{
  int           left = (int) cx, top = (int) cy, phase = (int) ((cx - left) * 4) + 4 * (int) ((cy - top) * 4);
  const guint8 *stamp = stamps->pixels + phase * stamps->size * stamps->pitch;
  guint8       *first = pixels + (top - stamps->size / 2) * stride + left - stamps->size / 2;

  for (int y = 0; y < stamps->size; y++)
    for (int x = 0; x < stamps->pitch; x += STAMP_STEP)
      cover_more (first + y * stride + x, stamp + y * stamps->pitch + x);
}

/* Pixels of the mask that a dot may touch beside its middle. */
static double
reach_px (double scale)
{
  return ceil (TL_DOT_REACH * scale) + 1;
}

/* The first column or row of the mask, in pixels of the target, of dots that begin at @edge. */
static double
first_px (double edge, double scale)
{
  return floor (edge * scale) - reach_px (scale);
}

static gboolean
make_mask (TlDots *dots, double scale)
{
  int width = (int) (ceil (dots->right * scale) + reach_px (scale) - first_px (dots->left, scale) + ceil (STAMP_STEP * MAX (1, scale)));
  int height = (int) (ceil (dots->bottom * scale) + reach_px (scale) - first_px (dots->top, scale));

  if (dots->mask != NULL && dots->scale == scale)
    return TRUE;
  g_clear_pointer (&dots->mask, cairo_surface_destroy);
  dots->mask = cairo_image_surface_create (CAIRO_FORMAT_A8, MAX (width, 1), MAX (height, 1));
  dots->scale = scale;
  dots->n_stamped = 0;
  return cairo_surface_status (dots->mask) == CAIRO_STATUS_SUCCESS;
}

static void
stamp_new (TlDots *dots)
{
  Stamps  stamps = stamps_new (DOT_RADIUS * dots->scale);
  guint8 *pixels;
  int     stride = cairo_image_surface_get_stride (dots->mask);
  double  left = first_px (dots->left, dots->scale), top = first_px (dots->top, dots->scale);

  cairo_surface_flush (dots->mask);
  pixels = cairo_image_surface_get_data (dots->mask);
  for (; dots->n_stamped < dots->n; dots->n_stamped++)
    {
      TlDot middle = dots->middles[dots->n_stamped];

      stamp_dot (&stamps, pixels, stride, middle.x * dots->scale - left, middle.y * dots->scale - top);
    }
  cairo_surface_mark_dirty (dots->mask);
  cairo_surface_set_device_scale (dots->mask, dots->scale, dots->scale);
  g_free (stamps.pixels);
}

void
tl_dots_paint (TlDots *dots, cairo_t *cr, TlColor color, double alpha)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  gboolean             is_vector = type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF;
  double               scale_x = 1, scale_y = 1;

  if (dots->n == 0)
    return;
  tl_set_color (cr, color, alpha);
  if (is_vector && dots->n <= MAX_VECTOR_DOTS)
    {
      for (guint i = 0; i < dots->n; i++)
        {
          cairo_arc (cr, dots->middles[i].x, dots->middles[i].y, DOT_RADIUS, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      return;
    }
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  if (!make_mask (dots, is_vector ? 2 : scale_x))
    return;
  stamp_new (dots);
  cairo_mask_surface (cr, dots->mask, first_px (dots->left, dots->scale) / dots->scale, first_px (dots->top, dots->scale) / dots->scale);
}
