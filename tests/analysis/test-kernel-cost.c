/* SPDX-License-Identifier: Apache-2.0 */
/* Predicted times of kernels: what their accesses come to, which term limits, and which of two ways is the faster. */
#include "core/analysis/gpu/kernel-cost.h"

#include <string.h>

#include "core/analysis/gpu/lane-values.h"
#include "core/lower/lower.h"
#include "tests/must.h"
#include "tests/read-module.h"

static TlGpuCost *
cost_of (const char *program, const char *target_text, const TlCostOptions *options)
{
  g_autofree char     *text = g_strdup_printf ("@T.prim_func\n%s", program);
  g_autoptr (TlModule) module = read_module (text), lowered = NULL;
  TlTarget             target;

  must (tl_target_parse (target_text, &target, &failure));
  lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  return must (tl_gpu_cost_new (lowered->prims[0], &target, options, &failure));
}

static const TlKernelCost *
first_of (const TlGpuCost *cost)
{
  return g_ptr_array_index (cost->kernels, 0);
}

static double
units_each (const TlKernelCost *cost, TlAccessKind kind)
{
  return cost->accesses[kind].n_units / cost->accesses[kind].n_requests;
}

/* --- lanes --- */

static void
test_lanes (void)
{
  g_autoptr (TlArena)      arena = tl_arena_new (NULL);
  g_autoptr (TlLaneValues) values = tl_lane_values_new ();
  const TlVar             *x = tl_expr_var (arena, "x", TL_INT32), *k = tl_expr_var (arena, "k", TL_INT32);
  TlLaneValue              lanes = { FALSE, { 0 } }, value;
  const TlExpr            *sum;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    lanes.lanes[lane] = lane;
  sum = tl_add (arena, tl_mul (arena, tl_floordiv (arena, x, tl_int (arena, 8)), tl_int (arena, 100)), k);
  tl_lane_values_set (values, x, &lanes);
  g_assert_false (tl_lane_values_get (values, sum, &value));   /* nobody says what k is */
  tl_lane_values_set_int (values, k, 7);
  g_assert_true (tl_lane_values_get (values, sum, &value));
  g_assert_cmpint (tl_lane_value_at (&value, 0), ==, 7);
  g_assert_cmpint (tl_lane_value_at (&value, 31), ==, 307);
  g_assert_true (tl_lane_values_get (values, k, &value) && value.is_uniform);
  tl_lane_values_unset (values, k);
  g_assert_false (tl_lane_values_get (values, k, &value));
}

/* --- transposes --- */

#define TRANSPOSE_HEAD "def main(A: T.Buffer((2048, 2048), \"float32\"), B: T.Buffer((2048, 2048), \"float32\")):\n"

#define TRANSPOSE_THREADS(body) \
  "    for by in T.thread_binding(64, thread=\"blockIdx.y\"):\n" \
  "        for bx in T.thread_binding(64, thread=\"blockIdx.x\"):\n" body

#define TILE_BLOCK(name, axes, attr, statement) \
  "            for k in range(4):\n" \
  "                for ty in T.thread_binding(8, thread=\"threadIdx.y\"):\n" \
  "                    for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n" \
  "                        with T.block(\"" name "\"):\n" axes attr \
  "                            " statement "\n"

#define ROWS_OF_A \
  "                            vi = T.axis.spatial(2048, by * 32 + k * 8 + ty)\n" \
  "                            vj = T.axis.spatial(2048, bx * 32 + tx)\n"
#define ROWS_OF_B \
  "                            vj = T.axis.spatial(2048, bx * 32 + k * 8 + ty)\n" \
  "                            vi = T.axis.spatial(2048, by * 32 + tx)\n"
#define PADDED "                            T.block_attr({\"buffer_dim_align\": [[0, 0, 32, 1]]})\n"

static const char naive_transpose[] = TRANSPOSE_HEAD TRANSPOSE_THREADS (TILE_BLOCK ("B", ROWS_OF_A, "", "B[vj, vi] = A[vi, vj]"));

#define SHARED_TRANSPOSE(attr) \
  TRANSPOSE_HEAD "    S = T.alloc_buffer((2048, 2048), scope=\"shared\")\n" \
  TRANSPOSE_THREADS (TILE_BLOCK ("S", ROWS_OF_A, attr, "S[vi, vj] = A[vi, vj]") TILE_BLOCK ("B", ROWS_OF_B, "", "B[vj, vi] = S[vi, vj]"))

static void
test_transposes (void)
{
  g_autoptr (TlGpuCost) naive = cost_of (naive_transpose, "nvidia/nvidia-a100", NULL);
  g_autoptr (TlGpuCost) shared = cost_of (SHARED_TRANSPOSE (""), "nvidia/nvidia-a100", NULL);
  g_autoptr (TlGpuCost) padded = cost_of (SHARED_TRANSPOSE (PADDED), "nvidia/nvidia-a100", NULL);

  g_assert_cmpfloat_with_epsilon (units_each (first_of (naive), TL_ACCESS_GLOBAL_LOAD), 4, 1e-3);
  g_assert_cmpfloat_with_epsilon (units_each (first_of (naive), TL_ACCESS_GLOBAL_STORE), 32, 1e-3);
  g_assert_cmpfloat_with_epsilon (units_each (first_of (shared), TL_ACCESS_GLOBAL_STORE), 4, 1e-3);
  g_assert_cmpfloat_with_epsilon (units_each (first_of (shared), TL_ACCESS_SHARED_LOAD), 32, 1e-3);
  g_assert_cmpfloat_with_epsilon (units_each (first_of (padded), TL_ACCESS_SHARED_LOAD), 1, 1e-3);
  g_assert_cmpfloat_with_epsilon (first_of (padded)->accesses[TL_ACCESS_GLOBAL_LOAD].n_requests, 2048 * 2048 / 32, 1e-3);
  g_assert_cmpfloat (naive->seconds, >, shared->seconds);
  g_assert_cmpfloat (shared->seconds, >, padded->seconds);
  g_assert_cmpfloat_with_epsilon (first_of (naive)->read_bytes, 2048. * 2048 * 4, 1);
  g_assert_cmpint (first_of (shared)->limit, ==, TL_COST_SHARED);
  g_assert_cmpint (first_of (padded)->occupancy.shared_bytes, ==, 4 * (31 * 33 + 32));
}

/* --- products of matrices --- */

#define PRODUCT_HEAD \
  "def main(A: T.Buffer((1024, 1024), \"float32\"), B: T.Buffer((1024, 1024), \"float32\"), C: T.Buffer((1024, 1024), \"float32\")):\n"
#define PRODUCT_BODY(tx, ty) \
  "    for by in T.thread_binding(32, thread=\"blockIdx.y\"):\n" \
  "        for bx in T.thread_binding(32, thread=\"blockIdx.x\"):\n" \
  "            for ty in T.thread_binding(32, thread=\"threadIdx.y\"):\n" \
  "                for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n" \
  "                    for k in range(1024):\n" \
  "                        with T.block(\"C\"):\n" \
  "                            vi = T.axis.spatial(1024, by * 32 + " ty ")\n" \
  "                            vj = T.axis.spatial(1024, bx * 32 + " tx ")\n" \
  "                            vk = T.axis.reduce(1024, k)\n" \
  "                            with T.init():\n" \
  "                                C[vi, vj] = T.float32(0)\n" \
  "                            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"

static void
test_products (void)
{
  static const TlKernelRegisters said = { "main_kernel", 40, 0 };
  g_autoptr (TlGpuCost) rows = cost_of (PRODUCT_HEAD PRODUCT_BODY ("tx", "ty"), "nvidia/rtx-a6000", NULL);
  g_autoptr (TlGpuCost) columns = cost_of (PRODUCT_HEAD PRODUCT_BODY ("ty", "tx"), "nvidia/rtx-a6000", NULL);
  g_autoptr (TlGpuCost) told = cost_of (PRODUCT_HEAD PRODUCT_BODY ("tx", "ty"), "nvidia/rtx-a6000",
                                        &(TlCostOptions) { .registers = &said, .n_registers = 1 });
  const TlKernelCost   *cost = first_of (rows);
  g_autofree char      *text = tl_gpu_cost_text (told), *sentence = tl_kernel_cost_limit_text (cost);

  g_assert_cmpfloat_with_epsilon (cost->flops, 2. * 1024 * 1024 * 1024, 1e-3);
  g_assert_cmpfloat_with_epsilon (units_each (cost, TL_ACCESS_GLOBAL_LOAD), 2.5, 1e-3);   /* one of A for all lanes, four of B */
  g_assert_cmpfloat (cost->accesses[TL_ACCESS_GLOBAL_STORE].n_requests, <=, 2 * 1024 * 1024 / 32);   /* the sum is in a register */
  g_assert_cmpstr (cost->hot_loop, ==, "k");
  g_assert_cmpfloat_with_epsilon (cost->hot_mix.n_of[TL_OPERATION_FMA], 1, 1e-3);
  g_assert_cmpfloat_with_epsilon (cost->hot_mix.n_of[TL_OPERATION_MEMORY], 2, 1e-2);
  g_assert_cmpfloat (columns->seconds, >, 3 * rows->seconds);
  g_assert_false (cost->has_registers);
  g_assert_true (first_of (told)->has_registers);
  g_assert_cmpint (first_of (told)->occupancy.n_registers, ==, 40);
  g_assert_nonnull (strstr (text, "40 a thread (by ptxas)"));
  g_assert_true (g_str_has_prefix (sentence, "Limited by L1 ("));
}

static void
test_unknown (void)
{
  g_autoptr (TlModule) module = read_module ("@T.prim_func\ndef main(n: T.int32, a: T.handle, b: T.handle):\n"
                                             "    A = T.match_buffer(a, (n,), \"float32\")\n    B = T.match_buffer(b, (n,), \"float32\")\n"
                                             "    for i in T.thread_binding(n, thread=\"blockIdx.x\"):\n        with T.block(\"B\"):\n"
                                             "            vi = T.axis.spatial(n, i)\n            B[vi] = A[vi]\n");
  g_autoptr (TlModule) lowered = NULL;
  TlTarget             target;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  must_fail (tl_gpu_cost_new (lowered->prims[0], &target, NULL, &failure), TL_GPU_COST_ERROR, TL_GPU_COST_ERROR_SIZE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-cost/lanes", test_lanes);
  g_test_add_func ("/kernel-cost/transposes", test_transposes);
  g_test_add_func ("/kernel-cost/products", test_products);
  g_test_add_func ("/kernel-cost/unknown", test_unknown);
  return g_test_run ();
}
