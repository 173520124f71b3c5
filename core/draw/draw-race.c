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
  tl_set_color (cr, color, 0.25);
  cairo_rectangle (cr, x_of (scale, latency.low_s), top + 3, tl_max (x_of (scale, latency.high_s) - x_of (scale, latency.low_s), 1), height
                   - 7);
  cairo_fill (cr);
  tl_set_color (cr, color, 0.7);
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
