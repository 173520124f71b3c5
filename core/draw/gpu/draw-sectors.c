/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/gpu/gpu-cells-private.h"
#include "core/draw/gpu/gpu-pictures.h"

#define LANE_HEIGHT 10.0
#define MOST_LANE   12.0
#define SECTOR      11.0
#define LINE_GAP    6.0
#define ROW_HEIGHT  15.0
#define MOST_LINES  32u
#define N_SECTORS   (TL_GPU_LINE_BYTES / TL_SECTOR_BYTES)
#define LINE_WIDTH  (N_SECTORS * SECTOR + LINE_GAP)

typedef struct
{
  gint64 number;            /* of the line, address / 128 */
  guint  sectors;           /* a bit each that is moved */
  double lanes[N_SECTORS];  /* the middle of the lanes that touch it */
  guint  n_lanes[N_SECTORS];
} SectorLine;

static SectorLine *
find_line (GArray *lines, gint64 number)
{
  SectorLine line = { .number = number };

  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, SectorLine, i).number == number)
      return &g_array_index (lines, SectorLine, i);
  g_array_append_val (lines, line);
  return &g_array_index (lines, SectorLine, lines->len - 1);
}

static gint
by_number (gconstpointer a, gconstpointer b)
{
  gint64 number = ((const SectorLine *) a)->number, other = ((const SectorLine *) b)->number;

  return (number > other) - (number < other);
}

static GArray *
lines_of (const TlWarpAccess *access)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (SectorLine));

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 first = access->addresses[lane] / TL_SECTOR_BYTES, last = (access->addresses[lane] + access->bytes - 1) / TL_SECTOR_BYTES;

      for (gint64 sector = first; (access->lanes >> lane & 1) != 0 && sector <= last; sector++)
        {
          SectorLine *line = find_line (lines, sector / N_SECTORS);
          guint at = (guint) (sector % N_SECTORS);

          line->sectors |= 1u << at;
          line->lanes[at] += lane + 0.5;
          line->n_lanes[at]++;
        }
    }
  g_array_sort (lines, by_number);
  return lines;
}

static guint
lines_in_row (double width)
{
  return (guint) MAX ((width + LINE_GAP) / LINE_WIDTH, 1);
}

double
tl_sectors_height (const TlWarpAccess *access, double width)
{
  g_autoptr (GArray) lines = lines_of (access);

  return TL_LANES_HEIGHT + ceil (MIN (lines->len, MOST_LINES) / (double) lines_in_row (width)) * ROW_HEIGHT;
}

static void
draw_line (cairo_t *cr, const SectorLine *line, guint index, double lane, const TlPalette *palette, double width)
{
  double x = (index % lines_in_row (width)) * LINE_WIDTH, y = TL_LANES_HEIGHT + floor (index / (double) lines_in_row (width)) * ROW_HEIGHT;

  for (guint s = 0; s < N_SECTORS; s++)
    {
      gboolean is_moved = (line->sectors >> s & 1) != 0;
      double   from = is_moved ? line->lanes[s] / line->n_lanes[s] * lane : 0, middle = x + (s + 0.5) * SECTOR - 0.5;

      if (is_moved)
        tl_draw_used_cell (cr, palette->read, x + s * SECTOR, y, SECTOR - 1, SECTOR - 1);
      else
        tl_draw_free_cell (cr, palette, x + s * SECTOR, y, SECTOR - 1, SECTOR - 1);
      if (!is_moved || index >= lines_in_row (width))
        continue;
      cairo_move_to (cr, from, LANE_HEIGHT);
      cairo_curve_to (cr, from, LANE_HEIGHT + 8, middle, y - 8, middle, y);
      tl_set_color (cr, palette->read, tl_palette_mark (palette, 0.45));
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
}

void
tl_draw_sectors (cairo_t *cr, const TlWarpAccess *access, const TlPalette *palette, double width, double height)
{
  g_autoptr (GArray) lines = lines_of (access);
  double             lane = tl_clamp (floor (width / TL_WARP_LANES), 4, MOST_LANE);

  for (guint i = 0; i < TL_WARP_LANES; i++)
    {
      if ((access->lanes >> i & 1) != 0)
        tl_draw_used_cell (cr, palette->look[TL_LOOK_THREAD_INDEX], i * lane, 0, lane - 1, LANE_HEIGHT);
      else
        tl_draw_free_cell (cr, palette, i * lane, 0, lane - 1, LANE_HEIGHT);
    }
  for (guint i = 0; i < MIN (lines->len, MOST_LINES); i++)
    draw_line (cr, &g_array_index (lines, SectorLine, i), i, lane, palette, width);
}

char *
tl_sectors_text (const TlWarpAccess *access)
{
  g_autofree char *sectors = g_strdup_printf (ngettext ("%u sector", "%u sectors", access->n_sectors), access->n_sectors);
  g_autofree char *lines = g_strdup_printf (ngettext ("%u line", "%u lines", access->n_lines), access->n_lines);

  if (access->n_sectors <= access->least_sectors)
    return g_strdup_printf (_("%s in %s: no more than the bytes fill"), sectors, lines);
  return g_strdup_printf (_("%s in %s, %u at best"), sectors, lines, access->least_sectors);
}
