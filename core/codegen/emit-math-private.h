/* SPDX-License-Identifier: Apache-2.0 */
/* Building blocks of emit-math.c and emit-math-wide.c: operations on float or double lanes, constants of the type of @like. */
#pragma once

#include "core/codegen/codegen-private.h"

G_BEGIN_DECLS

LLVMValueRef cg_fp_constant (Codegen *cg, LLVMValueRef like, double value);
LLVMValueRef cg_fp_multiply (Codegen *cg, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef cg_fp_multiply_add (Codegen *cg, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
/* coefficients[0] x^(n-1) + … + coefficients[n-1] */
LLVMValueRef cg_fp_polynomial (Codegen *cg, LLVMValueRef x, const double *coefficients, guint n);
LLVMValueRef cg_fp_magnitude (Codegen *cg, LLVMValueRef x);
LLVMValueRef cg_fp_with_sign_of (Codegen *cg, LLVMValueRef value, LLVMValueRef sign);
/* Into [low, high]; NaN stays. */
LLVMValueRef cg_fp_clamp (Codegen *cg, LLVMValueRef x, double low, double high);
LLVMValueRef cg_fp_sqrt (Codegen *cg, LLVMValueRef x);

/* Functions of float lanes by way of double ones; NULL if @name is none of these. */
LLVMValueRef cg_math_wide (Codegen *cg, const char *name, LLVMValueRef *args, guint n_args);

G_END_DECLS
