/* SPDX-License-Identifier: Apache-2.0 */
/* A trial in words, for the table's cells and the plots' cards. All results: free with g_free. */
#pragma once

#include "core/search/trial-store.h"

G_BEGIN_DECLS

/* "1.21 ms"; "? 12 ns" where it is implausible, "> 3.72 ms" where it was pruned; "—" without a time. */
char *tl_trial_latency_text (TlTrialStore *store, guint index);
/* The range of 80 % of the samples, "1.18 … 1.30 ms"; "—" for fewer than two. */
char *tl_trial_range_text (TlTrialStore *store, guint index);
/* The same of seconds: the unit once where it is the same. */
char *tl_seconds_range_text (double from_s, double to_s);
/* Against the program as it stands, as tl_format_gain: "× 31", "> × 31" where that was pruned. */
char *tl_trial_speedup_text (TlTrialStore *store, guint index);
/*
 * Its outcome in one line: "Measured, compared at the end; at first 1.02 ms", "Pruned: first run more than 3.1× slower than the best".
 */
char *tl_trial_outcome_text (TlTrialStore *store, guint index);
/* Some lines: time and range, origin, throughput, remarks, score, the first decisions. @flops of one run; not positive: not known. */
char *tl_trial_describe (TlTrialStore *store, guint index, double flops);
/* "Run 2 · trials 33–64" up to number @end. */
char *tl_trial_run_text (TlTrialStore *store, guint run, guint end);
/* "this machine's speed varied by 2.7×"; NULL if it did not by much. */
char *tl_trial_drift_text (TlTrialStore *store);

G_END_DECLS
