/* SPDX-License-Identifier: Apache-2.0 */
/* Loops are found by LLVM's comments, instructions are counted where they stand, what spills or calls is told. */
#include <string.h>

#include "core/analysis/asm-report.h"

static const char assembly[]
  = "\t.text\n"
    "kernel:                                 # @kernel\n"
    "# %bb.0:                                # %entry\n"
    "\tpushq\t%rbx\n"
    ".LBB0_1:                                # %loop.i.\n"
    "                                        # =>This Loop Header: Depth=1\n"
    "                                        #     Child Loop BB0_2 Depth 2\n"
    "\tvmovups\t(%rdi,%rax), %ymm0\n"
    "\tvmovups\t%zmm31, 64(%rsp)                 # 64-byte Spill\n"
    ".LBB0_2:                                # %loop.k.7\n"
    "                                        #   Parent Loop BB0_1 Depth=1\n"
    "                                        # =>  This Inner Loop Header: Depth=2\n"
    "\tvbroadcastss\t(%rcx,%rbx,4), %zmm16\n"
    "\tvfmadd231ps\t%zmm17, %zmm16, %zmm15\n"
    "\tvfmadd231ps\t64(%rsi){1to16}, %zmm16, %zmm14\n"
    "\tvaddss\t%xmm1, %xmm2, %xmm3\n"
    "\tvmulps\t%zmm1, %zmm2, %zmm3\n"
    "\tvxorps\t%xmm4, %xmm4, %xmm4\n"
    "\tvgatherdps\t(%rdi,%zmm1,4), %zmm2 {%k1}\n"
    "\taddl\t$1, (%rdx)\n"
    "\tcmpq\t%rax, 8(%rdx)\n"
    "\tprefetcht0\t(%rdx)\n"
    "\tjl\t.LBB0_2\n"
    "# %bb.3:                                # %after\n"
    "                                        #   in Loop: Header=BB0_1 Depth=1\n"
    "\tvmovups\t%zmm14, (%r8)\n"
    "\tcallq\texpf@PLT\n"
    "\tcallq\texpf@PLT\n"
    "\tcallq\ttanhf@PLT\n"
    "\tvmovups\t64(%rsp), %zmm31                 # 64-byte Reload\n"
    "\tjl\t.LBB0_1\n"
    "# %bb.4:                                # %after1\n"
    "\tretq\n"
    ".Lfunc_end0:\n"
    "\t.size\tkernel, .Lfunc_end0-kernel\n";

static void
test_counts (void)
{
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
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
  static const char rotated[]
    = "kernel:                                 # @kernel\n"
      ".LBB0_1:                                # %loop.i.\n"
      "                                        # =>This Loop Header: Depth=1\n"
      "\tjmp\t.LBB0_3\n"
      ".LBB0_2:                                # %endif\n"
      "                                        #   in Loop: Header=BB0_3 Depth=2\n"
      "\tvmovups\t(%rsi,%rcx), %zmm4 {%k1} {z}\n"
      "\tvaddps\t%zmm5, %zmm4, %zmm4\n"
      "\tvmovups\t%zmm4, (%rsi,%rcx) {%k1}\n"
      ".LBB0_3:                                # %loop.k.\n"
      "                                        #   Parent Loop BB0_1 Depth=1\n"
      "                                        # =>  This Inner Loop Header: Depth=2\n"
      "\tje\t.LBB0_2\n";
  g_autoptr (GPtrArray) report = tl_asm_report (rotated);
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
  g_autoptr (GPtrArray) report = tl_asm_report (assembly), nothing = tl_asm_report ("");
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
