/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/search/trial-store.h"
#include "core/search/module-tuner.h"

G_BEGIN_DECLS

/**
 * TlTuningTask: one task of a tuning run: a function of the module, how far it has come, what its search does now, and its trials. Main
 * thread. "changed" follows each change of what tl_tuning_task_status and tl_tuning_task_search give; trials have signals of their own.
 */
#define TL_TYPE_TUNING_TASK (tl_tuning_task_get_type ())
G_DECLARE_FINAL_TYPE (TlTuningTask, tl_tuning_task, TL, TUNING_TASK, GObject)

const char    *tl_tuning_task_name (TlTuningTask *task);
/* A row of the table of tasks (core/search/task-table.h); its name is the task's. */
TlTaskStatus   tl_tuning_task_status (TlTuningTask *task);
/* The state of its search: phase, counts, how many candidates wait to be measured; all 0 but for is_over of a run that is over. */
TlTunerStatus  tl_tuning_task_search (TlTuningTask *task);
TlTrialStore  *tl_tuning_task_trials (TlTuningTask *task);      /* borrowed */
GPtrArray     *tl_tuning_task_func_names (TlTuningTask *task);   /* char *, borrowed: the functions of the module that it stands for */
const char    *tl_tuning_task_error (TlTuningTask *task);       /* why it ended early, or NULL */

G_END_DECLS
