/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/contents-finding.h"

#define FEW_ACCESSES  (G_GUINT64_CONSTANT (1) << 17)
#define MOST_ACCESSES (G_GUINT64_CONSTANT (1) << 23)
#define MORE          8   /* times as many, where the cache is not full */

typedef struct
{
  TlState *state;
  TlNodeId block;
  guint    n_fixed;
  gint64  *position;
  TlCaches caches;
  guint    cache;
} ContentsJob;

static void
contents_job_free (gpointer data)
{
  ContentsJob *job = data;

  tl_state_unref (job->state);
  g_free (job->position);
  g_free (job);
}

static TlCacheContents *
find_contents (const ContentsJob *job, GCancellable *cancellable, GError **error)
{
  const TlModule     *module = tl_state_module (job->state);
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  const TlBlockTiles *tiles = tl_block_tiles_new (arena, module, job->block);
  TlCacheContents    *contents = NULL;

  for (guint64 n = FEW_ACCESSES; n <= MOST_ACCESSES; n *= MORE)
    {
      g_clear_pointer (&contents, tl_cache_contents_free);
      g_clear_error (error);
      contents = tl_cache_contents_new (module, tiles, job->n_fixed, job->position, &job->caches, n, cancellable, error);
      if ((contents != NULL && !tl_cache_contents_miss_some (contents, job->cache)) || g_cancellable_is_cancelled (cancellable))
        break;
    }
  return contents;
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError          *error = NULL;
  TlCacheContents *contents = find_contents (task_data, cancellable, &error);

  if (contents != NULL)
    g_task_return_pointer (task, contents, (GDestroyNotify) tl_cache_contents_free);
  else
    g_task_return_error (task, error);
}

void
tl_find_contents_async (TlState *state, TlNodeId block, guint n_fixed, const gint64 *position, guint n_loops, const TlCaches *caches,
                        guint cache, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  ContentsJob      *job = g_new0 (ContentsJob, 1);

  g_return_if_fail (n_fixed <= n_loops);
  *job = (ContentsJob) { tl_state_ref (state), block, n_fixed, g_memdup2 (position, sizeof (gint64) * n_loops), *caches, cache };
  g_task_set_task_data (task, job, contents_job_free);
  g_task_run_in_thread (task, find_in_thread);
}

TlCacheContents *
tl_find_contents_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
