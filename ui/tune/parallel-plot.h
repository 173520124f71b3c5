/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-brushes.h"
#include "core/session/tuning/trial-selection.h"

G_BEGIN_DECLS

/**
 * TlParallelPlot: trials as curves across their decisions, build time, predicted score and measured latency. A drag on an axis is a brush,
 * several on an axis are alternatives, a double click on the axis clears them; a click elsewhere picks the nearest trial. Dragging the name
 * of an axis moves it, dragging it off hides it. Keys on the name of an axis: Up and Down move the upper end of its brush (with Shift the
 * lower one), Backspace clears, Ctrl+Left and Ctrl+Right move the axis, Delete hides it.
 */
#define TL_TYPE_PARALLEL_PLOT (tl_parallel_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlParallelPlot, tl_parallel_plot, TL, PARALLEL_PLOT, GtkWidget)

/* Once. */
void             tl_parallel_plot_set_models (TlParallelPlot *plot, TlTrialSelection *selection, TlTrialAxes *axes,
                                              TlTrialBrushes *brushes);
/* Of one run of the program; not positive: not known, and latencies are shown in place of speeds. */
void             tl_parallel_plot_set_flops (TlParallelPlot *plot, double flops);
/* Trials beyond the fastest @percent (1 … 100) are faded. */
void             tl_parallel_plot_set_top (TlParallelPlot *plot, double percent);
/* The latencies of the fastest and the slowest trial that is not faded. FALSE: there is none. */
gboolean         tl_parallel_plot_extremes (TlParallelPlot *plot, double *fastest_s, double *slowest_s);

G_END_DECLS
