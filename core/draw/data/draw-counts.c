/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/draw-counts.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/data/draw-data-private.h"
#include "core/draw/draw-text.h"

#define CAPTION_PX    11.5
#define SAMPLES       3        /* elements of a pixel that are looked at, along each side */
#define FADED         0.12     /* alpha of elements outside of the range */
#define COLOR_STRIP   7.0      /* of the colors below a histogram */
#define LINE_HEIGHT   18.0
#define DISTANCE_FOOT 18.0     /* names of caches below the distances */
#define DISTANCES_HEIGHT 74.0

static const char *const cache_names[TL_COUNTED_LEVELS] = { "L1", "L2", "L3" };

/* --- colors --- */

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

/* With premultiplied alpha. */
static guint32
heat_pixel (double share, double alpha)
{
  TlColor color = heat_color (share);
  double  most = 255 * alpha;

  return (guint32) lround (most) << 24 | (guint32) lround (color.r * most) << 16 | (guint32) lround (color.g * most) << 8
         | (guint32) lround (color.b * most);
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

/* The place of the first element of the slice that holds @element; -1: the slice is not in the tile. */
static gint64
slice_offset (const TlDataBuffer *buffer, const TlCountedTile *tile, const gint64 *element)
{
  gint64 offset = 0;

  for (guint i = 0; i < buffer->n_folded; i++)
    {
      guint  dim = buffer->folded[i];
      gint64 inside = element[dim] - tile->box[dim].start, stride = 1;

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

/* How one tile's elements are colored. */
typedef struct
{
  const TlCountedTile *tile;
  gint64               base;          /* the first element of the slice that is shown */
  const TlCountsLook  *look;
  TlCountScale         scale;
  TlValueHistogram     histogram;
  gboolean             is_filtered;   /* by the look's range of bins */
} ElementColors;

static gboolean
is_shown (const ElementColors *colors, double value)
{
  guint bin;

  if (!colors->is_filtered)
    return TRUE;
  bin = tl_value_histogram_bin (&colors->histogram, value);
  return bin >= colors->look->first && bin <= colors->look->last;
}

/* The elements of a pixel by the largest value among them; those that are not faded first. */
static double
pixel_value (const ElementColors *colors, const gint64 *rows, const gint64 *columns, gboolean *is_faded)
{
  double value = -1, faded = -1;

  for (guint r = 0; r < SAMPLES; r++)
    for (guint c = 0; c < SAMPLES; c++)
      if (rows[r] >= 0 && columns[c] >= 0 && (c == 0 || columns[c] != columns[c - 1]) && (r == 0 || rows[r] != rows[r - 1]))
        {
          double of_element = tl_count_value (&colors->tile->elements[colors->base + rows[r] + columns[c]], colors->look);

          if (of_element >= 0 && is_shown (colors, of_element))
            value = tl_max (value, of_element);
          else
            faded = tl_max (faded, of_element);
        }
  *is_faded = value < 0;
  return value < 0 ? faded : value;
}

static void
draw_elements (cairo_t *cr, const TlDataRect *rect, const ElementColors *colors)
{
  int                width = (int) rect->width, height = (int) rect->height;
  cairo_surface_t   *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autofree gint64 *columns = side_offsets (rect, colors->tile, TL_DATA_COLUMNS, width);
  g_autofree gint64 *rows = side_offsets (rect, colors->tile, TL_DATA_ROWS, height);

  for (int y = 0; y < height; y++)
    {
      guint8 *row = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

      for (int x = 0; x < width; x++)
        {
          gboolean is_faded;
          double   value = pixel_value (colors, rows + y * SAMPLES, columns + x * SAMPLES, &is_faded);
          guint32  pixel = value < 0 ? 0 : heat_pixel (tl_count_scale_share (&colors->scale, value), is_faded ? FADED : 1);

          memcpy (row + 4 * x, &pixel, 4);
        }
    }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, rect->x, rect->y);
  cairo_rectangle (cr, rect->x, rect->y, width, height);
  cairo_fill (cr);
  cairo_surface_destroy (surface);
}

void
tl_data_draw_counted (cairo_t *cr, const TlDataRect *rect, const gint64 *element, const TlElementCounts *counts, const TlCountsLook *look)
{
  guint         index = rect->buffer->index;
  ElementColors colors = { .tile = &counts->tiles[index], .look = look, .scale = tl_count_scale (counts, look, index),
                           .is_filtered = look->has_range && (look->tile < 0 || look->tile == (gint) index) };

  if (colors.tile->elements == NULL || colors.scale.most < colors.scale.least)
    return;
  colors.base = slice_offset (rect->buffer, colors.tile, element);
  if (colors.base < 0)
    return;
  if (colors.is_filtered)
    tl_value_histogram (counts, look, &colors.histogram);
  draw_elements (cr, rect, &colors);
}

void
tl_draw_counts (cairo_t *cr, const TlDataPicture *picture, const TlElementCounts *counts, const TlCountsLook *look,
                const TlPalette *palette)
{
  cairo_new_path (cr);
  tl_data_draw_rulers (cr, picture, palette);
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *rect = &picture->rects[i];
      gint64            element[TL_DATA_MAX_DIMS];

      tl_data_draw_ground (cr, rect, palette);
      tl_data_slice_element (picture, rect->buffer, element);
      tl_data_draw_counted (cr, rect, element, counts, look);
      tl_data_draw_name (cr, picture, rect, i % 2 == 1, palette);
    }
}

/* --- the legend --- */

/* Bars over a strip of the colors; bins outside of the range are faded. */
void
tl_draw_value_histogram (cairo_t *cr, const TlValueHistogram *histogram, const TlCountsLook *look, const TlPalette *palette, double width,
                         double height)
{
  double  step = width / MAX (histogram->n_bins, 1), room = height - COLOR_STRIP - 2;
  guint64 most = 1;

  cairo_new_path (cr);
  for (guint bin = 0; bin < histogram->n_bins; bin++)
    most = MAX (most, histogram->bins[bin]);
  for (guint bin = 0; bin < histogram->n_bins; bin++)
    {
      gboolean is_in = !look->has_range || (bin >= look->first && bin <= look->last);
      double   least, value, bar, gap = step >= 4 ? 1 : 0;

      tl_value_histogram_values (histogram, bin, &least, &value);
      bar = histogram->bins[bin] > 0 ? tl_max (room * (double) histogram->bins[bin] / (double) most, 1.5) : 0;
      cairo_rectangle (cr, bin * step, room - bar, step - gap, bar);
      tl_set_color (cr, palette->text, is_in ? 0.75 : 0.22);
      cairo_fill (cr);
      cairo_rectangle (cr, bin * step, height - COLOR_STRIP, step, COLOR_STRIP);
      tl_set_color (cr, heat_color (tl_count_scale_share (&histogram->scale, (least + value) / 2)), is_in ? 1 : FADED);
      cairo_fill (cr);
    }
  if (!look->has_range)
    return;
  cairo_rectangle (cr, look->first * step + 0.75, 0.75, (look->last - look->first + 1) * step - 1.5, height - 1.5);
  tl_set_color (cr, palette->accent, 0.14);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static double
draw_line (cairo_t *cr, const TlPalette *palette, double width, double y, const char *name, const char *value)
{
  tl_draw_text (cr, 0, y, CAPTION_PX, 0, palette->dim_text, width, name);
  tl_draw_text (cr, width, y, CAPTION_PX, TL_TEXT_RIGHT, palette->text, 0, value);
  return y + LINE_HEIGHT;
}

static double
draw_totals (cairo_t *cr, const TlElementCounts *counts, const TlPalette *palette, double width)
{
  g_autofree char *accesses = tl_format_count ((gint64) counts->n_accesses), *first = tl_format_count ((gint64) counts->n_first);
  double           y = LINE_HEIGHT / 2;

  y = draw_line (cr, palette, width, y, _("accesses"), accesses);
  y = draw_line (cr, palette, width, y, _("cache lines"), first);
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    {
      double           share = counts->n_accesses > 0 ? 100.0 * (double) counts->n_misses[level] / (double) counts->n_accesses : 0;
      g_autofree char *name = g_strdup_printf (_("%s misses"), cache_names[level]);
      g_autofree char *text = g_strdup_printf ("%.*f %%", share < 9.95, share);

      y = draw_line (cr, palette, width, y, name, text);
    }
  return y;
}

/* Reuses by distance, a bar for each power of two, with marks at the sizes of the caches. */
void
tl_draw_reuse_distances (cairo_t *cr, const guint64 *distances, const TlCaches *caches, const TlPalette *palette, double width,
                         double height)
{
  const gint64 sizes[] = { caches->l1d_bytes, caches->l2_bytes, caches->l3_bytes };
  guint        n_bins = 1;
  guint64      most = 1;
  double       step, room = height - DISTANCE_FOOT;

  cairo_new_path (cr);
  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    if (distances[b] > 0)
      {
        n_bins = b + 1;
        most = MAX (most, distances[b]);
      }
  n_bins = MAX (n_bins, 11);
  step = width / n_bins;
  for (guint b = 0; b < n_bins; b++)
    {
      double bar = room * (double) distances[b] / (double) most;

      cairo_rectangle (cr, b * step + 0.5, room - bar, tl_max (step - 1, 1), bar);
      tl_set_color (cr, palette->accent, 0.9);
      cairo_fill (cr);
    }
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    {
      double at = sizes[level] >= TL_CACHE_LINE_BYTES ? (log2 ((double) sizes[level] / TL_CACHE_LINE_BYTES) + 1) * step : HUGE_VAL;

      if (at > width)
        continue;
      cairo_rectangle (cr, round (at), 0, 1, room + 3);
      tl_set_color (cr, palette->text, 0.8);
      cairo_fill (cr);
      tl_draw_text (cr, at, room + 10, CAPTION_PX, at > width - 12 ? TL_TEXT_RIGHT : TL_TEXT_CENTER, palette->dim_text, 0,
                    cache_names[level]);
    }
}

/* Those of the watched element, where there is one. */
static const guint64 *
distances_of (const TlElementCounts *counts)
{
  return counts->watched != NULL ? counts->watched_histogram : counts->histogram;
}

static gboolean
has_distances (const TlElementCounts *counts)
{
  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    if (distances_of (counts)[b] > 0)
      return TRUE;
  return FALSE;
}

static char *
distances_title (const TlElementCounts *counts)
{
  GString *element;
  char    *title;

  if (counts->watched == NULL)
    return g_strdup (_("Reuses by distance"));
  element = g_string_new (counts->watched->name);
  for (guint d = 0; d < counts->watched->n_dims; d++)
    g_string_append_printf (element, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "[", counts->watched_index[d]);
  g_string_append (element, counts->watched->n_dims > 0 ? "]" : "");
  title = g_strdup_printf (_("Reuses of %s"), element->str);
  g_string_free (element, TRUE);
  return title;
}

char *
tl_counts_distances_text (const TlElementCounts *counts)
{
  g_autofree char *title = distances_title (counts);
  const guint64   *distances = distances_of (counts);
  GString         *text = g_string_new (title);
  guint            n = 0;

  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    if (distances[b] > 0)
      {
        g_autofree char *least = tl_format_bytes (b == 0 ? 0 : ((gint64) 1 << (b - 1)) * TL_CACHE_LINE_BYTES);
        g_autofree char *count = tl_format_count ((gint64) distances[b]);

        g_string_append_printf (text, _("%s %s after %s or more"), n++ > 0 ? "," : ":", count, least);
      }
  g_string_append (text, n > 0 ? "" : _(": none"));
  return g_string_free (text, FALSE);
}

void
tl_draw_counts_totals (cairo_t *cr, const TlElementCounts *counts, const TlCountsLook *look, const TlCaches *caches,
                       const TlPalette *palette, double width)
{
  g_autofree char *title = NULL;
  double           y = draw_totals (cr, counts, palette, width);

  if (!tl_counts_have_distances (look->kind))
    return;
  title = distances_title (counts);
  tl_draw_text (cr, 0, y + 8, CAPTION_PX, TL_TEXT_BOLD, palette->text, width, title);
  if (!has_distances (counts))
    {
      tl_draw_text (cr, 0, y + 26, CAPTION_PX, 0, palette->dim_text, width, _("none in this iteration"));
      return;
    }
  cairo_save (cr);
  cairo_translate (cr, 0, y + 20);
  tl_draw_reuse_distances (cr, distances_of (counts), caches, palette, width, DISTANCES_HEIGHT);
  cairo_restore (cr);
}

gboolean
tl_counts_have_distances (TlCountsKind kind)
{
  return kind == TL_COUNTS_REUSE || kind == TL_COUNTS_MISSES;
}

double
tl_counts_totals_height (TlCountsKind kind)
{
  return (2 + TL_COUNTED_LEVELS) * LINE_HEIGHT + (tl_counts_have_distances (kind) ? 20 + DISTANCES_HEIGHT : 0);
}

/* --- words --- */

/* Iterations of the selected loop may be too long to be counted; this tells which loop's it was. */
static char *
place_text (const TlDataLayout *layout, const TlElementCounts *counts)
{
  if (counts->n_fixed == 0)
    return g_strdup (_("one run"));
  return g_strdup_printf (_("one iteration of %s"), layout->tiles->loops[counts->n_fixed - 1]->loop.var->name);
}

char *
tl_counts_scope_text (const TlDataLayout *layout, const TlElementCounts *counts)
{
  g_autofree char *place = place_text (layout, counts);

  return g_strdup_printf (_("Simulated: %s, LRU, %d B lines"), place, TL_CACHE_LINE_BYTES);
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
tl_counts_summary (const TlDataLayout *layout, const TlElementCounts *counts, const TlCountsLook *look)
{
  TlValueHistogram histogram;
  g_autofree char *title = tl_counts_value_title (look), *place = place_text (layout, counts), *range = NULL, *shown = NULL;
  g_autofree char *accesses = tl_format_count ((gint64) counts->n_accesses);

  tl_value_histogram (counts, look, &histogram);
  range = tl_counts_range_text (&histogram, look);
  shown = tl_counts_shown_text (&histogram, look);
  return g_strdup_printf (_("%s in %s: %s, %s. %s accesses; misses: L1 %" G_GUINT64_FORMAT ", L2 %" G_GUINT64_FORMAT
                            ", L3 %" G_GUINT64_FORMAT), title, place, range, shown, accesses, counts->n_misses[0], counts->n_misses[1],
                          counts->n_misses[2]);
}
