/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/codegen/llvm-codegen.h"
#include "core/device/tensor.h"
#include "tests/gpu/ptx-machine.h"
#include "tests/must.h"

/* Compiles @lowered for @target and runs it on @args, TlTensor. The text of its kernels; free with g_free. */
static inline char *
run_ptx (const TlModule *lowered, const TlTarget *target, GPtrArray *args)
{
  g_autoptr (GBytes) code = must (tl_codegen_compile (lowered, target, TL_CODEGEN_OBJECT, &failure));
  g_autoptr (TlKernelPackage) package = must (tl_kernel_package_read (code, "ptx", &failure));
  g_autofree PtxMemory *params = g_new (PtxMemory, args->len + 1);

  for (guint i = 0; i < args->len; i++)
    {
      const TlTensor *tensor = args->pdata[i];

      params[i] = (PtxMemory) { tensor->data, tensor->n_bytes };
    }
  ptx_machine_run (package, params, args->len);
  return g_steal_pointer (&package->source);
}
