/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for CPUs: how a kernel is entered, how a loop runs on several cores, where buffers lie, and which symbols there are.
 *
 * The pointer parameters of a kernel's body are noalias: only as parameters can LLVM know that buffers do not overlap, and without that
 * nothing that accumulates in memory reaches a register. A worker calls the body itself where its parameters are a few pointers (a second
 * function costs a tenth of the compilation), and else an entry that takes them from an array: tl_kernel (args) ──▶ body (A, B, C …). The
 * entry of an exported function has a C prototype instead (core/codegen/export.h).
 *
 * The body of a parallel loop is a function too; what it uses travels to the threads in a closure of 8-byte slots:
 *
 *   body ──▶ tl_parallel_for (begin, end, entry, closure) ──▶ entry (closure, from, to) ──▶ loop (from, to, A, …)
 */
#include "core/codegen/codegen-private.h"

#define TILE_BYTES 4096u   /* registers hold half of that at most; larger tiles are transposed in parts */

/* Emits at the end of the entry block, whose terminator comes last of all. */
static LLVMBasicBlockRef
enter_entry (Codegen *cg)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMPositionBuilderAtEnd (cg->builder, cg->func->entry);
  return here;
}

/* --- the kernel --- */

static gboolean
body_is_entry (Codegen *cg, const TlPrimFunc *func)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer == NULL)
      return FALSE;
  return cg->export == NULL && func->n_params > 0 && func->n_params <= CG_KERNEL_POINTERS;
}

static LLVMValueRef
declare_body (Codegen *cg, const TlPrimFunc *func, LLVMTypeRef *type)
{
  g_autofree char *plain_name = g_strdup_printf (CG_KERNEL_NAME ".%u", func->n_params);
  g_autofree LLVMTypeRef *params = g_new (LLVMTypeRef, func->n_params + 1);
  for (guint i = 0; i < func->n_params; i++)
    params[i] = func->params[i].buffer != NULL ? cg->ptr : cg_value_type (cg, func->params[i].var->dtype);
  *type = LLVMFunctionType (cg->nothing, params, func->n_params, FALSE);
  gboolean is_plain = body_is_entry (cg, func);
  LLVMValueRef body = is_plain ? cg_add_function (cg, plain_name, *type) : cg_internal_function (cg, "body", *type);
  if (!is_plain)
    cg_add_attribute (cg, body, LLVMAttributeFunctionIndex, "noinline", 0);
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      cg_describe_pointer (cg, body, i);
  return body;
}

/* void tl_kernel (void **args): a scalar parameter's argument points at the scalar. */
static void
emit_entry (Codegen *cg, const TlPrimFunc *func, LLVMTypeRef body_type, LLVMValueRef body)
{
  LLVMTypeRef type = LLVMFunctionType (cg->nothing, &cg->ptr, 1, FALSE);
  LLVMValueRef entry = cg_add_function (cg, cg_kernel_name (cg), type);
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, entry, "entry"));
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, func->n_params + 1);
  for (guint i = 0; i < func->n_params; i++)
    {
      LLVMValueRef offset = cg_index (cg, i);
      LLVMValueRef slot = LLVMBuildInBoundsGEP2 (cg->builder, cg->ptr, LLVMGetParam (entry, 0), &offset, 1, "");
      args[i] = LLVMBuildLoad2 (cg->builder, cg->ptr, slot, "");
      if (func->params[i].buffer == NULL)
        {
          TlDType dtype = func->params[i].var->dtype;
          args[i] = cg_from_memory (cg, LLVMBuildLoad2 (cg->builder, cg_memory_type (cg, dtype), args[i], ""), dtype);
        }
    }
  LLVMBuildCall2 (cg->builder, body_type, body, args, func->n_params, "");
  LLVMBuildRetVoid (cg->builder);
}

/* void NAME (float *A, int32_t n, …): scalars come by value. */
static void
emit_exported_entry (Codegen *cg, const TlPrimFunc *func, LLVMTypeRef body_type, LLVMValueRef body)
{
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, func->n_params + 1);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, func->n_params + 1);
  for (guint i = 0; i < func->n_params; i++)
    types[i] = func->params[i].buffer != NULL ? cg->ptr : cg_c_type (cg, func->params[i].var->dtype);
  LLVMValueRef entry = cg_add_function (cg, cg_kernel_name (cg), LLVMFunctionType (cg->nothing, types, func->n_params, FALSE));
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, entry, "entry"));
  for (guint i = 0; i < func->n_params; i++)
    {
      args[i] = LLVMGetParam (entry, i);
      if (func->params[i].buffer == NULL)
        args[i] = cg_from_c (cg, args[i], func->params[i].var->dtype);
    }
  LLVMBuildCall2 (cg->builder, body_type, body, args, func->n_params, "");
  LLVMBuildRetVoid (cg->builder);
}

static void
emit_kernel (Codegen *cg, const TlPrimFunc *func)
{
  LLVMTypeRef type;
  LLVMValueRef body = declare_body (cg, func, &type);
  if (cg->export != NULL)
    emit_exported_entry (cg, func, type, body);
  else if (!body_is_entry (cg, func))
    emit_entry (cg, func, type, body);

  CgFunc state = { 0 };
  cg_begin_func (cg, &state, body);
  for (guint i = 0; i < func->n_params; i++)
    {
      LLVMValueRef param = LLVMGetParam (body, i);
      if (func->params[i].buffer != NULL)
        g_hash_table_insert (cg->buffers, (gpointer) func->params[i].buffer, param);
      else
        cg_define_var (cg, func->params[i].var, param);
    }
  cg_stmt (cg, func->body);
  cg_end_func (cg, &state);
  cg->func = NULL;
}

/* --- parallel loops --- */

static LLVMValueRef
slot_address (Codegen *cg, LLVMValueRef closure, guint index)
{
  LLVMValueRef offset = cg_index (cg, index);
  return LLVMBuildInBoundsGEP2 (cg->builder, cg->i64, closure, &offset, 1, "");
}

/* void (void *closure, int64_t from, int64_t to): unpacks the closure and runs the loop. */
static LLVMValueRef
emit_parallel_entry (Codegen *cg, const CgCaptures *c, LLVMValueRef loop_function)
{
  LLVMTypeRef params[3] = { cg->ptr, cg->i64, cg->i64 }, loop_type = cg_outlined_type (c, 2);
  LLVMValueRef entry = cg_internal_function (cg, "parallel.entry", LLVMFunctionType (cg->nothing, params, 3, FALSE));
  guint n = cg_captures_n (c);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, n + 2);
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, entry, "entry"));
  args[0] = LLVMGetParam (entry, 1);
  args[1] = LLVMGetParam (entry, 2);
  for (guint i = 0; i < n; i++)
    args[i + 2] = LLVMBuildLoad2 (cg->builder, LLVMTypeOf (cg_captures_value (c, i)), slot_address (cg, LLVMGetParam (entry, 0), i), "");
  LLVMBuildCall2 (cg->builder, loop_type, loop_function, args, n + 2, "");
  LLVMBuildRetVoid (cg->builder);
  return entry;
}

static LLVMValueRef
emit_closure (Codegen *cg, const CgCaptures *c)
{
  guint n = cg_captures_n (c);
  LLVMBasicBlockRef here = enter_entry (cg);
  LLVMValueRef closure = LLVMBuildAlloca (cg->builder, LLVMArrayType2 (cg->i64, MAX (n, 1)), "closure");
  LLVMPositionBuilderAtEnd (cg->builder, here);
  for (guint i = 0; i < n; i++)
    LLVMBuildStore (cg->builder, cg_captures_value (c, i), slot_address (cg, closure, i));
  return closure;
}

static gboolean
fits_slots (const CgCaptures *c)
{
  for (guint i = 0; i < cg_captures_n (c); i++)
    if (cg_lanes (cg_captures_value (c, i)) > 1)
      return FALSE;
  return TRUE;
}

static void
emit_range (Codegen *cg, const TlStmt *loop, LLVMValueRef begin, LLVMValueRef end)
{
  cg_loop (cg, loop->loop.var->name, begin, end, FALSE, cg_loop_hints (cg, &loop->loop), cg_loop_body, (gpointer) loop);
  cg_after_loop (cg, loop);
}

static void
emit_chunk (Codegen *cg, LLVMValueRef function, gpointer loop)
{
  emit_range (cg, loop, LLVMGetParam (function, 0), LLVMGetParam (function, 1));
}

static void
emit_parallel (Codegen *cg, const TlStmt *loop)
{
  tl_analyzer_bind (cg->analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  LLVMValueRef begin = cg_index_expr (cg, loop->loop.min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->loop.extent), "");

  g_auto (CgCaptures) c;
  cg_captures_of (&c, cg, &loop->loop.body, 1);
  if (cg->target->num_cores <= 1 || cg->func->is_parallel || !fits_slots (&c))
    {
      emit_range (cg, loop, begin, end);
      return;
    }
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMValueRef function = cg_outline (&c, "parallel.loop", 2, TRUE, emit_chunk, (gpointer) loop);
  LLVMValueRef entry = emit_parallel_entry (cg, &c, function);
  cg_go_to (cg, here);
  LLVMValueRef args[5] = { begin, end, LLVMConstInt (cg->i32, cg->target->num_cores, FALSE), entry, emit_closure (cg, &c) };
  cg_call_extern (cg, tl_codegen_extern_find ("tl_parallel_for"), args, 5);
}

/* --- buffers --- */

static LLVMValueRef
stack_buffer (Codegen *cg, const TlBuffer *buffer, gint64 n_elements)
{
  LLVMBasicBlockRef here = enter_entry (cg);
  LLVMTypeRef type = LLVMArrayType2 (cg_memory_type (cg, buffer->dtype), (uint64_t) n_elements * buffer->dtype.lanes);
  LLVMValueRef place = LLVMBuildAlloca (cg->builder, type, buffer->name);
  LLVMSetAlignment (place, MAX (64u, buffer->alignment_bytes));
  LLVMPositionBuilderAtEnd (cg->builder, here);
  return place;
}

/* Memory that nothing else points to, on cache lines of its own. */
static LLVMValueRef
take_workspace (Codegen *cg, LLVMValueRef n_bytes)
{
  LLVMValueRef place = cg_call_extern (cg, tl_codegen_extern_find ("tl_workspace_take"), &n_bytes, 1);
  cg_add_attribute (cg, LLVMGetCalledValue (place), LLVMAttributeReturnIndex, "noalias", 0);
  cg_add_attribute (cg, LLVMGetCalledValue (place), LLVMAttributeReturnIndex, "align", TL_EXPORT_ALIGNMENT);
  return place;
}

/* Once per call of the function, not once per iteration around the allocation. */
static LLVMValueRef
workspace_buffer (Codegen *cg, gsize n_bytes)
{
  LLVMBasicBlockRef here = enter_entry (cg);
  LLVMValueRef place = take_workspace (cg, cg_index (cg, (gint64) n_bytes));
  g_ptr_array_add (cg->func->workspaces, place);
  LLVMPositionBuilderAtEnd (cg->builder, here);
  return place;
}

static LLVMValueRef
alloc_fixed (Codegen *cg, const TlBuffer *buffer, gint64 n_elements, gsize n_bytes)
{
  gboolean on_stack = n_bytes <= CG_SMALL_BYTES && cg->func->stack_bytes + n_bytes <= TL_STACK_TOTAL_BYTES;
  if (on_stack)
    cg->func->stack_bytes += n_bytes;
  cg->has_tiles |= on_stack && n_bytes <= TILE_BYTES;
  return on_stack ? stack_buffer (cg, buffer, n_elements) : workspace_buffer (cg, n_bytes);
}

static LLVMValueRef
alloc_sized (Codegen *cg, const TlBuffer *buffer, LLVMValueRef n_bytes)
{
  return take_workspace (cg, n_bytes);
}

static void
free_sized (Codegen *cg, LLVMValueRef place)
{
  cg_call_extern (cg, tl_codegen_extern_find ("tl_workspace_give"), &place, 1);
}

static void
end_func (Codegen *cg, CgFunc *func)
{
  for (guint i = func->workspaces->len; i-- > 0;)
    free_sized (cg, func->workspaces->pdata[i]);
}

/* --- symbols --- */

/* In exported objects helpers are code of their own, for those who link them have none. */
static LLVMValueRef
declare (Codegen *cg, const char *name, LLVMTypeRef type)
{
  LLVMValueRef function = cg->export != NULL ? cg_cpu_runtime_function (cg, name, type) : NULL;
  return function != NULL ? function : LLVMAddFunction (cg->module, name, type);
}

/* Functions carry the CPU's name and features, or LLVM would vectorize and inline for the oldest x86-64. */
static void
finish (Codegen *cg, LLVMTargetMachineRef machine)
{
  char *cpu = LLVMGetTargetMachineCPU (machine), *features = LLVMGetTargetMachineFeatureString (machine);
  for (LLVMValueRef f = LLVMGetFirstFunction (cg->module); f != NULL; f = LLVMGetNextFunction (f))
    {
      if (LLVMIsDeclaration (f))
        continue;
      LLVMAddTargetDependentFunctionAttr (f, "target-cpu", cpu);
      LLVMAddTargetDependentFunctionAttr (f, "target-features", features);
      LLVMAddTargetDependentFunctionAttr (f, "prefer-vector-width", "512");
    }
  LLVMDisposeMessage (cpu);
  LLVMDisposeMessage (features);
}

#define CPU_HOOKS \
  .machine = cg_target_machine, .emit_kernel = emit_kernel, .emit_parallel = emit_parallel, .end_func = end_func, \
  .alloc_fixed = alloc_fixed, .alloc_sized = alloc_sized, .free_sized = free_sized, .declare = declare, .finish = finish

const CgBackend cg_backend_cpu = { .target = "llvm", CPU_HOOKS };
const CgBackend cg_backend_emulated = { .target = "emulated", CPU_HOOKS };

