/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels on an OpenCL device: their results against the emulator's, and the outcomes of candidates that run and of those that do not. */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/codegen/llvm-codegen.h"
#include "core/device/opencl.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/measure/worker-pool.h"
#include "tests/gpu/kernel-programs.h"
#include "tests/read-module.h"

#define TARGET "opencl -max_threads_per_block=1024 -max_shared_memory_per_block=32768"

static gboolean
skip_without_device (void)
{
  g_autoptr (GError) error = NULL;

  if (tl_opencl_device.probe (0, NULL, &error))
    return FALSE;
  g_autofree char *why = g_strdup_printf ("skipped: %s", error->message);

  g_test_skip (why);
  return TRUE;
}

static TlTarget
target_of (const char *text)
{
  TlTarget target;

  must (tl_target_parse (text, &target, &failure));
  return target;
}

/* --- results --- */

/* One run of @code on @args, which receive the results. */
static void
run_on_device (GBytes *code, GPtrArray *args)
{
  const TlDeviceApi   *api = &tl_opencl_device;
  gpointer             device = must (api->open (0, &failure)), program = must (api->load (device, code, &failure));
  g_autofree gpointer *buffers = g_new0 (gpointer, args->len + 1);

  for (guint i = 0; i < args->len; i++)
    {
      TlTensor *tensor = args->pdata[i];

      buffers[i] = must (api->alloc (device, tensor->n_bytes, &failure));
      must (api->copy (device, TL_COPY_TO_DEVICE, buffers[i], tensor->data, tensor->n_bytes, &failure));
    }
  must (api->launch (device, program, buffers, &failure));
  must (api->sync (device, &failure));
  for (guint i = 0; i < args->len; i++)
    {
      TlTensor *tensor = args->pdata[i];

      must (api->copy (device, TL_COPY_TO_HOST, buffers[i], tensor->data, tensor->n_bytes, &failure));
      api->release (device, buffers[i], tensor->n_bytes);
    }
  api->unload (device, program);
  api->close (device);
}

static void
assert_near (GPtrArray *got, GPtrArray *want, const char *name)
{
  for (guint i = 0; i < got->len; i++)
    {
      const TlTensor *a = got->pdata[i], *b = want->pdata[i];
      double          tolerance = tl_dtype_is_float (a->dtype) ? (a->dtype.bits == 16 ? 1e-2 : 1e-5) : 0;

      for (gint64 k = 0; k < a->n_elements; k++)
        {
          double x = tl_tensor_get (a, k), y = tl_tensor_get (b, k);

          if (fabs (x - y) > tolerance * tl_max (fabs (y), 1.0))
            g_error ("%s: argument %u, element %" G_GINT64_FORMAT ": %g, expected %g", name, i, k, x, y);
        }
    }
}

static void
check_program (const char *name, const char *text)
{
  TlTarget             target = target_of (TARGET);
  g_autoptr (TlModule) module = read_module (text), lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  g_autoptr (GBytes)   code = must (tl_codegen_compile (lowered, &target, TL_CODEGEN_OBJECT, &failure));
  g_autoptr (GPtrArray) want = must (tl_interp_make_args (module->prims[0], 1, FALSE, &failure));
  g_autoptr (GPtrArray) got = must (tl_interp_make_args (module->prims[0], 1, FALSE, &failure));
  TlEmulatorOptions    options = { .checks = TRUE };
  g_autoptr (TlEmulation) emulation = NULL;

  emulation = must (tl_emulate (lowered->prims[0], (TlTensor *const *) want->pdata, want->len, &options, NULL, &failure));
  g_assert_cmpuint (emulation->findings->len, ==, 0);
  run_on_device (code, got);
  assert_near (got, want, name);
}

/* Programs in float16 are refused by the name of the extension where the device has none. */
static gboolean
can_load (const char *text)
{
  TlTarget             target = target_of (TARGET);
  g_autoptr (TlModule) module = read_module (text), lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  g_autoptr (GBytes)   code = must (tl_codegen_compile (lowered, &target, TL_CODEGEN_OBJECT, &failure));
  gpointer             device = must (tl_opencl_device.open (0, &failure));
  g_autoptr (GError)   error = NULL;
  gpointer             program = tl_opencl_device.load (device, code, &error);

  if (program != NULL)
    tl_opencl_device.unload (device, program);
  else if (strstr (error->message, "needs the OpenCL extension cl_khr_fp16, which the device does not have") == NULL)
    g_error ("%s", error->message);
  tl_opencl_device.close (device);
  return program != NULL;
}

static void
test_results (void)
{
  if (skip_without_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernel_programs); i++)
    if (*kernel_programs[i].needs == '\0' || g_str_equal (kernel_programs[i].needs, "double")
        || (g_str_equal (kernel_programs[i].needs, "half") && can_load (kernel_programs[i].text)))
      check_program (kernel_programs[i].name, kernel_programs[i].text);
}

/* --- outcomes --- */

#define MATMUL_HEAD \
  "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n"
#define SHARED_COPY(n) \
  "@T.prim_func\ndef main(A: T.Buffer((" n ",), \"float32\"), B: T.Buffer((" n ",), \"float32\")):\n" \
  "    S = T.alloc_buffer((" n ",), scope=\"shared\")\n" \
  "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n" \
  "        for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n" \
  "            for k in range(" n " // 64):\n                with T.block(\"S\"):\n" \
  "                    v = T.axis.spatial(" n ", k * 64 + t)\n                    S[v] = A[v] * T.float32(2)\n" \
  "        for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n" \
  "            for k in range(" n " // 64):\n                with T.block(\"B\"):\n" \
  "                    v = T.axis.spatial(" n ", k * 64 + t)\n                    B[v] = S[" n " - 1 - v] + T.float32(1)\n"

static const char matmul_text[] =
  MATMUL_HEAD
  "    for i in T.thread_binding(8, thread=\"blockIdx.x\"):\n        for j in T.thread_binding(64, thread=\"threadIdx.x\"):\n"
  "            for i1, k in T.grid(8, 64):\n                with T.block(\"C\"):\n"
  "                    vi = T.axis.spatial(64, i * 8 + i1)\n                    vj = T.axis.spatial(64, j)\n"
  "                    vk = T.axis.reduce(64, k)\n                    with T.init():\n                        C[vi, vj] = T.float32(0)\n"
  "                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";
/* In the form that lowering gives programs; the emulator knows what they mean. */
static const char kernels_text[] =
  "@T.prim_func\ndef main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
  "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n        tx = T.launch_thread(\"threadIdx.x\", 128)\n"
  "        S = T.decl_buffer((128,), \"float32\", scope=\"shared\")\n        S[tx] = A[bx * 128 + tx]\n"
  "        T.tvm_storage_sync(\"shared\")\n        C[bx * 128 + tx] = S[127 - tx]\n"
  "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n        tx = T.launch_thread(\"threadIdx.x\", 128)\n"
  "        C[bx * 128 + tx] = C[bx * 128 + tx] + T.float32(1)\n";
static const char endless_text[] =
  "@T.prim_func\ndef main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
  "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n        for k in range(T.int64(1000000000000000)):\n"
  "            with T.block(\"B\"):\n                vt = T.axis.spatial(64, t)\n"
  "                vk = T.axis.reduce(T.int64(1000000000000000), k)\n"
  "                with T.init():\n                    B[vt] = A[vt]\n                B[vt] = B[vt] * T.float32(0.9) + A[vt]\n";
/* Of its interface, for inputs: to interpret the endless one until that is given up takes minutes under sanitizers. */
static const char endless_base_text[] =
  "@T.prim_func\ndef main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
  "    for t in range(64):\n        with T.block(\"B\"):\n            vt = T.axis.spatial(64, t)\n            B[vt] = A[vt]\n";
static const char unknown_text[] =
  "@T.prim_func\ndef main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
  "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n        with T.block(\"B\"):\n            vt = T.axis.spatial(64, t)\n"
  "            B[vt] = T.call_pure_extern(\"float32\", \"function_of_nobody\", A[vt])\n";

/* @device: NULL for the target's own. */
static TlOutcome
measure (const char *text, const char *target_text, const char *device)
{
  g_autoptr (TlModule)     module = read_module (text), base = read_module (text == endless_text ? endless_base_text : text);
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlMeasureOptions         options = tl_measure_options_quick ();
  TlTarget                 target = target_of (target_text);
  TlTargetKind             kind = *target.kind;
  TlOutcome                outcome = { 0 };

  options.run_timeout_s = text == endless_text ? 3 : 300;   /* drivers compile, some of them under sanitizers */
  options.check = text != endless_text;
  if (device != NULL)
    {
      kind.device = device;
      target.kind = &kind;
    }
  tl_worker_pool_measure_module (pool, base, module, "main", &target, &options, NULL, &outcome);
  return outcome;
}

static void
test_outcomes (void)
{
  static const struct { const char *text, *target, *device; TlOutcomeKind kind; const char *says; } rows[] = {
    { matmul_text, TARGET, NULL, TL_OUTCOME_OK, NULL },
    { SHARED_COPY ("4096"), TARGET, NULL, TL_OUTCOME_OK, NULL },
    { kernels_text, TARGET, NULL, TL_OUTCOME_OK, NULL },
    { SHARED_COPY ("4194304"), "opencl -max_shared_memory_per_block=16777216", NULL, TL_OUTCOME_BUILD_ERROR,
      "needs 16777216 bytes of local memory; the OpenCL device has" },
    { SHARED_COPY ("8192"), "opencl", NULL, TL_OUTCOME_BUILD_ERROR, "max_shared_memory_per_block" },
    { unknown_text, "opencl", NULL, TL_OUTCOME_BUILD_ERROR, "The OpenCL driver cannot compile the kernels:" },
    { endless_text, "opencl", NULL, TL_OUTCOME_TIMEOUT, "No result after 13 s" },   /* with the time to compile */
    { matmul_text, "opencl", "opencl:63", TL_OUTCOME_BUILD_ERROR, "there is no device \"opencl:63\"; the last one is opencl:" },
  };

  if (skip_without_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlOutcome outcome = measure (rows[i].text, rows[i].target, rows[i].device);

      if (outcome.kind != rows[i].kind || (rows[i].says != NULL && strstr (outcome.message, rows[i].says) == NULL))
        g_error ("row %u: %s", i, outcome.message);
      if (outcome.kind == TL_OUTCOME_OK)
        {
          g_assert_true (outcome.is_checked);
          g_assert_cmpuint (outcome.n_samples, >, 0);
          g_assert_cmpfloat (outcome.samples_s[0], >, 0);
        }
      tl_outcome_clear (&outcome);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/opencl/results", test_results);
  g_test_add_func ("/gpu/opencl/outcomes", test_outcomes);
  return g_test_run ();
}
