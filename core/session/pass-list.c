/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/pass-list.h"

#include "core/session/session-private.h"

struct _TlPass
{
  GObject     parent_instance;
  GPtrArray  *texts;            /* owns … */
  TlPassText *text;             /* … this */
  char       *changes;
};

G_DEFINE_FINAL_TYPE (TlPass, tl_pass, G_TYPE_OBJECT)

static void
tl_pass_finalize (GObject *object)
{
  TlPass *self = TL_PASS (object);

  g_ptr_array_unref (self->texts);
  g_free (self->changes);
  G_OBJECT_CLASS (tl_pass_parent_class)->finalize (object);
}

static void
tl_pass_class_init (TlPassClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_pass_finalize;
}

static void
tl_pass_init (TlPass *self)
{
}

const char *
tl_pass_name (TlPass *self)
{
  return self->text->name;
}

const char *
tl_pass_summary (TlPass *self)
{
  return self->text->summary;
}

gboolean
tl_pass_is_llvm (TlPass *self)
{
  return self->text->is_llvm;
}

gboolean
tl_pass_is_changed (TlPass *self)
{
  return self->text->is_changed;
}

const char *
tl_pass_text (TlPass *self)
{
  return self->text->text;
}

const GArray *
tl_pass_nodes (TlPass *self)
{
  return self->text->nodes;
}

const char *
tl_pass_changes (TlPass *self)
{
  return self->changes;
}

/* --- listing --- */

typedef struct
{
  TlWorkerPool *pool;
  TlState      *state;
  const char   *func_name;    /* of the state's module */
  TlTarget      target;
} PassJob;

static void
job_free (gpointer data)
{
  PassJob *job = data;

  tl_worker_pool_unref (job->pool);
  tl_state_unref (job->state);
  g_free (job);
}

/* @before: nullable. */
static char *
describe_changes (const TlPassText *text, const TlPassText *before)
{
  guint n_removed, n_added;

  if (before == NULL || !text->is_changed || before->is_llvm != text->is_llvm)
    return g_strdup ("");
  tl_changed_text_count (before->text, text->text, &n_removed, &n_added);
  return n_removed == 0 ? g_strdup_printf ("+%u", n_added)
         : n_added == 0 ? g_strdup_printf ("−%u", n_removed)
                        : g_strdup_printf ("+%u −%u", n_added, n_removed);
}

GListModel *
tl_pass_list_new (GPtrArray *texts)
{
  GListStore *passes = g_list_store_new (TL_TYPE_PASS);

  for (guint i = 0; i < texts->len; i++)
    {
      g_autoptr (TlPass) pass = g_object_new (TL_TYPE_PASS, NULL);

      pass->texts = g_ptr_array_ref (texts);
      pass->text = g_ptr_array_index (texts, i);
      pass->changes = describe_changes (pass->text, i > 0 ? g_ptr_array_index (texts, i - 1) : NULL);
      g_list_store_append (passes, pass);
    }
  return G_LIST_MODEL (passes);
}

static void
list_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PassJob               *job = task_data;
  GError                *error = NULL;
  g_autoptr (GPtrArray)  texts = tl_pass_texts_new (job->pool, tl_state_module (job->state), job->func_name, &job->target, cancellable,
                                                    &error);

  if (texts != NULL)
    g_task_return_pointer (task, tl_pass_list_new (texts), g_object_unref);
  else
    g_task_return_error (task, error);
}

void
tl_session_list_passes_async (TlSession *self, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  static const TlStateWork passes = { "passes", list_in_thread, g_object_ref, g_object_unref };
  GError                  *error = NULL;
  TlWorkerPool            *pool = tl_session_pool (self, &error);
  PassJob                 *job;

  if (pool == NULL)
    {
      g_task_report_error (self, callback, user_data, NULL, error);
      return;
    }
  job = g_new0 (PassJob, 1);
  *job = (PassJob) { tl_worker_pool_ref (pool), tl_state_ref (state), tl_session_func_name (self), tl_session_target (self) };
  tl_state_results_ask (self->results, &passes, state, job->func_name, &job->target, job, job_free,
                        g_task_new (self, cancellable, callback, user_data));
}

GListModel *
tl_session_list_passes_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- comparing --- */

static void
compare_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TlPass *pass = source, *base = task_data;

  g_task_return_pointer (task, tl_changed_text_new (tl_pass_text (base), tl_pass_nodes (base), tl_pass_text (pass), tl_pass_nodes (pass)),
                         (GDestroyNotify) tl_changed_text_free);
}

void
tl_pass_compare_async (TlPass *self, TlPass *base, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (base), g_object_unref);
  g_task_run_in_thread (task, compare_in_thread);
}

TlChangedText *
tl_pass_compare_finish (TlPass *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
