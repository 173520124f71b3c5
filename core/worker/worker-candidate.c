/* SPDX-License-Identifier: Apache-2.0 */
/* One candidate: loaded, run once, and ready to be timed. */
#include <string.h>
#include <time.h>

#include "core/base/clock.h"
#include "core/worker/worker-private.h"

void
tl_candidate_clear (TlCandidate *candidate)
{
  if (candidate->baseline.free)
    candidate->baseline.free (candidate->baseline.data);
  candidate->baseline = (TlBaselineRun) { NULL };
  if (candidate->program)
    candidate->arguments->api->unload (candidate->arguments->device, candidate->program);
  candidate->program = NULL;
  tl_prepared_clear (&candidate->prepared, candidate->arguments);
  g_clear_error (&candidate->error);
}

static gpointer *
buffers_of (const TlCandidate *candidate)
{
  return candidate->prepared.buffers != NULL ? candidate->prepared.buffers : candidate->arguments->buffers;
}

static double
time_baseline (const TlBaselineRun *baseline, guint64 number, GError **error)
{
  gint64 start_ns = tl_time_ns ();

  if (baseline->time)
    return baseline->time (baseline->data, number, error);
  for (guint64 i = 0; i < number; i++)
    baseline->run (baseline->data);
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

double
tl_candidate_time (gpointer data, guint64 number)
{
  TlCandidate *candidate = data;
  const TlArguments *arguments = candidate->arguments;

  if (!candidate->program)
    return time_baseline (&candidate->baseline, number, candidate->error ? NULL : &candidate->error);
  return arguments->api->time (arguments->device, candidate->program, buffers_of (candidate), number, candidate->error ? NULL
                               : &candidate->error);
}

static gboolean
fail_load (const GError *error, TlOutcome *outcome)
{
  tl_outcome_set (outcome, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) ? TL_OUTCOME_RESOURCE_LIMIT : TL_OUTCOME_BUILD_ERROR,
                  "%s", error->message);
  return FALSE;
}

gboolean
tl_candidate_load (TlCandidate *candidate, TlWorkload *workload, const char *device, JsonObject *described, GBytes *code,
                   TlChildStatus *status, TlOutcome *outcome)
{
  g_autoptr (GBytes) own = g_bytes_ref (code);
  g_autoptr (GError) error = NULL;
  gint64 start_ns = tl_time_ns ();

  status->phase = TL_CHILD_LOADING;
  *candidate = (TlCandidate) { .workload = workload, .arguments = tl_arguments_get (workload, device, &error) };
  if (!candidate->arguments || !tl_prepared_load (&candidate->prepared, described, candidate->arguments, &own, &error))
    return fail_load (error, outcome);
  candidate->program = candidate->arguments->api->load (candidate->arguments->device, own, &error);
  if (!candidate->program)
    return fail_load (error, outcome);
  outcome->parts.load_s = (double) (tl_time_ns () - start_ns) / 1e9;
  return TRUE;
}

/* NULL: none of that name. */
static const TlBaseline *
find_baseline (const TlBaseline *baselines, const char *name)
{
  for (const TlBaseline *row = baselines; row && row->name; row++)
    if (strcmp (row->name, name) == 0)
      return row;
  return NULL;
}

gboolean
tl_candidate_load_baseline (TlCandidate *candidate, TlWorkload *workload, const TlBaseline *baselines, const char *name, JsonObject *task,
                            guint n_threads, const char *device, TlChildStatus *status, TlOutcome *outcome)
{
  const TlBaseline *row = find_baseline (baselines, name);
  TlBaselineTask what = { .task = task, .op = task ? json_object_get_string_member_with_default (task, "op", "") : "",
                          .n_threads = MAX (n_threads, 1) };
  TlBaselineRun run = { NULL };
  g_autoptr (GError) error = NULL;

  status->phase = TL_CHILD_LOADING;
  *candidate = (TlCandidate) { .workload = workload };
  candidate->arguments = tl_arguments_get (workload, row && row->is_on_device ? device : NULL, &error);
  if (!candidate->arguments)
    return fail_load (error, outcome);
  what.api = candidate->arguments->api;
  what.device = candidate->arguments->device;
  what.buffers = candidate->arguments->buffers;
  what.args = (TlTensor *const *) candidate->arguments->host->pdata;
  what.n_args = candidate->arguments->n;
  if (!row)
    tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "this worker program has no baseline \"%s\"", name);
  else if (!row->prepare (&what, &run, &error))
    tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "%s", error->message);
  else
    candidate->baseline = run;
  return candidate->baseline.run || candidate->baseline.time;
}

static gboolean
run_once (TlCandidate *candidate)
{
  const TlArguments *arguments = candidate->arguments;

  if (candidate->program)
    return arguments->api->launch (arguments->device, candidate->program, buffers_of (candidate), &candidate->error)
           && arguments->api->sync (arguments->device, &candidate->error);
  return time_baseline (&candidate->baseline, 1, &candidate->error) >= 0;
}

gboolean
tl_candidate_check_device (const TlCandidate *candidate, TlOutcome *outcome)
{
  if (candidate->error)
    tl_outcome_set (outcome, TL_OUTCOME_CRASH, "%s", candidate->error->message);
  return candidate->error == NULL;
}

static gint64
processor_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

/* Then its time says nothing of the candidate, which is not pruned for it. */
static gboolean
is_first_run_slow (const TlCandidate *candidate)
{
  return candidate->program && candidate->arguments->api->has_slow_first_run;
}

static gboolean
try_once (TlCandidate *candidate, gboolean check, TlChildStatus *status, TlOutcome *outcome, double *warm_s)
{
  const TlWorkload *workload = candidate->workload;
  TlCheckResult result = { 0 };
  g_autoptr (GError) error = NULL;
  GPtrArray *results;
  gint64 start_ns;

  status->phase = TL_CHILD_RUNNING;
  if (!tl_arguments_restore (candidate->arguments, workload, &candidate->error)
      || !tl_prepared_run (&candidate->prepared, candidate->arguments, &candidate->error))
    return tl_candidate_check_device (candidate, outcome);
  status->run_start_ns = is_first_run_slow (candidate) ? 0 : processor_time_ns ();
  start_ns = tl_time_ns ();
  run_once (candidate);
  *warm_s = (double) (tl_time_ns () - start_ns) / 1e9;
  status->run_start_ns = 0;
  if (!tl_candidate_check_device (candidate, outcome))
    return FALSE;
  if (!check || !workload->reference || (!candidate->program && !candidate->baseline.computes))
    return TRUE;
  if (candidate->baseline.show)
    candidate->baseline.show (candidate->baseline.data);
  status->phase = TL_CHILD_CHECKING;
  results = tl_workload_results (workload, candidate->arguments, &error);
  if (!results)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "The result cannot be converted to the layout of the original program: %s",
                      error->message);
      return FALSE;
    }
  tl_reference_check (workload->reference, (TlTensor *const *) results->pdata, &result);
  outcome->is_checked = TRUE;
  if (result.unwritten)
    {
      g_autofree char *why = tl_check_result_explain_unwritten (&result);

      tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s", why);
    }
  else if (!result.ok)
    tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s\n%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " compared elements are wrong",
                    result.where ? result.where : "The result is wrong", result.n_wrong, result.n_checked);
  tl_check_result_clear (&result);
  return outcome->kind == TL_OUTCOME_OK;
}

gboolean
tl_candidate_try (TlCandidate *candidate, gboolean check, TlChildStatus *status, TlOutcome *outcome, double *warm_s)
{
  if (!try_once (candidate, check, status, outcome, warm_s))
    return FALSE;
  if (!is_first_run_slow (candidate))
    return TRUE;
  status->phase = TL_CHILD_RUNNING;
  status->run_start_ns = processor_time_ns ();
  *warm_s = tl_candidate_time (candidate, 1);
  status->run_start_ns = 0;
  return tl_candidate_check_device (candidate, outcome);
}
