/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/calibration.h"

#include "core/base/clock.h"

#define N_STEPS 40000u   /* 3 to 5 cycles each */
#define N_TIMES 2u       /* the shorter one counts: an interrupt hits one of them */

/* Nothing that a compiler can shorten: each step needs the one before. */
static guint64
chain (guint64 value)
{
  for (guint i = 0; i < N_STEPS; i++)
    value = value * G_GUINT64_CONSTANT (6364136223846793005) + 1;
  return value;
}

double
tl_calibrate (void)
{
  static volatile guint64 kept = 1;
  gint64 shortest_ns = G_MAXINT64;

  for (guint i = 0; i < N_TIMES; i++)
    {
      gint64 start_ns = tl_time_ns (), took_ns;

      kept = chain (kept);
      took_ns = tl_time_ns () - start_ns;
      if (took_ns < shortest_ns)
        shortest_ns = took_ns;
    }
  return (double) shortest_ns / 1e9;
}
