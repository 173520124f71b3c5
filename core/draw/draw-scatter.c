/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-scatter.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-outcome.h"
#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"

#define LEFT_MARGIN  76.0
#define RIGHT_MARGIN 20.0
#define TOP_MARGIN   24.0
#define AXIS_HEIGHT  38.0
#define MIN_WIDTH  60.0    /* of a field that anything is drawn in */
#define MIN_HEIGHT 30.0
#define Y_STEP       0.25    /* decades: the axis ends at a multiple */
#define Y_MARGIN     0.04
#define MAX_X_STEPS 10
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

/* --- where things stand --- */

static void
round_outwards (double *low, double *high, double step)
{
  *low = floor (*low / step - 1e-9) * step;
  *high = ceil (*high / step + 1e-9) * step;
}

void
tl_scatter_area (const TlScatterModel *model, double width, double height, TlPlotArea *area)
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
  round_outwards (&x_low, &x_high, tl_nice_step (MAX (x_high - x_low, 0.01), MAX_X_STEPS));
  y_low -= Y_MARGIN;
  y_high += Y_MARGIN;
  round_outwards (&y_low, &y_high, Y_STEP);
  memset (area, 0, sizeof *area);   /* areas are compared as bytes */
  area->width = width;
  area->height = height;
  area->x_min = x_low;
  area->x_max = x_high;
  area->y_min = y_low;
  area->y_max = y_high;
  if (has_pruned)
    area->row_kind[area->n_rows++] = TL_OUTCOME_PRUNED;
  if (has_failed)
    area->row_kind[area->n_rows++] = FAILED;
  area->left = LEFT_MARGIN;
  area->top = TOP_MARGIN;
  area->row_height = area->n_rows * TL_PLOT_ROW_HEIGHT;
  area->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  area->bottom = MAX (TOP_MARGIN + 1, height - AXIS_HEIGHT - (area->n_rows > 0 ? area->row_height + 8 : 0));
  area->row_top = area->bottom + 8;
}

static gint
row_of (const TlPlotArea *area, guint outcome)
{
  return outcome == TL_OUTCOME_PRUNED || area->row_kind[0] == FAILED ? 0 : 1;
}

gboolean
tl_scatter_pixel (const TlScatterModel *model, const TlPlotArea *area, guint index, double *px, double *py)
{
  if (!is_shown (model, index))
    return FALSE;
  *px = tl_plot_x (area, model->score[index]);
  *py = model->outcome[index] == TL_OUTCOME_OK ? tl_plot_y (area, log_latency (model, index))
                                                : tl_plot_row_middle (area, row_of (area, model->outcome[index]));
  return TRUE;
}

gint
tl_scatter_pick (const TlScatterModel *model, const TlPlotArea *area, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius * radius, px, py;

  for (guint i = 0; i < model->n; i++)
    if (tl_scatter_pixel (model, area, i, &px, &py))
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

/* --- what is drawn --- */

static gboolean
has_room (const TlPlotArea *area)
{
  return area->right - area->left >= MIN_WIDTH && area->bottom - area->top >= MIN_HEIGHT;
}

static void
draw_x_axis (cairo_t *cr, const TlPlotArea *area, const TlPalette *palette)
{
  double bottom = tl_plot_axis_y (area);
  double step = tl_nice_step (area->x_max - area->x_min, (guint) MAX (2, (area->right - area->left) / 90));

  tl_set_color (cr, palette->dim_text, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, area->left, round (bottom) + 0.5);
  cairo_line_to (cr, area->right, round (bottom) + 0.5);
  cairo_stroke (cr);
  for (double i = ceil (area->x_min / step - 1e-9); i * step <= area->x_max + 1e-9; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.3g", i * step + 0.0);
      double           x = round (tl_plot_x (area, i * step)) + 0.5;

      tl_set_color (cr, palette->line, 0.6);
      cairo_move_to (cr, x, area->top);
      cairo_line_to (cr, x, bottom + 4);
      cairo_stroke (cr);
      tl_draw_text (cr, x, bottom + 13, TL_PLOT_FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0, label);
    }
  tl_draw_text (cr, (area->left + area->right) / 2, bottom + 28, TL_PLOT_FONT_PX, TL_TEXT_CENTER, palette->dim_text, area->right
                - area->left,
                _("predicted score (1 = best measured)"));
}

static void
draw_axes (cairo_t *cr, const TlPlotArea *area, const TlPalette *palette)
{
  cairo_new_path (cr);
  tl_plot_draw_y_axis (cr, area, palette, FALSE, TRUE);
  draw_x_axis (cr, area, palette);
  tl_draw_text (cr, 6, 10, TL_PLOT_FONT_PX, TL_TEXT_BOLD, palette->dim_text, 0, _("measured latency"));
}

static TlDots *
dots_new (const TlPlotArea *area)
{
  return tl_dots_new (area->left - TL_DOT_REACH, area->top - TL_DOT_REACH, area->right + TL_DOT_REACH, area->bottom + TL_DOT_REACH);
}

static void
add_dots (TlDots *dots, const TlScatterModel *model, const TlPlotArea *area, guint first)
{
  double px, py;

  for (guint i = first; i < model->n; i++)
    if (model->outcome[i] == TL_OUTCOME_OK && tl_scatter_pixel (model, area, i, &px, &py))
      tl_dots_add (dots, px, py);
}

/* Those of one row; what the model thought well of stands to the right. One mark per pixel column is enough to be seen. */
static void
draw_row (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *area, const TlPalette *palette, guint row)
{
  g_autofree guint8 *is_marked = g_malloc0 ((gsize) MAX (area->width, 0) + 1);
  g_autofree char   *label = NULL;
  double             px, py, middle = tl_plot_row_middle (area, (gint) row);
  guint              n = 0;
  TlColor            color = area->row_kind[row] == FAILED ? palette->error : palette->outcome[area->row_kind[row]];

  tl_set_color (cr, color, 0.08);
  cairo_rectangle (cr, area->left, middle - TL_PLOT_ROW_HEIGHT / 2 + 1, area->right - area->left, TL_PLOT_ROW_HEIGHT - 2);
  cairo_fill (cr);
  for (guint i = 0; i < model->n; i++)
    {
      if (model->outcome[i] == TL_OUTCOME_OK || row_of (area, model->outcome[i]) != (gint) row
          || !tl_scatter_pixel (model, area, i, &px, &py))
        continue;
      n++;
      if (px < 0 || px > area->width || is_marked[(gsize) px])
        continue;
      is_marked[(gsize) px] = 1;
      cairo_rectangle (cr, floor (px) - 1, middle - 6, 2, 12);
    }
  tl_set_color (cr, color, 0.9);
  cairo_fill (cr);
  label = g_strdup_printf ("%u", n);
  tl_draw_text (cr, area->left - 8, middle, TL_PLOT_FONT_PX, TL_TEXT_RIGHT, palette->text, 0, label);
  tl_set_color (cr, color, 1);
  tl_draw_outcome_glyph (cr, (TlOutcomeKind) area->row_kind[row], area->left - 16 - TL_PLOT_FONT_PX * 0.6 * (double) strlen (label),
                         middle, 10);
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
draw_best (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *area, const TlPalette *palette)
{
  g_autofree char *text = NULL;
  double           px, py;

  if (model->best < 0 || (guint) model->best >= model->n || !is_shown (model, (guint) model->best)
      || !tl_scatter_pixel (model, area, (guint) model->best, &px, &py))
    return;
  text = tl_plot_y_label (FALSE, model->latency_s[model->best]);
  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  cairo_new_path (cr);
  cairo_arc (cr, px, py, 4.5, 0, 2 * G_PI);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  tl_draw_text (cr, px > area->right - 70 ? px - 8 : px + 8, py + (py > area->bottom - 18 ? -12 : 13), TL_PLOT_FONT_PX + 1,
                TL_TEXT_BOLD | (px > area->right - 70 ? TL_TEXT_RIGHT : 0), palette->text, 0, text);
}

static void
draw_correlation (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *area, const TlPalette *palette)
{
  g_autofree char *text = isnan (model->rank_correlation) ? NULL
                                                          : g_strdup_printf (_("rank correlation (Spearman) %.2f over %u trials"),
                                                                             model->rank_correlation, model->n_ranked);

  if (text != NULL)
    tl_draw_text (cr, area->right, 10, TL_PLOT_FONT_PX + 1, TL_TEXT_BOLD | TL_TEXT_RIGHT, palette->text, 0, text);
}

/* All but axes and dots: little, and it may change with each trial. */
static void
draw_facts (cairo_t *cr, const TlScatterModel *model, const TlPlotArea *area, const TlPalette *palette)
{
  for (guint row = 0; row < area->n_rows; row++)
    draw_row (cr, model, area, palette, row);
  if (area->n_rows == 0 && !has_dots (model))
    tl_draw_text (cr, (area->left + area->right) / 2, (area->top + area->bottom) / 2, 13, TL_TEXT_CENTER, palette->dim_text, 0,
                  _("None of these trials was selected by the cost model"));
  draw_best (cr, model, area, palette);
  draw_correlation (cr, model, area, palette);
}

void
tl_draw_scatter (cairo_t *cr, const TlScatterModel *model, const TlPalette *palette, double width, double height)
{
  TlPlotArea         area;
  g_autoptr (TlDots) dots = NULL;

  tl_scatter_area (model, width, height, &area);
  if (!has_room (&area))
    return;
  dots = dots_new (&area);
  add_dots (dots, model, &area, 0);
  draw_axes (cr, &area, palette);
  tl_dots_paint (dots, cr, palette->outcome[TL_OUTCOME_OK], tl_dot_alpha (palette, FALSE));
  draw_facts (cr, model, &area, palette);
}

/* --- what a window keeps --- */

struct _TlScatter
{
  TlPlotArea       area;
  const TlPalette *palette;
  double           scale;
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
surface_new (const TlPlotArea *area, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (area->width * scale),
                                                         (int) ceil (area->height * scale));

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static void
begin_anew (TlScatter *scatter, const TlPlotArea *area, const TlPalette *palette, double scale)
{
  cairo_t *cr;

  tl_scatter_clear (scatter);
  scatter->area = *area;
  scatter->palette = palette;
  scatter->scale = scale;
  scatter->axes = surface_new (area, scale);
  scatter->dots = dots_new (area);
  cr = cairo_create (scatter->axes);
  if (has_room (area))
    draw_axes (cr, area, palette);
  cairo_destroy (cr);
}

void
tl_scatter_update (TlScatter *scatter, const TlScatterModel *model, const TlPalette *palette, int width, int height, double scale)
{
  TlPlotArea area;
  cairo_t   *cr;

  tl_scatter_area (model, width, height, &area);
  if (scatter->axes == NULL || memcmp (&area, &scatter->area, sizeof area) != 0 || palette != scatter->palette || scale != scatter->scale
      || model->n < scatter->n_added)
    begin_anew (scatter, &area, palette, scale);
  add_dots (scatter->dots, model, &area, scatter->n_added);
  scatter->n_added = model->n;
  g_clear_pointer (&scatter->picture, cairo_surface_destroy);
  scatter->picture = surface_new (&area, scale);
  cr = cairo_create (scatter->picture);
  cairo_set_source_surface (cr, scatter->axes, 0, 0);
  cairo_paint (cr);
  if (has_room (&area))
    {
      tl_dots_paint (scatter->dots, cr, palette->outcome[TL_OUTCOME_OK], tl_dot_alpha (palette, FALSE));
      draw_facts (cr, model, &area, palette);
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
  return scatter->axes != NULL ? &scatter->area : NULL;
}
