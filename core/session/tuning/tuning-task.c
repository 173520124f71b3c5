/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/tuning-task-private.h"

#include <string.h>

struct _TlTuningTask
{
  GObject       parent_instance;
  GPtrArray    *tasks_of;     /* keeps … */
  const TlTask *of;           /* … this */
  TlTrialStore *trials;
  TlTaskStatus  status;
  TlTunerStatus search;
  char         *error;
};

G_DEFINE_FINAL_TYPE (TlTuningTask, tl_tuning_task, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_tuning_task_finalize (GObject *object)
{
  TlTuningTask *self = TL_TUNING_TASK (object);

  g_ptr_array_unref (self->tasks_of);
  g_object_unref (self->trials);
  g_free (self->error);
  G_OBJECT_CLASS (tl_tuning_task_parent_class)->finalize (object);
}

static void
tl_tuning_task_class_init (TlTuningTaskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_tuning_task_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_TUNING_TASK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_tuning_task_init (TlTuningTask *self)
{
}

TlTuningTask *
tl_tuning_task_new (GPtrArray *tasks_of, guint index, TlTrialStore *trials)
{
  TlTuningTask *self = g_object_new (TL_TYPE_TUNING_TASK, NULL);

  self->tasks_of = g_ptr_array_ref (tasks_of);
  self->of = tasks_of->pdata[index];
  self->trials = g_object_ref (trials);
  self->status = (TlTaskStatus) { .name = self->of->name, .flops = self->of->flops, .weight = self->of->weight };
  return self;
}

const TlTask *
tl_tuning_task_of (TlTuningTask *self)
{
  return self->of;
}

void
tl_tuning_task_set_status (TlTuningTask *self, const TlTaskStatus *status, const TlTunerStatus *search)
{
  if (memcmp (&self->status, status, sizeof *status) == 0 && memcmp (&self->search, search, sizeof *search) == 0)
    return;
  self->status = *status;
  self->search = *search;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_tuning_task_set_error (TlTuningTask *self, const char *error)
{
  g_free (self->error);
  self->error = g_strdup (error);
}

const char *
tl_tuning_task_name (TlTuningTask *self)
{
  return self->of->name;
}

TlTaskStatus
tl_tuning_task_status (TlTuningTask *self)
{
  return self->status;
}

TlTunerStatus
tl_tuning_task_search (TlTuningTask *self)
{
  return self->search;
}

TlTrialStore *
tl_tuning_task_trials (TlTuningTask *self)
{
  return self->trials;
}

GPtrArray *
tl_tuning_task_func_names (TlTuningTask *self)
{
  return self->of->func_names;
}

const char *
tl_tuning_task_error (TlTuningTask *self)
{
  return self->error;
}
