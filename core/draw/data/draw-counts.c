/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-counts.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/data/draw-data-private.h"
#include "core/draw/draw-text.h"

#define FONT_PX       12.0
#define CAPTION_PX    11.5
#define SAMPLES       3        /* elements of a pixel that are looked at, along each side */
#define LOG_FROM      32.0     /* a scale is logarithmic where its ends are further apart */
#define BAR_HEIGHT    10.0
#define HISTOGRAM     56.0

static const char *const titles[TL_N_COUNTS] = { N_("Accesses"), N_("Order"), N_("Reuse"), N_("Misses"), N_("Rewrites") };
static const char *const cache_names[TL_COUNTED_LEVELS] = { "L1", "L2", "L3" };

const char *
tl_counts_title (TlCountsKind kind)
{
  return _(titles[kind]);
}

/* --- values and colors --- */

/* Less than 0: the element has no value. */
static double
value_of (const TlElementCount *element, TlCountsKind kind, guint cache)
{
  if (element->first == 0)
    return -1;
  switch (kind)
    {
    case TL_COUNTS_ACCESSES:
      return (double) element->n_reads + element->n_writes;
    case TL_COUNTS_ORDER:
      return element->first;
    case TL_COUNTS_REUSE:
      return element->n_reuses > 0 ? ((double) element->sum_lines / element->n_reuses + 1) * TL_CACHE_LINE_BYTES : -1;
    case TL_COUNTS_MISSES:
      return element->n_misses[cache];
    case TL_COUNTS_REWRITES:
      return element->n_writes > 0 ? (double) element->n_overwritten : -1;
    case TL_N_COUNTS:
    default:
      return -1;
    }
}

typedef struct
{
  double   least, most;   /* least > most: nothing has a value */
  gboolean is_log;
} CountScale;

static CountScale
scale_of (const TlElementCounts *counts, TlCountsKind kind, guint cache)
{
  CountScale scale = { HUGE_VAL, -HUGE_VAL, FALSE };

  for (guint i = 0; i < counts->n_tiles; i++)
    for (gsize e = 0; counts->tiles[i].elements != NULL && e < counts->tiles[i].n_elements; e++)
      {
        double value = value_of (&counts->tiles[i].elements[e], kind, cache);

        if (value < 0)
          continue;
        scale.least = tl_min (scale.least, value);
        scale.most = tl_max (scale.most, value);
      }
  scale.is_log = kind != TL_COUNTS_ORDER && scale.least > 0 && scale.most > LOG_FROM * scale.least;
  return scale;
}

static double
share_of (const CountScale *scale, double value)
{
  if (scale->most <= scale->least)
    return scale->most > 0 ? 1 : 0;
  if (scale->is_log)
    return log (value / scale->least) / log (scale->most / scale->least);
  return (value - scale->least) / (scale->most - scale->least);
}

/* Cividis (Nuñez, Anderton, Renslow 2018), at nine points: even for eyes that tell few colors apart. */
static TlColor
heat_color (double share)
{
  static const guint8 points[][3] = { { 0, 34, 78 }, { 18, 53, 112 }, { 59, 73, 108 }, { 87, 93, 109 }, { 112, 113, 115 },
                                      { 138, 134, 120 }, { 165, 156, 116 }, { 195, 179, 105 }, { 254, 232, 56 } };
  double at = tl_clamp (share, 0, 1) * (G_N_ELEMENTS (points) - 1);
  guint  low = MIN ((guint) at, (guint) G_N_ELEMENTS (points) - 2);
  double part = at - low;

  return (TlColor) { (points[low][0] + part * (points[low + 1][0] - points[low][0])) / 255,
                     (points[low][1] + part * (points[low + 1][1] - points[low][1])) / 255,
                     (points[low][2] + part * (points[low + 1][2] - points[low][2])) / 255 };
}

static guint32
heat_pixel (double share)
{
  TlColor color = heat_color (share);

  return 0xff000000u | (guint32) lround (color.r * 255) << 16 | (guint32) lround (color.g * 255) << 8 | (guint32) lround (color.b * 255);
}

/* --- elements as pixels --- */

/* The place of the @at-th element of a side in the tile's elements; -1: it is not in the tile. */
static gint64
side_offset (const TlDataRect *rect, const TlCountedTile *tile, TlDataSideKind kind, gint64 at)
{
  const TlDataSide *side = &rect->buffer->sides[kind];
  gint64            offset = 0;

  for (gint i = (gint) side->n_dims - 1; i >= 0; i--)
    {
      guint  dim = side->dims[i];
      gint64 extent = 1, inside, stride = 1;

      tl_buffer_get_extent (tile->buffer, dim, &extent);
      inside = at % extent - tile->box[dim].start;
      at /= extent;
      if (inside < 0 || inside >= tile->box[dim].length)
        return -1;
      for (guint d = dim + 1; d < tile->buffer->n_dims; d++)
        stride *= tile->box[d].length;
      offset += inside * stride;
    }
  return offset;
}

/* SAMPLES places for each of @n pixels along a side. */
static gint64 *
side_offsets (const TlDataRect *rect, const TlCountedTile *tile, TlDataSideKind kind, int n)
{
  gint64    *offsets = g_new (gint64, (gsize) n * SAMPLES);
  TlTileSpan window = rect->window[kind];

  for (int p = 0; p < n; p++)
    for (guint s = 0; s < SAMPLES; s++)
      offsets[p * SAMPLES + s] = side_offset (rect, tile, kind, window.start
                                              + (gint64) ((p + (s + 0.5) / SAMPLES) / n * (double) window.length));
  return offsets;
}

/* The elements of a pixel by the largest value among them. */
static double
pixel_value (const TlCountedTile *tile, const gint64 *rows, const gint64 *columns, TlCountsKind kind, guint cache)
{
  double value = -1;

  for (guint r = 0; r < SAMPLES; r++)
    for (guint c = 0; c < SAMPLES; c++)
      if (rows[r] >= 0 && columns[c] >= 0 && (c == 0 || columns[c] != columns[c - 1]) && (r == 0 || rows[r] != rows[r - 1]))
        value = tl_max (value, value_of (&tile->elements[rows[r] + columns[c]], kind, cache));
  return value;
}

static void
draw_elements (cairo_t *cr, const TlDataRect *rect, const TlCountedTile *tile, const CountScale *scale, TlCountsKind kind, guint cache)
{
  int                width = (int) rect->width, height = (int) rect->height;
  cairo_surface_t   *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autofree gint64 *columns = side_offsets (rect, tile, TL_DATA_COLUMNS, width), *rows = side_offsets (rect, tile, TL_DATA_ROWS, height);

  for (int y = 0; y < height; y++)
    {
      guint8 *row = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

      for (int x = 0; x < width; x++)
        {
          double  value = pixel_value (tile, rows + y * SAMPLES, columns + x * SAMPLES, kind, cache);
          guint32 pixel = value < 0 ? 0 : heat_pixel (share_of (scale, value));

          memcpy (row + 4 * x, &pixel, 4);
        }
    }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, rect->x, rect->y);
  cairo_rectangle (cr, rect->x, rect->y, width, height);
  cairo_fill (cr);
  cairo_surface_destroy (surface);
}

/* --- the scale --- */

static char *
value_text (TlCountsKind kind, double value)
{
  return kind == TL_COUNTS_REUSE ? tl_format_bytes ((gint64) value) : tl_format_count ((gint64) value);
}

static const char *
scale_title (TlCountsKind kind, guint cache)
{
  static const char *const names[TL_N_COUNTS] = { N_("Accesses to an element"), N_("First access, in order"), N_("Mean reuse distance"),
                                                  N_("Misses of an element"), N_("Writes that nothing reads") };
  static const char *const misses[TL_COUNTED_LEVELS] = { N_("L1 misses of an element"), N_("L2 misses of an element"),
                                                         N_("L3 misses of an element") };

  return kind == TL_COUNTS_MISSES ? _(misses[cache]) : _(names[kind]);
}

/* Iterations of the selected loop may be too long to be counted; this tells which loop's it was. */
static char *
scope_text (const TlDataPicture *picture, const TlElementCounts *counts)
{
  if (counts->n_fixed == 0)
    return g_strdup (_("in one run"));
  return g_strdup_printf (_("in one iteration of %s"), picture->layout->tiles->loops[counts->n_fixed - 1]->loop.var->name);
}

static double
draw_scale (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, const CountScale *scale, TlCountsKind kind,
            guint cache, const TlPalette *palette)
{
  double           x = picture->notes_x, y = picture->notes_y - 8, width = picture->notes_width;
  g_autofree char *scope = scope_text (picture, counts);
  g_autofree char *least = value_text (kind, scale->least), *most = value_text (kind, scale->most);

  tl_draw_text (cr, x, y, FONT_PX, TL_TEXT_BOLD, palette->text, width, scale_title (kind, cache));
  y += 16;
  tl_draw_text (cr, x, y, CAPTION_PX, 0, palette->dim_text, width, scope);
  if (scale->most < scale->least)
    {
      tl_draw_text (cr, x, y + 20, CAPTION_PX, 0, palette->dim_text, width, _("none in this iteration"));
      return y + 36;
    }
  for (int i = 0; i < (int) width; i++)
    {
      tl_set_color (cr, heat_color (i / width), 1);
      cairo_rectangle (cr, x + i, y + 14, 1, BAR_HEIGHT);
      cairo_fill (cr);
    }
  tl_draw_text (cr, x, y + 34, CAPTION_PX, 0, palette->dim_text, 0, least);
  tl_draw_text (cr, x + width, y + 34, CAPTION_PX, TL_TEXT_RIGHT, palette->dim_text, 0, most);
  if (scale->is_log)
    tl_draw_text (cr, x + width / 2, y + 34, CAPTION_PX, TL_TEXT_CENTER, palette->dim_text, 0, _("log"));
  return y + 58;
}

static double
draw_line (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, double y, const char *name, const char *value)
{
  tl_draw_text (cr, picture->notes_x, y, CAPTION_PX, 0, palette->dim_text, picture->notes_width, name);
  tl_draw_text (cr, picture->notes_x + picture->notes_width, y, CAPTION_PX, TL_TEXT_RIGHT, palette->text, 0, value);
  return y + 18;
}

static double
draw_totals (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, const TlPalette *palette, double y)
{
  g_autofree char *accesses = tl_format_count ((gint64) counts->n_accesses), *first = tl_format_count ((gint64) counts->n_first);

  y = draw_line (cr, picture, palette, y, _("accesses"), accesses);
  y = draw_line (cr, picture, palette, y, _("cache lines"), first);
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    {
      double           share = counts->n_accesses > 0 ? 100.0 * (double) counts->n_misses[level] / (double) counts->n_accesses : 0;
      g_autofree char *name = g_strdup_printf (_("%s misses"), cache_names[level]);
      g_autofree char *text = g_strdup_printf ("%.*f %%", share < 9.95, share);

      y = draw_line (cr, picture, palette, y, name, text);
    }
  return y + 10;
}

/* Reuses by distance, a bar for each power of two, with marks at the sizes of the caches. */
static void
draw_histogram (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, const TlPalette *palette, double y)
{
  const gint64 sizes[] = { picture->caches.l1d_bytes, picture->caches.l2_bytes, picture->caches.l3_bytes };
  guint        n_bins = 1;
  guint64      most = 1;
  double       x = picture->notes_x, step;

  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    if (counts->histogram[b] > 0)
      {
        n_bins = b + 1;
        most = MAX (most, counts->histogram[b]);
      }
  n_bins = MAX (n_bins, 11);
  step = picture->notes_width / n_bins;
  tl_draw_text (cr, x, y, CAPTION_PX, TL_TEXT_BOLD, palette->text, picture->notes_width, _("Reuses by distance"));
  y += 14;
  for (guint b = 0; b < n_bins; b++)
    {
      double height = HISTOGRAM * (double) counts->histogram[b] / (double) most;

      cairo_rectangle (cr, x + b * step + 0.5, y + HISTOGRAM - height, tl_max (step - 1, 1), height);
      tl_set_color (cr, palette->accent, 0.9);
      cairo_fill (cr);
    }
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    {
      double at = sizes[level] >= TL_CACHE_LINE_BYTES ? x + (log2 ((double) sizes[level] / TL_CACHE_LINE_BYTES) + 1) * step : HUGE_VAL;

      if (at > x + picture->notes_width)
        continue;
      cairo_rectangle (cr, round (at), y, 1, HISTOGRAM + 3);
      tl_set_color (cr, palette->text, 0.8);
      cairo_fill (cr);
      tl_draw_text (cr, at, y + HISTOGRAM + 10, CAPTION_PX, TL_TEXT_CENTER, palette->dim_text, 0, cache_names[level]);
    }
}

/* --- all of it --- */

void
tl_draw_counts (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, TlCountsKind kind, guint cache,
                const TlPalette *palette)
{
  CountScale scale = scale_of (counts, kind, cache);
  double     y;

  cairo_new_path (cr);
  tl_data_draw_rulers (cr, picture, palette);
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect    *rect = &picture->rects[i];
      const TlCountedTile *tile = &counts->tiles[rect->buffer->index];

      tl_data_draw_ground (cr, rect, palette);
      if (tile->elements != NULL && scale.most >= scale.least)
        draw_elements (cr, rect, tile, &scale, kind, cache);
      tl_data_draw_name (cr, picture, rect, i % 2 == 1, palette);
    }
  y = draw_scale (cr, picture, counts, &scale, kind, cache, palette);
  y = draw_totals (cr, picture, counts, palette, y);
  if ((kind == TL_COUNTS_REUSE || kind == TL_COUNTS_MISSES) && y + HISTOGRAM + 34 < picture->height)
    draw_histogram (cr, picture, counts, palette, y);
}

char *
tl_counts_spot_text (const TlDataPicture *picture, const TlElementCounts *counts, const TlDataSpot *spot)
{
  const TlElementCount *element = tl_counted_tile_find (&counts->tiles[spot->buffer->index], spot->element);
  GString              *text;

  if (element == NULL)
    return NULL;
  text = g_string_new (spot->buffer->access->buffer->name);
  for (guint d = 0; d < spot->buffer->access->buffer->n_dims; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "[", spot->element[d]);
  g_string_append (text, spot->buffer->access->buffer->n_dims > 0 ? "]" : "");
  if (element->first == 0)
    {
      g_string_append (text, _("\nnot accessed in this iteration"));
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, _("\n%u reads, %u writes, access %u to %u"), element->n_reads, element->n_writes, element->first,
                          element->last);
  if (element->n_reuses > 0)
    {
      g_autofree char *least = tl_format_bytes ((gint64) element->least_lines * TL_CACHE_LINE_BYTES);
      g_autofree char *most = tl_format_bytes ((gint64) element->most_lines * TL_CACHE_LINE_BYTES);

      g_string_append_printf (text, _("\nline reused %u times, after %s to %s of other lines"), element->n_reuses, least, most);
    }
  g_string_append_printf (text, _("\nmisses: L1 %u, L2 %u, L3 %u"), element->n_misses[0], element->n_misses[1], element->n_misses[2]);
  if (element->n_overwritten > 0)
    g_string_append_printf (text, _("\n%u writes that nothing reads"), element->n_overwritten);
  return g_string_free (text, FALSE);
}

char *
tl_counts_summary (const TlDataPicture *picture, const TlElementCounts *counts, TlCountsKind kind, guint cache)
{
  CountScale       scale = scale_of (counts, kind, cache);
  g_autofree char *accesses = tl_format_count ((gint64) counts->n_accesses), *least = value_text (kind, scale.least);
  g_autofree char *most = value_text (kind, scale.most), *range = NULL, *scope = scope_text (picture, counts);

  range = scale.most < scale.least ? g_strdup (_("none in this iteration")) : g_strdup_printf (_("%s to %s"), least, most);
  return g_strdup_printf (_("%s %s: %s. %s accesses; misses: L1 %" G_GUINT64_FORMAT ", L2 %" G_GUINT64_FORMAT ", L3 %" G_GUINT64_FORMAT),
                          scale_title (kind, cache), scope, range, accesses, counts->n_misses[0], counts->n_misses[1], counts->n_misses[2]);
}
