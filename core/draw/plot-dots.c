/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A cloud of dots: at most one per square of two pixels, stamped into one mask. However many trials there are, it costs what its picture
 * can hold; and a cloud that grows is stamped only where it grew.
 */
#include "core/draw/plot-private.h"

#include <math.h>

#define DOT_RADIUS      2.6
#define MAX_VECTOR_DOTS 20000    /* more than this go into SVG and PDF as one picture */

struct _TlDots
{
  double           left, top, right, bottom;
  /* Which squares hold a dot */
  guint8          *bits;
  double           grid_left;
  guint            columns, rows;
  GArray          *middles;     /* float: x, y, x, y … in pixels of the plot */
  cairo_surface_t *mask;        /* the first n_stamped of them at @scale; NULL: none yet */
  guint            n_stamped;
  double           scale;
};

TlDots *
tl_dots_new (double left, double top, double right, double bottom)
{
  TlDots *dots = g_new0 (TlDots, 1);

  *dots = (TlDots) { .left = left, .top = top, .right = right, .bottom = bottom };
  dots->grid_left = floor (left / 2) * 2;   /* the same squares wherever a part begins */
  dots->columns = (guint) (MAX (0, right - dots->grid_left) / 2) + 2;
  dots->rows = (guint) ((bottom - top) / 2) + 2;
  dots->bits = g_malloc0 ((gsize) dots->columns * dots->rows);
  dots->middles = g_array_new (FALSE, FALSE, sizeof (float));
  return dots;
}

void
tl_dots_free (TlDots *dots)
{
  g_free (dots->bits);
  g_array_unref (dots->middles);
  g_clear_pointer (&dots->mask, cairo_surface_destroy);
  g_free (dots);
}

static gboolean
occupy (TlDots *occupied, double x, double y)
{
  double  column = (x - occupied->grid_left) / 2, row = (y - occupied->top) / 2;
  guint8 *cell;

  if (column < 0 || column >= occupied->columns || row < 0 || row >= occupied->rows)
    return FALSE;
  cell = &occupied->bits[(guint) row * occupied->columns + (guint) column];
  if (*cell)
    return FALSE;
  *cell = 1;
  return TRUE;
}

void
tl_dots_add (TlDots *dots, double x, double y)
{
  float middle[2] = { (float) x, (float) y };

  if (x >= dots->left && occupy (dots, middle[0], middle[1]))
    g_array_append_vals (dots->middles, middle, 2);
}

/* --- the mask --- */

/* Dots at four by four positions within a pixel, so that placing one is a copy. */
typedef struct
{
  int     size;
  guint8 *pixels;   /* 16 squares of size × size */
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

  stamps.pixels = g_malloc (16 * (gsize) stamps.size * (gsize) stamps.size);
  for (int phase = 0; phase < 16; phase++)
    for (int y = 0; y < stamps.size; y++)
      for (int x = 0; x < stamps.size; x++)
        stamps.pixels[(phase * stamps.size + y) * stamps.size + x]
          = dot_cover (x + 0.5 - middle - (phase % 4) / 4.0, y + 0.5 - middle - (phase / 4) / 4.0, radius);
  return stamps;
}

static void
stamp_dot (const Stamps *stamps, guint8 *pixels, int stride, int width, int height, double cx, double cy)
{
  int           phase = (int) ((cx - floor (cx)) * 4) + 4 * (int) ((cy - floor (cy)) * 4);
  const guint8 *stamp = stamps->pixels + phase * stamps->size * stamps->size;
  int           x0 = (int) floor (cx) - stamps->size / 2, y0 = (int) floor (cy) - stamps->size / 2;
  int           first = MAX (0, -x0), last = MIN (stamps->size, width - x0);

  for (int y = MAX (0, -y0); y < MIN (stamps->size, height - y0); y++)
    {
      guint8       *to = pixels + (y0 + y) * stride + x0;
      const guint8 *from = stamp + y * stamps->size;

      for (int x = first; x < last; x++)
        to[x] = MAX (to[x], from[x]);
    }
}

static double
mask_left (const TlDots *dots)
{
  return floor (dots->left) - TL_DOT_REACH;
}

static gboolean
make_mask (TlDots *dots, double scale)
{
  int width = (int) ceil ((dots->right + TL_DOT_REACH - mask_left (dots)) * scale);
  int height = (int) ceil ((dots->bottom - dots->top + 2 * TL_DOT_REACH) * scale);

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
  int     width = cairo_image_surface_get_width (dots->mask), height = cairo_image_surface_get_height (dots->mask);

  cairo_surface_flush (dots->mask);
  pixels = cairo_image_surface_get_data (dots->mask);
  for (guint i = dots->n_stamped; i + 1 < dots->middles->len; i += 2)
    stamp_dot (&stamps, pixels, cairo_image_surface_get_stride (dots->mask), width, height,
               (g_array_index (dots->middles, float, i) - mask_left (dots)) * dots->scale,
               (g_array_index (dots->middles, float, i + 1) - dots->top + TL_DOT_REACH) * dots->scale);
  dots->n_stamped = dots->middles->len;
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

  if (dots->middles->len == 0)
    return;
  tl_set_color (cr, color, alpha);
  if (is_vector && dots->middles->len / 2 <= MAX_VECTOR_DOTS)
    {
      for (guint i = 0; i + 1 < dots->middles->len; i += 2)
        {
          cairo_arc (cr, g_array_index (dots->middles, float, i), g_array_index (dots->middles, float, i + 1), DOT_RADIUS, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      return;
    }
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  if (!make_mask (dots, is_vector ? 2 : MAX (1, scale_x)))
    return;
  stamp_new (dots);
  cairo_mask_surface (cr, dots->mask, mask_left (dots), dots->top - TL_DOT_REACH);
}
