/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pool: assigns workers to threads and exchanges messages with them. Invariant: only the thread that took a worker uses it; @lock
 * guards the assignment and is not held during an exchange. Times of outcomes come from the workers, so waiting for one never counts.
 */
#include "core/base/error.h"
#include "core/base/json-members.h"
#include "core/measure/pool-private.h"

#include <string.h>

#include "core/base/clock.h"
#include "core/measure/built-objects.h"
#include "core/measure/pool-cpus-private.h"
#include "core/schedule/interface.h"
#include "core/text/script.h"
#include "tileloom-config.h"

G_DEFINE_QUARK (tl-run-error-quark, tl_run_error)

#define WORKER_NAME       "tileloom-worker"
#define MAX_RESTARTS     8u      /* of a worker that is ended by signals, before the candidate is given up */
#define MAX_BUILT_BYTES  (32u << 20)   /* of objects that are kept: some thousand kernels */
#define MAX_PROGRAMS      8u      /* original programs whose text is kept */
#define WORKLOAD_LIMIT_S      60.0    /* the interpreter bounds its own work; this is for the worst machine */
#define MEBI              (G_GINT64_CONSTANT (1) << 20)

/* An original program as workers know it. */
typedef struct
{
  TlModule *module;
  const char *func_name;
  char     *interface;   /* nullable: its arguments are laid out so for the candidate */
  char     *id;
  GBytes   *script;
} Program;

struct _TlWorkerPool
{
  gint       ref_count;    /* atomic */
  GMutex     lock;
  GCond      changed;      /* a worker became free, or somebody who waits was cancelled */
  char      *worker;
  TlPoolCpus cpus;
  TlWorkerSlot    *slots;        /* builders, then the runner */
  guint      n_builders;
  guint      n_background; /* threads between begin and end */
  gboolean   is_exclusive; /* a program is timed on all cores, or waits for the others to rest */
  GQueue     programs;     /* Program, newest first */
  TlBuiltObjects *built;   /* by what they were built from */
  guint      n_programs_seen;
};

TlMeasureOptions
tl_measure_options_default (void)
{
  return (TlMeasureOptions) {
    .number = 1, .repeat = 21, .min_repeat_ms = 5, .budget_s = 3, .build_timeout_s = 60, .run_timeout_s = 60,
    .memory_limit_bytes = 4096 * MEBI,
    .check = TRUE
  };
}

TlMeasureOptions
tl_measure_options_quick (void)
{
  return (TlMeasureOptions) {
    .number = 1, .repeat = 5, .min_repeat_ms = 0.6, .budget_s = 0.02, .build_timeout_s = 10, .run_timeout_s = 5,
    .memory_limit_bytes = 2048 * MEBI,
    .check = TRUE
  };
}

static void
program_free (gpointer data)
{
  Program *program = data;

  tl_module_unref (program->module);
  g_bytes_unref (program->script);
  g_free (program->interface);
  g_free (program->id);
  g_free (program);
}

/* Finding the program and making the pool. */

static char *
find_worker (GError **error)
{
  const char *named = g_getenv ("TILELOOM_WORKER");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *beside = self ? g_path_get_dirname (self) : NULL;
  const char *const folders[] = { beside, TL_BUILDDIR "/app", TL_LIBEXECDIR };

  if (named && *named)
    {
      if (g_file_test (named, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (named, G_FILE_TEST_IS_DIR))
        return g_strdup (named);
      return tl_fail_null (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "TILELOOM_WORKER is %s, which is not an executable program", named);
    }
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = folders[i] ? g_build_filename (folders[i], WORKER_NAME, NULL) : NULL;

      if (path && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return tl_fail_null (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "cannot find %s, which compiles and runs programs, in %s, %s or %s",
                       WORKER_NAME, beside ? beside : "the program's folder", TL_BUILDDIR "/app", TL_LIBEXECDIR);
}

TlWorkerPool *
tl_worker_pool_new (guint n_builders, GError **error)
{
  char *worker = find_worker (error);
  TlWorkerPool *pool;

  if (!worker)
    return NULL;
  pool = g_new0 (TlWorkerPool, 1);
  pool->ref_count = 1;
  pool->worker = worker;
  tl_pool_cpus_init (&pool->cpus);
  pool->built = tl_built_objects_new (MAX_BUILT_BYTES);
  pool->n_builders = n_builders > 0 ? n_builders : tl_pool_cpus_n_builders (&pool->cpus);
  pool->slots = g_new0 (TlWorkerSlot, pool->n_builders + 1);
  g_mutex_init (&pool->lock);
  g_cond_init (&pool->changed);
  for (guint i = 0; i <= pool->n_builders; i++)
    {
      /* The runner's supervisor may be anywhere: on its child's core it would wait for one that hangs. */
      g_autofree char *cpus = i < pool->n_builders ? tl_pool_cpus_of_builder (&pool->cpus, i) : g_strdup ("");
      TlPoolPriority   priority = i < pool->n_builders ? tl_pool_cpus_priority_of_builder (&pool->cpus, i) : TL_POOL_PRIORITY_NORMAL;

      pool->slots[i] = (TlWorkerSlot) { .worker = tl_worker_process_new (worker, cpus, priority), .since_ns = tl_time_ns () };
    }
  return pool;
}

TlWorkerPool *
tl_worker_pool_ref (TlWorkerPool *pool)
{
  g_atomic_int_inc (&pool->ref_count);
  return pool;
}

void
tl_worker_pool_unref (TlWorkerPool *pool)
{
  if (!g_atomic_int_dec_and_test (&pool->ref_count))
    return;
  for (guint i = 0; i <= pool->n_builders; i++)
    tl_worker_process_free (pool->slots[i].worker);
  g_queue_clear_full (&pool->programs, program_free);
  tl_built_objects_free (pool->built);
  tl_pool_cpus_clear (&pool->cpus);
  g_mutex_clear (&pool->lock);
  g_cond_clear (&pool->changed);
  g_free (pool->slots);
  g_free (pool->worker);
  g_free (pool);
}

void
tl_worker_pool_pin_background (TlWorkerPool *pool)
{
  tl_pool_cpus_pin_background (&pool->cpus);
}

void
tl_worker_pool_begin_background (TlWorkerPool *pool)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  while (pool->is_exclusive)
    g_cond_wait (&pool->changed, &pool->lock);
  pool->n_background++;
}

void
tl_worker_pool_end_background (TlWorkerPool *pool)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  pool->n_background--;
  if (pool->is_exclusive)
    g_cond_broadcast (&pool->changed);
}

guint
tl_worker_pool_n_builders (TlWorkerPool *pool)
{
  return pool->n_builders;
}

gboolean
tl_worker_pool_worker_state (TlWorkerPool *pool, guint index, TlWorkerState *state, gint64 *since_ns)
{
  g_autoptr (GMutexLocker) locker = NULL;

  if (index > pool->n_builders)
    return FALSE;
  locker = g_mutex_locker_new (&pool->lock);
  *state = pool->slots[index].state;
  *since_ns = pool->slots[index].since_ns;
  return TRUE;
}

/* Taking and giving back workers. */

static void
set_state (TlWorkerPool *pool, TlWorkerSlot *slot, TlWorkerState state)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  slot->state = state;
  slot->since_ns = tl_time_ns ();
}

static TlWorkerSlot *
find_free (TlWorkerPool *pool, gboolean runner)
{
  guint first = runner ? pool->n_builders : 0, end = runner ? pool->n_builders + 1 : pool->n_builders;

  for (guint i = first; i < end && (runner || !pool->is_exclusive); i++)
    if (!pool->slots[i].is_taken)
      return &pool->slots[i];
  return NULL;
}

static void
wake_waiters (GCancellable *cancellable, gpointer user_data)
{
  TlWorkerPool *pool = user_data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  g_cond_broadcast (&pool->changed);
}

/* @is_exclusive: from now on nobody else takes any. */
static TlWorkerSlot *
take_slot (TlWorkerPool *pool, gboolean runner, gboolean is_exclusive, GCancellable *cancellable)
{
  gulong handler = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (wake_waiters), pool, NULL) : 0;
  TlWorkerSlot *slot = NULL;

  g_mutex_lock (&pool->lock);
  while (!g_cancellable_is_cancelled (cancellable) && !(slot = find_free (pool, runner)))
    g_cond_wait (&pool->changed, &pool->lock);
  if (slot)
    {
      pool->is_exclusive |= is_exclusive;
      slot->is_taken = TRUE;
      slot->state = runner ? TL_WORKER_RUN : TL_WORKER_BUILD;
      slot->since_ns = tl_time_ns ();
    }
  g_mutex_unlock (&pool->lock);
  if (cancellable)
    g_cancellable_disconnect (cancellable, handler);
  return slot;
}

static void
give_slot (TlWorkerPool *pool, TlWorkerSlot *slot)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  slot->is_taken = FALSE;
  slot->state = TL_WORKER_IDLE;
  slot->since_ns = tl_time_ns ();
  g_cond_broadcast (&pool->changed);
}

static gboolean
is_background_idle (const TlWorkerPool *pool)
{
  for (guint i = 0; i < pool->n_builders; i++)
    if (pool->slots[i].is_taken)
      return FALSE;
  return pool->n_background == 0;
}

TlWorkerSlot *
tl_pool_take_runner (TlWorkerPool *pool, gint num_cores, GCancellable *cancellable)
{
  gboolean is_exclusive = tl_pool_cpus_are_shared (&pool->cpus, num_cores);
  TlWorkerSlot *slot = take_slot (pool, TRUE, is_exclusive, cancellable);
  g_autoptr (GMutexLocker) locker = slot ? g_mutex_locker_new (&pool->lock) : NULL;

  if (!slot || !is_exclusive)
    return slot;
  while (!is_background_idle (pool))
    g_cond_wait (&pool->changed, &pool->lock);
  return slot;
}

void
tl_pool_release_runner (TlWorkerPool *pool, TlWorkerSlot *slot)
{
  g_mutex_lock (&pool->lock);
  pool->is_exclusive = FALSE;
  g_mutex_unlock (&pool->lock);
  give_slot (pool, slot);
}

static gboolean
start_worker (TlWorkerPool *pool, TlWorkerSlot *slot, GError **error)
{
  TlWorkerState state = slot->state;
  gboolean ok;

  if (tl_worker_process_is_running (slot->worker))
    return TRUE;
  set_state (pool, slot, TL_WORKER_RESTART);
  ok = tl_worker_process_start (slot->worker, error);
  set_state (pool, slot, state);
  return ok;
}

static void
set_failure (TlOutcome *outcome, const GError *error, gboolean has_started)
{
  gboolean is_cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    {
      tl_outcome_set (outcome, TL_OUTCOME_TIMEOUT, "%s", error->message);
      return;
    }
  tl_outcome_set (outcome, is_cancelled || !has_started ? TL_OUTCOME_CANCELLED : TL_OUTCOME_CRASH, "%s", is_cancelled ? "Cancelled"
                  : error->message);
}

static void
cancel_other (GCancellable *cancellable, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/* From here on tl_worker_pool_end_task cancels what is returned, as @cancellable (nullable) does. */
static GCancellable *
arm_ender (TlWorkerPool *pool, TlWorkerSlot *slot, GCancellable *cancellable, gulong *handler)
{
  GCancellable *ender = g_cancellable_new ();

  *handler = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (cancel_other), g_object_ref (ender), g_object_unref) : 0;
  g_mutex_lock (&pool->lock);
  slot->ender = g_object_ref (ender);
  g_mutex_unlock (&pool->lock);
  return ender;
}

static void
disarm_ender (TlWorkerPool *pool, TlWorkerSlot *slot, GCancellable *cancellable, gulong handler)
{
  GCancellable *ender;

  g_mutex_lock (&pool->lock);
  ender = g_steal_pointer (&slot->ender);
  g_mutex_unlock (&pool->lock);
  g_cancellable_disconnect (cancellable, handler);
  g_object_unref (ender);
}

gboolean
tl_worker_pool_end_task (TlWorkerPool *pool, guint index)
{
  g_autoptr (GCancellable) ender = NULL;

  g_return_val_if_fail (index <= pool->n_builders, FALSE);
  g_mutex_lock (&pool->lock);
  if (pool->slots[index].ender)
    ender = g_object_ref (pool->slots[index].ender);
  g_mutex_unlock (&pool->lock);
  g_cancellable_cancel (ender);
  return ender != NULL;
}

/* One exchange with a worker. FALSE with TL_RUN_ERROR, G_IO_ERROR_CANCELLED, or (ended by a person) G_IO_ERROR_TIMED_OUT. */
static gboolean
exchange (TlWorkerPool *pool, TlWorkerSlot *slot, JsonObject *header, GBytes *payload, double limit_s, TlWorkerProgress progress,
          gpointer user_data, GCancellable *cancellable, TlMessage *reply, GError **error)
{
  gint64 start_ns = tl_time_ns ();
  gulong handler;
  g_autoptr (GCancellable) ender = arm_ender (pool, slot, cancellable, &handler);
  gboolean ok = tl_worker_process_call (slot->worker, header, payload, limit_s, progress, user_data, ender, reply, error);

  disarm_ender (pool, slot, cancellable, handler);
  if (ok || !g_cancellable_is_cancelled (ender) || g_cancellable_is_cancelled (cancellable))
    return ok;
  g_clear_error (error);
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "Ended by the user after %.1f s", (double) (tl_time_ns () - start_ns) / 1e9);
}

/*
 * One exchange with a worker. On failure sets @outcome and returns FALSE. A supervisor runs no candidates, so its death
 * (by a person, or by the system in need of memory) is no fault of the candidate, nor of the workers: the request
 * is repeated with new ones, a number of times.
 */
static gboolean
call_worker (TlWorkerPool *pool, TlWorkerSlot *slot, JsonObject *header, GBytes *payload, double limit_s, TlWorkerProgress progress,
             gpointer user_data, GCancellable *cancellable, TlMessage *reply, TlOutcome *outcome)
{
  for (guint attempt = 0;; attempt++)
    {
      g_autoptr (GError) error = NULL;
      gboolean has_started = start_worker (pool, slot, &error), is_ended;

      if (has_started && exchange (pool, slot, header, payload, limit_s, progress, user_data, cancellable, reply, &error))
        return TRUE;
      is_ended = g_error_matches (error, TL_RUN_ERROR, TL_RUN_ERROR_ENDED);
      if (attempt < (is_ended ? MAX_RESTARTS : has_started && g_error_matches (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER)))
        continue;
      set_failure (outcome, error, has_started || is_ended);
      return FALSE;
    }
}

/* Building. */

JsonObject *
tl_pool_build_request (const TlModule *module, const char *func_name, const TlTarget *target, const char *form, double limit_s,
                       gint64 memory_bytes)
{
  JsonObject *header = json_object_new ();
  g_autofree char *target_text = tl_target_to_text (target);

  json_object_set_string_member (header, "op", "build");
  json_object_set_string_member (header, "form", form);
  json_object_set_string_member (header, "func", tl_module_prim (module, func_name)->name);
  json_object_set_string_member (header, "target", target_text);
  json_object_set_double_member (header, "limit_s", limit_s);
  json_object_set_int_member (header, "memory_bytes", memory_bytes);
  return header;
}

GBytes *
tl_pool_print_module (const TlModule *module)
{
  char *text = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

  return g_bytes_new_take (text, strlen (text));
}

gboolean
tl_pool_ask_builder (TlWorkerPool *pool, JsonObject *header, GBytes *script, double limit_s, GCancellable *cancellable, TlMessage *reply,
                     TlOutcome *outcome)
{
  TlWorkerSlot *slot = take_slot (pool, FALSE, FALSE, cancellable);
  gboolean ok;

  if (!slot)
    {
      tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "Cancelled");
      return FALSE;
    }
  ok = call_worker (pool, slot, header, script, limit_s, NULL, NULL, cancellable, reply, outcome);
  give_slot (pool, slot);
  if (ok)
    tl_header_get_outcome (reply->header, outcome);
  return ok;
}

GBytes *
tl_pool_build (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target, const TlMeasureOptions *options,
               GCancellable *cancellable, TlOutcome *outcome)
{
  g_autoptr (GBytes) script = tl_pool_print_module (module);
  g_autoptr (JsonObject) header
    = tl_pool_build_request (module, func_name, target, "object", options->build_timeout_s, options->memory_limit_bytes);
  g_auto (TlMessage) reply = { 0 };
  g_autofree char *key = tl_built_objects_key (script, func_name, json_object_get_string_member (header, "target"));
  GBytes *object = tl_built_objects_find (pool->built, key);

  if (object)
    return object;
  json_object_set_boolean_member (header, "imports", options->imports_code);
  if (!tl_pool_ask_builder (pool, header, script, options->build_timeout_s, cancellable, &reply, outcome)
      || outcome->kind != TL_OUTCOME_OK)
    return NULL;
  tl_built_objects_add (pool->built, key, reply.payload);
  return g_steal_pointer (&reply.payload);
}

/* Running. */

/* The text of an original program is printed once; the few used last are kept. */
static void
find_program (TlWorkerPool *pool, const TlModule *module, const char *func_name, const char *interface, char **id, GBytes **script)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  Program *program = NULL;

  for (GList *link = pool->programs.head; link && !program; link = link->next)
    if (((Program *) link->data)->module == module && strcmp (((Program *) link->data)->func_name, func_name) == 0
        && g_strcmp0 (((Program *) link->data)->interface, interface) == 0)
      program = link->data;
  if (!program)
    {
      program = g_new0 (Program, 1);
      program->module = tl_module_ref (module);
      program->func_name = tl_module_prim (module, func_name)->name;
      program->interface = g_strdup (interface);
      program->id = g_strdup_printf ("%u", ++pool->n_programs_seen);
      program->script = tl_pool_print_module (module);
      if (pool->programs.length >= MAX_PROGRAMS)
        program_free (g_queue_pop_tail (&pool->programs));
    }
  else
    g_queue_remove (&pool->programs, program);
  g_queue_push_head (&pool->programs, program);
  *id = g_strdup (program->id);
  *script = g_bytes_ref (program->script);
}

static gboolean
send_workload (TlWorkerPool *pool, TlWorkerSlot *slot, const TlPoolWorkloads *workloads, guint index, gint64 memory_bytes,
               GCancellable *cancellable, TlOutcome *outcome)
{
  g_autoptr (JsonObject) header = json_object_new ();
  g_auto (TlMessage) reply = { 0 };

  json_object_set_string_member (header, "op", "workload");
  json_object_set_string_member (header, "workload", workloads->ids[index]);
  json_object_set_string_member (header, "func", workloads->func_names[index]);
  if (workloads->interfaces[index])
    json_object_set_string_member (header, "interface", workloads->interfaces[index]);
  json_object_set_int_member (header, "memory_bytes", memory_bytes);
  if (!call_worker (pool, slot, header, workloads->scripts[index], WORKLOAD_LIMIT_S, NULL, NULL, cancellable, &reply, outcome))
    return FALSE;
  tl_outcome_clear (outcome);
  tl_header_get_outcome (reply.header, outcome);
  return outcome->kind == TL_OUTCOME_OK;
}

guint
tl_pool_workloads_add (TlPoolWorkloads *workloads, TlWorkerPool *pool, const TlModule *module, const char *func_name, const char *interface)
{
  g_autofree char *id = NULL;
  g_autoptr (GBytes) script = NULL;

  find_program (pool, module, func_name, interface, &id, &script);
  for (guint i = 0; i < workloads->n; i++)
    if (g_str_equal (workloads->ids[i], id))
      return i;
  g_assert (workloads->n < TL_POOL_MAX_WORKLOADS);
  workloads->ids[workloads->n] = g_steal_pointer (&id);
  workloads->scripts[workloads->n] = g_steal_pointer (&script);
  workloads->func_names[workloads->n] = func_name;
  workloads->interfaces[workloads->n] = g_strdup (interface);
  return workloads->n++;
}

void
tl_pool_workloads_clear (TlPoolWorkloads *workloads)
{
  for (guint i = 0; i < workloads->n; i++)
    {
      g_free (workloads->ids[i]);
      g_free (workloads->interfaces[i]);
      g_bytes_unref (workloads->scripts[i]);
    }
}

gboolean
tl_pool_ask_runner (TlWorkerPool *pool, TlWorkerSlot *slot, const TlPoolWorkloads *workloads, JsonObject *header, GBytes *payload,
                    double limit_s, TlWorkerProgress progress, gpointer user_data, GCancellable *cancellable, TlMessage *reply,
                    TlOutcome *outcome)
{
  for (guint attempt = 0; attempt < 2 + MAX_RESTARTS; attempt++)
    {
      if (!call_worker (pool, slot, header, payload, limit_s, progress, user_data, cancellable, reply, outcome))
        return FALSE;
      if (!tl_json_bool (reply->header, "needs_base"))
        return TRUE;
      tl_message_clear (reply);
      for (guint i = 0; i < workloads->n; i++)
        if (!send_workload (pool, slot, workloads, i, tl_json_int (header, "memory_bytes", 0), cancellable,
                            outcome))
          return FALSE;
    }
  tl_outcome_set (outcome, TL_OUTCOME_CRASH, "The runner has lost the original program");
  return FALSE;
}

JsonObject *
tl_pool_runner_request (TlWorkerPool *pool, const char *op, const TlPoolWorkloads *workloads, const TlTarget *target, double limit_s)
{
  JsonObject *header = json_object_new ();
  JsonArray *ids = json_array_new ();
  g_autofree char *cpus = tl_pool_cpus_of_runner (&pool->cpus, target);

  json_object_set_string_member (header, "op", op);
  json_object_set_string_member (header, "cpus", cpus);
  json_object_set_string_member (header, "device", target->kind->device);
  for (guint i = 0; i < workloads->n; i++)
    json_array_add_string_element (ids, workloads->ids[i]);
  json_object_set_array_member (header, "workloads", ids);
  json_object_set_double_member (header, "limit_s", limit_s);
  return header;
}

/* Drivers of GPUs compile what they load. */
static double
run_limit_s (const TlTarget *target, const TlMeasureOptions *options)
{
  return options->run_timeout_s + (tl_target_has_kernels (target) ? options->build_timeout_s : 0);
}

JsonObject *
tl_pool_run_request (TlWorkerPool *pool, const TlPoolWorkloads *workloads, const TlTarget *target, const TlMeasureOptions *options)
{
  JsonObject *header = tl_pool_runner_request (pool, "run", workloads, target, run_limit_s (target, options));

  json_object_set_int_member (header, "memory_bytes", options->memory_limit_bytes);
  json_object_set_int_member (header, "number_of_runs", options->number);
  json_object_set_int_member (header, "repeat", options->repeat);
  json_object_set_double_member (header, "min_repeat_ms", options->min_repeat_ms);
  json_object_set_double_member (header, "budget_s", options->budget_s > 0 ? options->budget_s : options->run_timeout_s / 2);
  json_object_set_double_member (header, "stop_above_s", options->stop_above_s);
  json_object_set_double_member (header, "brief_above_s", options->brief_above_s);
  json_object_set_double_member (header, "prune_above_s", options->prune_above_s * MAX (target->num_cores, 1));
  json_object_set_boolean_member (header, "check", options->check);
  json_object_set_boolean_member (header, "flush_cache", options->flush_cache);
  json_object_set_boolean_member (header, "count", options->count);
  return header;
}

/* A core that rests between runs keeps its clock. */
static void
cool_down (TlWorkerPool *pool, double seconds, GCancellable *cancellable)
{
  gint64 end_us = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  gulong handler = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (wake_waiters), pool, NULL) : 0;

  g_mutex_lock (&pool->lock);
  while (!g_cancellable_is_cancelled (cancellable) && g_cond_wait_until (&pool->changed, &pool->lock, end_us))
    ;
  g_mutex_unlock (&pool->lock);
  if (cancellable)
    g_cancellable_disconnect (cancellable, handler);
}

/* @outcome: in, of the build; out, of the run. */
static void
run_program (TlWorkerPool *pool, const TlPoolWorkloads *workloads, const TlPoolProgram *program, const TlTarget *target,
             const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome)
{
  g_autoptr (JsonObject) header = tl_pool_run_request (pool, workloads, target, options);
  g_auto (TlMessage) reply = { 0 };
  TlWorkerSlot *slot = tl_pool_take_runner (pool, target->num_cores, cancellable);
  double build_s = outcome->build_s;
  TlBuildParts parts = outcome->parts;

  if (!slot)
    {
      tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "Cancelled");
      return;
    }
  tl_pool_program_describe (program, header);
  if (tl_pool_ask_runner (pool, slot, workloads, header, program->code, run_limit_s (target, options), NULL, NULL, cancellable, &reply,
                          outcome))
    {
      tl_outcome_clear (outcome);
      tl_header_get_outcome (reply.header, outcome);
      if (outcome->kind == TL_OUTCOME_PRUNED)
        outcome->lower_bound_s = options->prune_above_s;
    }
  parts.load_s = outcome->parts.load_s;
  outcome->parts = parts;
  outcome->build_s = build_s;
  if (options->cooldown_s > 0)
    cool_down (pool, options->cooldown_s, cancellable);
  tl_pool_release_runner (pool, slot);
}

/* @interface: nullable, of a schedule that changes the layout of arguments. */
static void
measure (TlWorkerPool *pool, const TlModule *workload, const TlModule *module, const char *interface, const char *func_name,
         const TlTarget *target,
         const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome)
{
  g_auto (TlPoolProgram) program = { NULL };
  TlPoolWorkloads workloads = { 0 };

  if (!tl_pool_program_build (&program, pool, module, func_name, options->constants, target, options, cancellable, outcome))
    return;
  tl_pool_workloads_add (&workloads, pool, workload, func_name, interface);
  run_program (pool, &workloads, &program, target, options, cancellable, outcome);
  tl_pool_workloads_clear (&workloads);
}

void
tl_worker_pool_measure_module (TlWorkerPool *pool, const TlModule *workload, const TlModule *module, const char *func_name,
                               const TlTarget *target,
                               const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome)
{
  g_return_if_fail (tl_module_prim (workload, func_name) != NULL && tl_module_prim (module, func_name) != NULL);
  *outcome = (TlOutcome) { 0 };
  measure (pool, workload, module, NULL, func_name, target, options, cancellable, outcome);
}

void
tl_worker_pool_measure (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                        const TlMeasureOptions *options,
                        GCancellable *cancellable, TlOutcome *outcome)
{
  const TlModule *workload = tl_state_module (tl_state_root ((TlState *) state));
  g_autoptr (GError) error = NULL;
  g_autofree char *interface = NULL;

  g_return_if_fail (tl_module_prim (workload, func_name) != NULL);
  *outcome = (TlOutcome) { 0 };
  if (tl_state_check_order (state, &error))
    interface = tl_interface_script (state, func_name, &error);
  if (error)
    tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
  else
    measure (pool, workload, tl_state_module (state), interface, func_name, target, options, cancellable, outcome);
}
