/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GPUs as devices. A device is the primary context of a GPU with a stream of its own: copies, launches and events are in the order of
 * calls. A buffer is its address on the GPU. A program is a module with its workspaces and, for each launch, slots that the driver copies
 * arguments from.
 *
 * After some errors ("sticky": a kernel that accessed memory outside of buffers) the context is of no use, nor is any other that this
 * process makes. They are reported as G_IO_ERROR_CLOSED, and from then on nothing is asked of the driver: it may wait for a kernel that
 * never ends.
 */
#include "core/device/cuda-driver.h"

#include <string.h>

#include "core/base/error.h"
#include "core/device/cuda-private.h"
#include "core/device/kernel-package.h"

#define LOG_BYTES           4096u
#define PLAIN_SHARED_BYTES  (48 * 1024)   /* more of it has to be asked for */

typedef struct
{
  const CudaDriver *driver;
  char     *name;
  int       number;
  gpointer  context, stream, start, end;
  CudaAddress flushing;   /* twice as large as the L2 cache; 0: not there yet */
  gboolean  is_lost;
} Device;

typedef struct
{
  const TlKernelLaunch *launch;   /* Borrowed from the package */
  gpointer  function;
  guint64  *slots;                /* one for each argument: an address, or a value */
  gpointer *params;               /* to them */
} Launch;

typedef struct
{
  TlKernelPackage *package;
  gpointer         module;
  GArray          *workspaces;    /* CudaAddress */
  Launch          *launches;
} CudaProgram;

/* --- errors --- */

/* TRUE for success. */
G_GNUC_PRINTF (4, 5)
static gboolean
check (Device *device, CudaResult code, GError **error, const char *format, ...)
{
  g_autofree char *what = NULL, *why = NULL;
  va_list args;

  if (code == CUDA_SUCCESS)
    return TRUE;
  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  why = tl_cuda_describe (device->driver, code);
  device->is_lost |= tl_cuda_is_sticky (code);
  if (tl_cuda_is_sticky (code))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "%s: %s: %s", device->name, what, why);
  return tl_fail (error, G_IO_ERROR, code == CUDA_OUT_OF_MEMORY ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_FAILED, "%s: %s: %s", device->name, what,
                  why);
}

static gboolean
is_usable (const Device *device, GError **error)
{
  return !device->is_lost || tl_fail (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "%s: an earlier kernel has failed", device->name);
}

static int
attribute (const Device *device, int which)
{
  int value = 0;

  device->driver->device_get_attribute (&value, which, device->number);
  return value;
}

/* --- devices --- */

/* NULL: the driver does not say. */
static const char *
arch_of (const Device *device)
{
  int major = attribute (device, CUDA_CAPABILITY_MAJOR), minor = attribute (device, CUDA_CAPABILITY_MINOR);
  g_autofree char *arch = g_strdup_printf ("sm_%d%d", major, minor);

  return major > 0 ? g_intern_string (arch) : NULL;
}

static gboolean
probe (guint ordinal, TlDeviceInfo *info, GError **error)
{
  const CudaDriver *driver = tl_cuda_driver_get (error);
  int  count = 0;
  char name[256] = "";
  Device device = { .driver = driver };

  if (driver == NULL)
    return FALSE;
  if (driver->device_get_count (&count) != CUDA_SUCCESS || count == 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the CUDA driver finds no GPU on this machine");
  if (ordinal >= (guint) count || driver->device_get (&device.number, (int) ordinal) != CUDA_SUCCESS)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no GPU number %u; CUDA has %d, from number 0 on", ordinal, count);
  driver->device_get_name (name, sizeof name, device.number);
  if (info != NULL)
    *info = (TlDeviceInfo) { .model = (char *) g_intern_string (name), .arch = arch_of (&device),
                             .n_units = (guint) attribute (&device, CUDA_N_MULTIPROCESSORS),
                             .n_cores = (guint) attribute (&device, CUDA_N_MULTIPROCESSORS),
                             .l2_bytes = attribute (&device, CUDA_L2_BYTES) };
  return TRUE;
}

/*
 * From sm_90 on there is code that no other chip runs, by an "a" behind its name. The code generator knows that of sm_90; later chips run
 * what is made for sm_90 itself.
 */
static char *
describe_target (guint ordinal, GError **error)
{
  Device device = { .driver = tl_cuda_driver_get (NULL) };
  int    capability;

  if (!probe (ordinal, NULL, error))
    return NULL;
  device.driver->device_get (&device.number, (int) ordinal);
  capability = 10 * attribute (&device, CUDA_CAPABILITY_MAJOR) + attribute (&device, CUDA_CAPABILITY_MINOR);
  return g_strdup_printf ("cuda -arch=sm_%d%s -max_threads_per_block=%d -max_shared_memory_per_block=%d -l2_cache_size_bytes=%d",
                          MIN (capability, 90), capability == 90 ? "a" : "", attribute (&device, CUDA_MAX_THREADS_PER_BLOCK),
                          attribute (&device, CUDA_SHARED_BYTES_OPT_IN), attribute (&device, CUDA_L2_BYTES));
}

static void
close_device (gpointer data)
{
  Device *device = data;
  const CudaDriver *driver = device->driver;

  if (!device->is_lost)
    {
      if (device->flushing != 0)
        driver->memory_free (device->flushing);
      if (device->start != NULL)
        driver->event_destroy (device->start);
      if (device->end != NULL)
        driver->event_destroy (device->end);
      if (device->stream != NULL)
        driver->stream_destroy (device->stream);
      if (device->context != NULL)
        driver->context_release (device->number);
    }
  g_free (device->name);
  g_free (device);
}

static gpointer
open_device (guint ordinal, GError **error)
{
  TlDeviceInfo info;
  Device *device;
  const CudaDriver *driver;

  if (!probe (ordinal, &info, error))
    return NULL;
  device = g_new0 (Device, 1);
  device->driver = driver = tl_cuda_driver_get (NULL);
  device->name = g_strdup (info.model);
  driver->device_get (&device->number, (int) ordinal);
  if (check (device, driver->context_retain (&device->context, device->number), error, "its context cannot be made")
      && check (device, driver->context_set_current (device->context), error, "its context cannot be used")
      && check (device, driver->stream_create (&device->stream, 0), error, "no stream")
      && check (device, driver->event_create (&device->start, 0), error, "no event")
      && check (device, driver->event_create (&device->end, 0), error, "no event"))
    return device;
  close_device (device);
  return NULL;
}

/* --- buffers --- */

static gboolean
alloc_bytes (Device *device, CudaAddress *address, gsize n_bytes, GError **error)
{
  return check (device, device->driver->memory_alloc (address, MAX (n_bytes, 1)), error, "no memory for %" G_GSIZE_FORMAT " bytes",
                n_bytes);
}

static gpointer
alloc (gpointer device, gsize n_bytes, GError **error)
{
  CudaAddress address = 0;

  return is_usable (device, error) && alloc_bytes (device, &address, n_bytes, error) ? GSIZE_TO_POINTER ((gsize) address) : NULL;
}

static CudaAddress
address_of (gpointer buffer)
{
  return (CudaAddress) GPOINTER_TO_SIZE (buffer);
}

static void
release (gpointer data, gpointer buffer, gsize n_bytes)
{
  Device *device = data;

  if (!device->is_lost)
    device->driver->memory_free (address_of (buffer));
}

static gpointer
map (gpointer device, gpointer buffer)
{
  return NULL;
}

static gboolean
copy (gpointer data, TlCopyDirection direction, gpointer buffer, gpointer host, gsize n_bytes, GError **error)
{
  Device *device = data;
  CudaResult code;

  if (n_bytes == 0)
    return TRUE;
  if (!is_usable (device, error))
    return FALSE;
  code = direction == TL_COPY_TO_DEVICE ? device->driver->copy_to_device (address_of (buffer), host, n_bytes)
                                        : device->driver->copy_to_host (host, address_of (buffer), n_bytes);
  return check (device, code, error, "%" G_GSIZE_FORMAT " bytes cannot be copied %s it", n_bytes,
                direction == TL_COPY_TO_DEVICE ? "to" : "from");
}

/* --- programs --- */

static void
unload (gpointer data, gpointer loaded)
{
  Device *device = data;
  CudaProgram *program = loaded;

  for (guint i = 0; !device->is_lost && i < program->workspaces->len; i++)
    device->driver->memory_free (g_array_index (program->workspaces, CudaAddress, i));
  if (!device->is_lost && program->module != NULL)
    device->driver->module_unload (program->module);
  for (guint i = 0; i < program->package->launches->len; i++)
    {
      g_free (program->launches[i].slots);
      g_free (program->launches[i].params);
    }
  g_array_unref (program->workspaces);
  g_free (program->launches);
  tl_kernel_package_free (program->package);
  g_free (program);
}

/* "8.3" of ".version 8.3". Free with g_free. */
static char *
ptx_version (const char *source)
{
  const char *at = strstr (source, ".version ");

  at = at != NULL ? at + strlen (".version ") : "?";
  return g_strndup (at, strcspn (at, " \t\n"));
}

static gboolean
load_module (Device *device, CudaProgram *program, GError **error)
{
  char log[LOG_BYTES] = "";
  int options[] = { CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_BYTES };
  gpointer values[] = { log, GSIZE_TO_POINTER (sizeof log) };
  CudaResult code = device->driver->module_load (&program->module, program->package->source, G_N_ELEMENTS (options), options, values);
  int version = 0;

  if (code == CUDA_UNSUPPORTED_PTX_VERSION)
    {
      g_autofree char *ptx = ptx_version (program->package->source);

      device->driver->driver_get_version (&version);
      return check (device, code, error, "its driver, of CUDA %d.%d, is older than PTX %s; a newer driver takes it", version / 1000,
                    version % 1000 / 10, ptx);
    }
  if (code == CUDA_INVALID_PTX && *log != '\0')
    return check (device, code, error, "its driver refuses the PTX: %s", g_strstrip (log));
  return check (device, code, error, "the kernels cannot be loaded");
}

static gboolean
alloc_workspaces (Device *device, CudaProgram *program, GError **error)
{
  for (guint i = 0; i < program->package->workspaces->len; i++)
    {
      CudaAddress address = 0;

      if (!alloc_bytes (device, &address, (gsize) g_array_index (program->package->workspaces, guint64, i), error))
        return FALSE;
      g_array_append_val (program->workspaces, address);
    }
  return TRUE;
}

static gboolean
check_sizes (Device *device, const Launch *prepared, GError **error)
{
  const TlKernelLaunch *launch = prepared->launch;
  int n_registers = 0, max_threads = 0;
  guint64 n_threads = (guint64) launch->n_threads[0] * launch->n_threads[1] * launch->n_threads[2];

  device->driver->func_get_attribute (&max_threads, CUDA_FUNC_MAX_THREADS, prepared->function);
  device->driver->func_get_attribute (&n_registers, CUDA_FUNC_N_REGISTERS, prepared->function);
  if (n_threads > (guint64) max_threads)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                    "%s: kernel %s has %" G_GUINT64_FORMAT " threads a block; with its %d registers a thread %d is the limit", device->name,
                    launch->kernel, n_threads, n_registers, max_threads);
  for (guint i = 0; i < 3; i++)
    if (launch->n_blocks[i] > (guint) attribute (device, CUDA_MAX_BLOCKS_X + (int) i))
      return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: kernel %s has %u blocks along %c; the limit is %d", device->name,
                      launch->kernel, launch->n_blocks[i], "xyz"[i], attribute (device, CUDA_MAX_BLOCKS_X + (int) i));
  return TRUE;
}

/* More than 48 KiB of a block have to be asked for, ahead of the launch. */
static gboolean
set_shared_bytes (Device *device, const Launch *prepared, GError **error)
{
  const TlKernelLaunch *launch = prepared->launch;
  int declared = 0, most = attribute (device, CUDA_SHARED_BYTES_OPT_IN);
  guint64 whole;

  device->driver->func_get_attribute (&declared, CUDA_FUNC_SHARED_BYTES, prepared->function);
  whole = launch->dynamic_shared_bytes + (guint64) declared;
  if (whole > (guint64) most)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                    "%s: kernel %s takes %" G_GUINT64_FORMAT " bytes of shared memory a block; %d is the limit", device->name,
                    launch->kernel, whole, most);
  return whole <= PLAIN_SHARED_BYTES || launch->dynamic_shared_bytes == 0
         || check (device, device->driver->func_set_attribute (prepared->function, CUDA_FUNC_MAX_DYNAMIC_SHARED_BYTES,
                                                               (int) launch->dynamic_shared_bytes),
                   error, "kernel %s gets no %" G_GUINT64_FORMAT " bytes of shared memory", launch->kernel, launch->dynamic_shared_bytes);
}

static gboolean
prepare_launch (Device *device, CudaProgram *program, guint index, GError **error)
{
  const TlKernelLaunch *launch = program->package->launches->pdata[index];
  Launch *prepared = &program->launches[index];

  prepared->launch = launch;
  prepared->slots = g_new0 (guint64, launch->args->len + 1);
  prepared->params = g_new0 (gpointer, launch->args->len + 1);
  for (guint i = 0; i < launch->args->len; i++)
    {
      const TlKernelArg *arg = &g_array_index (launch->args, TlKernelArg, i);

      prepared->params[i] = &prepared->slots[i];
      if (arg->kind == TL_KERNEL_ARG_WORKSPACE)
        prepared->slots[i] = g_array_index (program->workspaces, CudaAddress, arg->index);
      else if (arg->kind == TL_KERNEL_ARG_VALUE)
        memcpy (&prepared->slots[i], arg->bytes, sizeof arg->bytes);
    }
  return check (device, device->driver->module_get_function (&prepared->function, program->module, launch->kernel), error,
                "there is no kernel %s in the code", launch->kernel)
         && check_sizes (device, prepared, error) && set_shared_bytes (device, prepared, error);
}

static gpointer
load (gpointer data, GBytes *code, GError **error)
{
  Device *device = data;
  TlKernelPackage *package = is_usable (device, error) ? tl_kernel_package_read (code, "ptx", error) : NULL;
  CudaProgram *program;
  gboolean is_done;

  if (package == NULL)
    return NULL;
  program = g_new0 (CudaProgram, 1);
  program->package = package;
  program->workspaces = g_array_new (FALSE, FALSE, sizeof (CudaAddress));
  program->launches = g_new0 (Launch, package->launches->len + 1);
  is_done = load_module (device, program, error) && alloc_workspaces (device, program, error);
  for (guint i = 0; is_done && i < package->launches->len; i++)
    is_done = prepare_launch (device, program, i, error);
  if (is_done)
    return program;
  unload (device, program);
  return NULL;
}

/* --- runs --- */

/* Puts addresses and values of the parameters into the slots. */
static gboolean
bind_arguments (Device *device, CudaProgram *program, gpointer *buffers, GError **error)
{
  for (guint k = 0; k < program->package->launches->len; k++)
    for (guint i = 0; i < program->launches[k].launch->args->len; i++)
      {
        const TlKernelArg *arg = &g_array_index (program->launches[k].launch->args, TlKernelArg, i);

        if (arg->kind != TL_KERNEL_ARG_PARAM)
          continue;
        if (arg->n_bytes == 0)
          program->launches[k].slots[i] = address_of (buffers[arg->index]);
        else if (!copy (device, TL_COPY_TO_HOST, buffers[arg->index], &program->launches[k].slots[i], arg->n_bytes, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
enqueue (Device *device, CudaProgram *program, GError **error)
{
  for (guint k = 0; k < program->package->launches->len; k++)
    {
      const Launch *prepared = &program->launches[k];
      const TlKernelLaunch *l = prepared->launch;
      CudaResult code = device->driver->launch (prepared->function, l->n_blocks[0], l->n_blocks[1], l->n_blocks[2], l->n_threads[0],
                                                l->n_threads[1], l->n_threads[2], (guint) l->dynamic_shared_bytes, device->stream,
                                                prepared->params, NULL);

      if (!check (device, code, error, "kernel %s cannot be launched", l->kernel))
        return FALSE;
    }
  return TRUE;
}

static gboolean
launch (gpointer device, gpointer program, gpointer *buffers, GError **error)
{
  return is_usable (device, error) && bind_arguments (device, program, buffers, error) && enqueue (device, program, error);
}

static gboolean
sync_device (gpointer data, GError **error)
{
  Device *device = data;

  return is_usable (device, error) && check (device, device->driver->stream_synchronize (device->stream), error, "the kernels have failed");
}

/* The stream of the kernels waits for what is set here, and with it the event that the time counts from. */
static void
flush (gpointer data)
{
  Device *device = data;
  gsize   n_bytes = 2 * (gsize) attribute (device, CUDA_L2_BYTES);

  if (device->is_lost || n_bytes == 0 || (device->flushing == 0 && !alloc_bytes (device, &device->flushing, n_bytes, NULL)))
    return;
  check (device, device->driver->memory_set (device->flushing, 0, n_bytes), NULL, "the cache cannot be flushed");
}

/* --- times, by two events around everything that is to be timed: the launch of one run is hidden by the one before --- */

static gboolean
begin_timing (Device *device, GError **error)
{
  return is_usable (device, error)
         && check (device, device->driver->event_record (device->start, device->stream), error, "the time cannot be taken");
}

/* Seconds since then, when all that the stream holds is done. */
static double
end_timing (Device *device, GError **error)
{
  const CudaDriver *driver = device->driver;
  float ms = 0;

  if (!check (device, driver->event_record (device->end, device->stream), error, "the time cannot be taken")
      || !check (device, driver->event_synchronize (device->end), error, "the kernels have failed")
      || !check (device, driver->event_elapsed_ms (&ms, device->start, device->end), error, "the time cannot be taken"))
    return -1;
  return ms / 1e3;
}

static double
time_runs (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error)
{
  if (!is_usable (device, error) || !bind_arguments (device, program, buffers, error) || !begin_timing (device, error))
    return -1;
  for (guint64 i = 0; i < number; i++)
    if (!enqueue (device, program, error))
      return -1;
  return end_timing (device, error);
}

static double
time_copies (gpointer data, gpointer to, gpointer from, gsize n_bytes, guint64 number, GError **error)
{
  Device *device = data;

  if (!begin_timing (device, error))
    return -1;
  for (guint64 i = 0; i < number; i++)
    if (!check (device, device->driver->copy_on_device (address_of (to), address_of (from), n_bytes, device->stream), error,
                "%" G_GSIZE_FORMAT " bytes cannot be copied on it", n_bytes))
      return -1;
  return end_timing (device, error);
}

static double
time_calls (gpointer data, TlDeviceCall call, gpointer user_data, guint64 number, GError **error)
{
  Device *device = data;

  if (!begin_timing (device, error))
    return -1;
  for (guint64 i = 0; i < number; i++)
    if (!call (user_data, device->stream, error))
      return -1;
  return end_timing (device, error);
}

const TlDeviceApi tl_cuda_device = {
  /* The driver loads code of a kernel at its first launch. */
  .name = "cuda", .has_slow_first_run = TRUE, .probe = probe, .open = open_device, .close = close_device, .alloc = alloc,
  .release = release, .map = map, .copy = copy, .load = load, .unload = unload, .launch = launch, .sync = sync_device, .flush = flush,
  .time = time_runs, .describe_target = describe_target, .time_copies = time_copies, .time_calls = time_calls,
};
