/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * A lowered module in which no iteration of a parallel loop sees what another one writes, as may happen where they run at once: each starts
 * from the memory before the loop, and they end from the last to the first. NULL where it has no parallel loop.
 */
TlModule *module_apart (TlModule *lowered);

G_END_DECLS
