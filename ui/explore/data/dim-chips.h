/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/data-sides.h"

G_BEGIN_DECLS

/**
 * TlDimChips: the dimensions of the written buffer as chips in three lists, Rows, Columns and Slices. A chip is dragged to another list,
 * or moved there with Left and Right; what was there takes its place. A click or Return on a chip of Slices chooses the dimension of which
 * the slices are shown.
 *
 * Signals: "sides-chosen" (gint rows, gint columns, gint slices): for tl_data_layout_new_along (), and the dimension of which slices are
 * shown then, -1: none is wanted; "slices-chosen" (guint): slices of this dimension.
 */
#define TL_TYPE_DIM_CHIPS (tl_dim_chips_get_type ())
G_DECLARE_FINAL_TYPE (TlDimChips, tl_dim_chips, TL, DIM_CHIPS, GtkWidget)

GtkWidget *tl_dim_chips_new (void);
/* @layout: borrowed, nullable. @slice_dim: the dimension of which slices are shown; -1: none. */
void       tl_dim_chips_show (TlDimChips *chips, const TlDataLayout *layout, gint slice_dim);

G_END_DECLS
