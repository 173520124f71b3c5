/* SPDX-License-Identifier: Apache-2.0 */
/*
 * float32 functions as arithmetic on vectors of any length, so that a vectorized loop stays one. Range reductions and coefficients are those
 * of Moshier's Cephes library (expf, logf, tanhf: at most 2 ulp) and of the rational erf on [-4, 4] used by Eigen (a few ulp).
 */
#include "core/codegen/codegen-private.h"

static LLVMValueRef
constant (Codegen *cg, LLVMValueRef like, double value)
{
  return cg_const_float (cg, LLVMTypeOf (like), value);
}

static LLVMValueRef
multiply (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildFMul (cg->builder, a, b, "");
}

static LLVMValueRef
multiply_add (Codegen *cg, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
  LLVMTypeRef type = LLVMTypeOf (a);
  LLVMValueRef args[3] = { a, b, c };
  return cg_intrinsic (cg, "llvm.fmuladd", &type, 1, args, 3);
}

/* coefficients[0] x^(n-1) + … + coefficients[n-1] */
static LLVMValueRef
polynomial (Codegen *cg, LLVMValueRef x, const double *coefficients, guint n)
{
  LLVMValueRef sum = constant (cg, x, coefficients[0]);
  for (guint i = 1; i < n; i++)
    sum = multiply_add (cg, sum, x, constant (cg, x, coefficients[i]));
  return sum;
}

static LLVMValueRef
magnitude (Codegen *cg, LLVMValueRef x)
{
  LLVMTypeRef type = LLVMTypeOf (x);
  return cg_intrinsic (cg, "llvm.fabs", &type, 1, &x, 1);
}

static LLVMValueRef
with_sign_of (Codegen *cg, LLVMValueRef value, LLVMValueRef sign)
{
  LLVMTypeRef type = LLVMTypeOf (value);
  LLVMValueRef args[2] = { value, sign };
  return cg_intrinsic (cg, "llvm.copysign", &type, 1, args, 2);
}

/* Into [low, high]; NaN stays. */
static LLVMValueRef
clamp (Codegen *cg, LLVMValueRef x, double low, double high)
{
  LLVMValueRef top = constant (cg, x, high), bottom = constant (cg, x, low);
  x = LLVMBuildSelect (cg->builder, LLVMBuildFCmp (cg->builder, LLVMRealOGT, x, top, ""), top, x, "");
  return LLVMBuildSelect (cg->builder, LLVMBuildFCmp (cg->builder, LLVMRealOLT, x, bottom, ""), bottom, x, "");
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
  LLVMValueRef magic = constant (cg, x, 12582912.0);
  LLVMValueRef shifted = scale == 1 ? LLVMBuildFAdd (cg->builder, x, magic, "") : multiply_add (cg, x, constant (cg, x, scale), magic);
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
  LLVMValueRef p = polynomial (cg, r, coefficients, G_N_ELEMENTS (coefficients));
  p = multiply_add (cg, p, multiply (cg, r, r), r);
  p = LLVMBuildFAdd (cg->builder, p, constant (cg, r, 1), "");
  LLVMValueRef half = LLVMBuildAShr (cg->builder, n, int_constant (cg, n, 1), "");
  LLVMValueRef rest = LLVMBuildSub (cg->builder, n, half, "");
  return multiply (cg, multiply (cg, p, power_of_two (cg, half)), power_of_two (cg, rest));
}

static LLVMValueRef
emit_exp (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef rounded;
  x = clamp (cg, x, -104.0, 89.0);
  LLVMValueRef n = nearest (cg, x, 1.44269504088896341, &rounded);
  LLVMValueRef r = multiply_add (cg, rounded, constant (cg, x, -0.693359375), x);
  r = multiply_add (cg, rounded, constant (cg, x, 2.12194440e-4), r);
  return exp_finish (cg, r, n);
}

static LLVMValueRef
emit_exp2 (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef rounded;
  x = clamp (cg, x, -151.0, 129.0);
  LLVMValueRef n = nearest (cg, x, 1, &rounded);
  LLVMValueRef r = multiply (cg, LLVMBuildFSub (cg->builder, x, rounded, ""), constant (cg, x, 0.693147180559945309));
  return exp_finish (cg, r, n);
}

static LLVMValueRef
emit_sigmoid (Codegen *cg, LLVMValueRef x)
{
  LLVMValueRef one = constant (cg, x, 1);
  LLVMValueRef e = emit_exp (cg, LLVMBuildFNeg (cg->builder, x, ""));
  return LLVMBuildFDiv (cg->builder, one, LLVMBuildFAdd (cg->builder, one, e, ""), "");
}

static LLVMValueRef
emit_tanh (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1 };
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef one = constant (cg, x, 1);
  LLVMValueRef size = magnitude (cg, x);
  LLVMValueRef square = multiply (cg, x, x);
  LLVMValueRef small = polynomial (cg, square, coefficients, G_N_ELEMENTS (coefficients));
  small = multiply_add (cg, multiply (cg, small, square), x, x);
  LLVMValueRef e = emit_exp (cg, LLVMBuildFAdd (b, size, size, ""));
  LLVMValueRef large = LLVMBuildFSub (b, one, LLVMBuildFDiv (b, constant (cg, x, 2), LLVMBuildFAdd (b, e, one, ""), ""), "");
  LLVMValueRef is_small = LLVMBuildFCmp (b, LLVMRealOLT, size, constant (cg, x, 0.625), "");
  return LLVMBuildSelect (b, is_small, small, with_sign_of (cg, large, x), "");
}

static LLVMValueRef
emit_erf (Codegen *cg, LLVMValueRef x)
{
  static const double over[] = { -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
                                 -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02 };
  static const double under[] = { -1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
                                  -1.42647390514189e-02 };
  x = clamp (cg, x, -4.0, 4.0);
  LLVMValueRef square = multiply (cg, x, x);
  LLVMValueRef p = multiply (cg, x, polynomial (cg, square, over, G_N_ELEMENTS (over)));
  LLVMValueRef ratio = LLVMBuildFDiv (cg->builder, p, polynomial (cg, square, under, G_N_ELEMENTS (under)), "");
  return clamp (cg, ratio, -1.0, 1.0);
}

/* x = m * 2^e with m in [sqrt (1/2), sqrt (2)): log x = log m + e log 2. */
static LLVMValueRef
emit_log (Codegen *cg, LLVMValueRef x)
{
  static const double coefficients[] = { 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                                         -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1 };
  LLVMBuilderRef b = cg->builder;
  LLVMTypeRef type = LLVMTypeOf (x);
  LLVMValueRef is_tiny = LLVMBuildFCmp (b, LLVMRealOLT, x, constant (cg, x, 0x1p-126), "");
  LLVMValueRef normal = LLVMBuildSelect (b, is_tiny, multiply (cg, x, constant (cg, x, 0x1p23)), x, "");
  LLVMValueRef bits = LLVMBuildBitCast (b, normal, int_like (cg, x), "");
  LLVMValueRef exponent = LLVMBuildSub (b, LLVMBuildLShr (b, bits, int_constant (cg, x, 23), ""), int_constant (cg, x, 126), "");
  LLVMValueRef mantissa = LLVMBuildOr (b, LLVMBuildAnd (b, bits, int_constant (cg, x, 0x7fffff), ""), int_constant (cg, x, 0x3f000000), "");
  LLVMValueRef m = LLVMBuildBitCast (b, mantissa, type, "");
  LLVMValueRef e = LLVMBuildSIToFP (b, exponent, type, "");
  e = LLVMBuildFSub (b, e, LLVMBuildSelect (b, is_tiny, constant (cg, x, 23), constant (cg, x, 0), ""), "");

  LLVMValueRef is_low = LLVMBuildFCmp (b, LLVMRealOLT, m, constant (cg, x, 0.707106781186547524), "");
  e = LLVMBuildSelect (b, is_low, LLVMBuildFSub (b, e, constant (cg, x, 1), ""), e, "");
  m = LLVMBuildFSub (b, LLVMBuildSelect (b, is_low, LLVMBuildFAdd (b, m, m, ""), m, ""), constant (cg, x, 1), "");
  LLVMValueRef square = multiply (cg, m, m);
  LLVMValueRef p = polynomial (cg, m, coefficients, G_N_ELEMENTS (coefficients));
  p = multiply (cg, multiply (cg, p, m), square);
  p = multiply_add (cg, e, constant (cg, x, -2.12194440e-4), p);
  p = multiply_add (cg, square, constant (cg, x, -0.5), p);
  LLVMValueRef result = multiply_add (cg, e, constant (cg, x, 0.693359375), LLVMBuildFAdd (b, m, p, ""));

  LLVMValueRef infinity = constant (cg, x, G_MAXDOUBLE * 2), zero = constant (cg, x, 0);
  LLVMValueRef is_finite = LLVMBuildFCmp (b, LLVMRealOLT, x, infinity, "");
  result = LLVMBuildSelect (b, is_finite, result, x, "");
  result = LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOLT, x, zero, ""), LLVMBuildFDiv (b, zero, zero, ""), result, "");
  return LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOEQ, x, zero, ""), LLVMBuildFNeg (b, infinity, ""), result, "");
}

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMValueRef x); } formulas[] = {
  { "exp", emit_exp }, { "exp2", emit_exp2 }, { "sigmoid", emit_sigmoid }, { "tanh", emit_tanh }, { "erf", emit_erf }, { "log", emit_log },
};

LLVMValueRef
cg_math_float32 (Codegen *cg, const char *name, LLVMValueRef x)
{
  for (guint i = 0; i < G_N_ELEMENTS (formulas); i++)
    if (g_str_equal (formulas[i].name, name))
      return formulas[i].emit (cg, x);
  return NULL;
}
