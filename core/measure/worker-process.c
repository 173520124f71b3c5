/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/worker-process-private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/json-members.h"
#include "core/worker/worker.h"

#define START_LIMIT_S  30.0
#define CANCEL_LIMIT_S 5.0
#define SILENCE_S      60.0    /* beyond its own limit a worker needs no more than this to answer, even on a busy machine */
#define END_LIMIT_MS   500

struct _TlWorkerProcess
{
  char           *program;
  char           *cpus;
  TlPoolPriority  priority;
  pid_t           pid;       /* 0: none */
  int             fd;        /* -1: none */
  gint64          number;    /* of the last request */
  TlMessageReader reader;
};

TlWorkerProcess *
tl_worker_process_new (const char *program, const char *cpus, TlPoolPriority priority)
{
  TlWorkerProcess *worker = g_new0 (TlWorkerProcess, 1);

  worker->program = g_strdup (program);
  worker->cpus = g_strdup (cpus);
  worker->priority = priority;
  worker->fd = -1;
  tl_message_reader_init (&worker->reader);
  return worker;
}

/* --- its end --- */

/* Says how the process ended; NULL if it had to be killed. @by_signal: nullable, whether a signal of somebody else ended it. */
static char *
reap (TlWorkerProcess *worker, gboolean kill_at_once, gboolean *by_signal)
{
  char *how = NULL;
  int status = 0;
  pid_t pid = worker->pid, ended = 0;

  if (worker->fd >= 0)
    close (worker->fd);
  worker->fd = -1;
  worker->pid = 0;
  g_byte_array_set_size (worker->reader.bytes, 0);
  if (pid == 0)
    return NULL;
  for (guint waited_ms = 0; !kill_at_once && ended == 0 && waited_ms < END_LIMIT_MS; waited_ms++)
    {
      ended = waitpid (pid, &status, WNOHANG);
      if (ended == 0)
        g_usleep (1000);
    }
  if (ended == 0)
    {
      kill (pid, SIGKILL);
      while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        ;
    }
  else if (ended > 0 && WIFSIGNALED (status))
    {
      how = g_strdup_printf ("it was killed by signal %d, %s", WTERMSIG (status), strsignal (WTERMSIG (status)));
      if (by_signal)
        *by_signal = TRUE;
    }
  else if (ended > 0)
    how = g_strdup_printf ("it exited with status %d", WEXITSTATUS (status));
  return how;
}

void
tl_worker_process_free (TlWorkerProcess *worker)
{
  g_free (reap (worker, FALSE, NULL));
  tl_message_reader_clear (&worker->reader);
  g_free (worker->program);
  g_free (worker->cpus);
  g_free (worker);
}

gboolean
tl_worker_process_is_running (const TlWorkerProcess *worker)
{
  return worker->fd >= 0;
}

static gboolean
fail_dead (TlWorkerProcess *worker, GError **error)
{
  gboolean by_signal = FALSE;
  g_autofree char *how = reap (worker, FALSE, &by_signal);

  return tl_fail (error, TL_RUN_ERROR, by_signal ? TL_RUN_ERROR_ENDED : TL_RUN_ERROR_WORKER, "the worker process has ended: %s",
                  how ? how : "it closed the connection");
}

static gboolean
fail_silent (TlWorkerProcess *worker, GError **error)
{
  g_free (reap (worker, TRUE, NULL));
  return tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "the worker process stopped responding and was killed");
}

/* Its children come later and have it, too. */
static void
set_priority (const TlWorkerProcess *worker)
{
  const struct sched_param none = { 0 };

  if (worker->priority == TL_POOL_PRIORITY_IDLE)
    sched_setscheduler (worker->pid, SCHED_IDLE, &none);
  else if (worker->priority == TL_POOL_PRIORITY_BACKGROUND)
    setpriority (PRIO_PROCESS, (id_t) worker->pid, TL_POOL_NICENESS);
}

/*
 * A process group of its own keeps the terminal's Ctrl+C from the workers: the program that asked decides what happens. It learns of the
 * pool's end by the closed socket, whatever way the pool ended; a death signal would follow the thread that happened to start it.
 */
static int
spawn (TlWorkerProcess *worker, int their_fd)
{
  char *argv[] = { worker->program, (char *) "--cpus", worker->cpus, NULL };
  /*
   * Threads of a parallel loop that wait by spinning take the core from each other and from the builders; those that sleep at once are
   * woken too late for the next short loop, often on the core of who wakes them. So: some microseconds of spinning.
   */
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "GOMP_SPINCOUNT", "20000", FALSE);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  pid_t pid;
  int rc;

  sigemptyset (&none);
  sigfillset (&all);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, their_fd, TL_WORKER_FD);
  posix_spawn_file_actions_addclosefrom_np (&actions, TL_WORKER_FD + 1);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &all);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  rc = posix_spawn (&pid, worker->program, &actions, &attributes, argv, environment);
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  if (rc != 0)
    return rc;
  worker->pid = pid;
  set_priority (worker);
  return 0;
}

/* Waits until the worker says something; FALSE when the time is over. @cancelled is set and ends the wait at once. */
static gboolean
wait_readable (TlWorkerProcess *worker, gint64 deadline_ns, GPollFD *cancel, gboolean *cancelled)
{
  struct pollfd fds[2] = { { .fd = worker->fd, .events = POLLIN }, { .fd = cancel ? cancel->fd : -1, .events = POLLIN } };

  for (;;)
    {
      gint64 left_ms = (deadline_ns - tl_time_ns ()) / 1000000 + 1;

      if (left_ms <= 0)
        return FALSE;
      if (poll (fds, 2, (int) MIN (left_ms, G_MAXINT)) <= 0)
        continue;
      if (cancelled && fds[1].revents != 0)
        *cancelled = TRUE;
      return TRUE;
    }
}

static TlReadResult
read_message (TlWorkerProcess *worker, gint64 deadline_ns, GPollFD *cancel, gboolean *cancelled, TlMessage *message, gboolean *in_time)
{
  TlReadResult result = tl_message_reader_take (&worker->reader, message, NULL);

  while (result == TL_READ_MORE)
    {
      *in_time = wait_readable (worker, deadline_ns, cancel, cancelled);
      if (!*in_time || (cancelled && *cancelled))
        return TL_READ_MORE;
      result = tl_message_reader_read (&worker->reader, worker->fd, message, NULL);
    }
  return result;
}

static gint64
deadline_after (double seconds)
{
  return tl_time_ns () + (gint64) (seconds * 1e9);
}

static gboolean
greet (TlWorkerProcess *worker, GError **error)
{
  g_auto (TlMessage) hello = { 0 };
  gboolean in_time = TRUE;
  TlReadResult result = read_message (worker, deadline_after (START_LIMIT_S), NULL, NULL, &hello, &in_time);

  if (!in_time)
    return fail_silent (worker, error);
  if (result == TL_READ_MESSAGE && tl_json_int (hello.header, "protocol", 0) == TL_WORKER_PROTOCOL)
    return TRUE;
  if (result == TL_READ_CLOSED)
    {
      fail_dead (worker, error);
      g_prefix_error (error, "%s does not start; ", worker->program);
      return FALSE;
    }
  g_free (reap (worker, TRUE, NULL));
  return tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "%s is from another version of Tileloom", worker->program);
}

gboolean
tl_worker_process_start (TlWorkerProcess *worker, GError **error)
{
  int fds[2], rc;

  if (worker->fd >= 0)
    return TRUE;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    return tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "cannot create a socket for a worker: %s", g_strerror (errno));
  rc = spawn (worker, fds[1]);
  close (fds[1]);
  if (rc != 0)
    {
      close (fds[0]);
      return tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "cannot start %s: %s", worker->program, g_strerror (rc));
    }
  worker->fd = fds[0];
  return greet (worker, error);
}

static void
send_cancel (TlWorkerProcess *worker)
{
  g_autoptr (JsonObject) header = json_object_new ();

  json_object_set_string_member (header, "op", "cancel");
  json_object_set_int_member (header, "number", worker->number);
  tl_message_send (worker->fd, header, NULL, NULL);
}

/* An answer to an earlier, cancelled request may still be under way: numbers tell. */
static gboolean
await_reply (TlWorkerProcess *worker, double limit_s, TlWorkerProgress progress, gpointer user_data, GPollFD *cancel, TlMessage *reply,
             GError **error)
{
  gint64 deadline_ns = deadline_after (limit_s + SILENCE_S);
  gboolean is_cancelled = FALSE, cancel_sent = FALSE, in_time = TRUE;

  for (;;)
    {
      g_auto (TlMessage) message = { 0 };
      TlReadResult result = read_message (worker, deadline_ns, cancel_sent ? NULL : cancel, cancel_sent ? NULL : &is_cancelled, &message,
                                          &in_time);

      if (!in_time)
        return fail_silent (worker, error);
      if (is_cancelled && !cancel_sent)
        {
          send_cancel (worker);
          deadline_ns = deadline_after (CANCEL_LIMIT_S);
          cancel_sent = TRUE;
        }
      if (result == TL_READ_CLOSED || result == TL_READ_BROKEN)
        return fail_dead (worker, error);
      if (result != TL_READ_MESSAGE || tl_json_int (message.header, "number", 0) != worker->number)
        continue;
      if (!tl_json_bool (message.header, "more"))
        {
          *reply = message;
          message = (TlMessage) { 0 };
          return TRUE;
        }
      if (progress)
        progress (message.header, user_data);
      if (!cancel_sent)
        deadline_ns = deadline_after (limit_s + SILENCE_S);
    }
}

gboolean
tl_worker_process_call (TlWorkerProcess *worker, JsonObject *header, GBytes *payload, double limit_s, TlWorkerProgress progress,
                        gpointer user_data,
                        GCancellable *cancellable, TlMessage *reply, GError **error)
{
  GPollFD cancel = { .fd = -1 };
  gboolean has_cancel, ok;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !tl_worker_process_start (worker, error))
    return FALSE;
  json_object_set_int_member (header, "number", ++worker->number);
  if (!tl_message_send (worker->fd, header, payload, NULL))
    return fail_dead (worker, error);
  has_cancel = g_cancellable_make_pollfd (cancellable, &cancel);
  ok = await_reply (worker, limit_s, progress, user_data, has_cancel ? &cancel : NULL, reply, error);
  if (has_cancel)
    g_cancellable_release_fd (cancellable);
  if (!ok || !g_cancellable_is_cancelled (cancellable))
    return ok;
  tl_message_clear (reply);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}
