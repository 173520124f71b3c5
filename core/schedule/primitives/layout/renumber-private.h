/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/iter-map.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

/*
 * @stmt, what a block says and does, over other axes: @values holds what the old ones are in terms of @iters. What each access and each
 * region names is brought into the normal form of iteration maps, as TVM does, with the conditions around the access; all else is as it was
 * written.
 */
const TlStmt *tl_renumber (TlArena *arena, const TlStmt *stmt, GHashTable *values, const TlIter *iters, guint n_iters);

/*
 * Indices of one access as TVM spells them after they were rewritten: the normal form of iteration maps over the @iters around where they
 * are one together, under @condition (nullable), else as they are. An index that is an axis of one value keeps naming it.
 */
const TlExpr *const *tl_indices_normal_form (TlArena *arena, const TlExpr *const *indices, guint n, const TlIter *iters, guint n_iters,
                                             const TlExpr *condition);

G_END_DECLS
