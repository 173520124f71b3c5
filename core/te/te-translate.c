/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The script's expressions in terms of a function: its own variables and buffers, and where it asks for them, indices of another type. Then
 * what an index computes is of that type with its numbers, and elsewhere whatever meets an index becomes what both fit into. Nothing is
 * folded: TVM keeps what a reducer combines as it is.
 */

#include "core/ir/walk.h"
#include "core/te/te-private.h"

static TlDType
own_type (const TlTeTerms *terms, TlDType dtype)
{
  return terms->index_dtype.code != TL_TYPE_VOID && tl_dtype_is_integer (dtype) && dtype.lanes == 1 ? terms->index_dtype : dtype;
}

static const TlExpr *
own_var (TlTeTerms *terms, const TlExpr *expr)
{
  const TlExpr *own = g_hash_table_lookup (terms->vars, expr);

  if (own == NULL)
    {
      own = tl_expr_var (terms->arena, expr->name, own_type (terms, expr->dtype));
      g_hash_table_insert (terms->vars, (gpointer) expr, (gpointer) own);
    }
  return own;
}

static const TlBuffer *
own_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const TlTeTerms *terms = rewriter->user_data;
  const TlBuffer  *own = g_hash_table_lookup (terms->buffers, buffer);

  return own != NULL ? own : buffer;
}

/* Both of the wider type: a number of an index does not shrink to what it meets. */
static void
match (TlArena *arena, const TlExpr **a, const TlExpr **b)
{
  TlDType wider = (*a)->dtype.bits >= (*b)->dtype.bits ? (*a)->dtype : (*b)->dtype;

  if (!tl_dtype_is_integer ((*a)->dtype) || !tl_dtype_is_integer ((*b)->dtype))
    return;
  *a = tl_cast (arena, wider, *a);
  *b = tl_cast (arena, wider, *b);
}

static const TlExpr *
own_binary (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *a = tl_rewrite_expr (rewriter, expr->a), *b = tl_rewrite_expr (rewriter, expr->b);

  if (a == expr->a && b == expr->b)
    return expr;
  match (rewriter->arena, &a, &b);
  return tl_expr_binary (rewriter->arena, expr->kind, a, b);
}

static const TlExpr *
own_select (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *cond = tl_rewrite_expr (rewriter, expr->cond);
  const TlExpr *if_true = tl_rewrite_expr (rewriter, expr->if_true), *if_false = tl_rewrite_expr (rewriter, expr->if_false);

  match (rewriter->arena, &if_true, &if_false);
  return tl_expr_select (rewriter->arena, cond, if_true, if_false);
}

static const TlExpr *
own_load (TlRewriter *rewriter, const TlExpr *expr)
{
  TlTeTerms     *terms = rewriter->user_data;
  gboolean       was_in_index = terms->in_index;
  const TlExpr **indices = tl_arena_new_array (terms->arena, const TlExpr *, MAX (expr->n_indices, 1));

  terms->in_index = TRUE;
  for (guint i = 0; i < expr->n_indices; i++)
    indices[i] = tl_rewrite_expr (rewriter, expr->indices[i]);
  terms->in_index = was_in_index;
  return tl_expr_load (terms->arena, own_buffer (rewriter, expr->buffer), indices, expr->n_indices);
}

/* A function of integers gives what its operands are, as it did before. */
static const TlExpr *
own_call (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr **args = tl_arena_new_array (rewriter->arena, const TlExpr *, MAX (expr->n_args, 1));
  guint          first = g_str_equal (expr->callee->name, "if_then_else") ? 1 : 0;
  gboolean       follows = expr->n_args > first && tl_dtype_is_integer (expr->dtype)
                           && tl_dtype_equal (expr->args[first]->dtype, expr->dtype);

  for (guint i = 0; i < expr->n_args; i++)
    args[i] = tl_rewrite_expr (rewriter, expr->args[i]);
  if (follows && expr->n_args == first + 2)
    match (rewriter->arena, &args[first], &args[first + 1]);
  return tl_expr_call (rewriter->arena, follows ? args[first]->dtype : expr->dtype, expr->callee, args, expr->n_args);
}

static const TlExpr *
own_of_index_type (TlRewriter *rewriter, const TlExpr *expr)
{
  TlTeTerms *terms = rewriter->user_data;
  TlDType    dtype = terms->in_index ? own_type (terms, expr->dtype) : expr->dtype;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return tl_dtype_equal (dtype, expr->dtype) ? expr : tl_expr_int (terms->arena, dtype, expr->int_value);
    case TL_EXPR_CAST:
      return tl_cast (terms->arena, dtype, tl_rewrite_expr (rewriter, expr->a));
    case TL_EXPR_SELECT:
      return own_select (rewriter, expr);
    case TL_EXPR_LOAD:
      return own_load (rewriter, expr);
    case TL_EXPR_CALL:
      return own_call (rewriter, expr);
    default:
      return NULL;
    }
}

static const TlExpr *
own_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  TlTeTerms *terms = rewriter->user_data;

  if (expr->kind == TL_EXPR_VAR)
    return own_var (terms, expr);
  if (tl_expr_kind_is_binary (expr->kind))
    return own_binary (rewriter, expr);
  return terms->index_dtype.code != TL_TYPE_VOID ? own_of_index_type (rewriter, expr) : NULL;
}

static const TlExpr *
translate (TlTeTerms *terms, gboolean in_index, const TlExpr *expr)
{
  TlRewriter rewriter = { .arena = terms->arena, .expr = own_expr, .buffer = own_buffer, .user_data = terms };

  terms->in_index = in_index;
  return tl_rewrite_expr (&rewriter, expr);
}

const TlExpr *
tl_te_value (TlTeTerms *terms, const TlExpr *expr)
{
  return translate (terms, FALSE, expr);
}

const TlExpr *
tl_te_extent (TlTeTerms *terms, const TlExpr *expr)
{
  return translate (terms, TRUE, expr);
}
