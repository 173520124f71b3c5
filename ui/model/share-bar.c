/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/share-bar.h"

#include "core/base/extremum.h"
#include "core/draw/model/draw-model.h"
#include "ui/widgets/picture.h"

#define HEIGHT 3

struct _TlShareBar
{
  GtkWidget parent_instance;
  double    length, share;
};

G_DEFINE_FINAL_TYPE (TlShareBar, tl_share_bar, GTK_TYPE_WIDGET)

static GdkRGBA
rgba (TlColor color, float alpha)
{
  return (GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, alpha };
}

/* Small shares are drawn in a colour that can be seen on the background: that of a quarter. */
static void
tl_share_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlShareBar      *self = TL_SHARE_BAR (widget);
  const TlPalette *palette = tl_style_palette ();
  float            width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  GdkRGBA          trough = rgba (palette->text, 0.1f), fill = rgba (tl_time_share_color (palette, tl_max (self->share, 0.25)), 1);

  gtk_snapshot_append_color (snapshot, &trough, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (self->length > 0)
    gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (0, 0, (float) tl_max (width * (float) self->length, 1.0f), height));
}

static void
tl_share_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

static void
tl_share_bar_class_init (TlShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = tl_share_bar_snapshot;
  widget_class->measure = tl_share_bar_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tl_share_bar_init (TlShareBar *self)
{
  tl_style_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
tl_share_bar_new (void)
{
  return g_object_new (TL_TYPE_SHARE_BAR, NULL);
}

void
tl_share_bar_set (TlShareBar *self, double length, double share)
{
  self->length = length;
  self->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
