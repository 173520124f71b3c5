/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a GPU kernel that need no GPU: how its loops are threads, how many blocks fit on a multiprocessor, which memory one warp
 * asks for, where barriers are.
 */
#pragma once

#include "core/analysis/gpu/kernel-cost.h"
#include "core/analysis/gpu/thread-phases.h"
#include "core/analysis/gpu/warp-access.h"
#include "core/analysis/scratch-memory.h"
#include "core/session/session.h"

G_BEGIN_DECLS

#define TL_N_OCCUPANCY_LIMITS (TL_OCCUPANCY_SHARED + 1)

/* Pointers into the program last as long as this, which keeps its state. */
typedef struct
{
  TlState            *state;          /* Owned, as are … */
  TlArena            *arena;
  const TlBlockTiles *tiles;          /* … those of the block that is shown, in the arena; */
  gint64             *position;       /* one of its iterations, by … */
  gint64              block, thread;  /* … this thread of the kernel, if @runs it */
  gboolean            runs;
  GArray             *accesses;       /* TlWarpAccess of the thread's warp in it, the dearest first; NULL: addresses depend on data; */
  GArray             *scratch;        /* TlScratch: shared buffers of the kernel; */
  GPtrArray          *phases;         /* TlThreadPhase */
  TlThreadMapping     mapping;
  const TlGpuModel   *model;          /* NULL: nothing is known of the GPU */
  gboolean            is_assumed;     /* the limits are those of a usual GPU: the target names none */
  gboolean            has_occupancy;
  TlOccupancy         occupancy;
  gint64              n_blocks_of[TL_N_OCCUPANCY_LIMITS];   /* that each limit alone allows on a multiprocessor */
  TlGpuCost          *cost;           /* Owned; NULL: nothing is predicted, … */
  char               *problem;        /* Owned: … for this reason */
  const TlKernelCost *kernel;         /* of @cost: that of the block */
  GPtrArray          *registers;      /* Owned: TlCudaKernel, as ptxas told; NULL: they are estimated */
  char               *target;         /* Owned: what they are for */
} TlKernelFacts;

void           tl_kernel_facts_free (TlKernelFacts *facts);

/*
 * Of the kernel around @node, a loop or block of @state (0: of the first one), in a thread. The block shown is @node or the one with most
 * iterations in it. @with_compiler: with the registers that ptxas gives, if it is there, which takes a second or more; else those of @known
 * (nullable) where that is of the same program, or estimated ones. NULL without an error: no loop around it is bound to threads.
 */
void           tl_session_kernel_facts_async (TlSession *session, TlState *state, TlNodeId node, const TlKernelFacts *known,
                                              gboolean with_compiler, GCancellable *cancellable, GAsyncReadyCallback callback,
                                              gpointer user_data);
TlKernelFacts *tl_session_kernel_facts_finish (TlSession *session, GAsyncResult *result, GError **error);

/* To another block of the grid and thread of it, the first where there are fewer. */
void           tl_kernel_facts_go_to (TlKernelFacts *facts, gint64 block, gint64 thread);

/* Bytes that a shared buffer takes; 0: not known, or none of the kernel. */
gint64         tl_kernel_facts_bytes (const TlKernelFacts *facts, const TlBuffer *buffer);
/* "bound by registers: 80 or more a thread". Free with g_free. */
char          *tl_kernel_facts_limit_text (const TlKernelFacts *facts);
/* "256 blocks: 1 of 1 waves, 20 % of the places used". NULL: nothing is known of the GPU. Free with g_free. */
char          *tl_kernel_facts_waves_text (const TlKernelFacts *facts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlKernelFacts, tl_kernel_facts_free)

G_END_DECLS
