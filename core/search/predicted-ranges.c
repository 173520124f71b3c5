/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/predicted-ranges.h"

#include <math.h>

#include "core/base/extremum.h"

#define BATCH      32u
#define MIN_KNOWN  32u     /* measured trials with a score, before the first range */
#define MAX_KNOWN  256u    /* the newest of them count */
#define N_NEAREST  15u     /* to each trial of a batch, in score */
#define OUTSIDE    0.1     /* of the predicted latencies on either side of a range */

typedef struct
{
  double score, latency_s;
} ScoredTrial;

struct _TlPredictedRanges
{
  GArray *ranges;      /* TlPredictedRange */
  GArray *known;       /* ScoredTrial, oldest first */
  guint   next;        /* index in the store: the first trial that is in no batch */
  guint   n_held, n_measured;
};

TlPredictedRanges *
tl_predicted_ranges_new (void)
{
  TlPredictedRanges *self = g_new0 (TlPredictedRanges, 1);

  self->ranges = g_array_new (FALSE, FALSE, sizeof (TlPredictedRange));
  self->known = g_array_new (FALSE, FALSE, sizeof (ScoredTrial));
  return self;
}

void
tl_predicted_ranges_free (TlPredictedRanges *self)
{
  g_array_unref (self->ranges);
  g_array_unref (self->known);
  g_free (self);
}

void
tl_predicted_ranges_clear (TlPredictedRanges *self)
{
  g_array_set_size (self->ranges, 0);
  g_array_set_size (self->known, 0);
  self->next = self->n_held = self->n_measured = 0;
}

const TlPredictedRange *
tl_predicted_ranges_get (const TlPredictedRanges *self, guint *n)
{
  *n = self->ranges->len;
  return (const TlPredictedRange *) (gpointer) self->ranges->data;
}

void
tl_predicted_ranges_held (const TlPredictedRanges *self, guint *n_held, guint *n_measured)
{
  *n_held = self->n_held;
  *n_measured = self->n_measured;
}

static gboolean
is_measured (TlTrialStore *store, guint index)
{
  return tl_trial_store_outcome (store)[index] == TL_OUTCOME_OK && tl_trial_store_latency_s (store)[index] > 0
         && (tl_trial_store_marks (store)[index] & TL_TRIAL_IMPLAUSIBLE) == 0;
}

/* One past a batch of scored trials from @first on, with the unscored ones between them; 0: it is not full yet. */
static guint
end_of_batch (TlTrialStore *store, guint first)
{
  guint n_scored = 0;

  for (guint i = first; i < tl_trial_store_n (store); i++)
    if (!isnan (tl_trial_store_score (store)[i]) && ++n_scored == BATCH)
      return i + 1;
  return 0;
}

static gint
compare_scores (gconstpointer a, gconstpointer b)
{
  double left = ((const ScoredTrial *) a)->score, right = ((const ScoredTrial *) b)->score;

  return left < right ? -1 : left > right;
}

static gint
compare_seconds (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

/* The latencies of the trials whose scores are nearest; @sorted by score, at least N_NEAREST. */
static void
append_nearest (const GArray *sorted, double score, GArray *seconds)
{
  guint first = 0;

  while (first + N_NEAREST < sorted->len
         && score - g_array_index (sorted, ScoredTrial, first).score > g_array_index (sorted, ScoredTrial, first + N_NEAREST).score - score)
    first++;
  for (guint i = first; i < first + N_NEAREST; i++)
    g_array_append_val (seconds, g_array_index (sorted, ScoredTrial, i).latency_s);
}

static void
count_held (TlPredictedRanges *self, TlTrialStore *store, const TlPredictedRange *range)
{
  for (guint i = range->first; i < range->end; i++)
    if (is_measured (store, i) && !isnan (tl_trial_store_score (store)[i]))
      {
        double latency_s = tl_trial_store_latency_s (store)[i];

        self->n_measured++;
        self->n_held += latency_s >= range->low_s && latency_s <= range->high_s;
      }
}

static void
add_range (TlPredictedRanges *self, TlTrialStore *store, guint end)
{
  g_autoptr (GArray) sorted = g_array_copy (self->known), seconds = g_array_new (FALSE, FALSE, sizeof (double));
  TlPredictedRange   range = { self->next, end, 0, 0 };

  g_array_sort (sorted, compare_scores);
  for (guint i = range.first; i < end; i++)
    if (!isnan (tl_trial_store_score (store)[i]))
      append_nearest (sorted, tl_trial_store_score (store)[i], seconds);
  g_array_sort (seconds, compare_seconds);
  range.low_s = g_array_index (seconds, double, (guint) (OUTSIDE * seconds->len));
  range.high_s = g_array_index (seconds, double, (guint) ((1 - OUTSIDE) * seconds->len));
  g_array_append_val (self->ranges, range);
  count_held (self, store, &range);
}

/* The trials up to @end are measured, and known to the batches behind them. */
static void
learn (TlPredictedRanges *self, TlTrialStore *store, guint end)
{
  for (; self->next < end; self->next++)
    if (is_measured (store, self->next) && !isnan (tl_trial_store_score (store)[self->next]))
      {
        ScoredTrial trial = { tl_trial_store_score (store)[self->next], tl_trial_store_latency_s (store)[self->next] };

        g_array_append_val (self->known, trial);
      }
  if (self->known->len > MAX_KNOWN)
    g_array_remove_range (self->known, 0, self->known->len - MAX_KNOWN);
}

gboolean
tl_predicted_ranges_update (TlPredictedRanges *self, TlTrialStore *store, guint max_batches)
{
  guint end;

  for (guint i = 0; i < max_batches; i++)
    {
      end = end_of_batch (store, self->next);
      if (end == 0)
        return FALSE;
      if (self->known->len >= MIN_KNOWN)
        {
          while (isnan (tl_trial_store_score (store)[self->next]))   /* a range begins where its trials do */
            self->next++;
          add_range (self, store, end);
        }
      learn (self, store, end);
    }
  return TRUE;
}
