/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-profile-private.h"

#include <string.h>

#include "core/analysis/roofline.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/default-schedules/kernel-schedules.h"

#define INPUT_SEED 1u
#define BUDGET_S   3.0     /* of the runs: a person waits … */
#define ROUND_S    1.0     /* … also for each round of a comparison */

TlModelProfile *
tl_model_profile_new (const TlModelFacts *facts, TlWorkerPool *pool, TlDatabase *database, const TlTarget *target)
{
  TlModelProfile *profile = g_new0 (TlModelProfile, 1);

  profile->module = tl_module_ref (facts->module);
  profile->func_name = g_strdup (facts->func_name);
  profile->pool = tl_worker_pool_ref (pool);
  profile->database = database != NULL ? tl_database_ref (database) : NULL;
  profile->target = *target;
  profile->rules_s = -1;
  return profile;
}

void
tl_model_profile_free (TlModelProfile *profile)
{
  g_clear_pointer (&profile->executable, tl_executable_free);
  g_clear_pointer (&profile->schedules, g_ptr_array_unref);
  g_clear_pointer (&profile->pool, tl_worker_pool_unref);
  g_clear_pointer (&profile->database, tl_database_unref);
  g_clear_pointer (&profile->module, tl_module_unref);
  g_free (profile->func_name);
  g_free (profile->roof_s);
  g_free (profile->call_s);
  g_free (profile->rules_kernel_s);
  g_free (profile);
}

/* --- in a thread --- */

static void
find_roofs (TlModelProfile *profile)
{
  const GPtrArray *kernels = profile->executable->kernels;
  TlMachine        machine = { 0 };

  tl_machine_load (&machine);
  profile->roof_s = g_new0 (double, kernels->len + 1);
  for (guint i = 0; i < kernels->len; i++)
    {
      TlRoof roof = tl_roof_of (((TlKernelTask *) kernels->pdata[i])->module->prims[0], &machine, (guint) profile->target.num_cores);

      profile->roof_s[i] = tl_roof_s (&roof);
    }
}

/* As the schedules of the profile say. */
static gboolean
run_alone (TlModelProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) inputs = tl_executable_make_inputs (profile->executable, INPUT_SEED, error);
  g_autoptr (GPtrArray) modules = tl_kernel_schedules_modules (profile->schedules);
  TlModelOutcome        outcome;
  gboolean              ok;

  if (inputs == NULL)
    return FALSE;
  profile->options.profile = TRUE;
  profile->options.budget_s = BUDGET_S;
  tl_worker_pool_run_model (profile->pool, profile->executable, modules, &profile->target, &profile->options, inputs, cancellable,
                            &outcome);
  ok = outcome.whole.kind == TL_OUTCOME_OK
       || tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", _(tl_outcome_title (outcome.whole.kind)),
                   outcome.whole.message != NULL ? outcome.whole.message : _("no reason given"));
  profile->call_s = g_steal_pointer (&outcome.call_s);
  tl_outcome_latency (&outcome.whole, &profile->whole);
  tl_model_outcome_clear (&outcome);
  return ok;
}

/* Those that the model gets, or those by rules where there are no records. */
static void
take_side (TlModelProfile *profile, TlModelComparison *comparison, TlModelSide side)
{
  profile->executable = g_steal_pointer (&comparison->executables[side]);
  profile->schedules = g_steal_pointer (&comparison->schedules[side]);
  if (comparison->whole[side].n_samples == 0)
    return;
  profile->call_s = g_steal_pointer (&comparison->call_s[side]);
  profile->whole = comparison->whole[side];
  profile->rules_s = comparison->whole[TL_MODEL_BEFORE].median_s;
  profile->rules_kernel_s = g_steal_pointer (&comparison->kernel_s[TL_MODEL_BEFORE]);
}

static gboolean
uses_record (const GArray *times)
{
  for (guint i = 0; i < times->len; i++)
    if (g_array_index (times, TlKernelTimes, i).uses_record)
      return TRUE;
  return FALSE;
}

static gboolean
run (TlModelProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (TlRecords) records = profile->database != NULL ? tl_records_new_project (profile->database, TL_MODULE_EQUALITY_STRUCTURAL)
                                                            : NULL;
  TlModelTiming timing = { profile->module, profile->func_name, &profile->target, records, profile->pool, profile->options, cancellable };
  g_auto (TlModelComparison) comparison = { { NULL } };
  g_autoptr (GArray)         times = NULL;

  timing.options.profile = TRUE;
  timing.options.budget_s = ROUND_S;
  times = tl_model_time_records (&timing, &comparison, error);
  if (times == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  take_side (profile, &comparison, uses_record (times) ? TL_MODEL_AFTER : TL_MODEL_BEFORE);
  find_roofs (profile);
  return profile->call_s != NULL || run_alone (profile, cancellable, error);
}

gboolean
tl_model_profile_run (TlModelProfile *profile, TlModelRunFunc progress, gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean           ok;

  profile->options = tl_model_run_options_default ();
  profile->options.progress = progress;
  profile->options.progress_data = progress_data;
  ok = run (profile, cancellable, &failure);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return ok || tl_propagate (error, g_steal_pointer (&failure));
}

/* --- on the main thread --- */

static TlModelKernel *
find_kernel (TlModelFacts *facts, const char *name)
{
  for (guint i = 0; i < facts->kernels->len; i++)
    if (strcmp (((TlModelKernel *) facts->kernels->pdata[i])->name, name) == 0)
      return facts->kernels->pdata[i];
  return NULL;
}

static void
take_schedules (TlModelFacts *facts, const TlModelProfile *profile)
{
  for (guint i = 0; profile->schedules != NULL && i < profile->schedules->len; i++)
    {
      const TlKernelSchedule *schedule = profile->schedules->pdata[i];
      TlModelKernel          *kernel = find_kernel (facts, ((TlKernelTask *) profile->executable->kernels->pdata[i])->name);

      if (kernel == NULL)
        continue;
      g_clear_pointer (&kernel->state, tl_state_unref);
      kernel->state = tl_state_ref (schedule->state);
      g_free (kernel->how);
      kernel->how = g_strdup (schedule->how);
      kernel->by_record = schedule->origin == TL_KERNEL_BY_RECORD;
      kernel->roof_s = profile->roof_s != NULL ? profile->roof_s[i] * kernel->n_calls : 0;
      kernel->seconds = kernel->share = kernel->rules_s = -1;
      if (profile->rules_kernel_s != NULL && i < tl_executable_n_run_kernels (profile->executable))
        kernel->rules_s = profile->rules_kernel_s[i];
    }
}

/* Calls by the variables that they are bound to; what is no call of a kernel takes no time. */
static void
take_times (TlModelFacts *facts, const TlModelProfile *profile)
{
  g_autoptr (GHashTable) times = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree double     *seconds = g_new0 (double, facts->graph->n_calls + 1);
  double                 sum = 0;
  guint                  call = 0;

  for (guint i = 0; i < profile->executable->calls->len; i++)
    g_hash_table_insert (times, ((TlKernelCall *) profile->executable->calls->pdata[i])->name, &profile->call_s[i]);
  for (guint i = 0; i < facts->kernels->len; i++)
    ((TlModelKernel *) facts->kernels->pdata[i])->seconds = 0;
  for (guint i = 0; i < facts->graph->n_nodes; i++)
    if (facts->graph->nodes[i].kind == TL_MODEL_CALL)
      {
        const double *time = g_hash_table_lookup (times, facts->graph->nodes[i].var->name);

        if (facts->kernel_of_node[i] >= 0 && time != NULL)
          ((TlModelKernel *) facts->kernels->pdata[facts->kernel_of_node[i]])->seconds += *time;
        seconds[call++] = time != NULL ? *time : 0;
        sum += time != NULL ? *time : 0;
      }
  tl_model_graph_set_times (facts->graph, seconds, facts->graph->n_calls);
  for (guint i = 0; i < facts->kernels->len; i++)
    {
      TlModelKernel *kernel = facts->kernels->pdata[i];

      kernel->share = sum > 0 ? kernel->seconds / sum : -1;
    }
  for (guint i = 0; i < facts->graph->n_nodes; i++)
    {
      const TlModelKernel *kernel = tl_model_facts_kernel_of (facts, (gint) i);

      facts->graph->nodes[i].roof = kernel != NULL && kernel->roof_s > 0 && kernel->seconds > 0 ? kernel->roof_s / kernel->seconds : -1;
    }
}

void
tl_model_facts_take_profile (TlModelFacts *facts, const TlModelProfile *profile)
{
  gboolean is_timed = profile->whole.n_samples > 0;

  take_schedules (facts, profile);
  if (profile->call_s != NULL)
    take_times (facts, profile);
  facts->median_s = is_timed ? profile->whole.median_s : -1;
  facts->most_s = is_timed ? profile->whole.most_s : -1;
  facts->n_samples = profile->whole.n_samples;
  facts->rules_s = profile->rules_s;
}
