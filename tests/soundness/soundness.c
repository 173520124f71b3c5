/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/soundness.h"

#include "core/base/extremum.h"
#include "core/lower/lower.h"
#include "core/text/script.h"
#include "tests/lower/run-func.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/soundness/apart.h"
#include "tests/soundness/backwards.h"
#include "tests/soundness/shrink.h"
#include "tests/soundness/subject.h"

#define MIN_STEPS     4
#define MAX_STEPS     20
#define MAX_PROBLEMS 20
#define BUILD_S       300
#define RUN_S         120

typedef struct
{
  Soundness        *sum;        /* under lock */
  GMutex            lock;
  TlWorkerPool     *pool;
  guint64           first;
  gint              next;       /* atomic */
  guint             n;
  SoundnessProgress progress;
  gpointer          user_data;
} Campaign;

typedef struct
{
  TlWorkerPool  *pool;
  const Subject *subject;
  guint64        seed;
  gboolean       ran_backwards, ran_apart, was_compiled;
  char          *refusal;       /* of code generation */
} SoundnessCheck;

void
soundness_init (Soundness *sum)
{
  *sum = (Soundness) { .reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), .problems = g_string_new (NULL) };
}

void
soundness_clear (Soundness *sum)
{
  g_hash_table_unref (sum->reasons);
  g_string_free (sum->problems, TRUE);
}

static char *
run_backwards (SoundnessCheck *check, TlState *state)
{
  g_autoptr (TlModule) backwards = module_backwards ((TlModule *) tl_state_module (state));
  g_autofree char     *problem = backwards != NULL ? check_result (check->subject->expected, backwards, check->subject->inputs) : NULL;

  check->ran_backwards = backwards != NULL;
  return problem != NULL ? g_strdup_printf ("backwards: %s", problem) : NULL;
}

/* Iterations at once, as they may meet at worst: as they run lowered for two cores. Where that does not lower, run_compiled() tells. */
static char *
run_apart (SoundnessCheck *check, TlState *state)
{
  TlTarget             target = tl_target_host ();
  const TlModule      *module = tl_state_module (state);
  g_autoptr (TlModule) lowered = NULL, apart = NULL;
  g_autofree char     *problem = NULL;

  target.num_cores = 2;
  lowered = tl_lower (module, module->prims[0]->name, &target, NULL, NULL);
  apart = lowered != NULL ? module_apart (lowered) : NULL;
  if (apart != NULL)
    {
      g_autoptr (GPtrArray) inputs = test_args_for (apart->prims[0], check->subject->inputs);

      problem = check_result (check->subject->expected, apart, inputs);
    }
  check->ran_apart = apart != NULL;
  return problem != NULL ? g_strdup_printf ("iterations at once: %s", problem) : NULL;
}

/* A refusal of code generation is no problem, but counted. */
static char *
run_compiled (SoundnessCheck *check, TlState *state)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlTarget         target = tl_target_host ();
  TlOutcome        outcome = { 0 };
  char            *problem = NULL;

  target.num_cores = 1 + check->seed % 2;
  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = BUILD_S;
  options.run_timeout_s = RUN_S;
  tl_worker_pool_measure (check->pool, state, tl_state_module (state)->prims[0]->name, &target, &options, NULL, &outcome);
  check->was_compiled = outcome.kind == TL_OUTCOME_OK && outcome.is_checked;
  g_clear_pointer (&check->refusal, g_free);
  if (outcome.kind == TL_OUTCOME_BUILD_ERROR)
    check->refusal = g_strdup (outcome.message);
  else if (!check->was_compiled)
    problem = g_strdup_printf ("compiled: %s: %s", tl_outcome_name (outcome.kind), outcome.message != NULL ? outcome.message
                               : "not checked");
  tl_outcome_clear (&outcome);
  return problem;
}

static char *
find_problem (TlState *state, gpointer user_data)
{
  SoundnessCheck *check = user_data;
  char           *problem = check_result (check->subject->expected, tl_state_module (state), check->subject->inputs);

  if (problem == NULL)
    problem = run_backwards (check, state);
  if (problem == NULL)
    problem = run_apart (check, state);
  return problem != NULL ? problem : run_compiled (check, state);
}

/* The report of a wrong schedule (g_free). Takes @problem. */
static char *
describe (SoundnessCheck *check, TlState *state, char *problem)
{
  g_autofree char *first = g_strdup (problem);
  g_autofree char *trace = shrink_schedule (state, find_problem, check, &problem);
  g_autofree char *before = tl_script_print (check->subject->module, TL_DIALECT_CLASSIC, NULL);
  char            *text = g_strdup_printf ("seed %" G_GUINT64_FORMAT ", %s: %s\n%s\n%s\n", check->seed, check->subject->name, problem,
                                           trace, before);

  g_free (problem);
  return text;
}

/* Names of the program in a message would make each reason another one. */
static char *
reason_of (const char *message)
{
  g_autoptr (GRegex) names = g_regex_new ("\"[^\"]*\"|[A-Za-z_]*[0-9_][A-Za-z0-9_]*(\\[[^]]*\\])?", 0, 0, NULL);

  return g_regex_replace_literal (names, message, -1, 0, "…", 0, NULL);
}

static void
add_result (Campaign *campaign, const RandomTally *tally, const SoundnessCheck *check, char *problem)
{
  Soundness *sum = campaign->sum;

  g_mutex_lock (&campaign->lock);
  random_tally_add (&sum->tally, tally);
  sum->n_schedules++;
  sum->n_backwards += check->ran_backwards;
  sum->n_apart += check->ran_apart;
  sum->n_compiled += check->was_compiled;
  if (check->refusal != NULL)
    {
      char *reason = reason_of (check->refusal);

      sum->n_not_compiled++;
      g_hash_table_insert (sum->reasons, reason, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (sum->reasons, reason)) + 1));
    }
  if (problem != NULL)
    {
      sum->n_wrong++;
      g_string_append (sum->problems, problem);
    }
  if (campaign->progress != NULL)
    campaign->progress (sum, campaign->user_data);
  g_mutex_unlock (&campaign->lock);
  g_free (problem);
}

static void
try_one (Campaign *campaign, guint64 seed)
{
  Subject        subject;
  SoundnessCheck check = { .pool = campaign->pool, .subject = &subject, .seed = seed };
  RandomTally    tally = { 0 };
  char          *problem = NULL;

  if (subject_init (&subject, seed, &problem))
    {
      g_autoptr (TlState) state = random_schedule (subject.module, seed, MIN_STEPS, MAX_STEPS, NULL, &tally, &problem);

      if (problem == NULL)
        problem = find_problem (state, &check);
      if (problem != NULL)
        problem = describe (&check, state, problem);
    }
  add_result (campaign, &tally, &check, problem);
  g_free (check.refusal);
  subject_clear (&subject);
}

static gpointer
try_in_thread (gpointer user_data)
{
  Campaign *campaign = user_data;
  gint      index;

  while ((index = g_atomic_int_add (&campaign->next, 1)) < (gint) campaign->n && campaign->sum->n_wrong < MAX_PROBLEMS)
    try_one (campaign, campaign->first + (guint64) index);
  return NULL;
}

void
soundness_run (Soundness *sum, TlWorkerPool *pool, guint64 first, guint n, guint n_threads, SoundnessProgress progress, gpointer user_data)
{
  Campaign              campaign = { .sum = sum, .pool = pool, .first = first, .n = n, .progress = progress, .user_data = user_data };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  g_mutex_init (&campaign.lock);
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("soundness", try_in_thread, &campaign));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
  g_mutex_clear (&campaign.lock);
}
