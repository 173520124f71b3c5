/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spread-copies: copies that go on by themselves are started between the products of matrices that follow them, a part in each iteration of
 * the loop over these. All at once they keep the first loads of the products waiting, in the queue that both stand in.
 *
 *   for i in unroll (8): copy (i);  commit;  for k in unroll (4): load; multiply
 *     →  for k in unroll (4): load;  for i in unroll (2): copy (k · 2 + i);  multiply
 *        commit
 *
 * Invariant: nothing waits for a copy between its old and its new place. Where the loop touches what a copy writes, the program has a race
 * already, as the copy may end at any time; a loop that stores to memory keeps its place behind the copies.
 */
#include "core/base/division.h"
#include "core/ir/async-copy.h"
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

#define MAX_PARTS 16   /* iterations of the loop over products */

typedef struct
{
  TlBuilder  *builder;
  TlRemarks  *remarks;
} Spread;

/* --- what stands there --- */

static TlWalk
find_other (const TlStmt *stmt, gpointer user_data)
{
  TlAsyncCopy copy;
  gboolean    is_copy = stmt->kind == TL_STMT_EVALUATE && tl_async_copy_read (stmt->expr, &copy);

  return is_copy || stmt->kind == TL_STMT_SEQ || stmt->kind == TL_STMT_FOR ? TL_WALK_INTO : TL_WALK_STOP;
}

/* A loop of a known number of iterations over nothing but copies. */
static gboolean
is_copies (const TlStmt *stmt)
{
  gint64 extent;

  return stmt->kind == TL_STMT_FOR && tl_expr_is_int (stmt->loop.min, 0) && tl_expr_get_int (stmt->loop.extent, &extent)
         && tl_stmt_walk (stmt, find_other, NULL, NULL);
}

typedef struct
{
  gboolean has_products;
  gboolean has_order;   /* barriers, groups, other copies, stores */
} LoopCheck;

static TlWalk
check_expr (const TlExpr *expr, gpointer user_data)
{
  LoopCheck   *check = user_data;
  TlMatrixCall call;

  if (tl_matrix_call_read (expr, &call))
    {
      check->has_products |= call.kind == TL_MATRIX_MULTIPLY;
      check->has_order |= call.kind == TL_MATRIX_STORE;
      return TL_WALK_OVER;
    }
  check->has_order |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  return TL_WALK_INTO;
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  LoopCheck *check = user_data;

  check->has_order |= stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_WHILE;
  return TL_WALK_INTO;
}

/* An unrolled loop over products that orders nothing else. */
static gboolean
is_products (const TlStmt *stmt)
{
  LoopCheck check = { 0 };
  gint64    extent;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_UNROLLED || !tl_expr_is_int (stmt->loop.min, 0)
      || !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 2 || extent > MAX_PARTS)
    return FALSE;
  tl_stmt_walk (stmt->loop.body, check_stmt, check_expr, &check);
  return check.has_products && !check.has_order;
}

/* --- the rewrite --- */

/* Part @part of @n_parts of the loop's iterations. */
static const TlStmt *
part_of (Spread *s, const TlStmt *copies, const TlVar *part, gint64 n_parts)
{
  TlArena      *arena = s->builder->arena;
  const TlLoop *loop = &copies->loop;
  gint64        extent = 0, length;

  tl_expr_get_int (loop->extent, &extent);
  length = tl_ceildiv (extent, n_parts);
  TlLoop        inner = *loop;
  const TlVar  *var = tl_expr_var (arena, loop->var->text, loop->var->dtype);
  const TlExpr *first = tl_mul (arena, tl_cast (arena, var->dtype, part), tl_expr_int (arena, var->dtype, length));
  const TlExpr *at = tl_add (arena, first, var);

  inner.id = tl_builder_take_id (s->builder);
  inner.var = var;
  inner.extent = tl_expr_int (arena, loop->extent->dtype, length);
  inner.body = tl_stmt_substitute_var (arena, loop->body, loop->var, at);
  if (extent % n_parts != 0)
    inner.body = tl_stmt_if (arena, tl_expr_binary (arena, TL_EXPR_LT, at, tl_expr_int (arena, var->dtype, extent)), inner.body, NULL);
  return tl_stmt_with_origin (arena, tl_stmt_loop (arena, &inner), copies->origin);
}

/* Ahead of the last statement, behind the loads. */
static const TlStmt *
insert (TlArena *arena, const TlStmt *stmt, const TlStmt *copies)
{
  const TlStmt *pair[2] = { stmt, copies };

  if (stmt->kind == TL_STMT_ALLOC)
    return tl_stmt_alloc (arena, stmt->buffer, insert (arena, stmt->alloc_body, copies));
  if (stmt->kind != TL_STMT_SEQ)
    return tl_stmt_seq (arena, pair, 2);
  g_autofree const TlStmt **stmts = g_new (const TlStmt *, stmt->n_stmts + 1);
  guint n = 0;

  for (guint i = 0; i < stmt->n_stmts; i++)
    if (i + 1 < stmt->n_stmts)
      stmts[n++] = stmt->stmts[i];
    else if (stmt->stmts[i]->kind == TL_STMT_ALLOC)
      stmts[n++] = insert (arena, stmt->stmts[i], copies);
    else
      {
        stmts[n++] = copies;
        stmts[n++] = stmt->stmts[i];
      }
  return tl_stmt_seq (arena, stmts, n);
}

static const TlStmt *
spread (Spread *s, const TlStmt *const *copies, guint n_copies, const TlStmt *products)
{
  TlArena *arena = s->builder->arena;
  TlLoop   loop = products->loop;
  gint64   n_parts = 0;
  g_autofree const TlStmt **parts = g_new (const TlStmt *, n_copies);

  tl_expr_get_int (loop.extent, &n_parts);
  for (guint i = 0; i < n_copies; i++)
    parts[i] = part_of (s, copies[i], loop.var, n_parts);
  loop.body = insert (arena, loop.body, tl_stmt_seq (arena, parts, n_copies));
  tl_remark_loop (s->remarks, &products->loop, "starts the copies of a later iteration, %u in turns", (guint) n_parts);
  return tl_stmt_with_origin (arena, tl_stmt_loop (arena, &loop), products->origin);
}

static const TlStmt *
rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Spread *s = rewriter->user_data;

  if (stmt->kind != TL_STMT_SEQ)
    return NULL;
  for (guint at = 1; at + 1 < stmt->n_stmts; at++)
    {
      guint n_copies = 0;

      if (!tl_stmt_is_commit_group (stmt->stmts[at]) || !is_products (stmt->stmts[at + 1]))
        continue;
      while (n_copies < at && is_copies (stmt->stmts[at - n_copies - 1]))
        n_copies++;
      if (n_copies == 0)
        continue;
      g_autofree const TlStmt **stmts = g_memdup2 (stmt->stmts, stmt->n_stmts * sizeof *stmts);
      guint first = at - n_copies;

      stmts[first] = spread (s, stmt->stmts + first, n_copies, stmt->stmts[at + 1]);
      stmts[first + 1] = stmt->stmts[at];
      memmove (stmts + first + 2, stmts + at + 2, (stmt->n_stmts - at - 2) * sizeof *stmts);
      return tl_stmt_seq (rewriter->arena, stmts, stmt->n_stmts - n_copies);
    }
  return NULL;
}

const TlPrimFunc *
tl_lower_spread_copies (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  Spread     s = { .builder = builder, .remarks = remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = rewrite_stmt, .expr = tl_rewrite_no_expr, .user_data = &s };

  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
