/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/relax-rewrite.h"

#include <string.h>

#include "core/ir/relax-walk.h"
#include "core/ir/walk.h"

/* --- questions --- */

const char *
tl_relax_tir_callee (const TlRelaxExpr *expr)
{
  if (!tl_relax_op_is (expr, "call_tir") && !tl_relax_op_is (expr, "call_tir_inplace"))
    return NULL;
  return expr->n_args >= 2 && expr->args[0]->kind == TL_RELAX_GLOBAL ? expr->args[0]->name : NULL;
}

const TlRelaxExpr *const *
tl_relax_tir_args (const TlRelaxExpr *call, guint *n_args)
{
  const TlRelaxExpr *args = call->args[1];

  *n_args = args->kind == TL_RELAX_TUPLE ? args->n_items : 1;
  return args->kind == TL_RELAX_TUPLE ? args->items : &call->args[1];
}

gint64
tl_relax_inplace_index (const TlRelaxExpr *call, guint output)
{
  const TlValue *indices = tl_attrs_find (&call->attrs, "inplace_indices");
  TlValue        number;

  if (indices == NULL || indices->kind != TL_VALUE_LIST || output >= indices->n_items ||
      !tl_value_get_number (&indices->items[output], &number) || number.kind != TL_VALUE_INT)
    return -1;
  return number.integer;
}

typedef struct
{
  const TlModule *module;
  gboolean        is_pure;
} Purity;

static gboolean
calls_pure_function (const TlModule *module, const TlRelaxExpr *call)
{
  const TlFunc *func = call->callee->kind == TL_RELAX_GLOBAL ? tl_module_find_func (module, call->callee->name) : NULL;

  if (func != NULL)
    return func->kind == TL_FUNC_GRAPH && !func->graph->is_impure;
  return call->callee->type->kind == TL_RELAX_TYPE_CALLABLE && call->callee->type->is_pure;
}

static void
look_for_effects (const TlRelaxExpr *expr, gpointer user_data)
{
  static const char *const impure[] = { "call_packed", "call_tir_inplace", "print", "assert_op" };
  Purity                  *purity = user_data;

  if (expr->kind != TL_RELAX_CALL)
    return;
  for (guint i = 0; expr->op != NULL && i < G_N_ELEMENTS (impure); i++)
    purity->is_pure &= strcmp (expr->op->name, impure[i]) != 0;
  if (expr->op == NULL)
    purity->is_pure &= calls_pure_function (purity->module, expr);
}

gboolean
tl_relax_is_pure (const TlModule *module, const TlRelaxExpr *expr)
{
  Purity purity = { module, TRUE };

  tl_relax_expr_walk (expr, look_for_effects, &purity);
  return purity.is_pure;
}

/* --- rewriting --- */

static const TlExpr *
rewrite_size (TlRelaxRewriter *rewriter, const TlExpr *size)
{
  return rewriter->sizes != NULL ? tl_expr_substitute (rewriter->arena, size, rewriter->sizes) : size;
}

/* @list itself if nothing changes. */
static const TlExpr *const *
rewrite_sizes (TlRelaxRewriter *rewriter, const TlExpr *const *list, guint n)
{
  const TlExpr **copy = NULL;

  for (guint i = 0; list != NULL && i < n; i++)
    {
      const TlExpr *size = rewrite_size (rewriter, list[i]);

      if (size != list[i] && copy == NULL)
        copy = tl_arena_dup_array (rewriter->arena, const TlExpr *, list, n);
      if (copy != NULL)
        copy[i] = size;
    }
  return copy != NULL ? copy : list;
}

static const TlRelaxType *const *
rewrite_types (TlRelaxRewriter *rewriter, const TlRelaxType *const *list, guint n)
{
  const TlRelaxType **copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TlRelaxType *type = tl_relax_rewrite_type (rewriter, list[i]);

      if (type != list[i] && copy == NULL)
        copy = tl_arena_dup_array (rewriter->arena, const TlRelaxType *, list, n);
      if (copy != NULL)
        copy[i] = type;
    }
  return copy != NULL ? copy : list;
}

const TlRelaxType *
tl_relax_rewrite_type (TlRelaxRewriter *rewriter, const TlRelaxType *type)
{
  TlRelaxType new_type;

  if (rewriter->sizes == NULL || type == NULL)
    return type;
  new_type = *type;
  if (type->n_dims > 0)
    new_type.dims = rewrite_sizes (rewriter, type->dims, (guint) type->n_dims);
  new_type.fields = rewrite_types (rewriter, type->fields, type->n_fields);
  new_type.result = tl_relax_rewrite_type (rewriter, type->result);
  if (new_type.dims == type->dims && new_type.fields == type->fields && new_type.result == type->result)
    return type;
  return tl_arena_memdup (rewriter->arena, &new_type, sizeof new_type);
}

static const TlRelaxExpr *const *
rewrite_list (TlRelaxRewriter *rewriter, const TlRelaxExpr *const *list, guint n)
{
  const TlRelaxExpr **copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TlRelaxExpr *item = list[i] != NULL ? tl_relax_rewrite (rewriter, list[i]) : NULL;

      if (item != list[i] && copy == NULL)
        copy = tl_arena_dup_array (rewriter->arena, const TlRelaxExpr *, list, n);
      if (copy != NULL)
        copy[i] = item;
    }
  return copy != NULL ? copy : list;
}

static gboolean
is_same_body (const TlRelaxBody *a, const TlRelaxBody *b)
{
  return a->blocks == b->blocks && a->result == b->result;
}

static const TlRelaxBody *
rewrite_branch (TlRelaxRewriter *rewriter, const TlRelaxBody *body)
{
  TlRelaxBody other = tl_relax_rewrite_body (rewriter, body);

  return is_same_body (&other, body) ? body : tl_arena_memdup (rewriter->arena, &other, sizeof other);
}

static const TlRelaxExpr *
finish (TlRelaxRewriter *rewriter, const TlRelaxExpr *old, const TlRelaxExpr *changed, gboolean is_same)
{
  return is_same ? old : tl_arena_memdup (rewriter->arena, changed, sizeof *changed);
}

static const TlRelaxExpr *
rewrite_call (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  TlRelaxExpr call = *expr;

  call.type = tl_relax_rewrite_type (rewriter, expr->type);
  call.callee = expr->callee != NULL ? tl_relax_rewrite (rewriter, expr->callee) : NULL;
  call.args = rewrite_list (rewriter, expr->args, expr->n_args);
  call.type_args = rewrite_types (rewriter, expr->type_args, expr->n_type_args);
  return finish (rewriter, expr, &call, call.type == expr->type && call.callee == expr->callee && call.args == expr->args &&
                                        call.type_args == expr->type_args);
}

static const TlRelaxExpr *
rewrite_tuple (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *const *items = rewrite_list (rewriter, expr->items, expr->n_items);

  return items != expr->items ? tl_relax_tuple (rewriter->arena, items, expr->n_items) : expr;
}

static const TlRelaxExpr *
rewrite_shape (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  const TlExpr *const *dims = rewrite_sizes (rewriter, expr->dims, expr->n_dims);

  return dims != expr->dims ? tl_relax_shape (rewriter->arena, dims, expr->n_dims) : expr;
}

static const TlRelaxExpr *
rewrite_if (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  TlRelaxExpr branch = *expr;

  branch.type = tl_relax_rewrite_type (rewriter, expr->type);
  branch.cond = tl_relax_rewrite (rewriter, expr->cond);
  branch.if_true = rewrite_branch (rewriter, expr->if_true);
  branch.if_false = rewrite_branch (rewriter, expr->if_false);
  return finish (rewriter, expr, &branch, branch.type == expr->type && branch.cond == expr->cond && branch.if_true == expr->if_true &&
                                          branch.if_false == expr->if_false);
}

static const TlRelaxExpr *
rewrite_function (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  TlRelaxExpr function = *expr;

  function.function = tl_relax_rewrite_func (rewriter, expr->function);
  function.type = tl_relax_rewrite_type (rewriter, expr->type);
  return finish (rewriter, expr, &function, function.function == expr->function && function.type == expr->type);
}

static const TlRelaxExpr *
rewrite_children (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  switch (expr->kind)
    {
    case TL_RELAX_TUPLE:
      return rewrite_tuple (rewriter, expr);
    case TL_RELAX_ITEM:
      {
        const TlRelaxExpr *tuple = tl_relax_rewrite (rewriter, expr->tuple);

        return tuple != expr->tuple ? tl_relax_item (rewriter->arena, tuple, expr->index) : expr;
      }
    case TL_RELAX_SHAPE:
      return rewrite_shape (rewriter, expr);
    case TL_RELAX_PRIM:
      {
        const TlExpr *prim = rewrite_size (rewriter, expr->prim);

        return prim != expr->prim ? tl_relax_prim (rewriter->arena, prim) : expr;
      }
    case TL_RELAX_CALL:
      return rewrite_call (rewriter, expr);
    case TL_RELAX_IF:
      return rewrite_if (rewriter, expr);
    case TL_RELAX_FUNCTION:
      return rewrite_function (rewriter, expr);
    default:
      return expr;
    }
}

const TlRelaxExpr *
tl_relax_rewrite (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *known = expr->kind == TL_RELAX_VAR ? g_hash_table_lookup (rewriter->vars, expr) : NULL;
  const TlRelaxExpr *changed, *other;

  if (known != NULL)
    return known;
  changed = rewrite_children (rewriter, expr);
  other = rewriter->expr != NULL ? rewriter->expr (rewriter, changed) : NULL;
  return other != NULL ? other : changed;
}

/* The variable itself if its type stays. */
static const TlRelaxVar *
rewrite_definition (TlRelaxRewriter *rewriter, const TlRelaxVar *var)
{
  const TlRelaxType *type = tl_relax_rewrite_type (rewriter, var->type);
  const TlRelaxVar  *other;

  if (type == var->type)
    return var;
  other = tl_relax_var (rewriter->arena, var->name, type, var->is_dataflow);
  g_hash_table_insert (rewriter->vars, (gpointer) var, (gpointer) other);
  return other;
}

static TlRelaxBlock
rewrite_block (TlRelaxRewriter *rewriter, const TlRelaxBlock *block)
{
  TlRelaxBinding *copy = NULL;

  for (guint i = 0; i < block->n_bindings; i++)
    {
      const TlRelaxBinding *old = &block->bindings[i];
      TlRelaxBinding        binding = *old;

      binding.value = tl_relax_rewrite (rewriter, old->value);
      binding.type = tl_relax_rewrite_type (rewriter, old->type);
      binding.var = rewrite_definition (rewriter, old->var);
      if (copy == NULL && (binding.value != old->value || binding.type != old->type || binding.var != old->var))
        copy = tl_arena_dup_array (rewriter->arena, TlRelaxBinding, block->bindings, block->n_bindings);
      if (copy != NULL)
        copy[i] = binding;
    }
  return (TlRelaxBlock) { block->is_dataflow, copy != NULL ? copy : block->bindings, block->n_bindings };
}

TlRelaxBody
tl_relax_rewrite_body (TlRelaxRewriter *rewriter, const TlRelaxBody *body)
{
  TlRelaxBlock *copy = NULL;
  TlRelaxBody   other = *body;

  for (guint i = 0; i < body->n_blocks; i++)
    {
      TlRelaxBlock block = rewrite_block (rewriter, &body->blocks[i]);

      if (copy == NULL && block.bindings != body->blocks[i].bindings)
        copy = tl_arena_dup_array (rewriter->arena, TlRelaxBlock, body->blocks, body->n_blocks);
      if (copy != NULL)
        copy[i] = block;
    }
  if (copy != NULL)
    other.blocks = copy;
  other.result = tl_relax_rewrite (rewriter, body->result);
  return other;
}

const TlGraphFunc *
tl_relax_rewrite_func (TlRelaxRewriter *rewriter, const TlGraphFunc *func)
{
  TlGraphFunc        *copy = tl_arena_memdup (rewriter->arena, func, sizeof *func);
  const TlRelaxVar  **params = tl_arena_dup_array (rewriter->arena, const TlRelaxVar *, func->params, func->n_params);
  gboolean            is_same = TRUE;

  for (guint i = 0; i < func->n_params; i++)
    {
      params[i] = rewrite_definition (rewriter, func->params[i]);
      is_same &= params[i] == func->params[i];
    }
  copy->params = params;
  copy->result_type = tl_relax_rewrite_type (rewriter, func->result_type);
  copy->body = tl_relax_rewrite_body (rewriter, &func->body);
  return is_same && copy->result_type == func->result_type && is_same_body (&copy->body, &func->body) ? func : copy;
}

const TlRelaxExpr *
tl_relax_substitute (TlArena *arena, const TlRelaxExpr *expr, GHashTable *values)
{
  TlRelaxRewriter rewriter = { .arena = arena, .vars = values };

  return tl_relax_rewrite (&rewriter, expr);
}

const TlGraphFunc *
tl_graph_func_with_body (TlArena *arena, const TlGraphFunc *func, const TlRelaxBody *body)
{
  TlGraphFunc *copy = tl_arena_memdup (arena, func, sizeof *func);

  copy->body = *body;
  return copy;
}
