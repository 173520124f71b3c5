/* SPDX-License-Identifier: Apache-2.0 */
/*
 * version-loops: where loop partitioning cannot remove the bounds checks of a tile (its offset is a quotient of a fused loop variable), one
 * check before the nest selects a copy without them.
 *
 *   for f in parallel (56): for k, i, j: if f // 7 * 8 + i < 61 and f % 7 * 16 + j < 100: S
 *     →  for f in parallel (56): if f // 7 * 8 < 54 and f % 7 * 16 < 85: for k, i, j: S   else: as before
 *
 * Versions the outermost nest whose conditions split into a part fixed outside of the nest, not constant, and a bounded inner part. Where
 * the fixed part is affine in loop variables, partition-loops does better.
 */
#include "core/lower/lower-private.h"

#define MAX_STATEMENTS 64   /* of a nest, which is duplicated */

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlRemarks  *remarks;
} VersionPass;

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GHashTable *inner_vars;
  GHashTable *decided;      /* conditions that hold throughout when @guard does */
  const TlExpr *guard;      /* NULL: none yet */
} Version;

/* a < b as a - b < 0, and likewise for the other orders; NULL for other conditions. */
static const TlExpr *
negative_when_true (TlArena *arena, const TlExpr *cond)
{
  if (cond->a->dtype.code != TL_TYPE_INT || cond->a->dtype.lanes > 1)
    return NULL;
  const TlExpr *one = tl_expr_int (arena, cond->a->dtype, 1);
  switch (cond->kind)
    {
    case TL_EXPR_LT:
      return tl_sub (arena, cond->a, cond->b);
    case TL_EXPR_LE:
      return tl_sub (arena, tl_sub (arena, cond->a, cond->b), one);
    case TL_EXPR_GT:
      return tl_sub (arena, cond->b, cond->a);
    case TL_EXPR_GE:
      return tl_sub (arena, tl_sub (arena, cond->b, cond->a), one);
    default:
      return NULL;
    }
}

static TlWalk
find_quotient (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_quotient (const TlExpr *expr)
{
  gboolean found = FALSE;
  tl_expr_walk (expr, find_quotient, &found);
  return found;
}

static void
add_guard (Version *v, const TlExpr *holds)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  tl_split_conjuncts (v->guard, parts);
  for (guint i = 0; i < parts->len; i++)
    if (tl_expr_equal (parts->pdata[i], holds))
      return;
  v->guard = v->guard != NULL ? tl_and (v->arena, v->guard, holds) : holds;
}

static void
decide_for_whole_tiles (Version *v, const TlExpr *cond)
{
  if (!tl_expr_kind_is_compare (cond->kind) || !tl_expr_uses_any (cond, v->inner_vars))
    return;
  const TlExpr *difference = negative_when_true (v->arena, cond), *fixed;
  gint64 low, high;
  if (difference == NULL || !tl_split_index (v->arena, v->analyzer, v->inner_vars, difference, &fixed, &low, &high)
      || !has_quotient (fixed))
    return;
  const TlExpr *worst = tl_add (v->arena, fixed, tl_expr_int (v->arena, fixed->dtype, high));
  const TlExpr *holds = tl_analyzer_simplify (v->analyzer,
                                              tl_binary (v->arena, TL_EXPR_LT, worst, tl_expr_int (v->arena, worst->dtype, 0)));
  if (holds->kind == TL_EXPR_INT)
    return;
  g_hash_table_add (v->decided, (gpointer) cond);
  add_guard (v, holds);
}

static TlWalk
collect (const TlStmt *stmt, gpointer user_data)
{
  Version *v = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_hash_table_add (v->inner_vars, (gpointer) stmt->loop.var);
      return tl_walk_loop_bound (v->analyzer, stmt, collect, NULL, v);
    }
  else if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (v->inner_vars, (gpointer) stmt->var);
  else if (stmt->kind == TL_STMT_IF)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new ();
      tl_split_conjuncts (stmt->cond, parts);
      for (guint i = 0; i < parts->len; i++)
        decide_for_whole_tiles (v, parts->pdata[i]);
    }
  return TL_WALK_INTO;
}

static const TlExpr *
drop_decided (TlRewriter *rewriter, const TlExpr *expr)
{
  Version *v = rewriter->user_data;
  return g_hash_table_contains (v->decided, expr) ? tl_expr_bool (rewriter->arena, TRUE) : NULL;
}

static const TlStmt *
version_loop (VersionPass *pass, const TlStmt *stmt)
{
  TlArena *arena = pass->arena;
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) decided = g_hash_table_new (NULL, NULL);
  Version v = { .arena = arena, .analyzer = pass->analyzer, .inner_vars = inner_vars, .decided = decided };
  if (tl_stmt_count_steps (stmt) > MAX_STATEMENTS)
    return NULL;
  tl_stmt_walk (stmt, collect, NULL, &v);
  if (v.guard == NULL)
    return NULL;
  TlRewriter rewriter = { .arena = arena, .expr = drop_decided, .user_data = &v };
  const TlStmt *fast = tl_stmt_simplify_with (arena, pass->analyzer, tl_rewrite_stmt (&rewriter, stmt));
  guint n = g_hash_table_size (decided);
  tl_remark_loop (pass->remarks, &stmt->loop, "whole tiles run a copy without %u condition%s", n, n == 1 ? "" : "s");
  return tl_stmt_if (arena, v.guard, fast, stmt);
}

static const TlStmt *
version_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  VersionPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  const TlStmt *versions = version_loop (pass, stmt);
  if (versions == NULL)
    return tl_rewrite_loop_bound (rewriter, pass->analyzer, stmt);
  return versions;
}

const TlPrimFunc *
tl_lower_version_loops (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  VersionPass pass = { builder->arena, analyzer, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = version_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
