/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/backwards.h"

#include "core/ir/walk.h"

typedef struct
{
  TlArena *arena;
  guint    n_turned;
} Turning;

/* for i in T.parallel(a, a + n): S(i)  →  for i in range(a, a + n): S(2 * a + n - 1 - i) */
static const TlStmt *
transpose_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  Turning *turning = rewriter->user_data;
  TlArena *arena = turning->arena;

  if (stmt->kind != TL_STMT_FOR || (stmt->loop.kind != TL_LOOP_PARALLEL && stmt->loop.kind != TL_LOOP_VECTORIZED))
    return NULL;
  {
    g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
    TlLoop        loop = tl_rewrite_stmt_children (rewriter, stmt)->loop;
    const TlExpr *last = tl_sub (arena, tl_add (arena, loop.min, loop.extent), tl_expr_int (arena, loop.var->dtype, 1));
    const TlVar  *var = tl_expr_var (arena, loop.var->name, loop.var->dtype);

    g_hash_table_insert (values, (gpointer) loop.var, (gpointer) tl_sub (arena, tl_add (arena, last, loop.min), var));
    loop.body = tl_stmt_substitute (arena, loop.body, values);
    loop.var = var;
    loop.kind = TL_LOOP_SERIAL;
    turning->n_turned++;
    return tl_stmt_loop (arena, &loop);
  }
}

TlModule *
module_backwards (TlModule *module)
{
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  Turning              turning = { arena, 0 };
  TlRewriter           rewriter = { .arena = arena, .stmt = transpose_loop, .user_data = &turning };
  const TlPrimFunc   **funcs = tl_arena_new_array (arena, const TlPrimFunc *, module->n_prims);

  for (guint i = 0; i < module->n_prims; i++)
    funcs[i] = tl_prim_func_with_body (arena, module->prims[i], tl_rewrite_stmt (&rewriter, module->prims[i]->body));
  return turning.n_turned > 0 ? tl_module_new_prims (arena, module->name, funcs, module->n_prims, module->next_id) : NULL;
}
