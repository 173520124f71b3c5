/* SPDX-License-Identifier: Apache-2.0 */
/* Index maps as traces hold them. */
#include "core/text/printer-private.h"

static gboolean
is_separator (const TlIndexMap *map, guint index)
{
  for (guint i = 0; i < map->n_separators; i++)
    if (map->separators[i] == index)
      return TRUE;
  return FALSE;
}

/* Names that stand for two variables get "_1" as everywhere; what stays free keeps the name that it has. */
static void
print_variables (TlPrinter *printer, const TlIndexMap *map)
{
  g_string_append (printer->out, "lambda");
  for (guint i = 0; i < map->n_initial; i++)
    g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : " ",
                            tl_printer_declare (printer, map->initial[i], map->initial[i]->name));
  g_string_append (printer->out, ": ");
}

static void
print_lambda (TlPrinter *printer, const TlIndexMap *map)
{
  const char *package = printer->dialect == TL_DIALECT_SBLOCK ? "tirx" : "tir";
  guint       mark = tl_printer_open_scope (printer);

  print_variables (printer, map);
  g_string_append_c (printer->out, '(');
  for (guint i = 0; i < map->n_final; i++)
    {
      if (i > 0)
        g_string_append_c (printer->out, ' ');
      if (is_separator (map, i))
        g_string_append_printf (printer->out, "tvm.%s.IndexMap.AXIS_SEPARATOR, ", package);
      tl_print_expr (printer, map->final[i]);
      g_string_append_c (printer->out, ',');
    }
  g_string_append_c (printer->out, ')');
  tl_printer_close_scope (printer, mark);
}

char *
tl_index_map_to_text (const TlIndexMap *map, TlDialect dialect)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;

  tl_printer_init (&printer, out, dialect, FALSE);
  if (map->inverse == NULL)
    print_lambda (&printer, map);
  else
    {
      g_string_append_printf (out, "tvm.%s.IndexMap.from_func(", dialect == TL_DIALECT_SBLOCK ? "tirx" : "tir");
      print_lambda (&printer, map);
      g_string_append (out, ", inverse_index_map=");
      print_lambda (&printer, map->inverse);
      g_string_append_c (out, ')');
    }
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}

char *
tl_range_map_to_text (const TlIndexMap *map, TlDialect dialect)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;
  guint     mark;

  g_assert (map->n_final % 2 == 0);
  tl_printer_init (&printer, out, dialect, FALSE);
  mark = tl_printer_open_scope (&printer);
  print_variables (&printer, map);
  for (guint i = 0; i < map->n_final; i += 2)
    {
      g_string_append (out, i == 0 ? "[(" : ", (");
      tl_print_expr (&printer, map->final[i]);
      g_string_append (out, ", ");
      tl_print_expr (&printer, map->final[i + 1]);
      g_string_append_c (out, ')');
    }
  g_string_append (out, map->n_final == 0 ? "[]" : "]");
  tl_printer_close_scope (&printer, mark);
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}
