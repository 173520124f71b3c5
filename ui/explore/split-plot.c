/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/split-plot.h"

#include <math.h>

#include "core/session/steps/split-factors.h"
#include "ui/widgets/picture.h"


#define MIN_WIDTH   260
#define MIN_HEIGHT  84
#define SNAP_PX     6.0
#define HANDLE_PX   9.0    /* half of what counts as a handle */

struct _TlSplitPlot
{
  GtkWidget             parent_instance;
  const TlSplitPicture *picture;        /* borrowed; nullable */
  gint64                drag_from;      /* factor where a drag from outside began; 0: none is under way */
};

G_DEFINE_FINAL_TYPE (TlSplitPlot, tl_split_plot, GTK_TYPE_WIDGET)

enum { CHOSEN, RELEASED, OTHER_PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
area_of (TlSplitPlot *self, TlSplitArea *area)
{
  tl_split_area (self->picture, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), area);
}

static void
tl_split_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlSplitPlot *self = TL_SPLIT_PLOT (widget);
  int          width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t     *cr;

  if (self->picture == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tl_draw_split (cr, self->picture, tl_style_palette (), width, height);
  cairo_destroy (cr);
}

static void
tl_split_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
}

/* --- choosing --- */

static void
choose (TlSplitPlot *self, gint64 factor)
{
  if (self->picture != NULL && factor != self->picture->factor)
    g_signal_emit (self, signals[CHOSEN], 0, factor);
}

static void
choose_at (TlSplitPlot *self, double x, gboolean is_free)
{
  TlSplitArea area;

  if (self->picture == NULL)
    return;
  area_of (self, &area);
  choose (self, tl_split_snap (self->picture->room, tl_split_factor_at (&area, x), is_free ? 0 : SNAP_PX / area.octave));
}

void
tl_split_plot_drag (TlSplitPlot *self, double dx, gboolean is_free)
{
  TlSplitArea area;

  if (self->picture == NULL)
    return;
  if (self->drag_from == 0)
    self->drag_from = self->picture->factor;
  area_of (self, &area);
  choose_at (self, tl_split_x (&area, (double) self->drag_from) + dx, is_free);
}

void
tl_split_plot_drop (TlSplitPlot *self)
{
  self->drag_from = 0;
}

/* The handle of another factor at a point; -1: none. */
static gint
find_other (TlSplitPlot *self, const TlSplitArea *area, double x, double y)
{
  if (y < area->ruler_top || fabs (tl_split_x (area, (double) self->picture->factor) - x) <= HANDLE_PX)
    return -1;
  for (guint i = 0; i < self->picture->n_others; i++)
    if (fabs (tl_split_x (area, (double) self->picture->others[i]) - x) <= HANDLE_PX)
      return (gint) i;
  return -1;
}

static gboolean
is_free (GtkGesture *gesture)
{
  return (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_CONTROL_MASK) != 0;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TlSplitPlot *self)
{
  TlSplitArea area;
  gint        other;

  if (self->picture == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  area_of (self, &area);
  other = find_other (self, &area, x, y);
  if (other >= 0)
    g_signal_emit (self, signals[OTHER_PICKED], 0, (guint) other);
  else if (fabs (tl_split_x (&area, (double) self->picture->factor) - x) > HANDLE_PX)
    choose_at (self, x, is_free (GTK_GESTURE (gesture)));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TlSplitPlot *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y) && fabs (dx) > 1)
    choose_at (self, x + dx, is_free (GTK_GESTURE (gesture)));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TlSplitPlot *self)
{
  g_signal_emit (self, signals[RELEASED], 0);
}

/* The next divisor; with Ctrl the next number. */
static gint64
next_factor (const TlSplitPicture *picture, gint by, gboolean by_one)
{
  gint64 found = picture->factor;

  if (by_one)
    return CLAMP (picture->factor + by, 1, picture->room);
  for (guint i = 0; i < picture->n_divisors; i++)
    {
      gint64 divisor = picture->divisors[by > 0 ? picture->n_divisors - 1 - i : i];

      if (by > 0 ? divisor > picture->factor : divisor < picture->factor)
        found = divisor;
    }
  return found;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, TlSplitPlot *self)
{
  gboolean by_one = (modifiers & GDK_CONTROL_MASK) != 0;

  if (self->picture == NULL)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      choose (self, next_factor (self->picture, -1, by_one));
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      choose (self, next_factor (self->picture, 1, by_one));
      return TRUE;
    case GDK_KEY_Home:
      choose (self, 1);
      return TRUE;
    case GDK_KEY_End:
      choose (self, self->picture->room);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, TlSplitPlot *self)
{
  TlSplitArea area;

  if (self->picture == NULL)
    return;
  area_of (self, &area);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), y >= area.ruler_top - 6 && y <= area.ruler_bottom + 6 ? "col-resize" : NULL);
}

/* --- object --- */

void
tl_split_plot_show (TlSplitPlot *self, const TlSplitPicture *picture, const char *summary)
{
  g_autofree char *value = NULL;

  self->picture = picture;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (picture == NULL)
    return;
  value = g_strdup_printf ("%" G_GINT64_FORMAT, picture->factor);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double) picture->room, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  (double) picture->factor, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
}

static void
tl_split_plot_class_init (TlSplitPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType           type = G_TYPE_FROM_CLASS (klass);

  widget_class->snapshot = tl_split_plot_snapshot;
  widget_class->measure = tl_split_plot_measure;
  gtk_widget_class_set_css_name (widget_class, "splitplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[RELEASED] = g_signal_new ("released", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OTHER_PICKED] = g_signal_new ("other-picked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_split_plot_init (TlSplitPlot *self)
{
  GtkGesture         *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new (), *motion = gtk_event_controller_motion_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  tl_style_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
tl_split_plot_new (void)
{
  return g_object_new (TL_TYPE_SPLIT_PLOT, NULL);
}
