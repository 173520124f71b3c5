/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of OpenCL 1.2 in use, declared here and found in libOpenCL.so.1 at run time: neither headers nor a library are needed to build.
 * Names and numbers are those of the Khronos specification.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

G_BEGIN_DECLS

typedef gint32  ClInt;
typedef guint32 ClUint;
typedef guint64 ClBits;
typedef struct _ClPlatform *ClPlatform;
typedef struct _ClDeviceId *ClDeviceId;
typedef struct _ClContext  *ClContext;
typedef struct _ClQueue    *ClQueue;
typedef struct _ClMem      *ClMem;
typedef struct _ClProgram  *ClProgram;
typedef struct _ClKernel   *ClKernel;
typedef struct _ClEvent    *ClEvent;

enum
{
  CL_SUCCESS = 0, CL_DEVICE_NOT_FOUND = -1, CL_BUILD_PROGRAM_FAILURE = -11, CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_RESOURCES = -5, CL_OUT_OF_HOST_MEMORY = -6, CL_INVALID_BUFFER_SIZE = -61,
  CL_TRUE = 1,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002, CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004, CL_DEVICE_MAX_WORK_ITEM_SIZES = 0x1005,
  CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE = 0x101d, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101e, CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_NAME = 0x102b, CL_DEVICE_EXTENSIONS = 0x1030,
  CL_QUEUE_PROFILING_ENABLE = 1 << 1,
  CL_MEM_READ_WRITE = 1 << 0,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_KERNEL_WORK_GROUP_SIZE = 0x11b0, CL_KERNEL_LOCAL_MEM_SIZE = 0x11b2,
  CL_PROFILING_COMMAND_START = 0x1282, CL_PROFILING_COMMAND_END = 0x1283,
};
#define CL_DEVICE_TYPE_ALL G_GUINT64_CONSTANT (0xffffffff)

/* result, name after "cl", parameters */
#define CL_FUNCTIONS(X)                                                                                                                  \
  X (ClInt, GetPlatformIDs, (ClUint n, ClPlatform * platforms, ClUint * n_there))                                                        \
  X (ClInt, GetDeviceIDs, (ClPlatform platform, ClBits type, ClUint n, ClDeviceId * devices, ClUint * n_there))                          \
  X (ClInt, GetDeviceInfo, (ClDeviceId device, ClUint what, size_t size, void *value, size_t *needed))                                   \
  X (ClContext, CreateContext, (const intptr_t *properties, ClUint n, const ClDeviceId *devices, void *notify, void *data, ClInt *code)) \
  X (ClQueue, CreateCommandQueue, (ClContext context, ClDeviceId device, ClBits properties, ClInt *code))                                \
  X (ClMem, CreateBuffer, (ClContext context, ClBits flags, size_t size, void *host, ClInt *code))                                       \
  X (ClInt, EnqueueReadBuffer, (ClQueue queue, ClMem memory, ClUint waits, size_t offset, size_t size, void *host, ClUint n,             \
                                const ClEvent *list, ClEvent *event))                                                                    \
  X (ClInt, EnqueueWriteBuffer, (ClQueue queue, ClMem memory, ClUint waits, size_t offset, size_t size, const void *host, ClUint n,      \
                                 const ClEvent *list, ClEvent *event))                                                                   \
  X (ClInt, EnqueueCopyBuffer, (ClQueue queue, ClMem from, ClMem to, size_t from_offset, size_t to_offset, size_t size, ClUint n,       \
                                const ClEvent *list, ClEvent *event))                                                                    \
  X (ClProgram, CreateProgramWithSource, (ClContext context, ClUint n, const char **texts, const size_t *lengths, ClInt *code))          \
  X (ClInt, BuildProgram, (ClProgram program, ClUint n, const ClDeviceId *devices, const char *options, void *notify, void *data))       \
  X (ClInt, GetProgramBuildInfo, (ClProgram program, ClDeviceId device, ClUint what, size_t size, void *value, size_t *needed))          \
  X (ClKernel, CreateKernel, (ClProgram program, const char *name, ClInt *code))                                                         \
  X (ClInt, SetKernelArg, (ClKernel kernel, ClUint index, size_t size, const void *value))                                               \
  X (ClInt, GetKernelWorkGroupInfo, (ClKernel kernel, ClDeviceId device, ClUint what, size_t size, void *value, size_t *needed))         \
  X (ClInt, EnqueueNDRangeKernel, (ClQueue queue, ClKernel kernel, ClUint n_dims, const size_t *offset, const size_t *global,            \
                                   const size_t *local, ClUint n, const ClEvent *list, ClEvent *event))                                  \
  X (ClInt, GetEventProfilingInfo, (ClEvent event, ClUint what, size_t size, void *value, size_t *needed))                               \
  X (ClInt, Finish, (ClQueue queue))                                                                                                     \
  X (ClInt, ReleaseEvent, (ClEvent event))                                                                                               \
  X (ClInt, ReleaseKernel, (ClKernel kernel))                                                                                            \
  X (ClInt, ReleaseProgram, (ClProgram program))                                                                                         \
  X (ClInt, ReleaseMemObject, (ClMem memory))                                                                                            \
  X (ClInt, ReleaseCommandQueue, (ClQueue queue))                                                                                        \
  X (ClInt, ReleaseContext, (ClContext context))

typedef struct
{
#define X(result, name, params) result (*name) params;
  CL_FUNCTIONS (X)
#undef X
} ClFunctions;

G_END_DECLS
