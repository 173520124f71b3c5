/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of blocks that make primitives legal (Feng et al., TensorIR, ASPLOS 2023, §3.3). */
#pragma once

#include "core/arith/int-set.h"
#include "core/ir/path.h"

G_BEGIN_DECLS

typedef struct _TlScopeInfo TlScopeInfo;

/* The direct child blocks of a scope (a block statement), their accesses and dependences. */
TlScopeInfo  *tl_scope_info_new (TlArena *arena, const TlModule *module, const TlStmt *scope);
/* The same of those child blocks alone that lie below @loop: what else writes their buffers does not count. */
TlScopeInfo  *tl_scope_info_new_below (TlArena *arena, const TlModule *module, const TlStmt *scope, const TlStmt *loop);
/*
 * The same, of the whole scope where @loop is NULL, with the blocks inside of those that have no axes, as stand around the parts of a loop,
 * in the place of these and under their predicates.
 */
TlScopeInfo  *tl_scope_info_new_unwrapped (TlArena *arena, const TlModule *module, const TlStmt *scope, const TlStmt *loop);
void          tl_scope_info_free (TlScopeInfo *info);

/* The child blocks in execution order; NULL past the end. Blocks are recognised by their id. */
const TlStmt *tl_scope_info_nth (const TlScopeInfo *info, guint index);
/* The loops between the scope and a child block as iterators, outermost first. Array in the info's arena. */
const TlIter *tl_scope_info_iters (const TlScopeInfo *info, const TlStmt *block, guint *n_iters);

/*
 * Producers / consumers of a child block in its scope: blocks whose writes it reads or overwrites / that read or overwrite its writes,
 * in execution order. Containers of const TlStmt*, caller frees.
 */
GPtrArray    *tl_scope_info_producers (const TlScopeInfo *info, const TlStmt *block);
GPtrArray    *tl_scope_info_consumers (const TlScopeInfo *info, const TlStmt *block);
/* The child blocks that write / read @buffer, in execution order. */
GPtrArray    *tl_scope_info_writers (const TlScopeInfo *info, const TlBuffer *buffer);
GPtrArray    *tl_scope_info_readers (const TlScopeInfo *info, const TlBuffer *buffer);

/*
 * Every statement is a loop or a block, nothing overwrites what was read before, and what a block reads is written
 * by its producers where their loops meet.
 */
gboolean      tl_scope_info_is_stage_pipeline (const TlScopeInfo *info, char **why);

/* The blocks before @block write all that it reads of @buffer where their loops meet; TRUE if nobody writes it. */
gboolean      tl_block_reads_are_covered (const TlScopeInfo *info, const TlStmt *block, const TlBuffer *buffer, char **why);
/* The loops around a child block run each point of its axes' ranges. */
gboolean      tl_block_runs_whole_domain (const TlScopeInfo *info, const TlStmt *block);
/* Whether what @block declares to read of a buffer lies in @outside, a region of it, in terms of the scope's axes. */
gboolean      tl_block_reads_inside (const TlScopeInfo *info, const TlStmt *block, TlRegion outside);
/* No point of the block's axes' ranges accesses @access, one of its reads, outside of what the scope's blocks write. */
gboolean      tl_block_reads_only_written (const TlScopeInfo *info, const TlStmt *block, TlRegion access);

/*
 * The classifications of TVM. @why (nullable) receives the rule that fails, with names ("block C reads and writes buffer C"),
 * free with g_free. Complete: all axes spatial, the only writer of its buffers in the scope, no buffer both read and written.
 * Reduction: has init, spatial and reduction axes only, bindings quasi-affine, dominant writer, reduction axes do not index
 * the written buffers.
 */
gboolean      tl_block_is_complete (const TlScopeInfo *info, const TlStmt *block, char **why);
gboolean      tl_block_is_reduction (const TlScopeInfo *info, const TlStmt *block, char **why);
/* The loops around a child block reach the first value of its reduction axes, at which its init runs, for all that it updates. */
gboolean      tl_block_starts_reduction (const TlScopeInfo *info, const TlStmt *block, char **why);
/* The bindings of the path's target (a block) are quasi-affine and independent in the loops around it. */
gboolean      tl_block_is_affine (const TlModule *module, const TlPath *path);
/* The same for the loops from @outermost on, while those around it stand still. */
gboolean      tl_block_is_affine_below (const TlPath *path, const TlLoop *outermost);
/* Output block: writes a buffer that is a parameter (not allocated in the scope). */
gboolean      tl_block_is_output (const TlModule *module, const TlPath *path);

/* The loops around a path's target inside its scope, as iterators, outermost first. Array in @arena. */
const TlIter *tl_path_iters (TlArena *arena, const TlPath *path, guint *n_iters);

/*
 * TRUE if each instance of the block at @path runs at most once while @outermost, a loop around it in its scope, runs once. Loops
 * that a block does not use repeat it: harmless as long as repetitions follow each other, wrong for a reduction when they do not.
 */
gboolean      tl_block_runs_once_below (TlArena *arena, const TlPath *path, const TlLoop *outermost);
/* The same with the loops around @block in its scope, outermost first; the first @n_outer of them stand still. */
gboolean      tl_block_runs_once (TlArena *arena, const TlBlock *block, const TlIter *iters, guint n_iters, guint n_outer);

/* Kinds of axes a loop feeds in blocks below it: bit TL_AXIS_* set for each. */
guint         tl_loop_axis_kinds (const TlStmt *loop);
/* The loop feeds nothing but spatial axes; the block has no others. */
gboolean      tl_loop_is_data_parallel (const TlStmt *loop);
gboolean      tl_block_is_data_parallel (const TlBlock *block);

/* The region of @block's access in terms of the loops around the block: axes replaced by their bindings. */
TlRegion      tl_block_region_outside (TlArena *arena, const TlBlock *block, TlRegion region);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlScopeInfo, tl_scope_info_free)

G_END_DECLS
