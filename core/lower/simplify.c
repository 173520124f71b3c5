/* SPDX-License-Identifier: Apache-2.0 */
/*
 * simplify: every integer expression in the analyzer's normal form under the ranges of the loops and the conditions around it; loops of
 * one iteration, conditions that are settled and statements without effect disappear.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
} Simplifier;

static const TlExpr *simplify_expr (Simplifier *s, const TlExpr *expr);
static const TlStmt *simplify_stmt (Simplifier *s, const TlStmt *stmt);

/* Integers and truth values without vectors are the analyzer's. */
static gboolean
is_index_like (const TlExpr *expr)
{
  return expr->dtype.lanes == 1
         && (tl_dtype_is_integer (expr->dtype) || expr->dtype.code == TL_TYPE_BOOL);
}

static TlWalk
find_compound (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  if (expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL || expr->kind == TL_EXPR_SELECT || expr->kind == TL_EXPR_LET)
    *found = TRUE;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* "if_then_else (cond, a, b)" and Select know in each branch what was asked. */
static const TlExpr *
simplify_choice (Simplifier *s, const TlExpr *expr, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  const TlExpr *new_cond = simplify_expr (s, cond);
  if (new_cond->dtype.lanes == 1 && tl_expr_is_int (new_cond, 1))
    return simplify_expr (s, if_true);
  if (new_cond->dtype.lanes == 1 && tl_expr_is_int (new_cond, 0))
    return simplify_expr (s, if_false);
  gboolean is_scalar = new_cond->dtype.lanes == 1 && !tl_expr_reads_memory (new_cond);
  if (is_scalar)
    tl_analyzer_push (s->analyzer, new_cond);
  const TlExpr *new_true = simplify_expr (s, if_true);
  if (is_scalar)
    tl_analyzer_pop (s->analyzer);
  const TlExpr *new_false = simplify_expr (s, if_false);
  if (new_cond == cond && new_true == if_true && new_false == if_false)
    return expr;
  if (expr->kind == TL_EXPR_SELECT)
    return tl_expr_select (s->arena, new_cond, new_true, new_false);
  const TlExpr *args[3] = { new_cond, new_true, new_false };
  return tl_expr_call (s->arena, expr->dtype, expr->callee, args, 3);
}

static const TlExpr *
simplify_hook (TlRewriter *rewriter, const TlExpr *expr)
{
  Simplifier *s = rewriter->user_data;
  if (expr->kind == TL_EXPR_SELECT)
    return simplify_choice (s, expr, expr->cond, expr->if_true, expr->if_false);
  if (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
    return simplify_choice (s, expr, expr->args[0], expr->args[1], expr->args[2]);
  if (!is_index_like (expr) || expr->kind == TL_EXPR_INT)
    return NULL;
  gboolean is_compound = FALSE;
  tl_expr_walk (expr, find_compound, &is_compound);
  const TlExpr *inner = is_compound ? tl_rewrite_expr_children (rewriter, expr) : expr;
  return tl_analyzer_simplify (s->analyzer, inner);
}

static const TlExpr *
simplify_expr (Simplifier *s, const TlExpr *expr)
{
  TlRewriter rewriter = { .arena = s->arena, .expr = simplify_hook, .user_data = s };
  return tl_rewrite_expr (&rewriter, expr);
}

static const TlStmt *
nop (Simplifier *s)
{
  return tl_stmt_evaluate (s->arena, tl_int (s->arena, 0));
}

/* These annotations apply to the whole body; a loop of one iteration that has one stays. */
static gboolean
speaks_for_body (const TlLoop *loop)
{
  return tl_attrs_find (&loop->annotations, "pragma_auto_unroll_max_step") != NULL
         || tl_attrs_find (&loop->annotations, "nontemporal_store") != NULL;
}

/* The body of a loop of one iteration, which nothing but annotations keeps. */
static const TlStmt *
simplify_single (Simplifier *s, const TlStmt *stmt, const TlExpr *min)
{
  const TlLoop *loop = &stmt->loop;
  const TlExpr *value = tl_cast (s->arena, loop->var->dtype, min);
  const TlStmt *body = simplify_stmt (s, tl_stmt_substitute_var (s->arena, loop->body, loop->var, value));
  if (!speaks_for_body (loop) || tl_stmt_is_nop (body))
    return body;
  TlLoop copy = *loop;
  copy.kind = TL_LOOP_SERIAL;
  copy.min = min;
  copy.extent = tl_expr_int (s->arena, loop->extent->dtype, 1);
  copy.body = body;
  return tl_stmt_with_origin (s->arena, tl_stmt_loop (s->arena, &copy), stmt->origin);
}

static const TlStmt *
simplify_loop (Simplifier *s, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  const TlExpr *min = simplify_expr (s, loop->min);
  const TlExpr *extent = simplify_expr (s, loop->extent);
  gint64 n = -1;
  tl_expr_get_int (extent, &n);
  if (extent->kind == TL_EXPR_INT && n <= 0)
    return nop (s);
  if (n == 1 && loop->kind != TL_LOOP_THREAD_BINDING)
    return simplify_single (s, stmt, min);

  tl_analyzer_bind (s->analyzer, loop->var, min, extent);
  const TlStmt *body = simplify_stmt (s, loop->body);
  tl_analyzer_unbind (s->analyzer, loop->var);
  if (tl_stmt_is_nop (body))
    return body;
  if (min == loop->min && extent == loop->extent && body == loop->body)
    return stmt;
  TlLoop copy = *loop;
  copy.min = min;
  copy.extent = extent;
  copy.body = body;
  return tl_stmt_with_origin (s->arena, tl_stmt_loop (s->arena, &copy), stmt->origin);
}

/* Under a condition that reads memory nothing is assumed: a store in the body may change it. */
static const TlStmt *
simplify_if (Simplifier *s, const TlStmt *stmt)
{
  const TlExpr *cond = simplify_expr (s, stmt->cond);
  if (tl_expr_is_int (cond, 1))
    return simplify_stmt (s, stmt->then_body);
  if (tl_expr_is_int (cond, 0))
    return stmt->else_body != NULL ? simplify_stmt (s, stmt->else_body) : nop (s);

  gboolean is_fact = cond->dtype.lanes == 1 && !tl_expr_reads_memory (cond);
  if (is_fact)
    tl_analyzer_push (s->analyzer, cond);
  const TlStmt *then_body = simplify_stmt (s, stmt->then_body);
  if (is_fact)
    tl_analyzer_pop (s->analyzer);
  const TlStmt *else_body = stmt->else_body != NULL ? simplify_stmt (s, stmt->else_body) : NULL;
  if (else_body != NULL && tl_stmt_is_nop (else_body))
    else_body = NULL;
  if (else_body == NULL && tl_stmt_is_nop (then_body))
    return then_body;
  if (cond == stmt->cond && then_body == stmt->then_body && else_body == stmt->else_body)
    return stmt;
  return tl_stmt_if (s->arena, cond, then_body, else_body);
}

static const TlStmt *
simplify_let (Simplifier *s, const TlStmt *stmt)
{
  const TlExpr *value = simplify_expr (s, stmt->let_value);
  if (value->kind == TL_EXPR_INT || value->kind == TL_EXPR_FLOAT
      || (value->kind == TL_EXPR_VAR && tl_dtype_equal (value->dtype, stmt->var->dtype)))
    return simplify_stmt (s, tl_stmt_substitute_var (s->arena, stmt->let_body, stmt->var, value));
  const TlStmt *body = simplify_stmt (s, stmt->let_body);
  if (value == stmt->let_value && body == stmt->let_body)
    return stmt;
  return tl_stmt_let (s->arena, stmt->var, value, body);
}

static const TlStmt *
simplify_seq (Simplifier *s, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  gboolean is_same = TRUE;
  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      const TlStmt *child = simplify_stmt (s, stmt->stmts[i]);
      is_same &= child == stmt->stmts[i];
      if (tl_stmt_is_nop (child))
        is_same = FALSE;
      else
        g_ptr_array_add (kept, (gpointer) child);
    }
  return is_same ? stmt : tl_stmt_seq (s->arena, (const TlStmt *const *) kept->pdata, kept->len);
}

static const TlStmt *
simplify_alloc (Simplifier *s, const TlStmt *stmt)
{
  const TlStmt *body = simplify_stmt (s, stmt->alloc_body);
  if (tl_stmt_is_nop (body))
    return body;
  return body == stmt->alloc_body ? stmt : tl_stmt_alloc (s->arena, stmt->buffer, body);
}

/* A store that remains of a reduction step which only adds zero, as at the edges of a padded image. */
static gboolean
is_store_of_itself (const TlStmt *stmt)
{
  const TlExpr *value = stmt->value;
  gboolean is_same = value->kind == TL_EXPR_LOAD && value->buffer == stmt->buffer && value->n_indices == stmt->n_indices;
  for (guint i = 0; is_same && i < stmt->n_indices; i++)
    is_same = tl_expr_equal (value->indices[i], stmt->indices[i]) && !tl_expr_reads_memory (stmt->indices[i]);
  return is_same;
}

static const TlStmt *
simplify_hook_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  return simplify_stmt (rewriter->user_data, stmt);
}

static const TlStmt *
simplify_plain (Simplifier *s, const TlStmt *stmt)
{
  TlRewriter rewriter = { .arena = s->arena, .expr = simplify_hook, .stmt = simplify_hook_stmt, .user_data = s };
  const TlStmt *result = tl_rewrite_stmt_children (&rewriter, stmt);
  return result->kind == TL_STMT_STORE && is_store_of_itself (result) ? nop (s) : result;
}

static const TlStmt *
simplify_stmt (Simplifier *s, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return simplify_loop (s, stmt);
    case TL_STMT_IF:
      return simplify_if (s, stmt);
    case TL_STMT_LET:
      return simplify_let (s, stmt);
    case TL_STMT_SEQ:
      return simplify_seq (s, stmt);
    case TL_STMT_ALLOC:
      return simplify_alloc (s, stmt);
    default:
      return simplify_plain (s, stmt);
    }
}

const TlStmt *
tl_stmt_simplify_with (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt)
{
  Simplifier s = { .arena = arena, .analyzer = analyzer };
  return simplify_stmt (&s, stmt);
}

const TlStmt *
tl_stmt_simplify (TlArena *arena, const TlStmt *stmt)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  return tl_stmt_simplify_with (arena, analyzer, stmt);
}

const TlPrimFunc *
tl_lower_simplify (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  return tl_prim_func_with_body (builder->arena, func, tl_stmt_simplify (builder->arena, func->body));
}
