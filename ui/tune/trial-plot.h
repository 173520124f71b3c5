/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/draw-plot.h"
#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/**
 * TlTrialPlot: latency over trials, live. The wheel zooms at the pointer, dragging pans, a double click fits, dragging with Shift filters
 * the table; hovering describes a trial, a click picks it, a double click or Return activates it. Keys: X trials or seconds, Y latency or
 * GFLOP/s, F follow, ] and [ next and previous improvement, E next failure (pruned trials do not count), Shift+E the next kind of trials
 * without a time alone, Home fit, G the next group of the legend: the trials of others are dim. A click on a group in the legend does the
 * same, one on the glyph of a row shows its kind alone, here and in the table.
 */
#define TL_TYPE_TRIAL_PLOT (tl_trial_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialPlot, tl_trial_plot, TL, TRIAL_PLOT, GtkWidget)

/* Shows the trials of @selection, which it follows and changes. Once. */
void       tl_trial_plot_set_selection (TlTrialPlot *plot, TlTrialSelection *selection);
/* @flops: of one run of the program; @n_expected: one past the last expected trial number (0: unknown). */
void       tl_trial_plot_set_program (TlTrialPlot *plot, double flops, guint n_expected);
/* @peak_s: of one run at the machine's peak rate, or at the published one of @gpu; 0: unknown. */
void       tl_trial_plot_set_peak (TlTrialPlot *plot, double peak_s, const TlGpuModel *gpu);
/* Fits the view to the trial numbers of a run, from @first to before @end. Equal: all runs. */
void       tl_trial_plot_set_range (TlTrialPlot *plot, guint first, guint end);

G_END_DECLS
