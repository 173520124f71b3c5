/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/value.h"

#include <string.h>

const TlAttrs tl_attrs_empty = { 0, NULL, NULL };

TlValue
tl_value_int (gint64 value)
{
  return (TlValue) { .kind = TL_VALUE_INT, .integer = value };
}

TlValue
tl_value_string (TlArena *arena, const char *text)
{
  return (TlValue) { .kind = TL_VALUE_STRING, .string = tl_arena_strdup (arena, text) };
}

const TlValue *
tl_attrs_find (const TlAttrs *attrs, const char *key)
{
  for (guint i = 0; i < attrs->n; i++)
    if (strcmp (attrs->keys[i], key) == 0)
      return &attrs->values[i];
  return NULL;
}

TlAttrs
tl_attrs_with (TlArena *arena, const TlAttrs *attrs, const char *key, TlValue value)
{
  const char **keys = tl_arena_new_array (arena, const char *, attrs->n + 1);
  TlValue     *values = tl_arena_new_array (arena, TlValue, attrs->n + 1);
  guint        n = attrs->n;

  for (guint i = 0; i < attrs->n; i++)
    {
      keys[i] = attrs->keys[i];
      values[i] = attrs->values[i];
      if (strcmp (keys[i], key) == 0)
        n = i;
    }
  keys[n] = tl_arena_strdup (arena, key);
  values[n] = value;
  return (TlAttrs) { MAX (attrs->n, n + 1), keys, values };
}

TlAttrs
tl_attrs_with_all (TlArena *arena, const TlAttrs *attrs, const char *const *keys, const TlValue *values, guint n)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (g_str_hash, g_str_equal);
  guint        n_all = attrs->n + n;
  const char **all_keys = tl_arena_new_array (arena, const char *, MAX (n_all, 1));
  TlValue     *all_values = tl_arena_new_array (arena, TlValue, MAX (n_all, 1));
  TlAttrs      all = { 0, all_keys, all_values };

  for (guint i = 0; i < n_all; i++)
    {
      const char *key = i < attrs->n ? attrs->keys[i] : keys[i - attrs->n];
      guint       known = GPOINTER_TO_UINT (g_hash_table_lookup (positions, key));
      guint       at = known > 0 ? known - 1 : all.n++;

      if (known == 0)
        {
          all_keys[at] = i < attrs->n ? key : tl_arena_strdup (arena, key);
          g_hash_table_insert (positions, (gpointer) all_keys[at], GUINT_TO_POINTER (at + 1));
        }
      all_values[at] = i < attrs->n ? attrs->values[i] : values[i - attrs->n];
    }
  return all;
}

TlAttrs
tl_attrs_without (TlArena *arena, const TlAttrs *attrs, const char *key)
{
  const char **keys = tl_arena_new_array (arena, const char *, attrs->n);
  TlValue     *values = tl_arena_new_array (arena, TlValue, attrs->n);
  guint        n = 0;

  for (guint i = 0; i < attrs->n; i++)
    if (strcmp (attrs->keys[i], key) != 0)
      {
        keys[n] = attrs->keys[i];
        values[n++] = attrs->values[i];
      }
  return (TlAttrs) { n, keys, values };
}

static gboolean
dicts_equal (const TlAttrs *a, const TlAttrs *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    {
      const TlValue *other = strcmp (a->keys[i], b->keys[i]) == 0 ? &b->values[i] : tl_attrs_find (b, a->keys[i]);

      if (other == NULL || !tl_value_equal (&a->values[i], other))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_value_equal (const TlValue *a, const TlValue *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case TL_VALUE_NONE:   return TRUE;
    case TL_VALUE_BOOL:   return !a->boolean == !b->boolean;
    case TL_VALUE_INT:    return a->integer == b->integer;
    case TL_VALUE_FLOAT:  return memcmp (&a->number, &b->number, sizeof a->number) == 0;
    case TL_VALUE_STRING: return strcmp (a->string, b->string) == 0;
    case TL_VALUE_DICT:   return dicts_equal (&a->dict, &b->dict);
    case TL_VALUE_EXPR:   return tl_expr_equal (a->expr, b->expr);
    case TL_VALUE_LIST:
      if (a->n_items != b->n_items)
        return FALSE;
      for (guint i = 0; i < a->n_items; i++)
        if (!tl_value_equal (&a->items[i], &b->items[i]))
          return FALSE;
      return TRUE;
    }
  g_return_val_if_reached (FALSE);
}

gboolean
tl_value_get_number (const TlValue *value, TlValue *number)
{
  const TlExpr *expr = value->kind == TL_VALUE_EXPR ? value->expr : NULL;

  *number = *value;
  if (value->kind == TL_VALUE_BOOL)
    *number = tl_value_int (value->boolean != 0);
  else if (expr != NULL && expr->kind == TL_EXPR_INT)
    *number = tl_value_int (expr->int_value);
  else if (expr != NULL && expr->kind == TL_EXPR_FLOAT)
    *number = (TlValue) { .kind = TL_VALUE_FLOAT, .number = expr->float_value };
  return number->kind == TL_VALUE_INT || number->kind == TL_VALUE_FLOAT;
}
