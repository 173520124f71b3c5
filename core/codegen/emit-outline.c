/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements as functions of their own. What they use from around becomes parameters, pointers noalias as those of the kernel.
 *
 * The body of a parallel loop is one; what it uses travels to the threads in a closure of 8-byte slots:
 *
 *   body ──▶ tl_parallel_for (begin, end, entry, closure) ──▶ entry (closure, from, to) ──▶ loop (from, to, A, …)
 *
 * A long sequence outside of all loops becomes parts of some tens of stores each: several of LLVM's passes take time that grows faster than
 * the function. 3000 loop nests compile in 0.57 of the time.
 */
#include "core/codegen/codegen-private.h"

#define PART_STORES 48u

/* --- what is defined outside --- */

typedef struct
{
  Codegen    *cg;
  GPtrArray  *vars;             /* const TlVar * */
  GPtrArray  *buffers;          /* const TlBuffer * */
  GHashTable *seen;
  gboolean    has_registers;    /* some buffer is a set of values, which no function can be given */
} Captures;

static void
captures_init (Captures *c, Codegen *cg)
{
  *c = (Captures) { .cg = cg, .vars = g_ptr_array_new (), .buffers = g_ptr_array_new (), .seen = g_hash_table_new (NULL, NULL) };
}

static void
captures_clear (Captures *c)
{
  g_ptr_array_unref (c->vars);
  g_ptr_array_unref (c->buffers);
  g_hash_table_unref (c->seen);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Captures, captures_clear)

static void
capture_buffer (Captures *c, const TlBuffer *buffer)
{
  c->has_registers |= g_hash_table_contains (c->cg->registers, buffer);
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

/* --- functions --- */

/* @n_indices integers, then what is captured: buffers, variables. */
static LLVMTypeRef
function_type (Codegen *cg, const Captures *c, guint n_indices)
{
  guint n = n_indices + c->buffers->len + c->vars->len, at = 0;
  g_autofree LLVMTypeRef *params = g_new (LLVMTypeRef, n + 1);
  while (at < n_indices)
    params[at++] = cg->i64;
  for (guint i = 0; i < c->buffers->len; i++)
    params[at++] = cg->ptr;
  for (guint i = 0; i < c->vars->len; i++)
    params[at++] = LLVMTypeOf (var_of (cg, c->vars->pdata[i]));
  return LLVMFunctionType (cg->nothing, params, n, FALSE);
}

typedef void (*EmitFunc) (Codegen *cg, LLVMValueRef function, gpointer user_data);

/* Inside the new function captured names mean its parameters; the old meanings come back afterwards. */
static LLVMValueRef
emit_function (Codegen *cg, const char *name, const Captures *c, guint n_indices, gboolean is_parallel, EmitFunc emit, gpointer user_data)
{
  LLVMValueRef function = cg_internal_function (cg, name, function_type (cg, c, n_indices));
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

/* --- parallel loops --- */

static LLVMValueRef
slot_address (Codegen *cg, LLVMValueRef closure, guint index)
{
  LLVMValueRef offset = cg_index (cg, index);
  return LLVMBuildInBoundsGEP2 (cg->builder, cg->i64, closure, &offset, 1, "");
}

/* void (void *closure, int64_t from, int64_t to): unpacks the closure and runs the loop. */
static LLVMValueRef
emit_parallel_entry (Codegen *cg, const Captures *c, LLVMValueRef loop_function)
{
  LLVMTypeRef params[3] = { cg->ptr, cg->i64, cg->i64 }, loop_type = function_type (cg, c, 2);
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

static void
emit_range (Codegen *cg, const TlStmt *loop, LLVMValueRef begin, LLVMValueRef end)
{
  cg_loop (cg, loop->loop.var->name, begin, end, FALSE, cg_stmt_has_vectors (loop->loop.body), cg_loop_body, (gpointer) loop);
  cg_after_loop (cg, loop);
}

static void
emit_share (Codegen *cg, LLVMValueRef function, gpointer loop)
{
  emit_range (cg, loop, LLVMGetParam (function, 0), LLVMGetParam (function, 1));
}

void
cg_parallel_loop (Codegen *cg, const TlStmt *loop)
{
  tl_analyzer_bind (cg->analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  LLVMValueRef begin = cg_index_expr (cg, loop->loop.min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->loop.extent), "");

  g_auto (Captures) c;
  captures_init (&c, cg);
  tl_stmt_walk (loop->loop.body, capture_stmt, capture_expr, &c);
  if (cg->target->num_cores <= 1 || cg->func->is_parallel || !fits_slots (cg, &c))
    {
      emit_range (cg, loop, begin, end);
      return;
    }
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMValueRef function = emit_function (cg, "parallel.loop", &c, 2, TRUE, emit_share, (gpointer) loop);
  LLVMValueRef entry = emit_parallel_entry (cg, &c, function);
  cg_go_to (cg, here);
  LLVMValueRef args[5] = { begin, end, LLVMConstInt (cg->i32, cg->target->num_cores, FALSE), entry, emit_closure (cg, &c) };
  cg_call_extern (cg, tl_codegen_extern_find ("tl_parallel_for"), args, 5);
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
} Part;

static void
emit_stmts (Codegen *cg, LLVMValueRef function, gpointer user_data)
{
  const Part *part = user_data;
  for (guint i = 0; i < part->n; i++)
    cg_stmt (cg, part->stmts[i]);
}

static void
emit_part (Codegen *cg, Part part)
{
  g_auto (Captures) c;
  captures_init (&c, cg);
  for (guint i = 0; i < part.n; i++)
    tl_stmt_walk (part.stmts[i], capture_stmt, capture_expr, &c);
  if (part.n < 2 || c.has_registers)
    {
      emit_stmts (cg, NULL, &part);
      return;
    }
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMTypeRef type = function_type (cg, &c, 0);
  LLVMValueRef function = emit_function (cg, "part", &c, 0, cg->func->is_parallel, emit_stmts, &part);
  g_autofree LLVMValueRef *args = g_new (LLVMValueRef, c.buffers->len + c.vars->len + 1);
  cg_go_to (cg, here);
  for (guint i = 0; i < c.buffers->len; i++)
    args[i] = g_hash_table_lookup (cg->buffers, c.buffers->pdata[i]);
  for (guint i = 0; i < c.vars->len; i++)
    args[c.buffers->len + i] = var_of (cg, c.vars->pdata[i]);
  LLVMBuildCall2 (cg->builder, type, function, args, c.buffers->len + c.vars->len, "");
}

void
cg_sequence (Codegen *cg, const TlStmt *seq)
{
  Part part = { seq->stmts, 0 };
  guint n_stores = 0;
  gboolean is_long = cg->depth == 0 && cg->mask == NULL && count_stores (seq) >= 2 * PART_STORES;
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
      part = (Part) { seq->stmts + i + 1, 0 };
      n_stores = 0;
    }
}
