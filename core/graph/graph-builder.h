/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds one graph function, as TVM's BlockBuilder does: parameters first, then bindings in one dataflow block, outputs last. Names are
 * those that it gives: lv, lv1 … for bindings, gv for outputs.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef struct _TlGraphBuilder TlGraphBuilder;

/* In @arena, which the caller keeps; for one thread. */
TlGraphBuilder    *tl_graph_builder_new (TlArena *arena);
void               tl_graph_builder_free (TlGraphBuilder *builder);

/* A name that another variable has gets a number. */
const TlRelaxVar  *tl_graph_builder_param (TlGraphBuilder *builder, const char *name, const TlRelaxType *type);
/* @value bound to a new variable of the name @hint (nullable: lv) and the type of @value. */
const TlRelaxVar  *tl_graph_builder_emit (TlGraphBuilder *builder, const char *hint, const TlRelaxExpr *value);
/*
 * A call of the operator of that name: arguments, absent ones NULL; attributes that are not their default. Its type is inferred; NULL with
 * TL_GRAPH_ERROR, which names operator and arguments, if these do not fit. The first one does not bind it.
 */
const TlRelaxExpr *tl_graph_builder_make_call (TlGraphBuilder *builder, const char *op, const TlRelaxExpr *const *args, guint n_args,
                                               const TlAttrs *attrs, GError **error);
const TlRelaxVar  *tl_graph_builder_call (TlGraphBuilder *builder, const char *op, const TlRelaxExpr *const *args, guint n_args,
                                          const TlAttrs *attrs, GError **error);
/* Ends the function: with one output its value, else a tuple of them. The builder is empty then. */
const TlGraphFunc *tl_graph_builder_finish (TlGraphBuilder *builder, const TlRelaxExpr *const *outputs, guint n_outputs,
                                            const TlAttrs *attrs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlGraphBuilder, tl_graph_builder_free)

G_END_DECLS
