/* SPDX-License-Identifier: Apache-2.0 */
/*
 * float32 functions as arithmetic on vectors of any length, so that a vectorized loop stays one; at most 2 ulp off, at the ends of the
 * range too (tests/codegen/test-math.c). Those that programs use most are here, in float32 throughout: range reductions and coefficients
 * of exp and log are those of Moshier's Cephes library; polynomials of tanh and erf were fitted so that the largest relative error of the
 * result is least. All others go by way of double (emit-math-wide.c).
 */
#include "core/codegen/emit-math-private.h"

LLVMValueRef
cg_fp_constant (Codegen *cg, LLVMValueRef like, double value)
{
  return cg_const_float (cg, LLVMTypeOf (like), value);
}

LLVMValueRef
cg_fp_multiply (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildFMul (cg->builder, a, b, "");
}

LLVMValueRef
cg_fp_multiply_add (Codegen *cg, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
  LLVMTypeRef type = LLVMTypeOf (a);
  LLVMValueRef args[3] = { a, b, c };
  return cg_intrinsic (cg, "llvm.fmuladd", &type, 1, args, 3);
}

LLVMValueRef
cg_fp_polynomial (Codegen *cg, LLVMValueRef x, const double *coefficients, guint n)
{
  LLVMValueRef sum = cg_fp_constant (cg, x, coefficients[0]);
  for (guint i = 1; i < n; i++)
    sum = cg_fp_multiply_add (cg, sum, x, cg_fp_constant (cg, x, coefficients[i]));
  return sum;
}

LLVMValueRef
cg_fp_magnitude (Codegen *cg, LLVMValueRef x)
{
  LLVMTypeRef type = LLVMTypeOf (x);
  return cg_intrinsic (cg, "llvm.fabs", &type, 1, &x, 1);
}

LLVMValueRef
cg_fp_with_sign_of (Codegen *cg, LLVMValueRef value, LLVMValueRef sign)
{
  LLVMTypeRef type = LLVMTypeOf (value);
  LLVMValueRef args[2] = { value, sign };
  return cg_intrinsic (cg, "llvm.copysign", &type, 1, args, 2);
}

static LLVMValueRef
at_most (Codegen *cg, LLVMValueRef x, double high)
{
  LLVMValueRef top = cg_fp_constant (cg, x, high);
  return LLVMBuildSelect (cg->builder, LLVMBuildFCmp (cg->builder, LLVMRealOGT, x, top, ""), top, x, "");
}

LLVMValueRef
cg_fp_clamp (Codegen *cg, LLVMValueRef x, double low, double high)
{
  LLVMValueRef bottom = cg_fp_constant (cg, x, low);
  x = at_most (cg, x, high);
  return LLVMBuildSelect (cg->builder, LLVMBuildFCmp (cg->builder, LLVMRealOLT, x, bottom, ""), bottom, x, "");
}

LLVMValueRef
cg_fp_sqrt (Codegen *cg, LLVMValueRef x)
{
  LLVMTypeRef type = LLVMTypeOf (x);
  return cg_intrinsic (cg, "llvm.sqrt", &type, 1, &x, 1);
}

static LLVMTypeRef
int_like (Codegen *cg, LLVMValueRef x)
{
  return cg_with_lanes (cg->i32, cg_lanes (x));
}

static LLVMValueRef
int_constant (Codegen *cg, LLVMValueRef like, gint64 value)
{
  return cg_splat (cg, LLVMConstInt (cg->i32, (unsigned long long) value, TRUE), cg_lanes (like));
}

/* 2^n for n in [-126, 127] by its exponent bits. */
static LLVMValueRef
power_of_two (Codegen *cg, LLVMValueRef n)
{
  LLVMValueRef biased = LLVMBuildAdd (cg->builder, n, int_constant (cg, n, 127), "");
  LLVMValueRef bits = LLVMBuildShl (cg->builder, biased, int_constant (cg, n, 23), "");
  return LLVMBuildBitCast (cg->builder, bits, cg_with_lanes (cg->f32, cg_lanes (n)), "");
}

/*
 * The nearest integer to x * @scale as a float (*rounded) and as an int: adding 1.5 * 2^23 leaves it in the low bits. Unlike a conversion
 * this is defined for NaN.
 */
static LLVMValueRef
nearest (Codegen *cg, LLVMValueRef x, double scale, LLVMValueRef *rounded)
{
  LLVMValueRef magic = cg_fp_constant (cg, x, 12582912.0);
  LLVMValueRef shifted = scale == 1 ? LLVMBuildFAdd (cg->builder, x, magic, "")
                                    : cg_fp_multiply_add (cg, x, cg_fp_constant (cg, x, scale), magic);
  *rounded = LLVMBuildFSub (cg->builder, shifted, magic, "");
  LLVMValueRef bits = LLVMBuildBitCast (cg->builder, shifted, int_like (cg, x), "");
  return LLVMBuildSub (cg->builder, bits, int_constant (cg, x, 0x4b400000), "");
}

/* e^r for |r| <= ln 2 / 2, times 2^n in two steps, so that results in the subnormal range and at the top come out. */
static LLVMValueRef
exp_finish (Codegen *cg, LLVMValueRef r, LLVMValueRef n)
{
  static const double coefficients[] = {
    1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1,
  };
  LLVMValueRef p = cg_fp_polynomial (cg, r, coefficients, G_N_ELEMENTS (coefficients));
  p = cg_fp_multiply_add (cg, p, cg_fp_multiply (cg, r, r), r);
  p = LLVMBuildFAdd (cg->builder, p, cg_fp_constant (cg, r, 1), "");
  LLVMValueRef half = LLVMBuildAShr (cg->builder, n, int_constant (cg, n, 1), "");
  LLVMValueRef rest = LLVMBuildSub (cg->builder, n, half, "");
  return cg_fp_multiply (cg, cg_fp_multiply (cg, p, power_of_two (cg, half)), power_of_two (cg, rest));
}

/*
 * Where a power of x is too small for a float. It is 0 by choice there, and x is made 0: a product that underflows takes a machine with
 * subnormal numbers a hundred times as long, and most elements of a masked softmax are of that kind.
 */
static LLVMValueRef
leave_out_below (Codegen *cg, LLVMValueRef *x, double low)
{
  LLVMValueRef vanishes = LLVMBuildFCmp (cg->builder, LLVMRealOLT, *x, cg_fp_constant (cg, *x, low), "");
  *x = LLVMBuildSelect (cg->builder, vanishes, cg_fp_constant (cg, *x, 0), *x, "");
  return vanishes;
}

static LLVMValueRef
emit_exp (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef rounded, vanishes = leave_out_below (cg, &x, -104.0);
  x = at_most (cg, x, 89);
  LLVMValueRef n = nearest (cg, x, 1.44269504088896341, &rounded);
  LLVMValueRef r = cg_fp_multiply_add (cg, rounded, cg_fp_constant (cg, x, -0.693359375), x);
  r = cg_fp_multiply_add (cg, rounded, cg_fp_constant (cg, x, 2.12194440e-4), r);
  return LLVMBuildSelect (cg->builder, vanishes, cg_fp_constant (cg, x, 0), exp_finish (cg, r, n), "");
}

static LLVMValueRef
emit_exp2 (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef rounded, vanishes = leave_out_below (cg, &x, -151.0);
  x = at_most (cg, x, 129);
  LLVMValueRef n = nearest (cg, x, 1, &rounded);
  LLVMValueRef r = cg_fp_multiply (cg, LLVMBuildFSub (cg->builder, x, rounded, ""), cg_fp_constant (cg, x, 0.693147180559945309));
  return LLVMBuildSelect (cg->builder, vanishes, cg_fp_constant (cg, x, 0), exp_finish (cg, r, n), "");
}

static LLVMValueRef
choose (Codegen *cg, LLVMValueRef cond, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildSelect (cg->builder, cond, a, b, "");
}

static LLVMValueRef
is_below (Codegen *cg, LLVMValueRef x, double limit)
{
  return LLVMBuildFCmp (cg->builder, LLVMRealOLT, x, cg_fp_constant (cg, x, limit), "");
}

/* Small: x + x^3 p (x^2). Else 1 - 2 / (e^2x + 1). */
static LLVMValueRef
emit_tanh (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { -0.005721619352698326, 0.020655209198594093, -0.05374513939023018, 0.13331514596939087,
                                         -0.3333328366279602 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef size = cg_fp_magnitude (cg, x), square = cg_fp_multiply (cg, size, size), one = cg_fp_constant (cg, x, 1);
  LLVMValueRef p = cg_fp_multiply (cg, cg_fp_polynomial (cg, square, coefficients, G_N_ELEMENTS (coefficients)), square);
  LLVMValueRef small = cg_fp_multiply_add (cg, p, size, size);
  LLVMValueRef power = emit_exp (cg, LLVMBuildFAdd (b, size, size, ""));
  LLVMValueRef rest = LLVMBuildFDiv (b, cg_fp_constant (cg, x, 2), LLVMBuildFAdd (b, power, one, ""), "");
  return cg_fp_with_sign_of (cg, choose (cg, is_below (cg, size, 0.625), small, LLVMBuildFSub (b, one, rest, "")), x);
}

/* Small: x + x p (x^2). Else 1 - e^-(x + x q (x)). */
static LLVMValueRef
emit_erf (Codegen *cg, LLVMValueRef x)
{
  static const double below[] = { 8.345221431227401e-05, -0.0008137436816468835, 0.005200634244829416, -0.02685927040874958,
                                  0.11283694207668304, -0.37612634897232056, 0.12837916612625122 };
  static const double above[] = { 1.1612776688707527e-05, -0.0003266272251494229, 0.003658027620986104, -0.02379504218697548,
                                  0.10627523064613342, 0.6351280808448792, 0.12865422666072845 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef size = at_most (cg, cg_fp_magnitude (cg, x), 4), square = cg_fp_multiply (cg, size, size);
  LLVMValueRef low = cg_fp_multiply_add (cg, cg_fp_polynomial (cg, square, below, G_N_ELEMENTS (below)), size, size);
  LLVMValueRef exponent = cg_fp_multiply_add (cg, cg_fp_polynomial (cg, size, above, G_N_ELEMENTS (above)), size, size);
  LLVMValueRef high = LLVMBuildFSub (b, cg_fp_constant (cg, x, 1), emit_exp (cg, LLVMBuildFNeg (b, exponent, "")), "");
  return cg_fp_with_sign_of (cg, choose (cg, is_below (cg, size, 0.93), low, high), x);
}

/* x = m * 2^e with m in [sqrt (1/2), sqrt (2)): log x = log m + e log 2. */
static LLVMValueRef
emit_log (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                                         -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1 };
  LLVMBuilderRef b = cg->builder;
  LLVMTypeRef type = LLVMTypeOf (x);
  LLVMValueRef is_tiny = LLVMBuildFCmp (b, LLVMRealOLT, x, cg_fp_constant (cg, x, 0x1p-126), "");
  LLVMValueRef normal = LLVMBuildSelect (b, is_tiny, cg_fp_multiply (cg, x, cg_fp_constant (cg, x, 0x1p23)), x, "");
  LLVMValueRef bits = LLVMBuildBitCast (b, normal, int_like (cg, x), "");
  LLVMValueRef exponent = LLVMBuildSub (b, LLVMBuildLShr (b, bits, int_constant (cg, x, 23), ""), int_constant (cg, x, 126), "");
  LLVMValueRef mantissa = LLVMBuildOr (b, LLVMBuildAnd (b, bits, int_constant (cg, x, 0x7fffff), ""), int_constant (cg, x, 0x3f000000), "");
  LLVMValueRef m = LLVMBuildBitCast (b, mantissa, type, "");
  LLVMValueRef e = LLVMBuildSIToFP (b, exponent, type, "");
  e = LLVMBuildFSub (b, e, LLVMBuildSelect (b, is_tiny, cg_fp_constant (cg, x, 23), cg_fp_constant (cg, x, 0), ""), "");

  LLVMValueRef is_low = LLVMBuildFCmp (b, LLVMRealOLT, m, cg_fp_constant (cg, x, 0.707106781186547524), "");
  e = LLVMBuildSelect (b, is_low, LLVMBuildFSub (b, e, cg_fp_constant (cg, x, 1), ""), e, "");
  m = LLVMBuildFSub (b, LLVMBuildSelect (b, is_low, LLVMBuildFAdd (b, m, m, ""), m, ""), cg_fp_constant (cg, x, 1), "");
  LLVMValueRef square = cg_fp_multiply (cg, m, m);
  LLVMValueRef p = cg_fp_polynomial (cg, m, coefficients, G_N_ELEMENTS (coefficients));
  p = cg_fp_multiply (cg, cg_fp_multiply (cg, p, m), square);
  p = cg_fp_multiply_add (cg, e, cg_fp_constant (cg, x, -2.12194440e-4), p);
  p = cg_fp_multiply_add (cg, square, cg_fp_constant (cg, x, -0.5), p);
  LLVMValueRef result = cg_fp_multiply_add (cg, e, cg_fp_constant (cg, x, 0.693359375), LLVMBuildFAdd (b, m, p, ""));

  LLVMValueRef infinity = cg_fp_constant (cg, x, G_MAXDOUBLE * 2), zero = cg_fp_constant (cg, x, 0);
  LLVMValueRef is_finite = LLVMBuildFCmp (b, LLVMRealOLT, x, infinity, "");
  result = LLVMBuildSelect (b, is_finite, result, x, "");
  result = LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOLT, x, zero, ""), LLVMBuildFDiv (b, zero, zero, ""), result, "");
  return LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOEQ, x, zero, ""), LLVMBuildFNeg (b, infinity, ""), result, "");
}

static LLVMValueRef
emit_rsqrt (Codegen *cg, LLVMValueRef x)
{
  return LLVMBuildFDiv (cg->builder, cg_fp_constant (cg, x, 1), cg_fp_sqrt (cg, x), "");
}

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMValueRef x); } formulas[] = {
  { "exp", emit_exp }, { "exp2", emit_exp2 }, { "log", emit_log }, { "rsqrt", emit_rsqrt },
  { "tanh", emit_tanh }, { "erf", emit_erf },
};

LLVMValueRef
cg_math_float32 (Codegen *cg, const char *name, LLVMValueRef *args, guint n_args)
{
  for (guint i = 0; n_args == 1 && i < G_N_ELEMENTS (formulas); i++)
    if (g_str_equal (formulas[i].name, name))
      return formulas[i].emit (cg, args[0]);
  return cg_math_wide (cg, name, args, n_args);
}
