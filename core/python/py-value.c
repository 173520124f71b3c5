/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/base/stack.h"
#include "core/python/python.h"

/* A list may hold itself. */
#define MAX_ORDER_DEPTH 64
#define LOOKS_PER_STEP  16
#define BYTES_PER_LOOK  32
#define FEW_NAMES       16    /* of a scope: they are compared one by one */
#define MAX_VALUE_BYTES   (32u * 1024u * 1024u)
#define MAX_PROGRAM_BYTES (128u * 1024u * 1024u)
/* Deep values would overflow the stack of those that walk them. */
#define MAX_VALUE_DEPTH 64

void
tl_py_interp_init (TlPyInterp *interp, TlSource *source, const TlAst *script, const TlPyNative *const *libraries, guint max_evaluated,
                   GQuark error_domain, int error_code)
{
  static const char *const packages[] = { "tvm", "tir", "s_tir", "tirx", "te", "T", "I", "IndexMap", "Warning", "DeprecationWarning",
                                          "FutureWarning", "RuntimeWarning", "UserWarning" };

  *interp = (TlPyInterp) {
    .source = source,
    .script = script,
    .arena = tl_arena_new (NULL),
    .program_arena = tl_arena_new (NULL),
    .libraries = libraries,
    .modules = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_module_unref),
    .max_evaluated = max_evaluated,
    .max_value_bytes = MAX_VALUE_BYTES,
    .floor = tl_stack_floor (),
    .error_domain = error_domain,
    .error_code = error_code,
  };
  interp->globals = tl_py_scope_new (interp, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (packages); i++)
    tl_py_scope_set (interp, script, interp->globals, packages[i], (TlPyValue) { .kind = TL_PY_NAMESPACE, .string = packages[i] });
}

void
tl_py_interp_clear (TlPyInterp *interp)
{
  g_ptr_array_unref (interp->modules);
  tl_arena_unref (interp->arena);
  tl_arena_unref (interp->program_arena);
  g_clear_error (&interp->error);
}

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
  interp->error = tl_source_error (interp->source, at->span, interp->error_domain, interp->error_code, "%s", message);
  interp->error_source = interp->source;
  interp->error_text = tl_arena_strdup (interp->arena, message);
  return FALSE;
}

gboolean
tl_py_take_error (TlPyInterp *interp, GError *error)
{
  if (interp->error == NULL)
    {
      interp->error = g_error_new_literal (interp->error_domain, interp->error_code, error->message);
      interp->error_source = NULL;
      interp->error_text = NULL;
    }
  g_error_free (error);
  return FALSE;
}

static gboolean
is_spent (const TlPyInterp *interp)
{
  return interp->n_evaluated > interp->max_evaluated;
}

static gboolean
check_budgets (TlPyInterp *interp, const TlAst *at)
{
  if (is_spent (interp))
    return tl_py_fail (interp, at, "the script runs too long: more than %u evaluations", interp->max_evaluated);
  if (tl_arena_used_bytes (interp->arena) > interp->max_value_bytes || tl_arena_used_bytes (interp->program_arena) > MAX_PROGRAM_BYTES)
    return tl_py_fail (interp, at, "the script uses too much memory");
  return TRUE;
}

gboolean
tl_py_tick (TlPyInterp *interp, const TlAst *at)
{
  interp->n_evaluated++;
  return check_budgets (interp, at);
}

static void
count_looks (TlPyInterp *interp, guint64 n)
{
  n += interp->n_looked;
  interp->n_evaluated += n / LOOKS_PER_STEP;
  interp->n_looked = n % LOOKS_PER_STEP;
}

gboolean
tl_py_look (TlPyInterp *interp, const TlAst *at, guint64 n)
{
  count_looks (interp, n);
  return check_budgets (interp, at);
}

gboolean
tl_py_look_at_text (TlPyInterp *interp, const TlAst *at, const char *text)
{
  return tl_py_look (interp, at, 1 + strlen (text) / BYTES_PER_LOOK);
}

gpointer
tl_py_alloc (TlPyInterp *interp, const TlAst *at, guint64 n, gsize size)
{
  if (n > interp->max_value_bytes / size || tl_arena_used_bytes (interp->arena) + n * size > interp->max_value_bytes)
    {
      tl_py_fail (interp, at, "the script uses too much memory");
      return NULL;
    }
  return tl_arena_alloc (interp->arena, MAX (n, 1) * size);
}

gboolean
tl_py_new_text (TlPyInterp *interp, const TlAst *at, const char *text, gsize length, TlPyValue *value)
{
  char *copy;

  if (length > TL_PY_MAX_TEXT)
    return tl_py_fail (interp, at, "this text becomes too long");
  if ((copy = tl_py_alloc (interp, at, length + 1, 1)) == NULL)
    return FALSE;
  memcpy (copy, text, length);
  copy[length] = '\0';
  *value = (TlPyValue) { .kind = TL_PY_STRING, .string = copy };
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
tl_py_float (double value)
{
  return (TlPyValue) { .kind = TL_PY_FLOAT, .number = value };
}

TlPyValue
tl_py_object (const TlPyClass *class, gconstpointer object)
{
  return (TlPyValue) { .kind = TL_PY_OBJECT, .class = class, .object = (gpointer) object };
}

gboolean
tl_py_is (const TlPyValue *value, const TlPyClass *class)
{
  return value->kind == TL_PY_OBJECT && value->class == class;
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
  if ((items = tl_py_alloc (interp, at, n, sizeof (TlPyValue))) == NULL)
    return FALSE;
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

gboolean
tl_py_is_sequence (const TlPyValue *value)
{
  return value->kind == TL_PY_LIST || value->kind == TL_PY_TUPLE;
}

TlPyValue
tl_py_new_dict (TlPyInterp *interp)
{
  return (TlPyValue) { .kind = TL_PY_DICT, .dict = tl_arena_new0 (interp->arena, TlPyDict) };
}

static gint
dict_position (TlPyInterp *interp, const TlPyDict *dict, const TlPyValue *key)
{
  for (guint i = 0; i < dict->keys.n; i++)
    if (tl_py_equal (interp, &dict->keys.items[i], key))
      return (gint) i;
  return -1;
}

const TlPyValue *
tl_py_dict_find (TlPyInterp *interp, const TlPyDict *dict, const TlPyValue *key)
{
  gint position = dict_position (interp, dict, key);

  return position >= 0 ? &dict->values.items[position] : NULL;
}

gboolean
tl_py_dict_set (TlPyInterp *interp, const TlAst *at, TlPyDict *dict, TlPyValue key, TlPyValue value)
{
  gint position = dict_position (interp, dict, &key);

  if (!check_budgets (interp, at))
    return FALSE;
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
    [TL_PY_BUILTIN] = "function", [TL_PY_NAMESPACE] = "package", [TL_PY_EXPR] = "expression",
  };

  if (value->kind != TL_PY_OBJECT)
    return names[value->kind];
  return value->class->describe != NULL ? value->class->describe (value) : value->class->name;
}

gboolean
tl_py_get_int (const TlPyValue *value, gint64 *integer)
{
  switch (value->kind)
    {
    case TL_PY_INT:
      *integer = value->integer;
      return TRUE;
    case TL_PY_BOOL:
      *integer = value->boolean;
      return TRUE;
    case TL_PY_EXPR:
      return tl_expr_get_int (value->expr, integer);
    case TL_PY_OBJECT:
      return value->class->get_int != NULL && value->class->get_int (value, integer);
    default:
      return FALSE;
    }
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

/* "n == m" between expressions holds if they are the same; any other question is for the program's run. */
static gboolean
expr_truth (TlPyInterp *interp, const TlAst *at, const TlExpr *expr, gboolean *truth)
{
  if (expr->kind != TL_EXPR_EQ && expr->kind != TL_EXPR_NE)
    return tl_py_fail (interp, at, "an expression of the program is neither true nor false here: use te.all, te.any or te.if_then_else");
  *truth = tl_expr_equal (expr->a, expr->b) == (expr->kind == TL_EXPR_EQ);
  return TRUE;
}

gboolean
tl_py_truth (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean *truth)
{
  double number;

  if (tl_py_get_number (value, &number))
    {
      *truth = number != 0;
      return TRUE;
    }
  switch (value->kind)
    {
    case TL_PY_NONE:
      *truth = FALSE;
      return TRUE;
    case TL_PY_STRING:
      *truth = value->string[0] != '\0';
      return TRUE;
    case TL_PY_LIST:
    case TL_PY_TUPLE:
      *truth = value->list->n > 0;
      return TRUE;
    case TL_PY_DICT:
      *truth = value->dict->keys.n > 0;
      return TRUE;
    case TL_PY_EXPR:
      return tl_py_look (interp, at, value->n_nodes) && expr_truth (interp, at, value->expr, truth);
    case TL_PY_OBJECT:
      if (tl_py_is (value, &tl_py_instance_class))
        return tl_py_instance_truth (interp, at, value, truth);
      *truth = TRUE;
      return value->class != &tl_py_foreign_class || tl_py_fail (interp, at, "nothing is known here about the %s", tl_py_type_name (value));
    default:
      *truth = TRUE;
      return TRUE;
    }
}

/* Results of type () have no package: "Tensor" is te.Tensor. */
static gboolean
is_same_name (const char *a, const char *b)
{
  const char *dot_a = strrchr (a, '.'), *dot_b = strrchr (b, '.');

  if (dot_a != NULL && dot_b != NULL)
    return strcmp (a, b) == 0;
  return strcmp (dot_a != NULL ? dot_a + 1 : a, dot_b != NULL ? dot_b + 1 : b) == 0;
}

static gboolean equal_within (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b, guint depth);

/* The same keys with equal values, in any order. */
static gboolean
are_equal_dicts (TlPyInterp *interp, const TlPyDict *a, const TlPyDict *b, guint depth)
{
  if (a->keys.n != b->keys.n)
    return FALSE;
  for (guint i = 0; i < a->keys.n; i++)
    {
      guint j = 0;

      while (j < b->keys.n && !equal_within (interp, &a->keys.items[i], &b->keys.items[j], depth))
        j++;
      if (j == b->keys.n || !equal_within (interp, &a->values.items[i], &b->values.items[j], depth))
        return FALSE;
    }
  return TRUE;
}

static gboolean
equal_within (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b, guint depth)
{
  double x, y;

  count_looks (interp, 1);
  if (is_spent (interp))
    return FALSE;
  if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    return x == y;
  if (a->kind != b->kind || depth > MAX_VALUE_DEPTH)
    return FALSE;
  switch (a->kind)
    {
    case TL_PY_NONE:
      return TRUE;
    case TL_PY_STRING:
      count_looks (interp, strlen (a->string) / BYTES_PER_LOOK);
      return strcmp (a->string, b->string) == 0;
    case TL_PY_LIST:
    case TL_PY_TUPLE:
      if (a->list->n != b->list->n)
        return FALSE;
      for (guint i = 0; i < a->list->n; i++)
        if (!equal_within (interp, &a->list->items[i], &b->list->items[i], depth + 1))
          return FALSE;
      return TRUE;
    case TL_PY_DICT:
      return a->dict == b->dict || are_equal_dicts (interp, a->dict, b->dict, depth + 1);
    case TL_PY_FUNCTION:
      return a->function == b->function;
    case TL_PY_BUILTIN:
      return a->builtin == b->builtin;
    case TL_PY_NAMESPACE:
      return is_same_name (a->string, b->string);
    case TL_PY_EXPR:
      count_looks (interp, a->n_nodes);
      return tl_expr_equal (a->expr, b->expr);
    case TL_PY_OBJECT:
      return a->class == b->class && (a->class->equal != NULL ? a->class->equal (a, b) : a->object == b->object);
    default:
      return FALSE;
    }
}

gboolean
tl_py_equal (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b)
{
  return equal_within (interp, a, b, 0);
}

static gboolean
compare_within (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b, guint depth, int *order)
{
  gint64 i, j;
  double x, y;

  count_looks (interp, 1 + (a->kind == TL_PY_STRING ? strlen (a->string) / BYTES_PER_LOOK : 0));
  if (tl_py_get_int (a, &i) && tl_py_get_int (b, &j))
    *order = (i > j) - (i < j);
  else if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    *order = (x > y) - (x < y);
  else if (a->kind == TL_PY_STRING && b->kind == TL_PY_STRING)
    *order = strcmp (a->string, b->string);
  else if (a->kind == b->kind && tl_py_is_sequence (a) && depth < MAX_ORDER_DEPTH)
    {
      *order = (a->list->n > b->list->n) - (a->list->n < b->list->n);
      for (guint k = 0; k < MIN (a->list->n, b->list->n); k++)
        if (!tl_py_equal (interp, &a->list->items[k], &b->list->items[k]))
          return compare_within (interp, &a->list->items[k], &b->list->items[k], depth + 1, order);
    }
  else
    return FALSE;
  return TRUE;
}

gboolean
tl_py_compare (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b, int *order)
{
  return compare_within (interp, a, b, 0, order);
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
    case TL_PY_OBJECT:
      if (tl_py_is (value, &tl_py_instance_class))
        return tl_py_instance_elements (interp, at, value, elements);
      return tl_py_fail (interp, at, "a %s has no elements", tl_py_type_name (value));
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

/* Names that are compared count, whether they are few or their hashes are the same. */
static gint
position_in (TlPyInterp *interp, const TlPyScope *scope, const char *name)
{
  gint  position = -1;
  guint n = 0;

  if (scope->places == NULL)
    for (; n < scope->values.n && position < 0; n++)
      position = strcmp (scope->names[n], name) == 0 ? (gint) n : -1;
  else
    for (guint at = g_str_hash (name), place; position < 0 && (place = scope->places[(at + n) & (scope->n_places - 1)]) != 0; n++)
      position = strcmp (scope->names[place - 1], name) == 0 ? (gint) (place - 1) : -1;
  count_looks (interp, n / 4);
  return position;
}

static void
add_place (TlPyScope *scope, guint position)
{
  guint at = g_str_hash (scope->names[position]);

  while (scope->places[at & (scope->n_places - 1)] != 0)
    at++;
  scope->places[at & (scope->n_places - 1)] = position + 1;
}

/* The last name, or all of them in a larger table, which is at most half full. */
static void
add_to_places (TlPyInterp *interp, TlPyScope *scope)
{
  guint n = scope->values.n;

  if (2 * n <= scope->n_places)
    add_place (scope, n - 1);
  else if (n > FEW_NAMES)
    {
      scope->n_places = 1u << g_bit_storage (4 * n);
      scope->places = tl_arena_new_array (interp->arena, guint, scope->n_places);
      for (guint i = 0; i < n; i++)
        add_place (scope, i);
    }
}

gboolean
tl_py_scope_set (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, TlPyValue value)
{
  gint  position = position_in (interp, scope, name);
  guint capacity = scope->values.capacity;

  for (guint i = 0; i < scope->n_elsewhere; i++)
    if (strcmp (scope->elsewhere[i].name, name) == 0)
      return tl_py_scope_set (interp, at, scope->elsewhere[i].scope, name, value);
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
  add_to_places (interp, scope);
  return TRUE;
}

const TlPyValue *
tl_py_scope_find (TlPyInterp *interp, const TlPyScope *scope, const char *name)
{
  for (; scope != NULL; scope = scope->parent)
    {
      gint position = position_in (interp, scope, name);

      if (position >= 0)
        return &scope->values.items[position];
      for (guint i = 0; i < scope->n_elsewhere; i++)
        if (strcmp (scope->elsewhere[i].name, name) == 0)
          return tl_py_scope_find (interp, scope->elsewhere[i].scope, name);
    }
  return NULL;
}

gboolean
tl_py_scope_declare (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, gboolean is_global)
{
  TlPyScope *owner = is_global ? interp->globals : scope->parent;
  guint      n = scope->n_elsewhere;
  gpointer   before = scope->elsewhere;

  while (!is_global && owner != NULL && (owner == interp->globals || position_in (interp, owner, name) < 0))
    owner = owner->parent;
  if (owner == NULL)
    return tl_py_fail (interp, at, "no function around this one has a '%s'", name);
  if (owner == scope)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (strcmp (scope->elsewhere[i].name, name) == 0)
      return TRUE;
  scope->elsewhere = tl_arena_alloc (interp->arena, (n + 1) * sizeof *scope->elsewhere);
  if (n > 0)
    memcpy (scope->elsewhere, before, n * sizeof *scope->elsewhere);
  scope->elsewhere[n].name = name;
  scope->elsewhere[n].scope = owner;
  scope->n_elsewhere = n + 1;
  return TRUE;
}

const TlPyValue *
tl_py_arg (const TlPyArgs *args, guint index, const char *name)
{
  if (index < args->n_positional)
    return &args->positional[index];
  for (guint i = 0; i < args->n_named; i++)
    if (strcmp (args->names[i], name) == 0)
      return &args->named[i];
  return NULL;
}

gboolean
tl_py_check_args (TlPyInterp *interp, const TlPyArgs *args, const char *what, guint max, const char *names)
{
  g_auto (GStrv) known = g_strsplit (names, " ", -1);

  if (args->n_positional > max)
    return tl_py_fail (interp, args->call, "%s takes at most %u arguments, %u given", what, max, args->n_positional);
  for (guint i = 0; i < args->n_named; i++)
    {
      guint position = 0;

      while (known[position] != NULL && strcmp (known[position], args->names[i]) != 0)
        position++;
      if (known[position] == NULL)
        return tl_py_fail (interp, args->call, "%s has no argument '%s'%s%s", what, args->names[i], names[0] != '\0' ? "; it has: " : "",
                           names);
      if (position < args->n_positional)
        return tl_py_fail (interp, args->call, "argument '%s' of %s is given twice", args->names[i], what);
    }
  return TRUE;
}
