/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/primitives/cache/write-box-private.h"

#include "core/schedule/primitives/cache/access-pattern-private.h"

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlBlock  *block;
  const TlBuffer *buffer;
  GArray         *inner;      /* TlIter of the loops that run */
  GHashTable     *fixed;      /* some value for each other variable around */
  TlRegion        access;     /* outside of the block */
} WriteBox;

/* A condition around the block may leave out any point. */
static gboolean
sort_statements (WriteBox *box, const TlPath *path, const TlStmt *site)
{
  gboolean is_inside = FALSE;

  for (guint i = 0; i + 1 < path->n; i++)
    {
      const TlStmt *stmt = path->stmts[i];
      TlIter        iter;

      if (is_inside && (stmt->kind == TL_STMT_IF || stmt->kind == TL_STMT_WHILE || stmt->kind == TL_STMT_LET))
        return FALSE;
      if (stmt->kind == TL_STMT_FOR && is_inside)
        {
          iter = (TlIter) { stmt->loop.var, stmt->loop.min, stmt->loop.extent };
          g_array_append_val (box->inner, iter);
        }
      else if (stmt->kind == TL_STMT_FOR)
        g_hash_table_insert (box->fixed, (gpointer) stmt->loop.var, (gpointer) stmt->loop.min);
      for (guint j = 0; stmt->kind == TL_STMT_BLOCK && j < stmt->block.n_axes; j++)
        g_hash_table_insert (box->fixed, (gpointer) stmt->block.axes[j].var, (gpointer) stmt->block.axes[j].dom.min);
      is_inside = is_inside || stmt == site;
    }
  return TRUE;
}

/* "index < size" of a dimension, in terms of the loops. */
static gboolean
cuts_at_the_end (WriteBox *box, const TlExpr *condition)
{
  for (guint d = 0; condition->kind == TL_EXPR_LT && d < box->buffer->n_dims; d++)
    if (tl_analyzer_can_prove_equal (box->analyzer, condition->a, box->access.ranges[d].min)
        && tl_analyzer_can_prove_equal (box->analyzer, condition->b, box->buffer->shape[d]))
      return TRUE;
  return FALSE;
}

/* The part of the predicate that the loops inside decide alone goes to *@kept. */
static gboolean
sort_predicate (WriteBox *box, const TlExpr *predicate, const TlExpr **kept)
{
  GHashTableIter iter;
  gpointer       var;

  if (predicate->kind == TL_EXPR_AND)
    return sort_predicate (box, predicate->a, kept) && sort_predicate (box, predicate->b, kept);
  if (tl_analyzer_can_prove (box->analyzer, predicate) || cuts_at_the_end (box, predicate))
    return TRUE;
  g_hash_table_iter_init (&iter, box->fixed);
  while (g_hash_table_iter_next (&iter, &var, NULL))
    if (tl_expr_uses_var (predicate, var))
      return FALSE;
  *kept = *kept != NULL ? tl_and (box->arena, *kept, predicate) : predicate;
  return TRUE;
}

/* An iteration map may step by more than one. */
static gboolean
has_steps (TlAnalyzer *analyzer, const TlExpr *const *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 coefficient, base;

      tl_analyzer_modular (analyzer, indices[i], &coefficient, &base);
      if (coefficient != 1)
        return TRUE;
    }
  return FALSE;
}

static gboolean
uses_iter_of (const WriteBox *box, const TlExpr *condition, const TlExpr *const *indices, guint n)
{
  for (guint i = 0; i < box->inner->len; i++)
    {
      const TlVar *var = g_array_index (box->inner, TlIter, i).var;

      for (guint k = 0; k < n && tl_expr_uses_var (condition, var); k++)
        if (tl_expr_uses_var (indices[k], var))
          return TRUE;
    }
  return FALSE;
}

/*
 * A condition on loops that no index uses may never hold, as in a part of a guarded loop. It does where it holds in their first iterations.
 */
static gboolean
lets_run (WriteBox *box, const TlExpr *condition, const TlExpr *const *indices, guint n)
{
  g_autoptr (GHashTable) starts = NULL;

  if (condition != NULL && condition->kind == TL_EXPR_AND)
    return lets_run (box, condition->a, indices, n) && lets_run (box, condition->b, indices, n);
  if (condition == NULL || uses_iter_of (box, condition, indices, n))
    return TRUE;
  starts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < box->inner->len; i++)
    g_hash_table_insert (starts, (gpointer) g_array_index (box->inner, TlIter, i).var,
                         (gpointer) g_array_index (box->inner, TlIter, i).min);
  return tl_analyzer_can_prove (box->analyzer, tl_expr_substitute (box->arena, condition, starts));
}

static gboolean
fills (WriteBox *box)
{
  const TlExpr **indices = tl_arena_new_array (box->arena, const TlExpr *, box->buffer->n_dims);
  const TlIter  *inner = (const TlIter *) (gpointer) box->inner->data;
  const TlExpr  *kept = NULL;
  guint          n = 0;

  if (box->block->predicate != NULL && !sort_predicate (box, box->block->predicate, &kept))
    return FALSE;
  for (guint d = 0; d < box->buffer->n_dims; d++)
    if (tl_expr_is_int (box->access.ranges[d].extent, 1))
      {
        const TlExpr *index = tl_analyzer_simplify (box->analyzer, tl_expr_substitute (box->arena, box->access.ranges[d].min, box->fixed));

        if (index->kind != TL_EXPR_INT)
          indices[n++] = index;
      }
  if (!lets_run (box, kept, indices, n))
    return FALSE;
  return n == 0
         || (!has_steps (box->analyzer, indices, n)
             && tl_iter_map_detect (box->arena, indices, n, inner, box->inner->len, kept, TL_ITER_MAP_SURJECTIVE, NULL));
}

gboolean
tl_block_writes_box (TlArena *arena, const TlPath *path, const TlStmt *site, TlRegion access)
{
  const TlStmt          *stmt = tl_path_target (path);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GArray)     inner = g_array_new (FALSE, FALSE, sizeof (TlIter));
  g_autoptr (GHashTable) fixed = g_hash_table_new (NULL, NULL);
  WriteBox               box = { .arena = arena, .analyzer = analyzer, .block = &stmt->block, .buffer = access.buffer, .inner = inner,
                                 .fixed = fixed };

  if (tl_access_pattern_of (stmt, access.buffer).is_guarded || !sort_statements (&box, path, site))
    return FALSE;
  tl_path_bind_vars (analyzer, path, path->n - 2);
  box.access = tl_block_region_outside (arena, box.block, access);
  return fills (&box);
}
