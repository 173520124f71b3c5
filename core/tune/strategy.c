/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/strategies-private.h"

static const TlStrategy *const strategies[] = { &tl_strategy_replay_func, &tl_strategy_replay_trace };

const TlStrategy *
tl_strategy_nth (guint index)
{
  return index < G_N_ELEMENTS (strategies) ? strategies[index] : NULL;
}

const TlStrategy *
tl_strategy_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    if (g_strcmp0 (strategies[i]->name, name) == 0)
      return strategies[i];
  return NULL;
}

void
tl_search_progress_init (TlSearchProgress *progress, void (*changed) (gpointer user_data), gpointer user_data)
{
  *progress = (TlSearchProgress) { .changed = changed, .user_data = user_data };
  g_mutex_init (&progress->lock);
}

void
tl_search_progress_clear (TlSearchProgress *progress)
{
  g_clear_pointer (&progress->refusal, g_free);
  g_mutex_clear (&progress->lock);
}

void
tl_search_progress_set_phase (TlSearchProgress *progress, TlSearchPhase phase)
{
  gboolean is_news;

  g_mutex_lock (&progress->lock);
  is_news = progress->counts.phase != phase;
  progress->counts.phase = phase;
  g_mutex_unlock (&progress->lock);
  if (is_news && progress->changed)
    progress->changed (progress->user_data);
}

void
tl_search_progress_note (TlSearchProgress *progress, const GError *refusal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&progress->lock);

  progress->counts.n_evaluated++;
  if (!refusal)
    return;
  progress->counts.n_refused++;
  g_free (progress->refusal);
  progress->refusal = g_strdup (refusal->message);
}

TlSearchCounts
tl_search_progress_counts (TlSearchProgress *progress)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&progress->lock);

  return progress->counts;
}

char *
tl_search_progress_refusal (TlSearchProgress *progress)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&progress->lock);

  return g_strdup (progress->refusal);
}
