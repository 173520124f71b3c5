/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/zoom-view.h"

#include <math.h>

#include "core/base/extremum.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define LEAST_ZOOM  0.1
#define MOST_ZOOM   4.0
#define WHEEL_STEP  1.15
#define SHOWN_SPACE 24.0   /* around a box that is moved into view */

struct _TlZoomView
{
  GtkWidget      parent_instance;
  TlZoomDraw     draw;
  gpointer       user_data;
  gboolean       fills;
  double         width, height;         /* of the picture, at zoom 1 */
  double         zoom;
  gboolean       is_zoomed;             /* by hand */
  double         pointer_x, pointer_y;  /* in the widget */
  double         from_x, from_y;        /* where the picture was when it was grabbed */
  double         pinched;               /* the zoom when it was */
  GtkAdjustment *axes[2];               /* owned; nullable: horizontal, vertical */
  guint          policies[2];           /* GtkScrollablePolicy, which has no meaning here */
};

enum
{
  PICKED,
  ZOOMED,
  RESIZED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

G_DEFINE_FINAL_TYPE_WITH_CODE (TlZoomView, tl_zoom_view, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

/* Pixels of the widget for one of the picture. */
static double
scale_of (TlZoomView *self)
{
  return self->zoom * tl_text_scale (GTK_WIDGET (self));
}

static double
offset_of (TlZoomView *self, guint axis)
{
  return self->axes[axis] != NULL ? gtk_adjustment_get_value (self->axes[axis]) : 0;
}

void
tl_zoom_view_get_content (TlZoomView *self, double *width, double *height)
{
  double scale = scale_of (self);

  *width = self->fills ? tl_max (self->width, gtk_widget_get_width (GTK_WIDGET (self)) / scale) : self->width;
  *height = self->fills ? tl_max (self->height, gtk_widget_get_height (GTK_WIDGET (self)) / scale) : self->height;
}

/* A picture that is smaller than the view stands in its middle. */
static double
margin_of (TlZoomView *self, guint axis)
{
  double width, height, room;

  tl_zoom_view_get_content (self, &width, &height);
  room = axis == 0 ? gtk_widget_get_width (GTK_WIDGET (self)) - width * scale_of (self)
                   : gtk_widget_get_height (GTK_WIDGET (self)) - height * scale_of (self);
  return tl_max (floor (room / 2), 0);
}

/* --- scrolling --- */

static void
configure (TlZoomView *self, guint axis, double page, double content)
{
  GtkAdjustment *adjustment = self->axes[axis];
  double         upper = tl_max (content * scale_of (self), page);

  if (adjustment != NULL)
    gtk_adjustment_configure (adjustment, tl_clamp (gtk_adjustment_get_value (adjustment), 0, upper - page), 0, upper, page * 0.1,
                              page * 0.9, page);
}

static void
set_zoom (TlZoomView *self, double zoom)
{
  if (zoom == self->zoom)
    return;
  self->zoom = zoom;
  g_signal_emit (self, signals[ZOOMED], 0);
}

static void
configure_both (TlZoomView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (width < 1 || height < 1)
    return;
  configure (self, 0, width, self->width);
  configure (self, 1, height, self->height);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_axis (TlZoomView *self, guint axis, GtkAdjustment *adjustment)
{
  if (self->axes[axis] != NULL)
    g_signal_handlers_disconnect_by_func (self->axes[axis], gtk_widget_queue_draw, self);
  g_set_object (&self->axes[axis], adjustment);
  if (adjustment != NULL)
    g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  configure_both (self);
}

static void
set_offset (TlZoomView *self, guint axis, double value)
{
  if (self->axes[axis] != NULL)
    gtk_adjustment_set_value (self->axes[axis], value);
}

/* The point of the picture under (@x, @y) of the widget stays there. */
static void
zoom_around (TlZoomView *self, double zoom, double x, double y)
{
  double before = scale_of (self), margin_x = margin_of (self, 0), margin_y = margin_of (self, 1);
  double at_x = (offset_of (self, 0) + x - margin_x) / before, at_y = (offset_of (self, 1) + y - margin_y) / before;

  zoom = tl_clamp (zoom, LEAST_ZOOM, MOST_ZOOM);
  if (self->fills)
    return;
  self->is_zoomed = TRUE;
  set_zoom (self, zoom);
  configure_both (self);
  set_offset (self, 0, at_x * scale_of (self) + margin_of (self, 0) - x);
  set_offset (self, 1, at_y * scale_of (self) + margin_of (self, 1) - y);
}

double
tl_zoom_view_zoom (TlZoomView *self)
{
  return self->zoom;
}

gboolean
tl_zoom_view_is_zoomed (TlZoomView *self)
{
  return self->is_zoomed;
}

void
tl_zoom_view_suggest_zoom (TlZoomView *self, double zoom)
{
  if (self->is_zoomed)
    return;
  set_zoom (self, zoom);
  configure_both (self);
}

void
tl_zoom_view_set_zoom (TlZoomView *self, double zoom)
{
  zoom_around (self, zoom, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0, gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

void
tl_zoom_view_fit (TlZoomView *self)
{
  double text = tl_text_scale (GTK_WIDGET (self));

  if (self->width > 0 && self->height > 0)
    tl_zoom_view_set_zoom (self, tl_min (1.0, tl_min (gtk_widget_get_width (GTK_WIDGET (self)) / (self->width * text),
                                                      gtk_widget_get_height (GTK_WIDGET (self)) / (self->height * text))));
}

static void
show_range (TlZoomView *self, guint axis, double from, double to, double page)
{
  double value = offset_of (self, axis);

  if (from - SHOWN_SPACE < value)
    set_offset (self, axis, from - SHOWN_SPACE);
  else if (to + SHOWN_SPACE > value + page)
    set_offset (self, axis, to + SHOWN_SPACE - page);
}

void
tl_zoom_view_show_box (TlZoomView *self, double x, double y, double width, double height)
{
  double scale = scale_of (self);

  show_range (self, 0, x * scale, (x + width) * scale, gtk_widget_get_width (GTK_WIDGET (self)));
  show_range (self, 1, y * scale, (y + height) * scale, gtk_widget_get_height (GTK_WIDGET (self)));
}

void
tl_zoom_view_set_content (TlZoomView *self, double width, double height)
{
  self->width = width;
  self->height = height;
  configure_both (self);
}

void
tl_zoom_view_set_draw (TlZoomView *self, TlZoomDraw draw, gpointer user_data, gboolean fills)
{
  self->draw = draw;
  self->user_data = user_data;
  self->fills = fills;
}

/* --- input --- */

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlZoomView *self = user_data;

  self->pointer_x = x;
  self->pointer_y = y;
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, gpointer user_data)
{
  TlZoomView     *self = user_data;
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));

  if ((state & GDK_CONTROL_MASK) == 0 || self->fills)
    return FALSE;
  zoom_around (self, self->zoom * pow (WHEEL_STEP, -dy), self->pointer_x, self->pointer_y);
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer user_data)
{
  TL_ZOOM_VIEW (user_data)->pinched = TL_ZOOM_VIEW (user_data)->zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer user_data)
{
  TlZoomView *self = user_data;
  double      x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    zoom_around (self, self->pinched * scale, x, y);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TlZoomView *self = user_data;

  self->from_x = offset_of (self, 0);
  self->from_y = offset_of (self, 1);
}

static void
on_drag (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TlZoomView *self = user_data;

  if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) x, (int) y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  set_offset (self, 0, self->from_x - x);
  set_offset (self, 1, self->from_y - y);
}

static void
on_drag_end (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  gtk_widget_set_cursor (user_data, NULL);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlZoomView *self = user_data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, signals[PICKED], 0, n_press, (offset_of (self, 0) + x - margin_of (self, 0)) / scale_of (self),
                 (offset_of (self, 1) + y - margin_of (self, 1)) / scale_of (self));
}

/* --- widget --- */

static void
tl_zoom_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  configure_both (TL_ZOOM_VIEW (widget));
  g_signal_emit (widget, signals[RESIZED], 0);
}

/* It takes what it gets. */
static void
tl_zoom_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
tl_zoom_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlZoomView *self = TL_ZOOM_VIEW (widget);
  int         width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double      scale = scale_of (self), content_width, content_height;
  cairo_t    *cr;

  if (self->draw == NULL || width < 1 || height < 1)
    return;
  tl_zoom_view_get_content (self, &content_width, &content_height);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  cairo_translate (cr, margin_of (self, 0) - offset_of (self, 0), margin_of (self, 1) - offset_of (self, 1));
  cairo_scale (cr, scale, scale);
  self->draw (cr, tl_style_palette (), content_width, content_height, self->user_data);
  cairo_destroy (cr);
}

static void
tl_zoom_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TlZoomView *self = TL_ZOOM_VIEW (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    set_axis (self, id - PROP_HADJUSTMENT, g_value_get_object (value));
  else
    self->policies[id - PROP_HSCROLL_POLICY] = (guint) g_value_get_enum (value);
}

static void
tl_zoom_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TlZoomView *self = TL_ZOOM_VIEW (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    g_value_set_object (value, self->axes[id - PROP_HADJUSTMENT]);
  else
    g_value_set_enum (value, (int) self->policies[id - PROP_HSCROLL_POLICY]);
}

static void
tl_zoom_view_dispose (GObject *object)
{
  TlZoomView *self = TL_ZOOM_VIEW (object);

  self->draw = NULL;
  for (guint axis = 0; axis < 2; axis++)
    {
      if (self->axes[axis] != NULL)
        g_signal_handlers_disconnect_by_func (self->axes[axis], gtk_widget_queue_draw, self);
      g_clear_object (&self->axes[axis]);
    }
  G_OBJECT_CLASS (tl_zoom_view_parent_class)->dispose (object);
}

static void
tl_zoom_view_class_init (TlZoomViewClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tl_zoom_view_dispose;
  object_class->set_property = tl_zoom_view_set_property;
  object_class->get_property = tl_zoom_view_get_property;
  widget_class->size_allocate = tl_zoom_view_size_allocate;
  widget_class->measure = tl_zoom_view_measure;
  widget_class->snapshot = tl_zoom_view_snapshot;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  signals[PICKED] = g_signal_new ("picked", TL_TYPE_ZOOM_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_INT,
                                  G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[ZOOMED] = g_signal_new ("zoomed", TL_TYPE_ZOOM_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESIZED] = g_signal_new ("resized", TL_TYPE_ZOOM_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "zoomview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_zoom_view_init (TlZoomView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture         *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new (), *pinch = gtk_gesture_zoom_new ();
  GtkWidget          *widget = GTK_WIDGET (self);

  self->zoom = 1;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  tl_style_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}
