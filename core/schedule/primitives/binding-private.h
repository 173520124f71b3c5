/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by loop primitives: checks on one loop and the rewriting of the blocks below. */
#pragma once

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/*
 * @stmt, which stands where @path's target stood, with the bindings of its outermost blocks brought into normal form over all
 * loops around each of them in the scope: those above @path's target and those on the way down.
 */
const TlStmt *tl_simplify_bindings (TlArena *arena, const TlPath *path, const TlStmt *stmt, gboolean keep_unit_iters);

/* @stmt with @condition joined to the predicate of its outermost blocks. */
const TlStmt *tl_guard_blocks (TlArena *arena, const TlStmt *stmt, const TlExpr *condition);

/* Refuses loops that carry annotations or are bound to a thread axis, and loops that do not start at 0. @verb: "split". */
gboolean      tl_check_plain_loop (const TlLoop *loop, const char *verb, GError **error);

gboolean      tl_block_accumulates (const TlBlock *block);

/* The extent in words for messages and history: "128", "n + 3". Free with g_free. */
char         *tl_loop_extent_text (const TlLoop *loop);

G_END_DECLS
