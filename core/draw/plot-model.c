/* SPDX-License-Identifier: Apache-2.0 */
/* Trials in the units of the axes. */
#include "core/draw/plot-private.h"
#include "core/base/extremum.h"

TlPlotModel
tl_plot_model (TlTrialStore *store)
{
  TlPlotModel model = { .number = tl_trial_store_number (store), .latency_s = tl_trial_store_latency_s (store),
                        .log10_latency = tl_trial_store_log10_latency (store), .outcome = tl_trial_store_outcome (store),
                        .marks = tl_trial_store_marks (store), .elapsed_s = tl_trial_store_elapsed_s (store),
                        .calibration_s = tl_trial_store_calibration_s (store), .n = tl_trial_store_n (store),
                        .best = tl_trial_store_best (store), .is_predicted = tl_trial_store_is_predicted (store) };

  model.spreads = tl_trial_store_top_spreads (store, &model.n_spreads);
  model.baseline_s = tl_trial_store_baseline_s (store, &model.baseline_is_bound);
  return model;
}

/* --- copies --- */

static void
copy_column (const void **column, guint n, gsize size)
{
  *column = g_memdup2 (*column, n * size);
}

/* Its small arrays become its own. */
static void
copy_groups (TlPlotModel *model)
{
  copy_column ((const void **) &model->spreads, model->n_spreads, sizeof *model->spreads);
  copy_column ((const void **) &model->predicted, model->n_predicted, sizeof *model->predicted);
}

TlPlotModel *
tl_plot_model_copy (const TlPlotModel *model)
{
  TlPlotModel *copy = g_memdup2 (model, sizeof *model);

  copy->summary = NULL;
  copy_column ((const void **) &copy->number, copy->n, sizeof *copy->number);
  copy_column ((const void **) &copy->latency_s, copy->n, sizeof *copy->latency_s);
  copy_column ((const void **) &copy->log10_latency, copy->n, sizeof *copy->log10_latency);
  copy_column ((const void **) &copy->outcome, copy->n, sizeof *copy->outcome);
  copy_column ((const void **) &copy->marks, copy->n, sizeof *copy->marks);
  copy_column ((const void **) &copy->elapsed_s, copy->n, sizeof *copy->elapsed_s);
  copy_column ((const void **) &copy->calibration_s, copy->n, sizeof *copy->calibration_s);
  copy_groups (copy);
  return copy;
}

gboolean
tl_plot_model_follow (TlPlotModel *copy, const TlPlotModel *model)
{
  TlPlotModel next = *model;

  if (copy->n != model->n)
    return FALSE;
  g_free ((void *) copy->spreads);
  g_free ((void *) copy->predicted);
  next.summary = NULL;
  next.number = copy->number;
  next.latency_s = copy->latency_s;
  next.log10_latency = copy->log10_latency;
  next.outcome = copy->outcome;
  next.marks = copy->marks;
  next.elapsed_s = copy->elapsed_s;
  next.calibration_s = copy->calibration_s;
  copy_groups (&next);
  *copy = next;
  return TRUE;
}

void
tl_plot_model_free (TlPlotModel *copy)
{
  g_free ((void *) copy->number);
  g_free ((void *) copy->latency_s);
  g_free ((void *) copy->log10_latency);
  g_free ((void *) copy->outcome);
  g_free ((void *) copy->marks);
  g_free ((void *) copy->elapsed_s);
  g_free ((void *) copy->calibration_s);
  g_free ((void *) copy->spreads);
  g_free ((void *) copy->predicted);
  g_free (copy);
}

/* --- units --- */

TlColor
tl_plot_dot_color (const TlPalette *palette, guint8 marks)
{
  if ((marks & TL_TRIAL_BY_HAND) != 0)
    return palette->look[TL_LOOK_BLOCK_INDEX];
  return (marks & TL_TRIAL_RANDOM) != 0 ? palette->look[TL_LOOK_SERIAL] : palette->outcome[TL_OUTCOME_OK];
}

double
tl_plot_unit (const TlPlotModel *model, double latency_s)
{
  return model->throughput ? model->flops / latency_s / 1e9 : latency_s;
}

double
tl_plot_log_unit (const TlPlotModel *model, double latency_s)
{
  return log10 (tl_plot_unit (model, latency_s));
}

double
tl_plot_trial_x (const TlPlotModel *model, guint index)
{
  return model->by_time ? model->elapsed_s[index] : model->number != NULL ? model->number[index] : (double) index;
}

gboolean
tl_plot_point (const TlPlotModel *model, guint index, double *x, double *y)
{
  double latency;

  *x = tl_plot_trial_x (model, index);
  if (!tl_plot_measured (model, index, &latency))
    return FALSE;
  if (model->log10_latency != NULL && !model->throughput)
    *y = (double) model->log10_latency[index];
  else
    *y = tl_plot_log_unit (model, latency);
  return TRUE;
}

double
tl_plot_best_so_far_s (const TlPlotModel *model, guint n)
{
  g_autoptr (TlPlotSummary) own = NULL;
  const GArray *improvements = tl_plot_summary_of (model, &own)->improvements;
  guint         i = improvements->len;

  while (i > 0 && g_array_index (improvements, guint, i - 1) >= n)
    i--;
  return i > 0 ? tl_max (model->latency_s[g_array_index (improvements, guint, i - 1)], tl_plot_floor_s (model)) : HUGE_VAL;
}

double
tl_plot_floor_s (const TlPlotModel *model)
{
  return model->best >= 0 && (guint) model->best < model->n ? model->latency_s[model->best] : 0;
}
