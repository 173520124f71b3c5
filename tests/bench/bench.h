/* SPDX-License-Identifier: Apache-2.0 */
/* Options and functions that the benchmarks share. */
#pragma once

#include "app/commands/command.h"

G_BEGIN_DECLS

typedef struct
{
  char      **names;    /* patterns of the names to run ("matmul-*"), or files; NULL or empty: all */
  char       *model;    /* nullable: the only cost model to evaluate */
  gint        n_rounds;      /* 0: as many as the benchmark has by default */
  gint        n_threads;
  gint        n_trials; /* of a search */
  gint        n_schedules;   /* 0: as many as the benchmark has by default */
  gint        n_slow;        /* schedules or steps to print */
  gboolean    by_step;       /* schedules: each step of them */
  char       *gains;         /* nullable: where their table goes as JSON */
  char       *target;        /* nullable: the host */
  char       *device;        /* nullable: "cuda" */
  gboolean    is_small;      /* gpu: sizes that a CPU can compute, too */
  gint        seed;
  char       *rules;    /* nullable: schedule rules of the design space instead of those of the target */
  char       *strategy;
  gboolean    as_json;
  GPtrArray  *asked;    /* char *, owned: the names passed to tl_bench_is_chosen */
} TlBenchOptions;

TlExit   tl_bench_schedule (const TlBenchOptions *options);
TlExit   tl_bench_explain (const TlBenchOptions *options);
TlExit   tl_bench_gpu (const TlBenchOptions *options);
TlExit   tl_bench_gpu_static (const TlBenchOptions *options);
TlExit   tl_bench_gpu_soundness (const TlBenchOptions *options);
TlExit   tl_bench_kernels (const TlBenchOptions *options);
TlExit   tl_bench_model (const TlBenchOptions *options);
TlExit   tl_bench_repair (const TlBenchOptions *options);
TlExit   tl_bench_programs (const TlBenchOptions *options);
TlExit   tl_bench_rules (const TlBenchOptions *options);
TlExit   tl_bench_tune (const TlBenchOptions *options);
TlExit   tl_bench_search (const TlBenchOptions *options);
TlExit   tl_bench_run (const TlBenchOptions *options);
TlExit   tl_bench_scale (const TlBenchOptions *options);
TlExit   tl_bench_schedules (const TlBenchOptions *options);
TlExit   tl_bench_soundness (const TlBenchOptions *options);
TlExit   tl_bench_suggestions (const TlBenchOptions *options);
TlExit   tl_bench_traffic (const TlBenchOptions *options);
TlExit   tl_bench_ui (const TlBenchOptions *options);
/* CPU time of this thread, which excludes the time of other processes on a busy machine. */
gint64   tl_bench_thread_ns (void);
/* Of @n trials or milliseconds as many as belong to --rounds: all @n without it, and in proportion to 30 with it; at least one. */
guint    tl_bench_share (const TlBenchOptions *options, guint n);
gboolean tl_bench_is_chosen (const TlBenchOptions *options, const char *name);

G_END_DECLS
