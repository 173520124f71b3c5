/* SPDX-License-Identifier: Apache-2.0 */
/* A split that is being chosen: where it goes, of which loops, with which factors. */
#pragma once

#include "core/session/session.h"
#include "core/session/steps/split-factors.h"

G_BEGIN_DECLS

/* A loop and its factors. */
typedef struct
{
  TlNodeId       loop;
  TlSplitFactors factors;
} TlSplitAxis;

/*
 * One loop; or two of one perfect nest, the outer one first, that are tiled together: split, split, and all outer parts around all inner
 * parts. A plain value.
 */
typedef struct
{
  TlSplitAxis axes[2];
  guint       n_axes;
} TlSplitPlan;

/* The plan to split @loop of @state; FALSE: it is no loop, or its extent is not a number. */
gboolean     tl_split_plan_new (const TlState *state, TlNodeId loop, TlSplitPlan *plan);
/* Tiles with another loop of the same perfect nest; FALSE: @loop is not in it. The two keep their order. */
gboolean     tl_split_plan_add (TlSplitPlan *plan, const TlState *state, TlNodeId loop);
gboolean     tl_split_plan_equal (const TlSplitPlan *a, const TlSplitPlan *b);
/* The plan that the step which led to @step took; FALSE: it is no split, or the extent of its loop is not a number. */
gboolean     tl_split_plan_of_step (const TlState *step, TlSplitPlan *plan);
/* The split among the steps of @state that made @loop, as far as its plan is known; NULL: none did. Borrowed from @state. */
TlState     *tl_split_step_of_loop (TlState *state, TlNodeId loop);
/* The other loops of the perfect nest around and in @loop, outermost first: const TlStmt *. */
GPtrArray   *tl_split_partners (const TlState *state, TlNodeId loop);

/*
 * The state after the plan, from @state. @step (nullable): a split among the steps of @state takes the plan's factors instead of its own,
 * as many as it had, and the steps after it follow. NULL with a refusal. Any thread.
 */
TlState     *tl_split_plan_apply (const TlSplitPlan *plan, TlState *state, TlState *step, GError **error);
/* The arguments of the step for the first axis, by node; in @arena. */
TlArg       *tl_split_plan_args (const TlSplitPlan *plan, TlArena *arena, const TlPrimitive **primitive);
/* "Split i into 128 × 8"; "Tile i, j by 8 × 16". @module has the loops. Free with g_free. */
char        *tl_split_plan_text (const TlSplitPlan *plan, const TlModule *module);
/* The name that part @index of the axis gets: "i_1". Free with g_free. */
char        *tl_split_plan_part_name (const TlSplitPlan *plan, const TlModule *module, guint axis, guint index);

G_END_DECLS
