/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/iter-map.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

/*
 * @stmt, the body and header of a block, over other axes: @values gives the old ones in terms of @iters. The indices of each access and
 * region take the normal form of iteration maps, as in TVM, with the conditions around the access; all else stays as it was written.
 */
const TlStmt *tl_renumber (TlArena *arena, const TlStmt *stmt, GHashTable *values, const TlIter *iters, guint n_iters);

/*
 * Indices of one access as TVM spells them after they were rewritten: the normal form of iteration maps over the @iters around where they
 * are one together, under @condition (nullable), else as they are. An index that is an axis of one value keeps naming it.
 */
const TlExpr *const *tl_indices_normal_form (TlArena *arena, const TlExpr *const *indices, guint n, const TlIter *iters, guint n_iters,
                                             const TlExpr *condition);

G_END_DECLS
