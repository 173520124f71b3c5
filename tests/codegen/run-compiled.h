/* SPDX-License-Identifier: Apache-2.0 */
/* Programs in this process, compiled, beside the interpreter's word for them. */
#pragma once

#include "core/codegen/llvm-codegen.h"
#include "core/lower/lower.h"
#include "tests/lower/run-func.h"

static inline TlModule *
test_lower (const TlModule *module, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  TlModule *lowered = tl_lower (module, module->prims[0]->name, target, NULL, &error);
  g_assert_no_error (error);
  return lowered;
}

/* Compiles, loads and runs on @args. */
static inline void
test_run_compiled (const TlModule *module, const TlTarget *target, GPtrArray *args)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) lowered = test_lower (module, target);
  g_autoptr (GBytes) object = tl_codegen_compile (lowered, target, TL_CODEGEN_OBJECT, &error);
  g_assert_no_error (error);
  TlLoadedKernel *kernel = tl_codegen_load (object, &error);
  g_assert_no_error (error);
  g_autofree gpointer *pointers = g_new0 (gpointer, args->len + 1);
  for (guint i = 0; i < args->len; i++)
    pointers[i] = ((TlTensor *) args->pdata[i])->data;
  tl_loaded_kernel_run (kernel, pointers);
  tl_codegen_unload (kernel);
}
