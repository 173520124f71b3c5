/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread-axes: on a CPU the loops of a GPU program bound to blockIdx and threadIdx run one after another. Blocks say what each iteration
 * reads and writes, so taking the loops as loops is what the program means; only code that was written for threads that wait for each
 * other (storage_sync) has no such reading and is refused.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena *arena;
  gboolean has_sync;
} ThreadSerializer;

static const TlExpr *
find_sync (TlRewriter *rewriter, const TlExpr *expr)
{
  ThreadSerializer *s = rewriter->user_data;
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "tvm_storage_sync"))
    s->has_sync = TRUE;
  return NULL;
}

static const TlStmt *
serialize_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_THREAD_BINDING)
    return NULL;
  const TlStmt *inner = tl_rewrite_stmt_children (rewriter, stmt);
  TlLoop copy = inner->loop;
  copy.kind = TL_LOOP_SERIAL;
  copy.thread = NULL;
  return tl_stmt_loop (rewriter->arena, &copy);
}

const TlPrimFunc *
tl_lower_thread_axes (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  ThreadSerializer s = { .arena = builder->arena };
  TlRewriter rewriter = { .arena = builder->arena, .expr = find_sync, .stmt = serialize_loop, .user_data = &s };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);
  if (s.has_sync)
    {
      tl_lower_set_unsupported (error, "The program waits for other threads (storage_sync) and cannot run on a CPU loop by loop");
      return NULL;
    }
  return tl_prim_func_with_body (builder->arena, func, body);
}
