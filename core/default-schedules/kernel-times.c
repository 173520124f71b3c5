/* SPDX-License-Identifier: Apache-2.0 */
/* A row of the project's settings: a line for each kernel. */
#include "core/default-schedules/kernel-times.h"

#include <math.h>
#include <stdio.h>

#include "core/device/device.h"
#include "core/ir/compare.h"

guint
tl_executable_n_run_kernels (const TlExecutable *executable)
{
  guint n = 0;

  while (n < executable->kernels->len && ((const TlKernelTask *) executable->kernels->pdata[n])->n_calls > 0)
    n++;
  return n;
}

/* Kernels, calls and where their arguments lie, without what is added for prepared constants; target and CPU: what times depend on. */
static char *
make_key (const TlExecutable *executable, const TlTarget *target)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char    *on = tl_target_to_text (target), *sum = NULL;
  const char         *model = tl_device_host ()->model;

  for (guint i = 0; i < tl_executable_n_run_kernels (executable); i++)
    {
      const TlKernelTask *kernel = executable->kernels->pdata[i];

      g_string_append_printf (text, "%" G_GINT64_MODIFIER "x ", tl_module_hash (kernel->module));
    }
  for (guint i = 0; i < executable->calls->len; i++)
    {
      const TlKernelCall *call = executable->calls->pdata[i];
      const TlKernelTask *kernel = executable->kernels->pdata[call->kernel];

      g_string_append_printf (text, "\n%u", call->kernel);
      for (guint a = 0; a < kernel->module->prims[0]->n_params; a++)
        g_string_append_printf (text, " %d %" G_GINT64_FORMAT, (int) call->args[a].region, call->args[a].offset);
    }
  g_string_append_printf (text, "\n%s\n%s", on, model != NULL ? model : "");
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);
  return g_strdup_printf ("kernel times of model %.16s", sum);
}

/* FALSE for a line that none of us wrote. */
static gboolean
read_line (const char *line, TlKernelTimes *times)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  char          *end;

  if (g_strv_length (words) != 4)
    return FALSE;
  times->record = g_ascii_strtoull (words[0], &end, 16);
  times->rules_s = g_ascii_strtod (words[1], NULL);
  times->record_s = g_ascii_strtod (words[2], NULL);
  times->uses_record = g_str_equal (words[3], "record");
  return *end == '\0' && isfinite (times->rules_s) && isfinite (times->record_s) && times->rules_s >= 0 && times->record_s >= 0;
}

GArray *
tl_kernel_times_load (TlRecords *records, const TlExecutable *executable, const TlTarget *target)
{
  TlDatabase        *database = tl_records_database (records);
  g_autofree char   *key = make_key (executable, target), *text = database != NULL ? tl_database_get (database, key) : NULL;
  g_auto (GStrv)     lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (TlKernelTimes));

  if (g_strv_length (lines) != tl_executable_n_run_kernels (executable))
    return NULL;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      TlKernelTimes times = { 0 };

      if (!read_line (lines[i], &times))
        return NULL;
      g_array_append_val (all, times);
    }
  return g_steal_pointer (&all);
}

gboolean
tl_kernel_times_save (TlRecords *records, const TlExecutable *executable, const TlTarget *target, const GArray *times, GError **error)
{
  TlDatabase         *database = tl_records_database (records);
  g_autofree char    *key = make_key (executable, target);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < times->len; i++)
    {
      const TlKernelTimes *of = &g_array_index (times, TlKernelTimes, i);
      char                 rules[G_ASCII_DTOSTR_BUF_SIZE], record[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_dtostr (rules, sizeof rules, of->rules_s);
      g_ascii_dtostr (record, sizeof record, of->record_s);
      g_string_append_printf (text, "%s%" G_GINT64_MODIFIER "x %s %s %s", i > 0 ? "\n" : "", of->record, rules, record,
                              of->uses_record ? "record" : "rules");
    }
  return database == NULL || tl_database_set (database, key, text->str, error);
}
