/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/measure/worker-pool.h"
#include "core/records/database.h"
#include "core/records/records.h"
#include "core/search/strategy.h"
#include "core/search/tune-config.h"
#include "core/records/trial-rank.h"
#include "core/records/recorded-outcomes.h"
#include "core/search/tune-threads.h"

G_BEGIN_DECLS

#define TL_TRIAL_OF_RECORDS G_MAXUINT

/* One finished trial, already in the database, delivered on a tuner thread, one at a time, in order of number. */
typedef struct
{
  guint            number;      /* over all runs of the workload (TlTrialRow); TL_TRIAL_OF_RECORDS: the best of the records takes part in a
                                   comparison */
  guint            candidate;   /* from 0 in this run; of none where … */
  gboolean         is_start;    /* … it is the program as it stands, or in a comparison … */
  gboolean         is_earlier;  /* … a trial of an earlier run */
  gint64           run_id;      /* in the database; 0 without one */
  guint64          program_hash;   /* 0 in a comparison, where … */
  TlTrialOrigin    origin;         /* … this is unknown */
  const TlState   *state;
  const TlOutcome *outcome;
  double           elapsed_s;
  double           score;       /* what the cost model expected when it was picked, higher is better; NAN without one */
  gboolean         is_checked;  /* of a dry run: the emulator has run it now, and @outcome replaces the earlier one */
  guint            comparison;  /* it took part in this comparison now, and @outcome replaces the earlier one; 0: it is a new trial */
  guint            after_comparison;
} TlTrial;
TlTrialRank tl_trial_rank (const TlTrial *trial);

typedef void (*TlTrialFunc) (const TlTrial *trial, gpointer user_data);

typedef struct
{
  TlState                     *start;           /* the program, no steps */
  const char                   *func_name;
  TlSpace                     *space;
  const char                  *space_text;      /* nullable: what the database keeps of the space; by default its name */
  TlTuneConfig                 config;          /* strategy, cost model, seed and measuring are read here; without a limit for first runs
                                                   three times the best is one */
  TlCostModel                 *model;           /* nullable: goes on with this one in place of a new one */
  TlTarget                     target;
  TlParamSet                   constants;       /* as of TlMeasureOptions (core/measure/worker-pool.h) */
  const TlRecordedOutcomes    *recorded;                     /* nullable: outcomes come from there, nothing is measured, and no pool is
                                                                needed */
  TlTuneThreads               *threads;                      /* nullable: threads of its own */
  double                       least_s;                      /* for @recorded: no program of this workload can take less; 0: not known.
                                                                Where programs run it is measured */
  guint                        n_trials;                     /* candidates; the program as it stands is measured besides */
  guint                        batch;                        /* candidates generated at once at most, the first are fewer; 0: TVM's 64 */
  gboolean                     begins_with_default_schedule; /* the first candidate is the schedule by rules
                                                                (core/default-schedules/default-schedule.h), if @start has no steps and a
                                                                rule fits */
  const char *const           *added;           /* nullable, NULL-terminated: traces as JSON that a new run adds at its beginning, as
                                                   tl_tuner_add does */
  TlConstraints               *constraints;     /* nullable: all candidates obey them */
  gboolean                     keeps_constraints;   /* of a resumed run: it has its own, and @constraints is NULL */
  gboolean                     has_trial_budget;             /* no more is measured than tl_tuner_add_trials allowed */
  TlDatabase                  *database;        /* nullable: nothing is kept */
  gint64                       workload_id;
  TlRecords                   *records;         /* nullable: a warm start: a new run's strategy hears of the fastest first, and the best
                                                   takes part in the comparison */
  gint64                       resume_run_id;   /* 0: a new run; else its trials count and are neither measured nor reported again; its seed
                                                   holds */
  void              (*on_change) (gpointer user_data);   /* nullable: tl_tuner_status changed; on a tuner thread, without locks, not for
                                                            each trial */
} TlTuneOptions;

/* A new model of the kind that a run with @config learns with; NULL with an error. */
TlCostModel *tl_tuner_new_model (const TlTuneConfig *config, GError **error);

/**
 * TlTuner: the tuning of one task. It has no threads of its own: its batches are generated, and its trials measured, on those of the run.
 * Control calls are for any thread.
 *
 * The program as it stands is measured before the first candidate, for half a second at most.
 * Batch b of candidates is generated while batch b - 1 is measured,
 * after the strategy heard the outcomes of the batches before that one, by number: the same seed and the same recorded outcomes give the
 * same trials. Candidates whose program was measured before in this run are not measured again but reported with the earlier outcome. When
 * all are done, an interleaved comparison (core/records/trial-rank.h) decides, and those that took part in it are reported once more.
 */
typedef struct _TlTuner TlTuner;

/*
 * @pool: NULL where recorded outcomes take its place. @on_done is called once, after the last trial, on the searching thread. No callback
 * may free the tuner.
 */
TlTuner *tl_tuner_start (TlWorkerPool *pool, const TlTuneOptions *options, TlTrialFunc on_trial, GDestroyNotify on_done, gpointer user_data,
                         GError **error);
void     tl_tuner_pause (TlTuner *tuner);
void     tl_tuner_resume (TlTuner *tuner);
void     tl_tuner_stop (TlTuner *tuner);           /* trials under way are cancelled; on_done follows */
void     tl_tuner_wait (TlTuner *tuner);
void     tl_tuner_free (TlTuner *tuner);           /* stops and waits */
gint64   tl_tuner_run_id (TlTuner *tuner);         /* in the database; 0 without one */
/* After the end: why it ended early, or NULL. Borrowed. */
const GError *tl_tuner_error (TlTuner *tuner);

/*
 * Rounds of a run with a trial budget: @n more trials may be measured. Before the first of a round is generated the strategy learns of all
 * rounds before. The run ends when all its trials are done, when the space is exhausted, or after tl_tuner_finish with the last round
 * granted.
 */
void     tl_tuner_add_trials (TlTuner *tuner, guint n);
void     tl_tuner_finish (TlTuner *tuner);
/*
 * @n trials in all from now on, also below those that wait to be measured; with @is_round the last round ends there. Returns how many they
 * will be, which is never below those begun or granted; 0: too late, the run is at its end.
 */
guint    tl_tuner_set_n_trials (TlTuner *tuner, guint n, gboolean is_round);

/* Candidates of batches that are not generated yet obey @constraints (nullable: none), which are kept with the run. */
void     tl_tuner_set_constraints (TlTuner *tuner, TlConstraints *constraints);

/*
 * A schedule made by hand joins the next batch as one of its candidates: it is measured whatever the design space and the constraints say,
 * and the strategy goes on from it as from any other. @trace_json is replayed on the program of the task. FALSE if it does not apply, or
 * the run generates no more candidates. One that waits when the run is stopped is not measured.
 */
gboolean tl_tuner_add (TlTuner *tuner, const char *trace_json, GError **error);
/* The same of a state that follows from the start, which replays nothing. */
gboolean tl_tuner_add_state (TlTuner *tuner, TlState *state, GError **error);

typedef struct
{
  TlSearchCounts search;
  guint          n_queued;       /* candidates that wait to be measured */
  guint          n_measuring;    /* … that are being built, run or wait for a worker */
  guint          n_done;         /* trials, those of a resumed run included */
  guint          constrained_from;   /* number of the first trial under the present constraints; G_MAXUINT: in the next batch */
  gboolean       is_comparing;   /* the comparison is under way; in a dry run, the emulator's check */
  gboolean       is_over;        /* the run has come to its end, or was stopped */
} TlTunerStatus;
TlTunerStatus tl_tuner_status (TlTuner *tuner);
/* The reason of the last refusal of a schedule; NULL if there was none. Free with g_free. */
char         *tl_tuner_refusal (TlTuner *tuner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTuner, tl_tuner_free)

G_END_DECLS
