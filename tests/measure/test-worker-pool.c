/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pool with real workers: what works, and every way a candidate can fail. Limits are short; nothing here depends on how fast it runs.
 */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/measure/built-objects.h"
#include "core/measure/worker-pool.h"
#include "tests/must.h"
#include "tests/read-module.h"
#include "tests/program-text.h"

#define HEAD \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((16, 16), \"float32\"), B: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16, 16), \"float32\")):\n"
#define PRODUCT(update) HEAD BLOCK_SSR ("C", "16, 16, 16", "C[vi, vj] = T.float32(0)", "C[vi, vj] = " update)
#define ATTEMPTS 50   /* at what a busy machine may spoil */
#define CALL(name) HEAD "    T.evaluate(T.call_extern(\"int32\", \"" name "\"))\n"

static const char matmul[] = PRODUCT ("C[vi, vj] + A[vi, vk] * B[vk, vj]");
static const char wrong_matmul[] = PRODUCT ("C[vi, vj] + A[vi, vk] * B[vk, vi]");

static TlWorkerPool *
new_pool (guint n_builders)
{
  return must (tl_worker_pool_new (n_builders, &failure));
}

static TlMeasureOptions
short_options (void)
{
  TlMeasureOptions options = tl_measure_options_quick ();

  options.build_timeout_s = 300;
  options.run_timeout_s = 300;
  options.budget_s = 60;
  return options;
}

/* Under another name each time, so that it is built. */
static void
assert_measured (TlWorkerPool *pool, const char *text)
{
  static guint n_names;
  g_autofree char *name = g_strdup_printf ("def main_%u", n_names++);
  g_auto (GStrv) around = g_strsplit (text, "def main", 2);
  g_autofree char *renamed = g_strjoinv (name, around);
  g_autoptr (TlModule) module = read_module (renamed);
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  TlLatency latency;
  TlOutcome outcome;

  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_true (outcome.is_checked);
  g_assert_cmpuint (outcome.n_samples, ==, options.repeat);
  g_assert_true (tl_outcome_latency (&outcome, &latency));
  g_assert_cmpfloat (latency.min_s, >, 0);
  g_assert_cmpfloat (outcome.build_s, >, 0);
  g_assert_cmpfloat (outcome.run_s, >, latency.min_s);
  g_assert_cmpfloat (outcome.parts.read_s + outcome.parts.lower_s + outcome.parts.compile_s, <=, outcome.build_s);
  g_assert_cmpfloat (outcome.parts.compile_s, >, 0);
  g_assert_cmpfloat (outcome.parts.load_s, >, 0);
  g_assert_cmpfloat (outcome.parts.load_s, <, outcome.run_s);
  tl_outcome_clear (&outcome);
}

static void
test_measure (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);

  assert_measured (pool, matmul);
  assert_measured (pool, matmul);
}

static TlOutcome
measure_matmul (TlWorkerPool *pool, const TlMeasureOptions *options)
{
  g_autoptr (TlModule) module = read_module (matmul);
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, &target, options, NULL, &outcome);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_true (outcome.is_checked);
  g_assert_cmpfloat (outcome.calibration_s, >, 0);
  return outcome;
}

/* A counted run, if it was asked for; whether the CPU has counters is its own affair. */
static void
test_counters (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  TlMeasureOptions options = short_options ();
  TlOutcome outcome = measure_matmul (pool, &options);

  g_assert_cmpuint (outcome.counts.n_runs, ==, 0);
  tl_outcome_clear (&outcome);
  options.count = TRUE;
  outcome = measure_matmul (pool, &options);
  g_assert_cmpuint (outcome.n_samples, ==, options.repeat);
  g_assert_cmpuint (outcome.counts.n_runs, >, 0);
  g_assert_cmpint (outcome.counts.of[TL_COUNTER_PAGE_FAULTS].status, ==, TL_COUNT_EXACT);
  g_assert_cmpfloat (outcome.counts.of[TL_COUNTER_PAGE_FAULTS].n, <, 1);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    {
      g_assert_cmpint (outcome.counts.of[i].status, !=, TL_COUNT_NONE);
      g_assert_cmpint (outcome.counts.of[i].status, !=, TL_COUNT_FAILED);
    }
  tl_outcome_clear (&outcome);
}

/* The second time it is not built again. */
static void
test_built (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  TlMeasureOptions options = short_options ();
  TlOutcome first = measure_matmul (pool, &options), second = measure_matmul (pool, &options);

  g_assert_cmpfloat (first.build_s, >, 0);
  g_assert_cmpfloat (second.build_s, ==, 0);
  g_assert_cmpfloat (second.parts.compile_s, ==, 0);
  g_assert_cmpuint (second.n_samples, >, 0);
  tl_outcome_clear (&first);
  tl_outcome_clear (&second);
}

/* The oldest make room; what is larger than all room is not kept. */
static void
test_built_objects (void)
{
  g_autoptr (TlBuiltObjects) built = tl_built_objects_new (100);

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autoptr (GBytes) object = g_bytes_new_take (g_malloc0 (i == 5 ? 101 : 30), i == 5 ? 101 : 30);

      tl_built_objects_add (built, key, object);
      tl_built_objects_add (built, key, object);
    }
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autoptr (GBytes) object = tl_built_objects_find (built, key);

      g_assert_cmpint (object != NULL, ==, i >= 2 && i < 5);
    }
}

/* The same text for another function or target is another object. */
static void
test_built_keys (void)
{
  g_autoptr (GBytes) script = g_bytes_new_static ("a", 1), other = g_bytes_new_static ("b", 1);
  g_autofree char *key = tl_built_objects_key (script, "f", "llvm"), *same = tl_built_objects_key (script, "f", "llvm");
  g_autofree char *script_differs = tl_built_objects_key (other, "f", "llvm"), *func_differs = tl_built_objects_key (script, "g", "llvm"),
                  *target_differs = tl_built_objects_key (script, "f", "llvm -num-cores 2");

  g_assert_cmpstr (key, ==, same);
  g_assert_cmpstr (key, !=, script_differs);
  g_assert_cmpstr (key, !=, func_differs);
  g_assert_cmpstr (key, !=, target_differs);
}

/* A candidate that is too slow for that gets a tenth of the budget, which is less than one sample takes. */
static void
test_brief (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  TlMeasureOptions options = short_options ();
  guint n_samples = 1;

  options.repeat = 1000;
  options.min_repeat_ms = 6;
  options.budget_s = 60e-3;
  for (guint i = 0; i < ATTEMPTS && n_samples == 1; i++)
    {
      TlOutcome outcome = measure_matmul (pool, &options);

      n_samples = outcome.n_samples;
      tl_outcome_clear (&outcome);
    }
  g_assert_cmpuint (n_samples, >, 1);
  options.brief_above_s = 1e-12;
  for (guint i = 0; i < 2; i++)
    {
      TlOutcome outcome = measure_matmul (pool, &options);

      g_assert_cmpuint (outcome.n_samples, ==, 1);
      tl_outcome_clear (&outcome);
    }
}

/* Name, candidate, limits, what becomes of it and a part of the text that says so. */
static const struct
{
  const char   *name;
  const char   *text;
  double        run_timeout_s;
  gint64        memory_bytes;
  TlOutcomeKind kind;
  const char   *part;
} failure_rows[] = {
  { "bad pointer", CALL ("tl_test_bad_pointer"), 60, 0, TL_OUTCOME_CRASH, "(SIGSEGV)" },
  { "abort", CALL ("tl_test_abort"), 60, 0, TL_OUTCOME_CRASH, "(SIGABRT)" },
  { "exit", CALL ("tl_test_exit"), 60, 0, TL_OUTCOME_CRASH, "status 3" },
  { "endless loop", CALL ("tl_test_spin"), 0.3, 0, TL_OUTCOME_TIMEOUT, "0.3 s" },
  { "memory", CALL ("tl_test_allocate"), 60, 200 << 20, TL_OUTCOME_RESOURCE_LIMIT, "memory" },
  { "unknown function", CALL ("system"), 60, 0, TL_OUTCOME_BUILD_ERROR, "system" },
  { "wrong result", wrong_matmul, 60, 0, TL_OUTCOME_WRONG_RESULT, "C[" },
};

/*
 * A first run that takes too much CPU time: the candidate is pruned, long before its time is up; one that does not is timed as ever.
 */
static void
test_pruning (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) base = read_module (matmul), module = read_module (CALL ("tl_test_spin"));
  TlTarget target = tl_target_host ();
  TlMeasureOptions options = short_options ();
  TlOutcome outcome;

  options.prune_above_s = 0.05;
  tl_worker_pool_measure_module (pool, base, module, module->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_PRUNED);
  g_assert_cmpfloat (outcome.lower_bound_s, ==, 0.05);
  g_assert_nonnull (strstr (outcome.message, "Pruned"));
  tl_outcome_clear (&outcome);
  tl_worker_pool_measure_module (pool, base, base, base->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_true (outcome.is_checked);
  tl_outcome_clear (&outcome);
}

/* Each failure is one outcome, told in words, and the pool goes on as if nothing had been. */
static void
test_failures (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) base = read_module (matmul);
  TlTarget target = tl_target_host ();

  for (guint i = 0; i < G_N_ELEMENTS (failure_rows); i++)
    {
      g_autoptr (TlModule) module = read_module (failure_rows[i].text);
      TlMeasureOptions options = short_options ();
      TlOutcome outcome;

      options.run_timeout_s = failure_rows[i].run_timeout_s;
      options.memory_limit_bytes = failure_rows[i].memory_bytes;
      tl_worker_pool_measure_module (pool, base, module, module->prims[0]->name, &target, &options, NULL, &outcome);
      g_test_message ("%s: %s: %s", failure_rows[i].name, tl_outcome_name (outcome.kind), outcome.message);
      g_assert_cmpint (outcome.kind, ==, failure_rows[i].kind);
      g_assert_nonnull (strstr (outcome.message, failure_rows[i].part));
      g_assert_cmpuint (outcome.n_samples, ==, 0);
      tl_outcome_clear (&outcome);
      assert_measured (pool, matmul);
    }
}

/* A program that only compiled code can run is measured without a comparison. */
static void
test_unchecked (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) module = read_module (CALL ("tl_test_spin"));
  g_autoptr (TlModule) candidate = read_module (matmul);
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  tl_worker_pool_measure_module (pool, module, candidate, candidate->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_false (outcome.is_checked);
  tl_outcome_clear (&outcome);
}

static void
test_too_large (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) module = read_module ("@T.prim_func\n"
                                             "def main(A: T.Buffer((1048576, 1048576), \"float32\")):\n"
                                             BLOCK_S ("A", "1048576", "A[vi, 0] = T.float32(0)"));
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_RESOURCE_LIMIT);
  g_assert_nonnull (strstr (outcome.message, "GiB"));
  tl_outcome_clear (&outcome);
  assert_measured (pool, matmul);
}

static gpointer
end_runner_soon (gpointer data)
{
  TlWorkerState state = TL_WORKER_IDLE;
  gint64 since_ns;

  while (state != TL_WORKER_RUN)
    {
      g_usleep (20000);
      g_assert_true (tl_worker_pool_worker_state (data, 1, &state, &since_ns));
    }
  while (!tl_worker_pool_end_task (data, 1))
    g_usleep (20000);
  return NULL;
}

/* A worker that a person ends: the candidate timed out, and the worker goes on with others. An idle one has nothing to end. */
static void
test_end_task (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) base = read_module (matmul), module = read_module (CALL ("tl_test_spin"));
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  g_autoptr (GThread) thread = NULL;
  TlOutcome outcome;

  assert_measured (pool, matmul);
  g_assert_false (tl_worker_pool_end_task (pool, 0));
  g_assert_false (tl_worker_pool_end_task (pool, 1));
  thread = g_thread_ref (g_thread_new ("ender", end_runner_soon, pool));
  tl_worker_pool_measure_module (pool, base, module, module->prims[0]->name, &target, &options, NULL, &outcome);
  g_thread_join (thread);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_TIMEOUT);
  g_assert_nonnull (strstr (outcome.message, "Ended by the user"));
  tl_outcome_clear (&outcome);
  assert_measured (pool, matmul);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (100000);
  g_cancellable_cancel (data);
  return NULL;
}

/* On all cores. */
static gpointer
measure_spin (gpointer data)
{
  struct { TlWorkerPool *pool; GCancellable *cancellable; } *job = data;
  g_autoptr (TlModule) base = read_module (matmul);
  g_autoptr (TlModule) module = read_module (CALL ("tl_test_spin"));
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  target.num_cores = (gint) g_get_num_processors ();
  tl_worker_pool_measure_module (job->pool, base, module, module->prims[0]->name, &target, &options, job->cancellable, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_CANCELLED);
  tl_outcome_clear (&outcome);
  return NULL;
}

/* Cancelling reaches a running candidate and one that still waits for the runner. */
static void
test_cancel (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  struct { TlWorkerPool *pool; GCancellable *cancellable; } job = { pool, cancellable };
  gint64 start_ns = tl_time_ns ();
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("measure", i == 2 ? cancel_soon : measure_spin, i == 2 ? (gpointer) cancellable : &job);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (tl_time_ns () - start_ns, <, G_GINT64_CONSTANT (30000000000));
  assert_measured (pool, matmul);
}

static gpointer
measure_some (gpointer pool)
{
  for (guint i = 0; i < 3; i++)
    assert_measured (pool, matmul);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (2);
  GThread *threads[4];
  TlWorkerState state;
  gint64 since_ns;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("measure", measure_some, pool);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (tl_worker_pool_worker_state (pool, i, &state, &since_ns));
      g_assert_cmpint (state, ==, TL_WORKER_IDLE);
    }
  g_assert_false (tl_worker_pool_worker_state (pool, 3, &state, &since_ns));
}

static void
test_show (void)
{
  static const struct { const char *form, *part; } rows[] = { { "lowered", "def main" }, { "llvm", "define " }, { "asm", "tl_kernel.3:" } };
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) module = read_module (matmul);
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          tl_worker_pool_compile_to_text (pool, module, module->prims[0]->name, &target, rows[i].form, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (strstr (text, rows[i].part));
    }
}

static void
count_pairs (const TlOutcome *outcomes, gpointer user_data)
{
  g_assert_cmpuint (outcomes[0].n_samples, ==, ++*(guint *) user_data);
  g_assert_cmpuint (outcomes[1].n_samples, ==, outcomes[0].n_samples);
}

static void
test_race (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) module = read_module (matmul);
  g_autoptr (TlModule) spin = read_module (CALL ("tl_test_bad_pointer"));
  g_autoptr (TlState) state = tl_state_new (module, 0);
  g_autoptr (TlState) bad = tl_state_new (spin, 0);
  TlComparisonEntry same[2] = { { state, NULL }, { state, NULL } }, unlike[2] = { { state, NULL }, { bad, NULL } };
  TlTarget target = tl_target_host ();
  TlComparison comparison = { .entries = same, .func_name = "main", .n_entries = 2, .target = &target, .max_s = 0.2, .min_repeat_ms = 2 };
  TlOutcome outcomes[2];
  guint n_pairs = 0;

  tl_worker_pool_compare (pool, &comparison, count_pairs, &n_pairs, NULL, outcomes);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (outcomes[i].message, ==, NULL);
      g_assert_cmpuint (outcomes[i].n_samples, ==, n_pairs);
      tl_outcome_clear (&outcomes[i]);
    }
  g_assert_cmpuint (n_pairs, >, 0);
  comparison.entries = unlike;
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, outcomes);
  g_assert_cmpint (outcomes[0].kind, ==, TL_OUTCOME_CANCELLED);
  g_assert_cmpint (outcomes[1].kind, ==, TL_OUTCOME_CRASH);
  for (guint i = 0; i < 2; i++)
    tl_outcome_clear (&outcomes[i]);
}

/* Each program has a sample per round. Baselines are unknown to this worker: they drop out with a message. */
static void
test_comparison (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (TlModule) module = read_module (matmul);
  g_autoptr (TlState) state = tl_state_new (module, 0);
  TlComparisonEntry entries[] = { { state, NULL }, { NULL, "openblas" }, { state, NULL } };
  TlTarget target = tl_target_host ();
  TlComparison comparison = { .entries = entries, .func_name = "main", .n_entries = G_N_ELEMENTS (entries), .target = &target,
                              .n_rounds = 5, .max_s = 60, .min_repeat_ms = 0.1, .settle_ms = 0.1 };
  TlOutcome outcomes[G_N_ELEMENTS (entries)];

  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_assert_cmpint (outcomes[i].kind, ==, entries[i].baseline != NULL ? TL_OUTCOME_CANCELLED : TL_OUTCOME_OK);
      g_assert_cmpuint (outcomes[i].n_samples, ==, entries[i].baseline != NULL ? 0 : 5);
    }
  g_assert_cmpstr (outcomes[1].message, ==, "this worker program has no baseline \"openblas\"");
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    tl_outcome_clear (&outcomes[i]);
}

/* --- processes --- */

/* The direct children of a process, all threads' together. */
static GArray *
children_of (pid_t pid)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", (int) pid);
  g_autoptr (GDir) tasks = g_dir_open (folder, 0, NULL);
  GArray *children = g_array_new (FALSE, FALSE, sizeof (pid_t));
  const char *task;

  while (tasks && (task = g_dir_read_name (tasks)))
    {
      g_autofree char *path = g_build_filename (folder, task, "children", NULL);
      g_autofree char *text = NULL;
      g_auto (GStrv) numbers = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;
      numbers = g_strsplit (g_strstrip (text), " ", -1);
      for (guint i = 0; numbers[i] && *numbers[i]; i++)
        {
          pid_t child = (pid_t) atoi (numbers[i]);

          g_array_append_val (children, child);
        }
    }
  return children;
}

/* As the kernel writes it: 'R', 'S', 'T' …; 'X' of one that is gone. */
static char
state_of (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *text = NULL;
  const char *state;

  return g_file_get_contents (path, &text, NULL, NULL) && (state = strrchr (text, ')')) ? state[2] : 'X';
}

static gboolean
is_alive (pid_t pid)
{
  return state_of (pid) != 'Z' && state_of (pid) != 'X';
}

/* A thread that works beside, and what is seen of it. */
typedef struct
{
  TlWorkerPool *pool;
  gint          is_done;   /* atomic */
} Beside;

static gpointer
build_beside (gpointer data)
{
  Beside *beside = data;

  assert_measured (beside->pool, matmul);
  g_atomic_int_set (&beside->is_done, TRUE);
  return NULL;
}

static gpointer
work_beside (gpointer data)
{
  Beside *beside = data;

  tl_worker_pool_begin_background (beside->pool);
  g_atomic_int_set (&beside->is_done, TRUE);
  tl_worker_pool_end_background (beside->pool);
  return NULL;
}

static TlWorkerState
lane_state (TlWorkerPool *pool, guint index)
{
  TlWorkerState state;
  gint64 since_ns;

  g_assert_true (tl_worker_pool_worker_state (pool, index, &state, &since_ns));
  return state;
}

/* While a program is timed on all cores nothing is built and no thread works in the background; both go on after it. */
static void
test_exclusive (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  struct { TlWorkerPool *pool; GCancellable *cancellable; } job = { pool, cancellable };
  Beside build = { pool, FALSE }, work = { pool, FALSE };
  GThread *timing, *beside[2];

  if (g_get_num_processors () < 2)
    {
      g_test_skip ("one core is that of all others");
      return;
    }
  timing = g_thread_new ("timing", measure_spin, &job);
  while (lane_state (pool, 1) != TL_WORKER_RUN)
    g_usleep (1000);
  beside[0] = g_thread_new ("build", build_beside, &build);
  beside[1] = g_thread_new ("work", work_beside, &work);
  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpint (lane_state (pool, 0), ==, TL_WORKER_IDLE);
      g_assert_false (g_atomic_int_get (&work.is_done));
      g_usleep (2000);
    }
  g_assert_false (g_atomic_int_get (&build.is_done));
  g_cancellable_cancel (cancellable);
  g_thread_join (timing);
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    g_thread_join (beside[i]);
  g_assert_true (build.is_done && work.is_done);
}

/* The cores that a process may use, as the kernel writes them. */
static char *
cores_of (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) pid);
  g_autofree char *text = NULL;
  const char *line;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = strstr (text, "Cpus_allowed_list:");
  g_assert_nonnull (line);
  line = strchr (line, '\t') + 1;
  return g_strndup (line, strcspn (line, "\n"));
}

/* Those that build never run where a program is timed on one core: at the last. */
static void
test_cores (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);
  g_autofree char *own = cores_of (getpid ());
  g_autoptr (GArray) workers = NULL;
  guint n_builders = 0;

  if (!strpbrk (own, ",-"))
    {
      g_test_skip ("one core is that of all");
      return;
    }
  assert_measured (pool, matmul);
  workers = children_of (getpid ());
  g_assert_cmpuint (workers->len, ==, 2);
  for (guint i = 0; i < workers->len; i++)
    {
      g_autofree char *theirs = cores_of (g_array_index (workers, pid_t, i));
      const char *last = strrchr (own, ',') > strrchr (own, '-') ? strrchr (own, ',') : strrchr (own, '-');

      /* The runner's supervisor may be anywhere, its child is put where the request says. */
      if (!g_str_equal (theirs, own))
        {
          g_assert_false (g_str_has_suffix (theirs, last) || g_str_equal (theirs, last + 1));
          n_builders++;
        }
    }
  g_assert_cmpuint (n_builders, ==, 1);
}

/* Workers that somebody kills are replaced; the candidate is not to blame. */
static void
test_killed_workers (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool (1);

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GArray) workers = NULL;

      assert_measured (pool, matmul);
      workers = children_of (getpid ());
      g_assert_cmpuint (workers->len, ==, 2);
      for (guint i = 0; i < workers->len; i++)
        kill (g_array_index (workers, pid_t, i), SIGKILL);
    }
  assert_measured (pool, matmul);
}

static void
test_end (void)
{
  g_autoptr (GArray) left = NULL;
  TlWorkerPool *pool = new_pool (2);

  assert_measured (pool, matmul);
  tl_worker_pool_unref (pool);
  left = children_of (getpid ());
  g_assert_cmpuint (left->len, ==, 0);
}

/* The process that test_killed_application starts and kills. */
static int
be_the_victim (void)
{
  TlWorkerPool *pool = new_pool (0);
  struct { TlWorkerPool *pool; GCancellable *cancellable; } job = { pool, NULL };

  assert_measured (pool, matmul);   /* so that there is a builder, too */
  measure_spin (&job);
  return 0;
}

/* However the application ends, nothing of it stays behind, not even a candidate in an endless loop. */
static void
test_killed_application (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  char *argv[] = { self, (char *) "--victim", NULL };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (pid_t));
  guint n_grandchildren = 0, n_alive = 1;
  GPid victim;

  g_assert_true (must (g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &victim, &failure)));
  for (guint waited = 0; waited < 3000 && n_grandchildren < 2; waited++)
    {
      g_autoptr (GArray) workers = children_of (victim);

      g_array_set_size (all, 0);
      n_grandchildren = 0;
      for (guint i = 0; i < workers->len; i++)
        {
          g_autoptr (GArray) candidates = children_of (g_array_index (workers, pid_t, i));

          g_array_append_vals (all, workers->data + i * sizeof (pid_t), 1);
          g_array_append_vals (all, candidates->data, candidates->len);
          n_grandchildren += candidates->len;
        }
      g_usleep (10000);
    }
  g_assert_cmpuint (all->len, ==, 4);
  kill (victim, SIGKILL);
  waitpid (victim, NULL, 0);
  for (guint waited = 0; waited < 1000 && n_alive > 0; waited++)
    {
      n_alive = 0;
      for (guint i = 0; i < all->len; i++)
        n_alive += is_alive (g_array_index (all, pid_t, i));
      g_usleep (10000);
    }
  g_assert_cmpuint (n_alive, ==, 0);
}

static void
test_missing_worker (void)
{
  g_autofree char *before = g_strdup (g_getenv ("TILELOOM_WORKER"));
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (TlModule) module = read_module (matmul);
  g_autoptr (GError) error = NULL;
  TlMeasureOptions options = short_options ();
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  g_setenv ("TILELOOM_WORKER", "/nonexistent/worker", TRUE);
  g_assert_null (tl_worker_pool_new (1, &error));
  g_assert_error (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER);
  g_assert_nonnull (strstr (error->message, "/nonexistent/worker"));
  /* A program that is none of ours says nothing we understand. */
  g_setenv ("TILELOOM_WORKER", "/bin/true", TRUE);
  pool = new_pool (1);
  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, &target, &options, NULL, &outcome);
  g_test_message ("%s", outcome.message);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_CANCELLED);
  g_assert_nonnull (strstr (outcome.message, "/bin/true"));
  tl_outcome_clear (&outcome);
  if (before)
    g_setenv ("TILELOOM_WORKER", before, TRUE);
  else
    g_unsetenv ("TILELOOM_WORKER");
}

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], "--victim") == 0)
    return be_the_victim ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measure/pool/measure", test_measure);
  g_test_add_func ("/measure/pool/counters", test_counters);
  g_test_add_func ("/measure/pool/built", test_built);
  g_test_add_func ("/measure/pool/built/objects", test_built_objects);
  g_test_add_func ("/measure/pool/built/keys", test_built_keys);
  g_test_add_func ("/measure/pool/brief", test_brief);
  g_test_add_func ("/measure/pool/failures", test_failures);
  g_test_add_func ("/measure/pool/end-task", test_end_task);
  g_test_add_func ("/measure/pool/pruning", test_pruning);
  g_test_add_func ("/measure/pool/unchecked", test_unchecked);
  g_test_add_func ("/measure/pool/too-large", test_too_large);
  g_test_add_func ("/measure/pool/cancel", test_cancel);
  g_test_add_func ("/measure/pool/threads", test_threads);
  g_test_add_func ("/measure/pool/show", test_show);
  g_test_add_func ("/measure/pool/race", test_race);
  g_test_add_func ("/measure/pool/comparison", test_comparison);
  g_test_add_func ("/measure/pool/killed-workers", test_killed_workers);
  g_test_add_func ("/measure/pool/exclusive", test_exclusive);
  g_test_add_func ("/measure/pool/cores", test_cores);
  g_test_add_func ("/measure/pool/end", test_end);
  g_test_add_func ("/measure/pool/killed-application", test_killed_application);
  g_test_add_func ("/measure/pool/missing-worker", test_missing_worker);
  return g_test_run ();
}
