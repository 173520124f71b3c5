/* SPDX-License-Identifier: Apache-2.0 */
/* When the buffers of a function live: the blocks that use them, in the order of the nest, and the bytes that live at once. */
#pragma once

#include "core/draw/nest.h"

G_BEGIN_DECLS

typedef enum
{
  TL_USE_READ    = 1 << 0,
  TL_USE_WRITTEN = 1 << 1,
} TlBufferUse;

typedef struct
{
  const TlBuffer *buffer;
  gboolean        is_allocated;   /* by the function; else an argument, which lives throughout */
  guint8         *uses;           /* n_blocks: bits of TlBufferUse */
  guint           first, last;    /* indices of blocks: while it lives */
  char           *place;          /* the loop, each of whose iterations begins a new life: "k_0"; NULL: the function */
  gint64          n_bytes;        /* as declared; -1 symbolic */
  gint64          live_bytes;     /* needed at once: what one iteration of @place touches (core/analysis/scratch-memory.h); -1 unknown */
} TlBufferLife;

/* Immutable; keeps the module alive. */
typedef struct
{
  TlModule     *module;
  TlNodeId     *blocks;       /* with no block inside, in order */
  char        **names;        /* of these */
  guint         n_blocks;
  TlBufferLife *lives;        /* arguments first, then in order of their first use */
  guint         n_lives;
  gint64       *live_bytes;   /* n_blocks: of all allocated buffers that live while the block runs; -1 unknown */
  gint          peak;         /* the first block where that is most; -1: nothing is allocated, or it is unknown */
} TlLiveness;

TlLiveness *tl_liveness_new (const TlNest *nest);
void        tl_liveness_free (TlLiveness *liveness);

/* "3 buffers are allocated. At most 132 KiB live at once, while C_update runs." Free with g_free. */
char       *tl_liveness_summary (const TlLiveness *liveness);
/* "B_global, global, float32[64, 1024, 16], 4 MiB: 128 KiB in each iteration of k_0, from B_global to C". Free with g_free. */
char       *tl_liveness_text (const TlLiveness *liveness, guint life);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLiveness, tl_liveness_free)

G_END_DECLS
