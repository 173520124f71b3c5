/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/model/draw-latency-steps.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-plot.h"
#include "core/draw/draw-text.h"

#define FONT       11.0
#define LEFT       62.0    /* of the field: labels stand there */
#define RIGHT      16.0
#define TOP        12.0
#define BOTTOM     22.0
#define MAX_TICKS  3
#define ROOM       0.18    /* of the range, above and below the line */
#define LEAST_SPAN 0.02    /* of the latency: less is not enlarged */
#define DISC       4.0
#define LINE       2.0
#define LABEL_GAP  9.0
#define BELOW      4.0     /* of a label to the right of its point, off the one above the first point */

/* The field, in pixels and data units. */
typedef struct
{
  const TlLatencySteps *steps;
  double                left, right, top, bottom;
  double                least_s, most_s;
  guint                 n;         /* trials at its right side */
} StepField;

static void
field_init (StepField *field, const TlLatencySteps *steps, double width, double height)
{
  double last_s = steps->steps[steps->n_steps - 1].seconds, room;

  *field = (StepField) {
    .steps = steps, .left = LEFT, .right = tl_max (width - RIGHT, LEFT + 1), .top = TOP, .bottom = tl_max (height - BOTTOM, TOP + 1),
    .least_s = tl_min (last_s, steps->before_s), .most_s = tl_max (steps->steps[0].seconds, steps->before_s),
    .n = MAX (MAX (steps->n_expected, steps->n_trials), 1),
  };
  if (steps->after_s > 0)
    {
      field->least_s = tl_min (field->least_s, steps->after_s);
      field->most_s = tl_max (field->most_s, steps->after_s);
    }
  room = tl_max ((field->most_s - field->least_s) * ROOM, LEAST_SPAN * field->most_s);
  field->least_s = tl_max (field->least_s - room, 0);
  field->most_s += room;
}

static double
x_of (const StepField *field, guint n_trials)
{
  return field->left + (field->right - field->left) * n_trials / field->n;
}

static double
y_of (const StepField *field, double seconds)
{
  return field->bottom - (field->bottom - field->top) * (seconds - field->least_s) / (field->most_s - field->least_s);
}

static void
draw_axes (cairo_t *cr, const StepField *field, const TlPalette *palette)
{
  double          step = tl_nice_step (field->most_s - field->least_s, MAX_TICKS), y = field->bottom + BOTTOM * 0.55, used;
  g_autofree char *n = g_strdup_printf (ngettext ("%u trial", "%u trials", field->n), field->n);

  for (double value = ceil (field->least_s / step) * step; value <= field->most_s; value += step)
    {
      g_autofree char *label = tl_format_seconds (value);
      double           line = round (y_of (field, value)) + 0.5;

      tl_set_color (cr, palette->line, tl_palette_mark (palette, 0.6));
      cairo_rectangle (cr, field->left, line - 0.5, field->right - field->left, 1);
      cairo_fill (cr);
      tl_draw_text (cr, field->left - 8, line, FONT, TL_TEXT_RIGHT, palette->dim_text, LEFT - 12, label);
    }
  used = 2 * tl_draw_text (cr, field->right, y, FONT, TL_TEXT_RIGHT, palette->dim_text, 0, n) + 3 * LABEL_GAP;
  tl_draw_text (cr, field->left, y, FONT, TL_TEXT_NORMAL, palette->dim_text, 0, "0");
  if (field->right - field->left > used)
    tl_draw_text (cr, (field->left + field->right) / 2, y, FONT, TL_TEXT_CENTER, palette->dim_text, field->right - field->left - used,
                  _("end to end; line: by kernels timed alone"));
}

static void
draw_line (cairo_t *cr, const StepField *field, const TlPalette *palette)
{
  const TlLatencySteps *steps = field->steps;

  cairo_move_to (cr, x_of (field, 0), y_of (field, steps->steps[0].seconds));
  for (guint i = 1; i < steps->n_steps; i++)
    {
      double x = x_of (field, steps->steps[i].n_trials);

      cairo_line_to (cr, x, y_of (field, steps->steps[i - 1].seconds));
      cairo_line_to (cr, x, y_of (field, steps->steps[i].seconds));
    }
  cairo_line_to (cr, x_of (field, steps->n_trials), y_of (field, steps->steps[steps->n_steps - 1].seconds));
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, LINE);
  cairo_stroke (cr);
}

static void
draw_disc (cairo_t *cr, const StepField *field, guint n_trials, double seconds, const TlPalette *palette)
{
  cairo_arc (cr, x_of (field, n_trials), y_of (field, seconds), DISC, 0, 2 * G_PI);
  tl_set_color (cr, palette->text, 1);
  cairo_fill (cr);
}

/* Beside a point, on the side where there is room. */
static void
draw_label (cairo_t *cr, const StepField *field, guint n_trials, double seconds, guint style, const TlPalette *palette, const char *text)
{
  double   x = x_of (field, n_trials), width = tl_text_width (cr, FONT, style, text);
  gboolean is_left = x + LABEL_GAP + width > field->right;
  double   y = y_of (field, seconds) + (is_left ? -LABEL_GAP - 2 : BELOW);

  tl_draw_text (cr, is_left ? tl_max (x - width, field->left) : x + LABEL_GAP, tl_max (y, FONT / 2), FONT, style, palette->text,
                tl_max (field->right - field->left, 1), text);
}

void
tl_draw_latency_steps (cairo_t *cr, const TlLatencySteps *steps, const TlPalette *palette, double width, double height)
{
  StepField        field;
  double           last_s = steps->steps[steps->n_steps - 1].seconds;
  g_autofree char *before = tl_format_seconds (steps->before_s), *after = tl_format_seconds (steps->after_s);
  g_autofree char *now = tl_format_seconds (last_s), *rules = g_strdup_printf (_("%s by rules"), before);
  g_autofree char *about = g_strdup_printf (_("about %s"), now);

  field_init (&field, steps, width, height);
  draw_axes (cr, &field, palette);
  draw_line (cr, &field, palette);
  draw_disc (cr, &field, 0, steps->before_s, palette);
  if (steps->after_s > 0)
    draw_disc (cr, &field, steps->n_trials, steps->after_s, palette);
  if (steps->after_s > 0)
    draw_label (cr, &field, steps->n_trials, steps->after_s, TL_TEXT_BOLD, palette, after);
  else if (steps->n_trials > 0)
    draw_label (cr, &field, steps->n_trials, last_s, TL_TEXT_NORMAL, palette, about);
  tl_draw_text (cr, field.left + LABEL_GAP, tl_max (y_of (&field, steps->before_s) - LABEL_GAP, FONT / 2), FONT, TL_TEXT_NORMAL,
                palette->text, 0, rules);
}

gint
tl_latency_steps_find (const TlLatencySteps *steps, double width, double x)
{
  StepField field;

  field_init (&field, steps, width, TOP + BOTTOM + 1);
  if (x < field.left || x > x_of (&field, steps->n_trials))
    return -1;
  return (gint) ((x - field.left) / (field.right - field.left) * field.n);
}
