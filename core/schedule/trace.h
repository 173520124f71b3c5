/* SPDX-License-Identifier: Apache-2.0 */
/* Traces as text and JSON, as TVM prints and reads them. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * The steps up to @state as "b0 = sch.get_block(…)" lines without an enclosing function (the classic form of the tutorials), or with
 * "def apply_trace(sch: tir.Schedule) -> None:" around them, below comments that say where TVM computes another result from the program
 * (tvm-allocation.h). Free with g_free.
 */
char    *tl_trace_to_text (const TlState *state, TlDialect dialect, gboolean as_function);

/* An argument without variables as a Python literal. Free with g_free. */
char    *tl_trace_arg_to_text (const TlArg *arg);

/* TVM's as_json: [[instructions], [decisions]], without the steps that are not applied. */
char    *tl_trace_to_json (const TlState *state, TlDialect dialect);
/* The same with these, and with marks at steps that break an order, for project files. */
char    *tl_trace_to_project_json (const TlState *state);

/*
 * Replays JSON on @start. Without decisions (@use_decisions FALSE) samples are drawn anew from the state's seed. With @stop_at_postproc
 * the replay ends before enter_postproc. Unknown instruction kinds are kept as opaque steps that change nothing, unless a later step uses
 * their outputs. In a program of one function that function is meant, whatever the trace calls it: records of tasks say "main".
 */
TlState *tl_trace_replay_json (TlState *start, const char *json, gboolean use_decisions, gboolean stop_at_postproc, GError **error);
/* The whole with its decisions; @on_refused is called at a refusal. The state that it returns descends from the one that it was given. */
TlState *tl_trace_replay_json_with (TlState *start, const char *json, TlRefusedFunc on_refused, gpointer user_data, GError **error);

/* The whole from a project file: drafts (tl_state_is_draft) stay such. Other readers refuse their steps, as any that breaks an order. */
TlState *tl_trace_replay_project_json (TlState *start, const char *json, GError **error);

/* Replays the steps that led to @state on another start (same or equal module), with or without their decisions. */
TlState *tl_trace_replay (TlState *start, const TlState *steps_of, gboolean use_decisions, gboolean stop_at_postproc, GError **error);
/* … with their decisions, on another function: wherever a step names one, @func_name is meant. */
TlState *tl_trace_replay_on_function (TlState *start, const TlState *steps_of, const char *func_name, GError **error);

/*
 * Of the steps that led to @steps_of those that @keep marks, one entry each. A step that uses the results of one that is left out is wrong:
 * tl_trace_add_needed marks these, too.
 */
TlState *tl_trace_replay_some (const TlState *steps_of, const gboolean *keep, GError **error);
void     tl_trace_add_needed (const TlState *steps_of, gboolean *keep);

/* Steps of the past that another order is looked for among. */
#define TL_TRACE_MAX_BACK 24

/* Whether a place before @step is another than after it: looking up and sampling change nothing. */
gboolean tl_trace_can_precede (const TlState *step);
/* The steps after @before that led to @steps_of, on @taken, which came from @before by other steps. NULL where they do not apply. */
TlState *tl_trace_replay_rest (TlState *taken, TlState *before, const TlState *steps_of);

/* An order in which a refused step works. Owned states; clear with tl_trace_order_clear. */
typedef struct
{
  TlState *taken;    /* after the refused step, earlier than it was asked for */
  TlState *later;    /* the step of the past that follows it in this order, where it was */
  TlState *end;      /* after all steps */
} TlTraceOrder;

/*
 * The order in which a refused step works: the latest step of @state's past before which @inst applies such that all steps from there on
 * apply, too. FALSE where no order of these steps works. It tries them, which takes about as long as replaying @state some times.
 * @by_node: arguments are NODEs, as of tl_state_apply_to_nodes.
 */
gboolean tl_trace_find_order (TlState *state, const TlInst *inst, gboolean by_node, TlTraceOrder *order);
void     tl_trace_order_clear (TlTraceOrder *order);
/* "decompose_reduction first, then parallel (Parallelize i)". Free with g_free. */
char    *tl_trace_order_text (const TlTraceOrder *order);

/*
 * The state after @inst, which stands in place of the instruction that led to @step: variables are to keep their numbers. NULL with a
 * refusal, also where it yields another number of results than @step did.
 */
TlState *tl_trace_apply_like (TlState *state, const TlState *step, const TlInst *inst, GError **error);

/*
 * The steps that led to @state with new samples drawn from @seed. States before the first sample are shared with @state: drawing
 * many from one state costs as much as what depends on samples.
 */
TlState *tl_trace_redraw (TlState *state, guint64 seed, GError **error);

/* The same end program with dead pure steps dropped (TVM: simplified). */
TlState *tl_trace_simplify (const TlState *state, gboolean remove_postproc, GError **error);

G_END_DECLS
