/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/finalists-private.h"

#include <string.h>

G_STATIC_ASSERT (TL_MOST_FINALISTS + 1 <= TL_MOST_CONTESTANTS);

#define CLOSE_SHARE   1.05   /* what short samples of one program differ by … */
#define DRIFT_SHARE   1.2    /* … and without a pacemaker beside each what the machine may have changed meanwhile */
#define FEW           6u     /* run against each other after a short run … */
#define TRIALS_EACH   16u    /* … and one more for each so many trials */
#define MISTAKEN_BY   2.0    /* what the machine's worst moments make of the first trial's time */
#define N_ROUNDS      21u    /* odd numbers: the median is a sample */
#define LEAST_ROUNDS  9u     /* long ones average over bad moments in each */
#define ROUNDS_S      0.15   /* more than the least, as far as the fastest takes no longer */
#define MIN_REPEAT_MS 1.0
#define MAX_S         4.0

static void
finalist_clear (TlFinalist *finalist)
{
  g_clear_pointer (&finalist->numbers, g_array_unref);
  g_clear_pointer (&finalist->state, tl_state_unref);
  tl_outcome_clear (&finalist->outcome);
}

void
tl_finalists_clear (TlFinalists *finalists)
{
  for (guint i = 0; i < finalists->n; i++)
    finalist_clear (&finalists->entries[i]);
  finalist_clear (&finalists->first);
  finalists->n = finalists->n_noted = 0;
}

static TlFinalist
finalist_new (guint number, guint64 hash, const TlState *state, const TlOutcome *outcome, double latency_s)
{
  TlFinalist finalist = { .numbers = g_array_new (FALSE, FALSE, sizeof (guint)), .hash = hash, .state = tl_state_ref ((TlState *) state),
                          .latency_s = latency_s };

  g_array_append_val (finalist.numbers, number);
  tl_outcome_copy (outcome, &finalist.outcome);
  return finalist;
}

/* The place of the program among @finalists; their number if it is none of them. */
static guint
find_program (const TlFinalists *finalists, guint64 hash)
{
  guint i = 0;

  while (i < finalists->n && finalists->entries[i].hash != hash)
    i++;
  return i;
}

/* Where there is no room the slowest leaves. */
static void
insert (TlFinalists *finalists, guint at, TlFinalist finalist)
{
  if (finalists->n == TL_MOST_FINALISTS)
    finalist_clear (&finalists->entries[--finalists->n]);
  memmove (&finalists->entries[at + 1], &finalists->entries[at], (finalists->n - at) * sizeof finalist);
  finalists->entries[at] = finalist;
  finalists->n++;
}

/* Trials end in another order than they began. */
static void
note_first (TlFinalists *finalists, guint number, guint64 hash, const TlState *state, const TlOutcome *outcome, double latency_s)
{
  if (finalists->first.state && g_array_index (finalists->first.numbers, guint, 0) < number)
    return;
  finalist_clear (&finalists->first);
  finalists->first = finalist_new (number, hash, state, outcome, latency_s);
}

void
tl_finalists_note (TlFinalists *finalists, guint number, guint64 hash, const TlState *state, const TlOutcome *outcome)
{
  TlFinalist *entries = finalists->entries;
  TlLatency latency;
  guint at = finalists->n, known;

  if (outcome->kind != TL_OUTCOME_OK || !state || !tl_outcome_latency (outcome, &latency))
    return;
  finalists->n_noted++;
  note_first (finalists, number, hash, state, outcome, latency.median_s);
  known = find_program (finalists, hash);
  if (known < finalists->n)
    {
      g_array_append_val (entries[known].numbers, number);
      return;
    }
  while (at > 0 && entries[at - 1].latency_s > latency.median_s)
    at--;
  if (at == TL_MOST_FINALISTS)
    return;
  insert (finalists, at, finalist_new (number, hash, state, outcome, latency.median_s));
}

static gboolean
is_paced (const TlFinalists *finalists)
{
  for (guint i = 0; i < finalists->n; i++)
    if (finalists->entries[i].outcome.slowdown > 0)
      return TRUE;
  return FALSE;
}

/* Also what was timed before there was a pacemaker: at another speed than that others are told as of, perhaps. */
static gboolean
is_doubtful (const TlFinalists *finalists, guint index)
{
  const TlOutcome *outcome = &finalists->entries[index].outcome;

  return !tl_outcome_is_steady (outcome) || (outcome->slowdown == 0 && is_paced (finalists));
}

/* How many there may be; @first: the fastest whose time can be believed. */
static guint
most_close (const TlFinalists *finalists, guint *first)
{
  guint most = MIN (CLAMP (finalists->n_noted / TRIALS_EACH, FEW, TL_MOST_FINALISTS), finalists->n);

  *first = 0;
  while (*first + 1 < most && is_doubtful (finalists, *first))
    ++*first;
  return most;
}

/* Near the first whose time can be believed; those before it that cannot are to prove theirs. */
guint
tl_finalists_n_close (const TlFinalists *finalists)
{
  gboolean is_exact = is_paced (finalists) && finalists->entries[0].latency_s <= TL_PACE_SELDOM_S;
  double share = is_exact ? CLOSE_SHARE : DRIFT_SHARE;
  guint first, most = most_close (finalists, &first), n;

  n = first;
  while (n < most && finalists->entries[n].latency_s <= share * finalists->entries[first].latency_s)
    n++;
  return n > 1 ? n : 0;
}

guint
tl_finalists_admit_first (TlFinalists *finalists, guint n_close)
{
  TlFinalist first = finalists->first;
  guint n = MAX (n_close, 1), at = MIN (n, TL_MOST_FINALISTS - 1), believed, known;

  most_close (finalists, &believed);
  if (finalists->n == 0 || !first.state || first.latency_s > MISTAKEN_BY * finalists->entries[believed].latency_s)
    return n_close;
  known = find_program (finalists, first.hash);
  if (known < n)
    return n_close;
  if (known < finalists->n)
    {
      first = finalists->entries[known];
      memmove (&finalists->entries[at + 1], &finalists->entries[at], (known - at) * sizeof first);
      finalists->entries[at] = first;
    }
  else
    {
      insert (finalists, at, first);
      finalists->first = (TlFinalist) { 0 };
    }
  return at + 1;
}

gboolean
tl_finalists_take_samples (TlFinalists *finalists, const TlOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK || outcomes[i].n_samples == 0)
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      TlFinalist *finalist = &finalists->entries[i];
      TlLatency latency;

      g_free (finalist->outcome.samples_s);
      finalist->outcome.samples_s = g_memdup2 (outcomes[i].samples_s, sizeof (double) * outcomes[i].n_samples);
      finalist->outcome.n_samples = outcomes[i].n_samples;
      finalist->outcome.slowdown = outcomes[i].slowdown;
      tl_outcome_latency (&finalist->outcome, &latency);
      finalist->latency_s = latency.median_s;
    }
  return TRUE;
}

static guint
choose_n_rounds (double latency_s)
{
  double n = CLAMP (ROUNDS_S / latency_s, LEAST_ROUNDS, N_ROUNDS);

  return (guint) n | 1;
}

/* Samples of one round are as of one moment. */
static void
tell_as_of (const TlPacemaker *pacemaker, const TlOutcome *pace, TlOutcome *outcome)
{
  TlLatency latency;

  if (pace->kind != TL_OUTCOME_OK || pace->n_samples < outcome->n_samples || !tl_outcome_latency (pace, &latency))
    return;
  outcome->slowdown = latency.median_s / tl_pacemaker_latency (pacemaker);
  for (guint i = 0; i < outcome->n_samples; i++)
    outcome->samples_s[i] *= tl_pacemaker_latency (pacemaker) / pace->samples_s[i];
}

guint
tl_finalists_compare (TlFinalists *finalists, TlWorkerPool *pool, guint func_index, const TlTarget *target, const TlPacemaker *pacemaker,
                      GCancellable *cancellable)
{
  guint n = tl_finalists_admit_first (finalists, tl_finalists_n_close (finalists));
  TlContestant entries[TL_MOST_FINALISTS + 1] = { 0 };
  TlOutcome outcomes[TL_MOST_FINALISTS + 1] = { 0 };
  TlContest contest = { .entries = entries, .n_entries = pacemaker ? n + 1 : n, .func_index = func_index, .target = target, .max_s = MAX_S,
                        .min_repeat_ms = MIN_REPEAT_MS };
  gboolean is_decided;

  if (n == 0)
    return 0;
  contest.n_rounds = choose_n_rounds (finalists->entries[0].latency_s);
  for (guint i = 0; i < n; i++)
    entries[i].state = finalists->entries[i].state;
  if (pacemaker)
    entries[n].state = tl_pacemaker_state (pacemaker);
  tl_worker_pool_contest (pool, &contest, NULL, NULL, cancellable, outcomes);
  for (guint i = 0; i < n && pacemaker; i++)
    tell_as_of (pacemaker, &outcomes[n], &outcomes[i]);
  is_decided = tl_finalists_take_samples (finalists, outcomes, n);
  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    tl_outcome_clear (&outcomes[i]);
  return is_decided ? n : 0;
}
