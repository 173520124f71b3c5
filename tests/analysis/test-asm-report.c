/* SPDX-License-Identifier: Apache-2.0 */
/* Loops are found by LLVM's comments, instructions are counted where they stand, what spills or calls is told. */
#include <string.h>

#include "core/analysis/asm-report.h"
#include "tests/must.h"

static GPtrArray *
report_of (const char *name)
{
  g_autofree char *path = g_build_filename (TEST_DIR, name, NULL), *assembly = NULL;

  g_assert_true (must (g_file_get_contents (path, &assembly, NULL, &failure)));
  return tl_asm_report (assembly);
}

static void
test_counts (void)
{
  g_autoptr (GPtrArray) report = report_of ("kernel.s");
  const TlAsmLoop *i, *k;

  g_assert_cmpuint (report->len, ==, 2);
  i = g_ptr_array_index (report, 0);
  k = g_ptr_array_index (report, 1);
  g_assert_cmpstr (i->name, ==, "i");
  g_assert_cmpstr (i->function, ==, "kernel");
  g_assert_cmpuint (i->depth, ==, 1);
  g_assert_cmpuint (i->vector_bits, ==, 512);
  g_assert_cmpuint (i->n_loads, ==, 1);
  g_assert_cmpuint (i->n_stores, ==, 1);
  g_assert_cmpuint (i->n_spills, ==, 2);
  g_assert_cmpuint (i->n_instructions, ==, 8);
  g_assert_cmpstr (i->calls, ==, "expf, tanhf");
  g_assert_cmpstr (k->name, ==, "k");
  g_assert_cmpuint (k->depth, ==, 2);
  g_assert_cmpuint (k->vector_bits, ==, 512);
  g_assert_cmpuint (k->n_fmas, ==, 2);
  g_assert_cmpuint (k->n_vector_ops, ==, 1);
  g_assert_cmpuint (k->n_scalar_ops, ==, 1);
  g_assert_cmpuint (k->n_loads, ==, 4);
  g_assert_cmpuint (k->n_stores, ==, 1);
  g_assert_cmpuint (k->n_gathers, ==, 1);
  g_assert_cmpuint (k->n_spills, ==, 0);
  g_assert_null (k->calls);
}

/* LLVM puts the header last where that saves a jump. */
static void
test_header_behind (void)
{
  g_autoptr (GPtrArray) report = report_of ("header-behind.s");
  const TlAsmLoop *k;

  g_assert_cmpuint (report->len, ==, 2);
  k = g_ptr_array_index (report, 1);
  g_assert_cmpstr (k->name, ==, "k");
  g_assert_cmpuint (k->depth, ==, 2);
  g_assert_cmpuint (k->n_loads, ==, 1);
  g_assert_cmpuint (k->n_vector_ops, ==, 1);
  g_assert_cmpuint (k->n_stores, ==, 1);
}

static void
test_table (void)
{
  g_autoptr (GPtrArray) report = report_of ("kernel.s"), nothing = tl_asm_report ("");
  g_autofree char *text = tl_asm_report_to_text (report);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_cmpstr (lines[1], ==, "kernel:");
  g_assert_nonnull (strstr (lines[2], "expf, tanhf"));
  g_assert_true (g_str_has_prefix (lines[3], "    k "));
  g_assert_cmpuint (nothing->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/asm-report/counts", test_counts);
  g_test_add_func ("/asm-report/header-behind", test_header_behind);
  g_test_add_func ("/asm-report/table", test_table);
  return g_test_run ();
}
