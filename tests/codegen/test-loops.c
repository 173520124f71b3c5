/* SPDX-License-Identifier: Apache-2.0 */
/* Promises of lowering passes about a loop's machine code: compiled for one CPU, whichever this machine is, and read back. */
#include <string.h>

#include "core/analysis/asm-report.h"
#include "core/codegen/llvm-codegen.h"
#include "core/lower/lower.h"
#include "tests/lower/run-func.h"

static char *
compile (const char *program, const char *cpu)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("llvm -mtriple=x86_64-linux-gnu -mcpu=%s", cpu);
  TlTarget target;
  g_assert_true (tl_target_parse (name, &target, &error));
  g_autoptr (TlModule) module = test_read (program);
  g_autoptr (TlModule) lowered = tl_lower (module, module->prims[0]->name, &target, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) assembly = tl_codegen_compile (lowered, &target, TL_CODEGEN_ASSEMBLY, &error);
  g_assert_no_error (error);
  gsize size = 0;
  const char *text = g_bytes_get_data (assembly, &size);
  return g_strndup (text, size);
}

static const TlAsmLoop *
find_loop (GPtrArray *report, const char *name)
{
  for (guint i = 0; i < report->len; i++)
    if (g_str_equal (((TlAsmLoop *) report->pdata[i])->name, name))
      return report->pdata[i];
  g_error ("there is no loop %s", name);
}

/* The inner loop subtracts and multiplies whole vectors, four iterations at a time: the row's mean and root come from outside. */
static void
test_row_invariants (void)
{
  g_autofree char *assembly = compile (
    HEAD "(X: T.Buffer((64, 1024), \"float32\"), m: T.Buffer((64,), \"float32\"), v: T.Buffer((64,), \"float32\"), Y: T.Buffer((64, "
         "1024), \"float32\")):\n"
    "    for i, j_0 in T.grid(64, 64):\n"
    "        for j_1 in T.vectorized(16):\n"
    "            with T.block(\"Y\"):\n"
    "                vi = T.axis.spatial(64, i)\n"
    "                vj = T.axis.spatial(1024, j_0 * 16 + j_1)\n"
    "                Y[vi, vj] = (X[vi, vj] - m[vi] / T.float32(3)) * T.rsqrt(v[vi] + T.float32(1))\n",
    "x86-64-v4");
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  const TlAsmLoop *inner = find_loop (report, "j_0");
  g_assert_cmpuint (inner->vector_bits, ==, 512);
  g_assert_cmpuint (inner->n_vector_ops, ==, 8);
  g_assert_cmpuint (inner->n_scalar_ops, ==, 0);
  g_assert_cmpuint (inner->n_loads, ==, 4);
  g_assert_cmpuint (find_loop (report, "i")->n_scalar_ops, >=, 3);
}

static guint
count_text (const char *text, const char *what)
{
  guint n = 0;
  for (const char *at = strstr (text, what); at != NULL; at = strstr (at + 1, what))
    n++;
  return n;
}

/* 32 doubles are four lines; stores ask for the line to be their own. */
static void
test_prefetches (void)
{
  g_autofree char *assembly = compile (
    HEAD "(A: T.Buffer((64, 32), \"float64\"), B: T.Buffer((64, 32), \"float64\")):\n"
    "    for i in T.serial(64, annotations={\"software_prefetch\": 4, \"software_prefetch_write\": 1}):\n"
    "        for j in T.vectorized(32):\n"
    "            with T.block(\"B\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                B[vi, vj] = A[vi, vj] + T.float64(1)\n",
    "skylake-avx512");
  g_assert_cmpuint (count_text (assembly, "\tprefetcht0\t"), ==, 4);
  g_assert_cmpuint (count_text (assembly, "\tprefetchw\t"), ==, 4);
}

/*
 * One vector instruction for each register's worth, the rest in up to three stores or by a mask; none is gathered. Rows end in a gap; of
 * 199 rows no few are done at once.
 */
static void
test_lanes (void)
{
  static const struct { guint lanes, registers, n_parts; } rows[] = { { 3, 1, 2 }, { 5, 1, 2 }, { 7, 1, 3 }, { 13, 1, 3 }, { 16, 1, 1 },
                                                                      { 31, 2, 1 }, { 64, 4, 1 }, { 127, 8, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n = rows[i].lanes;
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((199, %u), \"float32\"), B: T.Buffer((199, %u), \"float32\")):\n"
                                               "    for i in range(199):\n"
                                               "        for j in T.vectorized(%u):\n"
                                               "            with T.block(\"B\"):\n"
                                               "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                               "                B[vi, vj] = A[vi, vj] * T.float32(3)\n",
                                               n + 1, n, n);
      g_autofree char *assembly = compile (text, "skylake-avx512");
      g_autoptr (GPtrArray) report = tl_asm_report (assembly);
      const TlAsmLoop *loop = find_loop (report, "i");
      g_assert_cmpuint (loop->n_loads, ==, rows[i].registers);
      g_assert_cmpuint (loop->n_stores, ==, rows[i].registers + rows[i].n_parts - 1);
      g_assert_cmpuint (loop->n_scalar_ops, ==, 0);
    }
}

/* Loads of whole registers and shuffles, where lanes lie near each other. */
static void
test_lanes_apart (void)
{
  static const struct { const char *index; guint loads; } rows[] = {
    { "31 - vj", 2 }, { "vj * 2", 4 }, { "vj // 2", 2 }, { "vj % 4", 2 }, { "vj * 3", 6 }, { "vj % 2 * 16 + vj // 2", 4 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((199, 128), \"float32\"), B: T.Buffer((199, 32), \"float32\")):\n"
                                               "    for i in range(199):\n"
                                               "        for j in T.vectorized(32):\n"
                                               "            with T.block(\"B\"):\n"
                                               "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                               "                B[vi, vj] = A[vi, %s]\n",
                                               rows[i].index);
      g_autofree char *assembly = compile (text, "skylake-avx512");
      g_autoptr (GPtrArray) report = tl_asm_report (assembly);
      const TlAsmLoop *loop = find_loop (report, "i");
      g_assert_cmpuint (loop->n_gathers, ==, 0);
      g_assert_cmpuint (loop->n_scalar_ops, ==, 0);
      g_assert_cmpuint (loop->n_loads, <=, rows[i].loads);
      g_assert_cmpuint (loop->n_stores, ==, 2);
    }
}

/* A sum into one place stays scalar, and its loop says so; of 61 such loops no few run side by side. */
static void
test_no_vector_form (void)
{
  g_autofree char *assembly = compile (
    HEAD "(A: T.Buffer((61, 512), \"float32\"), S: T.Buffer((61,), \"float32\")):\n"
    "    for i in range(61):\n"
    "        for j in T.vectorized(512):\n"
    "            with T.block(\"S\"):\n"
    "                vi, vj = T.axis.remap(\"SR\", [i, j])\n"
    "                with T.init():\n"
    "                    S[vi] = T.float32(0)\n"
    "                S[vi] = S[vi] + A[vi, vj]\n",
    "skylake-avx512");
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  g_assert_cmpuint (find_loop (report, "j_not_vectorized")->n_scalar_ops, >, 0);
}

/* Sums of as many terms as the lane says: whole registers under a mask. */
static void
test_uneven_loop (void)
{
  g_autofree char *assembly = compile (
    HEAD "(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\")):\n"
    "    for i in range(64):\n"
    "        for j in T.vectorized(32):\n"
    "            for k in range(j + 1):\n"
    "                with T.block(\"B\"):\n"
    "                    vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                    vk = T.axis.reduce(32, k)\n"
    "                    T.reads(A[vi, vk])\n"
    "                    T.writes(B[vi, vj])\n"
    "                    B[vi, vj] = B[vi, vj] + A[vi, vk]\n",
    "skylake-avx512");
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  const TlAsmLoop *loop = find_loop (report, "k");
  g_assert_cmpuint (loop->vector_bits, ==, 512);
  g_assert_cmpuint (loop->n_vector_ops, ==, 2);
  g_assert_cmpuint (loop->n_scalar_ops, ==, 0);
  g_assert_cmpuint (loop->n_stores, ==, 2);
}

/*
 * A condition that is the same throughout the inner loop stands around it, not in masks: a mask without lanes beyond the end of a buffer
 * takes an AMD core hundreds of cycles.
 */
static void
test_invariant_condition (void)
{
  g_autofree char *assembly = compile (
    HEAD "(A: T.Buffer((61, 512), \"float32\"), n: T.Buffer((61,), \"int32\"), B: T.Buffer((61, 512), \"float32\"), C: T.Buffer((61, 512), "
         "\"float32\")):\n"
    "    for i, j in T.grid(61, 512):\n"
    "        B[i, j] = A[i, j] + T.float32(1)\n"
    "        if n[i] > 3:\n"
    "            C[i, j] = A[i, j] * T.float32(3)\n",
    "skylake-avx512");
  g_assert_nonnull (strstr (assembly, "vaddps"));
  g_assert_cmpuint (count_text (assembly, "{%k"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/codegen/loops/row-invariants", test_row_invariants);
  g_test_add_func ("/codegen/loops/prefetches", test_prefetches);
  g_test_add_func ("/codegen/loops/lanes", test_lanes);
  g_test_add_func ("/codegen/loops/lanes-apart", test_lanes_apart);
  g_test_add_func ("/codegen/loops/no-vector-form", test_no_vector_form);
  g_test_add_func ("/codegen/loops/uneven-loop", test_uneven_loop);
  g_test_add_func ("/codegen/loops/invariant-condition", test_invariant_condition);
  return g_test_run ();
}
