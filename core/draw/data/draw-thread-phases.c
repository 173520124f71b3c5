/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/data/draw-threads-private.h"
#include "core/draw/draw-text.h"

#define FONT_PX    12.0
#define CAPTION_PX 11.0
#define BAR_WIDTH  3.0

static void
draw_barrier (cairo_t *cr, double x, double y, double width, const TlPalette *palette)
{
  const double dashes[] = { 4, 3 };

  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + width, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* The part of the threads that run it is the full part of the bar at the left. */
static void
draw_phase (cairo_t *cr, const TlThreadPicture *picture, const TlThreadPhase *phase, double y, const TlPalette *palette)
{
  g_autofree char *title = tl_thread_phase_title (phase), *text = tl_thread_phase_text (phase);
  gint64           n_threads = tl_thread_mapping_n_threads (&picture->mapping);
  g_autofree char *threads = g_strdup_printf (_("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT), phase->n_threads, n_threads);
  double           share = (double) phase->n_threads / (double) n_threads;
  double           left = picture->phases_x + BAR_WIDTH + 7, width = picture->phases_width - BAR_WIDTH - 7, height = TL_PHASE_HEIGHT - 8;
  double           taken = tl_text_width (cr, CAPTION_PX, 0, threads) + 8;

  if (phase->waits)
    draw_barrier (cr, picture->phases_x, y, picture->phases_width, palette);
  cairo_rectangle (cr, picture->phases_x, y + 4, BAR_WIDTH, height);
  tl_set_color (cr, palette->line, 1);
  cairo_fill (cr);
  cairo_rectangle (cr, picture->phases_x, y + 4 + height * (1 - share), BAR_WIDTH, height * share);
  tl_set_color (cr, palette->look[TL_LOOK_THREAD_INDEX], 1);
  cairo_fill (cr);
  tl_draw_text (cr, left, y + 12, FONT_PX, TL_TEXT_MONO | (tl_thread_picture_is_in (picture, phase) ? TL_TEXT_BOLD : 0), palette->text,
                tl_max (width - taken, 20), title);
  tl_draw_text (cr, picture->phases_x + picture->phases_width, y + 12, CAPTION_PX, TL_TEXT_RIGHT, palette->dim_text, 0, threads);
  tl_draw_text (cr, left, y + 27, CAPTION_PX, 0, palette->dim_text, width, text);
}

void
tl_draw_thread_phases (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  double           y = picture->phases_y + TL_PHASES_FIRST;
  guint            n_barriers = 0;
  g_autofree char *detail = NULL;

  if (picture->phases == NULL)
    return;
  for (guint i = 0; i < picture->phases->len; i++)
    n_barriers += ((const TlThreadPhase *) picture->phases->pdata[i])->waits;
  detail = n_barriers > 0 ? g_strdup_printf (ngettext ("%u barrier (dashed), active threads", "%u barriers (dashed), active threads",
                                                       n_barriers), n_barriers)
                          : g_strdup (_("no barrier, active threads"));
  tl_draw_threads_head (cr, picture->phases_x, picture->phases_y, picture->phases_width, _("Phases of a block"), detail, palette);
  for (guint i = 0; i < picture->phases->len && y + TL_PHASE_HEIGHT * 0.8 < picture->height; i++, y += TL_PHASE_HEIGHT)
    draw_phase (cr, picture, picture->phases->pdata[i], y, palette);
}
