/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs with schedules made by hand (data/benchmarks/schedules.py), compiled by us and by TVM for one core. The kernels run in turns in
 * one Python process (schedules-tvm.py), which also compares the results with those of the unscheduled program.
 */
#pragma once

#include "core/schedule/state.h"
#include "tests/bench/bench.h"

G_BEGIN_DECLS

typedef enum { HAND_TIMED, HAND_TVM_WRONG, HAND_TVM_REFUSES, HAND_OURS_WRONG, HAND_OURS_FAILS, HAND_N_RESULTS } HandResult;

/* Seconds of a call: medians and minima of the rounds. Ours are 0 where ours is wrong or fails, TVM's in all cases but HAND_TIMED. */
typedef struct
{
  HandResult result;
  double     ours_s, tvm_s;
  double     ours_least_s, tvm_least_s;
} HandTimes;

#define HAND_N_PROGRAMS 12

typedef struct
{
  const TlBenchOptions *options;
  TlTarget              target;
  TlWorkerPool         *pool;
  char                 *folder;
  GSubprocess          *tvm;
  GDataInputStream     *from;
  TlModule             *modules[HAND_N_PROGRAMS];    /* unscheduled; NULL: not chosen */
  char                 *requests[HAND_N_PROGRAMS];   /* what requests have in common */
} HandTimer;

/* "matmul" */
const char *hand_program_name (guint program);

/* Starts the other process and loads the programs that @options choose. FALSE after printing why; then, too, hand_timer_end is called. */
gboolean    hand_timer_begin (HandTimer *timer, const TlBenchOptions *options);
void        hand_timer_end (HandTimer *timer);

/* Each chosen program with each schedule; @kinds: bits of the kinds of steps. */
typedef void (*HandVisit) (guint program, guint64 seed, TlState *state, guint kinds, gpointer user_data);
void        hand_timer_visit (HandTimer *timer, HandVisit visit, gpointer user_data);

/* Compiles the program of @state, and gives its entry in requests; NULL after printing why not. Free with g_free. */
char       *hand_timer_compile (HandTimer *timer, guint program, guint64 seed, TlState *state);
/* The kernels of @entries, schedules of one program, in turns: a HandTimes of each. */
void        hand_timer_ask (HandTimer *timer, guint program, const char *const *entries, guint n, guint n_rounds, HandTimes *times);

G_END_DECLS
