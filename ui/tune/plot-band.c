/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-band.h"

#include "core/draw/plot-range.h"
#include "core/session/tuning/trial-filter.h"

void
tl_plot_band_end (TlBand *band, TlTrialSelection *selection, const TlPlotModel *model, const TlPlotArea *area)
{
  g_autofree char *expression = NULL;
  TlPlotTrials      range;

  if (!band->is_active)
    return;
  band->is_active = FALSE;
  if (!tl_plot_trials_within (model, area, band->x, band->y, band->x + band->dx, band->y + band->dy, &range))
    return;
  expression = tl_trial_filter_for_range (range.first, range.last, range.least_s, range.most_s);
  tl_trial_selection_filter (selection, expression);
}
