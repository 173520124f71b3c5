/* SPDX-License-Identifier: Apache-2.0 */
/* Programs on a machine that was added by rows: read as a target, lowered, compiled, loaded, run, checked and timed like any other. */
#include "core/measure/worker-pool.h"
#include "core/text/script.h"
#include "tests/codegen/null-gpu/null-gpu.h"

static const char threads_text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((100,), \"float32\"), B: T.Buffer((100,), \"float32\")):\n"
  "    S = T.alloc_buffer((16,), \"float32\", scope=\"shared\")\n"
  "    for b in T.thread_binding(7, thread=\"blockIdx.x\"):\n"
  "        for t in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
  "            with T.block(\"S\"):\n"
  "                vb, vt = T.axis.remap(\"SS\", [b, t])\n"
  "                T.where(b * 16 + t < 100)\n"
  "                S[vt] = A[vb * 16 + vt] * T.float32(2)\n"
  "            with T.block(\"B\"):\n"
  "                vb, vt = T.axis.remap(\"SS\", [b, t])\n"
  "                T.where(b * 16 + t < 100)\n"
  "                B[vb * 16 + vt] = S[vt] + T.float32(1)\n";
static const char function_text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((8,), \"float64\"), B: T.Buffer((8,), \"float64\")):\n"
  "    for t in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
  "        with T.block(\"B\"):\n"
  "            vt = T.axis.spatial(8, t)\n"
  "            B[vt] = T.pow(A[vt], T.float64(3))\n";

static TlOutcome
measure (const char *text, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = tl_script_read_text (text, &error);
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  TlMeasureOptions options = tl_measure_options_quick ();
  TlOutcome outcome = { 0 };

  g_assert_no_error (error);
  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, target, &options, NULL, &outcome);
  return outcome;
}

static TlTarget
target_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  TlTarget target;

  g_assert_true (tl_target_parse (text, &target, &error));
  return target;
}

static void
test_target (void)
{
  TlTarget target = target_of ("null-gpu -max_threads_per_block=32");
  g_autofree char *text = tl_target_to_text (&target);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (target.max_threads_per_block, ==, 32);
  g_assert_cmpuint (target_of ("null-gpu").max_threads_per_block, ==, 64);
  g_assert_cmpstr (text, ==, "null-gpu -max_threads_per_block=32");
  g_assert_false (tl_target_parse ("null-gpu -num-cores=2", &target, &error));
  g_assert_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX);
}

static void
test_run (void)
{
  TlTarget target = target_of ("null-gpu"), host = tl_target_host ();
  TlOutcome outcome = measure (threads_text, &target), there = measure (function_text, &host);

  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_true (outcome.is_checked);
  g_assert_cmpuint (outcome.n_samples, >, 0);
  g_assert_cmpint (there.kind, ==, TL_OUTCOME_OK);
  tl_outcome_clear (&outcome);
  tl_outcome_clear (&there);
}

/* A function that the machine does not have is a build error, not a crash. */
static void
test_missing_function (void)
{
  TlTarget target = target_of ("null-gpu");
  TlOutcome outcome = measure (function_text, &target);

  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_BUILD_ERROR);
  g_assert_nonnull (strstr (outcome.message, "This machine has no function \"pow\""));
  tl_outcome_clear (&outcome);
}

/* A device that refuses a run, and one that is not there. */
static void
test_refusals (void)
{
  static const struct { const char *device; TlOutcomeKind kind; const char *says; } rows[] = {
    { "null-gpu:1", TL_OUTCOME_CRASH, "null-gpu:1 runs nothing" },
    { "null-gpu:7", TL_OUTCOME_BUILD_ERROR, "no number 7" },
    { "gpu-of-nobody", TL_OUTCOME_BUILD_ERROR, "no device \"gpu-of-nobody\"; it has cpu" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget target = target_of ("null-gpu");
      TlTargetKind kind = *target.kind;
      TlOutcome outcome;

      kind.device = rows[i].device;
      target.kind = &kind;
      outcome = measure (threads_text, &target);
      g_assert_cmpint (outcome.kind, ==, rows[i].kind);
      g_assert_nonnull (strstr (outcome.message, rows[i].says));
      tl_outcome_clear (&outcome);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  null_gpu_add_target ();
  g_test_add_func ("/null-gpu/target", test_target);
  g_test_add_func ("/null-gpu/run", test_run);
  g_test_add_func ("/null-gpu/missing-function", test_missing_function);
  g_test_add_func ("/null-gpu/refusals", test_refusals);
  return g_test_run ();
}
