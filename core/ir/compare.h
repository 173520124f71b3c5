/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/**
 * tl_module_equal:
 * @difference: (nullable): set to a sentence that names the first difference, free with g_free
 *
 * Structural equality up to renaming of variables, buffers and blocks; ids do not count. As in TVM, the name of a lone
 * function does not count either, several functions pair by name. Annotations, regions, kinds and attributes do count,
 * except "global_symbol" of a lone function; "tir.noalias" and "tirx.noalias" are one key.
 */
gboolean tl_module_equal (const TlModule *a, const TlModule *b, char **difference);
gboolean tl_func_equal (const TlPrimFunc *a, const TlPrimFunc *b, char **difference);
/* @map_free: variables and buffers that are defined outside pair at first sight; else they must be the same. */
gboolean tl_stmt_equal (const TlStmt *a, const TlStmt *b, gboolean map_free);

/* Equal modules hash equally (also across processes and machines); statements that are equal with free variables mapped, too. */
guint64  tl_module_hash (const TlModule *module);
guint64  tl_stmt_hash (const TlStmt *stmt);

G_END_DECLS
