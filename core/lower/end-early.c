/* SPDX-License-Identifier: Apache-2.0 */
/*
 * end-early: no T.ret is left. Statements after one that may end the function move under the condition that it does not.
 *
 *   if c: A; T.ret(0)        if c: A
 *   B                    →   else: B
 *
 * Refused are loops that may end the function, whose later iterations would have to be skipped one by one, and choices that may but go on
 * both ways.
 */
#include "core/lower/lower-private.h"

#include <string.h>

typedef struct
{
  TlArena *arena;
  GError **error;
  gboolean failed;
} Ending;

static gboolean
is_ret (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "ret") == 0;
}

static TlWalk
stop_at_ret (const TlExpr *expr, gpointer user_data)
{
  return is_ret (expr) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
may_end (const TlStmt *stmt)
{
  return !tl_stmt_walk (stmt, NULL, stop_at_ret, NULL);
}

static const TlStmt *end_in (Ending *e, const TlStmt *stmt, const TlStmt *rest);

static const TlStmt *
in_order (Ending *e, const TlStmt *first, const TlStmt *second)
{
  const TlStmt *both[2] = { first, second };
  return first == NULL ? second : second == NULL ? first : tl_stmt_seq (e->arena, both, 2);
}

static const TlStmt *
or_nothing (Ending *e, const TlStmt *stmt)
{
  return stmt != NULL ? stmt : tl_stmt_evaluate (e->arena, tl_int (e->arena, 0));
}

/* It ends the function whichever way it goes. */
static gboolean
always_ends (const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_EVALUATE:
      return is_ret (stmt->expr);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (always_ends (stmt->stmts[i]))
          return TRUE;
      return FALSE;
    case TL_STMT_IF:
      return stmt->else_body != NULL && always_ends (stmt->then_body) && always_ends (stmt->else_body);
    case TL_STMT_ATTR:
      return always_ends (stmt->attr_body);
    case TL_STMT_ALLOC:
      return always_ends (stmt->alloc_body);
    case TL_STMT_LET:
      return always_ends (stmt->let_body);
    default:
      return FALSE;
    }
}

/* Where both ways of a choice go on, what comes after would stand twice, and 2^n times behind n of them. */
static gboolean
goes_on_both_ways (const TlStmt *choice)
{
  return !always_ends (choice->then_body) && (choice->else_body == NULL || !always_ends (choice->else_body));
}

/* Statements from number @at on, and then @rest; NULL: nothing. */
static const TlStmt *
end_in_seq (Ending *e, const TlStmt *seq, guint at, const TlStmt *rest)
{
  if (at == seq->n_stmts)
    return rest;
  if (may_end (seq->stmts[at]))
    return end_in (e, seq->stmts[at], end_in_seq (e, seq, at + 1, rest));
  return in_order (e, seq->stmts[at], end_in_seq (e, seq, at + 1, rest));
}

/* @stmt, then @rest (nullable) unless it has ended the function. NULL: nothing is left to do. */
static const TlStmt *
end_in (Ending *e, const TlStmt *stmt, const TlStmt *rest)
{
  if (e->failed || !may_end (stmt))
    return in_order (e, stmt, rest);
  switch (stmt->kind)
    {
    case TL_STMT_EVALUATE:
      if (is_ret (stmt->expr))
        return NULL;
      break;
    case TL_STMT_SEQ:
      return end_in_seq (e, stmt, 0, rest);
    case TL_STMT_IF:
      if (rest != NULL && goes_on_both_ways (stmt))
        break;
      {
        const TlStmt *then_body = end_in (e, stmt->then_body, rest);
        const TlStmt *else_body = stmt->else_body != NULL ? end_in (e, stmt->else_body, rest) : rest;
        return tl_stmt_if (e->arena, stmt->cond, or_nothing (e, then_body), else_body);
      }
    case TL_STMT_ATTR:
      return tl_stmt_attr (e->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, or_nothing (e, end_in (e, stmt->attr_body, rest)));
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (e->arena, stmt->buffer, or_nothing (e, end_in (e, stmt->alloc_body, rest)));
    case TL_STMT_LET:
      return tl_stmt_let (e->arena, stmt->var, stmt->let_value, or_nothing (e, end_in (e, stmt->let_body, rest)));
    default:
      break;
    }
  e->failed = TRUE;
  tl_lower_set_unsupported (e->error,
                            "T.ret in a loop or in nested conditions is not supported; guard the later statements with a condition");
  return stmt;
}

const TlPrimFunc *
tl_lower_end_early (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  Ending e = { .arena = builder->arena, .error = error };
  if (!may_end (func->body))
    return func;
  const TlStmt *body = or_nothing (&e, end_in (&e, func->body, NULL));
  return e.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
