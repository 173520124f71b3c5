/* SPDX-License-Identifier: Apache-2.0 */
/*
 * relax.BlockBuilder: functions of a module, binding by binding. Names are TVM's: lv, lv1 … in dataflow blocks, gv, gv1 … outside and for
 * outputs; they go on from one function to the next. Invariant: what is bound has a type, and arguments that are calls have variables.
 */
#include <string.h>

#include "core/graph/infer-types.h"
#include "core/graph/operators/operators.h"
#include "core/tutorial/graph/graph-private.h"

static const TlPyClass builder_class, context_class;

struct _TlBlockBuilder
{
  TlGraphEdit        edit;
  TlModule          *base;       /* owned */
  GPtrArray         *kept;       /* owns modules that functions came from: their arenas may be children of the builder's own */
  GHashTable        *names;      /* of variables */
  GHashTable        *values;     /* const TlRelaxVar * → the TlRelaxExpr that it is bound to */
  gboolean           is_open;    /* in a function */
  TlBodyWriter       writer;
  const char        *func_name;
  TlAttrs            attrs;
  gboolean           is_private;
  GPtrArray         *params;     /* const TlRelaxVar * */
  const TlRelaxExpr *result;     /* of the function; NULL until it is known */
};

void
tl_block_builder_free (TlBlockBuilder *builder)
{
  tl_body_writer_clear (&builder->writer);
  tl_graph_edit_clear (&builder->edit);
  tl_module_unref (builder->base);
  g_ptr_array_unref (builder->kept);
  g_hash_table_unref (builder->names);
  g_hash_table_unref (builder->values);
  g_ptr_array_unref (builder->params);
  g_free (builder);
}

TlPyValue
tl_block_builder_new (TlPyInterp *interp, const TlModule *module)
{
  TlBlockBuilder *builder = g_new0 (TlBlockBuilder, 1);
  TlArena        *arena = module == NULL ? tl_arena_new (interp->program_arena) : NULL;

  builder->base = module != NULL ? tl_module_ref (module) : tl_module_new (arena, "Module", NULL, 0, 1);
  g_clear_pointer (&arena, tl_arena_unref);
  tl_graph_edit_init (&builder->edit, builder->base);
  tl_arena_add_parent (builder->edit.arena, interp->program_arena);
  builder->names = g_hash_table_new (g_str_hash, g_str_equal);
  builder->values = g_hash_table_new (NULL, NULL);
  builder->params = g_ptr_array_new ();
  builder->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_module_unref);
  g_ptr_array_add (tl_tutorial (interp)->builders, builder);
  return tl_py_object (&builder_class, builder);
}

TlBlockBuilder *
tl_block_builder_get (const TlPyValue *value)
{
  return tl_py_is (value, &builder_class) ? value->object : NULL;
}

TlGraphEdit *
tl_block_builder_edit (TlBlockBuilder *builder)
{
  return &builder->edit;
}

void
tl_block_builder_keep (TlBlockBuilder *builder, const TlModule *module)
{
  g_ptr_array_add (builder->kept, tl_module_ref (module));
}

const TlRelaxExpr *
tl_block_builder_lookup (const TlBlockBuilder *builder, const TlRelaxVar *var)
{
  return g_hash_table_lookup (builder->values, var);
}

/* --- functions --- */

static const char *
take_name (TlBlockBuilder *builder, const char *hint)
{
  const char *name = tl_arena_strdup (builder->edit.arena, hint);

  for (guint i = 1; !g_hash_table_add (builder->names, (gpointer) name); i++)
    name = tl_arena_printf (builder->edit.arena, "%s%u", hint, i);
  return name;
}

gboolean
tl_block_builder_open (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder)
{
  if (builder->is_open)
    return tl_py_fail (interp, at, "the builder is in function %s", builder->func_name != NULL ? builder->func_name : "main");
  builder->is_open = TRUE;
  builder->func_name = NULL;
  builder->result = NULL;
  builder->attrs = tl_attrs_empty;
  builder->is_private = FALSE;
  g_ptr_array_set_size (builder->params, 0);
  tl_body_writer_clear (&builder->writer);
  builder->writer = (TlBodyWriter) { NULL };
  tl_body_writer_init (&builder->writer, builder->edit.arena);
  return TRUE;
}

void
tl_block_builder_begin (TlBlockBuilder *builder, gboolean is_dataflow)
{
  tl_body_writer_begin (&builder->writer, is_dataflow);
}

TlRelaxBody
tl_block_builder_close (TlBlockBuilder *builder, const TlRelaxExpr *result)
{
  builder->is_open = FALSE;
  return tl_body_writer_finish (&builder->writer, result);
}

void
tl_block_builder_add_binding (TlBlockBuilder *builder, const TlRelaxBinding *binding)
{
  g_hash_table_add (builder->names, (gpointer) binding->var->name);
  g_hash_table_insert (builder->values, (gpointer) binding->var, (gpointer) binding->value);
  tl_body_writer_add (&builder->writer, binding);
}

/* --- values --- */

/* The type of what a call of a function of the module gives; unknown ones are inferred when the module is done. */
static const TlRelaxType *
callee_type (TlBlockBuilder *builder, const TlRelaxExpr *callee)
{
  const TlFunc *func = callee != NULL && callee->kind == TL_RELAX_GLOBAL ? tl_graph_edit_find (&builder->edit, callee->name) : NULL;

  return func != NULL && func->kind == TL_FUNC_GRAPH ? func->graph->result_type : &tl_relax_any;
}

static const TlRelaxExpr *
bind (TlBlockBuilder *builder, const TlRelaxExpr *value, const char *hint, gboolean is_output)
{
  gboolean          is_dataflow = builder->writer.is_dataflow && !is_output;
  const char       *name = take_name (builder, hint != NULL ? hint : is_dataflow ? "lv" : "gv");
  const TlRelaxVar *var = tl_relax_var (builder->edit.arena, name, value->type, is_dataflow);

  g_hash_table_insert (builder->values, (gpointer) var, (gpointer) value);
  tl_body_writer_bind (&builder->writer, var, value);
  return var;
}

static gboolean
may_be_argument (const TlRelaxExpr *expr)
{
  return expr->kind != TL_RELAX_CALL && expr->kind != TL_RELAX_ITEM && expr->kind != TL_RELAX_IF && expr->kind != TL_RELAX_FUNCTION;
}

/* As an argument: what is none gets a variable. */
static const TlRelaxExpr *
as_argument (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *arg)
{
  const TlRelaxExpr *normal = tl_block_builder_normalize (interp, at, builder, arg);

  return normal == NULL || may_be_argument (normal) ? normal : bind (builder, normal, NULL, FALSE);
}

static const TlRelaxExpr *const *
as_arguments (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *const *args, guint n)
{
  const TlRelaxExpr **normal = tl_arena_new_array (builder->edit.arena, const TlRelaxExpr *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      normal[i] = args[i] != NULL ? as_argument (interp, at, builder, args[i]) : NULL;
      if (args[i] != NULL && normal[i] == NULL)
        return NULL;
    }
  return normal;
}

static const TlRelaxExpr *
normalize_call (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *call)
{
  TlRelaxExpr       *normal = tl_arena_dup_array (builder->edit.arena, TlRelaxExpr, call, 1);
  g_autoptr (GError) error = NULL;

  normal->args = as_arguments (interp, at, builder, call->args, call->n_args);
  if (normal->args == NULL)
    return NULL;
  if (call->op == NULL)
    normal->type = callee_type (builder, call->callee);
  else if (tl_relax_op_is_inferred (call->op))
    normal->type = tl_relax_infer (builder->edit.arena, call->op, normal->args, normal->n_args, &normal->attrs, &error);
  if (normal->type == NULL)
    return tl_py_fail (interp, at, "%s", error->message), NULL;
  return normal;
}

const TlRelaxExpr *
tl_block_builder_normalize (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *const *items;
  const TlRelaxExpr        *tuple;

  if (!tl_py_tick (interp, at))
    return NULL;
  switch (expr->kind)
    {
    case TL_RELAX_CALL:
      return normalize_call (interp, at, builder, expr);
    case TL_RELAX_TUPLE:
      items = as_arguments (interp, at, builder, expr->items, expr->n_items);
      return items != NULL ? tl_relax_tuple (builder->edit.arena, items, expr->n_items) : NULL;
    case TL_RELAX_ITEM:
      tuple = as_argument (interp, at, builder, expr->tuple);
      return tuple != NULL ? tl_relax_item (builder->edit.arena, tuple, expr->index) : NULL;
    default:
      return expr;
    }
}

/* @value in a new variable. */
static gboolean
emit (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *value, const char *hint, gboolean is_output,
      TlPyValue *result)
{
  const TlRelaxExpr *normal;

  if (!builder->is_open)
    return tl_py_fail (interp, at, "emit stands outside of bb.function");
  if (is_output && !builder->writer.is_dataflow)
    return tl_py_fail (interp, at, "emit_output stands outside of bb.dataflow");
  normal = tl_block_builder_normalize (interp, at, builder, value);
  if (normal == NULL)
    return FALSE;
  *result = tl_py_relax (bind (builder, normal, hint, is_output));
  return TRUE;
}

/* bb.emit (value, name_hint=None), bb.emit_output (value, name_hint=None) */
static gboolean
call_emit (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args, gboolean is_output, TlPyValue *value)
{
  const TlPyValue   *given = tl_py_arg (args, 0, is_output ? "output" : "expr"), *hint = tl_py_arg (args, 1, "name_hint");
  const TlRelaxExpr *expr = NULL;

  if (given == NULL)
    return tl_py_fail (interp, args->call, "emit takes a value of the graph");
  if (!tl_tutorial_to_relax (interp, args->call, given, &expr))
    return FALSE;
  if (expr == NULL)
    return tl_py_fail (interp, args->call, "None is no value of a graph");
  return emit (interp, args->call, builder, expr, hint != NULL && hint->kind == TL_PY_STRING ? hint->string : NULL, is_output, value);
}

/* bb.emit_te (te_function, arguments…), bb.call_te (…): the call alone */
static gboolean
call_te (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args, gboolean emits, TlPyValue *value)
{
  const TlPyValue   *hint = tl_py_arg (args, G_MAXUINT, "name_hint");
  const TlRelaxExpr *call = tl_tutorial_te_call (interp, builder, args);

  if (call == NULL)
    return FALSE;
  *value = tl_py_relax (call);
  return !emits || emit (interp, args->call, builder, call, hint != NULL && hint->kind == TL_PY_STRING ? hint->string : NULL, FALSE, value);
}

/* --- functions of the module --- */

static gboolean
take_params (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlPyValue *params)
{
  TlPyList list = { .items = (TlPyValue *) params, .n = 1 };

  if (params == NULL || params->kind == TL_PY_NONE)
    return TRUE;
  if (tl_py_is_sequence (params))
    list = *params->list;
  g_ptr_array_set_size (builder->params, 0);
  for (guint i = 0; i < list.n; i++)
    {
      const TlRelaxExpr *expr = tl_py_get_relax (&list.items[i]);

      if (expr == NULL || expr->kind != TL_RELAX_VAR)
        return tl_py_fail (interp, at, "parameters of a function are variables, not a %s", tl_py_type_name (&list.items[i]));
      g_hash_table_add (builder->names, (gpointer) expr->name);
      g_ptr_array_add (builder->params, (gpointer) expr);
    }
  return TRUE;
}

/* bb.emit_func_output (value, params=None) */
static gboolean
call_func_output (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args)
{
  const TlPyValue   *given = tl_py_arg (args, 0, "output");
  const TlRelaxExpr *expr = NULL;

  if (!builder->is_open || given == NULL)
    return tl_py_fail (interp, args->call, "emit_func_output takes the result of a function, in bb.function");
  if (!take_params (interp, args->call, builder, tl_py_arg (args, 1, "params")) || !tl_tutorial_to_relax (interp, args->call, given, &expr))
    return FALSE;
  if (expr == NULL)
    return tl_py_fail (interp, args->call, "None is no value of a graph");
  builder->result = tl_block_builder_normalize (interp, args->call, builder, expr);
  if (builder->result != NULL && builder->result->kind == TL_RELAX_CALL)
    builder->result = bind (builder, builder->result, NULL, FALSE);
  return builder->result != NULL;
}

static gboolean
finish_function (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder)
{
  TlGraphFunc *func = tl_arena_new0 (builder->edit.arena, TlGraphFunc);

  builder->is_open = FALSE;
  if (interp->error != NULL)
    return FALSE;
  if (builder->result == NULL)
    return tl_py_fail (interp, at, "function %s has no bb.emit_func_output", builder->func_name);
  func->params = tl_arena_dup_array (builder->edit.arena, const TlRelaxVar *, builder->params->pdata, builder->params->len);
  func->n_params = builder->params->len;
  func->body = tl_body_writer_finish (&builder->writer, builder->result);
  func->result_type = builder->result->type;
  func->attrs = builder->attrs;
  func->is_private = builder->is_private;
  tl_graph_edit_add_graph (&builder->edit, builder->func_name, func);
  return TRUE;
}

/* A function of a program as one of the module; @name: in place of that of the module, or NULL: a new one. */
static gboolean
add_function (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlPyValue *value, const char *name, gboolean replaces,
              TlPyValue *result)
{
  const TlModule *module = tl_py_module_get (interp, at, value);
  const TlFunc   *func = module != NULL && module->n_funcs == 1 ? &module->funcs[0] : NULL;

  if (func == NULL)
    return module != NULL ? tl_py_fail (interp, at, "one function is expected, not a module of %u", module->n_funcs) : FALSE;
  tl_block_builder_keep (builder, module);
  name = tl_arena_strdup (builder->edit.arena, name != NULL ? name : func->name);
  if (func->kind == TL_FUNC_GRAPH && replaces)
    tl_graph_edit_set_graph (&builder->edit, name, func->graph);
  else if (func->kind == TL_FUNC_GRAPH)
    name = tl_graph_edit_add_graph (&builder->edit, name, func->graph);
  else
    {
      TlPrimFunc *prim = tl_arena_dup_array (builder->edit.arena, TlPrimFunc, func->prim, 1);

      prim->name = name;
      prim->body = tl_stmt_clone (&builder->edit.builder, prim->body);
      if (replaces)
        tl_graph_edit_set_prim (&builder->edit, prim);
      else
        name = tl_graph_edit_add_prim (&builder->edit, prim);
    }
  *result = tl_py_global (interp, name);
  return TRUE;
}

/* bb.add_func (func, name), bb.update_func (gv, func) */
static gboolean
call_add_func (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args, gboolean is_update, TlPyValue *value)
{
  const TlPyValue *func = tl_py_arg (args, is_update ? 1 : 0, is_update ? "updated_func" : "func");
  const TlPyValue *name = tl_py_arg (args, is_update ? 0 : 1, is_update ? "gv" : "func_name");

  if (func == NULL || name == NULL || tl_py_global_name (name) == NULL)
    return tl_py_fail (interp, args->call, "%s takes a function and its name", is_update ? "update_func" : "add_func");
  return add_function (interp, args->call, builder, func, tl_py_global_name (name), is_update, value);
}

static gboolean
call_get (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, TlPyValue *value)
{
  g_autoptr (TlModule) module = tl_graph_edit_finish (&builder->edit);
  GError              *error = NULL;
  TlModule            *typed = tl_module_infer_types (module, &error);

  return tl_tutorial_finish_pass (interp, at, "the module of the builder", typed, error, value);
}

/* --- contexts --- */

typedef struct
{
  TlBlockBuilder *builder;
  gboolean        is_function;
  const char     *name;
  const TlPyValue *params;
  TlAttrs         attrs;
  gboolean        is_private;
} Context;

static gboolean
enter_context (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  const Context  *context = self->object;
  TlBlockBuilder *builder = context->builder;

  *value = TL_PY_NONE_VALUE;
  if (!context->is_function && !builder->is_open)
    return tl_py_fail (interp, at, "bb.dataflow stands outside of bb.function");
  if (!context->is_function)
    {
      tl_body_writer_begin (&builder->writer, TRUE);
      return TRUE;
    }
  if (!tl_block_builder_open (interp, at, builder))
    return FALSE;
  builder->func_name = context->name;
  builder->attrs = context->attrs;
  builder->is_private = context->is_private;
  return take_params (interp, at, builder, context->params);
}

static gboolean
leave_context (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  const Context *context = self->object;

  if (context->is_function)
    return finish_function (interp, at, context->builder);
  tl_body_writer_begin (&context->builder->writer, FALSE);
  return TRUE;
}

static const TlPyClass context_class = {
  .name = "scope of a builder", .python_name = "Scope", .enter = enter_context, .leave = leave_context,
};

/* bb.function ("main", params=None, attrs=None, private=False), bb.dataflow () */
static gboolean
make_context (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args, gboolean is_function, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "name"), *attrs = tl_py_arg (args, 2, "attrs"), *private = tl_py_arg (args, 3, "private");
  Context         *context = tl_arena_new0 (interp->arena, Context);
  TlValue          attr = { .kind = TL_VALUE_DICT, .dict = tl_attrs_empty };

  *context = (Context) { .builder = builder, .is_function = is_function };
  *value = tl_py_object (&context_class, context);
  if (!is_function)
    return TRUE;
  if (name == NULL || name->kind != TL_PY_STRING || !tl_ast_is_name (name->string))
    return tl_py_fail (interp, args->call, "function takes the name of a function");
  if (attrs != NULL && attrs->kind != TL_PY_NONE && (attrs->kind != TL_PY_DICT || !tl_py_to_attr (interp, args->call, attrs, &attr)))
    return tl_py_fail (interp, args->call, "attributes of a function are a dictionary");
  context->name = tl_arena_strdup (builder->edit.arena, name->string);
  context->params = tl_py_arg (args, 1, "params");
  context->attrs = attr.dict;
  context->is_private = private != NULL && private->kind == TL_PY_BOOL && private->boolean;
  return TRUE;
}

/* --- the object --- */

static gboolean
call_normalize (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args, TlPyValue *value)
{
  const TlRelaxExpr *expr = args->n_positional == 1 ? tl_py_get_relax (&args->positional[0]) : NULL;
  const TlRelaxExpr *normal = expr != NULL ? tl_block_builder_normalize (interp, args->call, builder, expr) : NULL;

  *value = tl_py_relax (normal);
  return normal != NULL || tl_py_fail (interp, args->call, "normalize takes a value of the graph");
}

static gboolean
call_lookup (TlPyInterp *interp, const TlBlockBuilder *builder, const TlPyArgs *args, TlPyValue *value)
{
  const TlRelaxExpr *expr = args->n_positional == 1 ? tl_py_get_relax (&args->positional[0]) : NULL;

  if (expr == NULL)
    return tl_py_fail (interp, args->call, "lookup_binding takes a variable");
  *value = tl_py_relax (tl_block_builder_lookup (builder, expr));
  return TRUE;
}

static gboolean
builder_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlBlockBuilder *builder = self->object;

  *value = TL_PY_NONE_VALUE;
  if (strcmp (name, "function") == 0 || strcmp (name, "dataflow") == 0)
    return make_context (interp, builder, args, name[0] == 'f', value);
  if (strcmp (name, "emit") == 0 || strcmp (name, "emit_output") == 0)
    return call_emit (interp, builder, args, name[4] != '\0', value);
  if (strcmp (name, "emit_te") == 0 || strcmp (name, "call_te") == 0)
    return call_te (interp, builder, args, name[0] == 'e', value);
  if (strcmp (name, "emit_func_output") == 0)
    return call_func_output (interp, builder, args);
  if (strcmp (name, "add_func") == 0 || strcmp (name, "update_func") == 0)
    return call_add_func (interp, builder, args, name[0] == 'u', value);
  if (strcmp (name, "get") == 0 || strcmp (name, "finalize") == 0)
    return call_get (interp, args->call, builder, value);
  if (strcmp (name, "normalize") == 0)
    return call_normalize (interp, builder, args, value);
  if (strcmp (name, "lookup_binding") == 0)
    return call_lookup (interp, builder, args, value);
  return tl_py_fail (interp, args->call, "a builder has no method '%s' here; it has function, dataflow, emit, emit_te, call_te, "
                     "emit_output, emit_func_output, add_func, update_func, normalize, lookup_binding and get", name);
}

static const TlPyClass builder_class = { .name = "builder", .python_name = "BlockBuilder", .method = builder_method };

/* relax.BlockBuilder (mod=None) */
static gboolean
make_builder (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *module_value = tl_py_arg (args, 0, "mod");
  gboolean         has_module = module_value != NULL && module_value->kind != TL_PY_NONE;
  const TlModule  *module = has_module ? tl_py_module_get (interp, args->call, module_value) : NULL;

  if (has_module && module == NULL)
    return FALSE;
  *value = tl_block_builder_new (interp, module);
  return TRUE;
}

const TlPyNative tl_builder_natives[] = {
  { "relax", "BlockBuilder", make_builder }, { "block_builder", "BlockBuilder", make_builder },
  { NULL },
};
