/* SPDX-License-Identifier: Apache-2.0 */
/* Where accesses lie in memory, and how far they move when a variable advances. */
#pragma once

#include "core/arith/analyzer.h"

G_BEGIN_DECLS

/* a - b; FALSE if that is no number. */
gboolean      tl_expr_difference (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b, gint64 *difference);
/* The difference of @expr when @var advances by one; FALSE if it depends on where that is. */
gboolean      tl_expr_stride (TlAnalyzer *analyzer, const TlExpr *expr, const TlVar *var, gint64 *stride);

/* The place of a region's first element in its buffer's memory, in elements. */
const TlExpr *tl_region_position (TlArena *arena, const TlRegion *region);

/*
 * Strides as TVM counts them: how many elements further on the region lies when a loop advances by one, for each of the loops. The last
 * dimension counts whose index has the loop's variable as a term; 0 where none has, also for a variable inside of a division, and where an
 * extent that counts is no number.
 */
void          tl_region_loop_strides (TlArena *arena, const TlRegion *region, const TlStmt *const *loops, guint n_loops, gint64 *strides);

G_END_DECLS
