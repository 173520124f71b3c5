/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/model/draw-before-after.h"

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/model/draw-model.h"

#define FONT       11.0
#define MARGIN     12.0
#define BAR        32.0
#define BETWEEN    18.0
#define GAP        1.0
#define TITLES     50.0   /* width */
#define LEAST_TEXT 44.0   /* width of a part that has its name inside */
#define MARK       2.0
#define RIBBON     0.35   /* opacity */

typedef enum { BEFORE, AFTER, N_BARS } Bar;

/* Of one kernel, from left to right. */
typedef struct
{
  guint  pair;
  double left[N_BARS], right[N_BARS];
} KernelPart;

typedef struct
{
  const TlTimePair *pairs;
  KernelPart             *parts;
  guint             n;
  double            sum_s[N_BARS];
} Bars;

static double
seconds_of (const TlTimePair *pair, Bar bar)
{
  return tl_max (bar == BEFORE ? pair->before_s : pair->after_s, 0);
}

static gint
compare_parts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlTimePair *pairs = user_data;
  guint             first = ((const KernelPart *) a)->pair, second = ((const KernelPart *) b)->pair;

  if (pairs[first].before_s != pairs[second].before_s)
    return pairs[first].before_s > pairs[second].before_s ? -1 : 1;
  return first < second ? -1 : first > second;
}

static void
bars_init (Bars *bars, const TlTimePair *pairs, guint n, double width)
{
  double x[N_BARS] = { MARGIN + TITLES, MARGIN + TITLES }, most_s;

  *bars = (Bars) { .pairs = pairs, .parts = g_new0 (KernelPart, n + 1), .n = n };
  for (guint i = 0; i < n; i++)
    {
      bars->parts[i].pair = i;
      for (Bar bar = BEFORE; bar < N_BARS; bar++)
        bars->sum_s[bar] += seconds_of (&pairs[i], bar);
    }
  g_qsort_with_data (bars->parts, (gint) n, sizeof *bars->parts, compare_parts, (gpointer) pairs);
  most_s = tl_max (bars->sum_s[BEFORE], bars->sum_s[AFTER]);
  for (guint i = 0; i < n; i++)
    for (Bar bar = BEFORE; bar < N_BARS; bar++)
      {
        bars->parts[i].left[bar] = x[bar];
        x[bar] += most_s > 0 ? tl_max (width - 2 * MARGIN - TITLES, 0) * seconds_of (&pairs[bars->parts[i].pair], bar) / most_s : 0;
        bars->parts[i].right[bar] = x[bar];
      }
}

static double
top_of (Bar bar)
{
  return bar == BEFORE ? MARGIN : MARGIN + BAR + BETWEEN;
}

static void
draw_part (cairo_t *cr, const Bars *bars, const KernelPart *part, Bar bar, gboolean is_selected, const TlPalette *palette)
{
  const TlTimePair *pair = &bars->pairs[part->pair];
  double            seconds = seconds_of (pair, bar), share = bars->sum_s[bar] > 0 ? seconds / bars->sum_s[bar] : 0;
  double            x = part->left[bar], width = tl_max (part->right[bar] - x - GAP, 0.5), y = top_of (bar);
  TlColor           text = tl_time_share_text_color (palette, share);
  g_autofree char  *time = tl_format_seconds (seconds);

  tl_path_rounded (cr, x, y, width, BAR, tl_min (2, width / 2));
  tl_set_color (cr, tl_time_share_color (palette, share), 1);
  cairo_fill_preserve (cr);
  if (is_selected)
    {
      tl_set_color (cr, palette->accent, 1);
      cairo_set_line_width (cr, MARK);
      cairo_stroke (cr);
    }
  cairo_new_path (cr);
  if (width < LEAST_TEXT)
    return;
  tl_draw_text (cr, x + 5, y + BAR * 0.28, FONT, TL_TEXT_BOLD, text, width - 8, pair->label);
  tl_draw_text (cr, x + 5, y + BAR * 0.72, FONT, TL_TEXT_NORMAL, text, width - 8, time);
}

/* From a kernel above to the same below. */
static void
draw_ribbon (cairo_t *cr, const KernelPart *part, double share, gboolean is_selected, const TlPalette *palette)
{
  double top = top_of (BEFORE) + BAR, bottom = top_of (AFTER);

  cairo_move_to (cr, part->left[BEFORE], top);
  cairo_line_to (cr, tl_max (part->right[BEFORE] - GAP, part->left[BEFORE]), top);
  cairo_line_to (cr, tl_max (part->right[AFTER] - GAP, part->left[AFTER]), bottom);
  cairo_line_to (cr, part->left[AFTER], bottom);
  cairo_close_path (cr);
  tl_set_color (cr, is_selected ? palette->accent : tl_time_share_color (palette, share), RIBBON);
  cairo_fill (cr);
}

double
tl_before_after_height (void)
{
  return 2 * MARGIN + 2 * BAR + BETWEEN;
}

void
tl_draw_before_after (cairo_t *cr, const TlTimePair *pairs, guint n, gint selected, const TlPalette *palette, double width)
{
  Bars bars;

  bars_init (&bars, pairs, n, width);
  for (Bar bar = BEFORE; bar < N_BARS; bar++)
    tl_draw_text (cr, MARGIN, top_of (bar) + BAR / 2, FONT, TL_TEXT_NORMAL, palette->dim_text, TITLES - 4,
                  bar == BEFORE ? _("Rules") : _("Records"));
  for (guint i = 0; i < n; i++)
    {
      const KernelPart *part = &bars.parts[i];
      gboolean    is_selected = selected == (gint) part->pair;

      draw_ribbon (cr, part, bars.sum_s[BEFORE] > 0 ? seconds_of (&pairs[part->pair], BEFORE) / bars.sum_s[BEFORE] : 0, is_selected,
                   palette);
      for (Bar bar = BEFORE; bar < N_BARS; bar++)
        draw_part (cr, &bars, part, bar, is_selected, palette);
    }
  g_free (bars.parts);
}

/* In a bar, or in the ribbon between both. */
gint
tl_before_after_find (const TlTimePair *pairs, guint n, double width, double x, double y)
{
  double way = tl_clamp ((y - top_of (BEFORE) - BAR) / BETWEEN, 0, 1);   /* from the bar above to that below */
  gint   found = -1;
  Bars   bars;

  if (y < top_of (BEFORE) || y >= top_of (AFTER) + BAR)
    return -1;
  bars_init (&bars, pairs, n, width);
  for (guint i = 0; i < n; i++)
    {
      const KernelPart *part = &bars.parts[i];

      if (x >= part->left[BEFORE] + way * (part->left[AFTER] - part->left[BEFORE])
          && x < part->right[BEFORE] + way * (part->right[AFTER] - part->right[BEFORE]))
        found = (gint) part->pair;
    }
  g_free (bars.parts);
  return found;
}
