/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/* The blocks of the PrimFuncs that a function calls, in order. */
typedef struct
{
  GArray       *params;    /* TlParam: of each tensor and scalar in the function's parameters */
  GPtrArray    *results;   /* const TlBuffer *: of each tensor that it gives; parameters may be among them, and one may be there twice */
  GPtrArray    *allocs;    /* const TlBuffer *: those that the blocks write */
  const TlStmt *body;
} TlFusedBody;

/* FALSE with TL_GRAPH_ERROR; clear @body in any case. */
gboolean tl_fuse_tir_body (TlBuilder *builder, const TlModule *module, const char *name, const TlGraphFunc *func, TlFusedBody *body,
                           GError **error);
void     tl_fused_body_clear (TlFusedBody *body);

/*
 * The PrimFunc of the name @name that does what @func does by call_tir of others. @is_used (gboolean) gets for each tensor and scalar in
 * @func's parameters, fields of tuples in order, whether it is a parameter still. NULL with TL_GRAPH_ERROR.
 */
const TlPrimFunc *tl_fuse_tir_function (TlBuilder *builder, const TlModule *module, const char *name, const TlGraphFunc *func,
                                        GArray *is_used, GError **error);

G_END_DECLS
