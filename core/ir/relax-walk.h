/* SPDX-License-Identifier: Apache-2.0 */
/* Visits the expressions of graph functions. */
#pragma once

#include "core/ir/relax.h"

G_BEGIN_DECLS

typedef void (*TlRelaxVisit) (const TlRelaxExpr *expr, gpointer user_data);

/* Calls @visit for @expr, then for its parts: arguments, items, branches, functions in it. NULL is none. */
void tl_relax_expr_walk (const TlRelaxExpr *expr, TlRelaxVisit visit, gpointer user_data);
/* In order: the value of each binding, then its variable; at last the result. */
void tl_relax_body_walk (const TlRelaxBody *body, TlRelaxVisit visit, gpointer user_data);
/* Parameters, then the body. */
void tl_graph_func_walk (const TlGraphFunc *func, TlRelaxVisit visit, gpointer user_data);

/* Calls @visit for each size of the type, and for those of its fields. */
typedef void (*TlRelaxSizeVisit) (const TlExpr *size, gpointer user_data);
void tl_relax_type_walk_sizes (const TlRelaxType *type, TlRelaxSizeVisit visit, gpointer user_data);
/* The sizes of its type, of type arguments, shapes and scalars: not those of its parts. */
void tl_relax_expr_walk_sizes (const TlRelaxExpr *expr, TlRelaxSizeVisit visit, gpointer user_data);

G_END_DECLS
