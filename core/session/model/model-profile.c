/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-profile-private.h"

#include <string.h>

#include "core/analysis/roofline.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/default-schedules/kernel-schedules.h"

#define INPUT_SEED 1u
#define BUDGET_S   3.0     /* of the runs: a person waits */

TlModelProfile *
tl_model_profile_new (const TlModelFacts *facts, TlWorkerPool *pool, const TlTarget *target)
{
  TlModelProfile *profile = g_new0 (TlModelProfile, 1);

  profile->module = tl_module_ref (facts->module);
  profile->func_name = g_strdup (facts->func_name);
  profile->pool = tl_worker_pool_ref (pool);
  profile->target = *target;
  return profile;
}

void
tl_model_profile_free (TlModelProfile *profile)
{
  g_clear_pointer (&profile->executable, tl_executable_free);
  g_clear_pointer (&profile->schedules, g_ptr_array_unref);
  g_clear_pointer (&profile->pool, tl_worker_pool_unref);
  g_clear_pointer (&profile->module, tl_module_unref);
  g_free (profile->func_name);
  g_free (profile->roof_s);
  tl_model_outcome_clear (&profile->outcome);
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

gboolean
tl_model_profile_run (TlModelProfile *profile, TlModelRunFunc progress, gpointer progress_data, GCancellable *cancellable, GError **error)
{
  TlModelRunOptions     options = tl_model_run_options_default ();
  g_autoptr (GPtrArray) inputs = NULL, modules = NULL;
  const TlOutcome      *whole = &profile->outcome.whole;

  options.profile = TRUE;
  options.budget_s = BUDGET_S;
  options.progress = progress;
  options.progress_data = progress_data;
  profile->executable = tl_executable_new (profile->module, profile->func_name, error);
  inputs = profile->executable != NULL ? tl_executable_make_inputs (profile->executable, INPUT_SEED, error) : NULL;
  if (inputs == NULL)
    return FALSE;
  profile->schedules = tl_kernel_schedules_new (profile->executable, &profile->target, NULL, error);
  if (profile->schedules == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  find_roofs (profile);
  modules = tl_kernel_schedules_modules (profile->schedules);
  tl_worker_pool_run_model (profile->pool, profile->executable, modules, &profile->target, &options, inputs, cancellable,
                            &profile->outcome);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return whole->kind == TL_OUTCOME_OK || tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", _(tl_outcome_title (whole->kind)),
                                                  whole->message != NULL ? whole->message : _("no reason given"));
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
      kernel->roof_s = profile->roof_s != NULL ? profile->roof_s[i] * kernel->n_calls : 0;
      kernel->seconds = kernel->share = -1;
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
    g_hash_table_insert (times, ((TlKernelCall *) profile->executable->calls->pdata[i])->name, &profile->outcome.call_s[i]);
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
}

void
tl_model_facts_take_profile (TlModelFacts *facts, const TlModelProfile *profile)
{
  TlLatency latency;

  take_schedules (facts, profile);
  facts->median_s = facts->most_s = -1;
  if (profile->outcome.call_s != NULL)
    take_times (facts, profile);
  if (!tl_outcome_latency (&profile->outcome.whole, &latency))
    return;
  facts->median_s = latency.median_s;
  facts->most_s = latency.most_s;
  facts->n_samples = latency.n_samples;
}
