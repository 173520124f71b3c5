/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-slice.h"

#include "core/base/extremum.h"
#include "core/draw/data/draw-data-private.h"

gint
tl_data_layout_slice_dim (const TlDataLayout *layout)
{
  const TlDataBuffer *written = &layout->buffers[0];

  return written->n_folded > 0 ? (gint) written->folded[written->n_folded - 1] : -1;
}

static gboolean
holds (const TlTileSpan *span, gint64 at)
{
  return at >= span->start && at < span->start + span->length;
}

gboolean
tl_data_slice_is_touched (const TlDataPicture *picture, guint dim, gint64 at)
{
  return holds (&tl_data_picture_tile (picture, &picture->layout->buffers[0], tl_data_picture_marked_level (picture))[dim], at);
}

gint64
tl_data_slice_shown (const TlDataPicture *picture, guint dim)
{
  return tl_data_picture_tile (picture, &picture->layout->buffers[0], picture->layout->tiles->n_loops)[dim].start;
}

/* To scale, in the middle. */
static TlDataRect
slice_rect (const TlDataBuffer *buffer, double width, double height)
{
  double     rows = (double) buffer->sides[TL_DATA_ROWS].extent, columns = (double) buffer->sides[TL_DATA_COLUMNS].extent;
  double     scale = tl_min (width / columns, height / rows);
  TlDataRect rect = { .buffer = buffer };

  rect.width = tl_max (scale * columns, TL_DATA_VISIBLE);
  rect.height = tl_max (scale * rows, TL_DATA_VISIBLE);
  rect.x = (width - rect.width) / 2;
  rect.y = (height - rect.height) / 2;
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    rect.window[kind] = (TlTileSpan) { 0, buffer->sides[kind].extent };
  return rect;
}

void
tl_draw_data_slice (cairo_t *cr, const TlDataPicture *picture, guint dim, gint64 at, const TlPalette *palette, double width, double height)
{
  const TlDataBuffer *buffer = &picture->layout->buffers[0];
  TlDataRect          rect = slice_rect (buffer, width, height);
  guint               marked = tl_data_picture_marked_level (picture);
  TlColor             color = tl_data_buffer_color (buffer, palette);

  cairo_new_path (cr);
  tl_data_draw_ground (cr, &rect, palette);
  for (guint n = 1; n <= marked; n++)
    {
      const TlTileSpan *tile = tl_data_picture_tile (picture, buffer, n);

      if (holds (&tile[dim], at) && (n == marked || tl_data_picture_tile_differs (picture, buffer, n)))
        tl_data_draw_tile (cr, &rect, tile, &(TlTileLook) { .fill = color, .fill_alpha = n == marked ? 0.8 : 0.2 });
    }
}
