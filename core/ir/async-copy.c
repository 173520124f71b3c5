/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/async-copy.h"

#include <string.h>

static gboolean
is_call (const TlExpr *expr, const char *name)
{
  return expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, name) == 0;
}

/* NULL: @expr is not the data of a buffer. */
static const TlBuffer *
buffer_of (const TlExpr *expr)
{
  return is_call (expr, "buffer_data") && expr->args[0]->kind == TL_EXPR_LOAD ? expr->args[0]->buffer : NULL;
}

gboolean
tl_async_copy_read (const TlExpr *expr, TlAsyncCopy *copy)
{
  if (!is_call (expr, "ptx_cp_async") || expr->n_args < 5 || expr->n_args > 6)
    return FALSE;
  *copy = (TlAsyncCopy) {
    .to = buffer_of (expr->args[0]), .to_offset = expr->args[1], .from = buffer_of (expr->args[2]), .from_offset = expr->args[3],
    .dtype = expr->dtype, .condition = expr->n_args > 5 ? expr->args[5] : NULL,
  };
  return copy->to != NULL && copy->from != NULL && tl_dtype_equal (copy->to->dtype, copy->dtype)
         && tl_dtype_equal (copy->from->dtype, copy->dtype) && tl_expr_get_int (expr->args[4], &copy->n_bytes)
         && (copy->n_bytes == 4 || copy->n_bytes == 8 || copy->n_bytes == 16) && copy->n_bytes % tl_dtype_bytes (copy->dtype) == 0;
}

gint64
tl_async_copy_elements (const TlAsyncCopy *copy)
{
  return copy->n_bytes / tl_dtype_bytes (copy->dtype);
}

const TlStmt *
tl_async_copy_stmt (TlArena *arena, const TlAsyncCopy *copy)
{
  const TlExpr *args[6] = {
    tl_buffer_data (arena, copy->to), copy->to_offset, tl_buffer_data (arena, copy->from), copy->from_offset,
    tl_int (arena, copy->n_bytes), copy->condition,
  };

  const TlExpr *call = tl_expr_call (arena, copy->dtype, tl_intrinsic_find ("ptx_cp_async"), args, copy->condition != NULL ? 6 : 5);

  return tl_stmt_evaluate (arena, call);
}

const TlStmt *
tl_commit_group_stmt (TlArena *arena)
{
  return tl_stmt_evaluate (arena, tl_expr_call (arena, TL_INT32, tl_intrinsic_find ("ptx_commit_group"), NULL, 0));
}

const TlStmt *
tl_wait_group_stmt (TlArena *arena, gint64 n)
{
  const TlExpr *count = tl_int (arena, n);

  return tl_stmt_evaluate (arena, tl_expr_call (arena, TL_INT32, tl_intrinsic_find ("ptx_wait_group"), &count, 1));
}

gboolean
tl_stmt_is_commit_group (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && is_call (stmt->expr, "ptx_commit_group");
}

gboolean
tl_stmt_is_wait_group (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && is_call (stmt->expr, "ptx_wait_group");
}
