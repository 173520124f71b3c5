/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the plots of trials: the card of the hovered trial, rings around points, their size request. */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* A label, child of @plot and hidden; the plot takes keys and all the room there is. To be unparented when the plot goes. */
GtkWidget *tl_plot_card_new (GtkWidget *plot);
/* Shows @text from the next allocation of the plot on; NULL hides the card. */
void       tl_plot_card_tell (GtkWidget *card, const char *text);
/* In the plot's size_allocate: by the point (@x, @y), on the side that has room. */
void       tl_plot_card_place (GtkWidget *card, double x, double y, int width, int height);

void       tl_plot_append_ring (GtkSnapshot *snapshot, double x, double y, double radius, TlColor color);
/* The measure function of a plot's class. */
void       tl_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline);

G_END_DECLS
