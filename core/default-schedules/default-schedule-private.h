/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the rules of this folder: the function that is scheduled, the machine, common steps and properties of blocks.
 *
 *     anchor         the block at which a rule begins: reductions first, in program order, then the others
 *     part           the blocks that one rule schedules together: the anchor, what follows it element by element …
 *     lanes          elements in a vector register
 */
#pragma once

#include "core/analysis/block-info.h"
#include "core/default-schedules/default-schedule.h"
#include "core/space/block-nest.h"
#include "core/space/block-product.h"
#include "core/space/schedule-steps.h"

G_BEGIN_DECLS

typedef struct
{
  guint       rv;       /* variable */
  const char *name;     /* as the rule that takes it found it */
} TlDefaultBlock;

typedef struct
{
  TlScheduleBuilder *builder;          /* borrowed */
  const char        *func_name;
  const TlTarget    *target;
  guint              n_registers;    /* of vectors */
  gint64             l1_bytes, l2_bytes;
  gboolean           is_always_parallel;   /* TL_DEFAULT_ALWAYS_PARALLEL */
  guint              root;           /* variable of the root block */
  GArray            *blocks;         /* TlDefaultBlock: the root's blocks that no rule has scheduled yet, in program order; then
                                        those inside of others */
  GString           *part;           /* names of the blocks that the rule under way schedules */
} TlDefaultSchedule;

typedef struct
{
  TlDefaultInfo info;
  gboolean      is_for_kernels;   /* of targets with kernels; else of CPUs */
  /* Schedules the anchor, p->blocks[@at], and what belongs to it, which it takes out of p->blocks (tl_default_claim). FALSE with the reason
   * in @why; then all its steps are taken back. If a step is refused, that is the reason; rules need not check each step. */
  gboolean   (*apply) (TlDefaultSchedule *p, guint at, char **why);
} TlDefaultRule;

extern const TlDefaultRule
  tl_default_bytes_rule, tl_default_matmul_rule, tl_default_gemv_rule, tl_default_conv2d_rule, tl_default_conv2d_transpose_rule,
  tl_default_pointwise_rule, tl_default_conv_nchw_rule, tl_default_contraction_rule, tl_default_window_rule, tl_default_rows_rule,
  tl_default_columns_rule, tl_default_lane_rows_rule, tl_default_transpose_rule, tl_default_elementwise_rule, tl_default_fallback_rule;

/* In gpu/. */
extern const TlDefaultRule
  tl_gpu_tensor_cores_rule, tl_gpu_matmul_rule, tl_gpu_conv2d_rule, tl_gpu_window_rule, tl_gpu_gemv_rule,
  tl_gpu_general_reduction_rule, tl_gpu_reduction_rule, tl_gpu_transpose_rule, tl_gpu_elementwise_rule, tl_gpu_fallback_rule;

/* --- the function --- */

const TlPrimFunc *tl_default_func (const TlDefaultSchedule *p);
const TlStmt     *tl_default_block (const TlDefaultSchedule *p, guint at);    /* p->blocks[at] as it is now; NULL if it is gone */
guint             tl_default_rv (const TlDefaultSchedule *p, guint at);
void              tl_default_append_blocks (TlDefaultSchedule *p, guint parent_rv);   /* the blocks below */
/*
 * Those in the body of a block that have unique names; not the initialization of a reduction, which is scheduled with it.
 */
void              tl_default_append_inner_blocks (TlDefaultSchedule *p, guint parent_rv);
/* Removes p->blocks[@at], which the rule schedules, from the list. */
void              tl_default_claim (TlDefaultSchedule *p, guint at);
/* And another one, unless @other is -1. */
void              tl_default_claim_with (TlDefaultSchedule *p, guint at, gint other);
/* The place in p->blocks of the only consumer of the block, or -1: it has none, several, or one that is scheduled already. */
gint              tl_default_only_consumer (const TlDefaultSchedule *p, guint block_rv);
/* Whether blocks that are not scheduled yet read what the block writes. */
gboolean          tl_default_feeds_others (const TlDefaultSchedule *p, guint block_rv);
/* All blocks that read what the block writes; container of const TlStmt*. */
GPtrArray        *tl_default_consumers (const TlDefaultSchedule *p, const TlStmt *block);
gboolean          tl_default_is_param (const TlDefaultSchedule *p, const TlBuffer *buffer);

/* --- numbers --- */

/* The size of even parts of @extent, as few of them as the limit allows. */
gint64          tl_default_chunk_size (gint64 extent, gint64 limit);
/*
 * The largest divisor of @extent up to @most that is whole vectors, else whole halves or quarters of vectors of @lanes; 0: there is none.
 */
gint64          tl_default_vector_divisor (gint64 extent, gint64 lanes, gint64 most);

/* --- steps --- */

/* Stores under the loop, @n_bytes in all, are non-temporal if they exceed the second-level cache several times. */
void            tl_default_store_nontemporal (TlDefaultSchedule *p, guint loop_rv, gint64 n_bytes);
/*
 * Whether @extent iterations (0: symbolic) of what runs in a loop are better done by several cores than by one, although they begin
 * @n_loops loops for it: this one and those that read what it has written.
 */
gboolean        tl_default_parallel_pays (const TlDefaultSchedule *p, guint loop_rv, gint64 extent, guint n_loops);
/* Whether so many equal parts keep most cores busy to the end. */
gboolean        tl_default_fills_cores (const TlDefaultSchedule *p, gint64 extent);
/* As tl_default_chunk_size, or down to half as many where cores share the chunks better so. */
gint64          tl_default_shared_chunk_size (const TlDefaultSchedule *p, gint64 extent, gint64 limit);
/* The loop for the cores, if that pays. */
void            tl_default_parallel (TlDefaultSchedule *p, guint loop_rv);
gboolean        tl_default_is_parallel (const TlDefaultSchedule *p, guint loop_rv);
/*
 * For the cores: of @loops, each of which holds the next one, as many as give each core the same number of iterations, or some, from the
 * outermost on, become one; none if that does not pay (@n_loops as above). Gives the outermost loop then.
 */
guint           tl_default_share (TlDefaultSchedule *p, const guint *loops, guint n, guint n_loops);
/* The loop in vectors, some of them at a time; the loop that is left outside. */
guint           tl_default_vectors (TlDefaultSchedule *p, guint loop_rv, TlDType dtype);
/*
 * The block's results leave registers at the loop @at, in vectors: through p->blocks[@epilogue], or a copy (-1).
 */
void            tl_default_write_result (TlDefaultSchedule *p, guint block_rv, gint epilogue, guint at, gint64 lanes);
/*
 * A local tile that a copy, or what reads element by element, passes through, so that rows become columns in registers: @row and @lane are
 * the innermost loops of the block, @at the loop around them. @read: which of the block's reads is transposed.
 */
void            tl_default_transpose (TlDefaultSchedule *p, guint block_rv, gint read, guint at, guint row, guint lane,
                                      const TlIndexMap *flat);

/* Dimensions @from to @to of @n as one. */
const TlIndexMap *tl_default_flat_map (TlDefaultSchedule *p, guint n, guint from, guint to, const gint64 *extents);
/*
 * Makes one dimension of the last ones, from @from on, of what the block writes, all of whose indices are axes. The block's loops are then
 * those over its dimensions and the reduced ones. Gives the block that is to write the results: p->blocks[@epilogue], or a copy (-1).
 */
guint           tl_default_flatten (TlDefaultSchedule *p, const TlBlockNest *nest, guint from, gint epilogue);

/* --- a block as rules see it --- */

/*
 * How many elements an access moves on when the loop's axis advances by one: 0 not at all; -1 back, to another row, or unknown.
 */
gint            tl_default_stride (const TlDefaultSchedule *p, const TlBlockNest *nest, const TlBuffer *buffer,
                                   const TlExpr *const *indices, guint loop);
/* The last dimension that is longer than 1, whose elements are neighbours; 0: there is none. */
guint           tl_default_last_dim (const TlBuffer *buffer);
/* The loop that the index of this dimension is; -1: another index, or none. */
gint            tl_default_last_axis (const TlBlockNest *nest, const TlBuffer *buffer, const TlExpr *const *indices);
/*
 * The size n of groups of channels, where indices have the loop's axis only as axis // n; 0: some have it otherwise, or none has it.
 */
gint64          tl_default_group_size (const TlBlockNest *nest, const TlExpr *const *indices, guint n, guint loop);
/* Makes two loops of each of which an operand of the product has only groups, and reads the nest and the product again. */
gboolean        tl_default_separate_groups (TlDefaultSchedule *p, TlBlockNest *nest, TlBlockProduct *product, char **why);
/* Leaves out axes of extent 1 where an index of an operand adds some, as windows of one pixel do; reads the nest and the product again. */
gboolean        tl_default_drop_units (TlDefaultSchedule *p, TlBlockNest *nest, TlBlockProduct *product, char **why);
/* All that the block's store loads is at strides from 0 to @most along the loop, what it stores at 1. */
gboolean        tl_default_is_contiguous_along (const TlDefaultSchedule *p, const TlBlockNest *nest, guint loop, gint most, char **why);
/* Inlines blocks that pad operands of the block with zeros, and reads its nest again. */
gboolean        tl_default_inline_padding (TlDefaultSchedule *p, TlBlockNest *nest, guint *at, char **why);

/*
 * Makes the extent of a reduction loop of a product a multiple of @lanes: the terms beyond it are zeros, which no buffer holds. Reads the
 * nest again.
 */
void            tl_default_fill_up (TlDefaultSchedule *p, TlBlockNest *nest, guint loop, gint64 lanes);

/*
 * The block p->blocks[result] is the only consumer and reads the results element by element, in the order in which they are written; -1:
 * there is none.
 */
gint            tl_default_epilogue (TlDefaultSchedule *p, const TlBlockNest *nest);

G_END_DECLS
