/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interleaved comparison at the end of a run (core/tune/standing.h): the k fastest of the run by their short samples, and those that take part
 * wherever they are near: the program as it stands, the run's first candidate and the best of earlier runs.
 */
#pragma once

#include "core/run/worker-pool.h"

G_BEGIN_DECLS

#define TL_COMPARISON_MOST 12u   /* the k fastest, at most */

/* Which trial; numbers alone do not say, for earlier runs' trials take part as well. */
typedef struct
{
  gint64 run_id;   /* 0 without a database */
  guint  number;
} TlTrialId;

typedef enum { TL_ALWAYS_START, TL_ALWAYS_FIRST, TL_ALWAYS_EARLIER, TL_COMPARISON_N_ALWAYS } TlAlways;

/* One program, and the trials that came to it. */
typedef struct
{
  GArray   *ids;         /* TlTrialId, owned; NULL: the entry is empty */
  guint64   hash;        /* of the program */
  TlState  *state;       /* owned */
  TlOutcome outcome;     /* owned */
  double    latency_s;   /* its median */
} TlComparisonEntry;

/* A plain value. One thread at a time. */
typedef struct
{
  TlComparisonEntry fastest[TL_COMPARISON_MOST];   /* fastest first */
  TlComparisonEntry always[TL_COMPARISON_N_ALWAYS];
  guint             n;         /* of the fastest */
  guint             n_noted;   /* trials that had a time */
} TlComparison;

void  tl_comparison_clear (TlComparison *comparison);
/* Takes note of a trial, which may be among the fastest so far. One without a time, or an implausible one, is none. */
void  tl_comparison_note (TlComparison *comparison, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome);
/* The same for one that takes part if it is near the fastest at all; replaces an earlier one of this @kind. */
void  tl_comparison_note_always (TlComparison *comparison, TlAlways kind, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome);
/* Moves those that take part into @chosen (cleared with tl_comparison_entries_clear); how many. 0: there is nothing to decide. */
guint tl_comparison_choose (TlComparison *comparison, TlComparisonEntry chosen[TL_COMPARISON_MOST + TL_COMPARISON_N_ALWAYS]);
void  tl_comparison_entries_clear (TlComparisonEntry *entries, guint n);
/* Times @entries interleaved, in one process; their outcomes get the new samples. Blocks. FALSE, and nothing changed, if one of them failed. */
gboolean tl_comparison_run (TlComparisonEntry *entries, guint n, TlWorkerPool *pool, guint func_index, const TlTarget *target,
                            GCancellable *cancellable);
/* Gives @entries the samples of @outcomes, if all have some; FALSE otherwise. */
gboolean tl_comparison_take_samples (TlComparisonEntry *entries, const TlOutcome *outcomes, guint n);

G_END_DECLS
