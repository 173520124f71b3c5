/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/iter-map.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

/*
 * @stmt, what a block says and does, over other axes: @values holds what the old ones are in terms of @iters. What each access and each region
 * names is brought into the normal form of iteration maps, as TVM does, with the conditions around the access; all else is as it was written.
 */
const TlStmt *tl_renumber (TlArena *arena, const TlStmt *stmt, GHashTable *values, const TlIter *iters, guint n_iters);

G_END_DECLS
