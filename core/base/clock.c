/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/clock.h"

#include <time.h>

gint64
tl_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}
