/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * As gtk_widget_set_tooltip_text(), which asks the display server for the pointer's position each time, also where the text stays as it is:
 * this does nothing then.
 */
void tl_widget_set_tooltip (GtkWidget *widget, const char *text);

/*
 * Gives a tooltip to @widget, which has none yet, without asking at all; the text is no property of it. For widgets that are created by the
 * hundred. @text nullable: no tooltip.
 */
void tl_widget_set_tip (GtkWidget *widget, const char *text);

G_END_DECLS
