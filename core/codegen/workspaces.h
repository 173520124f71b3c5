/* SPDX-License-Identifier: Apache-2.0 */
/* Intermediate buffers that do not fit on a stack, as memory that the caller brings: such a function allocates nothing. */
#pragma once

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_STACK_BUFFER_BYTES (32u * 1024u)    /* of a buffer that may lie on a stack */
#define TL_STACK_TOTAL_BYTES  (256u * 1024u)   /* of all of them in a function */

/*
 * The lowered function with a parameter for each large buffer, behind its own ones. A buffer of which each thread of a parallel loop has
 * one becomes a parameter with a part for each. NULL with TL_EXPORT_ERROR if a size is no number.
 */
TlModule *tl_workspaces_to_params (const TlModule *lowered, const TlTarget *target, GError **error);

G_END_DECLS
