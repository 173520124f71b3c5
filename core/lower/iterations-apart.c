/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether iterations of a loop store to elements that no other one touches: each access is compared with those of an iteration ahead, whose
 * inner loops are others.
 *
 * Lanes of a vectorized loop run side by side: two of them that fill the same element would add to it twice. Statements that are the
 * same in all lanes run once.
 */
#include "core/lower/lower-private.h"

/* Accesses are compared in pairs; of more nothing is shown. */
#define MAX_ACCESSES 16u

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlLoop   *loop;
  const TlBuffer *buffer;
  GHashTable     *own;        /* TlBuffer: those that may have a copy for each lane */
  GHashTable     *mirrored;   /* variable of a loop inside → the same of an iteration ahead, also known to the analyzer */
  GPtrArray      *stores;     /* TlStmt */
  GPtrArray      *loads;      /* TlExpr */
  gboolean        may_differ; /* something in it is not the same in all lanes */
} Iterations;

static TlWalk
find_difference (const TlExpr *expr, gpointer user_data)
{
  Iterations *it = user_data;

  it->may_differ |= expr == it->loop->var || (expr->kind == TL_EXPR_LOAD && g_hash_table_contains (it->own, expr->buffer));
  return TL_WALK_INTO;
}

static TlWalk
gather (const TlStmt *stmt, gpointer user_data)
{
  Iterations *it = user_data;

  if (stmt->kind == TL_STMT_STORE && stmt->buffer == it->buffer)
    {
      g_ptr_array_add (it->stores, (gpointer) stmt);
      tl_expr_walk (stmt->value, find_difference, it);
      for (guint i = 0; i < stmt->n_indices; i++)
        tl_expr_walk (stmt->indices[i], find_difference, it);
    }
  else if (stmt->kind == TL_STMT_FOR)
    {
      const TlVar *var = stmt->loop.var, *other = tl_expr_var (it->arena, var->name, var->dtype);

      tl_analyzer_bind (it->analyzer, var, stmt->loop.min, stmt->loop.extent);
      tl_analyzer_bind (it->analyzer, other, tl_expr_substitute (it->arena, stmt->loop.min, it->mirrored),
                        tl_expr_substitute (it->arena, stmt->loop.extent, it->mirrored));
      g_hash_table_insert (it->mirrored, (gpointer) var, (gpointer) other);
      tl_expr_walk (stmt->loop.min, find_difference, it);
      tl_expr_walk (stmt->loop.extent, find_difference, it);
    }
  else if (stmt->kind == TL_STMT_IF)
    tl_expr_walk (stmt->cond, find_difference, it);
  return TL_WALK_INTO;
}

static TlWalk
gather_load (const TlExpr *expr, gpointer user_data)
{
  Iterations *it = user_data;

  if (expr->kind == TL_EXPR_LOAD && expr->buffer == it->buffer)
    g_ptr_array_add (it->loads, (gpointer) expr);
  return TL_WALK_INTO;
}

/* Whether an access at @b in a later iteration never meets one at @a. */
static gboolean
are_apart (Iterations *it, const TlExpr *const *a, const TlExpr *const *b)
{
  for (guint i = 0; i < it->buffer->n_dims; i++)
    {
      const TlExpr *ahead = tl_sub (it->arena, tl_expr_substitute (it->arena, b[i], it->mirrored), a[i]);
      gint64        min, max;

      tl_analyzer_const_bounds (it->analyzer, tl_analyzer_simplify (it->analyzer, ahead), &min, &max);
      if (min > 0 || max < 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
stores_are_apart (Iterations *it)
{
  if (it->stores->len > MAX_ACCESSES)
    return FALSE;
  for (guint i = 0; i < it->stores->len; i++)
    for (guint k = 0; k < it->stores->len; k++)
      if (!are_apart (it, ((const TlStmt *) it->stores->pdata[i])->indices, ((const TlStmt *) it->stores->pdata[k])->indices))
        return FALSE;
  return TRUE;
}

static gboolean
loads_are_apart (Iterations *it)
{
  if (it->stores->len > MAX_ACCESSES || it->loads->len > MAX_ACCESSES)
    return FALSE;
  for (guint i = 0; i < it->stores->len; i++)
    for (guint k = 0; k < it->loads->len; k++)
      {
        const TlExpr *const *store = ((const TlStmt *) it->stores->pdata[i])->indices;
        const TlExpr *const *load = ((const TlExpr *) it->loads->pdata[k])->indices;

        if (!are_apart (it, store, load) || !are_apart (it, load, store))
          return FALSE;
      }
  return TRUE;
}

/* Bound are the loop's variable and, by how much the other iteration is ahead, that. */
static void
bind_iterations (Iterations *it)
{
  const TlVar  *var = it->loop->var, *ahead = tl_expr_var (it->arena, "ahead", var->dtype);
  const TlExpr *one = tl_expr_int (it->arena, var->dtype, 1);

  tl_analyzer_bind (it->analyzer, var, it->loop->min, it->loop->extent);
  tl_analyzer_bind (it->analyzer, ahead, one, tl_sub (it->arena, it->loop->extent, one));
  g_hash_table_insert (it->mirrored, (gpointer) var, (gpointer) tl_add (it->arena, var, ahead));
}

gboolean
tl_lanes_need_copies (TlArena *arena, const TlLoop *loop, const TlBuffer *buffer, const TlBuffer *const *own, guint n_own)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) owned = g_hash_table_new (NULL, NULL), mirrored = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  stores = g_ptr_array_new ();
  Iterations             it = { arena, analyzer, loop, buffer, owned, mirrored, stores, NULL, FALSE };

  for (guint i = 0; i < n_own; i++)
    g_hash_table_add (owned, (gpointer) own[i]);
  bind_iterations (&it);
  tl_stmt_walk (loop->body, gather, NULL, &it);
  return it.may_differ && !stores_are_apart (&it);
}

gboolean
tl_iterations_are_apart (TlArena *arena, const TlLoop *loop, const TlBuffer *buffer)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) owned = g_hash_table_new (NULL, NULL), mirrored = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  stores = g_ptr_array_new (), loads = g_ptr_array_new ();
  Iterations             it = { arena, analyzer, loop, buffer, owned, mirrored, stores, loads, FALSE };

  bind_iterations (&it);
  tl_stmt_walk (loop->body, gather, gather_load, &it);
  return loads_are_apart (&it);
}
