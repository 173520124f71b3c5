/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning of whole modules: a tuner for each task, and rounds that a task scheduler hands out. */
#pragma once

#include "core/graph/task.h"
#include "core/search/task-rounds.h"
#include "core/search/task-table.h"
#include "core/search/tune-folder.h"
#include "core/search/tuner.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray    *tasks;       /* TlTask; shared with the tuner: not to be changed any more */
  TlTuneOptions tune;        /* for every task; what tells tasks apart (start, func_name, workload_id, n_trials, batch, has_trial_budget,
                                on_change), records and model are filled in for each. Its start is nullable: tensor intrinsics
                                registered there are known to the tasks. Its config has the budget of all tasks and their scheduler */
  TlTuneFolder *folder;      /* nullable, borrowed: gets all trials, too, and warm-starts the run */
  const char   *title;       /* of the workloads in the database */
  const char   *origin;      /* nullable: where the module came from */
  gboolean      resume;      /* go on with the newest run of each task; an error if no task has one */
} TlModuleTuneOptions;

/*
 * The records that a run with @options begins with: of its folder, and of the project where its config has a warm start. New reference;
 * NULL: none.
 */
TlRecords *tl_module_tune_records (const TlModuleTuneOptions *options);

/* All nullable; called on tuner threads, those for trials one at a time. None may free the tuner. */
typedef struct
{
  void   (*on_trial) (guint task, const TlTrial *trial, gpointer user_data);
  void   (*on_change) (gpointer user_data);   /* a round was handed out or finished, or a search does something else now */
  void   (*on_done) (gpointer user_data);     /* once, after everything else */
  gpointer user_data;
} TlModuleTuneCallbacks;

/**
 * TlModuleTuner: tunes tasks on one pool of workers. Two rounds are under way at a time: while one is measured the next is searched. Which
 * task gets a round is decided when the round before the last has finished, in the order in which rounds were handed out: the same seed and
 * the same recorded outcomes give the same rounds. One task alone has no rounds; its batches overlap as its tuner sees fit. Control calls
 * are for any thread.
 */
typedef struct _TlModuleTuner TlModuleTuner;

TlModuleTuner *tl_module_tuner_start (TlWorkerPool *pool, const TlModuleTuneOptions *options, const TlModuleTuneCallbacks *callbacks,
                                      GError **error);
void           tl_module_tuner_pause (TlModuleTuner *tuner);
void           tl_module_tuner_resume (TlModuleTuner *tuner);
void           tl_module_tuner_stop (TlModuleTuner *tuner);   /* trials under way are cancelled; on_done follows */
/* Of all tasks, from the next batch of each on (tl_tuner_set_constraints). Nullable: none. */
void           tl_module_tuner_set_constraints (TlModuleTuner *tuner, TlConstraints *constraints);
/* A schedule of @task made by hand, which follows from its start (tl_tuner_add_state). */
gboolean       tl_module_tuner_add (TlModuleTuner *tuner, guint task, TlState *state, GError **error);
/* Where the schedules of @task begin; borrowed. */
TlState       *tl_module_tuner_start_state (TlModuleTuner *tuner, guint task);
void           tl_module_tuner_wait (TlModuleTuner *tuner);
/*
 * The budget of all tasks from now on. Returns how many trials there will be: rounds under way are finished, and nothing that has begun is
 * taken back. 0: too late, the comparisons have begun.
 */
guint          tl_module_tuner_set_budget (TlModuleTuner *tuner, guint n_trials);
void           tl_module_tuner_free (TlModuleTuner *tuner);   /* stops and waits */

guint          tl_module_tuner_n_tasks (TlModuleTuner *tuner);
const TlTask  *tl_module_tuner_task (TlModuleTuner *tuner, guint task);
/* How far it has come; the name is the task's. */
TlTaskStatus   tl_module_tuner_status (TlModuleTuner *tuner, guint task);
TlTunerStatus  tl_module_tuner_search_status (TlModuleTuner *tuner, guint task);
/* The reason of the last refusal of a schedule; NULL if there was none. Free with g_free. */
char          *tl_module_tuner_refusal (TlModuleTuner *tuner, guint task);
gint64         tl_module_tuner_run_id (TlModuleTuner *tuner, guint task);   /* in the database; 0 without one */

/*
 * The fastest schedule of the task's module so far (new reference), its trial (or TL_TRIAL_OF_RECORDS) and its median; NULL if nothing was
 * measured, or with @error.
 */
TlState       *tl_module_tuner_best (TlModuleTuner *tuner, guint task, guint *number, double *latency_s, GError **error);
/* How many trials of the task took part in the comparison. */
guint          tl_module_tuner_n_compared (TlModuleTuner *tuner, guint task);

/* After the end: why a task ended early, or NULL. Borrowed. Other tasks go on without it. */
const GError  *tl_module_tuner_task_error (TlModuleTuner *tuner, guint task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlModuleTuner, tl_module_tuner_free)

G_END_DECLS
