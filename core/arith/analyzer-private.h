/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of the analyzer.
 *
 *   expression ──tl_sum_of──▶ Sum ──tl_sum_to_expr──▶ expression
 *
 * An integer expression is a constant plus terms. A term is scale * (atom % upper // lower): the one shape under which splits of the
 * same value meet and cancel. An atom is anything a sum cannot look into (a variable, a load, a minimum …) or a whole sum that a
 * division hides, and is itself simplified.
 *
 * Coefficients never leave the type of the expression: an operation that would overflow fails, and its node becomes an atom.
 */
#pragma once

#include "core/arith/analyzer.h"

G_BEGIN_DECLS

#define TL_NO_UPPER G_MAXINT64

typedef struct
{
  const TlExpr *atom;
  gint64        lower;  /* >= 1 */
  gint64        upper;  /* > 1, or TL_NO_UPPER: no % */
  gint64        scale;  /* not 0 */
} TlTerm;

/* terms live in the analyzer's scratch memory. */
typedef struct
{
  TlDType dtype;
  TlTerm *terms;
  guint   n, capacity;
  gint64  base;
} TlSum;

/* Inclusive; G_MININT64 and G_MAXINT64 are open ends. */
typedef struct
{
  gint64 min, max;
} TlBounds;

#define TL_BOUNDS_ALL ((TlBounds) { G_MININT64, G_MAXINT64 })

typedef struct
{
  const TlVar  *var;
  TlBounds      bounds;
  const TlExpr *exact;   /* nullable: the variable has only this value */
} TlVarFact;

/* A known sum >= 0. */
typedef struct
{
  TlSum        sum;
  const TlVar *owner;    /* bound variable it comes from, NULL for an assumption */
} TlConstraint;

/* The knowledge at a push. */
typedef struct
{
  guint n_constraints, n_truths;
} TlMark;

struct _TlAnalyzer
{
  TlArena    *arena;        /* borrowed: results */
  TlArena    *facts_arena;  /* what is known, for the analyzer's whole life */
  TlArena    *scratch;      /* terms and intermediate expressions of one query */
  TlArena    *out;          /* where new expressions go just now: arena, facts_arena or scratch */
  /* In facts_arena */
  TlVarFact  *facts;        /* of the variables bound, each once */
  guint       n_facts, facts_capacity;
  TlConstraint *constraints;
  guint       n_constraints, constraints_capacity;
  const TlExpr **truths;    /* simplified conditions known to hold */
  guint       n_truths, truths_capacity;
  TlMark     *marks;        /* of each push */
  guint       n_marks, marks_capacity;
  GHashTable *fact_places;  /* owned; TlVar → place of its fact; NULL while there are few */
  /* Values */
  guint       depth;        /* of the recursion */
  gboolean    ignores_constraints;  /* while a constraint's own terms are bounded */
  gboolean    proving;      /* results are not shown: expand products, split constants */
};

/* analyzer.c: NULL if @var is not bound; valid until the next binding */
const TlVarFact *tl_analyzer_fact (const TlAnalyzer *analyzer, const TlVar *var);

/* bounds.c */
TlBounds      tl_bounds_add (TlBounds a, TlBounds b);
TlBounds      tl_bounds_scale (TlBounds a, gint64 factor);
TlBounds      tl_bounds_floordiv (TlBounds a, TlBounds b);
TlBounds      tl_bounds_floormod (TlBounds a, TlBounds b);
TlBounds      tl_bounds_intersect (TlBounds a, TlBounds b);
TlBounds      tl_analyzer_term_bounds (TlAnalyzer *analyzer, const TlTerm *term);   /* scale included */
TlBounds      tl_analyzer_sum_bounds (TlAnalyzer *analyzer, const TlSum *sum);
TlBounds      tl_analyzer_expr_bounds (TlAnalyzer *analyzer, const TlExpr *expr);
void          tl_analyzer_sum_modular (TlAnalyzer *analyzer, const TlSum *sum, gint64 *coefficient, gint64 *base);

/* sum.c: FALSE or an unchanged sum where a coefficient would overflow */
gboolean      tl_sum_fits (TlDType dtype, gint64 value);
TlSum         tl_sum_zero (TlDType dtype);
TlSum         tl_sum_const (TlDType dtype, gint64 value);
TlSum         tl_sum_atom (TlAnalyzer *analyzer, const TlExpr *atom);
/* Bounds by the operators of @expr, without simplifying below + - * and constant // and %; cheap. */
TlSum         tl_sum_collect (TlAnalyzer *analyzer, const TlExpr *expr);
TlSum         tl_sum_copy (TlAnalyzer *analyzer, const TlSum *sum);
gboolean      tl_sum_add_term (TlAnalyzer *analyzer, TlSum *sum, TlTerm term);
gboolean      tl_sum_add (TlAnalyzer *analyzer, TlSum *sum, const TlSum *other, gint64 factor);
gboolean      tl_sum_scale (TlSum *sum, gint64 factor);
gboolean      tl_sum_floordiv (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, TlSum *result);
gboolean      tl_sum_floormod (TlAnalyzer *analyzer, const TlSum *sum, gint64 divisor, TlSum *result);
const TlExpr *tl_sum_to_expr (TlAnalyzer *analyzer, const TlSum *sum);
gboolean      tl_atom_equal (const TlExpr *a, const TlExpr *b);

/*
 * The sums that nearly all questions are about: different variables with small factors and a small constant. They are read without memory
 * and without simplifying anything below.
 */
#define TL_PLAIN_TERMS 24
#define TL_PLAIN_LIMIT (G_GINT64_CONSTANT (1) << 31)

typedef struct
{
  TlTerm terms[TL_PLAIN_TERMS];   /* in the order written */
  guint  n;
  gint64 base;
} TlPlainSum;

/* FALSE if @expr, of an index type, is not so plain. Factors and constant are below TL_PLAIN_LIMIT in magnitude. */
gboolean      tl_plain_sum_read (const TlExpr *expr, TlPlainSum *sum);

/* sum-pairs.c: rewrites differences of quotients and of extrema; fewer terms than before */
void          tl_sum_join_pairs (TlAnalyzer *analyzer, TlSum *sum);

/* simplify-expr.c */
gboolean      tl_dtype_is_index (TlDType dtype);       /* scalar int32 or int64: what sums are for */
TlSum         tl_sum_of (TlAnalyzer *analyzer, const TlExpr *expr);
const TlExpr *tl_simplify_once (TlAnalyzer *analyzer, const TlExpr *expr);

/* @a @kind @b as it stands. */
TlSum         tl_sum_of_node (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b);

/* simplify-extremum.c */
TlSum         tl_sum_of_extremum (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b);
void          tl_sum_move_offset_inside (TlAnalyzer *analyzer, TlSum *sum);

/* simplify-compare.c */
const TlExpr *tl_simplify_comparison (TlAnalyzer *analyzer, const TlExpr *expr);
/* Of @a KIND @b, which are simplified, where one comparison against a constant decides the other: -1 false, 0 unknown, 1 true */
int           tl_pair_truth (TlExprKind kind, const TlExpr *a, const TlExpr *b);

/* simplify-logic.c: conditions */
const TlExpr *tl_simplify_condition (TlAnalyzer *analyzer, const TlExpr *expr);
gboolean      tl_prove_non_negative (TlAnalyzer *analyzer, const TlSum *sum);
/* -1 false, 0 unknown, 1 true */
int           tl_condition_truth (const TlExpr *simplified);

G_END_DECLS
