/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/plot-private.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-outcome.h"
#include "core/draw/draw-text.h"

#define FONT_PX       TL_PLOT_FONT_PX
#define STROKE_CHUNK  64         /* cairo's stroker is superlinear in the length of a path … */
#define FILL_CHUNK    64         /* … and so is its filling */

#define TEXT_PX       8.0        /* question marks stand so far apart */
#define LABEL_PX      90.0       /* no label of an axis is wider */

static const char *
axis_name (const TlPlotModel *model)
{
  return model->throughput ? "GFLOP/s" : model->is_predicted ? _("predicted") : _("latency");
}

static void
draw_x_axis (const TlPlotPart *part)
{
  cairo_t           *cr = part->cr;
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  const TlPalette   *palette = part->palette;
  double bottom = tl_plot_axis_y (area);
  double step = tl_nice_step (area->x_max - area->x_min, (guint) MAX (2, (area->right - area->left) / 90));

  if (!model->by_time)
    step = MAX (1, step);
  tl_set_color (cr, palette->dim_text, 0.8);
  cairo_rectangle (cr, area->left, round (bottom), area->right - area->left, 1);
  cairo_fill (cr);
  for (double value = ceil (area->x_min / step) * step; value <= area->x_max; value += step)
    {
      g_autofree char *label = NULL;
      double           x = round (tl_plot_x (area, value)) + 0.5;

      if (!tl_plot_reaches (part, x - LABEL_PX / 2, x + LABEL_PX / 2))
        continue;
      label = model->by_time && step < 1 ? g_strdup_printf ("%.2g", value) : tl_format_count ((gint64) value);
      tl_set_color (cr, palette->dim_text, 0.8);
      cairo_rectangle (cr, x - 0.5, bottom, 1, 4);
      cairo_fill (cr);
      tl_draw_text (cr, x, bottom + 13, FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0, label);
    }
  if (tl_plot_reaches (part, (area->left + area->right - LABEL_PX) / 2, (area->left + area->right + LABEL_PX) / 2))
    tl_draw_text (cr, (area->left + area->right) / 2, bottom + 28, FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0,
                  model->by_time ? _("seconds") : _("trial"));
  if (tl_plot_reaches (part, 0, LABEL_PX))
    tl_draw_text (cr, 6, area->top - 18, FONT_PX, TL_TEXT_BOLD, palette->dim_text, 0, axis_name (model));
}

/* --- points --- */

static void
clip_to_field (const TlPlotPart *part)
{
  const TlPlotArea *area = part->area;

  cairo_rectangle (part->cr, area->left, area->top - 4, area->right - area->left + 4, area->bottom - area->top + 8);
  cairo_clip (part->cr);
}

/* By origin, from below: random, mutated, by hand. */
enum { DOTS_RANDOM, DOTS_MUTATED, DOTS_BY_HAND, N_DOTS };
static const guint8 dot_marks[N_DOTS] = { TL_TRIAL_RANDOM, 0, TL_TRIAL_BY_HAND };
static const TlPlotGroup dot_groups[N_DOTS] = { TL_PLOT_RANDOM, TL_PLOT_MUTATED, TL_PLOT_BY_HAND };

static guint
dots_of (const TlPlotModel *model, guint index)
{
  return tl_plot_has_mark (model, index, TL_TRIAL_BY_HAND) ? DOTS_BY_HAND
         : tl_plot_has_mark (model, index, TL_TRIAL_RANDOM) ? DOTS_RANDOM : DOTS_MUTATED;
}

/*
 * Those that do not rank any more are paler, and lie under the others. Copies of the model and the rest, that nothing else points to, stay
 * in registers while dots are stored.
 */
static void
draw_points (const TlPlotPart *whole)
{
  const TlPlotModel  own_model = *whole->model, *model = &own_model;
  const TlPlotArea   own_area = *whole->area, *area = &own_area;
  const TlPlotPart   own_part = { whole->cr, model, area, whole->palette, whole->x0, whole->x1, whole->first, whole->end, whole->summary,
                                  whole->x_per_unit }, *part = &own_part;
  const double       per_decade = (area->bottom - area->top) / (area->y_max - area->y_min) * (model->throughput ? 1 : -1);
  const double       y_of_second = tl_plot_y (area, tl_plot_log_unit (model, 1));   /* from there a logarithm of a latency counts */
  double             left = MAX (area->left, part->x0 - TL_DOT_REACH), right = MIN (area->right, part->x1 + TL_DOT_REACH), latency;
  TlDots            *dots[2 * N_DOTS];   /* the pale ones first */

  for (guint i = 0; i < G_N_ELEMENTS (dots); i++)
    dots[i] = tl_dots_new (left, area->top, right, area->bottom);
  for (guint i = part->first; i < part->end; i++)
    if (tl_plot_measured (model, i, &latency))
      {
        double y = y_of_second + per_decade * (model->log10_latency != NULL ? (double) model->log10_latency[i] : log10 (latency));

        tl_dots_add (dots[dots_of (model, i) + (tl_plot_has_mark (model, i, TL_TRIAL_UNRANKED) ? 0 : N_DOTS)], tl_plot_part_x (part, i),
                     area->is_cut ? tl_clamp (y, area->top, area->bottom) : y);
      }
  cairo_save (part->cr);
  clip_to_field (part);
  for (guint i = 0; i < G_N_ELEMENTS (dots); i++)
    {
      tl_dots_paint (dots[i], part->cr, tl_plot_dot_color (part->palette, dot_marks[i % N_DOTS]),
                     tl_dot_alpha (part->palette, i < N_DOTS) * tl_plot_group_alpha (part->model, dot_groups[i % N_DOTS]));
      tl_dots_free (dots[i]);
    }
  cairo_restore (part->cr);
}

static void
draw_implausible (const TlPlotPart *part, double x, double y, gboolean with_text)
{
  cairo_new_path (part->cr);
  cairo_arc (part->cr, x, y, 3.2, 0, 2 * G_PI);
  tl_set_color (part->cr, part->palette->error, 1);
  cairo_set_line_width (part->cr, 1.4);
  cairo_stroke (part->cr);
  if (with_text)
    tl_draw_text (part->cr, x, y + (y < part->area->top + 14 ? 11 : -11), FONT_PX, TL_TEXT_CENTER | TL_TEXT_BOLD, part->palette->error, 0,
                  "?");
}

static void
draw_start (const TlPlotPart *part, double x, double y)
{
  cairo_rectangle (part->cr, x - 3.5, y - 3.5, 7, 7);
  tl_set_color (part->cr, part->palette->background, 1);
  cairo_fill_preserve (part->cr);
  tl_set_color (part->cr, part->palette->text, 1);
  cairo_set_line_width (part->cr, 1.5);
  cairo_stroke (part->cr);
}

/* The program as it stands is a square, an implausible time a hollow dot with a question mark; at most one in a pixel column. */
static void
draw_marked (const TlPlotPart *part)
{
  const TlPlotArea *area = part->area;
  double            x, y, column = -1, text_column = -1;

  for (guint i = part->first; part->model->marks != NULL && i < part->end; i++)
    {
      if ((part->model->marks[i] & (TL_TRIAL_IMPLAUSIBLE | TL_TRIAL_START)) == 0 || !tl_plot_trial_pixel (part->model, area, i, &x, &y)
          || x < area->left || x > area->right || y < area->top || (y > area->bottom && y < area->row_top))
        continue;
      if (tl_plot_has_mark (part->model, i, TL_TRIAL_START))
        draw_start (part, x, y);
      else if (floor (x) != column)
        {
          draw_implausible (part, x, y, floor (x / TEXT_PX) != text_column);
          column = floor (x);
          text_column = floor (x / TEXT_PX);
        }
    }
}

/* The best so far as steps: as few vertices as there are improvements. */
static void
draw_best_line (const TlPlotPart *part)
{
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  cairo_t           *cr = part->cr;
  const GArray      *improvements = part->summary->improvements;
  double             best = tl_plot_best_so_far_s (model, part->first), floor_s = tl_plot_floor_s (model), best_y = 0;
  guint              end = MIN (part->end + 1, model->n), vertices = 0;   /* a line leaves the part towards the trial behind it */

  cairo_save (cr);
  clip_to_field (part);
  cairo_set_line_width (cr, 2);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  tl_set_color (cr, part->palette->look[TL_LOOK_UNROLLED], 1);
  if (best < HUGE_VAL)
    {
      best_y = tl_plot_y (area, tl_plot_log_unit (model, best));
      cairo_move_to (cr, tl_plot_x (area, tl_plot_trial_x (model, part->first - 1)), best_y);
    }
  for (guint i = 0; i < improvements->len && best > floor_s; i++)
    {
      guint  index = g_array_index (improvements, guint, i);
      double x = tl_plot_x (area, tl_plot_trial_x (model, index));

      if (index < part->first || index >= end)
        continue;
      if (best < HUGE_VAL)
        cairo_line_to (cr, x, best_y);
      best = MAX (model->latency_s[index], floor_s);
      best_y = tl_plot_y (area, tl_plot_log_unit (model, best));
      cairo_line_to (cr, x, best_y);
      if (++vertices % STROKE_CHUNK == 0)
        {
          cairo_stroke (cr);
          cairo_move_to (cr, x, best_y);
        }
    }
  if (best < HUGE_VAL && end > 0)
    {
      cairo_line_to (cr, tl_plot_x (area, tl_plot_trial_x (model, end - 1)), best_y);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

/* --- rows below the field --- */

/* The strip from the @n speeds of pixel columns; 0: not known there. */
static void
fill_speeds (const TlPlotPart *part, const float *speeds, guint n)
{
  const TlPlotArea *area = part->area;
  double            bottom = area->strip_top + area->strip_height;

  tl_set_color (part->cr, part->palette->read, tl_palette_mark (part->palette, 0.75));
  for (guint first = 0, end; first < n; first = end)
    {
      guint n_steps = 0;

      cairo_move_to (part->cr, area->left + first, bottom);
      for (end = first; end < n && n_steps < FILL_CHUNK; n_steps++)
        {
          double y = bottom - (speeds[end] > 0 ? tl_max (1, (double) speeds[end] * area->strip_height) : 0);

          cairo_line_to (part->cr, area->left + end, y);
          for (float speed = speeds[end]; end < n && speeds[end] == speed;)
            end++;
          cairo_line_to (part->cr, tl_min (area->left + end, area->right), y);
        }
      cairo_line_to (part->cr, tl_min (area->left + end, area->right), bottom);
      cairo_fill (part->cr);
    }
}

/* A bar as high as @speed around a pixel column; of bars that overlap the higher one is seen. */
static void
add_speed (float *speeds, gint n, gint column, gint reach, double speed)
{
  for (gint i = MAX (0, column - reach); i < MIN (n, column + reach); i++)
    speeds[i] = MAX (speeds[i], (float) speed);
}

/* The speed of the machine beside each trial, against its fastest moment; of several in a pixel column the slowest. */
static void
draw_strip (const TlPlotPart *part)
{
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  gint               n = (gint) ceil (area->right - area->left), column = G_MININT, reach;
  double             longest_s = 0;
  g_autofree float  *speeds = NULL;

  if (area->strip_height <= 0)
    return;
  speeds = g_new0 (float, n);
  reach = model->by_time ? 1 : (gint) tl_clamp (ceil ((area->right - area->left) / (area->x_max - area->x_min) / 2), 1, TL_DOT_REACH);
  tl_set_color (part->cr, part->palette->line, tl_palette_tint (part->palette, 0.5));
  cairo_rectangle (part->cr, area->left, area->strip_top, area->right - area->left, area->strip_height);
  cairo_fill (part->cr);
  for (guint i = part->first; i < part->end; i++)
    {
      gint x = (gint) tl_clamp (tl_plot_part_x (part, i) - area->left + TL_DOT_REACH, 0, n + 2 * TL_DOT_REACH) - (gint) TL_DOT_REACH;

      if (!(model->calibration_s[i] > 0))
        continue;
      if (x != column && longest_s > 0)
        add_speed (speeds, n, column, reach, area->shortest_calibration_s / longest_s);
      longest_s = x == column ? MAX (longest_s, model->calibration_s[i]) : model->calibration_s[i];
      column = x;
    }
  if (longest_s > 0)
    add_speed (speeds, n, column, reach, area->shortest_calibration_s / longest_s);
  fill_speeds (part, speeds, (guint) n);
  if (tl_plot_reaches (part, 0, area->left))
    tl_draw_text (part->cr, area->left - 8, area->strip_top + area->strip_height / 2, FONT_PX, TL_TEXT_RIGHT, part->palette->dim_text, 0,
                  "speed");
}

static void
add_ticks (const TlPlotPart *part, double first, double last, double middle)
{
  cairo_rectangle (part->cr, first - 1, middle - 6, last - first + 2, 12);
}

/* The share of its opacity that a row has. */
static double
kind_alpha (const TlPlotModel *model, guint kind)
{
  return model->kind != TL_OUTCOME_OK && model->kind != kind ? TL_PLOT_DIM : tl_plot_group_alpha (model, TL_PLOT_NO_TIME);
}

/* One tick per pixel column; those that touch are one rectangle. */
static void
draw_failures (const TlPlotPart *part, guint kind, double middle)
{
  const TlPlotArea *area = part->area;
  const guint8     *outcome = part->model->outcome, *found = outcome + part->first;
  double            first = -1, last = -1;

  while ((found = memchr (found, (int) kind, (size_t) (outcome + part->end - found))) != NULL)
    {
      double x = tl_plot_part_x (part, (guint) (found++ - outcome));

      if (x < area->left || x > area->right)
        continue;
      x = (guint) x;
      if (first >= 0 && x > last + 2)
        add_ticks (part, first, last, middle);
      if (first < 0 || x > last + 2)
        first = x;
      last = x;
    }
  if (first >= 0)
    add_ticks (part, first, last, middle);
  tl_set_color (part->cr, part->palette->outcome[kind], 0.9 * kind_alpha (part->model, kind));
  cairo_fill (part->cr);
}

/* Pruned ones and failures: one row per kind. */
static void
draw_rows (const TlPlotPart *part)
{
  const TlPlotArea *area = part->area;

  for (guint row = 0; row < area->n_rows; row++)
    {
      guint  kind = area->row_kind[row];
      double middle = tl_plot_row_middle (area, (gint) row);

      tl_set_color (part->cr, part->palette->outcome[kind], 0.08);
      cairo_rectangle (part->cr, area->left, middle - TL_PLOT_ROW_HEIGHT / 2 + 1, area->right - area->left, TL_PLOT_ROW_HEIGHT - 2);
      cairo_fill (part->cr);
      draw_failures (part, kind, middle);
      if (tl_plot_reaches (part, 0, area->left))
        {
          g_autofree char *label = g_strdup_printf ("%u", part->summary->counts[kind]);

          tl_draw_text (part->cr, area->left - 8, middle, FONT_PX, TL_TEXT_RIGHT | (part->model->kind == kind ? TL_TEXT_BOLD : 0),
                        part->palette->text, 0, label);
          tl_set_color (part->cr, part->palette->outcome[kind], kind_alpha (part->model, kind));
          tl_draw_outcome_glyph (part->cr, (TlOutcomeKind) kind, area->left - 16 - FONT_PX * 0.6 * (double) strlen (label), middle, 10);
        }
    }
}

void
tl_draw_plot_part (cairo_t *cr, const TlPlotModel *model, const TlPlotArea *area, const TlPalette *palette, double x0, double x1)
{
  g_autoptr (TlPlotSummary) own = NULL;
  TlPlotPart part = { cr, model, area, palette, x0, x1, 0, 0, tl_plot_summary_of (model, &own),
                      (area->right - area->left) / (area->x_max - area->x_min) };

  if (area->right - area->left < 40 || area->bottom - area->top < TL_PLOT_LEAST_FIELD)
    return;
  tl_plot_range (model, area, x0 - TL_DOT_REACH, x1 + TL_DOT_REACH, &part.first, &part.end);
  cairo_new_path (cr);
  tl_plot_draw_y_axis (cr, area, palette, model->throughput, tl_plot_reaches (&part, 0, area->left));
  draw_x_axis (&part);
  tl_plot_draw_predicted (&part);
  tl_plot_draw_rules (&part);
  draw_points (&part);
  draw_best_line (&part);
  draw_strip (&part);
  draw_rows (&part);
  draw_marked (&part);
  tl_plot_draw_rule_labels (&part);
  tl_plot_draw_improvements (&part);
  tl_plot_draw_density (&part);
  tl_plot_draw_legend (&part);
  if (model->n == 0)
    tl_draw_text (cr, (area->left + area->right) / 2, (area->top + area->bottom) / 2, 13, TL_TEXT_CENTER, palette->dim_text, 0,
                  _("No trials yet"));
}

void
tl_draw_plot (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height)
{
  g_autoptr (TlPlotSummary) own = NULL;
  TlPlotModel whole = *model;
  TlPlotArea  area;

  whole.summary = tl_plot_summary_of (model, &own);
  tl_plot_area (&whole, width, height, &area);
  tl_draw_plot_part (cr, &whole, &area, palette, 0, width);
  tl_plot_draw_whiskers (&(TlPlotPart) { cr, &whole, &area, palette, 0, width, 0, 0, whole.summary, 0 });
}
