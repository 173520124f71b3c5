/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of instructions as values. */
#include "core/schedule/primitive.h"

TlArg
tl_arg_int (gint64 value)
{
  return (TlArg) { .kind = TL_ARG_INT, .integer = value };
}

TlArg
tl_arg_bool (gboolean value)
{
  return (TlArg) { .kind = TL_ARG_BOOL, .boolean = value != FALSE };
}

TlArg
tl_arg_node (TlNodeId node)
{
  return (TlArg) { .kind = TL_ARG_NODE, .node = node };
}

TlArg
tl_arg_rv (guint rv)
{
  return (TlArg) { .kind = TL_ARG_RV, .rv = rv };
}

TlArg
tl_arg_string (TlArena *arena, const char *text)
{
  return (TlArg) { .kind = TL_ARG_STRING, .string = tl_arena_strdup (arena, text) };
}

TlArg
tl_arg_list (TlArena *arena, const TlArg *items, guint n_items)
{
  return (TlArg) { .kind = TL_ARG_LIST, .items = tl_arena_dup_array (arena, TlArg, items, n_items), .n_items = n_items };
}

TlArg
tl_arg_index_map (const TlIndexMap *map)
{
  return (TlArg) { .kind = TL_ARG_INDEX_MAP, .map = map };
}

TlArg
tl_arg_index_map_of (TlArena *arena, const TlIndexMap *map, const TlArg *numbers, guint n)
{
  return (TlArg) { .kind = TL_ARG_INDEX_MAP, .map = map, .items = tl_arena_dup_array (arena, TlArg, numbers, n), .n_items = n };
}

TlArg
tl_arg_dup (TlArena *arena, const TlArg *arg)
{
  TlArg        copy = *arg;
  TlArg       *items;
  const char **keys;

  if (arg->kind == TL_ARG_STRING)
    copy.string = tl_arena_strdup (arena, arg->string);
  if (arg->kind == TL_ARG_INDEX_MAP)
    copy.map = tl_index_map_dup (arena, arg->map);
  if (arg->n_items == 0 && arg->kind != TL_ARG_DICT)
    return copy;
  items = tl_arena_new_array (arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = tl_arg_dup (arena, &arg->items[i]);
  copy.items = items;
  if (arg->kind != TL_ARG_DICT)
    return copy;
  keys = tl_arena_new_array (arena, const char *, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    keys[i] = tl_arena_strdup (arena, arg->keys[i]);
  copy.keys = keys;
  return copy;
}

gboolean
tl_arg_equal (const TlArg *a, const TlArg *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case TL_ARG_NONE:
      return TRUE;
    case TL_ARG_RV:
      return a->rv == b->rv;
    case TL_ARG_NODE:
      return a->node == b->node;
    case TL_ARG_BOOL:
      return a->boolean == b->boolean;
    case TL_ARG_INT:
      return a->integer == b->integer;
    case TL_ARG_FLOAT:
      return a->number == b->number;
    case TL_ARG_STRING:
      return g_strcmp0 (a->string, b->string) == 0;
    case TL_ARG_INDEX_MAP:
      if (!tl_index_map_equal (a->map, b->map))
        return FALSE;
      break;
    case TL_ARG_LIST:
    case TL_ARG_DICT:
      break;
    }
  if (a->n_items != b->n_items)
    return FALSE;
  for (guint i = 0; i < a->n_items; i++)
    if (!tl_arg_equal (&a->items[i], &b->items[i]) || (a->kind == TL_ARG_DICT && g_strcmp0 (a->keys[i], b->keys[i]) != 0))
      return FALSE;
  return TRUE;
}
