/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * How many elements further on the block's access to @region lies when a loop advances by one, for each of the loops around the block. As
 * TVM counts: by the last dimension whose index has the loop's variable as a term; 0 where none has, also for a variable inside of a
 * division, and where an extent that counts is no number. Expressions in @arena.
 */
void tl_region_loop_strides (TlArena *arena, const TlBlock *block, const TlRegion *region, const TlStmt *const *loops, guint n_loops,
                             gint64 *strides);

G_END_DECLS
