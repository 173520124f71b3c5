/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels (core/ir/kernel.h) as source text: CUDA C, OpenCL C, Metal. Needs no LLVM. A kernel is FUNC_kernel, FUNC_kernel_1 …; its
 * parameters are the buffers that it touches, in the order of the function's, then workspaces, then scalars.
 *
 *   // grid (8, 1, 1), block (128, 1, 1), 512 bytes of shared memory
 *   extern "C" __global__ void __launch_bounds__(128) main_kernel(const float* __restrict__ A, float* __restrict__ C)
 *
 * A buffer in which threads find what others have stored (is_exchanged) is not __restrict__.
 */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

typedef enum
{
  TL_GPU_CUDA,
  TL_GPU_OPENCL,
  TL_GPU_METAL,
  TL_N_GPU_LANGUAGES,
} TlGpuLanguage;

#define TL_GPU_SOURCE_ERROR (tl_gpu_source_error_quark ())
GQuark tl_gpu_source_error_quark (void);

typedef enum
{
  TL_GPU_SOURCE_ERROR_UNSUPPORTED,   /* the program has what the language cannot say */
} TlGpuSourceError;

/* "cuda", "opencl", "metal": as the kinds of targets. TL_N_GPU_LANGUAGES for other names. */
TlGpuLanguage tl_gpu_language_find (const char *name);

/*
 * All kernels of the function of @lowered as one file. @scheduled (nullable) has the blocks that statements come from, which comments name.
 * @lines (nullable), a GArray of TlOrigin, receives the origin of each line. Free with g_free.
 */
char         *tl_gpu_source (const TlModule *lowered, const TlModule *scheduled, TlGpuLanguage language, const TlTarget *target,
                             GArray *lines, GError **error);
/* The same with its launches, for a device that compiles the text: core/device/kernel-package.h. Its language is the target's kind. */
GBytes       *tl_gpu_code (const TlModule *lowered, TlGpuLanguage language, const TlTarget *target, GError **error);

G_END_DECLS
