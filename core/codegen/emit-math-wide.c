/* SPDX-License-Identifier: Apache-2.0 */
/*
 * float32 functions computed in double and rounded once: with some 40 good bits on the way nothing is left to prove about a result's last
 * bit but the rounding itself, and exponents do not run out. Polynomials of log and atan are Chebyshev expansions, those of exp, sin
 * and cos Taylor's; the relative error of each is below 1e-9.
 *
 * Angles are reduced in two ways. Up to 2^17 multiples of π/2 are subtracted in three parts, the first two of which have products without
 * rounding. Where a lane is larger all go by the bits of 2/π that matter to it (Payne and Hanek), behind a branch.
 */
#include <math.h>

#include "core/codegen/emit-math-private.h"

#define MAX_WHOLE_POWER 4

static LLVMTypeRef
wide_type (Codegen *cg, LLVMValueRef like)
{
  return cg_with_lanes (cg->f64, cg_lanes (like));
}

static LLVMTypeRef
long_type (Codegen *cg, LLVMValueRef like)
{
  return cg_with_lanes (cg->i64, cg_lanes (like));
}

static LLVMValueRef
bits_of (Codegen *cg, LLVMValueRef x)
{
  return LLVMBuildBitCast (cg->builder, x, long_type (cg, x), "");
}

static LLVMValueRef
from_bits (Codegen *cg, LLVMValueRef bits)
{
  return LLVMBuildBitCast (cg->builder, bits, wide_type (cg, bits), "");
}

static LLVMValueRef
long_constant (Codegen *cg, LLVMValueRef like, guint64 value)
{
  return cg_splat (cg, LLVMConstInt (cg->i64, value, FALSE), cg_lanes (like));
}

static LLVMValueRef
number (Codegen *cg, LLVMValueRef like, double value)
{
  return cg_fp_constant (cg, like, value);
}

static LLVMValueRef
add (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildFAdd (cg->builder, a, b, "");
}

static LLVMValueRef
subtract (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildFSub (cg->builder, a, b, "");
}

static LLVMValueRef
choose (Codegen *cg, LLVMValueRef cond, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildSelect (cg->builder, cond, a, b, "");
}

static LLVMValueRef
is (Codegen *cg, LLVMValueRef a, LLVMRealPredicate predicate, double b)
{
  return LLVMBuildFCmp (cg->builder, predicate, a, number (cg, a, b), "");
}

static LLVMValueRef
divide (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildFDiv (cg->builder, a, b, "");
}

static LLVMValueRef
negate (Codegen *cg, LLVMValueRef x)
{
  return LLVMBuildFNeg (cg->builder, x, "");
}

static LLVMValueRef
to_float (Codegen *cg, LLVMValueRef x)
{
  return LLVMBuildFPTrunc (cg->builder, x, cg_with_lanes (cg->f32, cg_lanes (x)), "");
}

/*
 * A quotient of two doubles in float: three roundings instead of one, for half the time. Only where neither side leaves the normal floats,
 * or the result is as small as the upper side.
 */
static LLVMValueRef
quotient (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return divide (cg, to_float (cg, a), to_float (cg, b));
}

/* --- exponentials and logarithms --- */

/* The integer nearest to x, |x| < 2^50, as a double; *@bits has it too. */
static LLVMValueRef
nearest (Codegen *cg, LLVMValueRef x, LLVMValueRef *bits)
{
  LLVMValueRef magic = number (cg, x, 0x1.8p52), shifted = add (cg, x, magic);
  *bits = LLVMBuildSub (cg->builder, bits_of (cg, shifted), bits_of (cg, magic), "");
  return subtract (cg, shifted, magic);
}

/* e^x; beyond ±200 as there: no float is so large or small. */
static LLVMValueRef
wide_exp (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { 1 / 3628800., 1 / 362880., 1 / 40320., 1 / 5040., 1 / 720., 1 / 120., 1 / 24., 1 / 6., 1 / 2., 1,
                                         1 };
  LLVMValueRef n_bits;
  x = cg_fp_clamp (cg, x, -200, 200);
  LLVMValueRef n = nearest (cg, cg_fp_multiply (cg, x, number (cg, x, M_LOG2E)), &n_bits);
  LLVMValueRef r = cg_fp_multiply_add (cg, n, number (cg, x, -M_LN2), x);
  LLVMValueRef p = cg_fp_polynomial (cg, r, coefficients, G_N_ELEMENTS (coefficients));
  LLVMValueRef biased = LLVMBuildAdd (cg->builder, n_bits, long_constant (cg, x, 1023), "");
  return cg_fp_multiply (cg, p, from_bits (cg, LLVMBuildShl (cg->builder, biased, long_constant (cg, x, 52), "")));
}

/* log x of a positive normal number: x = m * 2^e with m in [sqrt (1/2), sqrt (2)). */
static LLVMValueRef
positive_log (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = {
    0.04386709816967567, -0.085678635477040438, 0.087413690308809897, -0.082900966183646174, 0.089514849703275487, -0.099902557136667042,
    0.11119851201066416, -0.12500927067466208, 0.14285434045689477, -0.16666636020054734, 0.20000004361526533, -0.25000000390109667,
    0.33333333306932494, -0.49999999998660033, 1.0000000000002742,
  };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef bits = bits_of (cg, x), shifted = LLVMBuildSub (b, bits, long_constant (cg, x, 0x3fe6a09e667f3bcd), "");
  /* A conversion of 64-bit integers is slow on many machines; the exponent fits the low bits of 1.5 * 2^52. */
  LLVMValueRef e = LLVMBuildAdd (b, LLVMBuildAShr (b, shifted, long_constant (cg, x, 52), ""), long_constant (cg, x, 0x4338000000000000),
                                 "");
  LLVMValueRef exponent = subtract (cg, from_bits (cg, e), number (cg, x, 0x1.8p52));
  LLVMValueRef m = from_bits (cg, LLVMBuildSub (b, bits, LLVMBuildAnd (b, shifted, long_constant (cg, x, 0xfff0000000000000), ""), ""));
  LLVMValueRef f = subtract (cg, m, number (cg, x, 1));
  LLVMValueRef p = cg_fp_multiply (cg, f, cg_fp_polynomial (cg, f, coefficients, G_N_ELEMENTS (coefficients)));
  return cg_fp_multiply_add (cg, exponent, number (cg, x, M_LN2), p);
}

static LLVMValueRef
wide_log (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef result = choose (cg, is (cg, x, LLVMRealOLT, INFINITY), positive_log (cg, x), x);
  result = choose (cg, is (cg, x, LLVMRealOLT, 0), number (cg, x, NAN), result);
  return choose (cg, is (cg, x, LLVMRealOEQ, 0), number (cg, x, -INFINITY), result);
}

static LLVMValueRef
scaled_log (Codegen *cg, LLVMValueRef x, double scale)
{
  return to_float (cg, cg_fp_multiply (cg, wide_log (cg, x), number (cg, x, scale)));
}

static LLVMValueRef
emit_log2 (Codegen *cg, LLVMValueRef x)
{
  return scaled_log (cg, x, M_LOG2E);
}

static LLVMValueRef
emit_log10 (Codegen *cg, LLVMValueRef x)
{
  return scaled_log (cg, x, M_LOG10E);
}

/* @x where it is small, by its first terms x + @third x^3; else @result: differences of numbers near 1 lose the bits of a small x. */
static LLVMValueRef
unless_small (Codegen *cg, LLVMValueRef x, double second, double third, LLVMValueRef result)
{
  LLVMValueRef terms = cg_fp_multiply_add (cg, number (cg, x, third), x, number (cg, x, second));
  LLVMValueRef small = cg_fp_multiply_add (cg, cg_fp_multiply (cg, x, x), terms, x);
  LLVMValueRef is_small = is (cg, cg_fp_magnitude (cg, x), LLVMRealOLT, 1e-3);
  /* The sum would lose the sign of -0. */
  small = choose (cg, is (cg, x, LLVMRealOEQ, 0), x, small);
  return choose (cg, is_small, small, result);
}

static LLVMValueRef
emit_log1p (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, unless_small (cg, x, -1. / 2, 1. / 3, wide_log (cg, add (cg, x, number (cg, x, 1)))));
}

static LLVMValueRef
emit_exp10 (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, wide_exp (cg, cg_fp_multiply (cg, x, number (cg, x, M_LN10))));
}

/* By e^-|x|, which is at most 1. */
static LLVMValueRef
emit_sigmoid (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef one = number (cg, x, 1), e = wide_exp (cg, negate (cg, cg_fp_magnitude (cg, x)));
  return quotient (cg, choose (cg, is (cg, x, LLVMRealOLT, 0), e, one), add (cg, e, one));
}

static LLVMValueRef
hyperbolic (Codegen *cg, LLVMValueRef x, gboolean is_sine)
{
  LLVMValueRef e = wide_exp (cg, cg_fp_magnitude (cg, x)), inverse = divide (cg, number (cg, x, 1), e);
  LLVMValueRef sum = is_sine ? subtract (cg, e, inverse) : add (cg, e, inverse);
  return cg_fp_multiply (cg, sum, number (cg, x, 0.5));
}

static LLVMValueRef
emit_sinh (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, unless_small (cg, x, 0, 1. / 6, cg_fp_with_sign_of (cg, hyperbolic (cg, x, TRUE), x)));
}

static LLVMValueRef
emit_cosh (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, hyperbolic (cg, x, FALSE));
}

static LLVMValueRef
emit_asinh (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef size = cg_fp_magnitude (cg, x);
  LLVMValueRef root = cg_fp_sqrt (cg, cg_fp_multiply_add (cg, x, x, number (cg, x, 1)));
  LLVMValueRef large = wide_log (cg, add (cg, size, root));
  return to_float (cg, unless_small (cg, x, 0, -1. / 6, cg_fp_with_sign_of (cg, large, x)));
}

static LLVMValueRef
emit_acosh (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef one = number (cg, x, 1);
  LLVMValueRef root = cg_fp_sqrt (cg, cg_fp_multiply (cg, subtract (cg, x, one), add (cg, x, one)));
  LLVMValueRef result = wide_log (cg, add (cg, x, root));
  return to_float (cg, choose (cg, is (cg, x, LLVMRealOLT, 1), number (cg, x, NAN), result));
}

static LLVMValueRef
emit_atanh (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef one = number (cg, x, 1);
  LLVMValueRef ratio = divide (cg, add (cg, one, x), subtract (cg, one, x));
  LLVMValueRef result = cg_fp_multiply (cg, wide_log (cg, ratio), number (cg, x, 0.5));
  /* At 1 the ratio is infinite. Beyond it is negative. */
  return to_float (cg, unless_small (cg, x, 0, 1. / 3, result));
}

/* --- angles --- */

/* 32 zero bits, then those of 2/π. */
static const guint32 two_over_pi[] = {
  0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
};

static LLVMValueRef
table_of_two_over_pi (Codegen *cg)
{
  static const char name[] = "two_over_pi";
  LLVMValueRef table = LLVMGetNamedGlobal (cg->module, name), words[G_N_ELEMENTS (two_over_pi)];
  if (table != NULL)
    return table;
  for (guint i = 0; i < G_N_ELEMENTS (two_over_pi); i++)
    words[i] = LLVMConstInt (cg->i32, two_over_pi[i], FALSE);
  table = LLVMAddGlobal (cg->module, LLVMArrayType2 (cg->i32, G_N_ELEMENTS (two_over_pi)), name);
  LLVMSetInitializer (table, LLVMConstArray2 (cg->i32, words, G_N_ELEMENTS (two_over_pi)));
  LLVMSetGlobalConstant (table, TRUE);
  LLVMSetLinkage (table, LLVMPrivateLinkage);
  return table;
}

/* Word @index of each lane, as 64 bits. */
static LLVMValueRef
load_word (Codegen *cg, LLVMValueRef index)
{
  guint lanes = cg_lanes (index);
  LLVMValueRef pointers = LLVMBuildInBoundsGEP2 (cg->builder, cg->i32, table_of_two_over_pi (cg), &index, 1, "");
  LLVMValueRef words;
  if (lanes == 1)
    words = LLVMBuildLoad2 (cg->builder, cg->i32, pointers, "");
  else
    {
      LLVMTypeRef types[2] = { LLVMVectorType (cg->i32, lanes), LLVMTypeOf (pointers) };
      LLVMValueRef all = cg_splat (cg, LLVMConstInt (cg->i1, 1, FALSE), lanes);
      LLVMValueRef args[4] = { pointers, LLVMConstInt (cg->i32, 4, FALSE), all, LLVMGetPoison (types[0]) };
      words = cg_intrinsic (cg, "llvm.masked.gather", types, 2, args, 4);
    }
  return LLVMBuildZExt (cg->builder, words, long_type (cg, words), "");
}

/* The remainder of an angle after the multiples of π/2, within ±π/4, and their number modulo 4. */
typedef struct
{
  LLVMValueRef rest;
  LLVMValueRef quadrant;   /* i64 */
} Angle;

/* |x| < 2^17 */
static Angle
reduce_small (Codegen *cg, LLVMValueRef x)
{
  Angle angle;
  LLVMValueRef n = nearest (cg, cg_fp_multiply (cg, x, number (cg, x, M_2_PI)), &angle.quadrant);
  LLVMValueRef r = cg_fp_multiply_add (cg, n, number (cg, x, -0x1.921fb544p+0), x);
  r = cg_fp_multiply_add (cg, n, number (cg, x, -0x1.0b4611a6p-34), r);
  angle.rest = cg_fp_multiply_add (cg, n, number (cg, x, -0x1.3198a2e037073p-69), r);
  return angle;
}

/*
 * x = m 2^k, m of 53 bits of which the upper 24 are not zero, say M of 24 bits. M times the 96 bits of 2/π that begin at the weight 2^(1-k)
 * gives the number of quadrants in units of 2^-62; what stands before is a multiple of 4, what comes after too small to matter.
 */
static Angle
reduce_large (Codegen *cg, LLVMValueRef x)
{
  LLVMBuilderRef b = cg->builder;
  Angle angle;
  LLVMValueRef bits = bits_of (cg, x), words[4];
#define LONG(value) long_constant (cg, x, (value))
  /* Lanes that are small or no number may look anywhere in the table, but not beyond. */
  LLVMValueRef k = LLVMBuildSub (b, LLVMBuildLShr (b, bits, LONG (52), ""), LONG (1023 + 23 - 30), "");
  LLVMValueRef is_inside = LLVMBuildICmp (b, LLVMIntULT, k, LONG (160), "");
  k = choose (cg, is_inside, k, LONG (0));
  LLVMValueRef m = LLVMBuildLShr (b, bits, LONG (29), "");
  m = LLVMBuildOr (b, LLVMBuildAnd (b, m, LONG (0x7fffff), ""), LONG (0x800000), "");
  LLVMValueRef at = LLVMBuildLShr (b, k, LONG (5), ""), shift = LLVMBuildAnd (b, k, LONG (31), "");
  for (guint i = 0; i < 4; i++)
    words[i] = load_word (cg, LLVMBuildAdd (b, at, LONG (i), ""));
  LLVMValueRef high = LLVMBuildOr (b, LLVMBuildShl (b, words[0], LONG (32), ""), words[1], "");
  LLVMValueRef low = LLVMBuildOr (b, LLVMBuildShl (b, words[2], LONG (32), ""), words[3], "");
  LLVMValueRef carried = LLVMBuildLShr (b, LLVMBuildShl (b, words[2], shift, ""), LONG (32), "");
  high = LLVMBuildOr (b, LLVMBuildShl (b, high, shift, ""), carried, "");
  low = LLVMBuildLShr (b, LLVMBuildShl (b, low, shift, ""), LONG (32), "");
  LLVMValueRef below = LLVMBuildLShr (b, LLVMBuildMul (b, m, low, ""), LONG (32), "");
  LLVMValueRef product = LLVMBuildAdd (b, LLVMBuildMul (b, m, high, ""), below, "");
  angle.quadrant = LLVMBuildLShr (b, LLVMBuildAdd (b, product, LONG (G_GUINT64_CONSTANT (1) << 61), ""), LONG (62), "");
  LLVMValueRef fraction = LLVMBuildSIToFP (b, LLVMBuildShl (b, product, LONG (2), ""), wide_type (cg, x), "");
  angle.rest = cg_fp_multiply (cg, fraction, number (cg, x, M_PI_2 * 0x1p-64));
#undef LONG
  return angle;
}

static LLVMValueRef
is_any (Codegen *cg, LLVMValueRef cond)
{
  LLVMTypeRef type = LLVMTypeOf (cond);
  return cg_lanes (cond) > 1 ? cg_intrinsic (cg, "llvm.vector.reduce.or", &type, 1, &cond, 1) : cond;
}

/* Of |x|. */
static Angle
reduce (Codegen *cg, LLVMValueRef x)
{
  Angle angles[2], merged;
  LLVMBasicBlockRef ends[2];
  LLVMBasicBlockRef small = cg_block (cg, "angle.small"), large = cg_block (cg, "angle.large"), after = cg_block (cg, "angle");
  LLVMBuildCondBr (cg->builder, is_any (cg, is (cg, x, LLVMRealOGE, 0x1p17)), large, small);
  LLVMPositionBuilderAtEnd (cg->builder, small);
  angles[0] = reduce_small (cg, x);
  ends[0] = LLVMGetInsertBlock (cg->builder);
  LLVMBuildBr (cg->builder, after);
  LLVMPositionBuilderAtEnd (cg->builder, large);
  Angle near = reduce_small (cg, x), far = reduce_large (cg, x);
  LLVMValueRef is_far = is (cg, x, LLVMRealOGE, 0x1p17);
  angles[1] = (Angle) { choose (cg, is_far, far.rest, near.rest), choose (cg, is_far, far.quadrant, near.quadrant) };
  ends[1] = LLVMGetInsertBlock (cg->builder);
  LLVMBuildBr (cg->builder, after);
  LLVMPositionBuilderAtEnd (cg->builder, after);
  merged.rest = LLVMBuildPhi (cg->builder, wide_type (cg, x), "");
  merged.quadrant = LLVMBuildPhi (cg->builder, long_type (cg, x), "");
  LLVMAddIncoming (merged.rest, (LLVMValueRef[]) { angles[0].rest, angles[1].rest }, ends, 2);
  LLVMAddIncoming (merged.quadrant, (LLVMValueRef[]) { angles[0].quadrant, angles[1].quadrant }, ends, 2);
  /* An infinite angle has no rest. */
  merged.rest = choose (cg, is (cg, x, LLVMRealOLT, INFINITY), merged.rest, number (cg, x, NAN));
  return merged;
}

static LLVMValueRef
sine_of_rest (Codegen *cg, LLVMValueRef r)
{
  static const double coefficients[] = { 1 / 6227020800., -1 / 39916800., 1 / 362880., -1 / 5040., 1 / 120., -1 / 6., 1 };
  return cg_fp_multiply (cg, r, cg_fp_polynomial (cg, cg_fp_multiply (cg, r, r), coefficients, G_N_ELEMENTS (coefficients)));
}

static LLVMValueRef
cosine_of_rest (Codegen *cg, LLVMValueRef r)
{
  static const double coefficients[] = { 1 / 479001600., -1 / 3628800., 1 / 40320., -1 / 720., 1 / 24., -1 / 2., 1 };
  return cg_fp_polynomial (cg, cg_fp_multiply (cg, r, r), coefficients, G_N_ELEMENTS (coefficients));
}

static LLVMValueRef
has_bit (Codegen *cg, LLVMValueRef value, guint64 bit)
{
  LLVMValueRef masked = LLVMBuildAnd (cg->builder, value, long_constant (cg, value, bit), "");
  return LLVMBuildICmp (cg->builder, LLVMIntNE, masked, long_constant (cg, value, 0), "");
}

/* The sine of an angle @quarters quadrants further on. */
static LLVMValueRef
circular (Codegen *cg, const Angle *angle, guint quarters)
{
  LLVMValueRef quadrant = LLVMBuildAdd (cg->builder, angle->quadrant, long_constant (cg, angle->rest, quarters), "");
  LLVMValueRef value = choose (cg, has_bit (cg, quadrant, 1), cosine_of_rest (cg, angle->rest), sine_of_rest (cg, angle->rest));
  return choose (cg, has_bit (cg, quadrant, 2), negate (cg, value), value);
}

static LLVMValueRef
emit_sin (Codegen *cg, LLVMValueRef x)
{
  Angle angle = reduce (cg, cg_fp_magnitude (cg, x));
  LLVMValueRef value = circular (cg, &angle, 0);
  return to_float (cg, choose (cg, has_bit (cg, bits_of (cg, x), G_GUINT64_CONSTANT (1) << 63), negate (cg, value), value));
}

static LLVMValueRef
emit_cos (Codegen *cg, LLVMValueRef x)
{
  Angle angle = reduce (cg, cg_fp_magnitude (cg, x));
  return to_float (cg, circular (cg, &angle, 1));
}

static LLVMValueRef
emit_tan (Codegen *cg, LLVMValueRef x)
{
  Angle angle = reduce (cg, cg_fp_magnitude (cg, x));
  LLVMValueRef sine = sine_of_rest (cg, angle.rest), cosine = cosine_of_rest (cg, angle.rest), is_odd = has_bit (cg, angle.quadrant, 1);
  LLVMValueRef value = quotient (cg, choose (cg, is_odd, negate (cg, cosine), sine), choose (cg, is_odd, sine, cosine));
  return choose (cg, has_bit (cg, bits_of (cg, x), G_GUINT64_CONSTANT (1) << 63), negate (cg, value), value);
}

/* Of a number in [0, 1]. */
static LLVMValueRef
arc_of_ratio (Codegen *cg, LLVMValueRef ratio)
{
  static const double coefficients[] = {
    0.0004301648702227133, -0.0032614865619497498, 0.011602324811365241, -0.026271576985713634, 0.043902871218684109,
    -0.060385486264911442, 0.075022314487850864, -0.090511372761347408, 0.11105656194334332, -0.1428526249299964,
    0.1999998035371568, -0.33333332995051679, 0.99999999999029132,
  };
  return cg_fp_multiply (cg, ratio, cg_fp_polynomial (cg, cg_fp_multiply (cg, ratio, ratio), coefficients, G_N_ELEMENTS (coefficients)));
}

/* The angle of the point (x, y). */
static LLVMValueRef
wide_atan2 (Codegen *cg, LLVMValueRef y, LLVMValueRef x)
{
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef height = cg_fp_magnitude (cg, y), width = cg_fp_magnitude (cg, x);
  LLVMValueRef is_steep = LLVMBuildFCmp (b, LLVMRealOGT, height, width, "");
  LLVMValueRef ratio = divide (cg, choose (cg, is_steep, width, height), choose (cg, is_steep, height, width));
  /* 0 / 0 and ∞ / ∞ */
  LLVMValueRef is_equal = LLVMBuildFCmp (b, LLVMRealOEQ, height, width, "");
  ratio = choose (cg, is_equal, choose (cg, is (cg, width, LLVMRealOEQ, 0), number (cg, x, 0), number (cg, x, 1)), ratio);
  LLVMValueRef arc = arc_of_ratio (cg, ratio);
  arc = choose (cg, is_steep, subtract (cg, number (cg, x, M_PI_2), arc), arc);
  arc = choose (cg, has_bit (cg, bits_of (cg, x), G_GUINT64_CONSTANT (1) << 63), subtract (cg, number (cg, x, M_PI), arc), arc);
  LLVMValueRef sum = add (cg, x, y);
  arc = choose (cg, LLVMBuildFCmp (b, LLVMRealUNO, x, y, ""), sum, arc);
  return cg_fp_with_sign_of (cg, arc, y);
}

static LLVMValueRef
emit_atan (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, wide_atan2 (cg, x, number (cg, x, 1)));
}

/* sqrt (1 - x^2) without the loss near 1. */
static LLVMValueRef
other_leg (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef one = number (cg, x, 1);
  return cg_fp_sqrt (cg, cg_fp_multiply (cg, subtract (cg, one, x), add (cg, one, x)));
}

static LLVMValueRef
emit_asin (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, wide_atan2 (cg, x, other_leg (cg, x)));
}

static LLVMValueRef
emit_acos (Codegen *cg, LLVMValueRef x)
{
  return to_float (cg, wide_atan2 (cg, other_leg (cg, x), x));
}

/* --- two arguments --- */

static LLVMValueRef
emit_atan2 (Codegen *cg, LLVMValueRef y, LLVMValueRef x)
{
  return to_float (cg, wide_atan2 (cg, y, x));
}

static LLVMValueRef
emit_hypot (Codegen *cg, LLVMValueRef x, LLVMValueRef y)
{
  LLVMValueRef a = cg_fp_magnitude (cg, x), b = cg_fp_magnitude (cg, y);
  LLVMValueRef length = cg_fp_sqrt (cg, cg_fp_multiply_add (cg, a, a, cg_fp_multiply (cg, b, b)));
  LLVMValueRef is_infinite = LLVMBuildOr (cg->builder, is (cg, a, LLVMRealOEQ, INFINITY), is (cg, b, LLVMRealOEQ, INFINITY), "");
  return to_float (cg, choose (cg, is_infinite, number (cg, x, INFINITY), length));
}

static LLVMValueRef
truncated (Codegen *cg, LLVMValueRef x)
{
  LLVMTypeRef type = LLVMTypeOf (x);
  return cg_intrinsic (cg, "llvm.trunc", &type, 1, &x, 1);
}

/* Whether all lanes are the same small whole number. */
static gboolean
get_small_whole (LLVMValueRef y, int *number)
{
  guint lanes = cg_lanes (y);
  LLVMBool is_rounded = FALSE;
  LLVMValueRef first = !LLVMIsConstant (y) ? NULL : lanes > 1 ? LLVMGetAggregateElement (y, 0) : y;
  if (first == NULL || LLVMIsAConstantFP (first) == NULL)
    return FALSE;
  for (guint i = 1; i < lanes; i++)
    if (LLVMGetAggregateElement (y, i) != first)
      return FALSE;
  double value = LLVMConstRealGetDouble (first, &is_rounded);
  *number = fabs (value) <= MAX_WHOLE_POWER ? (int) value : 0;
  return value == *number;
}

/* Products of doubles that were floats do not run out of exponents. */
static LLVMValueRef
whole_power (Codegen *cg, LLVMValueRef x, int n)
{
  LLVMValueRef result = number (cg, x, 1);
  for (int i = 0; i < ABS (n); i++)
    result = i == 0 ? x : cg_fp_multiply (cg, result, x);
  return to_float (cg, n < 0 ? divide (cg, number (cg, x, 1), result) : result);
}

/* e^(y log |x|), and C's word for everything at the edges. */
static LLVMValueRef
emit_pow (Codegen *cg, LLVMValueRef x, LLVMValueRef y)
{
  LLVMBuilderRef b = cg->builder;
  int whole;
  if (get_small_whole (y, &whole))
    return whole_power (cg, x, whole);
  LLVMValueRef size = cg_fp_magnitude (cg, x), half = cg_fp_multiply (cg, y, number (cg, y, 0.5));
  LLVMValueRef is_whole = LLVMBuildFCmp (b, LLVMRealOEQ, truncated (cg, y), y, "");
  LLVMValueRef is_odd = LLVMBuildAnd (b, is_whole, LLVMBuildFCmp (b, LLVMRealONE, truncated (cg, half), half, ""), "");
  LLVMValueRef power = cg_fp_multiply (cg, y, wide_log (cg, size));
  /* 1^∞ */
  LLVMValueRef is_unit = LLVMBuildAnd (b, is (cg, size, LLVMRealOEQ, 1), LLVMBuildFCmp (b, LLVMRealORD, y, y, ""), "");
  LLVMValueRef result = wide_exp (cg, choose (cg, is_unit, number (cg, x, 0), power));
  /* Outside of the range that wide_exp computes, the result is 0 or ∞. */
  result = choose (cg, is (cg, power, LLVMRealOEQ, INFINITY), number (cg, x, INFINITY), result);
  result = choose (cg, is (cg, power, LLVMRealOEQ, -INFINITY), number (cg, x, 0), result);
  result = choose (cg, is_odd, cg_fp_with_sign_of (cg, result, x), result);
  LLVMValueRef is_negative = LLVMBuildAnd (b, is (cg, x, LLVMRealOLT, 0), is (cg, x, LLVMRealOGT, -INFINITY), "");
  result = choose (cg, LLVMBuildAnd (b, is_negative, LLVMBuildNot (b, is_whole, ""), ""), number (cg, x, NAN), result);
  LLVMValueRef is_one = LLVMBuildOr (b, is (cg, y, LLVMRealOEQ, 0), is (cg, x, LLVMRealOEQ, 1), "");
  return to_float (cg, choose (cg, is_one, number (cg, x, 1), result));
}

/* The divisor times the power of two that leaves a quotient of some 25 bits: its products are exact. */
static LLVMValueRef
scaled_divisor (Codegen *cg, LLVMValueRef rest, LLVMValueRef divisor)
{
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef fifty_two = long_constant (cg, rest, 52), zero = long_constant (cg, rest, 0);
  LLVMValueRef k = LLVMBuildSub (b, LLVMBuildLShr (b, bits_of (cg, rest), fifty_two, ""),
                                 LLVMBuildLShr (b, bits_of (cg, divisor), fifty_two, ""), "");
  k = LLVMBuildSub (b, k, long_constant (cg, rest, 24), "");
  k = choose (cg, LLVMBuildICmp (b, LLVMIntSGT, k, zero, ""), k, zero);
  return from_bits (cg, LLVMBuildAdd (b, bits_of (cg, divisor), LLVMBuildShl (b, k, fifty_two, ""), ""));
}

/* Exact: long division, 24 bits of the quotient in each round. */
static LLVMValueRef
emit_fmod (Codegen *cg, LLVMValueRef x, LLVMValueRef y)
{
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef size = cg_fp_magnitude (cg, x), divisor = cg_fp_magnitude (cg, y);
  LLVMValueRef is_proper = LLVMBuildAnd (b, is (cg, size, LLVMRealOLT, INFINITY), is (cg, divisor, LLVMRealOGT, 0), "");
  LLVMValueRef first = choose (cg, is_proper, size, number (cg, x, 0)), by = choose (cg, is_proper, divisor, number (cg, x, 1));
  LLVMBasicBlockRef before = LLVMGetInsertBlock (b), test = cg_block (cg, "remainder"), body = cg_block (cg, "divide"),
                    after = cg_block (cg, "divided");
  LLVMBuildBr (b, test);
  LLVMPositionBuilderAtEnd (b, test);
  LLVMValueRef rest = LLVMBuildPhi (b, LLVMTypeOf (first), "");
  LLVMBuildCondBr (b, is_any (cg, LLVMBuildFCmp (b, LLVMRealOGE, rest, by, "")), body, after);
  LLVMPositionBuilderAtEnd (b, body);
  LLVMValueRef part = scaled_divisor (cg, rest, by);
  LLVMValueRef next = cg_fp_multiply_add (cg, negate (cg, truncated (cg, divide (cg, rest, part))), part, rest);
  /* The quotient may have been rounded up. */
  next = choose (cg, is (cg, next, LLVMRealOLT, 0), add (cg, next, part), next);
  next = choose (cg, LLVMBuildFCmp (b, LLVMRealOGE, rest, by, ""), next, rest);
  LLVMAddIncoming (rest, (LLVMValueRef[]) { first, next }, (LLVMBasicBlockRef[]) { before, LLVMGetInsertBlock (b) }, 2);
  LLVMBuildBr (b, test);
  LLVMPositionBuilderAtEnd (b, after);
  return to_float (cg, choose (cg, is_proper, cg_fp_with_sign_of (cg, rest, x), number (cg, x, NAN)));
}

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMValueRef x); } of_one[] = {
  { "exp10", emit_exp10 }, { "log2", emit_log2 },   { "log10", emit_log10 }, { "log1p", emit_log1p }, { "sigmoid", emit_sigmoid },
  { "sinh", emit_sinh },   { "cosh", emit_cosh },   { "asinh", emit_asinh }, { "acosh", emit_acosh },
  { "atanh", emit_atanh }, { "sin", emit_sin },     { "cos", emit_cos },     { "tan", emit_tan },
  { "asin", emit_asin },   { "acos", emit_acos },   { "atan", emit_atan },
};

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMValueRef x, LLVMValueRef y); } of_two[] = {
  { "atan2", emit_atan2 }, { "hypot", emit_hypot }, { "pow", emit_pow }, { "fmod", emit_fmod },
};

LLVMValueRef
cg_math_wide (Codegen *cg, const char *name, LLVMValueRef *args, guint n_args)
{
  for (guint i = 0; n_args == 1 && i < G_N_ELEMENTS (of_one); i++)
    if (g_str_equal (of_one[i].name, name))
      return of_one[i].emit (cg, LLVMBuildFPExt (cg->builder, args[0], wide_type (cg, args[0]), ""));
  for (guint i = 0; n_args == 2 && i < G_N_ELEMENTS (of_two); i++)
    if (g_str_equal (of_two[i].name, name))
      return of_two[i].emit (cg, LLVMBuildFPExt (cg->builder, args[0], wide_type (cg, args[0]), ""),
                             LLVMBuildFPExt (cg->builder, args[1], wide_type (cg, args[1]), ""));
  return NULL;
}
