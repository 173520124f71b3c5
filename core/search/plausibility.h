/* SPDX-License-Identifier: Apache-2.0 */
/* Times that no machine can reach: a clock that jumps, a program that was optimized away. */
#pragma once

#include "core/ir/module.h"
#include "core/worker/outcome.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/*
 * The shortest time @func can take: the operations that it needs (tl_func_least_operations) at the peak of their type on all of the
 * target's cores. The peak of this machine is measured now, for a few milliseconds; that of a GPU is the published one of the fastest model
 * with the target's arch. 0: not known.
 */
double   tl_plausible_least_s (const TlPrimFunc *func, const TlTarget *target);
/* FALSE for a median well below @least_s (0: not known). */
gboolean tl_is_plausible (const TlOutcome *outcome, double least_s);

G_END_DECLS
