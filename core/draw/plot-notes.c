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
#define LABEL_DROP     10.0    /* from a rule to the middle of its label below it … */
#define LABEL_RISE     9.0     /* … and above it */
#define GROUND_ALPHA   0.75    /* of what is behind a label */
#define MAX_LABELS     12
#define N_NEWEST       64
#define BIN_PX         5.0
#define DENSITY_GAP    8.0
#define BAND_COLUMN    4.0     /* the least width of a step of the predicted ranges */

/* --- the legend --- */

typedef enum { SIGN_DOT, SIGN_LINE, SIGN_BAND, SIGN_TICK } Sign;

typedef struct
{
  Sign        sign;
  TlColor     color;
  const char *text;
  TlPlotGroup group;     /* TL_PLOT_ALL: of all */
  double      x, end;    /* with its sign */
  char        own[64];   /* its text in place of @text */
} LegendEntry;

#define MAX_ENTRIES 6
#define BAND_ALPHA  0.16

static double
legend_y (const TlPlotArea *area)
{
  return area->top - 18;
}

/* Points stand on it: in high contrast it is an outline alone. */
static void
fill_band (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha)
{
  tl_set_color (cr, color, tl_palette_mark (palette, alpha));
  cairo_set_line_width (cr, 1);
  if (palette->is_high_contrast)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
}

static void
draw_sign (cairo_t *cr, const TlPalette *palette, const LegendEntry *entry, double y, double alpha)
{
  cairo_new_path (cr);
  if (entry->sign == SIGN_BAND)
    {
      cairo_rectangle (cr, entry->x, y - 5, 14, 10);
      fill_band (cr, palette, entry->color, 2 * BAND_ALPHA);
      return;
    }
  tl_set_color (cr, entry->color, alpha);
  if (entry->sign == SIGN_DOT)
    cairo_arc (cr, entry->x + 6, y, 3.2, 0, 2 * G_PI);
  else if (entry->sign == SIGN_LINE)
    cairo_rectangle (cr, entry->x, y - 1, 14, 2);
  else
    cairo_rectangle (cr, entry->x + 5, y - 6, 2, 12);
  cairo_fill (cr);
}

static double
text_x (const LegendEntry *entry)
{
  return entry->x + (entry->sign == SIGN_LINE || entry->sign == SIGN_BAND ? 19 : 14);
}

static const char *
text_of (const LegendEntry *entry)
{
  return entry->text != NULL ? entry->text : entry->own;
}

/* Behind the entries before it, where it fits. */
static void
add_entry (cairo_t *cr, const TlPlotArea *area, LegendEntry *entries, guint *n, LegendEntry entry)
{
  entry.x = *n > 0 ? entries[*n - 1].end + LEGEND_GAP : area->left;
  entry.end = text_x (&entry) + tl_text_width (cr, FONT_PX, 0, text_of (&entry));
  if (entry.end <= area->width - LEGEND_END_PX)
    entries[(*n)++] = entry;
}

static void
add_predicted (cairo_t *cr, const TlPlotModel *model, const TlPlotArea *area, const TlPalette *palette, LegendEntry *entries, guint *n)
{
  LegendEntry entry = { SIGN_BAND, palette->read, NULL, TL_PLOT_ALL };

  g_snprintf (entry.own, sizeof entry.own, _("predicted, 80 %% (held %.0f %%)"), 100 * model->predicted_held);
  add_entry (cr, area, entries, n, entry);
}

/* Only of what there is; @entries has room for MAX_ENTRIES. Returns how many they are. */
static guint
list_entries (cairo_t *cr, const TlPlotModel *model, const TlPlotArea *area, const TlPalette *palette, LegendEntry *entries)
{
  gboolean has_origins = (area->marks & (TL_TRIAL_RANDOM | TL_TRIAL_BY_HAND)) != 0;
  guint    n = 0;

  if (model->n == 0)
    return 0;
  if ((area->marks & TL_TRIAL_RANDOM) != 0)
    add_entry (cr, area, entries, &n, (LegendEntry) { SIGN_DOT, tl_plot_dot_color (palette, TL_TRIAL_RANDOM), _("random"),
                                                      TL_PLOT_RANDOM });
  if (area->has_plain)
    add_entry (cr, area, entries, &n, (LegendEntry) { SIGN_DOT, tl_plot_dot_color (palette, 0),
                                                      has_origins ? _("evolutionary") : _("trial"), TL_PLOT_MUTATED });
  if ((area->marks & TL_TRIAL_BY_HAND) != 0)
    add_entry (cr, area, entries, &n, (LegendEntry) { SIGN_DOT, tl_plot_dot_color (palette, TL_TRIAL_BY_HAND),
                                                      _("by hand, and descendants"), TL_PLOT_BY_HAND });
  add_entry (cr, area, entries, &n, (LegendEntry) { SIGN_LINE, palette->look[TL_LOOK_UNROLLED], _("best so far"), TL_PLOT_ALL });
  if (model->n_predicted > 0)
    add_predicted (cr, model, area, palette, entries, &n);
  if (area->n_rows > 0)
    add_entry (cr, area, entries, &n, (LegendEntry) { SIGN_TICK, palette->outcome[area->row_kind[area->n_rows - 1]], _("no time"),
                                                      TL_PLOT_NO_TIME });
  return n;
}

void
tl_plot_draw_legend (const TlPlotPart *part)
{
  LegendEntry entries[MAX_ENTRIES];
  guint       n = list_entries (part->cr, part->model, part->area, part->palette, entries);

  for (guint i = 0; i < n; i++)
    {
      const LegendEntry *entry = &entries[i];
      gboolean           is_chosen = part->model->group != TL_PLOT_ALL && part->model->group == entry->group;
      double             alpha = entry->group == TL_PLOT_ALL ? 1 : tl_plot_group_alpha (part->model, entry->group);

      draw_sign (part->cr, part->palette, entry, legend_y (part->area), alpha);
      tl_draw_text (part->cr, text_x (entry), legend_y (part->area), FONT_PX,
                    is_chosen ? TL_TEXT_BOLD : 0, is_chosen ? part->palette->text : part->palette->dim_text, 0, text_of (entry));
    }
}

/* Of the legend as it is drawn, on nothing. */
static guint
measure_entries (const TlPlotModel *model, const TlPlotArea *area, LegendEntry *entries)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t         *cr = cairo_create (surface);
  guint            n = list_entries (cr, model, area, tl_palette (FALSE), entries);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

TlPlotGroup
tl_plot_legend_group (const TlPlotModel *model, const TlPlotArea *area, double x, double y)
{
  LegendEntry entries[MAX_ENTRIES];
  guint       n = measure_entries (model, area, entries);

  for (guint i = 0; i < n; i++)
    if (x >= entries[i].x - LEGEND_GAP / 2 && x <= entries[i].end + LEGEND_GAP / 2 && fabs (y - legend_y (area)) <= LABEL_HEIGHT)
      return entries[i].group;
  return TL_PLOT_ALL;
}

const char *
tl_plot_group_name (const TlPlotModel *model, const TlPlotArea *area, TlPlotGroup group)
{
  LegendEntry entries[MAX_ENTRIES];
  guint       n = measure_entries (model, area, entries);

  for (guint i = 0; i < n && group != TL_PLOT_ALL; i++)
    if (entries[i].group == group)
      return entries[i].text;
  return NULL;
}

TlPlotGroup
tl_plot_next_group (const TlPlotModel *model, const TlPlotArea *area, TlPlotGroup group)
{
  for (guint next = group + 1; next < TL_N_PLOT_GROUPS; next++)
    if (tl_plot_group_name (model, area, next) != NULL)
      return next;
  return TL_PLOT_ALL;
}

/* --- predictions --- */

/* Of the batches whose first trials lie in one column: their mean. */
typedef struct
{
  double left, right, top, bottom;
  guint  n;
} Band;

/* FALSE: the range of the batch, from its first trial to its last, is not within the field. */
static gboolean
find_band (const TlPlotPart *part, const TlPredictedRange *range, Band *band)
{
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  double             left = tl_plot_x (area, tl_plot_trial_x (model, range->first) - (model->by_time ? 0 : 0.5));
  double             right = tl_plot_x (area, tl_plot_trial_x (model, range->end - 1) + (model->by_time ? 0 : 0.5));
  double             a = tl_plot_y (area, tl_plot_log_unit (model, range->low_s));
  double             b = tl_plot_y (area, tl_plot_log_unit (model, range->high_s));

  *band = (Band) { MAX (left, MAX (area->left, part->x0 - 1)), MIN (right, MIN (area->right, part->x1 + 1)),
                   tl_clamp (MIN (a, b), area->top, area->bottom), tl_clamp (MAX (a, b), area->top, area->bottom), 1 };
  return band->right > band->left && band->bottom > band->top;
}

static void
merge_band (Band *band, const Band *next)
{
  band->top = (band->top * band->n + next->top) / (band->n + 1);
  band->bottom = (band->bottom * band->n + next->bottom) / (band->n + 1);
  band->right = next->right;
  band->n++;
}

/* The edge of a pixel that is nearest to @place, with @scale pixels to one of the plot. */
static double
nearest_edge (double place, double scale)
{
  return round (place * scale) / scale;
}

/* Along the tops of the bands and back along their bottoms; between whole pixels, which cairo fills several times faster than parts. */
static void
trace_bands (cairo_t *cr, const Band *bands, guint n)
{
  double scale, scale_y;

  cairo_surface_get_device_scale (cairo_get_target (cr), &scale, &scale_y);
  cairo_new_sub_path (cr);
  for (guint i = 0; i < n; i++)
    {
      cairo_line_to (cr, nearest_edge (bands[i].left, scale), nearest_edge (bands[i].top, scale));
      cairo_line_to (cr, nearest_edge (bands[i].right, scale), nearest_edge (bands[i].top, scale));
    }
  for (guint i = n; i-- > 0;)
    {
      double bottom = tl_max (nearest_edge (bands[i].bottom, scale), nearest_edge (bands[i].top, scale) + 1 / scale);

      cairo_line_to (cr, nearest_edge (bands[i].right, scale), bottom);
      cairo_line_to (cr, nearest_edge (bands[i].left, scale), bottom);
    }
  cairo_close_path (cr);
}

/* One outline for bands that touch: cairo takes 30 ms for the 3 000 rectangles of 100 000 trials. */
void
tl_plot_draw_predicted (const TlPlotPart *part)
{
  g_autoptr (GArray) run = g_array_new (FALSE, FALSE, sizeof (Band));
  Band               band;

  for (guint i = 0; i < part->model->n_predicted; i++)
    if (part->model->predicted[i].end <= part->model->n && find_band (part, &part->model->predicted[i], &band))
      {
        Band *last = run->len > 0 ? &g_array_index (run, Band, run->len - 1) : NULL;

        if (last != NULL && band.left < last->left + BAND_COLUMN)
          {
            merge_band (last, &band);
            continue;
          }
        if (last != NULL && band.left > last->right + 0.5)
          {
            trace_bands (part->cr, (const Band *) run->data, run->len);
            g_array_set_size (run, 0);
          }
        g_array_append_val (run, band);
      }
  if (run->len > 0)
    trace_bands (part->cr, (const Band *) run->data, run->len);
  fill_band (part->cr, part->palette, part->palette->read, BAND_ALPHA);
}

/* --- rules --- */

/* Their texts stand on the points, and each has its ground. */
static void
draw_label (const TlPlotPart *part, double x, double y, guint style, TlColor color, const char *text)
{
  double width = tl_text_width (part->cr, FONT_PX, style, text);
  double left = style & TL_TEXT_RIGHT ? x - width : x;

  tl_set_color (part->cr, part->palette->background, GROUND_ALPHA);
  tl_path_rounded (part->cr, left - 3, y - LABEL_HEIGHT / 2, width + 6, LABEL_HEIGHT, 4);
  cairo_fill (part->cr);
  tl_draw_text (part->cr, x, y, FONT_PX, style, color, 0, text);
}

/* FALSE: it is not in view. */
static gboolean
rule_y (const TlPlotPart *part, double latency_s, double *y)
{
  if (!(latency_s > 0))
    return FALSE;
  *y = round (tl_plot_y (part->area, tl_plot_log_unit (part->model, latency_s))) + 0.5;
  return *y >= part->area->top && *y <= part->area->bottom;
}

static void
draw_rule (const TlPlotPart *part, double latency_s)
{
  const double dashes[] = { 5, 4 };
  cairo_t     *cr = part->cr;
  double       y;

  if (!rule_y (part, latency_s, &y))
    return;
  tl_set_color (cr, part->palette->dim_text, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_move_to (cr, part->area->left, y);
  cairo_line_to (cr, part->area->right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
tl_plot_draw_rules (const TlPlotPart *part)
{
  draw_rule (part, part->model->baseline_s);
  draw_rule (part, part->model->peak_s);
}

double
tl_plot_rule_label_y (const TlPlotArea *area, double y, gboolean is_below)
{
  if (is_below ? y + LABEL_DROP + LABEL_HEIGHT / 2 > area->bottom : y - LABEL_RISE - LABEL_HEIGHT / 2 < area->top)
    is_below = !is_below;
  return y + (is_below ? LABEL_DROP : -LABEL_RISE);
}

/* At the right end of the line at @latency_s, on the side of slower or of faster trials. */
static void
draw_rule_label (const TlPlotPart *part, double latency_s, const char *name, const char *sign, gboolean on_slow_side)
{
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;
  g_autofree char   *value = NULL, *label = NULL;
  double             y;

  if (!rule_y (part, latency_s, &y))
    return;
  value = tl_plot_y_label (model->throughput, tl_plot_unit (model, latency_s));
  label = g_strdup_printf ("%s %s%s%s", name, sign, value, model->throughput ? " GFLOP/s" : "");
  if (tl_plot_reaches (part, area->right - 7 - tl_text_width (part->cr, FONT_PX, 0, label), area->right))
    draw_label (part, area->right - 4, tl_plot_rule_label_y (area, y, on_slow_side == model->throughput), TL_TEXT_RIGHT,
                part->palette->dim_text, label);
}

void
tl_plot_draw_rule_labels (const TlPlotPart *part)
{
  const TlPlotModel *model = part->model;
  const TlPlotArea  *area = part->area;

  draw_rule_label (part, model->baseline_s, _("start"), !model->baseline_is_bound ? "" : model->throughput ? "≤ " : "≥ ", TRUE);
  draw_rule_label (part, model->peak_s, model->peak_gpu != NULL ? _("published peak") : _("peak compute"), "", FALSE);
  if (area->is_cut && tl_plot_reaches (part, area->left, area->left + 200))
    draw_label (part, area->left + 6, model->throughput ? area->bottom - 9 : area->top + 9, 0, part->palette->dim_text,
                _("slower trials stand at the edge"));
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
      draw_label (part, x, y, style, is_best ? part->palette->text : part->palette->dim_text, text);
    }
}

/* --- spreads --- */

void
tl_plot_draw_whiskers (const TlPlotPart *part)
{
  double x, top, bottom;

  tl_set_color (part->cr, part->palette->text, part->palette->is_high_contrast ? TL_STRONG_WHISKER_ALPHA : TL_WHISKER_ALPHA);
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
  tl_set_color (part->cr, part->palette->outcome[TL_OUTCOME_OK], tl_palette_mark (part->palette, 0.55));
  cairo_fill (part->cr);
  tl_draw_text (part->cr, left, area->bottom + 10, FONT_PX, 0, part->palette->dim_text, width + DENSITY_GAP, _("last 64"));
}
