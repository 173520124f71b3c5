/* SPDX-License-Identifier: Apache-2.0 */
/* Two loops that are tiled together: one rectangle over the divisors of both, on logarithmic axes. */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Of one loop: rows first, then columns. Borrows its arrays and strings. */
typedef struct
{
  const char   *name;        /* of the part that is the tile's side: "i_1" */
  guint         family;
  gint64        room;        /* the side goes from 1 to it */
  gint64        factor;
  const gint64 *divisors;    /* of the room, ascending */
  guint         n_divisors;
} TlTileSide;

typedef struct
{
  TlTileSide sides[2];
  gboolean   is_refused;
  gboolean   has_focus;
} TlTileGrid;

/* Paints no background. */
void   tl_draw_tile_grid (cairo_t *cr, const TlTileGrid *grid, const TlPalette *palette, double width, double height);
/* The point of a corner of that many rows and columns, and the other way round: no whole numbers, may be beyond 1 and the room. */
void   tl_tile_grid_point (const TlTileGrid *grid, double width, double height, const double factors[2], double *x, double *y);
void   tl_tile_grid_factors (const TlTileGrid *grid, double width, double height, double x, double y, double factors[2]);
/* Pixels of a factor of two on a side. */
double tl_tile_grid_octave (const TlTileGrid *grid, double width, double height, guint side);

G_END_DECLS
