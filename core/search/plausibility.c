/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/plausibility.h"

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"

#define PEAK_S      0.01   /* of measuring */
#define MAX_BEYOND 1.25   /* clocks change between the two measurements */

double
tl_plausible_least_s (const TlPrimFunc *func, const TlTarget *target)
{
  double operations[TL_N_PEAKS], least_s = 0;

  tl_func_least_operations (func, operations);
  for (guint peak = 0; peak < TL_N_PEAKS; peak++)
    if (operations[peak] > 0)
      least_s = tl_max (least_s, operations[peak] / tl_peak_measure (peak, PEAK_S) / MAX (target->num_cores, 1));
  return least_s;
}

gboolean
tl_is_plausible (const TlOutcome *outcome, double least_s)
{
  TlLatency latency;

  return outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency) || latency.median_s * MAX_BEYOND >= least_s;
}
