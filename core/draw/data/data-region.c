/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-region.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"
#include "core/draw/data/draw-data-private.h"

#define MAX_STRETCHES 16

void
tl_data_region_begin (TlDataRegion *region, const TlDataSpot *spot)
{
  region->buffer = spot->buffer;
  memcpy (region->anchor, spot->element, sizeof region->anchor);
  memcpy (region->head, spot->element, sizeof region->head);
}

void
tl_data_region_extend (TlDataRegion *region, const TlDataSpot *spot)
{
  g_return_if_fail (spot->buffer == region->buffer);
  memcpy (region->head, spot->element, sizeof region->head);
}

static gint64
extent_of (const TlDataBuffer *buffer, guint dim)
{
  gint64 extent = 1;

  return tl_buffer_get_extent (buffer->access->buffer, dim, &extent) && extent > 0 ? extent : 1;
}

void
tl_data_region_move (TlDataRegion *region, TlDataSideKind kind, gint64 by, gboolean extends)
{
  const TlDataSide *side = &region->buffer->sides[kind];
  gint64            at = 0;

  for (guint i = 0; i < side->n_dims; i++)
    at = at * extent_of (region->buffer, side->dims[i]) + region->head[side->dims[i]];
  at = tl_add_saturated (at, by);
  at = CLAMP (at, 0, side->extent - 1);
  for (gint i = (gint) side->n_dims - 1; i >= 0; i--)
    {
      gint64 extent = extent_of (region->buffer, side->dims[i]);

      region->head[side->dims[i]] = at % extent;
      at /= extent;
    }
  if (!extends)
    memcpy (region->anchor, region->head, sizeof region->anchor);
}

gboolean
tl_data_region_is_element (const TlDataRegion *region)
{
  return memcmp (region->anchor, region->head, sizeof (gint64) * region->buffer->access->buffer->n_dims) == 0;
}

/* Where a side has several dimensions, the part is whole in those inside of the first one in which its ends differ. */
static void
box_of_side (const TlDataRegion *region, const TlDataSide *side, TlTileSpan *box)
{
  gboolean differs = FALSE;

  for (guint i = 0; i < side->n_dims; i++)
    {
      guint  dim = side->dims[i];
      gint64 a = region->anchor[dim], b = region->head[dim];

      box[dim] = differs ? (TlTileSpan) { 0, extent_of (region->buffer, dim) } : (TlTileSpan) { MIN (a, b), MAX (a, b) - MIN (a, b) + 1 };
      differs |= a != b;
    }
}

void
tl_data_region_box (const TlDataRegion *region, TlTileSpan *box)
{
  for (guint d = 0; d < region->buffer->access->buffer->n_dims; d++)
    box[d] = (TlTileSpan) { region->head[d], 1 };
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    box_of_side (region, &region->buffer->sides[kind], box);
}

char *
tl_data_region_text (const TlDataRegion *region)
{
  TlTileSpan box[TL_DATA_MAX_DIMS];

  tl_data_region_box (region, box);
  return tl_data_tile_text (region->buffer, box);
}

/* Around the pixels of the part, so that one element can be seen on any ground. */
static void
draw_around (cairo_t *cr, const TlDataRect *rect, TlTileSpan columns, TlTileSpan rows, const TlPalette *palette)
{
  double x, y, width, height;

  tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &x, &width);
  tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &y, &height);
  if (width <= 0 || height <= 0)
    return;
  tl_data_fill_and_stroke (cr, &(TlTileLook) { .line = palette->card, .line_alpha = 1, .line_width = 2 }, x - 1.5, y - 1.5, width + 3,
                           height + 3);
  tl_data_fill_and_stroke (cr, &(TlTileLook) { .fill = palette->card, .fill_alpha = 0.25, .line = palette->text, .line_alpha = 1,
                                               .line_width = 2 }, x - 3, y - 3, width + 6, height + 6);
}

void
tl_draw_data_region (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataRegion *region)
{
  TlTileSpan box[TL_DATA_MAX_DIMS], columns[MAX_STRETCHES], rows[MAX_STRETCHES];
  guint      n_columns, n_rows;

  cairo_new_path (cr);
  tl_data_region_box (region, box);
  n_columns = tl_data_side_stretches (region->buffer, TL_DATA_COLUMNS, box, columns, MAX_STRETCHES);
  n_rows = tl_data_side_stretches (region->buffer, TL_DATA_ROWS, box, rows, MAX_STRETCHES);
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    for (guint r = 0; r < n_rows && picture->rects[i].buffer == region->buffer; r++)
      for (guint c = 0; c < n_columns; c++)
        draw_around (cr, &picture->rects[i], columns[c], rows[r], palette);
}

/* --- words --- */

static gboolean
is_whole (const TlTouchedLoop *loop)
{
  return loop->first == 0 && loop->last >= MAX (loop->extent, 1) - 1;
}

char *
tl_touched_loop_text (const TlTouchedLoop *loop)
{
  if (is_whole (loop))
    return g_strdup (_("all"));
  if (loop->first == loop->last)
    return g_strdup_printf ("= %" G_GINT64_FORMAT, loop->first);
  return g_strdup_printf ("= %" G_GINT64_FORMAT "–%" G_GINT64_FORMAT, loop->first, loop->last);
}

const char *
tl_touch_verb (const TlRegionTouch *touch)
{
  if (touch->is_read && touch->is_written)
    return _("reads and writes");
  return touch->is_written ? _("writes") : _("reads");
}

/* "i = 16–31, k = 0–15", or with @whole the loops of which all iterations touch it: "j, l". "" if there are none. */
static char *
loops_text (const TlRegionTouch *touch, gboolean whole)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < touch->n_loops; i++)
    {
      const TlTouchedLoop *loop = &touch->loops[i];
      g_autofree char     *values = tl_touched_loop_text (loop);

      if (loop->extent == 1 || is_whole (loop) != whole)
        continue;
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? ", " : "", loop->name, whole ? "" : " ", whole ? "" : values);
    }
  return g_string_free (text, FALSE);
}

char *
tl_touch_text (const TlRegionTouch *touch)
{
  g_autofree char *some = loops_text (touch, FALSE), *all = loops_text (touch, TRUE), *loops = NULL;
  g_autofree char *touching = tl_format_count (touch->n_touching), *instances = tl_format_count (touch->n_instances);

  if (some[0] != '\0' && all[0] != '\0')
    loops = g_strdup_printf (_("at %s and all of %s"), some, all);
  else if (some[0] != '\0')
    loops = g_strdup_printf (_("at %s"), some);
  else
    loops = all[0] != '\0' ? g_strdup_printf (_("at all of %s"), all) : g_strdup (_("once"));
  return g_strdup_printf (touch->is_exact ? _("%s %s it %s: %s of %s instances") : _("%s %s it %s: at most %s of %s instances"),
                          touch->name, tl_touch_verb (touch), loops, touching, instances);
}
