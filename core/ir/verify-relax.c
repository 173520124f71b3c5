/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules of graph functions: each variable is bound once and before it is used, one of a dataflow block only in that block; arguments of
 * calls are no calls; symbolic sizes are defined by parameters or R.match_cast; dataflow blocks have no branches and no calls with effects,
 * pure functions no calls with effects; calls of PrimFuncs fit their parameters.
 */
#include "core/ir/verify-private.h"

#include <string.h>

#include "core/ir/relax-op.h"
#include "core/ir/relax-walk.h"
#include "core/ir/walk.h"

typedef struct
{
  const TlModule *module;
  const char     *name;         /* of the function */
  const char     *var;          /* being bound; nullable */
  GHashTable     *bound;        /* variables in scope */
  GHashTable     *all;          /* variables that were ever bound */
  GHashTable     *symbols;      /* defined */
  gboolean        in_dataflow;
  gboolean        is_pure;
  GError        **error;
} Graph;

static gboolean verify_body (Graph *v, const TlRelaxBody *body);
static gboolean verify_graph (Graph *v, const TlGraphFunc *func);

G_GNUC_PRINTF (2, 3)
static gboolean
fail (Graph *v, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  if (*v->error == NULL)
    g_set_error (v->error, TL_IR_ERROR, TL_IR_ERROR_INVALID, "function %s%s%s: %s", v->name, v->var != NULL ? ", variable " : "",
                 v->var != NULL ? v->var : "", message);
  return FALSE;
}

/* Symbolic sizes. */

static void
define_size (const TlExpr *size, gpointer user_data)
{
  Graph *v = user_data;

  if (size->kind == TL_EXPR_VAR)
    g_hash_table_add (v->symbols, (gpointer) size);
}

static TlWalk
check_symbol (const TlExpr *expr, gpointer user_data)
{
  Graph *v = user_data;

  if (expr->kind == TL_EXPR_VAR && !g_hash_table_contains (v->symbols, expr))
    {
      fail (v, "the size %s is not defined: parameters and R.match_cast define sizes", expr->name);
      return TL_WALK_STOP;
    }
  return TL_WALK_INTO;
}

static void
check_size (const TlExpr *size, gpointer user_data)
{
  tl_expr_walk (size, check_symbol, user_data);
}

static gboolean
check_type (Graph *v, const TlRelaxType *type)
{
  /* A function's type has symbols of its own. */
  if (type->kind != TL_RELAX_TYPE_CALLABLE)
    tl_relax_type_walk_sizes (type, check_size, v);
  return *v->error == NULL;
}

/* Variables. */

static gboolean
bind (Graph *v, const TlRelaxVar *var)
{
  if (!g_hash_table_add (v->all, (gpointer) var))
    return fail (v, "%s is bound twice", var->name);
  g_hash_table_add (v->bound, (gpointer) var);
  /* A scalar is a size. */
  if (var->type->kind == TL_RELAX_TYPE_PRIM)
    tl_relax_type_walk_sizes (var->type, define_size, v);
  return check_type (v, var->type);
}

/* Those of a body are gone behind it. */
static void
unbind_body (Graph *v, const TlRelaxBody *body, gboolean dataflow_only)
{
  for (guint i = 0; i < body->n_blocks; i++)
    for (guint k = 0; k < body->blocks[i].n_bindings; k++)
      if (!dataflow_only || body->blocks[i].bindings[k].var->is_dataflow)
        g_hash_table_remove (v->bound, body->blocks[i].bindings[k].var);
}

/* Calls with effects. */

gboolean
tl_relax_call_has_effects (const TlModule *module, const TlRelaxExpr *call)
{
  const TlFunc *func;

  if (call->op != NULL)
    return tl_relax_op_has_effects (call->op);
  if (call->callee->kind != TL_RELAX_GLOBAL)
    return call->callee->type->kind == TL_RELAX_TYPE_CALLABLE && !call->callee->type->is_pure;
  func = tl_module_find_func (module, call->callee->name);
  return func != NULL && (func->kind == TL_FUNC_PRIM || (func->kind == TL_FUNC_GRAPH && func->graph->is_impure));
}

static gboolean
verify_effects (Graph *v, const TlRelaxExpr *call)
{
  const char *name = call->op != NULL ? call->op->name : call->callee->name;

  if (!tl_relax_call_has_effects (v->module, call))
    return TRUE;
  if (v->in_dataflow)
    return fail (v, "a call of %s in a dataflow block: it may have effects", name);
  return !v->is_pure || fail (v, "a call of %s may have effects, and the function is not marked pure=False", name);
}

/* Calls of PrimFuncs. */

static gboolean
fits_buffer (const TlRelaxType *type, const TlBuffer *buffer)
{
  gint64 size, wanted;

  if (type->kind != TL_RELAX_TYPE_TENSOR)
    return type->kind == TL_RELAX_TYPE_ANY;
  if (type->dtype.code != TL_TYPE_VOID && !tl_dtype_equal (type->dtype, buffer->dtype))
    return FALSE;
  if (type->n_dims >= 0 && (guint) type->n_dims != buffer->n_dims)
    return FALSE;
  for (guint i = 0; type->dims != NULL && i < buffer->n_dims; i++)
    if (tl_expr_get_int (type->dims[i], &size) && tl_expr_get_int (buffer->shape[i], &wanted) && size != wanted)
      return FALSE;
  return TRUE;
}

static gboolean
verify_operand (Graph *v, const TlPrimFunc *func, guint index, const TlRelaxType *type, const char *what)
{
  const TlParam *param = &func->params[index];

  if (param->buffer != NULL && !fits_buffer (type, param->buffer))
    return fail (v, "%s does not fit parameter %s of %s", what, param->name, func->name);
  return TRUE;
}

static gboolean
verify_call_tir (Graph *v, const TlRelaxExpr *call)
{
  gboolean          is_inplace = tl_relax_op_is (call, "call_tir_inplace");
  const TlPrimFunc *func = call->args[0]->kind == TL_RELAX_GLOBAL ? tl_module_prim (v->module, call->args[0]->name) : NULL;
  guint             n_args = call->args[1]->n_items, n_outputs = is_inplace ? 0 : call->n_type_args;
  guint             n_vars = call->n_args > 2 && call->args[2] != NULL && call->args[2]->kind == TL_RELAX_SHAPE ? call->args[2]->n_dims : 0;

  if (func == NULL || call->args[1]->kind != TL_RELAX_TUPLE)
    return TRUE;
  if (is_inplace ? func->n_params < n_args : n_args + n_outputs + n_vars != func->n_params)
    return fail (v, "%s has %u parameters; the call gives it %u arguments and %u outputs", func->name, func->n_params, n_args + n_vars,
                 n_outputs);
  for (guint i = 0; i < n_args; i++)
    if (!verify_operand (v, func, i, call->args[1]->items[i]->type, "an argument"))
      return FALSE;
  for (guint i = 0; i < n_outputs; i++)
    if (!verify_operand (v, func, n_args + i, call->type_args[i], "an output"))
      return FALSE;
  return TRUE;
}

/* Values. */

static gboolean
is_leaf (const TlRelaxExpr *expr)
{
  return expr == NULL || (expr->kind != TL_RELAX_CALL && expr->kind != TL_RELAX_IF && expr->kind != TL_RELAX_FUNCTION
                          && expr->kind != TL_RELAX_ITEM);
}

static gboolean
verify_leaf (Graph *v, const TlRelaxExpr *leaf)
{
  if (!is_leaf (leaf))
    return fail (v, "a call, item or branch is no argument: bind it to a variable");
  if (leaf == NULL)
    return TRUE;
  if (leaf->kind == TL_RELAX_VAR && !g_hash_table_contains (v->bound, leaf))
    return fail (v, "%s is used where it is not bound", leaf->name);
  for (guint i = 0; leaf->kind == TL_RELAX_TUPLE && i < leaf->n_items; i++)
    if (!verify_leaf (v, leaf->items[i]))
      return FALSE;
  if (leaf->kind == TL_RELAX_PRIM || leaf->kind == TL_RELAX_SHAPE)
    tl_relax_expr_walk_sizes (leaf, check_size, v);
  return *v->error == NULL;
}

static gboolean
verify_call (Graph *v, const TlRelaxExpr *call)
{
  if (call->callee != NULL && !verify_leaf (v, call->callee))
    return FALSE;
  for (guint i = 0; i < call->n_args; i++)
    if (!verify_leaf (v, call->args[i]))
      return FALSE;
  for (guint i = 0; i < call->n_type_args; i++)
    if (!check_type (v, call->type_args[i]))
      return FALSE;
  if ((tl_relax_op_is (call, "call_tir") || tl_relax_op_is (call, "call_tir_inplace")) && !verify_call_tir (v, call))
    return FALSE;
  return verify_effects (v, call);
}

static gboolean
verify_branches (Graph *v, const TlRelaxExpr *branches)
{
  if (v->in_dataflow)
    return fail (v, "a branch in a dataflow block");
  if (!verify_leaf (v, branches->cond) || !verify_body (v, branches->if_true))
    return FALSE;
  unbind_body (v, branches->if_true, FALSE);
  if (!verify_body (v, branches->if_false))
    return FALSE;
  unbind_body (v, branches->if_false, FALSE);
  return TRUE;
}

static gboolean
verify_value (Graph *v, const TlRelaxExpr *value)
{
  switch (value->kind)
    {
    case TL_RELAX_CALL:
      return verify_call (v, value);
    case TL_RELAX_IF:
      return verify_branches (v, value);
    case TL_RELAX_ITEM:
      return verify_leaf (v, value->tuple);
    case TL_RELAX_FUNCTION:
      return verify_graph (v, value->function);
    default:
      return verify_leaf (v, value);
    }
}

static gboolean
verify_binding (Graph *v, const TlRelaxBinding *binding)
{
  gboolean is_function = binding->value->kind == TL_RELAX_FUNCTION;

  v->var = binding->var->name;
  /* A function may call itself. */
  if (is_function && !bind (v, binding->var))
    return FALSE;
  if (!verify_value (v, binding->value))
    return FALSE;
  v->var = binding->var->name;
  if (binding->kind == TL_RELAX_BIND_MATCH)
    tl_relax_type_walk_sizes (binding->type, define_size, v);
  return is_function || bind (v, binding->var);
}

static gboolean
verify_body (Graph *v, const TlRelaxBody *body)
{
  for (guint i = 0; i < body->n_blocks; i++)
    {
      TlRelaxBody alone = { .blocks = &body->blocks[i], .n_blocks = 1 };
      gboolean    outer = v->in_dataflow;

      v->in_dataflow = body->blocks[i].is_dataflow;
      for (guint k = 0; k < body->blocks[i].n_bindings; k++)
        if (!verify_binding (v, &body->blocks[i].bindings[k]))
          return FALSE;
      v->in_dataflow = outer;
      unbind_body (v, &alone, TRUE);
    }
  v->var = NULL;
  return verify_leaf (v, body->result);
}

static gboolean
verify_graph (Graph *v, const TlGraphFunc *func)
{
  gboolean       was_pure = v->is_pure, in_dataflow = v->in_dataflow;
  const TlValue *force = tl_attrs_find (&func->attrs, "relax.force_pure");
  TlValue        number;
  gboolean       is_ok;

  v->is_pure = !func->is_impure && !(force != NULL && tl_value_get_number (force, &number) && number.integer != 0);
  v->in_dataflow = FALSE;
  for (guint i = 0; i < func->n_params; i++)
    tl_relax_type_walk_sizes (func->params[i]->type, define_size, v);
  for (guint i = 0; i < func->n_params; i++)
    if (!bind (v, func->params[i]))
      return FALSE;
  is_ok = verify_body (v, &func->body);
  unbind_body (v, &func->body, FALSE);
  v->is_pure = was_pure;
  v->in_dataflow = in_dataflow;
  return is_ok;
}

gboolean
tl_verify_graph (const TlModule *module, const TlFunc *func, GError **error)
{
  g_autoptr (GHashTable) bound = g_hash_table_new (NULL, NULL), all = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);
  g_autoptr (GError)     found = NULL;
  Graph                  v = { .module = module, .name = func->name, .bound = bound, .all = all, .symbols = symbols, .error = &found };

  if (verify_graph (&v, func->graph))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&found));
  return FALSE;
}
