/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/whole-clicks.h"

#define N_BUTTONS 5   /* that have a bit in the state of events */

static GdkModifierType
mask_of (GdkEvent *event)
{
  guint button = gdk_button_event_get_button (event);

  return button >= 1 && button <= N_BUTTONS ? (GdkModifierType) (GDK_BUTTON1_MASK << (button - 1)) : 0;
}

/* @down: the buttons whose release did not come. That of a drag to another window never does: one motion is withheld, then none. */
static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, GdkModifierType *down)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_PRESS)
    *down |= mask_of (event);
  else if (type == GDK_BUTTON_RELEASE)
    *down &= ~mask_of (event);
  else if (type == GDK_MOTION_NOTIFY && (*down & ~gdk_event_get_modifier_state (event)) != 0)
    {
      *down &= gdk_event_get_modifier_state (event);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

void
tl_keep_clicks_whole (GtkWidget *window)
{
  GtkEventController *controller;
  GdkModifierType    *down;

  if (g_object_get_data (G_OBJECT (window), "buttons-down") != NULL)
    return;
  down = g_new0 (GdkModifierType, 1);
  g_object_set_data_full (G_OBJECT (window), "buttons-down", down, g_free);
  controller = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "event", G_CALLBACK (on_event), down);
  gtk_widget_add_controller (window, controller);
}
