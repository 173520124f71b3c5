/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-race.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/draw/draw-text.h"

#define NAME_WIDTH 120.0
#define RIGHT_MARGIN 12.0
#define LOG_FROM     4.0    /* the slowest by the fastest */

typedef struct
{
  double left, right;
  double min_s, max_s;
  gboolean is_log;
} Scale;

static double
x_of (const Scale *scale, double seconds)
{
  double share = scale->is_log ? log (seconds / scale->min_s) / log (scale->max_s / scale->min_s)
                 : (seconds - scale->min_s) / (scale->max_s - scale->min_s);

  return scale->left + CLAMP (share, 0, 1) * (scale->right - scale->left);
}

/* From the fastest sample to a little beyond the slower interval: a rare slow sample stands at the edge and squeezes nothing. */
static gboolean
find_scale (const TlOutcome *const *outcomes, guint n, double width, Scale *scale)
{
  gboolean found = FALSE;

  *scale = (Scale) { .left = NAME_WIDTH, .right = width - RIGHT_MARGIN, .min_s = INFINITY };
  for (guint side = 0; side < n; side++)
    {
      TlLatency latency;

      if (!tl_outcome_latency (outcomes[side], &latency))
        continue;
      found = TRUE;
      scale->min_s = MIN (scale->min_s, latency.min_s);
      scale->max_s = MAX (scale->max_s, latency.high_s + (latency.high_s - latency.min_s));
    }
  if (found && scale->max_s <= scale->min_s)
    scale->max_s = scale->min_s * 1.01 + 1e-12;
  scale->is_log = found && scale->max_s > LOG_FROM * scale->min_s;
  return found;
}

static void
draw_strip (cairo_t *cr, const TlOutcome *outcome, const Scale *scale, TlColor color, const TlPalette *palette, double top, double height)
{
  TlLatency latency;

  tl_set_color (cr, palette->line, 1);
  cairo_rectangle (cr, scale->left, top + height - 1, scale->right - scale->left, 1);
  cairo_fill (cr);
  if (!tl_outcome_latency (outcome, &latency))
    return;
  cairo_rectangle (cr, x_of (scale, latency.low_s), top + 3, tl_max (x_of (scale, latency.high_s) - x_of (scale, latency.low_s), 1), height
                   - 7);
  tl_fill_area (cr, palette, color, 0.25);
  tl_set_color (cr, color, tl_palette_mark (palette, 0.7));
  for (guint i = 0; i < outcome->n_samples; i++)
    {
      cairo_rectangle (cr, x_of (scale, outcome->samples_s[i]), top + height * 0.3, 1, height * 0.4);
      if (i % 64 == 63)
        cairo_fill (cr);
    }
  cairo_fill (cr);
  tl_set_color (cr, palette->text, 1);
  cairo_rectangle (cr, x_of (scale, latency.median_s) - 1, top + 2, 2, height - 5);
  cairo_fill (cr);
}

static void
draw_number (cairo_t *cr, const Scale *scale, const TlPalette *palette, double y, double at)
{
  g_autofree char *label = tl_format_seconds (at);

  tl_draw_text (cr, x_of (scale, at), y, 11, TL_TEXT_CENTER, palette->dim_text, 0, label);
}

static void
draw_axis (cairo_t *cr, const Scale *scale, const TlPalette *palette, double y)
{
  double step = pow (10, floor (log10 ((scale->max_s - scale->min_s) / 3)));

  if (scale->is_log)
    {
      for (double at = pow (10, ceil (log10 (scale->min_s))); at <= scale->max_s; at *= 10)
        draw_number (cr, scale, palette, y, at);
      return;
    }
  for (guint tries = 0; tries < 8 && (scale->max_s - scale->min_s) / step > 5; tries++)
    step *= tries % 3 == 1 ? 2.5 : 2;
  for (double at = ceil (scale->min_s / step) * step; at <= scale->max_s; at += step)
    draw_number (cr, scale, palette, y, at);
}

void
tl_draw_race (cairo_t *cr, const TlOutcome *const *outcomes, const char *const *names, guint n, const TlPalette *palette, double width,
              double height)
{
  double strip = (height - TL_RACE_AXIS_HEIGHT) / MAX (n, 1);
  Scale  scale;

  for (guint side = 0; side < n; side++)
    tl_draw_text (cr, 0, side * strip + strip / 2, 13, TL_TEXT_NORMAL, palette->text, NAME_WIDTH - 12, names[side]);
  if (!find_scale (outcomes, n, width, &scale))
    return;
  for (guint side = 0; side < n; side++)
    draw_strip (cr, outcomes[side], &scale, palette->family[side % TL_N_FAMILY_HUES], palette, side * strip, strip);
  draw_axis (cr, &scale, palette, height - TL_RACE_AXIS_HEIGHT / 2);
}

/* --- strips of samples, for panes --- */

#define NAME_PX  44.0
#define RIGHT_PX 10.0
#define FONT_PX  11.5

typedef struct
{
  double left, right, min_s, max_s;
} SampleScale;

static double
sample_x (const SampleScale *scale, double seconds)
{
  double share = (seconds - scale->min_s) / (scale->max_s - scale->min_s);

  return scale->left + CLAMP (share, 0, 1) * (scale->right - scale->left);
}

static gboolean
latency_of (const TlSampleStrip *strip, TlLatency *latency)
{
  TlOutcome outcome = { .samples_s = (double *) strip->samples_s, .n_samples = strip->n_samples };

  return tl_outcome_latency (&outcome, latency);
}

/* From the fastest sample to beyond the upper quartile of the slower: a rare slow sample squeezes nothing. */
static gboolean
find_sample_scale (const TlSampleStrip *strips, guint n, double width, SampleScale *scale)
{
  TlLatency latency;

  *scale = (SampleScale) { NAME_PX, width - RIGHT_PX, INFINITY, 0 };
  for (guint i = 0; i < n; i++)
    if (latency_of (&strips[i], &latency))
      {
        scale->min_s = MIN (scale->min_s, latency.min_s);
        scale->max_s = MAX (scale->max_s, latency.upper_s + (latency.upper_s - latency.min_s));
      }
  if (scale->max_s <= scale->min_s)
    scale->max_s = scale->min_s * 1.01;
  return isfinite (scale->min_s) && scale->max_s > scale->min_s;
}

static void
draw_sample_strip (cairo_t *cr, const TlSampleStrip *strip, const SampleScale *scale, const TlPalette *palette, double top)
{
  double    middle = top + TL_SAMPLE_STRIP_HEIGHT / 2, from;
  TlLatency latency;

  tl_draw_text (cr, NAME_PX - 8, middle, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, strip->name);
  if (!latency_of (strip, &latency))
    return;
  from = sample_x (scale, latency.least_s);
  cairo_rectangle (cr, from, middle - 7, tl_max (sample_x (scale, latency.most_s) - from, 1), 14);
  tl_fill_area (cr, palette, strip->color, 0.22);
  tl_set_color (cr, strip->color, tl_palette_mark (palette, 0.75));
  for (guint i = 0; i < strip->n_samples; i++)
    cairo_rectangle (cr, round (sample_x (scale, strip->samples_s[i])), middle - 5, 1.5, 10);
  cairo_fill (cr);
  tl_set_color (cr, palette->text, 1);
  cairo_rectangle (cr, round (sample_x (scale, latency.median_s)) - 1, middle - 9, 2, 18);
  cairo_fill (cr);
}

/* The ends of the scale in words. */
static void
draw_sample_axis (cairo_t *cr, const SampleScale *scale, const TlPalette *palette, double top)
{
  g_autofree char *from = tl_format_seconds (scale->min_s), *to = tl_format_seconds (scale->max_s);

  tl_set_color (cr, palette->line, 1);
  cairo_rectangle (cr, scale->left, floor (top), scale->right - scale->left, 1);
  cairo_fill (cr);
  tl_draw_text (cr, scale->left, top + 10, FONT_PX, TL_TEXT_NORMAL, palette->dim_text, 0, from);
  tl_draw_text (cr, scale->right, top + 10, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, to);
}

void
tl_draw_samples (cairo_t *cr, const TlSampleStrip *strips, guint n, const TlPalette *palette, double width, double height)
{
  SampleScale scale;

  if (!find_sample_scale (strips, n, width, &scale))
    return;
  for (guint i = 0; i < n; i++)
    draw_sample_strip (cr, &strips[i], &scale, palette, i * TL_SAMPLE_STRIP_HEIGHT);
  draw_sample_axis (cr, &scale, palette, n * TL_SAMPLE_STRIP_HEIGHT + 2);
}
