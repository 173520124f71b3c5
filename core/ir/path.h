/* SPDX-License-Identifier: Apache-2.0 */
/* From an id to its place in the program, and back with a new statement there. */
#pragma once

#include "core/ir/walk.h"

G_BEGIN_DECLS

/**
 * TlPath: the statements from the root block of a function down to one loop or block, both included. Borrowed from the module.
 */
typedef struct
{
  const TlPrimFunc     *func;
  guint                n;
  const TlStmt       **stmts;      /* stmts[0] root, stmts[n - 1] the node; SEQ, IF … between are listed too */
} TlPath;

/* Found by a walk from the root (programs are small); NULL if the module has no such id. Free with tl_path_free. */
TlPath       *tl_path_find (const TlModule *module, TlNodeId id);
void          tl_path_free (TlPath *path);

const TlStmt *tl_path_target (const TlPath *path);
/* The place of the innermost block above the target; -1 for the root. */
gint          tl_path_scope_index (const TlPath *path);
/* The innermost block above the target (its scope); the root block for what lies directly in it. NULL for the root itself. */
const TlStmt *tl_path_scope (const TlPath *path);
/* The loops between scope and target, outermost first; the target itself is not listed. Container of const TlStmt*, caller frees. */
GPtrArray    *tl_path_loops (const TlPath *path);

/* The statement with this id, or NULL. */
const TlStmt *tl_module_find (const TlModule *module, TlNodeId id);
const TlStmt *tl_stmt_find (const TlStmt *within, TlNodeId id);

/* The ids of all loops and blocks in the order of the text; those of an equal function correspond. GArray of TlNodeId, caller frees. */
GArray       *tl_func_node_ids (const TlPrimFunc *func);

/* Rebuilds the path from the target up with @replacement (tl_stmt_removed: delete, dropping loops that become empty). */
const TlStmt *tl_path_replace (TlBuilder *builder, const TlPath *path, const TlStmt *replacement);

/* All blocks of the function in execution order, root excluded / loops of @stmt. Containers of const TlStmt*. */
GPtrArray    *tl_stmt_blocks (const TlStmt *stmt);
GPtrArray    *tl_stmt_child_blocks (const TlStmt *stmt);   /* the outermost blocks strictly below @stmt */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPath, tl_path_free)

G_END_DECLS
