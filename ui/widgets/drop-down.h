/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Offers @names, the one at @selected chosen. The same names again cost nothing: GTK makes the widgets of the menu for each new model. */
void tl_drop_down_show (GtkDropDown *list, GtkStringList *names, guint selected);

G_END_DECLS
