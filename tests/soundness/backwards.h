/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * @module with its parallel and vectorized loops running from their last iteration to the first, one after the other; NULL where it has
 * none.
 */
TlModule *module_backwards (TlModule *module);

G_END_DECLS
