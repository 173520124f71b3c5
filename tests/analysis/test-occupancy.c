/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks on a multiprocessor at once, against numbers of the CUDA occupancy calculator, and what a kernel's buffers come to. */
#include "core/analysis/gpu/occupancy.h"

#include "tests/read-module.h"

static void
test_limits (void)
{
  static const struct { const char *arch; gint64 n_threads, n_registers, shared; gint64 blocks; TlOccupancyLimit limit; } rows[] = {
    { "sm_80", 256, 104, 16384, 2, TL_OCCUPANCY_REGISTERS },
    { "sm_80", 256, 32, 0, 8, TL_OCCUPANCY_WARPS },
    { "sm_80", 32, 16, 0, 32, TL_OCCUPANCY_BLOCKS },
    { "sm_80", 128, 32, 48 << 10, 3, TL_OCCUPANCY_SHARED },
    { "sm_75", 1024, 32, 0, 1, TL_OCCUPANCY_WARPS },
    { "sm_70", 64, 32, 96 << 10, 1, TL_OCCUPANCY_SHARED },
    { "sm_80", 1024, 128, 0, 0, TL_OCCUPANCY_REGISTERS },   /* not even one */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlOccupancy occupancy = tl_occupancy (tl_gpu_limits (rows[i].arch), rows[i].n_threads, rows[i].n_registers, rows[i].shared);

      g_assert_cmpint (occupancy.n_blocks, ==, rows[i].blocks);
      g_assert_cmpint (occupancy.limit, ==, rows[i].limit);
    }
  g_assert_cmpstr (tl_gpu_limits ("sm_90a")->arch, ==, "sm_90");
  g_assert_cmpstr (tl_gpu_limits ("sm_88")->arch, ==, "sm_87");
  g_assert_cmpstr (tl_gpu_limits ("")->arch, ==, "sm_80");
  g_assert_cmpstr (tl_gpu_limits ("sm_50")->arch, ==, "sm_70");
}

static void
test_kernel (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(A: T.Buffer((64, 256), \"float32\"), B: T.Buffer((64, 256), \"float32\")):\n"
    "    S = T.alloc_buffer((64, 256), scope=\"shared\")\n    L = T.alloc_buffer((64, 256), scope=\"local\")\n"
    "    for b in T.thread_binding(64, thread=\"blockIdx.x\"):\n        for x in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
    "            for k in range(8):\n                with T.block(\"S\"):\n"
    "                    vb = T.axis.spatial(64, b)\n                    vj = T.axis.spatial(256, x * 8 + k)\n"
    "                    S[vb, vj] = A[vb, vj]\n"
    "            for k in range(8):\n                with T.block(\"L\"):\n"
    "                    vb = T.axis.spatial(64, b)\n                    vj = T.axis.spatial(256, x * 8 + k)\n"
    "                    L[vb, vj] = S[vb, vj]\n"
    "            for k in range(8):\n                with T.block(\"B\"):\n"
    "                    vb = T.axis.spatial(64, b)\n                    vj = T.axis.spatial(256, x * 8 + k)\n"
    "                    B[vb, vj] = L[vb, vj]\n");
  TlOccupancy occupancy;

  g_assert_true (tl_occupancy_of_kernel (module, module->prims[0], tl_gpu_limits ("sm_80"), 32, &occupancy));
  g_assert_cmpint (occupancy.shared_bytes, ==, 1024);   /* a row, which the threads of a block share */
  g_assert_cmpint (occupancy.n_registers, ==, 24);      /* eight values of a thread, and ten */
  g_assert_cmpint (occupancy.n_blocks, ==, 32);
  g_assert_cmpfloat (tl_occupancy_share (&occupancy), ==, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/occupancy/limits", test_limits);
  g_test_add_func ("/analysis/occupancy/kernel", test_kernel);
  return g_test_run ();
}
