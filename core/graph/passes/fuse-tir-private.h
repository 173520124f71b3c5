/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * The PrimFunc of the name @name that does what @func does by call_tir of others. @is_used (gboolean) gets for each tensor and scalar in
 * @func's parameters, fields of tuples in order, whether it is a parameter still. NULL with TL_GRAPH_ERROR.
 */
const TlPrimFunc *tl_fuse_tir_function (TlBuilder *builder, const TlModule *module, const char *name, const TlGraphFunc *func,
                                        GArray *is_used, GError **error);

G_END_DECLS
