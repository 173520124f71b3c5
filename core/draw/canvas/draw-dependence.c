/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/canvas/draw-dependence.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

#define LINE_WIDTH  2.0
#define HALO        3.0    /* around the line, in the background's colour: it crosses frames */
#define ARROW       7.0
#define LEAST_OUT   26.0
#define MOST_OUT    64.0
#define LABEL_PX    12.0
#define LABEL_PAD   6.0
#define LABEL_HIGH  19.0
#define GLYPH       11.0

/* From the right edges of the rows, or to the left edge of one in a column further right. */
typedef struct
{
  double x0, y0, x1, y1;
  double cx0, cx1;     /* of the control points, which are as high as the ends */
  double head;         /* the arrow's direction: -1 to the left, 1 to the right */
} Arc;

static gboolean
is_same_row (const TlNestBox *from, const TlNestBox *to)
{
  return from->x == to->x && from->y == to->y;
}

static Arc
arc_of (const TlNestBox *from, const TlNestBox *to)
{
  gboolean is_same = is_same_row (from, to), is_right = to->x > from->x + from->width;
  Arc      arc = { .x0 = from->x + from->width, .head = is_right ? 1 : -1 };
  double   out;

  arc.y0 = from->y + from->row_height * (is_same ? 0.75 : 0.5);
  arc.y1 = to->y + to->row_height * (is_same ? 0.25 : 0.5);
  arc.x1 = is_right ? to->x : to->x + to->width;
  out = tl_clamp (LEAST_OUT + fabs (arc.y1 - arc.y0) / 4, LEAST_OUT, MOST_OUT);
  if (is_right)
    {
      arc.cx0 = arc.x0 + out;
      arc.cx1 = arc.x1 - out;
    }
  else
    arc.cx0 = arc.cx1 = tl_max (arc.x0, arc.x1) + out * (is_same ? 1.6 : 1.3);
  return arc;
}

void
tl_dependence_label_place (const TlNestBox *from, const TlNestBox *to, double *x, double *y)
{
  Arc arc = arc_of (from, to);

  *x = (arc.x0 + 3 * arc.cx0 + 3 * arc.cx1 + arc.x1) / 8;
  *y = (arc.y0 + arc.y1) / 2;
}

static void
draw_head (cairo_t *cr, const Arc *arc)
{
  cairo_move_to (cr, arc->x1, arc->y1);
  cairo_line_to (cr, arc->x1 - arc->head * ARROW, arc->y1 - ARROW * 0.55);
  cairo_line_to (cr, arc->x1 - arc->head * ARROW, arc->y1 + ARROW * 0.55);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_line (cairo_t *cr, const Arc *arc, const TlPalette *palette)
{
  cairo_move_to (cr, arc->x0, arc->y0);
  cairo_curve_to (cr, arc->cx0, arc->y0, arc->cx1, arc->y1, arc->x1 - arc->head * ARROW * 0.8, arc->y1);
  tl_set_color (cr, palette->card, 0.85);
  cairo_set_line_width (cr, LINE_WIDTH + 2 * HALO);
  cairo_stroke_preserve (cr);
  tl_set_color (cr, palette->error, 1);
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_stroke (cr);
  draw_head (cr, arc);
  cairo_arc (cr, arc->x0, arc->y0, LINE_WIDTH + 1, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
draw_no_entry (cairo_t *cr, double x, double y)
{
  double r = GLYPH / 2 - 0.75;

  cairo_set_line_width (cr, 1.5);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r, 0, 2 * G_PI);
  cairo_move_to (cr, x - r * G_SQRT2 / 2, y - r * G_SQRT2 / 2);
  cairo_line_to (cr, x + r * G_SQRT2 / 2, y + r * G_SQRT2 / 2);
  cairo_stroke (cr);
}

/* On the arc, or left of it where the room ends. */
static void
draw_label (cairo_t *cr, double x, double y, const char *label, double right, const TlPalette *palette)
{
  double width = tl_text_width (cr, LABEL_PX, TL_TEXT_MONO | TL_TEXT_BOLD, label) + GLYPH + 3 * LABEL_PAD;

  x = tl_max (2, tl_min (x - LABEL_PAD, right - width - 2));
  tl_path_rounded (cr, x, y - LABEL_HIGH / 2, width, LABEL_HIGH, LABEL_HIGH / 2);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->error, 1);
  cairo_set_line_width (cr, 1.25);
  cairo_stroke (cr);
  draw_no_entry (cr, x + LABEL_PAD + GLYPH / 2, y);
  tl_draw_text (cr, x + 2 * LABEL_PAD + GLYPH, y, LABEL_PX, TL_TEXT_MONO | TL_TEXT_BOLD, palette->text, 0, label);
}

void
tl_draw_dependence (cairo_t *cr, const TlNestBox *from, const TlNestBox *to, const char *label, double right, const TlPalette *palette)
{
  Arc    arc = arc_of (from, to);
  double x, y;

  cairo_save (cr);
  draw_line (cr, &arc, palette);
  tl_dependence_label_place (from, to, &x, &y);
  if (label != NULL)
    draw_label (cr, x, y, label, right, palette);
  cairo_restore (cr);
}
