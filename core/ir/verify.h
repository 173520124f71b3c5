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
 * right, ids unique, the outermost block without axes, sequences flat and of two or more. Graph functions: variables bound once and before
 * use, arguments that are no calls, symbolic sizes defined, no effects where there may be none, calls that fit PrimFuncs. The error names
 * the function, the innermost loop or block, or the variable, and the rule.
 */
gboolean tl_module_verify (const TlModule *module, GError **error);

/* Whether a call in a graph function of @module may do more than give a value: R.call_packed, functions marked pure=False, PrimFuncs. */
gboolean tl_relax_call_has_effects (const TlModule *module, const TlRelaxExpr *call);

G_END_DECLS
