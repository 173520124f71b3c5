/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"
#include "core/draw/draw-scatter.h"

G_BEGIN_DECLS

/**
 * TlScorePlot: predicted score of each trial against its measured latency. Hovering describes a trial, a click picks it; Left and Right
 * go to the next lower and higher score, a double click or Return activates the trial.
 */
#define TL_TYPE_SCORE_PLOT (tl_score_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlScorePlot, tl_score_plot, TL, SCORE_PLOT, GtkWidget)

/* Shows the trials of @selection, which it follows and changes. Once. */
void           tl_score_plot_set_selection (TlScorePlot *plot, TlTrialSelection *selection);
/* The plot model shown now, for export as a picture; borrows the trials. */
TlScatterModel tl_score_plot_model (TlScorePlot *plot);

G_END_DECLS
