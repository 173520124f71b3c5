/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/tune-threads.h"

#include <sched.h>

#define BEYOND_BUILDERS 2u   /* measuring threads: one waits for the runner, one has the next program ready */

typedef struct
{
  TlTuneJob job;
  gpointer  data;
} QueuedJob;

struct _TlTuneThreads
{
  gint          ref_count;   /* atomic */
  TlWorkerPool *pool;        /* nullable */
  GThreadPool  *search;      /* one thread */
  GThreadPool  *measure;
  GPtrArray    *helpers;     /* GThread: parallel_for's, but the one that calls; made when they are first needed */
  GMutex        lock;
  GCond         changed;
  /* parallel_for, under lock */
  TlTunePart    func;
  gpointer      user_data;
  guint         n;           /* parts */
  guint         n_taken;
  guint         n_done;
  gboolean      is_ending;
};

/* On a thread of the pool's: what is timed keeps its cores. */
static void
do_job (gpointer item, gpointer data)
{
  TlTuneThreads *threads = data;
  QueuedJob *job = item;

  if (threads->pool)
    tl_worker_pool_pin_background (threads->pool);
  job->job (job->data);
  g_free (job);
}

TlTuneThreads *
tl_tune_threads_new (TlWorkerPool *pool)
{
  TlTuneThreads *threads = g_new0 (TlTuneThreads, 1);
  guint n_measuring = pool ? tl_worker_pool_n_builders (pool) + BEYOND_BUILDERS : 1;

  threads->ref_count = 1;
  threads->pool = pool ? tl_worker_pool_ref (pool) : NULL;
  g_mutex_init (&threads->lock);
  g_cond_init (&threads->changed);
  threads->helpers = g_ptr_array_new ();
  /* Threads of their own, for they give up a core. */
  threads->search = g_thread_pool_new (do_job, threads, 1, TRUE, NULL);
  threads->measure = g_thread_pool_new (do_job, threads, (gint) n_measuring, TRUE, NULL);
  return threads;
}

TlTuneThreads *
tl_tune_threads_ref (TlTuneThreads *threads)
{
  g_atomic_int_inc (&threads->ref_count);
  return threads;
}

void
tl_tune_threads_unref (TlTuneThreads *threads)
{
  if (!g_atomic_int_dec_and_test (&threads->ref_count))
    return;
  g_thread_pool_free (threads->measure, FALSE, TRUE);
  g_thread_pool_free (threads->search, FALSE, TRUE);
  g_mutex_lock (&threads->lock);
  threads->is_ending = TRUE;
  g_cond_broadcast (&threads->changed);
  g_mutex_unlock (&threads->lock);
  for (guint i = 0; i < threads->helpers->len; i++)
    g_thread_join (threads->helpers->pdata[i]);
  g_ptr_array_unref (threads->helpers);
  g_mutex_clear (&threads->lock);
  g_cond_clear (&threads->changed);
  g_clear_pointer (&threads->pool, tl_worker_pool_unref);
  g_free (threads);
}

static void
push (GThreadPool *to, TlTuneJob job, gpointer data)
{
  QueuedJob *item = g_new (QueuedJob, 1);

  *item = (QueuedJob) { job, data };
  g_thread_pool_push (to, item, NULL);
}

void
tl_tune_threads_search (TlTuneThreads *threads, TlTuneJob job, gpointer data)
{
  push (threads->search, job, data);
}

void
tl_tune_threads_measure (TlTuneThreads *threads, TlTuneJob job, gpointer data)
{
  push (threads->measure, job, data);
}

/* --- parallel_for --- */

/* Does a part, if there is one left. Waits for its turn before it takes one: a part that it had would keep all others waiting. */
static gboolean
do_part (TlTuneThreads *threads)
{
  TlTunePart func;
  gpointer user_data;
  gboolean is_some;
  guint index;

  if (threads->pool)
    tl_worker_pool_begin_background (threads->pool);
  g_mutex_lock (&threads->lock);
  is_some = threads->n_taken < threads->n;
  index = is_some ? threads->n_taken++ : 0;
  func = threads->func;
  user_data = threads->user_data;
  g_mutex_unlock (&threads->lock);
  if (is_some)
    {
      func (index, user_data);
      g_mutex_lock (&threads->lock);
      if (++threads->n_done == threads->n)
        g_cond_broadcast (&threads->changed);
      g_mutex_unlock (&threads->lock);
    }
  if (threads->pool)
    tl_worker_pool_end_background (threads->pool);
  return is_some;
}

/* FALSE when there will be none. */
static gboolean
wait_for_parts (TlTuneThreads *threads)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&threads->lock);

  while (threads->n_taken == threads->n && !threads->is_ending)
    g_cond_wait (&threads->changed, &threads->lock);
  return !threads->is_ending;
}

static gpointer
help (gpointer data)
{
  while (wait_for_parts (data))
    while (do_part (data))
      ;
  return NULL;
}

static guint
n_cores (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint) CPU_COUNT (&set) : 1;
}

/* One thread for each core that the calling thread may use, itself counted. */
static void
make_helpers (TlTuneThreads *threads)
{
  while (threads->helpers->len + 1 < n_cores ())
    g_ptr_array_add (threads->helpers, g_thread_new ("search", help, threads));
}

void
tl_tune_threads_parallel_for (TlTuneThreads *threads, guint n, TlTunePart func, gpointer user_data)
{
  make_helpers (threads);
  g_mutex_lock (&threads->lock);
  threads->func = func;
  threads->user_data = user_data;
  threads->n = n;
  threads->n_taken = threads->n_done = 0;
  g_cond_broadcast (&threads->changed);
  g_mutex_unlock (&threads->lock);
  while (do_part (threads))
    ;
  g_mutex_lock (&threads->lock);
  while (threads->n_done < threads->n)
    g_cond_wait (&threads->changed, &threads->lock);
  g_mutex_unlock (&threads->lock);
}
