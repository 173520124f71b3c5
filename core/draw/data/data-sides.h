/* SPDX-License-Identifier: Apache-2.0 */
/* The dimensions of the written buffer: which are rows, columns or slices, and what they are after one was moved. */
#pragma once

#include "core/draw/data/data-layout.h"

G_BEGIN_DECLS

/* Where a dimension goes that has no side: one slice of it is shown at a time. */
#define TL_DATA_SLICES TL_N_DATA_SIDES

/* The dimensions of more than one element. Free with g_array_unref; guint. */
GArray  *tl_data_layout_long_dims (const TlDataLayout *layout);
/* The side along which dimension @dim runs, or TL_DATA_SLICES. */
guint    tl_data_layout_side_of (const TlDataLayout *layout, guint dim);
/*
 * Moves @dim to @side; what was there takes its place. @slice: the dimension of slices that takes it where @side is TL_DATA_SLICES; -1:
 * the innermost. @sides: what tl_data_layout_new_along () takes then. FALSE: nothing moves.
 */
gboolean tl_data_layout_move_dim (const TlDataLayout *layout, guint dim, guint side, gint slice, gint *sides);

G_END_DECLS
