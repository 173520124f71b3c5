/* SPDX-License-Identifier: Apache-2.0 */
/*
 * virtual-threads: a thread runs its virtual threads in turns, statement by statement. Statements that are the same for all of them run
 * once; the others become loops around single statements, and buffers that differ hold one part for each.
 *
 *   for vx in vthread (2): alloc L[4];  for k: { S[k] = A[k];  L[0] = L[0] + S[k] * B[vx] }
 *     →  alloc L[8];  for k: { S[k] = A[k];  for vx in unroll (2): L[vx * 4] = L[vx * 4] + S[k] * B[vx] }
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  const TlLoop *loop;        /* of the virtual thread */
  GHashTable *vars;          /* TlVar whose values differ between virtual threads */
  GHashTable *own;           /* TlBuffer that is allocated in the loop */
  GHashTable *differing;     /* TlBuffer of @own → its larger twin; NULL until it is made */
  guint       n_around;      /* conditions and loops around the current statement whose operands differ */
  gboolean    has_changed;
} VirtualThread;

/* --- what differs --- */

static TlWalk
find_differing (const TlExpr *expr, gpointer user_data)
{
  VirtualThread *v = user_data;

  return (expr->kind == TL_EXPR_VAR && g_hash_table_contains (v->vars, expr))
         || (expr->kind == TL_EXPR_LOAD && g_hash_table_contains (v->differing, expr->buffer)) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
expr_differs (VirtualThread *v, const TlExpr *expr)
{
  return expr != NULL && !tl_expr_walk (expr, find_differing, v);
}

static void
mark (VirtualThread *v, GHashTable *set, gconstpointer key)
{
  if (g_hash_table_contains (set, key))
    return;
  g_hash_table_insert (set, (gpointer) key, NULL);
  v->has_changed = TRUE;
}

static TlWalk
mark_stmt (const TlStmt *stmt, gpointer user_data)
{
  VirtualThread *v = user_data;
  gboolean differs = FALSE;

  switch (stmt->kind)
    {
    case TL_STMT_ALLOC:
      g_hash_table_add (v->own, (gpointer) stmt->buffer);
      return TL_WALK_INTO;
    case TL_STMT_STORE:
      differs = v->n_around > 0 || expr_differs (v, stmt->indices[0]) || expr_differs (v, stmt->value);
      if (differs && g_hash_table_contains (v->own, stmt->buffer))
        mark (v, v->differing, stmt->buffer);
      return TL_WALK_OVER;
    case TL_STMT_LET:
      if (expr_differs (v, stmt->let_value))
        mark (v, v->vars, stmt->var);
      return TL_WALK_INTO;
    case TL_STMT_FOR:
      differs = expr_differs (v, stmt->loop.min) || expr_differs (v, stmt->loop.extent);
      break;
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      differs = expr_differs (v, stmt->cond);
      break;
    default:
      return TL_WALK_INTO;
    }
  v->n_around += differs;
  tl_stmt_walk_children (stmt, mark_stmt, NULL, v);
  v->n_around -= differs;
  return TL_WALK_OVER;
}

/* --- rewriting --- */

static TlWalk
stop_at_differing_stmt (const TlStmt *stmt, gpointer user_data)
{
  VirtualThread *v = user_data;

  return stmt->kind == TL_STMT_STORE && g_hash_table_contains (v->differing, stmt->buffer) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
stmt_differs (VirtualThread *v, const TlStmt *stmt)
{
  return !tl_stmt_walk (stmt, stop_at_differing_stmt, find_differing, v);
}

static gint64
n_virtual (const VirtualThread *v)
{
  gint64 n = 1;

  tl_expr_get_int (v->loop->extent, &n);
  return n;
}

static const TlBuffer *
larger_twin (VirtualThread *v, const TlBuffer *buffer)
{
  TlBuffer *twin = g_hash_table_lookup (v->differing, buffer);

  if (twin != NULL)
    return twin;
  const TlExpr *extent = tl_mul (v->arena, buffer->shape[0], tl_expr_int (v->arena, buffer->shape[0]->dtype, n_virtual (v)));

  twin = tl_arena_memdup (v->arena, buffer, sizeof *buffer);
  twin->shape = tl_arena_dup_array (v->arena, const TlExpr *, &extent, 1);
  g_hash_table_insert (v->differing, (gpointer) buffer, twin);
  return twin;
}

/* The position in the part of this virtual thread. */
static const TlExpr *
own_position (VirtualThread *v, const TlBuffer *buffer, const TlExpr *index)
{
  TlDType type = tl_dtype_with_lanes (index->dtype, 1);
  const TlExpr *part = tl_sub (v->arena, v->loop->var, v->loop->min);

  return tl_index_shift (v->arena, index, tl_mul (v->arena, tl_cast (v->arena, type, part), tl_cast (v->arena, type, buffer->shape[0])));
}

static const TlExpr *
own_load (TlRewriter *rewriter, const TlExpr *expr)
{
  VirtualThread *v = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || !g_hash_table_contains (v->differing, expr->buffer))
    return NULL;
  const TlExpr *index = own_position (v, expr->buffer, tl_rewrite_expr (rewriter, expr->indices[0]));
  return tl_expr_load (v->arena, larger_twin (v, expr->buffer), &index, 1);
}

static const TlStmt *
own_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  VirtualThread *v = rewriter->user_data;
  const TlStmt *inner;

  if (stmt->kind == TL_STMT_ALLOC && g_hash_table_contains (v->differing, stmt->buffer))
    return tl_stmt_alloc (v->arena, larger_twin (v, stmt->buffer), tl_rewrite_stmt (rewriter, stmt->alloc_body));
  if (stmt->kind != TL_STMT_STORE || !g_hash_table_contains (v->differing, stmt->buffer))
    return NULL;
  inner = tl_rewrite_stmt_children (rewriter, stmt);
  const TlExpr *index = own_position (v, stmt->buffer, inner->indices[0]);
  return tl_stmt_with_origin (v->arena, tl_stmt_store (v->arena, larger_twin (v, stmt->buffer), &index, 1, inner->value), stmt->origin);
}

/* @stmt for one virtual thread after the other. */
static const TlStmt *
repeat (VirtualThread *v, const TlStmt *stmt)
{
  TlRewriter own = { .arena = v->arena, .stmt = own_store, .expr = own_load, .user_data = v };
  TlLoop loop = *v->loop;

  loop.kind = TL_LOOP_UNROLLED;
  loop.thread = NULL;
  loop.is_launch = FALSE;
  loop.var = tl_var_copy (v->arena, v->loop->var);
  loop.body = tl_stmt_substitute_var (v->arena, tl_rewrite_stmt (&own, stmt), v->loop->var, loop.var);
  return tl_stmt_with_origin (v->arena, tl_stmt_loop (v->arena, &loop), stmt->origin);
}

/* As far inside as what differs. */
static const TlStmt *
spread (TlRewriter *rewriter, const TlStmt *stmt)
{
  VirtualThread *v = rewriter->user_data;

  if (!stmt_differs (v, stmt))
    return stmt;
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
    case TL_STMT_ATTR:
      return NULL;
    case TL_STMT_ALLOC:
      return g_hash_table_contains (v->differing, stmt->buffer)
             ? tl_stmt_alloc (v->arena, larger_twin (v, stmt->buffer), tl_rewrite_stmt (rewriter, stmt->alloc_body)) : NULL;
    case TL_STMT_FOR:
      return expr_differs (v, stmt->loop.min) || expr_differs (v, stmt->loop.extent) ? repeat (v, stmt) : NULL;
    case TL_STMT_IF:
      return expr_differs (v, stmt->cond) ? repeat (v, stmt) : NULL;
    case TL_STMT_LET:
      return expr_differs (v, stmt->let_value) ? repeat (v, stmt) : NULL;
    default:
      return repeat (v, stmt);
    }
}

static gboolean
is_virtual (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING && g_str_has_prefix (stmt->loop.thread, "vthread");
}

static const TlStmt *
spread_loop (TlRewriter *outer, const TlStmt *stmt)
{
  if (!is_virtual (stmt))
    return NULL;
  stmt = tl_rewrite_stmt_children (outer, stmt);   /* those inside first */
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL), own = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) differing = g_hash_table_new (NULL, NULL);
  VirtualThread v = { .arena = outer->arena, .loop = &stmt->loop, .vars = vars, .own = own, .differing = differing };
  TlRewriter rewriter = { .arena = outer->arena, .stmt = spread, .expr = tl_rewrite_no_expr, .user_data = &v };

  g_hash_table_add (vars, (gpointer) stmt->loop.var);
  do
    {
      v.has_changed = FALSE;
      tl_stmt_walk (stmt->loop.body, mark_stmt, NULL, &v);
    }
  while (v.has_changed);
  return tl_rewrite_stmt (&rewriter, stmt->loop.body);
}

static TlWalk
check_extent (const TlStmt *stmt, gpointer user_data)
{
  const TlLoop **bad = user_data;
  gint64 n;

  if (!is_virtual (stmt) || tl_expr_get_int (stmt->loop.extent, &n))
    return TL_WALK_INTO;
  *bad = &stmt->loop;
  return TL_WALK_STOP;
}

const TlPrimFunc *
tl_lower_virtual_threads (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  const TlLoop *bad = NULL;
  TlRewriter rewriter = { .arena = builder->arena, .stmt = spread_loop, .expr = tl_rewrite_no_expr };

  if (!tl_stmt_walk (func->body, check_extent, NULL, &bad))
    {
      tl_lower_set_unsupported (error, "Loop %s is bound to \"%s\", and its extent is no number", bad->var->name, bad->thread);
      return NULL;
    }
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
