/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pacemaker in the child: timed between a candidate's samples, on the same arguments. Long ones are timed once, after the last: they take the
 * time of candidates. Of those that are timed seldom the request may say instead how slow the machine was found to be a moment ago.
 */
#include <math.h>

#include "core/run/pacemaker.h"
#include "core/run/worker-private.h"

#define SAMPLE_MS    0.1    /* a sample lasts at least so long */
#define SHORT_S      5e-4   /* pacemakers up to this are timed beside each sample */
#define MOST_LONG    3u      /* of a longer one: a single sample may have had a bad moment, and would make the candidate look fast */
#define NOISE_SHARE  0.05   /* what two samples of one program differ by anyhow */

typedef struct
{
  const TlLoadedKernel *kernel;
  void                **args;
} Runner;

static void
run (gpointer data)
{
  const Runner *runner = data;

  tl_loaded_kernel_run (runner->kernel, runner->args);
}

static void
take_sample (gpointer data)
{
  TlPace *pace = data;
  Runner  runner = { .kernel = pace->kernel, .args = pace->args };
  guint64 number = 1;
  double  sample_s;

  if (pace->latency_s <= TL_PACE_SELDOM_S)
    run (&runner);   /* longer ones find their data where the candidate, or they themselves, left it */
  sample_s = tl_evaluate_once (run, &runner, SAMPLE_MS, &number);
  g_array_append_val (pace->samples_s, sample_s);
}

/* One for all of the candidate's samples; of several if the machine seems to be slow. Those timed seldom average over bad moments. */
static void
take_long_sample (TlPace *pace)
{
  double least_s = INFINITY;
  guint most = pace->latency_s > TL_PACE_SELDOM_S ? 1 : MOST_LONG;

  for (guint i = 0; i < most && least_s > (1 + NOISE_SHARE) * pace->latency_s; i++)
    {
      take_sample (pace);
      least_s = MIN (least_s, g_array_index (pace->samples_s, double, i));
    }
  g_array_set_size (pace->samples_s, 0);
  g_array_append_val (pace->samples_s, least_s);
}

/*
 * While candidate's sample number @index was taken: by the lesser of the pacemaker's samples around it, for others may have wanted the processor
 * during one of them.
 */
static double
slowdown_at (const TlPace *pace, guint index)
{
  const double *samples_s = (const double *) (gpointer) pace->samples_s->data;
  guint last = pace->samples_s->len - 1;

  return MIN (samples_s[MIN (index, last)], samples_s[MIN (index + 1, last)]) / pace->latency_s;
}

/* The code stays loaded while the same one is asked for. */
static const TlLoadedKernel *
load (TlBases *bases, const char *id, GBytes *object)
{
  if (g_strcmp0 (bases->pacemaker_id, id) != 0)
    {
      g_clear_pointer (&bases->pacemaker, tl_codegen_unload);
      g_free (bases->pacemaker_id);
      bases->pacemaker_id = g_strdup (id);
      bases->pacemaker = tl_codegen_load (object, NULL);
    }
  return bases->pacemaker;
}

void
tl_pace_init (TlPace *pace, TlBases *bases, const TlFrame *request, GBytes **object)
{
  const char *id = tl_header_string (request->header, "pacemaker");
  gsize n_bytes = g_bytes_get_size (request->payload), n_own = (gsize) tl_header_int (request->header, "object_bytes", 0);
  g_autoptr (GBytes) other = NULL;

  *pace = (TlPace) { .latency_s = tl_header_double (request->header, "pacemaker_s", 0),
                     .slowdown = tl_header_double (request->header, "slowdown", 0) };
  if (!id || n_own > n_bytes)
    {
      *object = g_bytes_ref (request->payload);
      return;
    }
  *object = g_bytes_new_from_bytes (request->payload, 0, n_own);
  other = g_bytes_new_from_bytes (request->payload, n_own, n_bytes - n_own);
  pace->kernel = load (bases, id, other);
  if (!pace->kernel)
    pace->slowdown = 0;   /* nothing says that it still is so */
}

/* Limits are told as of the speed that candidates are told as of. */
static void
expect_slowdown (TlEvaluatorOptions *options, double slowdown)
{
  options->stop_above_s *= slowdown;
  options->brief_above_s *= slowdown;
}

void
tl_pace_begin (TlPace *pace, void **args, TlEvaluatorOptions *options)
{
  if (!pace->kernel || pace->latency_s > SHORT_S)
    expect_slowdown (options, pace->slowdown > 0 ? pace->slowdown : 1);
  if (!pace->kernel)
    return;
  pace->args = args;
  pace->samples_s = g_array_new (FALSE, FALSE, sizeof (double));
  if (pace->latency_s > SHORT_S)
    return;
  take_sample (pace);
  expect_slowdown (options, slowdown_at (pace, 0));
  options->after_sample = take_sample;
  options->after_data = pace;
}

/* The median of the slowdowns at its samples; these in @slowdowns. */
static double
find_slowdown (TlPace *pace, double *slowdowns, guint n)
{
  const TlOutcome all = { .samples_s = slowdowns, .n_samples = n };
  TlLatency typical;

  if (pace->samples_s->len == 0)
    take_long_sample (pace);
  for (guint i = 0; i < n; i++)
    slowdowns[i] = slowdown_at (pace, i);
  g_clear_pointer (&pace->samples_s, g_array_unref);
  tl_outcome_latency (&all, &typical);
  return typical.median_s;
}

void
tl_pace_end (TlPace *pace, TlOutcome *outcome)
{
  g_autofree double *slowdowns = g_new (double, outcome->n_samples + 1);
  double slowdown = pace->slowdown;

  if (pace->samples_s)
    slowdown = find_slowdown (pace, slowdowns, outcome->n_samples);
  else
    for (guint i = 0; i < outcome->n_samples; i++)
      slowdowns[i] = slowdown;
  outcome->slowdown = slowdown != 0 && fabs (slowdown - 1) < NOISE_SHARE ? 1 : slowdown;
  for (guint i = 0; i < outcome->n_samples && outcome->slowdown > 0 && outcome->slowdown != 1; i++)
    outcome->samples_s[i] /= slowdowns[i];
}
