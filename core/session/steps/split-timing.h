/* SPDX-License-Identifier: Apache-2.0 */
/* Latencies of programs that differ in the factors of one split, each timed in turns with the present program. */
#pragma once

#include "core/session/steps/split-plan.h"

G_BEGIN_DECLS

/* One iteration of the machine code's loop with the most multiply-adds, or, without any, with the most arithmetic. */
typedef struct
{
  gboolean is_known;
  guint    n_fmas;
  guint    n_loads;
  guint    n_spills;
} TlSplitCode;

/* Of assembly; unknown for a machine whose assembly is not read. */
TlSplitCode tl_split_code_of (const char *assembly);

typedef struct
{
  TlSplitPlan plan;
  char       *problem;                /* nullable: why there are no times */
  guint       n_samples;
  double      median_s;               /* 0: there are no times */
  double      low_s, high_s;          /* 80 % of the samples lie between */
  double      now_s;                  /* median of the present program beside it */
  double      ratio;                  /* of its time by that of the present program */
  double      ratio_low, ratio_high;  /* 95 % interval of the median of all rounds */
  TlSplitCode code;
} TlSplitTime;

/* Fills in the times from the rounds of both programs; FALSE without samples. */
gboolean    tl_split_time_fill (TlSplitTime *time, const TlOutcome *now, const TlOutcome *split);
/* Whether the rounds can tell it from the present program. */
gboolean    tl_split_time_is_distinct (const TlSplitTime *time);

/**
 * TlSplitTiming: measures what it is asked for, one program after the other, in worker processes, and keeps the results. Main thread.
 * "changed" follows every result, and every change of what is measured.
 */
#define TL_TYPE_SPLIT_TIMING (tl_split_timing_get_type ())
G_DECLARE_FINAL_TYPE (TlSplitTiming, tl_split_timing, TL, SPLIT_TIMING, GObject)

/* @state and @step (nullable): as of tl_split_plan_apply. */
TlSplitTiming     *tl_split_timing_new (TlSession *session, TlState *state, TlState *step);
/*
 * Measures these plans in their order, those that are not known yet, instead of those that were asked for before; one that is being
 * measured goes on if it is among them. Nothing is measured while a tuning run is active.
 */
void               tl_split_timing_ask (TlSplitTiming *timing, const TlSplitPlan *plans, guint n_plans);
/* Ends what is measured; results stay. */
void               tl_split_timing_stop (TlSplitTiming *timing);

/* NULL: not measured yet. Borrowed. */
const TlSplitTime *tl_split_timing_find (TlSplitTiming *timing, const TlSplitPlan *plan);
guint              tl_split_timing_n (TlSplitTiming *timing);
const TlSplitTime *tl_split_timing_nth (TlSplitTiming *timing, guint index);
/* The plan that is being measured; NULL: none. Borrowed until "changed". */
const TlSplitPlan *tl_split_timing_current (TlSplitTiming *timing);
/* The code of the present program. */
TlSplitCode        tl_split_timing_now_code (TlSplitTiming *timing);

G_END_DECLS
