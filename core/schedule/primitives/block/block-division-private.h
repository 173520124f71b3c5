/* SPDX-License-Identifier: Apache-2.0 */
/* Dividing a block in two: an outer one that runs over whole parts, an inner one that runs inside of one part. */
#pragma once

#include "core/schedule/primitives/block-edit-private.h"

G_BEGIN_DECLS

/**
 * TlBlockDivision: what becomes of the axes of a block when some of the loops around it move inside of a new block. Axis vi is
 * vi_o * extent + vi_i, or one of the two where the other has a single value. outer has one axis for each of the block's. In the
 * arena of the call.
 */
typedef struct
{
  const TlPath  *path;              /* to the block */
  guint          first;             /* on the path: the outermost loop that moves inside; the block itself if none does */
  TlBlockAxis   *outer;
  const TlExpr **outer_bindings;
  gboolean      *is_unit;           /* the outer axis has one value */
  const TlExpr  *outer_predicate;   /* nullable */
  TlBlockAxis   *inner;
  const TlExpr **inner_bindings;
  guint          n_inner;
  const TlExpr  *inner_predicate;   /* nullable */
  const TlExpr **values;            /* of each old axis */
} TlBlockDivision;

/* FALSE with a refusal if an axis mixes loops of both sides in a way that has no quotient and remainder, or the guard does. */
gboolean      tl_divide_block (TlArena *arena, const TlPath *path, guint first, gboolean keep_unit_iters, TlBlockDivision *division,
                               GError **error);

/* Both in terms of the outer axes: the loops that moved with the inner block below them, and a nest that runs its init; NULL without. */
const TlStmt *tl_division_body (TlBuilder *builder, const TlBlockDivision *division);
const TlStmt *tl_division_init (TlBuilder *builder, const TlBlockDivision *division);
/* The regions that all inner blocks of one outer block access; regions of the old block in the outer axes. */
TlRegion      tl_division_region (TlArena *arena, const TlBlockDivision *division, TlRegion region);

G_END_DECLS
