/* SPDX-License-Identifier: Apache-2.0 */
/* Which part of a block's iteration space has to run so that some regions of the buffers it touches are done. */
#pragma once

#include "core/analysis/block-info.h"
#include "core/schedule/refusal.h"

G_BEGIN_DECLS

/* Inclusive limits in terms of the loops outside. An absent pair is NULL, NULL. */
typedef struct
{
  const TlExpr *min, *max;              /* what the new loop runs over */
  const TlExpr *bound_min, *bound_max;  /* what it must not leave, where that is not certain: a predicate is needed */
} TlAxisDomain;

/**
 * tl_solve_axis_domains:
 * @provided: regions of @block's accesses, in its axes
 * @required: for each of them the region that has to be reached, in the loops outside; buffer NULL if none is required
 *
 * One domain per axis of @block. Axes that do not follow from the accesses run over all their range. FALSE with a refusal if an access
 * cannot be solved for the axes.
 */
gboolean tl_solve_axis_domains (TlAnalyzer *analyzer, TlArena *arena, const TlBlock *block, const TlRegion *provided,
                                const TlRegion *required, guint n_regions, TlAxisDomain *domains, GError **error);

G_END_DECLS
