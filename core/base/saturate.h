/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products and sums of sizes, strides and counts of iterations. A program may give loops and buffers any extents, so a product may not fit
 * 64 bits: then it is the largest (or least) integer, which is still larger than every cache, unroll limit or number of cores it is
 * compared with. Arithmetic that must be exact is checked with __builtin_mul_overflow where it stands.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

static inline gint64
tl_mul_saturated (gint64 a, gint64 b)
{
  gint64 product;

  if (__builtin_mul_overflow (a, b, &product))
    return (a < 0) == (b < 0) ? G_MAXINT64 : G_MININT64;
  return product;
}

static inline gint64
tl_add_saturated (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? G_MININT64 : G_MAXINT64;
  return sum;
}

G_END_DECLS
