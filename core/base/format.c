/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/format.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Three significant digits, no trailing zeros after a point that says nothing: 892, 16.4, 1.23. */
static char *
three_digits (double value)
{
  if (value >= 99.95)
    return g_strdup_printf ("%.0f", value);
  if (value >= 9.995)
    return g_strdup_printf ("%.1f", value);
  return g_strdup_printf ("%.2f", value);
}

char *
tl_format_seconds (double seconds)
{
  static const struct { double unit; const char *name; } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "µs" }, { 1e-9, "ns" } };
  guint i = 0;
  g_autofree char *digits = NULL;

  if (!(seconds > 0) || !isfinite (seconds))
    return g_strdup ("—");
  while (i < G_N_ELEMENTS (units) - 1 && seconds < units[i].unit * 0.9995)
    i++;
  digits = three_digits (seconds / units[i].unit);
  return g_strdup_printf ("%s %s", digits, units[i].name);
}

char *
tl_format_bytes (gint64 bytes)
{
  static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB" };
  double value = (double) bytes;
  guint i = 0;
  g_autofree char *digits = NULL;

  if (bytes < 0)
    return g_strdup ("—");
  while (i < G_N_ELEMENTS (names) - 1 && value >= 1024)
    {
      value /= 1024;
      i++;
    }
  digits = value == floor (value) ? g_strdup_printf ("%.0f", value) : three_digits (value);
  return g_strdup_printf ("%s %s", digits, names[i]);
}

char *
tl_format_count (gint64 count)
{
  g_autofree char *digits = NULL;
  GString *out;
  gsize n;

  if (count < 0)
    return g_strdup ("—");
  digits = g_strdup_printf ("%" G_GINT64_FORMAT, count);
  n = strlen (digits);
  out = g_string_new (NULL);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0 && n > 4)
        g_string_append (out, "\u202f");
      g_string_append_c (out, digits[i]);
    }
  return g_string_free (out, FALSE);
}

char *
tl_format_flop (double n)
{
  static const char *const units[] = { "FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP" };
  guint            i = 0;
  g_autofree char *digits = NULL;

  if (!(n > 0) || !isfinite (n))
    return g_strdup ("—");
  for (; i < G_N_ELEMENTS (units) - 1 && n >= 999.5; i++)
    n /= 1000;
  digits = i == 0 ? g_strdup_printf ("%.0f", n) : three_digits (n);
  return g_strdup_printf ("%s %s", digits, units[i]);
}

char *
tl_format_gflops (double flops, double seconds)
{
  return tl_format_giga (flops > 0 && seconds > 0 ? flops / seconds : 0, "FLOP/s");
}

char *
tl_format_giga (double value, const char *unit)
{
  g_autofree char *digits = NULL;

  if (!(value > 0))
    return g_strdup ("—");
  digits = three_digits (value / 1e9);
  return g_strdup_printf ("%s G%s", digits, unit);
}

#define SAME_SHARE 0.004

char *
tl_format_gain (double before_s, double after_s)
{
  double ratio = before_s / after_s, factor = MAX (ratio, 1 / ratio);

  if (!(before_s > 0) || !(after_s > 0) || !isfinite (ratio))
    return g_strdup ("—");
  if (fabs (ratio - 1) < SAME_SHARE)
    return g_strdup ("=");
  if (factor < 2)
    return g_strdup_printf ("%s%.*f %%", ratio > 1 ? "+" : "−", fabs (ratio - 1) < 0.0995 ? 1 : 0, 100 * fabs (ratio - 1));
  return g_strdup_printf ("%s %.*f", ratio > 1 ? "×" : "÷", factor < 9.95 ? 1 : 0, factor);
}

void
tl_append_shortest (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint digits = 1; digits <= DBL_DECIMAL_DIG; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%ug", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (out, text);
  if (strpbrk (text, ".e") == NULL)
    g_string_append (out, ".0");
}

char *
tl_format_shell_word (const char *word)
{
  gboolean is_plain = *word != '\0' && strspn (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./=,:") == strlen (word);

  return is_plain ? g_strdup (word) : g_shell_quote (word);
}
