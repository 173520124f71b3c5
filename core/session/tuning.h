/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/session/trial-store.h"
#include "core/tune/tuner.h"

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
 * TlTuning: the session's tuning run as the window sees it. Main thread. Trials arrive on tuner threads, are kept under a mutex and reach
 * the store in one idle per batch. "changed" follows each batch and each change of state.
 */
#define TL_TYPE_TUNING (tl_tuning_get_type ())
G_DECLARE_FINAL_TYPE (TlTuning, tl_tuning, TL, TUNING, GObject)

typedef struct
{
  TlState    *start;          /* borrowed */
  guint       func_index;
  TlTarget    target;
  const char *strategy;       /* as tl_strategy_parse reads it */
  const char *space_name;     /* shown */
  TlSpace    *space;          /* borrowed; NULL: the default for the target */
  guint       n_trials;
  guint64     seed;
  gint64      resume_run_id;  /* 0: new */
  TlDatabase *database;       /* borrowed, nullable */
  gint64      workload_id;
} TlTuningRequest;

TlTuning      *tl_tuning_new (void);

/* FALSE with an error if it cannot begin; a run under way must be stopped first (an error too). */
gboolean       tl_tuning_start (TlTuning *tuning, TlWorkerPool *pool, const TlTuningRequest *request, GError **error);
void           tl_tuning_pause (TlTuning *tuning);
void           tl_tuning_resume (TlTuning *tuning);
void           tl_tuning_stop (TlTuning *tuning);
/* Fills the store from the newest run of a project file. */
gboolean       tl_tuning_load (TlTuning *tuning, TlDatabase *database, gint64 workload_id, GError **error);
void           tl_tuning_clear (TlTuning *tuning);

TlTuningState  tl_tuning_state (TlTuning *tuning);
TlTrialStore  *tl_tuning_trials (TlTuning *tuning);        /* borrowed */
guint          tl_tuning_n_wanted (TlTuning *tuning);
gint64         tl_tuning_run_id (TlTuning *tuning);        /* in the project file; 0: none */
gboolean       tl_tuning_is_resumable (TlTuning *tuning);  /* a loaded run that did not finish */
const char    *tl_tuning_error (TlTuning *tuning);         /* why it ended early, or NULL */
double         tl_tuning_rate (TlTuning *tuning);          /* trials per second over the last half minute; 0 unknown */
double         tl_tuning_eta_s (TlTuning *tuning);         /* -1 unknown */
double         tl_tuning_since_best_s (TlTuning *tuning);  /* since the last improvement; -1 none */

G_END_DECLS
