/* SPDX-License-Identifier: Apache-2.0 */
/*
 * async-copies: stores that may go on by themselves (TL_ASYNC_SCOPE) and that copy from global to shared memory are T.ptx_cp_async, in
 * pieces of 16, 8 or 4 bytes as the positions are known to be aligned; other stores there run in place.
 *
 *   with T.attr (0, "async_scope", 1): S[tx * 4:…] = A[k + tx * 4:…]   →   T.ptx_cp_async ("float32", S.data, tx * 4, A.data, …, 16)
 *
 * A copy with a condition that gives zeros otherwise, as padding does, has that condition, and needs no branch. Where no store of a kernel
 * goes on by itself, its groups and waits are gone.
 */
#include <math.h>

#include "core/ir/async-copy.h"
#include "core/ir/kernel.h"
#include "core/lower/lower-private.h"

#define MAX_PIECE 16   /* bytes */

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlRemarks  *remarks;
  GHashTable *private;     /* TlBuffer that a kernel allocates */
  guint       n_scopes;    /* TL_ASYNC_SCOPE around the statement */
  guint       n_masks;     /* conditions of several lanes around it */
  gboolean    has_copies;
} AsyncCopies;

/* --- one store --- */

static gboolean
is_zero (const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_BROADCAST)
    return is_zero (expr->base);
  return expr->kind == TL_EXPR_FLOAT ? expr->float_value == 0.0 && !signbit (expr->float_value) : tl_expr_is_int (expr, 0);
}

/* A condition that all lanes have in common; NULL. */
static const TlExpr *
common_condition (const TlExpr *cond)
{
  if (cond->kind == TL_EXPR_BROADCAST)
    cond = cond->base;
  return cond->dtype.lanes == 1 ? cond : NULL;
}

/* The load that @value is, with its condition; NULL if it is anything else. */
static const TlExpr *
copied_load (const TlExpr *value, const TlExpr **condition)
{
  const TlExpr *cond = NULL, *if_true = NULL, *if_false = NULL;

  *condition = NULL;
  if (value->kind == TL_EXPR_LOAD)
    return value;
  if (value->kind == TL_EXPR_SELECT)
    cond = value->cond, if_true = value->if_true, if_false = value->if_false;
  else if (value->kind == TL_EXPR_CALL && value->n_args == 3 && g_str_equal (value->callee->name, "if_then_else"))
    cond = value->args[0], if_true = value->args[1], if_false = value->args[2];
  if (cond == NULL || if_true->kind != TL_EXPR_LOAD || !is_zero (if_false) || tl_expr_reads_memory (cond))
    return NULL;
  *condition = common_condition (cond);
  return *condition != NULL ? if_true : NULL;
}

/* The first of elements that lie side by side; NULL if they do not. */
static const TlExpr *
first_of (const TlExpr *index)
{
  if (index->dtype.lanes == 1)
    return index;
  return index->kind == TL_EXPR_RAMP && tl_expr_is_int (index->stride, 1) ? index->base : NULL;
}

static gboolean
is_multiple (AsyncCopies *c, const TlExpr *position, gint64 n)
{
  gint64 coefficient, base;

  tl_analyzer_modular (c->analyzer, position, &coefficient, &base);
  return coefficient % n == 0 && base % n == 0;
}

/* Bytes of the largest pieces; 0: none are possible. */
static gint64
piece_bytes (AsyncCopies *c, const TlExpr *to, const TlExpr *from, gint64 n_bytes, gint64 element_bytes)
{
  for (gint64 piece = MAX_PIECE; piece >= 4 && piece >= element_bytes; piece /= 2)
    if (n_bytes % piece == 0 && is_multiple (c, to, piece / element_bytes) && is_multiple (c, from, piece / element_bytes))
      return piece;
  return 0;
}

static const TlStmt *
in_pieces (AsyncCopies *c, const TlAsyncCopy *copy, gint64 n_bytes)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new ();
  gint64 length = tl_async_copy_elements (copy);

  for (gint64 i = 0; i < n_bytes / copy->n_bytes; i++)
    {
      TlAsyncCopy piece = *copy;

      piece.to_offset = tl_add (c->arena, copy->to_offset, tl_expr_int (c->arena, copy->to_offset->dtype, i * length));
      piece.from_offset = tl_add (c->arena, copy->from_offset, tl_expr_int (c->arena, copy->from_offset->dtype, i * length));
      g_ptr_array_add (pieces, (gpointer) tl_async_copy_stmt (c->arena, &piece));
    }
  return tl_stmt_seq (c->arena, (const TlStmt *const *) pieces->pdata, pieces->len);
}

static const TlStmt *
in_place (AsyncCopies *c, const TlStmt *store, const char *why)
{
  tl_remark_buffer (c->remarks, store->buffer, "is filled in place, not asynchronously: %s", why);
  return store;
}

static const TlStmt *
copy_of (AsyncCopies *c, const TlStmt *store)
{
  TlAsyncCopy copy = { .to = store->buffer, .dtype = store->buffer->dtype };
  const TlExpr *load = copied_load (store->value, &copy.condition);

  if (!tl_scope_is_shared (store->buffer->scope))
    return store;
  if (load == NULL || g_hash_table_contains (c->private, load->buffer) || !tl_dtype_equal (load->buffer->dtype, copy.dtype))
    return in_place (c, store, "the value is no copy of global memory");
  if (c->n_masks > 0)
    return in_place (c, store, "a condition differs between the elements of a vector");
  copy.from = load->buffer;
  copy.to_offset = first_of (store->indices[0]);
  copy.from_offset = first_of (load->indices[0]);
  if (copy.to_offset == NULL || copy.from_offset == NULL)
    return in_place (c, store, "the elements of a vector do not lie side by side");
  gint64 element_bytes = tl_dtype_bytes (copy.dtype), n_bytes = store->value->dtype.lanes * element_bytes;
  copy.n_bytes = copy.dtype.lanes == 1 ? piece_bytes (c, copy.to_offset, copy.from_offset, n_bytes, element_bytes) : 0;
  if (copy.n_bytes == 0)
    return in_place (c, store, "no 4 bytes of a thread are aligned and lie side by side");
  c->has_copies = TRUE;
  tl_remark_buffer (c->remarks, store->buffer, "is filled asynchronously, %d bytes at once", (int) copy.n_bytes);
  return in_pieces (c, &copy, n_bytes);
}

/* --- the rewrite --- */

static const TlStmt *
rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  AsyncCopies *c = rewriter->user_data;

  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, c->analyzer, stmt);
  if (stmt->kind == TL_STMT_IF && stmt->cond->dtype.lanes > 1)
    {
      c->n_masks++;
      const TlStmt *masked = tl_rewrite_stmt_children (rewriter, stmt);
      c->n_masks--;
      return masked;
    }
  if (stmt->kind == TL_STMT_ATTR && g_str_equal (stmt->attr_key, TL_ASYNC_SCOPE))
    {
      c->n_scopes++;
      const TlStmt *body = tl_rewrite_stmt (rewriter, stmt->attr_body);
      c->n_scopes--;
      return body;
    }
  if (stmt->kind == TL_STMT_STORE && c->n_scopes > 0)
    return tl_stmt_with_origin (c->arena, copy_of (c, stmt), stmt->origin);
  return NULL;
}

static gboolean
is_of_groups (const TlStmt *stmt)
{
  return tl_stmt_is_commit_group (stmt) || tl_stmt_is_wait_group (stmt);
}

static const TlStmt *
drop_groups (TlRewriter *rewriter, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) others = NULL;

  if (is_of_groups (stmt))
    return tl_stmt_seq (rewriter->arena, NULL, 0);
  if (stmt->kind != TL_STMT_SEQ)
    return NULL;
  others = g_ptr_array_new ();
  for (guint i = 0; i < stmt->n_stmts; i++)
    if (!is_of_groups (stmt->stmts[i]))
      g_ptr_array_add (others, (gpointer) tl_rewrite_stmt (rewriter, stmt->stmts[i]));
  return tl_stmt_seq (rewriter->arena, (const TlStmt *const *) others->pdata, others->len);
}

static TlWalk
find_allocated (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (user_data, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
find_scope (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_ATTR && g_str_equal (stmt->attr_key, TL_ASYNC_SCOPE) ? TL_WALK_STOP : TL_WALK_INTO;
}

/* One kernel. */
static const TlStmt *
rewrite_launch (TlRewriter *rewriter, const TlStmt *stmt)
{
  AsyncCopies *c = rewriter->user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_THREAD_BINDING)
    return NULL;
  if (tl_stmt_walk (stmt, find_scope, NULL, NULL))
    return stmt;
  TlRewriter inside = { .arena = c->arena, .stmt = rewrite_stmt, .expr = tl_rewrite_no_expr, .user_data = c };
  TlRewriter cleaner = { .arena = c->arena, .stmt = drop_groups, .expr = tl_rewrite_no_expr };

  c->has_copies = FALSE;
  tl_stmt_walk (stmt, find_allocated, NULL, c->private);
  stmt = rewrite_stmt (&inside, stmt);
  return c->has_copies ? stmt : tl_rewrite_stmt (&cleaner, stmt);
}

const TlPrimFunc *
tl_lower_async_copies (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GHashTable) private = g_hash_table_new (NULL, NULL);
  AsyncCopies c = { .arena = builder->arena, .analyzer = analyzer, .remarks = remarks, .private = private };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = rewrite_launch, .expr = tl_rewrite_no_expr, .user_data = &c };

  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
