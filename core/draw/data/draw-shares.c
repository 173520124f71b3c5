/* SPDX-License-Identifier: Apache-2.0 */
/* Marks on the buffers beside the tiles of the present iteration: other threads, earlier iterations, caches. */
#include "core/draw/data/draw-data-private.h"

#include "core/base/extremum.h"
#include "core/device/machine-rates.h"
#include "core/draw/draw-text.h"

#define MAX_TILES   64     /* drawn one by one; of more iterations, those of a thread as one */
#define MIN_OUTLINED 8     /* pixels */
#define TAB_PX      9.5
#define TAB_HEIGHT  14.0
#define N_CACHES    3u

TlColor
tl_data_thread_color (const TlPalette *palette, guint thread)
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

  if (extent < 2 || picture->threads.n_shares < 2 || !tl_data_picture_tile_differs (picture, rect->buffer, loop + 1))
    return;
  position = g_memdup2 (picture->position, sizeof (gint64) * tiles->n_loops);
  for (gint64 i = 0; i < extent; i += step)
    {
      guint      share = tl_thread_mapping_share (&picture->threads, extent, i);
      TlTileSpan mine = tl_thread_mapping_iterations (&picture->threads, extent, share), box[TL_DATA_MAX_DIMS];
      TlColor    color = tl_data_thread_color (palette, share);

      step = extent <= MAX_TILES ? 1 : mine.start + mine.length - i;
      share_box (picture, rect->buffer, position, i, i + step - 1, box);
      tl_data_draw_tile (cr, rect, box, &(TlTileLook) { .fill = color, .fill_alpha = 0.16, .line = color, .line_alpha = 0.45,
                                                        .line_width = is_dense ? 0 : 1 });
    }
}

void
tl_data_draw_trail (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlPalette *palette)
{
  gsize at = tl_block_tiles_index (picture->layout->tiles, rect->buffer->index, tl_data_picture_marked_level (picture));

  for (guint i = picture->n_trail; i-- > 0; )
    tl_data_draw_tile (cr, rect, picture->trail[i] + at,
                       &(TlTileLook) { .fill = palette->accent, .fill_alpha = 0.34 * (TL_DATA_TRAIL - i) / TL_DATA_TRAIL });
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
