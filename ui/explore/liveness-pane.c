/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/liveness-pane.h"

#include "core/base/extremum.h"
#include "core/draw/draw-liveness.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

struct _TlLivenessPane
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlAfterFrame *refresh;
  GCancellable *computing;   /* NULL: the picture is that of the session */
  TlLiveness   *liveness;    /* nullable */
  gint          block;       /* a column under the pointer or chosen by keys; -1: that of the selection */
  double        pointer_x, pointer_y;
  GtkWidget    *view;        /* GtkDrawingArea */
  GtkWidget    *text;        /* the summary, or the buffer under the pointer */
};

G_DEFINE_FINAL_TYPE (TlLivenessPane, tl_liveness_pane, GTK_TYPE_WIDGET)

static TlSelection *
selection_of (TlLivenessPane *self)
{
  return tl_session_selection (tl_editor_session (self->editor));
}

/* The column that is marked: of the pointer, else of the selected block; -1: none. */
static gint
marked_block (TlLivenessPane *self)
{
  TlNodeId selected = tl_selection_primary (selection_of (self));

  if (self->block >= 0)
    return self->block;
  for (guint b = 0; b < self->liveness->n_blocks; b++)
    if (self->liveness->blocks[b] == selected)
      return (gint) b;
  return -1;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TlLivenessPane *self = user_data;
  gint            block;

  if (self->liveness == NULL)
    return;
  tl_draw_liveness (cr, self->liveness, tl_style_palette (), width, height);
  block = marked_block (self);
  if (block >= 0)
    tl_draw_liveness_block (cr, self->liveness, tl_style_palette (), width, height, (guint) block);
}

static void
show_text (TlLivenessPane *self, gint life)
{
  g_autofree char *text = life >= 0 ? tl_liveness_text (self->liveness, (guint) life) : tl_liveness_summary (self->liveness);

  gtk_label_set_text (GTK_LABEL (self->text), text);
}

static void
show (TlLivenessPane *self)
{
  double           width, height;
  g_autofree char *summary = tl_liveness_summary (self->liveness);

  tl_liveness_size (self->liveness, &width, &height);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->view), (int) width);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->view), (int) height);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
  gtk_widget_queue_draw (self->view);
  show_text (self, -1);
}

/* --- computing, in a thread on an immutable program --- */

static void
compute_in_thread (GTask *task, gpointer source, gpointer nest, GCancellable *cancellable)
{
  g_task_return_pointer (task, tl_liveness_new (nest), (GDestroyNotify) tl_liveness_free);
}

static void
stop_computing (TlLivenessPane *self)
{
  if (self->computing != NULL)
    g_cancellable_cancel (self->computing);
  g_clear_object (&self->computing);
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlLivenessPane) self = user_data;
  TlLiveness                *liveness = g_task_propagate_pointer (G_TASK (result), NULL);

  if (liveness == NULL || self->view == NULL)   /* cancelled */
    {
      g_clear_pointer (&liveness, tl_liveness_free);
      return;
    }
  g_clear_object (&self->computing);
  g_clear_pointer (&self->liveness, tl_liveness_free);
  self->liveness = liveness;
  self->block = -1;
  show (self);
}

static void
refresh (GtkWidget *widget)
{
  TlLivenessPane   *self = TL_LIVENESS_PANE (widget);
  TlSession        *session = tl_editor_session (self->editor);
  TlVariant        *variant = tl_session_current (session);
  g_autoptr (GTask) task = NULL;

  if (variant == NULL || tl_session_func_name (session) == NULL)
    return;
  stop_computing (self);
  self->computing = g_cancellable_new ();
  task = g_task_new (NULL, self->computing, on_computed, g_object_ref (self));
  g_task_set_task_data (task, tl_nest_new (tl_state_module (tl_variant_state (variant)), tl_session_func_name (session)),
                        (GDestroyNotify) tl_nest_free);
  g_task_run_in_thread (task, compute_in_thread);
}

static void
refresh_soon (TlLivenessPane *self)
{
  tl_after_frame_ask (self->refresh);
}

/* --- input --- */

static void
point_at (TlLivenessPane *self, gint block, gint life)
{
  if (self->liveness == NULL)
    return;
  self->block = block;
  tl_selection_hover (selection_of (self), block >= 0 ? self->liveness->blocks[block] : 0);
  gtk_widget_queue_draw (self->view);
  show_text (self, life);
}

static void
point_at_place (TlLivenessPane *self, double x, double y)
{
  gint block, life;

  if (self->liveness == NULL)
    return;
  tl_liveness_find (self->liveness, gtk_widget_get_width (self->view), gtk_widget_get_height (self->view), x, y, &block, &life);
  point_at (self, block, life);
}

/* GTK repeats the last motion after each layout: that is no reason to leave the block that keys chose. */
static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlLivenessPane *self = user_data;

  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  point_at_place (self, x, y);
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  point_at (user_data, -1, -1);
}

static void
pick (TlLivenessPane *self)
{
  if (self->liveness != NULL && self->block >= 0)
    tl_selection_pick (selection_of (self), self->liveness->blocks[self->block]);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlLivenessPane *self = user_data;

  gtk_widget_grab_focus (self->view);
  point_at_place (self, x, y);
  pick (self);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlLivenessPane *self = user_data;
  gint            by = keyval == GDK_KEY_Left ? -1 : keyval == GDK_KEY_Right ? 1 : 0;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || self->liveness == NULL || self->liveness->n_blocks == 0)
    return FALSE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    pick (self);
  else if (by != 0)
    point_at (self, (gint) tl_clamp (marked_block (self) + by, 0, (gint) self->liveness->n_blocks - 1), -1);
  else
    return FALSE;
  return TRUE;
}

/* --- object --- */

static void
tl_liveness_pane_dispose (GObject *object)
{
  TlLivenessPane *self = TL_LIVENESS_PANE (object);
  GtkWidget      *child;

  g_clear_pointer (&self->refresh, tl_after_frame_free);
  stop_computing (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->view = NULL;
  g_clear_pointer (&self->liveness, tl_liveness_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_liveness_pane_parent_class)->dispose (object);
}

static void
tl_liveness_pane_class_init (TlLivenessPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_liveness_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "livenesspane");
}

static void
listen (TlLivenessPane *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkGesture         *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->view, motion);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->view, keys);
}

static void
tl_liveness_pane_init (TlLivenessPane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->block = -1;
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->view = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, "focusable", TRUE, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->view), draw, self, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), tl_scale_bin_new (self->view));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_hexpand (scroller, TRUE);
  self->text = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_yalign (GTK_LABEL (self->text), 0);
  gtk_label_set_lines (GTK_LABEL (self->text), 2);
  gtk_widget_add_css_class (self->text, "foot");
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  listen (self);
}

GtkWidget *
tl_liveness_pane_new (TlEditor *editor)
{
  TlLivenessPane *self = g_object_new (TL_TYPE_LIVENESS_PANE, NULL);
  TlSession      *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (gtk_widget_queue_draw), self->view, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
