/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensor expressions: te.placeholder, te.compute, reductions, te.create_prim_func. The program of such a script is like any
 * other, with the names of loops, blocks and buffers that TVM gives.
 */
#pragma once

#include "core/python/python.h"

G_BEGIN_DECLS

/* The functions of package te, and tir.const. */
extern const TlPyNative tl_te_natives[];

/* A tensor that a function is given; nothing but its shape is known. */
TlPyValue tl_te_input (TlPyInterp *interp, const TlAst *at, const char *name, TlDType dtype, const TlExpr *const *shape, guint n_dims);
/* TRUE if @value is a tensor; its element type. */
gboolean  tl_te_get_tensor (const TlPyValue *value, TlDType *dtype);
/*
 * The PrimFunc of te.create_prim_func, of tensors and variables: inputs, then results. Indices are int64. Its nodes are of @builder, whose
 * arena keeps those of the script. @name is borrowed, and nullable: a private function. NULL with an error of the script.
 */
const TlPrimFunc *tl_te_make_prim_func (TlPyInterp *interp, const TlAst *at, TlBuilder *builder, const char *name, const TlPyList *args);

/* TRUE if @value is a te schedule. */
gboolean  tl_te_is_schedule (const TlPyValue *value);
/*
 * The program of a te schedule, scheduled: a module of the function @name of the tensors @args (nullable: an error). The schedule's results
 * that are not among them are parameters behind them, @n_added of them. FALSE with an error, at the step that failed.
 */
gboolean  tl_te_apply_schedule (TlPyInterp *interp, const TlAst *at, const TlPyValue *schedule, const TlPyValue *args, const char *name,
                                TlPyValue *module, guint *n_added);

/*
 * The program of a file: that which its steps schedule first; without steps what comes first in it, TVMScript or tensor expressions, and of
 * several programs made from these the last. Errors are TL_TEXT_ERROR with place and caret.
 */
TlModule *tl_program_read (TlSource *source, GError **error);
/* The same with a budget of evaluated nodes; 0: the default. */
TlModule *tl_program_read_within (TlSource *source, guint max_evaluated, GError **error);

/* The program that a function of the script returns, called with arguments "M=1024" (nullable, NULL-terminated). */
TlModule *tl_program_call (TlSource *source, const char *function, const char *const *arguments, GError **error);

G_END_DECLS
