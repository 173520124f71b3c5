/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a design space draws a schedule, as MetaSchedule does:
 *
 *     rules (post-order.c, rules/) or a script      what may be done: tiles sampled, caches, hints as annotations of blocks: the sketches
 *        └─▶ one sketch, with new decisions
 *              └─▶ enter_postproc
 *                    └─▶ postprocessing (postproc.h)         hints turned into parallel, vectorize and unroll; initializations split off
 *
 * Traces keep the decisions of the first part; mutation and replay cut at enter_postproc and postprocess anew.
 */
#pragma once

#include "core/space/space.h"
#include "core/space/schedule-steps.h"

G_BEGIN_DECLS

/* The sketches that rules make of a program, TlState. NULL with a refusal. */
GPtrArray *tl_post_order_sketches (TlState *start, const TlComponent *rules, guint n_rules, const TlTarget *target, GError **error);

G_END_DECLS
