/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs are launches on one queue, in order. A kernel that never ends cannot be stopped from here: the worker's time limit ends the process.
 */
#include "core/device/opencl.h"

#include <dlfcn.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/device/kernel-package.h"
#include "core/device/opencl-api-private.h"

#define MAX_DEVICES   64u
#define MAX_LOG_BYTES 4096u
#define RUNS_AT_ONCE  1000u   /* in the queue: drivers keep a record of each */
#define VALUE_BYTES   8u
#define USUAL_THREADS     256u     /* of a block: what TVM's target of this kind allows */
#define USUAL_LOCAL_BYTES 16384u

#define fail(...)      tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, __VA_ARGS__)
#define fail_null(...) tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_FAILED, __VA_ARGS__)

typedef struct
{
  ClDeviceId id;
  ClContext  context;
  ClQueue    queue;
} OpenclDevice;

typedef struct
{
  ClMem  memory;
  guint8 value[VALUE_BYTES];   /* the same as in @memory, of small buffers: scalars are passed by value */
} OpenclBuffer;

typedef struct
{
  /* Owned */
  TlKernelPackage *package;
  ClProgram        program;
  GHashTable      *kernels;      /* name → ClKernel */
  ClMem           *workspaces;
  guint            n_workspaces;
} OpenclProgram;

/* --- the library --- */

static ClFunctions cl;

static gboolean
open_library (GError **error)
{
  static gpointer library;
  static const char *const names[] = {
#define X(result, name, params) "cl" #name,
    CL_FUNCTIONS (X)
#undef X
  };
  gpointer *functions = (gpointer *) &cl;

  if (library != NULL)
    return TRUE;
  library = dlopen ("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                    "libOpenCL.so.1 is not here; install an OpenCL driver, for example the packages ocl-icd-libopencl1 "
                    "and pocl-opencl-icd");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((functions[i] = dlsym (library, names[i])) == NULL)
      {
        library = NULL;
        return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "libOpenCL.so.1 has no %s: OpenCL 1.2 or newer is needed", names[i]);
      }
  return TRUE;
}

static const char *
code_name (ClInt code)
{
  static const struct { ClInt code; const char *name; } rows[] = {
    { -1, "CL_DEVICE_NOT_FOUND" },         { -2, "CL_DEVICE_NOT_AVAILABLE" },       { -4, "CL_MEM_OBJECT_ALLOCATION_FAILURE" },
    { -5, "CL_OUT_OF_RESOURCES" },         { -6, "CL_OUT_OF_HOST_MEMORY" },         { -11, "CL_BUILD_PROGRAM_FAILURE" },
    { -14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST" },                        { -46, "CL_INVALID_KERNEL_NAME" },
    { -48, "CL_INVALID_KERNEL" },          { -50, "CL_INVALID_ARG_VALUE" },         { -51, "CL_INVALID_ARG_SIZE" },
    { -52, "CL_INVALID_KERNEL_ARGS" },     { -54, "CL_INVALID_WORK_GROUP_SIZE" },   { -55, "CL_INVALID_WORK_ITEM_SIZE" },
    { -61, "CL_INVALID_BUFFER_SIZE" },     { -63, "CL_INVALID_GLOBAL_WORK_SIZE" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].code == code)
      return rows[i].name;
  return "an error";
}

static gboolean
check (ClInt code, const char *what, GError **error)
{
  return code == CL_SUCCESS || fail ("OpenCL: %s failed: %s (%d)", what, code_name (code), code);
}

/* --- devices --- */

/* The devices of all platforms in turn; @n of them. */
static guint
list_devices (ClDeviceId *devices)
{
  ClPlatform platforms[MAX_DEVICES];
  ClUint     n_platforms = 0, n = 0;

  if (cl.GetPlatformIDs (MAX_DEVICES, platforms, &n_platforms) != CL_SUCCESS)
    return 0;
  for (guint i = 0; i < MIN (n_platforms, MAX_DEVICES) && n < MAX_DEVICES; i++)
    {
      ClUint n_here = 0;

      if (cl.GetDeviceIDs (platforms[i], CL_DEVICE_TYPE_ALL, MAX_DEVICES - n, devices + n, &n_here) == CL_SUCCESS)
        n = MIN (n + n_here, MAX_DEVICES);
    }
  return n;
}

static gboolean
find_device (guint ordinal, ClDeviceId *found, GError **error)
{
  ClDeviceId devices[MAX_DEVICES];
  guint      n;

  if (!open_library (error))
    return FALSE;
  n = list_devices (devices);
  if (n == 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                    "no OpenCL device is here; install its driver, or pocl-opencl-icd, which runs OpenCL on the CPU");
  if (ordinal >= n)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no device \"opencl:%u\"; the last one is opencl:%u", ordinal, n - 1);
  *found = devices[ordinal];
  return TRUE;
}

static guint64
device_number (ClDeviceId device, ClUint what)
{
  guint64 value = 0;   /* of 4 or 8 bytes, in the order of this machine */

  cl.GetDeviceInfo (device, what, sizeof value, &value, NULL);
  return GUINT64_FROM_LE (value);
}

static gboolean
probe (guint ordinal, TlDeviceInfo *info, GError **error)
{
  static char name[256];
  ClDeviceId  device;

  if (!find_device (ordinal, &device, error))
    return FALSE;
  if (info == NULL)
    return TRUE;
  cl.GetDeviceInfo (device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  *info = (TlDeviceInfo) {
    .model = name, .n_units = (guint) device_number (device, CL_DEVICE_MAX_COMPUTE_UNITS),
    .l2_bytes = (gint64) device_number (device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE),
    .cache_line_bytes = (guint) device_number (device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE),
  };
  info->n_cores = info->n_units;
  return TRUE;
}

static void
close_device (gpointer data)
{
  OpenclDevice *device = data;

  if (device->queue != NULL)
    cl.ReleaseCommandQueue (device->queue);
  if (device->context != NULL)
    cl.ReleaseContext (device->context);
  g_free (device);
}

static gpointer
open_device (guint ordinal, GError **error)
{
  OpenclDevice *device;
  ClDeviceId    id;
  ClInt         code = CL_SUCCESS;

  if (!find_device (ordinal, &id, error))
    return NULL;
  device = g_new0 (OpenclDevice, 1);
  device->id = id;
  device->context = cl.CreateContext (NULL, 1, &id, NULL, NULL, &code);
  if (code == CL_SUCCESS)
    device->queue = cl.CreateCommandQueue (device->context, id, CL_QUEUE_PROFILING_ENABLE, &code);
  if (check (code, "opening the device", error))
    return device;
  close_device (device);
  return NULL;
}

/* --- memory --- */

static gpointer
alloc (gpointer data, gsize n_bytes, GError **error)
{
  OpenclDevice *device = data;
  ClInt         code;
  ClMem         memory = cl.CreateBuffer (device->context, CL_MEM_READ_WRITE, MAX (n_bytes, 1), NULL, &code);
  OpenclBuffer *buffer;

  if (code == CL_INVALID_BUFFER_SIZE || code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES
      || code == CL_OUT_OF_HOST_MEMORY)
    return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory on the OpenCL device for %" G_GSIZE_FORMAT " bytes", n_bytes);
  if (!check (code, "allocating memory", error))
    return NULL;
  buffer = g_new0 (OpenclBuffer, 1);
  buffer->memory = memory;
  return buffer;
}

static void
release (gpointer device, gpointer data, gsize n_bytes)
{
  OpenclBuffer *buffer = data;

  cl.ReleaseMemObject (buffer->memory);
  g_free (buffer);
}

static gpointer
map (gpointer device, gpointer buffer)
{
  return NULL;
}

static gboolean
copy (gpointer data, TlCopyDirection direction, gpointer memory, gpointer host, gsize n_bytes, GError **error)
{
  OpenclDevice *device = data;
  OpenclBuffer *buffer = memory;

  if (n_bytes == 0)
    return TRUE;
  if (direction == TL_COPY_TO_HOST)
    return check (cl.EnqueueReadBuffer (device->queue, buffer->memory, CL_TRUE, 0, n_bytes, host, 0, NULL, NULL), "copying a result",
                  error);
  memcpy (buffer->value, host, MIN (n_bytes, VALUE_BYTES));
  return check (cl.EnqueueWriteBuffer (device->queue, buffer->memory, CL_TRUE, 0, n_bytes, host, 0, NULL, NULL), "copying an argument",
                error);
}

/* --- programs --- */

static void
free_kernel (gpointer kernel)
{
  cl.ReleaseKernel (kernel);
}

static void
unload (gpointer device, gpointer data)
{
  OpenclProgram *program = data;

  g_clear_pointer (&program->kernels, g_hash_table_unref);
  for (guint i = 0; i < program->n_workspaces; i++)
    if (program->workspaces[i] != NULL)
      cl.ReleaseMemObject (program->workspaces[i]);
  if (program->program != NULL)
    cl.ReleaseProgram (program->program);
  g_clear_pointer (&program->package, tl_kernel_package_free);
  g_free (program->workspaces);
  g_free (program);
}

static gboolean
fail_build (const OpenclDevice *device, const OpenclProgram *program, GError **error)
{
  size_t           n = 0;
  g_autofree char *log = NULL;

  cl.GetProgramBuildInfo (program->program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
  log = g_malloc0 (n + 1);
  cl.GetProgramBuildInfo (program->program, device->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
  log[MIN (n, MAX_LOG_BYTES)] = '\0';
  return fail ("The OpenCL driver cannot compile the kernels:\n%s", g_strstrip (log));
}

/* Extensions that the text asks for by a pragma: drivers only complain of what is written with them. */
static gboolean
check_extensions (const OpenclDevice *device, const char *text, GError **error)
{
  static const char pragma[] = "#pragma OPENCL EXTENSION ";
  size_t           n = 0;
  g_autofree char *list = NULL;
  g_auto (GStrv)   there = NULL;

  cl.GetDeviceInfo (device->id, CL_DEVICE_EXTENSIONS, 0, NULL, &n);
  list = g_malloc0 (n + 1);
  cl.GetDeviceInfo (device->id, CL_DEVICE_EXTENSIONS, n, list, NULL);
  there = g_strsplit (list, " ", -1);
  for (const char *at = strstr (text, pragma); at != NULL; at = strstr (at, pragma))
    {
      at += strlen (pragma);
      g_autofree char *name = g_strndup (at, strcspn (at, " :\n"));

      if (!g_strv_contains ((const char *const *) there, name))
        return fail ("The program needs the OpenCL extension %s, which the device does not have%s", name,
                     g_str_equal (name, "cl_khr_fp16") ? ": it computes in float16" : "");
    }
  return TRUE;
}

static gboolean
build (const OpenclDevice *device, OpenclProgram *program, GError **error)
{
  const char *text = program->package->source;
  ClInt       code;

  if (!check_extensions (device, text, error))
    return FALSE;
  program->program = cl.CreateProgramWithSource (device->context, 1, &text, NULL, &code);
  if (!check (code, "reading the kernels", error))
    return FALSE;
  code = cl.BuildProgram (program->program, 1, &device->id, "-cl-std=CL1.2", NULL, NULL);
  return code == CL_SUCCESS || fail_build (device, program, error);
}

/* Drivers that find out only when the kernel runs end the process. */
static gboolean
check_limits (const OpenclDevice *device, ClKernel kernel, const TlKernelLaunch *launch, GError **error)
{
  guint64 local_bytes = 0, has_bytes = device_number (device->id, CL_DEVICE_LOCAL_MEM_SIZE);
  gsize   n_threads = (gsize) launch->n_threads[0] * launch->n_threads[1] * launch->n_threads[2];
  size_t  may_have = 0, sizes[3] = { 0 };

  cl.GetKernelWorkGroupInfo (kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_bytes, &local_bytes, NULL);
  cl.GetKernelWorkGroupInfo (kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof may_have, &may_have, NULL);
  cl.GetDeviceInfo (device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
  if (local_bytes > has_bytes)
    return fail ("Kernel %s needs %" G_GUINT64_FORMAT " bytes of local memory; the OpenCL device has %" G_GUINT64_FORMAT " for a block",
                 launch->kernel, local_bytes, has_bytes);
  if (n_threads > may_have && may_have > 0)
    return fail ("Kernel %s has %" G_GSIZE_FORMAT " threads in a block; the OpenCL device runs at most %zu of it", launch->kernel,
                 n_threads, may_have);
  for (guint i = 0; i < 3; i++)
    if (sizes[i] > 0 && launch->n_threads[i] > sizes[i])
      return fail ("Kernel %s has %u threads along threadIdx.%c; the OpenCL device allows %zu", launch->kernel, launch->n_threads[i],
                   "xyz"[i], sizes[i]);
  return TRUE;
}

static gboolean
make_kernels (const OpenclDevice *device, OpenclProgram *program, GError **error)
{
  for (guint i = 0; i < program->package->launches->len; i++)
    {
      const TlKernelLaunch *launch = program->package->launches->pdata[i];
      ClKernel              kernel = g_hash_table_lookup (program->kernels, launch->kernel);
      ClInt                 code = CL_SUCCESS;

      if (kernel == NULL)
        {
          kernel = cl.CreateKernel (program->program, launch->kernel, &code);
          if (!check (code, launch->kernel, error))
            return FALSE;
          g_hash_table_insert (program->kernels, launch->kernel, kernel);
        }
      if (!check_limits (device, kernel, launch, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
make_workspaces (const OpenclDevice *device, OpenclProgram *program, GError **error)
{
  const GArray *sizes = program->package->workspaces;

  program->workspaces = g_new0 (ClMem, sizes->len + 1);
  for (; program->n_workspaces < sizes->len; program->n_workspaces++)
    {
      guint64 n_bytes = g_array_index (sizes, guint64, program->n_workspaces);
      ClInt   code;

      program->workspaces[program->n_workspaces] = cl.CreateBuffer (device->context, CL_MEM_READ_WRITE, MAX (n_bytes, 1), NULL, &code);
      if (!check (code, "allocating a workspace", error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
load (gpointer device, GBytes *code, GError **error)
{
  OpenclProgram *program = g_new0 (OpenclProgram, 1);

  program->kernels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_kernel);
  program->package = tl_kernel_package_read (code, "opencl", error);
  if (program->package != NULL && build (device, program, error) && make_kernels (device, program, error)
      && make_workspaces (device, program, error))
    return program;
  unload (device, program);
  return NULL;
}

/* --- runs --- */

static ClInt
set_args (const OpenclProgram *program, ClKernel kernel, const TlKernelLaunch *launch, gpointer *buffers)
{
  ClInt code = CL_SUCCESS;

  for (guint i = 0; code == CL_SUCCESS && i < launch->args->len; i++)
    {
      const TlKernelArg  *arg = &g_array_index (launch->args, TlKernelArg, i);
      const OpenclBuffer *buffer = arg->kind == TL_KERNEL_ARG_PARAM ? buffers[arg->index] : NULL;

      if (arg->kind == TL_KERNEL_ARG_VALUE)
        code = cl.SetKernelArg (kernel, i, arg->n_bytes, arg->bytes);
      else if (arg->kind == TL_KERNEL_ARG_WORKSPACE)
        code = cl.SetKernelArg (kernel, i, sizeof (ClMem), &program->workspaces[arg->index]);
      else if (arg->n_bytes > 0)
        code = cl.SetKernelArg (kernel, i, arg->n_bytes, buffer->value);
      else
        code = cl.SetKernelArg (kernel, i, sizeof (ClMem), &buffer->memory);
    }
  return code;
}

/* @first and @last, nullable, receive events, which are the caller's. */
static gboolean
run_once (const OpenclDevice *device, const OpenclProgram *program, gpointer *buffers, ClEvent *first, ClEvent *last, GError **error)
{
  guint n = program->package->launches->len;

  for (guint i = 0; i < n; i++)
    {
      const TlKernelLaunch *launch = program->package->launches->pdata[i];
      ClKernel              kernel = g_hash_table_lookup (program->kernels, launch->kernel);
      size_t                global[3], local[3];
      ClEvent              *event = i == 0 && first != NULL ? first : i + 1 == n ? last : NULL;
      ClInt                 code = set_args (program, kernel, launch, buffers);

      for (guint axis = 0; axis < 3; axis++)
        {
          local[axis] = launch->n_threads[axis];
          global[axis] = (size_t) launch->n_blocks[axis] * launch->n_threads[axis];
        }
      if (code == CL_SUCCESS)
        code = cl.EnqueueNDRangeKernel (device->queue, kernel, 3, NULL, global, local, 0, NULL, event);
      if (!check (code, launch->kernel, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
launch (gpointer device, gpointer program, gpointer *buffers, GError **error)
{
  return run_once (device, program, buffers, NULL, NULL, error);
}

static gboolean
sync_device (gpointer device, GError **error)
{
  return check (cl.Finish (((OpenclDevice *) device)->queue), "running the kernels", error);
}

static guint64
event_ns (ClEvent event, ClUint what)
{
  guint64 ns = 0;

  cl.GetEventProfilingInfo (event, what, sizeof ns, &ns, NULL);
  return ns;
}

/* From the start of one to the end of the other. */
static double
seconds_between (ClEvent first, ClEvent last)
{
  guint64 end_ns = event_ns (last, CL_PROFILING_COMMAND_END);

  return 1e-9 * (double) (end_ns - event_ns (first, CL_PROFILING_COMMAND_START));
}

/* From the start of the first kernel to the end of the last. A run of one kernel has one event, of its first run or its last. */
static double
time_some (const OpenclDevice *device, const OpenclProgram *program, gpointer *buffers, guint64 number, GError **error)
{
  ClEvent  first = NULL, last = NULL;
  gboolean is_done = TRUE, is_single = program->package->launches->len == 1;
  double   seconds = -1;

  for (guint64 i = 0; is_done && i < number; i++)
    is_done = run_once (device, program, buffers, i == 0 ? &first : NULL, i + 1 == number && (i > 0 || !is_single) ? &last : NULL, error);
  is_done = check (cl.Finish (device->queue), "running the kernels", is_done ? error : NULL) && is_done;
  if (is_done && first != NULL)
    seconds = seconds_between (first, last != NULL ? last : first);
  if (first != NULL)
    cl.ReleaseEvent (first);
  if (last != NULL)
    cl.ReleaseEvent (last);
  return is_done ? MAX (seconds, 0) : -1;
}

static double
time_runs (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error)
{
  double seconds = 0;

  while (number > 0 && seconds >= 0)
    {
      guint64 some = MIN (number, RUNS_AT_ONCE);
      double  part = time_some (device, program, buffers, some, error);

      seconds = part < 0 ? -1 : seconds + part;
      number -= some;
    }
  return seconds;
}

static double
time_copies (gpointer data, gpointer to, gpointer from, gsize n_bytes, guint64 number, GError **error)
{
  const OpenclDevice *device = data;
  ClEvent  first = NULL, last = NULL;
  gboolean is_done = TRUE;
  double   seconds = -1;

  for (guint64 i = 0; is_done && i < number; i++)
    is_done = check (cl.EnqueueCopyBuffer (device->queue, ((OpenclBuffer *) from)->memory, ((OpenclBuffer *) to)->memory, 0, 0, n_bytes, 0,
                                           NULL, i == 0 ? &first : i + 1 == number ? &last : NULL),
                     "copying on the device", error);
  is_done = check (cl.Finish (device->queue), "copying on the device", is_done ? error : NULL) && is_done;
  if (is_done && first != NULL)
    seconds = seconds_between (first, last != NULL ? last : first);
  if (first != NULL)
    cl.ReleaseEvent (first);
  if (last != NULL)
    cl.ReleaseEvent (last);
  return seconds;
}

/* Within TVM's limits for the kind, which drivers promise at least; fewer where the device has fewer. */
static char *
describe_target (guint ordinal, GError **error)
{
  ClDeviceId device;

  if (!find_device (ordinal, &device, error))
    return NULL;
  return g_strdup_printf ("opencl -max_threads_per_block=%u -max_shared_memory_per_block=%u",
                          (guint) tl_min (device_number (device, CL_DEVICE_MAX_WORK_GROUP_SIZE), USUAL_THREADS),
                          (guint) tl_min (device_number (device, CL_DEVICE_LOCAL_MEM_SIZE), USUAL_LOCAL_BYTES));
}

const TlDeviceApi tl_opencl_device = {
  .name = "opencl", .has_slow_first_run = TRUE, .probe = probe, .open = open_device, .close = close_device, .alloc = alloc,
  .release = release, .map = map, .copy = copy, .load = load, .unload = unload, .launch = launch, .sync = sync_device, .time = time_runs,
  .describe_target = describe_target, .time_copies = time_copies,
};
