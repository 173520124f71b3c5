/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Gives @widget, which has none yet, a tooltip. For widgets that are made by the hundred: gtk_widget_set_tooltip_text() asks the display
 * server where the pointer is, each time. @text nullable: no tip.
 */
void tl_widget_set_tip (GtkWidget *widget, const char *text);

G_END_DECLS
