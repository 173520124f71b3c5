/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/walk.h"

#include <string.h>

static gboolean
walk_exprs (const TlExpr *const *exprs, guint n, TlExprVisit visit, gpointer user_data)
{
  for (guint i = 0; i < n; i++)
    if (!tl_expr_walk (exprs[i], visit, user_data))
      return FALSE;
  return TRUE;
}

static gboolean
walk_children (const TlExpr *expr, TlExprVisit visit, gpointer user_data)
{
  if (tl_expr_kind_is_binary (expr->kind))
    return tl_expr_walk (expr->a, visit, user_data) && tl_expr_walk (expr->b, visit, user_data);
  switch (expr->kind)
    {
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      return tl_expr_walk (expr->a, visit, user_data);
    case TL_EXPR_SELECT:
      return tl_expr_walk (expr->cond, visit, user_data) && tl_expr_walk (expr->if_true, visit, user_data)
             && tl_expr_walk (expr->if_false, visit, user_data);
    case TL_EXPR_LOAD:
      return walk_exprs (expr->indices, expr->n_indices, visit, user_data);
    case TL_EXPR_CALL:
      return walk_exprs (expr->args, expr->n_args, visit, user_data);
    case TL_EXPR_RAMP:
      return tl_expr_walk (expr->base, visit, user_data) && tl_expr_walk (expr->stride, visit, user_data);
    case TL_EXPR_BROADCAST:
      return tl_expr_walk (expr->base, visit, user_data);
    case TL_EXPR_LET:
      return tl_expr_walk (expr->let_value, visit, user_data) && tl_expr_walk (expr->let_body, visit, user_data);
    default:
      return TRUE;
    }
}

gboolean
tl_expr_walk (const TlExpr *expr, TlExprVisit visit, gpointer user_data)
{
  TlWalk next;

  if (expr == NULL || visit == NULL)
    return TRUE;
  next = visit (expr, user_data);
  if (next == TL_WALK_INTO)
    return walk_children (expr, visit, user_data);
  return next != TL_WALK_STOP;
}

static gboolean
walk_regions (const TlRegion *regions, guint n_regions, TlExprVisit visit, gpointer user_data)
{
  for (guint i = 0; i < n_regions; i++)
    for (guint d = 0; d < regions[i].buffer->n_dims; d++)
      if (!tl_expr_walk (regions[i].ranges[d].min, visit, user_data) || !tl_expr_walk (regions[i].ranges[d].extent, visit, user_data))
        return FALSE;
  return TRUE;
}

static gboolean
walk_block_exprs (const TlBlock *block, TlExprVisit visit, gpointer user_data)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (!tl_expr_walk (block->axes[i].dom.min, visit, user_data) || !tl_expr_walk (block->axes[i].dom.extent, visit, user_data))
      return FALSE;
  for (guint i = 0; i < block->n_matches; i++)
    if (!walk_regions (&block->matches[i].source, 1, visit, user_data))
      return FALSE;
  return walk_exprs (block->bindings, block->n_axes, visit, user_data) && tl_expr_walk (block->predicate, visit, user_data)
         && walk_regions (block->reads, block->n_reads, visit, user_data)
         && walk_regions (block->writes, block->n_writes, visit, user_data);
}

static gboolean
walk_stmt_exprs (const TlStmt *stmt, TlExprVisit visit, gpointer user_data)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return tl_expr_walk (stmt->loop.min, visit, user_data) && tl_expr_walk (stmt->loop.extent, visit, user_data)
             && tl_expr_walk (stmt->loop.step, visit, user_data);
    case TL_STMT_BLOCK:
      return walk_block_exprs (&stmt->block, visit, user_data);
    case TL_STMT_STORE:
      return walk_exprs (stmt->indices, stmt->n_indices, visit, user_data) && tl_expr_walk (stmt->value, visit, user_data);
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      return tl_expr_walk (stmt->cond, visit, user_data);
    case TL_STMT_LET:
      return tl_expr_walk (stmt->let_value, visit, user_data);
    case TL_STMT_EVALUATE:
      return tl_expr_walk (stmt->expr, visit, user_data);
    case TL_STMT_ATTR:
      return tl_expr_walk (stmt->attr_node, visit, user_data) && tl_expr_walk (stmt->attr_value, visit, user_data);
    case TL_STMT_ASSERT:
      return tl_expr_walk (stmt->assert_cond, visit, user_data);
    case TL_STMT_SEQ:
    case TL_STMT_ALLOC:
      return TRUE;
    }
  g_return_val_if_reached (TRUE);
}

static gboolean
walk_inner_stmts (const TlStmt *stmt, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return tl_stmt_walk (stmt->loop.body, visit_stmt, visit_expr, user_data);
    case TL_STMT_BLOCK:
      return tl_stmt_walk (stmt->block.init, visit_stmt, visit_expr, user_data)
             && tl_stmt_walk (stmt->block.body, visit_stmt, visit_expr, user_data);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!tl_stmt_walk (stmt->stmts[i], visit_stmt, visit_expr, user_data))
          return FALSE;
      return TRUE;
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      return tl_stmt_walk (stmt->then_body, visit_stmt, visit_expr, user_data)
             && (stmt->kind == TL_STMT_WHILE || tl_stmt_walk (stmt->else_body, visit_stmt, visit_expr, user_data));
    case TL_STMT_LET:
      return tl_stmt_walk (stmt->let_body, visit_stmt, visit_expr, user_data);
    case TL_STMT_ATTR:
      return tl_stmt_walk (stmt->attr_body, visit_stmt, visit_expr, user_data);
    case TL_STMT_ALLOC:
      return tl_stmt_walk (stmt->alloc_body, visit_stmt, visit_expr, user_data);
    default:
      return TRUE;
    }
}

gboolean
tl_stmt_walk_children (const TlStmt *stmt, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data)
{
  if (visit_expr != NULL && !walk_stmt_exprs (stmt, visit_expr, user_data))
    return FALSE;
  return walk_inner_stmts (stmt, visit_stmt, visit_expr, user_data);
}

gboolean
tl_stmt_walk (const TlStmt *stmt, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data)
{
  TlWalk next = TL_WALK_INTO;

  if (stmt == NULL)
    return TRUE;
  if (visit_stmt != NULL)
    next = visit_stmt (stmt, user_data);
  if (next != TL_WALK_INTO)
    return next != TL_WALK_STOP;
  return tl_stmt_walk_children (stmt, visit_stmt, visit_expr, user_data);
}

/* --- questions --- */

static TlWalk
stop_at_var (const TlExpr *expr, gpointer var)
{
  return expr == var ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Bindings are asked this most, which are sums of products: down to their leaves without a visitor. */
gboolean
tl_expr_uses_var (const TlExpr *expr, const TlVar *var)
{
  for (; expr != NULL && tl_expr_kind_is_binary (expr->kind); expr = expr->a)
    if (tl_expr_uses_var (expr->b, var))
      return TRUE;
  if (expr == NULL || expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_VAR)
    return expr != NULL && expr == var;
  return !tl_expr_walk (expr, stop_at_var, (gpointer) var);
}

static TlWalk
stop_at_any (const TlExpr *expr, gpointer vars)
{
  return expr->kind == TL_EXPR_VAR && g_hash_table_contains (vars, expr) ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_expr_uses_any (const TlExpr *expr, GHashTable *vars)
{
  return !tl_expr_walk (expr, stop_at_any, vars);
}

static TlWalk
stop_at_kind (const TlExpr *expr, gpointer kind)
{
  return expr->kind == *(const TlExprKind *) kind ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_expr_contains (const TlExpr *expr, TlExprKind kind)
{
  return !tl_expr_walk (expr, stop_at_kind, &kind);
}

static TlWalk
stop_at_call (const TlExpr *expr, gpointer intrinsic)
{
  return expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, intrinsic) == 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_expr_calls (const TlExpr *expr, const char *intrinsic)
{
  return !tl_expr_walk (expr, stop_at_call, (gpointer) intrinsic);
}

static TlWalk
stop_at_load (const TlExpr *expr, gpointer buffer)
{
  return expr->kind == TL_EXPR_LOAD && expr->buffer == buffer ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
stop_at_buffer_stmt (const TlStmt *stmt, gpointer buffer)
{
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == buffer)
    return TL_WALK_STOP;
  if (stmt->kind == TL_STMT_BLOCK)
    for (guint i = 0; i < stmt->block.n_matches; i++)
      if (stmt->block.matches[i].source.buffer == buffer)
        return TL_WALK_STOP;
  return TL_WALK_INTO;
}

gboolean
tl_stmt_uses_buffer (const TlStmt *stmt, const TlBuffer *buffer)
{
  return !tl_stmt_walk (stmt, stop_at_buffer_stmt, stop_at_load, (gpointer) buffer);
}

static TlWalk
stop_at_write (const TlStmt *stmt, gpointer buffer)
{
  gboolean writes = stmt->kind == TL_STMT_STORE && stmt->buffer == buffer;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_writes; i++)
    writes |= stmt->block.writes[i].buffer == buffer;
  return writes ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_stmt_writes_buffer (const TlStmt *stmt, const TlBuffer *buffer)
{
  return !tl_stmt_walk (stmt, stop_at_write, NULL, (gpointer) buffer);
}

gboolean
tl_expr_loads (const TlExpr *expr, const TlBuffer *buffer)
{
  return !tl_expr_walk (expr, stop_at_load, (gpointer) buffer);
}

gboolean
tl_stmt_loads (const TlStmt *stmt, const TlBuffer *buffer)
{
  return !tl_stmt_walk (stmt, NULL, stop_at_load, (gpointer) buffer);
}

static TlWalk
stop_unless_index_arithmetic (const TlExpr *expr, gpointer user_data)
{
  gboolean is_arithmetic = expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB || expr->kind == TL_EXPR_MUL
                           || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD || expr->kind == TL_EXPR_MIN
                           || expr->kind == TL_EXPR_MAX || expr->kind == TL_EXPR_CAST || expr->kind == TL_EXPR_VAR
                           || expr->kind == TL_EXPR_INT;

  return is_arithmetic && expr->dtype.code == TL_TYPE_INT && expr->dtype.bits >= 32 && expr->dtype.lanes == 1 ? TL_WALK_INTO : TL_WALK_STOP;
}

gboolean
tl_expr_is_index_arithmetic (const TlExpr *expr)
{
  return tl_expr_walk (expr, stop_unless_index_arithmetic, NULL);
}

static TlWalk
count_step (const TlStmt *stmt, gpointer user_data)
{
  guint *count = user_data;
  if (stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_EVALUATE || stmt->kind == TL_STMT_ASSERT)
    ++*count;
  return TL_WALK_INTO;
}

guint
tl_stmt_count_steps (const TlStmt *stmt)
{
  guint count = 0;
  tl_stmt_walk (stmt, count_step, NULL, &count);
  return count;
}
