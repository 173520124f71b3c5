/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Group "intensity" (TVM's group 3): floating-point operations for each byte touched, for growing parts of the work: those of the innermost
 * loop, of the two innermost, and so on, read off at ten shares of all operations.
 */
#include "core/cost-model/features/features-private.h"

#define N_SAMPLES 10

static const TlColumnRow rows[] = {
  { "curve", "Operations per byte for a tenth of all operations, two tenths, up to all", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_intensity = { { "intensity", "The curve of arithmetic intensity", 1, N_SAMPLES }, rows };

float *
tl_feature_intensity (const TlViewStore *store, const TlOpTotals *totals, float *out)
{
  double ops[TL_MAX_LOOPS], intensity[TL_MAX_LOOPS];
  guint n = store->n_loops, p = 0;
  if (n == 0 || totals->float_ops <= 0)
    return out + N_SAMPLES;
  double part = totals->float_ops / store->iterations;
  for (guint i = 0; i < n; i++)
    {
      part *= (double) store->loops[n - 1 - i]->extent;
      ops[i] = part;
      intensity[i] = part / (double) MAX (store->touched_bytes[n - 1 - i], 1);
    }
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      double wanted = (double) (i + 1) / N_SAMPLES * part;
      while (p + 1 < n && ops[p] < wanted - 1e-4)
        p++;
      double value = intensity[p];
      if (p > 0 && ops[p] > ops[p - 1])
        value = intensity[p - 1] + (intensity[p] - intensity[p - 1]) / (ops[p] - ops[p - 1]) * (wanted - ops[p - 1]);
      *out++ = tl_feature_log (value);
    }
  return out;
}
