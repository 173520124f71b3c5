/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the choice of images in blocks and the steps that bring a kernel's into them. */
#pragma once

#include "core/default-schedules/channel-blocks.h"
#include "core/space/block-product.h"

G_BEGIN_DECLS

#define TL_CHANNEL_DIM 1u    /* of an image */

/* A load or store in a block. */
typedef struct
{
  const TlBuffer      *buffer;
  const TlExpr *const *indices;
  guint                n_indices;
} TlChannelAccess;

/* A block that is one store in loops of its own, with all that it accesses. */
typedef struct
{
  gint64      size;        /* of a block of channels */
  TlBlockNest nest;
  GArray     *accesses;    /* TlChannelAccess: the store first */
  guint       mixed;       /* loops whose axes are also used otherwise than as an index from some block on, or in a choice by blocks */
} TlBlockUse;

void     tl_block_use_init (TlBlockUse *use, gint64 size);
void     tl_block_use_clear (TlBlockUse *use);
/* FALSE: the block is anything else. */
gboolean tl_block_use_read (TlBlockUse *use, const TlModule *module, const TlStmt *block);
/* The loop over the channels of an image that is accessed; -1: there is none. */
gint     tl_block_use_channel (const TlBlockUse *use, const TlChannelAccess *access);

static inline const TlChannelAccess *
tl_block_use_nth (const TlBlockUse *use, guint at)
{
  return &g_array_index (use->accesses, TlChannelAccess, at);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlBlockUse, tl_block_use_clear)

/* Sets of buffers of one kernel. */
typedef struct
{
  GHashTable *blocked;      /* images in blocks, of parameters and in between */
  GHashTable *unpacked;     /* parameters in blocks that the kernel copies to images as the graph has them */
  GHashTable *constants;    /* parameters that are constants */
  gint64      size;         /* of a block */
} TlChannelLayouts;

/* Steps from @start, the kernel "main" as it is. A new state; NULL if one is refused. */
TlState *tl_channel_steps (TlState *start, const TlChannelLayouts *layouts);

G_END_DECLS
