/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/plausibility.h"

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/target/gpu-models.h"

#define PEAK_S      0.01   /* of measuring */
#define MAX_BEYOND 1.25   /* clocks change between the two measurements */

/*
 * Operations a second of the fastest GPU that code for @target is made for, by published figures; 0: not known. Tensor cores multiply
 * float32 too, as tf32 at half the rate of float16, and int8 at twice that rate.
 */
static double
gpu_rate (const TlTarget *target, TlPeak peak)
{
  double rate = 0;

  for (guint i = 0; tl_gpu_model_nth (i) != NULL; i++)
    {
      const TlGpuModel *model = tl_gpu_model_nth (i);
      double tensor = model->f16_tensor_tflops;

      if (tl_gpu_limits (model->arch) != tl_gpu_limits (target->arch))
        continue;
      if (tl_peak_is_of_type (peak, TL_FLOAT32))
        rate = tl_max (rate, tl_max (model->fp32_tflops, tensor / 2));
      else if (!tl_peak_is_of_type (peak, TL_FLOAT64))
        rate = tl_max (rate, 2 * tensor);
    }
  return rate * 1e12;
}

static double
peak_rate (const TlTarget *target, TlPeak peak)
{
  if (!tl_target_has_kernels (target))
    return tl_peak_measure (peak, PEAK_S) * MAX (target->num_cores, 1);
  return *target->arch != '\0' ? gpu_rate (target, peak) : 0;
}

double
tl_plausible_least_s (const TlPrimFunc *func, const TlTarget *target)
{
  double operations[TL_N_PEAKS], least_s = 0;

  tl_func_least_operations (func, operations);
  for (guint peak = 0; peak < TL_N_PEAKS; peak++)
    {
      double rate = operations[peak] > 0 ? peak_rate (target, peak) : 0;

      if (rate > 0)
        least_s = tl_max (least_s, operations[peak] / rate);
    }
  return least_s;
}

gboolean
tl_is_plausible (const TlOutcome *outcome, double least_s)
{
  TlLatency latency;

  return outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency) || latency.median_s * MAX_BEYOND >= least_s;
}
