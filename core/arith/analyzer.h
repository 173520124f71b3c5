/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

/**
 * TlAnalyzer:
 *
 * Knowledge about variables in one place of a program, and simplification with it: canonical sums with floordiv/floormod
 * rules, constant bounds, modular facts. Results are new expressions in the analyzer's arena. One thread.
 */
typedef struct _TlAnalyzer TlAnalyzer;

TlAnalyzer   *tl_analyzer_new (TlArena *arena);
void          tl_analyzer_free (TlAnalyzer *analyzer);
TlArena      *tl_analyzer_arena (TlAnalyzer *analyzer);      /* borrowed */

/* @var ranges over [min, min + extent); bounds may be symbolic. Binding again replaces. */
void          tl_analyzer_bind (TlAnalyzer *analyzer, const TlVar *var, const TlExpr *min, const TlExpr *extent);
/* Leaves the scope of @var. That a symbolic extent is not empty, which bounds other variables, holds within the loop only. */
void          tl_analyzer_unbind (TlAnalyzer *analyzer, const TlVar *var);
/* Assumes @cond until the matching pop. */
void          tl_analyzer_push (TlAnalyzer *analyzer, const TlExpr *cond);
void          tl_analyzer_pop (TlAnalyzer *analyzer);

/*
 * An equal expression in the form TVM's simplifier ends with ("i // 8 * 16 + j", no redundant // and %); a fixed point:
 * simplifying twice changes nothing. Never changes the value on the bound ranges, and keeps the type.
 */
const TlExpr *tl_analyzer_simplify (TlAnalyzer *analyzer, const TlExpr *expr);

/* TRUE only if @cond holds for all values of the bound variables. */
gboolean      tl_analyzer_can_prove (TlAnalyzer *analyzer, const TlExpr *cond);
gboolean      tl_analyzer_can_prove_equal (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b);

/* Inclusive bounds of an integer expression; G_MININT64 / G_MAXINT64 are "none known". */
void          tl_analyzer_const_bounds (TlAnalyzer *analyzer, const TlExpr *expr, gint64 *min, gint64 *max);

/* expr == coefficient * x + base for some integer x: 0 coefficient means the constant base. */
void          tl_analyzer_modular (TlAnalyzer *analyzer, const TlExpr *expr, gint64 *coefficient, gint64 *base);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlAnalyzer, tl_analyzer_free)

/* Never negative; of 0 and x it is |x|. 1 in place of 2^63. */
gint64 tl_gcd_int64 (gint64 a, gint64 b);

G_END_DECLS
