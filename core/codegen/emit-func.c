/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions. The pointer parameters of a kernel's body are noalias: only as parameters can LLVM know that buffers do not overlap, and
 * without that nothing that accumulates in memory reaches a register. A worker calls the body itself where its parameters are a few
 * pointers (a second function costs a tenth of the compilation), and else an entry that takes them from an array. The body of a parallel
 * loop is such a function too; what it uses from around travels in a closure of 8-byte slots. The entry of an exported function has a C
 * prototype instead (core/codegen/export.h).
 *
 *   tl_kernel (args) ──▶ body (A, B, C …) ──▶ tl_parallel_for (begin, end, entry, closure)
 *                                                  ──▶ entry (closure, from, to) ──▶ loop (from, to, A, …)
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

static void
add_attribute (Codegen *cg, LLVMValueRef function, LLVMAttributeIndex index, const char *name, guint64 value)
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
  add_attribute (cg, function, LLVMAttributeFunctionIndex, "nounwind", 0);
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
static void
describe_pointer (Codegen *cg, LLVMValueRef function, guint index)
{
  add_attribute (cg, function, index + 1, "noalias", 0);
  if (cg->export == NULL || cg->export->is_aligned)
    add_attribute (cg, function, index + 1, "align", TL_EXPORT_ALIGNMENT);
}

static void
begin_func (Codegen *cg, CgFunc *func, LLVMValueRef function)
{
  func->function = function;
  func->workspaces = g_ptr_array_new ();
  func->places = g_hash_table_new (NULL, NULL);
  func->loops = g_ptr_array_new ();
  func->entry = LLVMAppendBasicBlockInContext (cg->context, function, "entry");
  cg->func = func;
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, function, "body"));
}

static void
end_func (Codegen *cg, CgFunc *func)
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
    add_attribute (cg, body, LLVMAttributeFunctionIndex, "noinline", 0);
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      describe_pointer (cg, body, i);
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
  begin_func (cg, &state, body);
  for (guint i = 0; i < func->n_params; i++)
    {
      LLVMValueRef param = LLVMGetParam (body, i);
      if (func->params[i].buffer != NULL)
        g_hash_table_insert (cg->buffers, (gpointer) func->params[i].buffer, param);
      else
        cg_define_var (cg, func->params[i].var, param);
    }
  cg_stmt (cg, func->body);
  end_func (cg, &state);
  cg->func = NULL;
}

/* --- parallel loops --- */

/* What the body uses that is defined outside of it. */
typedef struct
{
  Codegen    *cg;
  GPtrArray  *vars;      /* const TlVar * */
  GPtrArray  *buffers;   /* const TlBuffer * */
  GHashTable *seen;
} Captures;

static void
capture_buffer (Captures *c, const TlBuffer *buffer)
{
  if (g_hash_table_contains (c->cg->buffers, buffer) && g_hash_table_add (c->seen, (gpointer) buffer))
    g_ptr_array_add (c->buffers, (gpointer) buffer);
}

static TlWalk
capture_expr (const TlExpr *expr, gpointer user_data)
{
  Captures *c = user_data;
  if (expr->kind == TL_EXPR_VAR && g_hash_table_contains (c->cg->vars, expr) && g_hash_table_add (c->seen, (gpointer) expr))
    g_ptr_array_add (c->vars, (gpointer) expr);
  if (expr->kind == TL_EXPR_LOAD)
    capture_buffer (c, expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
capture_stmt (const TlStmt *stmt, gpointer user_data)
{
  Captures *c = user_data;
  if (stmt->kind == TL_STMT_STORE)
    capture_buffer (c, stmt->buffer);
  if (stmt->kind == TL_STMT_ALLOC)
    for (guint i = 0; i < stmt->buffer->n_dims; i++)
      tl_expr_walk (stmt->buffer->shape[i], capture_expr, c);
  return TL_WALK_INTO;
}

static LLVMValueRef
var_of (Codegen *cg, const TlVar *var)
{
  return ((const CgVar *) g_hash_table_lookup (cg->vars, var))->value;
}

static LLVMValueRef
slot_address (Codegen *cg, LLVMValueRef closure, guint index)
{
  LLVMValueRef offset = cg_index (cg, index);
  return LLVMBuildInBoundsGEP2 (cg->builder, cg->i64, closure, &offset, 1, "");
}

static LLVMTypeRef
loop_function_type (Codegen *cg, const Captures *c)
{
  guint n = 2 + c->buffers->len + c->vars->len;
  g_autofree LLVMTypeRef *params = g_new (LLVMTypeRef, n);
  params[0] = params[1] = cg->i64;
  for (guint i = 0; i < c->buffers->len; i++)
    params[2 + i] = cg->ptr;
  for (guint i = 0; i < c->vars->len; i++)
    params[2 + c->buffers->len + i] = LLVMTypeOf (var_of (cg, c->vars->pdata[i]));
  return LLVMFunctionType (cg->nothing, params, n, FALSE);
}

/* void (void *closure, int64_t from, int64_t to): unpacks the closure and runs the loop. */
static LLVMValueRef
emit_parallel_entry (Codegen *cg, const Captures *c, LLVMTypeRef loop_type, LLVMValueRef loop_function)
{
  LLVMTypeRef params[3] = { cg->ptr, cg->i64, cg->i64 };
  LLVMValueRef entry = cg_internal_function (cg, "parallel.entry", LLVMFunctionType (cg->nothing, params, 3, FALSE));
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, entry, "entry"));
  guint n = LLVMCountParamTypes (loop_type);
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, n);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, n);
  LLVMGetParamTypes (loop_type, types);
  args[0] = LLVMGetParam (entry, 1);
  args[1] = LLVMGetParam (entry, 2);
  for (guint i = 2; i < n; i++)
    args[i] = LLVMBuildLoad2 (cg->builder, types[i], slot_address (cg, LLVMGetParam (entry, 0), i - 2), "");
  LLVMBuildCall2 (cg->builder, loop_type, loop_function, args, n, "");
  LLVMBuildRetVoid (cg->builder);
  return entry;
}

/* Inside the new function captured names mean its parameters; the old meanings come back afterwards. */
static LLVMValueRef
emit_loop_function (Codegen *cg, const TlStmt *loop, const Captures *c, LLVMTypeRef type)
{
  LLVMValueRef function = cg_internal_function (cg, "parallel.loop", type);
  add_attribute (cg, function, LLVMAttributeFunctionIndex, "noinline", 0);
  GHashTable *outer_vars = cg->vars, *outer_buffers = cg->buffers;
  CgFunc *outer = cg->func;
  guint outer_depth = cg->depth;
  cg->vars = g_hash_table_new (NULL, NULL);
  cg->buffers = g_hash_table_new (NULL, NULL);
  cg->depth = 0;

  CgFunc state = { .is_parallel = TRUE };
  begin_func (cg, &state, function);
  for (guint i = 0; i < c->buffers->len; i++)
    {
      g_hash_table_insert (cg->buffers, c->buffers->pdata[i], LLVMGetParam (function, 2 + i));
      describe_pointer (cg, function, 2 + i);
    }
  for (guint i = 0; i < c->vars->len; i++)
    cg_define_var (cg, c->vars->pdata[i], LLVMGetParam (function, 2 + c->buffers->len + i));
  cg_loop (cg, loop->loop.var->name, LLVMGetParam (function, 0), LLVMGetParam (function, 1), FALSE, cg_stmt_has_vectors (loop->loop.body),
           cg_loop_body,
           (gpointer) loop);
  cg_after_loop (cg, loop);
  end_func (cg, &state);

  g_hash_table_unref (cg->vars);
  g_hash_table_unref (cg->buffers);
  cg->vars = outer_vars;
  cg->buffers = outer_buffers;
  cg->func = outer;
  cg->depth = outer_depth;
  return function;
}

static LLVMValueRef
emit_closure (Codegen *cg, const Captures *c)
{
  guint n = c->buffers->len + c->vars->len;
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMPositionBuilderAtEnd (cg->builder, cg->func->entry);
  LLVMValueRef closure = LLVMBuildAlloca (cg->builder, LLVMArrayType2 (cg->i64, MAX (n, 1)), "closure");
  LLVMPositionBuilderAtEnd (cg->builder, here);
  for (guint i = 0; i < c->buffers->len; i++)
    LLVMBuildStore (cg->builder, g_hash_table_lookup (cg->buffers, c->buffers->pdata[i]), slot_address (cg, closure, i));
  for (guint i = 0; i < c->vars->len; i++)
    LLVMBuildStore (cg->builder, var_of (cg, c->vars->pdata[i]), slot_address (cg, closure, c->buffers->len + i));
  return closure;
}

static gboolean
fits_slots (Codegen *cg, const Captures *c)
{
  for (guint i = 0; i < c->vars->len; i++)
    if (cg_lanes (var_of (cg, c->vars->pdata[i])) > 1)
      return FALSE;
  return TRUE;
}

void
cg_parallel_loop (Codegen *cg, const TlStmt *loop)
{
  tl_analyzer_bind (cg->analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  LLVMValueRef begin = cg_index_expr (cg, loop->loop.min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->loop.extent), "");

  g_autoptr (GPtrArray) vars = g_ptr_array_new (), buffers = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Captures c = { .cg = cg, .vars = vars, .buffers = buffers, .seen = seen };
  tl_stmt_walk (loop->loop.body, capture_stmt, capture_expr, &c);
  if (cg->target->num_cores <= 1 || cg->func->is_parallel || !fits_slots (cg, &c))
    {
      cg_loop (cg, loop->loop.var->name, begin, end, FALSE, cg_stmt_has_vectors (loop->loop.body), cg_loop_body, (gpointer) loop);
      cg_after_loop (cg, loop);
      return;
    }
  LLVMTypeRef type = loop_function_type (cg, &c);
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMValueRef function = emit_loop_function (cg, loop, &c, type);
  LLVMValueRef entry = emit_parallel_entry (cg, &c, type, function);
  cg_go_to (cg, here);
  LLVMValueRef args[5] = { begin, end, LLVMConstInt (cg->i32, cg->target->num_cores, FALSE), entry, emit_closure (cg, &c) };
  cg_call_extern (cg, tl_codegen_extern_find ("tl_parallel_for"), args, 5);
}
