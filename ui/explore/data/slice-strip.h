/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/data/data-picture.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlSliceStrip: of a written buffer with more than two dimensions, which of them are rows and columns, and the slices of another one, at
 * most eight at a time. Not shown for others.
 *
 * Signals: "slice-picked" (guint dimension, gint64 slice); "sides-chosen" (int rows, int columns): dimensions of the written buffer.
 */
#define TL_TYPE_SLICE_STRIP (tl_slice_strip_get_type ())
G_DECLARE_FINAL_TYPE (TlSliceStrip, tl_slice_strip, TL, SLICE_STRIP, GtkWidget)

GtkWidget *tl_slice_strip_new (void);
/* As of tl_data_view_show (). */
void       tl_slice_strip_show (TlSliceStrip *strip, const TlDataLayout *layout, const gint64 *position, gint selected);

G_END_DECLS
