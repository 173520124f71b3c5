/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "core/base/error.h"
#include "core/device/cuda-driver.h"
#include "core/device/cuda-private.h"

#define SYMBOL(member, name) { G_STRUCT_OFFSET (CudaDriver, member), name }

static const struct
{
  gsize       offset;
  const char *name;
} symbols[] = {
  SYMBOL (init, "cuInit"), SYMBOL (driver_get_version, "cuDriverGetVersion"), SYMBOL (device_get_count, "cuDeviceGetCount"),
  SYMBOL (device_get, "cuDeviceGet"), SYMBOL (device_get_name, "cuDeviceGetName"),
  SYMBOL (device_get_attribute, "cuDeviceGetAttribute"), SYMBOL (context_retain, "cuDevicePrimaryCtxRetain"),
  SYMBOL (context_release, "cuDevicePrimaryCtxRelease_v2"), SYMBOL (context_set_current, "cuCtxSetCurrent"),
  SYMBOL (module_load, "cuModuleLoadDataEx"), SYMBOL (module_unload, "cuModuleUnload"),
  SYMBOL (module_get_function, "cuModuleGetFunction"), SYMBOL (func_get_attribute, "cuFuncGetAttribute"),
  SYMBOL (func_set_attribute, "cuFuncSetAttribute"), SYMBOL (memory_alloc, "cuMemAlloc_v2"), SYMBOL (memory_free, "cuMemFree_v2"),
  SYMBOL (copy_to_device, "cuMemcpyHtoD_v2"), SYMBOL (copy_to_host, "cuMemcpyDtoH_v2"),
  SYMBOL (copy_on_device, "cuMemcpyDtoDAsync_v2"), SYMBOL (memory_set, "cuMemsetD8_v2"),
  SYMBOL (stream_create, "cuStreamCreate"), SYMBOL (stream_destroy, "cuStreamDestroy_v2"),
  SYMBOL (stream_synchronize, "cuStreamSynchronize"),
  SYMBOL (event_create, "cuEventCreate"), SYMBOL (event_destroy, "cuEventDestroy_v2"), SYMBOL (event_record, "cuEventRecord"),
  SYMBOL (event_synchronize, "cuEventSynchronize"), SYMBOL (event_elapsed_ms, "cuEventElapsedTime"), SYMBOL (launch, "cuLaunchKernel"),
  SYMBOL (get_error_name, "cuGetErrorName"), SYMBOL (get_error_string, "cuGetErrorString"),
};

static const char *library_path = "libcuda.so.1";

void
tl_cuda_driver_set_library (const char *path)
{
  library_path = g_intern_string (path);
}

static gboolean
load_symbols (CudaDriver *driver, GError **error)
{
  void *library = dlopen (library_path, RTLD_NOW | RTLD_LOCAL);

  if (library == NULL)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no CUDA driver (%s) on this machine", library_path);
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      gpointer function = dlsym (library, symbols[i].name);

      if (function == NULL)
        return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the CUDA driver (%s) is too old: it has no %s", library_path,
                        symbols[i].name);
      G_STRUCT_MEMBER (gpointer, driver, symbols[i].offset) = function;
    }
  return TRUE;
}

static gboolean
initialize (CudaDriver *driver, GError **error)
{
  CudaResult code;
  g_autofree char *text = NULL;

  if (!load_symbols (driver, error))
    return FALSE;
  code = driver->init (0);
  if (code == CUDA_SUCCESS)
    return TRUE;
  if (code == CUDA_NO_DEVICE)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the CUDA driver finds no GPU on this machine");
  text = tl_cuda_describe (driver, code);
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the CUDA driver does not start: %s", text);
}

const CudaDriver *
tl_cuda_driver_get (GError **error)
{
  static CudaDriver driver;
  static GError *failure = NULL;
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      initialize (&driver, &failure);
      g_once_init_leave (&done, 1);
    }
  if (failure == NULL)
    return &driver;
  g_propagate_error (error, g_error_copy (failure));
  return NULL;
}

/* --- errors --- */

gboolean
tl_cuda_is_sticky (CudaResult code)
{
  return code == 700 || code == 702 || code == 710 || (code >= 714 && code <= 719);
}

static const struct
{
  CudaResult  code;
  const char *meaning;
} meanings[] = {
  { 1, "the launch is not one that this GPU takes" },
  { 209, "the code is for another GPU" },
  { 700, "a kernel accessed memory outside of its buffers" },
  { 701, "a block of the kernel needs more registers or threads than a multiprocessor has" },
  { 702, "a kernel ran longer than the system allows on a GPU with a display" },
  { 715, "a kernel has an instruction that this GPU does not" },
  { 716, "a kernel accessed a vector at an address that is no multiple of its size" },
};

char *
tl_cuda_describe (const CudaDriver *driver, CudaResult code)
{
  const char *name = NULL, *text = NULL;
  GString *out = g_string_new (NULL);

  if (driver->get_error_name (code, &name) != CUDA_SUCCESS || name == NULL)
    g_string_printf (out, "CUDA error %d", code);
  else
    g_string_assign (out, name);
  if (driver->get_error_string (code, &text) == CUDA_SUCCESS && text != NULL)
    g_string_append_printf (out, ": %s", text);
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (meanings[i].code == code)
      g_string_append_printf (out, " (%s)", meanings[i].meaning);
  return g_string_free (out, FALSE);
}
