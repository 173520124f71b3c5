/* SPDX-License-Identifier: Apache-2.0 */
/* The reasons of steps: each primitive has one, with the numbers of the programs before and after it. */
#include "core/schedule/schedule-script.h"
#include "core/schedule/step-reason.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((128, 64), \"float32\"), B: T.Buffer((64, 128), \"float32\"), D: T.Buffer((128, 128), \"float32\")):\n"
    "    P = T.alloc_buffer((128, 64), \"float32\")\n"
    "    C = T.alloc_buffer((128, 128), \"float32\")\n"
    BLOCK_SS ("P", "128, 64", "P[vi, vj] = A[vi, vj] * T.float32(2)")
    BLOCK_SSR ("C", "128, 128, 64", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]")
    BLOCK_SS ("D", "128, 128", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

#define HANDLES "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\nd = sch.get_block(\"D\")\n"

/* The last step's. */
static const struct { const char *steps, *reason; } cases[] = {
  { "b = sch.get_block(\"C\")",
    "Names block C for the steps that follow: it runs 1 048 576 times." },
  { "i, j, k = sch.get_loops(sch.get_block(\"C\"))",
    "Names the 3 loops around block C for the steps that follow: 128 × 128 × 64 iterations." },
  { HANDLES "sch.split(i, [4, 32])",
    "Loop i (128) → 4 × 32; one iteration of i_0 touches 56 KiB and fits L2." },
  { HANDLES "sch.split(j, [None, 8])",
    "Loop j (128) → 16 × 8; one iteration of j_0 touches 2.28 KiB and fits L1; the 8 iterations of j_1 fill one register "
    "of float32." },
  { HANDLES "sch.split(k, [3, 22])",
    "Loop k (64) → 3 × 22, of which a test skips the last 2; one iteration of k_0 touches 180 B and fits L1." },
  { HANDLES "sch.fuse(i, j)",
    "One loop i_j_fused of 16 384 iterations in place of i (128) × j (128); outermost: up to 8192 for each of 2 cores." },
  { HANDLES "sch.reorder(k, j)",
    "Order i k j, innermost j instead of k; along j: C, B contiguous, P the same; predicted L1 to registers: 8.25 MiB → "
    "12.2 MiB." },
  { HANDLES "sch.parallel(i)",
    "The 128 iterations of i run on 2 cores, at most 64 on each; each writes 512 B." },
  { HANDLES "o, v = sch.split(j, [None, 8])\nsch.reorder(k, v)\nsch.vectorize(v)",
    "The 8 iterations of j_1 fill one register of 256 bits with float32; along j_1: C, B contiguous, P the same." },
  { HANDLES "o, u = sch.split(k, [None, 4])\nsch.unroll(u)",
    "The 4 iterations of k_1 become code without a loop: 4 copies of block C." },
  { HANDLES "w = sch.cache_write(b, 0, \"local\")",
    "Results stay in C_local (128 × 128, 64 KiB, scope local) until they are complete; C is written 16 384 times instead "
    "of 1 048 576, 64 times fewer." },
  { HANDLES "w = sch.cache_read(b, 0, \"global\")",
    "P_global (128 × 64, 32 KiB, scope global) holds what is read; P is read 8192 times instead of 1 048 576, 128 times "
    "fewer." },
  { HANDLES "sch.reverse_compute_at(d, i)",
    "Block D is computed inside loop i; 512 B of C are in use at a time, of 64 KiB, which L1 holds; it runs 16 384 times "
    "as before." },
  { HANDLES "sch.compute_at(b, sch.get_loops(d)[0])",
    "Block C is computed inside loop i; 512 B of C are in use at a time, of 64 KiB, which L1 holds; it runs 1 048 576 "
    "times as before." },
  { HANDLES "sch.compute_inline(sch.get_block(\"P\"))",
    "Block P, which ran 8192 times, is computed where it is used; P (32 KiB) is gone, with 8192 stores and 1 048 576 loads." },
  { HANDLES "sch.decompose_reduction(b, k)",
    "Block C_init sets 16 384 initial values before loop k; the 1 048 576 updates no longer ask whether they are the first." },
  { HANDLES "sch.rfactor(k, 0)",
    "Each sum becomes 64 partial sums along k, which do not wait for each other; block C_rf keeps them in C.rf (4 MiB); "
    "predicted L3 to L2: 128 KiB → 8.30 MiB." },
  { HANDLES "sch.transform_layout(b, (\"read\", 1), lambda x, y: (y // 8, x, y % 8))",
    "B is stored as 16 × 64 × 8 instead of 64 × 128; along k: P contiguous, C the same, B by 8 elements." },
  { HANDLES "sch.annotate(i, \"pragma_auto_unroll_max_step\", 16)",
    "Lowering and later steps find pragma_auto_unroll_max_step = 16 at i, which runs 128 times." },
  { HANDLES "x, y = sch.sample_perfect_tile(i, 2, 16, decision=[32, 4])",
    "The search may draw how loop i (128) is cut; this schedule has 32 × 4, with 4 iterations innermost." },
};

static TlTarget
small_target (void)
{
  TlTarget target;

  must (tl_target_parse ("llvm -mcpu=znver3 -num-cores=2", &target, &failure));
  return target;
}

static void
test_cases (void)
{
  TlTarget target = small_target ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TlSource)         source = tl_source_new ("case", cases[i].steps, -1);
      g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
      g_autoptr (TlModule)         module = must (tl_script_read_text (program, &failure));
      g_autoptr (TlState)          start = tl_state_new (module, 0);
      g_autoptr (TlState)          end = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
      g_autofree char             *reason = tl_step_reason (end, "main", &target);

      g_assert_cmpstr (reason, ==, cases[i].reason);
    }
}

static void
test_table (void)
{
  for (guint i = 0; tl_primitive_nth (i) != NULL; i++)
    if (!tl_step_reason_knows (tl_primitive_nth (i)))
      g_test_fail_printf ("%s has no reason", tl_primitive_nth (i)->name);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-reason/cases", test_cases);
  g_test_add_func ("/step-reason/table", test_table);
  return g_test_run ();
}
