/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-roofline.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-roofline-private.h"
#include "core/draw/draw-text.h"

#define LEFT_MARGIN   52.0
#define RIGHT_MARGIN  16.0
#define TOP_MARGIN    34.0
#define BOTTOM_MARGIN 44.0
#define MIN_WIDTH     80.0
#define MIN_HEIGHT    60.0
#define X_MARGIN      0.35   /* decades beyond what is shown */
#define Y_MARGIN      0.25
#define MIN_DECADES   1.5
#define TINT          0.07

/* --- where things stand --- */

typedef struct
{
  double low, high;
} Range;

static void
take (Range *range, double value)
{
  if (!(value > 0))
    return;
  range->low = tl_min (range->low, log10 (value));
  range->high = tl_max (range->high, log10 (value));
}

static void
take_points (const TlRoofline *roofline, Range *x, Range *y)
{
  for (guint i = 0; i < roofline->n_points; i++)
    {
      const TlRooflinePoint *point = &roofline->points[i];

      take (x, point->intensity);
      for (guint level = 0; level < TL_N_LEVELS; level++)
        take (x, point->places[level]);
      take (y, point->rate);
      take (y, tl_roofline_limit (roofline, point->intensity));
    }
  if (roofline->suggestion != NULL)
    {
      take (x, roofline->suggestion->intensity);
      take (y, roofline->suggestion->rate);
    }
}

/* The corners where the roofs of memory meet the top one. */
static void
take_roofs (const TlRoofline *roofline, Range *x, Range *y)
{
  for (guint i = 0; i < roofline->n_peaks; i++)
    take (y, roofline->peaks[i].rate);
  for (guint i = 0; roofline->n_peaks > 0 && i < TL_MACHINE_LEVELS; i++)
    if (roofline->levels[i].rate > 0)
      take (x, roofline->peaks[0].rate / roofline->levels[i].rate);
}

static void
widen (Range *range, double margin)
{
  if (range->high < range->low)
    *range = (Range) { 0, 0 };
  range->low -= margin;
  range->high += margin;
  if (range->high - range->low < MIN_DECADES)
    {
      double middle = (range->low + range->high) / 2;

      *range = (Range) { middle - MIN_DECADES / 2, middle + MIN_DECADES / 2 };
    }
}

void
tl_roofline_area (const TlRoofline *roofline, double width, double height, TlRooflineArea *area)
{
  Range x = { HUGE_VAL, -HUGE_VAL }, y = { HUGE_VAL, -HUGE_VAL };

  take_points (roofline, &x, &y);
  take_roofs (roofline, &x, &y);
  if (roofline->n_points == 0 && y.high >= y.low)
    y.low -= 2;
  widen (&x, X_MARGIN);
  widen (&y, Y_MARGIN);
  *area = (TlRooflineArea) { LEFT_MARGIN, TOP_MARGIN, tl_max (width - RIGHT_MARGIN, LEFT_MARGIN + 1),
                             tl_max (height - BOTTOM_MARGIN, TOP_MARGIN + 1), x.low, x.high, y.low, y.high };
}

double
tl_roofline_x (const TlRooflineArea *area, double intensity)
{
  return area->left + (log10 (intensity) - area->x_min) / (area->x_max - area->x_min) * (area->right - area->left);
}

double
tl_roofline_y (const TlRooflineArea *area, double rate)
{
  return area->bottom - (log10 (rate) - area->y_min) / (area->y_max - area->y_min) * (area->bottom - area->top);
}

/* --- axes --- */

static void
line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
}

/* Ticks at powers of ten, and at 2 and 5 times them where there are few. */
static gboolean
next_tick (double *exponent, guint *digit, double high, gboolean is_dense)
{
  *digit = !is_dense ? 1 : *digit == 1 ? 2 : *digit == 2 ? 5 : 1;
  if (*digit == 1)
    *exponent += 1;
  return *exponent + log10 (*digit) <= high;
}

static void
draw_x_axis (cairo_t *cr, const TlRoofline *roofline, const TlRooflineArea *area, const TlPalette *palette)
{
  gboolean         is_dense = area->x_max - area->x_min < 3;
  double           exponent = floor (area->x_min) - 1;
  guint            digit = is_dense ? 5 : 1;
  g_autofree char *title = g_strdup_printf (roofline->is_integer ? _("Operations per byte from %s") : _("FLOP per byte from %s"),
                                            roofline->levels[roofline->home].title);

  while (next_tick (&exponent, &digit, area->x_max, is_dense))
    {
      double           value = digit * pow (10, exponent), x = round (tl_roofline_x (area, value)) + 0.5;
      g_autofree char *label = g_strdup_printf ("%g", value);

      if (x < area->left)
        continue;
      tl_set_color (cr, palette->line, 0.6);
      line (cr, x, area->top, x, area->bottom + 4);
      tl_draw_text (cr, x, area->bottom + 14, TL_ROOFLINE_FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0, label);
    }
  tl_draw_text (cr, (area->left + area->right) / 2, area->bottom + 32, TL_ROOFLINE_FONT_PX, TL_TEXT_CENTER, palette->dim_text,
                area->right - area->left, title);
}

static void
draw_y_axis (cairo_t *cr, const TlRoofline *roofline, const TlRooflineArea *area, const TlPalette *palette)
{
  gboolean is_dense = area->y_max - area->y_min < 2;
  double   exponent = floor (area->y_min) - 1;
  guint    digit = is_dense ? 5 : 1;

  while (next_tick (&exponent, &digit, area->y_max, is_dense))
    {
      double           value = digit * pow (10, exponent), y = round (tl_roofline_y (area, value)) + 0.5;
      g_autofree char *label = g_strdup_printf ("%g", value / 1e9);

      if (y > area->bottom)
        continue;
      tl_set_color (cr, palette->line, 0.6);
      line (cr, area->left, y, area->right, y);
      tl_draw_text (cr, area->left - 8, y, TL_ROOFLINE_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, label);
    }
  tl_draw_text (cr, 6, 11, TL_ROOFLINE_FONT_PX, TL_TEXT_BOLD, palette->dim_text, 0, roofline->is_integer ? "Gop/s" : "GFLOP/s");
}

/* --- roofs --- */

static double
top_rate (const TlRoofline *roofline)
{
  return roofline->n_peaks > 0 ? roofline->peaks[0].rate : HUGE_VAL;
}

/* Where the roof of a level enters the field and where it ends: at the top roof. FALSE: it is not in the field. */
static gboolean
find_slope (const TlRoofline *roofline, const TlRooflineArea *area, guint level, double *from, double *to)
{
  double rate = roofline->levels[level].rate;

  if (!(rate > 0))
    return FALSE;
  *from = tl_max (area->x_min, area->y_min - log10 (rate));
  *to = tl_min (area->x_max, tl_min (log10 (top_rate (roofline)), area->y_max) - log10 (rate));
  return *from < *to;
}

static void
draw_border_of_regions (cairo_t *cr, double x, double top, double bottom, const TlPalette *palette)
{
  const double dashes[] = { 5, 4 };

  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 1.5);
  tl_set_color (cr, palette->text, 1);
  cairo_move_to (cr, round (x) + 0.5, top);
  cairo_line_to (cr, round (x) + 0.5, bottom);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* At the bottom of a region, beside its corner with the other. */
static void
name_region (cairo_t *cr, double x, gboolean is_left, double room, const char *name, TlRooflineLabels *labels, const TlPalette *palette)
{
  double y = labels->area.bottom - 10, width = tl_min (tl_text_width (cr, TL_ROOFLINE_FONT_PX, TL_TEXT_NORMAL, name), room);

  tl_draw_text (cr, x, y, TL_ROOFLINE_FONT_PX, is_left ? TL_TEXT_RIGHT : TL_TEXT_NORMAL, palette->dim_text, room, name);
  tl_roofline_labels_add (labels, &(cairo_rectangle_t) { is_left ? x - width : x, y - 7, width, 14 });
}

/* Under the roofs that bind, left and right of their corner. */
static void
draw_regions (cairo_t *cr, const TlRoofline *roofline, TlRooflineLabels *labels, const TlPalette *palette)
{
  const TlRooflineArea *area = &labels->area;
  double                rate = roofline->levels[roofline->home].rate, from, to, corner, top;

  if (!find_slope (roofline, area, roofline->home, &from, &to))
    return;
  corner = tl_roofline_x (area, pow (10, to));
  top = tl_roofline_y (area, rate * pow (10, to));
  tl_set_color (cr, palette->read, tl_palette_tint (palette, TINT));
  cairo_move_to (cr, tl_roofline_x (area, pow (10, from)), tl_roofline_y (area, rate * pow (10, from)));
  cairo_line_to (cr, corner, top);
  cairo_line_to (cr, corner, area->bottom);
  cairo_line_to (cr, area->left, area->bottom);
  cairo_line_to (cr, area->left, tl_min (tl_roofline_y (area, rate * pow (10, area->x_min)), area->bottom));
  cairo_fill (cr);
  name_region (cr, corner - 8, TRUE, tl_max (corner - area->left - 12, 1), _("memory-bound"), labels, palette);
  if (roofline->n_peaks == 0 || corner >= area->right)
    return;
  cairo_rectangle (cr, corner, top, area->right - corner, area->bottom - top);
  tl_set_color (cr, palette->write, tl_palette_tint (palette, TINT));
  cairo_fill (cr);
  if (palette->is_high_contrast)
    draw_border_of_regions (cr, corner, top, area->bottom, palette);
  name_region (cr, corner + 8, FALSE, tl_max (area->right - corner - 12, 1), _("compute-bound"), labels, palette);
}

/* A label in its line, as the heights of a map are written. */
typedef struct
{
  double x, y, angle;   /* of the line */
  double along;         /* pixels from (x, y) to the label */
  double width;
} SlopedLabel;

#define N_PARTS 4   /* boxes that cover a sloped label */

static cairo_rectangle_t
part_of (const SlopedLabel *label, guint part)
{
  double dx = label->width / N_PARTS * cos (label->angle), dy = label->width / N_PARTS * sin (label->angle);
  double x = label->x + label->along * cos (label->angle) + part * dx, y = label->y + label->along * sin (label->angle) + part * dy;

  return (cairo_rectangle_t) { x, y + dy - 5, dx, 10 - dy };
}

static gboolean
is_label_free (const TlRooflineLabels *labels, const SlopedLabel *label)
{
  for (guint part = 0; part < N_PARTS; part++)
    {
      cairo_rectangle_t box = part_of (label, part);

      if (!tl_roofline_labels_is_free (labels, &box))
        return FALSE;
    }
  return TRUE;
}

/* Lines end at the ground of a label. */
static void
draw_ground (cairo_t *cr, const TlPalette *palette, double x, double y, double width, double height)
{
  tl_set_color (cr, palette->background, 0.9);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

static void
draw_sloped_label (cairo_t *cr, const SlopedLabel *label, const char *text, gboolean is_binding, TlRooflineLabels *labels,
                   const TlPalette *palette)
{
  for (guint part = 0; part < N_PARTS; part++)
    {
      cairo_rectangle_t box = part_of (label, part);

      tl_roofline_labels_add (labels, &box);
    }
  cairo_save (cr);
  cairo_translate (cr, label->x, label->y);
  cairo_rotate (cr, label->angle);
  draw_ground (cr, palette, label->along - 3, -7, label->width + 6, 14);
  tl_draw_text (cr, label->along, 0, TL_ROOFLINE_FONT_PX, is_binding ? TL_TEXT_BOLD : TL_TEXT_NORMAL,
                is_binding ? palette->text : palette->dim_text, 0, text);
  cairo_restore (cr);
}

/* Near the lower end of the line, as far up as marks and other labels ask for. */
static void
label_level (cairo_t *cr, const TlRooflineRoof *roof, SlopedLabel *label, double length, TlRooflineLabels *labels, const TlPalette *palette)
{
  g_autofree char *rate = tl_format_giga (roof->rate, "B/s"), *text = g_strdup_printf ("%s %s", roof->title, rate);

  label->width = tl_text_width (cr, TL_ROOFLINE_FONT_PX, roof->is_binding ? TL_TEXT_BOLD : TL_TEXT_NORMAL, text);
  for (label->along = 10; label->along + label->width + 4 < length; label->along += 8)
    if (is_label_free (labels, label))
      {
        draw_sloped_label (cr, label, text, roof->is_binding, labels, palette);
        return;
      }
}

static void
draw_levels (cairo_t *cr, const TlRoofline *roofline, TlRooflineLabels *labels, const TlPalette *palette)
{
  const TlRooflineArea *area = &labels->area;

  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      const TlRooflineRoof *roof = &roofline->levels[i];
      SlopedLabel           label = { 0 };
      double                from, to, x1, y1;

      if (!find_slope (roofline, area, i, &from, &to))
        continue;
      label.x = tl_roofline_x (area, pow (10, from));
      label.y = tl_roofline_y (area, roof->rate * pow (10, from));
      x1 = tl_roofline_x (area, pow (10, to));
      y1 = tl_roofline_y (area, roof->rate * pow (10, to));
      label.angle = atan2 (y1 - label.y, x1 - label.x);
      tl_set_color (cr, roof->is_binding ? palette->text : palette->dim_text, tl_palette_mark (palette, roof->is_binding ? 0.9 : 0.6));
      cairo_set_line_width (cr, roof->is_binding ? 2 : 1);
      line (cr, label.x, label.y, x1, y1);
      label_level (cr, roof, &label, hypot (x1 - label.x, y1 - label.y), labels, palette);
    }
}

/* Above its line, at the right end or where that is taken at the left; left out where there is no room. */
static void
draw_peak_label (cairo_t *cr, const TlRoofline *roofline, const TlRooflineRoof *roof, double x, double y, TlRooflineLabels *labels,
                 const TlPalette *palette)
{
  g_autofree char  *rate = tl_roofline_rate_text (roofline, roof->rate), *text = g_strdup_printf ("%s %s", roof->title, rate);
  guint             style = roof->is_binding ? TL_TEXT_BOLD : TL_TEXT_NORMAL;
  double            width = tl_text_width (cr, TL_ROOFLINE_FONT_PX, style, text);
  cairo_rectangle_t places[] = { { labels->area.right - width - 4, y - 16, width, 14 }, { x + 14, y - 16, width, 14 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (tl_roofline_labels_is_free (labels, &places[i]))
      {
        tl_roofline_labels_add (labels, &places[i]);
        draw_ground (cr, palette, places[i].x - 3, places[i].y, width + 6, places[i].height);
        tl_draw_text (cr, places[i].x, y - 9, TL_ROOFLINE_FONT_PX, style, roof->is_binding ? palette->text : palette->dim_text, 0, text);
        return;
      }
}

static void
draw_peaks (cairo_t *cr, const TlRoofline *roofline, TlRooflineLabels *labels, const TlPalette *palette)
{
  const TlRooflineArea *area = &labels->area;
  double                fastest = 0;

  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    fastest = tl_max (fastest, roofline->levels[i].rate);
  for (guint i = 0; i < roofline->n_peaks; i++)
    {
      const TlRooflineRoof *roof = &roofline->peaks[i];
      double                x = fastest > 0 ? tl_max (tl_roofline_x (area, roof->rate / fastest), area->left) : area->left;
      double                y = tl_roofline_y (area, roof->rate);

      tl_set_color (cr, roof->is_binding ? palette->text : palette->dim_text, tl_palette_mark (palette, roof->is_binding ? 0.9 : 0.6));
      cairo_set_line_width (cr, roof->is_binding ? 2 : 1);
      line (cr, x, y, area->right, y);
      draw_peak_label (cr, roofline, roof, x, y, labels, palette);
    }
}

/* --- the whole --- */

static void
draw_status (cairo_t *cr, const TlRoofline *roofline, const TlRooflineArea *area, const TlPalette *palette)
{
  g_autofree char *text = tl_roofline_status_text (roofline);

  if (text != NULL)
    tl_draw_text (cr, (area->left + area->right) / 2, (area->top + area->bottom) / 2, 13, TL_TEXT_CENTER, palette->dim_text,
                  area->right - area->left, text);
  else if (roofline->n_peaks == 0)
    tl_draw_text (cr, area->right - 4, area->top + 8, TL_ROOFLINE_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, area->right - area->left,
                  _("peak compute of this type: unknown"));
}

void
tl_draw_roofline (cairo_t *cr, const TlRoofline *roofline, gboolean with_path, const TlPalette *palette, double width, double height)
{
  TlRooflineLabels labels = { 0 };
  TlRooflineArea   area;

  tl_roofline_area (roofline, width, height, &area);
  labels.area = area;
  if (area.right - area.left < MIN_WIDTH || area.bottom - area.top < MIN_HEIGHT)
    return;
  cairo_new_path (cr);
  cairo_set_line_width (cr, 1);
  if (roofline->status == TL_ROOFLINE_READY || roofline->status == TL_ROOFLINE_UNTIMED)
    {
      draw_regions (cr, roofline, &labels, palette);
      draw_x_axis (cr, roofline, &area, palette);
      draw_y_axis (cr, roofline, &area, palette);
      tl_roofline_labels_add_points (&labels, roofline, with_path);
      draw_levels (cr, roofline, &labels, palette);
      draw_peaks (cr, roofline, &labels, palette);
      tl_draw_roofline_points (cr, roofline, &labels, with_path, palette);
    }
  draw_status (cr, roofline, &area, palette);
}
