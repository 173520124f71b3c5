/* SPDX-License-Identifier: Apache-2.0 */
/* Statements of a kernel. */
#include "core/codegen/source/gpu-source-private.h"
#include "core/ir/matrix-call.h"
#include "core/ir/path.h"
#include "core/ir/walk.h"

static void
body (Gs *gs, const TlStmt *stmt)
{
  gs->indent++;
  gs_stmt (gs, stmt);
  gs->indent--;
}

/* --- loops --- */

/* Loops of a cooperative copy or a reduction that lowering left to the compiler: it unrolls those that say so. */
static void
loop (Gs *gs, const TlLoop *loop)
{
  const char *type = gs_type (gs, loop->var->dtype), *begin = gs_expr (gs, loop->min).text, *step = NULL;
  const TlExpr *end = tl_add (gs->arena, loop->min, loop->extent);
  if (loop->kind == TL_LOOP_VECTORIZED || loop->kind == TL_LOOP_PARALLEL)
    {
      gs_fail (gs, "Loop %s of a kernel is %s", loop->var->name, tl_loop_kind_name (loop->kind));
      return;
    }
  tl_analyzer_bind (gs->analyzer, loop->var, loop->min, loop->extent);
  if (loop->kind == TL_LOOP_UNROLLED)
    gs_line (gs, "#pragma unroll");
  const char *limit = gs_operand (gs, end, GS_SHIFT), *name = gs_name (gs, loop->var, loop->var->name);
  if (loop->step != NULL && !tl_expr_is_int (loop->step, 1))
    step = gs_expr (gs, loop->step).text;
  gs_line (gs, "for (%s %s = %s; %s < %s; %s%s) {", type, name, begin, name, limit, step != NULL ? name : "++",
           step != NULL ? gs_text (gs, " += %s", step) : name);
  body (gs, loop->body);
  gs_line (gs, "}");
}

/* --- memory --- */

void
gs_store (Gs *gs, const TlBuffer *buffer, const TlExpr *position, const TlExpr *value)
{
  GsText text = gs_cast (gs, gs_expr (gs, value), value->dtype, buffer->dtype);
  gs_line (gs, "%s = %s;", gs_element (gs, buffer, gs_scalar_position (gs, buffer, position)), text.text);
}

static void
store (Gs *gs, const TlStmt *stmt)
{
  if (stmt->n_indices != 1)
    gs_fail (gs, "Buffer %s is not flat", stmt->buffer->name);
  else if (MAX (stmt->indices[0]->dtype.lanes, stmt->buffer->dtype.lanes) > 1)
    gs_vector_store (gs, stmt);
  else
    gs_store (gs, stmt->buffer, stmt->indices[0], stmt->value);
}

/* Shared arrays stand at the kernel's beginning. A second copy of an allocation, which unrolling made, has a scope of its own. */
static void
alloc (Gs *gs, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  gint64 n = tl_buffer_n_elements (buffer);
  if (tl_scope_is_shared (buffer->scope))
    {
      gs_stmt (gs, stmt->alloc_body);
      return;
    }
  if (n < 0 || buffer->n_dims > 1)
    gs_fail (gs, n < 0 ? "Buffer %s of a thread has no fixed size" : "Buffer %s is not flat", buffer->name);
  gboolean is_again = !g_hash_table_add (gs->declared, (gpointer) buffer);
  if (is_again)
    gs_line (gs, "{");
  gs->indent += is_again;
  const char *align = buffer->dtype.bits < 32 && gs_is_addressed (stmt, buffer) ? gs_text (gs, gs->language->align, 16u) : "";
  if (tl_scope_is_of_warp (buffer->scope))
    gs_fragment_alloc (gs, stmt);
  else
    gs_line (gs, "%s%s %s[%" G_GINT64_FORMAT "];", align, gs_memory_type (gs, buffer->dtype), gs_name (gs, buffer, buffer->name),
             MAX (n, 1) * buffer->dtype.lanes);
  gs_stmt (gs, stmt->alloc_body);
  gs->indent -= is_again;
  if (is_again)
    gs_line (gs, "}");
}

/* --- values, conditions --- */

static void
let (Gs *gs, const TlStmt *stmt)
{
  const TlVar *var = stmt->var;
  gboolean is_again = !g_hash_table_add (gs->declared, (gpointer) var);
  if (is_again)
    gs_line (gs, "{");
  gs->indent += is_again;
  if (var->dtype.lanes > 1)
    gs_vector_let (gs, stmt);
  else
    {
      const char *value = gs_expr (gs, stmt->let_value).text;
      gint64 min, max;
      tl_analyzer_const_bounds (gs->analyzer, stmt->let_value, &min, &max);
      if (tl_dtype_is_integer (var->dtype) && min > G_MININT32 && max < G_MAXINT32)
        tl_analyzer_bind (gs->analyzer, var, tl_expr_int (gs->arena, var->dtype, min), tl_expr_int (gs->arena, var->dtype, max - min + 1));
      gs_line (gs, "const %s %s = %s;", gs_type (gs, var->dtype), gs_name (gs, var, var->name), value);
    }
  gs_stmt (gs, stmt->let_body);
  gs->indent -= is_again;
  if (is_again)
    gs_line (gs, "}");
}

static TlWalk
stop_at_memory (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The barrier that @stmt begins with, under conditions on variables or none; NULL: there is none. */
static const TlStmt *
first_barrier (const TlStmt *stmt)
{
  while (stmt->kind == TL_STMT_SEQ
         || (stmt->kind == TL_STMT_IF && stmt->else_body == NULL && tl_expr_walk (stmt->cond, stop_at_memory, NULL)))
    stmt = stmt->kind == TL_STMT_SEQ ? stmt->stmts[0] : stmt->then_body;
  return stmt->kind == TL_STMT_EVALUATE && stmt->expr->kind == TL_EXPR_CALL && g_str_equal (stmt->expr->callee->name, "tvm_storage_sync")
           ? stmt : NULL;
}

/*
 * All threads agree on the conditions around a barrier, so it may as well stand before them. PoCL (3.1) runs what follows a barrier in a
 * condition, in a loop, once for each thread of the second dimension, whatever get_local_id (1) is compared with.
 */
static void
barrier_before (Gs *gs, const TlStmt *stmt)
{
  const TlStmt *barrier = gs->id == TL_GPU_OPENCL ? first_barrier (stmt) : NULL;
  if (barrier == NULL || barrier == gs->written_barrier)
    return;
  gs_call_line (gs, barrier->expr);
  gs->written_barrier = barrier;
}

/* Under the condition of a guarded block, what follows from it keeps divisions plain. */
static void
conditional (Gs *gs, const TlStmt *stmt)
{
  const TlExpr *cond = stmt->cond->kind == TL_EXPR_BROADCAST ? stmt->cond->base : stmt->cond;
  if (cond->dtype.lanes > 1)
    {
      gs_lanes_conditional (gs, stmt);
      return;
    }
  barrier_before (gs, stmt);
  gs_line (gs, "if (%s) {", gs_expr (gs, cond).text);
  tl_analyzer_push (gs->analyzer, cond);
  body (gs, stmt->then_body);
  tl_analyzer_pop (gs->analyzer);
  if (stmt->else_body != NULL)
    {
      gs_line (gs, "} else {");
      body (gs, stmt->else_body);
    }
  gs_line (gs, "}");
}

static void
while_loop (Gs *gs, const TlStmt *stmt)
{
  gs_line (gs, "while (%s) {", gs_expr (gs, stmt->cond).text);
  body (gs, stmt->then_body);
  gs_line (gs, "}");
}

static void
evaluate (Gs *gs, const TlStmt *stmt)
{
  const TlExpr *expr = stmt->expr;
  if (stmt == gs->written_barrier)
    {
      gs->written_barrier = NULL;   /* the same statement may follow once more */
      return;
    }
  if (expr->kind == TL_EXPR_CALL && !gs_call_line (gs, expr))
    gs_line (gs, "%s;", gs_expr (gs, expr).text);
}

/* One comment where a block's statements begin. */
static void
name_block (Gs *gs, const TlStmt *stmt)
{
  const TlStmt *block = gs->scheduled != NULL && stmt->origin.id != 0 ? tl_module_find (gs->scheduled, stmt->origin.id) : NULL;
  if (block == NULL || block->kind != TL_STMT_BLOCK || block->block.id == gs->block)
    return;
  gs->block = block->block.id;
  gs_line (gs, "// %s", block->block.name);
}

void
gs_stmt (Gs *gs, const TlStmt *stmt)
{
  TlOrigin outer = gs->origin;
  if (gs->error != NULL)
    return;
  if (stmt->origin.id != 0)
    gs->origin = stmt->origin;
  name_block (gs, stmt);
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      loop (gs, &stmt->loop);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        gs_stmt (gs, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      store (gs, stmt);
      break;
    case TL_STMT_IF:
      conditional (gs, stmt);
      break;
    case TL_STMT_LET:
      let (gs, stmt);
      break;
    case TL_STMT_WHILE:
      while_loop (gs, stmt);
      break;
    case TL_STMT_EVALUATE:
      evaluate (gs, stmt);
      break;
    case TL_STMT_ATTR:
      gs_stmt (gs, stmt->attr_body);
      break;
    case TL_STMT_ALLOC:
      alloc (gs, stmt);
      break;
    case TL_STMT_BLOCK:
      gs_fail (gs, "Block %s has not been lowered", stmt->block.name);
      break;
    case TL_STMT_ASSERT:
      gs_fail (gs, "%s has no assertions", gs->language->title);
      break;
    }
  gs->origin = outer;
}
