/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of iteration maps.
 *
 *   binding ──tl_iter_rewrite──▶ sum of splits ──tl_iter_fuse──▶ one split of one mark ──tl_iter_check──▶ verdict
 *                                                                  │
 *                                                                  └──tl_iter_sum_to_expr──▶ normal form
 *
 * A mark is something that runs over [0, extent): an iterator (less its minimum), or a sum of splits that tile an interval, or such a sum
 * cut to an interval by the predicate. A split is one digit of a mark: scale * ((mark + shift) % (lower * extent) // lower). Marks refer to
 * earlier marks only, so a walk from the last to the first meets every user of a mark before the mark.
 *
 * Where a divisor does not fit, the mark is taken as padded: shift positions in front, and behind as many as fill the last digit. Every
 * value of a digit is still taken (i // 4 and (i + 2) % 4 over 17 values), but two digits at the end of a padded mark no longer go through
 * all pairs. iter-pad.c tells which may.
 */
#pragma once

#include "core/arith/iter-map.h"

G_BEGIN_DECLS

typedef struct _TlIterMark TlIterMark;

/* Beside the public checks: one to one, but the box around may have points that are padding. */
#define TL_ITER_MAP_PADDED ((TlIterMapCheck) 3)

typedef struct
{
  TlIterMark   *mark;
  const TlExpr *lower, *extent, *scale;
  gint64        shift;           /* >= 0, less than lower * extent; 0 unless all are numbers */
  gboolean      is_top;          /* no digit of the mark above it, where numbers do not tell */
} TlIterSplit;

typedef struct
{
  TlIterSplit  *splits;
  guint         n, capacity;
  const TlExpr *base;
} TlIterSum;

struct _TlIterMark
{
  guint         index;           /* in TlIterMapper.marks */
  const TlVar  *var;             /* NULL: the value is sum, less first */
  const TlExpr *first;           /* smallest value of var or sum, NULL for 0 */
  TlIterSum     sum;             /* splits by falling scale, base 0 */
  const TlExpr *extent;
  gboolean      is_constrained;  /* by the predicate */
  TlIterMark   *bare;            /* of a constrained mark: the same without its unit iterators, NULL until wanted */
  TlIterMark   *full;            /* of a bare mark: whose it is */
  GArray       *users;           /* TlIterSplit, while checking */
};

typedef struct
{
  TlArena       *arena;          /* expressions */
  TlArena       *scratch;        /* marks and splits */
  TlAnalyzer    *analyzer;       /* knows the iterators */
  GHashTable    *vars;           /* TlVar → TlIterMark, NULL mark: a dropped unit iterator */
  GHashTable    *minima;         /* TlVar of dropped unit iterators → TlExpr */
  GPtrArray     *marks;          /* TlIterMark in order of creation */
  TlIterMapCheck check;
  gboolean       keep_units;
  gboolean       keeps_divided_units;  /* x // 2 of a dropped unit iterator stays as it is written, as TVM prints it */
  gboolean        is_dependent;   /* the range of an iterator is an expression of another one: TVM takes no such maps */
  gboolean       overflows;      /* some factor left its type: nothing can be said */
  char          *why;            /* first reason for a failure */
} TlIterMapper;

/* iter-sum.c: factors are positive integers or expressions */
const TlExpr *tl_iter_mul (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b);
gboolean      tl_iter_divides (TlIterMapper *mapper, const TlExpr *a, const TlExpr *divisor, const TlExpr **quotient);
gboolean      tl_iter_equal (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b);
gboolean      tl_iter_at_most (TlIterMapper *mapper, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_iter_int (TlIterMapper *mapper, gint64 value);
gboolean      tl_iter_fail (TlIterMapper *mapper, const char *why);
TlIterMark   *tl_iter_mark_new (TlIterMapper *mapper, const TlVar *var, const TlExpr *extent);
TlIterSum     tl_iter_sum_const (const TlExpr *base);
TlIterSum     tl_iter_sum_whole (TlIterMapper *mapper, TlIterMark *mark);
void          tl_iter_sum_append (TlIterMapper *mapper, TlIterSum *sum, TlIterSplit split);
void          tl_iter_sum_remove (TlIterSum *sum, guint index);
gboolean      tl_iter_sum_add (TlIterMapper *mapper, TlIterSum *sum, const TlIterSum *other);
void          tl_iter_sum_scale (TlIterMapper *mapper, TlIterSum *sum, const TlExpr *factor);
/* Of one iterator with one value. A sum that the predicate leaves one value still has to be accounted for. */
gboolean      tl_iter_is_unit (const TlIterSplit *split);
gboolean      tl_iter_same_digit (TlIterMapper *mapper, const TlIterSplit *a, const TlIterSplit *b);
const TlExpr *tl_iter_split_to_expr (TlIterMapper *mapper, const TlIterSplit *split);
const TlExpr *tl_iter_sum_to_expr (TlIterMapper *mapper, const TlIterSum *sum);

/* iter-pad.c */
/* The check asks for each value once: digits that overlap will not do. */
gboolean      tl_iter_is_one_to_one (const TlIterMapper *mapper);
typedef enum
{
  TL_ITER_EXACT,      /* the digits fit the mark, or numbers are missing to say */
  TL_ITER_PADDED,     /* they fit it when padded, and pass the check */
  TL_ITER_CLASHES,    /* they do not go together */
} TlIterPadding;

/* Whether the value is the whole quotient: nothing is cut off above. */
gboolean      tl_iter_is_top (TlIterMapper *mapper, const TlIterSplit *split);
/* Whether the digit needs its mark padded. */
gboolean      tl_iter_is_padding (const TlIterSplit *split);
/* Digits of one mark, in any order. */
TlIterPadding tl_iter_check_padding (TlIterMapper *mapper, const TlIterMark *mark, const GArray *digits);

/* iter-fuse.c: brings a sum to at most one split that is no unit; FALSE if the splits leave gaps or are out of step */
gboolean      tl_iter_fuse (TlIterMapper *mapper, TlIterSum *sum);
/* The mark of this structure, made when first asked for. */
TlIterMark   *tl_iter_mark_of (TlIterMapper *mapper, const TlIterSum *structure, const TlExpr *extent);

/* iter-rewrite.c */
gboolean      tl_iter_rewrite (TlIterMapper *mapper, const TlExpr *expr, TlIterSum *sum);
gboolean      tl_iter_take_predicate (TlIterMapper *mapper, const TlExpr *predicate);

/* iter-plain.c: TRUE if the bindings are so plain that they are known to pass @check; their normal forms go to @simplified (nullable) */
gboolean      tl_iter_map_is_plain (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                                    const TlExpr *predicate, TlIterMapCheck check, gboolean keep_units, const TlExpr **simplified);

/* iter-map.c */
void          tl_iter_mapper_init (TlIterMapper *mapper, TlArena *arena, const TlIter *iters, guint n_iters, TlIterMapCheck check,
                                   gboolean keep_units);
void          tl_iter_mapper_clear (TlIterMapper *mapper);
/* The bindings as fused sums, checked together. @sums has room for n_bindings. */
gboolean      tl_iter_map_bindings (TlIterMapper *mapper, const TlExpr *const *bindings, guint n_bindings, const TlExpr *predicate,
                                    TlIterSum *sums);

G_END_DECLS
