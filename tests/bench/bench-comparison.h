/* SPDX-License-Identifier: Apache-2.0 */
/* One row of data/benchmarks/kernels.json: its program, its best known schedule, and a comparison of a schedule with the baselines. */
#pragma once

#include <json-glib/json-glib.h>

#include "tests/bench/bench.h"
#include "core/device/peak.h"

G_BEGIN_DECLS

/* Owned: program, naive, by_hand, outcomes; the table owns the row. Used in this order: load, compare, print or add to JSON, clear. */
typedef struct
{
  const char   *name;
  JsonObject   *row;
  TlModule     *program;
  const char    *func_name;
  TlState      *naive;      /* the program without steps */
  TlState      *by_hand;    /* with the schedule of the row */
  double        flops;
  guint         n_threads;
  TlPeak        peak;       /* of the first argument's type */
  guint         n_entries;
  TlComparisonEntry  entries[TL_COMPARISON_MAX];
  TlOutcome     outcomes[TL_COMPARISON_MAX];
} TlBenchKernel;

/* @module with the schedule of a row; NULL after printing why, with *exit set. */
TlState  *tl_bench_row_schedule (JsonObject *row, TlModule *module, TlExit *exit);

/* Calls @run for each chosen row; returns the worst exit status. @rows: NULL unless --json is set, which prints them at the end. */
typedef TlExit (*TlBenchKernelFunc) (TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, JsonArray *rows);
TlExit tl_bench_each_kernel (const TlBenchOptions *options, TlBenchKernelFunc run);

/*
 * Compares @ours with the peak of the machine, the libraries of the row, itself on one core, and the schedule by hand if that is another.
 */
TlExit tl_bench_compare (TlBenchKernel *kernel, TlWorkerPool *pool, const TlState *ours, const TlBenchOptions *options);

/* Ratios, above 1 if ours is faster, and our time. @note (nullable) ends the line. */
void   tl_bench_print (const TlBenchKernel *kernel, const char *note);
void   tl_bench_add_json (const TlBenchKernel *kernel, JsonObject *row);

/* The array in a file of data/. */
JsonNode *tl_bench_load_table (const char *name, GError **error);
/* The program of a row of such a table, with the arguments in its member @named. NULL after printing the error. */
TlModule *tl_bench_load_program (JsonObject *row, const char *named);
/* The median over the rounds of the other's time divided by ours. 0: one was not measured. */
double    tl_bench_median_ratio (const TlOutcome *ours, const TlOutcome *other);
/* "matmul+elementwise": the rules of TlDefaultNote. Free with g_free. */
char     *tl_bench_applied_rules (const GPtrArray *notes);

G_END_DECLS
