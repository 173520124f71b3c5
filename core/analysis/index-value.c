/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/index-value.h"

static gboolean
combine (TlExprKind kind, gint64 a, gint64 b, gint64 *value)
{
  switch (kind)
    {
    case TL_EXPR_EQ:
      *value = a == b;
      return TRUE;
    case TL_EXPR_NE:
      *value = a != b;
      return TRUE;
    case TL_EXPR_LT:
      *value = a < b;
      return TRUE;
    case TL_EXPR_LE:
      *value = a <= b;
      return TRUE;
    case TL_EXPR_GT:
      *value = a > b;
      return TRUE;
    case TL_EXPR_GE:
      *value = a >= b;
      return TRUE;
    case TL_EXPR_AND:
      *value = a != 0 && b != 0;
      return TRUE;
    case TL_EXPR_OR:
      *value = a != 0 || b != 0;
      return TRUE;
    default:
      return tl_int_combine (kind, a, b, value);
    }
}

static gboolean
choose (GHashTable *values, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false, gint64 *value)
{
  gint64 holds;

  return tl_index_value (values, cond, &holds) && tl_index_value (values, holds != 0 ? if_true : if_false, value);
}

gboolean
tl_index_value (GHashTable *values, const TlExpr *expr, gint64 *value)
{
  gpointer found;
  gint64   a, b;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      *value = expr->int_value;
      return TRUE;
    case TL_EXPR_VAR:
      if (!g_hash_table_lookup_extended (values, expr, NULL, &found))
        return FALSE;
      *value = (gint64) GPOINTER_TO_SIZE (found);
      return TRUE;
    case TL_EXPR_CAST:
      return !tl_dtype_is_float (expr->dtype) && tl_index_value (values, expr->a, value);
    case TL_EXPR_NOT:
      if (!tl_index_value (values, expr->a, &a))
        return FALSE;
      *value = a == 0;
      return TRUE;
    case TL_EXPR_SELECT:
      return choose (values, expr->cond, expr->if_true, expr->if_false, value);
    case TL_EXPR_CALL:
      return g_str_equal (expr->callee->name, "if_then_else") && choose (values, expr->args[0], expr->args[1], expr->args[2], value);
    default:
      return expr->kind >= TL_EXPR_ADD && expr->kind <= TL_EXPR_OR && tl_index_value (values, expr->a, &a)
             && tl_index_value (values, expr->b, &b) && combine (expr->kind, a, b, value);
    }
}

void
tl_index_value_set (GHashTable *values, const TlVar *var, gint64 value)
{
  g_hash_table_insert (values, (gpointer) var, GSIZE_TO_POINTER ((gsize) value));
}
