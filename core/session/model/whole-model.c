/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/whole-model.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/schedule/interface.h"
#include "core/session/model/model-profile-private.h"
#include "core/session/model/model-reading-private.h"
#include "core/session/model/model-tuning-private.h"
#include "core/session/recent.h"
#include "core/session/session-private.h"

struct _TlWholeModel
{
  GObject       parent_instance;
  /* Owned */
  TlSession    *session;
  TlModelFacts *facts;           /* NULL: no model, or sizes are missing */
  GPtrArray    *sizes;           /* TlModelSize; nullable */
  char         *path;            /* of the file, or the name of … */
  TlModule     *source;          /* … the module; NULL: a file */
  char         *title;           /* NULL: no model */
  char         *target;          /* for which it was measured last, or is; nullable */
  char         *failure;         /* why the last measurement has no times; nullable */
  GCancellable *measuring;       /* NULL: nothing is measured */
  TlModelTuning *tuning;
  TlTuneConfig  queued;          /* of the run that begins when nothing is measured any more … */
  gboolean      is_queued;       /* … if there is one */
  gint          n_built;         /* atomic; -1 while kernels are scheduled … */
  gint          is_armed;        /* atomic: an idle for it is on its way */
  gboolean      is_keeping;      /* a variant of this model goes to the project */
  TlModule     *shown;           /* the program of the session when … */
  guint         shown_kernel;    /* … this kernel was opened there; NULL: none was */
};

G_DEFINE_FINAL_TYPE (TlWholeModel, tl_whole_model, G_TYPE_OBJECT)

enum
{
  CHANGED,
  PROGRESS,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- reading --- */

typedef struct
{
  char         *path;
  TlModule     *source;      /* nullable */
  GPtrArray    *sizes;       /* TlModelSize with values, owned; nullable */
  TlModelFacts *facts;       /* what comes of it, or … */
  GPtrArray    *missing;     /* … this */
} ModelReading;

static void
reading_free (gpointer data)
{
  ModelReading *reading = data;

  g_free (reading->path);
  g_clear_pointer (&reading->source, tl_module_unref);
  g_clear_pointer (&reading->sizes, g_ptr_array_unref);
  g_clear_pointer (&reading->missing, g_ptr_array_unref);
  g_clear_pointer (&reading->facts, tl_model_facts_free);
  g_free (reading);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ModelReading            *reading = task_data;
  guint                    n = reading->sizes != NULL ? reading->sizes->len : 0;
  g_autofree TlDimBinding *values = g_new0 (TlDimBinding, n + 1);
  GError                  *error = NULL;

  for (guint i = 0; i < n; i++)
    values[i] = (TlDimBinding) { ((TlModelSize *) reading->sizes->pdata[i])->name, ((TlModelSize *) reading->sizes->pdata[i])->value };
  reading->facts = tl_model_facts_read (reading->path, reading->source, values, n, &reading->missing, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
open_with (TlWholeModel *self, const char *path, const TlModule *source, GPtrArray *sizes, GCancellable *cancellable,
           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  ModelReading     *reading = g_new0 (ModelReading, 1);

  reading->path = g_strdup (path);
  reading->source = source != NULL ? tl_module_ref (source) : NULL;
  reading->sizes = sizes;
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

void
tl_whole_model_open_async (TlWholeModel *self, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  open_with (self, path, NULL, NULL, cancellable, callback, user_data);
}

void
tl_whole_model_open_module_async (TlWholeModel *self, const TlModule *module, const char *title, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  open_with (self, title, module, NULL, cancellable, callback, user_data);
}

void
tl_whole_model_open_sized_async (TlWholeModel *self, const gint64 *values, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GPtrArray *sizes = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_model_size_free);

  g_return_if_fail (self->path != NULL && self->sizes != NULL);

  for (guint i = 0; i < self->sizes->len; i++)
    {
      const TlModelSize *size = self->sizes->pdata[i];
      TlModelSize       *sized = g_new0 (TlModelSize, 1);

      *sized = (TlModelSize) { g_strdup (size->name), g_strdup (size->title), values[i] };
      g_ptr_array_add (sizes, sized);
    }
  open_with (self, self->path, self->source, sizes, cancellable, callback, user_data);
}

static void
clear_model (TlWholeModel *self)
{
  self->is_queued = self->is_keeping = FALSE;
  tl_whole_model_stop (self);
  tl_model_tuning_close (self->tuning);
  g_clear_pointer (&self->facts, tl_model_facts_free);
  g_clear_pointer (&self->sizes, g_ptr_array_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->source, tl_module_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->target, g_free);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->shown, tl_module_unref);
}

gboolean
tl_whole_model_open_finish (TlWholeModel *self, GAsyncResult *result, GError **error)
{
  ModelReading *reading = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  clear_model (self);
  self->path = g_strdup (reading->path);
  self->source = g_steal_pointer (&reading->source);
  self->title = reading->facts != NULL ? g_strdup (reading->facts->title) : g_path_get_basename (reading->path);
  self->sizes = reading->missing != NULL ? g_steal_pointer (&reading->missing) : g_steal_pointer (&reading->sizes);
  self->facts = g_steal_pointer (&reading->facts);
  if (self->facts != NULL)
    tl_model_tuning_open (self->tuning, self->facts);
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->source == NULL)
    tl_recent_add (self->path, self->title);
  tl_whole_model_measure (self);
  return TRUE;
}

void
tl_whole_model_close (TlWholeModel *self)
{
  if (self->path == NULL)
    return;
  clear_model (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
tl_module_has_graph (const TlModule *module)
{
  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      return TRUE;
  return FALSE;
}

gboolean
tl_whole_model_is_file (const char *path)
{
  return g_str_has_suffix (path, ".onnx");
}

/* --- getters --- */

gboolean
tl_whole_model_is_open (TlWholeModel *self)
{
  return self->path != NULL;
}

const char *
tl_whole_model_title (TlWholeModel *self)
{
  return self->title != NULL ? self->title : "";
}

const TlModelFacts *
tl_whole_model_facts (TlWholeModel *self)
{
  return self->facts;
}

double
tl_whole_model_arrange (TlWholeModel *self, double width, double height, const double *zooms, guint n_zooms)
{
  return tl_model_facts_arrange (self->facts, width, height, zooms, n_zooms);
}

void
tl_whole_model_collapse (TlWholeModel *self, gboolean is_collapsed)
{
  tl_model_graph_collapse (self->facts->graph, is_collapsed);
}

guint
tl_whole_model_n_sizes (TlWholeModel *self)
{
  return self->sizes != NULL ? self->sizes->len : 0;
}

static const TlModelSize *
size_at (TlWholeModel *self, guint index)
{
  return self->sizes->pdata[index];
}

const char *
tl_whole_model_size_name (TlWholeModel *self, guint index)
{
  return size_at (self, index)->name;
}

const char *
tl_whole_model_size_title (TlWholeModel *self, guint index)
{
  return size_at (self, index)->title;
}

gint64
tl_whole_model_size_value (TlWholeModel *self, guint index)
{
  return size_at (self, index)->value;
}

/* --- measuring --- */

/* The thread of a measurement that was stopped may still report: its model is alive as long as its task. */
typedef struct
{
  TlModelProfile *profile;
  TlWholeModel   *model;        /* owned */
  GCancellable   *cancellable;  /* owned */
} ModelMeasurement;

static void
measurement_free (gpointer data)
{
  ModelMeasurement *measurement = data;

  tl_model_profile_free (measurement->profile);
  g_object_unref (measurement->cancellable);
  g_object_unref (measurement->model);
  g_free (measurement);
}

static gboolean
report_progress (gpointer user_data)
{
  TlWholeModel *self = user_data;

  g_atomic_int_set (&self->is_armed, 0);
  if (self->measuring != NULL)
    g_signal_emit (self, signals[PROGRESS], 0);
  return G_SOURCE_REMOVE;
}

static void
on_progress (guint n_built, gpointer user_data)
{
  const ModelMeasurement *measurement = user_data;
  TlWholeModel           *self = measurement->model;

  if (g_cancellable_is_cancelled (measurement->cancellable))
    return;
  g_atomic_int_set (&self->n_built, (gint) n_built);
  if (g_atomic_int_compare_and_exchange (&self->is_armed, 0, 1))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, report_progress, g_object_ref (self), g_object_unref);
}

static void
measure_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ModelMeasurement *measurement = task_data;
  GError      *error = NULL;

  if (tl_model_profile_run (measurement->profile, on_progress, measurement, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void begin_tuning (TlWholeModel *self);

static void
on_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlWholeModel      *self = TL_WHOLE_MODEL (source);
  const ModelMeasurement *measurement = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (self->measuring != measurement->cancellable)   /* another one, or none, is what counts now */
    return;
  g_clear_object (&self->measuring);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->failure = error != NULL ? g_strdup (error->message) : NULL;
      tl_model_facts_take_profile (self->facts, measurement->profile);
    }
  g_signal_emit (self, signals[PROGRESS], 0);
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->is_queued)
    begin_tuning (self);
}

gboolean
tl_whole_model_can_measure (TlWholeModel *self, GError **error)
{
  TlTarget target = tl_session_target (self->session);

  if (tl_target_has_kernels (&target))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Whole models are timed on CPUs: choose a CPU as the target"));
  if (tl_tuning_is_active (tl_model_tuning_run (self->tuning)))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("The model is being tuned, and is timed when that has ended"));
  return tl_session_can_measure (self->session, error);
}

void
tl_whole_model_measure (TlWholeModel *self)
{
  g_autoptr (GError) error = NULL;
  TlTarget           target = tl_session_target (self->session);
  TlWorkerPool      *pool;
  ModelMeasurement  *measurement;
  g_autoptr (GTask)  task = NULL;

  if (self->facts == NULL || self->measuring != NULL)
    return;
  g_clear_pointer (&self->failure, g_free);
  g_free (self->target);
  self->target = tl_target_to_text (&target);
  pool = tl_whole_model_can_measure (self, &error) ? tl_session_pool (self->session, &error) : NULL;
  if (pool == NULL)
    {
      self->failure = g_strdup (error->message);
      g_signal_emit (self, signals[PROGRESS], 0);
      return;
    }
  self->measuring = g_cancellable_new ();
  self->n_built = -1;
  tl_session_cancel_unasked (self->session);
  measurement = g_new0 (ModelMeasurement, 1);
  *measurement = (ModelMeasurement) {
    tl_model_profile_new (self->facts, pool, tl_model_tuning_database (self->tuning), &target), g_object_ref (self),
    g_object_ref (self->measuring),
  };
  task = g_task_new (self, self->measuring, on_measured, NULL);
  g_task_set_task_data (task, measurement, measurement_free);
  g_task_run_in_thread (task, measure_in_thread);
  g_signal_emit (self, signals[PROGRESS], 0);
}

void
tl_whole_model_stop (TlWholeModel *self)
{
  if (self->measuring == NULL)
    return;
  g_cancellable_cancel (self->measuring);
  g_clear_object (&self->measuring);
  g_signal_emit (self, signals[PROGRESS], 0);
}

gboolean
tl_whole_model_is_measuring (TlWholeModel *self)
{
  return self->measuring != NULL;
}

static char *
measuring_text (TlWholeModel *self)
{
  gint n_built = g_atomic_int_get (&self->n_built);

  if (n_built < 0)
    return g_strdup (_("Scheduling kernels"));
  if ((guint) n_built < self->facts->kernels->len)
    return g_strdup_printf (_("Building kernel %d of %u"), n_built + 1, self->facts->kernels->len);
  return g_strdup (_("Timing the model and its calls"));
}

char *
tl_whole_model_status (TlWholeModel *self)
{
  g_autofree char *measuring = self->measuring != NULL ? measuring_text (self) : NULL;

  if (measuring == NULL)
    return self->failure != NULL && !tl_whole_model_is_tuning (self) ? g_strdup (self->failure) : tl_model_tuning_text (self->tuning);
  return self->is_queued ? g_strdup_printf (_("Tuning begins when the model is timed: %s"), measuring) : g_steal_pointer (&measuring);
}

/* Another target has other schedules and times. */
static void
on_target (TlWholeModel *self)
{
  TlTarget         target = tl_session_target (self->session);
  g_autofree char *text = tl_target_to_text (&target);

  if (self->facts == NULL || g_strcmp0 (text, self->target) == 0)
    return;
  tl_whole_model_stop (self);
  self->is_queued = FALSE;
  tl_model_tuning_close (self->tuning);
  tl_model_tuning_open (self->tuning, self->facts);
  tl_whole_model_measure (self);
}

/* --- tuning --- */

static void
fail_tuning (TlWholeModel *self, const char *why)
{
  g_free (self->failure);
  self->failure = g_strdup_printf (_("The model cannot be tuned: %s"), why);
}

static void
begin_tuning (TlWholeModel *self)
{
  g_autoptr (GError) error = NULL;
  TlTarget           target = tl_session_target (self->session);
  TlWorkerPool      *pool;

  self->is_queued = FALSE;
  if (tl_tuning_is_active (tl_session_tuning (self->session)))
    fail_tuning (self, _("a run of the page Tune is in progress, stop it first"));
  else if (!tl_whole_model_can_measure (self, &error) || (pool = tl_session_pool (self->session, &error)) == NULL
           || !tl_model_tuning_start (self->tuning, self->facts, &self->queued, &target, pool, &error))
    fail_tuning (self, error->message);
  else
    {
      tl_session_cancel_unasked (self->session);
      g_clear_pointer (&self->failure, g_free);
    }
  g_signal_emit (self, signals[PROGRESS], 0);
}

void
tl_whole_model_tune (TlWholeModel *self, const TlTuneConfig *config)
{
  if (self->facts == NULL || tl_whole_model_is_tuning (self))
    return;
  self->queued = *config;
  self->is_queued = TRUE;
  if (self->measuring == NULL)
    begin_tuning (self);
  else
    g_signal_emit (self, signals[PROGRESS], 0);
}

void
tl_whole_model_stop_tuning (TlWholeModel *self)
{
  self->is_queued = FALSE;
  tl_tuning_stop (tl_model_tuning_run (self->tuning));
  g_signal_emit (self, signals[PROGRESS], 0);
}

gboolean
tl_whole_model_is_tuning (TlWholeModel *self)
{
  return self->is_queued || tl_tuning_is_active (tl_model_tuning_run (self->tuning));
}

gboolean
tl_whole_model_can_stop_tuning (TlWholeModel *self)
{
  return tl_whole_model_is_tuning (self) && tl_tuning_state (tl_model_tuning_run (self->tuning)) != TL_TUNING_STOPPING;
}

guint
tl_whole_model_usual_n_trials (TlWholeModel *self)
{
  return self->facts != NULL ? self->facts->kernels->len * TL_TRIALS_PER_ITER : 0;
}

TlLatencySteps *
tl_whole_model_latency_steps (TlWholeModel *self)
{
  TlLatencySteps *steps = self->facts != NULL ? tl_model_tuning_steps (self->tuning, self->facts) : NULL;

  if (steps != NULL && self->measuring != NULL)
    steps->after_s = -1;
  return steps;
}

const char *
tl_whole_model_project (TlWholeModel *self)
{
  return tl_model_tuning_path (self->tuning);
}

static void
on_tuning_changed (gpointer user_data)
{
  TlWholeModel *self = user_data;

  if (self->facts != NULL)
    tl_model_facts_take_tuning (self->facts, self->tuning);
  g_signal_emit (self, signals[PROGRESS], 0);
}

static void
on_tuning_ended (gpointer user_data)
{
  TlWholeModel *self = user_data;

  tl_model_facts_take_tuning (self->facts, self->tuning);
  tl_whole_model_measure (self);
}

/* --- a kernel in the session --- */

void
tl_whole_model_open_kernel (TlWholeModel *self, guint kernel)
{
  const TlModelKernel *row = self->facts->kernels->pdata[kernel];
  g_autofree char     *title = g_strdup_printf ("%s · %s", row->name, self->title);

  tl_session_show_module (self->session, row->module, title, row->state, row->by_record ? _("Best Schedule") : _("Schedule by Rules"));
  g_clear_pointer (&self->shown, tl_module_unref);
  self->shown = tl_module_ref (tl_state_module (tl_session_root (self->session)));
  self->shown_kernel = kernel;
}

gboolean
tl_whole_model_shows_kernel (TlWholeModel *self)
{
  TlState *root = tl_session_root (self->session);

  return self->facts != NULL && root != NULL && self->shown == tl_state_module (root);
}

gboolean
tl_whole_model_can_use_variant (TlWholeModel *self, GError **error)
{
  const TlModelKernel *row = tl_whole_model_shows_kernel (self) ? self->facts->kernels->pdata[self->shown_kernel] : NULL;
  const char          *func_name = tl_session_func_name (self->session);
  TlState             *state = row != NULL ? tl_variant_state (tl_session_current (self->session)) : NULL;
  g_autofree char     *layouts = row != NULL ? tl_interface_describe (state, func_name) : NULL;
  g_autofree char     *passed = layouts != NULL && row->state != NULL ? tl_interface_describe (row->state, func_name) : NULL;

  if (row == NULL)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Open a kernel of the model on Explore first"));
  if (tl_state_n_steps (state) == 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("The variant has no steps"));
  if (layouts != NULL && g_strcmp0 (layouts, passed) != 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("The variant takes arguments in another layout than the model: %s"),
                    layouts);
  if (tl_variant_latency_s (tl_session_current (self->session), state, func_name) <= 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Measure the variant first"));
  if (self->is_keeping)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("Another variant is being kept"));
  return tl_whole_model_can_measure (self, error);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TlWholeModel     *self = g_task_get_source_object (task);
  GError           *error = NULL;
  gboolean          is_kept = tl_model_tuning_keep_finish (result, &error), is_open = self->is_keeping;

  self->is_keeping = FALSE;
  if (is_kept && is_open)
    {
      tl_whole_model_stop (self);
      tl_whole_model_measure (self);
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_signal_emit (self, signals[PROGRESS], 0);
  if (is_kept)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("The model was closed"));
  else
    g_task_return_error (task, error);
}

void
tl_whole_model_use_variant_async (TlWholeModel *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask)    task = g_task_new (self, NULL, callback, user_data);
  TlTarget             target = tl_session_target (self->session);
  GError              *error = NULL;
  const TlModelKernel *row;
  TlState             *state;
  double               run_s;

  if (!tl_whole_model_can_use_variant (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  row = self->facts->kernels->pdata[self->shown_kernel];
  state = tl_variant_state (tl_session_current (self->session));
  run_s = tl_variant_latency_s (tl_session_current (self->session), state, tl_session_func_name (self->session));
  self->is_keeping = TRUE;
  tl_model_tuning_keep_async (self->tuning, self->facts, row->module, state, run_s, &target, on_kept, g_steal_pointer (&task));
}

gboolean
tl_whole_model_use_variant_finish (TlWholeModel *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- object --- */

static void
tl_whole_model_dispose (GObject *object)
{
  TlWholeModel *self = TL_WHOLE_MODEL (object);

  if (self->tuning != NULL)
    clear_model (self);
  g_clear_pointer (&self->tuning, tl_model_tuning_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_whole_model_parent_class)->dispose (object);
}

static void
tl_whole_model_class_init (TlWholeModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_whole_model_dispose;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_WHOLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROGRESS] = g_signal_new ("progress", TL_TYPE_WHOLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_whole_model_init (TlWholeModel *self)
{
  self->tuning = tl_model_tuning_new (on_tuning_changed, on_tuning_ended, self);
}

TlWholeModel *
tl_whole_model_new (TlSession *session)
{
  TlWholeModel *self = g_object_new (TL_TYPE_WHOLE_MODEL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::target", G_CALLBACK (on_target), self, G_CONNECT_SWAPPED);
  return self;
}
