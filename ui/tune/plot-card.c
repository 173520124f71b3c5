/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-card.h"

#include "ui/widgets/scale-bin.h"

#define DISTANCE_PX 16

GtkWidget *
tl_plot_card_new (GtkWidget *plot)
{
  GtkWidget *card = gtk_label_new (NULL);

  gtk_widget_add_css_class (card, "trial-card");
  gtk_widget_set_visible (card, FALSE);
  gtk_widget_set_can_target (card, FALSE);
  gtk_widget_set_parent (card, plot);
  gtk_widget_set_focusable (plot, TRUE);
  gtk_widget_set_hexpand (plot, TRUE);
  gtk_widget_set_vexpand (plot, TRUE);
  return card;
}

void
tl_plot_card_tell (GtkWidget *card, const char *text)
{
  gtk_widget_set_visible (card, text != NULL);
  if (text == NULL)
    return;
  gtk_label_set_label (GTK_LABEL (card), text);
  gtk_widget_queue_allocate (gtk_widget_get_parent (card));
}

void
tl_plot_card_place (GtkWidget *card, double x, double y, int width, int height)
{
  double         scale = tl_text_scale (card);
  GtkRequisition size;

  gtk_widget_get_preferred_size (card, NULL, &size);
  size = (GtkRequisition) { (int) (size.width / scale), (int) (size.height / scale) };
  x += x + DISTANCE_PX + size.width > width ? -DISTANCE_PX - size.width : DISTANCE_PX;
  y = CLAMP (y - size.height / 2.0, 0, MAX (height - size.height, 0));
  tl_scale_bin_place_text (card, (int) MAX (x, 0), (int) y, size.width + 1, size.height + 1);
}

void
tl_plot_append_ring (GtkSnapshot *snapshot, double x, double y, double radius, TlColor color)
{
  double          reach = radius + 2;
  graphene_rect_t area = GRAPHENE_RECT_INIT ((float) (x - reach), (float) (y - reach), (float) (2 * reach), (float) (2 * reach));
  cairo_t        *cr = gtk_snapshot_append_cairo (snapshot, &area);

  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, 2);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

void
tl_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                 int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 110;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 320;
  *minimum_baseline = *natural_baseline = -1;
}
