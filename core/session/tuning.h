/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/search/trial-store.h"
#include "core/session/tuning-task.h"

G_BEGIN_DECLS

typedef enum
{
  TL_TUNING_IDLE,       /* nothing run yet, or a run reopened from the file */
  TL_TUNING_RUNNING,
  TL_TUNING_PAUSED,
  TL_TUNING_STOPPING,
  TL_TUNING_DONE,
} TlTuningState;

/**
 * TlTuning: the session's tuning run as the window sees it. Main thread. What tuner threads say is kept under a mutex and arrives in one
 * idle per batch: the tasks' trials and status first, then "changed", which also follows each change of state.
 */
#define TL_TYPE_TUNING (tl_tuning_get_type ())
G_DECLARE_FINAL_TYPE (TlTuning, tl_tuning, TL, TUNING, GObject)

/* What is to be tuned, and how. Borrowed for the call. */
typedef struct
{
  TlState            *start;       /* the program, or any variant: its program is then what is tuned, and schedules go on from its steps */
  const char *const  *ops;         /* names of the functions to tune; NULL: all */
  const TlTaskWeight *weights;     /* nullable: before those of attributes */
  guint               n_weights;
  TlTarget            target;
  const char         *strategy;    /* a component of tl_strategy_table: "evolutionary(population_size=256)" */
  const char         *cost_model;  /* a component of tl_cost_model_table; NULL: "xgb" */
  const char         *scheduler;   /* of tl_task_scheduler_table; NULL: "gradient" */
  TlSpace            *space;       /* NULL: the default for the target */
  TlTaskBudget        budget;
  const TlMeasureOptions *measure; /* NULL: tl_measure_options_quick */
  guint64                      seed;
  const TlRecordedOutcomes    *recorded;    /* nullable: outcomes come from there, and no pool is needed */
  double                       least_s;     /* for @recorded (TlTuneOptions) */
  gboolean                     resume;      /* go on with the run that is in the project file */
  TlDatabase                  *database;    /* nullable: nothing is kept */
  const char                  *title;       /* of the program, nullable */
} TlTuningRequest;

TlTuning      *tl_tuning_new (void);

/* @pool nullable with recorded outcomes. FALSE with an error if it cannot begin; a run under way must be stopped first (an error too). */
gboolean       tl_tuning_start (TlTuning *tuning, TlWorkerPool *pool, const TlTuningRequest *request, GError **error);
void           tl_tuning_pause (TlTuning *tuning);
void           tl_tuning_resume (TlTuning *tuning);
void           tl_tuning_stop (TlTuning *tuning);
/* Takes what a project file has of the last run of @root's tasks, or of the variant that it began at. */
gboolean       tl_tuning_load (TlTuning *tuning, TlDatabase *database, TlState *root, GError **error);
void           tl_tuning_clear (TlTuning *tuning);

TlTuningState  tl_tuning_state (TlTuning *tuning);
gboolean       tl_tuning_is_active (TlTuning *tuning);     /* running, paused or about to stop */
GListModel    *tl_tuning_tasks (TlTuning *tuning);         /* of TlTuningTask; borrowed */
/* Trials of the first task; the same store for as long as the tuning lives. Borrowed. */
TlTrialStore  *tl_tuning_trials (TlTuning *tuning);
/* The weighted latency of the whole in seconds. */
double         tl_tuning_total_s (TlTuning *tuning);
/* Where it began; borrowed, NULL without a run. */
TlState       *tl_tuning_start_state (TlTuning *tuning);
guint          tl_tuning_n_done (TlTuning *tuning);        /* trials of all tasks */
guint          tl_tuning_n_wanted (TlTuning *tuning);
gboolean       tl_tuning_is_resumable (TlTuning *tuning);  /* a run that did not come to its end */
const char    *tl_tuning_error (TlTuning *tuning);         /* why it ended early, or NULL */
double         tl_tuning_rate (TlTuning *tuning);          /* trials per second over the last half minute; 0 unknown */
double         tl_tuning_eta_s (TlTuning *tuning);         /* -1 unknown */
double         tl_tuning_since_best_s (TlTuning *tuning);  /* since the last improvement of the whole; -1 none */

/*
 * A schedule of task @index, as JSON, after the steps where the run began, or (@onto, nullable) where other tasks of it have their
 * schedules already: a state of the whole program. NULL with a refusal.
 */
TlState       *tl_tuning_apply (TlTuning *tuning, guint index, TlState *onto, const char *trace_json, GError **error);

G_END_DECLS
