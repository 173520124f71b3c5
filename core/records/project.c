/* SPDX-License-Identifier: Apache-2.0 */
/* The trials of a project file as tuning records. */
#include "core/records/records-private.h"

#include <math.h>
#include <string.h>

#define IMPORTED "imported"   /* the strategy of runs that records from elsewhere become */

typedef struct
{
  TlRecords        records;
  TlDatabase      *database;
  TlModuleEquality equality;
  /* Records come in long rows of one workload: which row of the file that is need not be found out by structure each time */
  GMutex           lock;
  TlModule        *last_module;
  gint64           last_workload_id;
  guint            next_number, n_comparisons;   /* of its trials */
} Project;

/* Ids of the workloads that match, all if @module is NULL. */
static GPtrArray *
matching_workloads (Project *project, const TlModule *module, GError **error)
{
  g_autoptr (GPtrArray) rows = tl_database_workloads (project->database, error);

  for (guint i = rows ? rows->len : 0; i-- > 0;)
    {
      const TlWorkloadRow *row = rows->pdata[i];

      if (module && !tl_module_equality_holds (project->equality, row->module, module))
        g_ptr_array_remove_index (rows, i);
    }
  return g_steal_pointer (&rows);
}

static gboolean
project_has_workload (TlRecords *records, const TlModule *module)
{
  g_autoptr (GPtrArray) rows = matching_workloads ((Project *) records, module, NULL);

  return rows && rows->len > 0;
}

/* Records rank by their times alone: one that does not rank as a trial has none if it would be before @best (nullable). */
static gboolean
has_time (const TlTrialRow *trial, const TlTrialRow *best)
{
  TlTrialRank rank = tl_trial_row_rank (trial), of_best = best ? tl_trial_row_rank (best) : (TlTrialRank) { 0 };

  return rank.latency_s == 0   /* it failed */
         || (!rank.is_implausible
             && (!best || rank.latency_s > of_best.latency_s || tl_trial_rank_counts (&rank, tl_trial_rank_n_comparisons (&of_best))));
}

/* A refused schedule has no trace and is no record. */
static void
add_record (GPtrArray *all, const TlWorkloadRow *workload, const TlRunRow *run, const TlTrialRow *trial, const TlTrialRow *best)
{
  double run_s = TL_RECORD_FAILED_S;
  TlLatency latency;
  TlRecord record = { .module = workload->module, .trace_json = trial->trace_json, .run_s = &run_s, 
                      .n_run_s = trial->outcome.kind != TL_OUTCOME_PREDICTED && has_time (trial, best),
                      .target = run->target };
  g_autofree char *args_info = NULL;

  if (!trial->trace_json)
    return;
  if (trial->outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&trial->outcome, &latency))
    run_s = latency.median_s;
  record.args_info = args_info = tl_record_args_info (workload->module);
  g_ptr_array_add (all, tl_record_dup (&record));
}

/* The program as it stands, which a run has measured: no schedule, so no record. */
static gboolean
is_start (const TlRunRow *run, const TlTrialRow *trial)
{
  return trial->number == run->first_number && g_strcmp0 (run->strategy, IMPORTED) != 0;
}

static gboolean
add_runs (Project *project, GPtrArray *all, const TlWorkloadRow *workload, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (project->database, workload->id, error);
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlTrialRow) best = runs ? tl_database_best (project->database, workload->id, &failure) : NULL;

  for (guint i = 0; runs && !failure && i < runs->len; i++)
    {
      const TlRunRow *run = runs->pdata[i];
      g_autoptr (GPtrArray) trials = tl_database_trials (project->database, run->id, &failure);

      for (guint k = 0; trials && k < trials->len; k++)
        if (!is_start (run, trials->pdata[k]))
          add_record (all, workload, run, trials->pdata[k], best);
    }
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return runs != NULL && !failure;
}

static GPtrArray *
project_all (TlRecords *records, const TlModule *module, GError **error)
{
  Project *project = (Project *) records;
  g_autoptr (GPtrArray) workloads = matching_workloads (project, module, error);
  g_autoptr (GPtrArray) all = tl_record_array_new ();

  if (!workloads)
    return NULL;
  for (guint i = workloads->len; i-- > 0;)    /* rows come newest first */
    if (!add_runs (project, all, workloads->pdata[i], error))
      return NULL;
  return g_steal_pointer (&all);
}

/* Records without steps are none (TVM's are not either), but for the program as it stands, which a run has measured. */
static gboolean
is_candidate (const TlRunRow *run, const TlTrialRow *trial, const TlRecord *record)
{
  return tl_record_is_valid (record) || is_start (run, trial);
}

/* The best @n of a workload, at the end of @all; *@is_whole: there are no more. */
static gboolean
add_fastest (Project *project, GPtrArray *all, const TlWorkloadRow *workload, guint n, gboolean *is_whole, GError **error)
{
  g_autoptr (GPtrArray) trials = tl_database_fastest (project->database, workload->id, n, error);

  *is_whole = trials && trials->len < n;
  for (guint i = 0; trials && i < trials->len; i++)
    {
      const TlTrialRow *trial = trials->pdata[i];
      g_autoptr (TlRunRow) run = tl_database_run (project->database, trial->run_id, error);

      if (!run)
        return FALSE;
      add_record (all, workload, run, trial, NULL);
      if (all->len > 0 && !is_candidate (run, trial, all->pdata[all->len - 1]))
        g_ptr_array_set_size (all, (gint) all->len - 1);
    }
  return trials != NULL;
}

/* Of each matching workload, which is one unless programs count as equal that are not; the program as it stands may be among them. */
static GPtrArray *
project_top (TlRecords *records, const TlModule *module, guint n, GError **error)
{
  Project *project = (Project *) records;
  g_autoptr (GPtrArray) workloads = matching_workloads (project, module, error), all = tl_record_array_new ();

  for (guint i = 0; workloads && i < workloads->len; i++)
    {
      guint n_before = all->len, n_asked = n;
      gboolean is_whole = FALSE;

      /* Some are no candidates: then others take their places. */
      while (all->len - n_before < n && !is_whole)
        {
          g_ptr_array_set_size (all, (gint) n_before);
          if (!add_fastest (project, all, workloads->pdata[i], n_asked, &is_whole, error))
            return NULL;
          n_asked = n_asked < G_MAXUINT / 2 ? 2 * n_asked : G_MAXUINT;
        }
    }
  if (!workloads)
    return NULL;
  if (workloads->len > 1)
    tl_record_array_sort (all);
  g_ptr_array_set_size (all, (gint) MIN (all->len, n));
  return g_steal_pointer (&all);
}

/* The fastest of @trials by predicted time becomes *@best; it stays where none is faster. */
static void
choose_predicted (const TlWorkloadRow *workload, const TlRunRow *run, const GPtrArray *trials, TlRecord **best)
{
  for (guint i = 0; i < trials->len; i++)
    {
      const TlTrialRow *trial = trials->pdata[i];
      double            seconds = trial->outcome.kind == TL_OUTCOME_PREDICTED ? tl_outcome_search_s (&trial->outcome) : 0;
      TlRecord          record = { .module = workload->module, .trace_json = trial->trace_json, .run_s = &seconds, .n_run_s = 1,
                                   .target = run->target, .is_predicted = TRUE };

      if (seconds <= 0 || !trial->trace_json || is_start (run, trial) || (*best && tl_record_mean_s (*best) <= seconds))
        continue;
      g_clear_pointer (best, tl_record_free);
      *best = tl_record_dup (&record);
    }
}

static TlRecord *
project_predicted (TlRecords *records, const TlModule *module, GError **error)
{
  Project *project = (Project *) records;
  g_autoptr (GPtrArray) workloads = matching_workloads (project, module, error);
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlRecord) best = NULL;

  for (guint i = 0; workloads && i < workloads->len && !failure; i++)
    {
      const TlWorkloadRow *workload = workloads->pdata[i];
      g_autoptr (GPtrArray) runs = tl_database_runs (project->database, workload->id, &failure);

      for (guint k = 0; runs && k < runs->len && !failure; k++)
        {
          const TlRunRow *run = runs->pdata[k];
          g_autoptr (GPtrArray) trials = tl_database_trials (project->database, run->id, &failure);

          if (trials)
            choose_predicted (workload, run, trials, &best);
        }
    }
  if (!failure)
    return g_steal_pointer (&best);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

/* --- writing --- */

/* The imported run of this workload and target; id 0 if there is none yet. */
static TlRunRow *
imported_run (Project *project, gint64 workload_id, const char *target, guint first_number, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (project->database, workload_id, error);
  TlRunRow *run;

  if (!runs)
    return NULL;
  for (guint i = 0; i < runs->len; i++)
    {
      run = runs->pdata[i];
      if (g_strcmp0 (run->strategy, IMPORTED) == 0 && g_strcmp0 (run->target, target) == 0)
        return g_ptr_array_steal_index (runs, i);
    }
  run = g_new0 (TlRunRow, 1);
  run->workload_id = workload_id;
  run->space = g_strdup (IMPORTED);
  run->strategy = g_strdup (IMPORTED);
  run->first_number = first_number;
  run->target = g_strdup (target);
  run->is_finished = TRUE;
  return run;
}

static gboolean
find_workload (Project *project, TlModule *module, gint64 *id, TlTrialRow *trial, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&project->lock);

  if (module != project->last_module)
    {
      g_clear_pointer (&project->last_module, tl_module_unref);
      if (!tl_database_add_workload (project->database, module, NULL, NULL, &project->last_workload_id, error)
          || !tl_database_count_trials (project->database, project->last_workload_id, &project->next_number, &project->n_comparisons,
                                        error))
        return FALSE;
      project->last_module = tl_module_ref (module);
    }
  *id = project->last_workload_id;
  trial->number = project->next_number++;
  trial->after_comparison = project->n_comparisons;
  return TRUE;
}

static guint
next_number (Project *project)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&project->lock);

  return project->next_number++;
}

static gboolean
project_commit (TlRecords *records, const TlRecord *record, GError **error)
{
  Project *project = (Project *) records;
  gboolean has_failed = tl_record_mean_s (record) >= TL_RECORD_FAILED_S;
  TlTrialRow trial = { .trace_json = record->trace_json, .finished_us = g_get_real_time (), .score = NAN };
  g_autoptr (TlRunRow) run = NULL;
  gint64 workload_id;

  if (!find_workload (project, record->module, &workload_id, &trial, error)
      || !(run = imported_run (project, workload_id, record->target, trial.number, error)))
    return FALSE;
  if (run->id == 0)
    trial.number = next_number (project);   /* the run's first number is of the program as it stands, which was not measured */
  run->n_trials_wanted++;
  if (!tl_database_save_run (project->database, run, error))
    return FALSE;
  trial.run_id = run->id;
  trial.outcome = (TlOutcome) { .kind = has_failed ? TL_OUTCOME_CANCELLED : TL_OUTCOME_OK, .samples_s = has_failed ? NULL : record->run_s,
                                .n_samples = has_failed ? 0 : record->n_run_s };
  if (has_failed)
    trial.outcome.message = (char *) (record->n_run_s > 0 ? "failed when it was measured" : "was not measured");
  return tl_database_add_trial (project->database, &trial, error);
}

static gboolean
project_begin (TlRecords *records, GError **error)
{
  return tl_database_begin (((Project *) records)->database, error);
}

static gboolean
project_end (TlRecords *records, gboolean is_kept, GError **error)
{
  return tl_database_end (((Project *) records)->database, is_kept, error);
}

static void
project_free (TlRecords *records)
{
  Project *project = (Project *) records;

  tl_database_unref (project->database);
  g_clear_pointer (&project->last_module, tl_module_unref);
  g_mutex_clear (&project->lock);
  g_free (project);
}

static const TlRecordsBackend backend = {
  .name = "project", .has_workload = project_has_workload, .commit = project_commit, .begin = project_begin, .end = project_end,
  .all = project_all, .top = project_top, .predicted = project_predicted, .free = project_free,
};

TlRecords *
tl_records_new_project (TlDatabase *database, TlModuleEquality equality)
{
  Project *project = g_new0 (Project, 1);

  project->records = (TlRecords) { &backend, 1 };
  project->database = tl_database_ref (database);
  project->equality = equality;
  g_mutex_init (&project->lock);
  return &project->records;
}

TlDatabase *
tl_records_database (TlRecords *records)
{
  return records->backend == &backend ? ((Project *) records)->database : NULL;
}
