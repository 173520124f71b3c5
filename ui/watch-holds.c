/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/watch-holds.h"

#include "core/base/watchdog.h"
#include "tileloom-config.h"

#define FRAME_MS 16
#define DELAY_US 40000

/* As long as the application. */
typedef struct
{
  TlWatchdog *watchdog;
  gboolean    delays_keys;
  gint64      frame_began_us;
  gint64      frame_us;         /* of the frames since the last line */
} HoldWatch;

static void
on_hold (const TlHold *hold, gpointer user_data)
{
  HoldWatch *watch = user_data;

  g_printerr ("watchdog: held %.1f ms: CPU %.1f, queued %.1f, waited %.1f, in a frame %.1f; ", hold->held_us / 1e3, hold->cpu_us / 1e3,
              hold->queued_us / 1e3, MAX (hold->held_us - hold->cpu_us - hold->queued_us, 0) / 1e3,
              MIN (watch->frame_us, hold->held_us) / 1e3);
  if (hold->cause != NULL)
    g_printerr ("%.0f ms after %s\n", hold->after_us / 1e3, hold->cause);
  else
    g_printerr ("at start\n");
  watch->frame_us = 0;
}

/* --- causes --- */

static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer user_data)
{
  HoldWatch       *watch = user_data;
  GdkEventType     type = gdk_event_get_event_type (event);
  g_autofree char *cause = NULL;

  if (type == GDK_KEY_PRESS)
    {
      g_autofree char *key = gtk_accelerator_name (gdk_key_event_get_keyval (event),
                                                   gdk_event_get_modifier_state (event) & GDK_MODIFIER_MASK);

      cause = g_strconcat ("key ", key, NULL);
    }
  else if (type == GDK_BUTTON_PRESS || type == GDK_BUTTON_RELEASE)
    cause = g_strdup_printf ("%s of button %u", type == GDK_BUTTON_PRESS ? "press" : "release", gdk_button_event_get_button (event));
  if (cause != NULL)
    tl_watchdog_note (watch->watchdog, cause);
  if (type == GDK_KEY_PRESS && watch->delays_keys)
    g_usleep (DELAY_US);
  return FALSE;
}

/* --- frames --- */

static void
on_before_paint (HoldWatch *watch)
{
  watch->frame_began_us = g_get_monotonic_time ();
}

static void
on_after_paint (HoldWatch *watch)
{
  watch->frame_us = g_get_monotonic_time () - watch->frame_began_us;
}

static void
on_realize (GtkWidget *window, HoldWatch *watch)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_before_paint), watch);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_after_paint), watch);
}

/* --- windows --- */

static void
on_windows_changed (GListModel *windows, guint position, guint n_removed, guint n_added, gpointer watch)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      GtkEventController   *events = gtk_event_controller_legacy_new ();

      gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
      g_signal_connect (events, "event", G_CALLBACK (on_event), watch);
      gtk_widget_add_controller (window, events);
      g_signal_connect (window, "realize", G_CALLBACK (on_realize), watch);
    }
}

static void
hold_watch_free (gpointer data)
{
  HoldWatch *watch = data;

  tl_watchdog_free (watch->watchdog);
  g_free (watch);
}

void
tl_watch_holds (GtkApplication *application)
{
  const char *asked = g_getenv ("TILELOOM_WATCHDOG");
  HoldWatch  *watch;

  if (!TL_HAS_WATCHDOG || asked == NULL)
    return;
  watch = g_new0 (HoldWatch, 1);
  watch->delays_keys = g_strcmp0 (asked, "delay") == 0;
  watch->watchdog = tl_watchdog_new (NULL, (watch->delays_keys ? FRAME_MS : (gint64) g_ascii_strtoull (asked, NULL, 10)) * 1000, on_hold,
                                     watch);
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (on_windows_changed), watch);
  g_object_set_data_full (G_OBJECT (application), "hold-watch", watch, hold_watch_free);
}
