/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of `tileloom-cli bench` share. */
#pragma once

#include "app/commands/command.h"

G_BEGIN_DECLS

typedef struct
{
  char   **names;        /* patterns of kernels ("matmul-*"); NULL or empty: all */
  gint     n_rounds;
  gint     n_threads;
  gboolean as_json;
} TlBenchOptions;

TlExit tl_bench_kernels (const TlBenchOptions *options);

G_END_DECLS
