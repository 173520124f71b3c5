/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-timeline.h"

#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define ROW_HEIGHT   16.0
#define ROW_GAP      4.0
#define NAME_WIDTH   72.0
#define RIGHT_MARGIN 12.0
#define AXIS_HEIGHT  18.0
#define FOOT_HEIGHT  20.0
#define FONT_PX      11.5
#define SWATCH_WIDTH 16.0
#define TICK_S       5.0

/* The height of a bar shows its state, too, not only the color: its distance from the edges of the row. */
static const struct
{
  const char *title;
  double      inset;
  TlLoopLook  look;
} states[TL_N_TIMELINE_STATES] = {
  [TL_TIMELINE_IDLE] = { N_("idle"), ROW_HEIGHT / 2 - 1, TL_LOOK_SERIAL },
  [TL_TIMELINE_BUILD] = { N_("building"), 4, TL_LOOK_UNROLLED },
  [TL_TIMELINE_RUN] = { N_("running"), 1, TL_LOOK_VECTORIZED },
  [TL_TIMELINE_RESTART] = { N_("restarting"), 1, TL_LOOK_SERIAL },
  [TL_TIMELINE_WAIT] = { N_("waiting for measurements"), ROW_HEIGHT / 2 - 1, TL_LOOK_SERIAL },
  [TL_TIMELINE_SEARCH] = { N_("searching for candidates"), 4, TL_LOOK_PARALLEL },
  [TL_TIMELINE_TRAIN] = { N_("training the cost model"), 1, TL_LOOK_BLOCK_INDEX },
  [TL_TIMELINE_COMPARE] = { N_("comparing the fastest candidates"), ROW_HEIGHT / 2 - 3, TL_LOOK_VECTORIZED },
};

/* Idle and waiting look alike and stand for the same. */
static const struct
{
  TlTimelineState state;
  const char     *title;
} legend[] = {
  { TL_TIMELINE_SEARCH, N_("searching") }, { TL_TIMELINE_TRAIN, N_("training the cost model") }, { TL_TIMELINE_BUILD, N_("building") },
  { TL_TIMELINE_RUN, N_("running") },      { TL_TIMELINE_COMPARE, N_("comparing") },             { TL_TIMELINE_RESTART, N_("restarting") },
  { TL_TIMELINE_IDLE, N_("waiting") },
};

const char *
tl_timeline_state_title (TlTimelineState state)
{
  return _(states[state].title);
}

double
tl_timeline_height (guint n_rows)
{
  return MAX (n_rows, 1) * (ROW_HEIGHT + ROW_GAP) + AXIS_HEIGHT + FOOT_HEIGHT;
}

gint
tl_timeline_row_at (const TlTimelineModel *model, double y)
{
  gint row = (gint) (y / (ROW_HEIGHT + ROW_GAP));

  return y >= 0 && row < (gint) model->n_rows ? row : -1;
}

static TlColor
color_of (const TlPalette *palette, TlTimelineState state)
{
  if (state == TL_TIMELINE_RESTART)
    return palette->error;
  return state == TL_TIMELINE_IDLE || state == TL_TIMELINE_WAIT ? palette->line : palette->look[states[state].look];
}

static void
draw_bar (cairo_t *cr, const TlPalette *palette, TlTimelineState state, double left, double top, double width)
{
  tl_set_color (cr, color_of (palette, state), 1);
  cairo_rectangle (cr, left, top + states[state].inset, width, ROW_HEIGHT - 2 * states[state].inset);
  cairo_fill (cr);
}

static guint8
state_at (const TlTimelineModel *model, guint row, guint age)
{
  return model->rows[row][(model->oldest + age) % model->n_samples];
}

/* One rectangle per run of equal samples. */
static void
draw_row (cairo_t *cr, const TlTimelineModel *model, const TlPalette *palette, guint row, double width)
{
  double top = row * (ROW_HEIGHT + ROW_GAP), step = (width - NAME_WIDTH - RIGHT_MARGIN) / model->n_samples;
  guint  begin = 0;

  tl_draw_text (cr, 6, top + ROW_HEIGHT / 2, FONT_PX, TL_TEXT_NORMAL, palette->dim_text, NAME_WIDTH - 12, model->names[row]);
  for (guint i = 1; i <= model->n_samples; i++)
    if (i == model->n_samples || state_at (model, row, i) != state_at (model, row, begin))
      {
        draw_bar (cr, palette, state_at (model, row, begin), NAME_WIDTH + begin * step, top, (i - begin) * step);
        begin = i;
      }
}

static void
draw_axis (cairo_t *cr, const TlTimelineModel *model, const TlPalette *palette, double top, double width)
{
  double span_s = model->n_samples * model->sample_s, right = width - RIGHT_MARGIN, per_s = (right - NAME_WIDTH) / span_s;

  for (double age = 0; age <= span_s + 1e-9; age += TICK_S)
    {
      double           x = right - age * per_s;
      g_autofree char *label = age == 0 ? g_strdup (_("now")) : g_strdup_printf (_("−%.0f s"), age);

      tl_set_color (cr, palette->dim_text, 0.5);
      cairo_rectangle (cr, x - 0.5, top, 1, 3);
      cairo_fill (cr);
      tl_draw_text (cr, age == 0 ? width - 2 : x, top + 10, FONT_PX, age == 0 ? TL_TEXT_RIGHT : TL_TEXT_CENTER, palette->dim_text, 0,
                    label);
    }
}

static void
draw_legend (cairo_t *cr, const TlPalette *palette, double top, double width)
{
  double x = NAME_WIDTH;

  for (guint i = 0; i < G_N_ELEMENTS (legend); i++)
    {
      double needed = SWATCH_WIDTH + 6 + tl_text_width (cr, FONT_PX, TL_TEXT_NORMAL, _(legend[i].title));

      if (x + needed > width)
        return;
      draw_bar (cr, palette, legend[i].state, x, top, SWATCH_WIDTH);
      tl_draw_text (cr, x + SWATCH_WIDTH + 6, top + ROW_HEIGHT / 2, FONT_PX, TL_TEXT_NORMAL, palette->dim_text, 0, _(legend[i].title));
      x += needed + 16;
    }
}

void
tl_draw_timeline (cairo_t *cr, const TlTimelineModel *model, const TlPalette *palette, double width)
{
  double bottom = model->n_rows * (ROW_HEIGHT + ROW_GAP);

  if (width <= NAME_WIDTH + RIGHT_MARGIN || model->n_rows == 0)
    return;
  for (guint row = 0; row < model->n_rows; row++)
    draw_row (cr, model, palette, row, width);
  draw_axis (cr, model, palette, bottom, width);
  draw_legend (cr, palette, bottom + AXIS_HEIGHT, width);
}
