/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of machine code that runs most, and the cycles that llvm-mca predicts for it. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/analysis/gpu/gpu-asm-report.h"
#include "core/session/machine-loop.h"
#include "core/session/program-view.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

/* A loop that runs 16,384 times beside one that runs 1,048,576 times. */
static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024, 1024), \"float32\"), B: T.Buffer((16384,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    "    for a in range(16384):\n        with T.block(\"B\"):\n            va = T.axis.spatial(16384, a)\n"
    "            B[va] = T.sqrt(B[va])\n"
    "    for i, k in T.grid(1024, 1024):\n        with T.block(\"C\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n            with T.init():\n                C[vi] = T.float32(0)\n"
    "            C[vi] = C[vi] + A[vi, vk]\n";

typedef struct
{
  char      *folder;
  TlSession *session;
  char      *assembly;
  GArray    *nodes;
} MachineFixture;

static void
set_up (MachineFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  fixture->session = open_script (program, "llvm -mcpu=haswell", &fixture->folder);
  tl_session_show_async (fixture->session, tl_session_state (fixture->session), "asm", NULL, take_result, &result);
  fixture->assembly = must (tl_session_show_finish (fixture->session, wait_for (&result), &fixture->nodes, &failure));
}

static void
tear_down (MachineFixture *fixture, gconstpointer data)
{
  g_free (fixture->assembly);
  g_array_unref (fixture->nodes);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static const TlModule *
module_of (MachineFixture *fixture)
{
  return tl_state_module (tl_session_state (fixture->session));
}

static TlNodeId
block_named (MachineFixture *fixture, const char *name)
{
  return tl_program_view_find_block (tl_session_func (fixture->session), name, strlen (name));
}

static TlMachineLoop *
find_loop (MachineFixture *fixture, TlNodeId within)
{
  return tl_machine_loop_find (fixture->assembly, fixture->nodes, module_of (fixture), within);
}

static void
assert_rows (MachineFixture *fixture, const TlMachineLoop *hot, const char *mnemonic)
{
  g_auto (GStrv) rows = g_strsplit (fixture->assembly, "\n", -1);
  gboolean       is_found = FALSE;

  for (guint i = 0; i < hot->lines->len; i++)
    is_found |= strstr (rows[g_array_index (hot->lines, guint, i)], mnemonic) != NULL;
  g_assert_true (is_found);
  g_assert_nonnull (strstr (hot->text, mnemonic));
}

/* The sum runs more often than the root, unless the root's block is selected. */
static void
test_find (MachineFixture *fixture, gconstpointer data)
{
  g_autoptr (TlMachineLoop) hot = find_loop (fixture, 0);
  g_autoptr (TlMachineLoop) roots = find_loop (fixture, block_named (fixture, "B"));

  g_assert_nonnull (hot);
  g_assert_nonnull (roots);
  assert_rows (fixture, hot, "add");
  assert_rows (fixture, roots, "sqrt");
  g_assert_null (strstr (hot->text, "sqrt"));
  g_assert_cmpuint (hot->node, !=, 0);
  g_assert_null (tl_machine_loop_find ("main:\n\tretq\n", fixture->nodes, module_of (fixture), 0));
}

static void
test_predict (MachineFixture *fixture, gconstpointer data)
{
  g_autoptr (TlMachineLoop)    roots = find_loop (fixture, block_named (fixture, "B"));
  TlTarget                 target = tl_session_target (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TlLoopCycles) cycles = NULL;
  g_autofree char         *program_19 = g_find_program_in_path ("llvm-mca-19");

  if (program_19 == NULL)
    {
      g_test_skip ("llvm-mca-19 is not installed");
      return;
    }
  tl_loop_cycles_async (roots, &target, NULL, take_result, &result);
  cycles = must (tl_loop_cycles_finish (wait_for (&result), &failure));
  g_assert_cmpfloat (cycles->cycles, >=, 7);   /* a root on Haswell takes 7 cycles of its port, one of 8 lanes 14 */
  g_assert_cmpfloat (cycles->instructions_per_cycle, >, 0);
  g_assert_nonnull (cycles->bound);
}

static void
test_missing (MachineFixture *fixture, gconstpointer data)
{
  g_autoptr (TlMachineLoop)    hot = find_loop (fixture, 0);
  TlTarget                 target = tl_session_target (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *path = g_strdup (g_getenv ("PATH"));

  g_setenv ("PATH", fixture->folder, TRUE);
  tl_loop_cycles_async (hot, &target, NULL, take_result, &result);
  g_setenv ("PATH", path, TRUE);
  must_fail_saying (tl_loop_cycles_finish (wait_for (&result), &failure), "llvm-19");
}

static const char report[]
  = "Iterations:        100\nInstructions:      800\nTotal Cycles:      511\nTotal uOps:        800\n\nDispatch Width:    4\n"
    "uOps Per Cycle:    1.57\nIPC:               1.57\nBlock RThroughput: 2.0\n\n"
    "Cycles with backend pressure increase [ 34.05%% ]\nThroughput Bottlenecks: \n  Resource Pressure       [ %s ]\n"
    "  - Zn2FPU0  [ 1.50%% ]\n  - Zn2FPU1  [ 30.00%% ]\n  Data Dependencies:      [ 34.05%% ]\n"
    "  - Register Dependencies [ 34.05%% ]\n  - Memory Dependencies   [ 0.00%% ]\n";

static void
test_read (void)
{
  g_autofree char         *waits = g_strdup_printf (report, "0.00%"), *presses = g_strdup_printf (report, "50.00%");
  g_autoptr (TlLoopCycles) waiting = tl_loop_cycles_read (waits), pressed = tl_loop_cycles_read (presses);

  g_assert_cmpfloat_with_epsilon (waiting->cycles, 5.11, 1e-9);
  g_assert_cmpfloat_with_epsilon (waiting->instructions_per_cycle, 1.57, 1e-9);
  g_assert_cmpfloat_with_epsilon (waiting->waiting, 0.3405, 1e-9);
  g_assert_cmpstr (waiting->bound, ==, "dependences between registers");
  g_assert_cmpstr (pressed->bound, ==, "port Zn2FPU1");
  g_assert_null (tl_loop_cycles_read ("error: no assembly instructions found.\n"));
}

/* --- GPUs --- */

static const char kernel[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024, 1024), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    "    for i_0 in T.thread_binding(8, thread=\"blockIdx.x\"):\n        for i_1 in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "            for k in range(1024):\n                with T.block(\"C\"):\n"
    "                    vi = T.axis.spatial(1024, i_0 * 128 + i_1)\n                    vk = T.axis.reduce(1024, k)\n"
    "                    with T.init():\n                        C[vi] = T.float32(0)\n"
    "                    C[vi] = C[vi] + A[vi, vk] * A[vi, vk]\n";

/* The mix of instructions of innermost loops; a branch to itself, behind the end of a kernel, is none. */
static void
test_mix (void)
{
  static const char sass[] = "main_kernel:\n"
                             "        /*0000*/                   MOV R1, c[0x0][0x28] ;\n"
                             ".L_x_1:\n"
                             "        /*0010*/                   LDG.E.128 R4, [R2.64] ;\n"
                             ".L_x_0:\n"
                             "        /*0020*/                   LDS.128 R8, [R20] ;\n"
                             "        /*0030*/                   FFMA R0, R4, R8, R0 ;\n"
                             "        /*0040*/              @!P1 FFMA R0, R5, R9, R0 ;\n"
                             "        /*0050*/                   HMMA.16816.F32 R12, R4, R8, R12 ;\n"
                             "        /*0060*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;\n"
                             "        /*0070*/               @P0 BRA `(.L_x_0) ;\n"
                             "        /*0080*/               @P2 BRA `(.L_x_1) ;\n"
                             "        /*0090*/                   EXIT ;\n"
                             ".L_x_2:\n"
                             "        /*00a0*/                   BRA `(.L_x_2);\n"
                             "        /*00b0*/                   NOP;\n";
  static const char ptx[] = ".address_size 64\n$L__BB0_1:\n\tld.global.nc.f32 \t%f1, [%rd1];\n\tfma.rn.f32 \t%f2, %f1, %f1, %f2;\n"
                            "\tadd.f32 \t%f3, %f2, %f1;\n\tadd.s64 \t%rd1, %rd1, 4;\n\tsetp.ne.s64 \t%p1, %rd1, %rd2;\n"
                            "\t@%p1 bra \t$L__BB0_1;\n\tst.global.f32 \t[%rd3], %f2;\n\tret;\n";
  g_autoptr (GPtrArray) of_sass = tl_gpu_asm_loops_new (sass), of_ptx = tl_gpu_asm_loops_new (ptx);
  const TlGpuAsmLoop   *loop = of_sass->pdata[0];
  g_autofree char      *text = NULL;

  g_assert_cmpuint (of_sass->len, ==, 1);
  g_assert_cmpuint (loop->n_instructions, ==, 6);
  g_assert_cmpuint (g_array_index (loop->lines, guint, 0), ==, 5);
  text = tl_gpu_asm_loop_text (loop);
  g_assert_cmpstr (text, ==, "2 multiply-add (33 %) · 1 tensor core (17 %) · 1 shared memory (17 %) · 1 barrier and wait (17 %) · "
                   "1 branch (17 %)");
  g_assert_cmpuint (of_ptx->len, ==, 1);
  loop = of_ptx->pdata[0];
  g_assert_cmpuint (loop->n_of[TL_MIX_FMA], ==, 1);
  g_assert_cmpuint (loop->n_of[TL_MIX_FLOAT], ==, 1);
  g_assert_cmpuint (loop->n_of[TL_MIX_GLOBAL], ==, 1);
  g_assert_cmpuint (loop->n_of[TL_MIX_INTEGER], ==, 2);
  g_assert_cmpuint (loop->n_of[TL_MIX_BRANCH], ==, 1);
}

/* The loop of a kernel in PTX and in machine code, whose rows come from the block as those of the PTX do. */
static void
test_kernel (gconstpointer form)
{
  g_autofree char         *folder = NULL, *text = NULL;
  g_autoptr (TlSession)    session = open_script (kernel, "cuda -arch=sm_80", &folder);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GArray)       nodes = NULL;
  g_autoptr (GError)       error = NULL;
  TlNodeId                 block = tl_program_view_find_block (tl_session_func (session), "C", 1);

  tl_session_show_async (session, tl_session_state (session), form, NULL, take_result, &result);
  text = tl_session_show_finish (session, wait_for (&result), &nodes, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_assert_nonnull (strstr (error->message, "pip install nvidia-cuda-"));
      g_test_skip (error->message);
    }
  else
    {
      g_autoptr (TlMachineLoop) hot = NULL;

      g_assert_no_error (error);
      hot = tl_machine_loop_find_gpu (text, nodes, tl_state_module (tl_session_state (session)), 0);
      g_assert_cmpuint (hot->node, ==, block);
      g_assert_cmpstr (hot->name, ==, "C");
      g_assert_nonnull (strstr (hot->text, " multiply-add ("));
      g_assert_nonnull (strstr (hot->text, " global memory ("));
    }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/machine-loop/find", MachineFixture, NULL, set_up, test_find, tear_down);
  g_test_add ("/machine-loop/predict", MachineFixture, NULL, set_up, test_predict, tear_down);
  g_test_add ("/machine-loop/missing", MachineFixture, NULL, set_up, test_missing, tear_down);
  g_test_add_func ("/machine-loop/read", test_read);
  g_test_add_func ("/machine-loop/mix", test_mix);
  g_test_add_data_func ("/machine-loop/ptx", "ptx", test_kernel);
  g_test_add_data_func ("/machine-loop/sass", "sass", test_kernel);
  return g_test_run ();
}
