/* SPDX-License-Identifier: Apache-2.0 */
/* Rewriting graph functions, and questions that passes ask. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/* A call of a PrimFunc by call_tir or call_tir_inplace: its name and arguments. NULL if it is none. */
const char              *tl_relax_tir_callee (const TlRelaxExpr *expr);
const TlRelaxExpr *const *tl_relax_tir_args (const TlRelaxExpr *call, guint *n_args);

/* Of call_tir_inplace: the argument that the output of that index overwrites; -1: none. */
gint64                   tl_relax_inplace_index (const TlRelaxExpr *call, guint output);

/* Whether running it does nothing but give a value: no call that prints, asserts, or is of a function that is not known to be pure. */
gboolean tl_relax_is_pure (const TlModule *module, const TlRelaxExpr *expr);

/**
 * TlRelaxRewriter:
 *
 * A rewrite with sharing: what does not change is returned itself. Each expression is rewritten children first, then handed to @expr,
 * which gives what stands for it (nullable: itself). Variables that a body or function defines, and whose type changes, become new ones.
 */
typedef struct _TlRelaxRewriter TlRelaxRewriter;
struct _TlRelaxRewriter
{
  TlArena           *arena;
  const TlRelaxExpr *(*expr) (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr);
  GHashTable        *vars;        /* TlRelaxVar → the TlRelaxExpr that stands for it; the rewriter adds new variables */
  GHashTable        *sizes;       /* nullable: TlVar → TlExpr, in types, shapes and scalars */
  gpointer           user_data;
};

const TlRelaxExpr *tl_relax_rewrite (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr);
const TlRelaxType *tl_relax_rewrite_type (TlRelaxRewriter *rewriter, const TlRelaxType *type);
TlRelaxBody        tl_relax_rewrite_body (TlRelaxRewriter *rewriter, const TlRelaxBody *body);
const TlGraphFunc *tl_relax_rewrite_func (TlRelaxRewriter *rewriter, const TlGraphFunc *func);

/* The variables of @values (TlRelaxVar → TlRelaxExpr) replaced. */
const TlRelaxExpr *tl_relax_substitute (TlArena *arena, const TlRelaxExpr *expr, GHashTable *values);

/* @func with another body. */
const TlGraphFunc *tl_graph_func_with_body (TlArena *arena, const TlGraphFunc *func, const TlRelaxBody *body);

G_END_DECLS
