/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/error.h"
#include "core/search/strategies-private.h"

static const TlComponentInfo *
nth_strategy (guint index)
{
  static const TlStrategy *const rows[] = { &tl_strategy_evolutionary, &tl_strategy_replay_func, &tl_strategy_replay_trace };

  return index < G_N_ELEMENTS (rows) ? &rows[index]->info : NULL;
}

const TlComponentTable tl_strategy_table = { .what = "search strategy", .nth = nth_strategy };

gboolean
tl_strategy_parse (TlArena *arena, const char *text, TlComponent *strategy, GError **error)
{
  guint n;
  const TlComponent *list = tl_component_list_parse (arena, &tl_strategy_table, text, &n, error);

  if (!list)
    return FALSE;
  if (n != 1)
    return tl_fail (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, "a search takes one strategy, \"%s\" names %u", text, n);
  *strategy = list[0];
  return TRUE;
}

const TlStrategy *
tl_strategy_of (const TlComponent *strategy)
{
  return (const TlStrategy *) (gconstpointer) strategy->info;
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
