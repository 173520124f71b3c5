/* SPDX-License-Identifier: Apache-2.0 */
/* Marks on the buffers beside the tiles of the present iteration: other threads, earlier iterations, caches. */
#include "core/draw/data/draw-data-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/device/machine-rates.h"
#include "core/draw/draw-text.h"

#define MAX_TILES   64     /* drawn one by one; of more iterations, those of a thread as one */
#define MIN_OUTLINED 8     /* pixels */
#define TAB_PX      9.5
#define TAB_HEIGHT  14.0
#define N_CACHES    3u
#define MAX_RUNS    64u
#define THREAD_LINE 20.0

/* Neighbours differ. */
static TlColor
thread_color (const TlPalette *palette, guint thread)
{
  return palette->family[thread % TL_N_FAMILY_HUES];
}

/* The box around what iterations @from to @to of the parallel loop touch. */
static void
share_box (const TlDataPicture *picture, const TlDataBuffer *buffer, gint64 *position, gint64 from, gint64 to, TlTileSpan *box)
{
  guint      loop = picture->threads.parallel;
  TlTileSpan last[TL_DATA_MAX_DIMS];

  position[loop] = from;
  tl_block_tiles_of_access (picture->layout->tiles, position, buffer->index, loop + 1, box);
  position[loop] = to;
  tl_block_tiles_of_access (picture->layout->tiles, position, buffer->index, loop + 1, last);
  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    {
      gint64 start = MIN (box[d].start, last[d].start);
      gint64 end = MAX (box[d].start + box[d].length, last[d].start + last[d].length);

      box[d] = (TlTileSpan) { start, end - start };
    }
}

void
tl_data_draw_shares (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  guint               loop = picture->threads.parallel;
  gint64              extent = picture->threads.kind == TL_THREADS_CPU ? tiles->extents[loop] : 0, step;
  gboolean            is_dense = extent > MIN (rect->width, rect->height) / MIN_OUTLINED;
  g_autofree gint64  *position = NULL;
  gint64              element[TL_DATA_MAX_DIMS];

  tl_data_slice_element (picture, rect->buffer, element);
  if (extent < 2 || picture->threads.n_shares < 2 || !tl_data_picture_tile_differs (picture, rect->buffer, loop + 1))
    return;
  position = g_memdup2 (picture->position, sizeof (gint64) * tiles->n_loops);
  for (gint64 i = 0; i < extent; i += step)
    {
      guint      share = tl_thread_mapping_share (&picture->threads, extent, i);
      TlTileSpan mine = tl_thread_mapping_iterations (&picture->threads, extent, share), box[TL_DATA_MAX_DIMS];
      TlColor    color = thread_color (palette, share);

      step = extent <= MAX_TILES ? 1 : mine.start + mine.length - i;
      share_box (picture, rect->buffer, position, i, i + step - 1, box);
      if (!tl_data_slice_reaches (rect->buffer, box, element))
        continue;
      tl_data_draw_tile (cr, rect, box, &(TlTileLook) { .fill = color, .fill_alpha = 0.16, .line = color,
                                                        .line_alpha = tl_palette_mark (palette, 0.45),
                                                        .line_width = is_dense ? 0 : 1 });
    }
}

void
tl_data_draw_trail (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette)
{
  gsize  at = tl_block_tiles_index (picture->layout->tiles, rect->buffer->index, tl_data_picture_marked_level (picture));
  gint64 element[TL_DATA_MAX_DIMS];

  tl_data_slice_element (picture, rect->buffer, element);
  for (guint i = picture->n_trail; i-- > 0; )
    if (tl_data_slice_reaches (rect->buffer, picture->trail[i] + at, element))
      tl_data_draw_tile (cr, rect, picture->trail[i] + at,
                         &(TlTileLook) { .fill = palette->accent,
                                         .fill_alpha = tl_palette_tint (palette, 0.34 * (TL_DATA_TRAIL - i) / TL_DATA_TRAIL),
                                         .line = palette->accent, .line_alpha = 1, .line_width = palette->is_high_contrast ? 1 : 0 });
}

/* --- caches --- */

static void
draw_tab (cairo_t *cr, const TlDataPicture *picture, const char *name, double right, double top, const TlPalette *palette)
{
  double width = tl_text_width (cr, TAB_PX, TL_TEXT_BOLD, name) + 8;
  double x = tl_clamp (right - width, 0, picture->width - width), y = tl_max (top - TAB_HEIGHT + 1, 0);

  tl_path_rounded (cr, x, y, width, TAB_HEIGHT, 3);
  tl_set_color (cr, palette->text, 0.78);
  cairo_fill (cr);
  tl_draw_text (cr, x + 4, y + TAB_HEIGHT / 2, TAB_PX, TL_TEXT_BOLD, palette->card, 0, name);
}

/* The tab stands on the first buffer of which the tile is another than the one around it. */
static void
draw_level_tab (cairo_t *cr, const TlDataPicture *picture, guint n_fixed, const char *name, const TlPalette *palette)
{
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *rect = &picture->rects[i];
      const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, n_fixed);
      TlTileSpan        columns, rows;
      double            x, y, width, height;

      if (rect->buffer->place == TL_DATA_APART || !tl_data_picture_tile_differs (picture, rect->buffer, n_fixed))
        continue;
      tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, &columns, 1);
      tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, &rows, 1);
      tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &x, &width);
      tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &y, &height);
      if (width <= 0 || height <= 0)
        continue;
      draw_tab (cr, picture, name, tl_max (x + width, rect->x + 22), y, palette);
      return;
    }
}

void
tl_data_draw_cache_tabs (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  GString *names = g_string_new (NULL);

  for (guint n = 0; n <= picture->layout->tiles->n_loops; n++)
    {
      g_string_truncate (names, 0);
      for (guint level = 0; level < N_CACHES; level++)
        if (tl_data_picture_cache_level (picture, level) == (gint) n)
          g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", tl_machine_level_name (level));
      if (names->len > 0)
        draw_level_tab (cr, picture, n, names->str, palette);
    }
  g_string_free (names, TRUE);
}

/* --- the pointer --- */

void
tl_draw_data_cache_line (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataSpot *spot)
{
  TlTileSpan runs[MAX_RUNS][TL_DATA_MAX_DIMS];
  guint      n = tl_data_cache_line (spot, runs, MAX_RUNS);
  TlTileLook look = { .fill = palette->accent, .fill_alpha = 0.25, .line = palette->accent, .line_alpha = 1, .line_width = 1.5 };

  cairo_new_path (cr);
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    for (guint r = 0; r < n && picture->rects[i].buffer == spot->buffer; r++)
      tl_data_draw_tile (cr, &picture->rects[i], runs[r], &look);
}

void
tl_draw_data_split (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataEdge *edge, gint64 factor)
{
  const char      *name = picture->layout->tiles->loops[edge->loop]->loop.var->name;
  gint64           outer = (edge->extent + factor - 1) / factor;
  g_autofree char *text = g_strdup_printf ("%s  %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT, name, outer, factor);
  double           length = tl_max (edge->iteration * (double) factor, TL_DATA_VISIBLE), width = tl_text_width (cr, 12, TL_TEXT_BOLD, text);
  gboolean         is_across = edge->side == TL_DATA_COLUMNS;
  double           x = is_across ? edge->start : edge->across, y = is_across ? edge->across : edge->start;
  double           to_x = is_across ? x + length : x + edge->across_size, to_y = is_across ? y + edge->across_size : y + length, at_x, at_y;

  cairo_new_path (cr);
  tl_data_fill_and_stroke (cr, &(TlTileLook) { .fill = palette->accent, .fill_alpha = 0.25, .line = palette->accent, .line_alpha = 1,
                                               .line_width = 2 }, x, y, to_x - x, to_y - y);
  at_x = tl_clamp (to_x + 8, 8, picture->width - width - 16);
  at_y = tl_clamp (to_y + 8, 14, picture->height - 14);
  tl_path_rounded (cr, at_x - 6, at_y - 11, width + 12, 22, 5);
  tl_set_color (cr, palette->text, 0.85);
  cairo_fill (cr);
  tl_draw_text (cr, at_x, at_y, 12, TL_TEXT_BOLD, palette->card, 0, text);
}

/* --- threads --- */

/* All threads access the buffer as a whole. */
static void
draw_hatch (cairo_t *cr, const TlDataRect *rect, const TlPalette *palette)
{
  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.5));
  cairo_set_line_width (cr, 1.5);
  tl_hatch (cr, 8);
}

void
tl_data_draw_thread_parts (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const gint64 *element,
                           const TlPalette *palette)
{
  guint              loop = picture->threads.parallel;
  gint64             extent = picture->layout->tiles->extents[loop];
  g_autofree gint64 *position = g_memdup2 (picture->position, sizeof (gint64) * picture->layout->tiles->n_loops);

  if (!tl_data_picture_tile_differs (picture, rect->buffer, loop + 1))
    {
      draw_hatch (cr, rect, palette);
      return;
    }
  for (guint share = 0; share < picture->threads.n_shares; share++)
    {
      TlTileSpan mine = tl_thread_mapping_iterations (&picture->threads, extent, share), box[TL_DATA_MAX_DIMS];
      TlColor    color = thread_color (palette, share);

      share_box (picture, rect->buffer, position, mine.start, mine.start + mine.length - 1, box);
      if (!tl_data_slice_reaches (rect->buffer, box, element))
        continue;
      tl_data_draw_tile (cr, rect, box, &(TlTileLook) { .fill = color, .fill_alpha = 0.55, .line = color, .line_alpha = 1,
                                                        .line_width = 1 });
    }
}

static char *
share_text (const TlDataPicture *picture, guint share)
{
  TlTileSpan mine = tl_thread_mapping_iterations (&picture->threads, picture->layout->tiles->extents[picture->threads.parallel], share);

  return g_strdup_printf (_("thread %u: %" G_GINT64_FORMAT "–%" G_GINT64_FORMAT), share, mine.start, mine.start + mine.length - 1);
}

static void
draw_thread_notes (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  const char      *name = picture->layout->tiles->loops[picture->threads.parallel]->loop.var->name;
  g_autofree char *title = g_strdup_printf (_("Iterations of %s"), name);
  double           y = picture->notes_y + 22, x = picture->notes_x;
  guint            share = 0;

  tl_draw_text (cr, x, picture->notes_y, 12, TL_TEXT_BOLD, palette->text, picture->notes_width, title);
  for (; share < picture->threads.n_shares && y + 3 * THREAD_LINE < picture->height; share++, y += THREAD_LINE)
    {
      g_autofree char *text = share_text (picture, share);

      cairo_rectangle (cr, x, y - 5, 10, 10);
      tl_set_color (cr, thread_color (palette, share), 1);
      cairo_fill (cr);
      tl_draw_text (cr, x + 18, y, 12, 0, palette->text, picture->notes_width - 18, text);
    }
  if (share < picture->threads.n_shares)
    {
      g_autofree char *more = g_strdup_printf (_("and %u more threads"), picture->threads.n_shares - share);

      tl_draw_text (cr, x, y, 11.5, 0, palette->dim_text, picture->notes_width, more);
      y += THREAD_LINE;
    }
  draw_hatch (cr, &(TlDataRect) { .x = x, .y = y - 5, .width = 10, .height = 10 }, palette);
  tl_draw_text (cr, x + 18, y, 12, 0, palette->dim_text, picture->notes_width - 18, _("all threads"));
}

void
tl_draw_data_threads (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette)
{
  g_return_if_fail (picture->threads.kind == TL_THREADS_CPU);
  cairo_new_path (cr);
  tl_data_draw_rulers (cr, picture, palette);
  for (guint i = 0; i < picture->n_rects; i++)
    {
      gint64 element[TL_DATA_MAX_DIMS];

      tl_data_slice_element (picture, picture->rects[i].buffer, element);
      tl_data_draw_ground (cr, &picture->rects[i], palette);
      tl_data_draw_thread_parts (cr, picture, &picture->rects[i], element, palette);
      tl_data_draw_name (cr, picture, &picture->rects[i], i % 2 == 1, palette);
    }
  for (guint i = 0; i < picture->n_strips; i++)
    tl_data_draw_strip (cr, picture, &picture->strips[i], palette);
  draw_thread_notes (cr, picture, palette);
}

char *
tl_data_threads_summary (const TlDataPicture *picture)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _("Iterations of %s"), picture->layout->tiles->loops[picture->threads.parallel]->loop.var->name);
  for (guint share = 0; share < MIN (picture->threads.n_shares, 16); share++)
    {
      g_autofree char *of_it = share_text (picture, share);

      g_string_append_printf (text, "%s %s", share > 0 ? "," : ":", of_it);
    }
  return g_string_free (text, FALSE);
}
