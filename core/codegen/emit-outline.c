/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements as functions of their own. Definitions that they use from outside become parameters, pointers noalias as those of the kernel.
 *
 * A long sequence outside of all loops becomes parts of some tens of stores each: several of LLVM's passes take time that grows faster than
 * the function. 3000 loop nests compile in 0.57 of the time.
 */
#include "core/codegen/codegen-private.h"

#define PART_STORES 48u
#define MAX_PARAMS  32u   /* of a part */

/* --- what is defined outside --- */

static void
captures_init (CgCaptures *c, Codegen *cg)
{
  *c = (CgCaptures) { .cg = cg, .vars = g_ptr_array_new (), .buffers = g_ptr_array_new (), .seen = g_hash_table_new (NULL, NULL) };
}

void
cg_captures_clear (CgCaptures *c)
{
  g_ptr_array_unref (c->vars);
  g_ptr_array_unref (c->buffers);
  g_hash_table_unref (c->seen);
}

static void
capture_buffer (CgCaptures *c, const TlBuffer *buffer)
{
  c->has_registers |= g_hash_table_contains (c->cg->registers, buffer);
  if (g_hash_table_contains (c->cg->buffers, buffer) && g_hash_table_add (c->seen, (gpointer) buffer))
    g_ptr_array_add (c->buffers, (gpointer) buffer);
}

static TlWalk
capture_expr (const TlExpr *expr, gpointer user_data)
{
  CgCaptures *c = user_data;
  if (expr->kind == TL_EXPR_VAR && g_hash_table_contains (c->cg->vars, expr) && g_hash_table_add (c->seen, (gpointer) expr))
    g_ptr_array_add (c->vars, (gpointer) expr);
  if (expr->kind == TL_EXPR_LOAD)
    capture_buffer (c, expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
capture_stmt (const TlStmt *stmt, gpointer user_data)
{
  CgCaptures *c = user_data;
  if (stmt->kind == TL_STMT_STORE)
    capture_buffer (c, stmt->buffer);
  if (stmt->kind == TL_STMT_ALLOC)
    for (guint i = 0; i < stmt->buffer->n_dims; i++)
      tl_expr_walk (stmt->buffer->shape[i], capture_expr, c);
  return TL_WALK_INTO;
}

void
cg_captures_of (CgCaptures *c, Codegen *cg, const TlStmt *const *stmts, guint n_stmts)
{
  captures_init (c, cg);
  for (guint i = 0; i < n_stmts; i++)
    tl_stmt_walk (stmts[i], capture_stmt, capture_expr, c);
}

guint
cg_captures_n (const CgCaptures *c)
{
  return c->buffers->len + c->vars->len;
}

LLVMValueRef
cg_captures_value (const CgCaptures *c, guint index)
{
  if (index < c->buffers->len)
    return g_hash_table_lookup (c->cg->buffers, c->buffers->pdata[index]);
  return ((const CgVar *) g_hash_table_lookup (c->cg->vars, c->vars->pdata[index - c->buffers->len]))->value;
}

/* --- functions --- */

LLVMTypeRef
cg_outlined_type (const CgCaptures *c, guint n_indices)
{
  guint n = n_indices + cg_captures_n (c);
  g_autofree LLVMTypeRef *params = g_new (LLVMTypeRef, n + 1);
  for (guint i = 0; i < n; i++)
    params[i] = i < n_indices ? c->cg->i64 : LLVMTypeOf (cg_captures_value (c, i - n_indices));
  return LLVMFunctionType (c->cg->nothing, params, n, FALSE);
}

/* Inside the new function captured names mean its parameters; the old meanings come back afterwards. */
LLVMValueRef
cg_outline (const CgCaptures *c, const char *name, guint n_indices, gboolean is_parallel, CgOutlinedBody emit, gpointer user_data)
{
  Codegen *cg = c->cg;
  LLVMValueRef function = cg_internal_function (cg, name, cg_outlined_type (c, n_indices));
  cg_add_attribute (cg, function, LLVMAttributeFunctionIndex, "noinline", 0);
  GHashTable *outer_vars = cg->vars, *outer_buffers = cg->buffers;
  CgFunc *outer = cg->func;
  guint outer_depth = cg->depth;
  cg->vars = g_hash_table_new (NULL, NULL);
  cg->buffers = g_hash_table_new (NULL, NULL);
  cg->depth = 0;

  CgFunc state = { .is_parallel = is_parallel };
  cg_begin_func (cg, &state, function);
  for (guint i = 0; i < c->buffers->len; i++)
    {
      g_hash_table_insert (cg->buffers, c->buffers->pdata[i], LLVMGetParam (function, n_indices + i));
      cg_describe_pointer (cg, function, n_indices + i);
    }
  for (guint i = 0; i < c->vars->len; i++)
    cg_define_var (cg, c->vars->pdata[i], LLVMGetParam (function, n_indices + c->buffers->len + i));
  emit (cg, function, user_data);
  cg_end_func (cg, &state);

  g_hash_table_unref (cg->vars);
  g_hash_table_unref (cg->buffers);
  cg->vars = outer_vars;
  cg->buffers = outer_buffers;
  cg->func = outer;
  cg->depth = outer_depth;
  return function;
}

/* --- long sequences --- */

static TlWalk
count_store (const TlStmt *stmt, gpointer user_data)
{
  *(guint *) user_data += stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_EVALUATE;
  return TL_WALK_INTO;
}

static guint
count_stores (const TlStmt *stmt)
{
  guint n = 0;
  tl_stmt_walk (stmt, count_store, NULL, &n);
  return n;
}

typedef struct
{
  const TlStmt *const *stmts;
  guint                n;
} OutlinedPart;

static void
emit_stmts (Codegen *cg, LLVMValueRef function, gpointer user_data)
{
  const OutlinedPart *part = user_data;
  for (guint i = 0; i < part->n; i++)
    cg_stmt (cg, part->stmts[i]);
}

static void
emit_part (Codegen *cg, OutlinedPart part)
{
  g_auto (CgCaptures) c;
  cg_captures_of (&c, cg, part.stmts, part.n);
  if (part.n < 2 || c.has_registers || cg_captures_n (&c) > MAX_PARAMS)
    {
      emit_stmts (cg, NULL, &part);
      return;
    }
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMTypeRef type = cg_outlined_type (&c, 0);
  LLVMValueRef function = cg_outline (&c, "part", 0, cg->func->is_parallel, emit_stmts, &part);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, cg_captures_n (&c) + 1);
  cg_go_to (cg, here);
  for (guint i = 0; i < cg_captures_n (&c); i++)
    args[i] = cg_captures_value (&c, i);
  LLVMBuildCall2 (cg->builder, type, function, args, cg_captures_n (&c), "");
}

void
cg_sequence (Codegen *cg, const TlStmt *seq)
{
  OutlinedPart part = { seq->stmts, 0 };
  guint n_stores = 0;
  gboolean is_long = !cg->backend->is_simt && cg->depth == 0 && cg->mask == NULL && count_stores (seq) >= 2 * PART_STORES;
  for (guint i = 0; i < seq->n_stmts; i++)
    {
      part.n++;
      n_stores += is_long ? count_stores (seq->stmts[i]) : 0;
      if (n_stores < PART_STORES && i + 1 < seq->n_stmts)
        continue;
      if (is_long)
        emit_part (cg, part);
      else
        emit_stmts (cg, NULL, &part);
      part = (OutlinedPart) { seq->stmts + i + 1, 0 };
      n_stores = 0;
    }
}
