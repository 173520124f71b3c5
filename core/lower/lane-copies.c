/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether lanes of a vectorized loop need copies of a buffer each. They run side by side: two of them that fill the same element would add
 * to it twice. What is the same in all lanes is done once.
 */
#include "core/lower/lower-private.h"

/* Stores are compared in pairs; of more nothing is shown. */
#define MOST_STORES 16u

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlLoop   *loop;
  const TlBuffer *buffer;
  GHashTable     *own;        /* TlBuffer: those that may have a copy for each lane */
  GHashTable     *mirrored;   /* variable of a loop inside → the same of another lane, also known to the analyzer */
  GPtrArray      *stores;     /* TlStmt */
  gboolean        may_differ; /* something in it is not the same in all lanes */
} Lanes;

static TlWalk
find_difference (const TlExpr *expr, gpointer user_data)
{
  Lanes *lanes = user_data;

  lanes->may_differ |= expr == lanes->loop->var || (expr->kind == TL_EXPR_LOAD && g_hash_table_contains (lanes->own, expr->buffer));
  return TL_WALK_INTO;
}

static TlWalk
gather (const TlStmt *stmt, gpointer user_data)
{
  Lanes *lanes = user_data;

  if (stmt->kind == TL_STMT_STORE && stmt->buffer == lanes->buffer)
    {
      g_ptr_array_add (lanes->stores, (gpointer) stmt);
      tl_expr_walk (stmt->value, find_difference, lanes);
      for (guint i = 0; i < stmt->n_indices; i++)
        tl_expr_walk (stmt->indices[i], find_difference, lanes);
    }
  else if (stmt->kind == TL_STMT_FOR)
    {
      const TlVar *var = stmt->loop.var, *other = tl_expr_var (lanes->arena, var->name, var->dtype);

      tl_analyzer_bind (lanes->analyzer, var, stmt->loop.min, stmt->loop.extent);
      tl_analyzer_bind (lanes->analyzer, other, tl_expr_substitute (lanes->arena, stmt->loop.min, lanes->mirrored),
                        tl_expr_substitute (lanes->arena, stmt->loop.extent, lanes->mirrored));
      g_hash_table_insert (lanes->mirrored, (gpointer) var, (gpointer) other);
      tl_expr_walk (stmt->loop.min, find_difference, lanes);
      tl_expr_walk (stmt->loop.extent, find_difference, lanes);
    }
  else if (stmt->kind == TL_STMT_IF)
    tl_expr_walk (stmt->cond, find_difference, lanes);
  return TL_WALK_INTO;
}

/* Whether @b of a later lane never stores where @a does. */
static gboolean
are_apart (Lanes *lanes, const TlStmt *a, const TlStmt *b)
{
  for (guint i = 0; i < a->n_indices; i++)
    {
      const TlExpr *ahead = tl_sub (lanes->arena, tl_expr_substitute (lanes->arena, b->indices[i], lanes->mirrored), a->indices[i]);
      gint64        min, max;

      tl_analyzer_const_bounds (lanes->analyzer, tl_analyzer_simplify (lanes->analyzer, ahead), &min, &max);
      if (min > 0 || max < 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
are_all_apart (Lanes *lanes)
{
  for (guint i = 0; i < lanes->stores->len; i++)
    for (guint k = 0; k < lanes->stores->len; k++)
      if (!are_apart (lanes, lanes->stores->pdata[i], lanes->stores->pdata[k]))
        return FALSE;
  return TRUE;
}

gboolean
tl_lanes_need_copies (TlArena *arena, const TlLoop *loop, const TlBuffer *buffer, const TlBuffer *const *own, guint n_own)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) owned = g_hash_table_new (NULL, NULL), mirrored = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  stores = g_ptr_array_new ();
  Lanes                  lanes = { arena, analyzer, loop, buffer, owned, mirrored, stores, FALSE };
  TlDType                dtype = loop->var->dtype;
  const TlVar           *ahead = tl_expr_var (arena, "ahead", dtype);
  const TlExpr          *one = tl_expr_int (arena, dtype, 1);

  for (guint i = 0; i < n_own; i++)
    g_hash_table_add (owned, (gpointer) own[i]);
  tl_analyzer_bind (analyzer, loop->var, loop->min, loop->extent);
  tl_analyzer_bind (analyzer, ahead, one, tl_sub (arena, loop->extent, one));
  g_hash_table_insert (mirrored, (gpointer) loop->var, (gpointer) tl_add (arena, loop->var, ahead));
  tl_stmt_walk (loop->body, gather, NULL, &lanes);
  return lanes.may_differ && (stores->len > MOST_STORES || !are_all_apart (&lanes));
}
