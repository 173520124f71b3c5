/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/state-results-private.h"

#include <string.h>

struct _TlStateResults
{
  gatomicrefcount n_refs;
  GPtrArray      *running;   /* StateResult */
  GPtrArray      *kept;      /* StateResult, of each name the newest */
};

typedef struct
{
  GTask *task;               /* owned */
  gulong watch;              /* of its cancellable */
} Waiting;

/* Of one work: either it runs and somebody waits for it, or it has the value. */
typedef struct
{
  TlStateResults    *results;       /* owned while it runs */
  const TlStateWork *work;
  TlState           *state;         /* owned: its address is not another's */
  const char        *func_name;     /* interned */
  char              *target;
  GCancellable      *cancellable;
  GArray            *waiting;
  gpointer           value;         /* NULL while it runs */
} StateResult;

static void
state_result_free (gpointer data)
{
  StateResult *result = data;

  if (result->value != NULL)
    result->work->unref (result->value);
  g_array_unref (result->waiting);
  g_object_unref (result->cancellable);
  g_free (result->target);
  tl_state_unref (result->state);
  g_free (result);
}

TlStateResults *
tl_state_results_new (void)
{
  TlStateResults *results = g_new0 (TlStateResults, 1);

  g_atomic_ref_count_init (&results->n_refs);
  results->running = g_ptr_array_new ();
  results->kept = g_ptr_array_new_with_free_func (state_result_free);
  return results;
}

void
tl_state_results_unref (TlStateResults *results)
{
  if (!g_atomic_ref_count_dec (&results->n_refs))
    return;
  g_ptr_array_unref (results->running);
  g_ptr_array_unref (results->kept);
  g_free (results);
}

void
tl_state_results_forget (TlStateResults *results)
{
  g_ptr_array_set_size (results->kept, 0);
}

/* --- the end of a work --- */

static void
keep (TlStateResults *results, StateResult *result)
{
  for (guint i = 0; i < results->kept->len; i++)
    if (strcmp (((StateResult *) g_ptr_array_index (results->kept, i))->work->name, result->work->name) == 0)
      {
        g_ptr_array_remove_index_fast (results->kept, i);
        break;
      }
  g_ptr_array_add (results->kept, result);
}

static void
answer (StateResult *result, GTask *task)
{
  g_task_return_pointer (task, result->work->ref (result->value), result->work->unref);
}

/* A cancelled task answers so by itself, whatever it is given. */
static void
on_done (GObject *source, GAsyncResult *async, gpointer user_data)
{
  StateResult       *result = user_data;
  TlStateResults    *results = result->results;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waiting = g_array_ref (result->waiting);

  result->value = g_task_propagate_pointer (G_TASK (async), &error);
  g_ptr_array_remove_fast (results->running, result);
  for (guint i = 0; i < waiting->len; i++)
    {
      Waiting *each = &g_array_index (waiting, Waiting, i);

      g_cancellable_disconnect (g_task_get_cancellable (each->task), each->watch);
      if (result->value != NULL)
        answer (result, each->task);
      else
        g_task_return_error (each->task, g_error_copy (error));
      g_object_unref (each->task);
    }
  if (result->value != NULL)
    keep (results, result);
  else
    state_result_free (result);
  tl_state_results_unref (results);
}

/* --- asking --- */

static void
on_cancelled (GCancellable *cancellable, StateResult *result)
{
  for (guint i = 0; i < result->waiting->len; i++)
    if (!g_cancellable_is_cancelled (g_task_get_cancellable (g_array_index (result->waiting, Waiting, i).task)))
      return;
  g_cancellable_cancel (result->cancellable);
}

static void
wait_for (StateResult *result, GTask *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  Waiting       waiting = { task, 0 };

  g_array_append_val (result->waiting, waiting);
  if (cancellable != NULL)   /* cancelled already, it calls at once */
    g_array_index (result->waiting, Waiting, result->waiting->len - 1).watch =
      g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), result, NULL);
}

static StateResult *
find (GPtrArray *among, const TlStateWork *work, TlState *state, const char *func_name, const char *target)
{
  for (guint i = 0; i < among->len; i++)
    {
      StateResult *result = g_ptr_array_index (among, i);

      if (strcmp (result->work->name, work->name) == 0 && result->state == state && result->func_name == func_name
          && strcmp (result->target, target) == 0 && (result->value != NULL || !g_cancellable_is_cancelled (result->cancellable)))
        return result;
    }
  return NULL;
}

static StateResult *
start (TlStateResults *results, const TlStateWork *work, TlState *state, const char *func_name, const char *target, gpointer data,
       GDestroyNotify free_data)
{
  StateResult      *result = g_new0 (StateResult, 1);
  g_autoptr (GTask) task = NULL;

  g_atomic_ref_count_inc (&results->n_refs);
  result->results = results;
  result->work = work;
  result->state = tl_state_ref (state);
  result->func_name = func_name;
  result->target = g_strdup (target);
  result->cancellable = g_cancellable_new ();
  result->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  g_ptr_array_add (results->running, result);
  task = g_task_new (NULL, result->cancellable, on_done, result);
  g_task_set_task_data (task, data, free_data);
  g_task_run_in_thread (task, work->run);
  return result;
}

void
tl_state_results_ask (TlStateResults *results, const TlStateWork *work, TlState *state, const char *func_name, const TlTarget *target,
                      gpointer data, GDestroyNotify free_data, GTask *waiting)
{
  const char      *name = g_intern_string (func_name);
  g_autofree char *text = tl_target_to_text (target);
  StateResult     *kept = find (results->kept, work, state, name, text);
  StateResult     *running = kept == NULL ? find (results->running, work, state, name, text) : NULL;

  if (kept != NULL)
    {
      answer (kept, waiting);
      g_object_unref (waiting);
    }
  else
    wait_for (running != NULL ? running : start (results, work, state, name, text, g_steal_pointer (&data), free_data), waiting);
  if (data != NULL)
    free_data (data);
}
