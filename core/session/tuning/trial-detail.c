/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-detail.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/schedule/trace.h"
#include "core/session/tuning/tuning-task-private.h"

typedef struct
{
  TlDatabase   *database;
  TlTuningTask *task;
  TlState      *start;
  gint64        run_id, best_run_id;
  guint         number, best_number;
  gboolean      has_best;
  double        timeout_s, build_timeout_s;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  tl_database_unref (job->database);
  g_object_unref (job->task);
  tl_state_unref (job->start);
  g_free (job);
}

void
tl_trial_detail_free (TlTrialDetail *detail)
{
  g_clear_pointer (&detail->row, tl_trial_row_free);
  g_clear_pointer (&detail->best, tl_trial_row_free);
  g_clear_pointer (&detail->state, tl_state_unref);
  g_clear_pointer (&detail->best_state, tl_state_unref);
  g_free (detail->trace_json);
  g_free (detail->refusal);
  g_free (detail->func_name);
  g_free (detail->command);
  g_free (detail);
}

/* The measurement is repeated, too, unless the check is what failed. */
static char *
command_of (const Job *job, const TlTrialRow *row)
{
  g_autofree char *path = tl_format_shell_word (tl_database_path (job->database));

  if (tl_database_is_in_memory (job->database) || row->trace_json == NULL)
    return NULL;
  return g_strdup_printf ("tileloom-cli run %s --trial %" G_GINT64_FORMAT ":%u --check%s", path, job->run_id, job->number,
                          row->outcome.kind == TL_OUTCOME_WRONG_RESULT ? "" : " --time");
}

static TlState *
state_of (const Job *job, const TlTrialRow *row, char **refusal)
{
  g_autoptr (GError) error = NULL;
  TlState           *state = NULL;

  if (row == NULL || row->trace_json == NULL || row->trace_json[0] == '\0')
    return NULL;
  state = tl_task_apply (tl_tuning_task_of (job->task), job->start, row->trace_json, &error);
  if (state == NULL && refusal != NULL)
    *refusal = g_strdup (error->message);
  return state;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Job               *job = task_data;
  GPtrArray               *names = tl_tuning_task_of (job->task)->func_names;
  g_autoptr (TlTrialDetail) detail = g_new0 (TlTrialDetail, 1);
  GError                  *error = NULL;

  detail->row = tl_database_trial (job->database, job->run_id, job->number, &error);
  if (detail->row == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (job->has_best)
    detail->best = tl_database_trial (job->database, job->best_run_id, job->best_number, NULL);
  detail->state = state_of (job, detail->row, &detail->refusal);
  detail->trace_json = detail->state != NULL ? tl_trace_to_json (detail->state, TL_DIALECT_CLASSIC) : NULL;
  if (!g_cancellable_is_cancelled (cancellable))
    detail->best_state = state_of (job, detail->best, NULL);
  detail->func_name = g_strdup (names->len > 0 ? names->pdata[0] : "main");
  detail->timeout_s = job->timeout_s;
  detail->build_timeout_s = job->build_timeout_s;
  detail->command = command_of (job, detail->row);
  g_task_return_pointer (task, g_steal_pointer (&detail), (GDestroyNotify) tl_trial_detail_free);
}

static Job *
job_new (TlSession *session, TlDatabase *database, TlTuningTask *task, guint index)
{
  TlTrialStore       *trials = tl_tuning_task_trials (task);
  TlTrialRecord       record = tl_trial_store_get (trials, index);
  gint                best = tl_trial_store_best (trials);
  const TlTuneConfig *config = tl_tuning_config (tl_session_tuning (session));
  Job                *job = g_new0 (Job, 1);

  job->database = tl_database_ref (database);
  job->task = g_object_ref (task);
  job->start = tl_state_ref (tl_tuning_start_state (tl_session_tuning (session)));
  job->run_id = record.run_id;
  job->number = record.number;
  job->has_best = best >= 0 && (guint) best != index;
  job->timeout_s = config->measure.run_timeout_s;
  job->build_timeout_s = config->measure.build_timeout_s;
  if (job->has_best)
    {
      TlTrialRecord of_best = tl_trial_store_get (trials, (guint) best);

      job->best_run_id = of_best.run_id;
      job->best_number = of_best.number;
    }
  return job;
}

void
tl_trial_detail_read_async (TlSession *session, guint task_index, guint index, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask)        task = g_task_new (session, cancellable, callback, user_data);
  g_autoptr (TlTuningTask) of = g_list_model_get_item (tl_tuning_tasks (tl_session_tuning (session)), task_index);
  GError                  *error = NULL;
  TlDatabase              *database = tl_session_database (session, &error);

  if (database == NULL || of == NULL)
    {
      g_task_return_error (task, error != NULL ? error : g_error_new (TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, _("No such task")));
      return;
    }
  g_task_set_task_data (task, job_new (session, database, of, index), job_free);
  g_task_run_in_thread (task, read_in_thread);
}

TlTrialDetail *
tl_trial_detail_read_finish (TlSession *session, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- wrong results --- */

/* "C[0, 0]: got 1.5, expected 2\n1340 of 3072 compared elements are wrong" */
gboolean
tl_wrong_result_parse (const char *message, TlWrongResult *wrong)
{
  static const char before_got[] = ": got ", before_expected[] = ", expected ";
  const char       *got = message != NULL ? strstr (message, before_got) : NULL;
  const char       *expected = got != NULL ? strstr (got, before_expected) : NULL;
  const char       *line;
  char             *end;

  *wrong = (TlWrongResult) { 0 };
  if (expected == NULL)
    return FALSE;
  wrong->element = g_strndup (message, (gsize) (got - message));
  wrong->got = g_strndup (got + strlen (before_got), (gsize) (expected - got) - strlen (before_got));
  expected += strlen (before_expected);
  wrong->expected = g_strndup (expected, strcspn (expected, "\n"));
  line = strchr (expected, '\n');
  if (line == NULL)
    return TRUE;
  wrong->n_wrong = g_ascii_strtoull (line + 1, &end, 10);
  if (g_str_has_prefix (end, " of "))
    wrong->n_compared = g_ascii_strtoull (end + 4, NULL, 10);
  return TRUE;
}

void
tl_wrong_result_clear (TlWrongResult *wrong)
{
  g_free (wrong->element);
  g_free (wrong->got);
  g_free (wrong->expected);
  *wrong = (TlWrongResult) { 0 };
}
