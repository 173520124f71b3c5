/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/step-table.h"

static gint
compare_gains (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Between the two nearest of the sorted gains. */
static double
quantile (const double *sorted, guint n, double share)
{
  double at = share * (n - 1);
  guint  below = (guint) at;

  return below + 1 < n ? sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]) : sorted[n - 1];
}

TlStepGain
step_gain_of (const double *gains, guint n)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (double));
  TlStepGain         gain = { 0 };

  for (guint i = 0; i < n; i++)
    if (gains[i] > 0)
      {
        g_array_append_val (sorted, gains[i]);
        gain.n_helped += gains[i] >= TL_STEP_HELPED;
        gain.n_hurt += gains[i] * TL_STEP_HELPED <= 1;
      }
  g_array_sort (sorted, compare_gains);
  gain.n = sorted->len;
  if (gain.n == 0)
    return gain;
  gain.low = quantile ((const double *) (gpointer) sorted->data, gain.n, 0.1);
  gain.median = quantile ((const double *) (gpointer) sorted->data, gain.n, 0.5);
  gain.high = quantile ((const double *) (gpointer) sorted->data, gain.n, 0.9);
  return gain;
}

/* The steps of @primitive (NULL: all) and of case @which (TL_STEP_ANY: all). */
static void
add_row (GArray *table, const StepSample *samples, guint n, const TlPrimitive *primitive, TlStepCase which)
{
  g_autofree double *ours = g_new0 (double, n + 1), *tvm = g_new0 (double, n + 1);
  const char        *name = primitive != NULL ? primitive->name : "all";
  StepTableRow       row;
  guint              n_found = 0;

  for (guint i = 0; i < n; i++)
    if ((primitive == NULL || samples[i].primitive == primitive) && (which == TL_STEP_ANY || samples[i].which == which))
      {
        ours[n_found] = samples[i].ours;
        tvm[n_found++] = samples[i].tvm;
      }
  if (n_found == 0)
    return;
  row = (StepTableRow) { step_gain_of (ours, n_found), step_gain_of (tvm, n_found) };
  row.ours.primitive = row.tvm.primitive = name;
  row.ours.which = row.tvm.which = which;
  g_array_append_val (table, row);
}

GArray *
step_table_new (const StepSample *samples, guint n)
{
  GArray            *table = g_array_new (FALSE, FALSE, sizeof (StepTableRow));
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    for (guint which = 0; which < TL_STEP_N_CASES; which++)
      add_row (table, samples, n, primitive, which);
  add_row (table, samples, n, NULL, TL_STEP_ANY);
  return table;
}

/* --- output --- */

static double
percent (guint n, guint of)
{
  return of > 0 ? 100.0 * n / of : 0;
}

static void
append_gain (GString *text, const TlStepGain *gain)
{
  if (gain->n == 0)
    g_string_append (text, "       —                                            ");
  else
    g_string_append_printf (text, "%8u %5.0f %% %5.0f %% %5.0f %% %6.2f %6.2f %6.2f", gain->n, percent (gain->n_helped, gain->n),
                            percent (gain->n - gain->n_helped - gain->n_hurt, gain->n), percent (gain->n_hurt, gain->n), gain->low,
                            gain->median, gain->high);
}

char *
step_table_to_text (const GArray *table)
{
  static const char columns[] = "   steps  helped neutral    hurt   10 %   50 %   90 %";
  GString          *text = g_string_new (NULL);

  g_string_append_printf (text, "  %-23s%-52s| TVM\n  %-20s%s  |%s\n", "", "ours", "step", columns, columns);
  for (guint i = 0; i < table->len; i++)
    {
      const StepTableRow *row = &g_array_index (table, StepTableRow, i);
      gboolean            is_whole = row->ours.which == TL_STEP_ANY;

      g_string_append_printf (text, "  %s%-*s", is_whole ? "" : "  ", is_whole ? 20 : 18,
                              is_whole ? row->ours.primitive : tl_step_case_name (row->ours.which));
      append_gain (text, &row->ours);
      g_string_append (text, "  |");
      append_gain (text, &row->tvm);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
append_json (GString *text, const TlStepGain *gain)
{
  const struct { const char *name; double value; } members[] = { { "low", gain->low }, { "median", gain->median }, { "high", gain->high } };

  g_string_append_printf (text, "\"n\": %u, \"helped\": %u, \"hurt\": %u", gain->n, gain->n_helped, gain->n_hurt);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, ", \"%s\": %s", members[i].name, g_ascii_formatd (number, sizeof number, "%.4g", members[i].value));
    }
}

char *
step_table_to_json (const GArray *table)
{
  GString *text = g_string_new ("{\"steps\": [");
  gboolean is_first = TRUE;

  for (guint i = 0; i < table->len; i++)
    {
      const StepTableRow *row = &g_array_index (table, StepTableRow, i);

      if (row->ours.n == 0)
        continue;
      g_string_append_printf (text, "%s\n  {\"primitive\": \"%s\", ", is_first ? "" : ",", row->ours.primitive);
      if (row->ours.which != TL_STEP_ANY)
        g_string_append_printf (text, "\"case\": \"%s\", ", tl_step_case_name (row->ours.which));
      append_json (text, &row->ours);
      if (row->tvm.n > 0)
        {
          g_string_append (text, ",\n   \"tvm\": {");
          append_json (text, &row->tvm);
          g_string_append_c (text, '}');
        }
      g_string_append_c (text, '}');
      is_first = FALSE;
    }
  g_string_append (text, "\n]}\n");
  return g_string_free (text, FALSE);
}
