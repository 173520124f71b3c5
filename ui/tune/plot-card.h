/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the plots of trials: the card of the hovered trial, rings around points, their size request. */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/palette.h"

G_BEGIN_DECLS

/* A hidden label, child of @plot, which becomes focusable and expands. Unparent the label in the dispose of @plot. */
GtkWidget *tl_plot_card_new (GtkWidget *plot);
/* Shows @text after the next allocation of the plot; NULL hides the card. */
void       tl_plot_card_tell (GtkWidget *card, const char *text);
/* Call in size_allocate of the plot: places the card beside the point (@x, @y), on the side with more space. */
void       tl_plot_card_place (GtkWidget *card, double x, double y, int width, int height);

void       tl_plot_append_ring (GtkSnapshot *snapshot, double x, double y, double radius, TlColor color);
/* The measure function of a plot's class. */
void       tl_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline);

G_END_DECLS
