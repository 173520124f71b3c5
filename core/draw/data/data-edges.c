/* SPDX-License-Identifier: Apache-2.0 */
/* The edges of tiles, which are dragged to split a loop, and the elements of a cache line. */
#include "core/draw/data/data-picture.h"

#include <math.h>

#include "core/base/extremum.h"

#define EDGE_PX 4.0

/* The pixels of the tile along a side, and its elements there. */
static TlTileSpan
tile_side (const TlDataPicture *picture, const TlDataRect *rect, TlDataSideKind kind, guint n_fixed, double *start, double *size)
{
  TlTileSpan span;

  tl_data_side_stretches (rect->buffer, kind, tl_data_picture_tile (picture, rect->buffer, n_fixed), &span, 1);
  tl_data_rect_stretch (rect, kind, span, start, size);
  return span;
}

/* Whether the outline of the tile ends at the point along @kind, in a direction in which the loop moves the tile. */
static gboolean
is_edge (const TlDataPicture *picture, const TlDataRect *rect, TlDataSideKind kind, guint n_fixed, double along, double across,
         TlDataEdge *edge)
{
  TlDataSideKind other = kind == TL_DATA_COLUMNS ? TL_DATA_ROWS : TL_DATA_COLUMNS;
  double         start, size, other_start, other_size, unused;
  TlTileSpan     span = tile_side (picture, rect, kind, n_fixed, &start, &size);
  TlTileSpan     around = tile_side (picture, rect, kind, n_fixed - 1, &unused, &unused);

  tile_side (picture, rect, other, n_fixed, &other_start, &other_size);
  if (span.length < 1 || span.length >= around.length || size <= 0 || other_size <= 0 || picture->layout->tiles->extents[n_fixed - 1] < 2
      || fabs (along - start - size) > EDGE_PX || across < other_start - EDGE_PX || across > other_start + other_size + EDGE_PX)
    return FALSE;
  *edge = (TlDataEdge) { .rect = rect, .side = kind, .loop = n_fixed - 1, .start = start, .across = other_start,
                         .across_size = other_size, .extent = picture->layout->tiles->extents[n_fixed - 1] };
  edge->iteration = (kind == TL_DATA_COLUMNS ? rect->width : rect->height) * (double) span.length
                    / (double) MAX (rect->window[kind].length, 1);
  return TRUE;
}

gboolean
tl_data_picture_find_edge (const TlDataPicture *picture, double x, double y, TlDataEdge *edge)
{
  for (guint i = 0; i < picture->n_rects + picture->n_enlarged; i++)
    for (guint n = picture->layout->tiles->n_loops; n > 0; n--)
      if (i < picture->n_rects || n > picture->loupe_level)
        if (is_edge (picture, &picture->rects[i], TL_DATA_COLUMNS, n, x, y, edge)
            || is_edge (picture, &picture->rects[i], TL_DATA_ROWS, n, y, x, edge))
          return TRUE;
  return FALSE;
}

double
tl_data_edge_iterations (const TlDataEdge *edge, double x, double y)
{
  double at = edge->side == TL_DATA_COLUMNS ? x : y;

  return tl_clamp ((at - edge->start) / tl_max (edge->iteration, 1e-9), 1, (double) edge->extent);
}

/* --- cache lines --- */

guint
tl_data_cache_line (const TlDataSpot *spot, TlTileSpan (*runs)[TL_DATA_MAX_DIMS], guint max)
{
  const TlBuffer *buffer = spot->buffer->access->buffer;
  gint64          bytes = tl_max (tl_dtype_bytes (buffer->dtype), 1), n = tl_buffer_n_elements (buffer), offset = 0, first, end, row = 1;
  guint           n_runs = 0;

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      row = 1;
      tl_buffer_get_extent (buffer, d, &row);
      offset = offset * row + spot->element[d];
    }
  if (n < 1 || buffer->n_dims == 0 || row < 1)
    return 0;
  first = offset * bytes / TL_DATA_LINE_BYTES * TL_DATA_LINE_BYTES / bytes;
  end = MIN (first + MAX (TL_DATA_LINE_BYTES / bytes, 1), n);
  while (first < end && n_runs < max)
    {
      gint64 last = MIN (end, (first / row + 1) * row), rest = first;

      for (gint d = (gint) buffer->n_dims - 1; d >= 0; d--)
        {
          gint64 extent = 1;

          tl_buffer_get_extent (buffer, (guint) d, &extent);
          runs[n_runs][d] = (TlTileSpan) { rest % extent, d == (gint) buffer->n_dims - 1 ? last - first : 1 };
          rest /= extent;
        }
      n_runs++;
      first = last;
    }
  return n_runs;
}
