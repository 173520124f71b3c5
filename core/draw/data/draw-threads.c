/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-threads-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define FONT_PX      12.0
#define CAPTION_PX   11.0
#define PAD          14.0
#define FIGURE_WIDTH 86.0     /* right of banks and sectors */
#define STRIP_CELL   10.0     /* a bank or a sector */
#define LINE_GAP     4.0      /* between lines of four sectors */
#define SHOWN_LINES  16u
#define DEAR         1.01     /* costs above it are marked */

static const char dim_names[TL_THREAD_DIMS] = { 'x', 'y', 'z' };

/* "8 × 4 = 32 blocks" without dimensions of one. */
static char *
dims_text (const gint64 dims[TL_THREAD_DIMS])
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < TL_THREAD_DIMS; d++)
    if (dims[d] > 1 || (d == 0 && dims[1] == 1 && dims[2] == 1))
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? " × " : "", dims[d]);
  return g_string_free (text, FALSE);
}

/* "B.x i_0, B.y j_0": the loops that are bound. */
static char *
bound_text (const TlThreadPicture *picture, const gint loops[TL_THREAD_DIMS], char letter)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < TL_THREAD_DIMS; d++)
    if (loops[d] >= 0)
      g_string_append_printf (text, "%s%c.%c %s", text->len > 0 ? ", " : "", letter, dim_names[d],
                              picture->layout->tiles->loops[loops[d]]->loop.var->name);
  return g_string_free (text, FALSE);
}

/* The coordinates of a number: "(5, 3)", x first. */
static char *
coordinates_text (const gint64 dims[TL_THREAD_DIMS], gint64 number)
{
  GString *text = g_string_new ("(");
  guint    n = dims[2] > 1 ? 3 : dims[1] > 1 ? 2 : 1;

  for (guint d = 0; d < n; d++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", number % dims[d]);
      number /= dims[d];
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* The chosen one, and those from @from to @to. */
typedef struct
{
  gint64 chosen, from, to;
} Marked;

static double
shade_of (gint64 number, gpointer user_data)
{
  const Marked *marked = user_data;

  return number == marked->chosen ? 1 : number >= marked->from && number < marked->to ? 0.75 : 0.3;
}

void
tl_draw_threads_head (cairo_t *cr, double x, double y, double width, const char *title, const char *detail, const TlPalette *palette)
{
  tl_draw_text (cr, x, y, FONT_PX, TL_TEXT_BOLD, palette->text, width, title);
  tl_draw_text (cr, x, y + 17, CAPTION_PX, 0, palette->dim_text, width, detail);
}

static void
draw_grid (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  const TlThreadCells *cells = &picture->grid;
  g_autofree char     *dims = dims_text (picture->mapping.grid), *bound = bound_text (picture, picture->mapping.grid_loops, 'B');
  g_autofree char     *title = g_strdup_printf (_("Grid %s"), dims);
  Marked               marked = { .chosen = picture->block };

  tl_draw_threads_head (cr, PAD, PAD + 6, picture->warps.x - PAD - 62, title, bound, palette);
  tl_draw_thread_cells (cr, cells, picture->block, palette->look[TL_LOOK_BLOCK_INDEX], shade_of, &marked, palette);
}

static void
draw_block (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  const TlThreadCells *cells = &picture->warps;
  gint64               warp = picture->thread / TL_WARP_LANES, n_warps = (cells->n + TL_WARP_LANES - 1) / TL_WARP_LANES;
  g_autofree char     *at = coordinates_text (picture->mapping.grid, picture->block), *dims = dims_text (picture->mapping.block);
  g_autofree char     *bound = bound_text (picture, picture->mapping.block_loops, 'T');
  g_autofree char     *title = g_strdup_printf (_("Block %s: %s threads, %" G_GINT64_FORMAT " warps"), at, dims, n_warps);
  Marked               marked = { picture->thread, warp * TL_WARP_LANES, (warp + 1) * TL_WARP_LANES };
  double               x = cells->x - 52;

  tl_draw_threads_head (cr, x, PAD + 6, picture->width - PAD - x, title, bound, palette);
  tl_draw_thread_cells (cr, cells, picture->thread, palette->look[TL_LOOK_THREAD_INDEX], shade_of, &marked, palette);
  for (guint row = 0; row < cells->rows && cells->columns == TL_WARP_LANES; row++)
    {
      gint64           of_row = cells->first / TL_WARP_LANES + row;
      g_autofree char *name = g_strdup_printf (_("warp %" G_GINT64_FORMAT), of_row);

      if (cells->cell >= 10 || of_row == warp)
        tl_draw_text (cr, cells->x - 6, cells->y + (row + 0.5) * cells->cell - 1, CAPTION_PX - 1,
                      TL_TEXT_RIGHT | (of_row == warp ? TL_TEXT_BOLD : 0), of_row == warp ? palette->text : palette->dim_text, 0, name);
    }
}

/* --- requests --- */

/* Banks from 0 to 31, the more different words the darker. */
static void
draw_banks (cairo_t *cr, const TlWarpAccess *access, double x, double y, double width, const TlPalette *palette)
{
  double cell = tl_min (STRIP_CELL, floor (width / TL_N_BANKS));
  guint  most = 1;

  for (guint bank = 0; bank < TL_N_BANKS; bank++)
    most = MAX (most, access->bank_words[bank]);
  for (guint bank = 0; bank < TL_N_BANKS; bank++)
    {
      guint   words = access->bank_words[bank];
      TlColor color = words > 1 ? palette->error : palette->read;

      cairo_rectangle (cr, x + bank * cell, y, cell - 1, STRIP_CELL);
      tl_set_color (cr, words == 0 ? palette->line : color, words == 0 ? 0.7 : 0.45 + 0.55 * words / most);
      cairo_fill (cr);
    }
}

/* The lines that are touched, in the order of their addresses, each as four sectors: those that are moved are full. */
static void
draw_sectors (cairo_t *cr, const TlWarpAccess *access, double x, double y, double width, const TlPalette *palette)
{
  const guint sectors_in_line = TL_GPU_LINE_BYTES / TL_SECTOR_BYTES;
  double      line_width = sectors_in_line * (STRIP_CELL - 2) + LINE_GAP;
  gint64      line = -1;

  for (guint shown = 0; shown < SHOWN_LINES && (shown + 1) * line_width <= width; shown++)
    {
      gint64 next = G_MAXINT64;
      guint  used = 0;

      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        if ((access->lanes >> lane & 1) != 0 && access->addresses[lane] / TL_GPU_LINE_BYTES > line)
          next = MIN (next, access->addresses[lane] / TL_GPU_LINE_BYTES);
      if (next == G_MAXINT64)
        return;
      line = next;
      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        for (gint64 at = access->addresses[lane] / TL_SECTOR_BYTES; (access->lanes >> lane & 1) != 0
             && at <= (access->addresses[lane] + access->bytes - 1) / TL_SECTOR_BYTES; at++)
          if (at / sectors_in_line == line)
            used |= 1u << (at % sectors_in_line);
      for (guint s = 0; s < sectors_in_line; s++)
        {
          cairo_rectangle (cr, x + shown * line_width + s * (STRIP_CELL - 2), y, STRIP_CELL - 3, STRIP_CELL);
          tl_set_color (cr, (used >> s & 1) != 0 ? palette->read : palette->line, (used >> s & 1) != 0 ? 0.9 : 0.7);
          cairo_fill (cr);
        }
    }
}

static void
draw_request (cairo_t *cr, const TlThreadPicture *picture, const TlWarpAccess *access, double y, const TlPalette *palette)
{
  double           cost = tl_warp_access_cost (access), left = picture->requests_x, right = picture->width - PAD, width;
  double           strip = right - left - FIGURE_WIDTH;
  gboolean         is_shared = access->space == TL_SPACE_SHARED;
  guint            n = is_shared ? access->n_passes : access->n_sectors, least = is_shared ? access->least_passes : access->least_sectors;
  guint            n_lanes = (guint) __builtin_popcount (access->lanes);
  g_autofree char *kind = g_strdup_printf ("%s %s, %u B × %u", is_shared ? _("shared") : _("global"),
                                           access->writes ? _("write") : _("read"), access->bytes, n_lanes);
  g_autofree char *best = g_strdup_printf (_("%u at best"), least);
  g_autofree char *figure = g_strdup_printf (is_shared ? ngettext ("%u pass", "%u passes", n) : ngettext ("%u sector", "%u sectors", n), n);

  width = tl_draw_text (cr, left, y, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, strip / 2, access->buffer->name);
  tl_draw_text (cr, left + width + 10, y, CAPTION_PX, 0, palette->dim_text, strip - width - 10, kind);
  if (is_shared)
    draw_banks (cr, access, left, y + 11, strip, palette);
  else
    draw_sectors (cr, access, left, y + 11, strip, palette);
  tl_draw_text (cr, right, y + 2, FONT_PX, TL_TEXT_RIGHT | TL_TEXT_BOLD, cost > DEAR ? palette->error : palette->text, 0, figure);
  tl_draw_text (cr, right, y + 17, CAPTION_PX, TL_TEXT_RIGHT, palette->dim_text, 0, best);
}

/* The next one after @i that has room; its place in @y. NULL: there is none. */
static const TlWarpAccess *
next_request (const TlThreadPicture *picture, guint *i, double *y)
{
  const TlWarpAccess *access = NULL;

  while (picture->accesses != NULL && *i < picture->accesses->len && access == NULL)
    {
      access = &g_array_index (picture->accesses, TlWarpAccess, *i);
      if (access->space == TL_SPACE_LOCAL)
        access = NULL;
      ++*i;
    }
  *y += TL_REQUEST_HEIGHT;
  return access != NULL && *y + TL_REQUEST_HEIGHT / 2 <= picture->height ? access : NULL;
}

static void
draw_requests (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  g_autofree char    *title = g_strdup_printf (_("Requests of warp %" G_GINT64_FORMAT), picture->thread / TL_WARP_LANES);
  double              y = picture->requests_y;
  guint               i = 0;
  const TlWarpAccess *access;

  tl_draw_threads_head (cr, picture->requests_x, y, picture->width - PAD - picture->requests_x, title, picture->accesses == NULL
                        ? _("Addresses depend on data or on sizes that are not known") : _("sectors of 32 bytes, passes over 32 banks"),
                        palette);
  y += TL_REQUESTS_HEAD - TL_REQUEST_HEIGHT;
  while ((access = next_request (picture, &i, &y)) != NULL)
    draw_request (cr, picture, access, y, palette);
}

/* --- a lane --- */

/* The banks of the lane's words, or the sectors of its bytes, as draw_banks () and draw_sectors () place them. */
static void
frame_lane (cairo_t *cr, const TlWarpAccess *access, guint lane, double x, double y, double width)
{
  const guint sectors_in_line = TL_GPU_LINE_BYTES / TL_SECTOR_BYTES;
  gint64      address = access->addresses[lane], first = address / TL_SECTOR_BYTES, line = address / TL_GPU_LINE_BYTES;
  double      cell = tl_min (STRIP_CELL, floor (width / TL_N_BANKS)), line_width = sectors_in_line * (STRIP_CELL - 2) + LINE_GAP;
  guint       n_before = 0;

  if (access->space == TL_SPACE_SHARED)
    {
      cairo_rectangle (cr, x + (double) (address / TL_BANK_BYTES % TL_N_BANKS) * cell - 1, y - 1,
                       cell * MAX (access->bytes / TL_BANK_BYTES, 1) + 1, STRIP_CELL + 2);
      return;
    }
  for (guint other = 0; other < TL_WARP_LANES; other++)   /* lines that begin before, each counted at its first lane */
    {
      gint64   of_other = access->addresses[other] / TL_GPU_LINE_BYTES;
      gboolean is_first = (access->lanes >> other & 1) != 0 && of_other < line;

      for (guint earlier = 0; earlier < other && is_first; earlier++)
        is_first = (access->lanes >> earlier & 1) == 0 || access->addresses[earlier] / TL_GPU_LINE_BYTES != of_other;
      n_before += is_first;
    }
  if (n_before < SHOWN_LINES && (n_before + 1) * line_width <= width)
    cairo_rectangle (cr, x + n_before * line_width + (double) (first % sectors_in_line) * (STRIP_CELL - 2) - 1, y - 1, STRIP_CELL - 1,
                     STRIP_CELL + 2);
}

void
tl_draw_thread_lane (cairo_t *cr, const TlThreadPicture *picture, gint64 thread, const TlPalette *palette)
{
  double              y = picture->requests_y + TL_REQUESTS_HEAD - TL_REQUEST_HEIGHT;
  double              strip = picture->width - PAD - picture->requests_x - FIGURE_WIDTH;
  guint               i = 0, lane = (guint) (thread % TL_WARP_LANES);
  const TlWarpAccess *access;

  cairo_new_path (cr);
  if (tl_thread_cells_shows (&picture->warps, thread))
    tl_thread_cells_path (cr, &picture->warps, thread, 1);
  while (thread / TL_WARP_LANES == picture->thread / TL_WARP_LANES && (access = next_request (picture, &i, &y)) != NULL)
    if ((access->lanes >> lane & 1) != 0)
      frame_lane (cr, access, lane, picture->requests_x, y + 11, strip);
  tl_set_color (cr, palette->text, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* --- the whole --- */

static void
draw_occupancy (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  g_autofree char *title = NULL, *text = NULL;

  if (picture->occupancy.limits == NULL)
    return;
  title = tl_thread_picture_occupancy_title (picture);
  text = tl_thread_picture_occupancy_text (picture);
  tl_draw_threads_head (cr, PAD, picture->occupancy_y, picture->width - 2 * PAD, title, text, palette);
}

void
tl_draw_threads (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette)
{
  cairo_new_path (cr);
  draw_grid (cr, picture, palette);
  draw_block (cr, picture, palette);
  draw_occupancy (cr, picture, palette);
  tl_draw_thread_phases (cr, picture, palette);
  draw_requests (cr, picture, palette);
}
