/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers of the rows in scalar-ops.def and memory-ops.def. */
#pragma once

#include <math.h>
#include <string.h>

#include "core/base/half.h"
#include "core/interp/program-private.h"

G_BEGIN_DECLS

static inline gint64
tl_cell_wrap32 (guint64 value)
{
  return (gint32) (guint32) value;
}

static inline float
tl_cell_product (float a, float b)
{
  return a * b;
}

/* Leading zeros in a word of @width bits; @width for zero. */
static inline gint64
tl_cell_leading_zeros (gint64 value, guint width)
{
  guint64 bits = width >= 64 ? (guint64) value : (guint64) value & (((guint64) 1 << width) - 1);

  return bits == 0 ? (gint64) width : __builtin_clzll (bits) - (64 - (gint64) width);
}

/* @types: to, from. */
TlInterpCell tl_cell_reinterpret (TlInterpCell cell, const TlDType *types);

G_END_DECLS
