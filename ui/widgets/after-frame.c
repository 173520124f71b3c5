/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of a window stand in one queue, which its frame clock keeps: one call a dispatch, so that keys come between. Those after calls
 * that took long wait for one more frame: a frame that shows the work of many would take long itself.
 */
#include "ui/widgets/after-frame.h"

typedef struct
{
  GQueue calls;     /* of TlAfterFrame, borrowed */
  guint  source;    /* 0: the queue is empty, or waits for a frame */
  gint64 used_us;   /* by the calls since the last frame */
} CallQueue;

struct _TlAfterFrame
{
  GtkWidget *widget;     /* the owner */
  void     (*call) (GtkWidget *widget);
  guint      tick;
  CallQueue *queue;      /* where it stands; NULL: in none */
};

/* --- the queue --- */

static void
call_queue_free (gpointer data)
{
  CallQueue    *queue = data;
  TlAfterFrame *call;

  while ((call = g_queue_pop_head (&queue->calls)) != NULL)
    call->queue = NULL;
  g_clear_handle_id (&queue->source, g_source_remove);
  g_free (queue);
}

static gboolean run (gpointer clock);

static void
schedule (CallQueue *queue, GdkFrameClock *clock)
{
  if (queue->source == 0 && !g_queue_is_empty (&queue->calls))
    queue->source = g_idle_add_full (G_PRIORITY_LOW, run, clock, NULL);
}

static void
on_after_paint (GdkFrameClock *clock, CallQueue *queue)
{
  queue->used_us = 0;
  schedule (queue, clock);
}

static CallQueue *
queue_of (GdkFrameClock *clock)
{
  CallQueue *queue = g_object_get_data (G_OBJECT (clock), "after-frame");

  if (queue == NULL)
    {
      queue = g_new0 (CallQueue, 1);
      g_object_set_data_full (G_OBJECT (clock), "after-frame", queue, call_queue_free);
      g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), queue);
    }
  return queue;
}

/* A call may destroy the window. */
static gboolean
run (gpointer clock)
{
  g_autoptr (GdkFrameClock) kept = g_object_ref (clock);
  CallQueue    *queue = queue_of (clock);
  TlAfterFrame *self = g_queue_pop_head (&queue->calls);
  gint64        began_us = g_get_monotonic_time ();

  if (self != NULL)
    {
      self->queue = NULL;
      self->call (self->widget);
    }
  queue->used_us += g_get_monotonic_time () - began_us;
  if (!g_queue_is_empty (&queue->calls) && queue->used_us < TL_SLICE_US)
    return G_SOURCE_CONTINUE;
  queue->source = 0;
  if (!g_queue_is_empty (&queue->calls))
    gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_UPDATE);
  return G_SOURCE_REMOVE;
}

/* --- calls --- */

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
  if (self->queue != NULL)
    g_queue_remove (&self->queue->calls, self);
  g_free (self);
}

/* The frame of this tick is painted before the main loop runs sources of lower priority. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlAfterFrame *self = user_data;

  self->tick = 0;
  if (self->queue == NULL)
    {
      self->queue = queue_of (clock);
      g_queue_push_tail (&self->queue->calls, self);
    }
  schedule (self->queue, clock);
  return G_SOURCE_REMOVE;
}

gboolean
tl_after_frame_is_due (TlAfterFrame *self)
{
  return self->tick != 0 || self->queue != NULL;
}

void
tl_after_frame_ask (TlAfterFrame *self)
{
  if (!tl_after_frame_is_due (self))
    self->tick = gtk_widget_add_tick_callback (self->widget, on_tick, self, NULL);
}
