/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run/outcome.h"
#include "core/base/extremum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEADY 1.25   /* slowdown; machines shared with others go from one to three within minutes */
#define ALIKE_SHARE 1.05   /* what two short measurements of one program differ by */

static const struct
{
  const char *name;
  const char *glyph;
  const char *title;
} outcome_rows[] = {
#define X(kind, name, glyph, title) [TL_OUTCOME_##kind] = { name, glyph, title },
  TL_OUTCOMES (X)
#undef X
};

const char *
tl_outcome_name (TlOutcomeKind kind)
{
  g_return_val_if_fail ((guint) kind < TL_N_OUTCOMES, NULL);
  return outcome_rows[kind].name;
}

const char *
tl_outcome_glyph (TlOutcomeKind kind)
{
  g_return_val_if_fail ((guint) kind < TL_N_OUTCOMES, NULL);
  return outcome_rows[kind].glyph;
}

const char *
tl_outcome_title (TlOutcomeKind kind)
{
  g_return_val_if_fail ((guint) kind < TL_N_OUTCOMES, NULL);
  return outcome_rows[kind].title;
}

gboolean
tl_outcome_parse (const char *name, TlOutcomeKind *kind)
{
  for (guint i = 0; i < TL_N_OUTCOMES; i++)
    if (g_strcmp0 (outcome_rows[i].name, name) == 0)
      {
        *kind = (TlOutcomeKind) i;
        return TRUE;
      }
  return FALSE;
}

void
tl_outcome_clear (TlOutcome *outcome)
{
  g_free (outcome->message);
  g_free (outcome->samples_s);
  *outcome = (TlOutcome) { 0 };
}

void
tl_outcome_copy (const TlOutcome *from, TlOutcome *to)
{
  *to = *from;
  to->message = g_strdup (from->message);
  to->samples_s = g_memdup2 (from->samples_s, sizeof (double) * from->n_samples);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/*
 * The 95 % interval of a median needs no assumption about the noise: each sample lies below the true median with probability 1/2, so
 * [x(r), x(n-1-r)] misses it with probability 2 P(Binomial(n, 1/2) <= r). Gives the largest such r, or -1 when even the extremes miss
 * too often (fewer than six samples).
 */
static gint
interval_rank (guint n)
{
  double log_term = -(double) n * M_LN2, below = 0;
  gint rank = -1;

  for (guint k = 0; 2 * k < n; k++)
    {
      below += exp (log_term);
      if (below > 0.025)
        break;
      rank = (gint) k;
      log_term += log ((double) (n - k) / (k + 1));
    }
  return rank;
}

gboolean
tl_outcome_latency (const TlOutcome *outcome, TlLatency *latency)
{
  guint n = outcome->n_samples;
  g_autofree double *sorted = NULL;
  guint rank;

  if (n == 0)
    return FALSE;
  sorted = g_memdup2 (outcome->samples_s, sizeof (double) * n);
  qsort (sorted, n, sizeof (double), compare_doubles);
  rank = (guint) tl_max (interval_rank (n), 0);
  latency->min_s = sorted[0];
  latency->median_s = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  latency->low_s = sorted[rank];
  latency->high_s = sorted[n - 1 - rank];
  return TRUE;
}

gboolean
tl_outcome_is_steady (const TlOutcome *outcome)
{
  return outcome->slowdown == 0 || (outcome->slowdown < MOST_STEADY && outcome->slowdown > 1 / MOST_STEADY);
}

/* The median; that of a run without samples is 0. */
static double
median_of (const TlOutcome *run)
{
  TlLatency latency = { 0 };

  tl_outcome_latency (run, &latency);
  return latency.median_s;
}

guint
tl_outcome_believed (const TlOutcome *runs, guint n)
{
  double medians[TL_MOST_RUNS];
  guint  ranks[TL_MOST_RUNS] = { 0 }, believed = n - 1;

  g_return_val_if_fail (n >= 1 && n <= TL_MOST_RUNS, 0);
  if (runs[n - 1].kind != TL_OUTCOME_OK)
    return n - 1;
  for (guint i = 0; i < n; i++)
    {
      medians[i] = median_of (&runs[i]);
      for (guint k = 0; k < i; k++)
        ranks[medians[k] > medians[i] ? k : i]++;
    }
  for (guint i = 0; i < n; i++)
    if (ranks[i] == n / 2)
      believed = i;
  return n == TL_MOST_RUNS || (n == 2 && medians[believed] <= ALIKE_SHARE * medians[1 - believed]) ? believed : n;
}
