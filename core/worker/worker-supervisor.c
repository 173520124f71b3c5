/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The supervisor: passes requests on to its child and watches it. Invariant: every request gets exactly one final answer with the
 * request's number, unless the pool has gone.
 */
#include "core/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/json-members.h"
#include "core/codegen/llvm-codegen.h"
#include "core/worker/worker-private.h"

#define WATCH_MS           20      /* how often the child's memory and its first run are looked at, at least */
#define REQUESTS_PER_CHILD 256u    /* a fresh one now and then costs less than a millisecond and gives leaked memory back */
#define DEFAULT_LIMIT_S    30.0

typedef struct
{
  int             pool_fd;
  TlMessageReader reader;
  TlChild         child;
  TlWorkloads         workloads;
  char           *cpus;        /* where children go unless the request says otherwise */
} Supervisor;

typedef enum
{
  SERVED,       /* the child answered: pass it on */
  ENDED,        /* the child is gone, the outcome says why */
  ABANDONED,    /* the pool is gone */
} Verdict;

/* FALSE if the pool is gone. */
static gboolean
answer (Supervisor *supervisor, JsonObject *header, GBytes *payload, gint64 number)
{
  json_object_set_int_member (header, "number", number);
  return tl_message_send (supervisor->pool_fd, header, payload, NULL);
}

static gboolean
answer_outcome (Supervisor *supervisor, const TlOutcome *outcome, gint64 number)
{
  g_autoptr (JsonObject) header = json_object_new ();

  tl_header_set_outcome (header, outcome);
  if (outcome->kind != TL_OUTCOME_CANCELLED)
    json_object_set_int_member (header, "culprit", supervisor->child.status->candidate);
  return answer (supervisor, header, NULL, number);
}

/* While a child is busy, the only message the pool can send is that it cancels. */
static Verdict
hear_pool (Supervisor *supervisor, gint64 number, gboolean *cancelled)
{
  g_auto (TlMessage) message = { 0 };
  TlReadResult result = tl_message_reader_read (&supervisor->reader, supervisor->pool_fd, &message, NULL);

  if (result == TL_READ_CLOSED || result == TL_READ_BROKEN)
    return ABANDONED;
  *cancelled = result == TL_READ_MESSAGE && g_strcmp0 (tl_json_string (message.header, "op"), "cancel") == 0
               && tl_json_int (message.header, "number", 0) == number;
  return SERVED;
}

static Verdict
end_child (Supervisor *supervisor, TlOutcome *outcome, TlOutcomeKind kind, const char *message)
{
  tl_child_end (&supervisor->child, TRUE);
  g_free (outcome->message);
  outcome->kind = kind;
  outcome->message = g_strdup (message);
  return ENDED;
}

/* TRUE once the child was ended for what it does, which is in @outcome then. */
static gboolean
goes_too_far (Supervisor *supervisor, const TlMessage *request, gint64 allowed_bytes, TlOutcome *outcome)
{
  TlChild *child = &supervisor->child;
  gint64 memory_limit = tl_json_int (request->header, "memory_bytes", 0);
  double prune_above_s = tl_json_double (request->header, "prune_above_s", 0);
  g_autofree char *message = NULL;

  if (memory_limit > 0 && tl_child_resident_bytes (child) > allowed_bytes)
    {
      message = g_strdup_printf ("Exceeded the memory limit of %.4g MiB", (double) memory_limit / (1 << 20));
      end_child (supervisor, outcome, TL_OUTCOME_RESOURCE_LIMIT, message);
    }
  else if (prune_above_s > 0 && tl_child_first_run_s (child) > prune_above_s)
    {
      message = g_strdup_printf ("Pruned: the first run took more than %.3g s of CPU time", prune_above_s);
      end_child (supervisor, outcome, TL_OUTCOME_PRUNED, message);
    }
  return message != NULL;
}

/* When to look again, after @left_ms at most: sooner if a first run may have taken too long by then. */
static int
look_again_ms (const TlChild *child, const TlMessage *request, gint64 left_ms)
{
  double limit_s = tl_json_double (request->header, "prune_above_s", 0);
  double run_s = limit_s > 0 ? tl_child_first_run_s (child) : 0;
  double until_ms = run_s > 0 ? ceil ((limit_s - run_s) * 1e3) : WATCH_MS;

  return (int) CLAMP (until_ms, 1, MIN (left_ms, WATCH_MS));
}

/* Everything that must be seen while the child works: its answers, its end, the pool, the clock and the memory. */
static Verdict
watch_child (Supervisor *supervisor, const TlMessage *request, TlMessage *reply, TlOutcome *outcome)
{
  TlChild *child = &supervisor->child;
  gint64 number = tl_json_int (request->header, "number", 0);
  double limit_s = tl_json_double (request->header, "limit_s", DEFAULT_LIMIT_S);
  gint64 allowed = tl_json_int (request->header, "memory_bytes", 0) + tl_child_resident_bytes (child);
  gint64 now_ns = tl_time_ns (), deadline_ns = now_ns + (gint64) (limit_s * 1e9);
  struct pollfd fds[2] = { { .fd = child->fd, .events = POLLIN }, { .fd = supervisor->pool_fd, .events = POLLIN } };

  for (GList *link = supervisor->workloads.workloads.head; link; link = link->next)
    allowed += (gint64) ((TlWorkload *) link->data)->n_bytes;
  for (;;)
    {
      gint64 left_ms;
      gboolean is_cancelled = FALSE;
      int n_ready;

      now_ns = tl_time_ns ();
      left_ms = deadline_ns > now_ns ? (deadline_ns - now_ns + 999999) / 1000000 : 0;
      n_ready = left_ms > 0 ? poll (fds, 2, look_again_ms (child, request, left_ms)) : 0;
      if (n_ready > 0 && fds[0].revents != 0)
        {
          TlReadResult result = tl_message_reader_read (&child->reader, child->fd, reply, NULL);

          while (result == TL_READ_MESSAGE && tl_json_bool (reply->header, "more"))
            {
              if (!answer (supervisor, reply->header, reply->payload, number))
                return ABANDONED;
              tl_message_clear (reply);
              deadline_ns = tl_time_ns () + (gint64) (limit_s * 1e9);
              result = tl_message_reader_take (&child->reader, reply, NULL);
            }
          if (result == TL_READ_MESSAGE)
            return SERVED;
          if (result != TL_READ_MORE)
            {
              tl_child_explain (child, tl_child_end (child, result == TL_READ_BROKEN), outcome);
              return ENDED;
            }
          continue;
        }
      if (n_ready > 0 && hear_pool (supervisor, number, &is_cancelled) == ABANDONED)
        return ABANDONED;
      if (is_cancelled)
        return end_child (supervisor, outcome, TL_OUTCOME_CANCELLED, "Cancelled");
      if (left_ms <= 0)
        {
          g_autofree char *message = g_strdup_printf ("No result after %g s", limit_s);

          return end_child (supervisor, outcome, TL_OUTCOME_TIMEOUT, message);
        }
      if (n_ready == 0 && goes_too_far (supervisor, request, allowed, outcome))
        return ENDED;
    }
}

/*
 * Before a candidate is blamed it fails once more in a fresh child: one that has run others may carry damage that they left, and a kill
 * from outside may have been meant for anybody.
 */
static gboolean
is_doubtful (const TlChild *child, const TlOutcome *outcome, guint n_served_before)
{
  return child->was_killed || (n_served_before > 0 && (outcome->kind == TL_OUTCOME_CRASH || outcome->kind == TL_OUTCOME_WRONG_RESULT));
}

static gboolean
prepare_child (Supervisor *supervisor, const TlMessage *request, GError **error)
{
  const char *cpus = tl_json_string (request->header, "cpus");
  TlChild *child = &supervisor->child;

  if (!cpus)
    cpus = supervisor->cpus;
  if (child->pid != 0
      && (child->generation != supervisor->workloads.generation || child->n_served >= REQUESTS_PER_CHILD
          || g_strcmp0 (child->cpus, cpus) != 0 || tl_json_bool (request->header, "fresh")))
    tl_child_end (child, TRUE);
  return child->pid != 0 || tl_child_fork (child, &supervisor->workloads, cpus, supervisor->pool_fd, error);
}

/* Has a child, sends it the request and waits for what comes of it. */
static Verdict
exchange (Supervisor *supervisor, const TlMessage *request, TlMessage *reply, TlOutcome *outcome, gboolean *doubtful)
{
  TlChild *child = &supervisor->child;
  g_autoptr (GError) error = NULL;
  guint n_served_before;
  Verdict verdict;

  if (!prepare_child (supervisor, request, &error))
    {
      tl_outcome_set (outcome, TL_OUTCOME_RESOURCE_LIMIT, "%s", error->message);
      return ENDED;
    }
  n_served_before = child->n_served++;
  /* A child that dies while it is written to is found dead by the watch. */
  tl_message_send (child->fd, request->header, request->payload, NULL);
  verdict = watch_child (supervisor, request, reply, outcome);
  if (verdict == SERVED)
    tl_header_get_outcome (reply->header, outcome);
  *doubtful = is_doubtful (child, outcome, n_served_before);
  /* A GPU on which a kernel has crashed is lost to the process that started it. */
  if (*doubtful || outcome->kind == TL_OUTCOME_WRONG_RESULT || outcome->kind == TL_OUTCOME_CRASH)
    tl_child_end (child, TRUE);
  return verdict;
}

/* FALSE if the pool is gone. */
static gboolean
serve (Supervisor *supervisor, const TlMessage *request)
{
  gint64 number = tl_json_int (request->header, "number", 0);
  TlOutcome outcome = { 0 };
  g_auto (TlMessage) reply = { 0 };
  gboolean doubtful = FALSE, is_open = FALSE;
  Verdict verdict = exchange (supervisor, request, &reply, &outcome, &doubtful);

  if (verdict != ABANDONED && doubtful)
    {
      tl_message_clear (&reply);
      tl_outcome_clear (&outcome);
      verdict = exchange (supervisor, request, &reply, &outcome, &doubtful);
    }
  if (verdict == SERVED)
    is_open = answer (supervisor, reply.header, reply.payload, number);
  else if (verdict == ENDED)
    is_open = answer_outcome (supervisor, &outcome, number);
  tl_outcome_clear (&outcome);
  return is_open;
}

/* While the supervisor itself computes: the pool's end, or word that it is not interested any more, cancels that. */
typedef struct
{
  GCancellable *cancellable;
  GThread      *thread;
  int           pool_fd;
  int           end_fd;
} Listener;

static gpointer
listen_to_pool (gpointer user_data)
{
  Listener *listener = user_data;
  struct pollfd fds[2] = { { .fd = listener->pool_fd, .events = POLLIN | POLLRDHUP }, { .fd = listener->end_fd, .events = POLLIN } };

  while (poll (fds, 2, -1) < 0 && errno == EINTR)
    ;
  if (fds[0].revents != 0)
    g_cancellable_cancel (listener->cancellable);
  return NULL;
}

/* Where there is no descriptor or thread to be had, nothing is heard. */
static void
listener_start (Listener *listener, int pool_fd)
{
  *listener = (Listener) { .cancellable = g_cancellable_new (), .pool_fd = pool_fd, .end_fd = eventfd (0, EFD_CLOEXEC) };
  if (listener->end_fd >= 0)
    listener->thread = g_thread_try_new ("listen", listen_to_pool, listener, NULL);
}

/* No thread is left then: children are forked from one that has none. */
static void
listener_stop (Listener *listener)
{
  guint64 end = 1;

  if (listener->thread && write (listener->end_fd, &end, sizeof end) == sizeof end)
    g_thread_join (listener->thread);
  if (listener->end_fd >= 0)
    close (listener->end_fd);
  g_object_unref (listener->cancellable);
}

static gboolean
add_base (Supervisor *supervisor, const TlMessage *request)
{
  const char *id = tl_json_string (request->header, "workload");
  const char *func_name = tl_json_string (request->header, "func");
  TlOutcome outcome = { 0 };
  Listener listener;
  gboolean is_open;

  listener_start (&listener, supervisor->pool_fd);
  if (id && func_name)
    tl_workloads_add (&supervisor->workloads, id, request->payload, func_name, tl_json_string (request->header, "interface"),
                      tl_json_int (request->header, "memory_bytes", 0), listener.cancellable,
                      &outcome);
  listener_stop (&listener);
  is_open = answer_outcome (supervisor, &outcome, tl_json_int (request->header, "number", 0));
  tl_outcome_clear (&outcome);
  return is_open;
}

/* Programs are sent once; a supervisor that does not know one asks for it. */
static gboolean
lacks_base (Supervisor *supervisor, const TlMessage *request)
{
  const char *id;

  for (guint i = 0; (id = tl_request_workload (request->header, i)) != NULL; i++)
    if (!tl_workloads_find (&supervisor->workloads, id))
      return TRUE;
  return FALSE;
}

static gboolean
handle (Supervisor *supervisor, const TlMessage *request)
{
  const char *op = tl_json_string (request->header, "op");

  if (g_strcmp0 (op, "cancel") == 0)
    return TRUE;
  if (g_strcmp0 (op, "workload") == 0)
    return add_base (supervisor, request);
  if (lacks_base (supervisor, request))
    {
      g_autoptr (JsonObject) header = json_object_new ();

      json_object_set_boolean_member (header, "needs_base", TRUE);
      return answer (supervisor, header, NULL, tl_json_int (request->header, "number", 0));
    }
  return serve (supervisor, request);
}

static void
supervise (Supervisor *supervisor)
{
  gboolean is_open = TRUE;

  while (is_open)
    {
      g_auto (TlMessage) request = { 0 };

      switch (tl_message_reader_read (&supervisor->reader, supervisor->pool_fd, &request, NULL))
        {
        case TL_READ_MESSAGE:
          is_open = handle (supervisor, &request);
          break;
        case TL_READ_MORE:
          break;
        case TL_READ_CLOSED:
        case TL_READ_BROKEN:
          is_open = FALSE;
          break;
        }
    }
}

int
tl_worker_main (int argc, char **argv, const TlBaseline *baselines)
{
  Supervisor supervisor = { .pool_fd = TL_WORKER_FD, .cpus = (char *) "" };
  g_autoptr (JsonObject) hello = json_object_new ();

  if (argc != 3 || strcmp (argv[1], "--cpus") != 0 || fcntl (TL_WORKER_FD, F_GETFD) < 0)
    {
      g_printerr ("tileloom-worker is started by tileloom and tileloom-cli; do not run it directly.\n");
      return 2;
    }
  fcntl (TL_WORKER_FD, F_SETFD, FD_CLOEXEC);
  tl_pin_to_cpus (argv[2]);
  tl_message_reader_init (&supervisor.reader);
  tl_child_init (&supervisor.child, baselines);
  tl_codegen_prepare ();
  json_object_set_int_member (hello, "protocol", TL_WORKER_PROTOCOL);
  if (answer (&supervisor, hello, NULL, 0))
    supervise (&supervisor);
  tl_child_clear (&supervisor.child);
  tl_workloads_clear (&supervisor.workloads);
  tl_message_reader_clear (&supervisor.reader);
  return 0;
}
