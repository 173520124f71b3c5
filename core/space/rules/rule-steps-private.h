/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that several of the rules for vector registers take. */
#pragma once

#include "core/target/target.h"
#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

/*
 * Writes out the innermost @n_last loops of a block: the last in vectors of @lanes (the whole loop if it is shorter), the others unrolled.
 * What vectors do not divide is guarded.
 */
void  tl_rule_write_last (TlScheduleBuilder *steps, guint block_rv, guint n_last, guint lanes);
/* The same with all loops of the block but its outermost @n_outer. */
void  tl_rule_write_vectors (TlScheduleBuilder *steps, guint block_rv, guint n_outer, guint lanes);

/*
 * A copy in registers, @tile_rv, is filled by rows at the loop @at and used by columns: @row and @lane are the innermost loops of the block
 * that uses it.
 */
void  tl_rule_transpose (TlScheduleBuilder *steps, guint tile_rv, guint at, guint row, guint lane, guint lanes);

/*
 * The only block that needs a block's result, if it needs one element for one of its own and that element is no output: a new variable
 * of the trace; -1 if there is none.
 */
gint  tl_rule_find_epilogue (TlScheduleBuilder *steps, guint block_rv);

/* Gives the outermost of the loops with more than one turn to the target's cores, if it has several and the loop allows that. */
void  tl_rule_parallel (TlScheduleBuilder *steps, const TlTarget *target, const guint *loops, guint n_loops);

/*
 * What the loop stores, of so many bytes in all, may go past the caches (a sampled choice) if it would not stay in the second one anyway.
 */
void  tl_rule_store_past_caches (TlScheduleBuilder *steps, const TlTarget *target, guint loop_rv, gint64 n_bytes);

G_END_DECLS
