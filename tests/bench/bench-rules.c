/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speed of default schedules: compares each kernel with the default schedule rules and with the best known schedule, "by-hand" (1: equally
 * fast, 0.5: half as fast), and with the machine and the libraries, as `tileloom-bench kernels` does.
 */
#include "tests/bench/bench-comparison.h"
#include "core/default-schedules/default-schedule.h"

static TlExit
run_kernel (TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, JsonArray *rows)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlState)   scheduled = NULL;
  g_autofree char      *applied = NULL;
  TlTarget              target = tl_target_host ();
  TlExit                exit;

  target.num_cores = kernel->n_threads;
  scheduled = tl_default_schedule_with (kernel->naive, kernel->func_name, &target, TL_DEFAULT_ALL, notes, &error);
  if (scheduled == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_REFUSED;
    }
  applied = tl_bench_applied_rules (notes);
  exit = tl_bench_compare (kernel, pool, scheduled, options);
  if (rows != NULL)
    {
      JsonObject *row = json_object_new ();

      tl_bench_add_json (kernel, row);
      json_object_set_string_member (row, "rules", applied);
      json_array_add_object_element (rows, row);
    }
  else
    tl_bench_print (kernel, applied);
  return exit;
}

TlExit
tl_bench_rules (const TlBenchOptions *options)
{
  return tl_bench_each_kernel (options, run_kernel);
}
