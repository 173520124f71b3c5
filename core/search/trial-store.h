/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/records/database.h"
#include "core/records/trial-rank.h"
#include "core/search/trial-decisions.h"

G_BEGIN_DECLS

/**
 * TlTrialStore: the trials of one task, of all its runs; nothing is allocated per trial but its message. Main thread. "appended" (guint
 * first, guint n) follows each batch, "reset" a fresh start. Values that plots read in each frame are columns.
 */
#define TL_TYPE_TRIAL_STORE (tl_trial_store_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialStore, tl_trial_store, TL, TRIAL_STORE, GObject)

/* One finished trial as it comes from a tuner or a file. */
typedef struct
{
  guint         number;
  gint64        row_id;         /* in the project file; 0: not there */
  TlOutcomeKind outcome;
  gint64        run_id;         /* in the project file; 0: not there */
  gboolean      is_start;       /* the program as it stands */
  TlLatency     latency;        /* zeros without samples */
  double        latency_s;      /* its median */
  double        first_s;        /* the median before it took part in a comparison; 0: it did in none */
  double        lower_bound_s;  /* of one that was pruned; 0: not known */
  double        calibration_s;  /* of the machine then (TlOutcome); 0: not known */
  TlTrialRank   rank;
  double        build_s, run_s;
  double        elapsed_s;      /* since the run began */
  guint64       program_hash;   /* 0: not known */
  TlTrialOrigin origin;
  gboolean      is_by_hand;     /* added to the search by hand, or descends from such a one; the store finds out */
  double        score;          /* what the cost model expected when it was picked, higher is better; NAN: nothing was */
  char         *message;        /* nullable; the store takes it */
  TlDecisionRow *decisions;     /* nullable; the store takes it */
} TlTrialRecord;

/* The columns of a trial besides its outcome. */
typedef enum
{
  TL_TRIAL_START = 1 << 0,         /* the program as it stands */
  TL_TRIAL_IMPLAUSIBLE = 1 << 1,   /* faster than the machine's peak allows */
  TL_TRIAL_UNRANKED = 1 << 2,      /* measured, but before a comparison that it did not take part in */
  TL_TRIAL_RANDOM = 1 << 3,        /* drawn, by rules or the start: not made from another schedule, where that is known */
  TL_TRIAL_BY_HAND = 1 << 4,       /* added to the search by hand, or a descendant of such a one */
} TlTrialMark;

/* A run's rows. */
typedef struct
{
  gint64   id;          /* in the project file; 0: not there */
  guint    first, n;    /* indices in the store */
  gboolean has_start;   /* the first of them is the program as it stands */
} TlTrialRun;

/* Stores @outcome: kind, times, and a copy of the message; and how it stands. */
void           tl_trial_record_set_outcome (TlTrialRecord *record, const TlOutcome *outcome, guint comparison, guint after_comparison);

TlTrialStore  *tl_trial_store_new (void);
/*
 * The trials of dry runs, which have predicted times, or of runs that measure, as at first: never both. Of an empty store. Trials with
 * predicted times are TL_OUTCOME_OK to the former; the latter takes no time from them.
 */
void           tl_trial_store_set_predicted (TlTrialStore *store, gboolean is_predicted);
gboolean       tl_trial_store_is_predicted (TlTrialStore *store);
void           tl_trial_store_clear (TlTrialStore *store);
/*
 * Takes the messages and decisions of @records. In order of number; "reset" follows where one comes late (a resumed run's), for rows move
 * then.
 */
void           tl_trial_store_append (TlTrialStore *store, TlTrialRecord *records, guint n_records);

/* Appends what the project file has of the workload's runs that measure, or of its dry runs; @n_others counts up runs that are left out. */
gboolean       tl_trial_store_load (TlTrialStore *store, TlDatabase *database, gint64 workload_id, guint *n_others, GError **error);

/* The trials of these numbers took part in a comparison and have its times now; "reset" follows. */
void           tl_trial_store_compare (TlTrialStore *store, const TlTrialRecord *records, guint n_records);

/* The emulator has run these trials of a dry run: their outcomes and messages replace the earlier ones; "reset" follows. */
void           tl_trial_store_check (TlTrialStore *store, const TlTrialRecord *records, guint n_records);

guint          tl_trial_store_n (TlTrialStore *store);
/* Columns of tl_trial_store_n entries, valid until the next append. */
const guint   *tl_trial_store_number (TlTrialStore *store);          /* rising */
const double  *tl_trial_store_latency_s (TlTrialStore *store);
const float   *tl_trial_store_log10_latency (TlTrialStore *store);   /* kept, because a plot asks for all of them in every frame; 0 without
                                                                        samples */
const double  *tl_trial_store_elapsed_s (TlTrialStore *store);       /* of all runs up to the trial, one after the other: never falling */
const double  *tl_trial_store_score (TlTrialStore *store);     /* beside the latencies: predicted against measured */
const double  *tl_trial_store_build_s (TlTrialStore *store);
const guint8  *tl_trial_store_outcome (TlTrialStore *store);   /* TlOutcomeKind */
const guint8  *tl_trial_store_marks (TlTrialStore *store);     /* of TlTrialMark */
/* The decisions of all trials, which belong to the store. */
const TlTrialDecisions *tl_trial_store_decisions (TlTrialStore *store);
/* One row put together; its message is borrowed, its decisions are NULL: they are columns. */
TlTrialRecord  tl_trial_store_get (TlTrialStore *store, guint index);
/* Index of the trial that this one descends from; -1: from none that was measured, or it is not known. Always a trial before it. */
gint           tl_trial_store_parent (TlTrialStore *store, guint index);

/* Index of the best trial (core/records/trial-rank.h), or -1. */
gint           tl_trial_store_best (TlTrialStore *store);
/* Whether the trial can be the best: FALSE also where a comparison was made since that it did not take part in. */
gboolean       tl_trial_store_ranks (TlTrialStore *store, guint index);
/* Index of the trial that says what the program as it stands takes (core/records/trial-rank.h); -1: none yet. */
gint           tl_trial_store_start (TlTrialStore *store);
/* Its latency in seconds or, where it was pruned (@is_bound), a lower bound of it. 0: not known. */
double         tl_trial_store_baseline_s (TlTrialStore *store, gboolean *is_bound);
guint          tl_trial_store_n_runs (TlTrialStore *store);
TlTrialRun     tl_trial_store_run (TlTrialStore *store, guint run);
/* 80 % of a trial's samples lie between these. */
typedef struct
{
  guint  index;
  double least_s, most_s;
} TlTrialSpread;
/* Of the best trials by rank, at most 20, best first; valid until the store changes. */
#define TL_N_TOP_TRIALS 20
const TlTrialSpread *tl_trial_store_top_spreads (TlTrialStore *store, guint *n);
/* How much the machine's speed varied over the trials, by the calibration kernel: the slowest moment over the fastest; 1 if not known. */
#define TL_MIN_DRIFT 1.15   /* what varies by less is noise of the kernel */
double         tl_trial_store_drift (TlTrialStore *store);
/* Column: what the calibration kernel took beside each trial; 0: not known. */
const double  *tl_trial_store_calibration_s (TlTrialStore *store);
/*
 * Spearman's coefficient of what was expected and the speed that was measured, over the @n_ranked trials that have both; NAN: fewer than
 * two.
 */
double         tl_trial_store_rank_correlation (TlTrialStore *store, guint *n_ranked);
guint          tl_trial_store_count (TlTrialStore *store, TlOutcomeKind kind);
guint          tl_trial_store_n_failed (TlTrialStore *store);   /* neither measured nor pruned nor cancelled */

G_END_DECLS
