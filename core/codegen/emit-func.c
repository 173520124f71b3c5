/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions. The pointer parameters of a kernel's body are noalias: only as parameters can LLVM know that buffers do not overlap, and
 * without that nothing that accumulates in memory reaches a register. A worker calls the body itself where its parameters are a few
 * pointers (a second function costs a tenth of the compilation), and else an entry that takes them from an array: tl_kernel (args) ──▶
 * body (A, B, C …). The entry of an exported function has a C prototype instead (core/codegen/export.h). Functions that the body calls
 * are made in emit-outline.c.
 */
#include "core/codegen/codegen-private.h"

LLVMBasicBlockRef
cg_block (Codegen *cg, const char *name)
{
  return LLVMAppendBasicBlockInContext (cg->context, cg->func->function, name);
}

static TlWalk
find_vector_store (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= stmt->kind == TL_STMT_STORE && stmt->indices[0]->dtype.lanes > 1;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
cg_stmt_has_vectors (const TlStmt *stmt)
{
  gboolean found = FALSE;
  tl_stmt_walk (stmt, find_vector_store, NULL, &found);
  return found;
}

void
cg_add_attribute (Codegen *cg, LLVMValueRef function, LLVMAttributeIndex index, const char *name, guint64 value)
{
  unsigned kind = LLVMGetEnumAttributeKindForName (name, strlen (name));
  LLVMAddAttributeAtIndex (function, index, LLVMCreateEnumAttribute (cg->context, kind, value));
}

static const char *
kernel_name (Codegen *cg)
{
  return cg->export != NULL ? cg->export->symbol : CG_KERNEL_NAME;
}

static LLVMValueRef
add_function (Codegen *cg, const char *name, LLVMTypeRef type)
{
  LLVMValueRef function = LLVMAddFunction (cg->module, name, type);
  cg_add_attribute (cg, function, LLVMAttributeFunctionIndex, "nounwind", 0);
  if (cg->debug != NULL)
    cg_debug_function (cg, function, name);
  return function;
}

LLVMValueRef
cg_internal_function (Codegen *cg, const char *name, LLVMTypeRef type)
{
  g_autofree char *full = g_strdup_printf ("%s.%s", kernel_name (cg), name);
  LLVMValueRef function = add_function (cg, full, type);
  LLVMSetLinkage (function, LLVMInternalLinkage);
  return function;
}

/* Callers of an exported function may have promised nothing about their pointers. */
void
cg_describe_pointer (Codegen *cg, LLVMValueRef function, guint index)
{
  cg_add_attribute (cg, function, index + 1, "noalias", 0);
  if (cg->export == NULL || cg->export->is_aligned)
    cg_add_attribute (cg, function, index + 1, "align", TL_EXPORT_ALIGNMENT);
}

void
cg_begin_func (Codegen *cg, CgFunc *func, LLVMValueRef function)
{
  func->function = function;
  func->workspaces = g_ptr_array_new ();
  func->places = g_hash_table_new (NULL, NULL);
  func->loops = g_ptr_array_new ();
  func->entry = LLVMAppendBasicBlockInContext (cg->context, function, "entry");
  cg->func = func;
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, function, "body"));
}

void
cg_end_func (Codegen *cg, CgFunc *func)
{
  for (guint i = func->workspaces->len; i-- > 0;)
    cg_call_extern (cg, tl_codegen_extern_find ("tl_workspace_give"), (LLVMValueRef *) &func->workspaces->pdata[i], 1);
  LLVMBuildRetVoid (cg->builder);
  LLVMPositionBuilderAtEnd (cg->builder, func->entry);
  LLVMBuildBr (cg->builder, LLVMGetNextBasicBlock (func->entry));
  g_ptr_array_unref (func->workspaces);
  g_hash_table_unref (func->places);
  g_ptr_array_unref (func->loops);
}

/* --- the kernel --- */

static gboolean
is_called_itself (Codegen *cg, const TlPrimFunc *func)
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
  gboolean is_plain = is_called_itself (cg, func);
  LLVMValueRef body = is_plain ? add_function (cg, plain_name, *type) : cg_internal_function (cg, "body", *type);
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
  LLVMValueRef entry = add_function (cg, kernel_name (cg), type);
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
  LLVMValueRef entry = add_function (cg, kernel_name (cg), LLVMFunctionType (cg->nothing, types, func->n_params, FALSE));
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

void
cg_kernel (Codegen *cg, const TlPrimFunc *func)
{
  LLVMTypeRef type;
  LLVMValueRef body = declare_body (cg, func, &type);
  if (cg->export != NULL)
    emit_exported_entry (cg, func, type, body);
  else if (!is_called_itself (cg, func))
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
