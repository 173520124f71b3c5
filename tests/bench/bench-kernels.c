/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with their best known schedules, compared with the installed libraries. */
#include "tests/bench/bench-comparison.h"

static TlExit
run_kernel (TlBenchKernel *kernel, TlWorkerPool *pool, const TlBenchOptions *options, JsonArray *rows)
{
  TlExit exit = tl_bench_compare (kernel, pool, kernel->by_hand, options);

  if (rows != NULL)
    {
      JsonObject *row = json_object_new ();

      tl_bench_add_json (kernel, row);
      json_array_add_object_element (rows, row);
    }
  else
    tl_bench_print (kernel, NULL);
  return exit;
}

TlExit
tl_bench_kernels (const TlBenchOptions *options)
{
  return tl_bench_each_kernel (options, run_kernel);
}
