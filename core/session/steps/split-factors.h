/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of a loop that is to be split, and the ruler on which they are chosen. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TL_SPLIT_MAX_FACTORS 4u

/* Outermost first. At most one follows from the others. A plain value; every factor is at least 1. */
typedef struct
{
  gint64 extent;                         /* of the loop */
  guint  n;                              /* 2 … TL_SPLIT_MAX_FACTORS */
  gint64 values[TL_SPLIT_MAX_FACTORS];   /* that of @inferred: ceiling of the extent by the product of the others */
  gint   inferred;                       /* -1: all are given */
} TlSplitFactors;

/* Two factors, the outer one inferred; the inner one is the largest divisor of @extent up to @inner. */
TlSplitFactors tl_split_factors_new (gint64 extent, gint64 inner);
gboolean       tl_split_factors_equal (const TlSplitFactors *a, const TlSplitFactors *b);

/* Sets factor @index to @value, clamped to what there is room for. If it was the inferred one, the outermost other is from now on. */
void           tl_split_factors_set (TlSplitFactors *factors, guint index, gint64 value);
void           tl_split_factors_infer (TlSplitFactors *factors, guint index);
/* A further factor inside of @index, 1 at first; FALSE: there are as many as there can be. */
gboolean       tl_split_factors_add (TlSplitFactors *factors, guint index);
/* Drops factor @index; FALSE: there are only two. */
gboolean       tl_split_factors_remove (TlSplitFactors *factors, guint index);

/* The largest useful value of factor @index while the other given ones stay: with it, an inferred factor is 1. */
gint64         tl_split_factors_room (const TlSplitFactors *factors, guint index);
/* The next divisor of that room above (@by 1) or below (-1) the present value; at the ends the value itself. */
gint64         tl_split_factors_next (const TlSplitFactors *factors, guint index, gint by);

/* The divisors of @extent, ascending: gint64. Free with g_array_unref. */
GArray        *tl_split_divisors (gint64 extent);
/*
 * The factor at a point of the ruler: @value lies between 1 and the room @room. A divisor of @room is taken if the point is at most
 * @tolerance away from it, in binary logarithms; 0: the nearest whole number.
 */
gint64         tl_split_snap (gint64 room, double value, double tolerance);

/* The innermost tile that does not divide the extent: its size, and the iterations of its last one. FALSE: all tiles are whole. */
gboolean       tl_split_factors_tail (const TlSplitFactors *factors, gint64 *tile, gint64 *rest);
/* "8 divides 1024: no tail", "last tile: 4 of 6 iterations (where)". Free with g_free. */
char          *tl_split_factors_tail_text (const TlSplitFactors *factors);
/* "128 × 8". Free with g_free. */
char          *tl_split_factors_text (const TlSplitFactors *factors);

G_END_DECLS
