/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/watch.h"

#include <stdio.h>
#include <unistd.h>

#include "app/commands/command.h"

#define SILENT_US   (2 * G_USEC_PER_SEC)    /* shorter operations print nothing */
#define TERMINAL_US (G_USEC_PER_SEC / 2)
#define LONGEST_US  (32 * G_USEC_PER_SEC)   /* between lines of a log */
#define GRACE_US    G_USEC_PER_SEC          /* between the time limit and the end of the program */

struct _TlWatch
{
  GThread      *thread;
  GCancellable *cancellable;
  gboolean      is_terminal;
  double        limit_s;       /* 0: none */
  gint64        started_us;
  /* Under lock */
  GMutex        lock;
  GCond         changed;
  char         *what;          /* NULL: another watch prints it */
  gboolean      is_over;
  gboolean      has_line;      /* on the terminal */
};

/* Call the following functions with the lock held. */

static void
clear_line (TlWatch *watch)
{
  if (watch->has_line)
    fprintf (stderr, "\r\033[K");
  watch->has_line = FALSE;
}

static void
report (TlWatch *watch, gint64 now_us)
{
  gint64 elapsed_s;

  if (watch->what == NULL)
    return;
  elapsed_s = (now_us - watch->started_us) / G_USEC_PER_SEC;

  fprintf (stderr, watch->is_terminal ? "\r\033[K%s … %" G_GINT64_FORMAT " s" : "%s … %" G_GINT64_FORMAT " s\n", watch->what, elapsed_s);
  watch->has_line = watch->is_terminal;
}

/* Worker processes end when this process ends. */
static G_NORETURN void
end_program (TlWatch *watch)
{
  clear_line (watch);
  tl_command_message ("timed out after %g s while %s", watch->limit_s,
                      watch->what != NULL ? watch->what : "reading the program and its schedule");
  _exit (TL_EXIT_FAILED);
}

static gpointer
watch_thread (gpointer user_data)
{
  TlWatch *watch = user_data;
  gint64   deadline_us = watch->limit_s > 0 ? watch->started_us + (gint64) (watch->limit_s * G_USEC_PER_SEC) : G_MAXINT64;
  gint64   step_us = watch->is_terminal ? TERMINAL_US : SILENT_US, next_us = watch->started_us + SILENT_US;
  gboolean is_late = FALSE;

  g_mutex_lock (&watch->lock);
  while (!watch->is_over)
    {
      gint64 now_us;

      g_cond_wait_until (&watch->changed, &watch->lock, MIN (next_us, deadline_us));
      now_us = g_get_monotonic_time ();
      if (watch->is_over)
        break;
      if (now_us >= deadline_us)
        {
          if (is_late)
            end_program (watch);
          is_late = TRUE;
          deadline_us = now_us + GRACE_US;
          g_mutex_unlock (&watch->lock);
          g_cancellable_cancel (watch->cancellable);
          g_mutex_lock (&watch->lock);
        }
      else if (now_us >= next_us)
        {
          report (watch, now_us);
          next_us = now_us + step_us;
          step_us = watch->is_terminal ? step_us : MIN (2 * step_us, LONGEST_US);
        }
    }
  clear_line (watch);
  g_mutex_unlock (&watch->lock);
  return NULL;
}

static TlWatch *
new_watch (double limit_s, char *what)
{
  TlWatch *watch = g_new0 (TlWatch, 1);

  watch->cancellable = g_cancellable_new ();
  watch->is_terminal = isatty (STDERR_FILENO);
  watch->limit_s = limit_s;
  watch->started_us = g_get_monotonic_time ();
  watch->what = what;
  g_mutex_init (&watch->lock);
  g_cond_init (&watch->changed);
  /* Without a thread the command works, but prints no progress. */
  watch->thread = g_thread_try_new ("watch", watch_thread, watch, NULL);
  return watch;
}

TlWatch *
tl_watch_new (const char *format, ...)
{
  va_list arguments;
  char   *what;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return new_watch (0, what);
}

TlWatch *
tl_watch_new_limited (double limit_s)
{
  return new_watch (limit_s, NULL);
}

void
tl_watch_free (TlWatch *watch)
{
  g_mutex_lock (&watch->lock);
  watch->is_over = TRUE;
  g_cond_signal (&watch->changed);
  g_mutex_unlock (&watch->lock);
  if (watch->thread != NULL)
    g_thread_join (watch->thread);
  g_mutex_clear (&watch->lock);
  g_cond_clear (&watch->changed);
  g_object_unref (watch->cancellable);
  g_free (watch->what);
  g_free (watch);
}

void
tl_watch_say (TlWatch *watch, const char *format, ...)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watch->lock);
  va_list arguments;

  va_start (arguments, format);
  g_free (watch->what);
  watch->what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

GCancellable *
tl_watch_cancellable (TlWatch *watch)
{
  return watch->cancellable;
}

double
tl_watch_left_s (TlWatch *watch, double most)
{
  double elapsed_s = (double) (g_get_monotonic_time () - watch->started_us) / G_USEC_PER_SEC;

  return watch->limit_s > 0 ? MAX (MIN (watch->limit_s - elapsed_s, most), 0.001) : most;
}
