/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-notes.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"

#define FIRST_NOTE 12.0   /* of the numbers, below their title */

const TlDataBuffer *
tl_data_picture_note_at (const TlDataPicture *picture, double x, double y)
{
  double top = picture->notes_y + FIRST_NOTE;

  if (x < picture->notes_x || x > picture->notes_x + picture->notes_width)
    return NULL;
  for (guint i = 0; i < picture->layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &picture->layout->buffers[i];
      double              height = TL_DATA_NOTE_HEIGHT + (tl_data_layout_copy_of (picture->layout, buffer) != NULL ? TL_DATA_NOTE_LINE : 0);

      if (y >= top && y < top + height)
        return buffer;
      top += height;
    }
  return NULL;
}

const TlDataStrip *
tl_data_picture_strip_at (const TlDataPicture *picture, double x, double y)
{
  for (guint i = 0; i < picture->n_strips; i++)
    {
      const TlDataRect *rect = &picture->strips[i].rect;

      if (x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height)
        return &picture->strips[i];
    }
  return NULL;
}

static gint64
count_elements (const TlDataBuffer *buffer, const TlTileSpan *tile)
{
  gint64 n = 1;

  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    n = tl_mul_saturated (n, tile[d].length);
  return n;
}

double
tl_data_picture_touches (const TlDataPicture *picture, const TlDataBuffer *buffer)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  guint               marked = tl_data_picture_marked_level (picture);
  gint64              n_elements = count_elements (buffer, tl_data_picture_tile (picture, buffer, marked));
  gint64              of_instance = count_elements (buffer, tl_data_picture_tile (picture, buffer, tiles->n_loops)), n_instances = 1;

  for (guint i = marked; i < tiles->n_loops; i++)
    {
      if (tiles->extents[i] < 1)
        return 0;
      n_instances = tl_mul_saturated (n_instances, tiles->extents[i]);
    }
  return n_elements > 0 ? (double) n_instances * (double) of_instance / (double) n_elements : 0;
}

/* "128 × 128 float32, 64 KiB" */
static char *
whole_text (const TlBuffer *buffer)
{
  GString         *text = g_string_new (NULL);
  gint64           bytes = tl_dtype_bytes (buffer->dtype), extent;
  gboolean         is_known = TRUE;
  g_autofree char *size = NULL;

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      gboolean is_number = tl_buffer_get_extent (buffer, d, &extent);

      is_known &= is_number;
      bytes = tl_mul_saturated (bytes, is_number ? extent : 1);
      if (is_number)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " × " : "", extent);
      else
        g_string_append (text, d > 0 ? " × ?" : "?");
    }
  size = is_known ? tl_format_bytes (bytes) : NULL;
  g_string_append_printf (text, " %s%s%s", tl_dtype_name (buffer->dtype), size != NULL ? ", " : "", size != NULL ? size : "");
  return g_string_free (text, FALSE);
}

static char *
touches_text (double touches)
{
  if (touches <= 0)
    return g_strdup ("");
  if (fabs (touches - 1) < 0.005)
    return g_strdup (_("\neach element once"));
  return fabs (touches - round (touches)) < 0.005 ? g_strdup_printf (_("\neach element %.0f times"), touches)
                                                  : g_strdup_printf (_("\neach element %.1f times on average"), touches);
}

char *
tl_data_buffer_text (const TlDataPicture *picture, const TlDataBuffer *buffer)
{
  guint             marked = tl_data_picture_marked_level (picture);
  const TlTileSpan *tile = tl_data_picture_tile (picture, buffer, marked);
  g_autofree char  *whole = whole_text (buffer->access->buffer), *size = tl_data_tile_size_text (buffer, tile);
  g_autofree char  *bytes = tl_format_bytes (tl_data_tile_bytes (buffer, tile));
  g_autofree char  *touches = touches_text (tl_data_picture_touches (picture, buffer));
  const char       *verb = !buffer->access->is_written ? _("reads") : buffer->access->is_read ? _("reads and writes") : _("writes");
  const char       *name = buffer->access->buffer->name;

  if (marked == picture->layout->tiles->n_loops && picture->selected < 0)
    return g_strdup_printf (_("%s: %s\none instance of %s %s %s, %s%s"), name, whole, picture->layout->tiles->block->name, verb, size,
                            bytes, touches);
  return g_strdup_printf (_("%s: %s\none iteration of %s %s %s, %s%s"), name, whole,
                          picture->layout->tiles->loops[marked - 1]->loop.var->name, verb, size, bytes, touches);
}

char *
tl_data_strip_text (const TlDataPicture *picture, const TlDataStrip *strip)
{
  const TlDataCopy *copy = strip->copy;
  TlTileSpan        region[TL_DATA_MAX_DIMS];
  g_autofree char  *part = NULL, *bytes = NULL, *origin = tl_data_copy_text (copy);

  tl_data_copy_region (copy, tl_data_picture_tile (picture, copy->buffer, tl_data_picture_marked_level (picture)), region);
  part = tl_data_tile_text (&copy->original, region);
  bytes = tl_format_bytes (tl_data_tile_bytes (&copy->original, region));
  return g_strdup_printf (_("%s, %s\n%s is %s"), part, bytes, copy->buffer->access->buffer->name, origin);
}

char *
tl_data_picture_text_at (const TlDataPicture *picture, double x, double y)
{
  const TlDataBuffer *buffer = tl_data_picture_note_at (picture, x, y);
  const TlDataStrip  *strip = buffer == NULL ? tl_data_picture_strip_at (picture, x, y) : NULL;

  if (buffer != NULL)
    return tl_data_buffer_text (picture, buffer);
  return strip != NULL ? tl_data_strip_text (picture, strip) : NULL;
}
