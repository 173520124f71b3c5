/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/picture.h"

#include <adwaita.h>
#include <math.h>

#include "ui/widgets/scale-bin.h"

struct _TlPicture
{
  GtkWidget      parent_instance;
  TlPictureDraw  draw;
  gpointer       user_data;
  GDestroyNotify destroy;
  GskRenderNode *node;          /* the last drawing */
  int            node_width, node_height;
  int            natural_width, natural_height;
};

G_DEFINE_FINAL_TYPE (TlPicture, tl_picture, GTK_TYPE_WIDGET)

const TlPalette *
tl_style_palette (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean         is_dark = adw_style_manager_get_dark (style);

  return adw_style_manager_get_high_contrast (style) ? tl_palette_high_contrast (is_dark) : tl_palette (is_dark);
}

void
tl_style_follow (gpointer object, GCallback changed)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", changed, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", changed, object, G_CONNECT_SWAPPED);
}

static void
tl_picture_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  TlPicture *self = TL_PICTURE (widget);

  *minimum = *natural = (int) ceil ((orientation == GTK_ORIENTATION_HORIZONTAL ? self->natural_width : self->natural_height)
                                    * tl_text_scale (widget));
}

static void
tl_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlPicture *self = TL_PICTURE (widget);
  int        width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (self->draw == NULL || width < 1 || height < 1)
    return;
  if (self->node == NULL || self->node_width != width || self->node_height != height)
    {
      double   scale = tl_text_scale (widget);
      cairo_t *cr;

      g_clear_pointer (&self->node, gsk_render_node_unref);
      self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, height));
      self->node_width = width;
      self->node_height = height;
      cr = gsk_cairo_node_get_draw_context (self->node);
      cairo_scale (cr, scale, scale);
      self->draw (cr, tl_style_palette (), width / scale, height / scale, self->user_data);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->node);
}

/* Another font. */
static void
tl_picture_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tl_picture_parent_class)->css_changed (widget, change);
  tl_picture_redraw (TL_PICTURE (widget));
}

static void
clear_data (TlPicture *self)
{
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  self->draw = NULL;
  self->user_data = NULL;
  self->destroy = NULL;
}

static void
tl_picture_dispose (GObject *object)
{
  TlPicture *self = TL_PICTURE (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  clear_data (self);
  G_OBJECT_CLASS (tl_picture_parent_class)->dispose (object);
}

static void
tl_picture_class_init (TlPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_picture_dispose;
  widget_class->measure = tl_picture_measure;
  widget_class->snapshot = tl_picture_snapshot;
  widget_class->css_changed = tl_picture_css_changed;
  gtk_widget_class_set_css_name (widget_class, "tlpicture");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_picture_init (TlPicture *self)
{
  tl_style_follow (self, G_CALLBACK (tl_picture_redraw));
}

GtkWidget *
tl_picture_new (TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy)
{
  TlPicture *self = g_object_new (TL_TYPE_PICTURE, NULL);

  tl_picture_set (self, draw, user_data, destroy);
  return GTK_WIDGET (self);
}

void
tl_picture_set (TlPicture *self, TlPictureDraw draw, gpointer user_data, GDestroyNotify destroy)
{
  clear_data (self);
  self->draw = draw;
  self->user_data = user_data;
  self->destroy = destroy;
  tl_picture_redraw (self);
}

void
tl_picture_set_size (TlPicture *self, int width, int height)
{
  if (self->natural_width == width && self->natural_height == height)
    return;
  self->natural_width = width;
  self->natural_height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tl_picture_redraw (TlPicture *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
