/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of core/lower and what they share. Each pass is a file; pipeline.c is the list. */
#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/lane-index.h"
#include "core/arith/stride.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"

G_BEGIN_DECLS

/* A pass: see TlLowerPass in lower.h. */
#define TL_LOWER_PASS_DECL(function)                                                                                     \
  const TlPrimFunc *function (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)

TL_LOWER_PASS_DECL (tl_lower_read_annotations);
TL_LOWER_PASS_DECL (tl_lower_find_repeats);
TL_LOWER_PASS_DECL (tl_lower_init_blocks);
TL_LOWER_PASS_DECL (tl_lower_align_buffers);
TL_LOWER_PASS_DECL (tl_lower_convert_blocks);
TL_LOWER_PASS_DECL (tl_lower_end_early);
TL_LOWER_PASS_DECL (tl_lower_thread_axes);
TL_LOWER_PASS_DECL (tl_lower_simplify);
TL_LOWER_PASS_DECL (tl_lower_lazy_choices);
TL_LOWER_PASS_DECL (tl_lower_place_buffers);
TL_LOWER_PASS_DECL (tl_lower_serialize_loops);
TL_LOWER_PASS_DECL (tl_lower_compact_buffers);
TL_LOWER_PASS_DECL (tl_lower_pipeline_loops);
TL_LOWER_PASS_DECL (tl_lower_flatten_buffers);
TL_LOWER_PASS_DECL (tl_lower_reuse_buffers);
TL_LOWER_PASS_DECL (tl_lower_partition_loops);
TL_LOWER_PASS_DECL (tl_lower_version_loops);
TL_LOWER_PASS_DECL (tl_lower_vectorize);
TL_LOWER_PASS_DECL (tl_lower_unroll);
TL_LOWER_PASS_DECL (tl_lower_unroll_short);
TL_LOWER_PASS_DECL (tl_lower_promote);
TL_LOWER_PASS_DECL (tl_lower_interleave_sums);
TL_LOWER_PASS_DECL (tl_lower_fuse_parallel);
TL_LOWER_PASS_DECL (tl_lower_software_prefetch);
TL_LOWER_PASS_DECL (tl_lower_join_rows);
TL_LOWER_PASS_DECL (tl_lower_cut_rows);
TL_LOWER_PASS_DECL (tl_lower_hoist_invariants);
TL_LOWER_PASS_DECL (tl_lower_hoist_strided);
TL_LOWER_PASS_DECL (tl_lower_jam_loops);
TL_LOWER_PASS_DECL (tl_lower_skip_copies);
TL_LOWER_PASS_DECL (tl_lower_hoist_copies);
TL_LOWER_PASS_DECL (tl_lower_skip_overwritten);
TL_LOWER_PASS_DECL (tl_lower_transpose_loads);
/* In gpu/. */
TL_LOWER_PASS_DECL (tl_lower_split_divisions);
TL_LOWER_PASS_DECL (tl_lower_mark_unrolled);
TL_LOWER_PASS_DECL (tl_lower_launch_threads);
TL_LOWER_PASS_DECL (tl_lower_share_memory);
TL_LOWER_PASS_DECL (tl_lower_cross_thread_reduction);
TL_LOWER_PASS_DECL (tl_lower_virtual_threads);
TL_LOWER_PASS_DECL (tl_lower_async_copies);
TL_LOWER_PASS_DECL (tl_lower_spread_copies);
TL_LOWER_PASS_DECL (tl_lower_barriers);
TL_LOWER_PASS_DECL (tl_lower_rotate_products);
TL_LOWER_PASS_DECL (tl_lower_group_products);
TL_LOWER_PASS_DECL (tl_lower_permute_layouts);
TL_LOWER_PASS_DECL (tl_lower_kernel_limits);

/*
 * How read-annotations marks statements for pipeline-loops: T.attr (place in the iteration, KEY, stage). Of loops marked with this key the
 * first stage takes along what it needs.
 */
#define TL_DOUBLE_BUFFER "double_buffer_scope"
/* Of statements whose copies may go on by themselves. */
#define TL_ASYNC_STAGE "software_pipeline_async_stages"
/*
 * The annotation of the loops whose statements are marked: of a loop of one iteration only the marks are left, which are no other loop's.
 */
#define TL_PIPELINED_LOOP "pipelined_loop"

/* The row of a permuted buffer while it has its dimensions: the last one. */
#define TL_PERMUTED_LAST 1
/* Around copies that may go on by themselves: the key of a T.attr, in which async-copies makes them. */
#define TL_ASYNC_SCOPE "async_scope"

/*
 * Distance between neighbours in dimension @dim of a buffer without gaps but those that its dim_align asks for, as an expression of @type.
 */
const TlExpr *tl_lower_dense_stride (TlArena *arena, const TlBuffer *buffer, guint dim, TlDType type);

/* Sets TL_LOWER_ERROR_UNSUPPORTED. */
void          tl_lower_set_unsupported (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The inside of @loop with its variable bound; nothing of it is known afterwards. */
TlWalk        tl_walk_loop_bound (TlAnalyzer *analyzer, const TlStmt *loop, TlStmtVisit visit_stmt, TlExprVisit visit_expr,
                                  gpointer user_data);
const TlStmt *tl_rewrite_loop_bound (TlRewriter *rewriter, TlAnalyzer *analyzer, const TlStmt *loop);
/* The loop with another body; its id stays, so that tools can still point at it. */
const TlStmt *tl_loop_with_body (TlArena *arena, const TlStmt *loop, const TlStmt *body);
/* @body where @var is @value, the @index-th of @n copies of a loop that is written out. */
const TlStmt *tl_stmt_unrolled_copy (TlArena *arena, const TlStmt *body, const TlVar *var, const TlExpr *value, guint index, guint n);
/* A copy of @var with a fresh identity. */
const TlVar  *tl_var_copy (TlArena *arena, const TlVar *var);
/* @stmt with every use of buffer @from replaced by @to. */
const TlStmt *tl_stmt_replace_buffer (TlArena *arena, const TlStmt *stmt, const TlBuffer *from, const TlBuffer *to);
/* The conjuncts of a condition ("a and b and c"), appended to @out (const TlExpr *); nothing for NULL or literal True. */
void          tl_split_conjuncts (const TlExpr *cond, GPtrArray *out);
/* @stmt without conditions that others beside them imply, under what @analyzer knows. */
const TlStmt *tl_stmt_drop_implied (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt);
/* A load of a vector whose elements do not lie side by side. */
gboolean      tl_expr_is_strided_load (const TlExpr *expr);
gboolean      tl_stmt_uses_var (const TlStmt *stmt, const TlVar *var);
/* The statements that there are once loops marked for unrolling are written out; with @all, all loops of constant extents. */
gint64        tl_stmt_count_written_out (const TlStmt *stmt, gboolean all);
/* TRUE for a statement that does nothing: evaluate of an immediate. */
gboolean      tl_stmt_is_nop (const TlStmt *stmt);
/*
 * Lanes of a chunk of a loop that runs along rows, and may be vectors; 0: it may not, or is left to LLVM. @around: the serial loop whose
 * body it is, nullable; @columns: one whose iterations will run side by side, nullable.
 */
guint         tl_loop_row_lanes (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt, const TlLoop *around, const TlLoop *columns,
                                 const TlTarget *target);
/* Values of @var for which the lines that @body loads with a stride fit into the nearest cache; a great number if there are no strides. */
guint         tl_lanes_in_cache (TlAnalyzer *analyzer, const TlStmt *body, const TlVar *var);
/*
 * @stmt with vectorized loops in it unrolled, or serial if they are long, if all their stores have a stride, or are to buffers allocated
 * in it; they are added to @unrolled (const TlStmt *).
 */
const TlStmt *tl_stmt_unroll_scatters (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt, GPtrArray *unrolled);
/*
 * Whether a vectorized statement has vector stores, none of them contiguous, and takes its vectors apart nearly as often as it adds to
 * them; @around: const TlLoop *, the loops around it.
 */
gboolean      tl_stmt_only_scatters (TlAnalyzer *analyzer, const TlStmt *vectorized, GPtrArray *around);
/* @body for @lanes values of @var from @start on, each statement for one after the other; NULL if it has no such form, or a long one. */
const TlStmt *tl_stmt_split_lanes (TlArena *arena, const TlStmt *body, const TlVar *var, const TlExpr *start, guint lanes);
/*
 * A loop along rows inside of a vectorized one, for one lane after the other, as vectors across the rows would only be taken apart; NULL
 * if it is none. @ramp stands for the vectorized loop's @var; @lets: variables that are vectors; @privates: buffer allocated in that loop →
 * its twin with a copy for each lane.
 */
const TlStmt *tl_loop_serialize_lanes (TlBuilder *builder, TlAnalyzer *analyzer, const TlStmt *stmt, const TlVar *var, const TlExpr *ramp,
                                       GHashTable *lets, GHashTable *privates);
/*
 * A comparison of vectors that is the same in all lanes, as one of scalars, NULL: it is none: of a ramp and what is a multiple of more than
 * the ramp's length away from its first lane. So are the channels of a block all in one of two images that stand one behind the other.
 */
const TlExpr *tl_uniform_comparison (TlArena *arena, TlAnalyzer *analyzer, TlExprKind kind, const TlExpr *a, const TlExpr *b);
/* Whether jam-loops would run iterations of @loop side by side, around a loop that unroll-short does not expand. */
gboolean      tl_loop_can_jam (TlArena *arena, const TlLoop *loop, const TlTarget *target);
/*
 * Whether TL_N_COLUMNS iterations of @loop may run side by side, as they copy neighbouring columns; @are_vectors: only if these are loaded
 * as vectors already.
 */
gboolean      tl_loop_copies_columns (TlArena *arena, TlAnalyzer *analyzer, const TlLoop *loop, gboolean are_vectors);
#define TL_N_COLUMNS 4   /* of a row that transpose-loads makes */
/* TRUE if the value of @expr depends on memory or on anything but its variables, or if evaluating it has an effect. */
gboolean      tl_expr_reads_memory (const TlExpr *expr);
/* An integer division that may be by zero. */
gboolean      tl_expr_may_divide_by_zero (const TlExpr *expr);
/*
 * TRUE if evaluating @expr may fail or have an effect: a load from outside of its buffer, a division by zero, a call. @analyzer knows the
 * ranges of variables; without it (NULL) every load counts.
 */
gboolean      tl_expr_may_fault (TlAnalyzer *analyzer, const TlExpr *expr);
/*
 * @expr as a part free of @inner_vars plus a rest in [low, high]; FALSE if a term of the sum mixes both or has no bounds. The analyzer must
 * know the inner variables' ranges.
 */
gboolean      tl_split_index (TlArena *arena, TlAnalyzer *analyzer, GHashTable *inner_vars, const TlExpr *expr, const TlExpr **fixed,
                              gint64 *low, gint64 *high);
/* One iteration stores what another one, less than @n_lanes away, stores or loads (positions of one dimension). */
gboolean      tl_loop_iterations_meet (TlArena *arena, const TlLoop *loop, gint64 n_lanes);
/*
 * Whether iterations of a loop whose body is @body may read from each of @buffers what another iteration stored; if not, each could have a
 * buffer of its own. The loops around and the loop's own variable are bound, in @ranges nothing else is known.
 */
void          tl_find_carried_buffers (TlArena *arena, TlAnalyzer *analyzer, TlAnalyzer *ranges, const TlStmt *body,
                                       const TlBuffer *const *buffers,
                                       guint n_buffers, gboolean *is_carried);
/*
 * Whether lanes of the vectorized @loop may store to the same elements of @buffer, of values that differ; @own: the buffers they may have
 * copies of.
 */
gboolean      tl_lanes_need_copies (TlArena *arena, const TlLoop *loop, const TlBuffer *buffer, const TlBuffer *const *own, guint n_own);
/* Whether no iteration of @loop loads from @buffer what another one stores. The variables outside of the loop may have any value. */
gboolean      tl_iterations_are_apart (TlArena *arena, const TlLoop *loop, const TlBuffer *buffer);
/* Simplified bottom to top with the ranges of the loops around; unit loops and settled conditions disappear. */
const TlStmt *tl_stmt_simplify (TlArena *arena, const TlStmt *stmt);
/* The same where @analyzer already knows the variables outside. */
const TlStmt *tl_stmt_simplify_with (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt);

/* A call that may read or write any buffer. The values that the lanes of a warp exchange are in registers. */
gboolean tl_call_may_touch_buffers (const TlExpr *expr);

G_END_DECLS
