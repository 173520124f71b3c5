/* SPDX-License-Identifier: Apache-2.0 */
/* Values as text: str () and repr (), "%d" % x, "{}".format (x), f"{x}". Widths and digits are passed to printf. */
#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/python/python.h"

#define MAX_DEPTH  32
#define MAX_BYTES  (64u * 1024u)
#define MAX_WIDTH  1000

static gboolean
append_value (TlPyInterp *interp, const TlAst *at, GString *out, const TlPyValue *value, gboolean is_repr, guint depth);

/* The shortest digits that give the number back, with ".0" where nothing else says that it is a float. */
static void
append_float (GString *out, double number)
{
  if (isnan (number) || isinf (number))
    g_string_append (out, isnan (number) ? "nan" : number < 0 ? "-inf" : "inf");
  else
    tl_append_shortest (out, number);
}

static void
append_quoted (GString *out, const char *text)
{
  char quote = strchr (text, '\'') != NULL && strchr (text, '"') == NULL ? '"' : '\'';

  g_string_append_c (out, quote);
  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '\n': g_string_append (out, "\\n"); break;
      case '\t': g_string_append (out, "\\t"); break;
      case '\\': g_string_append (out, "\\\\"); break;
      default:
        if (*p == quote)
          g_string_append_c (out, '\\');
        g_string_append_c (out, *p);
      }
  g_string_append_c (out, quote);
}

static gboolean
append_list (TlPyInterp *interp, const TlAst *at, GString *out, const TlPyList *list, const char *brackets, guint depth)
{
  g_string_append_c (out, brackets[0]);
  for (guint i = 0; i < list->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (!append_value (interp, at, out, &list->items[i], TRUE, depth + 1))
        return FALSE;
    }
  if (brackets[0] == '(' && list->n == 1)
    g_string_append_c (out, ',');
  g_string_append_c (out, brackets[1]);
  return TRUE;
}

static gboolean
append_dict (TlPyInterp *interp, const TlAst *at, GString *out, const TlPyDict *dict, guint depth)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < dict->keys.n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (!append_value (interp, at, out, &dict->keys.items[i], TRUE, depth + 1))
        return FALSE;
      g_string_append (out, ": ");
      if (!append_value (interp, at, out, &dict->values.items[i], TRUE, depth + 1))
        return FALSE;
    }
  g_string_append_c (out, '}');
  return TRUE;
}

static void
append_builtin (GString *out, const char *name)
{
  static const char *const types[] = {
    "bool", "dict", "enumerate", "filter", "float", "int", "list", "map", "property", "range", "reversed", "set", "str", "tuple", "type",
    "zip", NULL,
  };

  g_string_append_printf (out, g_strv_contains (types, name) ? "<class '%s'>" : "<built-in function %s>", name);
}

static void
append_expr (GString *out, const TlExpr *expr)
{
  g_autofree char *text = tl_expr_to_text (expr);

  g_string_append (out, text);
}

static gboolean
append_value (TlPyInterp *interp, const TlAst *at, GString *out, const TlPyValue *value, gboolean is_repr, guint depth)
{
  gint64 integer;

  if (!tl_py_tick (interp, at))
    return FALSE;
  if (depth > MAX_DEPTH)
    return tl_py_fail (interp, at, "this value is nested too deeply");
  if (out->len > (interp->print != NULL ? TL_PY_MAX_TEXT : MAX_BYTES))
    return tl_py_fail (interp, at, "this text becomes too long");
  switch (value->kind)
    {
    case TL_PY_NONE:
      g_string_append (out, "None");
      return TRUE;
    case TL_PY_BOOL:
      g_string_append (out, value->boolean ? "True" : "False");
      return TRUE;
    case TL_PY_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, value->integer);
      return TRUE;
    case TL_PY_FLOAT:
      append_float (out, value->number);
      return TRUE;
    case TL_PY_STRING:
      if (is_repr)
        append_quoted (out, value->string);
      else
        g_string_append (out, value->string);
      return TRUE;
    case TL_PY_LIST:
      return append_list (interp, at, out, value->list, "[]", depth);
    case TL_PY_TUPLE:
      return append_list (interp, at, out, value->list, "()", depth);
    case TL_PY_DICT:
      return append_dict (interp, at, out, value->dict, depth);
    case TL_PY_EXPR:
      append_expr (out, value->expr);
      return TRUE;
    case TL_PY_BUILTIN:
      append_builtin (out, tl_py_builtin_name (value->builtin));
      return TRUE;
    case TL_PY_NAMESPACE:
      g_string_append (out, value->string);
      return TRUE;
    default:
      if (value->kind == TL_PY_OBJECT && value->class->append_text != NULL)
        return value->class->append_text (interp, at, value, out);
      if (tl_py_get_int (value, &integer))
        g_string_append_printf (out, "%" G_GINT64_FORMAT, integer);
      else
        g_string_append_printf (out, "<%s>", tl_py_type_name (value));
      return TRUE;
    }
}

const char *
tl_py_to_text (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean is_repr)
{
  g_autoptr (GString) out = g_string_new (NULL);

  return append_value (interp, at, out, value, is_repr, 0) ? tl_arena_strdup (interp->arena, out->str) : NULL;
}

/* Whether more may follow: widths make long texts of short formats. */
static gboolean
check_length (TlPyInterp *interp, const TlAst *at, const GString *out)
{
  return tl_py_tick (interp, at) && (out->len <= TL_PY_MAX_TEXT || tl_py_fail (interp, at, "this text becomes too long"));
}

/* Flags, width and digits in front of a letter: "-08.3". FALSE if it is something else or too wide. */
static gboolean
is_printf_format (const char *format, gsize length)
{
  guint width = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (strchr ("-+ #.", format[i]) != NULL)
        width = 0;
      else if (g_ascii_isdigit (format[i]))
        width = width * 10 + (guint) g_ascii_digit_value (format[i]);
      else
        return FALSE;
      if (width > MAX_WIDTH)
        return FALSE;
    }
  return TRUE;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* One number or text as "%@flags@letter". */
static gboolean
append_formatted (TlPyInterp *interp, const TlAst *at, GString *out, const char *flags, gsize n_flags, char letter, const TlPyValue *value)
{
  g_autofree char *middle = g_strndup (flags, n_flags);
  g_autofree char *format = NULL;
  const char      *text;
  gint64           integer;
  double           number;

  if (tl_py_is (value, &tl_py_foreign_class))
    return append_value (interp, at, out, value, FALSE, 0);
  if (!is_printf_format (flags, n_flags))
    return tl_py_fail (interp, at, "the format \"%s\" is not understood here", middle);
  if (letter == 's' || letter == 'r')
    {
      if ((text = tl_py_to_text (interp, at, value, letter == 'r')) == NULL)
        return FALSE;
      format = g_strdup_printf ("%%%ss", middle);
      g_string_append_printf (out, format, text);
      return TRUE;
    }
  if (strchr ("dixX", letter) != NULL)
    {
      if (!tl_py_get_int (value, &integer) && !(value->kind == TL_PY_FLOAT && fabs (value->number) < 9e18))
        return tl_py_fail (interp, at, "%%%c takes a number, not a %s", letter, tl_py_type_name (value));
      integer = value->kind == TL_PY_FLOAT ? (gint64) value->number : integer;
      format = g_strdup_printf ("%%%s" G_GINT64_MODIFIER "%c", middle, letter);
      g_string_append_printf (out, format, integer);
      return TRUE;
    }
  if (strchr ("eEfFgG", letter) == NULL)
    return tl_py_fail (interp, at, "the format \"%%%c\" is not understood here", letter);
  if (!tl_py_get_number (value, &number))
    return tl_py_fail (interp, at, "%%%c takes a number, not a %s", letter, tl_py_type_name (value));
  format = g_strdup_printf ("%%%s%c", middle, letter);
  g_string_append_printf (out, format, number);
  return TRUE;
}

#pragma GCC diagnostic pop

gboolean
tl_py_percent (TlPyInterp *interp, const TlAst *at, const char *format, const TlPyValue *values, TlPyValue *value)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean         is_tuple = values->kind == TL_PY_TUPLE;
  guint            n = is_tuple ? values->list->n : 1, used = 0;

  for (const char *p = format; *p != '\0'; p++)
    {
      gsize n_flags = *p == '%' ? strspn (p + 1, "-+ #.0123456789") : 0;

      if (*p != '%' || p[1] == '%')
        {
          g_string_append_c (out, *p);
          p += *p == '%';
          continue;
        }
      if (p[1 + n_flags] == '\0')
        return tl_py_fail (interp, at, "the format ends after its \"%%\"");
      if (used == n)
        return tl_py_fail (interp, at, "the format needs more than %u values", n);
      if (!append_formatted (interp, at, out, p + 1, n_flags, p[1 + n_flags], is_tuple ? &values->list->items[used] : values)
          || !check_length (interp, at, out))
        return FALSE;
      used++;
      p += 1 + n_flags;
    }
  if (used < n)
    return tl_py_fail (interp, at, "the format takes %u values, %u given", used, n);
  return tl_py_new_text (interp, at, out->str, out->len, value);
}

/* The conversion and format of a field: "!r", ":>8", ":.3f". */
static gboolean
append_field (TlPyInterp *interp, const TlAst *at, GString *out, const char *format, const TlPyValue *value)
{
  gboolean is_repr = g_str_has_prefix (format, "!r");
  gboolean is_text = value->kind != TL_PY_INT && value->kind != TL_PY_FLOAT;
  gsize    length;
  char     letter;

  if (format[0] == '!')
    format += strnlen (format, 2);
  if (format[0] == '\0' || strcmp (format, ":") == 0)
    return append_value (interp, at, out, value, is_repr, 0);
  if (format[0] != ':')
    return tl_py_fail (interp, at, "the format \"%s\" is not understood here", format);
  format++;
  length = strlen (format);
  letter = format[length - 1];
  if (g_ascii_isalpha (letter))
    length--;
  else
    letter = is_text ? 's' : value->kind == TL_PY_INT ? 'd' : 'g';
  if (length > 0 && (format[0] == '<' || format[0] == '>'))
    {
      g_autofree char *flags = g_strdup_printf ("%s%.*s", format[0] == '<' ? "-" : "", (int) (length - 1), format + 1);

      return append_formatted (interp, at, out, flags, strlen (flags), letter, value);
    }
  return append_formatted (interp, at, out, format, length, letter, value);
}

gboolean
tl_py_eval_f_string (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  g_autoptr (GString) out = g_string_new (NULL);
  TlPyValue           item;

  for (guint i = 0; i < ast->n_items; i++)
    if (ast->items[i]->kind == TL_AST_STRING)
      g_string_append (out, ast->items[i]->name);
    else if (!tl_py_eval (interp, scope, ast->items[i]->value, &item)
             || !append_field (interp, ast->items[i]->value, out, ast->items[i]->name, &item)
             || !check_length (interp, ast->items[i]->value, out))
      return FALSE;
  return tl_py_new_text (interp, ast, out->str, out->len, value);
}

/* The argument that a field names: nothing, a number or a name. */
static const TlPyValue *
field_value (TlPyInterp *interp, const TlPyArgs *args, const char *name, guint *next)
{
  const TlPyValue *found = NULL;
  guint64          index;

  if (name[0] == '\0')
    index = (*next)++;
  else if (!g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT, &index, NULL))
    found = tl_py_arg (args, G_MAXUINT, name), index = G_MAXUINT;
  if (found == NULL && index < args->n_positional)
    found = &args->positional[index];
  if (found == NULL)
    tl_py_fail (interp, args->call, "the format needs an argument that is not given: {%s}", name);
  return found;
}

gboolean
tl_py_format (TlPyInterp *interp, const char *format, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint               next = 0;

  for (const char *p = format; *p != '\0'; p++)
    {
      gsize            n_field = strcspn (p, "}"), n_name = strcspn (p, ":!}");
      g_autofree char *name = NULL, *rest = NULL;
      const TlPyValue *field;

      if ((*p == '{' || *p == '}') && p[1] == *p)
        p++;
      else if (*p == '{')
        {
          if (p[n_field] == '\0')
            return tl_py_fail (interp, args->call, "a \"{\" in the format is never closed");
          name = g_strndup (p + 1, n_name - 1);
          rest = g_strndup (p + n_name, n_field - n_name);
          field = field_value (interp, args, name, &next);
          if (field == NULL || !append_field (interp, args->call, out, rest, field) || !check_length (interp, args->call, out))
            return FALSE;
          p += n_field;
          continue;
        }
      g_string_append_c (out, *p);
    }
  return tl_py_new_text (interp, args->call, out->str, out->len, value);
}
