/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/search/trial-store.h"
#include "core/search/tune-config.h"
#include "core/session/tuning/trial-selection.h"
#include "core/session/tuning/tuning-task.h"

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
 * TlTuning: the session's tuning run as the window sees it. Main thread. Events of tuner threads are kept under a mutex and arrive in one
 * idle per batch: the tasks' trials and status first, then "changed", which also follows each change of state.
 */
#define TL_TYPE_TUNING (tl_tuning_get_type ())
G_DECLARE_FINAL_TYPE (TlTuning, tl_tuning, TL, TUNING, GObject)

TlTuning      *tl_tuning_new (void);

void           tl_tuning_pause (TlTuning *tuning);
void           tl_tuning_resume (TlTuning *tuning);
void           tl_tuning_stop (TlTuning *tuning);
/*
 * The budget of a run under way, from now on. Returns how many trials there will be, which is not below those that have begun; 0: too late,
 * or none is.
 */
guint          tl_tuning_set_budget (TlTuning *tuning, guint n_trials);
/*
 * A schedule of the first task that was made by hand, as a candidate of the run under way; it is replayed in a thread. FALSE with an error,
 * also where no run is. Schedules that are not measured when their run ends wait for the next one of the same program, which begins with
 * them.
 */
void           tl_tuning_add_async (TlTuning *tuning, const char *trace_json, GAsyncReadyCallback callback, gpointer user_data);
gboolean       tl_tuning_add_finish (TlTuning *tuning, GAsyncResult *result, GError **error);
guint          tl_tuning_n_added (TlTuning *tuning);      /* that are not measured yet */
/* Takes what a project file has of the last run of @root's tasks, or of the variant that it began at. */
gboolean       tl_tuning_load (TlTuning *tuning, TlDatabase *database, TlState *root, GError **error);
void           tl_tuning_clear (TlTuning *tuning);

/* The settings of the last run, also of one in the project file; the defaults before the first. */
const TlTuneConfig *tl_tuning_config (TlTuning *tuning);
TlTuningState  tl_tuning_state (TlTuning *tuning);
gboolean       tl_tuning_is_active (TlTuning *tuning);     /* running, paused or about to stop */
/* The number of the first trial of the first task under the present constraints; G_MAXUINT: none yet. */
guint          tl_tuning_constrained_from (TlTuning *tuning);
GListModel    *tl_tuning_tasks (TlTuning *tuning);         /* of TlTuningTask; borrowed */
/* Trials of the first task; the same store for as long as the tuning lives. Borrowed. */
TlTrialStore  *tl_tuning_trials (TlTuning *tuning);
/* The trials on the page Tune and the picked one; borrowed. */
TlTrialSelection *tl_tuning_selection (TlTuning *tuning);
/* The weighted latency of the whole in seconds. */
double         tl_tuning_total_s (TlTuning *tuning);
/* The trials are those of dry runs, whose times a model predicts, or of runs that measure: never both. */
gboolean       tl_tuning_is_predicted (TlTuning *tuning);
gboolean       tl_tuning_has_others (TlTuning *tuning);    /* whether there are runs of the other kind, too */
/* Where it began; borrowed, NULL without a run. */
TlState       *tl_tuning_start_state (TlTuning *tuning);
guint          tl_tuning_n_done (TlTuning *tuning);        /* trials of all tasks */
guint          tl_tuning_n_wanted (TlTuning *tuning);
gboolean       tl_tuning_is_resumable (TlTuning *tuning);  /* a run that did not come to its end */
const char    *tl_tuning_error (TlTuning *tuning);         /* why it ended early, or NULL */

/*
 * A schedule of task @index, as JSON, after the steps where the run began, or (@onto, nullable) where other tasks of it have their
 * schedules already: a state of the whole program. NULL with a refusal.
 */
TlState       *tl_tuning_apply (TlTuning *tuning, guint index, TlState *onto, const char *trace_json, GError **error);

G_END_DECLS
