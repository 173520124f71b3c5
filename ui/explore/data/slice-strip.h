/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/draw-slice.h"

G_BEGIN_DECLS

/**
 * TlSliceStrip: of a written buffer with more than two dimensions, its dimensions as chips, which are dragged to rows, columns or
 * slices, and the slices of one of them, at most eight at a time, with the tiles, counts or threads of each. Not shown for others.
 *
 * Signals: "slice-picked" (guint dimension, gint64 slice); "sides-chosen" (int rows, int columns): dimensions of the written buffer.
 */
#define TL_TYPE_SLICE_STRIP (tl_slice_strip_get_type ())
G_DECLARE_FINAL_TYPE (TlSliceStrip, tl_slice_strip, TL, SLICE_STRIP, GtkWidget)

GtkWidget *tl_slice_strip_new (void);
/* As of tl_data_view_show (), with the threads that share parallel loops. */
void       tl_slice_strip_show (TlSliceStrip *strip, const TlDataLayout *layout, const gint64 *position, gint selected, guint n_cores);
/* How slices show their elements: that of the picture beside them. The counts must stay until another look is set. */
void       tl_slice_strip_set_look (TlSliceStrip *strip, const TlSliceLook *look);

G_END_DECLS
