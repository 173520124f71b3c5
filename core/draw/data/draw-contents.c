/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-contents.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/machine-rates.h"
#include "core/draw/data/draw-data-private.h"

#define TINT 0.16

/* The pixels of a rect: which show an element that is held. */
typedef struct
{
  const TlDataRect *rect;
  const gint64     *element;    /* of the slice that is shown */
  int               width, height;
  guint8           *is_held;    /* row by row */
} HeldPixels;

/* --- which pixels --- */

/* The index along a side; the dimensions that run along it, the innermost last. */
static gint64
side_index (const TlDataBuffer *buffer, TlDataSideKind kind, const gint64 *index)
{
  const TlDataSide *side = &buffer->sides[kind];
  gint64            at = 0;

  for (guint i = 0; i < side->n_dims; i++)
    {
      gint64 extent = 1;

      tl_buffer_get_extent (buffer->access->buffer, side->dims[i], &extent);
      at = at * extent + index[side->dims[i]];
    }
  return at;
}

/* Pixels *@first to *@end - 1 of a side show elements @least to @most; none, if they are not in the window. */
static void
find_pixels (const HeldPixels *pixels, TlDataSideKind kind, gint64 least, gint64 most, int *first, int *end)
{
  TlTileSpan window = pixels->rect->window[kind];
  double     scale = (kind == TL_DATA_COLUMNS ? pixels->width : pixels->height) / (double) MAX (window.length, 1);

  least = MAX (least - window.start, 0);
  most = MIN (most - window.start, window.length - 1);
  *first = *end = 0;
  if (least > most)
    return;
  *first = (int) floor (scale * (double) least);
  *end = (int) tl_max (ceil (scale * (double) (most + 1) - 1e-9), *first + 1);
}

/* Neighbours along the last dimension, up to @last. */
static void
hold_run (HeldPixels *pixels, gint64 *index, guint last_dim, gint64 last)
{
  const TlDataBuffer *buffer = pixels->rect->buffer;
  gint64              start[TL_N_DATA_SIDES], first_at = index[last_dim];
  int                 from[TL_N_DATA_SIDES], to[TL_N_DATA_SIDES];

  for (guint i = 0; i < buffer->n_folded; i++)
    {
      guint dim = buffer->folded[i];

      if (dim != last_dim ? index[dim] != pixels->element[dim] : pixels->element[dim] < first_at || pixels->element[dim] > last)
        return;
    }
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    start[kind] = side_index (buffer, kind, index);
  index[last_dim] = last;
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    find_pixels (pixels, kind, start[kind], side_index (buffer, kind, index), &from[kind], &to[kind]);
  index[last_dim] = first_at;
  for (int y = from[TL_DATA_ROWS]; y < MIN (to[TL_DATA_ROWS], pixels->height); y++)
    for (int x = from[TL_DATA_COLUMNS]; x < MIN (to[TL_DATA_COLUMNS], pixels->width); x++)
      pixels->is_held[(gsize) y * (gsize) pixels->width + (gsize) x] = 1;
}

/* Elements as they follow each other in memory. */
static void
hold_elements (HeldPixels *pixels, gint64 first, gint64 end)
{
  const TlBuffer *buffer = pixels->rect->buffer->access->buffer;
  gint64          index[TL_DATA_MAX_DIMS] = { 0 }, inner = 1;

  if (buffer->n_dims == 0)
    {
      memset (pixels->is_held, 1, (gsize) pixels->width * (gsize) pixels->height);
      return;
    }
  tl_buffer_get_extent (buffer, buffer->n_dims - 1, &inner);
  for (gint64 at = first; at < end; at += inner - at % inner)
    {
      gint64 rest = at;

      for (guint d = buffer->n_dims; d-- > 0;)
        {
          gint64 extent = 1;

          tl_buffer_get_extent (buffer, d, &extent);
          index[d] = rest % extent;
          rest /= extent;
        }
      hold_run (pixels, index, buffer->n_dims - 1, MIN (index[buffer->n_dims - 1] + end - at, inner) - 1);
    }
}

/* Held lines beside each other are one stretch of elements: where much is held, it is in long stretches. */
static void
hold_lines (HeldPixels *pixels, const TlBufferContents *contents, guint cache)
{
  gint64 bytes = tl_dtype_bytes (contents->buffer->dtype), n_elements = tl_buffer_n_elements (contents->buffer);
  gsize  end;

  for (gsize line = 0; line < contents->n_lines; line = end + 1)
    {
      end = line;
      while (end < contents->n_lines && contents->caches[end] > 0 && contents->caches[end] <= cache + 1)
        end++;
      if (end > line)
        hold_elements (pixels, (gint64) line * TL_CACHE_LINE_BYTES / bytes,
                       MIN (((gint64) end * TL_CACHE_LINE_BYTES - 1) / bytes + 1, n_elements));
    }
}

/* --- drawing --- */

static gboolean
holds (const HeldPixels *pixels, int x, int y)
{
  return x >= 0 && y >= 0 && x < pixels->width && y < pixels->height
         && pixels->is_held[(gsize) y * (gsize) pixels->width + (gsize) x];
}

static gboolean
is_edge (const HeldPixels *pixels, int x, int y)
{
  return !holds (pixels, x - 1, y) || !holds (pixels, x + 1, y) || !holds (pixels, x, y - 1) || !holds (pixels, x, y + 1);
}

static void
paint (cairo_t *cr, const HeldPixels *pixels, const TlPalette *palette)
{
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, pixels->width, pixels->height);
  guint8           tint = (guint8) lround (255 * tl_palette_tint (palette, TINT));

  for (int y = 0; y < pixels->height; y++)
    for (int x = 0; x < pixels->width; x++)
      if (holds (pixels, x, y))
        cairo_image_surface_get_data (mask)[y * cairo_image_surface_get_stride (mask) + x] = is_edge (pixels, x, y) ? 255 : tint;
  cairo_surface_mark_dirty (mask);
  tl_set_color (cr, palette->text, 1);
  cairo_mask_surface (cr, mask, round (pixels->rect->x), round (pixels->rect->y));
  cairo_surface_destroy (mask);
}

void
tl_draw_cache_contents (cairo_t *cr, const TlDataPicture *picture, const TlCacheContents *contents, guint cache, const TlPalette *palette)
{
  cairo_new_path (cr);
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    {
      const TlDataRect       *rect = &picture->rects[i];
      const TlBufferContents *of_buffer = tl_cache_contents_of (contents, rect->buffer->access->buffer);
      gint64                  element[TL_DATA_MAX_DIMS];
      HeldPixels              pixels = { .rect = rect, .element = element, .width = (int) tl_max (round (rect->width), 1),
                                         .height = (int) tl_max (round (rect->height), 1) };

      if (of_buffer == NULL || of_buffer->n_held[cache] == 0)
        continue;
      pixels.is_held = g_new0 (guint8, (gsize) pixels.width * (gsize) pixels.height);
      tl_data_slice_element (picture, rect->buffer, element);
      hold_lines (&pixels, of_buffer, cache);
      paint (cr, &pixels, palette);
      g_free (pixels.is_held);
    }
}

/* --- words --- */

static void
append_buffers (GString *text, const TlCacheContents *contents, guint cache)
{
  const char *before = ": ";

  for (guint b = 0; b < contents->n_buffers; b++)
    {
      const TlBufferContents *buffer = &contents->buffers[b];
      g_autofree char        *bytes = tl_format_bytes ((gint64) buffer->n_held[cache] * TL_CACHE_LINE_BYTES);

      if (buffer->n_held[cache] == 0)
        continue;
      g_string_append_printf (text, "%s%s %s", before, buffer->buffer->name, bytes);
      before = ", ";
    }
}

char *
tl_cache_contents_text (const TlDataLayout *layout, const TlCacheContents *contents, guint cache)
{
  const TlBlockTiles *tiles = layout->tiles;
  g_autofree char    *held = tl_format_bytes ((gint64) contents->n_held[cache] * TL_CACHE_LINE_BYTES);
  g_autofree char    *whole = tl_format_bytes ((gint64) contents->n_lines[cache] * TL_CACHE_LINE_BYTES);
  GString            *text = g_string_new (NULL);

  if (contents->n_fixed > 0)
    g_string_append_printf (text, _("%s holds %s of %s after this iteration of %s"), tl_machine_level_name (cache), held, whole,
                            tiles->loops[contents->n_fixed - 1]->loop.var->name);
  else
    g_string_append_printf (text, _("%s holds %s of %s after the program"), tl_machine_level_name (cache), held, whole);
  append_buffers (text, contents, cache);
  if (tl_cache_contents_miss_some (contents, cache) && contents->n_outer < tiles->n_loops)
    g_string_append_printf (text, _("; not counted: what was there before %s = %" G_GINT64_FORMAT),
                            tiles->loops[contents->n_outer]->loop.var->name, contents->first);
  return g_string_free (text, FALSE);
}
