/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packing operands of a tiled sum: a copy of what the next tiles need, laid out in the order in which they need it.
 *
 *     B[k, n]   →   B_global[n // lanes, k, n % lanes]     panels as wide as a register: whatever the width of the tile, each of its
 *                                                          registers reads a panel from beginning to end
 *     A[m, k]   →   A_global[m, k]                         the rows of one tile, next to each other
 */
#pragma once

#include "core/space/rules/tile-shape-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint              block_rv;
  const TlTileShape *shape;
  gint               read;      /* which of the shape's operands */
  guint              copy_rv;   /* set here: the copying block */
} TlTilePack;

/* The copy, to be made before the loops are cut. */
void tl_tile_pack_vectors (TlScheduleBuilder *builder, TlTilePack *pack);
void tl_tile_pack_rows (TlScheduleBuilder *builder, TlTilePack *pack);

/*
 * Once they are cut: the copying takes place at @loop_rv, in vectors; where lanes lie across the operand's rows, by tiles that are
 * transposed in registers.
 */
void tl_tile_fill_vectors (TlScheduleBuilder *builder, const TlTilePack *pack, guint loop_rv);
void tl_tile_fill_rows (TlScheduleBuilder *builder, const TlTilePack *pack, guint loop_rv);

G_END_DECLS
