/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tuning run:
 *
 *     search (tuner-search.c, one thread)                 measuring (tuner-measure.c, as many as keep the workers busy)
 *     plan ─▶ tell outcomes ─▶ generate ─▶ queue  ═══▶   take ─▶ seen before? ─▶ pool: build, run ─▶ record: database, caller
 *       ▲                                                                                               │
 *       └───────────────────────────── outcomes, read by number ◀───────────────────────────────────────┘
 *     … and in the end (tuner.c) the fastest against each other
 *
 * Invariants: what is generated depends on seed, space and outcomes, never on when they came; a trial is in the database before anybody
 * hears of it; a trial that was cancelled by stopping leaves no trace, so that resuming measures it. @lock guards the fields and is not
 * held during work; @record_lock keeps reports apart. Order: record_lock before lock.
 */
#pragma once

#include "core/tune/finalists-private.h"
#include "core/tune/tuner.h"

G_BEGIN_DECLS

/* One number of the run. */
typedef struct
{
  guint     number;
  guint64   hash;       /* of the program */
  double    score;      /* NAN where nobody expected anything */
  TlState  *state;      /* owned; NULL of a trial without schedule, and once the strategy was told */
  TlOutcome outcome;    /* once done */
  gboolean  is_done;
} TlTunerTrial;

/* Trials that were generated together. */
typedef struct
{
  guint first;
  guint n_asked;   /* of the strategy, which may have given fewer; 0: not known, of projects from before that was kept */
} TlTunerBatch;

/* A program that a trial has measured or is measuring. */
typedef struct
{
  gboolean   is_done;
  TlOutcome  outcome;
  GPtrArray *waiting;   /* TlTunerTrial, borrowed: the same program, drawn meanwhile */
} TlMeasured;

struct _TlTuner
{
  /* Fixed at the start */
  TlWorkerPool    *pool;
  TlTuneOptions    options;
  TlTrialFunc      on_trial;
  GDestroyNotify   on_done;
  gpointer         user_data;
  TlRunRow        *run;             /* NULL without a database */
  TlArena         *arena;           /* the strategy's arguments */
  GHashTable      *recorded;        /* number + 1 → TlTrialRow of a resumed run */
  GCancellable    *cancellable;
  GThreadPool     *threads;
  GThread         *coordinator;
  gint64           start_ns;
  double           elapsed_before_s;
  TlSearchProgress progress;

  /* Of the searching thread */
  const TlStrategy *strategy;
  gpointer         searcher;        /* the strategy's own */
  GHashTable      *seen;            /* guint64: programs of all trials queued */
  GArray          *batches;         /* TlTunerBatch, also those before a resumed run was interrupted; searching thread */
  guint            last_first;      /* the first trial of the batch that was generated last */
  guint            n_told;

  GMutex           record_lock;
  GMutex           lock;
  GCond            changed;
  gboolean         is_paused;
  gboolean         is_stopping;
  gboolean         is_finishing;    /* nothing more is granted */
  gboolean         is_search_over;
  gboolean         is_comparing;
  gboolean         is_finished;
  GArray          *rounds;          /* guint: how many trials were granted up to each */
  GPtrArray       *trials;          /* TlTunerTrial by number */
  guint            n_taken;         /* from the front */
  guint            n_done_front;    /* done without a gap from the front */
  guint            n_done;
  guint            n_measuring;
  guint            n_busy;          /* measuring threads still at work */
  double           best_s;          /* 0: none */
  GPtrArray       *pacemakers;      /* TlPacemaker: the last is the present one, those before may be in use; all times are as of the first's */
  TlFinalists      finalists;
  GHashTable      *measured;        /* hash → TlMeasured */
  GError          *error;
};

/* Ends the run early; the first reason counts. Takes @error (nullable). */
void     tl_tuner_give_up (TlTuner *tuner, GError *error);
gboolean tl_tuner_is_stopping (TlTuner *tuner);
double   tl_tuner_elapsed_s (TlTuner *tuner);

/* The batches of the run that is resumed. */
void     tl_tuner_recall_batches (TlTuner *tuner);
/* Generates until all that may be measured is queued; then the run has nothing more to give. On the searching thread. */
void     tl_tuner_search (TlTuner *tuner);

/* A measuring thread: a GFunc for GThreadPool. */
void     tl_tuner_measure_in_worker (gpointer item, gpointer tuner);
/* What candidates are timed beside now; NULL: nothing. Under lock, or when all is measured. */
TlPacemaker *tl_tuner_pacemaker (const TlTuner *tuner);
/* Lock held: @trial has @outcome. */
void     tl_tuner_settle_locked (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome);
/* Lock held: programs that a resumed run has measured. */
void     tl_tuner_remember_locked (TlTuner *tuner, guint64 hash, const TlOutcome *outcome);
void     tl_measured_free (gpointer measured);

G_END_DECLS
