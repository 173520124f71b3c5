/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of functions: names, attributes, their beginning and end. */
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

const char *
cg_kernel_name (Codegen *cg)
{
  return cg->export != NULL ? cg->export->symbol : CG_KERNEL_NAME;
}

/*
 * With a frame pointer the stack can be aligned once registers turn out to be too few; without, spilled vectors lie across cache lines
 * (a convolution tile that spills: 1.35 ms become 1.12).
 */
LLVMValueRef
cg_add_function (Codegen *cg, const char *name, LLVMTypeRef type)
{
  LLVMValueRef function = LLVMAddFunction (cg->module, name, type);
  cg_add_attribute (cg, function, LLVMAttributeFunctionIndex, "nounwind", 0);
  LLVMAddTargetDependentFunctionAttr (function, "frame-pointer", "all");
  if (cg->debug != NULL)
    cg_debug_function (cg, function, name);
  return function;
}

LLVMValueRef
cg_internal_function (Codegen *cg, const char *name, LLVMTypeRef type)
{
  g_autofree char *full = g_strdup_printf ("%s.%s", cg_kernel_name (cg), name);
  LLVMValueRef function = cg_add_function (cg, full, type);
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
  if (cg->backend->end_func != NULL)
    cg->backend->end_func (cg, func);
  LLVMBuildRetVoid (cg->builder);
  LLVMPositionBuilderAtEnd (cg->builder, func->entry);
  LLVMBuildBr (cg->builder, LLVMGetNextBasicBlock (func->entry));
  g_ptr_array_unref (func->workspaces);
  g_hash_table_unref (func->places);
  g_ptr_array_unref (func->loops);
}
