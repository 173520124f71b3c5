/* SPDX-License-Identifier: Apache-2.0 */
/* Brushes by drag and by key, heads that move, the trial under the pointer. */
#include <math.h>

#include "ui/tune/parallel-plot-private.h"
#include "ui/tune/trial-controllers.h"

#define AXIS_REACH_PX   12.0   /* a brush is at least as wide as this on both sides of the axis */
#define EDGE_REACH_PX   7.0
#define CLICK_SLOP_PX   4.0
#define HIDE_PX         70.0   /* so far off, a dropped axis hides */
#define HIDING_OPACITY  0.35

/* --- places --- */

/* The axis near @x; -1: none. */
static gint
axis_near (TlParallelPlot *plot, double x, double y)
{
  TlParallelPicture picture = tl_parallel_plot_picture (plot);

  if (y < picture.top - EDGE_REACH_PX || y > picture.bottom + EDGE_REACH_PX)
    return -1;
  for (guint i = 0; i < picture.n_axes; i++)
    if (fabs (picture.axes[i].x - x) <= AXIS_REACH_PX)
      return (gint) i;
  return -1;
}

static TlTrialAxis
axis_at (TlParallelPlot *plot, guint place)
{
  return tl_trial_axes_nth_shown (plot->axes, place);
}

static const TlParallelScale *
scale_at (TlParallelPlot *plot, guint place)
{
  return &g_array_index (plot->columns, TlParallelAxis, place).scale;
}

/* The value at an edge; an edge at the end of the axis lets pass what lies beyond. */
static double
edge_value (const TlParallelScale *scale, double unit)
{
  gboolean is_falling = tl_parallel_scale_is_falling (scale);

  if (unit <= 0)
    return is_falling ? HUGE_VAL : -HUGE_VAL;
  if (unit >= 1)
    return is_falling ? -HUGE_VAL : HUGE_VAL;
  return tl_parallel_scale_value (scale, unit);
}

static TlTrialBrush
brush_between (TlParallelPlot *plot, guint place, double low, double high)
{
  const TlParallelScale *scale = scale_at (plot, place);
  double                 a = edge_value (scale, low), b = edge_value (scale, high);

  return (TlTrialBrush) { .axis = axis_at (plot, place), .from = MIN (a, b), .to = MAX (a, b) };
}

/* --- drags --- */

/* A press at @y on the axis takes hold of an edge, a whole brush, or nothing yet. */
static void
take_hold (TlParallelPlot *plot, guint place, double y)
{
  TlParallelPicture picture = tl_parallel_plot_picture (plot);
  double            unit = tl_parallel_unit (&picture, y);

  plot->drag = TL_PARALLEL_NEW_BRUSH;
  plot->drag_place = place;
  plot->drag_brush = -1;
  plot->drag_fixed = tl_parallel_scale_snap (scale_at (plot, place), unit);
  for (guint i = 0; i < tl_trial_brushes_n (plot->brushes); i++)
    {
      TlTrialBrush brush = tl_trial_brushes_nth (plot->brushes, i);
      double       low, high, y_low, y_high;

      if (brush.axis != axis_at (plot, place))
        continue;
      tl_parallel_plot_brush_units (plot, place, brush, &low, &high);
      y_low = tl_parallel_y (&picture, low);
      y_high = tl_parallel_y (&picture, high);
      if (y < y_high - EDGE_REACH_PX || y > y_low + EDGE_REACH_PX)
        continue;
      plot->drag_brush = (gint) i;
      plot->drag = fabs (y - y_low) <= EDGE_REACH_PX || fabs (y - y_high) <= EDGE_REACH_PX ? TL_PARALLEL_EDGE : TL_PARALLEL_WHOLE;
      plot->drag_fixed = plot->drag == TL_PARALLEL_WHOLE ? unit : fabs (y - y_low) < fabs (y - y_high) ? high : low;
      plot->drag_low = low;
      plot->drag_high = high;
    }
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TlParallelPlot *plot)
{
  gint place;

  tl_parallel_plot_make_up (plot);
  place = axis_near (plot, x, y);
  plot->drag = TL_PARALLEL_CLICK;
  if (place < 0)
    return;
  take_hold (plot, (guint) place, y);
  gtk_widget_grab_focus (plot->heads->pdata[place]);   /* whose keys go on from here */
}

static void
drag_whole (TlParallelPlot *plot, double unit)
{
  double       height = plot->drag_high - plot->drag_low, low = CLAMP (plot->drag_low + unit - plot->drag_fixed, 0, 1 - height);
  TlTrialBrush brush;

  low = tl_parallel_scale_snap (scale_at (plot, plot->drag_place), low);
  brush = brush_between (plot, plot->drag_place, low, tl_parallel_scale_snap (scale_at (plot, plot->drag_place), low + height));
  tl_trial_brushes_set (plot->brushes, (guint) plot->drag_brush, brush.from, brush.to);
}

/* A brush holds one value at least. */
static void
drag_edge (TlParallelPlot *plot, double unit)
{
  const TlParallelScale *scale = scale_at (plot, plot->drag_place);
  double                 end = tl_parallel_scale_snap (scale, unit);
  TlTrialBrush           brush;

  if (end == plot->drag_fixed)
    end = tl_parallel_scale_step (scale, end, unit < end ? -1 : 1);
  brush = brush_between (plot, plot->drag_place, MIN (end, plot->drag_fixed), MAX (end, plot->drag_fixed));
  if (plot->drag_brush < 0)
    plot->drag_brush = (gint) tl_trial_brushes_add (plot->brushes, brush);
  else
    tl_trial_brushes_set (plot->brushes, (guint) plot->drag_brush, brush.from, brush.to);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TlParallelPlot *plot)
{
  TlParallelPicture picture = tl_parallel_plot_picture (plot);
  double            x, y, unit;

  if (plot->drag == TL_PARALLEL_IDLE || plot->drag == TL_PARALLEL_CLICK || !gtk_gesture_drag_get_start_point (gesture, &x, &y)
      || plot->drag_place >= plot->columns->len || (plot->drag_brush < 0 && fabs (dy) < CLICK_SLOP_PX)
      || (plot->drag_brush >= (gint) tl_trial_brushes_n (plot->brushes)))
    return;
  tl_parallel_plot_make_up (plot);
  unit = tl_parallel_unit (&picture, y + dy);
  if (plot->drag == TL_PARALLEL_WHOLE)
    drag_whole (plot, unit);
  else
    drag_edge (plot, unit);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TlParallelPlot *plot)
{
  gboolean is_click = plot->drag_brush < 0 || plot->drag == TL_PARALLEL_CLICK;
  double   x, y;
  gint     index;

  plot->drag = TL_PARALLEL_IDLE;
  plot->drag_brush = -1;
  if (!is_click || hypot (dx, dy) >= CLICK_SLOP_PX || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (plot));
  index = tl_parallel_plot_trial_at (plot, x, y);
  if (index >= 0)
    tl_trial_selection_pick (plot->selection, index);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TlParallelPlot *plot)
{
  gint place = axis_near (plot, x, y), index;

  if (n_press != 2)
    return;
  if (place >= 0)
    {
      tl_trial_brushes_clear_axis (plot->brushes, axis_at (plot, (guint) place));
      return;
    }
  index = tl_parallel_plot_trial_at (plot, x, y);
  if (index >= 0)
    tl_trial_selection_activate (plot->selection, index);
}

/* --- pointer and keys --- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, TlParallelPlot *plot)
{
  gint place;

  if (plot->drag != TL_PARALLEL_IDLE)
    return;
  place = axis_near (plot, x, y);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (plot), place >= 0 ? "ns-resize" : NULL);
  tl_trial_selection_hover (plot->selection, place < 0 ? tl_parallel_plot_trial_at (plot, x, y) : -1);
}

static void
on_leave (GtkEventControllerMotion *controller, TlParallelPlot *plot)
{
  tl_trial_selection_hover (plot->selection, -1);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlParallelPlot *plot)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      return tl_trial_selection_step (plot->selection, TL_TRIAL_ANY, key == GDK_KEY_Right ? 1 : -1);
    case GDK_KEY_bracketleft:
    case GDK_KEY_bracketright:
      return tl_trial_selection_step (plot->selection, TL_TRIAL_IMPROVEMENT, key == GDK_KEY_bracketright ? 1 : -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      tl_trial_selection_activate (plot->selection, tl_trial_selection_picked (plot->selection));
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- heads --- */

static gint
place_of_head (TlParallelPlot *plot, GtkWidget *head)
{
  guint place;

  return g_ptr_array_find (plot->heads, head, &place) ? (gint) place : -1;
}

/* Moves an edge to the next value; without a brush, one of the whole axis is narrowed. */
static void
move_edge (TlParallelPlot *plot, guint place, gboolean is_lower, gint direction)
{
  gint         at = tl_trial_brushes_find (plot->brushes, axis_at (plot, place));
  double       low = 0, high = 1;
  TlTrialBrush brush;

  tl_parallel_plot_make_up (plot);
  if (at >= 0)
    tl_parallel_plot_brush_units (plot, place, tl_trial_brushes_nth (plot->brushes, (guint) at), &low, &high);
  if (is_lower)
    low = tl_parallel_scale_step (scale_at (plot, place), low, direction);
  else
    high = tl_parallel_scale_step (scale_at (plot, place), high, direction);
  if (high - low < 1e-9)
    return;
  brush = brush_between (plot, place, low, high);
  if (at >= 0)
    tl_trial_brushes_set (plot->brushes, (guint) at, brush.from, brush.to);
  else
    tl_trial_brushes_add (plot->brushes, brush);
}

static void
move_axis (TlParallelPlot *plot, guint place, gint direction)
{
  gint to = (gint) place + direction;

  if (to < 0 || (guint) to >= plot->heads->len)
    return;
  tl_trial_axes_move (plot->axes, axis_at (plot, place), (guint) to);
  gtk_widget_grab_focus (plot->heads->pdata[to]);
}

static gboolean
on_head_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlParallelPlot *plot)
{
  gint     place = place_of_head (plot, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
  gboolean has_control = (modifiers & GDK_CONTROL_MASK) != 0;

  if (place < 0 || (modifiers & GDK_ALT_MASK) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      move_edge (plot, (guint) place, (modifiers & GDK_SHIFT_MASK) != 0, key == GDK_KEY_Up ? 1 : -1);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_control)
        move_axis (plot, (guint) place, key == GDK_KEY_Right ? 1 : -1);
      return has_control;
    case GDK_KEY_BackSpace:
      tl_trial_brushes_clear_axis (plot->brushes, axis_at (plot, (guint) place));
      return TRUE;
    case GDK_KEY_Delete:
      tl_trial_axes_hide (plot->axes, axis_at (plot, (guint) place));
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_head_drag_update (GtkGestureDrag *gesture, double dx, double dy, TlParallelPlot *plot)
{
  GtkWidget *head = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  double     from_x = plot->moved >= 0 ? plot->moved_dx : 0, from_y = plot->moved >= 0 ? plot->moved_dy : 0;

  /* The offset counts from the head, which moves along. */
  dx += from_x;
  dy += from_y;
  if (plot->moved < 0 && hypot (dx, dy) < CLICK_SLOP_PX)
    return;
  plot->moved = place_of_head (plot, head);
  plot->moved_dx = dx;
  plot->moved_dy = dy;
  gtk_widget_set_opacity (head, fabs (dy) > HIDE_PX && plot->heads->len > 2 ? HIDING_OPACITY : 1);
  gtk_widget_queue_allocate (GTK_WIDGET (plot));
}

static void
on_head_drag_end (GtkGestureDrag *gesture, double dx, double dy, TlParallelPlot *plot)
{
  GtkWidget        *head = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  TlParallelPicture picture = tl_parallel_plot_picture (plot);
  gint              place = plot->moved;
  double            x;
  guint             to = 0;

  plot->moved = -1;
  gtk_widget_set_opacity (head, 1);
  gtk_widget_grab_focus (head);
  gtk_widget_queue_allocate (GTK_WIDGET (plot));
  if (place < 0 || (guint) place >= picture.n_axes)
    return;
  if (fabs (plot->moved_dy) > HIDE_PX)
    {
      tl_trial_axes_hide (plot->axes, axis_at (plot, (guint) place));
      return;
    }
  x = picture.axes[place].x + plot->moved_dx;
  for (guint i = 1; i < picture.n_axes; i++)
    to = fabs (picture.axes[i].x - x) < fabs (picture.axes[to].x - x) ? i : to;
  tl_trial_axes_move (plot->axes, axis_at (plot, (guint) place), to);
}

void
tl_parallel_plot_add_head_controllers (TlParallelPlot *plot, GtkWidget *head)
{
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture         *drag = gtk_gesture_drag_new ();

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_head_key), plot);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_head_drag_update), plot);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_head_drag_end), plot);
  gtk_widget_add_controller (head, key);
  gtk_widget_add_controller (head, GTK_EVENT_CONTROLLER (drag));
}

/* Along the axes a press begins a brush. */
static gint
trial_at (GtkWidget *widget, double x, double y)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (widget);

  return axis_near (plot, x, y) < 0 ? tl_parallel_plot_trial_at (plot, x, y) : -1;
}

static gboolean
place_of (GtkWidget *widget, guint index, double *x, double *y)
{
  return tl_parallel_plot_trial_point (TL_PARALLEL_PLOT (widget), index, x, y);
}

void
tl_parallel_plot_add_controllers (TlParallelPlot *plot)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *key = gtk_event_controller_key_new ();
  GtkGesture         *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), plot);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), plot);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), plot);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), plot);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), plot);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), plot);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), plot);
  gtk_widget_add_controller (GTK_WIDGET (plot), motion);
  gtk_widget_add_controller (GTK_WIDGET (plot), key);
  gtk_widget_add_controller (GTK_WIDGET (plot), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (plot), GTK_EVENT_CONTROLLER (click));
  tl_trial_controllers_add (GTK_WIDGET (plot), plot->selection, trial_at, place_of, TRUE);
}
