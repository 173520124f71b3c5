/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/tuning-task.h"

G_BEGIN_DECLS

/* Task @index of @tasks_of, which it keeps; @trials: its store, a new reference is taken. */
TlTuningTask *tl_tuning_task_new (GPtrArray *tasks_of, guint index, TlTrialStore *trials);
const TlTask *tl_tuning_task_of (TlTuningTask *task);
void          tl_tuning_task_set_status (TlTuningTask *task, const TlTaskStatus *status, const TlTunerStatus *search);
void          tl_tuning_task_set_error (TlTuningTask *task, const char *error);

G_END_DECLS
