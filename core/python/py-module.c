/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/ir/walk.h"
#include "core/python/python.h"

/* Deep values would overflow the stack of those that walk them. */
#define MAX_ATTR_DEPTH 16

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
  const TlModule   *all = record->module;
  const TlPrimFunc *func;
  TlArena          *arena;

  if (record->func_name == NULL || all->n_prims == 1)
    return all;
  func = tl_module_prim (all, record->func_name);
  arena = tl_arena_new (all->arena);
  record->module = tl_module_new_prims (arena, all->name, &func, 1, all->next_id);
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

static const char *
describe_module (const TlPyValue *self)
{
  return ((const TlPyModule *) self->object)->func_name != NULL ? "function of a program" : "module";
}

/* mod["main"] */
static gboolean
module_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, self);
  TlPyModule     *record = self->object;
  TlPyValue       latest = interp->latest_module;

  if (module == NULL)
    return FALSE;
  if (indices->n != 1 || indices->items[0].kind != TL_PY_STRING)
    return tl_py_fail (interp, at, "a module is indexed by the name of a function");
  if (tl_module_prim (module, indices->items[0].string) == NULL)
    return tl_py_fail (interp, at, "the module has no function '%s'", indices->items[0].string);
  *value = tl_py_module (interp, tl_module_ref (module), indices->items[0].string, module->n_prims == 1 ? record->origin : NULL);
  interp->latest_module = latest;   /* looked at, not made */
  return TRUE;
}

static gboolean
module_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  TlPyValue        index = tl_py_string (interp, name);
  TlPyList         indices = { .items = &index, .n = 1 };
  const TlPyModule *record = self->object;

  if (record->func_name == NULL)
    return module_subscript (interp, at, self, &indices, value);
  return tl_py_fail (interp, at, "a %s has no attribute '%s' here", tl_py_type_name (self), name);
}

static gboolean
to_attr_within (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint depth, TlValue *attr);

/* A list or dictionary of attributes. */
static gboolean
to_attrs (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint depth, TlValue *attr)
{
  const TlPyList *list = value->kind == TL_PY_DICT ? &value->dict->values : value->list;
  TlValue        *items = tl_arena_new_array (interp->program_arena, TlValue, MAX (list->n, 1));
  TlAttrs         dict = tl_attrs_empty;

  if (depth == MAX_ATTR_DEPTH)
    return tl_py_fail (interp, at, "this attribute is nested too deeply");
  for (guint i = 0; i < list->n; i++)
    {
      if (!tl_py_tick (interp, at) || !to_attr_within (interp, at, &list->items[i], depth + 1, &items[i]))
        return FALSE;
      if (value->kind == TL_PY_DICT && value->dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, at, "the key of an attribute is a string");
      if (value->kind == TL_PY_DICT)
        dict = tl_attrs_with (interp->program_arena, &dict, tl_arena_strdup (interp->program_arena, value->dict->keys.items[i].string),
                              items[i]);
    }
  *attr = value->kind == TL_PY_DICT ? (TlValue) { .kind = TL_VALUE_DICT, .dict = dict }
                                    : (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = list->n };
  return TRUE;
}

static gboolean
to_attr_within (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint depth, TlValue *attr)
{
  switch (value->kind)
    {
    case TL_PY_BOOL:
      *attr = (TlValue) { .kind = TL_VALUE_BOOL, .boolean = value->boolean };
      return TRUE;
    case TL_PY_INT:
      *attr = tl_value_int (value->integer);
      return TRUE;
    case TL_PY_FLOAT:
      *attr = (TlValue) { .kind = TL_VALUE_FLOAT, .number = value->number };
      return TRUE;
    case TL_PY_STRING:
      *attr = tl_value_string (interp->program_arena, value->string);
      return TRUE;
    case TL_PY_LIST:
    case TL_PY_TUPLE:
    case TL_PY_DICT:
      return to_attrs (interp, at, value, depth, attr);
    default:
      return tl_py_fail (interp, at, "a %s cannot be an attribute here", tl_py_type_name (value));
    }
}

gboolean
tl_py_to_attr (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlValue *attr)
{
  return to_attr_within (interp, at, value, 0, attr);
}

/*
 * f.with_attr ("key", value) or f.with_attr ({"key": value}): a function of the same body. Its name is its global_symbol, if that is one.
 */
static gboolean
with_attr (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, args->call, self);
  TlPyList        one = { .items = args->positional, .n = 1 }, values = { .items = &args->positional[1], .n = 1 };
  const TlPyList *keys = &one, *items = &values;
  TlPrimFunc     *func;
  TlArena        *arena;
  TlValue         attr;

  if (module == NULL)
    return FALSE;
  if (args->n_positional == 1 && args->positional[0].kind == TL_PY_DICT)
    {
      keys = &args->positional[0].dict->keys;
      items = &args->positional[0].dict->values;
    }
  else if (args->n_positional != 2 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "with_attr takes a key and a value, or a dictionary");
  arena = tl_arena_new (module->arena);
  tl_arena_add_parent (arena, interp->program_arena);
  func = tl_arena_dup_array (arena, TlPrimFunc, module->prims[0], 1);
  for (guint i = 0; i < keys->n; i++)
    if (keys->items[i].kind != TL_PY_STRING || !tl_py_to_attr (interp, args->call, &items->items[i], &attr))
      {
        tl_arena_unref (arena);
        return tl_py_fail (interp, args->call, "the key of an attribute is a string");
      }
    else
      {
        func->attrs = tl_attrs_with (arena, &func->attrs, keys->items[i].string, attr);
        if (strcmp (keys->items[i].string, "global_symbol") == 0 && attr.kind == TL_VALUE_STRING && tl_ast_is_name (attr.string))
          func->name = tl_arena_strdup (arena, attr.string);
      }
  *value = tl_py_module (interp, tl_module_new_prims (arena, module->name, &(const TlPrimFunc *) { func }, 1, module->next_id), func->name,
                         NULL);
  tl_arena_unref (arena);
  return TRUE;
}

/* A module of functions out of other modules: their arenas live on in its own. */
static gboolean
add_function (TlPyInterp *interp, const TlAst *at, TlArena *arena, const char *name, const TlPyValue *value, GPtrArray *funcs,
              TlNodeId *next_id)
{
  const TlModule *module = tl_py_module_get (interp, at, value);
  TlPrimFunc     *func;

  if (module == NULL)
    return FALSE;
  tl_arena_add_parent (arena, module->arena);
  for (guint i = 0; i < module->n_prims; i++)
    {
      TlBuilder builder = { arena, *next_id };

      func = tl_arena_dup_array (arena, TlPrimFunc, module->prims[i], 1);
      func->body = tl_stmt_clone (&builder, func->body);
      func->name = name != NULL ? tl_arena_strdup (arena, name) : func->name;
      *next_id = builder.next_id;
      g_ptr_array_add (funcs, func);
    }
  return TRUE;
}

gboolean
tl_py_make_module (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GPtrArray) funcs = g_ptr_array_new ();
  g_autoptr (TlArena)   arena = tl_arena_new (interp->program_arena);
  const TlPyValue      *from = tl_py_arg (args, 0, "functions");
  TlNodeId              next_id = 1;

  if (from == NULL)
    return tl_py_fail (interp, args->call, "a module is made from functions: IRModule ({\"main\": f})");
  if (from->kind != TL_PY_DICT && !add_function (interp, args->call, arena, NULL, from, funcs, &next_id))
    return FALSE;
  for (guint i = 0; from->kind == TL_PY_DICT && i < from->dict->keys.n; i++)
    {
      if (from->dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, args->call, "functions of a module are named by strings");
      if (!tl_ast_is_name (from->dict->keys.items[i].string))
        return tl_py_fail (interp, args->call, "'%s' cannot be the name of a function", from->dict->keys.items[i].string);
      if (!add_function (interp, args->call, arena, from->dict->keys.items[i].string, &from->dict->values.items[i], funcs, &next_id))
        return FALSE;
    }
  *value = tl_py_module (interp, tl_module_new_prims (arena, "Module", (const TlPrimFunc *const *) funcs->pdata, funcs->len, next_id), NULL,
                         NULL);
  return TRUE;
}

static gboolean
append_script (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlModule  *module = tl_py_module_get (interp, at, self);
  g_autofree char *text = module != NULL ? tl_script_print (module, TL_DIALECT_CLASSIC, NULL) : NULL;

  if (text != NULL)
    g_string_append (out, text);
  return text != NULL;
}

/* mod.show () and mod.script (); without a reader of the script's output there is nothing to print. */
static gboolean
show_module (TlPyInterp *interp, const TlPyValue *self, const TlAst *at, const char *name, TlPyValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (interp->print != NULL && !append_script (interp, at, self, text))
    return FALSE;
  if (strcmp (name, "script") == 0)
    return tl_py_new_text (interp, at, text->str, text->len, value);
  *value = TL_PY_NONE_VALUE;
  if (interp->print != NULL)
    interp->print (interp->context, text->str);
  return TRUE;
}

static gboolean
module_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyModule *record = self->object;

  if (strcmp (name, "show") == 0 || strcmp (name, "script") == 0)
    return show_module (interp, self, args->call, name, value);
  if (strcmp (name, "with_attr") == 0 && record->func_name != NULL)
    return with_attr (interp, self, args, value);
  return tl_py_fail (interp, args->call, "a %s has no method '%s' here", tl_py_type_name (self), name);
}

const TlPyClass tl_py_module_class = {
  .name = "module",
  .python_name = "IRModule",
  .describe = describe_module,
  .attribute = module_attribute,
  .method = module_method,
  .append_text = append_script,
  .subscript = module_subscript,
};
