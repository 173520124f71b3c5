/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/relax-op.h"

#include <string.h>

#include "core/base/error.h"

G_DEFINE_QUARK (tl-graph-error-quark, tl_graph_error)

/* Signatures. */

/* The end of a parameter that begins at @text: commas in brackets and quotes do not count. */
static const char *
parameter_end (const char *text)
{
  guint    depth = 0;
  gboolean in_quotes = FALSE;

  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        in_quotes = !in_quotes;
      if (in_quotes)
        continue;
      depth += *text == '[' || *text == '(';
      depth -= *text == ']' || *text == ')';
      if (depth == 0 && (*text == ',' || *text == ';'))
        break;
    }
  return text;
}

static void
add_parameter (GArray *parameters, const char *begin, const char *end, gboolean is_attr)
{
  g_autofree char *text = g_strstrip (g_strndup (begin, (gsize) (end - begin)));
  char            *equals = strchr (text, '=');
  TlRelaxParameter parameter = { .is_attr = is_attr, .is_rest = text[0] == '*' };

  if (text[0] == '\0')
    return;
  parameter.default_text = equals != NULL ? g_strdup (equals + 1) : NULL;
  if (equals != NULL)
    *equals = '\0';
  parameter.name = g_strdup (text + parameter.is_rest);
  g_array_append_val (parameters, parameter);
}

static GArray *
parse_signature (const char *signature)
{
  GArray  *parameters = g_array_new (FALSE, FALSE, sizeof (TlRelaxParameter));
  gboolean is_attr = FALSE;

  for (const char *at = signature; *at != '\0';)
    {
      const char *end = parameter_end (at);

      add_parameter (parameters, at, end, is_attr);
      is_attr = is_attr || *end == ';';
      at = *end != '\0' ? end + 1 : end;
    }
  return parameters;
}

const GArray *
tl_relax_op_parameters (const TlRelaxOp *op)
{
  static GMutex      mutex;
  static GHashTable *known;   /* TlRelaxOp → GArray */
  GArray            *parameters;

  g_mutex_lock (&mutex);
  if (known == NULL)
    known = g_hash_table_new (NULL, NULL);
  parameters = g_hash_table_lookup (known, op);
  if (parameters == NULL)
    {
      parameters = parse_signature (op->signature);
      g_hash_table_insert (known, (gpointer) op, parameters);
    }
  g_mutex_unlock (&mutex);
  return parameters;
}

/* Defaults. */

static gboolean
skip (const char **at, const char *word)
{
  gsize length = strlen (word);

  while (**at == ' ')
    (*at)++;
  if (strncmp (*at, word, length) != 0)
    return FALSE;
  *at += length;
  return TRUE;
}

static TlValue read_default (TlArena *arena, const char **at);

static TlValue
read_list (TlArena *arena, const char **at)
{
  TlValue items[8], list = { .kind = TL_VALUE_LIST };
  guint   n = 0;

  while (!skip (at, "]"))
    {
      g_assert (n < G_N_ELEMENTS (items));
      items[n++] = read_default (arena, at);
      skip (at, ",");
    }
  list.items = tl_arena_dup_array (arena, TlValue, items, n);
  list.n_items = n;
  return list;
}

static TlValue
read_number (const char **at)
{
  char   *end, *end_of_integer;
  TlValue number = { .kind = TL_VALUE_FLOAT, .number = g_ascii_strtod (*at, &end) };
  gint64  integer = g_ascii_strtoll (*at, &end_of_integer, 10);

  g_assert (end != *at);
  *at = end;
  return end == end_of_integer ? tl_value_int (integer) : number;
}

/* A literal as the table of operators has it. */
static TlValue
read_default (TlArena *arena, const char **at)
{
  TlValue value = { .kind = TL_VALUE_NONE };

  if (skip (at, "None"))
    return value;
  if (skip (at, "True") || skip (at, "False"))
    return (TlValue) { .kind = TL_VALUE_BOOL, .boolean = (*at)[-2] == 'u' };
  if (skip (at, "["))
    return read_list (arena, at);
  if (skip (at, "T.float32("))
    {
      value = read_number (at);
      skip (at, ")");
      return (TlValue) { .kind = TL_VALUE_EXPR, .expr = tl_expr_float (arena, TL_FLOAT32, value.number) };
    }
  if (skip (at, "\""))
    {
      const char *end = strchr (*at, '"');

      value = (TlValue) { .kind = TL_VALUE_STRING, .string = tl_arena_strndup (arena, *at, (gsize) (end - *at)) };
      *at = end + 1;
      return value;
    }
  return read_number (at);
}

/* The default of @parameter: a literal, or the value of an attribute before it. */
static TlValue
default_of (TlArena *arena, const TlRelaxParameter *parameter, const TlAttrs *before)
{
  const TlValue *other = tl_attrs_find (before, parameter->default_text);
  const char    *at = parameter->default_text;

  return other != NULL ? *other : read_default (arena, &at);
}

/* @value in the form of @model, a list: a number as often as it has items, half of it twice. */
static TlValue
like_list (TlArena *arena, TlValue value, const TlValue *model)
{
  TlValue  one = value;
  guint    n = value.kind == TL_VALUE_LIST ? value.n_items : 1;
  TlValue *items;

  if (value.kind == TL_VALUE_LIST)
    {
      if (n == 0 || n >= model->n_items || model->n_items % n != 0)
        return value;
    }
  else if (value.kind != TL_VALUE_INT && value.kind != TL_VALUE_FLOAT)
    return value;
  items = tl_arena_new_array (arena, TlValue, model->n_items);
  for (guint i = 0; i < model->n_items; i++)
    items[i] = value.kind == TL_VALUE_LIST ? value.items[i % n] : one;
  return (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = model->n_items };
}

static TlValue
in_form (TlArena *arena, const TlRelaxParameter *parameter, TlValue value, const TlAttrs *before)
{
  TlValue model;

  if (parameter->is_rest && value.kind == TL_VALUE_INT)
    return (TlValue) { .kind = TL_VALUE_LIST, .items = tl_arena_dup_array (arena, TlValue, &value, 1), .n_items = 1 };
  if (parameter->is_rest || parameter->default_text == NULL)
    return value;
  model = default_of (arena, parameter, before);
  if (model.kind == TL_VALUE_LIST)
    return like_list (arena, value, &model);
  if (model.kind == TL_VALUE_FLOAT && value.kind == TL_VALUE_INT)
    return (TlValue) { .kind = TL_VALUE_FLOAT, .number = (double) value.integer };
  return value.kind == TL_VALUE_NONE && tl_attrs_find (before, parameter->default_text) != NULL ? model : value;
}

static gboolean
has_attr (const GArray *parameters, const char *name)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);

      if (parameter->is_attr && strcmp (parameter->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
tl_relax_op_complete (TlArena *arena, const TlRelaxOp *op, const TlAttrs *given, TlAttrs *attrs, GError **error)
{
  const GArray *parameters = tl_relax_op_parameters (op);

  *attrs = tl_attrs_empty;
  for (guint i = 0; i < given->n; i++)
    if (!has_attr (parameters, given->keys[i]))
      return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "R.%s has no attribute '%s'", op->name, given->keys[i]);
  for (guint i = 0; i < parameters->len; i++)
    {
      const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);
      const TlValue          *value = tl_attrs_find (given, parameter->name);

      if (!parameter->is_attr)
        continue;
      if (value == NULL && parameter->default_text == NULL)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "R.%s needs its attribute '%s'", op->name, parameter->name);
      *attrs = tl_attrs_with (arena, attrs, parameter->name,
                              value != NULL ? in_form (arena, parameter, *value, attrs) : default_of (arena, parameter, attrs));
    }
  return TRUE;
}

gboolean
tl_relax_op_has_effects (const TlRelaxOp *op)
{
  static const char *const names[] = {
    "call_packed", "call_inplace_packed", "call_builtin_with_ctx", "print", "assert_op", "invoke_closure", "memory.kill_storage",
    "memory.kill_tensor", "vm.kill_object", "vm.call_tir_dyn", NULL,
  };

  return g_strv_contains (names, op->name);
}
