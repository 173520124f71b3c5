/* SPDX-License-Identifier: Apache-2.0 */
/* Two schedules of a model, timed in turns: end to end and kernel by kernel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/analyze.h"
#include "app/commands/model.h"
#include "core/measure/model-run.h"

#define N_ROUNDS     5u
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
tl_model_comparison_add (TlModelComparison *comparison, TlModelSide side, const TlModelFlags *flags, TlRecords *records, GError **error)
{
  comparison->executables[side] = tl_model_plan (flags, NULL);
  if (comparison->executables[side] == NULL)
    return FALSE;
  comparison->schedules[side] = tl_kernel_schedules_new (comparison->executables[side], &flags->target, records, error);
  return comparison->schedules[side] != NULL;
}

/* Those of runs; kernels that prepare constants stand behind them. */
static guint
n_kernels (const TlModelComparison *comparison)
{
  const GPtrArray *kernels = comparison->executables[0]->kernels;
  guint            n = 0;

  while (n < kernels->len && ((const TlKernelTask *) kernels->pdata[n])->n_calls > 0)
    n++;
  return n;
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
tl_model_comparison_run (TlModelComparison *comparison, TlWorkerPool *pool, const TlModelFlags *flags, GCancellable *cancellable,
                         GError **error)
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
  options.budget_s = 5;
  tl_worker_pool_compare_models (pool, variants, TL_N_MODEL_SIDES, N_ROUNDS, &flags->target, &options, inputs, cancellable, outcomes);
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

/* --- printing --- */

static const TlKernelSchedule *
schedule_of (const TlModelComparison *comparison, TlModelSide side, guint kernel)
{
  return comparison->schedules[side]->pdata[kernel];
}

/* "record 3.1 µs", "rules". */
static char *
describe (const TlKernelSchedule *schedule, double record_s)
{
  g_autofree char *time = tl_format_seconds (record_s);

  if (schedule->origin == TL_KERNEL_BY_RECORD)
    return record_s > 0 ? g_strdup_printf ("record, alone %s", time) : g_strdup ("record");
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
  const TlKernelTask *kernel = comparison->executables[0]->kernels->pdata[index];

  json_builder_begin_object (json);
  tl_json_add_text (json, "name", kernel->name);
  tl_json_add_int (json, "calls", kernel->n_calls);
  tl_json_add_double (json, "before_s", comparison->kernel_s[TL_MODEL_BEFORE][index]);
  tl_json_add_double (json, "after_s", comparison->kernel_s[TL_MODEL_AFTER][index]);
  json_builder_set_member_name (json, "record");
  json_builder_add_boolean_value (json, schedule_of (comparison, TL_MODEL_AFTER, index)->origin == TL_KERNEL_BY_RECORD);
  tl_json_add_double (json, "record_s", record_s (comparison, records, index));
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
