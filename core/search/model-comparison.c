/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/model-comparison.h"

#include <stdlib.h>

#include "core/base/error.h"

#define N_ROUNDS   5u
#define BUDGET_S   2.0   /* of a round of one side */
#define INPUT_SEED 1u

TlModelRunOptions
tl_model_timing_options (void)
{
  TlModelRunOptions options = tl_model_run_options_default ();

  options.profile = TRUE;
  options.budget_s = BUDGET_S;
  return options;
}

void
tl_model_comparison_clear (TlModelComparison *comparison)
{
  for (guint i = 0; i < TL_N_MODEL_SIDES; i++)
    {
      g_clear_pointer (&comparison->executables[i], tl_executable_free);
      g_clear_pointer (&comparison->schedules[i], g_ptr_array_unref);
      g_clear_pointer (&comparison->call_s[i], g_free);
      g_clear_pointer (&comparison->kernel_s[i], g_free);
    }
}

gboolean
tl_model_comparison_add (TlModelComparison *comparison, TlModelSide side, const TlModelTiming *timing, TlRecords *records,
                         const GArray *times, GError **error)
{
  g_clear_pointer (&comparison->schedules[side], g_ptr_array_unref);
  g_clear_pointer (&comparison->executables[side], tl_executable_free);
  comparison->executables[side] = tl_executable_new (timing->lowered, timing->func_name, error);
  if (comparison->executables[side] != NULL)
    comparison->schedules[side] = tl_kernel_schedules_new_by_times (comparison->executables[side], timing->target, records, times, error);
  return comparison->schedules[side] != NULL;
}

guint
tl_model_comparison_n_kernels (const TlModelComparison *comparison)
{
  return tl_executable_n_run_kernels (comparison->executables[TL_MODEL_BEFORE]);
}

static const TlKernelSchedule *
schedule_of (const TlModelComparison *comparison, TlModelSide side, guint kernel)
{
  return comparison->schedules[side]->pdata[kernel];
}

void
tl_model_comparison_count (const TlModelComparison *comparison, TlModelSide side, guint *n_records, guint *n_used, guint *n_kernels)
{
  *n_records = *n_used = 0;
  *n_kernels = tl_model_comparison_n_kernels (comparison);
  for (guint i = 0; i < *n_kernels; i++)
    {
      *n_records += schedule_of (comparison, side, i)->times.record != 0;
      *n_used += schedule_of (comparison, side, i)->origin == TL_KERNEL_BY_RECORD;
    }
}

guint
tl_model_comparison_n_rounds (void)
{
  return N_ROUNDS;
}

/* --- figures of rounds --- */

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double values[static N_ROUNDS])
{
  qsort (values, N_ROUNDS, sizeof *values, compare_doubles);
  return N_ROUNDS % 2 == 1 ? values[N_ROUNDS / 2] : (values[N_ROUNDS / 2 - 1] + values[N_ROUNDS / 2]) / 2;
}

static const TlModelOutcome *
outcome_of (const TlModelOutcome *outcomes, TlModelSide side, guint round)
{
  return &outcomes[round * TL_N_MODEL_SIDES + side];
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
summarize_whole (TlLatency *whole, TlModelSide side, const TlModelOutcome *outcomes)
{
  double median_s[N_ROUNDS], most_s[N_ROUNDS];

  *whole = (TlLatency) { 0 };
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      TlLatency latency = { 0 };

      tl_outcome_latency (&outcome_of (outcomes, side, round)->whole, &latency);
      median_s[round] = latency.median_s;
      most_s[round] = latency.most_s;
      whole->n_samples += latency.n_samples;
    }
  whole->median_s = median (median_s);
  whole->most_s = median (most_s);
}

static void
summarize (TlModelComparison *comparison, TlModelSide side, const TlModelOutcome *outcomes)
{
  guint  n_calls = comparison->executables[side]->calls->len, n_kernels = tl_model_comparison_n_kernels (comparison);
  double times[N_ROUNDS];

  summarize_whole (&comparison->whole[side], side, outcomes);
  g_free (comparison->call_s[side]);
  g_free (comparison->kernel_s[side]);
  comparison->call_s[side] = g_new0 (double, n_calls + 1);
  comparison->kernel_s[side] = g_new0 (double, n_kernels + 1);
  for (guint i = 0; i < n_calls; i++)
    {
      for (guint round = 0; round < N_ROUNDS; round++)
        times[round] = outcome_of (outcomes, side, round)->call_s[i];
      comparison->call_s[side][i] = median (times);
    }
  for (guint k = 0; k < n_kernels; k++)
    {
      for (guint round = 0; round < N_ROUNDS; round++)
        times[round] = kernel_s (comparison, side, outcome_of (outcomes, side, round), k);
      comparison->kernel_s[side][k] = median (times);
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
  TlModelOutcome        outcomes[N_ROUNDS * TL_N_MODEL_SIDES];
  gboolean              ok = TRUE;

  if (inputs == NULL)
    return FALSE;
  tl_worker_pool_compare_models (timing->pool, variants, TL_N_MODEL_SIDES, N_ROUNDS, timing->target, &timing->options, inputs,
                                 timing->cancellable, outcomes);
  for (guint i = 0; ok && i < G_N_ELEMENTS (outcomes); i++)
    if (outcomes[i].whole.kind != TL_OUTCOME_OK || outcomes[i].call_s == NULL)
      ok = tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s: %s", tl_outcome_title (outcomes[i].whole.kind),
                    outcomes[i].whole.message != NULL ? outcomes[i].whole.message : "not run");
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

  for (guint i = 0; i < tl_model_comparison_n_kernels (comparison); i++)
    {
      TlKernelTimes times = { .record = schedule_of (comparison, TL_MODEL_AFTER, i)->times.record };

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

/* How many of the kernels keep their records. */
static guint
count_used (const GArray *times)
{
  guint n = 0;

  for (guint i = 0; i < times->len; i++)
    n += g_array_index (times, TlKernelTimes, i).uses_record;
  return n;
}

/* Kernels are timed with others before and after them, which the choice changes: if it does not make the whole faster, rules stay. */
static gboolean
check_whole (TlModelComparison *comparison, const TlModelTiming *timing, GArray *times, guint n_records, GError **error)
{
  guint n_used = count_used (times);

  if (n_used > 0 && n_used < n_records
      && (!tl_model_comparison_add (comparison, TL_MODEL_AFTER, timing, timing->records, times, error)
          || !tl_model_comparison_run (comparison, timing, error)))
    return FALSE;
  for (guint i = 0; i < times->len && comparison->whole[TL_MODEL_AFTER].median_s >= comparison->whole[TL_MODEL_BEFORE].median_s; i++)
    g_array_index (times, TlKernelTimes, i).uses_record = FALSE;
  return TRUE;
}

GArray *
tl_model_time_records (const TlModelTiming *timing, TlModelComparison *comparison, GError **error)
{
  g_autoptr (GArray) times = NULL;
  guint              n_records = 0, n_used = 0, n_kernels;

  if (!tl_model_comparison_add (comparison, TL_MODEL_BEFORE, timing, NULL, NULL, error)
      || (timing->records != NULL && !tl_model_comparison_add (comparison, TL_MODEL_AFTER, timing, timing->records, NULL, error)))
    return NULL;
  n_kernels = tl_model_comparison_n_kernels (comparison);
  if (timing->records != NULL)
    tl_model_comparison_count (comparison, TL_MODEL_AFTER, &n_records, &n_used, &n_kernels);
  if (n_used > 0 && !tl_model_comparison_run (comparison, timing, error))
    return NULL;
  times = n_used > 0 ? take_times (comparison) : g_array_new (FALSE, TRUE, sizeof (TlKernelTimes));
  g_array_set_size (times, n_kernels);
  if (n_used > 0
      && (!check_whole (comparison, timing, times, n_records, error)
          || !tl_kernel_times_save (timing->records, comparison->executables[TL_MODEL_BEFORE], timing->target, times, error)))
    return NULL;
  return g_steal_pointer (&times);
}
