/* SPDX-License-Identifier: Apache-2.0 */
/* Beside and above the points of a plot of trials: legend, rules, labels of improvements, whiskers, density of the newest. */
#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"

#include <math.h>

#define FONT_PX        TL_PLOT_FONT_PX
#define LEGEND_GAP     14.0
#define LEGEND_END_PX  130.0    /* free at the right of the legend: a window has a switch there */
#define LABEL_HEIGHT   14.0
#define MAX_LABELS     12
#define N_NEWEST       64
#define BIN_PX         5.0
#define DENSITY_GAP    8.0

/* --- the legend --- */

typedef enum { SIGN_DOT, SIGN_LINE, SIGN_TICK } Sign;

static void
draw_sign (cairo_t *cr, Sign sign, double x, double y, TlColor color)
{
  tl_set_color (cr, color, 1);
  cairo_new_path (cr);
  if (sign == SIGN_DOT)
    cairo_arc (cr, x + 6, y, 3.2, 0, 2 * G_PI);
  else if (sign == SIGN_LINE)
    cairo_rectangle (cr, x, y - 1, 14, 2);
  else
    cairo_rectangle (cr, x + 5, y - 6, 2, 12);
  cairo_fill (cr);
}

/* The place after the entry; the same where it does not fit. */
static double
add_entry (const TlPlotPart *part, double x, Sign sign, TlColor color, const char *text)
{
  double y = part->area->top - 18, text_x = x + (sign == SIGN_LINE ? 19 : 14);
  double end = text_x + tl_text_width (part->cr, FONT_PX, 0, text);

  if (end > part->area->width - LEGEND_END_PX)
    return x;
  draw_sign (part->cr, sign, x, y, color);
  tl_draw_text (part->cr, text_x, y, FONT_PX, 0, part->palette->dim_text, 0, text);
  return end + LEGEND_GAP;
}

/* Only of what there is. */
void
tl_plot_draw_legend (const TlPlotPart *part)
{
  const TlPlotArea *area = part->area;
  const TlPalette  *palette = part->palette;
  gboolean          has_origins = (area->marks & (TL_TRIAL_RANDOM | TL_TRIAL_BY_HAND)) != 0;
  double            x = area->left;

  if (part->model->n == 0)
    return;
  if ((area->marks & TL_TRIAL_RANDOM) != 0)
    x = add_entry (part, x, SIGN_DOT, tl_plot_dot_color (palette, TL_TRIAL_RANDOM), _("random"));
  if (area->has_plain)
    x = add_entry (part, x, SIGN_DOT, tl_plot_dot_color (palette, 0), has_origins ? _("evolutionary") : _("trial"));
  if ((area->marks & TL_TRIAL_BY_HAND) != 0)
    x = add_entry (part, x, SIGN_DOT, tl_plot_dot_color (palette, TL_TRIAL_BY_HAND), _("by hand, and descendants"));
  x = add_entry (part, x, SIGN_LINE, palette->look[TL_LOOK_UNROLLED], _("best so far"));
  if (area->n_rows > 0)
    add_entry (part, x, SIGN_TICK, palette->outcome[area->row_kind[area->n_rows - 1]], _("no time"));
}

/* --- rules --- */

/* A dashed line at @latency_s, with a text at its right end that begins with @name, on the side of slower or of faster trials. */
static void
draw_rule (const TlPlotPart *part, double latency_s, const char *name, const char *sign, gboolean on_slow_side)
{
  const double       dashes[] = { 5, 4 };
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  cairo_t           *cr = part->cr;
  g_autofree char   *value = NULL, *label = NULL;
  double             y;

  if (!(latency_s > 0))
    return;
  y = round (tl_plot_y (area, tl_plot_log_unit (model, latency_s))) + 0.5;
  if (y < area->top || y > area->bottom)
    return;
  tl_set_color (cr, part->palette->dim_text, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_move_to (cr, area->left, y);
  cairo_line_to (cr, area->right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  value = tl_plot_y_label (model->throughput, tl_plot_unit (model, latency_s));
  label = g_strdup_printf ("%s %s%s%s", name, sign, value, model->throughput ? " GFLOP/s" : "");
  if (tl_plot_reaches (part, area->right - 4 - tl_text_width (cr, FONT_PX, 0, label), area->right))
    tl_draw_text (cr, area->right - 4, y + (y < area->top + 20 || on_slow_side == model->throughput ? 10 : -9), FONT_PX, TL_TEXT_RIGHT,
                  part->palette->dim_text, 0, label);
}

void
tl_plot_draw_rules (const TlPlotPart *part)
{
  const TlPlotModel *model = part->model;

  draw_rule (part, model->baseline_s, _("start"), !model->baseline_is_bound ? "" : model->throughput ? "≤ " : "≥ ", TRUE);
  draw_rule (part, model->peak_s, _("peak compute"), "", FALSE);
  if (part->area->is_cut && tl_plot_reaches (part, part->area->left, part->area->left + 200))
    tl_draw_text (part->cr, part->area->left + 6, model->throughput ? part->area->bottom - 9 : part->area->top + 9, FONT_PX, 0,
                  part->palette->dim_text, 0, _("slower trials stand at the edge"));
}

/* --- improvements --- */

typedef struct
{
  guint  index;
  double x, y;
} Improvement;

static void
add_improvement (const TlPlotPart *part, GArray *found, guint index, double latency_s)
{
  const TlPlotArea *area = part->area;
  Improvement       one = { index, tl_plot_x (area, tl_plot_trial_x (part->model, index)),
                            tl_plot_y (area, tl_plot_log_unit (part->model, latency_s)) };

  if (one.x >= area->left && one.x <= area->right && one.y >= area->top && one.y <= area->bottom)
    g_array_append_val (found, one);
}

/*
 * Those of the best-so-far line that are in view, in order. The line comes to its lower limit where some trial seemed as fast as the
 * marked one: only the marked one has a label there.
 */
static GArray *
find_improvements (const TlPlotPart *part)
{
  const TlPlotModel *model = part->model;
  const GArray      *improvements = part->summary->improvements;
  GArray            *found = g_array_new (FALSE, FALSE, sizeof (Improvement));
  double             floor_s = tl_plot_floor_s (model);

  for (guint i = 0; i < improvements->len; i++)
    {
      guint index = g_array_index (improvements, guint, i);

      if (model->latency_s[index] > floor_s && !tl_plot_has_mark (model, index, TL_TRIAL_START))   /* that one has a rule */
        add_improvement (part, found, index, model->latency_s[index]);
    }
  if (floor_s > 0)
    add_improvement (part, found, (guint) model->best, floor_s);
  return found;
}

static void
draw_dot (const TlPlotPart *part, const Improvement *one, gboolean is_best)
{
  cairo_t *cr = part->cr;

  cairo_new_path (cr);
  cairo_arc (cr, one->x, one->y, is_best ? 4.5 : 3, 0, 2 * G_PI);
  tl_set_color (cr, part->palette->background, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, part->palette->look[TL_LOOK_UNROLLED], 1);
  cairo_set_line_width (cr, is_best ? 2 : 1.5);
  cairo_stroke (cr);
}

static char *
label_of (const TlPlotModel *model, guint index, gboolean is_best)
{
  g_autofree char *value = tl_plot_y_label (model->throughput, tl_plot_unit (model, model->latency_s[index]));
  guint            number = model->number != NULL ? model->number[index] : index;

  return is_best ? g_strdup_printf (_("%s best, #%u"), value, number) : g_steal_pointer (&value);
}

/* Whether a label at @box meets none of the @n before it; then it is one of them. */
static gboolean
claim (cairo_rectangle_t *boxes, guint *n, const cairo_rectangle_t *box)
{
  for (guint i = 0; i < *n; i++)
    if (box->x < boxes[i].x + boxes[i].width && boxes[i].x < box->x + box->width && box->y < boxes[i].y + boxes[i].height
        && boxes[i].y < box->y + box->height)
      return FALSE;
  boxes[(*n)++] = *box;
  return TRUE;
}

/* From the best back, each with its value where there is room. */
void
tl_plot_draw_improvements (const TlPlotPart *part)
{
  const TlPlotModel   *model = part->model;
  const TlPlotArea    *area = part->area;
  g_autoptr (GArray)   found = find_improvements (part);
  cairo_rectangle_t    boxes[MAX_LABELS];
  guint                n = 0;

  for (guint i = found->len; i > 0 && n < MAX_LABELS; i--)
    {
      const Improvement *one = &g_array_index (found, Improvement, i - 1);
      gboolean           is_best = (gint) one->index == model->best;
      guint              style = TL_TEXT_BOLD;
      g_autofree char   *text = label_of (model, one->index, is_best);
      double             width = tl_text_width (part->cr, FONT_PX, style, text), x = MIN (one->x + 8, area->right - width);
      gboolean           is_below = one->y < area->top + 18 || (x < one->x + 8 && !model->throughput);   /* where the line is not */
      double             y = one->y + (is_below ? 13 : -12);

      if (!claim (boxes, &n, &(cairo_rectangle_t) { x - 4, y - LABEL_HEIGHT / 2, width + 8, LABEL_HEIGHT }))
        continue;
      if (!tl_plot_reaches (part, one->x - 8, MAX (x + width, one->x + 8)))
        continue;
      draw_dot (part, one, is_best);
      tl_draw_text (part->cr, x, y, FONT_PX, style, is_best ? part->palette->text : part->palette->dim_text, 0, text);
    }
}

/* --- spreads --- */

void
tl_plot_draw_whiskers (const TlPlotPart *part)
{
  double x, top, bottom;

  tl_set_color (part->cr, part->palette->text, TL_WHISKER_ALPHA);
  for (guint i = 0; i < part->model->n_spreads; i++)
    if (tl_plot_whisker (part->model, part->area, &part->model->spreads[i], &x, &top, &bottom))
      cairo_rectangle (part->cr, round (x) - 0.5, top, 1, bottom - top);
  cairo_fill (part->cr);
}

/* How many of the newest that have a time stand in each step of the y axis, drawn right of the field. */
void
tl_plot_draw_density (const TlPlotPart *part)
{
  const TlPlotModel  *model = part->model;
  const TlPlotArea   *area = part->area;
  guint               n_bins = (guint) ((area->bottom - area->top) / BIN_PX) + 1, n = 0, most = 0;
  double              left = area->right + DENSITY_GAP, width = area->width - left - DENSITY_GAP, latency;
  g_autofree guint   *counts = NULL;

  if (!tl_plot_reaches (part, left, area->width) || width < 20)
    return;
  counts = g_new0 (guint, n_bins + 1);
  for (guint i = model->n; i > 0 && n < N_NEWEST; i--)
    if (tl_plot_measured (model, i - 1, &latency))
      {
        double y = tl_plot_y (area, tl_plot_log_unit (model, latency));
        guint  bin = (guint) ((tl_clamp (y, area->top, area->bottom) - area->top) / BIN_PX);

        n++;
        if (area->is_cut || (y >= area->top && y <= area->bottom))
          counts[bin]++;
        most = MAX (most, counts[bin]);
      }
  if (most == 0)
    return;
  for (guint bin = 0; bin < n_bins; bin++)
    if (counts[bin] > 0)
      cairo_rectangle (part->cr, left, area->top + bin * BIN_PX, MAX (1, width * counts[bin] / most), BIN_PX - 1);
  tl_set_color (part->cr, part->palette->outcome[TL_OUTCOME_OK], 0.55);
  cairo_fill (part->cr);
  tl_draw_text (part->cr, left, area->bottom + 10, FONT_PX, 0, part->palette->dim_text, width + DENSITY_GAP, _("last 64"));
}
