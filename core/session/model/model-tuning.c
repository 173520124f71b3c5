/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-tuning-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/ir/compare.h"
#include "core/records/records.h"
#include "core/schedule/trace.h"
#include "core/session/project-storage-private.h"
#include "core/session/recent.h"
#include "core/session/tuning/tuning-pace.h"
#include "core/session/tuning/tuning-start.h"

struct _TlModelTuning
{
  TlModelTuningFunc on_changed, on_ended;
  gpointer          user_data;
  TlTuning         *run;
  gboolean          is_running;      /* on_ended is still to be called */
  guint             n_earlier;       /* trials of the runs before this one */
  /* The project; NULL before the first run */
  char             *path;
  TlDatabase       *database;
  TlStorageError   *storage_error;
  char             *unsaved;         /* why trials are in memory alone; nullable */
};

/* --- the project --- */

/* The same kernels are the same file, whatever the model was read from. */
static char *
project_path (const TlModelFacts *facts)
{
  g_autofree char *folder = tl_drafts_folder (), *title = g_strdelimit (g_strdup (facts->title), "/\\", '-'), *name = NULL;
  guint64          hash = 0;

  for (guint i = 0; i < facts->kernels->len; i++)
    hash = hash * 31 + tl_module_hash (((const TlModelKernel *) facts->kernels->pdata[i])->module);
  name = g_strdup_printf ("%s %08x.tileloom", title, (guint) (hash ^ (hash >> 32)));
  return g_build_filename (folder, name, NULL);
}

static void
on_storage_error (const char *why, gpointer user_data)
{
  TlModelTuning *self = user_data;

  g_free (self->unsaved);
  self->unsaved = g_strdup_printf (_("The trials are not kept: %s"), why);
  self->on_changed (self->user_data);
}

/* Made if it is not there. */
static gboolean
open_project (TlModelTuning *self, const TlModelFacts *facts, GError **error)
{
  g_autofree char *path = project_path (facts);

  if (self->database != NULL)
    return TRUE;
  self->database = tl_storage_error_open_database (path, &self->storage_error, error);
  if (self->database == NULL)
    return FALSE;
  self->path = g_steal_pointer (&path);
  tl_storage_error_listen (self->storage_error, on_storage_error, self);
  return TRUE;
}

void
tl_model_tuning_open (TlModelTuning *self, TlModelFacts *facts)
{
  g_autofree char   *path = project_path (facts);
  g_autoptr (TlState) start = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) || !open_project (self, facts, NULL))
    return;
  start = tl_state_new (facts->module, 0);
  if (tl_tuning_load (self->run, self->database, start, NULL))
    tl_model_facts_take_tuning (facts, self);
}

/* --- the run --- */

/* Without those of the program as it stands. */
static guint
n_trials (TlTuning *run)
{
  GListModel *tasks = tl_tuning_tasks (run);
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TlTrialStore            *store = tl_tuning_task_trials (task);

      n += tl_trial_store_n (store);
      for (guint k = 0; k < tl_trial_store_n_runs (store); k++)
        n -= tl_trial_store_run (store, k).has_start;
    }
  return n;
}

gboolean
tl_model_tuning_start (TlModelTuning *self, const TlModelFacts *facts, const TlTuneConfig *config, const TlTarget *target,
                       TlWorkerPool *pool, GError **error)
{
  g_autofree char    *target_text = tl_target_to_text (target);
  g_autoptr (TlState) start = tl_state_new (facts->module, config->seed);
  TlTuningRequest     request = { .start = start, .config = *config, .pool = pool, .title = facts->title };

  if (!open_project (self, facts, error) || !tl_database_record_machine (self->database, error))
    return FALSE;
  request.database = self->database;
  request.config.target = g_intern_string (target_text);
  request.config.warm_start = TRUE;
  self->is_running = tl_tuning_start (self->run, &request, error);
  self->n_earlier = self->is_running ? n_trials (self->run) : 0;
  return self->is_running;
}

typedef struct
{
  TlDatabase *database;
  TlModule   *kernel;
  char       *trace, *target;
  double      run_s;
} KeptSchedule;

static void
kept_schedule_free (gpointer data)
{
  KeptSchedule *kept = data;

  tl_database_unref (kept->database);
  tl_module_unref (kept->kernel);
  g_free (kept->trace);
  g_free (kept->target);
  g_free (kept);
}

static gboolean
keep (const KeptSchedule *kept, GError **error)
{
  g_autofree char      *time = NULL;
  g_autoptr (TlRecords) records = NULL;
  TlRecord              record = { .module = kept->kernel, .trace_json = kept->trace, .run_s = (double *) &kept->run_s, .n_run_s = 1,
                                   .target = kept->target };
  g_autoptr (TlRecord)  best = NULL;

  if (!tl_database_record_machine (kept->database, error))
    return FALSE;
  records = tl_records_new_project (kept->database, TL_MODULE_EQUALITY_STRUCTURAL);
  best = tl_records_best (records, kept->kernel, NULL);
  if (best == NULL || tl_record_mean_s (best) >= kept->run_s)
    return tl_records_commit (records, &record, error);
  time = tl_format_seconds (tl_record_mean_s (best));
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_EXISTS, _("A faster schedule of this kernel is known already, which takes %s"), time);
}

static void
keep_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (keep (task_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
tl_model_tuning_keep_async (TlModelTuning *self, const TlModelFacts *facts, TlModule *kernel, const TlState *state, double run_s,
                            const TlTarget *target, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  GError           *error = NULL;
  KeptSchedule     *kept;

  if (!open_project (self, facts, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  kept = g_new0 (KeptSchedule, 1);
  *kept = (KeptSchedule) {
    tl_database_ref (self->database), tl_module_ref (kernel), tl_trace_to_json (state, TL_DIALECT_CLASSIC), tl_target_to_text (target),
    run_s,
  };
  g_task_set_task_data (task, kept, kept_schedule_free);
  g_task_run_in_thread (task, keep_in_thread);
}

gboolean
tl_model_tuning_keep_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_run_changed (TlModelTuning *self)
{
  if (self->is_running && !tl_tuning_is_active (self->run) && tl_tuning_state (self->run) == TL_TUNING_DONE)
    {
      self->is_running = FALSE;
      self->on_ended (self->user_data);
    }
  else
    self->on_changed (self->user_data);
}

void
tl_model_tuning_close (TlModelTuning *self)
{
  self->is_running = FALSE;
  g_signal_handlers_block_by_func (self->run, on_run_changed, self);
  tl_tuning_clear (self->run);
  g_signal_handlers_unblock_by_func (self->run, on_run_changed, self);
  g_clear_pointer (&self->database, tl_database_unref);
  g_clear_pointer (&self->storage_error, tl_storage_error_close);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->unsaved, g_free);
}

static TlModelKernel *
find_kernel (TlModelFacts *facts, const char *name)
{
  for (guint i = 0; i < facts->kernels->len; i++)
    if (strcmp (((TlModelKernel *) facts->kernels->pdata[i])->name, name) == 0)
      return facts->kernels->pdata[i];
  return NULL;
}

void
tl_model_facts_take_tuning (TlModelFacts *facts, TlModelTuning *self)
{
  GListModel *tasks = tl_tuning_tasks (self->run);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      GPtrArray               *names = tl_tuning_task_func_names (task);
      TlTaskStatus             status = tl_tuning_task_status (task);

      for (guint k = 0; k < names->len; k++)
        {
          TlModelKernel *kernel = find_kernel (facts, names->pdata[k]);

          if (kernel == NULL)
            continue;
          kernel->is_tuned = TRUE;
          kernel->best_s = status.best_s;
          kernel->n_trials = status.n_trials;
          kernel->is_done = status.is_done;
        }
    }
}

/* --- what there is to see --- */

TlTuning *
tl_model_tuning_run (TlModelTuning *self)
{
  return self->run;
}

guint
tl_model_tuning_n_expected (TlModelTuning *self)
{
  return tl_tuning_is_active (self->run) ? self->n_earlier + tl_tuning_n_wanted (self->run) : 0;
}

TlDatabase *
tl_model_tuning_database (TlModelTuning *self)
{
  return self->database;
}

const char *
tl_model_tuning_path (TlModelTuning *self)
{
  return self->path;
}

/* The task whose fastest candidates are compared, which gives no trials for seconds; NULL: none. */
static char *
compared_text (TlTuning *run)
{
  GListModel *tasks = tl_tuning_tasks (run);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);

      if (tl_tuning_task_search (task).is_comparing)
        return g_strdup_printf (_("comparing the fastest candidates of %s"), tl_tuning_task_name (task));
    }
  return NULL;
}

/* "kernels alone 5.3 ms", once each task has a schedule that the search found: before, the programs as they stand are summed up, too. */
static char *
sum_text (TlTuning *run)
{
  GListModel      *tasks = tl_tuning_tasks (run);
  g_autofree char *sum = tl_format_seconds (tl_tuning_total_s (run));

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);

      if (tl_tuning_task_status (task).n_trials == 0)
        return g_strdup ("");
    }
  return g_strdup_printf (_(" · kernels alone %s"), sum);
}

char *
tl_model_tuning_text (TlModelTuning *self)
{
  guint            n = tl_tuning_n_done (self->run), n_wanted = tl_tuning_n_wanted (self->run);
  g_autofree char *pace = tl_tuning_pace_text (self->run), *compared = compared_text (self->run);
  g_autofree char *sum = sum_text (self->run);
  const char      *now = compared != NULL ? compared : pace;

  if (!tl_tuning_is_active (self->run))
    return g_strdup (self->unsaved != NULL ? self->unsaved : tl_tuning_error (self->run));
  if (tl_tuning_state (self->run) == TL_TUNING_STOPPING)
    return g_strdup (_("Stopping: trials under way are ended"));
  return g_strdup_printf (_("Tuning · %u of %u trials%s%s%s"), n, n_wanted, sum, *now != '\0' ? " · " : "", now);
}

/* --- object --- */

TlModelTuning *
tl_model_tuning_new (TlModelTuningFunc on_changed, TlModelTuningFunc on_ended, gpointer user_data)
{
  TlModelTuning *self = g_new0 (TlModelTuning, 1);

  self->on_changed = on_changed;
  self->on_ended = on_ended;
  self->user_data = user_data;
  self->run = tl_tuning_new ();
  g_signal_connect_swapped (self->run, "changed", G_CALLBACK (on_run_changed), self);
  return self;
}

void
tl_model_tuning_free (TlModelTuning *self)
{
  tl_model_tuning_close (self);
  g_signal_handlers_disconnect_by_data (self->run, self);
  g_object_unref (self->run);
  g_free (self);
}
