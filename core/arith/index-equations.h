/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where two accesses meet: their indices as equations between integers (core/arith/integer-system.h). Each access is a side, 0 or 1, with
 * variables of its own, but for those that are shared. A quotient or remainder by a constant is a variable of its own.
 */
#pragma once

#include "core/arith/integer-system.h"
#include "core/ir/expr.h"

G_BEGIN_DECLS

typedef struct _TlIndexEquations TlIndexEquations;

TlIndexEquations *tl_index_equations_new (void);
void              tl_index_equations_free (TlIndexEquations *equations);
TlIntegerSystem  *tl_index_equations_system (TlIndexEquations *equations);   /* borrowed */

/* @var lies within [@low, @high], on each side by itself. A variable that is not bound has one value, of which nothing is known. */
void              tl_index_equations_bind (TlIndexEquations *equations, const TlVar *var, gint64 low, gint64 high);
/* The same with one value for both sides. */
void              tl_index_equations_share (TlIndexEquations *equations, const TlVar *var, gint64 low, gint64 high);
/* @var stands for @value; the table is borrowed: TlVar → TlExpr. */
void              tl_index_equations_substitute (TlIndexEquations *equations, GHashTable *values);

/* From now on equations take the differences between both sides' variables together: for indices that are much alike. */
void              tl_index_equations_pair (TlIndexEquations *equations);

/* The number of @var on that side in the system. */
guint             tl_index_equations_number (TlIndexEquations *equations, guint side, const TlVar *var);
/* Equates @from of side 0 with @to of side 1. FALSE: one is no affine expression, and nothing is said. */
gboolean          tl_index_equations_equate (TlIndexEquations *equations, const TlExpr *from, const TlExpr *to);
/* The same with a number that lies within [@low, @high] between them: to = from + number. */
gboolean          tl_index_equations_equate_within (TlIndexEquations *equations, const TlExpr *from, const TlExpr *to, gint64 low,
                                                    gint64 high);
/*
 * @expr of @side lies within [@low, @high]. FALSE: it is no affine expression, or has a variable that is not bound, and nothing is said.
 */
gboolean          tl_index_equations_bound (TlIndexEquations *equations, guint side, const TlExpr *expr, gint64 low, gint64 high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlIndexEquations, tl_index_equations_free)

G_END_DECLS
