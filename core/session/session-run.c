/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs on the pool of workers: timing, races, compiled forms, files for other programs. A job keeps references to immutable states and runs
 * in a thread; its outcome reaches its variants when it is finished, on the main thread.
 */
#include "core/session/session-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/codegen/export.h"
#include "core/device/cuda-tools.h"
#include "core/lower/remarks.h"
#include "core/measure/export-files.h"

#define RACE_MIN_REPEAT_MS 2.0
#define RACE_ROUNDS        32u

TlWorkerPool *
tl_session_start_pool (TlSession *self, guint n_builders, GError **error)
{
  if (self->n_builders != n_builders)
    g_clear_pointer (&self->pool, tl_worker_pool_unref);
  self->n_builders = n_builders;
  if (self->pool == NULL)
    self->pool = tl_worker_pool_new (n_builders, error);
  return self->pool;
}

typedef struct
{
  TlWorkerPool *pool;
  TlState      *states[TL_RACE_MAX];
  TlVariant    *variants[TL_RACE_MAX];
  guint         n_entries;
  const char    *func_name;
  TlTarget      target;
  TlMeasureOptions options;
  char         *form;           /* or the path to export to */
  double        max_s;
  TlRaceFunc    progress;
  gpointer      progress_data;
  GMutex        mutex;          /* guards the two below */
  TlOutcome     latest[TL_RACE_MAX];
  gboolean      is_armed;
  TlOutcome     outcomes[TL_RACE_MAX];
} SessionJob;

static void
job_free (SessionJob *job)
{
  for (guint i = 0; i < TL_RACE_MAX; i++)
    {
      g_clear_pointer (&job->states[i], tl_state_unref);
      g_clear_object (&job->variants[i]);
      tl_outcome_clear (&job->latest[i]);
      tl_outcome_clear (&job->outcomes[i]);
    }
  g_clear_pointer (&job->pool, tl_worker_pool_unref);
  g_mutex_clear (&job->mutex);
  g_free (job->form);
  g_free (job);
}

/* NULL with an error if there is no pool. */
static SessionJob *
job_new (TlSession *self, TlState *state, GError **error)
{
  SessionJob *job;

  if (tl_session_pool (self, error) == NULL)
    return NULL;
  job = g_new0 (SessionJob, 1);
  g_mutex_init (&job->mutex);
  job->pool = tl_worker_pool_ref (self->pool);
  job->states[0] = tl_state_ref (state);
  job->func_name = self->program.func_name;
  job->target = self->program.target;
  job->options = tl_session_measure_options (self);
  return job;
}

/* A task with a job for @state on the pool; returns the error at once and gives NULL if there is no pool. */
static GTask *
task_new (TlSession *self, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data, SessionJob **job)
{
  GTask  *task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;

  *job = job_new (self, state, &error);
  if (*job == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return NULL;
    }
  g_task_set_task_data (task, *job, (GDestroyNotify) job_free);
  return task;
}

/* --- timing --- */

void
tl_session_count_timing (TlSession *self, gint by)
{
  if (by > 0)
    tl_session_cancel_unasked (self);
  self->n_timing = (guint) ((gint) self->n_timing + by);
  g_object_notify (G_OBJECT (self), "timing");
}

gboolean
tl_session_is_timing (TlSession *self)
{
  return self->n_timing > 0;
}

static void
time_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SessionJob *job = task_data;

  tl_worker_pool_measure (job->pool, job->states[0], job->func_name, &job->target, &job->options, cancellable, &job->outcomes[0]);
  g_task_return_boolean (task, TRUE);
}

/* Whether @state is a draft, or NULL programs for the target are not timed here: the caller gets the reason. */
static gboolean
refuse_to_run (TlSession *self, TlState *state, GAsyncReadyCallback callback, gpointer user_data)
{
  GError *error = NULL;

  if (state != NULL ? tl_state_check_order (state, &error) : tl_session_can_measure (self, &error))
    return FALSE;
  g_task_report_error (self, callback, user_data, NULL, error);
  return TRUE;
}

void
tl_session_time_async (TlSession *self, TlVariant *variant, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  SessionJob       *job;
  g_autoptr (GTask) task = NULL;

  if (refuse_to_run (self, NULL, callback, user_data) || refuse_to_run (self, tl_variant_state (variant), callback, user_data))
    return;
  task = task_new (self, tl_variant_state (variant), cancellable, callback, user_data, &job);
  if (task == NULL)
    return;
  job->variants[0] = g_object_ref (variant);
  tl_session_count_timing (self, 1);
  g_task_run_in_thread (task, time_in_thread);
}

static gboolean
is_for_target (TlSession *self, const SessionJob *job)
{
  g_autofree char *measured = tl_target_to_text (&job->target), *now = tl_target_to_text (&self->program.target);

  return strcmp (measured, now) == 0;
}

void
tl_session_time_state_async (TlSession *self, TlState *state, const char *func_name, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  SessionJob       *job;
  g_autoptr (GTask) task = NULL;

  if (refuse_to_run (self, state, callback, user_data))
    return;
  task = task_new (self, state, cancellable, callback, user_data, &job);
  if (task == NULL)
    return;
  job->func_name = g_intern_string (func_name);
  tl_session_count_timing (self, 1);
  g_task_run_in_thread (task, time_in_thread);
}

/* Of @n variants or states; stores their outcomes, unless they are for another target by now, before it reports the end. */
static gboolean
finish_timing (TlSession *self, GAsyncResult *result, guint n, TlOutcome *outcomes, GError **error)
{
  SessionJob *job = g_task_get_task_data (G_TASK (result));
  gboolean    ok = g_task_propagate_boolean (G_TASK (result), error);

  for (guint i = 0; ok && i < n && is_for_target (self, job); i++)
    if (job->variants[i] != NULL && job->outcomes[i].kind != TL_OUTCOME_CANCELLED)
      {
        tl_variant_set_outcome (job->variants[i], job->states[i], job->func_name, &job->outcomes[i]);
        tl_storage_mark_unsaved (self->storage, job->variants[i]);
      }
  for (guint i = 0; ok && outcomes != NULL && i < n; i++)
    tl_outcome_copy (&job->outcomes[i], &outcomes[i]);
  if (job != NULL)
    tl_session_count_timing (self, -1);
  return ok;
}

gboolean
tl_session_time_finish (TlSession *self, GAsyncResult *result, TlOutcome *outcome, GError **error)
{
  return finish_timing (self, result, 1, outcome, error);
}

/* --- compiled forms --- */

/* Counts its references: all who asked for it read it. */
typedef struct
{
  char   *text;
  GArray *nodes;
} ShownText;

static void
shown_text_clear (gpointer data)
{
  ShownText *shown = data;

  g_free (shown->text);
  g_array_unref (shown->nodes);
}

static void
shown_text_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, shown_text_clear);
}

/* The name of the form that a worker makes for it. */
static const char *
worker_form (const SessionJob *job)
{
  if (strcmp (job->form, "source") == 0)
    return job->target.kind->name;
  if (strcmp (job->form, "sass") == 0)
    return "ptx";
  return strcmp (job->form, "report") == 0 ? "asm" : job->form;
}

/* Takes PTX; its rows' places are those of the machine code afterwards. */
static char *
machine_code (char *ptx, GArray *nodes, const char *arch, GError **error)
{
  g_autofree char   *text = ptx;
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint)), of_ptx = g_array_copy (nodes);
  char              *code = tl_cuda_machine_code (text, arch, lines, NULL, error);

  g_array_set_size (nodes, 0);
  for (guint i = 0; code != NULL && i < lines->len; i++)
    {
      guint    line = g_array_index (lines, guint, i);
      TlOrigin none = { 0 };

      if (line < of_ptx->len)
        g_array_append_val (nodes, g_array_index (of_ptx, TlOrigin, line));
      else
        g_array_append_val (nodes, none);
    }
  return code;
}

static void
show_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SessionJob *job = task_data;
  gboolean      is_report = strcmp (job->form, "report") == 0;
  GError       *error = NULL;
  ShownText    *shown = g_atomic_rc_box_new0 (ShownText);

  shown->nodes = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  shown->text = tl_worker_pool_compile_to_text (job->pool, tl_state_module (job->states[0]), job->func_name, &job->target,
                                                worker_form (job), NULL, shown->nodes, cancellable, &error);
  if (shown->text != NULL && strcmp (job->form, "sass") == 0)
    shown->text = machine_code (g_steal_pointer (&shown->text), shown->nodes, job->target.arch, &error);
  if (shown->text != NULL && is_report)
    {
      g_autofree char *assembly = shown->text;

      g_array_set_size (shown->nodes, 0);
      shown->text = tl_report_on_program (assembly, tl_state_module (job->states[0]), job->func_name, &job->target, &error);
    }
  if (shown->text != NULL)
    g_task_return_pointer (task, shown, shown_text_unref);
  else
    {
      shown_text_unref (shown);
      g_task_return_error (task, error);
    }
}

/* NULL: no form is called so. */
static const TlStateWork *
find_form (const char *form)
{
  static const TlStateWork forms[] = {
    { "lowered", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "llvm", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "asm", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "report", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "source", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "ptx", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
    { "sass", show_in_thread, g_atomic_rc_box_acquire, shown_text_unref },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].name, form) == 0)
      return &forms[i];
  return NULL;
}

void
tl_session_show_async (TlSession *self, TlState *state, const char *form, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  const TlStateWork *work = find_form (form);
  GError            *error = NULL;
  SessionJob        *job;

  g_return_if_fail (work != NULL);
  job = job_new (self, state, &error);
  if (job == NULL)
    {
      g_task_report_error (self, callback, user_data, NULL, error);
      return;
    }
  job->form = g_strdup (form);
  tl_state_results_ask (self->results, work, state, job->func_name, &job->target, job, (GDestroyNotify) job_free,
                        g_task_new (self, cancellable, callback, user_data));
}

char *
tl_session_show_finish (TlSession *self, GAsyncResult *result, GArray **nodes, GError **error)
{
  ShownText *shown = g_task_propagate_pointer (G_TASK (result), error);
  char      *text = shown != NULL ? g_strdup (shown->text) : NULL;

  if (text != NULL && nodes != NULL)
    *nodes = g_array_ref (shown->nodes);
  g_clear_pointer (&shown, shown_text_unref);
  return text;
}

/* --- files for other programs --- */

char *
tl_session_export_name (TlSession *self)
{
  const TlModule     *module = tl_state_module (tl_variant_state (tl_session_current (self)));
  g_autofree char    *title = g_ascii_strdown (tl_session_title (self), -1);
  g_auto (GStrv)      words = g_strsplit_set (title, " ,.;:/()-", -1);
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? "_" : "", words[i]);
  return tl_export_default_symbol (tl_module_prim (module, self->program.func_name), joined->str);
}

static gboolean
choose_files (TlExportFiles *files, const char *path, const char *header, GError **error)
{
  const struct { const char *ending, **place; gboolean has_header; } kinds[] = {
    { ".c", &files->c_source, TRUE }, { ".o", &files->object, TRUE }, { ".so", &files->shared, TRUE }, { ".ll", &files->llvm, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (path, kinds[i].ending))
      {
        *kinds[i].place = path;
        files->header = kinds[i].has_header ? header : NULL;
        return TRUE;
      }
  return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                  _ ("%s: the name must end in .c (source), .o (object), .so (library) or .ll (LLVM IR)"), path);
}

/* The person was asked about the file that they named, not about the header beside it: only one of ours is replaced. */
static gboolean
is_free_for_header (const char *path, GError **error)
{
  g_autofree char *text = NULL;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, TL_EXPORT_MARK) != NULL)
    return TRUE;
  return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                  _ ("the header %s would overwrite an unrelated file: choose another name"), path);
}

static void
export_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SessionJob     *job = task_data;
  g_autofree char  *stem = g_strndup (job->form, (gsize) (strrchr (job->form, '.') ? strrchr (job->form, '.') - job->form : 0));
  g_autofree char  *header = g_strconcat (stem, ".h", NULL), *name = g_path_get_basename (stem);
  const TlPrimFunc *func = tl_module_prim (tl_state_module (job->states[0]), job->func_name);
  g_autofree char  *symbol = tl_export_default_symbol (func, name);
  TlExportOptions   options = { .symbol = symbol };
  TlExportFiles     files = { 0 };
  GError           *error = NULL;

  if (choose_files (&files, job->form, header, &error) && is_free_for_header (files.header, &error)
      && tl_export_write_files (job->pool, job->states[0], job->func_name, &job->target, &options, &files, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
tl_session_export_async (TlSession *self, TlState *state, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  SessionJob       *job;
  g_autoptr (GTask) task = NULL;

  if (refuse_to_run (self, state, callback, user_data))
    return;
  task = task_new (self, state, cancellable, callback, user_data, &job);
  if (task == NULL)
    return;
  job->form = g_strdup (path);
  g_task_run_in_thread (task, export_in_thread);
}

gboolean
tl_session_export_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- racing --- */

static gboolean
deliver_progress (gpointer user_data)
{
  GTask      *task = user_data;
  SessionJob *job = g_task_get_task_data (task);
  TlOutcome   copies[TL_RACE_MAX] = { { 0 } };

  g_mutex_lock (&job->mutex);
  job->is_armed = FALSE;
  for (guint i = 0; i < job->n_entries; i++)
    tl_outcome_copy (&job->latest[i], &copies[i]);
  g_mutex_unlock (&job->mutex);
  if (!g_task_get_completed (task) && job->progress != NULL)
    job->progress (copies, job->n_entries, job->progress_data);
  for (guint i = 0; i < job->n_entries; i++)
    tl_outcome_clear (&copies[i]);
  return G_SOURCE_REMOVE;
}

static void
on_round_in_worker (const TlOutcome *outcomes, gpointer user_data)
{
  GTask      *task = user_data;
  SessionJob *job = g_task_get_task_data (task);
  gboolean    arm;

  g_mutex_lock (&job->mutex);
  for (guint i = 0; i < job->n_entries; i++)
    {
      tl_outcome_clear (&job->latest[i]);
      tl_outcome_copy (&outcomes[i], &job->latest[i]);
    }
  arm = !job->is_armed;
  job->is_armed = TRUE;
  g_mutex_unlock (&job->mutex);
  if (arm)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver_progress, g_object_ref (task), g_object_unref);
}

/* Two run until they differ, more of them as many rounds as the interval of a median needs. */
static void
race_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SessionJob       *job = task_data;
  TlComparisonEntry entries[TL_RACE_MAX] = { { 0 } };
  TlComparison      comparison = { .entries = entries, .n_entries = job->n_entries, .func_name = job->func_name, .target = &job->target,
                                   .max_s = job->max_s, .min_repeat_ms = RACE_MIN_REPEAT_MS, .settle_ms = TL_SETTLE_MS,
                                   .n_rounds = job->n_entries > 2 ? RACE_ROUNDS : 0 };

  for (guint i = 0; i < job->n_entries; i++)
    entries[i].state = job->states[i];
  tl_worker_pool_compare (job->pool, &comparison, on_round_in_worker, task, cancellable, job->outcomes);
  g_task_return_boolean (task, TRUE);
}

void
tl_session_race_async (TlSession *self, const TlRaceEntry *entries, guint n_entries, double max_s, TlRaceFunc progress,
                       gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  SessionJob       *job;
  g_autoptr (GTask) task = NULL;

  if (refuse_to_run (self, NULL, callback, user_data))
    return;
  for (guint i = 0; i < n_entries; i++)
    if (refuse_to_run (self, entries[i].state, callback, user_data))
      return;
  task = task_new (self, entries[0].state, cancellable, callback, user_data, &job);
  if (task == NULL)
    return;
  g_assert (n_entries > 0 && n_entries <= TL_RACE_MAX);
  job->n_entries = n_entries;
  for (guint i = 0; i < n_entries; i++)
    {
      job->variants[i] = g_object_ref (entries[i].variant);
      if (i > 0)
        job->states[i] = tl_state_ref (entries[i].state);
    }
  job->max_s = max_s;
  job->progress = progress;
  job->progress_data = progress_data;
  tl_session_count_timing (self, 1);
  g_task_run_in_thread (task, race_in_thread);
}

void
tl_session_race_states_async (TlSession *self, TlState *const states[2], const char *func_name, double max_s, TlRaceFunc progress,
                              gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  SessionJob       *job;
  g_autoptr (GTask) task = NULL;

  if (refuse_to_run (self, states[0], callback, user_data) || refuse_to_run (self, states[1], callback, user_data))
    return;
  task = task_new (self, states[0], cancellable, callback, user_data, &job);
  if (task == NULL)
    return;
  job->n_entries = 2;
  job->states[1] = tl_state_ref (states[1]);
  job->func_name = g_intern_string (func_name);
  job->max_s = max_s;
  job->progress = progress;
  job->progress_data = progress_data;
  tl_session_count_timing (self, 1);
  g_task_run_in_thread (task, race_in_thread);
}

gboolean
tl_session_race_finish (TlSession *self, GAsyncResult *result, TlOutcome *outcomes, GError **error)
{
  SessionJob *job = g_task_get_task_data (G_TASK (result));

  return finish_timing (self, result, job != NULL ? job->n_entries : 0, outcomes, error);
}
