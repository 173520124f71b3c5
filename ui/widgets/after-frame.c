/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/after-frame.h"

struct _TlAfterFrame
{
  GtkWidget *widget;     /* the owner */
  void     (*call) (GtkWidget *widget);
  guint      tick;
  guint      source;
};

TlAfterFrame *
tl_after_frame_new (GtkWidget *widget, void (*call) (GtkWidget *widget))
{
  TlAfterFrame *self = g_new0 (TlAfterFrame, 1);

  self->widget = widget;
  self->call = call;
  return self;
}

void
tl_after_frame_free (TlAfterFrame *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

static gboolean
run (gpointer user_data)
{
  TlAfterFrame *self = user_data;

  self->source = 0;
  self->call (self->widget);
  return G_SOURCE_REMOVE;
}

/* The frame of this tick is painted before the main loop runs sources of lower priority. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlAfterFrame *self = user_data;

  self->tick = 0;
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_LOW, run, self, NULL);
  return G_SOURCE_REMOVE;
}

void
tl_after_frame_ask (TlAfterFrame *self)
{
  if (self->tick == 0 && self->source == 0)
    self->tick = gtk_widget_add_tick_callback (self->widget, on_tick, self, NULL);
}
