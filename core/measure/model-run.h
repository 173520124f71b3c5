/* SPDX-License-Identifier: Apache-2.0 */
/* Whole models in workers: the builders compile the kernels, the runner runs all calls in one process. */
#pragma once

#include "core/graph/executable.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* How many kernels are built; after the last one the model runs. Of any thread. */
typedef void (*TlModelRunFunc) (guint n_built, gpointer user_data);

typedef struct
{
  gboolean check;               /* each call's result is compared with the interpreter's, on the inputs that it has in a run */
  gboolean time;                /* at least 30 runs after two for warming up, fewer if these take longer than @budget_s */
  gboolean profile;             /* with @time: each call apart, too */
  double   budget_s;
  double   build_timeout_s;     /* of a kernel */
  double   run_timeout_s;
  gint64   memory_limit_bytes;  /* on top of the tensors; 0: none */
  TlModelRunFunc progress;      /* nullable */
  gpointer       progress_data;
} TlModelRunOptions;

TlModelRunOptions tl_model_run_options_default (void);

/* A value (tl_model_outcome_clear). */
typedef struct
{
  TlOutcome  whole;         /* samples are single runs, end to end; messages begin with the kernel at fault */
  double     build_s;       /* until all kernels were built */
  gint       failed_call;   /* the one that ran or was checked when it failed; -1: none */
  double    *call_s;        /* of each call the median; NULL without a profile */
  guint      n_calls;
  guint64    n_checked;     /* elements */
  guint64    n_at_border;   /* of these: rounded to the other of two near steps (interp/check.h) */
  guint      n_unchecked;   /* calls that the interpreter cannot run */
  GPtrArray *outputs;       /* TlTensor; NULL if it failed */
} TlModelOutcome;

/*
 * @modules: a TlModule for each kernel of @executable, the scheduled function "main"; @inputs: a TlTensor for each of its inputs. Blocks;
 * never fails: what goes wrong is the outcome.
 */
void tl_worker_pool_run_model (TlWorkerPool *pool, const TlExecutable *executable, const GPtrArray *modules, const TlTarget *target,
                               const TlModelRunOptions *options, GPtrArray *inputs, GCancellable *cancellable, TlModelOutcome *outcome);
void tl_model_outcome_clear (TlModelOutcome *outcome);

/* A model with schedules; borrows. */
typedef struct
{
  const TlExecutable *executable;
  const GPtrArray    *modules;
} TlModelVariant;

/*
 * The same of several variants in turns, @n_rounds times each: outcome r * n_variants + i is that of variant i in round r. If one cannot be
 * built, its outcome of the first round says so, and nothing runs.
 */
void tl_worker_pool_compare_models (TlWorkerPool *pool, const TlModelVariant *variants, guint n_variants, guint n_rounds,
                                    const TlTarget *target, const TlModelRunOptions *options, GPtrArray *inputs, GCancellable *cancellable,
                                    TlModelOutcome *outcomes);

G_END_DECLS
