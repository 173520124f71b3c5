/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of integers that an index takes while some variables run over their ranges. */
#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/iter-map.h"

G_BEGIN_DECLS

/**
 * tl_region_relax:
 *
 * The box of @region that is touched while @iters run over their ranges; other variables stay symbolic. An over-approximation
 * ("upper bound"), exact for quasi-affine indices; extents are simplified, constant where they can be.
 * @predicate (nullable) narrows it.
 */
TlRegion tl_region_relax (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate);

/*
 * The same; extents that are no constants are differences of the ends as they stand, of which tl_range_last gives the end, whatever is
 * known of the variables by then.
 */
TlRegion tl_region_relax_to_ends (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate);

/* The last point, simplified. */
const TlExpr *tl_range_last (TlAnalyzer *analyzer, TlArena *arena, TlRange range);

/*
 * Whether tl_region_relax's box is touched everywhere (TVM's lower bound): the starts of @region are a surjective iteration map, with steps
 * no longer than the extents. @box (nullable) may come in as tl_region_relax's and becomes what the map says, where it says more.
 */
gboolean tl_region_fills_box (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate, TlRegion *box);

/*
 * TVM's upper bound of the box of @region that is touched: @predicate counts where the starts of all dimensions, or that of
 * one alone, are a surjective iteration map under it, and is left aside otherwise. i * 16 + j < 200 limits i * 16 + j, neither i nor j.
 */
TlRegion tl_region_estimate (TlArena *arena, TlRegion region, const TlIter *iters, guint n_iters, const TlExpr *predicate);

/* The smallest box that holds both; TlRegion of the same buffer. Extents are simplified, or as tl_region_relax_to_ends has them. */
TlRegion tl_region_union (TlArena *arena, TlRegion a, TlRegion b);
TlRegion tl_region_union_to_ends (TlArena *arena, TlRegion a, TlRegion b);

/* TRUE only if every point of @inner lies in @outer. */
gboolean tl_region_covers (TlAnalyzer *analyzer, TlRegion outer, TlRegion inner);

G_END_DECLS
