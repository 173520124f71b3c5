/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/task-table.h"
#include "core/base/extremum.h"

#include <string.h>

enum { ID, NAME, FLOP, WEIGHT, SPEED, LATENCY, WEIGHTED, TRIALS, DONE, N_COLUMNS };

static const char *const titles[N_COLUMNS]
  = { "ID", "Name", "FLOP", "Weight", "Speed (GFLOPS)", "Latency (us)", "Weighted Latency (us)", "Trials", "Done" };

double
tl_task_status_total_s (const TlTaskStatus *tasks, guint n_tasks)
{
  double total = 0;

  for (guint i = 0; i < n_tasks; i++)
    total += tasks[i].weight * tasks[i].best_s;
  return total;
}

static char *
number_or_none (gboolean is_known, double number)
{
  return is_known ? g_strdup_printf ("%.4f", number) : g_strdup ("N/A");
}

/* One string a column; free with g_strfreev. */
static GStrv
cells_of (guint id, const TlTaskStatus *task)
{
  GStrv    cells = g_new0 (char *, N_COLUMNS + 1);
  gboolean is_measured = task->best_s > 0;

  cells[ID] = g_strdup_printf ("%u", id);
  cells[NAME] = g_strdup (task->name);
  cells[FLOP] = task->flops >= 0 ? g_strdup_printf ("%.0f", task->flops) : g_strdup ("N/A");
  cells[WEIGHT] = g_strdup_printf ("%g", task->weight);
  cells[SPEED] = number_or_none (is_measured && task->flops >= 0, is_measured ? task->flops / task->best_s * 1e-9 : 0);
  cells[LATENCY] = number_or_none (is_measured, task->best_s * 1e6);
  cells[WEIGHTED] = number_or_none (is_measured, task->weight * task->best_s * 1e6);
  cells[TRIALS] = g_strdup_printf ("%u", task->n_trials);
  cells[DONE] = g_strdup (task->is_done ? "Y" : "");
  return cells;
}

static void
append_line (GString *out, const char *const *cells, const guint *widths)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    g_string_append_printf (out, "%s%*s ", c == 0 ? " " : "| ", (int) (widths[c] - g_utf8_strlen (cells[c], -1) + strlen (cells[c])),
                            cells[c]);
  g_string_append_c (out, '\n');
}

static void
append_rule (GString *out, const guint *widths)
{
  guint length = 3 * N_COLUMNS - 1;

  for (guint c = 0; c < N_COLUMNS; c++)
    length += widths[c];
  for (guint i = 0; i < length; i++)
    g_string_append_c (out, '-');
  g_string_append_c (out, '\n');
}

char *
tl_task_table_print (const TlTaskStatus *tasks, guint n_tasks)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  GString *out = g_string_new (NULL);
  guint    widths[N_COLUMNS], n_trials = 0;

  for (guint c = 0; c < N_COLUMNS; c++)
    widths[c] = (guint) strlen (titles[c]);
  for (guint i = 0; i < n_tasks; i++)
    {
      GStrv cells = cells_of (i, &tasks[i]);

      for (guint c = 0; c < N_COLUMNS; c++)
        widths[c] = tl_max (widths[c], (guint) g_utf8_strlen (cells[c], -1));
      g_ptr_array_add (lines, cells);
      n_trials += tasks[i].n_trials;
    }
  append_line (out, titles, widths);
  append_rule (out, widths);
  for (guint i = 0; i < n_tasks; i++)
    append_line (out, lines->pdata[i], widths);
  append_rule (out, widths);
  g_string_append_printf (out, "Total trials: %u\nTotal latency (us): %g\n", n_trials, tl_task_status_total_s (tasks, n_tasks) * 1e6);
  return g_string_free (out, FALSE);
}
