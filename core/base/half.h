/* SPDX-License-Identifier: Apache-2.0 */
/* float16 and bfloat16 in software: bit patterns to double and back, rounding once, to nearest even. */
#pragma once

#include "core/base/dtype.h"

G_BEGIN_DECLS

double  tl_half_to_double (guint16 bits);
guint16 tl_half_from_double (double value);
double  tl_bfloat_to_double (guint16 bits);
guint16 tl_bfloat_from_double (double value);

/* @value rounded to the nearest value of the floating type @dtype; float64 and other types give it back unchanged. */
double  tl_round_to_dtype (TlDType dtype, double value);

G_END_DECLS
