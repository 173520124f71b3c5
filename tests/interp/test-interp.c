/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/half.h"
#include "core/interp/interp.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

#define HEADER "from tvm.script import tir as T\n"

static GPtrArray *
make_args (const TlModule *module)
{
  return must (tl_interp_make_args (module->prims[0], 1, FALSE, &failure));
}

static void
run (const TlModule *module, GPtrArray *args)
{
  must (tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
}

static TlTensor *
tensor_of (TlDType dtype, const gint64 *shape, guint n_dims)
{
  return must (tl_tensor_new (dtype, shape, n_dims, FALSE, &failure));
}

/* --- one value in, one value out --- */

static const struct
{
  const char *in;
  const char *out;
  const char *expr;   /* of a, b */
  double      a, b;
  double      want;   /* rounded to the output type before it is compared */
} expressions[] = {
  /* integers wrap at their width */
  { "int8", "int8", "a + b", 127, 1, -128 },
  { "int8", "int8", "a * b", 100, 3, 44 },
  { "int8", "int8", "a - b", -128, 1, 127 },
  { "int16", "int16", "a * b", 300, 300, 24464 },
  { "int32", "int32", "a + b", 2147483647, 1, -2147483648.0 },
  { "int32", "int32", "a * b", 65536, 65536, 0 },
  { "int64", "int64", "a * b", 65536, 65536, 4294967296.0 },
  { "uint8", "uint8", "a + b", 255, 1, 0 },
  { "uint8", "uint8", "a - b", 0, 1, 255 },
  { "uint16", "uint16", "a - b", 0, 1, 65535 },
  { "uint32", "uint32", "a - b", 0, 1, 4294967295.0 },
  { "uint64", "bool", "a < b", 1, 18446744073709549568.0, 1 },
  /* floor and truncating division */
  { "int32", "int32", "a // b", -7, 2, -4 },
  { "int32", "int32", "a % b", -7, 2, 1 },
  { "int32", "int32", "a // b", 7, -2, -4 },
  { "int32", "int32", "a % b", 7, -2, -1 },
  { "int32", "int32", "T.truncdiv(a, b)", -7, 2, -3 },
  { "int32", "int32", "T.truncmod(a, b)", -7, 2, -1 },
  { "int32", "int32", "T.floordiv(a, b)", -1, 5, -1 },
  { "int32", "int32", "T.floormod(a, b)", -1, 5, 4 },
  { "int8", "int8", "a // b", -128, -1, -128 },
  { "uint8", "uint8", "a // b", 250, 7, 35 },
  { "uint8", "uint8", "a % b", 250, 7, 5 },
  { "int32", "int32", "T.min(a, b) * 10 + T.max(a, b)", 3, -4, -37 },
  { "int32", "int32", "T.abs(a)", -5, 0, 5 },
  /* bits */
  { "int32", "int32", "T.bitwise_and(a, b)", 12, 10, 8 },
  { "int32", "int32", "T.bitwise_or(a, b)", 12, 10, 14 },
  { "int32", "int32", "T.bitwise_xor(a, b)", 12, 10, 6 },
  { "int32", "int32", "T.bitwise_not(a)", 12, 0, -13 },
  { "uint8", "uint8", "T.bitwise_not(a)", 12, 0, 243 },
  { "int32", "int32", "T.shift_left(a, b)", 3, 4, 48 },
  { "int32", "int32", "T.shift_right(a, b)", -16, 2, -4 },
  { "uint8", "uint8", "T.shift_left(a, b)", 255, 4, 240 },
  { "int32", "int32", "T.popcount(a)", -1, 0, 32 },
  { "int32", "int32", "T.clz(a)", 1, 0, 31 },
  { "int64", "int64", "T.clz(a)", 1, 0, 63 },
  /* logic */
  { "int32", "bool", "a < b and b < 5", 1, 2, 1 },
  { "int32", "bool", "a < b and b < 5", 1, 7, 0 },
  { "int32", "bool", "a < b or b < 5", 9, 7, 0 },
  { "int32", "bool", "not a < b", 9, 7, 1 },
  { "float32", "bool", "a >= b", 1, 1, 1 },
  { "float32", "bool", "a != b", NAN, NAN, 1 },
  { "float32", "bool", "a < b", NAN, 1, 0 },
  /* choices */
  { "int32", "int32", "T.Select(a < b, a, b)", 4, 3, 3 },
  { "int32", "int32", "T.if_then_else(b != 0, T.truncdiv(a, b), -1)", 4, 0, -1 },
  { "int32", "int32", "T.if_then_else(b != 0, T.truncdiv(a, b), -1)", 4, 2, 2 },
  { "int32", "int32", "T.Select(b != 0, T.truncmod(a, b), -1)", 4, 0, -1 },
  { "int32", "int32", "T.Select(b == 0, -1, T.Select(b < 2, a // (b - 1), a // b))", 4, 2, 2 },
  { "int32", "int32", "T.Select(b < 32, T.shift_left(a, b), -1)", 4, 32, -1 },
  { "int32", "bool", "b != 0 and a // b > 1", 4, 0, 0 },
  /* float32 rounds after every operation */
  { "float32", "float32", "a + b", 16777216, 1, 16777216 },
  { "float32", "float32", "a * b", 0.1, 0.1, 0.010000000707805157 },
  { "float32", "float32", "a / b", 1, 3, 1 / 3.0 },
  { "float32", "float32", "a + b * b", -0.010000000707805157, 0.1, 0 },
  { "float64", "float64", "a + b", 16777216, 1, 16777217 },
  { "float32", "float32", "T.max(a, b) - T.min(a, b)", -2, 5, 7 },
  /* float16 and bfloat16 too */
  { "float16", "float16", "a + b", 2048, 1, 2048 },
  { "float16", "float16", "a + b", 2048, 3, 2052 },
  { "float16", "float16", "a * b", 300, 300, INFINITY },
  { "float16", "float32", "T.Cast(\"float32\", a) * T.Cast(\"float32\", b)", 300, 300, 90000 },
  { "bfloat16", "bfloat16", "a + b", 256, 1, 256 },
  { "bfloat16", "bfloat16", "a * b", 3, 0.5, 1.5 },
  { "bfloat16", "float32", "T.Cast(\"float32\", a)", 3.140625, 0, 3.140625 },
  { "float16", "float16", "T.exp(a)", 1, 0, 2.71828182845904523536 },
  /* conversions */
  { "float32", "int32", "T.Cast(\"int32\", a)", -2.9, 0, -2 },
  { "float32", "int8", "T.Cast(\"int8\", a)", 127.9, 0, 127 },
  { "int32", "int8", "T.Cast(\"int8\", a)", 200, 0, -56 },
  { "int32", "uint8", "T.Cast(\"uint8\", a)", -1, 0, 255 },
  { "int8", "uint32", "T.Cast(\"uint32\", a)", -1, 0, 4294967295.0 },
  { "uint8", "int32", "T.Cast(\"int32\", a)", 200, 0, 200 },
  { "int8", "int32", "T.Cast(\"int32\", a) * T.Cast(\"int32\", b)", -100, 100, -10000 },
  { "int64", "float32", "T.Cast(\"float32\", a)", 16777217, 0, 16777216 },
  { "bool", "int32", "T.Cast(\"int32\", a) + 1", 1, 0, 2 },
  { "float64", "float32", "T.Cast(\"float32\", a)", 0.1, 0, 0.1 },
  { "int32", "bool", "T.Cast(\"bool\", a)", 6, 0, 1 },
  { "float32", "int32", "T.reinterpret(\"int32\", a)", 1, 0, 1065353216 },
  { "int32", "float32", "T.reinterpret(\"float32\", a)", 1065353216, 0, 1 },
  /* math */
  { "float32", "float32", "T.exp(a)", 1, 0, 2.71828182845904523536 },
  { "float64", "float64", "T.exp(a)", 1, 0, 2.71828182845904523536 },
  { "float32", "float32", "T.exp2(a)", 3.5, 0, 11.313708498984761 },
  { "float32", "float32", "T.exp10(a)", 2, 0, 100 },
  { "float32", "float32", "T.log(a)", 10, 0, 2.302585092994046 },
  { "float32", "float32", "T.log2(a)", 8, 0, 3 },
  { "float32", "float32", "T.log10(a)", 1000, 0, 3 },
  { "float32", "float32", "T.log1p(a)", 1e-8, 0, 9.9999999500000003e-09 },
  { "float32", "float32", "T.sqrt(a)", 2, 0, 1.4142135623730951 },
  { "float32", "float32", "T.rsqrt(a)", 4, 0, 0.5 },
  { "float32", "float32", "T.tanh(a)", 0.5, 0, 0.46211715726000975 },
  { "float32", "float32", "T.sigmoid(a)", 0, 0, 0.5 },
  { "float32", "float32", "T.erf(a)", 0.5, 0, 0.52049987781304654 },
  { "float32", "float32", "T.sin(a)", 1, 0, 0.8414709848078965 },
  { "float32", "float32", "T.cos(a)", 1, 0, 0.5403023058681398 },
  { "float32", "float32", "T.tan(a)", 1, 0, 1.5574077246549023 },
  { "float32", "float32", "T.atan(a)", 1, 0, 0.78539816339744828 },
  { "float32", "float32", "T.sinh(a)", 1, 0, 1.1752011936438014 },
  { "float32", "float32", "T.cosh(a)", 1, 0, 1.5430806348152437 },
  { "float32", "float32", "T.floor(a)", -1.5, 0, -2 },
  { "float32", "float32", "T.ceil(a)", -1.5, 0, -1 },
  { "float32", "float32", "T.trunc(a)", -1.5, 0, -1 },
  { "float32", "float32", "T.round(a)", 2.5, 0, 2 },
  { "float32", "float32", "T.round(a)", -3.5, 0, -4 },
  { "float32", "float32", "T.nearbyint(a)", 3.5, 0, 4 },
  { "float32", "float32", "T.pow(a, b)", 2, 10, 1024 },
  { "float32", "float32", "T.fmod(a, b)", 7.5, 2, 1.5 },
  { "float32", "float32", "T.fabs(a)", -7.5, 2, 7.5 },
  { "float32", "float32", "T.fma(a, b, a)", 3, 4, 15 },
  { "float32", "bool", "T.isnan(a)", NAN, 0, 1 },
  { "float32", "bool", "T.isnan(a)", 1, 0, 0 },
  { "float32", "bool", "T.isinf(a)", -INFINITY, 0, 1 },
  { "float32", "bool", "T.isinf(a)", 1e38, 0, 0 },
};

/* The words a and b of the expression as accesses. */
static char *
with_accesses (const char *expr)
{
  g_autoptr (GRegex) a = g_regex_new ("\\ba\\b", 0, 0, NULL), b = g_regex_new ("\\bb\\b", 0, 0, NULL);
  g_autofree char   *half = g_regex_replace_literal (a, expr, -1, 0, "A[vi]", 0, NULL);

  return g_regex_replace_literal (b, half, -1, 0, "B[vi]", 0, NULL);
}

static void
test_expressions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autofree char *expr = with_accesses (expressions[i].expr);
      g_autofree char *text = g_strdup_printf (HEADER
                                               "@T.prim_func\n"
                                               "def main(A: T.Buffer((1,), \"%s\"), B: T.Buffer((1,), \"%s\"), C: T.Buffer((1,), "
                                               "\"%s\")):\n"
                                               BLOCK_S ("C", "1", "C[vi] = %s"),
                                               expressions[i].in, expressions[i].in, expressions[i].out, expr);
      gint64                one = 1;
      double                got;
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (GPtrArray) args = make_args (module);
      g_autoptr (TlTensor)  want = tensor_of (((TlTensor *) args->pdata[2])->dtype, &one, 1);

      tl_tensor_set (args->pdata[0], 0, expressions[i].a);
      tl_tensor_set (args->pdata[1], 0, expressions[i].b);
      tl_tensor_set (want, 0, expressions[i].want);
      if (strcmp (expressions[i].in, "uint64") == 0)
        *(guint64 *) ((TlTensor *) args->pdata[1])->data = (guint64) expressions[i].b;
      run (module, args);
      got = tl_tensor_get (args->pdata[2], 0);
      if (got != tl_tensor_get (want, 0))
        g_error ("row %u: %s of (%g, %g) in %s gives %.17g, not %.17g", i, expressions[i].expr, expressions[i].a, expressions[i].b,
                 expressions[i].in, got, tl_tensor_get (want, 0));
    }
}

/* --- functions of programs.py, with the elements of one of their arguments --- */

static const struct
{
  const char *name;
  guint       output;
  guint       n;
  double      want[12];
} programs[] = {
  { "init_at_first_round_of_all_reductions", 0, 2, { 112, 112 } },
  { "init_where_reduction_does_not_start_at_zero", 0, 2, { 18, 18 } },
  { "init_without_reduction_always_runs", 0, 2, { 5, 6 } },
  { "predicate_keeps_split_in_bounds", 0, 5, { 0, 10, 20, 30, 40 } },
  { "all_kinds_of_loops_run_in_order", 0, 12, { 0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112 } },
  { "thread_axes_are_loops", 0, 6, { 1, 2, 3, 4, 5, 6 } },
  { "while_if_and_let", 0, 3, { 65, -81, 65 } },
  { "view_of_region", 1, 12, { 0, 11, 11, 2, 13, 15, 20, 31, 51, 22, 33, 55 } },
  { "ramps_broadcasts_and_lanes", 0, 8, { 15, 20, 25, 125, 125, 120, 115, 110 } },
};

static void
test_programs (void)
{
  g_autoptr (TlModule) module = read_module_file (TEST_DIR "/programs.py");

  g_assert_cmpuint (module->n_prims, ==, G_N_ELEMENTS (programs));
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      const TlPrimFunc     *func = tl_module_prim (module, programs[i].name);
      g_autoptr (GPtrArray) args = must (tl_interp_make_args (func, 1, FALSE, &failure));

      must (tl_interp_run (func, (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
      for (guint k = 0; k < programs[i].n; k++)
        if (tl_tensor_get (args->pdata[programs[i].output], k) != programs[i].want[k])
          g_error ("%s: element %u is %g, not %g", programs[i].name, k, tl_tensor_get (args->pdata[programs[i].output], k),
                   programs[i].want[k]);
    }
}

static void
test_matmul (void)
{
  g_autoptr (TlModule) module = read_module (HEADER
                                             "@T.prim_func\n"
                                             MATMUL ("17", "11", "23"));
  g_autoptr (GPtrArray) args = make_args (module);

  run (module, args);
  for (gint64 i = 0; i < 17; i++)
    for (gint64 j = 0; j < 11; j++)
      {
        float sum = 0;

        for (gint64 k = 0; k < 23; k++)
          {
            float product = (float) tl_tensor_get (args->pdata[0], i * 23 + k) * (float) tl_tensor_get (args->pdata[1], k * 11 + j);

            sum += product;
          }
        g_assert_cmpfloat (tl_tensor_get (args->pdata[2], i * 11 + j), ==, (double) sum);
      }
}

/* Memory that nothing has written shows. */
static void
test_poison (void)
{
  static const struct
  {
    const char *dtype;
    gboolean    is_nan;
    gint64      value;
  } rows[] = { { "float32", TRUE, 0 }, { "float16", TRUE, 0 }, { "bfloat16", TRUE, 0 }, { "float64", TRUE, 0 },
               { "int32", FALSE, 0x7f7f7f7f }, { "int8", FALSE, 0x7f } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (HEADER
                                               "@T.prim_func\n"
                                               "def main(C: T.Buffer((4,), \"%s\")):\n"
                                               "    B = T.alloc_buffer((4,), \"%s\")\n"
                                               BLOCK_S ("C", "4", "C[vi] = B[vi]"), rows[i].dtype, rows[i].dtype);
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (GPtrArray) args = make_args (module);

      run (module, args);
      if (rows[i].is_nan)
        g_assert_true (isnan (tl_tensor_get (args->pdata[0], 3)));
      else
        g_assert_cmpint (tl_tensor_get_int (args->pdata[0], 3), ==, rows[i].value);
    }
}

static const char symbolic[] = HEADER
  "@T.prim_func\n"
  "def main(a: T.handle, b: T.handle):\n"
  "    m = T.int32()\n"
  "    n = T.int32()\n"
  "    A = T.match_buffer(a, (m, n), \"int32\")\n"
  "    B = T.match_buffer(b, (n, m), \"int32\")\n"
  "    D = T.alloc_buffer((m, n), \"int32\")\n"
  BLOCK_SS ("D", "m, n", "D[vi, vj] = A[vi, vj] * n")
  BLOCK_SS ("B", "n, m", "B[vi, vj] = D[vj, vi] + vi");

static void
test_symbolic_shapes (void)
{
  g_autoptr (TlModule) module = read_module (symbolic);
  gint64               a_shape[2] = { 3, 5 }, b_shape[2] = { 5, 3 }, wrong[2] = { 5, 4 };
  g_autoptr (TlTensor) a = tensor_of (TL_INT32, a_shape, 2), b = tensor_of (TL_INT32, b_shape, 2), c = tensor_of (TL_INT32, wrong, 2);
  TlTensor            *args[2] = { a, b };
  g_autoptr (GError)   error = NULL;

  tl_tensor_fill_random (a, 3);
  g_assert_true (must (tl_interp_run (module->prims[0], args, 2, 0, NULL, &failure)));
  for (gint64 i = 0; i < 5; i++)
    for (gint64 j = 0; j < 3; j++)
      g_assert_cmpint (tl_tensor_get_int (b, i * 3 + j), ==, tl_tensor_get_int (a, j * 5 + i) * 5 + i);
  args[1] = c;
  g_assert_false (tl_interp_run (module->prims[0], args, 2, 0, NULL, &error));
  g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS);
  g_assert_cmpstr (error->message, ==, "b: extent 1 is 4, the function expects 3");
  g_clear_error (&error);
  must_fail (tl_interp_make_args (module->prims[0], 1, FALSE, &failure), TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS);
}

/* --- what goes wrong --- */

static const struct
{
  const char   *body;   /* of a block "X" with axis vi of 4 */
  TlInterpError code;
  const char   *says;
} failures[] = {
  { "C[vi + 1] = 0", TL_INTERP_ERROR_OUT_OF_BOUNDS, "C[4] in block \"X\": dimension 0 of C has 4 elements (0 … 3), the index is 4" },
  { "C[vi - 1] = 0", TL_INTERP_ERROR_OUT_OF_BOUNDS, "C[-1] in block \"X\"" },
  { "C[vi] = D[vi, vi]", TL_INTERP_ERROR_OUT_OF_BOUNDS, "D[3, 3] in block \"X\": dimension 1 of D has 3 elements (0 … 2), the index is 3" },
  { "C[vi] = E[vi, 0, vi]", TL_INTERP_ERROR_OUT_OF_BOUNDS,
    "E[2, 0, 2] in block \"X\": dimension 0 of E has 2 elements (0 … 1), the index is 2" },
  { "C[vi] = T.Select(vi < 4, C[vi + 1], 0)", TL_INTERP_ERROR_OUT_OF_BOUNDS, "C[4]" },
  { "C[vi] = T.if_then_else(vi < 4, C[vi + 1], 0)", TL_INTERP_ERROR_OUT_OF_BOUNDS, "C[4]" },
  { "C[vi] = C[vi] // (vi - 2)", TL_INTERP_ERROR_ARITHMETIC, "division by zero in block \"X\"" },
  { "C[vi] = T.truncmod(7, vi)", TL_INTERP_ERROR_ARITHMETIC, "division by zero" },
  { "C[vi] = T.shift_left(1, vi * 16)", TL_INTERP_ERROR_ARITHMETIC, "shift by a width out of range" },
  { "C[vi] = T.call_extern(\"int32\", \"launch_missiles\", vi)", TL_INTERP_ERROR_UNSUPPORTED, "\"launch_missiles\" called in block \"X\"" },
};

static void
test_failures (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *text = g_strdup_printf (HEADER
                                               "@T.prim_func\n"
                                               "def main(C: T.Buffer((4,), \"int32\"), D: T.Buffer((4, 3), \"int32\"), E: T.Buffer((2, "
                                               "2, 4), \"int32\")):\n"
                                               BLOCK_S ("X", "4", "%s"), failures[i].body);
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (GPtrArray) args = make_args (module);
      g_autoptr (GError)    error = NULL;

      g_assert_false (tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, args->len, 0, NULL, &error));
      g_assert_error (error, TL_INTERP_ERROR, (gint) failures[i].code);
      if (strstr (error->message, failures[i].says) == NULL)
        g_error ("\"%s\" does not say \"%s\"", error->message, failures[i].says);
    }
}

static void
test_wrong_arguments (void)
{
  g_autoptr (TlModule)  module = read_module (HEADER
                                              "@T.prim_func\n"
                                              "def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\")):\n"
                                              BLOCK_S ("B", "4", "B[vi] = A[vi]"));
  gint64                four = 4, five = 5;
  g_autoptr (TlTensor)  ok = tensor_of (TL_INT32, &four, 1), type = tensor_of (TL_FLOAT32, &four,
                                                                               1), shape = tensor_of (TL_INT32, &five, 1);
  TlTensor             *rows[][2] = { { ok, type }, { shape, ok } };
  TlTensor             *good[2] = { ok, ok };
  g_autoptr (GError)    error = NULL;
  g_autoptr (GArray)    written = tl_interp_written_params (module->prims[0]);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_false (tl_interp_run (module->prims[0], rows[i], 2, 0, NULL, &error));
      g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS);
      g_clear_error (&error);
    }
  g_assert_false (tl_interp_run (module->prims[0], good, 1, 0, NULL, &error));
  g_assert_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS);
  g_assert_false (g_array_index (written, gboolean, 0));
  g_assert_true (g_array_index (written, gboolean, 1));
}

/* Random indices must be in bounds, or no program with a table could be tried. */
static void
test_index_arguments (void)
{
  g_autoptr (TlModule)  module = read_module (HEADER
                                              "@T.prim_func\n"
                                              "def main(I: T.Buffer((200,), \"int64\"), J: T.Buffer((200,), \"int32\"), E: T.Buffer((5, "
                                              "3), \"float32\"), O: T.Buffer((200,), \"float32\")):\n"
                                              BLOCK_S ("O", "200", "O[vi] = E[T.Cast(\"int32\", I[vi]), T.min(J[vi], 2)]"));
  g_autoptr (GPtrArray) args = make_args (module);
  gint64                largest = 0;

  run (module, args);
  for (gint64 i = 0; i < 200; i++)
    {
      largest = tl_max (largest, tl_tensor_get_int (args->pdata[0], i));
      g_assert_cmpint (tl_tensor_get_int (args->pdata[1], i), <, 3);
    }
  g_assert_cmpint (largest, ==, 4);
}

/* Nor may random divisors be 0, however the program comes by them. */
static void
test_divisor_arguments (void)
{
  static const char *const divisors[] = {
    "D[vi]",           "T.Cast(\"int32\", E[vi])", "D[vi] * 2",          "T.max(D[vi], -D[vi])", "t[vi]",
    "T.if_then_else(vi > 3, D[vi], t[vi])",    "D[199 - vi]",        "T.Cast(\"int32\", U[vi])",
  };
  static const char *const quotients[] = { "A[vi] // (?)", "A[vi] % (?)", "T.truncdiv(A[vi], ?)", "T.truncmod(A[vi], ?)",
                                           "T.floormod(7, ?)" };

  for (guint d = 0; d < G_N_ELEMENTS (divisors); d++)
    for (guint q = 0; q < G_N_ELEMENTS (quotients); q++)
      {
        g_auto (GStrv)   around = g_strsplit (quotients[q], "?", 2);
        g_autofree char *quotient = g_strjoinv (divisors[d], around);
        g_autofree char *text = g_strdup_printf (HEADER
                                                 "@T.prim_func\n"
                                                 "def main(A: T.Buffer((200,), \"int32\"), D: T.Buffer((200,), \"int32\"), E: "
                                                 "T.Buffer((200,), \"int8\"), "
                                                 "U: T.Buffer((200,), \"uint8\"), C: T.Buffer((200,), \"int32\")):\n"
                                                 "    t = T.alloc_buffer((200,), \"int32\")\n"
                                                 BLOCK_S ("t", "200", "t[vi] = D[vi] * -1")
                                                 BLOCK_S ("C", "200", "C[vi] = %s"), quotient);
        g_autoptr (TlModule)  module = read_module (text);
        g_autoptr (GPtrArray) args = make_args (module);

        run (module, args);
      }
}

/* The results are those of TVM's code on x86, where that does not trap. */
static void
test_numbers_that_do_not_fit (void)
{
  static const struct { const char *type, *value; gint64 result; } rows[] = {
    { "int32", "T.Cast(\"int32\", A[0] * T.float32(3e9))", G_MININT32 },      { "int32", "T.Cast(\"int32\", A[0] * T.float32(-3e9))",
                                                                                G_MININT32 },
    { "int8", "T.Cast(\"int8\", A[0] * T.float32(300))", 44 },                { "uint8", "T.Cast(\"uint8\", A[0] * T.float32(-5))", 251 },
    { "int8", "T.Cast(\"int8\", A[0] * T.float32(3e9))", 0 },                 { "int64", "T.Cast(\"int64\", A[0] * T.float32(-3e9))",
                                                                                -3000000000 },
    { "int64", "T.Cast(\"int64\", A[0] * T.float32(1e20))", G_MININT64 },     { "int32",
                                                                                "T.Cast(\"int32\", A[0] / (A[0] - A[0]) - A[0] / (A[0] - "
                                                                                "A[0]))", G_MININT32 },
    { "int32", "T.truncdiv(T.min_value(\"int32\"), N[0])", G_MININT32 },      { "int32", "T.truncmod(T.min_value(\"int32\"), N[0])", 0 },
    { "int32", "T.min_value(\"int32\") // N[0]", G_MININT32 },               { "int32", "T.min_value(\"int32\") % N[0]", 0 },
    { "int32", "T.q_multiply_shift(N[0] * -12345, 1395864320, 31, -8)", 31 }, { "int32",
                                                                                "T.q_multiply_shift(N[0] * 12345, 1395864320, 31, -1)",
                                                                                -4012 },
    { "int32", "T.q_multiply_shift(N[0] * -100, 2147483647, 31, 2)", 400 },   { "int32", "T.q_multiply_shift(N[0] * 3, 1395864320, 31, 0)",
                                                                                -2 },
    { "int32", "T.q_multiply_shift(T.max_value(\"int32\") + N[0] + 1, 1073741824, 31, -1)", -536870912 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char      *text = g_strdup_printf (HEADER "@T.prim_func\n"
                                                    "def main(A: T.Buffer((1,), \"float32\"), N: T.Buffer((1,), \"int32\"), B: "
                                                    "T.Buffer((1,), \"%s\")):\n"
                                                    "    B[0] = %s\n", rows[i].type, rows[i].value);
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (GPtrArray) args = make_args (module);

      tl_tensor_set (args->pdata[0], 0, 1);
      tl_tensor_set (args->pdata[1], 0, -1);
      run (module, args);
      if (tl_tensor_get_int (args->pdata[2], 0) != rows[i].result)
        g_error ("%s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, rows[i].value, tl_tensor_get_int (args->pdata[2], 0), rows[i].result);
    }
}

static void
test_limits (void)
{
  g_autoptr (TlModule)     module = read_module (HEADER
                                                 "@T.prim_func\n"
                                                 "def main(C: T.Buffer((1,), \"int32\")):\n"
                                                 "    with T.block(\"C\"):\n"
                                                 "        while C[0] < 1000:\n"
                                                 "            C[0] = 0\n");
  g_autoptr (GPtrArray)    args = make_args (module);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  must_fail (tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, 1, 200000, NULL, &failure), TL_INTERP_ERROR,
             TL_INTERP_ERROR_STEPS);
  g_cancellable_cancel (cancellable);
  must_fail (tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, 1, 0, cancellable, &failure), G_IO_ERROR,
             G_IO_ERROR_CANCELLED);
}

/* Vectors of 4096 lanes, nested, would take gigabytes of code. */
static void
test_too_large (void)
{
  g_autoptr (GString)  text = g_string_new (HEADER "@T.prim_func\ndef main(C: T.Buffer((4096,), \"int32\")):\n    with T.block(\"C\"):\n");
  g_autoptr (TlModule)  module = NULL;
  g_autoptr (GPtrArray) args = NULL;

  for (guint i = 0; i < 400; i++)
    g_string_append (text, "        C[T.Ramp(0, 1, 4096)] = C[T.Ramp(0, 1, 4096)] + C[T.Ramp(0, 1, 4096)]\n");
  module = read_module (text->str);
  args = make_args (module);
  must_fail (tl_interp_run (module->prims[0], (TlTensor *const *) args->pdata, 1, 0, NULL, &failure), TL_INTERP_ERROR,
             TL_INTERP_ERROR_UNSUPPORTED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interp/expressions", test_expressions);
  g_test_add_func ("/interp/programs", test_programs);
  g_test_add_func ("/interp/matmul", test_matmul);
  g_test_add_func ("/interp/poison", test_poison);
  g_test_add_func ("/interp/symbolic-shapes", test_symbolic_shapes);
  g_test_add_func ("/interp/failures", test_failures);
  g_test_add_func ("/interp/wrong-arguments", test_wrong_arguments);
  g_test_add_func ("/interp/index-arguments", test_index_arguments);
  g_test_add_func ("/interp/divisor-arguments", test_divisor_arguments);
  g_test_add_func ("/interp/numbers-that-do-not-fit", test_numbers_that_do_not_fit);
  g_test_add_func ("/interp/limits", test_limits);
  g_test_add_func ("/interp/too-large", test_too_large);
  return g_test_run ();
}
