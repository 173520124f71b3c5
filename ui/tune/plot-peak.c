/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-peak.h"

void
tl_plot_peak_show (TlPlotPeak *known, TlSession *session, double flops, TlTrialPlot *plot)
{
  TlTarget         target = tl_session_target (session);
  g_autofree char *text = tl_target_to_text (&target);
  const char      *name = g_intern_string (text);
  TlRoof           roof;

  if (known->target == name && known->flops == flops && known->rate > 0)
    return;
  roof = tl_session_is_open (session) ? tl_session_roof (session) : (TlRoof) { 0 };
  *known = (TlPlotPeak) { name, flops, roof.compute_s > 0 ? roof.operations / roof.compute_s : 0 };
  tl_trial_plot_set_peak (plot, known->rate > 0 && flops > 0 ? flops / known->rate : 0, roof.gpu);
}
