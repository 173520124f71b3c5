/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cost-model/training-set.h"

#include "core/schedule/trace.h"

void
tl_training_set_clear (TlTrainingSet *set)
{
  g_clear_pointer (&set->features, g_ptr_array_unref);
  g_clear_pointer (&set->costs_s, g_array_unref);
  g_clear_pointer (&set->is_known, g_array_unref);
}

/* Trials whose traces this program does not replay any more are left out. */
static void
add_trial (TlTrainingSet *set, GHashTable *seen, TlState *start, const char *func_name, const TlTrialRow *row, const TlTarget *target)
{
  TlLatency latency;
  double cost_s = TL_COST_FAILED;
  if (row->trace_json == NULL || g_hash_table_contains (seen, &row->program_hash))
    return;
  g_autoptr (TlState) state = tl_trace_replay_json (start, row->trace_json, TRUE, FALSE, NULL);
  TlFeatures *features = state != NULL ? tl_features_extract_all (tl_state_module (state), func_name, target, NULL) : NULL;
  if (features == NULL)
    return;
  if (row->outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&row->outcome, &latency))
    cost_s = latency.median_s;
  gboolean is_known = cost_s < TL_COST_FAILED || row->outcome.kind == TL_OUTCOME_TIMEOUT || row->outcome.kind == TL_OUTCOME_PRUNED;
  g_hash_table_add (seen, g_memdup2 (&row->program_hash, sizeof row->program_hash));
  g_ptr_array_add (set->features, features);
  g_array_append_val (set->costs_s, cost_s);
  g_array_append_val (set->is_known, is_known);
}

gboolean
tl_training_set_load (TlTrainingSet *set, TlDatabase *database, gint64 workload_id, const TlModule *module, const char *func_name,
                      const TlTarget *target,
                      GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (TlState) checked = tl_state_new (module, 0), start = tl_state_unchecked (checked);
  *set = (TlTrainingSet) { .features = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_features_unref),
                       .costs_s = g_array_new (FALSE, FALSE, sizeof (double)), .is_known = g_array_new (FALSE, FALSE, sizeof (gboolean)) };
  for (guint r = 0; runs != NULL && r < runs->len; r++)
    {
      g_autoptr (GPtrArray) trials = tl_database_trials (database, ((TlRunRow *) runs->pdata[r])->id, error);
      if (trials == NULL)
        return FALSE;
      for (guint i = 0; i < trials->len; i++)
        add_trial (set, seen, start, func_name, trials->pdata[i], target);
    }
  return runs != NULL;
}
