/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/plot-private.h"

TlPlotSummary *
tl_plot_summary_new (void)
{
  TlPlotSummary *summary = g_new0 (TlPlotSummary, 1);

  summary->improvements = g_array_new (FALSE, FALSE, sizeof (guint));
  tl_plot_summary_clear (summary);
  return summary;
}

void
tl_plot_summary_free (TlPlotSummary *summary)
{
  g_array_unref (summary->improvements);
  g_free (summary);
}

void
tl_plot_summary_clear (TlPlotSummary *summary)
{
  GArray *improvements = summary->improvements;

  g_array_set_size (improvements, 0);
  *summary = (TlPlotSummary) { .improvements = improvements, .shortest_s = HUGE_VAL };
}

guint
tl_plot_bin (double log10_s)
{
  return (guint) tl_clamp ((log10_s - TL_PLOT_FIRST_DECADE) * TL_PLOT_BINS_PER_DECADE, 0, TL_PLOT_N_BINS - 1);
}

static void
add_latency (TlPlotSummary *summary, const TlPlotModel *model, guint index, double latency_s)
{
  summary->n_measured++;
  summary->bins[tl_plot_bin (model->log10_latency != NULL ? (double) model->log10_latency[index] : log10 (latency_s))]++;
  summary->longest_s = MAX (summary->longest_s, latency_s);
  if (latency_s < summary->shortest_s)
    {
      summary->shortest_s = latency_s;
      g_array_append_val (summary->improvements, index);
    }
}

static void
add_calibration (TlPlotSummary *summary, double seconds)
{
  if (!(seconds > 0))
    return;
  summary->longest_calibration_s = MAX (summary->longest_calibration_s, seconds);
  if (summary->shortest_calibration_s == 0 || seconds < summary->shortest_calibration_s)
    summary->shortest_calibration_s = seconds;
}

void
tl_plot_summary_extend (TlPlotSummary *summary, const TlPlotModel *model)
{
  double latency_s;

  if (summary->n > model->n)
    tl_plot_summary_clear (summary);
  for (guint i = summary->n; i < model->n; i++)
    {
      guint8 marks = model->marks != NULL ? model->marks[i] : 0;

      summary->marks |= marks;
      summary->has_plain |= (marks & (TL_TRIAL_RANDOM | TL_TRIAL_BY_HAND)) == 0;
      if (model->outcome[i] < TL_N_OUTCOMES)
        summary->counts[model->outcome[i]]++;
      if (tl_plot_measured (model, i, &latency_s))
        add_latency (summary, model, i, latency_s);
      if (model->calibration_s != NULL)
        add_calibration (summary, model->calibration_s[i]);
    }
  summary->n = model->n;
}

const TlPlotSummary *
tl_plot_summary_of (const TlPlotModel *model, TlPlotSummary **own)
{
  if (model->summary != NULL)
    return model->summary;
  *own = tl_plot_summary_new ();
  tl_plot_summary_extend (*own, model);
  return *own;
}
