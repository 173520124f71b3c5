/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * @module with the iterations of @loop, which starts at 0 and has a constant extent, in another order: from number @first on, to the end
 * and on from the start, or the other way around.
 */
TlModule *module_in_order (TlModule *module, TlNodeId loop, gint64 first, gboolean is_backwards);

G_END_DECLS
