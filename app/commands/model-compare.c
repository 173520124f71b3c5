/* SPDX-License-Identifier: Apache-2.0 */
/* Times of two schedules of a model as a table or JSON; and schedules by times in the model. */
#include <stdio.h>
#include <string.h>

#include "app/commands/analyze.h"
#include "app/commands/model.h"

#define NAME_COLUMNS 44

TlModelTiming
tl_model_timing (const TlModelFlags *flags, const TlModule *lowered, TlRecords *records, TlWorkerPool *pool, GCancellable *cancellable)
{
  return (TlModelTiming) { lowered, "main", &flags->target, records, pool, tl_model_timing_options (), cancellable };
}

/* With the times of kernels that have none yet. */
static GPtrArray *
schedule_by_new_times (const TlModelTiming *timing, TlExecutable **executable, GError **error)
{
  g_auto (TlModelComparison) comparison = { { NULL } };
  g_autoptr (GArray)         times = tl_model_time_records (timing, &comparison, error);
  TlExecutable              *fresh = times != NULL ? tl_executable_new (timing->lowered, timing->func_name, error) : NULL;

  if (fresh == NULL)
    return NULL;
  tl_executable_free (*executable);
  *executable = fresh;
  return tl_kernel_schedules_new_by_times (fresh, timing->target, timing->records, times, error);
}

GPtrArray *
tl_model_schedule (const TlModelTiming *timing, const char *path, TlExecutable **executable, TlWatch *watch, GError **error)
{
  g_autoptr (GPtrArray) schedules = NULL;

  tl_watch_say (watch, "scheduling %s", path);
  schedules = tl_kernel_schedules_new (*executable, timing->target, timing->records, error);
  if (schedules == NULL || tl_kernel_schedules_n_untimed (schedules) == 0)
    return g_steal_pointer (&schedules);
  tl_watch_say (watch, "timing the records beside rules in %s", path);
  return schedule_by_new_times (timing, executable, error);
}

/* --- printing --- */

static const TlKernelSchedule *
schedule_of (const TlModelComparison *comparison, TlModelSide side, guint kernel)
{
  return comparison->schedules[side]->pdata[kernel];
}

/* "record, alone 3.1 µs", "matmul", "rules, record 4.5 µs"; a faster record is not used where the whole does not gain. */
static char *
describe (const TlKernelSchedule *schedule, double record_s)
{
  g_autofree char *alone = tl_format_seconds (record_s), *in_model = tl_format_seconds (schedule->times.record_s);

  if (schedule->origin == TL_KERNEL_BY_RECORD)
    return record_s > 0 ? g_strdup_printf ("record, alone %s", alone) : g_strdup ("record");
  if (schedule->times.record_s > 0)
    return g_strdup_printf ("rules, record %s%s", in_model, schedule->times.record_s < schedule->times.rules_s ? ", no gain in all" : "");
  return g_strdup (schedule->how != NULL ? schedule->how : "none");
}

static void
print_kernel (const TlModelComparison *comparison, guint index, double record_s)
{
  const TlKernelTask *kernel = comparison->executables[0]->kernels->pdata[index];
  double              before_s = comparison->kernel_s[TL_MODEL_BEFORE][index], after_s = comparison->kernel_s[TL_MODEL_AFTER][index];
  g_autofree char    *before = tl_format_seconds (before_s), *after = tl_format_seconds (after_s);
  g_autofree char    *how = describe (schedule_of (comparison, TL_MODEL_AFTER, index), record_s);
  gsize               n = strlen (kernel->name);

  printf (" %-*.*s%s | %5u | %*s%s | %*s%s | %6.3g× | %s\n", NAME_COLUMNS - (n > NAME_COLUMNS), NAME_COLUMNS - (n > NAME_COLUMNS),
          kernel->name, n > NAME_COLUMNS ? "…" : "", kernel->n_calls, (int) (9 - g_utf8_strlen (before, -1)), "", before,
          (int) (9 - g_utf8_strlen (after, -1)), "", after, before_s / after_s, how);
}

/* The latency of the record alone, 0: none. */
static double
record_s (const TlModelComparison *comparison, TlRecords *records, guint index)
{
  const TlKernelTask  *kernel = comparison->executables[0]->kernels->pdata[index];
  g_autoptr (TlRecord) best = records != NULL ? tl_records_best (records, kernel->module, NULL) : NULL;

  return best != NULL ? tl_record_mean_s (best) : 0;
}

static double
sum_of_kernels (const TlModelComparison *comparison, TlModelSide side)
{
  double sum = 0;

  for (guint i = 0; i < tl_model_comparison_n_kernels (comparison); i++)
    sum += comparison->kernel_s[side][i];
  return sum;
}

static void
print_total (const char *what, const char *before_title, double before_s, const char *after_title, double after_s)
{
  g_autofree char *before = tl_format_seconds (before_s), *after = tl_format_seconds (after_s);

  printf ("%s: %s %s, %s %s, %.3g×\n", what, before_title, before, after_title, after, before_s / after_s);
}

void
tl_model_comparison_print (const TlModelComparison *comparison, TlRecords *records, const char *before_title, const char *after_title)
{
  g_autofree char *rounds = g_strdup_printf ("model, %u rounds in turns", tl_model_comparison_n_rounds ());

  printf (" %-*s | Calls | %9s | %9s |    Gain | Schedule\n", NAME_COLUMNS, "Kernel", before_title, after_title);
  for (guint i = 0; i < tl_model_comparison_n_kernels (comparison); i++)
    print_kernel (comparison, i, record_s (comparison, records, i));
  print_total ("sum of the kernels", before_title, sum_of_kernels (comparison, TL_MODEL_BEFORE), after_title,
               sum_of_kernels (comparison, TL_MODEL_AFTER));
  print_total (rounds, before_title, comparison->whole[TL_MODEL_BEFORE].median_s, after_title, comparison->whole[TL_MODEL_AFTER].median_s);
}

static void
add_kernel (JsonBuilder *json, const TlModelComparison *comparison, TlRecords *records, guint index)
{
  const TlKernelTask     *kernel = comparison->executables[0]->kernels->pdata[index];
  const TlKernelSchedule *schedule = schedule_of (comparison, TL_MODEL_AFTER, index);

  json_builder_begin_object (json);
  tl_json_add_text (json, "name", kernel->name);
  tl_json_add_int (json, "calls", kernel->n_calls);
  tl_json_add_double (json, "before_s", comparison->kernel_s[TL_MODEL_BEFORE][index]);
  tl_json_add_double (json, "after_s", comparison->kernel_s[TL_MODEL_AFTER][index]);
  json_builder_set_member_name (json, "record");
  json_builder_add_boolean_value (json, schedule->origin == TL_KERNEL_BY_RECORD);
  tl_json_add_double (json, "record_s", record_s (comparison, records, index));
  tl_json_add_double (json, "record_in_model_s", schedule->times.record_s);
  tl_json_add_double (json, "rules_in_model_s", schedule->times.rules_s);
  json_builder_end_object (json);
}

void
tl_model_comparison_print_json (const TlModelComparison *comparison, TlRecords *records)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode)    root = NULL;
  g_autofree char        *text = NULL;

  json_builder_begin_object (json);
  tl_json_add_text (json, "type", "model");
  tl_json_add_double (json, "before_s", comparison->whole[TL_MODEL_BEFORE].median_s);
  tl_json_add_double (json, "after_s", comparison->whole[TL_MODEL_AFTER].median_s);
  json_builder_set_member_name (json, "kernels");
  json_builder_begin_array (json);
  for (guint i = 0; i < tl_model_comparison_n_kernels (comparison); i++)
    add_kernel (json, comparison, records, i);
  json_builder_end_array (json);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}
