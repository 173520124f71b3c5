/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/apart.h"

#include "core/ir/walk.h"

typedef struct
{
  TlBuilder builder;
  guint     n_loops;
} Parting;

/* The buffers that the iterations of a loop share and write. */
typedef struct
{
  GHashTable *own;      /* TlBuffer: allocated in the loop */
  GPtrArray  *shared;   /* TlBuffer */
} Shared;

static TlWalk
find_own (const TlStmt *stmt, gpointer user_data)
{
  Shared *shared = user_data;

  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (shared->own, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
find_shared (const TlStmt *stmt, gpointer user_data)
{
  Shared *shared = user_data;

  if (stmt->kind == TL_STMT_STORE && !g_hash_table_contains (shared->own, stmt->buffer)
      && !g_ptr_array_find (shared->shared, stmt->buffer, NULL))
    g_ptr_array_add (shared->shared, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static const TlExpr *
load (TlArena *arena, const TlBuffer *buffer, const TlVar *at)
{
  return tl_expr_load (arena, buffer, &at, 1);
}

/* Bits are compared: what was not written may be no number. */
static const TlExpr *
bits_of (TlArena *arena, const TlExpr *value)
{
  TlDType bits = { .code = TL_TYPE_UINT, .bits = value->dtype.bits, .lanes = value->dtype.lanes };

  return tl_dtype_is_float (value->dtype) ? tl_expr_call (arena, bits, tl_intrinsic_find ("reinterpret"), &value, 1) : value;
}

/* for e: @to[e] = @from[e], of all or of the elements that differ from those of @unless (nullable) */
static const TlStmt *
copy (Parting *parting, const TlBuffer *to, const TlBuffer *from, const TlBuffer *unless)
{
  TlArena      *arena = parting->builder.arena;
  const TlVar  *at = tl_expr_var (arena, "e", to->shape[0]->dtype);
  const TlExpr *value = load (arena, from, at);
  const TlStmt *store = tl_stmt_store (arena, to, &at, 1, value);

  if (unless != NULL)
    {
      const TlExpr *other = load (arena, unless, at);

      store = tl_stmt_if (arena, tl_expr_binary (arena, TL_EXPR_NE, bits_of (arena, value), bits_of (arena, other)), store, NULL);
    }
  return tl_stmt_for (&parting->builder, at, to->shape[0], store);
}

/* The iterations in @body start from @start and leave what they change in @result. */
static const TlStmt *
part_body (Parting *parting, const TlBuffer *buffer, const TlBuffer *start, const TlBuffer *result, const TlStmt *body)
{
  const TlStmt *steps[] = { copy (parting, buffer, start, NULL), body, copy (parting, result, buffer, start) };

  return tl_stmt_seq (parting->builder.arena, steps, G_N_ELEMENTS (steps));
}

static const TlStmt *
part_outside (Parting *parting, const TlBuffer *buffer, const TlBuffer *start, const TlBuffer *result, const TlStmt *loop)
{
  TlArena      *arena = parting->builder.arena;
  const TlStmt *steps[] = { copy (parting, start, buffer, NULL), copy (parting, result, buffer, NULL), loop,
                            copy (parting, buffer, result, NULL) };

  return tl_stmt_alloc (arena, start, tl_stmt_alloc (arena, result, tl_stmt_seq (arena, steps, G_N_ELEMENTS (steps))));
}

/*
 * for i in T.parallel(a, a + n): S(i)
 *   →  B, R = X, X;  for i in range(a, a + n): { X = B;  S(2 * a + n - 1 - i);  R = X where X != B };  X = R
 */
static const TlStmt *
part_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  Parting              *parting = rewriter->user_data;
  TlArena              *arena = parting->builder.arena;
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL), values = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  buffers = g_ptr_array_new (), copies = g_ptr_array_new ();
  Shared                 shared = { own, buffers };

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_PARALLEL)
    return NULL;
  tl_stmt_walk (stmt, find_own, NULL, &shared);
  tl_stmt_walk (stmt, find_shared, NULL, &shared);
  {
    TlLoop        loop = tl_rewrite_stmt_children (rewriter, stmt)->loop;
    const TlExpr *last = tl_sub (arena, tl_add (arena, loop.min, loop.extent), tl_expr_int (arena, loop.var->dtype, 1));
    const TlVar  *var = tl_expr_var (arena, loop.var->name, loop.var->dtype);
    const TlStmt *result;

    g_hash_table_insert (values, (gpointer) loop.var, (gpointer) tl_sub (arena, tl_add (arena, last, loop.min), var));
    loop.body = tl_stmt_substitute (arena, loop.body, values);
    loop.var = var;
    loop.kind = TL_LOOP_SERIAL;
    for (guint i = 0; i < buffers->len; i++)
      {
        g_ptr_array_add (copies, (gpointer) tl_buffer_copy (arena, buffers->pdata[i], "start", "global"));
        g_ptr_array_add (copies, (gpointer) tl_buffer_copy (arena, buffers->pdata[i], "result", "global"));
        loop.body = part_body (parting, buffers->pdata[i], copies->pdata[2 * i], copies->pdata[2 * i + 1], loop.body);
      }
    result = tl_stmt_loop (arena, &loop);
    for (guint i = 0; i < buffers->len; i++)
      result = part_outside (parting, buffers->pdata[i], copies->pdata[2 * i], copies->pdata[2 * i + 1], result);
    parting->n_loops++;
    return result;
  }
}

TlModule *
module_apart (TlModule *lowered)
{
  g_autoptr (TlArena) arena = tl_arena_new (lowered->arena);
  Parting             parting = { .builder = { .arena = arena, .next_id = lowered->next_id } };
  TlRewriter          rewriter = { .arena = arena, .stmt = part_loop, .user_data = &parting };
  const TlPrimFunc  **funcs = tl_arena_new_array (arena, const TlPrimFunc *, lowered->n_prims);

  for (guint i = 0; i < lowered->n_prims; i++)
    funcs[i] = tl_prim_func_with_body (arena, lowered->prims[i], tl_rewrite_stmt (&rewriter, lowered->prims[i]->body));
  return parting.n_loops > 0 ? tl_module_new_prims (arena, lowered->name, funcs, lowered->n_prims, parting.builder.next_id) : NULL;
}
