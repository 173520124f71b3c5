/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tuning of one task, done in jobs on the run's threads:
 *
 *     search jobs (tuner-search.c, one at a time)             measure jobs (tuner-measure.c, one a trial)
 *     plan ─▶ report outcomes ─▶ generate ─▶ queue  ═══▶   begin ─▶ seen before? ─▶ pool: build, run ─▶ record: database, caller
 *       ▲                                                                                                │
 *       └───────────────────────────── outcomes, read by number ◀────────────────────────────────────────┘
 *     … and the last search job (tuner.c): the comparison
 *
 * Batch b is generated while batch b - 1 is measured, from the outcomes of those before: a batch of delay is the price of reproducible runs
 * (same seed and `tune --replay-timings` give the same trials). Batches are an eighth of the trials before them, from 8 to TVM's 64: the
 * model guides from trial 32 on, not from trial 128.
 *
 * Invariants: what is generated depends on seed, space and outcomes, never on when they came; a trial is in the database before anybody
 * hears of it; a trial that was cancelled by stopping leaves no trace, so that resuming measures it. @lock guards the fields and is not
 * held during work; @record_lock keeps reports apart. Order: record_lock before lock. Each queued job holds a reference.
 */
#pragma once

#include "core/search/remeasure-top-k-private.h"
#include "core/search/tuner.h"

G_BEGIN_DECLS

/* The program as it stands, or one candidate. */
typedef struct
{
  TlTuner  *tuner;      /* borrowed */
  gint      candidate;  /* from 0; TL_START: the program as it stands */
  guint64   hash;       /* of the program */
  double    score;      /* NAN where nobody expected anything */
  TlTrialOrigin origin;
  TlState  *state;      /* owned; NULL of a trial without schedule, and once the strategy knows it */
  TlState  *unreported; /* owned: the same, from when it is done until it is reported */
  double    elapsed_s;
  TlOutcome outcome;    /* once done */
  gboolean  is_done;
  gboolean  is_withdrawn;   /* its turn came when the budget ended before it; queued again where the budget is raised */
} TlTunerTrial;

#define TL_START -1

/* Candidates that were generated together. */
typedef struct
{
  guint first;
  guint n_asked;   /* of the strategy, which may have given fewer; 0: not known, of projects from before that was kept */
} TlTunerBatch;

/* Constraints of the batches from a candidate on. */
typedef struct
{
  guint          first;
  TlConstraints *constraints;   /* owned; NULL: none */
} TlTunerConstraints;

/* A program that a trial has measured or is measuring. */
typedef struct
{
  gboolean   is_done;
  TlOutcome  outcome;
  GPtrArray *waiting;   /* TlTunerTrial, borrowed: the same program, drawn meanwhile */
} TlMeasured;

struct _TlTuner
{
  gint             ref_count;       /* atomic: the owner's, and one for each job */

  /* Fixed at the start */
  TlWorkerPool    *pool;
  TlTuneThreads   *threads;
  TlTuneOptions    options;
  TlTrialFunc      on_trial;
  GDestroyNotify   on_done;
  gpointer         user_data;
  TlRunRow        *run;             /* NULL without a database */
  guint            first_number;    /* of the start; candidate i is first_number + 1 + i */
  guint            n_comparisons;   /* made of this workload so far */
  TlArena         *arena;           /* of … */
  TlComponent      strategy_component;
  GHashTable      *recorded;        /* candidate + 2 → TlTrialRow of a resumed run */
  GCancellable    *cancellable;
  gint64           start_ns;        /* later by the length of each pause */
  gint64           pause_ns;        /* when the pause began; 0: none */
  double           elapsed_before_s;
  TlSearchProgress progress;

  /* Of search jobs */
  const TlStrategy *strategy;
  gpointer         searcher;        /* the strategy's own; NULL before the first job */
  GHashTable      *seen;            /* guint64: programs of all trials queued */
  GArray          *batches;         /* TlTunerBatch, also those before a resumed run was interrupted */
  guint            last_first;      /* the first candidate of the batch that was generated last */
  guint            n_reported_to_strategy;
  GArray          *history;         /* TlTunerConstraints */
  TlConstraints   *own_constraints; /* owned: of this task, made of … */
  TlConstraints   *constraints_of;  /* … these, which the history has */

  GMutex           record_lock;
  GMutex           lock;
  GCond            changed;
  gboolean         is_scheduled;    /* a search job is queued or under way */
  gboolean         is_paused;
  gboolean         is_stopping;
  gboolean         is_finishing;    /* nothing more is granted */
  gboolean         is_search_over;
  gboolean         is_ending;       /* the last search job has begun */
  gboolean         is_comparing;
  gboolean         is_finished;
  GArray          *rounds;          /* guint: how many candidates were granted up to each */
  TlTunerTrial    *start;
  gboolean         is_start_queued;
  GPtrArray       *trials;          /* TlTunerTrial: candidates */
  GPtrArray       *added;           /* TlState: they join the next batch */
  TlConstraints   *constraints;     /* owned: of batches to come; NULL: none */
  guint            constrained_from;   /* the first candidate under them; G_MAXUINT: there is none yet */
  guint            n_begun;
  guint            n_pending;       /* measure jobs, the start's included */
  guint            n_measuring;
  guint            n_done_front;    /* done without a gap from the front */
  guint            n_done;
  guint            n_reported;      /* candidates, from the front */
  double           best_s;          /* the fastest by its short samples; 0: none */
  double           least_s;         /* what no program of this workload can take less than; 0: not known */
  TlTopK           top_k;           /* in a dry run by predicted times, which are as good as measured ones to it */
  GHashTable      *measured;        /* hash → TlMeasured */
  GError          *error;
};

TlTuner *tl_tuner_ref (TlTuner *tuner);
void     tl_tuner_unref (gpointer tuner);
/* Ends the run early; the first reason counts. Takes @error (nullable). */
void     tl_tuner_give_up (TlTuner *tuner, GError *error);
gboolean tl_tuner_is_stopping (TlTuner *tuner);
/* Without pauses. */
double   tl_tuner_elapsed_s (TlTuner *tuner);
guint    tl_tuner_number (const TlTuner *tuner, gint candidate);
/* The recorded outcome of a candidate, or of TL_START; NULL if there is none. */
const TlTrialRow *tl_tuner_recorded (const TlTuner *tuner, gint candidate);

/* Lock held: something has changed; the next search job, if there is something to do for one. */
void     tl_tuner_wake_locked (TlTuner *tuner);
/* The batches of the run that is resumed. */
void     tl_tuner_recall_batches (TlTuner *tuner);
/* Lock held: what the next search job would do. */
typedef enum { TL_SEARCH_JOB_NONE, TL_SEARCH_JOB_BATCH, TL_SEARCH_JOB_END } TlSearchJob;
TlSearchJob tl_tuner_next_job_locked (TlTuner *tuner);
/* In a search job: one batch more. */
void     tl_tuner_generate (TlTuner *tuner);
void     tl_tuner_end_search (TlTuner *tuner);
TlTunerTrial *tl_tuner_trial_new (TlTuner *tuner, gint candidate, TlState *state);

/* The constraints of the run that is resumed. */
void     tl_tuner_recall_constraints (TlTuner *tuner);
void     tl_tuner_constraints_clear (gpointer entry);
/*
 * In a search job: those of the batch from @first on, NULL: none; borrowed until the next call. @is_known: it was generated before the run
 * was interrupted. FALSE if they cannot be kept.
 */
gboolean tl_tuner_constraints_for (TlTuner *tuner, guint first, gboolean is_known, TlConstraints **constraints);

/* --- dry runs (tuner-dry.c) --- */
/* Lock held: takes note of a predicted trial, which may be among the fastest. */
void     tl_dry_run_note (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome);
/* After the last trial: the emulator runs the fastest, until one has no faults and the right result. */
void     tl_dry_run_check (TlTuner *tuner);

/* Measures the machine's peak, below which no time is plausible. */
void     tl_tuner_note_peak (TlTuner *tuner);
/* Lock held: queues the job that measures @trial. */
void     tl_tuner_push_locked (TlTuner *tuner, TlTunerTrial *trial);
/* Reports what is done and waits for a trial that will never be. */
void     tl_tuner_report_rest (TlTuner *tuner);
/* Lock held: @trial has @outcome. */
void     tl_tuner_settle_locked (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome);
/* Lock held: programs that a resumed run has measured. */
void     tl_tuner_remember_locked (TlTuner *tuner, guint64 hash, const TlOutcome *outcome);
void     tl_measured_free (gpointer measured);

G_END_DECLS
