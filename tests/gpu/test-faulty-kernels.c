/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that fault, never end or ask for too much: each is an outcome with its reason, and the next candidate of the same pool runs. On a
 * CUDA driver that computes nothing (fake-cuda.h), where programs that change nothing are right, and on OpenCL.
 */
#include <string.h>

#include "core/measure/device-description.h"
#include "core/text/script.h"
#include "tests/must.h"

#define RUN_LIMIT_S   1.0   /* of endless ones, and … */
#define BUILD_LIMIT_S 5.0   /* … this besides: drivers compile where they load */

/* @name: of the function, and of its kernel. With inputs below 1 it changes nothing. */
#define HEAD(name, n) "@T.prim_func\ndef " name "(A: T.Buffer((" n ",), \"float32\"), C: T.Buffer((" n ",), \"float32\")):\n"
#define UNCHANGED(name) \
  HEAD (name, "64") "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n        with T.block(\"C\"):\n" \
                    "            v = T.axis.spatial(64, t)\n            C[v] = T.min(C[v], T.float32(2))\n"
#define SHARED(name, n, scope) \
  HEAD (name, n) "    S = T.alloc_buffer((" n ",), scope=\"" scope "\")\n" \
                 "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n" \
                 "        for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n            for k in range(" n " // 64):\n" \
                 "                with T.block(\"S\"):\n                    v = T.axis.spatial(" n ", k * 64 + t)\n" \
                 "                    S[v] = C[v]\n" \
                 "        for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n            for k in range(" n " // 64):\n" \
                 "                with T.block(\"C\"):\n                    v = T.axis.spatial(" n ", k * 64 + t)\n" \
                 "                    C[v] = T.min(S[v], T.float32(2))\n"
#define BIG "65536"

static const char endless_text[] =
  HEAD ("main", "64") "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n"
  "        for k in range(T.int64(1000000000000000)):\n            with T.block(\"C\"):\n                v = T.axis.spatial(64, t)\n"
  "                vk = T.axis.reduce(T.int64(1000000000000000), k)\n                with T.init():\n                    C[v] = A[v]\n"
  "                C[v] = C[v] * T.float32(0.9) + A[v]\n";
static const char outside_text[] =
  HEAD ("main", "64") "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n        with T.block(\"C\"):\n"
  "            v = T.axis.spatial(64, t)\n            C[v + 400000000] = T.min(C[v], T.float32(2))\n";

typedef struct
{
  const char   *func_name, *text;   /* the candidate; it stands for itself … */
  const char   *workload;           /* … or, nullable, for this program */
  const char   *target;
  TlOutcomeKind kind;
  const char   *says;               /* nullable */
} Row;

static void
check_row (TlWorkerPool *pool, const Row *row)
{
  g_autofree char     *text = g_strconcat ("from tvm.script import tir as T\n", row->text, NULL);
  g_autofree char     *meant = row->workload != NULL ? g_strconcat ("from tvm.script import tir as T\n", row->workload, NULL) : NULL;
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));
  g_autoptr (TlModule) workload = must (tl_script_read_text (meant != NULL ? meant : text, &failure));
  g_autoptr (GError)   error = NULL;
  TlMeasureOptions     options = tl_measure_options_quick ();
  TlTarget             target;
  TlOutcome            outcome = { 0 };

  g_assert_true (tl_target_parse (row->target, &target, &error));
  options.run_timeout_s = row->kind == TL_OUTCOME_TIMEOUT ? RUN_LIMIT_S : 300;
  options.build_timeout_s = row->kind == TL_OUTCOME_TIMEOUT ? BUILD_LIMIT_S : 300;
  options.check = row->text != endless_text;
  tl_worker_pool_measure_module (pool, workload, module, row->func_name, &target, &options, NULL, &outcome);
  if (outcome.kind != row->kind || (row->says != NULL && (outcome.message == NULL || strstr (outcome.message, row->says) == NULL)))
    g_error ("%s, %s: %s: %s", row->target, row->func_name, tl_outcome_name (outcome.kind), outcome.message);
  tl_outcome_clear (&outcome);
}

/* Between two that fail, one that does not. */
static void
check_rows (const Row *rows, guint n, const Row *good)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));

  check_row (pool, good);
  for (guint i = 0; i < n; i++)
    {
      check_row (pool, &rows[i]);
      check_row (pool, good);
    }
}

static void
test_cuda (void)
{
  static const char target[] = "cuda -arch=sm_80 -max_shared_memory_per_block=1048576";
  static const Row good = { "good", UNCHANGED ("good"), NULL, target, TL_OUTCOME_OK, NULL };
  static const Row rows[] = {
    { "illegal", UNCHANGED ("illegal"), NULL, target, TL_OUTCOME_CRASH,
      "Fake 10: the kernels have failed: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered (a kernel accessed memory "
      "outside of its buffers)" },
    { "misaligned", UNCHANGED ("misaligned"), NULL, target, TL_OUTCOME_CRASH, "CUDA_ERROR_MISALIGNED_ADDRESS" },
    { "trapped", UNCHANGED ("trapped"), NULL, target, TL_OUTCOME_CRASH, "CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure" },
    { "endless", UNCHANGED ("endless"), NULL, target, TL_OUTCOME_TIMEOUT, "No result after 6 s" },
    { "large", SHARED ("large", BIG, "shared.dyn"), NULL, target, TL_OUTCOME_BUILD_ERROR,
      "kernel large_kernel takes 262144 bytes of shared memory a block; 166912 is the limit" },
    { "large", SHARED ("large", BIG, "shared.dyn"), NULL, "cuda -arch=sm_80", TL_OUTCOME_BUILD_ERROR, "max_shared_memory_per_block" },
  };

  check_rows (rows, G_N_ELEMENTS (rows), &good);
}

static void
test_opencl (void)
{
  static const char target[] = "opencl -max_shared_memory_per_block=16777216";
  static const Row good = { "main", UNCHANGED ("main"), NULL, target, TL_OUTCOME_OK, NULL };
  static const Row rows[] = {
    { "main", outside_text, UNCHANGED ("main"), target, TL_OUTCOME_CRASH, "Crashed while running: Segmentation fault (SIGSEGV)" },
    { "main", endless_text, NULL, target, TL_OUTCOME_TIMEOUT, "No result after 6 s" },
    { "main", SHARED ("main", "4194304", "shared"), NULL, target, TL_OUTCOME_BUILD_ERROR, "bytes of local memory; the OpenCL device has" },
  };
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  g_autoptr (GError)       error = NULL;
  TlTarget                 opencl;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("the sanitizer ends kernels that fault in its own way");
  return;
#endif
  g_assert_true (tl_target_parse ("opencl", &opencl, &error));
  if (!tl_worker_pool_describe_device (pool, &opencl, NULL, NULL, &error))
    g_test_skip (error->message);
  else
    check_rows (rows, G_N_ELEMENTS (rows), &good);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/faulty/cuda", test_cuda);
  g_test_add_func ("/gpu/faulty/opencl", test_opencl);
  return g_test_run ();
}
