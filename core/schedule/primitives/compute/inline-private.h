/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by inlining into consumers and into producers. */
#pragma once

#include "core/schedule/primitives/block-edit-private.h"

G_BEGIN_DECLS

/* The value of each axis of a block, given the indices of one access. */
typedef struct
{
  const TlVar  **outputs;      /* stand for the indices */
  const TlExpr **values;       /* of each axis, in outputs */
  guint          n_outputs;
} TlInverse;

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  /* Borrowed */
  const TlPath    *path;
  const TlStmt    *block;
  const TlStmt    *scope;
  TlScopeInfo     *info;
  const TlBuffer  *buffer;     /* the one that disappears */
  const TlStmt    *store;      /* the body of the block */
  const TlExpr    *load;       /* of the buffer, in the block that goes into its producer */
  TlInverse        inverse;
  TlAnalyzer      *analyzer;
} TlInline;

/* Fills in the block and its scope; in->info is to be freed afterwards. FALSE with a refusal for the root block. */
gboolean      tl_inline_start (TlInline *in, const TlPath *path, GError **error);

/* Finds the value of each axis of @block from @indices; FALSE if they are no bijective affine map of the axes. */
/* @may_pad: there may be indices that no axes lead to; the axes found for those are outside of their domains, or lead to others. */
gboolean      tl_inline_invert (TlArena *arena, const TlBlock *block, const TlExpr *const *indices, guint n, gboolean may_pad,
                                TlInverse *inverse);
/* The values of @block's axes where the access has @indices, as a map for substitution. Free with g_hash_table_unref. */
GHashTable   *tl_inline_axes_at (TlInline *in, const TlBlock *block, const TlExpr *const *indices);
void          tl_inline_bind_axes (TlAnalyzer *analyzer, const TlBlock *block);

gboolean      tl_inline_check_class (TlInline *in, const TlStmt *block, GError **error);        /* complete, no init */
gboolean      tl_inline_check_scope (TlInline *in, GError **error);                             /* a stage pipeline of several blocks */
gboolean      tl_inline_check_body (TlInline *in, const TlStmt *block, GError **error);         /* a single store */
gboolean      tl_inline_check_plain_access (TlInline *in, GError **error);                      /* loads and stores only */

/* @within with the block @id replaced (tl_stmt_removed: deleted). */
const TlStmt *tl_inline_exchange_block (TlArena *arena, const TlStmt *within, TlNodeId id, const TlStmt *replacement);
/* Puts @changed_scope, less the buffer, in the place of the scope and sets the call's result. */
void          tl_inline_replace_scope (TlInline *in, const TlStmt *changed_scope);

G_END_DECLS
