/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/remeasure-top-k-private.h"

#include <string.h>

#include "core/base/extremum.h"

#define FAR_SHARE     4.0    /* slower programs than this multiple of the fastest are left out */
#define FAR_START_S   0.05   /* a slower start program still takes part if its samples take at most this long */
#define MIN_REPEAT_MS 0.5
#define TRIAL_S       0.008  /* time of all samples for each trial of the run, if all run as fast as their fastest samples … */
#define MIN_S       0.25
#define MAX_S        4.0
#define LOAD_FACTOR   10.0   /* … and a busy machine gets more time for them */

G_STATIC_ASSERT (TL_TOP_K_MAX <= TL_COMPARISON_MAX);

static void
entry_clear (TlTopKEntry *entry)
{
  g_clear_pointer (&entry->ids, g_array_unref);
  g_clear_pointer (&entry->state, tl_state_unref);
  tl_outcome_clear (&entry->outcome);
}

void
tl_top_k_entries_clear (TlTopKEntry *entries, guint n)
{
  for (guint i = 0; i < n; i++)
    entry_clear (&entries[i]);
}

void
tl_top_k_clear (TlTopK *top)
{
  tl_top_k_entries_clear (top->fastest, top->n);
  tl_top_k_entries_clear (top->pinned, TL_TOP_K_N_PINNED);
  top->n = 0;
}

/* FALSE, and @entry empty, if the trial has no time. */
static gboolean
entry_init (TlTopKEntry *entry, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  TlLatency latency;

  *entry = (TlTopKEntry) { 0 };
  if (outcome->kind != TL_OUTCOME_OK || outcome->is_implausible || !state || !tl_outcome_latency (outcome, &latency))
    return FALSE;
  *entry = (TlTopKEntry) { .ids = g_array_new (FALSE, FALSE, sizeof (TlTrialId)), .hash = hash, .state = tl_state_ref ((TlState *) state),
                                 .fastest_s = latency.min_s };
  g_array_append_val (entry->ids, id);
  tl_outcome_copy (outcome, &entry->outcome);
  return TRUE;
}

/* The faster one, and of equally fast ones the trial of the lower number, whichever was measured first: a search repeats itself exactly. */
static gboolean
comes_before (const TlTopKEntry *a, const TlTopKEntry *b)
{
  if (a->fastest_s != b->fastest_s)
    return a->fastest_s < b->fastest_s;
  return g_array_index (a->ids, TlTrialId, 0).number < g_array_index (b->ids, TlTrialId, 0).number;
}

/* The place of the program among @entries; @n if it is none of them. */
static guint
find_program (const TlTopKEntry *entries, guint n, guint64 hash)
{
  guint i = 0;

  while (i < n && entries[i].hash != hash)
    i++;
  return i;
}

void
tl_top_k_add (TlTopK *top, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  TlTopKEntry *fastest = top->fastest, entry;
  guint at = top->n, known = find_program (fastest, top->n, hash);

  if (!entry_init (&entry, id, hash, state, outcome))
    return;
  while (at > 0 && comes_before (&entry, &fastest[at - 1]))
    at--;
  if (known < top->n || at == TL_TOP_K)
    {
      if (known < top->n)
        g_array_append_val (fastest[known].ids, id);
      entry_clear (&entry);
      return;
    }
  if (top->n == TL_TOP_K)
    entry_clear (&fastest[--top->n]);
  memmove (&fastest[at + 1], &fastest[at], (top->n - at) * sizeof entry);
  fastest[at] = entry;
  top->n++;
}

void
tl_top_k_set_pinned (TlTopK *top, TlPinnedKind kind, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  entry_clear (&top->pinned[kind]);
  entry_init (&top->pinned[kind], id, hash, state, outcome);
  top->pinned[kind].is_start = kind == TL_PINNED_START;
}

/* Adds the trials of @from to those of @to. */
static void
merge_ids (TlTopKEntry *to, const TlTopKEntry *from)
{
  for (guint i = 0; i < from->ids->len; i++)
    {
      TlTrialId id = g_array_index (from->ids, TlTrialId, i);
      gboolean is_there = FALSE;

      for (guint k = 0; k < to->ids->len && !is_there; k++)
        is_there = memcmp (&g_array_index (to->ids, TlTrialId, k), &id, sizeof id) == 0;
      if (!is_there)
        g_array_append_val (to->ids, id);
    }
}

/* Moves @entry to its place among @all, which are sorted; where its program is there already, only its trials. */
static void
insert (TlTopKEntry *all, guint *n, TlTopKEntry *entry)
{
  guint at = *n, known = find_program (all, *n, entry->hash);

  if (known < *n)
    {
      merge_ids (&all[known], entry);
      all[known].is_start |= entry->is_start;
      return;
    }
  while (at > 0 && comes_before (entry, &all[at - 1]))
    at--;
  memmove (&all[at + 1], &all[at], (*n - at) * sizeof *all);
  all[at] = *entry;
  *entry = (TlTopKEntry) { 0 };
  (*n)++;
}

static double
samples_s (const TlTopKEntry *entry)
{
  return TL_TOP_K_N_SAMPLES * tl_max (entry->fastest_s, MIN_REPEAT_MS / 1e3);
}

/* After @n faster ones, the fastest of which took @fastest_s. @left_s: for samples. */
static gboolean
takes_part (const TlTopKEntry *entry, guint n, double fastest_s, double left_s)
{
  if (entry->fastest_s > FAR_SHARE * fastest_s)
    return entry->is_start && samples_s (entry) <= FAR_START_S;
  return n < 2 || samples_s (entry) <= left_s;
}

guint
tl_top_k_choose (TlTopK *top, guint n_trials, TlTopKEntry chosen[TL_TOP_K_MAX])
{
  TlTopKEntry all[TL_TOP_K_MAX] = { 0 };
  guint n_all = 0, n = 0;
  double left_s = CLAMP (TRIAL_S * n_trials, MIN_S, MAX_S);

  for (guint i = 0; i < top->n; i++)
    insert (all, &n_all, &top->fastest[i]);
  for (guint i = 0; i < TL_TOP_K_N_PINNED; i++)
    if (top->pinned[i].ids)
      insert (all, &n_all, &top->pinned[i]);
  top->n = 0;
  for (guint i = 0; i < n_all; i++)
    if (takes_part (&all[i], n, all[0].fastest_s, left_s))
      {
        left_s -= samples_s (&all[i]);
        chosen[n++] = all[i];
        all[i] = (TlTopKEntry) { .fastest_s = all[i].fastest_s };
      }
  tl_top_k_entries_clear (all, n_all);
  if (n > 1)
    return n;
  tl_top_k_entries_clear (chosen, n);
  return 0;
}

gboolean
tl_top_k_take_samples (TlTopKEntry *entries, const TlOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK || outcomes[i].n_samples == 0)
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      TlTopKEntry *entry = &entries[i];

      g_free (entry->outcome.samples_s);
      entry->outcome.samples_s = g_memdup2 (outcomes[i].samples_s, sizeof (double) * outcomes[i].n_samples);
      entry->outcome.n_samples = outcomes[i].n_samples;
    }
  return TRUE;
}

gboolean
tl_top_k_compare (TlTopKEntry *entries, guint n, TlWorkerPool *pool, const char *func_name, const TlTarget *target,
                  TlParamSet constants, GCancellable *cancellable)
{
  TlComparisonEntry programs[TL_TOP_K_MAX] = { 0 };
  TlOutcome outcomes[TL_TOP_K_MAX] = { 0 };
  TlComparison comparison = { .entries = programs, .n_entries = n, .func_name = func_name, .target = target,
                              .constants = constants, .max_s = LOAD_FACTOR * MAX_S, .min_repeat_ms = MIN_REPEAT_MS,
                              .n_rounds = TL_TOP_K_N_SAMPLES };
  gboolean is_decided;

  for (guint i = 0; i < n; i++)
    programs[i].state = entries[i].state;
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, cancellable, outcomes);
  is_decided = tl_top_k_take_samples (entries, outcomes, n);
  for (guint i = 0; i < n; i++)
    tl_outcome_clear (&outcomes[i]);
  return is_decided;
}
