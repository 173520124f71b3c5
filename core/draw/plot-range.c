/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/plot-range.h"

/* Takes in one more trial; those without a time are only in a range of any time. */
static void
extend (TlPlotTrials *trials, guint number, double latency_s)
{
  gboolean is_first = trials->n++ == 0;

  trials->first = is_first ? number : MIN (trials->first, number);
  trials->last = is_first ? number : MAX (trials->last, number);
  trials->least_s = is_first ? latency_s : MIN (trials->least_s, latency_s);
  trials->most_s = is_first ? latency_s : MAX (trials->most_s, latency_s);
}

gboolean
tl_plot_trials_within (const TlPlotModel *model, const TlPlotArea *area, double x0, double y0, double x1, double y1,
                       TlPlotTrials *trials)
{
  double   left = MIN (x0, x1), right = MAX (x0, x1), top = MIN (y0, y1), bottom = MAX (y0, y1), px, py;
  gboolean any_time = area->row_height > 0 && bottom > area->row_top;

  *trials = (TlPlotTrials) { 0 };
  for (guint i = 0; i < model->n; i++)
    if (tl_plot_trial_pixel (model, area, i, &px, &py) && px >= left && px <= right
        && (any_time || (model->outcome[i] == TL_OUTCOME_OK && py >= top && py <= bottom)))
      extend (trials, model->number != NULL ? model->number[i] : i, any_time ? 0 : model->latency_s[i]);
  return trials->n > 0;
}

gboolean
tl_plot_numbers_x (const TlPlotModel *model, guint first, guint end, double *x_min, double *x_max)
{
  guint from = 0, to;

  if (model->n == 0)
    return FALSE;
  if (!model->by_time)
    {
      *x_min = first - 0.5;
      *x_max = end * 1.0 - 0.5;
      return TRUE;
    }
  while (from < model->n && model->number[from] < first)
    from++;
  for (to = from; to < model->n && model->number[to] < end;)
    to++;
  if (to <= from)
    return FALSE;
  *x_min = from > 0 ? model->elapsed_s[from - 1] : 0;
  *x_max = MAX (model->elapsed_s[to - 1], *x_min + 1);
  return TRUE;
}
