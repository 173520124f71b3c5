/* SPDX-License-Identifier: Apache-2.0 */
/* The regions of a block's accesses, loop by loop: how tiles lie inside of tiles. */
#pragma once

#include "core/arith/iter-map.h"
#include "core/ir/path.h"

G_BEGIN_DECLS

/* A buffer that the block accesses; several accesses to one buffer are the box around them. */
typedef struct
{
  const TlBuffer *buffer;
  gboolean        is_read;
  gboolean        is_written;
  const guint64  *dim_axes;   /* n_dims: the block axes in an index, a bit each; 0 where it is constant or read from memory */
  const TlRegion *tiles;      /* n_loops + 1: tiles[n] is accessed while the outermost n loops stand still */
} TlBlockAccess;

/* Plain data in an arena, immutable, borrowed parts of the module inside. */
typedef struct
{
  const TlBlock       *block;
  const TlStmt *const *loops;       /* all loops around the block, up to the function's body, outermost first */
  const gint64        *extents;     /* of the loops; -1 symbolic */
  guint                n_loops;
  const TlBlockAccess *accesses;    /* written buffers first */
  guint                n_accesses;
} TlBlockTiles;

/* NULL if @block is no block of the module. In @arena. */
const TlBlockTiles *tl_block_tiles_new (TlArena *arena, const TlModule *module, TlNodeId block);

/* Elements along one dimension. */
typedef struct
{
  gint64 start;
  gint64 length;   /* 0: nothing, as where a predicate cuts the last tile off */
} TlTileSpan;

/*
 * The tiles of all accesses in one iteration: @position has a value from 0 for each loop. @spans gets those of the first access with no
 * loop fixed, one for each dimension, then those with the outermost loop fixed, and so on to the last access: tl_block_tiles_n_spans().
 * They lie in the buffer; one that is symbolic is the whole dimension (length 1 of an unknown one).
 */
void  tl_block_tiles_at (const TlBlockTiles *tiles, const gint64 *position, TlTileSpan *spans);
/* Those of one access with @n_fixed loops standing still: one span for each dimension. */
void  tl_block_tiles_of_access (const TlBlockTiles *tiles, const gint64 *position, guint access, guint n_fixed, TlTileSpan *spans);
/*
 * Moves @position to the first iteration whose tile of the access holds element @at of dimension @dim; loops stay where they are where
 * that does. FALSE: there is none, and @position is as before.
 */
gboolean tl_block_tiles_seek (const TlBlockTiles *tiles, guint access, guint dim, gint64 at, gint64 *position);
/* "A[0:6, 0:1024]": what @spans, those of one tile of the access, hold. Free with g_free. */
char *tl_block_access_text (const TlBlockAccess *access, const TlTileSpan *spans);
gsize tl_block_tiles_n_spans (const TlBlockTiles *tiles);
/* Where the spans of @access with @n_fixed loops begin. */
gsize tl_block_tiles_index (const TlBlockTiles *tiles, guint access, guint n_fixed);

G_END_DECLS
