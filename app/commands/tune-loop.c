/* SPDX-License-Identifier: Apache-2.0 */
/* A search with its progress, until its end or Ctrl+C; the lock of the project that it writes to. */
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/commands/tune.h"

#define PROGRESS_MS          2000
#define PROGRESS_TERMINAL_MS 200

gboolean
tl_tune_lock_runs (const char *database, gboolean resume, int *lock)
{
  *lock = g_open (database, O_RDONLY | O_CLOEXEC, 0);
  if (*lock <= 0 || flock (*lock, (resume ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 || !resume || errno != EWOULDBLOCK)
    return TRUE;
  fprintf (stderr, "tileloom-cli: another program is tuning in %s: try again when it has finished, or omit --resume\n", database);
  return FALSE;
}

void
tl_tune_loop_clear (TlTuneLoop *loop)
{
  g_clear_pointer (&loop->tuner, tl_module_tuner_free);
  g_clear_pointer (&loop->report, tl_tune_report_free);
  g_clear_pointer (&loop->loop, g_main_loop_unref);
  g_clear_pointer (&loop->at_time_over, g_free);
}

static gboolean
quit_loop (gpointer user_data)
{
  g_main_loop_quit (((TlTuneLoop *) user_data)->loop);
  return G_SOURCE_REMOVE;
}

static void
on_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  tl_tune_report_trial (task, trial, ((TlTuneLoop *) user_data)->report);
}

static void
on_done (gpointer user_data)
{
  g_idle_add (quit_loop, user_data);
}

/* The first signal stops the search. A second one, at least a second later, kills the program. */
static gboolean
on_interrupt (gpointer user_data)
{
  TlTuneLoop *loop = user_data;
  gint64      now_us = g_get_monotonic_time ();

  if (loop->stopped_us != 0 && now_us - loop->stopped_us > G_USEC_PER_SEC)
    {
      signal (SIGINT, SIG_DFL);
      raise (SIGINT);
    }
  if (loop->stopped_us != 0)
    return G_SOURCE_CONTINUE;
  loop->stopped_us = now_us;
  fprintf (stderr, "\nstopping …\n");
  tl_module_tuner_stop (loop->tuner);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_time_over (gpointer user_data)
{
  TlTuneLoop *loop = user_data;

  if (loop->at_time_over == NULL)
    loop->at_time_over = tl_tune_report_phases (loop->report, loop->tuner);
  tl_module_tuner_stop (loop->tuner);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_progress (gpointer user_data)
{
  TlTuneLoop *loop = user_data;

  tl_tune_report_progress (loop->report, loop->tuner);
  if (loop->on_progress != NULL)
    loop->on_progress (loop->user_data);
  return G_SOURCE_CONTINUE;
}

gboolean
tl_tune_loop_run (TlTuneLoop *loop, TlWorkerPool *pool, const TlModuleTuneOptions *options, gboolean as_json, double most_s,
                  GError **error)
{
  TlModuleTuneCallbacks callbacks = { .on_trial = on_trial, .on_done = on_done, .user_data = loop };
  guint                 timer, interrupt, limit = 0;

  loop->report = tl_tune_report_new (as_json, options);
  loop->loop = g_main_loop_new (NULL, FALSE);
  loop->tuner = tl_module_tuner_start (pool, options, &callbacks, error);
  if (loop->tuner == NULL)
    return FALSE;
  timer = g_timeout_add (isatty (STDERR_FILENO) ? PROGRESS_TERMINAL_MS : PROGRESS_MS, on_progress, loop);
  interrupt = g_unix_signal_add (SIGINT, on_interrupt, loop);
  if (most_s > 0)
    limit = g_timeout_add ((guint) (most_s * 1000), on_time_over, loop);
  g_main_loop_run (loop->loop);
  g_source_remove (timer);
  g_source_remove (interrupt);
  if (limit != 0)
    g_source_remove (limit);
  tl_module_tuner_wait (loop->tuner);
  on_progress (loop);
  fprintf (stderr, "\n");
  return TRUE;
}
