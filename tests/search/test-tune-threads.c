/* SPDX-License-Identifier: Apache-2.0 */
/* Many threads, one job: every part is done once, and nobody waits for who has none. */
#include <sched.h>

#include "core/measure/worker-pool.h"
#include "core/search/tune-threads.h"
#include "tests/must.h"

#define MAX_PARTS 40u
#define N_JOBS     500u

static void
count (guint index, gpointer user_data)
{
  g_atomic_int_inc (&((gint *) user_data)[index]);
}

static void
assert_jobs_done (TlTuneThreads *threads)
{
  for (guint job = 0; job < N_JOBS; job++)
    {
      gint times[MAX_PARTS] = { 0 };
      guint n = job % MAX_PARTS;

      tl_tune_threads_parallel_for (threads, n, count, times);
      for (guint i = 0; i < MAX_PARTS; i++)
        g_assert_cmpint (times[i], ==, i < n);
    }
}

static cpu_set_t all_cores;

/* Searching pins its thread to some of the cores; the next pool is to have all of them again. */
static TlWorkerPool *
new_pool (void)
{
  TlWorkerPool *pool;

  g_assert_cmpint (sched_setaffinity (0, sizeof all_cores, &all_cores), ==, 0);
  pool = must (tl_worker_pool_new (1, &failure));
  return pool;
}

static void
test_parts (void)
{
  g_autoptr (TlTuneThreads) threads = tl_tune_threads_new (NULL);

  assert_jobs_done (threads);
}

typedef struct
{
  TlTuneThreads *threads;
  gint           n_running;      /* atomic, as the next */
  gint           n_done;
  gint           order_broken;
  gboolean       is_one_at_a_time;
} Jobs;

typedef struct
{
  Jobs *jobs;
  gint  index;
} NumberedJob;

static void
do_numbered_job (gpointer data)
{
  NumberedJob *job = data;
  Jobs *jobs = job->jobs;

  if (g_atomic_int_add (&jobs->n_running, 1) > 0 && jobs->is_one_at_a_time)
    g_atomic_int_set (&jobs->order_broken, 1);
  if (jobs->is_one_at_a_time && g_atomic_int_get (&jobs->n_done) != job->index)
    g_atomic_int_set (&jobs->order_broken, 1);
  if (jobs->is_one_at_a_time && job->index % 100 == 0)
    assert_jobs_done (jobs->threads);   /* a search job has the helpers */
  g_atomic_int_add (&jobs->n_done, 1);
  g_atomic_int_add (&jobs->n_running, -1);
  g_free (job);
}

/* Search jobs run one at a time and in order; all jobs are done when the last reference is gone. */
static void
test_jobs (gconstpointer with_pool)
{
  g_autoptr (TlWorkerPool) pool = with_pool ? new_pool () : NULL;

  for (guint measure = 0; measure < 2; measure++)
    {
      Jobs jobs = { .threads = tl_tune_threads_new (pool), .is_one_at_a_time = measure == 0 };

      for (gint i = 0; i < 300; i++)
        {
          NumberedJob *job = g_new (NumberedJob, 1);

          *job = (NumberedJob) { &jobs, i };
          (measure ? tl_tune_threads_measure : tl_tune_threads_search) (jobs.threads, do_numbered_job, job);
        }
      tl_tune_threads_unref (jobs.threads);
      g_assert_cmpint (jobs.n_done, ==, 300);
      g_assert_cmpint (jobs.order_broken, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (sched_getaffinity (0, sizeof all_cores, &all_cores), ==, 0);
  g_test_add_func ("/search/threads/parts", test_parts);
  g_test_add_data_func ("/search/threads/jobs", NULL, test_jobs);
  g_test_add_data_func ("/search/threads/jobs-beside-a-pool", "pool", test_jobs);
  return g_test_run ();
}
