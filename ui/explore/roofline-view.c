/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/roofline-view.h"

#include <math.h>

#include "core/draw/draw-roofline.h"
#include "ui/widgets/band.h"
#include "ui/widgets/picture.h"

#define MIN_WIDTH   300
#define MIN_HEIGHT  220
#define PICK_RADIUS 16
#define DRAG_SLOP   5

struct _TlRooflineView
{
  GtkWidget         parent_instance;
  const TlRoofline *roofline;     /* borrowed */
  gboolean          with_path;
  GskRenderNode    *node;         /* the picture as drawn */
  int               node_width, node_height;
  gint              pointed;      /* a point; -1: none */
  double            pointer_x, pointer_y;
  TlBand            band;
};

enum
{
  SIGNAL_PICKED,
  SIGNAL_POINTED,
  SIGNAL_TOGGLED,
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlRooflineView, tl_roofline_view, GTK_TYPE_WIDGET)

static void
forget_drawing (TlRooflineView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Only the ring of the point is drawn again under the pointer. */
static void
tl_roofline_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlRooflineView       *self = TL_ROOFLINE_VIEW (widget);
  int                   width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t              *cr;

  if (self->roofline == NULL || width < 1 || height < 1)
    return;
  if (self->node == NULL || self->node_width != width || self->node_height != height)
    {
      g_clear_pointer (&self->node, gsk_render_node_unref);
      self->node = gsk_cairo_node_new (&bounds);
      self->node_width = width;
      self->node_height = height;
      cr = gsk_cairo_node_get_draw_context (self->node);
      tl_draw_roofline (cr, self->roofline, self->with_path, tl_style_palette (), width, height);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->node);
  tl_band_append (&self->band, snapshot);
  if (self->pointed < 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tl_draw_roofline_point (cr, self->roofline, (guint) self->pointed, tl_style_palette (), width, height);
  cairo_destroy (cr);
}

static void
tl_roofline_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
}

/* --- input --- */

static void
point_at (TlRooflineView *self, gint point)
{
  if (self->pointed == point)
    return;
  self->pointed = point;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_POINTED], 0, point);
}

static gint
find (TlRooflineView *self, double x, double y)
{
  TlRooflineArea area;

  if (self->roofline == NULL)
    return -1;
  tl_roofline_area (self->roofline, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), &area);
  return tl_roofline_pick (self->roofline, &area, self->with_path, x, y, PICK_RADIUS);
}

/* GTK repeats the last motion after each layout: that is no reason to leave the point that keys chose. */
static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlRooflineView *self = user_data;

  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  point_at (self, find (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  point_at (user_data, -1);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  gint point = find (user_data, x, y);

  gtk_widget_grab_focus (user_data);
  if (point >= 0)
    g_signal_emit (user_data, signals[SIGNAL_PICKED], 0, (guint) point);
}

/* --- points within a rectangle --- */

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlRooflineView *self = user_data;

  if (!self->band.is_active && fabs (dx) < DRAG_SLOP && fabs (dy) < DRAG_SLOP)
    return;
  if (!self->band.is_active)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->band = (TlBand) { .is_active = TRUE, .dx = dx, .dy = dy };
  gtk_gesture_drag_get_start_point (drag, &self->band.x, &self->band.y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlRooflineView    *self = user_data;
  g_autoptr (GArray) points = NULL;
  TlBand             band = self->band;
  TlRooflineArea     area;

  self->band.is_active = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!band.is_active || self->roofline == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  tl_roofline_area (self->roofline, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), &area);
  points = tl_roofline_within (self->roofline, &area, self->with_path, band.x, band.y, band.x + dx, band.y + dy);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, points);
}

/* The next one to the left or right of those shown, in their order; from none to the first or last. */
static void
move (TlRooflineView *self, gint by)
{
  gint n = (gint) self->roofline->n_points, point = self->pointed >= 0 ? self->pointed + by : by > 0 ? 0 : n - 1;

  while (point >= 0 && point < n && !tl_roofline_shows (self->roofline, (guint) point, self->with_path))
    point += by;
  if (point >= 0 && point < n)
    point_at (self, point);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlRooflineView *self = user_data;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || self->roofline == NULL)
    return FALSE;
  if (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right)
    move (self, keyval == GDK_KEY_Left ? -1 : 1);
  else if (keyval == GDK_KEY_space && self->pointed >= 0)
    g_signal_emit (self, signals[SIGNAL_TOGGLED], 0, (guint) self->pointed);
  else if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter) && self->pointed >= 0)
    g_signal_emit (self, signals[SIGNAL_PICKED], 0, (guint) self->pointed);
  else
    return FALSE;
  return TRUE;
}

/* --- object --- */

static void
tl_roofline_view_dispose (GObject *object)
{
  TlRooflineView *self = TL_ROOFLINE_VIEW (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->roofline = NULL;
  G_OBJECT_CLASS (tl_roofline_view_parent_class)->dispose (object);
}

static void
tl_roofline_view_class_init (TlRooflineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_roofline_view_dispose;
  widget_class->snapshot = tl_roofline_view_snapshot;
  widget_class->measure = tl_roofline_view_measure;
  gtk_widget_class_set_css_name (widget_class, "rooflineview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                         G_TYPE_UINT);
  signals[SIGNAL_POINTED] = g_signal_new ("pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_INT);
  signals[SIGNAL_TOGGLED] = g_signal_new ("toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_UINT);
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                         G_TYPE_ARRAY);
}

static void
tl_roofline_view_init (TlRooflineView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkGesture         *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();

  self->pointed = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  tl_style_follow (self, G_CALLBACK (forget_drawing));
}

GtkWidget *
tl_roofline_view_new (void)
{
  return g_object_new (TL_TYPE_ROOFLINE_VIEW, NULL);
}

void
tl_roofline_view_show (TlRooflineView *self, const TlRoofline *roofline, gboolean with_path)
{
  g_autofree char *summary = roofline != NULL ? tl_roofline_summary (roofline) : NULL;

  forget_drawing (self);
  self->roofline = roofline;
  self->with_path = with_path;
  point_at (self, -1);
  if (summary != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
}
