/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/python/python.h"

TlPyValue
tl_py_module (TlPyInterp *interp, TlModule *module, const char *func_name, gpointer origin)
{
  TlPyModule *record = tl_arena_new0 (interp->arena, TlPyModule);

  g_ptr_array_add (interp->modules, module);
  record->module = module;
  record->func_name = func_name;
  record->origin = origin;
  interp->latest_module = tl_py_object (&tl_py_module_class, record);
  return interp->latest_module;
}

TlPyValue
tl_py_module_of_definition (TlPyInterp *interp, TlPyScope *scope, const TlAst *definition)
{
  TlPyModule *record = tl_arena_new0 (interp->arena, TlPyModule);

  record->definition = definition;
  record->scope = scope;
  record->func_name = definition->kind == TL_AST_FUNCTION ? definition->name : NULL;
  return tl_py_object (&tl_py_module_class, record);
}

/* Numbers and strings that the definition sees, outermost scope first: what is nearer hides what is farther. */
static void
collect_constants (const TlPyScope *scope, GArray *constants)
{
  if (scope == NULL)
    return;
  collect_constants (scope->parent, constants);
  for (guint i = 0; i < scope->values.n; i++)
    {
      const TlPyValue *value = &scope->values.items[i];
      TlScriptValue    constant = { .name = scope->names[i] };

      if (value->kind == TL_PY_INT || value->kind == TL_PY_BOOL)
        {
          constant.kind = value->kind == TL_PY_INT ? TL_SCRIPT_INT : TL_SCRIPT_BOOL;
          constant.integer = value->kind == TL_PY_INT ? value->integer : value->boolean;
        }
      else if (value->kind == TL_PY_FLOAT)
        {
          constant.kind = TL_SCRIPT_FLOAT;
          constant.number = value->number;
        }
      else if (value->kind == TL_PY_STRING)
        {
          constant.kind = TL_SCRIPT_STRING;
          constant.string = value->string;
        }
      else
        continue;
      g_array_append_val (constants, constant);
    }
}

static gboolean
read_definition (TlPyInterp *interp, TlPyModule *record)
{
  g_autoptr (GArray) constants = g_array_new (FALSE, FALSE, sizeof (TlScriptValue));
  GError            *error = NULL;
  TlModule          *module;

  collect_constants (record->scope, constants);
  module = tl_script_read_definition (interp->source, interp->script, record->definition, (const TlScriptValue *) constants->data,
                                      constants->len, &error);
  if (module == NULL)
    return tl_py_take_error (interp, error);
  g_ptr_array_add (interp->modules, module);
  record->module = module;
  return TRUE;
}

/* The functions of a module stay alive with it: the module of one of them is a view. */
static const TlModule *
single_function (TlPyInterp *interp, TlPyModule *record)
{
  const TlModule *all = record->module;
  TlArena        *arena;

  if (record->func_name == NULL || all->n_funcs == 1)
    return all;
  arena = tl_arena_new (all->arena);
  record->module = tl_module_new (arena, all->name, tl_module_find_func (all, record->func_name), 1, all->next_id);
  tl_arena_unref (arena);
  g_ptr_array_add (interp->modules, (gpointer) record->module);
  return record->module;
}

const TlModule *
tl_py_module_get (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  TlPyModule *record = value->object;

  if (!tl_py_is (value, &tl_py_module_class))
    {
      tl_py_fail (interp, at, "a program is expected, not a %s", tl_py_type_name (value));
      return NULL;
    }
  if (record->module == NULL && !read_definition (interp, record))
    return NULL;
  return single_function (interp, record);
}

const TlGraphFunc *
tl_py_module_graph (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, value);
  const char     *name = module != NULL ? ((const TlPyModule *) value->object)->func_name : NULL;
  const TlFunc   *func = name != NULL ? tl_module_find_func (module, name) : NULL;

  return func != NULL && func->kind == TL_FUNC_GRAPH ? func->graph : NULL;
}

void
tl_py_module_set (TlPyInterp *interp, const TlPyValue *value, TlModule *module)
{
  TlPyModule *record = value->object;

  g_ptr_array_add (interp->modules, module);
  record->module = module;
  record->origin = NULL;
}

static const char *
describe_module (const TlPyValue *self)
{
  return ((const TlPyModule *) self->object)->func_name != NULL ? "function of a program" : "module";
}

static const char *
name_type (const TlPyValue *self)
{
  const TlPyModule *record = self->object;
  const TlFunc     *func = record->func_name != NULL && record->module != NULL ? tl_module_find_func (record->module, record->func_name)
                                                                              : NULL;

  return record->func_name == NULL ? "IRModule" : func != NULL && func->kind == TL_FUNC_GRAPH ? "Function" : "PrimFunc";
}

/* A function of it, looked at, not made. */
static TlPyValue
function_of (TlPyInterp *interp, const TlPyModule *record, const TlModule *module, const char *name)
{
  TlPyValue latest = interp->latest_module;
  TlPyValue value = tl_py_module (interp, tl_module_ref (module), name, module->n_funcs == 1 ? record->origin : NULL);

  interp->latest_module = latest;
  return value;
}

/* mod["main"], mod[gv] */
static gboolean
module_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, self);
  const char     *name = indices->n == 1 ? tl_py_global_name (&indices->items[0]) : NULL;

  if (module == NULL)
    return FALSE;
  if (name == NULL)
    return tl_py_fail (interp, at, "a module is indexed by the name of a function");
  if (tl_module_find_func (module, name) == NULL)
    return tl_py_fail (interp, at, "the module has no function '%s'", name);
  *value = function_of (interp, self->object, module, name);
  return TRUE;
}

/* mod.functions: a dictionary from GlobalVars to functions; mod.attrs */
static gboolean
functions_of (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, self);

  if (module == NULL)
    return FALSE;
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i < module->n_funcs; i++)
    if (!tl_py_dict_set (interp, at, value->dict, tl_py_global (interp, module->funcs[i].name),
                         function_of (interp, self->object, module, module->funcs[i].name)))
      return FALSE;
  return TRUE;
}

/* Of a function: what its kind has. */
static gboolean
function_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, self);
  const TlFunc   *func = module != NULL ? tl_module_find_func (module, ((const TlPyModule *) self->object)->func_name) : NULL;

  if (func == NULL)
    return FALSE;
  if (strcmp (name, "attrs") == 0)
    return tl_py_from_attrs (interp, at, func->kind == TL_FUNC_GRAPH ? &func->graph->attrs : &func->prim->attrs, value);
  if (func->kind == TL_FUNC_GRAPH)
    return tl_py_graph_attribute (interp, at, func->graph, name, value);
  return tl_py_fail (interp, at, "a %s has no attribute '%s' here", tl_py_type_name (self), name);
}

static gboolean
module_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  TlPyValue       index = tl_py_string (interp, name);
  TlPyList        indices = { .items = &index, .n = 1 };
  const TlModule *module;

  if (((const TlPyModule *) self->object)->func_name != NULL)
    return function_attribute (interp, at, self, name, value);
  if (strcmp (name, "functions") == 0)
    return functions_of (interp, at, self, value);
  if (strcmp (name, "attrs") == 0)
    return (module = tl_py_module_get (interp, at, self)) != NULL && tl_py_from_attrs (interp, at, &module->attrs, value);
  return module_subscript (interp, at, self, &indices, value);
}

/* With @has_metadata the script begins with the constants of its graphs, and can be read again. */
static gboolean
append_module (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean has_metadata, GString *out)
{
  g_autoptr (GArray) marks = has_metadata ? NULL : g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  const TlGraphFunc *graph = tl_py_module_graph (interp, at, self);
  const TlModule    *module = tl_py_module_get (interp, at, self);
  g_autofree char   *text = graph != NULL  ? tl_graph_func_to_text (graph, ((const TlPyModule *) self->object)->func_name,
                                                                   TL_DIALECT_CLASSIC)
                            : module != NULL ? tl_script_print (module, TL_DIALECT_CLASSIC, marks) : NULL;

  if (text != NULL)
    g_string_append (out, text);
  return text != NULL;
}

static gboolean
append_script (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  return append_module (interp, at, self, FALSE, out);
}

/* mod.show () and mod.script (show_meta=False); without a reader of the script's output there is nothing to print. */
static gboolean
show_module (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *show_meta = tl_py_arg (args, G_MAXUINT, "show_meta");
  gboolean            has_metadata = show_meta != NULL && show_meta->kind == TL_PY_BOOL && show_meta->boolean;
  g_autoptr (GString) text = g_string_new (NULL);

  if (interp->print != NULL && !append_module (interp, args->call, self, has_metadata, text))
    return FALSE;
  if (strcmp (name, "script") == 0)
    return tl_py_new_text (interp, args->call, text->str, text->len, value);
  *value = TL_PY_NONE_VALUE;
  if (interp->print != NULL)
    interp->print (interp->context, text->str);
  return TRUE;
}

/* mod.get_global_vars () */
static gboolean
global_vars (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, self);

  if (module == NULL || !tl_py_new_list (interp, at, TL_PY_TUPLE, module->n_funcs, value))
    return FALSE;
  for (guint i = 0; i < module->n_funcs; i++)
    if (!tl_py_list_append (interp, at, value->list, tl_py_global (interp, module->funcs[i].name)))
      return FALSE;
  return TRUE;
}

/* mod.get_global_var ("main") */
static gboolean
global_var (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "name");
  const TlModule  *module = tl_py_module_get (interp, args->call, self);

  if (module == NULL)
    return FALSE;
  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "get_global_var takes the name of a function");
  if (tl_module_find_func (module, name->string) == NULL)
    return tl_py_fail (interp, args->call, "the module has no function '%s'", name->string);
  *value = tl_py_global (interp, name->string);
  return TRUE;
}

static gboolean
module_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyModule *record = self->object;

  *value = TL_PY_NONE_VALUE;
  if (strcmp (name, "show") == 0 || strcmp (name, "script") == 0)
    return show_module (interp, self, name, args, value);
  if (strcmp (name, "with_attr") == 0)
    return tl_py_with_attr (interp, self, args, value);
  if (record->func_name == NULL && strcmp (name, "get_global_vars") == 0)
    return global_vars (interp, args->call, self, value);
  if (record->func_name == NULL && strcmp (name, "get_global_var") == 0)
    return global_var (interp, self, args, value);
  if (record->func_name == NULL && (strcmp (name, "update_func") == 0 || strcmp (name, "update") == 0))
    return tl_py_update_module (interp, self, args);
  return tl_py_fail (interp, args->call, "a %s has no method '%s' here", tl_py_type_name (self), name);
}

const TlPyClass tl_py_module_class = {
  .name = "module",
  .python_name = "IRModule",
  .describe = describe_module,
  .type_name = name_type,
  .attribute = module_attribute,
  .method = module_method,
  .append_text = append_script,
  .subscript = module_subscript,
};
