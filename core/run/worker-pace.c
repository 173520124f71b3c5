/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pacemaker in the child: timed between a candidate's samples, on the same arguments. Long ones are timed once, after the last: they take the
 * time of candidates.
 */
#include <math.h>

#include "core/run/worker-private.h"

#define SAMPLE_MS    0.1    /* a sample lasts at least so long */
#define SHORT_S      5e-4   /* pacemakers up to this are timed beside each sample */
#define MOST_LONG    3u      /* of a longer one: a single sample may have had a bad moment, and would make the candidate look fast */
#define NOISE_SHARE  0.05   /* what two samples of one program differ by anyhow */

typedef struct
{
  TlKernel entry;
  void   **args;
} Runner;

static void
run (gpointer data)
{
  const Runner *runner = data;

  runner->entry (runner->args);
}

static void
take_sample (gpointer data)
{
  TlPace *pace = data;
  Runner  runner = { .entry = pace->entry, .args = pace->args };
  guint64 number = 1;
  double  sample_s;

  run (&runner);
  sample_s = tl_evaluate_once (run, &runner, SAMPLE_MS, &number);
  g_array_append_val (pace->samples_s, sample_s);
}

/* One for all of the candidate's samples; of several if the machine seems to be slow. */
static void
take_long_sample (TlPace *pace)
{
  double least_s = INFINITY;

  for (guint i = 0; i < MOST_LONG && least_s > (1 + NOISE_SHARE) * pace->latency_s; i++)
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
static TlKernel
load (TlBases *bases, const char *id, GBytes *object)
{
  if (g_strcmp0 (bases->pacemaker_id, id) != 0)
    {
      g_clear_pointer (&bases->pacemaker, tl_codegen_unload);
      g_free (bases->pacemaker_id);
      bases->pacemaker_id = g_strdup (id);
      bases->pacemaker = tl_codegen_load (object, NULL);
    }
  return bases->pacemaker ? tl_loaded_kernel_entry (bases->pacemaker) : NULL;
}

void
tl_pace_init (TlPace *pace, TlBases *bases, const TlFrame *request, GBytes **object)
{
  const char *id = tl_header_string (request->header, "pacemaker");
  gsize n_bytes = g_bytes_get_size (request->payload), n_own = (gsize) tl_header_int (request->header, "object_bytes", 0);
  g_autoptr (GBytes) other = NULL;

  *pace = (TlPace) { .latency_s = tl_header_double (request->header, "pacemaker_s", 0) };
  if (!id || n_own > n_bytes)
    {
      *object = g_bytes_ref (request->payload);
      return;
    }
  *object = g_bytes_new_from_bytes (request->payload, 0, n_own);
  other = g_bytes_new_from_bytes (request->payload, n_own, n_bytes - n_own);
  pace->entry = load (bases, id, other);
}

void
tl_pace_begin (TlPace *pace, void **args, TlEvaluatorOptions *options)
{
  if (!pace->entry)
    return;
  pace->args = args;
  pace->samples_s = g_array_new (FALSE, FALSE, sizeof (double));
  if (pace->latency_s > SHORT_S)
    return;
  take_sample (pace);
  options->stop_above_s *= slowdown_at (pace, 0);
  options->after_sample = take_sample;
  options->after_data = pace;
}

void
tl_pace_end (TlPace *pace, TlOutcome *outcome)
{
  g_autofree double *slowdowns = g_new (double, outcome->n_samples + 1);
  const TlOutcome all = { .samples_s = slowdowns, .n_samples = outcome->n_samples };
  TlLatency typical;

  if (!pace->samples_s)
    return;
  if (pace->samples_s->len == 0)
    take_long_sample (pace);
  for (guint i = 0; i < outcome->n_samples; i++)
    slowdowns[i] = slowdown_at (pace, i);
  g_clear_pointer (&pace->samples_s, g_array_unref);
  tl_outcome_latency (&all, &typical);
  outcome->slowdown = fabs (typical.median_s - 1) < NOISE_SHARE ? 1 : typical.median_s;
  for (guint i = 0; i < outcome->n_samples && outcome->slowdown != 1; i++)
    outcome->samples_s[i] /= slowdowns[i];
}
