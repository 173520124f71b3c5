/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that reach CUDA's driver, in their order; errors; and that nothing is left behind. */
#include <dlfcn.h>
#include <gio/gio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/device/cuda-driver.h"
#include "core/device/kernel-package.h"
#include "tests/gpu/fake-cuda.h"

static FakeCudaTake  take;
static FakeCudaFail  fail;
static FakeCudaAlive alive;

static const char ptx[] =
  "//\n.version 8.3\n.target sm_80\n"
  ".visible .entry main_kernel(\n\t.param .u64 a,\n\t.param .u64 b\n)\n{ ret; }\n"
  ".visible .entry main_kernel_1(\n\t.param .u64 b,\n\t.param .u64 w,\n\t.param .u32 n,\n\t.param .u32 i\n)\n{ ret; }\n";

static void
add_arg (TlKernelLaunch *launch, TlKernelArgKind kind, guint index, guint n_bytes, guint8 value)
{
  TlKernelArg arg = { .kind = kind, .index = index, .n_bytes = n_bytes, .bytes = { value } };

  g_array_append_val (launch->args, arg);
}

/* Two kernels, a workspace, a scalar parameter, a value, and more dynamic shared memory than comes by itself. */
static TlKernelPackage *
make_package (void)
{
  TlKernelPackage *package = tl_kernel_package_new ("ptx", ptx);
  TlKernelLaunch *first = tl_kernel_package_add_launch (package, "main_kernel");
  TlKernelLaunch *second = tl_kernel_package_add_launch (package, "main_kernel_1");
  guint64 n_bytes = 256;

  g_array_append_val (package->workspaces, n_bytes);
  first->n_blocks[0] = 8;
  first->n_threads[0] = 128;
  add_arg (first, TL_KERNEL_ARG_PARAM, 0, 0, 0);
  add_arg (first, TL_KERNEL_ARG_PARAM, 1, 0, 0);
  second->n_blocks[1] = 3;
  second->n_threads[2] = 4;
  second->dynamic_shared_bytes = 65536;
  add_arg (second, TL_KERNEL_ARG_PARAM, 1, 0, 0);
  add_arg (second, TL_KERNEL_ARG_WORKSPACE, 0, 0, 0);
  add_arg (second, TL_KERNEL_ARG_PARAM, 2, 4, 0);
  add_arg (second, TL_KERNEL_ARG_VALUE, 0, 4, 7);
  return package;
}

static GBytes *
make_code (void)
{
  g_autoptr (TlKernelPackage) package = make_package ();

  return tl_kernel_package_write (package);
}

static gpointer
must (gpointer made, GError **error)
{
  g_assert_no_error (*error);
  g_assert_nonnull (made);
  return made;
}

static gboolean
refuse (gpointer n_calls, gpointer stream, GError **error)
{
  g_assert_nonnull (stream);
  return ++*(guint *) n_calls < 3 || tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "not again");
}

/* Copies on the device, and calls of a library. */
static void
test_other_times (gpointer device, gpointer *buffers)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *copying = NULL, *calling = NULL;
  guint n_calls = 0;

  g_assert_cmpfloat (tl_cuda_device.time_copies (device, buffers[0], buffers[1], 16, 2, &error), >, 0);
  copying = take ();
  g_assert_cmpstr (copying, ==, "cuEventRecord\ncuMemcpyDtoDAsync #1 #2 16\ncuMemcpyDtoDAsync #1 #2 16\ncuEventRecord\n"
                   "cuEventSynchronize\ncuEventElapsedTime\n");
  g_assert_cmpfloat (tl_cuda_device.time_calls (device, refuse, &n_calls, 2, &error), >, 0);
  g_assert_no_error (error);
  g_assert_cmpfloat (tl_cuda_device.time_calls (device, refuse, &n_calls, 2, &error), <, 0);
  g_assert_cmpstr (error->message, ==, "not again");
  g_assert_cmpuint (n_calls, ==, 3);
  calling = take ();
  g_assert_cmpstr (calling, ==, "cuEventRecord\ncuEventRecord\ncuEventSynchronize\ncuEventElapsedTime\ncuEventRecord\n");
}

static void
test_target (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = must (tl_cuda_device.describe_target (0, &error), &error);

  g_assert_cmpstr (text, ==, "cuda -arch=sm_80 -max_threads_per_block=1024 -max_shared_memory_per_block=166912 "
                   "-l2_cache_size_bytes=41943040");
}

/* Everything once, without errors. The numbers of memory count from @from. */
static void
test_calls (void)
{
  static const guint32 n = 5;
  const TlDeviceApi *api = &tl_cuda_device;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) code = make_code ();
  g_autofree char *opening = NULL, *loading = NULL, *running = NULL, *timing = NULL, *closing = NULL, *flushing = NULL;
  float data[4] = { 1, 2, 3, 4 }, back[4] = { 0 };
  gpointer device, program, buffers[4] = { NULL };
  TlDeviceInfo info;

  g_assert_true (api->probe (1, &info, &error));
  g_assert_cmpstr (info.model, ==, "Fake 11");
  g_assert_cmpuint (info.n_units, ==, 108);
  g_free (take ());
  device = must (api->open (1, &error), &error);
  opening = take ();
  g_assert_cmpstr (opening, ==, "cuDevicePrimaryCtxRetain 11\ncuCtxSetCurrent\ncuStreamCreate 0\ncuEventCreate 0\ncuEventCreate 0\n");

  for (guint i = 0; i < 3; i++)
    buffers[i] = must (api->alloc (device, i < 2 ? sizeof data : sizeof n, &error), &error);
  g_assert_null (api->map (device, buffers[0]));
  g_assert_true (api->copy (device, TL_COPY_TO_DEVICE, buffers[0], data, sizeof data, &error));
  g_assert_true (api->copy (device, TL_COPY_TO_DEVICE, buffers[2], (gpointer) &n, sizeof n, &error));
  g_assert_true (api->copy (device, TL_COPY_TO_HOST, buffers[0], back, sizeof back, &error));
  g_assert_cmpmem (data, sizeof data, back, sizeof back);
  g_free (take ());

  program = must (api->load (device, code, &error), &error);
  loading = take ();
  g_assert_cmpstr (loading, ==, "cuModuleLoadDataEx\ncuMemAlloc 256 = #4\ncuModuleGetFunction main_kernel\n"
                   "cuModuleGetFunction main_kernel_1\ncuFuncSetAttribute main_kernel_1 8 = 65536\n");
#define LAUNCHES "cuLaunchKernel main_kernel <8 1 1, 128 1 1, 0> #1 #2\n" \
                 "cuLaunchKernel main_kernel_1 <1 3 1, 1 1 4, 65536> #2 #4 5 7\n"
  g_assert_true (api->launch (device, program, buffers, &error));
  g_assert_true (api->sync (device, &error));
  running = take ();
  g_assert_cmpstr (running, ==, "cuMemcpyDtoH #3 4\n" LAUNCHES "cuStreamSynchronize\n");
  for (guint i = 0; i < 2; i++)
    api->flush (device);
  flushing = take ();
  g_assert_cmpstr (flushing, ==, "cuMemAlloc 83886080 = #5\ncuMemsetD8 #5 0 83886080\ncuMemsetD8 #5 0 83886080\n");
  g_assert_cmpfloat_with_epsilon (api->time (device, program, buffers, 2, &error), 0.0125, 1e-9);
  timing = take ();
  g_assert_cmpstr (timing, ==, "cuMemcpyDtoH #3 4\ncuEventRecord\n" LAUNCHES LAUNCHES
                   "cuEventRecord\ncuEventSynchronize\ncuEventElapsedTime\n");

  test_other_times (device, buffers);
  api->unload (device, program);
  for (guint i = 0; i < 3; i++)
    api->release (device, buffers[i], 16);
  api->close (device);
  closing = take ();
  g_assert_cmpstr (closing, ==, "cuMemFree #4\ncuModuleUnload\ncuMemFree #1\ncuMemFree #2\ncuMemFree #3\ncuMemFree #5\n"
                   "cuEventDestroy\ncuEventDestroy\ncuStreamDestroy\ncuDevicePrimaryCtxRelease 11\n");
  g_assert_cmpint (alive (), ==, 0);
}

/* All that a worker does with a device; FALSE with the error of the first call that fails. */
static gboolean
use_device (const TlDeviceApi *api, GError **error)
{
  g_autoptr (GBytes) code = make_code ();
  gpointer device = api->open (0, error), program = NULL, buffers[4] = { NULL };
  gboolean is_done = device != NULL;
  guint32 n = 1;

  for (guint i = 0; is_done && i < 3; i++)
    is_done = (buffers[i] = api->alloc (device, 16, error)) != NULL;
  is_done = is_done && api->copy (device, TL_COPY_TO_DEVICE, buffers[2], &n, sizeof n, error)
            && (program = api->load (device, code, error)) != NULL && api->launch (device, program, buffers, error)
            && api->sync (device, error) && api->time (device, program, buffers, 1, error) >= 0
            && api->copy (device, TL_COPY_TO_HOST, buffers[0], &n, sizeof n, error);
  if (program != NULL)
    api->unload (device, program);
  for (guint i = 0; i < 3; i++)
    if (buffers[i] != NULL)
      api->release (device, buffers[i], 16);
  if (device != NULL)
    api->close (device);
  return is_done;
}

/* Each call that may fail does, and leaves nothing behind. */
static void
test_errors (void)
{
  static const struct { const char *function; guint nth; } rows[] = {
    { "cuDevicePrimaryCtxRetain", 0 }, { "cuCtxSetCurrent", 0 }, { "cuStreamCreate", 0 }, { "cuEventCreate", 0 }, { "cuEventCreate", 1 },
    { "cuMemAlloc", 0 }, { "cuMemAlloc", 2 }, { "cuMemAlloc", 3 }, { "cuMemcpyHtoD", 0 }, { "cuMemcpyDtoH", 0 }, { "cuMemcpyDtoH", 2 },
    { "cuModuleLoadDataEx", 0 }, { "cuModuleGetFunction", 0 }, { "cuModuleGetFunction", 1 }, { "cuFuncSetAttribute", 0 },
    { "cuLaunchKernel", 0 }, { "cuLaunchKernel", 1 }, { "cuLaunchKernel", 3 }, { "cuStreamSynchronize", 0 }, { "cuEventRecord", 0 },
    { "cuEventRecord", 1 }, { "cuEventSynchronize", 0 }, { "cuEventElapsedTime", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      fail (rows[i].function, 2, rows[i].nth);
      if (use_device (&tl_cuda_device, &error))
        g_error ("%s, call %u: no error", rows[i].function, rows[i].nth);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
      g_assert_nonnull (strstr (error->message, "CUDA_ERROR_OUT_OF_MEMORY: out of memory"));
      if (alive () != 0)
        g_error ("%s, call %u: %d things are left", rows[i].function, rows[i].nth, alive ());
    }
  fail (NULL, 0, 0);
  g_free (take ());
}

/* A kernel that went wrong: the driver is not asked again. */
static void
test_sticky (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  int before = alive ();

  g_free (take ());
  fail ("cuStreamSynchronize", 700, 0);
  g_assert_false (use_device (&tl_cuda_device, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  g_assert_cmpstr (error->message, ==, "Fake 10: the kernels have failed: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was "
                   "encountered (a kernel accessed memory outside of its buffers)");
  text = take ();
  g_assert_true (g_str_has_suffix (text, "cuStreamSynchronize\n"));
  g_assert_cmpint (alive (), >, before);
  fail (NULL, 0, 0);
}

static void
check_load (int code, const char *says)
{
  g_autoptr (GError) error = NULL;

  fail ("cuModuleLoadDataEx", code, 0);
  g_assert_false (use_device (&tl_cuda_device, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  if (strstr (error->message, says) == NULL)
    g_error ("\"%s\" is not in \"%s\"", says, error->message);
  fail (NULL, 0, 0);
}

static void
test_refused_code (void)
{
  check_load (218, "its driver refuses the PTX: ptxas application ptx input, line 7; fatal: Parsing error near 'oops'");
  check_load (222, "its driver, of CUDA 12.4, is older than PTX 8.3; a newer driver takes it");
  check_load (299, "the kernels cannot be loaded: CUDA error 299");
}

/* Sizes that the GPU does not have are refused before anything runs. */
static void
test_limits (void)
{
  static const struct { guint blocks_y, threads; guint64 shared_bytes; const char *says; } rows[] = {
    { 70000, 1, 0, "kernel main_kernel has 70000 blocks along y; the limit is 65535" },
    { 1, 2048, 0, "kernel main_kernel has 2048 threads a block; with its 32 registers a thread 1024 is the limit" },
    { 1, 1, 200000, "kernel main_kernel takes 200000 bytes of shared memory a block; 166912 is the limit" },
  };
  g_autoptr (GError) none = NULL;
  gpointer device = must (tl_cuda_device.open (0, &none), &none);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlKernelPackage) package = make_package ();
      g_autoptr (GBytes) code = NULL;
      g_autoptr (GError) error = NULL;
      TlKernelLaunch *launch = package->launches->pdata[0];

      launch->n_blocks[1] = rows[i].blocks_y;
      launch->n_threads[0] = rows[i].threads;
      launch->dynamic_shared_bytes = rows[i].shared_bytes;
      code = tl_kernel_package_write (package);
      g_assert_null (tl_cuda_device.load (device, code, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
      g_assert_nonnull (strstr (error->message, rows[i].says));
    }
  tl_cuda_device.close (device);
}

static void
test_absent (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (tl_cuda_device.probe (2, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "there is no GPU number 2; CUDA has 2, from number 0 on");
}

/* In a process of their own: the driver is looked for once. */
static void
test_no_driver (void)
{
  g_autoptr (GError) error = NULL;

  if (g_test_subprocess ())
    {
      tl_cuda_driver_set_library ("libcuda-that-nobody-has.so.1");
      g_assert_false (tl_cuda_device.probe (0, NULL, &error));
      g_assert_cmpstr (error->message, ==, "there is no CUDA driver (libcuda-that-nobody-has.so.1) on this machine");
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

static void
test_no_gpu (void)
{
  g_autoptr (GError) error = NULL;

  if (g_test_subprocess ())
    {
      fail ("cuInit", 100, 0);
      g_assert_false (tl_cuda_device.probe (0, NULL, &error));
      g_assert_cmpstr (error->message, ==, "the CUDA driver finds no GPU on this machine");
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  void *library = dlopen (FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);

  g_test_init (&argc, &argv, NULL);
  if (library == NULL)
    g_error ("%s", dlerror ());
  take = (FakeCudaTake) dlsym (library, "fake_cuda_take");
  fail = (FakeCudaFail) dlsym (library, "fake_cuda_fail");
  alive = (FakeCudaAlive) dlsym (library, "fake_cuda_alive");
  tl_cuda_driver_set_library (FAKE_CUDA);
  g_test_add_func ("/cuda/no-driver", test_no_driver);
  g_test_add_func ("/cuda/no-gpu", test_no_gpu);
  g_test_add_func ("/cuda/absent", test_absent);
  g_test_add_func ("/cuda/calls", test_calls);
  g_test_add_func ("/cuda/target", test_target);
  g_test_add_func ("/cuda/errors", test_errors);
  g_test_add_func ("/cuda/refused-code", test_refused_code);
  g_test_add_func ("/cuda/limits", test_limits);
  g_test_add_func ("/cuda/sticky", test_sticky);
  return g_test_run ();
}
