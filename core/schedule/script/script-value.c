/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/schedule/script/script-interpreter-private.h"

#define MAX_VALUE_BYTES (32u * 1024u * 1024u)
/* Deep values would overflow the stack of those that walk them. */
#define MAX_VALUE_DEPTH 64

gboolean
tl_py_fail (TlPyInterp *interp, const TlAst *at, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          list;

  if (interp->error != NULL)
    return FALSE;
  va_start (list, format);
  message = g_strdup_vprintf (format, list);
  va_end (list);
  interp->error = tl_source_error (interp->source, at->span, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "%s", message);
  return FALSE;
}

gboolean
tl_py_tick (TlPyInterp *interp, const TlAst *at)
{
  if (++interp->n_evaluated > interp->max_evaluated)
    return tl_py_fail (interp, at, "the script runs too long: more than %u evaluations", interp->max_evaluated);
  if (tl_arena_used_bytes (interp->arena) > MAX_VALUE_BYTES)
    return tl_py_fail (interp, at, "the script uses too much memory");
  return TRUE;
}

TlPyValue
tl_py_int (gint64 value)
{
  return (TlPyValue) { .kind = TL_PY_INT, .integer = value };
}

TlPyValue
tl_py_bool (gboolean value)
{
  return (TlPyValue) { .kind = TL_PY_BOOL, .boolean = value != FALSE };
}

TlPyValue
tl_py_string (TlPyInterp *interp, const char *text)
{
  return (TlPyValue) { .kind = TL_PY_STRING, .string = tl_arena_strdup (interp->arena, text) };
}

static gboolean
reserve (TlPyInterp *interp, const TlAst *at, TlPyList *list, guint64 n)
{
  TlPyValue *items;

  if (n <= list->capacity)
    return TRUE;
  if (n > MAX_VALUE_BYTES / sizeof (TlPyValue) || tl_arena_used_bytes (interp->arena) + n * sizeof (TlPyValue) > MAX_VALUE_BYTES)
    return tl_py_fail (interp, at, "the script uses too much memory");
  items = tl_arena_new_array (interp->arena, TlPyValue, n);
  if (list->n > 0)
    memcpy (items, list->items, list->n * sizeof (TlPyValue));
  list->items = items;
  list->capacity = (guint) n;
  return TRUE;
}

gboolean
tl_py_new_list (TlPyInterp *interp, const TlAst *at, TlPyKind kind, guint64 n, TlPyValue *list)
{
  *list = (TlPyValue) { .kind = kind, .list = tl_arena_new0 (interp->arena, TlPyList) };
  return reserve (interp, at, list->list, n);
}

gboolean
tl_py_list_append (TlPyInterp *interp, const TlAst *at, TlPyList *list, TlPyValue value)
{
  if (list->n == list->capacity && !reserve (interp, at, list, MAX (4, (guint64) list->capacity * 2)))
    return FALSE;
  list->items[list->n++] = value;
  return TRUE;
}

static gint
dict_position (const TlPyDict *dict, const TlPyValue *key)
{
  for (guint i = 0; i < dict->keys.n; i++)
    if (tl_py_equal (&dict->keys.items[i], key))
      return (gint) i;
  return -1;
}

const TlPyValue *
tl_py_dict_find (const TlPyDict *dict, const TlPyValue *key)
{
  gint position = dict_position (dict, key);

  return position >= 0 ? &dict->values.items[position] : NULL;
}

gboolean
tl_py_dict_set (TlPyInterp *interp, const TlAst *at, TlPyDict *dict, TlPyValue key, TlPyValue value)
{
  gint position = dict_position (dict, &key);

  interp->n_evaluated += dict->keys.n / 16;
  if (position >= 0)
    {
      dict->values.items[position] = value;
      return TRUE;
    }
  return tl_py_list_append (interp, at, &dict->keys, key) && tl_py_list_append (interp, at, &dict->values, value);
}

const char *
tl_py_type_name (const TlPyValue *value)
{
  static const char *const names[] = {
    [TL_PY_NONE] = "None", [TL_PY_BOOL] = "bool", [TL_PY_INT] = "int", [TL_PY_FLOAT] = "float", [TL_PY_STRING] = "str",
    [TL_PY_LIST] = "list", [TL_PY_TUPLE] = "tuple", [TL_PY_DICT] = "dict", [TL_PY_FUNCTION] = "function",
    [TL_PY_BUILTIN] = "function", [TL_PY_NAMESPACE] = "package", [TL_PY_SCHEDULE] = "schedule", [TL_PY_MODULE] = "module",
    [TL_PY_NODE] = "loop or block", [TL_PY_EXPR] = "index expression", [TL_PY_INDEX_MAP] = "index map",
  };

  if (value->kind != TL_PY_RV)
    return names[value->kind];
  switch (tl_state_rv (value->rv_of->state, value->rv)->kind)
    {
    case TL_RV_BLOCK: return "block variable";
    case TL_RV_LOOP:  return "loop variable";
    case TL_RV_INT:   return "sampled integer";
    }
  return "variable";
}

gboolean
tl_py_get_int (const TlPyValue *value, gint64 *integer)
{
  const TlRvValue *rv;

  if (value->kind == TL_PY_INT)
    *integer = value->integer;
  else if (value->kind == TL_PY_BOOL)
    *integer = value->boolean;
  else if (value->kind == TL_PY_RV)
    {
      rv = tl_state_rv (value->rv_of->state, value->rv);
      *integer = rv->kind == TL_RV_INT ? rv->integer : 0;
      return rv->kind == TL_RV_INT;
    }
  else
    return FALSE;
  return TRUE;
}

gboolean
tl_py_get_number (const TlPyValue *value, double *number)
{
  gint64 integer;

  if (value->kind == TL_PY_FLOAT)
    {
      *number = value->number;
      return TRUE;
    }
  if (!tl_py_get_int (value, &integer))
    return FALSE;
  *number = (double) integer;
  return TRUE;
}

gboolean
tl_py_is_true (const TlPyValue *value)
{
  double number;

  if (tl_py_get_number (value, &number))
    return number != 0;
  switch (value->kind)
    {
    case TL_PY_NONE:   return FALSE;
    case TL_PY_STRING: return value->string[0] != '\0';
    case TL_PY_LIST:
    case TL_PY_TUPLE:  return value->list->n > 0;
    case TL_PY_DICT:   return value->dict->keys.n > 0;
    default:           return TRUE;
    }
}

static gboolean
equal_within (const TlPyValue *a, const TlPyValue *b, guint depth)
{
  double x, y;

  if (a->kind == TL_PY_RV && b->kind == TL_PY_RV && a->rv_of == b->rv_of && a->rv == b->rv)
    return TRUE;
  if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    return x == y;
  if (a->kind != b->kind || depth > MAX_VALUE_DEPTH)
    return FALSE;
  switch (a->kind)
    {
    case TL_PY_NONE:
      return TRUE;
    case TL_PY_STRING:
      return strcmp (a->string, b->string) == 0;
    case TL_PY_LIST:
    case TL_PY_TUPLE:
      if (a->list->n != b->list->n)
        return FALSE;
      for (guint i = 0; i < a->list->n; i++)
        if (!equal_within (&a->list->items[i], &b->list->items[i], depth + 1))
          return FALSE;
      return TRUE;
    case TL_PY_DICT:
      return a->dict == b->dict;
    case TL_PY_SCHEDULE:
      return a->schedule == b->schedule;
    default:
      return FALSE;
    }
}

gboolean
tl_py_equal (const TlPyValue *a, const TlPyValue *b)
{
  return equal_within (a, b, 0);
}

gboolean
tl_py_compare (const TlPyValue *a, const TlPyValue *b, int *order)
{
  gint64 i, j;
  double x, y;

  if (tl_py_get_int (a, &i) && tl_py_get_int (b, &j))
    *order = (i > j) - (i < j);
  else if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    *order = (x > y) - (x < y);
  else if (a->kind == TL_PY_STRING && b->kind == TL_PY_STRING)
    *order = strcmp (a->string, b->string);
  else
    return FALSE;
  return TRUE;
}

static gboolean
to_arg_within (TlPyInterp *interp, const TlAst *at, const TlPySchedule *schedule, const TlPyValue *value, TlArg *arg, guint depth)
{
  const TlPyList *list;
  const TlIndexMap *map;
  TlArg          *items;
  const char    **keys = NULL;

  if (depth > MAX_VALUE_DEPTH)
    return tl_py_fail (interp, at, "this value is nested too deeply");
  switch (value->kind)
    {
    case TL_PY_NONE:
      *arg = (TlArg) { .kind = TL_ARG_NONE };
      return TRUE;
    case TL_PY_BOOL:
      *arg = tl_arg_bool (value->boolean);
      return TRUE;
    case TL_PY_INT:
      *arg = tl_arg_int (value->integer);
      return TRUE;
    case TL_PY_FLOAT:
      *arg = (TlArg) { .kind = TL_ARG_FLOAT, .number = value->number };
      return TRUE;
    case TL_PY_STRING:
      *arg = (TlArg) { .kind = TL_ARG_STRING, .string = value->string };
      return TRUE;
    case TL_PY_RV:
      if (value->rv_of != schedule)
        return tl_py_fail (interp, at, "this %s belongs to another schedule", tl_py_type_name (value));
      *arg = tl_arg_rv (value->rv);
      return TRUE;
    case TL_PY_FUNCTION:
    case TL_PY_INDEX_MAP:
      if (!tl_py_to_index_map (interp, at, value, -1, &map))
        return FALSE;
      *arg = tl_arg_index_map (map);
      return TRUE;
    case TL_PY_LIST:
    case TL_PY_TUPLE:
    case TL_PY_DICT:
      break;
    default:
      return tl_py_fail (interp, at, "a %s cannot be an argument of a step", tl_py_type_name (value));
    }
  list = value->kind == TL_PY_DICT ? &value->dict->values : value->list;
  if (tl_arena_used_bytes (interp->arena) + list->n * sizeof (TlArg) > MAX_VALUE_BYTES)
    return tl_py_fail (interp, at, "the script uses too much memory");
  items = tl_arena_new_array (interp->arena, TlArg, MAX (list->n, 1));
  if (value->kind == TL_PY_DICT)
    keys = tl_arena_new_array (interp->arena, const char *, MAX (list->n, 1));
  for (guint i = 0; i < list->n; i++)
    {
      if (keys != NULL && value->dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, at, "keys of a dictionary that a step takes must be strings");
      if (keys != NULL)
        keys[i] = value->dict->keys.items[i].string;
      if (!to_arg_within (interp, at, schedule, &list->items[i], &items[i], depth + 1))
        return FALSE;
    }
  *arg = (TlArg) { .kind = keys != NULL ? TL_ARG_DICT : TL_ARG_LIST, .items = items, .keys = keys, .n_items = list->n };
  return TRUE;
}

gboolean
tl_py_to_arg (TlPyInterp *interp, const TlAst *at, const TlPySchedule *schedule, const TlPyValue *value, TlArg *arg)
{
  return to_arg_within (interp, at, schedule, value, arg, 0);
}

gboolean
tl_py_elements (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlPyList *elements)
{
  *elements = (TlPyList) { 0 };
  switch (value->kind)
    {
    case TL_PY_LIST:
    case TL_PY_TUPLE:
      *elements = *value->list;
      return TRUE;
    case TL_PY_DICT:
      *elements = value->dict->keys;
      return TRUE;
    case TL_PY_STRING:
      for (const char *p = value->string; *p != '\0'; p = g_utf8_next_char (p))
        {
          TlPyValue character = { .kind = TL_PY_STRING,
                                  .string = tl_arena_strndup (interp->arena, p, (gsize) (g_utf8_next_char (p) - p)) };

          if (!tl_py_list_append (interp, at, elements, character))
            return FALSE;
        }
      return TRUE;
    default:
      return tl_py_fail (interp, at, "a %s has no elements", tl_py_type_name (value));
    }
}

TlPyScope *
tl_py_scope_new (TlPyInterp *interp, TlPyScope *parent)
{
  TlPyScope *scope = tl_arena_new0 (interp->arena, TlPyScope);

  scope->parent = parent;
  return scope;
}

static gint
position_in (const TlPyScope *scope, const char *name)
{
  for (guint i = 0; i < scope->values.n; i++)
    if (strcmp (scope->names[i], name) == 0)
      return (gint) i;
  return -1;
}

gboolean
tl_py_scope_set (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, TlPyValue value)
{
  gint  position = position_in (scope, name);
  guint capacity = scope->values.capacity;

  interp->n_evaluated += scope->values.n / 16;
  if (position >= 0)
    {
      scope->values.items[position] = value;
      return TRUE;
    }
  if (!tl_py_list_append (interp, at, &scope->values, value))
    return FALSE;
  if (scope->values.capacity != capacity)
    {
      const char **names = tl_arena_new_array (interp->arena, const char *, scope->values.capacity);

      if (capacity > 0)
        memcpy (names, scope->names, capacity * sizeof *names);
      scope->names = names;
    }
  scope->names[scope->values.n - 1] = name;
  return TRUE;
}

const TlPyValue *
tl_py_scope_find (const TlPyScope *scope, const char *name)
{
  for (; scope != NULL; scope = scope->parent)
    {
      gint position = position_in (scope, name);

      if (position >= 0)
        return &scope->values.items[position];
    }
  return NULL;
}
