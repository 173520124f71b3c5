/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that primitives on blocks share: finding places on a path, moving statements, following names into copies. */
#pragma once

#include "core/analysis/block-info.h"
#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/* Index on the path of the loop or block with this id between scope and target, both excluded, or -1. */
gint          tl_path_find_inside_scope (const TlPath *path, TlNodeId id);
/* The path's statement at @index, rebuilt with the target replaced. */
const TlStmt *tl_path_rebuild_from (TlBuilder *builder, const TlPath *path, guint index, const TlStmt *replacement);
/* The part of @path that ends at @index, borrowed: not to be freed. */
TlPath        tl_path_prefix (const TlPath *path, guint index);

/* The scope of a path's target, its children and dependences. */
TlScopeInfo  *tl_path_scope_info (TlArena *arena, const TlModule *module, const TlPath *path);

/* Gives @analyzer the ranges of the loops and block axes along @path, down to and with index @last. */
void          tl_path_bind_vars (TlAnalyzer *analyzer, const TlPath *path, guint last);

/* The conjuncts of @predicate (nullable) that use none of @vars, substituted by @values; NULL if none is left. */
const TlExpr *tl_predicate_without (TlArena *arena, const TlExpr *predicate, GHashTable *vars, GHashTable *values);

/* An index_map_wish (TlPrimitive): the map takes the axes of the block that is the first argument. */
gboolean      tl_axes_map_wish (const TlModule *module, const TlArg *args, guint param, TlIndexMapWish *wish);
/* The type of indices over these axes: int64 where all of them are. */
TlDType       tl_axes_index_dtype (const TlBlock *block);

/* Sets the block's reads and writes to what its body and init do now. */
void          tl_block_infer_access (TlArena *arena, TlBlock *block);

TlRegion      tl_region_substitute (TlArena *arena, TlRegion region, GHashTable *values);
/* An update without its init reads what it accumulates into: those regions come first. */
void          tl_block_read_own_writes (TlArena *arena, TlBlock *block);
/*
 * A view with variables of its own where the match defines them, as strides and offset; @vars (TlVar → TlVar) says which stand for which,
 * new ones are added.
 */
const TlBuffer *tl_buffer_copy_view (TlArena *arena, const TlBuffer *view, GHashTable *vars);
/*
 * Views (match_buffer) are declared once: gives a copied block views of its own, over the source regions substituted by @values, and
 * returns @body with them. Those that @body does not use are dropped.
 */
const TlStmt *tl_block_copy_views (TlArena *arena, TlBlock *block, const TlStmt *body, GHashTable *values);

/* Puts @stmt into the body of statement @id (a loop or block) so that it becomes the child number @position (≥ count: last). */
const TlStmt *tl_insert_child (TlArena *arena, const TlStmt *within, TlNodeId id, guint position, const TlStmt *stmt);
/* The statements of a body, one after the other: those of a sequence, or the one it is. */
guint         tl_body_n_children (const TlStmt *body);
const TlStmt *tl_body_nth_child (const TlStmt *body, guint index);
const TlStmt *tl_stmt_body (const TlStmt *loop_or_block);

/* The block without @buffer among its allocations / with it as the last of them. */
void          tl_block_drop_alloc (TlArena *arena, TlBlock *block, const TlBuffer *buffer);
void          tl_block_add_alloc (TlArena *arena, TlBlock *block, const TlBuffer *buffer);

G_END_DECLS
