/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/trial-rank.h"

TlStanding
tl_standing_of (const TlOutcome *outcome, guint comparison, guint after_comparison)
{
  TlStanding standing = { .comparison = comparison, .after_comparison = after_comparison, .is_implausible = outcome->is_implausible };
  TlLatency latency;

  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency))
    standing.latency_s = latency.median_s;
  return standing;
}

static gboolean
has_time (const TlStanding *standing)
{
  return standing->latency_s > 0 && !standing->is_implausible;
}

static gboolean
is_compared (const TlStanding *standing, guint n_comparisons)
{
  return standing->comparison > 0 && standing->comparison == n_comparisons;
}

gboolean
tl_standing_ranks (const TlStanding *standing, guint n_comparisons)
{
  return has_time (standing) && (standing->comparison == n_comparisons || standing->after_comparison >= n_comparisons);
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
  if (!has_time (a) || !has_time (b))
    return !has_time (b);
  if (is_compared (a, n_comparisons) != is_compared (b, n_comparisons))
    return is_compared (a, n_comparisons);
  return a->latency_s < b->latency_s;
}

guint
tl_standing_n_comparisons (const TlStanding *standing)
{
  return MAX (standing->comparison, standing->after_comparison);
}
