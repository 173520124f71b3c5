/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-split.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"

#define LEFT          58.0
#define RIGHT         18.0
#define TOP           18.0     /* names of zones */
#define SPILLS        24.0
#define RULER         24.0
#define RULER_GAP     4.0
#define LABELS        18.0
#define MARKS         14.0     /* above the ruler */
#define LEAST_PLOT    34.0
#define HANDLE_WIDTH  14.0
#define HANDLE_HEIGHT 34.0
#define MARK_GAP      10.0     /* from a mark to its text: a handle may stand at the mark */
#define DOT_REACH     7.0
#define NOW_RISE      8.0
#define FONT_PX       11.0
#define LABEL_GAP     6.0
#define FAR_PEAK      20.0     /* a peak that is further away from the dots than this stands at the edge */

/* --- places --- */

static gboolean
has_spills (const TlSplitPicture *picture)
{
  for (guint i = 0; i < picture->n_dots; i++)
    if (picture->dots[i].n_spills >= 0)
      return TRUE;
  return FALSE;
}

void
tl_split_area (const TlSplitPicture *picture, double width, double height, TlSplitArea *area)
{
  double octaves = tl_max (log2 ((double) picture->room), 1.0), bottom;

  *area = (TlSplitArea) { .left = LEFT, .right = tl_max (width - RIGHT, LEFT + 10), .labels_y = height - LABELS / 2 };
  area->octave = (area->right - area->left) / octaves;
  area->ruler_bottom = height - LABELS - RULER_GAP;
  area->ruler_top = area->ruler_bottom - RULER;
  bottom = area->ruler_top - (HANDLE_HEIGHT - RULER) / 2 - MARKS;
  if (bottom - SPILLS > 2 * LEAST_PLOT + TOP && has_spills (picture))
    {
      area->spills_y = bottom - SPILLS / 2;
      bottom -= SPILLS;
    }
  area->plot_top = TOP;
  area->plot_bottom = bottom - TOP >= LEAST_PLOT ? bottom : TOP;
}

double
tl_split_x (const TlSplitArea *area, double factor)
{
  return area->left + log2 (tl_max (factor, 1e-3)) * area->octave;
}

double
tl_split_factor_at (const TlSplitArea *area, double x)
{
  return exp2 ((x - area->left) / area->octave);
}

/* --- the ruler --- */

static gboolean
is_power_of_two (gint64 value)
{
  return (value & (value - 1)) == 0;
}

static void
draw_tick (cairo_t *cr, const TlSplitArea *area, const TlPalette *palette, gint64 factor, gboolean is_divisor)
{
  double   x = round (tl_split_x (area, (double) factor)) + 0.5, middle = (area->ruler_top + area->ruler_bottom) / 2;
  gboolean is_bold = is_divisor && is_power_of_two (factor);

  cairo_set_line_width (cr, is_bold ? 2 : 1);
  tl_set_color (cr, is_bold ? palette->text : palette->dim_text, is_divisor ? 1 : 0.55);
  cairo_move_to (cr, x, is_divisor ? area->ruler_top + 1 : middle + RULER / 4);
  cairo_line_to (cr, x, area->ruler_bottom - 1);
  cairo_stroke (cr);
}

/* Other factors get a short tick where there is room for one. */
static void
draw_ticks (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  double last = -INFINITY;

  for (gint64 factor = 2; factor < picture->room && (double) factor < 64; factor++)
    if (tl_split_x (area, (double) factor + 1) - tl_split_x (area, (double) factor) >= 4)
      draw_tick (cr, area, palette, factor, FALSE);
  for (guint i = 0; i < picture->n_divisors; i++)
    {
      double x = tl_split_x (area, (double) picture->divisors[i]);

      if (x - last < 2.5 && !is_power_of_two (picture->divisors[i]))
        continue;
      draw_tick (cr, area, palette, picture->divisors[i], TRUE);
      last = x;
    }
}

static void
draw_bar (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  double left = area->left - 4, right = area->right + 4, at = tl_split_x (area, (double) picture->factor);

  cairo_save (cr);
  cairo_new_path (cr);
  tl_path_rounded (cr, left, area->ruler_top, right - left, RULER, 5);
  tl_set_color (cr, palette->line, tl_palette_tint (palette, 0.35));
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  cairo_rectangle (cr, left, area->ruler_top, at - left, RULER);
  tl_fill_area (cr, palette, picture->is_refused ? palette->error : tl_family_color (palette, picture->family), 0.35);
  cairo_restore (cr);
  cairo_new_path (cr);
  tl_path_rounded (cr, left + 0.5, area->ruler_top + 0.5, right - left - 1, RULER - 1, 5);
  tl_set_color (cr, palette->line, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_handle (cairo_t *cr, const TlSplitArea *area, const TlPalette *palette, gint64 factor, TlColor color, gboolean is_main)
{
  double x = tl_split_x (area, (double) factor), middle = (area->ruler_top + area->ruler_bottom) / 2;
  double width = is_main ? HANDLE_WIDTH : 8, height = is_main ? HANDLE_HEIGHT : RULER;

  cairo_new_path (cr);
  tl_path_rounded (cr, x - width / 2, middle - height / 2, width, height, 4);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, is_main ? 1 : 0.7);
  cairo_set_line_width (cr, is_main ? 2.5 : 1.5);
  cairo_stroke (cr);
  for (double dx = -1.5; is_main && dx <= 1.5; dx += 3)
    {
      cairo_move_to (cr, x + dx, middle - 6);
      cairo_line_to (cr, x + dx, middle + 6);
    }
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_handles (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  TlColor color = picture->is_refused ? palette->error : palette->accent;

  for (guint i = 0; i < picture->n_others; i++)
    draw_handle (cr, area, palette, picture->others[i], palette->dim_text, FALSE);
  draw_handle (cr, area, palette, picture->factor, color, TRUE);
  if (!picture->has_focus)
    return;
  cairo_new_path (cr);
  tl_path_rounded (cr, tl_split_x (area, (double) picture->factor) - HANDLE_WIDTH / 2 - 4,
                   (area->ruler_top + area->ruler_bottom - HANDLE_HEIGHT) / 2 - 4, HANDLE_WIDTH + 8, HANDLE_HEIGHT + 8, 7);
  tl_set_color (cr, palette->accent, 0.6);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/* --- labels under it --- */

/* Places that texts have taken; a later one that would touch them is left out. */
typedef struct
{
  GArray *spans;   /* of double [2] */
} Taken;

static gboolean
take (Taken *taken, double left, double right)
{
  double span[2] = { left - LABEL_GAP / 2, right + LABEL_GAP / 2 };

  for (guint i = 0; i + 1 < taken->spans->len; i += 2)
    if (span[0] < g_array_index (taken->spans, double, i + 1) && span[1] > g_array_index (taken->spans, double, i))
      return FALSE;
  g_array_append_vals (taken->spans, span, 2);
  return TRUE;
}

static void
draw_factor_label (cairo_t *cr, const TlSplitArea *area, const TlPalette *palette, Taken *taken, gint64 factor, guint style)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, factor);
  double           width = tl_text_width (cr, FONT_PX + 1, style, text), x = tl_split_x (area, (double) factor);

  if (take (taken, x - width / 2, x + width / 2))
    tl_draw_text (cr, x, area->labels_y, FONT_PX + 1, style | TL_TEXT_CENTER, style & TL_TEXT_BOLD ? palette->text : palette->dim_text, 0,
                  text);
}

static void
draw_labels (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  Taken   taken = { g_array_new (FALSE, FALSE, sizeof (double)) };
  TlColor hue = tl_family_color (palette, picture->family);

  tl_draw_text (cr, 2, area->labels_y, FONT_PX + 1, TL_TEXT_BOLD | TL_TEXT_MONO, hue, LEFT - 16, picture->name);
  draw_factor_label (cr, area, palette, &taken, picture->factor, TL_TEXT_BOLD);
  for (guint i = 0; i < picture->n_divisors; i++)
    if (is_power_of_two (picture->divisors[i]))
      draw_factor_label (cr, area, palette, &taken, picture->divisors[i], TL_TEXT_BOLD);
  for (guint i = 0; i < picture->n_divisors; i++)
    draw_factor_label (cr, area, palette, &taken, picture->divisors[i], TL_TEXT_NORMAL);
  g_array_unref (taken.spans);
}

static void
draw_marks (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  Taken  taken = { g_array_new (FALSE, FALSE, sizeof (double)) };
  double y = area->ruler_top - (HANDLE_HEIGHT - RULER) / 2;

  for (guint i = 0; i < picture->n_marks; i++)
    {
      double x = tl_split_x (area, (double) picture->marks[i].factor), width = tl_text_width (cr, 9.5, 0, picture->marks[i].text);

      if (picture->marks[i].factor < 2 || picture->marks[i].factor > picture->room)
        continue;
      cairo_move_to (cr, x - 3.5, y - 1);
      cairo_line_to (cr, x + 3.5, y - 1);
      cairo_line_to (cr, x, y + 4);
      cairo_close_path (cr);
      tl_set_color (cr, palette->look[TL_LOOK_VECTORIZED], 1);
      cairo_fill (cr);
      if (take (&taken, x + MARK_GAP, x + MARK_GAP + width) && x + MARK_GAP + width < area->right + RIGHT)
        tl_draw_text (cr, x + MARK_GAP, y - 1, 9.5, 0, palette->dim_text, 0, picture->marks[i].text);
    }
  g_array_unref (taken.spans);
}

/* --- latencies --- */

typedef struct
{
  double top, bottom;     /* pixels */
  double low, high;       /* log10 of seconds */
} SplitScale;

static double
y_of (const SplitScale *scale, double seconds)
{
  return scale->bottom - (log10 (seconds) - scale->low) / (scale->high - scale->low) * (scale->bottom - scale->top);
}

/* FALSE: nothing was measured. */
static gboolean
find_scale (const TlSplitPicture *picture, const TlSplitArea *area, SplitScale *scale)
{
  double low = picture->now_s > 0 ? picture->now_s : INFINITY, high = picture->now_s;

  for (guint i = 0; i < picture->n_dots; i++)
    if (picture->dots[i].median_s > 0)
      {
        low = tl_min (low, picture->dots[i].low_s);
        high = tl_max (high, picture->dots[i].high_s);
      }
  if (high <= 0)
    return FALSE;
  if (picture->peak_s > 0 && picture->peak_s > low / FAR_PEAK)
    low = tl_min (low, picture->peak_s);
  *scale = (SplitScale) { area->plot_top + 14, area->plot_bottom - 4, log10 (low) - 0.06, log10 (high) + 0.06 };
  return TRUE;
}

static void
draw_axis (cairo_t *cr, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette)
{
  double low = pow (10, scale->low), high = pow (10, scale->high), step, last = INFINITY;
  double octaves = log2 (high / low);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  if (octaves < 2.5)
    {
      step = tl_nice_step (high - low, 4);
      for (double value = ceil (low / step) * step; value <= high && step > 0; value += step)
        g_array_append_val (values, value);
    }
  else
    for (int decade = (int) floor (scale->low); decade <= (int) ceil (scale->high); decade++)
      for (guint i = 0; i < 3; i++)
        {
          double value = (double[]) { 1, 2, 5 }[i] * pow (10, decade);

          if (value >= low && value <= high)
            g_array_append_val (values, value);
        }
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < values->len; i++)
    {
      double           y = round (y_of (scale, g_array_index (values, double, i))) + 0.5;
      g_autofree char *label = tl_format_seconds (g_array_index (values, double, i));

      if (last - y < 15)
        continue;
      last = y;
      tl_set_color (cr, palette->line, palette->is_high_contrast ? 0.4 : 0.7);
      cairo_move_to (cr, area->left - 4, y);
      cairo_line_to (cr, area->right + 4, y);
      cairo_stroke (cr);
      tl_draw_text (cr, area->left - 9, y, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, LEFT - 10, label);
    }
  g_array_unref (values);
}

static void
draw_peak (cairo_t *cr, const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette)
{
  const double     dashes[] = { 6, 3 };
  g_autofree char *time = tl_format_seconds (picture->peak_s);
  gboolean         is_inside = picture->peak_s > 0 && log10 (picture->peak_s) >= scale->low;
  g_autofree char *text = g_strdup_printf (is_inside ? _("peak %s") : _("peak %s ↓"), time);
  double           y = is_inside ? round (y_of (scale, picture->peak_s)) + 0.5 : scale->bottom + 4;

  if (picture->peak_s <= 0)
    return;
  if (is_inside)
    {
      cairo_set_dash (cr, dashes, 2, 0);
      tl_set_color (cr, palette->text, 0.7);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, area->left - 4, y);
      cairo_line_to (cr, area->right + 4, y);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
    }
  tl_draw_text (cr, area->right, y - 8, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, text);
}

/* Whether a measured factor, with its range, stands in [@left, @right] at @y. */
static gboolean
has_dot_at (const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, double left, double right, double y)
{
  for (guint i = 0; i < picture->n_dots; i++)
    {
      const TlSplitDot *dot = &picture->dots[i];
      double            x = tl_split_x (area, (double) dot->factor);

      if (dot->median_s > 0 && x > left - DOT_REACH && x < right + DOT_REACH && y_of (scale, dot->high_s) < y + DOT_REACH
          && y_of (scale, dot->low_s) > y - DOT_REACH)
        return TRUE;
    }
  return FALSE;
}

/* At the end of the line at @y where nothing was measured; that of the peak has its text at the right. */
static void
draw_now_label (cairo_t *cr, const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette,
                double y, const char *text)
{
  double   width = tl_text_width (cr, FONT_PX, 0, text), middle = y - NOW_RISE;
  gboolean is_right = has_dot_at (picture, scale, area, area->left, area->left + width, middle)
                      && !has_dot_at (picture, scale, area, area->right - width, area->right, middle)
                      && (picture->peak_s <= 0 || fabs (y_of (scale, picture->peak_s) - y) > 2 * NOW_RISE);

  tl_draw_text (cr, is_right ? area->right : area->left, middle, FONT_PX, is_right ? TL_TEXT_RIGHT : 0, palette->dim_text, 0, text);
}

/* The latency of the present program, beside its factor or, without one, across the plot. */
static void
draw_now (cairo_t *cr, const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette)
{
  const double     dashes[] = { 2, 3 };
  double           y = picture->now_s > 0 ? round (y_of (scale, picture->now_s)) + 0.5 : 0;
  g_autofree char *time = tl_format_seconds (picture->now_s), *text = g_strdup_printf (_("now %s"), time);

  cairo_set_dash (cr, dashes, 2, 0);
  cairo_set_line_width (cr, 1);
  tl_set_color (cr, palette->text, 0.8);
  if (picture->now > 0)
    {
      double x = round (tl_split_x (area, (double) picture->now)) + 0.5;

      cairo_move_to (cr, x, area->plot_top);
      cairo_line_to (cr, x, area->ruler_top);
      cairo_stroke (cr);
    }
  else if (y > 0)
    {
      cairo_move_to (cr, area->left - 4, y);
      cairo_line_to (cr, area->right + 4, y);
      cairo_stroke (cr);
    }
  cairo_set_dash (cr, NULL, 0, 0);
  if (y > 0 && picture->now == 0)
    draw_now_label (cr, picture, scale, area, palette, y, text);
}

static const TlSplitDot *
find_dot (const TlSplitPicture *picture, gint64 factor)
{
  for (guint i = 0; i < picture->n_dots; i++)
    if (picture->dots[i].factor == factor)
      return &picture->dots[i];
  return NULL;
}

/* The line joins what was measured; it says nothing of what lies between. */
static void
draw_dots (cairo_t *cr, const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette)
{
  cairo_new_path (cr);
  for (guint i = 0; i < picture->n_dots; i++)
    if (picture->dots[i].median_s > 0)
      cairo_line_to (cr, tl_split_x (area, (double) picture->dots[i].factor), y_of (scale, picture->dots[i].median_s));
  tl_set_color (cr, palette->accent, 0.45);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  for (guint i = 0; i < picture->n_dots; i++)
    {
      const TlSplitDot *dot = &picture->dots[i];
      double            x = tl_split_x (area, (double) dot->factor);

      if (dot->median_s <= 0)
        {
          tl_draw_text (cr, x, scale->top + 6, FONT_PX + 2, TL_TEXT_CENTER | TL_TEXT_BOLD, palette->error, 0, "✕");
          continue;
        }
      tl_set_color (cr, palette->accent, 0.9);
      cairo_set_line_width (cr, 1.5);
      cairo_move_to (cr, x, y_of (scale, dot->high_s));
      cairo_line_to (cr, x, y_of (scale, dot->low_s));
      cairo_stroke (cr);
      cairo_arc (cr, x, y_of (scale, dot->median_s), dot->factor == picture->factor ? 5.5 : 4, 0, 2 * G_PI);
      tl_set_color (cr, palette->accent, 1);
      cairo_fill_preserve (cr);
      tl_set_color (cr, palette->card, 1);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
}

/* A line from the handle to the dot of its factor, and its latency. */
static void
draw_chosen (cairo_t *cr, const TlSplitPicture *picture, const SplitScale *scale, const TlSplitArea *area, const TlPalette *palette)
{
  const TlSplitDot *dot = find_dot (picture, picture->factor);
  double            x = tl_split_x (area, (double) picture->factor), y = scale != NULL ? scale->top : area->plot_top, width;
  g_autofree char  *text = NULL;

  if (scale != NULL && dot != NULL && dot->median_s > 0)
    {
      y = y_of (scale, dot->median_s) + 6;
      text = tl_format_seconds (dot->median_s);
    }
  else if (picture->measuring == picture->factor)
    text = g_strdup (_("measuring…"));
  cairo_set_line_width (cr, 1.5);
  tl_set_color (cr, palette->accent, dot != NULL ? 0.9 : 0.4);
  cairo_move_to (cr, round (x) + 0.5, y);
  cairo_line_to (cr, round (x) + 0.5, area->ruler_top);
  cairo_stroke (cr);
  if (text == NULL)
    return;
  width = tl_text_width (cr, FONT_PX + 1, TL_TEXT_BOLD, text);
  x = tl_clamp (x, area->left + width / 2, area->right - width / 2);
  y = tl_max (y - 22, area->plot_top + 8);
  cairo_new_path (cr);
  tl_path_rounded (cr, x - width / 2 - 5, y - 9, width + 10, 18, 4);
  tl_set_color (cr, palette->card, 0.92);
  cairo_fill (cr);
  tl_draw_text (cr, x, y, FONT_PX + 1, TL_TEXT_BOLD | TL_TEXT_CENTER, palette->text, 0, text);
}

/* --- spilled registers --- */

/* Where the factors with spills begin or end, halfway between two that were measured. */
static void
draw_zones (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  double from = area->left - 4;
  guint  at = 0;

  while (at < picture->n_dots && picture->dots[at].n_spills < 0)
    at++;
  while (at < picture->n_dots)
    {
      gboolean    spills = picture->dots[at].n_spills > 0;
      guint       last = at, next;
      double      to = area->right + 4, width;
      const char *name = spills ? _("spills") : _("no spills");
      TlColor     color = spills ? palette->look[TL_LOOK_UNROLLED] : palette->look[TL_LOOK_VECTORIZED];

      for (next = at + 1; next < picture->n_dots; next++)
        if (picture->dots[next].n_spills >= 0)
          {
            if ((picture->dots[next].n_spills > 0) != spills)
              break;
            last = next;
          }
      if (next < picture->n_dots)
        to = (tl_split_x (area, (double) picture->dots[last].factor) + tl_split_x (area, (double) picture->dots[next].factor)) / 2;
      cairo_rectangle (cr, from, area->plot_top - 18, to - from, area->plot_bottom - area->plot_top + 18);
      tl_set_color (cr, color, tl_palette_tint (palette, 0.09));
      cairo_fill_preserve (cr);
      tl_set_color (cr, color, palette->is_high_contrast ? 1 : 0);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
      width = tl_text_width (cr, FONT_PX, TL_TEXT_BOLD, name);
      if (width + 8 < to - from)
        tl_draw_text (cr, (from + to) / 2, area->plot_top - 9, FONT_PX, TL_TEXT_CENTER | TL_TEXT_BOLD, palette->dim_text, 0, name);
      from = to;
      at = next;
    }
}

static void
draw_spills (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  Taken taken = { g_array_new (FALSE, FALSE, sizeof (double)) };

  tl_draw_text (cr, area->left - 9, area->spills_y, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, LEFT - 10, _("spills"));
  for (guint i = 0; i < picture->n_dots; i++)
    {
      const TlSplitDot *dot = &picture->dots[i];
      g_autofree char  *text = g_strdup_printf ("%d", dot->n_spills);
      double            x = tl_split_x (area, (double) dot->factor), width = tl_text_width (cr, FONT_PX, 0, text);

      if (dot->n_spills >= 0 && take (&taken, x - width / 2, x + width / 2))
        tl_draw_text (cr, x, area->spills_y, FONT_PX, TL_TEXT_CENTER | (dot->n_spills > 0 ? TL_TEXT_BOLD : 0),
                      dot->n_spills > 0 ? palette->warning_text : palette->dim_text, 0, text);
    }
  g_array_unref (taken.spans);
}

/* --- all together --- */

static void
draw_plot (cairo_t *cr, const TlSplitPicture *picture, const TlSplitArea *area, const TlPalette *palette)
{
  SplitScale scale;
  gboolean   has_scale = find_scale (picture, area, &scale);
  double     middle = (area->plot_top + area->plot_bottom) / 2;

  tl_set_color (cr, palette->line, tl_palette_tint (palette, 0.14));
  cairo_rectangle (cr, area->left - 4, area->plot_top - 18, area->right - area->left + 8, area->plot_bottom - area->plot_top + 18);
  cairo_fill (cr);
  draw_zones (cr, picture, area, palette);
  if (!has_scale)
    {
      draw_chosen (cr, picture, NULL, area, palette);
      if (picture->measuring == 0)
        tl_draw_text (cr, (area->left + area->right) / 2, middle, FONT_PX + 1, TL_TEXT_CENTER, palette->dim_text,
                      area->right - area->left - 20, _("Rest on a factor to measure it"));
      return;
    }
  draw_axis (cr, &scale, area, palette);
  draw_peak (cr, picture, &scale, area, palette);
  draw_now (cr, picture, &scale, area, palette);
  draw_dots (cr, picture, &scale, area, palette);
  draw_chosen (cr, picture, &scale, area, palette);
  if (area->spills_y > 0)
    draw_spills (cr, picture, area, palette);
}

void
tl_draw_split (cairo_t *cr, const TlSplitPicture *picture, const TlPalette *palette, double width, double height)
{
  TlSplitArea area;

  tl_split_area (picture, width, height, &area);
  if (area.plot_bottom > area.plot_top)
    draw_plot (cr, picture, &area, palette);
  draw_bar (cr, picture, &area, palette);
  draw_ticks (cr, picture, &area, palette);
  draw_marks (cr, picture, &area, palette);
  draw_labels (cr, picture, &area, palette);
  draw_handles (cr, picture, &area, palette);
}
