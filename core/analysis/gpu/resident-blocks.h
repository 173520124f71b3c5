/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a lowered kernel, and the blocks that compilers of machine code learn of, so that threads use the registers that there are. */
#pragma once

#include "core/ir/kernel.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* Bytes at once, of the elements that a thread has in arrays and of the buffers that a block shares. */
typedef struct
{
  gint64   local, shared;
  gboolean is_known;        /* no size is computed, and no buffer is of a warp */
} TlKernelMemory;

TlKernelMemory tl_kernel_memory (const TlKernel *kernel);

/*
 * How many blocks of @kernel a multiprocessor of @target is to run at once: as many as there is room for, with the registers that the
 * kernel's arrays and some others take. Left alone, compilers use fewer, and wait for memory more. 0: nothing should be said, because
 * threads have small arrays, or fragments of a warp.
 */
gint64         tl_resident_blocks (const TlKernel *kernel, const TlTarget *target);

G_END_DECLS
