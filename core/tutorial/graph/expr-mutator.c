/* SPDX-License-Identifier: Apache-2.0 */
/*
 * relax.PyExprMutator and PyExprVisitor: bases of classes of the script, whose methods visit_call_, visit_var_ … see the values of a graph
 * function. A mutator's are put together again, binding by binding, in its builder; what a method returns takes the place of what it saw.
 * The instance has its state in the member "builder_", and the variables in place of others in a dictionary "var_remap_".
 */
#include <string.h>

#include "core/ir/relax-rewrite.h"
#include "core/tutorial/graph/graph-private.h"

typedef struct
{
  TlPyInterp      *interp;
  const TlAst     *at;
  const TlPyValue *self;
  TlBlockBuilder  *builder;    /* NULL: a visitor */
  TlPyDict        *vars;       /* of a mutator: variable → what stands for it */
} GraphVisit;

static gboolean visit (GraphVisit *state, const TlRelaxExpr *expr, const TlRelaxExpr **result);

/* --- state --- */

/* PyExprMutator.__init__ (self, mod=None) */
static gboolean
init_mutator (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *module_value = tl_py_arg (args, 1, "mod");
  gboolean         has_module = module_value != NULL && module_value->kind != TL_PY_NONE;
  const TlModule  *module = has_module ? tl_py_module_get (interp, args->call, module_value) : NULL;

  *value = TL_PY_NONE_VALUE;
  if (has_module && module == NULL)
    return FALSE;
  return tl_py_set_instance_member (interp, args->call, &args->positional[0], "builder_", tl_block_builder_new (interp, module))
         && tl_py_set_instance_member (interp, args->call, &args->positional[0], "var_remap_", tl_py_new_dict (interp));
}

static gboolean
init_visitor (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  return TRUE;
}

/* FALSE with an error; @args: self and a value. */
static gboolean
begin (TlPyInterp *interp, const TlPyArgs *args, gboolean is_mutator, GraphVisit *state)
{
  const TlPyValue *builder, *vars;

  *state = (GraphVisit) { .interp = interp, .at = args->call };
  if (args->n_positional != 2 || !tl_py_is (&args->positional[0], &tl_py_instance_class))
    return tl_py_fail (interp, args->call, "%s takes a value", args->name);
  state->self = &args->positional[0];
  if (!is_mutator)
    return TRUE;
  builder = tl_py_instance_member (interp, state->self, "builder_");
  vars = tl_py_instance_member (interp, state->self, "var_remap_");
  state->builder = builder != NULL ? tl_block_builder_get (builder) : NULL;
  state->vars = vars != NULL && vars->kind == TL_PY_DICT ? vars->dict : NULL;
  return (state->builder != NULL && state->vars != NULL)
         || tl_py_fail (interp, args->call, "the class has not called super ().__init__ ()");
}

/* --- values --- */

static const char *
method_of (const TlRelaxExpr *expr)
{
  static const char *const names[] = {
    [TL_RELAX_VAR] = "visit_var_", [TL_RELAX_CONST] = "visit_constant_", [TL_RELAX_SHAPE] = "visit_shape_expr_",
    [TL_RELAX_PRIM] = "visit_prim_value_", [TL_RELAX_STRING] = "visit_string_imm_", [TL_RELAX_DTYPE] = "visit_data_type_imm_",
    [TL_RELAX_TUPLE] = "visit_tuple_", [TL_RELAX_ITEM] = "visit_tuple_getitem_", [TL_RELAX_GLOBAL] = "visit_global_var_",
    [TL_RELAX_EXTERN] = "visit_extern_func_", [TL_RELAX_CALL] = "visit_call_", [TL_RELAX_FUNCTION] = "visit_function_",
    [TL_RELAX_IF] = "visit_if_",
  };

  return expr->kind == TL_RELAX_VAR && expr->is_dataflow ? "visit_dataflow_var_" : names[expr->kind];
}

static gboolean
visit_all (GraphVisit *state, const TlRelaxExpr *const *exprs, guint n, const TlRelaxExpr *const **results)
{
  const TlRelaxExpr **made = tl_arena_new_array (state->interp->program_arena, const TlRelaxExpr *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      made[i] = NULL;
      if (exprs[i] != NULL && !visit (state, exprs[i], &made[i]))
        return FALSE;
    }
  *results = made;
  return TRUE;
}

/* Parts first; the same kind of value of what they became. */
static gboolean
visit_parts (GraphVisit *state, const TlRelaxExpr *expr, const TlRelaxExpr **result)
{
  TlArena                  *arena = state->interp->program_arena;
  const TlRelaxExpr *const *parts;
  const TlRelaxExpr        *tuple;
  const TlPyValue          *known;
  TlPyValue                 key = tl_py_relax (expr);
  TlRelaxExpr              *call;

  *result = expr;
  switch (expr->kind)
    {
    case TL_RELAX_VAR:
      known = state->vars != NULL ? tl_py_dict_find (state->interp, state->vars, &key) : NULL;
      *result = known != NULL ? tl_py_get_relax (known) : expr;
      return TRUE;
    case TL_RELAX_TUPLE:
      if (!visit_all (state, expr->items, expr->n_items, &parts))
        return FALSE;
      *result = tl_relax_tuple (arena, parts, expr->n_items);
      return TRUE;
    case TL_RELAX_ITEM:
      if (!visit (state, expr->tuple, &tuple))
        return FALSE;
      *result = tuple != expr->tuple ? tl_relax_item (arena, tuple, expr->index) : expr;
      return TRUE;
    case TL_RELAX_CALL:
      if (!visit_all (state, expr->args, expr->n_args, &parts))
        return FALSE;
      call = tl_arena_dup_array (arena, TlRelaxExpr, expr, 1);
      call->args = parts;
      *result = call;
      return TRUE;
    case TL_RELAX_IF:
    case TL_RELAX_FUNCTION:
      return tl_py_fail (state->interp, state->at, "branches and functions in a function are not visited here");
    default:
      return TRUE;
    }
}

/* By the method of the script, if it has one for this kind of value. */
static gboolean
visit (GraphVisit *state, const TlRelaxExpr *expr, const TlRelaxExpr **result)
{
  TlPyValue function, args[2] = { *state->self, tl_py_relax (expr) }, value;

  if (!tl_py_tick (state->interp, state->at))
    return FALSE;
  if (!tl_py_find_method (state->interp, state->self, method_of (expr), &function))
    return visit_parts (state, expr, result);
  if (!tl_py_apply (state->interp, state->at, &function, args, 2, &value))
    return FALSE;
  *result = tl_py_get_relax (&value);
  if (*result == NULL && state->builder == NULL)
    *result = expr;
  return *result != NULL || tl_py_fail (state->interp, state->at, "%s returns a %s, not a value of a graph", method_of (expr),
                                        tl_py_type_name (&value));
}

/* --- functions --- */

/* The new value is bound to the same variable, or to a new one where its type changes. */
static gboolean
visit_binding (GraphVisit *state, const TlRelaxBinding *binding)
{
  TlRelaxBinding     made = *binding;
  const TlRelaxExpr *value;

  if (!visit (state, binding->value, &value))
    return FALSE;
  if (state->builder == NULL)
    return TRUE;
  made.value = tl_block_builder_normalize (state->interp, state->at, state->builder, value);
  if (made.value == NULL)
    return FALSE;
  if (binding->kind == TL_RELAX_BIND_VALUE && !tl_relax_type_equal (made.value->type, binding->var->type)
      && made.value->type->kind != TL_RELAX_TYPE_ANY)
    made.var = tl_relax_var (state->interp->program_arena, binding->var->name, made.value->type, binding->var->is_dataflow);
  tl_block_builder_add_binding (state->builder, &made);
  return made.var == binding->var || tl_py_dict_set (state->interp, state->at, state->vars, tl_py_relax (binding->var),
                                                     tl_py_relax (made.var));
}

static gboolean
visit_body (GraphVisit *state, const TlGraphFunc *func, const TlRelaxExpr **result)
{
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      if (state->builder != NULL)
        tl_block_builder_begin (state->builder, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        if (!visit_binding (state, &func->body.blocks[k].bindings[i]))
          return FALSE;
    }
  if (state->builder != NULL)
    tl_block_builder_begin (state->builder, FALSE);
  return visit (state, func->body.result, result);
}

/* The function with the new body, alone in a module. */
static gboolean
visit_function (GraphVisit *state, const TlPyValue *given, const TlGraphFunc *func, TlPyValue *value)
{
  const TlModule       *module = tl_py_module_get (state->interp, state->at, given);
  g_autoptr (TlArena)   arena = NULL;
  const TlRelaxExpr    *result;
  TlGraphFunc          *made;
  TlFunc                entry;

  if (state->builder == NULL)
    return visit_body (state, func, &result);
  if (!tl_block_builder_open (state->interp, state->at, state->builder))
    return FALSE;
  tl_block_builder_keep (state->builder, module);
  if (!visit_body (state, func, &result))
    {
      tl_block_builder_close (state->builder, NULL);
      return FALSE;
    }
  arena = tl_arena_new (tl_block_builder_edit (state->builder)->arena);
  made = tl_arena_dup_array (arena, TlGraphFunc, func, 1);
  made->body = tl_block_builder_close (state->builder, result);
  made->result_type = result->type;
  entry = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = module->funcs[0].name, .graph = made };
  *value = tl_py_module (state->interp, tl_module_new (arena, module->name, &entry, 1, module->next_id), entry.name, NULL);
  return TRUE;
}

static gboolean
visit_any (TlPyInterp *interp, const TlPyArgs *args, gboolean is_mutator, TlPyValue *value)
{
  const TlGraphFunc *func = NULL;
  const TlRelaxExpr *expr, *result = NULL;
  GraphVisit         state;

  *value = TL_PY_NONE_VALUE;
  if (!begin (interp, args, is_mutator, &state))
    return FALSE;
  expr = tl_py_get_relax (&args->positional[1]);
  if (expr == NULL && tl_py_is (&args->positional[1], &tl_py_module_class))
    func = tl_py_module_graph (interp, args->call, &args->positional[1]);
  if (func != NULL)
    return visit_function (&state, &args->positional[1], func, value);
  if (expr == NULL)
    return tl_py_fail (interp, args->call, "%s takes a graph function or a value of one", args->name);
  if (!(strcmp (args->name, "visit_expr") == 0 ? visit : visit_parts) (&state, expr, &result))
    return FALSE;
  *value = is_mutator ? tl_py_relax (result) : TL_PY_NONE_VALUE;
  return TRUE;
}

/* mutator.visit_expr (value), mutator.visit_expr_post_order (value): parts first, the value itself as it is then */
static gboolean
mutate (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return visit_any (interp, args, TRUE, value);
}

static gboolean
look_at (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return visit_any (interp, args, FALSE, value);
}

/* mutator.lookup_binding (var): None for parameters */
static gboolean
lookup_binding (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlRelaxExpr *var;
  GraphVisit         state;

  if (!begin (interp, args, TRUE, &state))
    return FALSE;
  var = tl_py_get_relax (&args->positional[1]);
  *value = var != NULL && var->kind == TL_RELAX_VAR ? tl_py_relax (tl_block_builder_lookup (state.builder, var)) : TL_PY_NONE_VALUE;
  return TRUE;
}

/* @relax.expr_functor.mutator */
static gboolean
decorate (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional != 1 || !tl_py_is (&args->positional[0], &tl_py_type_class))
    return tl_py_fail (interp, args->call, "%s decorates a class", args->name);
  *value = args->positional[0];
  return TRUE;
}

/* relax.analysis.remove_all_unused (function) */
static gboolean
remove_all_unused (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlGraphFunc  *func = args->n_positional == 1 && tl_py_is (&args->positional[0], &tl_py_module_class)
                                ? tl_py_module_graph (interp, args->call, &args->positional[0]) : NULL;
  const TlModule     *module = func != NULL ? tl_py_module_get (interp, args->call, &args->positional[0]) : NULL;
  g_auto (TlGraphEdit) edit = { 0 };
  TlModule           *made;

  if (func == NULL)
    return tl_py_fail (interp, args->call, "remove_all_unused takes a graph function");
  tl_graph_edit_init (&edit, module);
  tl_graph_edit_set_graph (&edit, module->funcs[0].name, tl_drop_unused_bindings (&edit, func));
  made = tl_graph_edit_finish (&edit);
  *value = tl_py_module (interp, made, made->funcs[0].name, NULL);
  return TRUE;
}

const TlPyNative tl_mutator_natives[] = {
  { "PyExprMutator", "__init__", init_mutator }, { "PyExprMutator", "visit_expr", mutate },
  { "PyExprMutator", "visit_expr_post_order", mutate }, { "PyExprMutator", "lookup_binding", lookup_binding },
  { "PyExprVisitor", "__init__", init_visitor }, { "PyExprVisitor", "visit_expr", look_at },
  { "PyExprVisitor", "visit_expr_post_order", look_at },
  { "expr_functor", "mutator", decorate }, { "expr_functor", "visitor", decorate }, { "analysis", "remove_all_unused", remove_all_unused },
  { NULL },
};
