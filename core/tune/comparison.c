/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/comparison-private.h"

#include <string.h>

#define NEAR_SHARE    1.2    /* short samples of one program differ by so much, and the machine's speed changes meanwhile */
#define FAR_SHARE     2.0    /* not even a bad moment makes up for this: such a one does not take part, whoever it is */
#define FEW           6u     /* programs after a short run … */
#define TRIALS_EACH   16u    /* … and one more for each so many trials: the more there are, the luckier the fastest of them were */
#define N_ROUNDS      21u    /* odd numbers: the median is a sample */
#define LEAST_ROUNDS  9u     /* long ones average over bad moments in each */
#define ROUNDS_S      0.15   /* more than the least, as far as the fastest takes no longer */
#define MIN_REPEAT_MS 1.0
#define MAX_S         4.0
#define MOST          (TL_COMPARISON_MOST + TL_COMPARISON_N_ALWAYS)

G_STATIC_ASSERT (MOST <= TL_MOST_CONTESTANTS);

static void
entry_clear (TlComparisonEntry *entry)
{
  g_clear_pointer (&entry->ids, g_array_unref);
  g_clear_pointer (&entry->state, tl_state_unref);
  tl_outcome_clear (&entry->outcome);
}

void
tl_comparison_entries_clear (TlComparisonEntry *entries, guint n)
{
  for (guint i = 0; i < n; i++)
    entry_clear (&entries[i]);
}

void
tl_comparison_clear (TlComparison *comparison)
{
  tl_comparison_entries_clear (comparison->fastest, comparison->n);
  tl_comparison_entries_clear (comparison->always, TL_COMPARISON_N_ALWAYS);
  comparison->n = comparison->n_noted = 0;
}

/* FALSE, and @entry empty, if the trial has no time. */
static gboolean
entry_init (TlComparisonEntry *entry, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  TlLatency latency;

  *entry = (TlComparisonEntry) { 0 };
  if (outcome->kind != TL_OUTCOME_OK || outcome->is_implausible || !state || !tl_outcome_latency (outcome, &latency))
    return FALSE;
  *entry = (TlComparisonEntry) { .ids = g_array_new (FALSE, FALSE, sizeof (TlTrialId)), .hash = hash, .state = tl_state_ref ((TlState *) state),
                                 .latency_s = latency.median_s };
  g_array_append_val (entry->ids, id);
  tl_outcome_copy (outcome, &entry->outcome);
  return TRUE;
}

/* The place of the program among @entries; @n if it is none of them. */
static guint
find_program (const TlComparisonEntry *entries, guint n, guint64 hash)
{
  guint i = 0;

  while (i < n && entries[i].hash != hash)
    i++;
  return i;
}

void
tl_comparison_note (TlComparison *comparison, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  TlComparisonEntry *fastest = comparison->fastest, entry;
  guint at = comparison->n, known = find_program (fastest, comparison->n, hash);

  if (!entry_init (&entry, id, hash, state, outcome))
    return;
  comparison->n_noted++;
  while (at > 0 && fastest[at - 1].latency_s > entry.latency_s)
    at--;
  if (known < comparison->n || at == TL_COMPARISON_MOST)
    {
      if (known < comparison->n)
        g_array_append_val (fastest[known].ids, id);
      entry_clear (&entry);
      return;
    }
  if (comparison->n == TL_COMPARISON_MOST)
    entry_clear (&fastest[--comparison->n]);
  memmove (&fastest[at + 1], &fastest[at], (comparison->n - at) * sizeof entry);
  fastest[at] = entry;
  comparison->n++;
}

void
tl_comparison_note_always (TlComparison *comparison, TlAlways kind, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  entry_clear (&comparison->always[kind]);
  entry_init (&comparison->always[kind], id, hash, state, outcome);
}

/* Moves @entry to the end of @chosen; where its program is there already, only its trials. */
static void
choose (TlComparisonEntry *chosen, guint *n, TlComparisonEntry *entry)
{
  guint known = find_program (chosen, *n, entry->hash);

  if (known == *n)
    {
      chosen[(*n)++] = *entry;
      *entry = (TlComparisonEntry) { 0 };
      return;
    }
  for (guint i = 0; i < entry->ids->len; i++)
    {
      TlTrialId id = g_array_index (entry->ids, TlTrialId, i);
      gboolean is_there = FALSE;

      for (guint k = 0; k < chosen[known].ids->len && !is_there; k++)
        is_there = memcmp (&g_array_index (chosen[known].ids, TlTrialId, k), &id, sizeof id) == 0;
      if (!is_there)
        g_array_append_val (chosen[known].ids, id);
    }
}

guint
tl_comparison_choose (TlComparison *comparison, TlComparisonEntry chosen[TL_COMPARISON_MOST + TL_COMPARISON_N_ALWAYS])
{
  guint most = MIN (CLAMP (comparison->n_noted / TRIALS_EACH, FEW, TL_COMPARISON_MOST), comparison->n), n = 0;
  double least_s = comparison->n > 0 ? comparison->fastest[0].latency_s : 0;

  for (guint i = 0; i < TL_COMPARISON_N_ALWAYS; i++)
    if (comparison->always[i].ids && (least_s == 0 || comparison->always[i].latency_s < least_s))
      least_s = comparison->always[i].latency_s;
  for (guint i = 0; i < most && comparison->fastest[i].latency_s <= NEAR_SHARE * least_s; i++)
    choose (chosen, &n, &comparison->fastest[i]);
  for (guint i = 0; i < TL_COMPARISON_N_ALWAYS; i++)
    if (comparison->always[i].ids && comparison->always[i].latency_s <= FAR_SHARE * least_s)
      {
        guint known = find_program (comparison->fastest, comparison->n, comparison->always[i].hash);

        /* With all the trials that came to this program. */
        if (known < comparison->n && comparison->fastest[known].ids)
          choose (chosen, &n, &comparison->fastest[known]);
        choose (chosen, &n, &comparison->always[i]);
      }
  if (n > 1)
    return n;
  tl_comparison_entries_clear (chosen, n);
  return 0;
}

gboolean
tl_comparison_take_samples (TlComparisonEntry *entries, const TlOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK || outcomes[i].n_samples == 0)
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      TlComparisonEntry *entry = &entries[i];
      TlLatency latency;

      g_free (entry->outcome.samples_s);
      entry->outcome.samples_s = g_memdup2 (outcomes[i].samples_s, sizeof (double) * outcomes[i].n_samples);
      entry->outcome.n_samples = outcomes[i].n_samples;
      tl_outcome_latency (&entry->outcome, &latency);
      entry->latency_s = latency.median_s;
    }
  return TRUE;
}

static guint
choose_n_rounds (double latency_s)
{
  double n = CLAMP (ROUNDS_S / latency_s, LEAST_ROUNDS, N_ROUNDS);

  return (guint) n | 1;
}

gboolean
tl_comparison_run (TlComparisonEntry *entries, guint n, TlWorkerPool *pool, guint func_index, const TlTarget *target, GCancellable *cancellable)
{
  TlContestant contestants[MOST] = { 0 };
  TlOutcome outcomes[MOST] = { 0 };
  TlContest contest = { .entries = contestants, .n_entries = n, .func_index = func_index, .target = target, .max_s = MAX_S,
                        .min_repeat_ms = MIN_REPEAT_MS, .n_rounds = choose_n_rounds (entries[0].latency_s) };
  gboolean is_decided;

  for (guint i = 0; i < n; i++)
    contestants[i].state = entries[i].state;
  tl_worker_pool_contest (pool, &contest, NULL, NULL, cancellable, outcomes);
  is_decided = tl_comparison_take_samples (entries, outcomes, n);
  for (guint i = 0; i < n; i++)
    tl_outcome_clear (&outcomes[i]);
  return is_decided;
}
