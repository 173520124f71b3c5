/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The float32 functions that neural networks use most, without the doubles of emit-math-wide.c: GPUs other than those for data centers
 * compute these at a thirty-second or sixty-fourth of the speed. At most 2 ulp off (tests/gpu/test-ptx-results.c); angles from 1e5 on go by
 * way of double, behind a branch. Polynomials of erf are Chebyshev expansions, the others those of Moshier's Cephes library.
 */
#include <math.h>

#include "core/codegen/emit-math-private.h"
#include "core/codegen/nvptx/nvptx-private.h"

#define NEAR_ANGLE 1e5

static LLVMValueRef
number (Codegen *cg, LLVMValueRef like, double value)
{
  return cg_fp_constant (cg, like, value);
}

static LLVMValueRef
is (Codegen *cg, LLVMValueRef a, LLVMRealPredicate predicate, double b)
{
  return LLVMBuildFCmp (cg->builder, predicate, a, number (cg, a, b), "");
}

static LLVMValueRef
exponential (Codegen *cg, LLVMValueRef x)
{
  return cg_math_float32 (cg, "exp", &x, 1);
}

/*
 * By e^-|x|, which is at most 1: 1 / (1 + e), or e / (1 + e) where x is negative. The bits of e that 1 + e loses count in the remainder of
 * the quotient, so that it is rounded once.
 */
static LLVMValueRef
emit_sigmoid (Codegen *cg, LLVMValueRef x)
{
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef one = number (cg, x, 1), e = exponential (cg, LLVMBuildFNeg (b, cg_fp_magnitude (cg, x), ""));
  LLVMValueRef above = LLVMBuildSelect (b, is (cg, x, LLVMRealOLT, 0), e, one, ""), below = LLVMBuildFAdd (b, one, e, "");
  LLVMValueRef lost = LLVMBuildFSub (b, e, LLVMBuildFSub (b, below, one, ""), ""), inverse = LLVMBuildFDiv (b, one, below, "");
  LLVMValueRef quotient = cg_fp_multiply (cg, above, inverse), negated = LLVMBuildFNeg (b, quotient, "");
  LLVMValueRef rest = cg_fp_multiply_add (cg, negated, lost, cg_fp_multiply_add (cg, negated, below, above));

  return cg_fp_multiply_add (cg, rest, inverse, quotient);
}

/* 1 - 2 / (e^2|x| + 1), and near 0, where that would lose bits, a polynomial. */
static LLVMValueRef
emit_tanh (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef size = cg_fp_magnitude (cg, x), square = cg_fp_multiply (cg, x, x), one = number (cg, x, 1);
  LLVMValueRef p = cg_fp_multiply (cg, cg_fp_polynomial (cg, square, coefficients, G_N_ELEMENTS (coefficients)), square);
  LLVMValueRef e = exponential (cg, LLVMBuildFAdd (b, size, size, ""));
  LLVMValueRef rest = LLVMBuildFDiv (b, number (cg, x, 2), LLVMBuildFAdd (b, e, one, ""), "");
  LLVMValueRef small = cg_fp_multiply_add (cg, p, size, size), large = LLVMBuildFSub (b, one, rest, "");

  return cg_fp_with_sign_of (cg, LLVMBuildSelect (b, is (cg, size, LLVMRealOLT, 0.625), small, large, ""), x);
}

/* x + x p (x^2) below 1, 1 - e^(-|x| q (|x|)) from there on; 1 from 4 on. */
static LLVMValueRef
emit_erf (Codegen *cg, LLVMValueRef x)
{
  static const double below[] = { 7.8758750626854883e-5, -0.00080168642871658695, 0.005189087423433974, -0.026854212010626412,
                                  0.11283594715160218, -0.37612626666720331, 0.12837916584835095 };
  static const double above[] = { -2.1661804437527474e-7, 3.2367545838500381e-6, -1.584388445597209e-6, -0.00033168544728710361,
                                  0.0038355113314394652, -0.024332305550119957, 0.10702251449278942, 0.63461725518211451,
                                  1.1287928136258814 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef size = cg_fp_magnitude (cg, x), near = cg_fp_clamp (cg, size, 0, 4);
  LLVMValueRef p = cg_fp_polynomial (cg, cg_fp_multiply (cg, x, x), below, G_N_ELEMENTS (below));
  LLVMValueRef q = cg_fp_multiply (cg, near, cg_fp_polynomial (cg, near, above, G_N_ELEMENTS (above)));
  LLVMValueRef rest = exponential (cg, LLVMBuildFNeg (b, q, ""));
  LLVMValueRef small = cg_fp_multiply_add (cg, p, size, size), large = LLVMBuildFSub (b, number (cg, x, 1), rest, "");

  return cg_fp_with_sign_of (cg, LLVMBuildSelect (b, is (cg, size, LLVMRealOLT, 1), small, large, ""), x);
}

/* --- angles --- */

static LLVMValueRef
has_bit (Codegen *cg, LLVMValueRef bits, guint bit)
{
  LLVMValueRef masked = LLVMBuildAnd (cg->builder, bits, LLVMConstInt (cg->i32, bit, FALSE), "");

  return LLVMBuildICmp (cg->builder, LLVMIntNE, masked, LLVMConstInt (cg->i32, 0, FALSE), "");
}

/* The sine of the angle @quarters quadrants after @x. Adding 1.5 * 2^23 leaves the number of quadrants in the low bits. */
static LLVMValueRef
near_circular (Codegen *cg, LLVMValueRef x, guint quarters)
{
  static const double of_sine[] = { -1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1 };
  static const double of_cosine[] = { 2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef magic = number (cg, x, 12582912), shifted = cg_fp_multiply_add (cg, x, number (cg, x, M_2_PI), magic);
  LLVMValueRef n = LLVMBuildFSub (b, shifted, magic, "");
  LLVMValueRef quadrant = LLVMBuildAdd (b, LLVMBuildBitCast (b, shifted, cg->i32, ""), LLVMConstInt (cg->i32, quarters, FALSE), "");
  LLVMValueRef r = cg_fp_multiply_add (cg, n, number (cg, x, -0x1.921fb6p+0), x);

  r = cg_fp_multiply_add (cg, n, number (cg, x, 0x1.777a5cp-25), r);
  r = cg_fp_multiply_add (cg, n, number (cg, x, 0x1.ee59dap-50), r);
  LLVMValueRef square = cg_fp_multiply (cg, r, r);
  LLVMValueRef s = cg_fp_multiply (cg, cg_fp_polynomial (cg, square, of_sine, G_N_ELEMENTS (of_sine)), square);
  LLVMValueRef c = cg_fp_multiply (cg, cg_fp_polynomial (cg, square, of_cosine, G_N_ELEMENTS (of_cosine)), square);

  s = cg_fp_multiply_add (cg, s, r, r);
  c = cg_fp_multiply_add (cg, LLVMBuildFAdd (b, c, number (cg, x, -0.5), ""), square, number (cg, x, 1));
  LLVMValueRef value = LLVMBuildSelect (b, has_bit (cg, quadrant, 1), c, s, "");
  return LLVMBuildSelect (b, has_bit (cg, quadrant, 2), LLVMBuildFNeg (b, value, ""), value, "");
}

static LLVMValueRef
circular (Codegen *cg, LLVMValueRef x, const char *name, guint quarters)
{
  LLVMValueRef values[2];
  LLVMBasicBlockRef ends[2], near = cg_block (cg, "angle.near"), far = cg_block (cg, "angle.far"), after = cg_block (cg, "angle.end");

  LLVMBuildCondBr (cg->builder, is (cg, cg_fp_magnitude (cg, x), LLVMRealOLT, NEAR_ANGLE), near, far);
  for (guint i = 0; i < 2; i++)
    {
      LLVMPositionBuilderAtEnd (cg->builder, i == 0 ? near : far);
      values[i] = i == 0 ? near_circular (cg, x, quarters) : cg_math_float32 (cg, name, &x, 1);
      ends[i] = LLVMGetInsertBlock (cg->builder);
      LLVMBuildBr (cg->builder, after);
    }
  LLVMPositionBuilderAtEnd (cg->builder, after);
  LLVMValueRef phi = LLVMBuildPhi (cg->builder, LLVMTypeOf (x), "");
  LLVMAddIncoming (phi, values, ends, 2);
  return phi;
}

/* Lane by lane: whether an angle is near is each thread's and lane's own. */
static LLVMValueRef
circular_lanes (Codegen *cg, LLVMValueRef x, const char *name, guint quarters)
{
  LLVMValueRef result = LLVMGetPoison (LLVMTypeOf (x));
  guint lanes = cg_lanes (x);

  for (guint i = 0; lanes > 1 && i < lanes; i++)
    {
      LLVMValueRef lane = LLVMBuildExtractElement (cg->builder, x, cg_index (cg, i), "");

      result = LLVMBuildInsertElement (cg->builder, result, circular (cg, lane, name, quarters), cg_index (cg, i), "");
    }
  return lanes > 1 ? result : circular (cg, x, name, quarters);
}

static LLVMValueRef
emit_sin (Codegen *cg, LLVMValueRef x)
{
  /* The sum of -0 and +0 has lost the sign. */
  return LLVMBuildSelect (cg->builder, is (cg, x, LLVMRealOEQ, 0), x, circular_lanes (cg, x, "sin", 0), "");
}

static LLVMValueRef
emit_cos (Codegen *cg, LLVMValueRef x)
{
  return circular_lanes (cg, x, "cos", 1);
}

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMValueRef x); } functions[] = {
  { "sigmoid", emit_sigmoid }, { "tanh", emit_tanh }, { "erf", emit_erf }, { "sin", emit_sin }, { "cos", emit_cos },
};

LLVMValueRef
nvptx_math (Codegen *cg, const TlExpr *call)
{
  TlDType work = tl_dtype_with_lanes (TL_FLOAT32, call->dtype.lanes);

  for (guint i = 0; call->callee->is_float_math && call->n_args == 1 && i < G_N_ELEMENTS (functions); i++)
    if (tl_dtype_is_float (call->dtype) && call->dtype.bits <= 32 && g_str_equal (functions[i].name, call->callee->name))
      {
        LLVMValueRef x = cg_convert (cg, cg_expr (cg, call->args[0]), call->args[0]->dtype, work);

        return cg->error == NULL ? cg_convert (cg, functions[i].emit (cg, x), work, call->dtype)
                                 : LLVMConstNull (cg_value_type (cg, call->dtype));
      }
  return NULL;
}
