/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Predicted and simulated traffic: `tileloom-bench traffic`. Small programs on small machines; the error is that of the bytes that cross
 * the edge into a level. data/benchmarks/traffic.txt has the table.
 */
#include <math.h>
#include <stdio.h>

#include "core/base/extremum.h"
#include "core/text/script.h"
#include "tests/bench/bench.h"
#include "tests/traffic-programs.h"

typedef struct
{
  guint n, n_within_1, n_within_10;
  double worst;
} ErrorSummary;

static void
add_error (ErrorSummary *summary, double error)
{
  summary->n++;
  summary->n_within_1 += fabs (error) <= 0.01;
  summary->n_within_10 += fabs (error) <= 0.1;
  summary->worst = tl_max (summary->worst, fabs (error));
}

static void
print_program (const TlModule *module, const TlPrimFunc *func, ErrorSummary *summary)
{
  for (guint m = 0; m < G_N_ELEMENTS (small_machines); m++)
    {
      g_auto (SimulatedTraffic) simulated = simulate_program (module, func, &small_machines[m]);

      for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
        {
          double error = prediction_error (&simulated, level);

          printf ("%-18s %-9s %8" G_GINT64_FORMAT " %12.0f %12.0f %+8.1f %%\n", func->name, tl_level_name (level),
                  small_machines[m].bytes[level], tl_moved_bytes (&simulated.traffic->moved[level]), simulated_bytes (&simulated, level),
                  100 * error);
          add_error (summary, error);
        }
    }
}

TlExit
tl_bench_traffic (const TlBenchOptions *options)
{
  g_autoptr (GError)   error = NULL;
  g_autofree char     *path = tl_command_data_file ("benchmarks/traffic.py");
  g_autoptr (TlSource) source = tl_source_load (path, &error);
  g_autoptr (TlModule) module = source != NULL ? tl_script_read (source, &error) : NULL;
  ErrorSummary         summary = { 0 };

  if (module == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  printf ("%-18s %-9s %8s %12s %12s %10s\n", "program", "level", "bytes", "predicted", "simulated", "error");
  for (guint i = 0; i < module->n_prims; i++)
    if (tl_bench_is_chosen (options, module->prims[i]->name))
      print_program (module, module->prims[i], &summary);
  if (summary.n > 0)
    printf ("%u of %u within 1 %%, %u within 10 %%; the largest error is %.0f %%\n", summary.n_within_1, summary.n, summary.n_within_10,
            100 * summary.worst);
  return TL_EXIT_DONE;
}
