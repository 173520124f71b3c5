/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/component.h"

#include <string.h>

#include "core/base/error.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/text/ast.h"

G_DEFINE_QUARK (tl-component-error-quark, tl_component_error)

typedef struct
{
  TlArena                *arena;      /* results */
  TlSource               *source;
  const TlAst            *script;
  const TlComponentTable *table;
  GError                **error;
} ComponentReader;

static gboolean G_GNUC_PRINTF (3, 4)
fail (ComponentReader *reader, const TlAst *at, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return tl_propagate (reader->error,
                       tl_source_error (reader->source, at->span, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, "%s", message));
}

/* Names of strategies and the like have hyphens ("replay-func"), which Python reads as underscores. */
static gboolean
is_name (const char *name, const char *given)
{
  while (*name != '\0' && (*name == *given || (*name == '-' && *given == '_')))
    name++, given++;
  return *name == '\0' && *given == '\0';
}

/* @text with underscores for the hyphens outside of arguments; every place stays where it was. */
static char *
without_hyphens (const char *text)
{
  char *copy = g_strdup (text);
  gint  depth = 0;

  for (char *at = copy; *at != '\0'; at++)
    {
      depth += (*at == '(') - (*at == ')');
      if (depth == 0 && *at == '-')
        *at = '_';
    }
  return copy;
}

const TlComponentInfo *
tl_component_find (const TlComponentTable *table, const char *name)
{
  const TlComponentInfo *info;

  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    if (is_name (info->name, name))
      return info;
  return NULL;
}

static char *
list_names (const TlComponentTable *table)
{
  GString               *names = g_string_new (NULL);
  const TlComponentInfo *info;

  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", info->name);
  return g_string_free (names, FALSE);
}

static char *
list_params (const TlComponentInfo *info)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < info->n_params; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", info->params[i].name);
  return g_string_free (names, FALSE);
}

static gboolean
is_list_of (const TlArg *arg, gboolean floats)
{
  for (guint i = 0; arg->kind == TL_ARG_LIST && i < arg->n_items; i++)
    if (arg->items[i].kind != TL_ARG_INT && !(floats && arg->items[i].kind == TL_ARG_FLOAT))
      return FALSE;
  return arg->kind == TL_ARG_LIST;
}

/* A description of the values that the parameter takes if @arg is not among them; else NULL. */
static const char *
find_mismatch (const TlPrimitiveParam *param, const TlArg *arg)
{
  if (arg->kind == TL_ARG_NONE && g_strcmp0 (param->default_text, "None") == 0)
    return NULL;
  switch (param->kind)
    {
    case TL_PARAM_BOOL:
      return arg->kind == TL_ARG_BOOL ? NULL : "True or False";
    case TL_PARAM_INT:
      return arg->kind == TL_ARG_INT ? NULL : "an integer";
    case TL_PARAM_INTS:
      return is_list_of (arg, FALSE) ? NULL : "a list of integers";
    case TL_PARAM_FLOATS:
      return is_list_of (arg, TRUE) ? NULL : "a list of numbers";
    case TL_PARAM_STRING:
      return arg->kind == TL_ARG_STRING ? NULL : "a string in quotes";
    default:
      return NULL;
    }
}

static void
fill_default (TlArena *arena, const TlPrimitiveParam *param, TlArg *arg)
{
  g_autoptr (GError) error = NULL;

  if (!tl_schedule_script_literal (arena, param->default_text, arg, &error))
    g_error ("default of parameter %s: %s", param->name, error->message);
}

/* Which parameter an argument is for; -1 with an error. */
static gint
find_param (ComponentReader *reader, const TlComponentInfo *info, const TlAst *item, guint n_positional)
{
  if (item->kind == TL_AST_STARRED || (item->kind == TL_AST_KEYWORD && item->name == NULL))
    {
      fail (reader, item, "arguments of %s must be written individually", info->name);
      return -1;
    }
  if (item->kind != TL_AST_KEYWORD)
    {
      if (n_positional < info->n_params)
        return (gint) n_positional;
      fail (reader, item, "%s takes %u argument%s", info->name, info->n_params, info->n_params == 1 ? "" : "s");
      return -1;
    }
  for (guint i = 0; i < info->n_params; i++)
    if (strcmp (info->params[i].name, item->name) == 0)
      return (gint) i;
  if (info->n_params == 0)
    fail (reader, item, "%s has no parameters", info->name);
  else
    {
      g_autofree char *names = list_params (info);

      fail (reader, item, "%s has no parameter \"%s\"; it has %s", info->name, item->name, names);
    }
  return -1;
}

static gboolean
read_argument (ComponentReader *reader, const TlComponentInfo *info, const TlAst *item, guint index, TlArg *args, gboolean *is_given)
{
  const TlPrimitiveParam *param = &info->params[index];
  const TlAst            *value = item->kind == TL_AST_KEYWORD ? item->value : item;
  const char             *wanted;

  if (is_given[index])
    return fail (reader, item, "%s is given %s twice", info->name, param->name);
  if (!tl_schedule_script_value (reader->arena, reader->source, reader->script, value, &args[index], reader->error))
    return FALSE;
  is_given[index] = TRUE;
  wanted = find_mismatch (param, &args[index]);
  if (wanted != NULL)
    return fail (reader, value, "%s of %s takes %s", param->name, info->name, wanted);
  return TRUE;
}

static gboolean
read_arguments (ComponentReader *reader, const TlComponentInfo *info, const TlAst *call, TlArg *args)
{
  g_autofree gboolean *is_given = g_new0 (gboolean, info->n_params + 1);
  guint                n_positional = 0;

  for (guint i = 0; call != NULL && i < call->n_items; i++)
    {
      gint index = find_param (reader, info, call->items[i], n_positional);

      if (index < 0 || !read_argument (reader, info, call->items[i], (guint) index, args, is_given))
        return FALSE;
      n_positional += call->items[i]->kind != TL_AST_KEYWORD;
    }
  for (guint i = 0; i < info->n_params; i++)
    if (!is_given[i])
      {
        if (info->params[i].default_text == NULL)
          return fail (reader, call != NULL ? call : reader->script, "%s needs %s", info->name, info->params[i].name);
        fill_default (reader->arena, &info->params[i], &args[i]);
      }
  return TRUE;
}

static gboolean
read_component (ComponentReader *reader, const TlAst *ast, TlComponent *component)
{
  const TlAst           *name = ast->kind == TL_AST_CALL ? ast->value : ast;
  const TlComponentInfo *info;
  g_autofree char       *why = NULL;
  TlArg                 *args;

  if (name->kind != TL_AST_NAME)
    return fail (reader, ast, "expected the name of a %s, with or without arguments", reader->table->what);
  info = tl_component_find (reader->table, name->name);
  if (info == NULL)
    {
      g_autofree char *names = list_names (reader->table);

      return fail (reader, name, "there is no %s \"%s\"; there are %s", reader->table->what, name->name, names);
    }
  args = tl_arena_new_array (reader->arena, TlArg, info->n_params);
  if (!read_arguments (reader, info, ast->kind == TL_AST_CALL ? ast : NULL, args))
    return FALSE;
  if (info->check != NULL && !info->check (args, &why))
    return fail (reader, ast, "%s: %s", info->name, why);
  *component = (TlComponent) { .info = info, .args = args };
  return TRUE;
}

const TlComponent *
tl_component_list_parse (TlArena *arena, const TlComponentTable *table, const char *text, guint *n_components, GError **error)
{
  g_autofree char     *python = without_hyphens (text);
  g_autoptr (TlSource) source = tl_source_new (table->what, text, -1);
  g_autoptr (TlSource) read_source = tl_source_new (table->what, python, -1);
  g_autoptr (TlArena)  own = tl_arena_new (NULL);
  ComponentReader      reader = { .arena = arena, .source = source, .table = table, .error = error };
  const TlAst         *list;
  const TlAst *const  *items = &list;
  TlComponent         *components;

  *n_components = 0;
  reader.script = tl_ast_parse (own, read_source, error);
  if (reader.script == NULL)
    return NULL;
  if (reader.script->n_body > 1 || (reader.script->n_body == 1 && reader.script->body[0]->kind != TL_AST_EXPR_STMT))
    {
      fail (&reader, reader.script->body[reader.script->n_body - 1], "expected a list of %ss", table->what);
      return NULL;
    }
  list = reader.script->n_body == 1 ? reader.script->body[0]->value : NULL;
  *n_components = list != NULL;
  if (list != NULL && (list->kind == TL_AST_TUPLE || list->kind == TL_AST_LIST))
    {
      items = list->items;
      *n_components = list->n_items;
    }
  components = tl_arena_new_array (arena, TlComponent, *n_components + 1);
  for (guint i = 0; i < *n_components; i++)
    if (!read_component (&reader, items[i], &components[i]))
      return NULL;
  return components;
}

TlComponent
tl_component_dup (TlArena *arena, const TlComponent *component)
{
  TlArg *args = tl_arena_new_array (arena, TlArg, component->info->n_params);

  for (guint i = 0; i < component->info->n_params; i++)
    args[i] = tl_arg_dup (arena, &component->args[i]);
  return (TlComponent) { .info = component->info, .args = args };
}

static gboolean
is_default (TlArena *arena, const TlPrimitiveParam *param, const TlArg *arg)
{
  TlArg value;

  if (param->default_text == NULL)
    return FALSE;
  fill_default (arena, param, &value);
  return tl_arg_equal (&value, arg);
}

static void
append_component (GString *out, TlArena *arena, const TlComponent *component)
{
  const TlComponentInfo *info = component->info;
  guint                  n_printed = 0;

  g_string_append (out, info->name);
  for (guint i = 0; i < info->n_params; i++)
    if (!is_default (arena, &info->params[i], &component->args[i]))
      {
        g_autofree char *value = tl_trace_arg_to_text (&component->args[i]);

        g_string_append_printf (out, "%s%s=%s", n_printed == 0 ? "(" : ", ", info->params[i].name, value);
        n_printed++;
      }
  if (n_printed > 0)
    g_string_append_c (out, ')');
}

char *
tl_component_print (const TlComponent *component)
{
  return tl_component_list_print (component, 1);
}

char *
tl_component_list_print (const TlComponent *components, guint n_components)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  GString            *out = g_string_new (NULL);

  for (guint i = 0; i < n_components; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_component (out, arena, &components[i]);
    }
  return g_string_free (out, FALSE);
}

const TlArg *
tl_component_arg (const TlComponentInfo *info, const TlArg *args, const char *name)
{
  for (guint i = 0; i < info->n_params; i++)
    if (strcmp (info->params[i].name, name) == 0)
      return &args[i];
  g_assert_not_reached ();
}
