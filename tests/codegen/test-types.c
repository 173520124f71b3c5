/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs in each element type, compiled so that products are rounded before they are added (strict): every bit is the interpreter's,
 * whatever the schedule. Compiled fast they may differ by the roundings left out.
 */
#include "tests/codegen/run-compiled.h"

#include <string.h>

#define T_ "%1$s"   /* the element type */

static const struct { const char *name, *text; } programs[] = {
  { "product, naive",
    "(A: T.Buffer((9, 13), \"" T_ "\"), B: T.Buffer((13, 24), \"" T_ "\"), C: T.Buffer((9, 24), \"" T_ "\")):\n"
    "    for i, j, k in T.grid(9, 24, 13):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.Cast(\"" T_ "\", 0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "product, a tile in registers",
    "(A: T.Buffer((9, 13), \"" T_ "\"), B: T.Buffer((13, 24), \"" T_ "\"), C: T.Buffer((9, 24), \"" T_ "\")):\n"
    "    for io in range(3):\n"
    "        for k in range(13):\n"
    "            for ii in T.unroll(3):\n"
    "                for jo in T.unroll(2):\n"
    "                    for ji in T.vectorized(12):\n"
    "                        with T.block(\"C\"):\n"
    "                            vi = T.axis.spatial(9, io * 3 + ii)\n"
    "                            vj = T.axis.spatial(24, jo * 12 + ji)\n"
    "                            vk = T.axis.reduce(13, k)\n"
    "                            with T.init():\n"
    "                                C[vi, vj] = T.Cast(\"" T_ "\", 0)\n"
    "                            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "sum by parts",
    "(A: T.Buffer((7, 64), \"" T_ "\"), C: T.Buffer((7,), \"" T_ "\")):\n"
    "    parts = T.alloc_buffer((7, 16), \"" T_ "\")\n"
    "    for i, ko in T.grid(7, 4):\n"
    "        for ki in T.vectorized(16):\n"
    "            with T.block(\"parts\"):\n"
    "                vi, vo, vk = T.axis.remap(\"SRS\", [i, ko, ki])\n"
    "                with T.init():\n"
    "                    parts[vi, vk] = T.Cast(\"" T_ "\", 0)\n"
    "                parts[vi, vk] = parts[vi, vk] + A[vi, vo * 16 + vk] * A[vi, vk]\n"
    "    for i, k in T.grid(7, 16):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                C[vi] = T.Cast(\"" T_ "\", 0)\n"
    "            C[vi] = C[vi] + parts[vi, vk]\n" },
  { "sum in another type",
    "(A: T.Buffer((9, 16), \"" T_ "\"), B: T.Buffer((16, 24), \"" T_ "\"), C: T.Buffer((9, 24), \"float32\"), D: T.Buffer((9, 24), \""
    T_ "\")):\n"
    "    for i, k in T.grid(9, 16):\n"
    "        for j in T.vectorized(24):\n"
    "            with T.block(\"C\"):\n"
    "                vi, vk, vj = T.axis.remap(\"SRS\", [i, k, j])\n"
    "                with T.init():\n"
    "                    C[vi, vj] = T.float32(0)\n"
    "                C[vi, vj] = C[vi, vj] + T.Cast(\"float32\", A[vi, vk]) * T.Cast(\"float32\", B[vk, vj])\n"
    "    for i in range(9):\n"
    "        for j in T.vectorized(24):\n"
    "            with T.block(\"D\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                D[vi, vj] = T.Cast(\"" T_ "\", T.max(T.min(C[vi, vj], T.float32(100)), T.float32(0)))\n" },
  { "comparisons and logic",
    "(A: T.Buffer((5, 20), \"" T_ "\"), B: T.Buffer((5, 20), \"" T_ "\"), C: T.Buffer((5, 20), \"bool\"), D: T.Buffer((5,), \"bool\"), "
    "E: T.Buffer((5, 20), \"" T_ "\")):\n"
    "    for i in range(5):\n"
    "        for j in T.vectorized(20):\n"
    "            with T.block(\"C\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                C[vi, vj] = (A[vi, vj] < B[vi, vj] and not A[vi, 19 - vj] == B[vi, vj]) or A[vi, vj] >= B[vi, 19 - vj]\n"
    "    for i, j in T.grid(5, 20):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SR\", [i, j])\n"
    "            with T.init():\n"
    "                D[vi] = T.bool(True)\n"
    "            D[vi] = D[vi] and C[vi, vj]\n"
    "    for i in range(5):\n"
    "        for j in T.vectorized(20):\n"
    "            with T.block(\"E\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                E[vi, vj] = T.Select(C[vi, vj] and A[vi, vj] != B[vi, vj], A[vi, vj] * B[vi, vj] + A[vi, vj], A[vi, vj] - B[vi, "
    "vj])\n" },
};

static const struct { const char *name; double tolerance; } types[] = {
  { "float16", 0.02 }, { "bfloat16", 0.1 }, { "float32", 1e-5 }, { "float64", 1e-12 }, { "int8", 0 },
  { "uint8", 0 },      { "int16", 0 },      { "int32", 0 },      { "int64", 0 },       { "uint64", 0 },
};

/* Machines of which one computes with float16 itself, one widens it, and one has no fused operations. */
static const char *const cpus[] = { "", "x86-64-v3", "x86-64-v2" };

static void
check (const char *name, const char *text, double tolerance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (text);
  const TlPrimFunc *func = module->prims[0];
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (func, 23, FALSE, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) want = test_args_for (func, inputs);
  test_interpret (func, want, name);
  guint n_cpus = g_getenv ("TL_FEWER") != NULL ? 1 : G_N_ELEMENTS (cpus);
  for (guint i = 0; i < 2 * n_cpus; i++)
    {
      TlTarget target = tl_target_host ();
      g_autoptr (GPtrArray) got = test_args_for (func, inputs);
#ifdef __x86_64__
      target.mcpu = cpus[i / 2];
#endif
      target.is_strict = i % 2 == 0;
      test_run_compiled (module, &target, got);
      test_assert_same (got, want, target.is_strict ? 0 : tolerance, name);
    }
}

static void
test_type (gconstpointer data)
{
  guint type = GPOINTER_TO_UINT (data);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s in %s", programs[i].name, types[type].name);
      g_auto (GStrv) parts = g_strsplit (programs[i].text, T_, -1);
      g_autofree char *body = g_strjoinv (types[type].name, parts), *text = g_strconcat (HEAD, body, NULL);
      check (name, text, strstr (text, "float32") != NULL ? MAX (types[type].tolerance, 1e-5) : types[type].tolerance);
    }
}

/* Programs without functions whose last bit is the compiler's own. */
static void
test_samples (void)
{
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (test_programs); i++)
    if (strstr (test_programs[i].text, "T.exp") == NULL && strstr (test_programs[i].text, "T.tanh") == NULL
        && strstr (test_programs[i].text, "T.rsqrt") == NULL)
      {
        check (test_programs[i].name, test_programs[i].text, 1e-5);
        n++;
      }
  g_assert_cmpuint (n, >, 20);
}

static gboolean
has_fused (gboolean is_strict)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = g_strsplit (programs[1].text, T_, -1);
  g_autofree char *body = g_strjoinv ("float32", parts), *text = g_strconcat (HEAD, body, NULL);
  g_autoptr (TlModule) module = test_read (text);
  TlTarget target;
  g_assert_true (tl_target_parse (is_strict ? "llvm -mcpu=x86-64-v3 -float=strict" : "llvm -mcpu=x86-64-v3", &target, &error));
  g_autoptr (TlModule) lowered = test_lower (module, &target);
  g_autoptr (GBytes) assembly = tl_codegen_compile (lowered, &target, TL_CODEGEN_ASSEMBLY, &error);
  g_assert_no_error (error);
  g_autofree char *code = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  return strstr (code, "vfmadd") != NULL;
}

static void
test_fused (void)
{
  g_assert_true (has_fused (FALSE));
  g_assert_false (has_fused (TRUE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *path = g_strconcat ("/types/", types[i].name, NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_type);
    }
  g_test_add_func ("/types/samples", test_samples);
#ifdef __x86_64__
  g_test_add_func ("/types/fused", test_fused);
#endif
  return g_test_run ();
}
