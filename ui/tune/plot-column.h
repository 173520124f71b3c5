/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* TlPlotColumn: its first child, and below it the second where the first keeps its minimum height. */
#define TL_TYPE_PLOT_COLUMN (tl_plot_column_get_type ())
G_DECLARE_FINAL_TYPE (TlPlotColumn, tl_plot_column, TL, PLOT_COLUMN, GtkWidget)

G_END_DECLS
