/* SPDX-License-Identifier: Apache-2.0 */
/* How one block accesses one buffer, for primitives that give all its accesses another index. */
#pragma once

#include "core/schedule/primitives/block-edit-private.h"

G_BEGIN_DECLS

typedef struct
{
  const TlExpr *const *indices;     /* of the first load or store; NULL: there is none */
  guint                n_indices;
  gboolean             is_unique;   /* all loads and stores have these indices */
  gboolean             is_opaque;   /* a pointer into it is given away, or a part of it is matched to another buffer */
  gboolean             is_guarded;  /* a condition decides whether it is accessed */
} TlIndexPattern;

TlIndexPattern tl_access_pattern_of (const TlStmt *block, const TlBuffer *buffer);

/* Refuses what is no single plain pattern of @block's own axes, or of what is fixed outside of it. */
gboolean        tl_access_pattern_check (const TlIndexPattern *pattern, const TlStmt *block, const TlBuffer *buffer, const TlPath *path,
                                         GError **error);

/* The indices of @block's axes that occur in the pattern, ascending; how many. @axes has room for all. */
guint           tl_access_pattern_axes (const TlIndexPattern *pattern, const TlBlock *block, guint *axes);

/* TRUE if each index stays within the buffer for all values of @block's axes. */
gboolean        tl_access_pattern_is_in_bounds (TlArena *arena, const TlIndexPattern *pattern, const TlBlock *block,
                                                const TlBuffer *buffer);

/* @block with every access of @from, and its regions, redirected to the point @indices of @to. */
const TlStmt   *tl_block_redirect (TlArena *arena, const TlStmt *block, const TlBuffer *from, const TlBuffer *to,
                                   const TlExpr *const *indices);

G_END_DECLS
