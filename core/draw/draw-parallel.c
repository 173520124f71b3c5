/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-parallel.h"

#include <math.h>

#include "core/draw/draw-text.h"

#define LABEL_PX   11.5
#define LABEL_GAP  15.0    /* between the middles of labels */
#define TICK       4.0

double
tl_parallel_y (const TlParallelPicture *picture, double unit)
{
  return picture->bottom - unit * (picture->bottom - picture->top);
}

double
tl_parallel_unit (const TlParallelPicture *picture, double y)
{
  return (picture->bottom - y) / (picture->bottom - picture->top);
}

/* From -1 to 1, always the same for a trial on an axis. */
static double
scatter_of (guint number, guint salt)
{
  guint32 hash = (guint32) number * 0x9e3779b1u ^ ((guint32) salt + 1) * 0x85ebca6bu;

  hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
  hash = (hash ^ hash >> 12) * 0x297a2d39u;
  return (hash ^ hash >> 15) / 2147483648.0 - 1;
}

double
tl_parallel_crossing (const TlParallelPicture *picture, guint axis, double value, guint number)
{
  const TlParallelAxis *of = &picture->axes[axis];
  double                unit = tl_parallel_scale_unit (&of->scale, value);

  if (isnan (unit))
    return picture->missing_y;
  if (of->scale.distinct != NULL)
    unit += tl_parallel_scale_spread (&of->scale, value) * scatter_of (number, of->salt);
  return tl_parallel_y (picture, CLAMP (unit, 0, 1));
}

/* --- axes --- */

/* On a ground that keeps it readable above the lines. */
static void
draw_label (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette, guint axis, double value)
{
  const TlParallelAxis *of = &picture->axes[axis];
  g_autofree char      *text = picture->text (picture->data, axis, value);
  double                y = round (tl_parallel_y (picture, tl_parallel_scale_unit (&of->scale, value))) + 0.5;
  gboolean              is_best = fabs (value - of->best) <= 1e-9 * fabs (value), is_left = axis == 0;
  guint                 style = (is_best ? TL_TEXT_BOLD : 0) | (is_left ? TL_TEXT_RIGHT : 0);
  double                width = tl_text_width (cr, LABEL_PX, style, text), x = of->x + (is_left ? -TICK - 4 : TICK + 4);

  tl_set_color (cr, palette->text, 0.8);
  cairo_move_to (cr, of->x - (is_left ? TICK : 0), y);
  cairo_line_to (cr, of->x + (is_left ? 0 : TICK), y);
  cairo_stroke (cr);
  tl_set_color (cr, palette->background, 0.85);
  tl_path_rounded (cr, is_left ? x - width - 2 : x - 2, y - 7.5, width + 4, 15, 3);
  cairo_fill (cr);
  tl_draw_text (cr, x, y, LABEL_PX, style, is_best ? palette->text : palette->dim_text, 0, text);
}

static void
draw_axis (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette, guint axis)
{
  const TlParallelAxis *of = &picture->axes[axis];
  g_autoptr (GArray)    ticks = tl_parallel_scale_ticks (&of->scale, LABEL_GAP / (picture->bottom - picture->top));
  double                x = round (of->x) + 0.5;

  tl_set_color (cr, palette->text, 0.85);
  cairo_set_line_width (cr, 1.4);
  cairo_move_to (cr, x, picture->top);
  cairo_line_to (cr, x, picture->bottom);
  cairo_stroke (cr);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < ticks->len; i++)
    draw_label (cr, picture, palette, axis, g_array_index (ticks, double, i));
  if (!of->has_missing)
    return;
  tl_set_color (cr, palette->dim_text, 0.9);
  cairo_new_path (cr);
  cairo_arc (cr, of->x, picture->missing_y, 3, 0, 2 * G_PI);
  cairo_stroke (cr);
  if (of->missing != NULL)
    tl_draw_text (cr, of->x, picture->missing_y + 14, LABEL_PX, TL_TEXT_CENTER, palette->dim_text, 0, of->missing);
}

void
tl_draw_parallel_axes (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette)
{
  for (guint i = 0; i < picture->n_axes; i++)
    draw_axis (cr, picture, palette, i);
}

/* --- brushes --- */

static void
draw_handle (cairo_t *cr, double x, double y, const TlPalette *palette)
{
  tl_path_rounded (cr, x - TL_BRUSH_HANDLE_WIDTH / 2, y - TL_BRUSH_HANDLE_HEIGHT / 2, TL_BRUSH_HANDLE_WIDTH, TL_BRUSH_HANDLE_HEIGHT, 3);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->accent, 1);
  cairo_stroke (cr);
}

void
tl_draw_parallel_brush (cairo_t *cr, const TlParallelPicture *picture, const TlPalette *palette, guint axis, double low, double high)
{
  double x = round (picture->axes[axis].x), top = round (tl_parallel_y (picture, high)), bottom = round (tl_parallel_y (picture, low));

  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, x - TL_BRUSH_WIDTH / 2, top, TL_BRUSH_WIDTH, bottom - top);
  tl_set_color (cr, palette->accent, 0.22);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->accent, 1);
  cairo_stroke (cr);
  draw_handle (cr, x, top, palette);
  draw_handle (cr, x, bottom, palette);
}

/* --- single curves --- */

/* A cubic whose control points stand level with the ends, a third of the way: the curve of tl_parallel_curve. */
void
tl_draw_parallel_curve (cairo_t *cr, const TlParallelPicture *picture, const double *ys, TlColor color, double width)
{
  if (picture->n_axes == 0)
    return;
  cairo_new_path (cr);
  cairo_move_to (cr, picture->axes[0].x, ys[0]);
  for (guint i = 0; i + 1 < picture->n_axes; i++)
    {
      double x0 = picture->axes[i].x, x1 = picture->axes[i + 1].x, third = (x1 - x0) / 3;

      cairo_curve_to (cr, x0 + third, ys[i], x1 - third, ys[i + 1], x1, ys[i + 1]);
    }
  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}
