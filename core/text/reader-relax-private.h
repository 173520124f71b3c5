/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of graph functions: R.function.
 *
 *     reader-relax.c         functions, blocks, bindings, branches
 *     reader-relax-type.c    R.Tensor (…) and its like
 *     reader-relax-value.c   expressions; what is nested in them becomes bindings of its own
 *     reader-relax-call.c    calls of operators and of functions
 *     reader-metadata.c      constants that the text holds as JSON
 *
 * Values are TlParsedValues: of kind TL_GIVEN_RELAX, or numbers, symbolic sizes, texts and lists of these.
 */
#pragma once

#include "core/text/reader-private.h"

G_BEGIN_DECLS

/* A body while it is read. */
struct _TlRelaxFrame
{
  TlRelaxFrame *parent;
  GArray       *blocks;        /* TlRelaxBlock */
  GArray       *bindings;      /* TlRelaxBinding of the open block */
  gboolean      is_dataflow;
  guint        *n_named;       /* [is_dataflow]: bindings so far, which number the names gv and lv */
};

/* A value that is no call: what an argument may be. Calls are bound to new variables. NULL with an error. */
const TlRelaxExpr *tl_relax_leaf (TlReader *reader, const TlAst *at, const TlParsedValue *given);
/* A value as it may stand on the right of a binding. */
const TlRelaxExpr *tl_relax_of_given (TlReader *reader, const TlAst *at, const TlParsedValue *given);
TlParsedValue      tl_given_relax (const TlRelaxExpr *expr);
/* Binds @value to a new variable in the open block. @name nullable: lv, gv … */
const TlRelaxVar  *tl_relax_bind (TlReader *reader, const char *name, const TlRelaxType *type, TlRelaxBindingKind kind,
                                  const TlRelaxExpr *value);

/* Types. */
const TlRelaxType *tl_read_relax_type (TlReader *reader, const TlAst *ast);
/* T1, or a list of types. */
gboolean           tl_read_relax_types (TlReader *reader, const TlAst *ast, const TlRelaxType *const **types, guint *n);
/* The list (n, "m * 2", 4) of sizes. */
gboolean           tl_read_sizes (TlReader *reader, const TlAst *ast, const TlExpr *const **sizes, guint *n);

/* Values. */
gboolean           tl_read_relax (TlReader *reader, const TlAst *ast, TlParsedValue *given);
const TlRelaxExpr *tl_read_relax_leaf (TlReader *reader, const TlAst *ast);
/* "nn.conv2d" for R.nn.conv2d and relax.op.nn.conv2d; NULL for other names. */
const char        *tl_relax_builtin (TlReader *reader, const TlAst *ast);
gboolean           tl_read_relax_call (TlReader *reader, const TlAst *call, TlParsedValue *given);
/* A call of the operator on values, with default attributes. */
gboolean           tl_relax_apply (TlReader *reader, const TlAst *at, const char *op, const TlParsedValue *operands, guint n_operands,
                                   TlParsedValue *given);
/* The scalar as an expression of sizes. */
const TlExpr      *tl_relax_symbol_of (TlReader *reader, const TlRelaxExpr *var);

/* Constants. */
/* R.const (1.0, "float32") */
const TlRelaxExpr *tl_read_relax_const (TlReader *reader, const TlAst *call);
/* metadata["ir.GenericConst"][0]; *@done: whether @ast is one. */
const TlRelaxExpr *tl_read_metadata (TlReader *reader, const TlAst *ast, gboolean *done);

G_END_DECLS
