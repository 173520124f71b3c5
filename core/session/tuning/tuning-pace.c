/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/tuning-pace.h"

#include <math.h>

#include "core/base/clock.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/tuning-private.h"

#define RATE_WINDOW_US (30 * G_USEC_PER_SEC)
#define MIN_WINDOW_S   0.2
#define Z_90           1.645   /* standard deviations either way of the mean that hold 90 % */
#define N_DURATIONS    64u
#define MIN_DURATIONS  3u      /* a median of fewer says little */
#define SILENCE_FACTOR 3.0

static void
forget_old (TlTuning *self, gint64 now_us)
{
  guint old = 0;

  while (old < self->finish_times->len && g_array_index (self->finish_times, gint64, old) < now_us - RATE_WINDOW_US)
    old++;
  g_array_remove_range (self->finish_times, 0, old);
  if (self->durations->len > N_DURATIONS)
    g_array_remove_range (self->durations, 0, self->durations->len - N_DURATIONS);
}

void
tl_tuning_note_trial (TlTuning *self, const TlTrialRecord *record)
{
  double duration_s = record->build_s + record->run_s;

  self->heard_us = g_get_monotonic_time ();
  g_array_append_val (self->finish_times, self->heard_us);
  g_array_append_val (self->durations, duration_s);
  forget_old (self, self->heard_us);
}

/* --- pace --- */

double
tl_tuning_rate (TlTuning *self)
{
  double window_s;

  if (self->state != TL_TUNING_RUNNING || self->finish_times->len < 2)
    return 0;
  window_s = (double) (g_get_monotonic_time () - g_array_index (self->finish_times, gint64, 0)) / G_USEC_PER_SEC;
  return window_s > MIN_WINDOW_S ? (self->finish_times->len - 1) / window_s : 0;
}

/* Mean and variance of the seconds between two results; the time since the last one belongs to the mean. */
static void
intervals (TlTuning *self, double rate, double *mean_s, double *variance)
{
  double sum = 0;
  guint  n = self->finish_times->len - 1;

  *mean_s = 1 / rate;
  for (guint i = 0; i < n; i++)
    {
      gint64 interval_us = g_array_index (self->finish_times, gint64, i + 1) - g_array_index (self->finish_times, gint64, i);
      double difference_s = (double) interval_us / G_USEC_PER_SEC - *mean_s;

      sum += difference_s * difference_s;
    }
  *variance = sum / MAX (n - 1, 1);
}

/* The sum of n intervals varies by itself, and their mean is known from as many as were seen. */
gboolean
tl_tuning_time_left (TlTuning *self, double *least_s, double *most_s)
{
  double rate = tl_tuning_rate (self), mean_s, variance, deviation_s, n_left;
  guint  n = tl_tuning_n_done (self);

  if (rate <= 0 || self->n_wanted < n)
    return FALSE;
  n_left = self->n_wanted - n;
  intervals (self, rate, &mean_s, &variance);
  deviation_s = sqrt (n_left * variance + n_left * n_left * variance / (self->finish_times->len - 1));
  *least_s = MAX (n_left * mean_s - Z_90 * deviation_s, 0);
  *most_s = n_left * mean_s + Z_90 * deviation_s;
  return TRUE;
}

double
tl_tuning_since_best_s (TlTuning *self)
{
  return self->best_at_us != 0 ? (double) (g_get_monotonic_time () - self->best_at_us) / G_USEC_PER_SEC : -1;
}

guint
tl_tuning_n_since_best (TlTuning *self)
{
  guint n = tl_tuning_n_done (self);

  return n > self->n_at_best ? n - self->n_at_best : 0;
}

/* One of two ends of a range, and the unit that both are given in. */
static char *
range_text (double least_s, double most_s)
{
  double      unit_s = most_s < 300 ? 1 : most_s < 2 * 3600 ? 60 : 3600;
  const char *unit = unit_s == 1 ? _("s") : unit_s == 60 ? _("min") : _("h");
  double      least = floor (least_s / unit_s), most = ceil (most_s / unit_s);

  if (most <= 1)
    return g_strdup_printf (_("less than 1 %s left"), unit);
  if (most - least <= 1)
    return g_strdup_printf (_("%.0f %s left"), most, unit);
  return g_strdup_printf (_("%.0f to %.0f %s left"), least, most, unit);
}

char *
tl_tuning_pace_text (TlTuning *self)
{
  double           rate = tl_tuning_rate (self), least_s, most_s;
  g_autofree char *left = NULL;

  if (rate <= 0 || !tl_tuning_time_left (self, &least_s, &most_s))
    return g_strdup ("");
  left = range_text (least_s, most_s);
  return g_strdup_printf (rate < 9.5 ? _("%.1f trials/s, %s") : _("%.0f trials/s, %s"), rate, left);
}

char *
tl_tuning_stop_rule_text (TlTuning *self)
{
  guint n = self->config.budget.stop_after;

  if (n == 0)
    return NULL;
  return g_strdup_printf (_("A task stops after %u trials without improvement; the last improvement was %u trials ago"), n,
                          tl_tuning_n_since_best (self));
}

/* --- silence --- */

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

/* 0: not known. */
static double
usual_s (TlTuning *self)
{
  g_autoptr (GArray) sorted = NULL;

  if (self->durations->len < MIN_DURATIONS)
    return 0;
  sorted = g_array_copy (self->durations);
  g_array_sort (sorted, compare_doubles);
  return g_array_index (sorted, double, sorted->len / 2);
}

/* The phase of the search; FALSE while the comparison is under way, which gives no results for seconds. */
static gboolean
find_phase (TlTuning *self, TlSearchPhase *phase)
{
  *phase = TL_SEARCH_WAITING;
  for (guint i = 0; i < tl_tuning_n_tasks (self); i++)
    {
      TlTunerStatus status = tl_tuning_task_search (tl_tuning_nth_task (self, i));

      if (status.is_comparing)
        return FALSE;
      *phase = MAX (*phase, status.search.phase);
    }
  return TRUE;
}

static void
find_busy_worker (TlWorkerPool *pool, TlTuningSilence *silence)
{
  gint64        now_ns = tl_time_ns (), since_ns;
  TlWorkerState state;

  silence->worker = -1;
  for (guint i = 0; tl_worker_pool_worker_state (pool, i, &state, &since_ns); i++)
    {
      double for_s = (double) (now_ns - since_ns) / 1e9;

      if (state == TL_WORKER_IDLE || (silence->worker >= 0 && for_s <= silence->state_s))
        continue;
      silence->worker = (gint) i;
      silence->state = state;
      silence->state_s = for_s;
      silence->is_runner = i == tl_worker_pool_n_builders (pool);
    }
}

gboolean
tl_tuning_silence (TlTuning *self, TlWorkerPool *pool, TlTuningSilence *silence)
{
  *silence = (TlTuningSilence) { .silent_s = (double) (g_get_monotonic_time () - self->heard_us) / G_USEC_PER_SEC,
                                 .usual_s = usual_s (self) };
  if (self->state != TL_TUNING_RUNNING || silence->usual_s <= 0
      || silence->silent_s < MAX (SILENCE_FACTOR * silence->usual_s, TL_MIN_SILENCE_S) || !find_phase (self, &silence->phase))
    return FALSE;
  find_busy_worker (pool, silence);
  return TRUE;
}

/* "the runner has been running a candidate for 40 s". */
static char *
cause_text (const TlTuningSilence *silence)
{
  g_autofree char *who = silence->is_runner ? g_strdup (_("the runner")) : g_strdup_printf (_("builder %d"), silence->worker + 1);
  g_autofree char *for_how_long = tl_format_seconds (silence->state_s);

  if (silence->worker < 0)
    return g_strdup (silence->phase == TL_SEARCH_TRAINING ? _("the cost model is being trained")
                     : silence->phase == TL_SEARCH_SEARCHING ? _("the search is looking for candidates")
                                                             : _("all workers are idle"));
  switch (silence->state)
    {
    case TL_WORKER_BUILD:
      return g_strdup_printf (_("%s has been building a candidate for %s"), who, for_how_long);
    case TL_WORKER_RESTART:
      return g_strdup_printf (_("%s has been starting for %s"), who, for_how_long);
    case TL_WORKER_RUN:
    case TL_WORKER_IDLE:
    default:
      return g_strdup_printf (_("%s has been running a candidate for %s"), who, for_how_long);
    }
}

char *
tl_tuning_silence_text (const TlTuningSilence *silence)
{
  g_autofree char *silent = tl_format_seconds (silence->silent_s), *usual = tl_format_seconds (silence->usual_s);
  g_autofree char *cause = cause_text (silence);

  return g_strdup_printf (_("No result for %s (a trial takes %s): %s"), silent, usual, cause);
}
