/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/run/worker-pool.h"
#include "core/tune/database.h"
#include "core/tune/space.h"

G_BEGIN_DECLS

/* Where candidates come from; evolutionary search will be another of these. */
typedef struct _TlStrategy TlStrategy;
struct _TlStrategy
{
  const char *name;        /* "replay-func" */
  const char *summary;
  /* The next candidate (new reference), or NULL when the space is exhausted or with @error. Called on one thread at a time. */
  TlState   *(*next) (gpointer self, GError **error);
  /* A candidate's outcome, in any order. */
  void       (*report) (gpointer self, const TlState *state, const TlOutcome *outcome);
  gpointer   (*create) (TlSpace *space, TlState *start, guint64 seed);
  void       (*destroy) (gpointer self);
};
const TlStrategy *tl_strategy_find (const char *name);   /* "replay-func", "replay-trace" */
const TlStrategy *tl_strategy_nth (guint index);

typedef struct
{
  TlState            *start;           /* the program, no steps */
  guint               func_index;
  TlSpace            *space;
  const char         *space_text;      /* nullable: what the database keeps of the space; by default its name */
  const TlStrategy   *strategy;
  TlTarget            target;
  TlMeasureOptions    measure;
  guint               n_trials;
  guint64             seed;
  TlDatabase         *database;        /* nullable: nothing is kept */
  gint64              workload_id;
  gint64              resume_run_id;   /* 0: a new run; else its trials count and are neither measured nor reported again; its seed holds */
} TlTuneOptions;

/* One finished trial, already in the database, delivered on a tuner thread, one at a time. @state is NULL if no schedule came about. */
typedef struct
{
  guint            number;
  const TlState   *state;
  const TlOutcome *outcome;
  double           elapsed_s;
  gboolean         is_again;    /* one of the fastest, timed anew against the others of these in the end: replaces what was said of it */
} TlTrial;
typedef void (*TlTrialFunc) (const TlTrial *trial, gpointer user_data);

/**
 * TlTuner: a tuning run on background threads. Control calls are for any thread. The same seed draws the same candidates.
 * Candidates whose program was measured before in this run are not measured again but reported with the earlier outcome. When all are
 * done, the fastest, if they are close, run against each other and are reported once more.
 */
typedef struct _TlTuner TlTuner;

/* @on_done is called once, after the last trial, on a tuner thread. Neither callback may free the tuner. */
TlTuner *tl_tuner_start (TlWorkerPool *pool, const TlTuneOptions *options, TlTrialFunc on_trial, GDestroyNotify on_done, gpointer user_data,
                         GError **error);
void     tl_tuner_pause (TlTuner *tuner);
void     tl_tuner_resume (TlTuner *tuner);
void     tl_tuner_stop (TlTuner *tuner);           /* trials under way are cancelled; on_done follows */
void     tl_tuner_wait (TlTuner *tuner);
void     tl_tuner_free (TlTuner *tuner);           /* stops and waits */
gboolean tl_tuner_is_paused (TlTuner *tuner);
gint64   tl_tuner_run_id (TlTuner *tuner);         /* in the database; 0 without one */
/* After the end: why it ended early, or NULL. Borrowed. */
const GError *tl_tuner_error (TlTuner *tuner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTuner, tl_tuner_free)

G_END_DECLS
