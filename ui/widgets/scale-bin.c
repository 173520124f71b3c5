/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/scale-bin.h"

#include <adwaita.h>
#include <math.h>

#define USUAL_TEXT_PX (11 * 96 / 72.0)   /* GNOME's font at 100 % */
#define LEAST_SCALE   0.8

struct _TlScaleBin
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (TlScaleBin, tl_scale_bin, GTK_TYPE_WIDGET)

double
tl_text_scale (GtkWidget *widget)
{
  PangoContext               *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double                      size = pango_font_description_get_size (font) / (double) PANGO_SCALE, scale;

  if (!pango_font_description_get_size_is_absolute (font))
    size *= pango_cairo_context_get_resolution (context) / 72;
  scale = size / USUAL_TEXT_PX;
  return fabs (scale - 1) < 0.02 ? 1 : MAX (scale, LEAST_SCALE);
}

gboolean
tl_is_narrower (GtkWidget *widget, int width, int least)
{
  return width < least * tl_text_scale (widget);
}

void
tl_window_set_usual_size (GtkWindow *window, int width, int height)
{
  double scale = tl_text_scale (GTK_WIDGET (window));

  gtk_window_set_default_size (window, (int) (width * scale), (int) (height * scale));
}

void
tl_widen_columns (GtkWidget *widget)
{
  if (ADW_IS_CLAMP (widget))
    adw_clamp_set_maximum_size (ADW_CLAMP (widget), (int) (adw_clamp_get_maximum_size (ADW_CLAMP (widget)) * tl_text_scale (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    tl_widen_columns (child);
}

static void
tl_scale_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  double     scale = tl_text_scale (widget);
  int        least = 0, usual = 0;

  if (child != NULL && gtk_widget_get_visible (child))
    gtk_widget_measure (child, orientation, for_size < 0 ? -1 : (int) floor (for_size / scale), &least, &usual, NULL, NULL);
  *minimum = (int) ceil (least * scale);
  *natural = (int) ceil (usual * scale);
}

static void
tl_scale_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  float      scale = (float) tl_text_scale (widget);

  if (child != NULL && gtk_widget_get_visible (child))
    gtk_widget_allocate (child, (int) floorf ((float) width / scale), (int) floorf ((float) height / scale), -1,
                         scale != 1 ? gsk_transform_scale (NULL, scale, scale) : NULL);
}

static void
tl_scale_bin_compute_expand (GtkWidget *widget, gboolean *hexpand, gboolean *vexpand)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  *hexpand = child != NULL && gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
  *vexpand = child != NULL && gtk_widget_compute_expand (child, GTK_ORIENTATION_VERTICAL);
}

/*
 * Each node gets a transform of its own: GTK 4.8 paints all of a scaled node again when a part of it has changed.
 */
static void
append_scaled (GtkSnapshot *snapshot, GskTransform *transform, GskRenderNode *node)
{
  g_autoptr (GskTransform)  whole = NULL;
  g_autoptr (GskRenderNode) scaled = NULL;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        append_scaled (snapshot, transform, gsk_container_node_get_child (node, i));
      break;
    case GSK_TRANSFORM_NODE:
      whole = gsk_transform_transform (gsk_transform_ref (transform), gsk_transform_node_get_transform (node));
      append_scaled (snapshot, whole, gsk_transform_node_get_child (node));
      break;
    default:
      scaled = transform != NULL ? gsk_transform_node_new (node, transform) : gsk_render_node_ref (node);
      gtk_snapshot_append_node (snapshot, scaled);
    }
}

static void
tl_scale_bin_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GtkWidget                *child = gtk_widget_get_first_child (widget);
  GtkSnapshot              *own = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  if (child != NULL)
    gtk_widget_snapshot_child (widget, child, own);
  node = gtk_snapshot_free_to_node (own);
  if (node != NULL)
    append_scaled (snapshot, NULL, node);
}

static void
tl_scale_bin_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_scale_bin_parent_class)->dispose (object);
}

static void
tl_scale_bin_class_init (TlScaleBinClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_scale_bin_dispose;
  widget_class->measure = tl_scale_bin_measure;
  widget_class->size_allocate = tl_scale_bin_size_allocate;
  widget_class->snapshot = tl_scale_bin_snapshot;
  widget_class->compute_expand = tl_scale_bin_compute_expand;
}

static void
tl_scale_bin_init (TlScaleBin *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
tl_scale_bin_new (GtkWidget *child)
{
  GtkWidget *self = g_object_new (TL_TYPE_SCALE_BIN, NULL);

  gtk_widget_set_parent (child, self);
  return self;
}

GtkWidget *
tl_scale_bin_new_scrolled (GtkWidget *child, int least_height)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_vexpand (child, TRUE);
  gtk_widget_set_hexpand (child, TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), least_height);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), tl_scale_bin_new (child));
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))), FALSE);
  return scroller;
}

void
tl_scale_bin_place_text (GtkWidget *text, double x, double y, double width, double height)
{
  float         scale = (float) tl_text_scale (text);
  GskTransform *place = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, (float) y));

  gtk_widget_allocate (text, (int) ceil (width * scale), (int) ceil (height * scale), -1,
                       gsk_transform_scale (place, 1 / scale, 1 / scale));
}
