/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Advice on a schedule: what limits it, the step that helps most, and how much faster the program gets by it at most.
 *
 * The time is that which was measured, or the prediction where there is none. The prediction is the longer one of computing, at the rate
 * of the vectors in the machine code, and of moving the predicted bytes across the slowest edge between levels of memory
 * (core/analysis/traffic.h), both at the measured rates of this machine. Each of the suggested steps (suggestions.h) around the block that
 * takes longest is applied and predicted in the same way; the part of the measured time that is not predicted stays as it is. A program
 * that was not measured, or is faster than its bytes could be moved, gets no advice on them: the compiler may have changed their order.
 *
 * A program without steps whose hot loop waits for its loads is advised to take the schedule of the rules
 * (core/default-schedules/default-schedule.h): no single step makes a tile of registers. Its gain is that to the new schedule's prediction.
 */
#pragma once

#include "core/session/compare/hot-loop.h"
#include "core/session/steps/suggestions.h"
#include "core/device/machine-rates.h"

G_BEGIN_DECLS

#define TL_ADVICE_MAX 4

typedef enum
{
  TL_ADVICE_CORES,     /* cores are idle */
  TL_ADVICE_VECTORS,   /* arithmetic on less than whole vectors */
  TL_ADVICE_TRAFFIC,   /* too many bytes across an edge */
  TL_ADVICE_LOADS,     /* more of them in the hot loop than multiply-adds: no tile stays in registers */
  TL_ADVICE_SPILLS,    /* of registers in the hot loop */
  TL_ADVICE_N_KINDS,
} TlAdviceKind;

/* Immutable. */
typedef struct
{
  TlAdviceKind  kind;
  double        gain;         /* time before by time after, above 1 */
  char         *limit;        /* a sentence: "One of 8 cores works." */
  char         *action;       /* a sentence: "Parallelize i: up to 7.9× faster." */
  TlSuggestion *suggestion;   /* the step; NULL: no single one does it */
} TlAdvice;

void        tl_advice_free (TlAdvice *advice);
/* Both sentences. Free with g_free. */
char       *tl_advice_text (const TlAdvice *advice);
/* "cores", "vectors", "traffic", "loads", "spills" */
const char *tl_advice_kind_name (TlAdviceKind kind);

typedef struct
{
  TlState         *state;
  const char      *func_name;
  const TlTarget  *target;
  const TlMachine *machine;
  TlHotLoop        hot;         /* of the machine code of @state, if it is known */
  double           measured_s;  /* of @state; 0: not measured */
} TlAdviceFacts;

/*
 * TlAdvice, the highest gain first, at most TL_ADVICE_MAX; empty where nothing is worth it, or the rates or sizes are not known. Free with
 * g_ptr_array_unref. Any thread; takes as long as trying and predicting some dozens of steps. NULL if cancelled.
 */
GPtrArray  *tl_advice_find (const TlAdviceFacts *facts, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlAdvice, tl_advice_free)

G_END_DECLS
