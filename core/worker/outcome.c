/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/outcome.h"
#include "core/base/extremum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/format.h"

#define WIDE_SPREAD 0.2   /* between the quartiles, as a share of the median: more needs a word of explanation */
#define FEW_SAMPLES 6u    /* fewer have no 95 % interval of their median */

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

gboolean
tl_outcome_is_failure (TlOutcomeKind kind)
{
  return kind != TL_OUTCOME_OK && kind != TL_OUTCOME_PRUNED && kind != TL_OUTCOME_CANCELLED && kind != TL_OUTCOME_PREDICTED;
}

double
tl_outcome_search_s (const TlOutcome *outcome)
{
  TlLatency latency;

  return (outcome->kind == TL_OUTCOME_OK || outcome->kind == TL_OUTCOME_PREDICTED) && tl_outcome_latency (outcome, &latency)
         ? latency.median_s : 0;
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

/* The value below which @share of the samples lie, between two of them linearly. */
static double
quantile (const double *sorted, guint n, double share)
{
  double at = share * (n - 1);
  guint below = (guint) at;

  return below + 1 < n ? sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]) : sorted[n - 1];
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
  latency->median_s = quantile (sorted, n, 0.5);
  latency->lower_s = quantile (sorted, n, 0.25);
  latency->upper_s = quantile (sorted, n, 0.75);
  latency->least_s = quantile (sorted, n, 0.1);
  latency->most_s = quantile (sorted, n, 0.9);
  latency->n_samples = n;
  latency->low_s = sorted[rank];
  latency->high_s = sorted[n - 1 - rank];
  return TRUE;
}

double
tl_latency_spread (const TlLatency *latency)
{
  return latency->median_s > 0 ? (latency->upper_s - latency->lower_s) / latency->median_s : 0;
}

gboolean
tl_latency_is_tighter (const TlLatency *a, const TlLatency *b)
{
  if ((a->n_samples >= FEW_SAMPLES) != (b->n_samples >= FEW_SAMPLES))
    return a->n_samples >= FEW_SAMPLES;
  return tl_latency_spread (a) < tl_latency_spread (b);
}

static gboolean
says_count (const TlLatency *latency)
{
  return latency->n_samples == 1 || (latency->n_samples < FEW_SAMPLES && tl_latency_spread (latency) > WIDE_SPREAD);
}

char *
tl_latency_to_text (const TlLatency *latency)
{
  g_autofree char *median = tl_format_seconds (latency->median_s), *lower = tl_format_seconds (latency->lower_s);
  g_autofree char *upper = tl_format_seconds (latency->upper_s);
  const char *unit = strrchr (lower, ' ');

  if (latency->n_samples == 1)
    return g_strdup_printf ("%s (1 sample)", median);
  /* The unit once, where it is the same. */
  if (unit && g_str_has_suffix (upper, unit))
    lower[unit - lower] = '\0';
  if (tl_latency_spread (latency) <= WIDE_SPREAD)
    return g_strdup_printf ("%s (%s–%s)", median, lower, upper);
  if (says_count (latency))
    return g_strdup_printf ("%s (%s–%s; only %u samples)", median, lower, upper, latency->n_samples);
  return g_strdup_printf ("%s (%s–%s; the machine was busy or its clock frequency changed)", median, lower, upper);
}

char *
tl_latency_to_counted_text (const TlLatency *latency)
{
  g_autofree char *text = tl_latency_to_text (latency);

  return says_count (latency) ? g_steal_pointer (&text) : g_strdup_printf ("%s, %u samples", text, latency->n_samples);
}
