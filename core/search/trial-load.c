/* SPDX-License-Identifier: Apache-2.0 */
/* Trials from a project file. */
#include "core/search/trial-store.h"

static void
add_records (GArray *records, TlDecisionReader *reader, const TlRunRow *run, GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      TlTrialRow   *row = g_ptr_array_index (rows, i);
      TlTrialRecord record = { .number = row->number, .row_id = row->id, .run_id = run->id, .is_start = row->number == run->first_number,
                               .elapsed_s = row->elapsed_s, .score = row->score, .program_hash = row->program_hash,
                               .origin = row->origin };

      tl_trial_record_set_outcome (&record, &row->outcome, row->comparison, row->after_comparison);
      if (row->first_samples_s != NULL)
        record.first_s = tl_trial_row_first_latency_s (row);
      record.decisions = tl_decision_reader_read (reader, row->trace_json, NULL);
      g_array_append_val (records, record);
    }
}

static void
clear_record (gpointer data)
{
  TlTrialRecord *record = data;

  g_free (record->message);
  g_clear_pointer (&record->decisions, tl_decision_row_free);
}

/* A reader of the workload's traces, whose program is in the file, too. */
static TlDecisionReader *
reader_for (TlDatabase *database, gint64 workload_id)
{
  g_autoptr (GPtrArray) workloads = tl_database_workloads (database, NULL);
  g_autoptr (TlState)   start = NULL, unchecked = NULL;

  for (guint i = 0; workloads != NULL && start == NULL && i < workloads->len; i++)
    {
      const TlWorkloadRow *row = workloads->pdata[i];

      if (row->id == workload_id && row->module != NULL)
        start = tl_state_new (row->module, 0);
    }
  if (start != NULL)
    unchecked = tl_state_unchecked (start);
  return tl_decision_reader_new (unchecked);
}

/* Whether a run of these trials was dry. */
static gboolean
are_predicted (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    if (((const TlTrialRow *) rows->pdata[i])->outcome.kind == TL_OUTCOME_PREDICTED)
      return TRUE;
  return FALSE;
}

gboolean
tl_trial_store_load (TlTrialStore *store, TlDatabase *database, gint64 workload_id, guint *n_others, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);
  g_autoptr (GArray)    records = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  g_autoptr (TlDecisionReader) reader = reader_for (database, workload_id);

  g_array_set_clear_func (records, clear_record);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const TlRunRow       *run = runs->pdata[i];
      g_autoptr (GPtrArray) rows = tl_database_trials (database, run->id, error);

      if (rows == NULL)
        return FALSE;
      if (are_predicted (rows) == tl_trial_store_is_predicted (store))
        add_records (records, reader, run, rows);
      else
        ++*n_others;
    }
  if (runs == NULL)
    return FALSE;
  tl_trial_store_append (store, (TlTrialRecord *) (gpointer) records->data, records->len);
  g_array_set_clear_func (records, NULL);   /* the store has what they own */
  return TRUE;
}
