/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/element-counting.h"

#define MOST_ACCESSES (G_GUINT64_CONSTANT (1) << 21)

typedef struct
{
  TlState *state;
  TlNodeId block;
  guint    n_fixed;
  gint64  *position;
  TlCaches caches;
  const TlBuffer *watched;   /* nullable; of the state's module */
  gint64  *index;
} CountingJob;

static void
counting_job_free (gpointer data)
{
  CountingJob *job = data;

  tl_state_unref (job->state);
  g_free (job->position);
  g_free (job->index);
  g_free (job);
}

static void
count_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  CountingJob        *job = task_data;
  const TlModule     *module = tl_state_module (job->state);
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  const TlBlockTiles *tiles = tl_block_tiles_new (arena, module, job->block);
  TlElementCounts    *counts;
  GError             *error = NULL;
  guint               n_fixed = job->n_fixed;

  while (n_fixed < tiles->n_loops && tl_element_counts_estimate (tiles, n_fixed) > MOST_ACCESSES)
    n_fixed++;
  counts = tl_element_counts_new_watching (module, tiles, n_fixed, job->position, job->watched, job->index, &job->caches,
                                           2 * MOST_ACCESSES, cancellable, &error);
  if (counts != NULL)
    g_task_return_pointer (task, counts, (GDestroyNotify) tl_element_counts_free);
  else
    g_task_return_error (task, error);
}

void
tl_count_elements_async (TlState *state, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position, const TlBuffer *watched,
                         const gint64 *index, const TlCaches *caches, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  CountingJob      *job = g_new0 (CountingJob, 1);

  g_return_if_fail (n_fixed <= tiles->n_loops);
  *job = (CountingJob) { tl_state_ref (state), tiles->block->id, n_fixed, g_memdup2 (position, sizeof (gint64) * tiles->n_loops), *caches };
  job->watched = watched;
  job->index = watched != NULL ? g_memdup2 (index, sizeof *index * watched->n_dims) : NULL;
  g_task_set_task_data (task, job, counting_job_free);
  g_task_run_in_thread (task, count_in_thread);
}

TlElementCounts *
tl_count_elements_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
