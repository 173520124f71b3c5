/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * Where a block may be computed, as sample_compute_location counts it: -2 inlined, -1 where it stands, k under the k-th loop of its first
 * consumer. Container of gint64, ascending, never empty; NULL with a refusal if @block is no block of @module or a root.
 */
GArray *tl_compute_locations (const TlModule *module, TlNodeId block, GError **error);

G_END_DECLS
