/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of fixed-point numbers, as quantized models have them: T.q_multiply_shift and T.q_multiply_shift_per_axis in the language's own
 * arithmetic, which the interpreter and all generated code compute.
 */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/*
 * The value of @call, in @arena, with TVM's rounding (half up) and wrapping: x * 2^left * y / 2^(q + right). NULL for other calls, and
 * where the operands are not int32.
 */
const TlExpr *tl_fixed_point_meaning (TlArena *arena, const TlExpr *call);

G_END_DECLS
