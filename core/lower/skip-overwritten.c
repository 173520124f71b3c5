/* SPDX-License-Identifier: Apache-2.0 */
/*
 * skip-overwritten: what each iteration of a loop stores to the same places is stored once, behind the loop: only the last iteration's
 * values stay. A consumer placed inside of a reduction is such a statement (reverse_compute_at).
 *
 *   for k in 256: { total[0] += A[k];  for j in 64: Y[j] = A[j] - total[0] }
 *     →  for k in 256: total[0] += A[k];  for j in 64: Y[j] = A[j] - total[0]
 *
 * The statement is the last one of the body and does not use the loop's variable, its positions and conditions do not depend on memory, and
 * nothing else in the loop, it included, accesses the buffers that it stores to.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena   *arena;
  TlRemarks *remarks;
} OverwrittenPass;

/* The effects of a statement. */
typedef struct
{
  GHashTable *stored, *loaded;   /* buffers; those allocated in it are among neither */
  GHashTable *own;
  gboolean    has_effects;       /* beyond stores */
  gboolean    varies;            /* memory decides on the elements it stores to */
} Effects;

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  Effects *effects = user_data;
  effects->has_effects |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (effects->loaded, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  Effects *effects = user_data;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      g_hash_table_add (effects->stored, (gpointer) stmt->buffer);
      for (guint i = 0; i < stmt->n_indices; i++)
        effects->varies |= tl_expr_reads_memory (stmt->indices[i]);
      break;
    case TL_STMT_FOR:
      effects->varies |= tl_expr_reads_memory (stmt->loop.min) || tl_expr_reads_memory (stmt->loop.extent);
      effects->has_effects |= stmt->loop.annotations.n > 0;
      break;
    case TL_STMT_IF:
      effects->varies |= tl_expr_reads_memory (stmt->cond);
      break;
    case TL_STMT_ALLOC:
      g_hash_table_add (effects->own, (gpointer) stmt->buffer);
      break;
    case TL_STMT_SEQ:
      break;
    default:
      effects->has_effects = TRUE;
    }
  return TL_WALK_INTO;
}

static void
effects_init (Effects *effects, const TlStmt *stmt)
{
  GHashTableIter iter;
  gpointer       buffer;
  *effects = (Effects) { g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL), FALSE, FALSE };
  tl_stmt_walk (stmt, note_stmt, note_expr, effects);
  g_hash_table_iter_init (&iter, effects->own);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    {
      g_hash_table_remove (effects->stored, buffer);
      g_hash_table_remove (effects->loaded, buffer);
    }
}

static void
effects_clear (Effects *effects)
{
  g_hash_table_unref (effects->stored);
  g_hash_table_unref (effects->loaded);
  g_hash_table_unref (effects->own);
}

static gboolean
share_any (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer       buffer;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    if (g_hash_table_contains (b, buffer))
      return TRUE;
  return FALSE;
}

static TlWalk
find_var (const TlExpr *expr, gpointer user_data)
{
  return expr == user_data ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The last statement of a body, and in *@others those before it; NULL where it stands in the scope of a buffer of the body's. */
static const TlStmt *
split_last (TlArena *arena, const TlStmt *body, const TlStmt **others)
{
  if (body->kind != TL_STMT_SEQ || body->n_stmts == 0)
    {
      *others = NULL;
      return body->kind == TL_STMT_FOR || body->kind == TL_STMT_STORE ? body : NULL;
    }
  const TlStmt *before = NULL, *last = split_last (arena, body->stmts[body->n_stmts - 1], &before);
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  for (guint i = 0; i + 1 < body->n_stmts; i++)
    g_ptr_array_add (stmts, (gpointer) body->stmts[i]);
  if (before != NULL)
    g_ptr_array_add (stmts, (gpointer) before);
  *others = stmts->len > 0 ? tl_stmt_seq (arena, (const TlStmt *const *) stmts->pdata, stmts->len) : NULL;
  return last;
}

static gboolean
is_overwritten (const TlLoop *loop, const TlStmt *last, const TlStmt *others)
{
  Effects own, rest = { 0 };
  if (!tl_stmt_walk (last, NULL, find_var, (gpointer) loop->var))
    return FALSE;
  effects_init (&own, last);
  gboolean result = !own.has_effects && !own.varies && g_hash_table_size (own.stored) > 0 && !share_any (own.stored, own.loaded);
  if (result && others != NULL)
    {
      effects_init (&rest, others);
      result = !rest.has_effects && !share_any (own.stored, rest.stored) && !share_any (own.stored, rest.loaded);
      effects_clear (&rest);
    }
  effects_clear (&own);
  return result;
}

static const TlStmt *
overwritten_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  OverwrittenPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt), *others = NULL;
  gint64 extent = 0;
  if ((stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED) || !tl_expr_get_int (stmt->loop.extent, &extent)
      || extent < 2)
    return result;
  g_autoptr (GPtrArray) behind = g_ptr_array_new ();
  const TlStmt *body = result->loop.body, *last;
  while (body != NULL && (last = split_last (pass->arena, body, &others)) != NULL && is_overwritten (&result->loop, last, others))
    {
      g_ptr_array_insert (behind, 0, (gpointer) last);
      body = others;
    }
  if (behind->len == 0)
    return result;
  tl_remark_loop (pass->remarks, &stmt->loop, "%u statement%s behind it: each iteration stores to the same places", behind->len,
                  behind->len == 1 ? " runs once," : "s run once,");
  if (body != NULL)
    g_ptr_array_insert (behind, 0, (gpointer) tl_loop_with_body (pass->arena, result, body));
  return tl_stmt_seq (pass->arena, (const TlStmt *const *) behind->pdata, behind->len);
}

const TlPrimFunc *
tl_lower_skip_overwritten (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  OverwrittenPass pass = { builder->arena, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = overwritten_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
