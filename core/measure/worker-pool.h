/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates are built and run by tileloom-worker processes; this is the side that asks. */
#pragma once

#include <gio/gio.h>

#include "core/codegen/export.h"
#include "core/worker/outcome.h"
#include "core/worker/worker.h"
#include "core/schedule/split-kernel.h"
#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_RUN_ERROR (tl_run_error_quark ())
GQuark tl_run_error_quark (void);

typedef enum
{
  TL_RUN_ERROR_WORKER,      /* the worker program is missing or does not start */
  TL_RUN_ERROR_FAILED,      /* lowering or code generation failed */
  TL_RUN_ERROR_ENDED,       /* the worker was ended by a signal, by a person or a system in need of memory: another one may fare better */
} TlRunError;

/* How to time; the defaults of TVM's evaluator are number 3, repeat 1, min_repeat_ms 100. */
typedef struct
{
  guint    number;              /* runs per repeat, at least */
  guint    repeat;              /* samples; 0: one run, which is checked and timed */
  double   min_repeat_ms;       /* number grows until a repeat lasts this long */
  double   budget_s;            /* no further sample that would end later, but at least one; 0: half of @run_timeout_s */
  double   stop_above_s;        /* a candidate slower than this gets one sample only; 0: never */
  double   brief_above_s;       /* a candidate slower than this gets a tenth of the budget; 0: never */
  double   prune_above_s;       /* of CPU time, on each core: a candidate whose first run takes longer is pruned; 0: none is */
  double   build_timeout_s;
  double   run_timeout_s;       /* counted in the worker, queueing excluded; GPUs have build_timeout_s besides, for
                                   their drivers compile what they load */
  gint64   memory_limit_bytes;  /* on top of the arguments; 0: none */
  gboolean imports_code;        /* C code that the program brings in annotations is compiled and run: the user asked for it */
  gboolean check;               /* compare with the reference interpreter, where it can run the original program */
  double   cooldown_s;          /* the runner rests so long before the next candidate */
  gboolean flush_cache;         /* each sample is one run with cold caches; number and min_repeat_ms do not count */
  TlParamSet constants;         /* parameters that are the same in each run: what a program does to them alone is done once, not timed */
  gboolean count;               /* read hardware counters in further runs (core/device/counters.h), where the device is the CPU */
} TlMeasureOptions;

TlMeasureOptions tl_measure_options_default (void);   /* window and run: many repeats, a narrow interval */
TlMeasureOptions tl_measure_options_quick (void);     /* tuning: a few short repeats */

/**
 * TlWorkerPool: builder workers and one runner. Thread-safe; a worker that crashes, hangs or grows past its limit is replaced and the
 * candidate gets the outcome. Processes start on demand.
 */
typedef struct _TlWorkerPool TlWorkerPool;

/*
 * @n_builders 0: one for each core but the runner's. The worker program is looked for in the environment's TILELOOM_WORKER, beside the
 * running program, in the build and where it is installed; TL_RUN_ERROR_WORKER if it is in none of these. The runner has the last core
 * of the process for itself, where there are several. While a program for several cores is timed nothing is built.
 */
TlWorkerPool *tl_worker_pool_new (guint n_builders, GError **error);
TlWorkerPool *tl_worker_pool_ref (TlWorkerPool *pool);
void          tl_worker_pool_unref (TlWorkerPool *pool);   /* the last one ends the workers */

/*
 * Builds, checks and times @state's program against the meaning of its first state's program. Blocks; call it from a worker thread.
 * Never fails: what goes wrong is the outcome.
 */
void          tl_worker_pool_measure (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                                      const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome);

/*
 * The time of @state's program by a model of the GPU that @target names (core/analysis/gpu/kernel-cost.h), TL_OUTCOME_PREDICTED; nothing is
 * compiled, run or compared. Blocks, never fails.
 */
void          tl_worker_pool_predict (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                                      const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome);

/*
 * A measurement with @arguments (TlTensor, one for each parameter, not changed) in place of random ones. @results: new, the arguments
 * after one run; NULL where there is none to show, which the outcome explains.
 */
void          tl_worker_pool_run (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                                  const TlMeasureOptions *options, const GPtrArray *arguments, GCancellable *cancellable,
                                  TlOutcome *outcome,
                                  GPtrArray **results);

/* The same for a scheduled @module and the @workload it must agree with; functions are paired by @func_name. */
void          tl_worker_pool_measure_module (TlWorkerPool *pool, const TlModule *workload, const TlModule *module, const char *func_name,
                                             const TlTarget *target, const TlMeasureOptions *options, GCancellable *cancellable,
                                             TlOutcome *outcome);

/* One entry of a comparison: a state's program, or what another library or the bare machine makes of the task (tl_worker_pool_compare). */
typedef struct
{
  const TlState *state;     /* nullable */
  const char    *baseline;  /* nullable: a name that the worker program knows (core/worker/baseline.h) */
  guint          num_cores; /* a state's; 0: those of the comparison's target */
} TlComparisonEntry;

/* Interleaved timing: A B C, C B A, A B C … so that a drifting clock favours none. All run in one process, on the same arguments. */
typedef struct
{
  const TlComparisonEntry *entries;      /* the first is a state; baselines compute what it does */
  guint               n_entries;
  const char         *task;         /* for baselines, nullable: what the program computes, a JSON object */
  const char          *func_name;
  const TlTarget     *target;
  TlParamSet          constants;    /* as of TlMeasureOptions */
  guint               n_rounds;     /* even: favours neither order; 0: until the confidence intervals of the first two are disjoint */
  double              max_s;        /* no further round once this long has passed */
  double              min_repeat_ms;
  double              settle_ms;    /* untimed runs of a program before each of its samples; 0: none */
} TlComparison;

/*
 * A processor lowers its clock for wide vectors and raises it again a millisecond or two after them: a scalar program that took its turn
 * after a vectorized one was measured 9 % slower than alone.
 */
#define TL_SETTLE_MS 2.0

/*
 * Blocks; progress after each round. A state that fails ends the comparison (the others are "not measured"), a baseline that the worker
 * does not have, or that does not do the task, drops out with a message. Results are checked, baselines' too. @outcomes: one per entry,
 * empty.
 */
typedef void (*TlComparisonProgress) (const TlOutcome *outcomes, gpointer user_data);
void          tl_worker_pool_compare (TlWorkerPool *pool, const TlComparison *comparison, TlComparisonProgress progress, gpointer user_data,
                                      GCancellable *cancellable, TlOutcome *outcomes);

/*
 * Text of a compiled form from a builder: "lowered", "llvm", "asm". Blocks. @after: lowering pass to stop at, or NULL. @nodes: nullable, or
 * a GArray of TlOrigin, which receives the loop or block of the function that each line comes from, id 0 where none is known.
 */
char         *tl_worker_pool_compile_to_text (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target,
                                              const char *form, const char *after, GArray *nodes, GCancellable *cancellable,
                                              GError **error);
/* The function for other programs: "object", "llvm", "asm" or "c". Blocks. core/measure/export-files.h makes whole sets of files of it. */
GBytes       *tl_worker_pool_export (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target,
                                     const char *form, const TlExportOptions *options, GCancellable *cancellable, GError **error);

/*
 * For the caller's threads that work while programs are timed, and would disturb the times: pins the calling thread to the cores that
 * are not the runner's, if there are others. Work that keeps a core busy goes between begin and end, in parts of a few milliseconds:
 * begin waits while a program is timed on all cores.
 */
void          tl_worker_pool_pin_background (TlWorkerPool *pool);
void          tl_worker_pool_begin_background (TlWorkerPool *pool);
void          tl_worker_pool_end_background (TlWorkerPool *pool);

/* The current activity of each worker: TRUE while there is a worker @index. @since_ns: when it began (tl_time_ns). */
guint         tl_worker_pool_n_builders (TlWorkerPool *pool);   /* workers below it build, the one after them runs */
typedef enum { TL_WORKER_IDLE, TL_WORKER_BUILD, TL_WORKER_RUN, TL_WORKER_RESTART } TlWorkerState;
gboolean      tl_worker_pool_worker_state (TlWorkerPool *pool, guint index, TlWorkerState *state, gint64 *since_ns);
/*
 * Ends what worker @index does now, in place of its time limit: the candidate timed out, and the worker goes on with the next. FALSE if it
 * does nothing.
 */
gboolean      tl_worker_pool_end_task (TlWorkerPool *pool, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlWorkerPool, tl_worker_pool_unref)

G_END_DECLS
