/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/int-set.h"

G_BEGIN_DECLS

/* Inclusive ends, each NULL where nothing can be said. */
typedef struct
{
  const TlExpr *low;
  const TlExpr *high;
} TlInterval;

/* The values of @expr while @iters, all bound in @analyzer, run; their variables do not occur in the result. Simplified, in its arena. */
TlInterval tl_interval_of (TlAnalyzer *analyzer, const TlExpr *expr, const TlIter *iters, guint n_iters);

G_END_DECLS
