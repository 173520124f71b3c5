/* SPDX-License-Identifier: Apache-2.0 */
/* Dividing extents into parts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* a / b rounded up; 0 for a < 1, and b is at least 1. */
static inline gint64
tl_ceildiv (gint64 a, gint64 b)
{
  return a > 0 ? (a - 1) / (b > 1 ? b : 1) + 1 : 0;
}

/* The largest divisor of @extent up to @limit, at least 1. */
static inline gint64
tl_largest_divisor (gint64 extent, gint64 limit)
{
  for (gint64 d = limit < extent ? limit : extent; d > 1; d--)
    if (extent % d == 0)
      return d;
  return 1;
}

G_END_DECLS
