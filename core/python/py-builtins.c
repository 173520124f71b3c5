/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/python/python.h"

typedef gboolean (*Builtin) (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

/* The elements of positional argument @index. */
static gboolean
elements_of (TlPyInterp *interp, const TlPyArgs *args, guint index, TlPyList *elements)
{
  if (index >= args->n_positional)
    return tl_py_fail (interp, args->call, "an argument is missing");
  return tl_py_elements (interp, args->call, &args->positional[index], elements);
}

static gboolean
builtin_len (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;

  if (args->n_positional > 0 && args->positional[0].kind == TL_PY_STRING)
    {
      *value = tl_py_int (g_utf8_strlen (args->positional[0].string, -1));
      return tl_py_look (interp, args->call, strlen (args->positional[0].string) / 4);
    }
  if (args->n_positional > 0 && tl_py_is (&args->positional[0], &tl_py_instance_class))
    {
      gboolean is_there;

      return tl_py_instance_length (interp, args->call, &args->positional[0], &is_there, value)
             && (is_there || tl_py_fail (interp, args->call, "a %s has no length", tl_py_type_name (&args->positional[0])));
    }
  if (args->n_positional > 0 && args->positional[0].kind == TL_PY_OBJECT && args->positional[0].class->length != NULL)
    {
      *value = tl_py_int (args->positional[0].class->length (&args->positional[0]));
      return TRUE;
    }
  if (!elements_of (interp, args, 0, &elements))
    return FALSE;
  *value = tl_py_int (elements.n);
  return TRUE;
}

static gboolean
builtin_range (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64   bounds[3] = { 0, 0, 1 };
  __int128 n;

  if (args->n_positional < 1 || args->n_positional > 3)
    return tl_py_fail (interp, args->call, "range takes 1 to 3 integers");
  for (guint i = 0; i < args->n_positional; i++)
    if (!tl_py_get_int (&args->positional[i], &bounds[args->n_positional == 1 ? 1 : i]))
      return tl_py_fail (interp, args->call, "range takes integers, not a %s", tl_py_type_name (&args->positional[i]));
  if (bounds[2] == 0)
    return tl_py_fail (interp, args->call, "the step of range must not be 0");
  n = (__int128) bounds[1] - bounds[0];
  n = bounds[2] > 0 ? (n + bounds[2] - 1) / bounds[2] : (n + bounds[2] + 1) / bounds[2];
  n = n < 0 || (bounds[2] > 0 ? bounds[1] <= bounds[0] : bounds[1] >= bounds[0]) ? 0 : n;
  if (n > G_MAXUINT32)
    return tl_py_fail (interp, args->call, "this range is too long");
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, (guint64) n, value))
    return FALSE;
  for (gint64 i = 0; i < (gint64) n; i++)
    value->list->items[value->list->n++] = tl_py_int (bounds[0] + i * bounds[2]);
  return TRUE;
}

static gboolean
tuple_of (TlPyInterp *interp, const TlAst *at, const TlPyValue *items, guint n, TlPyValue *tuple)
{
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, n, tuple))
    return FALSE;
  for (guint i = 0; i < n; i++)
    tuple->list->items[tuple->list->n++] = items[i];
  return TRUE;
}

static gboolean
builtin_enumerate (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;
  gint64   start = 0;

  if (!elements_of (interp, args, 0, &elements) || !tl_py_new_list (interp, args->call, TL_PY_LIST, elements.n, value))
    return FALSE;
  if (args->n_positional > 1 && !tl_py_get_int (&args->positional[1], &start))
    return tl_py_fail (interp, args->call, "enumerate starts at an integer");
  for (guint i = 0; i < elements.n; i++)
    {
      TlPyValue pair[2] = { tl_py_int ((gint64) ((guint64) start + i)), elements.items[i] };

      if (!tuple_of (interp, args->call, pair, 2, &value->list->items[value->list->n++]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
builtin_zip (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  guint     n_lists = args->n_positional, n = G_MAXUINT;
  TlPyList *lists = tl_arena_new_array (interp->arena, TlPyList, MAX (n_lists, 1));
  TlPyValue row;

  for (guint i = 0; i < n_lists; i++)
    {
      if (!elements_of (interp, args, i, &lists[i]))
        return FALSE;
      n = MIN (n, lists[i].n);
    }
  n = n_lists == 0 ? 0 : n;
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!tl_py_new_list (interp, args->call, TL_PY_TUPLE, n_lists, &row))
        return FALSE;
      for (guint j = 0; j < n_lists; j++)
        row.list->items[row.list->n++] = lists[j].items[i];
      value->list->items[value->list->n++] = row;
    }
  return TRUE;
}

/* The key by which each of @list is ordered: itself, or the result of key=. */
static gboolean
sort_keys (TlPyInterp *interp, const TlPyArgs *args, const TlPyList *list, TlPyValue *keys)
{
  const TlPyValue *key = tl_py_arg (args, G_MAXUINT, "key");

  if (!tl_py_look (interp, args->call, list->n))
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    if (key == NULL || key->kind == TL_PY_NONE)
      keys[i] = list->items[i];
    else if (!tl_py_apply (interp, args->call, key, &list->items[i], 1, &keys[i]))
      return FALSE;
  return TRUE;
}

/* min, max: of the arguments, or of the elements of the only one; none: what default= says. */
static gboolean
builtin_extreme (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean         is_max = strcmp (args->name, "max") == 0;
  const TlPyValue *fallback = tl_py_arg (args, G_MAXUINT, "default");
  TlPyList         candidates = { .items = args->positional, .n = args->n_positional };
  guint            best = 0;
  TlPyValue       *keys;

  if (args->n_positional == 1 && !elements_of (interp, args, 0, &candidates))
    return FALSE;
  if (candidates.n == 0 && fallback == NULL)
    return tl_py_fail (interp, args->call, "there is nothing to choose from");
  if ((keys = tl_py_alloc (interp, args->call, candidates.n, sizeof (TlPyValue))) == NULL || !sort_keys (interp, args, &candidates, keys))
    return FALSE;
  for (guint i = 1; i < candidates.n; i++)
    {
      int order;

      if (!tl_py_compare (interp, &keys[i], &keys[best], &order))
        return tl_py_fail (interp, args->call, "a %s and a %s have no order", tl_py_type_name (&keys[i]), tl_py_type_name (&keys[best]));
      if (is_max ? order > 0 : order < 0)
        best = i;
    }
  *value = candidates.n > 0 ? candidates.items[best] : *fallback;
  return tl_py_tick (interp, args->call);
}

/* A number, or the text of one: "0.5", "inf". */
static gboolean
number_or_text (const TlPyArgs *args, double *number)
{
  const TlPyValue *arg = args->n_positional == 1 ? &args->positional[0] : NULL;
  g_autofree char *text = NULL;
  char            *end;

  if (arg == NULL || arg->kind != TL_PY_STRING)
    return arg != NULL && tl_py_get_number (arg, number);
  text = g_strstrip (g_strdup (arg->string));
  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && strpbrk (text, "xXpP(") == NULL;
}

static gboolean
is_instance (const TlPyArgs *args)
{
  return args->n_positional == 1 && tl_py_is (&args->positional[0], &tl_py_instance_class);
}

static gboolean
builtin_int (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64   integer;
  double   number;
  gboolean is_text = args->n_positional == 1 && args->positional[0].kind == TL_PY_STRING;

  if (is_instance (args))
    return tl_py_instance_number (interp, args->call, &args->positional[0], "__int__", value);
  if (!number_or_text (args, &number) || (is_text && strpbrk (args->positional[0].string, ".eEnN") != NULL))
    return tl_py_fail (interp, args->call, "int takes a number, or a string of digits");
  if (tl_py_get_int (&args->positional[0], &integer))
    *value = tl_py_int (integer);
  else if (!(number > -9e18 && number < 9e18))
    return tl_py_fail (interp, args->call, "%g does not fit 64 bits", number);
  else
    *value = tl_py_int ((gint64) number);
  return TRUE;
}

static gboolean
builtin_float (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (is_instance (args))
    return tl_py_instance_number (interp, args->call, &args->positional[0], "__float__", value);
  *value = tl_py_float (0);
  return number_or_text (args, &value->number)
         || tl_py_fail (interp, args->call, "float takes a number, or a string such as \"0.5\" or \"inf\"");
}

static gboolean
builtin_bool (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean truth = FALSE;

  if (args->n_positional > 0 && !tl_py_truth (interp, args->call, &args->positional[0], &truth))
    return FALSE;
  *value = tl_py_bool (truth);
  return TRUE;
}

static gboolean
builtin_abs (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue zero = tl_py_int (0);
  double    number;

  if (args->n_positional != 1 || !tl_py_get_number (&args->positional[0], &number))
    return tl_py_fail (interp, args->call, "abs takes a number");
  return tl_py_binary (interp, args->call, number < 0 ? "-" : "+", &zero, &args->positional[0], value);
}

static gboolean
copy_as (TlPyInterp *interp, const TlPyArgs *args, TlPyKind kind, TlPyValue *value)
{
  TlPyList elements = { 0 };

  if (args->n_positional > 0 && !elements_of (interp, args, 0, &elements))
    return FALSE;
  if (!tl_py_new_list (interp, args->call, kind, elements.n, value))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    value->list->items[value->list->n++] = elements.items[i];
  return TRUE;
}

/* list, tuple; iter: the elements, which nothing takes one by one here */
static gboolean
builtin_sequence (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return copy_as (interp, args, strcmp (args->name, "tuple") == 0 ? TL_PY_TUPLE : TL_PY_LIST, value);
}

static void
reverse (TlPyList *list)
{
  for (guint i = 0, j = list->n; i + 1 < j; i++)
    {
      TlPyValue item = list->items[i];

      list->items[i] = list->items[--j];
      list->items[j] = item;
    }
}

static gboolean
builtin_reversed (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (!copy_as (interp, args, TL_PY_LIST, value))
    return FALSE;
  reverse (value->list);
  return TRUE;
}

static gboolean
sort (TlPyInterp *interp, const TlPyArgs *args, TlPyList *list)
{
  const TlPyValue *backwards = tl_py_arg (args, G_MAXUINT, "reverse");
  TlPyValue       *keys = tl_py_alloc (interp, args->call, list->n, sizeof (TlPyValue));
  gboolean         is_backwards = FALSE;
  int              order;

  if (keys == NULL || !sort_keys (interp, args, list, keys)
      || (backwards != NULL && !tl_py_truth (interp, args->call, backwards, &is_backwards)))
    return FALSE;
  for (guint i = 1; i < list->n; i++)
    for (guint j = i; j > 0; j--)
      {
        TlPyValue item = list->items[j], key = keys[j];

        if (!tl_py_tick (interp, args->call))
          return FALSE;
        if (!tl_py_compare (interp, &keys[j - 1], &key, &order))
          return tl_py_fail (interp, args->call, "a %s and a %s have no order", tl_py_type_name (&keys[j - 1]), tl_py_type_name (&key));
        if (is_backwards ? order >= 0 : order <= 0)
          break;
        list->items[j] = list->items[j - 1];
        list->items[j - 1] = item;
        keys[j] = keys[j - 1];
        keys[j - 1] = key;
      }
  return tl_py_tick (interp, args->call);
}

static gboolean
builtin_sorted (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return copy_as (interp, args, TL_PY_LIST, value) && sort (interp, args, value->list);
}

static gboolean
builtin_sum (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;

  *value = args->n_positional > 1 ? args->positional[1] : tl_py_int (0);
  if (!elements_of (interp, args, 0, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    {
      TlPyValue total;

      if (!tl_py_tick (interp, args->call) || !tl_py_binary (interp, args->call, "+", value, &elements.items[i], &total))
        return FALSE;
      *value = total;
    }
  return TRUE;
}

/* any, all */
static gboolean
builtin_count_true (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;
  guint    n_true = 0;

  if (!elements_of (interp, args, 0, &elements) || !tl_py_look (interp, args->call, elements.n))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    {
      gboolean truth;

      if (!tl_py_truth (interp, args->call, &elements.items[i], &truth))
        return FALSE;
      n_true += truth;
    }
  *value = tl_py_bool (strcmp (args->name, "all") == 0 ? n_true == elements.n : n_true > 0);
  return TRUE;
}

/* str, repr */
static gboolean
builtin_text (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const char *text = "";

  if (args->n_positional > 1)
    return tl_py_fail (interp, args->call, "one value is expected");
  if (args->n_positional == 1)
    text = tl_py_to_text (interp, args->call, &args->positional[0], strcmp (args->name, "repr") == 0);
  *value = (TlPyValue) { .kind = TL_PY_STRING, .string = text };
  return text != NULL;
}

static gboolean
builtin_dict (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList pairs = { 0 }, pair;

  *value = tl_py_new_dict (interp);
  if (args->n_positional > 0 && args->positional[0].kind == TL_PY_DICT)
    for (guint i = 0; i < args->positional[0].dict->keys.n; i++)
      if (!tl_py_dict_set (interp, args->call, value->dict, args->positional[0].dict->keys.items[i],
                           args->positional[0].dict->values.items[i]))
        return FALSE;
  if (args->n_positional > 0 && args->positional[0].kind != TL_PY_DICT && !elements_of (interp, args, 0, &pairs))
    return FALSE;
  for (guint i = 0; i < pairs.n; i++)
    {
      if (!tl_py_elements (interp, args->call, &pairs.items[i], &pair))
        return FALSE;
      if (pair.n != 2)
        return tl_py_fail (interp, args->call, "dict takes pairs of a key and a value");
      if (!tl_py_dict_set (interp, args->call, value->dict, pair.items[0], pair.items[1]))
        return FALSE;
    }
  for (guint i = 0; i < args->n_named; i++)
    if (!tl_py_dict_set (interp, args->call, value->dict, tl_py_string (interp, args->names[i]), args->named[i]))
      return FALSE;
  return TRUE;
}

static gboolean
builtin_map (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;
  TlPyValue item;

  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "map takes a function and a list");
  if (!elements_of (interp, args, 1, &elements) || !tl_py_new_list (interp, args->call, TL_PY_LIST, elements.n, value))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    if (!tl_py_apply (interp, args->call, &args->positional[0], &elements.items[i], 1, &item)
        || !tl_py_list_append (interp, args->call, value->list, item))
      return FALSE;
  return TRUE;
}

static gboolean
builtin_filter (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;

  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "filter takes a function and a list");
  if (!elements_of (interp, args, 1, &elements) || !tl_py_new_list (interp, args->call, TL_PY_LIST, 0, value))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    {
      TlPyValue kept = elements.items[i];
      gboolean  keep;

      if ((args->positional[0].kind != TL_PY_NONE && !tl_py_apply (interp, args->call, &args->positional[0], &elements.items[i], 1, &kept))
          || !tl_py_truth (interp, args->call, &kept, &keep)
          || (keep && !tl_py_list_append (interp, args->call, value->list, elements.items[i])))
        return FALSE;
    }
  return TRUE;
}

/* A set is a list in which nothing is twice. */
static gboolean
builtin_set (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements = { 0 };
  TlPyDict seen = { 0 };

  if (args->n_positional > 0 && !elements_of (interp, args, 0, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    if (!tl_py_tick (interp, args->call) || !tl_py_dict_set (interp, args->call, &seen, elements.items[i], TL_PY_NONE_VALUE))
      return FALSE;
  *value = (TlPyValue) { .kind = TL_PY_LIST, .list = tl_arena_dup_array (interp->arena, TlPyList, &seen.keys, 1) };
  return TRUE;
}

static gboolean
builtin_round (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  double number;

  if (args->n_positional != 1 || args->n_named > 0 || !tl_py_get_number (&args->positional[0], &number)
      || !(number > -9e18 && number < 9e18))
    return tl_py_fail (interp, args->call, "round takes a number");
  *value = tl_py_int ((gint64) rint (number));
  return TRUE;
}

static gboolean
builtin_divmod (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue both[2];

  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "divmod takes two numbers");
  return tl_py_binary (interp, args->call, "//", &args->positional[0], &args->positional[1], &both[0])
         && tl_py_binary (interp, args->call, "%", &args->positional[0], &args->positional[1], &both[1])
         && tuple_of (interp, args->call, both, 2, value);
}

static gboolean
builtin_pow (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "pow takes two numbers");
  return tl_py_binary (interp, args->call, "**", &args->positional[0], &args->positional[1], value);
}

/* print (…, sep=" ", end="\n") */
static gboolean
builtin_print (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *between = tl_py_arg (args, G_MAXUINT, "sep"), *end = tl_py_arg (args, G_MAXUINT, "end");
  g_autoptr (GString) line = g_string_new (NULL);

  *value = TL_PY_NONE_VALUE;
  if (interp->print == NULL)
    return TRUE;
  for (guint i = 0; i < args->n_positional; i++)
    {
      const char *text = tl_py_to_text (interp, args->call, &args->positional[i], FALSE);

      if (text == NULL)
        return FALSE;
      if (i > 0)
        g_string_append (line, between != NULL && between->kind == TL_PY_STRING ? between->string : " ");
      g_string_append (line, text);
    }
  g_string_append (line, end != NULL && end->kind == TL_PY_STRING ? end->string : "\n");
  interp->print (interp->context, line->str);
  return TRUE;
}

static const struct { const char *name; Builtin call; } builtins[] = {
  { "len", builtin_len }, { "range", builtin_range }, { "enumerate", builtin_enumerate }, { "zip", builtin_zip },
  { "min", builtin_extreme }, { "max", builtin_extreme }, { "int", builtin_int }, { "float", builtin_float },
  { "bool", builtin_bool }, { "abs", builtin_abs }, { "list", builtin_sequence }, { "tuple", builtin_sequence },
  { "sum", builtin_sum }, { "any", builtin_count_true }, { "all", builtin_count_true }, { "sorted", builtin_sorted },
  { "str", builtin_text }, { "print", builtin_print }, { "reversed", builtin_reversed }, { "repr", builtin_text },
  { "dict", builtin_dict }, { "map", builtin_map }, { "isinstance", tl_py_isinstance }, { "filter", builtin_filter },
  { "set", builtin_set }, { "round", builtin_round }, { "divmod", builtin_divmod }, { "pow", builtin_pow },
  { "type", tl_py_type_of }, { "vars", tl_py_vars }, { "getattr", tl_py_getattr }, { "hasattr", tl_py_hasattr },
  { "setattr", tl_py_setattr }, { "iter", builtin_sequence }, { "property", tl_py_property },
};

gint
tl_py_find_builtin (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (builtins[i].name, name) == 0)
      return (gint) i;
  return -1;
}

const char *
tl_py_builtin_name (guint builtin)
{
  return builtins[builtin].name;
}

gboolean
tl_py_call_builtin (TlPyInterp *interp, guint builtin, const TlPyArgs *args, TlPyValue *value)
{
  TlPyArgs named = *args;

  named.name = builtins[builtin].name;
  return builtins[builtin].call (interp, &named, value);
}

static gboolean
call_list_method (TlPyInterp *interp, TlPyList *list, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;
  guint    position;

  if (strcmp (name, "append") == 0 && args->n_positional == 1)
    return tl_py_list_append (interp, args->call, list, args->positional[0]);
  if (strcmp (name, "extend") == 0 && args->n_positional == 1)
    {
      if (!elements_of (interp, args, 0, &elements))
        return FALSE;
      for (guint i = 0; i < elements.n; i++)
        if (!tl_py_list_append (interp, args->call, list, elements.items[i]))
          return FALSE;
      return TRUE;
    }
  if (strcmp (name, "reverse") == 0 && args->n_positional == 0)
    {
      reverse (list);
      return tl_py_look (interp, args->call, list->n);
    }
  if (strcmp (name, "pop") == 0 && args->n_positional <= 1)
    {
      TlPyValue last = tl_py_int (-1);

      if (!tl_py_index (interp, args->call, args->n_positional > 0 ? &args->positional[0] : &last, list->n, &position))
        return FALSE;
      *value = list->items[position];
      memmove (&list->items[position], &list->items[position + 1], (list->n - position - 1) * sizeof (TlPyValue));
      list->n--;
      return tl_py_look (interp, args->call, list->n - position);
    }
  if (strcmp (name, "insert") == 0 && args->n_positional == 2)
    {
      if (!tl_py_index (interp, args->call, &args->positional[0], list->n + 1, &position)
          || !tl_py_list_append (interp, args->call, list, TL_PY_NONE_VALUE))
        return FALSE;
      memmove (&list->items[position + 1], &list->items[position], (list->n - position - 1) * sizeof (TlPyValue));
      list->items[position] = args->positional[1];
      return tl_py_look (interp, args->call, list->n - position);
    }
  if (strcmp (name, "sort") == 0 && args->n_positional == 0)
    return sort (interp, args, list);
  if (strcmp (name, "copy") == 0 && args->n_positional == 0)
    {
      TlPyArgs self = { .positional = &(TlPyValue) { .kind = TL_PY_LIST, .list = list }, .n_positional = 1, .call = args->call };

      return copy_as (interp, &self, TL_PY_LIST, value);
    }
  if (strcmp (name, "count") == 0 && args->n_positional == 1)
    {
      *value = tl_py_int (0);
      for (guint i = 0; i < list->n; i++)
        value->integer += tl_py_equal (interp, &list->items[i], &args->positional[0]);
      return tl_py_tick (interp, args->call);
    }
  if (strcmp (name, "index") == 0 && args->n_positional == 1)
    {
      for (guint i = 0; i < list->n; i++)
        if (tl_py_equal (interp, &list->items[i], &args->positional[0]))
          {
            *value = tl_py_int (i);
            return TRUE;
          }
      return tl_py_tick (interp, args->call) && tl_py_fail (interp, args->call, "the value is not in the list");
    }
  return tl_py_fail (interp, args->call, "list has no method '%s' here with %u arguments", name, args->n_positional);
}

static gboolean
call_dict_method (TlPyInterp *interp, TlPyDict *dict, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *found;

  if (strcmp (name, "keys") == 0 || strcmp (name, "values") == 0)
    {
      *value = (TlPyValue) { .kind = TL_PY_LIST, .list = tl_arena_new0 (interp->arena, TlPyList) };
      *value->list = name[0] == 'k' ? dict->keys : dict->values;
      value->list->capacity = value->list->n;
      return TRUE;
    }
  if (strcmp (name, "items") == 0)
    {
      if (!tl_py_new_list (interp, args->call, TL_PY_LIST, dict->keys.n, value))
        return FALSE;
      for (guint i = 0; i < dict->keys.n; i++)
        {
          TlPyValue pair[2] = { dict->keys.items[i], dict->values.items[i] };

          if (!tuple_of (interp, args->call, pair, 2, &value->list->items[value->list->n++]))
            return FALSE;
        }
      return TRUE;
    }
  if (strcmp (name, "get") == 0 && args->n_positional >= 1)
    {
      found = tl_py_dict_find (interp, dict, &args->positional[0]);
      *value = found != NULL ? *found : args->n_positional > 1 ? args->positional[1] : TL_PY_NONE_VALUE;
      return tl_py_tick (interp, args->call);
    }
  if (strcmp (name, "update") == 0 && args->n_positional == 1 && args->positional[0].kind == TL_PY_DICT)
    {
      const TlPyDict *other = args->positional[0].dict;

      for (guint i = 0; i < other->keys.n; i++)
        if (!tl_py_dict_set (interp, args->call, dict, other->keys.items[i], other->values.items[i]))
          return FALSE;
      return TRUE;
    }
  return tl_py_fail (interp, args->call, "dict has no method '%s' here", name);
}

static gboolean
join (TlPyInterp *interp, const char *between, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TlPyList            elements;

  if (!elements_of (interp, args, 0, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    {
      if (elements.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, args->call, "join takes strings, not a %s", tl_py_type_name (&elements.items[i]));
      if (!tl_py_tick (interp, args->call))
        return FALSE;
      if (text->len + strlen (between) + strlen (elements.items[i].string) > TL_PY_MAX_TEXT)
        return tl_py_fail (interp, args->call, "this text becomes too long");
      g_string_append_printf (text, "%s%s", i > 0 ? between : "", elements.items[i].string);
    }
  return tl_py_new_text (interp, args->call, text->str, text->len, value);
}

static gboolean
split (TlPyInterp *interp, const char *text, const TlPyArgs *args, TlPyValue *value)
{
  g_auto (GStrv) parts = NULL;

  if (args->positional[0].string[0] == '\0')
    return tl_py_fail (interp, args->call, "split needs a separator");
  parts = g_strsplit (text, args->positional[0].string, -1);
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, g_strv_length (parts), value))
    return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (!tl_py_list_append (interp, args->call, value->list, tl_py_string (interp, parts[i])))
      return FALSE;
  return TRUE;
}

static gboolean
replace (TlPyInterp *interp, const char *text, const TlPyArgs *args, TlPyValue *value)
{
  g_auto (GStrv)   parts = NULL;
  g_autofree char *result = NULL;

  if (args->positional[0].string[0] == '\0')
    return tl_py_fail (interp, args->call, "replace needs something to replace");
  /* Each occurrence may become as much as the script can hold. */
  if (strlen (text) * (strlen (args->positional[1].string) + 1) > TL_PY_MAX_TEXT)
    return tl_py_fail (interp, args->call, "this text becomes too long");
  parts = g_strsplit (text, args->positional[0].string, -1);
  result = g_strjoinv (args->positional[1].string, parts);
  return tl_py_new_text (interp, args->call, result, strlen (result), value);
}

/* Without the blanks at its ends: at the front for 'l', at the back for 'r', at both for 's'. */
static TlPyValue
stripped (TlPyInterp *interp, const char *text, char side)
{
  g_autofree char *copy = g_strdup (text);

  return tl_py_string (interp, side == 'l' ? g_strchug (copy) : side == 'r' ? g_strchomp (copy) : g_strstrip (copy));
}

static gboolean
call_string_method (TlPyInterp *interp, const char *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  gboolean takes_string = args->n_positional == 1 && args->positional[0].kind == TL_PY_STRING;

  if (!tl_py_look_at_text (interp, args->call, self))
    return FALSE;
  if (takes_string && strcmp (name, "startswith") == 0)
    *value = tl_py_bool (g_str_has_prefix (self, args->positional[0].string));
  else if (takes_string && strcmp (name, "endswith") == 0)
    *value = tl_py_bool (g_str_has_suffix (self, args->positional[0].string));
  else if (takes_string && strcmp (name, "split") == 0)
    return split (interp, self, args, value);
  else if (args->n_positional == 2 && args->positional[0].kind == TL_PY_STRING && args->positional[1].kind == TL_PY_STRING
           && strcmp (name, "replace") == 0)
    return replace (interp, self, args, value);
  else if (args->n_positional == 0 && (strcmp (name, "lower") == 0 || strcmp (name, "upper") == 0))
    {
      g_autofree char *changed = name[0] == 'l' ? g_ascii_strdown (self, -1) : g_ascii_strup (self, -1);

      *value = tl_py_string (interp, changed);
    }
  else if (args->n_positional == 0 && (strcmp (name, "strip") == 0 || strcmp (name, "lstrip") == 0 || strcmp (name, "rstrip") == 0))
    *value = stripped (interp, self, name[0]);
  else if (args->n_positional == 0 && strcmp (name, "isdigit") == 0)
    *value = tl_py_bool (self[0] != '\0' && self[strspn (self, "0123456789")] == '\0');
  else if (strcmp (name, "join") == 0)
    return join (interp, self, args, value);
  else if (strcmp (name, "format") == 0)
    return tl_py_format (interp, self, args, value);
  else
    return tl_py_fail (interp, args->call, "str has no method '%s' here", name);
  return TRUE;
}

gboolean
tl_py_call_value_method (TlPyInterp *interp, TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  switch (self->kind)
    {
    case TL_PY_LIST:
      return call_list_method (interp, self->list, name, args, value);
    case TL_PY_DICT:
      return call_dict_method (interp, self->dict, name, args, value);
    case TL_PY_STRING:
      return call_string_method (interp, self->string, name, args, value);
    case TL_PY_EXPR:
      return tl_py_expr_method (interp, self, name, args, value);
    case TL_PY_TUPLE:
      if (strcmp (name, "index") == 0 || strcmp (name, "count") == 0)
        return call_list_method (interp, self->list, name, args, value);
      break;
    default:
      break;
    }
  return tl_py_fail (interp, args->call, "a %s has no method '%s' here", tl_py_type_name (self), name);
}
