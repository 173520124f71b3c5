/* SPDX-License-Identifier: Apache-2.0 */
/* The points of a roofline: marks, names, companions, the path of a schedule. */
#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-roofline-private.h"
#include "core/draw/draw-text.h"

#define RADIUS        5.0
#define SHOWN_RADIUS  7.0
#define PATH_RADIUS   3.5
#define N_SHAPES      6
#define LABEL_HEIGHT  15.0
#define ARROW         7.0

/* --- which and where --- */

gboolean
tl_roofline_shows (const TlRoofline *roofline, guint point, gboolean with_path)
{
  return roofline->points[point].is_end || (with_path && roofline->points[point].is_current);
}

gint
tl_roofline_pick (const TlRoofline *roofline, const TlRooflineArea *area, gboolean with_path, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius;

  for (guint i = 0; i < roofline->n_points; i++)
    {
      const TlRooflinePoint *point = &roofline->points[i];
      double distance = hypot (tl_roofline_x (area, point->intensity) - x, tl_roofline_y (area, point->rate) - y);

      if (tl_roofline_shows (roofline, i, with_path) && distance <= best_distance)
        {
          best = (gint) i;
          best_distance = distance;
        }
    }
  return best;
}

GArray *
tl_roofline_within (const TlRoofline *roofline, const TlRooflineArea *area, gboolean with_path, double x0, double y0, double x1, double y1)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < roofline->n_points; i++)
    {
      double x = tl_roofline_x (area, roofline->points[i].intensity), y = tl_roofline_y (area, roofline->points[i].rate);

      if (tl_roofline_shows (roofline, i, with_path) && x >= MIN (x0, x1) && x <= MAX (x0, x1) && y >= MIN (y0, y1) && y <= MAX (y0, y1))
        g_array_append_val (found, i);
    }
  return found;
}

/* --- labels --- */

gboolean
tl_roofline_labels_is_free (const TlRooflineLabels *labels, const cairo_rectangle_t *box)
{
  const TlRooflineArea *area = &labels->area;

  if (box->x < area->left || box->x + box->width > area->right || box->y < area->top || box->y + box->height > area->bottom)
    return FALSE;
  for (guint i = 0; i < labels->n; i++)
    if (box->x < labels->boxes[i].x + labels->boxes[i].width && labels->boxes[i].x < box->x + box->width
        && box->y < labels->boxes[i].y + labels->boxes[i].height && labels->boxes[i].y < box->y + box->height)
      return FALSE;
  return TRUE;
}

void
tl_roofline_labels_add (TlRooflineLabels *labels, const cairo_rectangle_t *box)
{
  if (labels->n < TL_ROOFLINE_LABELS)
    labels->boxes[labels->n++] = *box;
}

void
tl_roofline_labels_add_points (TlRooflineLabels *labels, const TlRoofline *roofline, gboolean with_path)
{
  for (guint i = 0; i < roofline->n_points; i++)
    if (tl_roofline_shows (roofline, i, with_path))
      {
        double x = tl_roofline_x (&labels->area, roofline->points[i].intensity),
               y = tl_roofline_y (&labels->area, roofline->points[i].rate);

        tl_roofline_labels_add (labels, &(cairo_rectangle_t) { x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS });
      }
}

/* Beside, below or above (@x, @y), where nothing stands yet; it is left out where all is taken, unless it @must be there. */
static void
place_label (cairo_t *cr, TlRooflineLabels *labels, double x, double y, double distance, const char *text, guint style, TlColor color,
             gboolean must, const TlPalette *palette)
{
  double            width = tl_text_width (cr, TL_ROOFLINE_FONT_PX, style, text), half = LABEL_HEIGHT / 2;
  cairo_rectangle_t places[] = {
    { x + distance, y - half, width, LABEL_HEIGHT },           { x - distance - width, y - half, width, LABEL_HEIGHT },
    { x - width / 2, y + distance, width, LABEL_HEIGHT },      { x - width / 2, y - distance - LABEL_HEIGHT, width, LABEL_HEIGHT },
    { x + distance, y + half, width, LABEL_HEIGHT },           { x + distance, y - 3 * half, width, LABEL_HEIGHT },
    { x - distance - width, y + half, width, LABEL_HEIGHT },   { x - distance - width, y - 3 * half, width, LABEL_HEIGHT },
  };
  guint             place = 0;

  while (place < G_N_ELEMENTS (places) && !tl_roofline_labels_is_free (labels, &places[place]))
    place++;
  if (place == G_N_ELEMENTS (places) && !must)
    return;
  place %= G_N_ELEMENTS (places);
  places[place].x = tl_clamp (places[place].x, labels->area.left, tl_max (labels->area.right - width, labels->area.left));
  tl_roofline_labels_add (labels, &places[place]);
  tl_set_color (cr, palette->background, 0.8);
  tl_path_rounded (cr, places[place].x - 2, places[place].y, width + 4, LABEL_HEIGHT, 3);
  cairo_fill (cr);
  tl_draw_text (cr, places[place].x, places[place].y + half, TL_ROOFLINE_FONT_PX, style, color, 0, text);
}

/* --- marks --- */

static void
polygon (cairo_t *cr, double x, double y, double radius, guint n_corners, double turn)
{
  for (guint i = 0; i < n_corners; i++)
    cairo_line_to (cr, x + radius * sin (turn + 2 * G_PI * i / n_corners), y - radius * cos (turn + 2 * G_PI * i / n_corners));
  cairo_close_path (cr);
}

/* Circle, square, diamond, triangles, hexagon: of about the same area. */
static void
shape (cairo_t *cr, double x, double y, double radius, guint variant)
{
  cairo_new_path (cr);
  switch (variant % N_SHAPES)
    {
    case 0:
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      break;
    case 1:
      polygon (cr, x, y, radius * 1.25, 4, G_PI_4);
      break;
    case 2:
      polygon (cr, x, y, radius * 1.3, 4, 0);
      break;
    case 3:
      polygon (cr, x, y, radius * 1.45, 3, 0);
      break;
    case 4:
      polygon (cr, x, y, radius * 1.45, 3, G_PI);
      break;
    default:
      polygon (cr, x, y, radius * 1.1, 6, 0);
      break;
    }
}

static TlColor
color_of (const TlRooflinePoint *point, const TlPalette *palette)
{
  return palette->family[point->variant % TL_N_FAMILY_HUES];
}

/* Filled; hollow where the variant has changed since. */
static void
draw_mark (cairo_t *cr, const TlRooflinePoint *point, double x, double y, double radius, const TlPalette *palette)
{
  shape (cr, x, y, radius, point->variant);
  tl_set_color (cr, point->is_stale ? palette->background : color_of (point, palette), 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, point->is_stale ? color_of (point, palette) : palette->background, 1);
  cairo_set_line_width (cr, point->is_stale ? 1.5 : 1);
  cairo_stroke (cr);
  if (point->is_current && point->is_end)
    {
      shape (cr, x, y, radius + 3, point->variant);
      tl_set_color (cr, palette->accent, 1);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
}

/* The quartiles of the time, as rates. */
static void
draw_spread (cairo_t *cr, const TlRooflinePoint *point, const TlRooflineArea *area, const TlPalette *palette)
{
  double x = tl_roofline_x (area, point->intensity), scale = point->rate * point->latency.median_s;

  if (!(point->latency.lower_s > 0) || !(point->latency.upper_s > 0))
    return;
  tl_set_color (cr, color_of (point, palette), tl_palette_mark (palette, 0.8));
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, x, tl_clamp (tl_roofline_y (area, scale / point->latency.lower_s), area->top, area->bottom));
  cairo_line_to (cr, x, tl_clamp (tl_roofline_y (area, scale / point->latency.upper_s), area->top, area->bottom));
  cairo_stroke (cr);
}

static gboolean
stands_alike (double a, double b)
{
  return a > 0 && b > 0 && fabs (log10 (a / b)) < 0.01;
}

/* "L3, memory": all levels at one place; NULL where an inner one or the point itself stands there already. */
static char *
companions_text (const TlRoofline *roofline, const TlRooflinePoint *point, TlLevel level)
{
  GString *text = g_string_new (NULL);

  for (TlLevel other = TL_LEVEL_REGISTERS; other < TL_N_LEVELS; other++)
    if (stands_alike (point->places[other], point->places[level]))
      {
        if (other < level)
          return g_string_free (text, TRUE);
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                tl_level_name (tl_capacities_source (&roofline->capacities, other)));
      }
  return g_string_free (text, stands_alike (point->places[level], point->intensity));
}

/* Where the point stands by the other levels, on a line through it. */
static void
draw_companions (cairo_t *cr, const TlRoofline *roofline, const TlRooflinePoint *point, const TlRooflineArea *area,
                 TlRooflineLabels *labels, const TlPalette *palette)
{
  double y = tl_roofline_y (area, point->rate), low = tl_roofline_x (area, point->intensity), high = low;

  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (point->places[level] > 0)
      {
        low = tl_min (low, tl_roofline_x (area, point->places[level]));
        high = tl_max (high, tl_roofline_x (area, point->places[level]));
      }
  tl_set_color (cr, color_of (point, palette), tl_palette_mark (palette, 0.5));
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, low, y);
  cairo_line_to (cr, high, y);
  cairo_stroke (cr);
  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    {
      g_autofree char *text = companions_text (roofline, point, level);
      double           x = text != NULL ? tl_roofline_x (area, point->places[level]) : 0;

      if (text == NULL)
        continue;
      shape (cr, x, y, PATH_RADIUS, point->variant);
      tl_set_color (cr, palette->background, 1);
      cairo_fill_preserve (cr);
      tl_set_color (cr, color_of (point, palette), tl_palette_mark (palette, 0.8));
      cairo_stroke (cr);
      if (labels != NULL)
        place_label (cr, labels, x, y, PATH_RADIUS + 3, text, 0, palette->dim_text, FALSE, palette);
    }
}

/* --- the path --- */

static void
draw_arrow (cairo_t *cr, double x0, double y0, double x1, double y1, TlColor color)
{
  double length = hypot (x1 - x0, y1 - y0), dx, dy;

  if (length < 2 * ARROW)
    return;
  dx = (x1 - x0) / length;
  dy = (y1 - y0) / length;
  x1 -= dx * (RADIUS + 2);
  y1 -= dy * (RADIUS + 2);
  tl_set_color (cr, color, 0.9);
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, x0 + dx * (PATH_RADIUS + 1), y0 + dy * (PATH_RADIUS + 1));
  cairo_line_to (cr, x1 - dx * ARROW / 2, y1 - dy * ARROW / 2);
  cairo_stroke (cr);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - dx * ARROW - dy * ARROW / 2, y1 - dy * ARROW + dx * ARROW / 2);
  cairo_line_to (cr, x1 - dx * ARROW + dy * ARROW / 2, y1 - dy * ARROW - dx * ARROW / 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_path (cairo_t *cr, const TlRoofline *roofline, const TlRooflineArea *area, TlRooflineLabels *labels, const TlPalette *palette)
{
  for (guint i = 0; i < roofline->n_points; i++)
    {
      const TlRooflinePoint *point = &roofline->points[i], *before = i > 0 ? point - 1 : NULL;
      double                 x = tl_roofline_x (area, point->intensity), y = tl_roofline_y (area, point->rate), x0, y0;

      if (!point->is_current)
        continue;
      if (!point->is_end)
        draw_mark (cr, point, x, y, PATH_RADIUS, palette);
      if (point->steps == NULL || before == NULL)
        continue;
      x0 = tl_roofline_x (area, before->intensity);
      y0 = tl_roofline_y (area, before->rate);
      draw_arrow (cr, x0, y0, x, y, color_of (point, palette));
      place_label (cr, labels, (x0 + x) / 2, (y0 + y) / 2, 6, point->steps, 0, palette->text, FALSE, palette);
    }
}

/* Dashed and hollow: nobody has measured it. */
static void
draw_suggestion (cairo_t *cr, const TlRoofline *roofline, const TlRooflinePoint *from, const TlRooflineArea *area,
                 TlRooflineLabels *labels, const TlPalette *palette)
{
  const TlRooflineSuggestion *suggestion = roofline->suggestion;
  double                      x = tl_roofline_x (area, suggestion->intensity), y = tl_roofline_y (area, suggestion->rate);
  g_autofree char            *text = g_strdup_printf ("≈ %s", suggestion->title);
  const double                dashes[] = { 4, 3 };

  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  draw_arrow (cr, tl_roofline_x (area, from->intensity), tl_roofline_y (area, from->rate), x, y, color_of (from, palette));
  shape (cr, x, y, RADIUS, from->variant);
  tl_set_color (cr, palette->background, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color_of (from, palette), 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, (const double[]) { 2, 2 }, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  tl_roofline_labels_add (labels, &(cairo_rectangle_t) { x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS });
  place_label (cr, labels, x, y, RADIUS + 4, text, 0, palette->dim_text, TRUE, palette);
}

/* --- the whole --- */

static void
draw_name (cairo_t *cr, const TlRooflinePoint *point, const TlRooflineArea *area, TlRooflineLabels *labels, const TlPalette *palette)
{
  g_autofree char *text = point->doubt != NULL ? g_strdup_printf ("? %s", point->name) : g_strdup (point->name);

  place_label (cr, labels, tl_roofline_x (area, point->intensity), tl_roofline_y (area, point->rate), SHOWN_RADIUS + 6, text,
               point->is_current ? TL_TEXT_BOLD : TL_TEXT_NORMAL, point->doubt != NULL ? palette->error : palette->text,
               TRUE, palette);
}

/* The one shown comes last: on top of the others, but first in the choice of a place for its name. */
void
tl_draw_roofline_points (cairo_t *cr, const TlRoofline *roofline, TlRooflineLabels *labels, gboolean with_path,
                         const TlPalette *palette)
{
  const TlRooflineArea *area = &labels->area;
  gint                  current = tl_roofline_current (roofline);

  if (current >= 0)
    {
      draw_name (cr, &roofline->points[current], area, labels, palette);
      draw_companions (cr, roofline, &roofline->points[current], area, labels, palette);
    }
  if (with_path)
    draw_path (cr, roofline, area, labels, palette);
  if (with_path && roofline->suggestion != NULL && current >= 0)
    draw_suggestion (cr, roofline, &roofline->points[current], area, labels, palette);
  for (guint i = 0; i < roofline->n_points; i++)
    if (roofline->points[i].is_end && (gint) i != current)
      {
        const TlRooflinePoint *point = &roofline->points[i];

        draw_spread (cr, point, area, palette);
        draw_mark (cr, point, tl_roofline_x (area, point->intensity), tl_roofline_y (area, point->rate), RADIUS, palette);
        draw_name (cr, point, area, labels, palette);
      }
  if (current < 0)
    return;
  draw_spread (cr, &roofline->points[current], area, palette);
  draw_mark (cr, &roofline->points[current], tl_roofline_x (area, roofline->points[current].intensity),
             tl_roofline_y (area, roofline->points[current].rate), SHOWN_RADIUS, palette);
}

void
tl_draw_roofline_point (cairo_t *cr, const TlRoofline *roofline, guint index, const TlPalette *palette, double width, double height)
{
  const TlRooflinePoint *point = &roofline->points[index];
  TlRooflineArea         area;
  TlRooflineLabels       labels;
  double                 x, y, limit = tl_roofline_limit (roofline, point->intensity), roof_y;
  g_autofree char       *distance = g_strdup_printf ("%.3g×", limit / point->rate);

  tl_roofline_area (roofline, width, height, &area);
  labels = (TlRooflineLabels) { .area = area };
  x = tl_roofline_x (&area, point->intensity);
  y = tl_roofline_y (&area, point->rate);
  roof_y = tl_roofline_y (&area, limit);
  draw_companions (cr, roofline, point, &area, point->is_current ? NULL : &labels, palette);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, (const double[]) { 3, 3 }, 2, 0);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x, roof_y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_mark (cr, point, x, y, point->is_end ? SHOWN_RADIUS : PATH_RADIUS + 1, palette);
  shape (cr, x, y, SHOWN_RADIUS + 3, point->variant);
  tl_set_color (cr, palette->accent, 1);
  cairo_stroke (cr);
  if (fabs (roof_y - y) > 24)
    place_label (cr, &labels, x, (y + roof_y) / 2, 6, distance, TL_TEXT_BOLD, palette->text, TRUE, palette);
}
