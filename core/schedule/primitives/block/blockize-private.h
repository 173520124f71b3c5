/* SPDX-License-Identifier: Apache-2.0 */
/* Making a block of a loop, for primitives that need one. */
#pragma once

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/* The block that takes the place of the loop at @path; NULL with a refusal. */
const TlStmt *tl_blockize_loop (TlPrimitiveCall *call, const TlPath *path, gboolean keep_unit_iters, GError **error);

G_END_DECLS
