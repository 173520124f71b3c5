/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/printer-private.h"

#include <string.h>

/* Names that mean something else to whoever reads the script. */
static const char *const reserved[] = {
  "T",    "I",     "R",     "tir",      "tirx", "tvm",    "range", "min",   "max",    "abs",    "all",  "any",    "and",  "as",
  "assert", "async", "await", "break",  "class", "continue", "def", "del",  "elif",   "else",   "except", "finally", "for", "from",
  "global", "if",  "import", "in",      "is",   "lambda", "nonlocal", "not", "or",    "pass",   "raise", "return", "try", "while",
  "with", "yield", "True",  "False",    "None", "print",  "list",  "tuple", "dict",   "int",    "float", "bool",   "str",
};

void
tl_printer_init (TlPrinter *printer, GString *out, TlDialect dialect, gboolean is_raw)
{
  *printer = (TlPrinter) { .out = out, .dialect = dialect, .is_raw = is_raw, .line = 1 };
  printer->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  printer->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  printer->n_taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  printer->scope = g_ptr_array_new ();
  printer->loops = g_hash_table_new (NULL, NULL);
  printer->scalars = g_hash_table_new (NULL, NULL);
  printer->scratch = tl_arena_new (NULL);
  printer->before = g_string_new (NULL);
  printer->constants = g_ptr_array_new ();
  printer->constant_numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (printer->taken, g_strdup (reserved[i]));
}

void
tl_printer_clear (TlPrinter *printer)
{
  g_hash_table_unref (printer->names);
  g_hash_table_unref (printer->taken);
  g_hash_table_unref (printer->n_taken);
  g_ptr_array_unref (printer->scope);
  g_hash_table_unref (printer->loops);
  g_hash_table_unref (printer->scalars);
  tl_arena_unref (printer->scratch);
  g_string_free (printer->before, TRUE);
  g_ptr_array_unref (printer->constants);
  g_hash_table_unref (printer->constant_numbers);
}

/* @wanted as an identifier: "C.rf" becomes C_rf. */
static GString *
as_identifier (const char *wanted)
{
  GString *name = g_string_new (NULL);

  if (g_ascii_isdigit (*wanted))
    g_string_append_c (name, '_');
  for (const char *at = wanted; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      g_string_append_unichar (name, c < 0x80 ? (g_ascii_isalnum ((char) c) ? c : '_') : g_unichar_isalnum (c) ? c : '_');
    }
  if (name->len == 0)
    g_string_append_c (name, 'v');
  return name;
}

static char *
take_name (TlPrinter *printer, const char *wanted)
{
  g_autofree char *valid = g_utf8_make_valid (wanted, -1);
  GString *name = as_identifier (valid);
  gsize    length = name->len;
  char    *wanted_name = g_strdup (name->str);
  guint    i = GPOINTER_TO_UINT (g_hash_table_lookup (printer->n_taken, wanted_name));

  for (;; i++)
    {
      g_string_truncate (name, length);
      if (i > 0)
        g_string_append_printf (name, "_%u", i);
      if (!g_hash_table_contains (printer->taken, name->str))
        break;
    }
  g_hash_table_insert (printer->n_taken, wanted_name, GUINT_TO_POINTER (i + 1));
  g_hash_table_add (printer->taken, g_strdup (name->str));
  return g_string_free (name, FALSE);
}

/* The smallest free number of @stem is now at most @number. */
static void
give_number_back (TlPrinter *printer, const char *stem, guint number)
{
  gpointer n_taken;

  if (g_hash_table_lookup_extended (printer->n_taken, stem, NULL, &n_taken) && number < GPOINTER_TO_UINT (n_taken))
    g_hash_table_insert (printer->n_taken, g_strdup (stem), GUINT_TO_POINTER (number));
}

/* "i_1" is free again for what wants to be called so, and for a second "i". */
static void
give_name_back (TlPrinter *printer, const char *name)
{
  const char *underscore = strrchr (name, '_');
  guint64     number;

  give_number_back (printer, name, 0);
  if (underscore != NULL && underscore[1] != '0' && g_ascii_string_to_unsigned (underscore + 1, 10, 1, G_MAXUINT - 1, &number, NULL))
    {
      g_autofree char *stem = g_strndup (name, (gsize) (underscore - name));

      give_number_back (printer, stem, (guint) number);
    }
  g_hash_table_remove (printer->taken, name);
}

const char *
tl_printer_declare (TlPrinter *printer, gconstpointer declaration, const char *wanted)
{
  char *name;

  if (printer->is_raw)
    return wanted;
  name = take_name (printer, wanted);
  g_hash_table_insert (printer->names, (gpointer) declaration, name);
  g_ptr_array_add (printer->scope, (gpointer) declaration);
  return name;
}

const char *
tl_printer_reserve (TlPrinter *printer, const char *wanted)
{
  g_autofree char *name = take_name (printer, wanted);

  return g_intern_string (name);
}

void
tl_printer_alias (TlPrinter *printer, gconstpointer declaration, char *text)
{
  g_hash_table_insert (printer->names, (gpointer) declaration, text);
}

gboolean
tl_printer_knows (const TlPrinter *printer, gconstpointer declaration)
{
  return g_hash_table_contains (printer->names, declaration);
}

guint
tl_printer_open_scope (TlPrinter *printer)
{
  return printer->scope->len;
}

void
tl_printer_close_scope (TlPrinter *printer, guint mark)
{
  for (guint i = mark; i < printer->scope->len; i++)
    {
      gconstpointer declaration = g_ptr_array_index (printer->scope, i);
      const char   *name = g_hash_table_lookup (printer->names, declaration);

      if (name != NULL)
        give_name_back (printer, name);
      g_hash_table_remove (printer->names, declaration);
    }
  g_ptr_array_set_size (printer->scope, (gint) mark);
}

const char *
tl_printer_var_name (const TlPrinter *printer, const TlVar *var)
{
  const char *name = g_hash_table_lookup (printer->names, var);

  return name != NULL ? name : var->name;
}

const char *
tl_printer_buffer_name (const TlPrinter *printer, const TlBuffer *buffer)
{
  const char *name = g_hash_table_lookup (printer->names, buffer);

  return name != NULL ? name : buffer->name;
}
