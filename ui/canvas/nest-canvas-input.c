/* SPDX-License-Identifier: Apache-2.0 */
/* Pointer and keys on the canvas: selection, shortcuts of primitives, context menu, zoom. */
#include "ui/canvas/nest-canvas-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "ui/explore/guided-palette.h"
#include "ui/explore/split-ruler.h"

#define ZOOM_STEP 1.1

/* Selects the loops and blocks from the start of the Shift selection to @index. */
static void
select_range (TlNestCanvas *self, guint index)
{
  gint               anchor = tl_nest_find (self->nest, self->range_anchor);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  guint              first, last;

  if (anchor < 0)
    anchor = (gint) index;
  first = MIN ((guint) anchor, index);
  last = MAX ((guint) anchor, index);
  for (guint i = first; i <= last; i++)
    if (self->nest->items[i].id != 0 && !self->hidden[i])
      g_array_append_val (nodes, self->nest->items[i].id);
  tl_selection_pick_many (tl_nest_canvas_selection (self), (const TlNodeId *) (gpointer) nodes->data, nodes->len);
}

static void
select_row (TlNestCanvas *self, TlNestRow *row, GdkModifierType modifiers)
{
  TlNodeId id = tl_nest_row_id (row);

  if (id == 0)
    return;
  tl_nest_canvas_mark_culprits (self, NULL, 0);
  if (modifiers & GDK_SHIFT_MASK)
    select_range (self, tl_nest_row_index (row));
  else if (modifiers & GDK_CONTROL_MASK)
    tl_selection_toggle (tl_nest_canvas_selection (self), id);
  else
    tl_selection_pick (tl_nest_canvas_selection (self), id);
  if (!(modifiers & GDK_SHIFT_MASK))
    self->range_anchor = id;
}

static void
open_menu (TlNestCanvas *self, TlNestRow *row)
{
  if (tl_nest_row_id (row) == 0)
    return;
  if (!tl_selection_contains (tl_nest_canvas_selection (self), tl_nest_row_id (row)))
    select_row (self, row, 0);
  tl_guided_palette_open (self->editor, GTK_WIDGET (row));
}

static void
on_row_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlNestRow    *row = user_data;
  TlNestCanvas *self = TL_NEST_CANVAS (gtk_widget_get_parent (GTK_WIDGET (row)));
  guint         button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));

  gtk_widget_grab_focus (GTK_WIDGET (row));
  if (button == GDK_BUTTON_SECONDARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
      open_menu (self, row);
    }
  else if (button == GDK_BUTTON_PRIMARY)
    {
      select_row (self, row, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click)));
      if (n_press == 2)
        tl_nest_canvas_zoom_to (self, tl_nest_row_index (row));
    }
}

/* --- folding --- */

static void
fold (TlNestCanvas *self, guint index, gboolean folded)
{
  gint selected = tl_nest_find (self->nest, tl_selection_primary (tl_nest_canvas_selection (self)));

  tl_nest_folds_set (self->folds, self->nest->items[index].id, folded);
  if (folded && selected > (gint) index && selected < (gint) self->nest->items[index].end)
    tl_selection_pick (tl_nest_canvas_selection (self), self->nest->items[index].id);
  tl_nest_canvas_refold (self);
}

static void
on_fold_button (GtkButton *button, gpointer user_data)
{
  TlNestRow    *row = user_data;
  TlNestCanvas *self = TL_NEST_CANVAS (gtk_widget_get_parent (GTK_WIDGET (row)));

  fold (self, tl_nest_row_index (row), !tl_nest_row_is_folded (row));
}

/* Only what stands around the loop or block, and in it; again: everything. */
static void
toggle_path (TlNestCanvas *self, gint index)
{
  if (index < 0 && self->folds->path_to == 0)
    return;
  self->folds->path_to = self->folds->path_to != 0 ? 0 : self->nest->items[index].id;
  tl_nest_canvas_refold (self);
}

static void
on_row_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  gtk_widget_set_cursor_from_name (user_data, tl_nest_row_is_edge (user_data, x) ? "col-resize" : NULL);
}

void
tl_nest_canvas_add_row_input (TlNestCanvas *self, TlNestRow *row)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_row_pressed), row);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (click));
  if (tl_nest_row_is_loop (row))
    {
      GtkEventController *motion = gtk_event_controller_motion_new ();

      g_signal_connect (motion, "motion", G_CALLBACK (on_row_motion), row);
      gtk_widget_add_controller (GTK_WIDGET (row), motion);
    }
  if (tl_nest_row_fold_button (row) != NULL)
    g_signal_connect (tl_nest_row_fold_button (row), "clicked", G_CALLBACK (on_fold_button), row);
}

/* --- keys --- */

static gint
focused_index (TlNestCanvas *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  if (focus != NULL && TL_IS_NEST_ROW (focus) && gtk_widget_has_focus (focus))
    return (gint) tl_nest_row_index (TL_NEST_ROW (focus));
  return tl_nest_find (self->nest, tl_selection_primary (tl_nest_canvas_selection (self)));
}

/* The next loop or block that is shown, in this direction; of -1, the first or last one. -1: none. */
static gint
next_shown (TlNestCanvas *self, gint from, gint by)
{
  gint at = from < 0 && by < 0 ? (gint) self->rows->len : from;

  do
    at += by;
  while (at >= 0 && at < (gint) self->rows->len && (self->nest->items[at].id == 0 || self->hidden[at]));
  return at < (gint) self->rows->len ? at : -1;
}

/* As far as the window is high. */
static gint
next_page (TlNestCanvas *self, gint from, gint by)
{
  gint   at = from, next = next_shown (self, from, by);
  double width, height;

  tl_nest_canvas_room (self, &width, &height);
  while (next >= 0 && (at == from || fabs (self->boxes[next].y - self->boxes[from].y) * self->zoom < height))
    {
      at = next;
      from = from < 0 ? at : from;
      next = next_shown (self, at, by);
    }
  return at;
}

static void
go_to (TlNestCanvas *self, gint at, GdkModifierType modifiers)
{
  GtkWidget *row = at >= 0 ? tl_nest_canvas_row (self, (guint) at) : NULL;

  if (row == NULL)
    return;
  gtk_widget_grab_focus (row);
  select_row (self, TL_NEST_ROW (row), modifiers & GDK_SHIFT_MASK);
  tl_nest_canvas_scroll_to (self, (guint) at);
}

/* Folds, or goes to the loop around what cannot be folded. */
static void
walk_out (TlNestCanvas *self, gint from)
{
  gint parent = from >= 0 ? self->nest->items[from].parent : -1;

  if (from >= 0 && tl_nest_can_fold (self->nest, (guint) from) && !self->folded[from])
    fold (self, (guint) from, TRUE);
  else if (parent >= 0)
    go_to (self, next_shown (self, parent + 1, -1), 0);
}

/* Unfolds, or goes to the first one inside. */
static void
walk_in (TlNestCanvas *self, gint from)
{
  if (from >= 0 && self->folded[from])
    fold (self, (guint) from, FALSE);
  else
    go_to (self, next_shown (self, from, 1), 0);
}

static gboolean
act_on_key (TlNestCanvas *self, guint keyval, GdkModifierType modifiers)
{
  const TlPrimitive *primitive;
  char               key[8] = { 0 };

  g_unichar_to_utf8 (gdk_keyval_to_unicode (gdk_keyval_to_upper (keyval)), key);
  primitive = key[0] != '\0' ? tl_editor_find_shortcut (key) : NULL;
  if (primitive == NULL || tl_selection_primary (tl_nest_canvas_selection (self)) == 0)
    return FALSE;
  /* Shift: two loops at once. */
  if ((modifiers & GDK_SHIFT_MASK) != 0 && primitive == tl_primitive_find ("split") && tl_editor_split_ruler (self->editor) != NULL
      && tl_split_ruler_open (TL_SPLIT_RULER (tl_editor_split_ruler (self->editor)), TRUE, tl_nest_canvas_anchor (self)))
    return TRUE;
  tl_editor_start (self->editor, primitive, FALSE, tl_nest_canvas_anchor (self));
  return TRUE;
}

/* 0 shows all, Z the selection. */
static gboolean
zoom_by_key (TlNestCanvas *self, guint keyval, gint at)
{
  switch (keyval)
    {
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      tl_nest_canvas_fit (self);
      return TRUE;
    case GDK_KEY_z:
    case GDK_KEY_Z:
      if (at >= 0)
        tl_nest_canvas_zoom_to (self, (guint) at);
      return at >= 0;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
      tl_nest_canvas_zoom_by (self, 1);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      tl_nest_canvas_zoom_by (self, -1);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlNestCanvas *self = user_data;
  gint          at;

  if (self->nest == NULL || self->nest->n_items == 0 || modifiers & (GDK_CONTROL_MASK | GDK_SUPER_MASK))
    return FALSE;
  if (tl_nest_canvas_drag_key (self, keyval))
    return TRUE;
  at = focused_index (self);
  if (modifiers & GDK_ALT_MASK)
    {
      if (at < 0 || (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down))
        return FALSE;
      tl_nest_canvas_move_loop (self, (guint) at, keyval == GDK_KEY_Up ? -1 : 1);
      return TRUE;
    }
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      go_to (self, next_shown (self, at, keyval == GDK_KEY_Up ? -1 : 1), modifiers);
      return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_End:
      go_to (self, next_shown (self, -1, keyval == GDK_KEY_End ? -1 : 1), modifiers);
      return TRUE;
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      go_to (self, next_page (self, at, keyval == GDK_KEY_Page_Up ? -1 : 1), modifiers);
      return TRUE;
    case GDK_KEY_Left:
      walk_out (self, at);
      return TRUE;
    case GDK_KEY_Right:
      walk_in (self, at);
      return TRUE;
    case GDK_KEY_space:
      toggle_path (self, at);
      return TRUE;
    case GDK_KEY_Escape:
      tl_nest_canvas_mark_culprits (self, NULL, 0);
      tl_selection_pick (tl_nest_canvas_selection (self), 0);
      return TRUE;
    case GDK_KEY_Menu:
    case GDK_KEY_Return:
    case GDK_KEY_period:
      if (at >= 0 && !self->hidden[at])
        open_menu (self, TL_NEST_ROW (tl_nest_canvas_row (self, (guint) at)));
      return at >= 0;
    case GDK_KEY_a:
    case GDK_KEY_A:
      return at >= 0 && tl_nest_canvas_choose_loop (self, (guint) at);
    default:
      return zoom_by_key (self, keyval, at) || act_on_key (self, keyval, modifiers);
    }
}

/* --- zoom --- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer user_data)
{
  TlNestCanvas   *self = user_data;
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!(modifiers & GDK_CONTROL_MASK))
    return FALSE;
  tl_nest_canvas_set_zoom (self, self->zoom * (dy < 0 ? ZOOM_STEP : 1 / ZOOM_STEP));
  return TRUE;
}

/* Alone the wheel scrolls, over headers too; steps of a whole notch. */
static gboolean
on_notch (GtkEventControllerScroll *controller, double dx, double dy, gpointer user_data)
{
  TlNestCanvas   *self = user_data;
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gint            index = self->nest != NULL ? tl_nest_find (self->nest, tl_selection_hovered (tl_nest_canvas_selection (self))) : -1;

  if ((modifiers & GDK_ALT_MASK) == 0 || index < 0 || self->nest->items[index].kind != TL_NEST_LOOP)
    return FALSE;
  g_signal_emit_by_name (self, "loop-stepped", self->nest->items[index].id, dy > 0 ? 1 : -1);
  return TRUE;
}

static void
on_background_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlNestCanvas *self = user_data;
  GtkWidget    *hit = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  gint          index = self->nest != NULL && !tl_nest_canvas_has_detail (self) ? tl_nest_canvas_box_at (self, x, y) : -1;

  if (hit != GTK_WIDGET (self))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  tl_nest_canvas_mark_culprits (self, NULL, 0);
  tl_selection_pick (tl_nest_canvas_selection (self), index >= 0 ? self->nest->items[index].id : 0);
  if (index >= 0 && n_press == 2)
    tl_nest_canvas_zoom_to (self, (guint) index);
}

/* Dragging with the middle button pans. */
static void
on_pan (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  GtkWidget     *scroller = gtk_widget_get_ancestor (user_data, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *h, *v;

  if (scroller == NULL)
    return;
  h = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));
  v = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_set_value (h, gtk_adjustment_get_value (h) - dx);
  gtk_adjustment_set_value (v, gtk_adjustment_get_value (v) - dy);
}

void
tl_nest_canvas_init_input (TlNestCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *notches = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
                                                                 | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkGesture         *pan = gtk_gesture_drag_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_event_controller_set_propagation_phase (notches, GTK_PHASE_CAPTURE);
  g_signal_connect (notches, "scroll", G_CALLBACK (on_notch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), notches);
  g_signal_connect (click, "pressed", G_CALLBACK (on_background_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);
  g_signal_connect (pan, "drag-update", G_CALLBACK (on_pan), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pan));
}
