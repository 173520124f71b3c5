/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

/*
 * The part of a block axis that a loop runs through: each iteration moves the axis by @low, all of them by @high. Of i = i_0 * 6 + i_1,
 * where i has 1026 values, i_0 is 6 … 1026 and i_1 is 1 … 6; loops of several schedules that run through the same part of an axis
 * correspond. A plain value.
 */
typedef struct
{
  gint64 low, high;   /* equal: one iteration, which moves nothing; high G_MAXINT64: not known */
} TlAxisPart;

/* The part that @var of @extent iterations (-1: symbolic) runs through in @binding. FALSE: none. */
gboolean tl_axis_part_find (const TlExpr *binding, const TlVar *var, gint64 extent, TlAxisPart *part);

/* Whether there is a value that both move by; a part of one iteration belongs to those that begin or end with it. */
gboolean tl_axis_parts_meet (const TlAxisPart *a, const TlAxisPart *b);
/* How much of both is common to them, on a log scale: 1 for the same part, 0 if they only touch. */
double   tl_axis_parts_overlap (const TlAxisPart *a, const TlAxisPart *b);

G_END_DECLS
