/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX is text that the driver translates to the GPU that is there, or a later one: for a GPU that this LLVM does not know it is written for
 * the latest one before it. Its version is the lowest that has all instructions of this backend, so that old drivers take it.
 */
#include <llvm/Config/llvm-config.h>

#include "core/codegen/nvptx/nvptx-private.h"

#define FIRST_SM 50u

static const struct
{
  guint sm, ptx;   /* PTX version times 10; wmma is of 6.3, mma.m16n8k16 of 7.0 */
} archs[] = { { 50, 63 }, { 52, 63 }, { 53, 63 }, { 60, 63 }, { 61, 63 }, { 62, 63 }, { 70, 63 }, { 72, 63 }, { 75, 63 }, { 80, 70 },
              { 86, 71 }, { 87, 74 }, { 89, 78 }, { 90, 78 } };

static LLVMTargetMachineRef
make_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  guint sm = tl_target_sm (target), known = 0;
  LLVMTargetRef backend = NULL;
  char *message = NULL;

  while (known + 1 < G_N_ELEMENTS (archs) && archs[known + 1].sm <= sm)
    known++;
  /* An arch that ends in "a" runs on that very chip only, and has instructions that no other has. */
  gboolean is_exact = archs[known].sm == sm && g_str_has_suffix (target->arch, "a") && sm == 90;
  g_autofree char *cpu = g_strdup_printf ("sm_%u%s", archs[known].sm, is_exact ? "a" : "");
  g_autofree char *features = g_strdup_printf ("+ptx%u", is_exact ? 80 : archs[known].ptx);

  if (LLVMGetTargetFromTriple ("nvptx64-nvidia-cuda", &backend, &message) != 0)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "This LLVM (%s) was built without NVPTX, its code generator for GPUs",
                   LLVM_VERSION_STRING);
      LLVMDisposeMessage (message);
      return NULL;
    }
  return LLVMCreateTargetMachine (backend, "nvptx64-nvidia-cuda", cpu, features, level, LLVMRelocPIC, LLVMCodeModelDefault);
}

LLVMTargetMachineRef
nvptx_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  g_autofree char *key = g_strdup_printf ("nvptx|%s|%d", target->arch, (int) level);

  if (tl_target_sm (target) < FIRST_SM)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                   "Code for %s is not generated; the oldest GPUs are those of sm_%u", target->arch, FIRST_SM);
      return NULL;
    }
  return cg_keep_machine (key, make_machine, target, level, error);
}
