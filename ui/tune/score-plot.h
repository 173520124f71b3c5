/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"
#include "core/draw/draw-scatter.h"

G_BEGIN_DECLS

/**
 * TlScorePlot: predicted score of each trial against its measured latency. Hovering describes a trial, a click picks it; Left and Right
 * go to the next lower and higher score, Return opens the trial.
 *
 * Signals: "trial-picked" (guint index); "activate-trial" (guint index) on double click or Return.
 */
#define TL_TYPE_SCORE_PLOT (tl_score_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlScorePlot, tl_score_plot, TL, SCORE_PLOT, GtkWidget)

/* The trials to show and follow; nullable. */
void           tl_score_plot_set_trials (TlScorePlot *plot, TlTrialStore *trials);
/* Marks a trial, or none (-1); "trial-picked" is not emitted. */
void           tl_score_plot_pick (TlScorePlot *plot, gint index);
/* The plot model shown now, for export as a picture; borrows the trials. */
TlScatterModel tl_score_plot_model (TlScorePlot *plot);

G_END_DECLS
