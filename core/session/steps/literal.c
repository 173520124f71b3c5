/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/literal.h"

#include <errno.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/schedule/schedule-script.h"
#include "core/text/script.h"

#define MAX_DEPTH 16

typedef struct
{
  TlArena    *arena;
  const char *at;
  GError    **error;
} LiteralReader;

static gboolean read_value (LiteralReader *reader, guint depth, TlArg *arg);

static void
skip_space (LiteralReader *reader)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
}

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '-' || c == '+';
}

static gboolean
read_string (LiteralReader *reader, TlArg *arg)
{
  char    quote = *reader->at++;
  GString *out = g_string_new (NULL);

  for (; *reader->at != '\0' && *reader->at != quote; reader->at++)
    {
      if (*reader->at == '\\' && reader->at[1] != '\0')
        reader->at++;
      g_string_append_c (out, *reader->at);
    }
  if (*reader->at != quote)
    {
      g_string_free (out, TRUE);
      return tl_refuse_argument (reader->error, _("the text has no closing %c"), quote);
    }
  reader->at++;
  *arg = tl_arg_string (reader->arena, out->str);
  g_string_free (out, TRUE);
  return TRUE;
}

static gboolean
read_word (LiteralReader *reader, TlArg *arg)
{
  const char      *start = reader->at;
  g_autofree char *word = NULL;
  char            *end;
  gint64           integer;
  double           number;

  while (is_word_char (*reader->at))
    reader->at++;
  if (reader->at == start)
    return tl_refuse_argument (reader->error, _("'%s' is not a value; use a number, True, False, None, a string or a list"), start);
  word = g_strndup (start, (gsize) (reader->at - start));
  if (strcmp (word, "None") == 0)
    *arg = (TlArg) { .kind = TL_ARG_NONE };
  else if (strcmp (word, "True") == 0 || strcmp (word, "False") == 0)
    *arg = tl_arg_bool (word[0] == 'T');
  else
    {
      errno = 0;
      integer = g_ascii_strtoll (word, &end, 0);
      if (*end == '\0' && errno == 0)
        {
          *arg = tl_arg_int (integer);
          return TRUE;
        }
      if (*end == '\0')
        return tl_refuse_argument (reader->error, _("%s does not fit in 64 bits"), word);
      number = g_ascii_strtod (word, &end);
      if (*end == '\0')
        *arg = (TlArg) { .kind = TL_ARG_FLOAT, .number = number };
      else
        *arg = tl_arg_string (reader->arena, word);
    }
  return TRUE;
}

/* Elements up to @closer, or to the end of the text when it is 0. */
static gboolean
read_items (LiteralReader *reader, char closer, guint depth, TlArg *arg)
{
  g_autoptr (GArray) items = g_array_new (FALSE, TRUE, sizeof (TlArg));

  for (;;)
    {
      TlArg item;

      skip_space (reader);
      if (*reader->at == closer)
        break;
      if (!read_value (reader, depth + 1, &item))
        return FALSE;
      g_array_append_val (items, item);
      skip_space (reader);
      if (*reader->at == ',')
        reader->at++;
      else if (*reader->at != closer)
        return tl_refuse_argument (reader->error, _("a comma is missing before '%s'"), reader->at);
    }
  if (closer != '\0')
    reader->at++;
  *arg = tl_arg_list (reader->arena, (const TlArg *) (gpointer) items->data, items->len);
  return TRUE;
}

static gboolean
read_value (LiteralReader *reader, guint depth, TlArg *arg)
{
  skip_space (reader);
  if (depth > MAX_DEPTH)
    return tl_refuse_argument (reader->error, _("lists are nested deeper than %d"), MAX_DEPTH);
  switch (*reader->at)
    {
    case '[':
      reader->at++;
      return read_items (reader, ']', depth, arg);
    case '(':
      reader->at++;
      return read_items (reader, ')', depth, arg);
    case '"':
    case '\'':
      return read_string (reader, arg);
    case '*':
      reader->at++;
      *arg = (TlArg) { .kind = TL_ARG_NONE };
      return TRUE;
    case '\0':
      return tl_refuse_argument (reader->error, _("a value is missing"));
    default:
      return read_word (reader, arg);
    }
}

/* Values that are more than words and commas. */
static gboolean
is_script (const char *text)
{
  return g_str_has_prefix (text, "lambda") || *text == '{' || strstr (text, "IndexMap") != NULL;
}

gboolean
tl_literal_parse (TlArena *arena, const char *text, gboolean wants_list, TlArg *arg, GError **error)
{
  LiteralReader reader = { arena, text, error };

  skip_space (&reader);
  if (is_script (reader.at))
    return tl_schedule_script_literal (arena, reader.at, arg, error);
  if (wants_list && *reader.at != '[' && *reader.at != '(')
    return read_items (&reader, '\0', 0, arg);
  if (!read_value (&reader, 0, arg))
    return FALSE;
  skip_space (&reader);
  if (*reader.at != '\0')
    return tl_refuse_argument (error, _("unexpected '%s' after the value"), reader.at);
  return TRUE;
}

static void
append (GString *out, const TlArg *arg)
{
  char             number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *map = NULL;

  switch (arg->kind)
    {
    case TL_ARG_NONE:
      g_string_append (out, "None");
      break;
    case TL_ARG_BOOL:
      g_string_append (out, arg->boolean ? "True" : "False");
      break;
    case TL_ARG_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, arg->integer);
      break;
    case TL_ARG_FLOAT:
      g_string_append (out, g_ascii_dtostr (number, sizeof number, arg->number));
      break;
    case TL_ARG_STRING:
      g_string_append (out, arg->string);
      break;
    case TL_ARG_LIST:
      g_string_append_c (out, '[');
      for (guint i = 0; i < arg->n_items; i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          append (out, &arg->items[i]);
        }
      g_string_append_c (out, ']');
      break;
    case TL_ARG_INDEX_MAP:
      map = tl_index_map_to_text (arg->map, TL_DIALECT_CLASSIC);
      g_string_append (out, map);
      break;
    case TL_ARG_RV:
    case TL_ARG_NODE:
    case TL_ARG_DICT:
    default:
      g_string_append (out, "?");
    }
}

char *
tl_literal_print (const TlArg *arg)
{
  GString *out = g_string_new (NULL);

  append (out, arg);
  return g_string_free (out, FALSE);
}
