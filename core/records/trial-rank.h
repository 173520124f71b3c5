/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which trial is the best. This is the one definition: the status line, the plot's ring and best-so-far line, the table, `best`, the
 * window's "Open Best" and a run's last word all ask here.
 *
 * Noise has one remedy. Every candidate is timed briefly, each at a moment of its own. At the end of a run those with the fastest samples,
 * the program as it stands and the best of earlier runs are timed again, interleaved in one process: a comparison. Those that took part in
 * the latest comparison rank by their median in it. Those measured after it rank by their own median. Those measured before it that did not
 * take part do not rank any more: their times are of another moment. A time below what the machine's peak allows is measured again and, if
 * it stays, does not rank either. Of equally fast ones the first is the best.
 *
 * No time is scaled or corrected: dividing times by the drift of a calibration kernel gave winners as fast (median 0.05 % apart, 80 pairs
 * of runs by tests/bench/regret.py), and runs take 0.86 of the time without it.
 */
#pragma once

#include "core/worker/outcome.h"

G_BEGIN_DECLS

/* A plain value: how a trial stands among those of its workload. */
typedef struct
{
  double   latency_s;          /* its median, in the comparison if it took part in one; 0: has none */
  guint    comparison;         /* the last comparison that it took part in, counted from 1; 0: none */
  guint    after_comparison;   /* how many comparisons had been made when it was measured */
  gboolean is_implausible;     /* faster than the machine can be */
} TlTrialRank;

/* Of a trial with this @outcome, which may be a failure. */
TlTrialRank tl_trial_rank_of (const TlOutcome *outcome, guint comparison, guint after_comparison);
/* Whether it can be the best, when @n_comparisons have been made. */
gboolean    tl_trial_rank_counts (const TlTrialRank *rank, guint n_comparisons);
/* Whether @a ranks, and @b does not or is slower. */
gboolean    tl_trial_rank_is_better (const TlTrialRank *a, const TlTrialRank *b, guint n_comparisons);
/*
 * Whether @a, a trial of the program as it stands, says what that takes in place of @b. Speed-ups refer to it. Each run has one such trial;
 * the one that took part in a comparison last says it. Where none did, for the program is far too slow, the fastest does: other work on the
 * machine only makes it slower.
 */
gboolean   tl_trial_rank_replaces_start (const TlTrialRank *a, const TlTrialRank *b);
/* How many comparisons have been made at least, as far as @rank knows. */
guint      tl_trial_rank_n_comparisons (const TlTrialRank *rank);

G_END_DECLS
