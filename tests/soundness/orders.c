/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/orders.h"

#include "core/ir/walk.h"

typedef struct
{
  TlArena *arena;
  TlNodeId loop;
  gint64 first;
  gboolean is_backwards;
} Order;

/* for i in range(n): S(i)  →  for i in range(n): S((first + i) % n), or S((first + n - i) % n) */
static const TlStmt *
reorder_iterations (TlRewriter *rewriter, const TlStmt *stmt)
{
  Order *order = rewriter->user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.id != order->loop)
    return NULL;
  {
    g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
    TlLoop loop = stmt->loop;
    const TlVar *var = tl_expr_var (order->arena, loop.var->name, loop.var->dtype);
    const TlExpr *first = tl_expr_int (order->arena, var->dtype, order->first);
    const TlExpr *at =
        order->is_backwards ? tl_sub (order->arena, tl_add (order->arena, first, loop.extent), var) : tl_add (order->arena, first, var);

    g_hash_table_insert (values, (gpointer)loop.var, (gpointer)tl_floormod (order->arena, at, loop.extent));
    loop.body = tl_stmt_substitute (order->arena, loop.body, values);
    loop.var = var;
    loop.kind = TL_LOOP_SERIAL;
    loop.thread = NULL;
    return tl_stmt_loop (order->arena, &loop);
  }
}

TlModule *
module_in_order (TlModule *module, TlNodeId loop, gint64 first, gboolean is_backwards)
{
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  Order order = { arena, loop, first, is_backwards };
  TlRewriter rewriter = { .arena = arena, .stmt = reorder_iterations, .user_data = &order };
  const TlPrimFunc **funcs = tl_arena_new_array (arena, const TlPrimFunc *, module->n_prims);

  for (guint i = 0; i < module->n_prims; i++)
    funcs[i] = tl_prim_func_with_body (arena, module->prims[i], tl_rewrite_stmt (&rewriter, module->prims[i]->body));
  return tl_module_new_prims (arena, module->name, funcs, module->n_prims, module->next_id);
}
