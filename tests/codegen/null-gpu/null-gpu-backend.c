/* SPDX-License-Identifier: Apache-2.0 */
/* Machine code of the host in which a thread is a function, and a launch calls it for each thread. */
#include "core/codegen/codegen-private.h"
#include "tests/codegen/null-gpu/null-gpu.h"

static LLVMTargetMachineRef
machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  TlTarget host = tl_target_host ();
  return cg_target_machine (&host, level, error);
}

/* void tl_kernel (void **args) */
static void
emit_kernel (Codegen *cg, const TlPrimFunc *func)
{
  LLVMValueRef kernel = cg_add_function (cg, cg_kernel_name (cg), LLVMFunctionType (cg->nothing, &cg->ptr, 1, FALSE));
  CgFunc state = { 0 };
  cg_begin_func (cg, &state, kernel);
  for (guint i = 0; i < func->n_params; i++)
    {
      LLVMValueRef offset = cg_index (cg, i);
      LLVMValueRef slot = LLVMBuildInBoundsGEP2 (cg->builder, cg->ptr, LLVMGetParam (kernel, 0), &offset, 1, "");
      if (func->params[i].buffer == NULL)
        cg_fail (cg, "This machine has no scalar parameters");
      else
        g_hash_table_insert (cg->buffers, (gpointer) func->params[i].buffer, LLVMBuildLoad2 (cg->builder, cg->ptr, slot, ""));
    }
  cg_stmt (cg, func->body);
  cg_end_func (cg, &state);
  cg->func = NULL;
}

typedef struct
{
  const TlStmt *loop;
  CgCaptures    captures;
  LLVMValueRef  thread;
} Launch;

static void
emit_thread (Codegen *cg, LLVMValueRef function, gpointer launch)
{
  cg_loop_body (cg, LLVMGetParam (function, 0), (gpointer) ((Launch *) launch)->loop);
}

static void
call_thread (Codegen *cg, LLVMValueRef index, gpointer user_data)
{
  Launch *launch = user_data;
  guint n = cg_captures_n (&launch->captures);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, n + 1);
  args[0] = index;
  for (guint i = 0; i < n; i++)
    args[i + 1] = cg_captures_value (&launch->captures, i);
  LLVMBuildCall2 (cg->builder, cg_outlined_type (&launch->captures, 1), launch->thread, args, n + 1, "");
}

static void
emit_parallel (Codegen *cg, const TlStmt *loop)
{
  Launch launch = { .loop = loop };
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  tl_analyzer_bind (cg->analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  cg_captures_of (&launch.captures, cg, &loop->loop.body, 1);
  launch.thread = cg_outline (&launch.captures, "thread", 1, TRUE, emit_thread, &launch);
  cg_go_to (cg, here);
  LLVMValueRef begin = cg_index_expr (cg, loop->loop.min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->loop.extent), "");
  cg_loop (cg, loop->loop.var->name, begin, end, FALSE, FALSE, call_thread, &launch);
  cg_captures_clear (&launch.captures);
}

static LLVMValueRef
alloc_fixed (Codegen *cg, const TlBuffer *buffer, gint64 n_elements, gsize n_bytes)
{
  return LLVMBuildAlloca (cg->builder, LLVMArrayType2 (cg_memory_type (cg, buffer->dtype), (uint64_t) n_elements * buffer->dtype.lanes),
                          buffer->name);
}

static LLVMValueRef
alloc_sized (Codegen *cg, const TlBuffer *buffer, LLVMValueRef n_bytes)
{
  cg_fail (cg, "This machine has no buffers of computed sizes");
  return LLVMGetUndef (cg->ptr);
}

static void
free_sized (Codegen *cg, LLVMValueRef place)
{
}

static LLVMValueRef
declare (Codegen *cg, const char *name, LLVMTypeRef type)
{
  cg_fail (cg, "This machine has no function \"%s\"", name);
  return LLVMAddFunction (cg->module, name, type);
}

static void
finish (Codegen *cg, LLVMTargetMachineRef machine)
{
}

void
null_gpu_add_backend (void)
{
  static const CgBackend backend = {
    .target = "null-gpu", .machine = machine, .emit_kernel = emit_kernel, .emit_parallel = emit_parallel, .alloc_fixed = alloc_fixed,
    .alloc_sized = alloc_sized, .free_sized = free_sized, .declare = declare, .finish = finish,
  };
  cg_backend_add (&backend);
}
