/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-plot.h"
#include "core/session/tuning/trial-selection.h"
#include "ui/widgets/band.h"

G_BEGIN_DECLS

/* Shows the trials in it alone in the table, by its filter; where there are none, nothing is done. Afterwards there is no band. */
void tl_plot_band_end (TlBand *band, TlTrialSelection *selection, const TlPlotModel *model, const TlPlotArea *area);

G_END_DECLS
