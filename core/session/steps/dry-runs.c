/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/dry-runs.h"

typedef struct
{
  const TlPrimitive *primitive;   /* NULL: */
  TlCacheAt          cache;
  TlArg             *args;
  guint              n_args;
  gboolean           is_known;
  char              *refusal;
} DryRun;

struct _TlDryRuns
{
  int       ref_count;
  TlState  *state;
  TlArena  *arena;
  GArray   *runs;       /* DryRun; the thread has it until it is done */
  gboolean  is_done;
};

static void
dry_run_clear (DryRun *run)
{
  g_free (run->refusal);
}

TlDryRuns *
tl_dry_runs_new (TlState *state)
{
  TlDryRuns *self = g_new0 (TlDryRuns, 1);

  self->ref_count = 1;
  self->state = tl_state_ref (state);
  self->arena = tl_arena_new (NULL);
  self->runs = g_array_new (FALSE, TRUE, sizeof (DryRun));
  g_array_set_clear_func (self->runs, (GDestroyNotify) dry_run_clear);
  return self;
}

TlDryRuns *
tl_dry_runs_ref (TlDryRuns *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
tl_dry_runs_unref (TlDryRuns *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  g_array_unref (self->runs);
  tl_arena_unref (self->arena);
  tl_state_unref (self->state);
  g_free (self);
}

TlArena *
tl_dry_runs_arena (TlDryRuns *self)
{
  return self->arena;
}

guint
tl_dry_runs_add (TlDryRuns *self, const TlPrimitive *primitive, const TlArg *given, guint n_given)
{
  DryRun run = { .primitive = primitive, .n_args = tl_primitive_n_args (primitive) };

  run.args = tl_arena_new_array (self->arena, TlArg, run.n_args);
  for (guint i = 0; i < run.n_args; i++)
    if (i < n_given)
      run.args[i] = given[i];
    else
      tl_primitive_param_default (&primitive->params[i], &run.args[i]);
  g_array_append_val (self->runs, run);
  return self->runs->len - 1;
}

guint
tl_dry_runs_add_cache (TlDryRuns *self, const TlCacheAt *cache)
{
  DryRun run = { .cache = *cache };

  g_array_append_val (self->runs, run);
  return self->runs->len - 1;
}

static TlState *
try_run (TlState *state, const DryRun *run, GError **error)
{
  if (run->primitive == NULL)
    return tl_cache_at_try (state, &run->cache, tl_cache_at_scopes ()[0], error);
  return tl_state_apply_to_nodes (state, run->primitive, run->args, run->n_args, error);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TlDryRuns *self = task_data;

  for (guint i = 0; i < self->runs->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      DryRun             *run = &g_array_index (self->runs, DryRun, i);
      g_autoptr (GError)  error = NULL;
      g_autoptr (TlState) after = try_run (self->state, run, &error);

      run->refusal = after == NULL ? g_strdup (tl_refusal_reason (error)) : NULL;
      run->is_known = TRUE;
    }
  g_task_return_boolean (task, TRUE);
}

void
tl_dry_runs_async (TlDryRuns *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, tl_dry_runs_ref (self), (GDestroyNotify) tl_dry_runs_unref);
  g_task_run_in_thread (task, run_in_thread);
}

gboolean
tl_dry_runs_finish (GAsyncResult *result, GError **error)
{
  TlDryRuns *self = g_task_get_task_data (G_TASK (result));

  self->is_done = g_task_propagate_boolean (G_TASK (result), error);
  return self->is_done;
}

const TlPrimitive *
tl_dry_runs_primitive (TlDryRuns *self, guint index)
{
  return g_array_index (self->runs, DryRun, index).primitive;
}

const TlCacheAt *
tl_dry_runs_cache (TlDryRuns *self, guint index)
{
  return &g_array_index (self->runs, DryRun, index).cache;
}

const TlArg *
tl_dry_runs_args (TlDryRuns *self, guint index, guint *n_args)
{
  *n_args = g_array_index (self->runs, DryRun, index).n_args;
  return g_array_index (self->runs, DryRun, index).args;
}

gboolean
tl_dry_runs_is_known (TlDryRuns *self, guint index)
{
  return self->is_done && g_array_index (self->runs, DryRun, index).is_known;
}

const char *
tl_dry_runs_refusal (TlDryRuns *self, guint index)
{
  return tl_dry_runs_is_known (self, index) ? g_array_index (self->runs, DryRun, index).refusal : NULL;
}
