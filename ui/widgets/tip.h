/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Gives a tooltip to @widget, which has none yet. For widgets that are created by the hundred: gtk_widget_set_tooltip_text() asks the
 * display server for the pointer position each time. @text nullable: no tooltip.
 */
void tl_widget_set_tip (GtkWidget *widget, const char *text);

/* As gtk_widget_set_tooltip_text(), which asks also where the text stays: for those that follow something. */
void tl_widget_change_tooltip (GtkWidget *widget, const char *text);

G_END_DECLS
