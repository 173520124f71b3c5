/* SPDX-License-Identifier: Apache-2.0 */
/* Many threads, one job: every part is done once, and nobody waits for who has none. */
#include <sched.h>

#include "core/run/worker-pool.h"
#include "core/text/script.h"
#include "core/tune/crew-private.h"

#define MOST_PARTS 40u
#define N_JOBS     500u

static void
count (guint index, gpointer user_data)
{
  g_atomic_int_inc (&((gint *) user_data)[index]);
}

static void
assert_jobs_done (TlCrew *crew)
{
  for (guint job = 0; job < N_JOBS; job++)
    {
      gint times[MOST_PARTS] = { 0 };
      guint n = job % MOST_PARTS;

      tl_crew_run (crew, n, count, times);
      for (guint i = 0; i < MOST_PARTS; i++)
        g_assert_cmpint (times[i], ==, i < n);
    }
}

static cpu_set_t all_processors;

/* A crew settles the thread that calls it on some of the processors; the next pool is to have all of them again. */
static TlWorkerPool *
new_pool (void)
{
  g_autoptr (GError) error = NULL;
  TlWorkerPool *pool;

  g_assert_cmpint (sched_setaffinity (0, sizeof all_processors, &all_processors), ==, 0);
  pool = tl_worker_pool_new (1, &error);
  g_assert_no_error (error);
  return pool;
}

static void
test_parts (void)
{
  g_autoptr (TlCrew) crew = tl_crew_new (NULL);

  assert_jobs_done (crew);
}

static void
test_guest (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool ();
  g_autoptr (TlCrew) crew = tl_crew_new (pool);

  assert_jobs_done (crew);
}

static const char endless_text[] = "@T.prim_func\n"
                                   "def main(A: T.Buffer((16,), \"float32\")):\n"
                                   "    T.evaluate(T.call_extern(\"int32\", \"tl_test_spin\"))\n";
static const char copied_text[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((16,), \"float32\")):\n"
                                  "    for i in range(16):\n"
                                  "        with T.block(\"A\"):\n"
                                  "            vi = T.axis.spatial(16, i)\n"
                                  "            A[vi] = T.float32(0)\n";

typedef struct
{
  TlWorkerPool *pool;
  GCancellable *cancellable;
} Timing;

static gpointer
time_endless (gpointer data)
{
  const Timing *timing = data;
  g_autoptr (TlModule) base = tl_script_read_text (copied_text, NULL), module = tl_script_read_text (endless_text, NULL);
  TlMeasureOptions options = tl_measure_options_quick ();
  TlTarget target = tl_target_host ();
  TlOutcome outcome;

  target.num_cores = 1;
  options.run_timeout_s = options.first_run_limit_s = 1000;
  tl_worker_pool_measure_module (timing->pool, base, module, 0, &target, &options, timing->cancellable, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_CANCELLED);
  tl_outcome_clear (&outcome);
  return NULL;
}

static void
wait_for_runner (TlWorkerPool *pool)
{
  TlLaneState state = TL_LANE_IDLE;
  gint64 since_ns;

  while (state != TL_LANE_RUN)
    {
      g_usleep (1000);
      g_assert_true (tl_worker_pool_lane (pool, tl_worker_pool_n_builders (pool), &state, &since_ns));
    }
}

/* The guest waits until what is timed has ended, which may take longer than all else there is to do. */
static void
test_guest_waits_alone (void)
{
  g_autoptr (TlWorkerPool) pool = new_pool ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Timing timing = { pool, cancellable };
  GThread *thread = g_thread_new ("timing", time_endless, &timing);
  g_autoptr (TlCrew) crew = tl_crew_new (pool);

  wait_for_runner (pool);
  assert_jobs_done (crew);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  assert_jobs_done (crew);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (sched_getaffinity (0, sizeof all_processors, &all_processors), ==, 0);
  g_test_add_func ("/tune/crew/parts", test_parts);
  g_test_add_func ("/tune/crew/guest", test_guest);
  g_test_add_func ("/tune/crew/guest-waits-alone", test_guest_waits_alone);
  return g_test_run ();
}
