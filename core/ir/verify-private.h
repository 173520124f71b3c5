/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/verify.h"

G_BEGIN_DECLS

/* Of verify-relax.c: whether a graph function of @module is well formed. */
gboolean tl_verify_graph (const TlModule *module, const TlFunc *func, GError **error);

G_END_DECLS
