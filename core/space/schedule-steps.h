/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps that schedule rules, postprocessors and default schedules take, one call each. A step gives its first new variable. After a
 * refusal no step does anything; the variables they give do not exist then, and may be passed on to further steps.
 */
#pragma once

#include "core/space/schedule-builder.h"

G_BEGIN_DECLS

#define TL_STEP_LIST(type, ...) (const type[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const type[]) { __VA_ARGS__ }))

/* A primitive of one variable: "vectorize" of a loop, "get_loops" of a block. */
guint  tl_step (TlScheduleBuilder *builder, const char *primitive, guint rv);
/* The same where a refusal does no harm; FALSE then, and after an earlier refusal. */
gboolean tl_step_try (TlScheduleBuilder *builder, const char *primitive, guint rv);
/* A primitive of a list of variables: "reorder", "fuse". */
guint  tl_step_of_list (TlScheduleBuilder *builder, const char *primitive, const guint *rvs, guint n);
/* A primitive of a block and a loop: "compute_at", "reverse_compute_at", "decompose_reduction". */
guint  tl_step_at (TlScheduleBuilder *builder, const char *primitive, guint block_rv, guint loop_rv);

guint  tl_step_get_block (TlScheduleBuilder *builder, const char *name, const char *func_name);
/* A look-up that gives any number of variables, *@n: "get_consumers"; 0 after a refusal. */
guint  tl_step_get (TlScheduleBuilder *builder, const char *primitive, guint rv, guint *n);
/* The loops around the block, outermost first. */
guint  tl_step_get_loops (TlScheduleBuilder *builder, guint block_rv, guint *n);
/* Those of them inside of @loop_rv. */
guint  tl_step_get_loops_below (TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint *n);
/* Loop number @at of the block, counted from the innermost, 0, outwards; refused if there are fewer loops. */
guint  tl_step_get_inner_loop (TlScheduleBuilder *builder, guint block_rv, guint at);

/* Factors as arguments, outermost first; TL_STEP_INFERRED for the one that follows from the others. */
#define TL_STEP_INFERRED ((TlArg) { .kind = TL_ARG_NONE })
guint  tl_step_split_list (TlScheduleBuilder *builder, guint loop_rv, const TlArg *factors, guint n);
#define tl_step_split_args(builder, loop_rv, ...) tl_step_split_list ((builder), (loop_rv), TL_STEP_LIST (TlArg, __VA_ARGS__))
/* Factors as numbers, 0 for the one that is inferred. */
guint  tl_step_split_numbers (TlScheduleBuilder *builder, guint loop_rv, const gint64 *factors, guint n);
#define tl_step_split(builder, loop_rv, ...) tl_step_split_numbers ((builder), (loop_rv), TL_STEP_LIST (gint64, __VA_ARGS__))

/* Nothing for one loop. */
void   tl_step_reorder_loops (TlScheduleBuilder *builder, const guint *loops, guint n);
#define tl_step_reorder(builder, ...) tl_step_reorder_loops ((builder), TL_STEP_LIST (guint, __VA_ARGS__))
/* The loops @outer, then @loops. */
void   tl_step_reorder_behind (TlScheduleBuilder *builder, const guint *outer, guint n_outer, const guint *loops, guint n);
/* Of one loop: itself, without a step. */
guint  tl_step_fuse_loops (TlScheduleBuilder *builder, const guint *loops, guint n);
/* The @n loops from @first on, also a single one. */
guint  tl_step_fuse_from (TlScheduleBuilder *builder, guint first, guint n);
void   tl_step_bind (TlScheduleBuilder *builder, guint loop_rv, const char *thread);

/* The innermost loops: the last in vectors, the others unrolled. */
void   tl_step_unroll_and_vectorize_loops (TlScheduleBuilder *builder, const guint *loops, guint n);
#define tl_step_unroll_and_vectorize(builder, ...) tl_step_unroll_and_vectorize_loops ((builder), TL_STEP_LIST (guint, __VA_ARGS__))
/* All loops of the block below @loop_rv: the last in vectors of @lanes, the others unrolled. */
void   tl_step_unroll_and_vectorize_below (TlScheduleBuilder *builder, guint block_rv, guint loop_rv, gint64 lanes);
/* The loop in vectors of @lanes, @at_a_time of them unrolled. Gives the loop that is left outside. */
guint  tl_step_vectorize_by (TlScheduleBuilder *builder, guint loop_rv, TlArg at_a_time, gint64 lanes);

/* A copy of what the block reads, for this block alone, or for all that read the buffer. */
guint  tl_step_cache_read (TlScheduleBuilder *builder, guint block_rv, gint64 read, const char *scope);
guint  tl_step_cache_read_for_all (TlScheduleBuilder *builder, guint block_rv, gint64 read, const char *scope);
/* A copy of the first buffer that the block writes. */
guint  tl_step_cache_write (TlScheduleBuilder *builder, guint block_rv, const char *scope);
void   tl_step_set_scope (TlScheduleBuilder *builder, guint block_rv, guint write, const char *scope);
/*
 * The results of a block stay in registers until the end of an iteration of the loop. They leave them through @epilogue_rv, a block that
 * reads them element by element, or through a copy (-1). Gives the block that writes them to memory.
 */
guint  tl_step_write_at (TlScheduleBuilder *builder, guint block_rv, gint epilogue_rv, guint loop_rv);

/* One of a block's buffers as an argument: @side "read" or "write". */
TlArg  tl_step_access (TlScheduleBuilder *builder, const char *side, guint index);
/*
 * The layout of one of the block's buffers. @pad: elements that the map does not fill hold 0 of that type; NULL: there are none.
 */
void   tl_step_transform_layout (TlScheduleBuilder *builder, guint block_rv, const char *side, guint index, const TlIndexMap *map,
                                 const TlDType *pad);
/* Variables "i0", "i1", … of an index map, in the schedule's arena. */
const TlVar **tl_step_map_vars (TlScheduleBuilder *builder, guint n);

void   tl_step_annotate (TlScheduleBuilder *builder, guint rv, const char *key, TlArg value);
void   tl_step_unannotate (TlScheduleBuilder *builder, guint rv, const char *key);
/* A draw among the values, all equally likely. */
guint  tl_step_sample_one_of (TlScheduleBuilder *builder, const gint64 *values, guint n);

G_END_DECLS
