/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-controllers.h"

#include "core/base/i18n.h"
#include "core/session/tuning/trial-view.h"

/* Of a widget, which owns it. */
typedef struct
{
  GtkWidget        *widget;      /* borrowed */
  TlTrialSelection *selection;   /* owned */
  TlTrialAtFunc     at;
  TlTrialPlaceFunc  place;
  gboolean          drags_picked_only;
  guint             dragged;     /* index */
} Controllers;

static void
controllers_free (gpointer data)
{
  Controllers *self = data;

  g_object_unref (self->selection);
  g_free (self);
}

/* The menu's place is a point of the window. */
static void
open_menu (Controllers *self, guint index, double x, double y)
{
  GtkWidget       *window = GTK_WIDGET (gtk_widget_get_root (self->widget));
  graphene_point_t point;

  if (window != NULL && gtk_widget_compute_point (self->widget, window, &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
    gtk_widget_activate_action (self->widget, "trial.menu", "(udd)", index, (double) point.x, (double) point.y);
}

/* At the release: a menu that comes up below a pressed button gets a release without its press. */
static void
on_right_click (GtkGestureClick *gesture, int n_press, double x, double y, Controllers *self)
{
  gint index = self->at (self->widget, x, y);

  if (index < 0)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, (guint) index, x, y);
}

static gboolean
on_menu_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, Controllers *self)
{
  gint   index = tl_trial_selection_picked (self->selection);
  double x = gtk_widget_get_width (self->widget) / 2.0, y = gtk_widget_get_height (self->widget) / 2.0;

  if (key != GDK_KEY_Menu && (key != GDK_KEY_F10 || (modifiers & GDK_SHIFT_MASK) == 0))
    return FALSE;
  if (index < 0)
    return FALSE;
  self->place (self->widget, (guint) index, &x, &y);
  open_menu (self, (guint) index, x, y);
  return TRUE;
}

/* --- dragging --- */

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, Controllers *self)
{
  gint                   index = self->at (self->widget, x, y);
  g_autoptr (TlTrialItem) item = NULL;

  if (index < 0 || (self->drags_picked_only && index != tl_trial_selection_picked (self->selection)))
    return NULL;
  self->dragged = (guint) index;
  item = tl_trial_item_new (tl_trial_selection_trials (self->selection), (guint) index);
  return gdk_content_provider_new_typed (TL_TYPE_TRIAL_ITEM, item);
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, Controllers *self)
{
  TlTrialRecord    record = tl_trial_store_get (tl_trial_selection_trials (self->selection), self->dragged);
  g_autofree char *text = g_strdup_printf (_("Trial %u"), record.number);
  GtkWidget       *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "trial-drag");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), label);
}

void
tl_trial_controllers_add (GtkWidget *widget, TlTrialSelection *selection, TlTrialAtFunc at, TlTrialPlaceFunc place,
                          gboolean drags_picked_only)
{
  Controllers        *self = g_new0 (Controllers, 1);
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkDragSource      *drag = gtk_drag_source_new ();

  *self = (Controllers) { widget, g_object_ref (selection), at, place, drags_picked_only, 0 };
  g_object_set_data_full (G_OBJECT (widget), "trial-controllers", self, controllers_free);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "released", G_CALLBACK (on_right_click), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_menu_key), self);
  gtk_drag_source_set_actions (drag, GDK_ACTION_COPY);
  g_signal_connect (drag, "prepare", G_CALLBACK (on_drag_prepare), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}
