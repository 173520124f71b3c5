/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/trial-rank.h"

TlTrialRank
tl_trial_rank_of (const TlOutcome *outcome, guint comparison, guint after_comparison)
{
  TlTrialRank rank = { .comparison = comparison, .after_comparison = after_comparison, .is_implausible = outcome->is_implausible };
  TlLatency latency;

  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency))
    rank.latency_s = latency.median_s;
  return rank;
}

static gboolean
has_time (const TlTrialRank *rank)
{
  return rank->latency_s > 0 && !rank->is_implausible;
}

gboolean
tl_trial_rank_counts (const TlTrialRank *rank, guint n_comparisons)
{
  return has_time (rank) && (rank->comparison == n_comparisons || rank->after_comparison >= n_comparisons);
}

gboolean
tl_trial_rank_is_better (const TlTrialRank *a, const TlTrialRank *b, guint n_comparisons)
{
  if (!tl_trial_rank_counts (a, n_comparisons))
    return FALSE;
  return !tl_trial_rank_counts (b, n_comparisons) || a->latency_s < b->latency_s;
}

gboolean
tl_trial_rank_replaces_start (const TlTrialRank *a, const TlTrialRank *b)
{
  if (!has_time (a) || !has_time (b))
    return !has_time (b);
  return a->comparison != b->comparison ? a->comparison > b->comparison : a->latency_s < b->latency_s;
}

guint
tl_trial_rank_n_comparisons (const TlTrialRank *rank)
{
  return MAX (rank->comparison, rank->after_comparison);
}
