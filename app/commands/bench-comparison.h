/* SPDX-License-Identifier: Apache-2.0 */
/* One row of data/benchmarks/kernels.json: its program, its best known schedule, and a comparison of a schedule with all others. */
#pragma once

#include <json-glib/json-glib.h>

#include "app/commands/bench.h"
#include "core/device/peak.h"

G_BEGIN_DECLS

/* Owned: program, naive, by_hand, outcomes; the row is the table's. Template of use: load, comparison, print or add to JSON, clear. */
typedef struct
{
  const char   *name;
  JsonObject   *row;
  TlModule     *program;
  guint         func_index;
  TlState      *naive;      /* the program without steps */
  TlState      *by_hand;    /* under the row's schedule */
  double        flops;
  guint         n_threads;
  TlPeak        peak;       /* of the first argument's type */
  guint         n_entries;
  TlComparisonEntry  entries[TL_COMPARISON_MOST];
  TlOutcome     outcomes[TL_COMPARISON_MOST];
} TlBenchKernel;

/* Calls @run for each chosen row; the worst exit counts. @rows: NULL unless results are asked for as JSON, which is printed in the end. */
typedef TlExit (*TlBenchKernelFunc) (TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, JsonArray *rows);
TlExit tl_bench_each_kernel (const TlBenchOptions *options, TlBenchKernelFunc run);

/* @ours against the machine, the libraries that the row names, and what else there is: itself on one core, the schedule by hand if that is another. */
TlExit tl_bench_compare (TlBenchKernel *kernel, TlWorkerPool *pool, const TlState *ours, const TlBenchOptions *options);

/* Ratios, above 1 where ours is faster, and our time. @note (nullable) ends the line. */
void   tl_bench_print (const TlBenchKernel *kernel, const char *note);
void   tl_bench_add_json (const TlBenchKernel *kernel, JsonObject *row);

G_END_DECLS
