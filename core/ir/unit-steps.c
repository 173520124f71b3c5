/* SPDX-License-Identifier: Apache-2.0 */
/* "for i in range (a, b, s)" is "for i in range (ceildiv (b - a, s))" with a + i * s in place of i. */
#include "core/ir/walk.h"

static gboolean
has_known_step (const TlStmt *stmt)
{
  gint64 step;

  return stmt->kind == TL_STMT_FOR && tl_expr_get_int (stmt->loop.step, &step) && step > 0;
}

static TlWalk
find_step (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;

  *found |= has_known_step (stmt);
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
with_unit_step (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlArena      *arena = rewriter->arena;
  TlLoop        loop = stmt->loop;
  const TlExpr *last, *value;
  gint64        extent;

  if (!has_known_step (stmt))
    return NULL;
  last = tl_add (arena, loop.extent, tl_sub (arena, loop.step, tl_expr_int (arena, loop.step->dtype, 1)));
  value = tl_cast (arena, loop.var->dtype, tl_add (arena, loop.min, tl_mul (arena, loop.var, loop.step)));
  loop.extent = tl_cast (arena, loop.var->dtype, tl_floordiv (arena, last, loop.step));
  if (tl_expr_get_int (loop.extent, &extent) && extent < 0)
    loop.extent = tl_expr_int (arena, loop.extent->dtype, 0);
  loop.min = tl_expr_int (arena, loop.var->dtype, 0);
  loop.step = NULL;
  loop.body = tl_stmt_substitute_var (arena, tl_rewrite_stmt (rewriter, loop.body), loop.var, value);
  return tl_stmt_loop (arena, &loop);
}

const TlPrimFunc *
tl_prim_func_unit_steps (TlArena *arena, const TlPrimFunc *func)
{
  TlRewriter rewriter = { .arena = arena, .stmt = with_unit_step };
  gboolean   found = FALSE;

  tl_stmt_walk (func->body, find_step, NULL, &found);
  return found ? tl_prim_func_with_body (arena, func, tl_rewrite_stmt (&rewriter, func->body)) : func;
}
