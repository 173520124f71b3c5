/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of blocks that make primitives legal (Feng et al., TensorIR, ASPLOS 2023, §3.3). */
#pragma once

#include "core/arith/int-set.h"
#include "core/ir/path.h"

G_BEGIN_DECLS

typedef struct _TlScopeInfo TlScopeInfo;

/* The direct child blocks of a scope (a block statement), their accesses and dependences. */
TlScopeInfo  *tl_scope_info_new (TlArena *arena, const TlModule *module, const TlStmt *scope);
void          tl_scope_info_free (TlScopeInfo *info);

/* Producers / consumers of a child block in its scope: blocks whose writes it reads / that read its writes. Containers of const TlStmt*. */
GPtrArray    *tl_scope_info_producers (const TlScopeInfo *info, const TlStmt *block);
GPtrArray    *tl_scope_info_consumers (const TlScopeInfo *info, const TlStmt *block);
gboolean      tl_scope_info_is_stage_pipeline (const TlScopeInfo *info, char **why);

/*
 * The classifications of TVM. @why (nullable) receives the rule that fails, with names ("block C reads and writes buffer C").
 * Complete: all axes spatial, the only writer of its buffers in the scope, no buffer both read and written. Reduction: has init, spatial
 * and reduction axes only, bindings quasi-affine, dominant writer, reduction axes do not index the written buffers.
 */
gboolean      tl_block_is_complete (const TlScopeInfo *info, const TlStmt *block, char **why);
gboolean      tl_block_is_reduction (const TlScopeInfo *info, const TlStmt *block, char **why);
gboolean      tl_block_is_affine (const TlModule *module, const TlPath *path);
/* Output block: writes a buffer that is a parameter (not allocated in the scope). */
gboolean      tl_block_is_output (const TlModule *module, const TlPath *path);

/* The loops around a path's target inside its scope, as iterators. Array in @arena. */
const TlIter *tl_path_iters (TlArena *arena, const TlPath *path, guint *n_iters);

/* Kinds of axes a loop feeds in blocks below it: bit TL_AXIS_* set for each. */
guint         tl_loop_axis_kinds (const TlStmt *loop);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlScopeInfo, tl_scope_info_free)

G_END_DECLS
