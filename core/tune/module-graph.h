/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modules as TVM's databases hold them: its object graph as JSON. Four forms are read:
 *
 *     up to 0.20   {"root": 1, "nodes": [{"type_key": "tir.Add", "attrs": {"a": "7", …}}, …]}     values as text, references as numbers in text
 *     0.21 – 0.25  {"root_index": 9, "nodes": [{"type": "tirx.Add", "data": {"a": 7, …}}, …]}     children before parents
 *     0.26, 0.27   the same; expressions have a node for their type ("ty"), a buffer is a variable of a BufferType
 *
 * The newest one is written.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/* Fails with TL_DATABASE_ERROR_OPEN and the kind of node that is not known here. The result is verified. */
TlModule *tl_module_from_graph (const char *json, GError **error);
/* NULL if the module holds what only text can say (functions of other languages, statements that TVM 0.27 has no node for); @error says what. */
char     *tl_module_to_graph (const TlModule *module, GError **error);

G_END_DECLS
