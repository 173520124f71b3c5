/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/tuning-private.h"

#include "core/ir/compare.h"

G_DEFINE_FINAL_TYPE (TlTuning, tl_tuning, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

void
tl_tuning_emit_changed (TlTuning *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop_clock (TlTuning *self)
{
  if (self->running_since_us != 0)
    self->ran_us += g_get_monotonic_time () - self->running_since_us;
  self->running_since_us = 0;
}

TlTuningTask *
tl_tuning_nth_task (TlTuning *self, guint index)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (G_LIST_MODEL (self->tasks), index);

  return task;   /* the list keeps it */
}

guint
tl_tuning_n_tasks (TlTuning *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->tasks));
}

/* The whole is better when a task more has a latency, or the sum has fallen. */
void
tl_tuning_note_best (TlTuning *self)
{
  double total_s = tl_tuning_total_s (self);
  guint  n_measured = 0;

  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    n_measured += tl_tuning_task_status (tl_tuning_nth_task (self, i)).best_s > 0;
  if (n_measured > self->n_measured || (n_measured > 0 && total_s < self->best_total_s))
    {
      self->best_at_us = g_get_monotonic_time ();
      self->n_at_best = tl_tuning_n_done (self);
    }
  self->best_total_s = total_s;
  self->n_measured = n_measured;
}

static void
take_status (TlTuning *self)
{
  for (guint i = 0; self->tuner != NULL && i < tl_tuning_n_tasks (self); i++)
    {
      TlTaskStatus  status = tl_module_tuner_status (self->tuner, i);
      TlTunerStatus search = tl_module_tuner_search_status (self->tuner, i);

      tl_tuning_task_set_status (tl_tuning_nth_task (self, i), &status, &search);
    }
  tl_tuning_note_best (self);
}

/* One line: the tasks that ended early, by name where there are several, and a folder that could not be written. */
static char *
errors_of (TlTuning *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError)  folder_error = NULL;

  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    {
      const GError *error = tl_module_tuner_task_error (self->tuner, i);

      if (error == NULL)
        continue;
      tl_tuning_task_set_error (tl_tuning_nth_task (self, i), error->message);
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? "; " : "", tl_tuning_n_tasks (self) > 1
                              ? tl_tuning_task_name (tl_tuning_nth_task (self, i)) : "",
                              tl_tuning_n_tasks (self) > 1 ? ": " : "", error->message);
    }
  if (self->folder != NULL && (folder_error = tl_tune_folder_error (self->folder)) != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", folder_error->message);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* The tuner, and what it borrows. */
static void
free_tuner (TlTuning *self)
{
  g_clear_pointer (&self->tuner, tl_module_tuner_free);
  g_clear_pointer (&self->folder, tl_tune_folder_free);
  g_clear_pointer (&self->recorded, tl_recorded_outcomes_free);
}

static void
finish (TlTuning *self)
{
  gboolean is_whole = TRUE;

  stop_clock (self);
  tl_module_tuner_wait (self->tuner);
  take_status (self);
  g_free (self->error);
  self->error = errors_of (self);
  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    {
      TlTaskStatus  status = tl_tuning_task_status (tl_tuning_nth_task (self, i));
      TlTunerStatus over = { .is_over = TRUE };

      is_whole &= status.is_done;
      tl_tuning_task_set_status (tl_tuning_nth_task (self, i), &status, &over);
    }
  self->is_resumable = !is_whole && tl_tuning_n_done (self) < self->n_wanted;
  self->state = TL_TUNING_DONE;
  free_tuner (self);
}

/* Trials of one task, the new ones in one piece. */
static void
deliver_to (TlTuning *self, guint index, GArray *events)
{
  g_autoptr (GArray) fresh = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  g_autoptr (GArray) compared = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  g_autoptr (GArray) checked = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  TlTrialStore      *store = tl_tuning_task_trials (tl_tuning_nth_task (self, index));

  for (guint i = 0; i < events->len; i++)
    {
      TlTuningEvent *event = &g_array_index (events, TlTuningEvent, i);

      if (event->task != index)
        continue;
      g_array_append_val (event->is_compared ? compared : event->is_checked ? checked : fresh, event->record);
      if (!event->is_compared && !event->is_checked)
        {
          tl_tuning_note_added_trial (self, &event->record);
          tl_tuning_note_trial (self, &event->record);
          event->record.message = NULL;   /* the store's now, as are … */
          event->record.decisions = NULL;
        }
    }
  if (fresh->len > 0)
    tl_trial_store_append (store, (TlTrialRecord *) (gpointer) fresh->data, fresh->len);
  if (compared->len > 0)
    tl_trial_store_compare (store, (const TlTrialRecord *) (gpointer) compared->data, compared->len);
  if (checked->len > 0)
    tl_trial_store_check (store, (const TlTrialRecord *) (gpointer) checked->data, checked->len);
}

void
tl_tuning_process_events (TlTuning *self, GArray *events, gboolean is_done)
{
  g_object_ref (self);
  for (guint i = 0; events->len > 0 && i < tl_tuning_n_tasks (self); i++)
    deliver_to (self, i, events);
  take_status (self);
  if (is_done && self->tuner != NULL)
    finish (self);
  tl_tuning_emit_changed (self);
  g_object_unref (self);
}

void
tl_tuning_drop_tuner (TlTuning *self)
{
  free_tuner (self);
  g_clear_pointer (&self->events, tl_tuning_events_close);
  g_clear_pointer (&self->error, g_free);
  stop_clock (self);
  self->ran_us = 0;
  self->best_at_us = 0;
  self->best_total_s = 0;
  self->n_measured = self->n_at_best = 0;
  self->is_resumable = FALSE;
  self->state = TL_TUNING_IDLE;
  g_array_set_size (self->finish_times, 0);
  g_array_set_size (self->durations, 0);
}

static void
drop_tasks (TlTuning *self)
{
  g_list_store_remove_all (self->tasks);
  g_clear_pointer (&self->start, tl_state_unref);
  g_ptr_array_set_size (self->added, 0);
  tl_trial_store_clear (self->trials);
}

void
tl_tuning_set_tasks (TlTuning *self, GPtrArray *tasks_of, TlState *start)
{
  TlState *kept = tl_state_ref (start);   /* it may be the present one */

  drop_tasks (self);
  self->start = kept;
  for (guint i = 0; i < tasks_of->len; i++)
    {
      g_autoptr (TlTrialStore) store = i == 0 ? g_object_ref (self->trials) : tl_trial_store_new ();
      g_autoptr (TlTuningTask) task = tl_tuning_task_new (tasks_of, i, store);

      tl_trial_store_set_predicted (store, self->is_predicted);
      g_list_store_append (self->tasks, task);
    }
}

gboolean
tl_tuning_keep_tasks (TlTuning *self, GPtrArray *tasks_of, TlState *start)
{
  if (tl_tuning_n_tasks (self) != tasks_of->len || self->start == NULL)
    return FALSE;
  for (guint i = 0; i < tasks_of->len; i++)
    {
      const TlTask *own = tl_tuning_task_of (tl_tuning_nth_task (self, i)), *other = tasks_of->pdata[i];

      if (tl_module_hash (own->module) != tl_module_hash (other->module))
        return FALSE;
    }
  tl_state_ref (start);
  tl_state_unref (self->start);
  self->start = start;
  return TRUE;
}

static void
tl_tuning_finalize (GObject *object)
{
  TlTuning *self = TL_TUNING (object);

  tl_tuning_drop_tuner (self);
  drop_tasks (self);
  g_ptr_array_unref (self->added);
  g_array_unref (self->finish_times);
  g_array_unref (self->durations);
  g_object_unref (self->tasks);
  g_object_unref (self->trials);
  g_object_unref (self->selection);
  G_OBJECT_CLASS (tl_tuning_parent_class)->finalize (object);
}

static void
tl_tuning_class_init (TlTuningClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_tuning_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_TUNING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_tuning_init (TlTuning *self)
{
  self->config = tl_tune_config_default ();
  self->tasks = g_list_store_new (TL_TYPE_TUNING_TASK);
  self->trials = tl_trial_store_new ();
  self->selection = tl_trial_selection_new ();
  self->added = tl_tuning_new_added ();
  self->finish_times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->durations = g_array_new (FALSE, FALSE, sizeof (double));
}

TlTuning *
tl_tuning_new (void)
{
  return g_object_new (TL_TYPE_TUNING, NULL);
}

gboolean
tl_tuning_is_active (TlTuning *self)
{
  return self->state == TL_TUNING_RUNNING || self->state == TL_TUNING_PAUSED || self->state == TL_TUNING_STOPPING;
}

/* --- control --- */

void
tl_tuning_pause (TlTuning *self)
{
  if (self->state != TL_TUNING_RUNNING)
    return;
  tl_module_tuner_pause (self->tuner);
  stop_clock (self);
  self->state = TL_TUNING_PAUSED;
  tl_tuning_emit_changed (self);
}

void
tl_tuning_resume (TlTuning *self)
{
  if (self->state != TL_TUNING_PAUSED)
    return;
  tl_module_tuner_resume (self->tuner);
  self->running_since_us = self->heard_us = g_get_monotonic_time ();
  self->state = TL_TUNING_RUNNING;
  tl_tuning_emit_changed (self);
}

void
tl_tuning_stop (TlTuning *self)
{
  if (self->state != TL_TUNING_RUNNING && self->state != TL_TUNING_PAUSED)
    return;
  self->state = TL_TUNING_STOPPING;
  stop_clock (self);
  tl_module_tuner_stop (self->tuner);
  tl_tuning_emit_changed (self);
}

guint
tl_tuning_set_budget (TlTuning *self, guint n_trials)
{
  guint n = self->tuner != NULL ? tl_module_tuner_set_budget (self->tuner, n_trials) : 0;

  if (n == 0)
    return 0;
  self->n_wanted = self->config.budget.max_trials_global = n;
  tl_tuning_emit_changed (self);
  return n;
}

void
tl_tuning_set_constraints (TlTuning *self, const char *pins, const char *forbidden, TlConstraints *constraints)
{
  self->config.pins = pins;
  self->config.forbidden = forbidden;
  if (self->tuner != NULL)
    tl_module_tuner_set_constraints (self->tuner, constraints);
  tl_tuning_emit_changed (self);
}

guint
tl_tuning_constrained_from (TlTuning *self)
{
  return self->tuner != NULL ? tl_module_tuner_search_status (self->tuner, 0).constrained_from : G_MAXUINT;
}

void
tl_tuning_clear (TlTuning *self)
{
  tl_tuning_drop_tuner (self);
  drop_tasks (self);
  self->n_wanted = 0;
  self->is_predicted = self->has_others = FALSE;
  self->config.pins = self->config.forbidden = NULL;   /* of another program's decisions */
  tl_tuning_emit_changed (self);
}

TlState *
tl_tuning_apply (TlTuning *self, guint index, TlState *onto, const char *trace_json, GError **error)
{
  return tl_task_apply (tl_tuning_task_of (tl_tuning_nth_task (self, index)), onto != NULL ? onto : self->start, trace_json, error);
}

/* --- what there is to see --- */

const TlTuneConfig *
tl_tuning_config (TlTuning *self)
{
  return &self->config;
}

TlTuningState
tl_tuning_state (TlTuning *self)
{
  return self->state;
}

TlTrialStore *
tl_tuning_trials (TlTuning *self)
{
  return self->trials;
}

TlTrialSelection *
tl_tuning_selection (TlTuning *self)
{
  return self->selection;
}

gboolean
tl_tuning_is_predicted (TlTuning *self)
{
  return self->is_predicted;
}

gboolean
tl_tuning_has_others (TlTuning *self)
{
  return self->has_others;
}

guint
tl_tuning_n_wanted (TlTuning *self)
{
  return self->n_wanted;
}

guint
tl_tuning_n_done (TlTuning *self)
{
  guint n = 0;

  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    n += tl_tuning_task_status (tl_tuning_nth_task (self, i)).n_trials;
  return n;
}

GListModel *
tl_tuning_tasks (TlTuning *self)
{
  return G_LIST_MODEL (self->tasks);
}

TlState *
tl_tuning_start_state (TlTuning *self)
{
  return self->start;
}

static GArray *
statuses (TlTuning *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TlTaskStatus));

  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    {
      TlTaskStatus status = tl_tuning_task_status (tl_tuning_nth_task (self, i));

      g_array_append_val (rows, status);
    }
  return rows;
}

double
tl_tuning_total_s (TlTuning *self)
{
  g_autoptr (GArray) rows = statuses (self);

  return tl_task_status_total_s ((const TlTaskStatus *) (gpointer) rows->data, rows->len);
}

gboolean
tl_tuning_is_resumable (TlTuning *self)
{
  return self->is_resumable && !tl_tuning_is_active (self);
}

const char *
tl_tuning_error (TlTuning *self)
{
  return self->error;
}
