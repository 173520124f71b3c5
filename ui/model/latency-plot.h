/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/whole-model.h"

G_BEGIN_DECLS

/**
 * TlLatencyPlot: how a model's latency falls over the trials of its kernels. Hidden without trials.
 */
#define TL_TYPE_LATENCY_PLOT (tl_latency_plot_get_type ())
G_DECLARE_FINAL_TYPE (TlLatencyPlot, tl_latency_plot, TL, LATENCY_PLOT, GtkWidget)

/* Call when it has come further. */
void tl_latency_plot_follow (TlLatencyPlot *plot, TlWholeModel *model);

G_END_DECLS
