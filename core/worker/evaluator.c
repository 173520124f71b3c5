/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/evaluator-private.h"

#include <math.h>
#include <sys/mman.h>

#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/device/device.h"

#define NS_PER_S         1e9
#define COLD_S           3e-3   /* what fresh pages, cold caches or other processes add to a first run at most */
#define BRIEF_SHARE      0.1    /* of the budget: enough to see that a candidate is not among the best */
#define LONG_SHARE       0.5    /* of the budget: a run this long is its own sample (first runs took 0.97 to 1.05 times the next) */
#define MAX_NUMBER       100000000.0
#define MIN_FLUSH      (32 << 20)
#define MAX_FLUSH       (128 << 20)   /* virtual machines report the cache of a whole socket */
#define CACHE_LINE_BYTES 64

/* Shared pages do not count against a candidate's data limit. */
gboolean
tl_cache_flush_init (TlCacheFlush *flush)
{
  gpointer memory;

  *flush = (TlCacheFlush) { .n_bytes = (gsize) tl_clamp (2 * tl_device_host ()->l3_bytes, MIN_FLUSH, MAX_FLUSH) };
  memory = mmap (NULL, flush->n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  flush->memory = memory == MAP_FAILED ? NULL : memory;
  return flush->memory != NULL;
}

void
tl_cache_flush_clear (TlCacheFlush *flush)
{
  if (flush->memory)
    munmap (flush->memory, flush->n_bytes);
  *flush = (TlCacheFlush) { 0 };
}

void
tl_cache_flush_run (TlCacheFlush *flush)
{
  for (gsize i = 0; i < flush->n_bytes; i += CACHE_LINE_BYTES)
    ((volatile guint8 *) flush->memory)[i]++;
  if (flush->flush_device)
    flush->flush_device (flush->device);
}

double
tl_evaluate_once (TlTimedFunc time, gpointer data, double min_repeat_ms, guint64 *number)
{
  double took_s = time (data, *number);

  while (took_s >= 0 && took_s * 1e3 < min_repeat_ms && (double) *number < MAX_NUMBER)
    {
      double per_run_ms = took_s * 1e3 / (double) *number;
      double wanted = tl_max (per_run_ms > 0 ? min_repeat_ms / per_run_ms + 1 : 0, ceil ((double) *number * 1.618));

      /* A first guess from a run that was much too short may be wild: at most a hundredfold at once. */
      *number = (guint64) CLAMP (wanted, 1, MIN ((double) *number * 100, MAX_NUMBER));
      took_s = time (data, *number);
    }
  return took_s / (double) *number;
}

/* The verdict over one that looks slow is over one single further run, but a first run that was long and far too slow needs none. */
static gboolean
is_condemned (const TlEvaluatorOptions *options, double warm_s)
{
  return options->stop_above_s > 0 && warm_s > options->stop_above_s + COLD_S;
}

static gboolean
is_brief (const TlEvaluatorOptions *options, double sample_s)
{
  return options->budget_s > 0 && options->brief_above_s > 0 && sample_s > options->brief_above_s;
}

static gboolean
is_warm_up_enough (const TlEvaluatorOptions *options, double warm_s)
{
  if (options->repeat == 0 || is_condemned (options, warm_s) || (options->budget_s > 0 && warm_s > options->budget_s))
    return TRUE;
  return !options->flush && is_brief (options, warm_s) && warm_s > LONG_SHARE * options->budget_s;
}

/* Whether another sample, as long as those before, would go beyond what is left of the budget to one whose last took @sample_s. */
static gboolean
is_budget_spent (const TlEvaluatorOptions *options, gint64 start_ns, guint n_samples, double sample_s)
{
  double spent_s = (double) (tl_time_ns () - start_ns) / NS_PER_S;
  double budget_s = is_brief (options, sample_s) ? BRIEF_SHARE * options->budget_s : options->budget_s;

  return options->budget_s > 0 && spent_s * (n_samples + 1) / n_samples > budget_s;
}

static GArray *
evaluate_cold (TlTimedFunc time, gpointer data, const TlEvaluatorOptions *options, GArray *samples, gint64 start_ns)
{
  double sample;

  do
    {
      tl_cache_flush_run (options->flush);
      sample = time (data, 1);
      if (sample < 0)
        break;
      g_array_append_val (samples, sample);
      if (options->stop_above_s > 0 && sample > options->stop_above_s)
        break;
      if (is_budget_spent (options, start_ns, samples->len, sample))
        break;
    }
  while (samples->len < options->repeat);
  return samples;
}

GArray *
tl_evaluate (TlTimedFunc time, gpointer data, const TlEvaluatorOptions *options, double warm_s)
{
  gint64 start_ns = tl_time_ns ();
  guint64 number = MAX (options->number, 1);
  GArray *samples;

  samples = g_array_new (FALSE, FALSE, sizeof (double));
  if (is_warm_up_enough (options, warm_s))
    {
      g_array_append_val (samples, warm_s);
      return samples;
    }
  if (options->flush)
    return evaluate_cold (time, data, options, samples, start_ns);
  /* When one run is long, "number" of them would be longer still and add nothing. */
  if (options->budget_s > 0 && warm_s * (double) number > options->budget_s)
    number = 1;
  do
    {
      gboolean is_suspect = samples->len == 0 && options->stop_above_s > 0 && warm_s > options->stop_above_s;
      guint64 one = 1;
      double sample = is_suspect ? tl_evaluate_once (time, data, 0, &one) : 0;

      if (!is_suspect || sample <= options->stop_above_s)
        sample = tl_evaluate_once (time, data, options->min_repeat_ms, &number);
      if (sample < 0)
        break;
      g_array_append_val (samples, sample);
      if (options->stop_above_s > 0 && sample > options->stop_above_s)
        break;
      if (is_budget_spent (options, start_ns, samples->len, sample))
        break;
    }
  while (samples->len < options->repeat);
  return samples;
}
