/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vector indices as one scalar and a list of offsets. Ramps of tensor intrinsics (T.Ramp) stay ramps when regions, rows and strides are
 * added, through any number of steps.
 */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* The lanes of an index: @base + offsets[lane]. */
typedef struct
{
  const TlExpr *base;      /* a scalar */
  gint64       *offsets;   /* in the arena; NULL for a scalar index */
  guint         lanes;
} TlLaneIndex;

/* FALSE if the lanes of @index do not differ by numbers. */
gboolean      tl_lane_index_split (TlArena *arena, const TlExpr *index, TlLaneIndex *result);
/* FALSE if the distances become too large. */
gboolean      tl_lane_index_add (TlArena *arena, const TlLaneIndex *a, const TlLaneIndex *b, TlLaneIndex *sum);
/* A ramp, a broadcast or a scalar; NULL if it is none of them. */
const TlExpr *tl_lane_index_to_expr (TlArena *arena, const TlLaneIndex *index);
/* @distance, a scalar, added to each lane of @index. */
const TlExpr *tl_index_shift (TlArena *arena, const TlExpr *index, const TlExpr *distance);

G_END_DECLS
