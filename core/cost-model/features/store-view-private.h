/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that build the view. */
#pragma once

#include "core/arith/analyzer.h"
#include "core/cost-model/features/features-private.h"

G_BEGIN_DECLS

/* Indices of a matched buffer as those of what it is matched to. */
const TlExpr *const *tl_store_view_match_indices (TlArena *arena, TlAnalyzer *analyzer, const TlMatchBuffer *match,
                                                  const TlExpr *const *indices, guint n_indices, guint *n_dims);
/*
 * Allocated buffers move to the innermost loop around all their uses and shrink to what is used there, as lowering will do; indices are
 * taken relative to that.
 */
void                 tl_store_view_place_buffers (TlStoreView *view);

G_END_DECLS
