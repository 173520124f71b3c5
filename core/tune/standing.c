/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/standing.h"

TlStanding
tl_standing_of (const TlOutcome *outcome, guint comparison, guint after_comparison)
{
  TlStanding standing = { .comparison = comparison, .after_comparison = after_comparison, .is_implausible = outcome->is_implausible };
  TlLatency latency;

  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency))
    standing.latency_s = latency.median_s;
  return standing;
}

gboolean
tl_standing_ranks (const TlStanding *standing, guint n_comparisons)
{
  return standing->latency_s > 0 && !standing->is_implausible
         && (standing->comparison == n_comparisons || standing->after_comparison >= n_comparisons);
}

gboolean
tl_standing_is_better (const TlStanding *a, const TlStanding *b, guint n_comparisons)
{
  if (!tl_standing_ranks (a, n_comparisons))
    return FALSE;
  return !tl_standing_ranks (b, n_comparisons) || a->latency_s < b->latency_s;
}

gboolean
tl_standing_replaces_start (const TlStanding *a, const TlStanding *b, guint n_comparisons)
{
  gboolean a_has_time = a->latency_s > 0 && !a->is_implausible, b_has_time = b->latency_s > 0 && !b->is_implausible;
  gboolean a_is_compared = a->comparison > 0 && a->comparison == n_comparisons;
  gboolean b_is_compared = b->comparison > 0 && b->comparison == n_comparisons;

  if (!a_has_time || !b_has_time || a_is_compared != b_is_compared)
    return b_has_time ? a_has_time && a_is_compared : TRUE;
  return a->latency_s < b->latency_s;
}

guint
tl_standing_n_comparisons (const TlStanding *standing)
{
  return MAX (standing->comparison, standing->after_comparison);
}
