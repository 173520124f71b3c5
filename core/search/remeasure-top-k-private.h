/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The top-k re-measurement at the end of a run, an interleaved comparison (core/records/trial-rank.h) of the k programs with the fastest
 * samples of the run, the program as it stands, the run's first candidate and the best of earlier runs, of the project and of the records
 * that the run begins with. The fastest sample decides who takes part, for other work on the machine only adds to one: on a busy machine
 * medians of short samples are off by a factor of two, and each by another. Times of the comparison are long enough for medians.
 */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

#define TL_TOP_K           12u
#define TL_TOP_K_MAX      (TL_TOP_K + TL_TOP_K_N_PINNED)
#define TL_TOP_K_N_SAMPLES 9u    /* of each that takes part; odd: the median is a sample */

/* Which trial; numbers alone do not say, for earlier runs' trials take part as well. */
typedef struct
{
  gint64 run_id;   /* 0 without a database */
  guint  number;   /* TL_TRIAL_OF_RECORDS: a record, which belongs to no run here */
} TlTrialId;

typedef enum { TL_PINNED_START, TL_PINNED_FIRST, TL_PINNED_EARLIER, TL_PINNED_RECORD, TL_TOP_K_N_PINNED } TlPinnedKind;

/* One program, and the trials that came to it. */
typedef struct
{
  GArray   *ids;         /* TlTrialId, owned; NULL: the entry is empty */
  guint64   hash;        /* of the program */
  TlState  *state;       /* owned */
  TlOutcome outcome;     /* owned */
  double    fastest_s;   /* of its short samples */
  gboolean  is_start;    /* the program as it stands */
} TlTopKEntry;

/* A plain value. One thread at a time. */
typedef struct
{
  TlTopKEntry fastest[TL_TOP_K];   /* fastest first */
  TlTopKEntry pinned[TL_TOP_K_N_PINNED];
  guint       n;   /* of the fastest */
} TlTopK;

void  tl_top_k_clear (TlTopK *top);
/* Takes note of a trial, which may be among the fastest so far. Ignores trials without a latency and implausible ones. */
void  tl_top_k_add (TlTopK *top, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome);
/* The same for one that need not be among the k fastest; replaces an earlier one of this @kind. */
void  tl_top_k_set_pinned (TlTopK *top, TlPinnedKind kind, TlTrialId id, guint64 hash, const TlState *state, const TlOutcome *outcome);
/*
 * Moves those that take part into @chosen (cleared with tl_top_k_entries_clear), fastest first; how many. 0: there is nothing to
 * decide. The two fastest do, of the others those for whom there is time (more, the more trials the run has had: @n_trials), and the
 * start however slow it is, if that takes little time.
 */
guint tl_top_k_choose (TlTopK *top, guint n_trials, TlTopKEntry chosen[TL_TOP_K_MAX]);
void  tl_top_k_entries_clear (TlTopKEntry *entries, guint n);
/*
 * Times @entries interleaved, in one process; their outcomes get the new samples. Blocks. FALSE, and nothing changed, if one of them
 * failed.
 */
gboolean tl_top_k_compare (TlTopKEntry *entries, guint n, TlWorkerPool *pool, const char *func_name, const TlTarget *target,
                           TlParamSet constants, GCancellable *cancellable);
/* Gives @entries the samples of @outcomes, if all have some; FALSE otherwise. */
gboolean tl_top_k_take_samples (TlTopKEntry *entries, const TlOutcome *outcomes, guint n);

G_END_DECLS
