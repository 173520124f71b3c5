/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * The run in one line: state, trials, the best of task @task, how many were measured, were pruned and failed, whether the machine's speed
 * varied. Free with g_free.
 */
char *tl_tuning_summary (TlSession *session, guint task);

/* "Predicted by a model of A100 SXM 80 GB, not measured", of the trials shown; NULL: they were measured. Free with g_free. */
char *tl_tuning_predicted_note (TlTuning *tuning);

G_END_DECLS
