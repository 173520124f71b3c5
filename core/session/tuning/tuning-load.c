/* SPDX-License-Identifier: Apache-2.0 */
/* A run that is in the project file, for the window to show and to go on with. */
#include "core/base/extremum.h"
#include "core/schedule/trace.h"
#include "core/session/tuning/tuning-private.h"

/* The table's row: what all runs have found, and how far the newest one has come. */
static void
load_status (TlTuningTask *task, const TlRunRow *newest)
{
  TlTrialStore *store = tl_tuning_task_trials (task);
  TlTaskStatus  status = tl_tuning_task_status (task);
  TlTunerStatus over = { .is_over = TRUE };
  gint          best = tl_trial_store_best (store);
  guint         n_runs = tl_trial_store_n_runs (store);
  TlTrialRun    run = n_runs > 0 ? tl_trial_store_run (store, n_runs - 1) : (TlTrialRun) { 0 };

  status.n_trials = run.id == newest->id ? run.n - (run.has_start ? 1 : 0) : 0;
  status.is_done = newest->is_finished;
  status.best_s = best >= 0 ? tl_trial_store_get (store, (guint) best).latency_s : 0;
  status.start_s = tl_trial_store_baseline_s (store, &status.is_start_slower);
  tl_tuning_task_set_status (task, &status, &over);
}

/* All runs of the task's workload. FALSE with an error; without a run nothing happens. */
static gboolean
load_task (TlTuning *self, TlTuningTask *task, TlDatabase *database, GError **error)
{
  gint64                workload_id = tl_database_find_workload (database, tl_tuning_task_of (task)->module);
  g_autoptr (GPtrArray) runs = workload_id > 0 ? tl_database_runs (database, workload_id, error) : NULL;
  const TlRunRow       *newest = runs != NULL && runs->len > 0 ? runs->pdata[runs->len - 1] : NULL;
  guint                 n_others = 0;

  if (newest == NULL)
    return workload_id <= 0 || runs != NULL;
  if (!tl_trial_store_load (tl_tuning_task_trials (task), database, workload_id, &n_others, error))
    return FALSE;
  self->has_others |= n_others > 0;
  load_status (task, newest);
  self->n_wanted = MAX (self->n_wanted, newest->n_trials_wanted);
  self->is_resumable |= !newest->is_finished;
  return TRUE;
}

gboolean
tl_tuning_load_tasks (TlTuning *self, TlDatabase *database, GError **error)
{
  self->has_others = FALSE;
  for (guint i = 0; database != NULL && i < tl_tuning_n_tasks (self); i++)
    if (!load_task (self, tl_tuning_nth_task (self, i), database, error))
      return FALSE;
  return TRUE;
}

gboolean
tl_tuning_show_kind (TlTuning *self, gboolean is_predicted, TlDatabase *database, GError **error)
{
  gboolean ok;

  self->is_predicted = is_predicted;
  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    {
      TlTrialStore *store = tl_tuning_task_trials (tl_tuning_nth_task (self, i));

      tl_trial_store_clear (store);
      tl_trial_store_set_predicted (store, is_predicted);
    }
  ok = tl_tuning_load_tasks (self, database, error);
  tl_tuning_note_best (self);
  tl_tuning_emit_changed (self);
  return ok;
}

/* A variant whose steps no longer apply: as if the run had begun at the program. New reference. */
static TlState *
recorded_start (TlDatabase *database, TlState *root)
{
  g_autofree char *steps = tl_database_get (database, TL_TUNING_START_KEY);
  TlState         *start = steps != NULL ? tl_trace_replay_json (root, steps, TRUE, FALSE, NULL) : NULL;

  return start != NULL ? start : tl_state_ref (root);
}

/* The tasks that have a run; all of @module's functions were tuned, or some. */
static GPtrArray *
recorded_tasks (TlDatabase *database, const TlModule *module, GError **error)
{
  g_autoptr (GPtrArray) all = tl_tasks_extract (module, NULL, NULL, 0, error), names = g_ptr_array_new ();

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const TlTask         *task = all->pdata[i];
      gint64                workload_id = tl_database_find_workload (database, task->module);
      g_autoptr (GPtrArray) runs = workload_id > 0 ? tl_database_runs (database, workload_id, NULL) : NULL;

      for (guint k = 0; runs != NULL && runs->len > 0 && k < task->func_names->len; k++)
        g_ptr_array_add (names, task->func_names->pdata[k]);
    }
  if (all == NULL || names->len == 0)
    return g_steal_pointer (&all);
  g_ptr_array_add (names, NULL);
  return tl_tasks_extract (module, (const char *const *) names->pdata, NULL, 0, error);
}

static guint
n_trials (TlTuning *self)
{
  guint n = 0;

  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    n += tl_trial_store_n (tl_tuning_task_trials (tl_tuning_nth_task (self, i)));
  return n;
}

gboolean
tl_tuning_load (TlTuning *self, TlDatabase *database, TlState *root, GError **error)
{
  g_autoptr (TlState)   start = recorded_start (database, root);
  g_autoptr (GPtrArray) tasks_of = recorded_tasks (database, tl_state_module (start), error);
  g_autofree char      *settings = tl_database_get (database, TL_TUNING_CONFIG_KEY);

  tl_tuning_clear (self);
  if (tasks_of == NULL)
    return FALSE;
  if (settings != NULL)
    {
      tl_tune_config_read (&self->config, settings, NULL);   /* a script that is gone is no reason to show nothing */
      self->is_predicted = self->config.is_dry;
    }
  tl_tuning_set_tasks (self, tasks_of, start);
  if (!tl_tuning_load_tasks (self, database, error))
    return FALSE;
  if (n_trials (self) == 0 && self->has_others && !tl_tuning_show_kind (self, !self->is_predicted, database, error))
    return FALSE;
  if (settings != NULL)
    self->n_wanted = MAX (self->n_wanted, self->config.budget.max_trials_global);
  self->is_resumable &= tl_tuning_n_done (self) < self->n_wanted;
  if (tl_tuning_n_done (self) == 0)
    tl_tuning_clear (self);
  tl_tuning_note_best (self);
  tl_tuning_emit_changed (self);
  return TRUE;
}
