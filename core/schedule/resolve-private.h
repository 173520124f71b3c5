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

G_END_DECLS
