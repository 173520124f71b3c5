/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/recorded-outcomes.h"

#include "core/base/error.h"

struct _TlRecordedOutcomes
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
add_trial (TlRecordedOutcomes *recorded, const TlTrialRow *row)
{
  TlOutcome *outcome;

  if (row->trace_json == NULL || g_hash_table_contains (recorded->outcomes, &row->program_hash))
    return;
  outcome = g_new0 (TlOutcome, 1);
  tl_trial_row_first_outcome (row, outcome);
  g_hash_table_insert (recorded->outcomes, g_memdup2 (&row->program_hash, sizeof row->program_hash), outcome);
  if (row->comparison == 0)
    return;
  outcome = g_new0 (TlOutcome, 1);
  tl_outcome_copy (&row->outcome, outcome);
  g_hash_table_insert (recorded->compared, g_memdup2 (&row->program_hash, sizeof row->program_hash), outcome);
}

static gboolean
add_workload (TlRecordedOutcomes *recorded, TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      g_autoptr (GPtrArray) trials = tl_database_trials (database, ((const TlRunRow *) runs->pdata[i])->id, error);

      if (trials == NULL)
        return FALSE;
      for (guint k = 0; k < trials->len; k++)
        add_trial (recorded, trials->pdata[k]);
    }
  return runs != NULL;
}

TlRecordedOutcomes *
tl_recorded_outcomes_load (const char *path, GError **error)
{
  g_autoptr (TlRecordedOutcomes) recorded = g_new0 (TlRecordedOutcomes, 1);
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (GPtrArray) workloads = NULL;

  recorded->path = g_strdup (path);
  recorded->outcomes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, outcome_free);
  recorded->compared = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, outcome_free);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "there is no project file %s to replay measurements from", path);
  database = tl_database_open (path, error);
  workloads = database != NULL ? tl_database_workloads (database, error) : NULL;
  if (workloads == NULL)
    return NULL;
  for (guint i = 0; i < workloads->len; i++)
    if (!add_workload (recorded, database, ((const TlWorkloadRow *) workloads->pdata[i])->id, error))
      return NULL;
  return g_steal_pointer (&recorded);
}

void
tl_recorded_outcomes_free (TlRecordedOutcomes *recorded)
{
  g_hash_table_unref (recorded->outcomes);
  g_hash_table_unref (recorded->compared);
  g_free (recorded->path);
  g_free (recorded);
}

void
tl_recorded_outcomes_outcome (const TlRecordedOutcomes *recorded, guint64 program_hash, TlOutcome *outcome)
{
  const TlOutcome *known = g_hash_table_lookup (recorded->outcomes, &program_hash);

  if (known != NULL)
    tl_outcome_copy (known, outcome);
  else
    *outcome = (TlOutcome) { .kind = TL_OUTCOME_BUILD_ERROR,
                             .message = g_strdup_printf ("%s has no recorded measurement of this program", recorded->path) };
}

void
tl_recorded_outcomes_compared (const TlRecordedOutcomes *recorded, guint64 program_hash, TlOutcome *outcome)
{
  const TlOutcome *known = g_hash_table_lookup (recorded->compared, &program_hash);

  *outcome = (TlOutcome) { .kind = TL_OUTCOME_CANCELLED };
  if (known != NULL)
    tl_outcome_copy (known, outcome);
}
