/* SPDX-License-Identifier: Apache-2.0 */
/* How fast a run goes, how long it will take, and whether it has fallen silent. Main thread. */
#pragma once

#include "core/measure/worker-pool.h"
#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

double   tl_tuning_rate (TlTuning *tuning);          /* trials per second over the last half minute; 0 unknown */
/*
 * Seconds that the trials left will take: the 90 % range, from how much those of the last half minute differ. FALSE: not
 * known.
 */
gboolean tl_tuning_time_left (TlTuning *tuning, double *least_s, double *most_s);
double   tl_tuning_since_best_s (TlTuning *tuning);  /* since the last improvement of the whole; -1 none */
guint    tl_tuning_n_since_best (TlTuning *tuning);  /* trials done since */
/* "11 trials/s, 5 to 7 s left", "" where nothing is known yet. Free with g_free. */
char    *tl_tuning_pace_text (TlTuning *tuning);
/* "Stops after 64 trials without improvement, now 12"; NULL: it stops at its budget only. Free with g_free. */
char    *tl_tuning_stop_rule_text (TlTuning *tuning);

/* A run without results for much longer than a trial takes. */
typedef struct
{
  double        silent_s;     /* since the last result */
  double        usual_s;      /* the median of what a trial takes */
  gint          worker;       /* index in the pool of the one that has been at it the longest; -1: all are idle, the search is waited for */
  TlWorkerState state;        /* of the worker … */
  double        state_s;      /* … for so long */
  gboolean      is_runner;
  TlSearchPhase phase;        /* of the search, where it is waited for */
} TlTuningSilence;

/* Three times the median of a trial, and no less than this. */
#define TL_MIN_SILENCE_S 2.0
/* Whether a running run is silent; @pool is its own. */
gboolean tl_tuning_silence (TlTuning *tuning, TlWorkerPool *pool, TlTuningSilence *silence);
/* "No result for 41 s (a trial takes 0.3 s): the runner has been running a candidate for 40 s". Free with g_free. */
char    *tl_tuning_silence_text (const TlTuningSilence *silence);

G_END_DECLS
