/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

/* A trial with what the table does not hold: its samples and its schedule, read from the project file in a thread. Owns its members. */
typedef struct
{
  TlTrialRow *row;        /* NULL: it is in no file */
  TlTrialRow *best;       /* of the best trial; NULL: none, or it is this one */
  TlState    *state;      /* the whole program with its schedule; NULL: it has none, or that does not apply any more … */
  char       *trace_json; /* of @state; NULL without it */
  char       *refusal;    /* … and why; NULL */
  TlState    *best_state; /* nullable */
  char       *func_name;  /* of the task */
  double      timeout_s;  /* limit of the run's measurements, of the build … */
  double      build_timeout_s;
  char       *command;    /* that runs it again, for a shell; NULL without a schedule */
} TlTrialDetail;

void           tl_trial_detail_free (TlTrialDetail *detail);
/* Trial @index of task @task. */
void           tl_trial_detail_read_async (TlSession *session, guint task, guint index, GCancellable *cancellable,
                                           GAsyncReadyCallback callback, gpointer user_data);
TlTrialDetail *tl_trial_detail_read_finish (TlSession *session, GAsyncResult *result, GError **error);

/*
 * The variant "tuned #37" of a trial that was read, with its measurement, for a comparison: the present one stays current. The one that is
 * there if it is unchanged, else a new one. @is_best: the variant of @detail's best trial. NULL with an error where it has no schedule.
 */
TlVariant     *tl_session_keep_trial (TlSession *session, guint task, const TlTrialDetail *detail, gboolean is_best, GError **error);

/* The message of a wrong result: the first wrong element, and how many are wrong of those compared. */
typedef struct
{
  char   *element;    /* "C[0, 0]" */
  char   *got, *expected;
  guint64 n_wrong, n_compared;   /* 0: not said */
} TlWrongResult;

/* FALSE: @message says something else. Clear @wrong. */
gboolean       tl_wrong_result_parse (const char *message, TlWrongResult *wrong);
void           tl_wrong_result_clear (TlWrongResult *wrong);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialDetail, tl_trial_detail_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlWrongResult, tl_wrong_result_clear)

G_END_DECLS
