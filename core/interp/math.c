/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The intrinsics on floats. All are computed in double and rounded to the type once, so the reference does not depend on how a
 * machine's own float routines round.
 */
#include <math.h>
#include <string.h>

#include "core/interp/compile-private.h"

static double
math_rsqrt (double x)
{
  return 1 / sqrt (x);
}

static double
math_sigmoid (double x)
{
  return 1 / (1 + exp (-x));
}

/* round is TVM's: like nearbyint it takes halves to even, unlike C's. */
static const struct
{
  const char *name;
  TlMath1     function;
} math1_table[] = {
  { "exp", exp },     { "exp2", exp2 },   { "exp10", exp10 },   { "log", log },     { "log2", log2 },
  { "log10", log10 }, { "log1p", log1p }, { "sqrt", sqrt },     { "rsqrt", math_rsqrt }, { "tanh", tanh },
  { "sigmoid", math_sigmoid }, { "erf", erf }, { "sin", sin },  { "cos", cos },     { "tan", tan },
  { "atan", atan },   { "sinh", sinh },   { "cosh", cosh },     { "floor", floor }, { "ceil", ceil },
  { "round", nearbyint }, { "nearbyint", nearbyint }, { "trunc", trunc }, { "fabs", fabs }, { "abs", fabs },
  { "asin", asin },   { "acos", acos },   { "asinh", asinh },   { "acosh", acosh }, { "atanh", atanh },
  { "cbrt", cbrt },   { "expm1", expm1 },
};

static const struct
{
  const char *name;
  TlMath2     function;
} math2_table[] = {
  { "pow", pow }, { "fmod", fmod }, { "atan2", atan2 }, { "hypot", hypot }, { "copysign", copysign },
};

TlMath1
tl_math1_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (math1_table); i++)
    if (strcmp (math1_table[i].name, name) == 0)
      return math1_table[i].function;
  return NULL;
}

TlMath2
tl_math2_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (math2_table); i++)
    if (strcmp (math2_table[i].name, name) == 0)
      return math2_table[i].function;
  return NULL;
}
