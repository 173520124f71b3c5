/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL: kernels go to the device as source, with their launches. */
#include "core/codegen/codegen-private.h"
#include "core/codegen/source/gpu-source.h"

static GBytes *
compile_source (const TlModule *lowered, const TlTarget *target, GError **error)
{
  return tl_gpu_code (lowered, TL_GPU_OPENCL, target, error);
}

const CgBackend cg_backend_opencl = { .target = "opencl", .compile_source = compile_source };
