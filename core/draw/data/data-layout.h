/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the buffers of a block stand beside each other: those that share a block axis lie along one line of the screen. For a matrix
 * multiplication that is the picture on every blackboard: C at the lower right, A to its left, B above.
 *
 *          ┌──────┐
 *          │  B   │ above: shares the columns
 *          └──────┘
 *   ┌────┐ ┌──────┐
 *   │ A  │ │  C   │ the first buffer that the block writes
 *   └────┘ └──────┘
 *   left: shares the rows          apart: shares nothing, below
 */
#pragma once

#include "core/analysis/block-tiles.h"
#include "core/draw/nest.h"

G_BEGIN_DECLS

typedef enum { TL_DATA_ROWS, TL_DATA_COLUMNS, TL_N_DATA_SIDES } TlDataSideKind;

typedef enum
{
  TL_DATA_WRITTEN,   /* the first written buffer, by which the others stand */
  TL_DATA_LEFT,
  TL_DATA_ABOVE,
  TL_DATA_APART,
} TlDataPlace;

#define TL_DATA_MAX_DIMS 16

/* Dimensions of a buffer that run along one direction of the screen, the innermost last. */
typedef struct
{
  guint  dims[TL_DATA_MAX_DIMS];
  guint  n_dims;
  gint64 extent;       /* the product; at least 1 */
  char  *name;         /* "i", "h + kh": loops that move along it; "" none */
  guint  family;       /* of the first of these */
} TlDataSide;

typedef struct
{
  const TlBlockAccess *access;
  guint                index;        /* of the access */
  TlDataPlace          place;
  TlDataSide           sides[TL_N_DATA_SIDES];
  guint                folded[TL_DATA_MAX_DIMS];   /* dimensions of which one slice is shown */
  guint                n_folded;
  gboolean             is_elsewhere; /* drawn with another block (data-groups.h) */
} TlDataBuffer;

/* core/draw/data/data-copies.h */
typedef struct _TlDataCopy TlDataCopy;

typedef struct
{
  TlModule           *module;
  TlArena            *arena;
  const TlBlockTiles *tiles;
  guint              *families;       /* of each loop */
  TlDataBuffer       *buffers;        /* as the accesses */
  guint               n_buffers;
  TlDataCopy         *copies;         /* buffers that are filled from, or copied to, one that is not shown */
  guint               n_copies;
  gint                dims[TL_N_DATA_SIDES];   /* of the written buffer: that runs along each side; -1: none */
  guint               lanes_side;     /* that the innermost loop fills with one vector; TL_N_DATA_SIDES: none */
} TlDataLayout;

/* The blocks with no block inside, at or below @node (0: of the nest), in order. GArray of TlNodeId, free with g_array_unref. */
GArray       *tl_data_blocks (const TlNest *nest, TlNodeId node);
/* That of them which runs most often, the last of several; 0: none. */
TlNodeId      tl_data_main_block (const TlNest *nest, TlNodeId node);

/* Of @block in the nest's function; NULL if it accesses nothing. Keeps the module alive. Immutable. */
TlDataLayout *tl_data_layout_new (const TlNest *nest, TlNodeId block);
/* With these dimensions of the written buffer as rows and columns; -1: as it would be. */
TlDataLayout *tl_data_layout_new_along (const TlNest *nest, TlNodeId block, gint rows, gint columns);
void          tl_data_layout_free (TlDataLayout *layout);

/* "h 56": the loops along a dimension of the buffer, and its extent. Free with g_free. */
char         *tl_data_dim_text (const TlDataLayout *layout, const TlDataBuffer *buffer, guint dim);
/* "A[0:6, 0:1024]": what @spans, those of one tile of the buffer, hold. Free with g_free. */
char         *tl_data_tile_text (const TlDataBuffer *buffer, const TlTileSpan *spans);
/* "6 × 1024". */
char         *tl_data_tile_size_text (const TlDataBuffer *buffer, const TlTileSpan *spans);
gint64        tl_data_tile_bytes (const TlDataBuffer *buffer, const TlTileSpan *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDataLayout, tl_data_layout_free)

G_END_DECLS
