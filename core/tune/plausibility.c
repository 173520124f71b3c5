/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/plausibility.h"

#include "core/analysis/roofline.h"
#include "core/device/peak.h"

#define PEAK_S      0.01   /* of measuring */
#define MOST_BEYOND 1.25   /* clocks change between the two measurements, and operations that fold away are counted */

/* The type of the first argument is that of the operations, as roofs have it. */
static TlPeak
peak_of (const TlPrimFunc *func)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer)
      return tl_peak_of_type (func->params[i].buffer->dtype);
  return TL_PEAK_NONE;
}

double
tl_plausible_least_s (const TlPrimFunc *func, const TlTarget *target)
{
  TlPeak peak = peak_of (func);
  TlMachine machine = { 0 };
  TlRoof roof;

  if (peak == TL_PEAK_NONE)
    return 0;
  machine.operations_per_s[peak] = tl_peak_measure (peak, PEAK_S);
  roof = tl_roof_of (func, &machine, (guint) MAX (target->num_cores, 1));
  return roof.compute_s;
}

gboolean
tl_is_plausible (const TlOutcome *outcome, double least_s)
{
  TlLatency latency;

  return outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency) || latency.median_s * MOST_BEYOND >= least_s;
}
