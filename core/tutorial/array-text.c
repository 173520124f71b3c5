/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays as numpy prints them: all numbers as wide as the widest, with as many digits as it takes, the middle of large arrays left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/tutorial/arrays.h"

#define MAX_ELEMENTS 1000   /* beyond it only … */
#define N_EDGE       3      /* … so many at each end are printed */
#define MAX_DIGITS   8
#define LINE_WIDTH   75u

typedef struct
{
  const TlArray *array;
  GString       *out;
  const char    *separator;
  guint          prefix;
  gboolean       is_cut, is_float, has_exponent;
  int            digits, width;
} Printer;

/* --- one number --- */

static gboolean
gives_back (const Printer *printer, const char *text, double number)
{
  double read = strtod (text, NULL);

  return tl_dtype_bytes (printer->array->tensor->dtype) == 8 ? read == number : (float) read == (float) number;
}

/* Digits behind the point that tell the number from its neighbours. */
static int
digits_of (const Printer *printer, double number)
{
  char text[64];

  for (int digits = 0; digits < MAX_DIGITS; digits++)
    {
      g_snprintf (text, sizeof text, printer->has_exponent ? "%.*e" : "%.*f", digits, number);
      if (gives_back (printer, text, number))
        return digits;
    }
  return MAX_DIGITS;
}

/* With as many digits as it takes, and blanks where others have more: "1. ", "0.5". */
static char *
number_text (const Printer *printer, double number)
{
  char     text[64];
  gboolean is_whole = printer->digits == 0;

  if (!printer->is_float)
    return printer->array->tensor->dtype.code != TL_TYPE_BOOL ? g_strdup_printf ("%.0f", number)
           : g_strdup (number != 0 ? "True" : "False");
  if (!isfinite (number))
    return g_strdup (isnan (number) ? "nan" : number < 0 ? "-inf" : "inf");
  if (printer->has_exponent)
    {
      g_snprintf (text, sizeof text, "%.*e", printer->digits, number);
      return is_whole ? g_strdup_printf ("%.*s.%s", (int) strcspn (text, "e"), text, strchr (text, 'e')) : g_strdup (text);
    }
  g_snprintf (text, sizeof text, "%.*f%s", digits_of (printer, number), number, digits_of (printer, number) == 0 ? "." : "");
  return g_strdup_printf ("%s%*s", text, printer->digits - digits_of (printer, number), "");
}

/* --- all of them --- */

/* Calls @look with the elements that are printed. */
static void
each_element (Printer *printer, guint d, gint64 position, void (*look) (Printer *printer, double number))
{
  const TlArray *array = printer->array;

  if (d == array->n_dims)
    {
      look (printer, tl_tensor_get (array->tensor, position));
      return;
    }
  for (gint64 i = 0; i < array->shape[d]; i++)
    {
      if (printer->is_cut && array->shape[d] > 2 * N_EDGE && i == N_EDGE)
        i = array->shape[d] - N_EDGE;
      each_element (printer, d + 1, position + i * array->strides[d], look);
    }
}

static double smallest_of (double a, double b) { return a == 0 || (b != 0 && b < a) ? b : a; }

typedef struct { Printer printer; double most, least; } Ranged;

static void
note_range (Printer *printer, double number)
{
  Ranged *ranged = (Ranged *) printer;

  if (!isfinite (number))
    return;
  ranged->most = fabs (number) > ranged->most ? fabs (number) : ranged->most;
  ranged->least = smallest_of (ranged->least, fabs (number));
}

static void
note_digits (Printer *printer, double number)
{
  if (isfinite (number))
    printer->digits = (int) tl_max (printer->digits, digits_of (printer, number));
}

static void
note_width (Printer *printer, double number)
{
  g_autofree char *text = number_text (printer, number);

  printer->width = MAX (printer->width, (int) strlen (text));
}

/* --- rows --- */

static void
append_number (Printer *printer, double number, gboolean is_last, guint *column)
{
  g_autofree char *text = number_text (printer, number);
  guint            indent = printer->prefix + printer->array->n_dims;
  gsize            length = (gsize) printer->width + (is_last ? 0 : strlen (printer->separator));

  if (*column > indent && *column + length > LINE_WIDTH)
    {
      while (printer->out->len > 0 && printer->out->str[printer->out->len - 1] == ' ')
        g_string_truncate (printer->out, printer->out->len - 1);
      g_string_append_printf (printer->out, "\n%*s", (int) indent, "");
      *column = indent;
    }
  g_string_append_printf (printer->out, "%*s%s", printer->width, text, is_last ? "" : printer->separator);
  *column += (guint) length;
}

static void
append_row (Printer *printer, guint d, gint64 position)
{
  const TlArray *array = printer->array;
  guint          column = printer->prefix + array->n_dims;
  gboolean       is_innermost = d + 1 == array->n_dims, comma = printer->separator[0] == ',';

  g_string_append_c (printer->out, '[');
  for (gint64 i = 0; i < array->shape[d]; i++)
    {
      gboolean is_last = i + 1 == array->shape[d];

      if (printer->is_cut && array->shape[d] > 2 * N_EDGE && i == N_EDGE)
        {
          g_string_append_printf (printer->out, "...%s", is_innermost ? printer->separator : comma ? "," : "");
          column += 4;
          if (!is_innermost)
            g_string_append_printf (printer->out, "\n%*s", (int) (printer->prefix + d + 1), "");
          i = array->shape[d] - N_EDGE;
          is_last = i + 1 == array->shape[d];
        }
      if (is_innermost)
        append_number (printer, tl_tensor_get (array->tensor, position + i * array->strides[d]), is_last, &column);
      else
        append_row (printer, d + 1, position + i * array->strides[d]);
      for (guint blank = d + 1; !is_innermost && !is_last && blank < array->n_dims; blank++)
        g_string_append (printer->out, blank == d + 1 && comma ? ",\n" : "\n");
      if (!is_innermost && !is_last)
        g_string_append_printf (printer->out, "%*s", (int) (printer->prefix + d + 1), "");
    }
  g_string_append_c (printer->out, ']');
}

void
tl_array_append_text (GString *out, const TlArray *array, const char *separator, guint prefix)
{
  Ranged ranged = { .printer = { .array = array, .out = out, .separator = separator, .prefix = prefix,
                                 .is_cut = tl_array_n_elements (array) > MAX_ELEMENTS,
                                 .is_float = tl_dtype_is_float (array->tensor->dtype) } };
  Printer *printer = &ranged.printer;

  each_element (printer, 0, array->offset, note_range);
  printer->has_exponent = printer->is_float
                          && (ranged.most >= 1e8 || (ranged.least > 0 && (ranged.least < 1e-4 || ranged.most / ranged.least > 1000)));
  each_element (printer, 0, array->offset, note_digits);
  each_element (printer, 0, array->offset, note_width);
  if (array->n_dims == 0)
    {
      g_autofree char *text = number_text (printer, tl_tensor_get (array->tensor, array->offset));

      g_string_append (out, text);
    }
  else
    append_row (printer, 0, array->offset);
}
