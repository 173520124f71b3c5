/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures of operators of graph functions, and complete lists of attributes. */
#pragma once

#include "core/ir/relax.h"

G_BEGIN_DECLS

#define TL_GRAPH_ERROR (tl_graph_error_quark ())
GQuark tl_graph_error_quark (void);

typedef enum
{
  TL_GRAPH_ERROR_INVALID,       /* operator, arguments or attributes do not fit each other */
  TL_GRAPH_ERROR_UNSUPPORTED,   /* right, but not done here */
} TlGraphError;

typedef struct
{
  char    *name;
  char    *default_text;    /* nullable: it must be given */
  gboolean is_attr;
  gboolean is_rest;         /* "*name": any number of arguments; of an attribute: a list, and one number is a list of it */
} TlRelaxParameter;

/* Array of TlRelaxParameter that owns them; of @op, kept for good. */
const GArray      *tl_relax_op_parameters (const TlRelaxOp *op);

/*
 * All attributes of @op in order, those of @given in place of their defaults and in TVM's form: where the default is a list, one number
 * stands for all of it, and half a list for both halves. FALSE with TL_GRAPH_ERROR if @op has no such attribute or lacks one.
 */
gboolean           tl_relax_op_complete (TlArena *arena, const TlRelaxOp *op, const TlAttrs *given, TlAttrs *attrs, GError **error);

/* Whether a call may do more than give a value: R.call_packed, R.print … */
gboolean           tl_relax_op_has_effects (const TlRelaxOp *op);

G_END_DECLS
