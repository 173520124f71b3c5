/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/count-scale.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"

#define LOG_FROM 32.0   /* ends of a scale that lie further apart suit a logarithm */

static const char *const titles[TL_N_COUNTS] = { N_("Accesses"), N_("Order"), N_("Reuse"), N_("Misses"), N_("Rewrites") };

const char *
tl_counts_title (TlCountsKind kind)
{
  return _(titles[kind]);
}

/* --- values --- */

double
tl_count_value (const TlElementCount *element, const TlCountsLook *look)
{
  if (element->first == 0)
    return -1;
  switch (look->kind)
    {
    case TL_COUNTS_ACCESSES:
      return (double) element->n_reads + element->n_writes;
    case TL_COUNTS_ORDER:
      return element->first;
    case TL_COUNTS_REUSE:
      return element->n_reuses > 0 ? ((double) element->sum_lines / element->n_reuses + 1) * TL_CACHE_LINE_BYTES : -1;
    case TL_COUNTS_MISSES:
      return element->n_misses[look->cache];
    case TL_COUNTS_REWRITES:
      return element->n_writes > 0 ? (double) element->n_overwritten : -1;
    case TL_N_COUNTS:
    default:
      return -1;
    }
}

/* The tiles whose values share a scale with those of @tile. */
static void
tiles_of_scale (const TlElementCounts *counts, const TlCountsLook *look, guint tile, guint *first, guint *end)
{
  *first = look->tile < 0 ? 0 : MIN (tile, counts->n_tiles);
  *end = look->tile < 0 ? counts->n_tiles : MIN (tile + 1, counts->n_tiles);
}

TlCountScale
tl_count_scale (const TlElementCounts *counts, const TlCountsLook *look, guint tile)
{
  TlCountScale scale = { HUGE_VAL, -HUGE_VAL, look->is_log };
  guint        first, end;

  tiles_of_scale (counts, look, tile, &first, &end);
  for (guint i = first; i < end; i++)
    for (gsize e = 0; counts->tiles[i].elements != NULL && e < counts->tiles[i].n_elements; e++)
      {
        double value = tl_count_value (&counts->tiles[i].elements[e], look);

        if (value < 0)
          continue;
        scale.least = tl_min (scale.least, value);
        scale.most = tl_max (scale.most, value);
      }
  return scale;
}

static double
scale_place (const TlCountScale *scale, double value)
{
  return scale->is_log ? log (value + (scale->least < 1 ? 1 : 0)) : value;
}

static double
scale_value (const TlCountScale *scale, double share)
{
  double least = scale_place (scale, scale->least), place = least + share * (scale_place (scale, scale->most) - least);

  return scale->is_log ? exp (place) - (scale->least < 1 ? 1 : 0) : place;
}

double
tl_count_scale_share (const TlCountScale *scale, double value)
{
  double least = scale_place (scale, scale->least), most = scale_place (scale, scale->most);

  if (most <= least)
    return scale->most > 0 ? 1 : 0;
  return tl_clamp ((scale_place (scale, value) - least) / (most - least), 0, 1);
}

gboolean
tl_counts_suit_log (const TlElementCounts *counts, const TlCountsLook *look)
{
  TlCountScale scale = tl_count_scale (counts, look, (guint) MAX (look->tile, 0));

  return look->kind != TL_COUNTS_ORDER && scale.least > 0 && scale.most > LOG_FROM * scale.least;
}

/* --- elements by value --- */

static gboolean
is_whole (TlCountsKind kind)
{
  return kind != TL_COUNTS_REUSE;
}

guint
tl_value_histogram_bin (const TlValueHistogram *histogram, double value)
{
  if (histogram->n_bins < 2)
    return 0;
  if (histogram->is_exact)
    return (guint) tl_clamp (value - histogram->scale.least, 0, histogram->n_bins - 1);
  return (guint) tl_clamp (tl_count_scale_share (&histogram->scale, value) * histogram->n_bins, 0, histogram->n_bins - 1);
}

void
tl_value_histogram (const TlElementCounts *counts, const TlCountsLook *look, TlValueHistogram *histogram)
{
  guint tile = (guint) MAX (look->tile, 0), first, end;

  *histogram = (TlValueHistogram) { .scale = tl_count_scale (counts, look, tile) };
  if (histogram->scale.most < histogram->scale.least)
    return;
  histogram->is_exact = (is_whole (look->kind) && histogram->scale.most - histogram->scale.least < TL_VALUE_BINS)
                        || histogram->scale.most <= histogram->scale.least;
  histogram->n_bins = histogram->is_exact ? (guint) (histogram->scale.most - histogram->scale.least) + 1 : TL_VALUE_BINS;
  tiles_of_scale (counts, look, tile, &first, &end);
  for (guint i = first; i < end; i++)
    for (gsize e = 0; counts->tiles[i].elements != NULL && e < counts->tiles[i].n_elements; e++)
      {
        double value = tl_count_value (&counts->tiles[i].elements[e], look);

        if (value < 0)
          continue;
        histogram->bins[tl_value_histogram_bin (histogram, value)]++;
        histogram->n_elements++;
      }
}

void
tl_value_histogram_values (const TlValueHistogram *histogram, guint bin, double *least, double *most)
{
  if (histogram->is_exact)
    *least = *most = histogram->scale.least + bin;
  else
    {
      *least = scale_value (&histogram->scale, (double) bin / histogram->n_bins);
      *most = scale_value (&histogram->scale, (double) (bin + 1) / histogram->n_bins);
    }
}

guint64
tl_value_histogram_sum (const TlValueHistogram *histogram, guint first, guint last)
{
  guint64 sum = 0;

  for (guint bin = first; bin <= last && bin < histogram->n_bins; bin++)
    sum += histogram->bins[bin];
  return sum;
}

/* --- words --- */

char *
tl_counts_value_title (const TlCountsLook *look)
{
  static const char *const names[TL_N_COUNTS] = { N_("Accesses to an element"), N_("First access, in order"), N_("Mean reuse distance"),
                                                  N_("Misses of an element"), N_("Writes that nothing reads") };
  static const char *const misses[TL_COUNTED_LEVELS] = { N_("L1 misses of an element"), N_("L2 misses of an element"),
                                                         N_("L3 misses of an element") };

  return g_strdup (look->kind == TL_COUNTS_MISSES ? _(misses[look->cache]) : _(names[look->kind]));
}

char *
tl_counts_value_text (TlCountsKind kind, double value)
{
  return kind == TL_COUNTS_REUSE ? tl_format_bytes ((gint64) value) : tl_format_count ((gint64) value);
}

char *
tl_counts_range_text (const TlValueHistogram *histogram, const TlCountsLook *look)
{
  double           least = histogram->scale.least, most = histogram->scale.most, unused;
  g_autofree char *low = NULL, *high = NULL;

  if (histogram->n_bins == 0)
    return g_strdup (_("no element has a value"));
  if (look->has_range)
    {
      tl_value_histogram_values (histogram, look->first, &least, &unused);
      tl_value_histogram_values (histogram, look->last, &unused, &most);
    }
  if (is_whole (look->kind) && !histogram->is_exact)
    {
      least = ceil (least - 1e-6);
      most = floor (most + 1e-6);
    }
  low = tl_counts_value_text (look->kind, least);
  high = tl_counts_value_text (look->kind, most);
  return g_str_equal (low, high) ? g_steal_pointer (&low) : g_strdup_printf (_("%s to %s"), low, high);
}

char *
tl_counts_shown_text (const TlValueHistogram *histogram, const TlCountsLook *look)
{
  guint64          n = look->has_range ? tl_value_histogram_sum (histogram, look->first, look->last) : histogram->n_elements;
  g_autofree char *all = tl_format_count ((gint64) histogram->n_elements), *some = tl_format_count ((gint64) n);

  if (!look->has_range)
    return g_strdup_printf (ngettext ("%s element", "%s elements", (gulong) histogram->n_elements), all);
  return g_strdup_printf (ngettext ("%s of %s element", "%s of %s elements", (gulong) histogram->n_elements), some, all);
}
