/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/watchdog.h"

#include <fcntl.h>
#include <unistd.h>

/* A source that is never ready. Before all others it is prepared, ahead of the poll, and checked, behind it. */
struct _TlWatchdog
{
  GSource        source;
  gint64         limit_us;
  TlWatchdogFunc on_hold;
  gpointer       user_data;
  int            times;                    /* file, -1: there is none */
  gint64         began_us;                 /* the dispatches under way; 0: the loop is not among them */
  gint64         began_cpu_us, began_queued_us;
  char          *cause;
  gint64         noted_us;
};

/* Of the calling thread, from Linux's /proc/thread-self/schedstat: nanoseconds on a core, and in the queue for one. */
static void
read_times (int file, gint64 *cpu_us, gint64 *queued_us)
{
  char    text[96], *rest = text;
  gssize  n = file >= 0 ? pread (file, text, sizeof text - 1, 0) : 0;

  text[MAX (n, 0)] = '\0';
  *cpu_us = (gint64) (g_ascii_strtoull (rest, &rest, 10) / 1000);
  *queued_us = (gint64) (g_ascii_strtoull (rest, NULL, 10) / 1000);
}

static gboolean
watchdog_prepare (GSource *source, int *timeout)
{
  TlWatchdog *self = (TlWatchdog *) source;
  gint64      now_us = g_get_monotonic_time ();

  *timeout = -1;
  if (self->began_us != 0 && now_us - self->began_us > self->limit_us)
    {
      TlHold hold = { .held_us = now_us - self->began_us, .cause = self->cause, .after_us = now_us - self->noted_us };

      read_times (self->times, &hold.cpu_us, &hold.queued_us);
      hold.cpu_us -= self->began_cpu_us;
      hold.queued_us -= self->began_queued_us;
      self->on_hold (&hold, self->user_data);
    }
  self->began_us = 0;
  return FALSE;
}

static gboolean
watchdog_check (GSource *source)
{
  TlWatchdog *self = (TlWatchdog *) source;

  self->began_us = g_get_monotonic_time ();
  read_times (self->times, &self->began_cpu_us, &self->began_queued_us);
  return FALSE;
}

static gboolean
watchdog_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
watchdog_finalize (GSource *source)
{
  TlWatchdog *self = (TlWatchdog *) source;

  if (self->times >= 0)
    close (self->times);
  g_free (self->cause);
}

TlWatchdog *
tl_watchdog_new (GMainContext *context, gint64 limit_us, TlWatchdogFunc on_hold, gpointer user_data)
{
  static GSourceFuncs functions
    = { .prepare = watchdog_prepare, .check = watchdog_check, .dispatch = watchdog_dispatch, .finalize = watchdog_finalize };
  TlWatchdog *self = (TlWatchdog *) g_source_new (&functions, sizeof (TlWatchdog));

  self->times = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  self->limit_us = limit_us;
  self->on_hold = on_hold;
  self->user_data = user_data;
  g_source_set_priority (&self->source, G_MININT);
  g_source_set_static_name (&self->source, "[tileloom] watchdog");
  g_source_attach (&self->source, context);
  return self;
}

void
tl_watchdog_free (TlWatchdog *self)
{
  g_source_destroy (&self->source);
  g_source_unref (&self->source);
}

void
tl_watchdog_note (TlWatchdog *self, const char *cause)
{
  g_free (self->cause);
  self->cause = g_strdup (cause);
  self->noted_us = g_get_monotonic_time ();
}
