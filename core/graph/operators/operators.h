/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of graph functions (core/ir/relax-ops.def): the types of their results, and PrimFuncs that compute them. */
#pragma once

#include "core/ir/module.h"
#include "core/ir/relax-op.h"

G_BEGIN_DECLS

/*
 * The type of a call with complete attributes, as TVM infers it, symbolic sizes too; sizes that cannot be known are left out. NULL with
 * TL_GRAPH_ERROR. Shapes that are arguments are TL_RELAX_SHAPE, or variables of that type.
 */
const TlRelaxType *tl_relax_infer (TlArena *arena, const TlRelaxOp *op, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *attrs,
                                   GError **error);

/* FALSE for calls whose type only their text gives: they call functions. */
gboolean           tl_relax_op_is_inferred (const TlRelaxOp *op);

/*
 * The PrimFunc that computes @call, with TVM's loops, blocks and names, and the arguments that it takes (tensors; constants of one element
 * are in it). NULL without an error if @call stays as it is; NULL with TL_GRAPH_ERROR if it should not.
 */
typedef struct
{
  const TlPrimFunc         *func;       /* private, of the name that TVM proposes */
  const TlRelaxExpr *const *args;
  guint                     n_args;
} TlLegalized;

typedef enum
{
  TL_LEGALIZE_AS_TVM = 0,
  TL_LEGALIZE_NO_COPIES = 1 << 0,   /* no block pads with nothing: a convolution without padding reads its input */
  TL_LEGALIZE_ALL = 1 << 1,         /* calls, too, that TVM leaves to functions of its runtime: sort, topk, cumsum, scatter, arange */
} TlLegalizeFlags;

/* The calls of @op are those that TL_LEGALIZE_ALL adds. */
gboolean           tl_relax_op_is_of_runtime (const TlRelaxOp *op);

gboolean           tl_relax_legalize (TlBuilder *builder, const TlRelaxExpr *call, TlLegalizeFlags flags, TlLegalized *legalized,
                                      GError **error);

G_END_DECLS
