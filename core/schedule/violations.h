/* SPDX-License-Identifier: Apache-2.0 */
/* The pairs of accesses because of which a step was refused. */
#pragma once

#include "core/analysis/dependence.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * Of @refused, a step on @state: the dependences that would be broken, those of the blocks that @refusal names first. Iterations
 * that would run at once or in another order: what their loop carries. A block that would move: what it shares with the blocks at fault; a
 * negative distance is a read so many iterations before the last write. Loops whose bodies would change places: what their blocks share. A
 * block that is neither complete nor a reduction: what its own instances share. None where the rule is not about an order. GPtrArray of
 * const TlDependence *, in @arena; caller frees.
 */
GPtrArray *tl_find_violations (TlArena *arena, TlState *state, const TlInst *refused, const GError *refusal);

/* "Block C reads C[vi, vj], which block C writes one iteration of k earlier." Free with g_free. */
char      *tl_violation_sentence (const TlDependence *violation);
/* "(0, 0, 1)", and where no loop is around both blocks the buffer alone: "C". Free with g_free. */
char      *tl_violation_label (const TlDependence *violation);

G_END_DECLS
