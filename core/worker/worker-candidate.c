/* SPDX-License-Identifier: Apache-2.0 */
/* One candidate: loaded, run once, and ready to be timed. */
#include <string.h>
#include <time.h>

#include "core/device/cpu.h"
#include "core/worker/worker-private.h"

void
tl_candidate_clear (TlCandidate *candidate)
{
  if (candidate->baseline.free)
    candidate->baseline.free (candidate->baseline.data);
  candidate->baseline = (TlBaselineRun) { NULL };
  g_clear_pointer (&candidate->kernel, tl_codegen_unload);
  g_clear_pointer (&candidate->args, g_free);
}

void
tl_candidate_run (gpointer data)
{
  TlCandidate *candidate = data;

  if (candidate->kernel)
    tl_loaded_kernel_run (candidate->kernel, candidate->args);
  else
    candidate->baseline.run (candidate->baseline.data);
}

gboolean
tl_candidate_load (TlCandidate *candidate, const TlBase *base, GBytes *object, TlChildStatus *status, TlOutcome *outcome)
{
  g_autoptr (GError) error = NULL;
  gint64 start_ns = tl_time_ns ();

  status->phase = TL_CHILD_LOADING;
  *candidate = (TlCandidate) { .base = base, .args = g_new0 (void *, base->working->len + 1), .kernel = tl_codegen_load (object, &error) };
  if (!candidate->kernel)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
      return FALSE;
    }
  outcome->parts.load_s = (double) (tl_time_ns () - start_ns) / 1e9;
  for (guint i = 0; i < base->working->len; i++)
    candidate->args[i] = ((TlTensor *) base->working->pdata[i])->data;
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
tl_candidate_load_baseline (TlCandidate *candidate, const TlBase *base, const TlBaseline *baselines, const char *name, JsonObject *task,
                            guint n_threads, TlChildStatus *status, TlOutcome *outcome)
{
  const TlBaseline *row = find_baseline (baselines, name);
  const TlBaselineTask what = { task, task ? json_object_get_string_member_with_default (task, "op", "") : "",
                                (TlTensor *const *) base->working->pdata, base->working->len, MAX (n_threads, 1) };
  TlBaselineRun run = { NULL };
  g_autoptr (GError) error = NULL;

  status->phase = TL_CHILD_LOADING;
  *candidate = (TlCandidate) { .base = base };
  if (!row)
    tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "this worker program has no baseline \"%s\"", name);
  else if (!row->prepare (&what, &run, &error))
    tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "%s", error->message);
  else
    candidate->baseline = run;
  return candidate->baseline.run != NULL;
}

/* Fresh arguments, outputs too: what an earlier candidate has left there must not pass for this one's result. */
static void
restore_arguments (const TlBase *base)
{
  for (guint i = 0; i < base->inputs->len; i++)
    {
      const TlTensor *input = base->inputs->pdata[i];

      memcpy (((TlTensor *) base->working->pdata[i])->data, input->data, input->n_bytes);
    }
}

static gint64
processor_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

gboolean
tl_candidate_try (TlCandidate *candidate, gboolean check, TlChildStatus *status, TlOutcome *outcome, double *warm_s)
{
  const TlBase *base = candidate->base;
  TlCheckResult result = { 0 };
  g_autoptr (GError) error = NULL;
  GPtrArray *results;
  gint64 start_ns;

  restore_arguments (base);
  status->phase = TL_CHILD_RUNNING;
  status->run_start_ns = processor_time_ns ();
  start_ns = tl_time_ns ();
  tl_candidate_run (candidate);
  *warm_s = (double) (tl_time_ns () - start_ns) / 1e9;
  status->run_start_ns = 0;
  if (!check || !base->reference || (!candidate->kernel && !candidate->baseline.computes))
    return TRUE;
  if (candidate->baseline.show)
    candidate->baseline.show (candidate->baseline.data);
  status->phase = TL_CHILD_CHECKING;
  results = tl_base_results (base, &error);
  if (!results)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "The result cannot be converted to the layout of the original program: %s",
                      error->message);
      return FALSE;
    }
  tl_reference_check (base->reference, (TlTensor *const *) results->pdata, &result);
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
