/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/relax-walk.h"

static void
walk_all (const TlRelaxExpr *const *exprs, guint n, TlRelaxVisit visit, gpointer user_data)
{
  for (guint i = 0; i < n; i++)
    tl_relax_expr_walk (exprs[i], visit, user_data);
}

void
tl_relax_expr_walk (const TlRelaxExpr *expr, TlRelaxVisit visit, gpointer user_data)
{
  if (expr == NULL)
    return;
  visit (expr, user_data);
  switch (expr->kind)
    {
    case TL_RELAX_TUPLE:
      walk_all (expr->items, expr->n_items, visit, user_data);
      break;
    case TL_RELAX_ITEM:
      tl_relax_expr_walk (expr->tuple, visit, user_data);
      break;
    case TL_RELAX_CALL:
      tl_relax_expr_walk (expr->callee, visit, user_data);
      walk_all (expr->args, expr->n_args, visit, user_data);
      break;
    case TL_RELAX_FUNCTION:
      tl_graph_func_walk (expr->function, visit, user_data);
      break;
    case TL_RELAX_IF:
      tl_relax_expr_walk (expr->cond, visit, user_data);
      tl_relax_body_walk (expr->if_true, visit, user_data);
      tl_relax_body_walk (expr->if_false, visit, user_data);
      break;
    default:
      break;
    }
}

void
tl_relax_body_walk (const TlRelaxBody *body, TlRelaxVisit visit, gpointer user_data)
{
  for (guint i = 0; i < body->n_blocks; i++)
    for (guint k = 0; k < body->blocks[i].n_bindings; k++)
      {
        tl_relax_expr_walk (body->blocks[i].bindings[k].value, visit, user_data);
        visit (body->blocks[i].bindings[k].var, user_data);
      }
  tl_relax_expr_walk (body->result, visit, user_data);
}

void
tl_graph_func_walk (const TlGraphFunc *func, TlRelaxVisit visit, gpointer user_data)
{
  walk_all (func->params, func->n_params, visit, user_data);
  tl_relax_body_walk (&func->body, visit, user_data);
}

void
tl_relax_type_walk_sizes (const TlRelaxType *type, TlRelaxSizeVisit visit, gpointer user_data)
{
  for (int i = 0; type->dims != NULL && i < type->n_dims; i++)
    visit (type->dims[i], user_data);
  for (guint i = 0; i < type->n_fields; i++)
    tl_relax_type_walk_sizes (type->fields[i], visit, user_data);
  if (type->result != NULL)
    tl_relax_type_walk_sizes (type->result, visit, user_data);
}

void
tl_relax_expr_walk_sizes (const TlRelaxExpr *expr, TlRelaxSizeVisit visit, gpointer user_data)
{
  tl_relax_type_walk_sizes (expr->type, visit, user_data);
  if (expr->kind == TL_RELAX_PRIM)
    visit (expr->prim, user_data);
  for (guint i = 0; expr->kind == TL_RELAX_SHAPE && i < expr->n_dims; i++)
    visit (expr->dims[i], user_data);
  for (guint i = 0; expr->kind == TL_RELAX_CALL && i < expr->n_type_args; i++)
    tl_relax_type_walk_sizes (expr->type_args[i], visit, user_data);
}
