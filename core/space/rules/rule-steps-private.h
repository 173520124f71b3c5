/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that several of the rules for vector registers take. */
#pragma once

#include "core/target/target.h"
#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

/*
 * Unrolls the innermost @n_last loops of a block but the last, which becomes vectors of @lanes, or one vector if it is shorter.
 * Elements beyond the last whole vector are guarded.
 */
void  tl_rule_write_last (TlScheduleBuilder *builder, guint block_rv, guint n_last, guint lanes);
/* The same with all loops of the block but its outermost @n_outer. */
void  tl_rule_write_vectors (TlScheduleBuilder *builder, guint block_rv, guint n_outer, guint lanes);

/*
 * The loop in vectors of @lanes, a sampled number of them at a time: of @counts those that divide the loop, and 1. Gives the loop that is
 * left outside.
 */
guint tl_rule_vectorize_sampled (TlScheduleBuilder *builder, guint loop_rv, const gint64 *counts, guint n_counts, guint lanes);

/*
 * A copy in registers, @tile_rv, is filled by rows at the loop @at and used by columns: @row and @lane are the innermost loops of the block
 * that uses it.
 */
void  tl_rule_transpose (TlScheduleBuilder *builder, guint tile_rv, guint at, guint row, guint lane, guint lanes);

/*
 * The only block that needs a block's result, if it needs one element for one of its own and that element is no output: a new variable
 * of the trace; -1 if there is none.
 */
gint  tl_rule_find_epilogue (TlScheduleBuilder *builder, guint block_rv);

/* Runs the outermost of the loops with more than one iteration in parallel, if the target has several cores and the loop allows it. */
void  tl_rule_parallel (TlScheduleBuilder *builder, const TlTarget *target, const guint *loops, guint n_loops);

/*
 * The stores of the loop, @n_bytes in all, may bypass the caches (non-temporal, a sampled choice) if they exceed the second-level cache.
 */
void  tl_rule_store_nontemporal (TlScheduleBuilder *builder, const TlTarget *target, guint loop_rv, gint64 n_bytes);

G_END_DECLS
