/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUDA's driver: the functions that cuda-driver.c uses, found in libcuda.so.1 when a device is asked for. Names with _v2 are those of
 * cuda.h, which the plain names stand for there; the plain symbols have sizes of 32 bits.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef int      CudaResult;
typedef guint64  CudaAddress;

typedef enum
{
  CUDA_SUCCESS = 0,
  CUDA_OUT_OF_MEMORY = 2,
  CUDA_NO_DEVICE = 100,
  CUDA_INVALID_PTX = 218,
  CUDA_UNSUPPORTED_PTX_VERSION = 222,
} CudaCode;

/* CUdevice_attribute */
typedef enum
{
  CUDA_MAX_THREADS_PER_BLOCK = 1, CUDA_MAX_BLOCKS_X = 5, CUDA_N_MULTIPROCESSORS = 16, CUDA_L2_BYTES = 38,
  CUDA_CAPABILITY_MAJOR = 75, CUDA_CAPABILITY_MINOR = 76, CUDA_SHARED_BYTES_OPT_IN = 97,
} CudaAttribute;

/* CUfunction_attribute */
typedef enum
{
  CUDA_FUNC_MAX_THREADS = 0, CUDA_FUNC_SHARED_BYTES = 1, CUDA_FUNC_N_REGISTERS = 4, CUDA_FUNC_MAX_DYNAMIC_SHARED_BYTES = 8,
} CudaFuncAttribute;

/* CUjit_option */
typedef enum { CUDA_JIT_ERROR_LOG = 5, CUDA_JIT_ERROR_LOG_BYTES = 6 } CudaJitOption;

typedef struct
{
  CudaResult (*init) (guint flags);
  CudaResult (*driver_get_version) (int *version);
  CudaResult (*device_get_count) (int *count);
  CudaResult (*device_get) (int *device, int ordinal);
  CudaResult (*device_get_name) (char *name, int length, int device);
  CudaResult (*device_get_attribute) (int *value, int attribute, int device);
  CudaResult (*context_retain) (gpointer *context, int device);
  CudaResult (*context_release) (int device);
  CudaResult (*context_set_current) (gpointer context);
  CudaResult (*module_load) (gpointer *module, const void *image, guint n_options, int *options, gpointer *values);
  CudaResult (*module_unload) (gpointer module);
  CudaResult (*module_get_function) (gpointer *function, gpointer module, const char *name);
  CudaResult (*func_get_attribute) (int *value, int attribute, gpointer function);
  CudaResult (*func_set_attribute) (gpointer function, int attribute, int value);
  CudaResult (*memory_alloc) (CudaAddress *address, gsize n_bytes);
  CudaResult (*memory_free) (CudaAddress address);
  CudaResult (*copy_to_device) (CudaAddress to, const void *from, gsize n_bytes);
  CudaResult (*copy_to_host) (void *to, CudaAddress from, gsize n_bytes);
  CudaResult (*copy_on_device) (CudaAddress to, CudaAddress from, gsize n_bytes, gpointer stream);
  CudaResult (*memory_set) (CudaAddress address, guint8 value, gsize n_bytes);
  CudaResult (*stream_create) (gpointer *stream, guint flags);
  CudaResult (*stream_destroy) (gpointer stream);
  CudaResult (*stream_synchronize) (gpointer stream);
  CudaResult (*event_create) (gpointer *event, guint flags);
  CudaResult (*event_destroy) (gpointer event);
  CudaResult (*event_record) (gpointer event, gpointer stream);
  CudaResult (*event_synchronize) (gpointer event);
  CudaResult (*event_elapsed_ms) (float *ms, gpointer start, gpointer end);
  CudaResult (*launch) (gpointer function, guint blocks_x, guint blocks_y, guint blocks_z, guint threads_x, guint threads_y,
                        guint threads_z, guint shared_bytes, gpointer stream, gpointer *params, gpointer *extra);
  CudaResult (*get_error_name) (CudaResult code, const char **name);
  CudaResult (*get_error_string) (CudaResult code, const char **text);
} CudaDriver;

/* The driver, initialized: once per process. NULL with G_IO_ERROR_NOT_FOUND: there is none, or no GPU. */
const CudaDriver *tl_cuda_driver_get (GError **error);

/* Whether the context can do nothing more after that error, and with it this process (CUDA: "sticky"). */
gboolean tl_cuda_is_sticky (CudaResult code);
/* "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered", and what it means where that helps. Free with g_free. */
char    *tl_cuda_describe (const CudaDriver *driver, CudaResult code);

G_END_DECLS
