/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reduction block as a register tile sees it: which loop runs along the lanes of a vector, which loops let the tile use what it
 * has loaded more than once, and how each operand is laid out along all of them.
 *
 *     C[i, j] += A[i, k] * B[k, j]      lanes j; rows i, for which a vector of B serves again; along j an element of A does
 */
#pragma once

#include "core/target/target.h"
#include "core/space/block-nest.h"
#include "core/space/schedule-steps.h"

G_BEGIN_DECLS

#define TL_TILE_MAX_READS 8

typedef struct
{
  TlBlockNest    nest;                     /* extents are numbers */
  guint          n_reads;                  /* operands: the block's reads but for what it updates */
  guint          reads[TL_TILE_MAX_READS];                        /* their numbers among the block's reads */
  gint64         strides[TL_TILE_MAX_READS][TL_NEST_MAX_LOOPS];   /* elements from one iteration of the loop to the next */
  gboolean       is_plain[TL_TILE_MAX_READS];                     /* each index is an axis of its own */
  gint64         out_strides[TL_NEST_MAX_LOOPS];
  guint          lanes;                    /* of one register, by the type of what is written */
  gint           lane_loop;                /* consecutive elements of the result */
} TlTileShape;

/*
 * FALSE if the block is no sum over plain loops: other statements between its loops, bindings that are no loops, extents that are no
 * numbers, accesses that are no linear function of the axes.
 */
gboolean tl_tile_shape_read (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape);

/* The same also of blocks without operands and of those with several results; strides of a result are the first one's. */
gboolean tl_tile_shape_read_any (const TlModule *module, TlNodeId block, const TlTarget *target, TlTileShape *shape);

/* The size of the first result, as far as the loops tell its elements apart. */
gint64   tl_tile_shape_bytes (const TlTileShape *shape);

/* The reads, as bits, whose elements stay the same while the loop runs. */
guint    tl_tile_shape_reused (const TlTileShape *shape, guint loop);

G_END_DECLS
