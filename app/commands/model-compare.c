/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two schedules of a model, timed in turns: end to end and kernel by kernel. And the choice that follows: kernels get their records where
 * these are faster in the model than rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/analyze.h"
#include "app/commands/model.h"
#include "core/measure/model-run.h"

#define N_ROUNDS     5u
#define BUDGET_S     2.0   /* of a round of one side, as of its profile */
#define INPUT_SEED   1u
#define NAME_COLUMNS 44

void
tl_model_comparison_clear (TlModelComparison *comparison)
{
  for (guint i = 0; i < TL_N_MODEL_SIDES; i++)
    {
      g_clear_pointer (&comparison->executables[i], tl_executable_free);
      g_clear_pointer (&comparison->schedules[i], g_ptr_array_unref);
      g_clear_pointer (&comparison->kernel_s[i], g_free);
    }
}

gboolean
tl_model_comparison_add (TlModelComparison *comparison, TlModelSide side, const TlModelTiming *timing, TlRecords *records,
                         const GArray *times, GError **error)
{
  comparison->executables[side] = tl_executable_new (timing->lowered, "main", error);
  if (comparison->executables[side] == NULL)
    return FALSE;
  comparison->schedules[side] = tl_kernel_schedules_new_by_times (comparison->executables[side], timing->target, records, times, error);
  return comparison->schedules[side] != NULL;
}

static guint
n_kernels (const TlModelComparison *comparison)
{
  return tl_executable_n_run_kernels (comparison->executables[TL_MODEL_BEFORE]);
}

void
tl_model_comparison_count (const TlModelComparison *comparison, TlModelSide side, guint *n_records, guint *n_used, guint *n_all)
{
  *n_records = *n_used = 0;
  *n_all = n_kernels (comparison);
  for (guint i = 0; i < *n_all; i++)
    {
      const TlKernelSchedule *schedule = comparison->schedules[side]->pdata[i];

      *n_records += schedule->times.record != 0;
      *n_used += schedule->origin == TL_KERNEL_BY_RECORD;
    }
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* All calls of a kernel in one round. */
static double
kernel_s (const TlModelComparison *comparison, TlModelSide side, const TlModelOutcome *outcome, guint kernel)
{
  const GPtrArray *calls = comparison->executables[side]->calls;
  double           sum = 0;

  for (guint i = 0; i < calls->len; i++)
    sum += ((const TlKernelCall *) calls->pdata[i])->kernel == kernel ? outcome->call_s[i] : 0;
  return sum;
}

static void
summarize (TlModelComparison *comparison, TlModelSide side, const TlModelOutcome *outcomes)
{
  double times[N_ROUNDS];

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      TlLatency latency = { 0 };

      tl_outcome_latency (&outcomes[round * TL_N_MODEL_SIDES + side].whole, &latency);
      times[round] = latency.median_s;
    }
  comparison->whole_s[side] = median (times, N_ROUNDS);
  comparison->kernel_s[side] = g_new0 (double, n_kernels (comparison) + 1);
  for (guint k = 0; k < n_kernels (comparison); k++)
    {
      for (guint round = 0; round < N_ROUNDS; round++)
        times[round] = kernel_s (comparison, side, &outcomes[round * TL_N_MODEL_SIDES + side], k);
      comparison->kernel_s[side][k] = median (times, N_ROUNDS);
    }
}

gboolean
tl_model_comparison_run (TlModelComparison *comparison, const TlModelTiming *timing, GError **error)
{
  g_autoptr (GPtrArray) before = tl_kernel_schedules_modules (comparison->schedules[TL_MODEL_BEFORE]);
  g_autoptr (GPtrArray) after = tl_kernel_schedules_modules (comparison->schedules[TL_MODEL_AFTER]);
  TlModelVariant        variants[] = { { comparison->executables[TL_MODEL_BEFORE], before },
                                       { comparison->executables[TL_MODEL_AFTER], after } };
  g_autoptr (GPtrArray) inputs = tl_executable_make_inputs (comparison->executables[0], INPUT_SEED, error);
  TlModelRunOptions     options = tl_model_run_options_default ();
  TlModelOutcome        outcomes[N_ROUNDS * TL_N_MODEL_SIDES];
  gboolean              ok = TRUE;

  if (inputs == NULL)
    return FALSE;
  options.profile = TRUE;
  options.budget_s = BUDGET_S;
  tl_worker_pool_compare_models (timing->pool, variants, TL_N_MODEL_SIDES, N_ROUNDS, timing->target, &options, inputs, timing->cancellable,
                                 outcomes);
  for (guint i = 0; ok && i < G_N_ELEMENTS (outcomes); i++)
    if (outcomes[i].whole.kind != TL_OUTCOME_OK || outcomes[i].call_s == NULL)
      {
        g_set_error (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s: %s", tl_outcome_title (outcomes[i].whole.kind),
                     outcomes[i].whole.message != NULL ? outcomes[i].whole.message : "not run");
        ok = FALSE;
      }
  for (TlModelSide side = 0; ok && side < TL_N_MODEL_SIDES; side++)
    summarize (comparison, side, outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    tl_model_outcome_clear (&outcomes[i]);
  return ok;
}

/* --- the choice --- */

/* All that have records; a kernel keeps the faster of both. */
static GArray *
take_times (const TlModelComparison *comparison)
{
  GArray *all = g_array_new (FALSE, TRUE, sizeof (TlKernelTimes));

  for (guint i = 0; i < tl_executable_n_run_kernels (comparison->executables[TL_MODEL_BEFORE]); i++)
    {
      const TlKernelSchedule *schedule = comparison->schedules[TL_MODEL_AFTER]->pdata[i];
      TlKernelTimes           times = { .record = schedule->times.record };

      if (times.record != 0)
        {
          times.rules_s = comparison->kernel_s[TL_MODEL_BEFORE][i];
          times.record_s = comparison->kernel_s[TL_MODEL_AFTER][i];
          times.uses_record = times.record_s < times.rules_s;
        }
      g_array_append_val (all, times);
    }
  return all;
}

/* How many of the kernels with records keep them. */
static guint
count_used (const GArray *times, guint *n_records)
{
  guint n_used = 0;

  *n_records = 0;
  for (guint i = 0; i < times->len; i++)
    {
      *n_records += g_array_index (times, TlKernelTimes, i).record != 0;
      n_used += g_array_index (times, TlKernelTimes, i).uses_record;
    }
  return n_used;
}

/* Rules and the records by @times (NULL: all records), end to end. */
static gboolean
compare_with_rules (TlModelComparison *comparison, const TlModelTiming *timing, const GArray *times, GError **error)
{
  return tl_model_comparison_add (comparison, TL_MODEL_BEFORE, timing, NULL, NULL, error)
         && tl_model_comparison_add (comparison, TL_MODEL_AFTER, timing, timing->records, times, error)
         && tl_model_comparison_run (comparison, timing, error);
}

/* Kernels are timed with others before and after them, which the choice changes: if it does not make the whole faster, rules stay. */
static gboolean
check_whole (const TlModelComparison *all_records, const TlModelTiming *timing, GArray *times, GError **error)
{
  g_auto (TlModelComparison) mixed = { { NULL } };
  const TlModelComparison   *whole = all_records;
  guint                      n_records, n_used = count_used (times, &n_records);

  if (n_used == 0)
    return TRUE;
  if (n_used < n_records)
    {
      if (!compare_with_rules (&mixed, timing, times, error))
        return FALSE;
      whole = &mixed;
    }
  for (guint i = 0; i < times->len && whole->whole_s[TL_MODEL_AFTER] >= whole->whole_s[TL_MODEL_BEFORE]; i++)
    g_array_index (times, TlKernelTimes, i).uses_record = FALSE;
  return TRUE;
}

GArray *
tl_model_time_records (const TlModelTiming *timing, GError **error)
{
  g_auto (TlModelComparison) comparison = { { NULL } };
  g_autoptr (GArray)         times = NULL;

  if (!compare_with_rules (&comparison, timing, NULL, error))
    return NULL;
  times = take_times (&comparison);
  if (!check_whole (&comparison, timing, times, error)
      || !tl_kernel_times_save (timing->records, comparison.executables[TL_MODEL_BEFORE], timing->target, times, error))
    return NULL;
  return g_steal_pointer (&times);
}

/* With the times of kernels that have none yet. */
static GPtrArray *
schedule_by_new_times (const TlModelTiming *timing, TlExecutable **executable, GError **error)
{
  g_autoptr (GArray) times = tl_model_time_records (timing, error);
  TlExecutable      *fresh = times != NULL ? tl_executable_new (timing->lowered, "main", error) : NULL;

  if (fresh == NULL)
    return NULL;
  tl_executable_free (*executable);
  *executable = fresh;
  return tl_kernel_schedules_new_by_times (fresh, timing->target, timing->records, times, error);
}

GPtrArray *
tl_model_schedule (const TlModelTiming *timing, TlExecutable **executable, TlWatch *watch, GError **error)
{
  g_autoptr (GPtrArray) schedules = NULL;

  tl_watch_say (watch, "scheduling %s", timing->path);
  schedules = tl_kernel_schedules_new (*executable, timing->target, timing->records, error);
  if (schedules == NULL || tl_kernel_schedules_n_untimed (schedules) == 0)
    return g_steal_pointer (&schedules);
  tl_watch_say (watch, "timing the records beside rules in %s", timing->path);
  return schedule_by_new_times (timing, executable, error);
}

/* --- printing --- */

static const TlKernelSchedule *
schedule_of (const TlModelComparison *comparison, TlModelSide side, guint kernel)
{
  return comparison->schedules[side]->pdata[kernel];
}

/* "record, alone 3.1 µs", "matmul", "rules, record 4.5 µs". */
static char *
describe (const TlKernelSchedule *schedule, double record_s)
{
  g_autofree char *alone = tl_format_seconds (record_s), *in_model = tl_format_seconds (schedule->times.record_s);

  if (schedule->origin == TL_KERNEL_BY_RECORD)
    return record_s > 0 ? g_strdup_printf ("record, alone %s", alone) : g_strdup ("record");
  if (schedule->times.record_s > 0)
    return g_strdup_printf ("rules, record %s", in_model);
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

  for (guint i = 0; i < n_kernels (comparison); i++)
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
  g_autofree char *rounds = g_strdup_printf ("model, %u rounds in turns", N_ROUNDS);

  printf (" %-*s | Calls | %9s | %9s |    Gain | Schedule\n", NAME_COLUMNS, "Kernel", before_title, after_title);
  for (guint i = 0; i < n_kernels (comparison); i++)
    print_kernel (comparison, i, record_s (comparison, records, i));
  print_total ("sum of the kernels", before_title, sum_of_kernels (comparison, TL_MODEL_BEFORE), after_title,
               sum_of_kernels (comparison, TL_MODEL_AFTER));
  print_total (rounds, before_title, comparison->whole_s[TL_MODEL_BEFORE], after_title, comparison->whole_s[TL_MODEL_AFTER]);
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
  tl_json_add_double (json, "before_s", comparison->whole_s[TL_MODEL_BEFORE]);
  tl_json_add_double (json, "after_s", comparison->whole_s[TL_MODEL_AFTER]);
  json_builder_set_member_name (json, "kernels");
  json_builder_begin_array (json);
  for (guint i = 0; i < n_kernels (comparison); i++)
    add_kernel (json, comparison, records, i);
  json_builder_end_array (json);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}
