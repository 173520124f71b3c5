/* SPDX-License-Identifier: Apache-2.0 */
/* Modules that a script makes of functions of others, and attributes of functions. Arenas of what they take live on in their own. */
#include <string.h>

#include "core/ir/walk.h"
#include "core/python/python.h"

/* Deep values would overflow the stack of those that walk them. */
#define MAX_ATTR_DEPTH 16

/* --- attributes --- */

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

static gboolean
from_attr (TlPyInterp *interp, const TlAst *at, const TlValue *attr, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  switch (attr->kind)
    {
    case TL_VALUE_BOOL:
      *value = tl_py_bool (attr->boolean);
      return TRUE;
    case TL_VALUE_INT:
      *value = tl_py_int (attr->integer);
      return TRUE;
    case TL_VALUE_FLOAT:
      *value = tl_py_float (attr->number);
      return TRUE;
    case TL_VALUE_STRING:
      *value = tl_py_string (interp, attr->string);
      return TRUE;
    case TL_VALUE_EXPR:
      *value = tl_py_expr (attr->expr);
      return TRUE;
    case TL_VALUE_DICT:
      return tl_py_from_attrs (interp, at, &attr->dict, value);
    case TL_VALUE_LIST:
      if (!tl_py_new_list (interp, at, TL_PY_LIST, attr->n_items, value))
        return FALSE;
      value->list->n = attr->n_items;
      for (guint i = 0; i < attr->n_items; i++)
        if (!from_attr (interp, at, &attr->items[i], &value->list->items[i]))
          return FALSE;
      return TRUE;
    default:
      return TRUE;
    }
}

gboolean
tl_py_from_attrs (TlPyInterp *interp, const TlAst *at, const TlAttrs *attrs, TlPyValue *value)
{
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i < attrs->n; i++)
    {
      TlPyValue attr;

      if (!from_attr (interp, at, &attrs->values[i], &attr)
          || !tl_py_dict_set (interp, at, value->dict, tl_py_string (interp, attrs->keys[i]), attr))
        return FALSE;
    }
  return TRUE;
}

/* Keys and values of with_attr, in @arena. FALSE with an error. */
static gboolean
add_attrs (TlPyInterp *interp, const TlPyArgs *args, TlArena *arena, TlAttrs *attrs)
{
  TlPyList        one = { .items = args->positional, .n = 1 }, values = { .items = &args->positional[1], .n = 1 };
  const TlPyList *keys = &one, *items = &values;
  TlValue         attr;

  if (args->n_positional == 1 && args->positional[0].kind == TL_PY_DICT)
    {
      keys = &args->positional[0].dict->keys;
      items = &args->positional[0].dict->values;
    }
  else if (args->n_positional != 2 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "with_attr takes a key and a value, or a dictionary");
  for (guint i = 0; i < keys->n; i++)
    {
      if (keys->items[i].kind != TL_PY_STRING || !tl_py_to_attr (interp, args->call, &items->items[i], &attr))
        return tl_py_fail (interp, args->call, "the key of an attribute is a string");
      *attrs = tl_attrs_with (arena, attrs, tl_arena_strdup (arena, keys->items[i].string), attr);
    }
  return TRUE;
}

/* Of a function; @name: what it is called if it does not say so itself. */
static const char *
symbol_of (const TlAttrs *attrs, const char *name)
{
  const TlValue *symbol = tl_attrs_find (attrs, "global_symbol");

  return symbol != NULL && symbol->kind == TL_VALUE_STRING && tl_ast_is_name (symbol->string) ? symbol->string : name;
}

/*
 * f.with_attr ("key", value) or f.with_attr ({"key": value}): a function of the same body, or a module of the same functions. A function's
 * name is its global_symbol, if that is one.
 */
gboolean
tl_py_with_attr (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlModule      *module = tl_py_module_get (interp, args->call, self);
  g_autoptr (TlArena)  arena = module != NULL ? tl_arena_new (module->arena) : NULL;
  g_autoptr (TlModule) made = NULL;
  gboolean             is_function = ((const TlPyModule *) self->object)->func_name != NULL;
  TlAttrs              attrs = tl_attrs_empty;
  TlFunc               func;

  if (module == NULL)
    return FALSE;
  tl_arena_add_parent (arena, interp->program_arena);
  func = module->n_funcs > 0 ? module->funcs[0] : (TlFunc) { 0 };
  attrs = !is_function ? module->attrs : func.kind == TL_FUNC_GRAPH ? func.graph->attrs : func.prim->attrs;
  if (!add_attrs (interp, args, arena, &attrs))
    return FALSE;
  if (!is_function)
    {
      made = tl_module_new (arena, module->name, module->funcs, module->n_funcs, module->next_id);
      tl_module_set_attrs (made, &attrs, module->global_infos);
      *value = tl_py_module (interp, g_steal_pointer (&made), NULL, NULL);
      return TRUE;
    }
  func.name = symbol_of (&attrs, func.name);
  if (func.kind == TL_FUNC_GRAPH)
    {
      func.graph = tl_arena_dup_array (arena, TlGraphFunc, func.graph, 1);
      ((TlGraphFunc *) func.graph)->attrs = attrs;
    }
  else
    {
      func.prim = tl_arena_dup_array (arena, TlPrimFunc, func.prim, 1);
      ((TlPrimFunc *) func.prim)->attrs = attrs;
      ((TlPrimFunc *) func.prim)->name = func.name;
    }
  *value = tl_py_module (interp, tl_module_new (arena, module->name, &func, 1, module->next_id), func.name, NULL);
  return TRUE;
}

/* --- modules --- */

/* A module on its way. */
typedef struct
{
  TlArena *arena;
  GArray  *funcs;      /* TlFunc */
  TlNodeId next_id;
} ModuleEdit;

static gboolean
is_of_name (const TlFunc *func, const char *name)
{
  return strcmp (func->name, name) == 0;
}

/* In place of a function of that name. */
static void
set_function (ModuleEdit *edit, const TlFunc *func, const char *name)
{
  TlFunc    copy = *func;
  TlBuilder builder = { edit->arena, edit->next_id };
  guint     position = 0;

  copy.name = tl_arena_strdup (edit->arena, name);
  if (func->kind == TL_FUNC_PRIM)
    {
      TlPrimFunc *prim = tl_arena_dup_array (edit->arena, TlPrimFunc, func->prim, 1);

      prim->body = tl_stmt_clone (&builder, prim->body);
      prim->name = copy.name;
      copy.prim = prim;
      edit->next_id = builder.next_id;
    }
  while (position < edit->funcs->len && !is_of_name (&g_array_index (edit->funcs, TlFunc, position), name))
    position++;
  if (position < edit->funcs->len)
    g_array_index (edit->funcs, TlFunc, position) = copy;
  else
    g_array_append_val (edit->funcs, copy);
}

/* All functions of a module, or one; @name: of that. FALSE with an error. */
static gboolean
add_functions (TlPyInterp *interp, const TlAst *at, ModuleEdit *edit, const char *name, const TlPyValue *value)
{
  const TlModule *module = tl_py_module_get (interp, at, value);

  if (module == NULL)
    return FALSE;
  tl_arena_add_parent (edit->arena, module->arena);
  for (guint i = 0; i < module->n_funcs; i++)
    set_function (edit, &module->funcs[i], name != NULL ? name : module->funcs[i].name);
  return TRUE;
}

/* tvm.IRModule ({"main": f}), IRModule.from_expr (f) */
gboolean
tl_py_make_module (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GArray)  funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));
  g_autoptr (TlArena) arena = tl_arena_new (interp->program_arena);
  ModuleEdit          edit = { arena, funcs, 1 };
  const TlPyValue    *from = tl_py_arg (args, 0, "functions");

  if (from == NULL)
    return tl_py_fail (interp, args->call, "a module is made from functions: IRModule ({\"main\": f})");
  if (from->kind != TL_PY_DICT && !add_functions (interp, args->call, &edit, NULL, from))
    return FALSE;
  for (guint i = 0; from->kind == TL_PY_DICT && i < from->dict->keys.n; i++)
    {
      const char *name = tl_py_global_name (&from->dict->keys.items[i]);

      if (name == NULL)
        return tl_py_fail (interp, args->call, "functions of a module are named by strings");
      if (!tl_ast_is_name (name))
        return tl_py_fail (interp, args->call, "'%s' cannot be the name of a function", name);
      if (!add_functions (interp, args->call, &edit, name, &from->dict->values.items[i]))
        return FALSE;
    }
  *value = tl_py_module (interp, tl_module_new (arena, "Module", (const TlFunc *) funcs->data, funcs->len, edit.next_id), NULL, NULL);
  return TRUE;
}

/* mod.update_func (gv, f), mod.update (other) */
gboolean
tl_py_update_module (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args)
{
  const TlModule      *module = tl_py_module_get (interp, args->call, self);
  g_autoptr (TlArena)  arena = module != NULL ? tl_arena_new (module->arena) : NULL;
  g_autoptr (GArray)   funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));
  g_autoptr (TlModule) made = NULL;
  gboolean             is_one = args->n_positional == 2;
  const char          *name = is_one ? tl_py_global_name (&args->positional[0]) : NULL;
  ModuleEdit           edit = { arena, funcs, module != NULL ? module->next_id : 1 };

  if (module == NULL)
    return FALSE;
  if (args->n_positional < 1 || args->n_positional > 2 || (is_one && name == NULL) || args->n_named > 0)
    return tl_py_fail (interp, args->call, "update_func takes the name of a function and a function, update a module");
  g_array_append_vals (funcs, module->funcs, module->n_funcs);
  tl_arena_add_parent (arena, interp->program_arena);
  if (!add_functions (interp, args->call, &edit, name, &args->positional[args->n_positional - 1]))
    return FALSE;
  made = tl_module_new (arena, module->name, (const TlFunc *) funcs->data, funcs->len, edit.next_id);
  tl_module_set_attrs (made, &module->attrs, module->global_infos);
  tl_py_module_set (interp, self, g_steal_pointer (&made));
  return TRUE;
}
