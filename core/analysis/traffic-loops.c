/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that indices take apart, iterations that predicates cut off, and the first use of a buffer in a statement. */
#include "core/analysis/traffic-private.h"

#include "core/analysis/index-value.h"
#include "core/arith/stride.h"
#include "core/base/random.h"
#include "core/ir/walk.h"

#define MOST_COMBINATIONS 65536
#define SAMPLES           4096

/* --- the first use --- */

static TlFirstUse
first_of_store (const TlStmt *store, const TlBuffer *buffer)
{
  gboolean loads = tl_expr_loads (store->value, buffer);

  for (guint i = 0; i < store->n_indices; i++)
    loads |= tl_expr_loads (store->indices[i], buffer);
  if (loads)
    return TL_FIRST_READ;
  return store->buffer == buffer ? TL_FIRST_WRITE : TL_FIRST_NONE;
}

static TlFirstUse
first_of_block (const TlBlock *block, const TlBuffer *buffer)
{
  TlFirstUse first = block->init != NULL ? tl_first_use (block->init, buffer) : TL_FIRST_NONE;

  if (first == TL_FIRST_WRITE)
    return TL_FIRST_INIT;
  if (first == TL_FIRST_NONE)
    first = tl_first_use (block->body, buffer);
  if (first == TL_FIRST_NONE && tl_regions_touch (block->reads, block->n_reads, buffer))
    return TL_FIRST_READ;
  return first == TL_FIRST_NONE && tl_regions_touch (block->writes, block->n_writes, buffer) ? TL_FIRST_WRITE : first;
}

static TlFirstUse
first_of_branch (const TlStmt *branch, const TlBuffer *buffer)
{
  TlFirstUse first = tl_expr_loads (branch->cond, buffer) ? TL_FIRST_READ : tl_first_use (branch->then_body, buffer);

  if (first == TL_FIRST_NONE && branch->kind == TL_STMT_IF && branch->else_body != NULL)
    first = tl_first_use (branch->else_body, buffer);
  return first;
}

TlFirstUse
tl_first_use (const TlStmt *stmt, const TlBuffer *buffer)
{
  TlFirstUse first = TL_FIRST_NONE;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return tl_first_use (stmt->loop.body, buffer);
    case TL_STMT_BLOCK:
      return first_of_block (&stmt->block, buffer);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts && first == TL_FIRST_NONE; i++)
        first = tl_first_use (stmt->stmts[i], buffer);
      return first;
    case TL_STMT_STORE:
      return first_of_store (stmt, buffer);
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      return first_of_branch (stmt, buffer);
    case TL_STMT_LET:
      return tl_expr_loads (stmt->let_value, buffer) ? TL_FIRST_READ : tl_first_use (stmt->let_body, buffer);
    case TL_STMT_ATTR:
      return tl_first_use (stmt->attr_body, buffer);
    case TL_STMT_ALLOC:
      return tl_first_use (stmt->alloc_body, buffer);
    default:
      return tl_stmt_loads (stmt, buffer) ? TL_FIRST_READ : TL_FIRST_NONE;
    }
}

/* --- fused loops --- */

typedef struct
{
  TlAnalyzer   *analyzer;
  const TlLoop *loop;
  gint64        extent;
  gint64        factor;      /* the least extent of an inner loop; 0: none yet */
} FusedSearch;

/* x // d and x % d, with c * loop in x, change by whole steps after d / c iterations. */
static TlWalk
find_digit (const TlExpr *expr, gpointer user_data)
{
  FusedSearch *search = user_data;
  gint64       divisor, stride, factor;

  if ((expr->kind != TL_EXPR_FLOORDIV && expr->kind != TL_EXPR_FLOORMOD) || !tl_expr_get_int (expr->b, &divisor) || divisor < 2
      || !tl_expr_uses_var (expr->a, search->loop->var) || !tl_expr_stride (search->analyzer, expr->a, search->loop->var, &stride)
      || stride < 1 || divisor % stride != 0)
    return TL_WALK_INTO;
  factor = divisor / stride;
  if (factor > 1 && factor < search->extent && search->extent % factor == 0 && (search->factor == 0 || factor < search->factor))
    search->factor = factor;
  return TL_WALK_INTO;
}

static const TlStmt *
split_at (TlArena *arena, const TlLoop *loop, gint64 extent, gint64 factor)
{
  TlDType       type = loop->var->dtype;
  const TlVar  *outer = tl_expr_var_like (arena, loop->var), *inner = tl_expr_var_like (arena, loop->var);
  const TlExpr *value = tl_add (arena, loop->min, tl_add (arena, tl_mul (arena, outer, tl_expr_int (arena, type, factor)), inner));
  TlLoop        inner_loop = *loop, outer_loop = *loop;

  inner_loop.var = inner;
  outer_loop.var = outer;
  inner_loop.min = outer_loop.min = tl_expr_int (arena, type, 0);
  inner_loop.extent = tl_expr_int (arena, type, factor);
  outer_loop.extent = tl_expr_int (arena, type, extent / factor);
  inner_loop.body = tl_stmt_substitute_var (arena, loop->body, loop->var, value);
  outer_loop.body = tl_stmt_loop (arena, &inner_loop);
  return tl_stmt_loop (arena, &outer_loop);
}

/* With what is left of each quotient and remainder once its variables have their ranges. */
static const TlExpr *
simplify_digits (TlRewriter *rewriter, const TlExpr *expr)
{
  if (expr->kind != TL_EXPR_FLOORDIV && expr->kind != TL_EXPR_FLOORMOD)
    return NULL;
  return tl_analyzer_simplify (rewriter->user_data, expr);
}

static const TlStmt *
split_loops (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlAnalyzer   *analyzer = rewriter->user_data;
  FusedSearch   search = { .analyzer = analyzer, .loop = &stmt->loop };
  const TlStmt *result;

  if (stmt->kind != TL_STMT_FOR || !tl_expr_get_int (stmt->loop.extent, &search.extent))
    return NULL;
  if (search.extent == 1)
    return tl_rewrite_stmt (rewriter, tl_stmt_substitute_var (rewriter->arena, stmt->loop.body, stmt->loop.var, stmt->loop.min));
  tl_stmt_walk (stmt->loop.body, NULL, find_digit, &search);
  if (search.factor > 0)
    return tl_rewrite_stmt (rewriter, split_at (rewriter->arena, &stmt->loop, search.extent, search.factor));
  tl_analyzer_bind (analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  result = tl_rewrite_stmt_children (rewriter, stmt);
  tl_analyzer_unbind (analyzer, stmt->loop.var);
  return result;
}

const TlStmt *
tl_stmt_split_fused (TlArena *arena, const TlStmt *stmt)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlRewriter             rewriter = { .arena = arena, .expr = simplify_digits, .stmt = split_loops, .user_data = analyzer };

  return tl_rewrite_stmt (&rewriter, stmt);
}

/* --- predicates --- */

typedef struct
{
  const TlExpr *cond;
  GPtrArray    *loops;      /* const TlLoop *: those that it uses */
} LoopsOfCond;

static TlWalk
note_loop (const TlStmt *stmt, gpointer user_data)
{
  LoopsOfCond *of = user_data;

  if (stmt->kind == TL_STMT_FOR && tl_expr_uses_var (of->cond, stmt->loop.var))
    g_ptr_array_add (of->loops, (gpointer) &stmt->loop);
  return TL_WALK_INTO;
}

/* The share of all values of @loops for which @cond holds: all are tried, or a sample. 1 if that is not known. */
static double
share_of_cond (const TlExpr *cond, GPtrArray *loops)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  TlRandom               random = tl_random_seeded (1);
  double                 n_combinations = 1;
  guint                  n_samples, n_true = 0;

  for (guint i = 0; i < loops->len; i++)
    {
      gint64 extent, min;

      if (!tl_expr_get_int (((const TlLoop *) loops->pdata[i])->extent, &extent) || extent < 1
          || !tl_expr_get_int (((const TlLoop *) loops->pdata[i])->min, &min))
        return 1;
      n_combinations *= (double) extent;
    }
  n_samples = n_combinations <= MOST_COMBINATIONS ? (guint) n_combinations : SAMPLES;
  for (guint s = 0; s < n_samples; s++)
    {
      guint64 rest = n_combinations <= MOST_COMBINATIONS ? s : tl_random_below (&random, (guint64) n_combinations);
      gint64  holds;

      for (guint i = 0; i < loops->len; i++)
        {
          const TlLoop *loop = loops->pdata[i];
          guint64       extent = (guint64) loop->extent->int_value;

          tl_index_value_set (values, loop->var, loop->min->int_value + (gint64) (rest % extent));
          rest /= extent;
        }
      if (!tl_index_value (values, cond, &holds))
        return 1;
      n_true += holds != 0;
    }
  return (double) n_true / n_samples;
}

static gboolean
uses_loops (const TlExpr *cond, GPtrArray *loops)
{
  for (guint i = 0; i < loops->len; i++)
    if (tl_expr_uses_var (cond, ((const TlLoop *) loops->pdata[i])->var))
      return TRUE;
  return FALSE;
}

/* Of a conjunction each part counts for the outermost loop that it uses. */
static double
share_of_predicate (const TlExpr *cond, const TlLoop *loop, GPtrArray *outer)
{
  g_autoptr (GPtrArray) loops = NULL;
  LoopsOfCond           of = { cond, NULL };

  if (cond->kind == TL_EXPR_AND)
    return share_of_predicate (cond->a, loop, outer) * share_of_predicate (cond->b, loop, outer);
  if (!tl_expr_uses_var (cond, loop->var) || uses_loops (cond, outer))
    return 1;
  loops = of.loops = g_ptr_array_new ();
  g_ptr_array_add (loops, (gpointer) loop);
  tl_stmt_walk (loop->body, note_loop, NULL, &of);
  return share_of_cond (cond, loops);
}

double
tl_loop_count_iterations (const TlStmt *stmt, GPtrArray *outer)
{
  const TlLoop         *loop = &stmt->loop;
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (stmt);
  double                most = blocks->len > 0 ? 0 : 1;
  gint64                extent;

  if (!tl_expr_get_int (loop->extent, &extent))
    return -1;
  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt         *block = blocks->pdata[i];
      g_autoptr (GPtrArray) inside = tl_stmt_child_blocks (block);
      double                share = 1;

      if (inside->len > 0)
        continue;
      if (block->block.predicate != NULL)
        share = share_of_predicate (block->block.predicate, loop, outer);
      most = MAX (most, share);
    }
  return (double) extent * (most > 0 ? most : 1);
}
