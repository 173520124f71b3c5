/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modules as TVM's databases hold them: its object graph as JSON. Four forms are read:
 *
 *     up to 0.20   {"root": 1, "nodes": [{"type_key": "tir.Add", "attrs": {"a": "7", …}}, …]}   values as text, also references
 *     0.21 – 0.25  {"root_index": 9, "nodes": [{"type": "tirx.Add", "data": {"a": 7, …}}, …]}   children before parents
 *     0.26, 0.27   the same; expressions have a node for their type ("ty"), a buffer is a variable of a BufferType
 *
 * The newest one is written.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

#define TL_TVM_JSON_ERROR (tl_tvm_json_error_quark ())
GQuark tl_tvm_json_error_quark (void);

typedef enum
{
  TL_TVM_JSON_ERROR_READ,    /* no graph of a module; the message names the node */
  TL_TVM_JSON_ERROR_WRITE,   /* the module holds what only text can say: functions of other languages, statements that TVM 0.27 has no node
                                for */
} TlTvmJsonError;

/* NULL with TL_TVM_JSON_ERROR_READ. The result is verified. */
TlModule *tl_module_from_tvm_json (const char *json, GError **error);
/* NULL with TL_TVM_JSON_ERROR_WRITE. */
char     *tl_module_to_tvm_json (const TlModule *module, GError **error);

G_END_DECLS
