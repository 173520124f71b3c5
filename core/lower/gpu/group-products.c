/* SPDX-License-Identifier: Apache-2.0 */
/*
 * group-products: wgmma multiplies by itself. Products with nothing but copies and loads of factors between them are a group: a fence ahead
 * of them lets them have the registers of their sums, and threads wait for all of them behind it, so that sums and factors are as free as
 * behind any other statement.
 *
 *   for k in unroll (4): { load (k);  copy (k);  wgmma (k) }
 *     →  T.wgmma_fence ();  for k in unroll (4): { load (k);  copy (k);  wgmma (k) };  T.wgmma_wait (0)
 */
#include "core/ir/async-copy.h"
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

typedef struct
{
  guint    n_products;
  gboolean has_others;
} GroupCheck;

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  GroupCheck  *check = user_data;
  TlMatrixCall call;
  TlAsyncCopy  copy;

  if (stmt->kind == TL_STMT_SEQ || stmt->kind == TL_STMT_FOR || stmt->kind == TL_STMT_IF
      || (stmt->kind == TL_STMT_ALLOC && tl_scope_is_wgmma (stmt->buffer->scope)))
    return TL_WALK_INTO;
  if (stmt->kind == TL_STMT_EVALUATE && tl_matrix_call_read (stmt->expr, &call)
      && tl_scope_is_wgmma (call.fragments[call.kind == TL_MATRIX_MULTIPLY ? 1 : 0].buffer->scope))
    check->n_products += call.kind == TL_MATRIX_MULTIPLY;
  else if (stmt->kind != TL_STMT_EVALUATE || !tl_async_copy_read (stmt->expr, &copy))
    check->has_others = TRUE;
  return check->has_others ? TL_WALK_STOP : TL_WALK_OVER;
}

static gboolean
is_part (const TlStmt *stmt, guint *n_products)
{
  GroupCheck check = { 0 };

  tl_stmt_walk (stmt, check_stmt, NULL, &check);
  *n_products += check.n_products;
  return !check.has_others;
}

static const TlStmt *
call_stmt (TlArena *arena, const char *name, const TlExpr *const *args, guint n_args)
{
  return tl_stmt_evaluate (arena, tl_expr_call (arena, TL_INT32, tl_intrinsic_find (name), args, n_args));
}

static const TlStmt *
group (TlArena *arena, const TlStmt *const *stmts, guint n)
{
  const TlExpr *none = tl_int (arena, 0);
  const TlStmt *parts[3] = { call_stmt (arena, "wgmma_fence", NULL, 0), tl_stmt_seq (arena, stmts, n),
                             call_stmt (arena, "wgmma_wait", &none, 1) };

  return tl_stmt_seq (arena, parts, 3);
}

/* Runs of statements that make a group. */
static const TlStmt *
group_runs (TlRewriter *rewriter, const TlStmt *seq)
{
  TlArena              *arena = rewriter->arena;
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  for (guint i = 0, end; i < seq->n_stmts; i = end)
    {
      guint n_products = 0;

      for (end = i; end < seq->n_stmts && is_part (seq->stmts[end], &n_products); end++);
      if (n_products > 0)
        g_ptr_array_add (stmts, (gpointer) group (arena, seq->stmts + i, end - i));
      else
        {
          end = i + 1;
          g_ptr_array_add (stmts, (gpointer) tl_rewrite_stmt (rewriter, seq->stmts[i]));
        }
    }
  return tl_stmt_seq (arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlStmt *
rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  guint n_products = 0;

  if (is_part (stmt, &n_products) && n_products > 0)
    return group (rewriter->arena, &stmt, 1);
  return stmt->kind == TL_STMT_SEQ ? group_runs (rewriter, stmt) : NULL;
}

const TlPrimFunc *
tl_lower_group_products (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  TlRewriter rewriter = { .arena = builder->arena, .stmt = rewrite_stmt, .expr = tl_rewrite_no_expr };

  if (!tl_stmt_uses_wgmma (func->body))
    return func;
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
