/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fastest trials of a run. Each was timed alone and for a moment, while the machine did what it does at such a moment; in the end they
 * run against each other, in turn and in one process, and what that gives takes the place of what they had.
 */
#pragma once

#include "core/run/worker-pool.h"

G_BEGIN_DECLS

#define TL_MOST_FINALISTS 12u

typedef struct
{
  GArray   *numbers;     /* guint, owned: of the trials that came to this program */
  guint64   hash;        /* of the program */
  TlState  *state;       /* owned */
  TlOutcome outcome;     /* owned */
  double    latency_s;   /* its median */
} TlFinalist;

/* A plain value, fastest first. One thread at a time. */
typedef struct
{
  TlFinalist entries[TL_MOST_FINALISTS];
  guint      n;
  guint      n_noted;   /* trials that had a time */
  TlFinalist first;     /* the one of the lowest number; no state: none */
} TlFinalists;

void  tl_finalists_clear (TlFinalists *finalists);
/* Takes note of a trial that is among the fastest so far, and of the first. */
void  tl_finalists_note (TlFinalists *finalists, guint number, guint64 hash, const TlState *state, const TlOutcome *outcome);
/*
 * How many are so close to the fastest that their order is open; 0 if there is nothing to decide. After a few trials six at most, after more twice
 * as many: the more there are, the luckier are those that were told as the fastest.
 */
guint tl_finalists_n_close (const TlFinalists *finalists);
/* @n_close, or one more: makes the run's first trial, where it may be as fast, one of them. A search begins with what is known to be good. */
guint tl_finalists_admit_first (TlFinalists *finalists, guint n_close);
/* Gives the first @n the samples of @outcomes, if all have some; FALSE otherwise. The order stays. */
gboolean tl_finalists_take_samples (TlFinalists *finalists, const TlOutcome *outcomes, guint n);
/*
 * Runs those that are close against each other, and with them @pacemaker (nullable): times are as of its speed, as those from before. Blocks. Gives
 * how many have new samples: 0 if there was nothing to decide or it failed.
 */
guint tl_finalists_compare (TlFinalists *finalists, TlWorkerPool *pool, guint func_index, const TlTarget *target, const TlPacemaker *pacemaker,
                            GCancellable *cancellable);

G_END_DECLS
