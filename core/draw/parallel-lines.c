/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/parallel-lines.h"

#include <math.h>
#include <string.h>

#define UNIT          64u     /* the weight of one line in a pixel that it covers */
#define MANY_LINES    2000u   /* above, lines share ends and every second column is computed */
#define SHARED_SHIFT  6       /* log2 of how many subpixels ends share: 4 px, … */
#define DENSE_LINES   20000u  /* … of so many lines 8 px, and they are twice as thick */
#define N_SHADES      32u     /* that can be distinguished */
#define N_ALPHAS      1024u   /* steps of weight in the table of alphas … */
#define ALPHA_SHIFT   3       /* … each of so much weight: 128 lines, then it is full */

/*
 * Sums of two numbers that are added at once, a weight in the lower half and shades times their weights above it: of 250 000 lines through
 * one pixel neither half overflows.
 */
typedef guint64 Sums;

typedef struct
{
  Sums   *cells;              /* of the lines that cover a pixel: columns one after another, so that steep curves stay in a cache line */
  int     width, height;      /* of a gap, in pixels */
  int     stride;             /* columns that are computed at once: 1 or 2 */
  guint   shift;              /* log2 of how many subpixels ends share */
  float   half;               /* the thickness of a line */
  float  *curve;              /* where it stands at each computed column's edges, 0 … 1 */
  guint32 alpha[N_ALPHAS];    /* 0 … 255 */
  guint32 color[256][3];
  guint32 pixel[N_SHADES][256];   /* by the upper bits of a shade, and alpha */
} Canvas;

static inline Sums
sums_of (guint32 weight, guint32 shade)
{
  return weight * (1 | (Sums) shade << 32);
}

static inline guint32
weight_of (Sums sums)
{
  return (guint32) sums;
}

static inline guint32
mean_shade (Sums sums)
{
  return (guint32) (sums >> 32) / weight_of (sums);
}

double
tl_parallel_curve (double from, double to, double t)
{
  return from + (to - from) * t * t * (3 - 2 * t);
}

static void
prepare_ink (Canvas *canvas, const TlParallelInk *ink)
{
  for (guint i = 0; i < N_ALPHAS; i++)
    canvas->alpha[i] = (guint32) lround (255 * (1 - pow (1 - ink->alpha, (double) (i << ALPHA_SHIFT) / UNIT)));
  for (guint i = 0; i < 256; i++)
    {
      double part = i / 255.0;

      canvas->color[i][0] = (guint32) lround (255 * (ink->weak.r + (ink->strong.r - ink->weak.r) * part));
      canvas->color[i][1] = (guint32) lround (255 * (ink->weak.g + (ink->strong.g - ink->weak.g) * part));
      canvas->color[i][2] = (guint32) lround (255 * (ink->weak.b + (ink->strong.b - ink->weak.b) * part));
    }
  for (guint shade = 0; shade < N_SHADES; shade++)
    for (guint32 alpha = 0; alpha < 256; alpha++)
      {
        const guint32 *color = canvas->color[shade * 255 / (N_SHADES - 1)];

        canvas->pixel[shade][alpha] = alpha << 24 | (color[0] * alpha / 255) << 16 | (color[1] * alpha / 255) << 8
                                      | color[2] * alpha / 255;
      }
}

static void
prepare_curve (Canvas *canvas)
{
  int n = (canvas->width + canvas->stride - 1) / canvas->stride;

  for (int i = 0; i <= n; i++)
    canvas->curve[i] = (float) tl_parallel_curve (0, 1, MIN (1, (double) i * canvas->stride / canvas->width));
}

/* A run of one column from @top to @bottom, whose first and last pixel are covered in part; @lines cover it. */
static inline void
add_run (Sums *column, int height, float top, float bottom, Sums lines)
{
  int first = (int) top, last = (int) bottom;

  if (last >= height)
    {
      last = height - 1;
      bottom = (float) height;
    }
  if (first > last)
    return;
  if (first == last)
    {
      column[first] += (guint32) (UNIT * (bottom - top)) * lines;
      return;
    }
  column[first] += (guint32) (UNIT * ((float) (first + 1) - top)) * lines;
  for (int y = first + 1; y < last; y++)
    column[y] += UNIT * lines;
  column[last] += (guint32) (UNIT * MIN (1, bottom - (float) last)) * lines;
}

/* @from and @to in pixels. */
static void
add_curve (Canvas *canvas, float from, float to, guint32 count, guint32 shade)
{
  float rise = to - from, y = from;
  int   n = (canvas->width + canvas->stride - 1) / canvas->stride;
  Sums  lines = sums_of (count, shade);

  for (int i = 0; i < n; i++)
    {
      float next = from + rise * canvas->curve[i + 1];
      float top = MAX (MIN (y, next) - canvas->half, 0), bottom = MAX (y, next) + canvas->half;

      add_run (canvas->cells + (gsize) i * canvas->height, canvas->height, top, bottom, lines);
      y = next;
    }
}

static void
add_each (Canvas *canvas, const TlParallelLines *lines, guint gap, const guint8 *shade)
{
  for (guint i = 0; i < lines->n; i++)
    if (shade[i] != 0)
      add_curve (canvas, (float) lines->y[gap][i] / TL_PARALLEL_SUBPIXELS, (float) lines->y[gap + 1][i] / TL_PARALLEL_SUBPIXELS, 1,
                 shade[i]);
}

/* Lines whose ends lie within a few pixels are one. */
static void
add_bundles (Canvas *canvas, const TlParallelLines *lines, guint gap, const guint8 *shade)
{
  guint            n = ((guint) canvas->height * TL_PARALLEL_SUBPIXELS >> canvas->shift) + 1;
  g_autofree Sums *bundles = g_new0 (Sums, (gsize) n * n);   /* their weight is how many they are */
  const float      unit = (float) (1 << canvas->shift) / TL_PARALLEL_SUBPIXELS;

  for (guint i = 0; i < lines->n; i++)
    if (shade[i] != 0)
      {
        guint from = MIN ((guint) lines->y[gap][i] >> canvas->shift, n - 1);
        guint to = MIN ((guint) lines->y[gap + 1][i] >> canvas->shift, n - 1);

        bundles[(gsize) from * n + to] += sums_of (1, shade[i]);
      }
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      {
        Sums bundle = bundles[(gsize) from * n + to];

        if (bundle != 0)
          add_curve (canvas, ((float) from + 0.5f) * unit, ((float) to + 0.5f) * unit, weight_of (bundle), mean_shade (bundle));
      }
}

static inline guint32
pixel_of (const Canvas *canvas, Sums sums)
{
  guint32 weight = weight_of (sums);
  guint32 alpha = canvas->alpha[MIN (weight >> ALPHA_SHIFT, N_ALPHAS - 1)];
  guint32 shade = MIN ((guint32) ((float) (guint32) (sums >> 32) / (float) weight), 255);

  return canvas->pixel[shade * N_SHADES / 256][alpha];
}

static void
write_gap (const Canvas *canvas, cairo_surface_t *surface, int x0)
{
  guint8 *pixels = cairo_image_surface_get_data (surface);
  int     stride = cairo_image_surface_get_stride (surface), width = cairo_image_surface_get_width (surface);

  for (int x = 0; x < canvas->width; x += canvas->stride)
    {
      const Sums *column = canvas->cells + (gsize) (x / canvas->stride) * canvas->height;
      int         first = MAX (0, x0 + x), end = MIN (width, x0 + MIN (canvas->width, x + canvas->stride));

      for (int y = 0; y < canvas->height && first < end; y++)
        {
          guint32 *row = (guint32 *) (gpointer) (pixels + (gsize) y * (gsize) stride);
          guint32  pixel = column[y] != 0 ? pixel_of (canvas, column[y]) : 0;

          for (int at = first; at < end; at++)
            row[at] = pixel;
        }
    }
}

static guint
count_drawn (const guint8 *shade, guint n)
{
  guint n_drawn = 0;

  for (guint i = 0; i < n; i++)
    n_drawn += shade[i] != 0;
  return n_drawn;
}

TlParallelInk
tl_parallel_ink (const TlPalette *palette)
{
  static const TlParallelInk inks[2][2] = {
    { { { 0.03, 0.24, 0.50 }, { 0.60, 0.78, 0.96 }, 1 }, { { 0.66, 0.84, 1.00 }, { 0.20, 0.40, 0.65 }, 1 } },
    { { { 0.00, 0.13, 0.32 }, { 0.30, 0.50, 0.74 }, 1 }, { { 0.85, 0.94, 1.00 }, { 0.40, 0.60, 0.85 }, 1 } },
  };

  return inks[palette->is_high_contrast != 0][palette->is_dark != 0];
}

void
tl_parallel_lines_draw (cairo_surface_t *surface, const TlParallelLines *lines, const guint8 *shade, const TlParallelInk *ink)
{
  guint    n_drawn = count_drawn (shade, lines->n);
  gboolean is_many = n_drawn > MANY_LINES;
  Canvas  *canvas = g_new0 (Canvas, 1);

  canvas->height = cairo_image_surface_get_height (surface);
  canvas->stride = is_many ? 2 : 1;
  canvas->shift = n_drawn > DENSE_LINES ? SHARED_SHIFT + 1 : SHARED_SHIFT;
  canvas->half = n_drawn > DENSE_LINES ? 1.0f : 0.5f;
  prepare_ink (canvas, ink);
  cairo_surface_flush (surface);
  for (guint gap = 0; gap + 1 < lines->n_axes; gap++)
    {
      gsize n_cells;

      canvas->width = lines->x[gap + 1] - lines->x[gap];
      if (canvas->width <= 0)
        continue;
      canvas->curve = g_renew (float, canvas->curve, (gsize) canvas->width + 2);
      n_cells = (gsize) (canvas->width / canvas->stride + 1) * (gsize) canvas->height;
      canvas->cells = g_renew (Sums, canvas->cells, n_cells);
      memset (canvas->cells, 0, sizeof (Sums) * n_cells);
      prepare_curve (canvas);
      if (is_many)
        add_bundles (canvas, lines, gap, shade);
      else
        add_each (canvas, lines, gap, shade);
      write_gap (canvas, surface, lines->x[gap]);
    }
  cairo_surface_mark_dirty (surface);
  g_free (canvas->curve);
  g_free (canvas->cells);
  g_free (canvas);
}
