/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-slice.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
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

void
tl_data_slice_element (const TlDataPicture *picture, const TlDataBuffer *buffer, gint64 *element)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, buffer, picture->layout->tiles->n_loops);

  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    element[d] = tile[d].start;
}

gboolean
tl_data_slice_reaches (const TlDataBuffer *buffer, const TlTileSpan *tile, const gint64 *element)
{
  for (guint i = 0; i < buffer->n_folded; i++)
    if (!holds (&tile[buffer->folded[i]], element[buffer->folded[i]]))
      return FALSE;
  return TRUE;
}

static TlDataRect
rect_of_written (const TlDataPicture *picture)
{
  guint i = 0;

  while (i + 1 < picture->n_rects && picture->rects[i].buffer != &picture->layout->buffers[0])
    i++;
  return picture->rects[i];
}

/* To scale, in the middle: the part of the slice that the picture shows of the buffer. */
static TlDataRect
slice_rect (const TlDataPicture *picture, double width, double height)
{
  TlDataRect rect = rect_of_written (picture);
  double     rows = (double) rect.window[TL_DATA_ROWS].length, columns = (double) rect.window[TL_DATA_COLUMNS].length;
  double     scale = tl_min (width / columns, height / rows);

  rect.width = tl_max (scale * columns, TL_DATA_VISIBLE);
  rect.height = tl_max (scale * rows, TL_DATA_VISIBLE);
  rect.x = (width - rect.width) / 2;
  rect.y = (height - rect.height) / 2;
  return rect;
}

/* The tiles of the marked loop and of those around it that reach into the slice. */
static void
draw_tiles (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, guint dim, gint64 at, const TlPalette *palette)
{
  guint   marked = tl_data_picture_marked_level (picture);
  TlColor color = tl_data_buffer_color (rect->buffer, palette);

  for (guint n = 1; n <= marked; n++)
    {
      const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, n);

      if (holds (&tile[dim], at) && (n == marked || tl_data_picture_tile_differs (picture, rect->buffer, n)))
        tl_data_draw_tile (cr, rect, tile, &(TlTileLook) { .fill = color, .fill_alpha = n == marked ? 0.8 : 0.2 });
    }
}

void
tl_draw_data_slice (cairo_t *cr, const TlDataPicture *picture, const TlSliceLook *look, guint dim, gint64 at, const TlPalette *palette,
                    double width, double height)
{
  const TlDataBuffer *buffer = &picture->layout->buffers[0];
  TlDataRect          rect = slice_rect (picture, width, height);
  gint64              element[TL_DATA_MAX_DIMS];

  tl_data_slice_element (picture, buffer, element);
  element[dim] = at;
  cairo_new_path (cr);
  tl_data_draw_ground (cr, &rect, palette);
  if (look->counts != NULL)
    tl_data_draw_counted (cr, &rect, element, look->counts, &look->look);
  else if (look->shows_threads && picture->threads.kind == TL_THREADS_CPU)
    tl_data_draw_thread_parts (cr, picture, &rect, element, palette);
  else
    draw_tiles (cr, picture, &rect, dim, at, palette);
}

/* --- words --- */

/* The least and the largest value in the slice; FALSE: none was counted. */
static gboolean
find_values (const TlCountedTile *tile, const TlCountsLook *look, guint dim, gint64 at, double *least, double *most)
{
  gsize stride = 1, length = (gsize) tile->box[dim].length, inside = (gsize) (at - tile->box[dim].start);

  *least = HUGE_VAL;
  *most = -1;
  if (tile->elements == NULL || !holds (&tile->box[dim], at))
    return FALSE;
  for (guint d = dim + 1; d < tile->buffer->n_dims; d++)
    stride *= (gsize) tile->box[d].length;
  for (gsize start = inside * stride; start < tile->n_elements; start += length * stride)
    for (gsize i = start; i < start + stride; i++)
      {
        double value = tl_count_value (&tile->elements[i], look);

        *least = value >= 0 ? tl_min (*least, value) : *least;
        *most = tl_max (*most, value);
      }
  return *most >= 0;
}

static char *
counts_text (const TlDataPicture *picture, const TlSliceLook *look, guint dim, gint64 at)
{
  const TlCountedTile *tile = &look->counts->tiles[picture->layout->buffers[0].index];
  g_autofree char     *title = tl_counts_value_title (&look->look), *first = NULL, *last = NULL;
  double               least, most;

  if (!find_values (tile, &look->look, dim, at, &least, &most))
    return g_strdup (_("not counted in this iteration"));
  first = tl_counts_value_text (look->look.kind, least);
  last = tl_counts_value_text (look->look.kind, most);
  return least < most ? g_strdup_printf (_("%s: %s to %s"), title, first, last) : g_strdup_printf ("%s: %s", title, first);
}

char *
tl_data_slice_text (const TlDataPicture *picture, const TlSliceLook *look, guint dim, gint64 at)
{
  g_autofree char *name = tl_data_dim_text (picture->layout, &picture->layout->buffers[0], dim);
  g_autofree char *counts = look->counts != NULL ? counts_text (picture, look, dim, at) : NULL;

  return g_strdup_printf (_("Slice %" G_GINT64_FORMAT " of %s%s%s%s%s"), at, name,
                          tl_data_slice_shown (picture, dim) == at ? _(", shown") : "",
                          tl_data_slice_is_touched (picture, dim, at) ? _(", in the marked iteration") : "", counts != NULL ? ", " : "",
                          counts != NULL ? counts : "");
}
