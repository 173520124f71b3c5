/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records and rules of a model's kernels as they were timed in the model, where a record that is fast alone may be slow. A project keeps
 * the times of each model, target and CPU that was timed.
 */
#pragma once

#include "core/graph/executable.h"
#include "core/records/records.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* Of one kernel. A plain value. */
typedef struct
{
  guint64  record;        /* tl_module_hash of the program that its record makes; 0: it has none */
  double   rules_s;       /* of all its calls in a run; 0: not timed, as the next */
  double   record_s;
  gboolean uses_record;   /* what the model gets */
} TlKernelTimes;

/* One TlKernelTimes for each kernel of runs; NULL: none are kept. */
GArray  *tl_kernel_times_load (TlRecords *records, const TlExecutable *executable, const TlTarget *target);
/* Keeps them if @records are those of a project, in the place of earlier ones. FALSE with an error if the file does not take them. */
gboolean tl_kernel_times_save (TlRecords *records, const TlExecutable *executable, const TlTarget *target, const GArray *times,
                               GError **error);

/* Kernels of runs; those that prepare constants stand behind them. */
guint    tl_executable_n_run_kernels (const TlExecutable *executable);

G_END_DECLS
