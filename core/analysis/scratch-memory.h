/* SPDX-License-Identifier: Apache-2.0 */
/* How much memory of a kind a scheduled function allocates: shared memory of GPUs, VTCM. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

/* An allocated buffer as it will be: as long-lived and as large as its uses need. */
typedef struct
{
  const TlBuffer *buffer;
  TlNodeId        place;      /* the innermost loop or block around all uses: it lives for one iteration of that */
  gint64          n_bytes;    /* of the part touched there, by all threads that share it; in all its versions in a software pipeline. -1:
                                 unknown */
} TlScratch;

/*
 * The used buffers of scope @memory ("shared", "global.vtcm"; NULL: any) and of its subscopes ("shared.dyn") that @func of @module
 * allocates. As TVM's PlanAndUpdateBufferAllocationLocation, CompactBufferAllocation and InjectSoftwarePipeline make them. Array of
 * TlScratch (g_array_unref).
 */
GArray *tl_func_scratch (const TlModule *module, const TlPrimFunc *func, const char *memory);

/* The most bytes of @scratch that live at once, and the buffer that lives when they do, nullable; -1 where a buffer's bytes are unknown. */
gint64  tl_scratch_peak_bytes (const TlModule *module, const GArray *scratch, const TlBuffer **last);

G_END_DECLS
