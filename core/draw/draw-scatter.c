/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-scatter.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"

#define LEFT_MARGIN  76.0
#define RIGHT_MARGIN 20.0
#define TOP_MARGIN   24.0
#define AXIS_HEIGHT  38.0
#define LEAST_WIDTH  60.0    /* of a field that anything is drawn in */
#define LEAST_HEIGHT 30.0
#define Y_STEP       0.25    /* decades: the axis ends at a multiple */
#define Y_MARGIN     0.04
#define MOST_X_STEPS 10
#define FAILED       TL_OUTCOME_BUILD_ERROR   /* stands for all failures in one row */

static gboolean
is_shown (const TlScatterModel *model, guint index)
{
  if (model->marks != NULL && (model->marks[index] & TL_TRIAL_IMPLAUSIBLE) != 0)
    return FALSE;
  return isfinite (model->score[index]) && (model->outcome[index] != TL_OUTCOME_OK || model->latency_s[index] > 0);
}

static double
log_latency (const TlScatterModel *model, guint index)
{
  return model->log10_latency != NULL ? (double) model->log10_latency[index] : log10 (model->latency_s[index]);
}

/* ---- where things stand ---- */

static void
round_outwards (double *low, double *high, double step)
{
  *low = floor (*low / step - 1e-9) * step;
  *high = ceil (*high / step + 1e-9) * step;
}

void
tl_scatter_area (const TlScatterModel *model, double width, double height, TlPlotArea *frame)
{
  double   x_low = HUGE_VAL, x_high = -HUGE_VAL, y_low = HUGE_VAL, y_high = -HUGE_VAL;
  gboolean has_failed = FALSE, has_pruned = FALSE;

  for (guint i = 0; i < model->n; i++)
    {
      if (!is_shown (model, i))
        continue;
      x_low = MIN (x_low, model->score[i]);
      x_high = MAX (x_high, model->score[i]);
      if (model->outcome[i] != TL_OUTCOME_OK)
        {
          has_pruned |= model->outcome[i] == TL_OUTCOME_PRUNED;
          has_failed |= model->outcome[i] != TL_OUTCOME_PRUNED;
          continue;
        }
      y_low = tl_min (y_low, log_latency (model, i));
      y_high = tl_max (y_high, log_latency (model, i));
    }
  if (x_high < x_low)
    x_low = 0, x_high = 1;
  if (y_high < y_low)
    y_low = -6, y_high = -3;
  round_outwards (&x_low, &x_high, tl_nice_step (MAX (x_high - x_low, 0.01), MOST_X_STEPS));
  y_low -= Y_MARGIN;
  y_high += Y_MARGIN;
  round_outwards (&y_low, &y_high, Y_STEP);
  memset (frame, 0, sizeof *frame);   /* frames are compared as bytes */
  frame->width = width;
  frame->height = height;
  frame->x_min = x_low;
  frame->x_max = x_high;
  frame->y_min = y_low;
  frame->y_max = y_high;
  if (has_pruned)
    frame->lane_kind[frame->n_lanes++] = TL_OUTCOME_PRUNED;
  if (has_failed)
    frame->lane_kind[frame->n_lanes++] = FAILED;
  frame->left = LEFT_MARGIN;
  frame->top = TOP_MARGIN;
  frame->lane_height = frame->n_lanes * TL_PLOT_LANE_HEIGHT;
  frame->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  frame->bottom = MAX (TOP_MARGIN + 1, height - AXIS_HEIGHT - (frame->n_lanes > 0 ? frame->lane_height + 8 : 0));
  frame->lane_top = frame->bottom + 8;
}

static gint
lane_of (const TlPlotArea *frame, guint outcome)
{
  return outcome == TL_OUTCOME_PRUNED || frame->lane_kind[0] == FAILED ? 0 : 1;
}

gboolean
tl_scatter_pixel (const TlScatterModel *model, const TlPlotArea *frame, guint index, double *px, double *py)
{
  if (!is_shown (model, index))
    return FALSE;
  *px = tl_plot_x (frame, model->score[index]);
  *py = model->outcome[index] == TL_OUTCOME_OK ? tl_plot_y (frame, log_latency (model, index))
                                                : tl_plot_lane_middle (frame, lane_of (frame, model->outcome[index]));
  return TRUE;
}

gint
tl_scatter_pick (const TlScatterModel *model, const TlPlotArea *frame, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius * radius, px, py;

  for (guint i = 0; i < model->n; i++)
    if (tl_scatter_pixel (model, frame, i, &px, &py))
      {
        double distance = (px - x) * (px - x) + (py - y) * (py - y);

        if (distance <= best_distance)
          {
            best_distance = distance;
            best = (gint) i;
          }
      }
  return best;
}

/* ---- what is drawn ---- */

static gboolean
has_room (const TlPlotArea *frame)
{
  return frame->right - frame->left >= LEAST_WIDTH && frame->bottom - frame->top >= LEAST_HEIGHT;
}

static void
draw_x_axis (cairo_t *cr, const TlPlotArea *frame, const TlPalette *palette)
{
  double bottom = tl_plot_axis_y (frame);
  double step = tl_nice_step (frame->x_max - frame->x_min, (guint) MAX (2, (frame->right - frame->left) / 90));

  tl_set_color (cr, palette->dim_text, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, frame->left, round (bottom) + 0.5);
  cairo_line_to (cr, frame->right, round (bottom) + 0.5);
  cairo_stroke (cr);
  for (double i = ceil (frame->x_min / step - 1e-9); i * step <= frame->x_max + 1e-9; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.3g", i * step + 0.0);
      double           x = round (tl_plot_x (frame, i * step)) + 0.5;

      tl_set_color (cr, palette->line, 0.6);
      cairo_move_to (cr, x, frame->top);
      cairo_line_to (cr, x, bottom + 4);
      cairo_stroke (cr);
      tl_draw_text (cr, x, bottom + 13, TL_PLOT_FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0, label);
    }
  tl_draw_text (cr, (frame->left + frame->right) / 2, bottom + 28, TL_PLOT_FONT_PX, TL_TEXT_CENTER, palette->dim_text, frame->right - frame->left,
                _("predicted score (1 = best measured)"));
}

static void
draw_axes (cairo_t *cr, const TlPlotArea *frame, const TlPalette *palette)
{
  cairo_new_path (cr);
  tl_plot_draw_y_axis (cr, frame, palette, FALSE, TRUE);
  draw_x_axis (cr, frame, palette);
  tl_draw_text (cr, 6, 10, TL_PLOT_FONT_PX, TL_TEXT_BOLD, palette->dim_text, 0, _("measured latency"));
}

static TlDots *
dots_new (const TlPlotArea *frame)
{
  return tl_dots_new (frame->left - TL_DOT_REACH, frame->top - TL_DOT_REACH, frame->right + TL_DOT_REACH, frame->bottom + TL_DOT_REACH);
}

static void
add_dots (TlDots *dots, const TlScatterModel *model, const TlPlotArea *frame, guint first)
{
  double px, py;

  for (guint i = first; i < model->n; i++)
    if (model->outcome[i] == TL_OUTCOME_OK && tl_scatter_pixel (model, frame, i, &px, &py))
      tl_dots_add (dots, px, py);
}

/* Those of one row; what the model thought well of stands to the right. One mark per pixel column is enough to be seen. */
static void
draw_lane (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *frame, const TlPalette *palette, guint lane)
{
  g_autofree guint8 *is_marked = g_malloc0 ((gsize) MAX (frame->width, 0) + 1);
  g_autofree char   *label = NULL;
  double             px, py, middle = tl_plot_lane_middle (frame, (gint) lane);
  guint              n = 0;
  TlColor            color = frame->lane_kind[lane] == FAILED ? palette->error : palette->outcome[frame->lane_kind[lane]];

  tl_set_color (cr, color, 0.08);
  cairo_rectangle (cr, frame->left, middle - TL_PLOT_LANE_HEIGHT / 2 + 1, frame->right - frame->left, TL_PLOT_LANE_HEIGHT - 2);
  cairo_fill (cr);
  for (guint i = 0; i < model->n; i++)
    {
      if (model->outcome[i] == TL_OUTCOME_OK || lane_of (frame, model->outcome[i]) != (gint) lane || !tl_scatter_pixel (model, frame, i, &px, &py))
        continue;
      n++;
      if (px < 0 || px > frame->width || is_marked[(gsize) px])
        continue;
      is_marked[(gsize) px] = 1;
      cairo_rectangle (cr, floor (px) - 1, middle - 6, 2, 12);
    }
  tl_set_color (cr, color, 0.9);
  cairo_fill (cr);
  label = g_strdup_printf ("%s %u", tl_outcome_glyph (frame->lane_kind[lane]), n);
  tl_draw_text (cr, frame->left - 8, middle, TL_PLOT_FONT_PX, TL_TEXT_RIGHT, palette->text, 0, label);
}

static gboolean
has_dots (const TlScatterModel *model)
{
  for (guint i = 0; i < model->n; i++)
    if (model->outcome[i] == TL_OUTCOME_OK && is_shown (model, i))
      return TRUE;
  return FALSE;
}

static void
draw_best (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *frame, const TlPalette *palette)
{
  g_autofree char *text = NULL;
  double           px, py;

  if (model->best < 0 || (guint) model->best >= model->n || !is_shown (model, (guint) model->best)
      || !tl_scatter_pixel (model, frame, (guint) model->best, &px, &py))
    return;
  text = tl_plot_y_label (FALSE, model->latency_s[model->best]);
  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  cairo_new_path (cr);
  cairo_arc (cr, px, py, 4.5, 0, 2 * G_PI);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  tl_draw_text (cr, px > frame->right - 70 ? px - 8 : px + 8, py + (py > frame->bottom - 18 ? -12 : 13), TL_PLOT_FONT_PX + 1,
                TL_TEXT_BOLD | (px > frame->right - 70 ? TL_TEXT_RIGHT : 0), palette->text, 0, text);
}

static void
draw_correlation (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *frame, const TlPalette *palette)
{
  g_autofree char *text = isnan (model->rank_correlation) ? NULL
                                                          : g_strdup_printf (_("rank correlation (Spearman) %.2f over %u trials"), model->rank_correlation, model->n_ranked);

  if (text != NULL)
    tl_draw_text (cr, frame->right, 10, TL_PLOT_FONT_PX + 1, TL_TEXT_BOLD | TL_TEXT_RIGHT, palette->text, 0, text);
}

/* All but axes and dots: little, and it may change with each trial. */
static void
draw_facts (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *frame, const TlPalette *palette)
{
  for (guint lane = 0; lane < frame->n_lanes; lane++)
    draw_lane (cr, model, frame, palette, lane);
  if (frame->n_lanes == 0 && !has_dots (model))
    tl_draw_text (cr, (frame->left + frame->right) / 2, (frame->top + frame->bottom) / 2, 13, TL_TEXT_CENTER, palette->dim_text, 0,
                  _("None of these trials was selected by the cost model"));
  draw_best (cr, model, frame, palette);
  draw_correlation (cr, model, frame, palette);
}

void
tl_draw_scatter (cairo_t *cr, const TlScatterModel *model, const TlPalette *palette, double width, double height)
{
  TlPlotArea         frame;
  g_autoptr (TlDots) dots = NULL;

  tl_scatter_area (model, width, height, &frame);
  if (!has_room (&frame))
    return;
  dots = dots_new (&frame);
  add_dots (dots, model, &frame, 0);
  draw_axes (cr, &frame, palette);
  tl_dots_paint (dots, cr, palette->outcome[TL_OUTCOME_OK], TL_DOT_ALPHA);
  draw_facts (cr, model, &frame, palette);
}

/* ---- what a window keeps ---- */

struct _TlScatter
{
  TlPlotArea       frame;
  const TlPalette *palette;
  int              scale;
  cairo_surface_t *axes;        /* NULL: nothing is painted */
  TlDots          *dots;        /* of the first n_added trials */
  guint            n_added;
  cairo_surface_t *picture;
};

TlScatter *
tl_scatter_new (void)
{
  return g_new0 (TlScatter, 1);
}

void
tl_scatter_clear (TlScatter *scatter)
{
  g_clear_pointer (&scatter->axes, cairo_surface_destroy);
  g_clear_pointer (&scatter->dots, tl_dots_free);
  scatter->n_added = 0;
}

void
tl_scatter_free (TlScatter *scatter)
{
  tl_scatter_clear (scatter);
  g_clear_pointer (&scatter->picture, cairo_surface_destroy);
  g_free (scatter);
}

static cairo_surface_t *
surface_new (const TlPlotArea *frame, int scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) frame->width * scale, (int) frame->height * scale);

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static void
begin_anew (TlScatter *scatter, const TlPlotArea *frame, const TlPalette *palette, int scale)
{
  cairo_t *cr;

  tl_scatter_clear (scatter);
  scatter->frame = *frame;
  scatter->palette = palette;
  scatter->scale = scale;
  scatter->axes = surface_new (frame, scale);
  scatter->dots = dots_new (frame);
  cr = cairo_create (scatter->axes);
  if (has_room (frame))
    draw_axes (cr, frame, palette);
  cairo_destroy (cr);
}

void
tl_scatter_update (TlScatter *scatter, const TlScatterModel *model, const TlPalette *palette, int width, int height, int scale)
{
  TlPlotArea frame;
  cairo_t   *cr;

  tl_scatter_area (model, width, height, &frame);
  if (scatter->axes == NULL || memcmp (&frame, &scatter->frame, sizeof frame) != 0 || palette != scatter->palette || scale != scatter->scale
      || model->n < scatter->n_added)
    begin_anew (scatter, &frame, palette, scale);
  add_dots (scatter->dots, model, &frame, scatter->n_added);
  scatter->n_added = model->n;
  g_clear_pointer (&scatter->picture, cairo_surface_destroy);
  scatter->picture = surface_new (&frame, scale);
  cr = cairo_create (scatter->picture);
  cairo_set_source_surface (cr, scatter->axes, 0, 0);
  cairo_paint (cr);
  if (has_room (&frame))
    {
      tl_dots_paint (scatter->dots, cr, palette->outcome[TL_OUTCOME_OK], TL_DOT_ALPHA);
      draw_facts (cr, model, &frame, palette);
    }
  cairo_destroy (cr);
  cairo_surface_flush (scatter->picture);
}

cairo_surface_t *
tl_scatter_picture (TlScatter *scatter)
{
  return scatter->picture;
}

const TlPlotArea *
tl_scatter_shown_area (TlScatter *scatter)
{
  return scatter->axes != NULL ? &scatter->frame : NULL;
}
