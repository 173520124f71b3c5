/* SPDX-License-Identifier: Apache-2.0 */
/* Two schedules of a model, timed in turns: end to end, call by call and kernel by kernel. */
#pragma once

#include "core/default-schedules/kernel-schedules.h"
#include "core/measure/model-run.h"

G_BEGIN_DECLS

typedef enum
{
  TL_MODEL_BEFORE,
  TL_MODEL_AFTER,
  TL_N_MODEL_SIDES,
} TlModelSide;

/* The model that is timed, and with what. Borrows; a plain value. */
typedef struct
{
  const TlModule   *lowered;       /* behind all passes */
  const char       *func_name;     /* of its graph function */
  const TlTarget   *target;
  TlRecords        *records;       /* nullable */
  TlWorkerPool     *pool;
  TlModelRunOptions options;       /* of a round of one side */
  GCancellable     *cancellable;   /* nullable */
} TlModelTiming;

/* A model with two lists of schedules. Owns everything; a plain value that is all 0 at first. */
typedef struct
{
  TlExecutable *executables[TL_N_MODEL_SIDES];
  GPtrArray    *schedules[TL_N_MODEL_SIDES];    /* TlKernelSchedule */
  TlLatency     whole[TL_N_MODEL_SIDES];        /* of each figure the median over rounds; n_samples is of all rounds */
  double       *call_s[TL_N_MODEL_SIDES];       /* of each call of the executable; medians over rounds, as … */
  double       *kernel_s[TL_N_MODEL_SIDES];     /* … of all calls of each kernel */
} TlModelComparison;

/* Calls in rounds of a few seconds, with the times of single calls. */
TlModelRunOptions tl_model_timing_options (void);

/* @records: nullable, rules alone; @times: as for tl_kernel_schedules_new_by_times. The side before is freed. FALSE with an error. */
gboolean tl_model_comparison_add (TlModelComparison *comparison, TlModelSide side, const TlModelTiming *timing, TlRecords *records,
                                  const GArray *times, GError **error);
/* Times both sides in turns. FALSE with an error if one cannot be built or run. */
gboolean tl_model_comparison_run (TlModelComparison *comparison, const TlModelTiming *timing, GError **error);
void     tl_model_comparison_clear (TlModelComparison *comparison);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlModelComparison, tl_model_comparison_clear)

/* The kernels of runs. */
guint    tl_model_comparison_n_kernels (const TlModelComparison *comparison);
/* Kernels of @side with records, used or not, and how many use them. */
void     tl_model_comparison_count (const TlModelComparison *comparison, TlModelSide side, guint *n_records, guint *n_used,
                                    guint *n_kernels);
/* The rounds of a comparison. */
guint    tl_model_comparison_n_rounds (void);

/*
 * The choice between records and rules, timed in the model: TlKernelTimes (core/default-schedules/kernel-times.h) that are also kept with
 * the records. @comparison: where rules, BEFORE, and records, AFTER, were timed last: not at all if there are no records, all records if
 * none is used, else those that are used. NULL with an error.
 */
GArray  *tl_model_time_records (const TlModelTiming *timing, TlModelComparison *comparison, GError **error);

G_END_DECLS
