/* SPDX-License-Identifier: Apache-2.0 */
/* From the arguments of an instruction to what a primitive's apply() sees. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * Fills @recorded (what the trace keeps: variables by index, names of buffers and functions replaced, defaults in place) and
 * @resolved (variables replaced by node or number), both n_args long and in @arena. FALSE with an ARGUMENT error, or a refusal
 * if a loop or block is no longer in the program.
 */
gboolean tl_inst_resolve (const TlState *state, const TlInst *inst, TlArena *arena, TlArg **recorded, TlArg **resolved,
                          guint *n_args, GError **error);

/* The first @n arguments of @primitive as it would see them, for what later ones depend on. FALSE if one of them does not fit. */
gboolean tl_inst_resolve_first (const TlState *state, const TlPrimitive *primitive, const TlArg *args, guint n, TlArena *arena,
                                TlArg **resolved);

G_END_DECLS
