/* SPDX-License-Identifier: Apache-2.0 */
/* Names of blocks and buffers in functions that were several, as TVM gives them. */
#pragma once

#include "core/ir/walk.h"

G_BEGIN_DECLS

/* "T_add_intermediate" for an output buffer of @func; then "T_add_intermediate_1", "…_1_2". @taken: names, which it owns. */
const char   *tl_fuse_name_intermediate (TlArena *arena, const TlPrimFunc *func, const TlBuffer *buffer, GHashTable *taken);

/* @body with other names for blocks whose name an earlier one has: T_add, T_add1; T_add_1, T_add_2. */
const TlStmt *tl_fuse_rename_blocks (TlArena *arena, const TlStmt *body);

G_END_DECLS
