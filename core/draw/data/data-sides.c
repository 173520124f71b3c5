/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-sides.h"

#include "core/draw/data/draw-slice.h"

GArray *
tl_data_layout_long_dims (const TlDataLayout *layout)
{
  const TlBuffer *buffer = layout->buffers[0].access->buffer;
  GArray         *dims = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64          extent = 1;

  for (guint d = 0; d < buffer->n_dims; d++)
    if (tl_buffer_get_extent (buffer, d, &extent) && extent > 1)
      g_array_append_val (dims, d);
  return dims;
}

guint
tl_data_layout_side_of (const TlDataLayout *layout, guint dim)
{
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    for (guint i = 0; i < layout->buffers[0].sides[kind].n_dims; i++)
      if (layout->buffers[0].sides[kind].dims[i] == dim)
        return kind;
  return TL_DATA_SLICES;
}

gboolean
tl_data_layout_move_dim (const TlDataLayout *layout, guint dim, guint side, gint slice, gint *sides)
{
  guint from = tl_data_layout_side_of (layout, dim);

  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    sides[kind] = layout->dims[kind];
  if (side == TL_DATA_SLICES && slice < 0)
    slice = tl_data_layout_slice_dim (layout);
  if (from == side || (side == TL_DATA_SLICES && slice < 0))
    return FALSE;
  if (side == TL_DATA_SLICES)
    sides[from] = slice;
  else
    {
      if (from != TL_DATA_SLICES)
        sides[from] = layout->dims[side];
      sides[side] = (gint) dim;
    }
  return TRUE;
}
