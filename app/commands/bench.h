/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of `tileloom-cli bench` share. */
#pragma once

#include "app/commands/command.h"

G_BEGIN_DECLS

#define TL_BENCH_SCHEDULES 10000

typedef struct
{
  char      **names;    /* patterns of what is measured ("matmul-*"), or files; NULL or empty: all */
  char       *model;    /* nullable: the cost model to judge, alone */
  gint        n_rounds;
  gint        n_threads;
  gint        n_trials; /* of a search */
  gint        n_schedules;
  gint        seed;
  char       *rules;    /* nullable: search in the space of these instead of the target's own */
  char       *strategy;
  gboolean    as_json;
  GPtrArray  *asked;    /* char *, owned: what tl_bench_is_chosen was asked for */
} TlBenchOptions;

TlExit   tl_bench_kernels (const TlBenchOptions *options);
TlExit   tl_bench_model (const TlBenchOptions *options);
TlExit   tl_bench_rules (const TlBenchOptions *options);
TlExit   tl_bench_tune (const TlBenchOptions *options);
TlExit   tl_bench_search (const TlBenchOptions *options);
TlExit   tl_bench_run (const TlBenchOptions *options);
TlExit   tl_bench_scale (const TlBenchOptions *options);
TlExit   tl_bench_soundness (const TlBenchOptions *options);
/* Processor time of this thread: on a busy machine the share that others take does not count. */
gint64   tl_bench_thread_ns (void);
gboolean tl_bench_is_chosen (const TlBenchOptions *options, const char *name);

G_END_DECLS
