/* SPDX-License-Identifier: Apache-2.0 */
/* How good predictions are. */
#include <math.h>

#include "core/cost-model/cost-model.h"

double
tl_metric_p_rmse (const double *scores, const float *labels, guint n)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += (scores[i] - (double) labels[i]) * (scores[i] - (double) labels[i]);
  return n > 0 ? sqrt (sum / n) : NAN;
}

typedef struct
{
  double value;
  guint  index;
} RankedScore;

static gint
compare_values (gconstpointer a, gconstpointer b)
{
  const RankedScore *x = a, *y = b;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

double
tl_metric_peak (const double *scores, const float *labels, guint n, guint n_best)
{
  g_autofree RankedScore *order = g_new (RankedScore, MAX (n, 1));
  float best = 0, so_far = 0;
  double sum = 0;
  for (guint i = 0; i < n; i++)
    {
      order[i] = (RankedScore) { .value = -scores[i], .index = i };
      best = MAX (best, labels[i]);
    }
  qsort (order, n, sizeof *order, compare_values);
  for (guint i = 0; i < MIN (n, n_best); i++)
    {
      so_far = MAX (so_far, labels[order[i].index]);
      sum += (double) so_far;
    }
  return best > 0 ? sum / MIN (n, n_best) / (double) best : NAN;
}

/* Ranks from 0; those of equal values are their mean. */
static void
rank (RankedScore *items, guint n, double *ranks)
{
  qsort (items, n, sizeof *items, compare_values);
  for (guint i = 0; i < n;)
    {
      guint end = i;
      while (end < n && !(items[end].value > items[i].value))
        end++;
      for (guint k = i; k < end; k++)
        ranks[items[k].index] = (i + end - 1) / 2.0;
      i = end;
    }
}

double
tl_metric_rank_correlation (const double *scores, const float *labels, guint n)
{
  g_autofree RankedScore *items = g_new (RankedScore, MAX (n, 1));
  g_autofree double *ranks = g_new (double, MAX (2 * n, 1));
  double mean = (n - 1) / 2.0, product = 0, squares_a = 0, squares_b = 0;
  for (guint i = 0; i < n; i++)
    items[i] = (RankedScore) { .value = scores[i], .index = i };
  rank (items, n, ranks);
  for (guint i = 0; i < n; i++)
    items[i] = (RankedScore) { .value = (double) labels[i], .index = i };
  rank (items, n, ranks + n);
  for (guint i = 0; i < n; i++)
    {
      double a = ranks[i] - mean, b = ranks[n + i] - mean;
      product += a * b;
      squares_a += a * a;
      squares_b += b * b;
    }
  return squares_a > 0 && squares_b > 0 ? product / sqrt (squares_a * squares_b) : NAN;
}
