/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled programs compute what the interpreter says: all kinds of statements, all element types, every intrinsic. */
#include "core/base/extremum.h"
#include "core/codegen/externs.h"
#include "tests/codegen/run-compiled.h"
#include "tests/named-texts.h"

static const NamedText *test_programs;   /* of tests/lower/programs.py */

static void
check_text (const char *name, const char *text, const TlTarget *target, double tolerance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (text);
  const TlPrimFunc *func = module->prims[0];
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (func, 11, FALSE, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) want = test_args_for (func, inputs);
  g_autoptr (GPtrArray) got = test_args_for (func, inputs);
  test_interpret (func, want, name);
  test_run_compiled (module, target, got);
  test_assert_same (got, want, tolerance, name);
}

static void
test_program (gconstpointer data)
{
  const NamedText *program = data;
  TlTarget target = tl_target_host ();
  check_text (program->name, program->text, &target, 1e-5);
  target.num_cores = 3;
  check_text (program->name, program->text, &target, 1e-5);
}

/* An old machine without wide vectors or fused multiplication. */
static void
test_other_cpu (void)
{
  TlTarget target = tl_target_host ();
  target.mcpu = "x86-64-v2";
  target.mattr = "";
  for (const NamedText *program = test_programs; program->name != NULL; program++)
    check_text (program->name, program->text, &target, 1e-5);
}

/* --- element types --- */

static void
test_types (void)
{
  static const struct { const char *name; double tolerance; } types[] = {
    { "int8", 0 }, { "int16", 0 }, { "int32", 0 }, { "int64", 0 }, { "uint8", 0 }, { "uint16", 0 }, { "uint32", 0 }, { "uint64", 0 },
    { "float16", 2e-3 }, { "bfloat16", 0 }, { "float32", 1e-6 }, { "float64", 1e-12 },
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    for (guint vectorized = 0; vectorized < 2; vectorized++)
      {
        const char *t = types[i].name;
        g_autofree char *text = g_strdup_printf (
          HEAD "(A: T.Buffer((21,), \"%s\"), B: T.Buffer((21,), \"%s\"), C: T.Buffer((21,), \"%s\"), D: T.Buffer((21,), \"%s\")):\n"
          "    for i in T.%s(21):\n"
          "        with T.block(\"C\"):\n"
          "            vi = T.axis.spatial(21, i)\n"
          "            C[vi] = T.max(A[vi], B[vi]) * B[vi] + A[vi] - T.min(A[vi], B[20 - vi])\n"
          "    for i in T.%s(21):\n"
          "        with T.block(\"D\"):\n"
          "            vi = T.axis.spatial(21, i)\n"
          "            D[vi] = T.Select(A[vi] < B[vi], A[vi], T.Cast(\"%s\", vi))\n",
          t, t, t, t, vectorized ? "vectorized" : "serial", vectorized ? "vectorized" : "serial", t);
        check_text (t, text, &target, types[i].tolerance);
      }
}

static void
test_conversions (void)
{
  static const char *const types[] = { "int8", "int32", "int64", "uint8", "uint32", "float16", "bfloat16", "float32", "float64" };
  TlTarget target = tl_target_host ();
  for (guint from = 0; from < G_N_ELEMENTS (types); from++)
    for (guint to = 0; to < G_N_ELEMENTS (types); to++)
      {
        /* Negative floats have no unsigned value: what a conversion gives is the machine's affair. */
        gboolean from_float = strstr (types[from], "float") != NULL, to_unsigned = types[to][0] == 'u';
        g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((17,), \"%s\"), C: T.Buffer((17,), \"%s\")):\n"
                                                 "    for i in T.vectorized(17):\n"
                                                 "        with T.block(\"C\"):\n"
                                                 "            vi = T.axis.spatial(17, i)\n"
                                                 "            C[vi] = T.Cast(\"%s\", %s(A[vi]))\n",
                                                 types[from], types[to], types[to], from_float && to_unsigned ? "T.abs" : "");
        g_autofree char *name = g_strdup_printf ("%s to %s", types[from], types[to]);
        check_text (name, text, &target, 0);
      }
}

/* --- mathematics --- */

/* @ulps: float32 units in the last place of the result that may be wrong. */
static const struct { const char *name; double (*exact) (double); double low, high; double ulps; } math_cases[] = {
  { "exp", exp, -104, 89, 2 }, { "exp2", exp2, -150, 128, 2 }, { "exp10", exp10, -44, 38.5, 2 }, { "log", log, 0, 100, 2 },
  { "log2", log2, 0, 100, 2 }, { "log10", log10, 0, 100, 2 }, { "log1p", log1p, -0.99, 10, 2 }, { "sqrt", sqrt, 0, 1000, 1 },
  { "tanh", tanh, -10, 10, 4 }, { "erf", erf, -5, 5, 12 }, { "sin", sin, -20, 20, 2 }, { "cos", cos, -20, 20, 2 },
  { "tan", tan, -1.5, 1.5, 2 }, { "atan", atan, -10, 10, 2 }, { "sinh", sinh, -10, 10, 3 }, { "cosh", cosh, -10, 10, 3 },
  { "floor", floor, -10, 10, 0 }, { "ceil", ceil, -10, 10, 0 }, { "trunc", trunc, -10, 10, 0 }, { "round", nearbyint, -10, 10, 0 },
  { "nearbyint", nearbyint, -10, 10, 0 }, { "fabs", fabs, -10, 10, 0 }, { "abs", fabs, -10, 10, 0 },
};

#define N_POINTS 4096

static TlTensor *
one_dimensional (const char *type, gint64 n)
{
  TlDType dtype;
  g_autoptr (GError) error = NULL;
  g_assert_true (tl_dtype_parse (type, &dtype));
  TlTensor *tensor = tl_tensor_new (dtype, &n, 1, FALSE, &error);
  g_assert_no_error (error);
  return tensor;
}

static GPtrArray *
run_unary (const char *name, const char *type, double low, double high)
{
  g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((%d,), \"%s\"), B: T.Buffer((%d,), \"%s\")):\n"
                                           "    for i_0 in range(%d):\n"
                                           "        for i_1 in T.vectorized(16):\n"
                                           "            with T.block(\"B\"):\n"
                                           "                vi = T.axis.spatial(%d, i_0 * 16 + i_1)\n"
                                           "                B[vi] = T.%s(A[vi])\n",
                                           N_POINTS, type, N_POINTS, type, N_POINTS / 16, N_POINTS, name);
  g_autoptr (TlModule) module = test_read (text);
  GPtrArray *args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_ptr_array_add (args, one_dimensional (type, N_POINTS));
  g_ptr_array_add (args, one_dimensional (type, N_POINTS));
  for (gint i = 0; i < N_POINTS; i++)
    tl_tensor_set (args->pdata[0], i, low == high || isnan (low) ? low : low + (high - low) * i / (N_POINTS - 1));
  TlTarget target = tl_target_host ();
  test_run_compiled (module, &target, args);
  return args;
}

static void
test_math (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (math_cases); c++)
    {
      double worst = 0, worst_at = 0;
      g_autoptr (GPtrArray) args = run_unary (math_cases[c].name, "float32", math_cases[c].low, math_cases[c].high);
      for (gint i = 0; i < N_POINTS; i++)
        {
          double x = tl_tensor_get (args->pdata[0], i), got = tl_tensor_get (args->pdata[1], i), want = math_cases[c].exact (x);
          if (isinf (want) || fabs (want) > G_MAXFLOAT)
            {
              g_assert_cmpfloat (fabs (got), >=, 3.4e38);
              continue;
            }
          double unit = fmax (ldexp (1, ilogb (fmax (fabs (want), 0x1p-126)) - 23), 0x1p-149);
          double error = fabs (got - want) / unit;
          if (!(error <= worst))
            {
              worst = error;
              worst_at = x;
            }
        }
      g_test_message ("%s: %.2f ulp at %g", math_cases[c].name, worst, worst_at);
      if (!(worst <= math_cases[c].ulps + 0.51))
        g_error ("T.%s is wrong by %.2f ulp at %.9g", math_cases[c].name, worst, worst_at);
    }
}

static void
test_math_specials (void)
{
  static const struct { const char *name; double x, want; } cases[] = {
    { "exp", INFINITY, INFINITY }, { "exp", -INFINITY, 0 }, { "exp", NAN, NAN }, { "exp", 0,
                                                                                   1 }, { "log", 0, -INFINITY }, { "log", -1, NAN },
    { "log", INFINITY, INFINITY }, { "log", NAN, NAN }, { "log", 1, 0 }, { "tanh", INFINITY, 1 }, { "tanh", -INFINITY, -1 },
    { "tanh", NAN, NAN }, { "sigmoid", INFINITY, 1 }, { "sigmoid", -INFINITY, 0 }, { "sigmoid", 0, 0.5 }, { "erf", INFINITY, 1 },
    { "erf", NAN, NAN }, { "sqrt", -1, NAN }, { "rsqrt", 4, 0.5 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) args = run_unary (cases[i].name, "float32", cases[i].x, cases[i].x);
      double got = tl_tensor_get (args->pdata[1], 0);
      if (!(got == cases[i].want || (isnan (got) && isnan (cases[i].want))))
        g_error ("T.%s(%g) is %g, expected %g", cases[i].name, cases[i].x, got, cases[i].want);
    }
}

static void
test_math_other_types (void)
{
  static const struct { const char *type; double tolerance; } types[] = { { "float16", 2e-3 }, { "bfloat16", 1.6e-2 },
                                                                          { "float64", 1e-14 } };
  static const struct { const char *name; double (*exact) (double); } functions[] = {
    { "exp", exp }, { "tanh", tanh }, { "sqrt", sqrt }, { "erf", erf }, { "log", log }, { "sin", sin }, { "floor", floor },
  };
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    for (guint f = 0; f < G_N_ELEMENTS (functions); f++)
      {
        g_autoptr (GPtrArray) args = run_unary (functions[f].name, types[t].type, 0.25, 4);
        for (gint i = 0; i < N_POINTS; i += 7)
          {
            double want = functions[f].exact (tl_tensor_get (args->pdata[0], i)), got = tl_tensor_get (args->pdata[1], i);
            if (!(fabs (got - want) <= types[t].tolerance * fmax (1, fabs (want))))
              g_error ("T.%s of %s: got %g, expected %g", functions[f].name, types[t].type, got, want);
          }
      }
}

static void
test_other_intrinsics (void)
{
  TlTarget target = tl_target_host ();
  check_text ("two arguments",
              HEAD "(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\"), C: T.Buffer((16,), \"float32\")):\n"
              "    for i in T.vectorized(16):\n"
              "        with T.block(\"C\"):\n"
              "            vi = T.axis.spatial(16, i)\n"
              "            C[vi] = T.pow(T.fabs(A[vi]), B[vi]) + T.fmod(A[vi] * T.float32(7), T.float32(2)) + T.fma(A[vi], B[vi], "
              "T.float32(1))\n",
              &target, 1e-5);
  check_text ("bits",
              HEAD "(A: T.Buffer((16,), \"int32\"), B: T.Buffer((16,), \"int32\"), C: T.Buffer((16,), \"int32\")):\n"
              "    for i in T.vectorized(16):\n"
              "        with T.block(\"C\"):\n"
              "            vi = T.axis.spatial(16, i)\n"
              "            C[vi] = T.bitwise_and(A[vi], 12) + T.bitwise_or(B[vi], 5) + T.bitwise_xor(A[vi], B[vi]) + T.shift_left(A[vi], 2)"
              " + T.shift_right(B[vi], 1) + T.bitwise_not(A[vi]) + T.abs(A[vi]) + T.popcount(A[vi])\n",
              &target, 0);
  check_text ("registered function",
              HEAD "(A: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
              "    for i in range(8):\n"
              "        with T.block(\"C\"):\n"
              "            vi = T.axis.spatial(8, i)\n"
              "            C[vi] = T.call_extern(\"float32\", \"cosf\", A[vi])\n",
              &target, 1e-6);
}

/* --- what is refused --- */

static void
test_foreign_symbols (void)
{
  static const char *const calls[] = { "T.call_extern(\"int32\", \"system\", 1)", "T.call_extern(\"int32\", \"tl_parallel_for\", 1)",
                                       "T.call_extern(\"float32\", \"expf\", 1, 2)" };
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((8,), \"float32\")):\n"
                                               "    for i in range(8):\n"
                                               "        with T.block(\"A\"):\n"
                                               "            vi = T.axis.spatial(8, i)\n"
                                               "            A[vi] = T.Cast(\"float32\", %s)\n",
                                               calls[i]);
      g_autoptr (TlModule) module = test_read (text);
      TlTarget target = tl_target_host ();
      g_autoptr (TlModule) lowered = test_lower (module, &target);
      g_assert_null (tl_codegen_compile (lowered, &target, TL_CODEGEN_OBJECT, &error));
      g_assert_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED);
      g_assert_nonnull (strchr (error->message, '"'));
    }
}

static void
test_bad_objects (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) junk = g_bytes_new_static ("this is no object file", 22);
  g_assert_null (tl_codegen_load (junk, &error));
  g_assert_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM);
}

static void
test_unknown_machine (void)
{
  TlTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_true (tl_target_parse ("cuda", &target, NULL));
  g_autoptr (TlModule) module = test_read (named_text (test_programs, "copy"));
  g_assert_null (tl_lower (module, module->prims[0]->name, &target, NULL, &error));
  g_assert_error (error, TL_LOWER_ERROR, TL_LOWER_ERROR_UNSUPPORTED);
}

/* --- the code itself --- */

/* @cpu: NULL for this one. */
static char *
code_of (const char *text, const char *cpu, TlCodegenOutput output)
{
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  g_autofree char *named = cpu != NULL ? g_strconcat ("llvm -mcpu=", cpu, NULL) : NULL;
  if (named != NULL)
    g_assert_true (tl_target_parse (named, &target, &error));
  g_autoptr (TlModule) module = test_read (text);
  g_autoptr (TlModule) lowered = test_lower (module, &target);
  g_autoptr (GBytes) code = tl_codegen_compile (lowered, &target, output, &error);
  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (code, NULL), g_bytes_get_size (code));
}

/* Eight rows of a vector stay in registers. */
static const char tile_text[] =
  HEAD "(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n"
  "    for i_0, j_0, k, i_1 in T.grid(8, 2, 64, 8):\n"
  "        for j_1 in T.vectorized(32):\n"
  "            with T.block(\"C\"):\n"
  "                vi = T.axis.spatial(64, i_0 * 8 + i_1)\n"
  "                vj = T.axis.spatial(64, j_0 * 32 + j_1)\n"
  "                vk = T.axis.reduce(64, k)\n"
  "                with T.init():\n"
  "                    C[vi, vj] = T.float32(0)\n"
  "                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

/* A vectorized product multiplies and adds in one instruction on whole registers, and its accumulators stay in them. */
static void
test_matmul_code (void)
{
  g_autofree char *assembly = code_of (tile_text, "skylake-avx512", TL_CODEGEN_ASSEMBLY);
  guint n_fma = 0, n_stores = 0;
  g_auto (GStrv) lines = g_strsplit (assembly, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      n_fma += strstr (lines[i], "vfmadd") != NULL && strstr (lines[i], "%zmm") != NULL;
      n_stores += strstr (lines[i], "vmovups\t%zmm") != NULL;
    }
  g_assert_cmpuint (n_fma, ==, 16);
  g_assert_cmpuint (n_stores, ==, 16);
}

static void
test_ir_text (void)
{
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  g_autoptr (TlModule) module = test_read (named_text (test_programs, "copy"));
  g_autoptr (TlModule) lowered = test_lower (module, &target);
  g_autoptr (GBytes) ir = tl_codegen_compile (lowered, &target, TL_CODEGEN_LLVM_IR, &error);
  g_assert_no_error (error);
  g_autofree char *text = g_strndup (g_bytes_get_data (ir, NULL), g_bytes_get_size (ir));
  g_assert_nonnull (strstr (text, "define void @tl_kernel."));
  g_assert_nonnull (strstr (text, "noalias"));
}

static gpointer
compile_again (gpointer data)
{
  for (guint i = 0; i < 5; i++)
    for (guint p = 0; p < 4; p++)
      {
        TlTarget target = tl_target_host ();
        check_text (test_programs[p].name, test_programs[p].text, &target, 1e-5);
      }
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[3];
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("compile", compile_again, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static char *
ir_of_text (const char *text)
{
  return code_of (text, NULL, TL_CODEGEN_LLVM_IR);
}

static char *
ir_of (const char *program)
{
  return ir_of_text (named_text (test_programs, program));
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;
  for (const char *at = text; (at = strstr (at, part)) != NULL; at++)
    n++;
  return n;
}

/*
 * A function of 200 blocks comes in parts, which get what they need from around: buffers, a scalar, a value bound by a let, a buffer whose
 * size is not constant. Some blocks are parallel loops, vectors, small buffers of their own.
 */
static void
test_long_sequence (void)
{
  static const char *const bodies[] = {
    "    for i in range(21):\n        with T.block(\"b%u\"):\n            vi = T.axis.spatial(21, i)\n"
    "            %s[vi] = %s[20 - vi] * T.float32(0.5) + T.Cast(\"float32\", n)\n",
    "    for i in T.parallel(21):\n        with T.block(\"b%u\"):\n            vi = T.axis.spatial(21, i)\n"
    "            %s[vi] = T.max(%s[vi], A[vi]) - T.Cast(\"float32\", m)\n",
    "    for i in T.vectorized(21):\n        with T.block(\"b%u\"):\n            vi = T.axis.spatial(21, i)\n"
    "            %s[vi] = %s[vi] + A[vi]\n",
  };
  g_autoptr (GString) text = g_string_new (HEAD "(A: T.Buffer((21,), \"float32\"), n: T.int32, D: T.Buffer((21,), \"float32\")):\n"
                                           "    B = T.alloc_buffer((21,), \"float32\")\n    C = T.alloc_buffer((n + 21,), \"float32\")\n"
                                           "    m = T.bitwise_and(n, 3)\n");
  TlTarget target = tl_target_host ();

  for (guint i = 0; i < 200; i++)
    {
      const char *from = i == 0 ? "A" : i % 2 ? "B" : "C", *to = i == 199 ? "D" : i % 2 ? "C" : "B";

      if (i % 4 == 3)
        g_string_append_printf (text, "    for i, k in T.grid(21, 3):\n        with T.block(\"b%u\"):\n"
                                "            vi, vk = T.axis.remap(\"SR\", [i, k])\n            with T.init():\n"
                                "                %s[vi] = T.float32(0)\n"
                                "            %s[vi] = %s[vi] + %s[T.min(vi + vk, 20)] * T.float32(0.25)\n", i, to, to, to, from);
      else
        g_string_append_printf (text, bodies[i % 4], i, to, from);
    }
  g_autofree char *ir = code_of (text->str, NULL, TL_CODEGEN_LLVM_IR);
  g_assert_cmpuint (count (ir, "call void @tl_kernel.part"), >=, 4);
  check_text ("long", text->str, &target, 1e-5);
  target.num_cores = 3;
  check_text ("long", text->str, &target, 1e-5);
}

/* Lines of the longest block of IR. */
static guint
longest_block (const char *ir)
{
  g_auto (GStrv) lines = g_strsplit (ir, "\n", -1);
  guint n = 0, longest = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      n = g_str_has_prefix (lines[i], "  ") ? n + 1 : 0;
      longest = MAX (longest, n);
    }
  return longest;
}

/*
 * Blocks of thousands of instructions, in which LLVM's time would grow with their square, come in pieces: one in a loop, which sums up over
 * 640 columns, and one ahead of a loop, with 200 vectors that all its iterations need. These are spilled to places on their alignment.
 */
static void
test_long_blocks (void)
{
  static const char *const texts[] = {
    HEAD "(A: T.Buffer((30720,), \"float32\"), B: T.Buffer((48,), \"float32\"), C: T.Buffer((640,), \"float32\")):\n"
    "    for i in range(3):\n        for v in T.vectorized(16):\n            B[i * 16 + v] = T.float32(0)\n"
    "        for k in T.unroll(640):\n            for v in T.vectorized(16):\n"
    "                B[i * 16 + v] = B[i * 16 + v] + A[i * 10240 + v * 640 + k] * C[k]\n",
    HEAD "(A: T.Buffer((3400,), \"float32\"), B: T.Buffer((3200,), \"float32\"), C: T.Buffer((272,), \"float32\")):\n"
    "    for i in range(17):\n        for k in T.unroll(200):\n            for v in T.vectorized(16):\n"
    "                C[i * 16 + v] = C[i * 16 + v] + A[i * 200 + k] * B[v * 200 + k]\n",
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *ir = code_of (texts[i], "skylake-avx512", TL_CODEGEN_LLVM_IR);
      g_assert_cmpuint (count (ir, "load <4 x float>"), ==, i == 0 ? 640 / 4 * 16 : 200 / 4 * 16);
      g_assert_cmpuint (longest_block (ir), <=, 2000);
      g_assert_cmpuint (count (ir, "tl_kernel.part"), ==, 0);
      check_text ("long block", texts[i], &target, 1e-5);
    }
  g_autofree char *assembly = code_of (texts[1], "skylake-avx512", TL_CODEGEN_ASSEMBLY);
  g_auto (GStrv) lines = g_strsplit (assembly, "\n", -1);
  guint n_spills = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      n_spills += strstr (lines[i], "64-byte Spill") != NULL;
      g_assert_false (strstr (lines[i], "64-byte") != NULL && strstr (lines[i], "vmovups") != NULL);
    }
  g_assert_cmpuint (n_spills, >, 100);
}

/* No pass of LLVM has been at it: each row's element is loaded and spread once for all vectors, the vector once for all rows. */
static void
test_loads_once (void)
{
  g_autofree char *ir = code_of (tile_text, "skylake-avx512", TL_CODEGEN_LLVM_IR);
  g_assert_cmpuint (count (ir, "= load <32 x float>"), ==, 1);
  g_assert_cmpuint (count (ir, "= load float"), ==, 8);
  g_assert_cmpuint (count (ir, "= shufflevector"), ==, 8);
}

/* A store to another buffer leaves what was loaded as it is, also if that is the function's own; one to the same buffer does not. */
static void
test_loads_past_stores (void)
{
  static const struct { const char *text; guint n_loads; } rows[] = {
    { HEAD "(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\"), C: T.Buffer((16,), \"float32\")):\n"
      "    C[T.Ramp(0, 1, 16)] = A[T.Ramp(0, 1, 16)] * T.float32(2)\n"
      "    B[T.Ramp(0, 1, 16)] = A[T.Ramp(0, 1, 16)] + T.float32(1)\n", 1 },
    { HEAD "(A: T.Buffer((40, 16), \"float32\"), n: T.int32, B: T.Buffer((16,), \"float32\")):\n"
      "    A[n, T.Ramp(0, 1, 16)] = A[0, T.Ramp(0, 1, 16)] * T.float32(2)\n"
      "    B[T.Ramp(0, 1, 16)] = A[0, T.Ramp(0, 1, 16)] + T.float32(1)\n", 2 },
    /* Four iterations at a time. */
    { HEAD "(A: T.Buffer((4000, 16), \"float32\"), B: T.Buffer((4000, 16), \"float32\"), "
      "C: T.Buffer((4000, 16), \"float32\")):\n"
      "    D = T.alloc_buffer((4000, 16))\n"
      "    for i in range(4000):\n"
      "        D[i, T.Ramp(0, 1, 16)] = A[i, T.Ramp(0, 1, 16)] * T.float32(2)\n"
      "        B[i, T.Ramp(0, 1, 16)] = A[i, T.Ramp(0, 1, 16)] + T.float32(1)\n"
      "    for i in range(4000):\n"
      "        C[i, T.Ramp(0, 1, 16)] = D[3999 - i, T.Ramp(0, 1, 16)]\n", 4 + 4 },
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *ir = code_of (rows[i].text, "skylake-avx512", TL_CODEGEN_LLVM_IR);
      g_assert_cmpuint (count (ir, "= load <16 x float>"), ==, rows[i].n_loads);
      check_text ("loads past stores", rows[i].text, &target, 1e-5);
    }
}

/* A loop down a column is done element by element: LLVM would scatter vectors. */
static void
test_no_scatters (void)
{
  g_autofree char *assembly = code_of (HEAD "(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64,), \"float32\"), "
                                       "C: T.Buffer((64, 64), \"float32\")):\n"
                                       "    for j, i in T.grid(64, 64):\n"
                                       "        with T.block(\"C\"):\n"
                                       "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                       "            C[vi, vj] = A[vi, vj] * T.float32(2) + B[vj]\n",
                                       "skylake-avx512", TL_CODEGEN_ASSEMBLY);
  g_assert_cmpuint (count (assembly, "scatter"), ==, 0);
  g_assert_cmpuint (count (assembly, "gather"), ==, 0);
}

/* A tile written by rows and read by columns stays in registers where its sizes allow; where they do not the result is the same. */
static void
test_columns (void)
{
  static const struct { const char *dtype; guint rows, columns; gboolean in_registers; } tiles[] = {
    { "float32", 16, 16, TRUE }, { "float32", 8, 16, TRUE },   { "float32", 4, 12, TRUE },  { "float64", 8, 8,
                                                                                              TRUE },  { "int8", 16, 32, TRUE },
    { "float16", 32, 32, TRUE }, { "bfloat16", 16, 16, TRUE }, { "bool", 8, 8, TRUE },      { "uint64", 2, 2,
                                                                                              TRUE },   { "int16", 4, 4, TRUE },
    { "float32", 9, 16, TRUE },  { "float32", 13, 32, TRUE },  { "float64", 3, 4, TRUE },   { "int8", 7, 8,
                                                                                              TRUE },     { "bfloat16", 5, 24, TRUE },
    { "float32", 16, 8, FALSE }, { "float32", 6, 6, FALSE },   { "float32", 16, 17, FALSE }, { "float64", 16, 16, FALSE },
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    {
      const char *t = tiles[i].dtype;
      guint rows = tiles[i].rows, columns = tiles[i].columns;
      g_autofree char *text = g_strdup_printf (
        HEAD "(A: T.Buffer((%u, %u), \"%s\"), B: T.Buffer((%u, %u), \"%s\")):\n"
        "    tile = T.alloc_buffer((%u, %u), \"%s\", scope=\"local\")\n"
        "    for i in T.unroll(%u):\n"
        "        for j in T.vectorized(%u):\n"
        "            with T.block(\"tile\"):\n"
        "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "                tile[vi, vj] = A[vi, vj]\n"
        "    for i in T.unroll(%u):\n"
        "        for j in T.vectorized(%u):\n"
        "            with T.block(\"B\"):\n"
        "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "                B[vi, vj] = tile[vj, vi]\n",
        rows, columns, t, columns, rows, t, rows, columns, t, rows, columns, columns, rows);
      check_text (t, text, &target, 0);
      g_autofree char *ir = ir_of_text (text);
      g_assert_true (!tiles[i].in_registers || (strstr (ir, "masked.gather") == NULL && strstr (ir, "alloca") == NULL));
    }
}

/*
 * Loops along rows become vectors unasked where no two of their iterations meet, and stores of vectorized loops with a stride are done lane
 * by lane.
 */
static void
test_rows (void)
{
  static const struct { const char *name, *body; guint n; gboolean is_vector; } rows[] = {
    { "product", "    for i, j, k in T.grid(8, 32, 5):\n"
                 "        C[i * 32 + j] = C[i * 32 + j] + A[i * 5 + k] * B[k * 32 + j]\n", 256, TRUE },
    { "odd", "    for i, j, k in T.grid(4, 37, 3):\n        C[i * 37 + j] = C[i * 37 + j] + A[i + k] * B[j + k]\n", 148, TRUE },
    { "tile", "    for i, j, k, l in T.grid(4, 4, 3, 16):\n        for m in range(2):\n"
              "            C[i * 64 + j * 16 + l] = C[i * 64 + j * 16 + l] + A[k + m] * B[l + m]\n", 256, TRUE },
    { "unrolled", "    for i in range(12):\n        for j in T.unroll(6):\n            C[i * 6 + j] = A[i + j] * B[j]\n", 72, TRUE },
    { "overlap", "    for j, k in T.grid(32, 5):\n        C[j + k] = C[j + k] * T.float32(0.5) + A[k] * B[j]\n", 64, FALSE },
    { "recurrence", "    for j, k in T.grid(32, 3):\n        C[j + 1] = C[j] * A[k] + B[j]\n", 64, FALSE },
    { "unrolled-recurrence", "    for i in range(4):\n        for j in T.unroll(6):\n"
                             "            C[j + 1] = C[j] * A[i] + B[j]\n", 8, FALSE },
    { "rows-overlap", "    for i in range(3):\n        for j, k in T.grid(20, 4):\n"
                      "            C[j + k * 16] = C[j + k * 16] * A[i] + B[j]\n", 128, FALSE },
    { "scatter", "    for k in range(6):\n        for j in T.vectorized(8):\n"
                 "            C[j * 9 + k] = C[j * 9 + k] + A[k] * B[j]\n", 128, FALSE },
    { "scattered-sums", "    for k in range(6):\n        for j in T.vectorized(8):\n            for l in range(3):\n"
                        "                C[j * 9 + k] = C[j * 9 + k] + A[k + l] * B[j]\n", 128, TRUE },
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((256,), \"float32\"), B: T.Buffer((256,), \"float32\"), "
                                               "C: T.Buffer((%u,), \"float32\")):\n%s", rows[i].n, rows[i].body);
      check_text (rows[i].name, text, &target, 1e-6);
      g_autoptr (TlModule) module = test_read (text);
      g_autoptr (TlModule) lowered = test_lower (module, &target);
      g_autofree char *script = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
      if ((strstr (script, "T.Ramp(") != NULL) != rows[i].is_vector)
        g_error ("%s: %s", rows[i].name, script);
    }
}

/* A script of three buffers of float32, lowered, once its results were compared with the interpreter's. */
static char *
checked_and_lowered (const char *name, const char *body, const TlTarget *target)
{
  g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((512,), \"float32\"), B: T.Buffer((512,), \"float32\"), "
                                           "C: T.Buffer((512,), \"float32\")):\n%s", body);
  check_text (name, text, target, 1e-5);
  g_autoptr (TlModule) module = test_read (text);
  g_autoptr (TlModule) lowered = test_lower (module, target);
  return tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
}

typedef struct
{
  const char *name, *body, *text;
  gboolean    has_text;   /* whether the lowered program has it */
} LoweredCase;

static void
check_lowered_cases (const LoweredCase *cases, guint n)
{
  TlTarget target = { 0 };
  g_assert_true (tl_target_parse ("llvm -mcpu=haswell", &target, NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *script = checked_and_lowered (cases[i].name, cases[i].body, &target);
      if ((strstr (script, cases[i].text) != NULL) != cases[i].has_text)
        g_error ("%s: %s", cases[i].name, script);
    }
}

/* Loops that a split made of one along a row are one again, where nothing but the row needs their variables. */
static void
test_split_rows (void)
{
  static const LoweredCase cases[] = {
    { "split", "    for i, j in T.grid(19, 5):\n        C[i * 5 + j] = A[i * 5 + j] * B[3]\n", "range(95)", TRUE },
    { "unrolled", "    for i in range(30):\n        for j in T.unroll(4):\n            C[i * 4 + j] = A[i * 4 + j + 1] + B[0]\n",
      "range(120)", TRUE },
    { "narrow-vectors", "    for i in range(40):\n        for j in T.vectorized(2):\n            C[i * 2 + j] = A[i * 2 + j]\n", ", 1, 16)",
      TRUE },
    { "vectors", "    for i in range(40):\n        for j in T.vectorized(8):\n            C[i * 8 + j] = A[i * 8 + j]\n", "range(10)",
      TRUE },
    { "prime", "    for i in range(37):\n        for j in T.vectorized(8):\n            C[i * 8 + j] = A[i * 8 + j]\n", "range(37)", TRUE },
    { "thrice", "    for i, j, k in T.grid(3, 7, 5):\n        C[i * 35 + j * 5 + k] = A[i * 35 + j * 5 + k]\n", "range(105)", TRUE },
    { "other-stride", "    for i, j in T.grid(19, 5):\n        C[i * 5 + j] = A[i * 6 + j]\n", "range(95)", FALSE },
    { "used-alone", "    for i, j in T.grid(19, 5):\n        C[i * 5 + j] = A[i * 5 + j] + T.Cast(\"float32\", i)\n", "range(95)", FALSE },
    { "column", "    for i, j in T.grid(19, 5):\n        C[i * 15 + j * 3] = A[i * 5 + j]\n", "range(95)", FALSE },
    { "ended", "    for i, j in T.grid(20, 5):\n        if i * 5 + j < 96:\n            C[i * 5 + j] = A[i * 5 + j]\n", "range(96)", TRUE },
    { "ended-inside",
      "    for i, j in T.grid(20, 5):\n        for k in range(7):\n            if i * 5 + j < 96:\n"
      "                C[i * 5 + j] = C[i * 5 + j] + A[k] * B[i * 5 + j]\n",
      "C[64:96] = C_reg", TRUE },
    { "ended-for-some",
      "    for i, j in T.grid(20, 5):\n        A[i * 5 + j] = B[i * 5 + j]\n        if i * 5 + j < 96:\n"
      "            C[i * 5 + j] = A[i * 5 + j]\n",
      "range(96)", FALSE },
    { "ended-twice",
      "    for i, j in T.grid(20, 5):\n        if i * 5 + j < 93:\n            A[i * 5 + j] = B[i * 5 + j]\n"
      "        if i * 5 + j < 96:\n            C[i * 5 + j] = A[i * 5 + j]\n",
      "range(93)", FALSE },
    { "ended-sum",
      "    for i, j in T.grid(20, 5):\n        if i * 5 + j < 96:\n            if i * 5 + j == 0:\n                C[7] = T.float32(0)\n"
      "            C[7] = C[7] + A[i * 5 + j]\n",
      "range(1, 96)", TRUE },
    { "across", "    for j, i in T.grid(5, 19):\n        C[i * 5 + j] = A[i * 5 + j] * B[3]\n", "range(95)", TRUE },
    { "across-ended",
      "    for j, i in T.grid(5, 20):\n        if i * 5 + j + 3 < 96:\n            C[i * 5 + j] = A[i * 5 + j]\n",
      "range(93)", TRUE },
    { "across-vectors",
      "    for j in range(3):\n        for i in T.vectorized(32):\n            C[i * 3 + j] = C[i * 3 + j] + A[i * 3 + j]\n", ", 1, 32)",
      TRUE },
    { "across-meeting", "    for j, i in T.grid(5, 19):\n        C[i * 5 + j + 1] = C[i * 5 + j] * A[2]\n", "range(95)", FALSE },
    { "across-twice",
      "    for j, i in T.grid(5, 19):\n        C[i * 5 + j] = A[2]\n        C[i * 5 + j + 1] = A[3]\n", "range(95)", FALSE },
  };
  check_lowered_cases (cases, G_N_ELEMENTS (cases));
}

/*
 * A buffer lives in one iteration if what it reads is stored there, also if the store's condition has a part that the rest implies, as that
 * of an imperfect split of an imperfect split. Where it is no longer implied, iterations read what the one before has left.
 */
static void
test_implied_conditions (void)
{
#define STORE_AND_COPY(size, condition, limit, at) \
  "    D = T.decl_buffer((" size ",), \"float32\")\n    for i, j in T.grid(14, 7):\n        for k in range(5):\n" \
  "            if " condition " < 90 and i < " limit ":\n                D[" at "] = B[k * 100 + i * 7 + j] * C[k]\n" \
  "        for k in range(5):\n            if " condition " < 90:\n                A[k * 100 + i * 7 + j] = D[" at "]\n"
  static const LoweredCase cases[] = {
    { "implied", STORE_AND_COPY ("500", "i * 7 + j", "13", "k * 100 + i * 7 + j"), "(500,)", FALSE },
    { "implied-below-zero", STORE_AND_COPY ("500", "i * 7 - j", "14", "k * 100 + i * 7 + j"), "(500,)", FALSE },
    { "not-implied", STORE_AND_COPY ("5", "i * 7 + j", "12", "k"), "\n        D = T.decl_buffer((5,)", TRUE },
    { "not-implied-below-zero", STORE_AND_COPY ("5", "i * 7 - j", "13", "k"), "\n        D = T.decl_buffer((5,)", TRUE },
  };
#undef STORE_AND_COPY
  check_lowered_cases (cases, G_N_ELEMENTS (cases));
}

/* Stores that the next iteration overwrites happen once, unless something in the loop needs it. */
static void
test_overwritten (void)
{
#define NESTED "            B"
  static const LoweredCase cases[] = {
    { "row",
      "    for k in range(70):\n        C[0] = C[0] + A[k]\n        for j in range(9):\n            B[j] = A[j] - C[0]\n", NESTED, FALSE },
    { "rows", "    for i in range(2):\n        for k in range(70):\n            C[0] = C[0] + A[k]\n            C[2] = C[0]\n"
              "            for j in range(9):\n                B[j] = A[j] - C[0] * C[0]\n",
      NESTED, FALSE },
    { "read-before",
      "    for k in range(70):\n        C[0] = C[0] * T.float32(0.5) + A[k] - B[3]\n"
      "        for j in range(9):\n            B[j] = A[j] - C[0]\n",
      NESTED, TRUE },
    { "adds-up", "    for k in range(70):\n        C[0] = C[0] + A[k]\n        for j in range(9):\n            B[j] = B[j] - C[0]\n",
      NESTED, TRUE },
    { "moves", "    for k in range(70):\n        C[0] = C[0] + A[k]\n        for j in range(9):\n            B[j + k] = A[j] - C[0]\n",
      NESTED, TRUE },
    { "sometimes",
      "    for k in range(70):\n        C[0] = C[0] + A[k]\n        for j in range(9):\n            if C[0] < T.float32(4):\n"
      "                B[j] = A[j] - C[0]\n",
      NESTED, TRUE },
  };
#undef NESTED
  check_lowered_cases (cases, G_N_ELEMENTS (cases));
}

/* Iterations around a reduction run side by side where none touches what another one stores. */
static void
test_side_by_side (void)
{
#define SUM "            for k in range(9):\n"
  static const LoweredCase cases[] = {
    { "sums",
      "    for j in range(6):\n        C[j] = T.float32(0)\n        for k in range(9):\n"
      "            C[j] = C[j] + A[k] * B[j * 9 + k]\n",
      "C_reg[5] = C_reg[5] +", TRUE },
    { "vectors",
      "    for i in range(3):\n        for j in range(4):\n            for v in T.vectorized(8):\n"
      "                C[i * 32 + j * 8 + v] = T.float32(0)\n" "            for k in range(20):\n"
      "                for v in T.vectorized(8):\n"
      "                    C[i * 32 + j * 8 + v] = C[i * 32 + j * 8 + v] + A[i * 20 + k] * B[k * 25 + j * 8 + v]\n",
      "C_reg[24:32] = C_reg[T.Ramp(24, 1, 8)] +", TRUE },
    { "own-buffer",
      "    for j in range(6):\n        D = T.decl_buffer((9,), \"float32\")\n        for k in range(9):\n"
      "            D[k] = A[j * 9 + k] * T.float32(2)\n        C[j] = T.float32(0)\n"
      "        for k in range(9):\n            C[j] = C[j] + D[k] * B[k]\n",
      "D_1 = T.decl_buffer", TRUE },
    { "same-place", "    for j in range(6):\n        for k in range(9):\n            C[2] = C[2] + A[k] * B[j * 9 + k]\n", "C_reg[1]",
      FALSE },
    { "read-ahead",
      "    for i in range(3):\n        for j in range(6):\n" SUM "                C[j] = C[j] * T.float32(0.5) + A[k] * C[j + 1]\n",
      "C_reg[7]", FALSE },
    { "overlap",
      "    for j in range(6):\n        for k in range(9):\n            for v in T.vectorized(8):\n"
      "                C[j * 4 + v] = C[j * 4 + v] + A[k] * B[v]\n",
      "C_reg[8:16]", FALSE },
    { "long-unrolled",
      "    for i in range(8):\n        for k in T.unroll(40):\n            for m in range(9):\n"
      "                for v in T.vectorized(8):\n"
      "                    C[i * 8 + v] = C[i * 8 + v] + A[i * 40 + k + m] * B[k * 9 + m + v]\n",
      "C_reg[56:64] = C_reg[T.Ramp(56, 1, 8)] +", TRUE },
    { "prime",
      "    for j in range(13):\n"
      "        for k in range(9):\n            C[j] = C[j] + A[k] * B[j * 9 + k]\n",
      "C_reg[1]", FALSE },
  };
#undef SUM
  check_lowered_cases (cases, G_N_ELEMENTS (cases));
}

/* Vectors across rows that lie side by side are loaded by rows, those of a loop's iterations, too; rows of lanes are stored along rows. */
static void
test_rows_of_columns (void)
{
#define ROW_SUM(value) \
  "    for v in T.vectorized(16):\n        C[v] = T.float32(0)\n    for k in range(19):\n        for v in T.vectorized(16):\n" \
  "            C[v] = C[v] + " value "\n"
  static const LoweredCase cases[] = {
    { "columns",
      "    for v in T.vectorized(16):\n        C[v] = A[v * 9 + 1] + A[v * 9 + 2] * A[v * 9 + 3] - A[v * 9 + 4]\n", "A_rows[0:4] = A[",
      TRUE },
    { "three-columns", "    for v in T.vectorized(16):\n        C[v] = A[v * 9 + 1] + A[v * 9 + 2] * A[v * 9 + 3]\n", "A_rows", FALSE },
    { "gaps", "    for v in T.vectorized(16):\n        C[v] = A[v * 33 + 4] + A[v * 33 + 16] * A[v * 33 + 14] - A[v * 33 + 12]\n",
      "A_rows[0:4] = A[T.Ramp(12, 1, 4)]", TRUE },
    { "twice", "    for v in T.vectorized(16):\n        C[v] = A[v * 9 + 1] + A[v * 9 + 3] * A[v * 9 + 1]\n", "A_v[0:16] = A[", TRUE },
    { "loop", ROW_SUM ("A[v * 24 + k]"), "A_rows[0:4] = A[", TRUE },
    { "odd-lanes", "    for k in range(8):\n        for v in T.vectorized(7):\n            C[v] = C[v] + A[v * 11 + k] * B[k]\n",
      "A_rows[0:4] = A[", TRUE },
    { "forty-lanes", "    for k in range(8):\n        for v in T.vectorized(40):\n            C[v] = C[v] + A[v * 11 + k] * B[k]\n",
      "A_rows[0:4] = A[", TRUE },
    { "every-second", ROW_SUM ("A[v * 26 + k * 2]"), "A_rows", TRUE },
    { "far-apart", ROW_SUM ("A[v * 26 + k * 4]"), "A_rows", FALSE },
    { "written",
      "    for k in range(8):\n        for v in T.vectorized(16):\n            C[v * 9 + k + 1] = C[v * 9 + k] + A[v]\n", "C_rows", FALSE },
    { "chosen",
      "    for k in range(8):\n        for v in T.vectorized(16):\n"
      "            C[v] = C[v] + T.if_then_else(B[k] > T.float32(0), A[v * 9 + k], T.float32(1))\n",
      "A_rows", FALSE },
    { "along-rows", "    for k in range(8):\n        for j in range(16):\n            C[j] = C[j] + A[k] * B[j * 8 + k]\n",
      "B_rows[0:4] = B[", TRUE },
    { "long-lanes-in-a-row",
      "    for j in range(16):\n        for i in T.vectorized(32):\n            C[i * 16 + j] = C[i * 16 + j] + A[i] * B[j]\n",
      "for i in range(8)", TRUE },
    { "row-in-a-lane",
      "    for v in T.vectorized(6):\n        D = T.decl_buffer((1,), \"float32\")\n        D[0] = T.float32(0)\n"
      "        for k in range(9):\n            D[0] = D[0] + A[v * 40 + k]\n"
      "        for j in range(70):\n            C[v * 70 + j] = A[v * 40 + j] / D[0]\n",
      "C[v * 70 + j] = ", TRUE },
  };
#undef ROW_SUM
  check_lowered_cases (cases, G_N_ELEMENTS (cases));
}

/* Only where the alignment that such a store demands is certain, and with a fence behind. */
static void
test_stores_past_the_caches (void)
{
  g_autofree char *aligned = ir_of ("stores past the caches"), *off = ir_of ("stores past the caches, off their alignment");
  g_assert_nonnull (strstr (aligned, "!nontemporal"));
  g_assert_nonnull (strstr (aligned, "fence seq_cst"));
  g_assert_null (strstr (off, "!nontemporal"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_programs = named_texts_read (TEST_DIR "/../lower/programs.py");
  for (const NamedText *program = test_programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/codegen/program/%s", program->name);
      g_test_add_data_func (path, program, test_program);
    }
  g_test_add_func ("/codegen/other-cpu", test_other_cpu);
  g_test_add_func ("/codegen/types", test_types);
  g_test_add_func ("/codegen/conversions", test_conversions);
  g_test_add_func ("/codegen/math", test_math);
  g_test_add_func ("/codegen/math-specials", test_math_specials);
  g_test_add_func ("/codegen/math-other-types", test_math_other_types);
  g_test_add_func ("/codegen/other-intrinsics", test_other_intrinsics);
  g_test_add_func ("/codegen/foreign-symbols", test_foreign_symbols);
  g_test_add_func ("/codegen/bad-objects", test_bad_objects);
  g_test_add_func ("/codegen/unknown-machine", test_unknown_machine);
  g_test_add_func ("/codegen/matmul-code", test_matmul_code);
  g_test_add_func ("/codegen/long-sequence", test_long_sequence);
  g_test_add_func ("/codegen/long-blocks", test_long_blocks);
  g_test_add_func ("/codegen/loads-once", test_loads_once);
  g_test_add_func ("/codegen/loads-past-stores", test_loads_past_stores);
  g_test_add_func ("/codegen/ir-text", test_ir_text);
  g_test_add_func ("/codegen/stores-past-the-caches", test_stores_past_the_caches);
  g_test_add_func ("/codegen/no-scatters", test_no_scatters);
  g_test_add_func ("/codegen/split-rows", test_split_rows);
  g_test_add_func ("/codegen/implied-conditions", test_implied_conditions);
  g_test_add_func ("/codegen/overwritten", test_overwritten);
  g_test_add_func ("/codegen/side-by-side", test_side_by_side);
  g_test_add_func ("/codegen/rows-of-columns", test_rows_of_columns);
  g_test_add_func ("/codegen/rows", test_rows);
  g_test_add_func ("/codegen/columns", test_columns);
  g_test_add_func ("/codegen/threads", test_threads);
  return g_test_run ();
}
