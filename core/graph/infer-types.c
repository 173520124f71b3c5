/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions are rebuilt in order, since a variable is its address: each value takes the new variables, its type is inferred from theirs,
 * and a new variable of that type takes its place. Types of calls are those that the callee returns, with its symbolic sizes replaced by
 * the sizes of the arguments.
 */
#include "core/graph/infer-types.h"

#include <string.h>

#include "core/base/error.h"
#include "core/graph/operators/operators.h"
#include "core/ir/relax-walk.h"
#include "core/ir/walk.h"

typedef struct
{
  TlArena            *arena;
  const TlModule     *module;
  const TlGraphFunc **done;      /* for each function of the module: with types; NULL: not yet */
  GHashTable         *begun;     /* TlFunc* that are being done: recursion */
  GHashTable         *vars;      /* variable → the one in its place */
  GHashTable         *inner;     /* new variable → const TlGraphFunc* that it is bound to */
  const char         *name;      /* of the function */
  GError             *failure;
  gboolean            is_placed; /* @failure names function and variable */
} Types;

static const TlRelaxExpr *type_value (Types *types, const TlRelaxExpr *value);
static gboolean           type_body (Types *types, const TlRelaxBody *body, TlRelaxBody *typed);
static const TlGraphFunc *type_function (Types *types, const TlGraphFunc *func);

static gboolean
is_unknown (const TlRelaxType *type)
{
  return type == &tl_relax_any;
}

/* R.Any, and known to be that. */
static const TlRelaxType *
any_type (Types *types)
{
  return tl_arena_dup_array (types->arena, TlRelaxType, &tl_relax_any, 1);
}

/* Whether something is missing. */

static void
note_unknown (const TlRelaxExpr *expr, gpointer user_data)
{
  gboolean *is_missing = user_data;

  *is_missing |= expr->kind == TL_RELAX_VAR && is_unknown (expr->type);
  *is_missing |= expr->kind == TL_RELAX_FUNCTION && is_unknown (expr->function->result_type);
}

static gboolean
lacks_types (const TlModule *module)
{
  gboolean is_missing = FALSE;

  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      {
        is_missing |= !tl_relax_type_equal (module->funcs[i].graph->result_type, module->funcs[i].graph->body.result->type);
        tl_graph_func_walk (module->funcs[i].graph, note_unknown, &is_missing);
      }
  return is_missing;
}

/* Sizes. */

/* The type with sizes replaced (TlVar → TlExpr); those that use other symbols than @known (nullable: all are) are left out. */
static const TlRelaxType *
with_sizes (Types *types, const TlRelaxType *type, GHashTable *values, GHashTable *known)
{
  TlRelaxType        *copy = tl_arena_dup_array (types->arena, TlRelaxType, type, 1);
  const TlExpr      **dims = type->dims != NULL ? tl_arena_new_array (types->arena, const TlExpr *, MAX (type->n_dims, 1)) : NULL;
  const TlRelaxType **fields = tl_arena_new_array (types->arena, const TlRelaxType *, type->n_fields + 1);

  copy->dims = dims;
  for (int i = 0; dims != NULL && i < type->n_dims; i++)
    {
      dims[i] = values != NULL ? tl_expr_substitute (types->arena, type->dims[i], values) : type->dims[i];
      if (known != NULL && tl_expr_contains (type->dims[i], TL_EXPR_VAR) && !tl_expr_uses_any (type->dims[i], known))
        copy->dims = NULL;
    }
  for (guint i = 0; i < type->n_fields; i++)
    fields[i] = with_sizes (types, type->fields[i], values, known);
  copy->fields = type->fields != NULL ? fields : NULL;
  if (type->result != NULL)
    copy->result = with_sizes (types, type->result, values, known);
  return copy;
}

/* Symbols of @param that @arg gives sizes to. */
static void
bind_sizes (const TlRelaxType *param, const TlRelaxType *arg, GHashTable *values)
{
  if (param->kind != arg->kind)
    return;
  for (int i = 0; param->dims != NULL && arg->dims != NULL && param->n_dims == arg->n_dims && i < param->n_dims; i++)
    if (param->dims[i]->kind == TL_EXPR_VAR && !g_hash_table_contains (values, param->dims[i]))
      g_hash_table_insert (values, (gpointer) param->dims[i], (gpointer) arg->dims[i]);
  for (guint i = 0; i < MIN (param->n_fields, arg->n_fields); i++)
    bind_sizes (param->fields[i], arg->fields[i], values);
}

static TlWalk
note_symbol (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_VAR)
    g_hash_table_add (user_data, (gpointer) expr);
  return TL_WALK_INTO;
}

static void
note_symbols (const TlExpr *size, gpointer user_data)
{
  tl_expr_walk (size, note_symbol, user_data);
}

/* Types of values. */

static const TlRelaxType *
result_of_call (Types *types, const TlGraphFunc *callee, const TlRelaxExpr *call)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < MIN (callee->n_params, call->n_args); i++)
    bind_sizes (callee->params[i]->type, call->args[i]->type, values);
  return with_sizes (types, callee->result_type, values, values);
}

/* A function of the module, with types; NULL if it is no graph function, or calls itself. */
static const TlGraphFunc *
find_callee (Types *types, const TlFunc *func)
{
  guint       index = (guint) (func - types->module->funcs);
  const char *outer = types->name;

  if (types->done[index] != NULL || func->kind != TL_FUNC_GRAPH)
    return types->done[index];
  if (!g_hash_table_add (types->begun, (gpointer) func))
    return is_unknown (func->graph->result_type) ? NULL : func->graph;
  types->name = func->name;
  types->done[index] = type_function (types, func->graph);
  types->name = outer;
  return types->done[index];
}

static const TlRelaxType *
type_of_function_call (Types *types, const TlRelaxExpr *call)
{
  const TlRelaxExpr *callee = call->callee;
  const TlFunc      *func = callee->kind == TL_RELAX_GLOBAL ? tl_module_find_func (types->module, callee->name) : NULL;
  const TlGraphFunc *graph = func != NULL ? find_callee (types, func) : g_hash_table_lookup (types->inner, callee);

  if (types->failure != NULL)
    return NULL;
  if (func != NULL && func->kind == TL_FUNC_PRIM)
    return tl_relax_tuple_type (types->arena, NULL, 0);
  if (graph != NULL)
    return result_of_call (types, graph, call);
  if (callee->type->kind == TL_RELAX_TYPE_CALLABLE && callee->type->result != NULL)
    return callee->type->result;
  return any_type (types);
}

/* The type of either; where sizes differ, only their number is known. */
static const TlRelaxType *
join_types (Types *types, const TlRelaxType *a, const TlRelaxType *b)
{
  if (tl_relax_type_equal (a, b))
    return a;
  if (a->kind != TL_RELAX_TYPE_TENSOR || b->kind != TL_RELAX_TYPE_TENSOR)
    return any_type (types);
  return tl_relax_unknown_tensor_type (types->arena, tl_dtype_equal (a->dtype, b->dtype) ? a->dtype : TL_VOID,
                                       a->n_dims == b->n_dims ? a->n_dims : -1);
}

static const TlRelaxType *
type_of_function (Types *types, const TlGraphFunc *func)
{
  TlRelaxType        *type = tl_arena_new0 (types->arena, TlRelaxType);
  const TlRelaxType **fields = tl_arena_new_array (types->arena, const TlRelaxType *, func->n_params + 1);

  for (guint i = 0; i < func->n_params; i++)
    fields[i] = func->params[i]->type;
  *type = (TlRelaxType) {
    .kind = TL_RELAX_TYPE_CALLABLE,
    .n_dims = -1,
    .fields = fields,
    .n_fields = func->n_params,
    .result = func->result_type,
    .is_pure = !func->is_impure,
  };
  return type;
}

static const TlRelaxType *
type_of_op_call (Types *types, const TlRelaxExpr *call)
{
  if (!tl_relax_op_is_inferred (call->op))
    return any_type (types);
  return tl_relax_infer (types->arena, call->op, call->args, call->n_args, &call->attrs, &types->failure);
}

/* Values in which new variables stand. */

static gboolean
type_all (Types *types, const TlRelaxExpr *const **values, guint n)
{
  const TlRelaxExpr **typed = tl_arena_new_array (types->arena, const TlRelaxExpr *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    if ((*values)[i] != NULL && (typed[i] = type_value (types, (*values)[i])) == NULL)
      return FALSE;
  *values = typed;
  return TRUE;
}

static const TlRelaxExpr *
type_call (Types *types, const TlRelaxExpr *value)
{
  TlRelaxExpr *call = tl_arena_dup_array (types->arena, TlRelaxExpr, value, 1);

  if (!type_all (types, &call->args, call->n_args) || (call->callee != NULL && (call->callee = type_value (types, call->callee)) == NULL))
    return NULL;
  if (is_unknown (call->type))
    call->type = call->op != NULL ? type_of_op_call (types, call) : type_of_function_call (types, call);
  return call->type != NULL ? call : NULL;
}

static const TlRelaxExpr *
type_branches (Types *types, const TlRelaxExpr *value)
{
  TlRelaxExpr *branches = tl_arena_dup_array (types->arena, TlRelaxExpr, value, 1);
  TlRelaxBody *bodies = tl_arena_new_array (types->arena, TlRelaxBody, 2);

  if ((branches->cond = type_value (types, value->cond)) == NULL || !type_body (types, value->if_true, &bodies[0])
      || !type_body (types, value->if_false, &bodies[1]))
    return NULL;
  branches->if_true = &bodies[0];
  branches->if_false = &bodies[1];
  if (is_unknown (branches->type))
    branches->type = join_types (types, bodies[0].result->type, bodies[1].result->type);
  return branches;
}

static const TlRelaxExpr *
type_inner (Types *types, const TlRelaxExpr *value)
{
  TlRelaxExpr *inner = tl_arena_dup_array (types->arena, TlRelaxExpr, value, 1);

  if ((inner->function = type_function (types, value->function)) == NULL)
    return NULL;
  inner->type = type_of_function (types, inner->function);
  return inner;
}

/* NULL with an error. */
static const TlRelaxExpr *
type_value (Types *types, const TlRelaxExpr *value)
{
  const TlRelaxExpr        *var, *tuple;
  const TlRelaxExpr *const *items;

  switch (value->kind)
    {
    case TL_RELAX_VAR:
      var = g_hash_table_lookup (types->vars, value);
      return var != NULL ? var : value;
    case TL_RELAX_TUPLE:
      items = value->items;
      return type_all (types, &items, value->n_items) ? tl_relax_tuple (types->arena, items, value->n_items) : NULL;
    case TL_RELAX_ITEM:
      tuple = type_value (types, value->tuple);
      return tuple != NULL ? tl_relax_item (types->arena, tuple, value->index) : NULL;
    case TL_RELAX_CALL:
      return type_call (types, value);
    case TL_RELAX_IF:
      return type_branches (types, value);
    case TL_RELAX_FUNCTION:
      return type_inner (types, value);
    default:
      return value;
    }
}

/* Bodies and functions. */

static const TlRelaxVar *
typed_var (Types *types, const TlRelaxVar *var, const TlRelaxExpr *value)
{
  const TlRelaxType *type = is_unknown (value->type) ? any_type (types) : value->type;
  const TlRelaxVar  *typed = is_unknown (var->type) ? tl_relax_var (types->arena, var->name, type, var->is_dataflow) : var;

  g_hash_table_insert (types->vars, (gpointer) var, (gpointer) typed);
  return typed;
}

static gboolean
type_binding (Types *types, const TlRelaxBinding *binding, TlRelaxBinding *typed)
{
  gboolean is_inner = binding->value->kind == TL_RELAX_FUNCTION;

  *typed = *binding;
  /* A function that calls itself by its name. */
  if (is_inner && !is_unknown (binding->value->function->result_type))
    g_hash_table_insert (types->inner, (gpointer) binding->var, (gpointer) binding->value->function);
  if ((typed->value = type_value (types, binding->value)) == NULL)
    {
      if (!types->is_placed)
        g_prefix_error (&types->failure, "%s, %s: ", types->name, binding->var->name);
      types->is_placed = TRUE;
      return FALSE;
    }
  typed->var = typed_var (types, binding->var, typed->value);
  if (is_inner)
    g_hash_table_insert (types->inner, (gpointer) typed->var, (gpointer) typed->value->function);
  return TRUE;
}

static gboolean
type_body (Types *types, const TlRelaxBody *body, TlRelaxBody *typed)
{
  TlRelaxBlock *blocks = tl_arena_dup_array (types->arena, TlRelaxBlock, body->blocks, body->n_blocks);

  for (guint i = 0; i < body->n_blocks; i++)
    {
      TlRelaxBinding *bindings = tl_arena_new_array (types->arena, TlRelaxBinding, MAX (blocks[i].n_bindings, 1));

      for (guint k = 0; k < blocks[i].n_bindings; k++)
        if (!type_binding (types, &blocks[i].bindings[k], &bindings[k]))
          return FALSE;
      blocks[i].bindings = bindings;
    }
  *typed = (TlRelaxBody) { .blocks = blocks, .n_blocks = body->n_blocks };
  typed->result = type_value (types, body->result);
  return typed->result != NULL;
}

/* Sizes that the parameters do not define are not known to callers. */
static const TlRelaxType *
result_type (Types *types, const TlGraphFunc *func, const TlRelaxType *type)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < func->n_params; i++)
    tl_relax_type_walk_sizes (func->params[i]->type, note_symbols, known);
  return with_sizes (types, is_unknown (type) ? any_type (types) : type, NULL, known);
}

static const TlGraphFunc *
type_function (Types *types, const TlGraphFunc *func)
{
  TlGraphFunc *typed = tl_arena_dup_array (types->arena, TlGraphFunc, func, 1);

  if (!type_body (types, &func->body, &typed->body))
    return NULL;
  typed->result_type = result_type (types, func, typed->body.result->type);
  return typed;
}

TlModule *
tl_module_infer_types (const TlModule *module, GError **error)
{
  g_autoptr (TlArena)    arena = NULL;
  g_autoptr (GHashTable) begun = g_hash_table_new (NULL, NULL), vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) inner = g_hash_table_new (NULL, NULL);
  g_autofree const TlGraphFunc **done = g_new0 (const TlGraphFunc *, module->n_funcs + 1);
  g_autofree TlFunc     *funcs = NULL;
  Types                  types = { .module = module, .done = done, .begun = begun, .vars = vars, .inner = inner };
  TlModule              *typed;

  if (!lacks_types (module))
    return tl_module_ref (module);
  arena = tl_arena_new (module->arena);
  types.arena = arena;
  funcs = g_memdup2 (module->funcs, module->n_funcs * sizeof *funcs);
  for (guint i = 0; i < module->n_funcs; i++)
    if (funcs[i].kind == TL_FUNC_GRAPH && (funcs[i].graph = find_callee (&types, &module->funcs[i])) == NULL)
      {
        g_propagate_error (error, types.failure);
        return NULL;
      }
  typed = tl_module_new (arena, module->name, funcs, module->n_funcs, module->next_id);
  tl_module_set_attrs (typed, &module->attrs, module->global_infos);
  return typed;
}
