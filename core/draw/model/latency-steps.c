/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/model/latency-steps.h"

void
tl_latency_steps_free (TlLatencySteps *steps)
{
  g_free (steps->steps);
  g_free (steps);
}

double
tl_latency_steps_at (const TlLatencySteps *steps, guint n_trials)
{
  guint last = 0;

  while (last + 1 < steps->n_steps && steps->steps[last + 1].n_trials <= n_trials)
    last++;
  return steps->steps[last].seconds;
}
