/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/iter-map.h"

G_BEGIN_DECLS

/*
 * TRUE only if equal values of @given come with equal values of @determined wherever @axes run: an element stored under the indices @given
 * stands for one element under @determined. Both are expressions of the axes' variables; others count as fixed in the first two
 * checks.
 */
gboolean tl_indices_determine (TlArena *arena, const TlExpr *const *given, guint n_given, const TlExpr *const *determined,
                               guint n_determined,
                               const TlIter *axes, guint n_axes);

G_END_DECLS
