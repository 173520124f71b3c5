/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/draw-counts.h"

G_BEGIN_DECLS

/**
 * TlCountsLegend: the scale of the counts that the data view shows: its kind, how many elements have which value, the range of values that
 * is looked at, and totals.
 *
 * Signal "changed": the look was changed here.
 */
#define TL_TYPE_COUNTS_LEGEND (tl_counts_legend_get_type ())
G_DECLARE_FINAL_TYPE (TlCountsLegend, tl_counts_legend, TL, COUNTS_LEGEND, GtkWidget)

GtkWidget          *tl_counts_legend_new (void);
/*
 * @counts of @layout must stay until others are shown; nullable: they are not known yet. A range that was chosen stays where the scale
 * does.
 */
void                tl_counts_legend_show (TlCountsLegend *legend, const TlDataLayout *layout, const TlElementCounts *counts,
                                           TlCountsKind kind, guint cache, const TlCaches *caches);
const TlCountsLook *tl_counts_legend_look (TlCountsLegend *legend);

G_END_DECLS
