/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lower/effects.h"

#include "core/ir/walk.h"
#include "core/lower/lower-private.h"

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

void
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

void
effects_clear (Effects *effects)
{
  g_hash_table_unref (effects->stored);
  g_hash_table_unref (effects->loaded);
  g_hash_table_unref (effects->own);
}

gboolean
effects_share_any (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer       buffer;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    if (g_hash_table_contains (b, buffer))
      return TRUE;
  return FALSE;
}
