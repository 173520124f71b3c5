/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that run on no thread yet get GPU threads: what AutoBind proposes and RewriteUnboundBlock makes up for. */
#pragma once

#include "core/space/schedule-builder.h"

G_BEGIN_DECLS

/* The factor of the threadIdx.x loop, at most @max_threads: a number, or a variable that a step of its own samples. */
typedef TlArg (*TlThreadFactor) (TlScheduleBuilder *builder, gint64 max_threads, gpointer user_data);

/*
 * Fuses the outer data-parallel loops of the block and binds them to blockIdx.x and threadIdx.x, or to blockIdx.x alone where a loop below
 * them has threads already. Beyond @max_threadblocks blocks of @max_threads_per_block each thread runs several iterations. A block
 * that is bound or tiled already stays as it is, and so does the root. Refusals are left in @builder.
 */
void tl_schedule_builder_bind_block (TlScheduleBuilder *builder, guint block_rv, gint64 max_threadblocks, gint64 max_threads_per_block,
                                     TlThreadFactor factor,
                                     gpointer user_data);

G_END_DECLS
