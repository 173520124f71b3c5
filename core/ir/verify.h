/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

#define TL_IR_ERROR (tl_ir_error_quark ())
GQuark tl_ir_error_quark (void);

typedef enum
{
  TL_IR_ERROR_INVALID,
} TlIrError;

/*
 * Says whether @module is well formed: every variable defined once and before use, buffers declared, index counts and types
 * right, ids unique, the outermost block without axes, sequences flat and of two or more. The error names the
 * function, the innermost loop or block and the rule.
 */
gboolean tl_module_verify (const TlModule *module, GError **error);

G_END_DECLS
