/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/recorded-outcomes.h"

struct _TlTimings
{
  char       *path;
  GHashTable *outcomes;   /* guint64 → TlOutcome */
  GHashTable *compared;   /* the same, of those that took part in a comparison */
};

static void
outcome_free (gpointer data)
{
  tl_outcome_clear (data);
  g_free (data);
}

static void
add_trial (TlTimings *timings, const TlTrialRow *row)
{
  TlOutcome *outcome;

  if (row->trace_json == NULL || g_hash_table_contains (timings->outcomes, &row->program_hash))
    return;
  outcome = g_new0 (TlOutcome, 1);
  tl_trial_row_first_outcome (row, outcome);
  g_hash_table_insert (timings->outcomes, g_memdup2 (&row->program_hash, sizeof row->program_hash), outcome);
  if (row->comparison == 0)
    return;
  outcome = g_new0 (TlOutcome, 1);
  tl_outcome_copy (&row->outcome, outcome);
  g_hash_table_insert (timings->compared, g_memdup2 (&row->program_hash, sizeof row->program_hash), outcome);
}

static gboolean
add_workload (TlTimings *timings, TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      g_autoptr (GPtrArray) trials = tl_database_trials (database, ((const TlRunRow *) runs->pdata[i])->id, error);

      if (trials == NULL)
        return FALSE;
      for (guint k = 0; k < trials->len; k++)
        add_trial (timings, trials->pdata[k]);
    }
  return runs != NULL;
}

TlTimings *
tl_timings_load (const char *path, GError **error)
{
  g_autoptr (TlTimings) timings = g_new0 (TlTimings, 1);
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (GPtrArray) workloads = NULL;

  timings->path = g_strdup (path);
  timings->outcomes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, outcome_free);
  timings->compared = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, outcome_free);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "there is no project file %s to replay measurements from", path);
      return NULL;
    }
  database = tl_database_open (path, error);
  workloads = database != NULL ? tl_database_workloads (database, error) : NULL;
  if (workloads == NULL)
    return NULL;
  for (guint i = 0; i < workloads->len; i++)
    if (!add_workload (timings, database, ((const TlWorkloadRow *) workloads->pdata[i])->id, error))
      return NULL;
  return g_steal_pointer (&timings);
}

void
tl_timings_free (TlTimings *timings)
{
  g_hash_table_unref (timings->outcomes);
  g_hash_table_unref (timings->compared);
  g_free (timings->path);
  g_free (timings);
}

void
tl_timings_outcome (const TlTimings *timings, guint64 program_hash, TlOutcome *outcome)
{
  const TlOutcome *known = g_hash_table_lookup (timings->outcomes, &program_hash);

  if (known != NULL)
    tl_outcome_copy (known, outcome);
  else
    *outcome = (TlOutcome) { .kind = TL_OUTCOME_BUILD_ERROR, .message = g_strdup_printf ("%s has no recorded measurement of this program", timings->path) };
}

void
tl_timings_compared (const TlTimings *timings, guint64 program_hash, TlOutcome *outcome)
{
  const TlOutcome *known = g_hash_table_lookup (timings->compared, &program_hash);

  *outcome = (TlOutcome) { .kind = TL_OUTCOME_CANCELLED };
  if (known != NULL)
    tl_outcome_copy (known, outcome);
}
