/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/gpu/gpu-cells-private.h"
#include "core/draw/gpu/gpu-pictures.h"

#define FONT_PX    12.0
#define NAME_WIDTH 96.0
#define FACT_WIDTH 116.0
#define NUMBER     26.0
#define MOST_CELL  15.0
#define CELL_GAP   2.0
#define SM_CELL    11.0
#define SM_GAP     2.0

static const char *const names[TL_N_LIMITS] = { N_("threads"), N_("blocks"), N_("registers"), N_("shared memory") };

/* In the order of the picture: what a schedule decides first. */
static const TlOccupancyLimit order[TL_N_LIMITS] = { TL_OCCUPANCY_REGISTERS, TL_OCCUPANCY_SHARED, TL_OCCUPANCY_WARPS,
                                                     TL_OCCUPANCY_BLOCKS };

static char *
fact_text (const TlOccupancy *occupancy, TlOccupancyLimit limit)
{
  const TlGpuLimits *limits = occupancy->limits;
  gint64             n_threads = occupancy->n_warps * TL_WARP_LANES;
  g_autofree char   *used = tl_format_bytes (occupancy->shared_bytes), *all = tl_format_bytes (limits->shared_bytes);

  switch (limit)
    {
    case TL_OCCUPANCY_REGISTERS:
      return g_strdup_printf (_("%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " of %u"), occupancy->n_registers, n_threads,
                              limits->n_registers);
    case TL_OCCUPANCY_SHARED:
      return g_strdup_printf (_("%s of %s"), used, all);
    case TL_OCCUPANCY_WARPS:
      return g_strdup_printf (_("%" G_GINT64_FORMAT " of %u"), n_threads, limits->n_warps * TL_WARP_LANES);
    case TL_OCCUPANCY_BLOCKS:
    default:
      return g_strdup_printf (_("limit of %u"), limits->n_blocks);
    }
}

static void
draw_limit (cairo_t *cr, const TlOccupancy *occupancy, TlOccupancyLimit limit, gint64 n_blocks, double y, double row,
            const TlPalette *palette, double width)
{
  guint            most = occupancy->limits->n_blocks;
  gboolean         is_limit = occupancy->limit == limit, has_facts = width >= NAME_WIDTH + NUMBER + FACT_WIDTH + most * 4;
  double           room = width - NAME_WIDTH - NUMBER - (has_facts ? FACT_WIDTH : 0);
  double           cell = tl_clamp (floor (room / most), 3, MOST_CELL), x = NAME_WIDTH, gap = cell >= 6 ? CELL_GAP : 1;
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, n_blocks), *fact = fact_text (occupancy, limit);

  tl_draw_text (cr, 0, y + row / 2, FONT_PX, is_limit ? TL_TEXT_BOLD : 0, palette->text, NAME_WIDTH - 6, _(names[limit]));
  for (guint i = 0; i < most; i++)
    {
      double left = x + i * cell, top = y + row / 2 - (cell - gap) / 2, side = cell - gap;

      if ((gint64) i >= n_blocks)
        tl_draw_free_cell (cr, palette, left, top, side, side);
      else
        {
          cairo_rectangle (cr, left, top, side, side);
          tl_set_color (cr, is_limit ? palette->look[TL_LOOK_UNROLLED] : palette->dim_text, is_limit ? 1 : tl_palette_mark (palette, 0.55));
          cairo_fill (cr);
        }
    }
  x += most * cell;
  tl_draw_text (cr, x + NUMBER - 4, y + row / 2, FONT_PX, TL_TEXT_RIGHT | TL_TEXT_BOLD, palette->text, 0, number);
  if (has_facts)
    tl_draw_text (cr, x + NUMBER + 6, y + row / 2, FONT_PX, 0, palette->dim_text, FACT_WIDTH - 6, fact);
}

void
tl_draw_occupancy (cairo_t *cr, const TlOccupancy *occupancy, const gint64 n_blocks_of[TL_N_LIMITS], const TlPalette *palette,
                   double width, double height)
{
  double row = height / TL_N_LIMITS;

  for (guint i = 0; i < TL_N_LIMITS; i++)
    draw_limit (cr, occupancy, order[i], n_blocks_of[order[i]], i * row, row, palette, width);
}

char *
tl_occupancy_text (const TlOccupancy *occupancy, const gint64 n_blocks_of[TL_N_LIMITS])
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < TL_N_LIMITS; i++)
    {
      g_autofree char *fact = fact_text (occupancy, order[i]);

      g_string_append_printf (text, _("%s%s: %" G_GINT64_FORMAT " blocks, %s%s"), i > 0 ? "; " : "", _(names[order[i]]),
                              n_blocks_of[order[i]], fact, occupancy->limit == order[i] ? _(" (bound)") : "");
    }
  return g_string_free (text, FALSE);
}

/* --- multiprocessors --- */

static guint
per_row (double width)
{
  return (guint) MAX (width / SM_CELL, 1);
}

double
tl_multiprocessors_height (guint n_multiprocessors, double width)
{
  return ceil (n_multiprocessors / (double) per_row (width)) * SM_CELL;
}

void
tl_draw_multiprocessors (cairo_t *cr, guint n_multiprocessors, gint64 n_blocks, gint64 n_at_once, const TlPalette *palette, double width,
                         double height)
{
  gint64 places = n_multiprocessors * MAX (n_at_once, 1), last = n_blocks % places == 0 ? MIN (n_blocks, places) : n_blocks % places;

  for (guint i = 0; i < n_multiprocessors; i++)
    {
      /* Blocks go to the multiprocessors in turns. */
      gint64 own = last / n_multiprocessors + (i < last % n_multiprocessors);
      double share = tl_clamp ((double) own / (double) MAX (n_at_once, 1), 0, 1), side = SM_CELL - SM_GAP;
      double x = (i % per_row (width)) * SM_CELL, y = floor (i / (double) per_row (width)) * SM_CELL;

      tl_draw_free_cell (cr, palette, x, y, side, side);
      tl_draw_used_cell (cr, palette->look[TL_LOOK_BLOCK_INDEX], x, y + side * (1 - share), side, side * share);
    }
}
