/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a design space draws a schedule, as MetaSchedule does:
 *
 *     rules (space-rules.c)  or a script            what may be done: tiles sampled, caches, hints as annotations of the root block
 *        └─▶ enter_postproc
 *              └─▶ postprocessing (space-postproc.c)   hints turned into parallel, vectorize and unroll; initialisations split off
 *
 * Traces keep the decisions of the first part; mutation and replay cut at enter_postproc and postprocess anew.
 */
#pragma once

#include "core/target/target.h"
#include "core/tune/space.h"
#include "core/tune/steps-private.h"

G_BEGIN_DECLS

#define TL_HINT_TILING    "meta_schedule.tiling_structure"
#define TL_HINT_PARALLEL  "meta_schedule.parallel"
#define TL_HINT_VECTORIZE "meta_schedule.vectorize"
#define TL_HINT_UNROLL    "meta_schedule.unroll_explicit"

/* One random schedule by TVM's rules for llvm; @variant_seed decides between the design spaces. */
void     tl_rules_apply (TlSteps *steps, const TlTarget *target, guint64 variant_seed);

/* enter_postproc and what follows it; a trace that has entered already stays as it is. NULL with a refusal. */
TlState *tl_space_postprocess (TlState *state, GError **error);

G_END_DECLS
