/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counting as TVM's estimator does, so that figures can be compared: an arithmetic operation in a stored value counts one whatever its
 * type and lanes; loads, casts, comparisons, calls, conditions and a reduction's init count nothing, a call's arguments do; of two
 * branches the dearer one counts; an "estimated_flops" attribute of the function is believed.
 */
#include <math.h>

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"

/* Loops whose extents depend on outer ones are counted at their largest. */
typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
} Counting;

static double
count_expr (const TlExpr *expr)
{
  double sum = 0;

  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MUL:
    case TL_EXPR_DIV:
    case TL_EXPR_MOD:
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return 1 + count_expr (expr->a) + count_expr (expr->b);
    case TL_EXPR_CAST:
      return count_expr (expr->a);
    case TL_EXPR_SELECT:
      return tl_max (count_expr (expr->if_true), count_expr (expr->if_false));
    case TL_EXPR_CALL:
      for (guint i = 0; i < expr->n_args; i++)
        sum += count_expr (expr->args[i]);
      return sum;
    case TL_EXPR_BROADCAST:
      return count_expr (expr->base);
    case TL_EXPR_LET:
      return count_expr (expr->let_value) + count_expr (expr->let_body);
    default:
      return 0;
    }
}

static double count_stmt (Counting *counting, const TlStmt *stmt);

static double
count_loop (Counting *counting, const TlLoop *loop)
{
  gint64 min, max;
  double body;

  tl_analyzer_const_bounds (counting->analyzer, loop->extent, &min, &max);
  tl_analyzer_bind (counting->analyzer, loop->var, loop->min, loop->extent);
  body = count_stmt (counting, loop->body);
  if (body == 0)
    return 0;
  return max == G_MAXINT64 ? INFINITY : body * (double) MAX (max, 0);
}

static double
count_block (Counting *counting, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (counting->analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
  return count_stmt (counting, block->body);
}

static double
count_stmt (Counting *counting, const TlStmt *stmt)
{
  double sum = 0;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return count_loop (counting, &stmt->loop);
    case TL_STMT_BLOCK:
      return count_block (counting, &stmt->block);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        sum += count_stmt (counting, stmt->stmts[i]);
      return sum;
    case TL_STMT_STORE:
      return count_expr (stmt->value);
    case TL_STMT_IF:
      sum = count_stmt (counting, stmt->then_body);
      return stmt->else_body != NULL ? tl_max (sum, count_stmt (counting, stmt->else_body)) : sum;
    case TL_STMT_WHILE:
      return count_stmt (counting, stmt->then_body);
    case TL_STMT_LET:
      return count_expr (stmt->let_value) + count_stmt (counting, stmt->let_body);
    case TL_STMT_ATTR:
      return count_stmt (counting, stmt->attr_body);
    case TL_STMT_ALLOC:
      return count_stmt (counting, stmt->alloc_body);
    default:
      return 0;
    }
}

double
tl_func_flops (const TlPrimFunc *func)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlValue         *estimate = tl_attrs_find (&func->attrs, "estimated_flops");
  Counting               counting = { arena, analyzer };
  double                 flops;

  if (estimate != NULL && estimate->kind == TL_VALUE_INT)
    return (double) estimate->integer;
  if (estimate != NULL && estimate->kind == TL_VALUE_FLOAT)
    return estimate->number;
  flops = count_stmt (&counting, func->body);
  return isfinite (flops) ? flops : -1;
}
