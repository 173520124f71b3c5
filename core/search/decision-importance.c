/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/decision-importance.h"

#include <math.h>

typedef struct
{
  float  value;
  guint  n;
  double sum;
} ValueSum;

/* The trials that have a decision. */
typedef struct
{
  GArray *values;      /* ValueSum, in order of appearance: a few */
  guint   n;
  double  sum, sum_of_squares;
} ColumnSum;

struct _TlDecisionImportance
{
  GArray *columns;     /* ColumnSum */
  guint   n_taken;     /* of the store's trials */
  guint   n;           /* of them measured */
  double  origin;      /* logarithm of the first: sums of differences lose fewer digits */
  double  sum, sum_of_squares;
};

static void
clear_column_sum (gpointer data)
{
  g_array_unref (((ColumnSum *) data)->values);
}

TlDecisionImportance *
tl_decision_importance_new (void)
{
  TlDecisionImportance *self = g_new0 (TlDecisionImportance, 1);

  self->columns = g_array_new (FALSE, FALSE, sizeof (ColumnSum));
  g_array_set_clear_func (self->columns, clear_column_sum);
  return self;
}

void
tl_decision_importance_free (TlDecisionImportance *self)
{
  g_array_unref (self->columns);
  g_free (self);
}

void
tl_decision_importance_clear (TlDecisionImportance *self)
{
  g_array_set_size (self->columns, 0);
  self->n_taken = self->n = 0;
  self->sum = self->sum_of_squares = 0;
}

static void
add_value (ColumnSum *column, float value, double logarithm)
{
  ValueSum fresh = { .value = value };
  guint    i = 0;

  if (isnan (value))
    return;
  column->n++;
  column->sum += logarithm;
  column->sum_of_squares += logarithm * logarithm;
  while (i < column->values->len && g_array_index (column->values, ValueSum, i).value != value)
    i++;
  if (i == column->values->len)
    g_array_append_val (column->values, fresh);
  g_array_index (column->values, ValueSum, i).n++;
  g_array_index (column->values, ValueSum, i).sum += logarithm;
}

static gboolean
is_measured (TlTrialStore *store, guint index)
{
  return tl_trial_store_outcome (store)[index] == TL_OUTCOME_OK && tl_trial_store_latency_s (store)[index] > 0
         && (tl_trial_store_marks (store)[index] & TL_TRIAL_IMPLAUSIBLE) == 0;
}

/* Earlier trials miss a decision that appears now. */
static void
add_columns (TlDecisionImportance *self, guint n)
{
  while (self->columns->len < n)
    {
      ColumnSum column = { .values = g_array_new (FALSE, FALSE, sizeof (ValueSum)) };

      g_array_append_val (self->columns, column);
    }
}

void
tl_decision_importance_update (TlDecisionImportance *self, TlTrialStore *store)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (store);
  guint                   n_columns = tl_trial_decisions_n (decisions), n = tl_trial_store_n (store);
  g_autofree const float **values = g_new (const float *, n_columns + 1);

  add_columns (self, n_columns);
  for (guint c = 0; c < n_columns; c++)
    values[c] = tl_trial_decisions_values (decisions, c);
  for (guint i = self->n_taken; i < n; i++)
    {
      double logarithm;

      if (!is_measured (store, i))
        continue;
      if (self->n++ == 0)
        self->origin = (double) tl_trial_store_log10_latency (store)[i];
      logarithm = (double) tl_trial_store_log10_latency (store)[i] - self->origin;
      self->sum += logarithm;
      self->sum_of_squares += logarithm * logarithm;
      for (guint c = 0; c < n_columns; c++)
        add_value (&g_array_index (self->columns, ColumnSum, c), values[c][i], logarithm);
    }
  self->n_taken = n;
}

guint
tl_decision_importance_n_measured (const TlDecisionImportance *self)
{
  return self->n;
}

double
tl_decision_importance_share (const TlDecisionImportance *self, guint column)
{
  const ColumnSum *of = column < self->columns->len ? &g_array_index (self->columns, ColumnSum, column) : NULL;
  double           total = self->n > 0 ? self->sum_of_squares - self->sum * self->sum / self->n : 0, between, within;
  guint            k = of != NULL ? of->values->len : 0;

  if (k < 2 || of->n <= k || !(total > 0))
    return 0;
  between = -of->sum * of->sum / of->n;
  for (guint i = 0; i < k; i++)
    {
      const ValueSum *value = &g_array_index (of->values, ValueSum, i);

      between += value->sum * value->sum / value->n;
    }
  within = of->sum_of_squares - of->sum * of->sum / of->n - between;
  return CLAMP ((between - (k - 1) * within / (of->n - k)) / total, 0, 1);
}
