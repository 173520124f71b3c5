/* SPDX-License-Identifier: Apache-2.0 */
/* Making a block of a loop, for primitives that need one. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

/* The block that takes the place of the loop at @path; NULL with a refusal. */
const TlStmt *tl_blockize_loop (TlBuilder *builder, const TlModule *module, const TlPath *path, gboolean keep_unit_iters, GError **error);

G_END_DECLS
