/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectorized loops whose stores all have a stride: each statement becomes one for each lane. Vectors would be put together and taken
 * apart lane by lane; scalars need neither, and LLVM may find another loop around them whose iterations lie side by side.
 *
 *   for i in vectorized(4): for k in 8: C[i * 128 + j] += …   →   for k in 8: C[j] += …, C[j + 128] += …, C[j + 256] += …, C[j + 384] += …
 */
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

#define MAX_STATEMENTS 128   /* of all lanes */

typedef struct
{
  guint n_contiguous, n_strided;   /* vector stores */
} StoreForms;

static TlWalk
count_store (const TlStmt *stmt, gpointer user_data)
{
  StoreForms *forms = user_data;
  if (stmt->kind == TL_STMT_STORE && stmt->indices[0]->dtype.lanes > 1)
    {
      const TlExpr *position = stmt->indices[0];
      gboolean is_contiguous = position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1);
      forms->n_contiguous += is_contiguous;
      forms->n_strided += !is_contiguous;
    }
  return TL_WALK_INTO;
}

gboolean
tl_stmt_only_scatters (const TlStmt *vectorized)
{
  StoreForms forms = { 0 };
  tl_stmt_walk (vectorized, count_store, NULL, &forms);
  return forms.n_strided > 0 && forms.n_contiguous == 0;
}

typedef struct
{
  TlAnalyzer  *analyzer;
  GHashTable  *own;       /* buffers allocated around it: their elements may be each lane's own */
  const TlVar *var;
  gboolean     has_row;   /* a store that goes on element by element */
} Strides;

static TlWalk
find_row (const TlStmt *stmt, gpointer user_data)
{
  Strides *strides = user_data;
  gint64   stride;
  strides->has_row |= stmt->kind == TL_STMT_STORE && !g_hash_table_contains (strides->own, stmt->buffer)
                      && (!tl_expr_stride (strides->analyzer, stmt->indices[0], strides->var, &stride) || stride == 0 || stride == 1);
  return strides->has_row ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
unroll_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Strides strides = *(const Strides *) rewriter->user_data;
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (strides.own, (gpointer) stmt->buffer);
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_VECTORIZED)
    return NULL;
  strides.var = stmt->loop.var;
  tl_stmt_walk (stmt->loop.body, find_row, NULL, &strides);
  TlLoop unrolled = stmt->loop;
  unrolled.kind = TL_LOOP_UNROLLED;
  return tl_rewrite_stmt_children (rewriter, strides.has_row ? stmt : tl_stmt_loop (rewriter->arena, &unrolled));
}

const TlStmt *
tl_stmt_unroll_scatters (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  Strides strides = { .analyzer = analyzer, .own = own };
  TlRewriter rewriter = { .arena = arena, .stmt = unroll_hook, .user_data = &strides };
  return tl_rewrite_stmt (&rewriter, stmt);
}

typedef struct
{
  const TlVar  *var;
  const TlExpr *start;
  guint         lanes;
  gboolean      failed;
} Lanes;

static const TlStmt *
store_lanes (Lanes *lanes, TlArena *arena, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new ();
  for (guint i = 0; i < lanes->lanes; i++)
    {
      const TlExpr *value = tl_add (arena, lanes->start, tl_expr_int (arena, lanes->start->dtype, i));
      g_ptr_array_add (stores, (gpointer) tl_stmt_substitute_var (arena, stmt, lanes->var, value));
    }
  return tl_stmt_seq (arena, (const TlStmt *const *) stores->pdata, stores->len);
}

/* Loops over something else and sequences keep their order; what else depends on the lane has no such form. */
static const TlStmt *
split_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Lanes *lanes = rewriter->user_data;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      return tl_expr_uses_var (stmt->indices[0], lanes->var) || tl_expr_uses_var (stmt->value, lanes->var)
             ? store_lanes (lanes, rewriter->arena, stmt) : stmt;
    case TL_STMT_FOR:
      lanes->failed |= tl_expr_uses_var (stmt->loop.min, lanes->var) || tl_expr_uses_var (stmt->loop.extent, lanes->var);
      return NULL;
    case TL_STMT_SEQ:
    case TL_STMT_ATTR:
      return NULL;
    default:
      lanes->failed = TRUE;
      return stmt;
    }
}

const TlStmt *
tl_stmt_split_lanes (TlArena *arena, const TlStmt *body, const TlVar *var, const TlExpr *start, guint lanes)
{
  Lanes state = { .var = var, .start = start, .lanes = lanes };
  TlRewriter rewriter = { .arena = arena, .stmt = split_stmt, .user_data = &state };
  if ((guint64) lanes * tl_stmt_count_steps (body) > MAX_STATEMENTS)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt (&rewriter, body);
  return state.failed ? NULL : result;
}
