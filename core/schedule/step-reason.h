/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of a step on the program that it was applied to, in one sentence with its numbers. */
#pragma once

#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/*
 * The reason of the step that led to @state, from the programs before and after it: tiles against caches, lanes against registers,
 * iterations against cores, accesses, instances and predicted bytes saved. "Loop i (128) → 4 × 32: one iteration of i_0 touches 16 KiB and
 * fits L1." Traffic is that of function @func_name, for @target. NULL: no step, one that is not applied, or of a kind that is not known.
 * Any thread; free with g_free.
 */
char    *tl_step_reason (TlState *state, const char *func_name, const TlTarget *target);

/* Whether steps of this primitive have one. */
gboolean tl_step_reason_knows (const TlPrimitive *primitive);

G_END_DECLS
