/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/compare/hot-loop.h"

#include <math.h>

#include "core/analysis/asm-report.h"

/* Element operations of one iteration, a multiply-add as two. */
static double
operations_of (const TlAsmLoop *loop, guint element_bits)
{
  double lanes = loop->vector_bits >= element_bits && element_bits > 0 ? (double) loop->vector_bits / element_bits : 1;

  return (2.0 * loop->n_fmas + loop->n_vector_ops) * lanes + loop->n_scalar_ops;
}

/* Vectors that are only moved do not count. */
static guint
computed_bits (const TlAsmLoop *loop, guint element_bits)
{
  gboolean is_scalar = loop->vector_bits < element_bits || (loop->n_scalar_ops > 0 && loop->n_fmas + loop->n_vector_ops == 0);

  return is_scalar ? element_bits : loop->vector_bits;
}

TlHotLoop
tl_hot_loop_of (GPtrArray *report, double operations, guint element_bits)
{
  const TlAsmLoop *hot = NULL;
  double           most = 0;

  for (guint i = 0; i < report->len; i++)
    if (tl_asm_loop_is_innermost (report, i) && operations_of (report->pdata[i], element_bits) > most)
      {
        hot = report->pdata[i];
        most = operations_of (hot, element_bits);
      }
  if (hot == NULL)
    return (TlHotLoop) { .n_instructions = NAN, .fmas_per_load = NAN };
  return (TlHotLoop) { .is_known = TRUE, .n_instructions = operations > 0 ? hot->n_instructions * (operations / most) : NAN,
                       .fmas_per_load = hot->n_loads > 0 ? (double) hot->n_fmas / hot->n_loads : NAN, .n_spills = hot->n_spills,
                       .n_code = hot->n_instructions, .n_loads = hot->n_loads, .n_fmas = hot->n_fmas, .operations = most,
                       .computed_bits = computed_bits (hot, element_bits) };
}
